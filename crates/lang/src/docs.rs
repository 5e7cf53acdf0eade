//! The reference page of the language, made from the tables.

use std::fmt::Write;

use crate::constants::{Const, ConstValue, Group};
use crate::names::signature;
use crate::ops::{Cost, Family, Kernel, Op, Zero};
use crate::types::{Dialect, SafeDefault, Ty};

const HEAD: &str = "\
# Ops, constants and types

Generated from the op table; `make docs` writes this page, do not edit it.

Every op is one kernel with a name in one or both dialects. A call returns a value or fails with
one kind: `type`, `arity`, `empty`, `index`, `domain` or `budget`. Besides the errors listed,
every op fails with `arity` on a wrong argument count, with `type` on an argument of the wrong
kind, with `domain` on integer overflow and with `budget` on an oversized result. A `?` marks a
parameter that may be left out. Clauses marked [arc] or [batt] hold in that dialect only.
";

/// The whole reference page as Markdown: ops by family, constants, types.
pub fn ops_markdown() -> String {
    let mut page = HEAD.to_string();
    contents(&mut page);
    for family in families() {
        let _ = write!(page, "\n## {family:?}\n\n{}\n", family.doc());
        kernels_of(family).for_each(|kernel| section(&mut page, kernel));
    }
    costs(&mut page);
    constants(&mut page);
    types(&mut page);
    page
}

/// The families in table order.
fn families() -> Vec<Family> {
    let mut families: Vec<Family> = Kernel::ALL.iter().map(|k| k.info().family).collect();
    families.dedup();
    families
}

fn kernels_of(family: Family) -> impl Iterator<Item = Kernel> {
    Kernel::ALL.iter().copied().filter(move |k| k.info().family == family)
}

fn contents(page: &mut String) {
    page.push_str("\n| family | about | kernels |\n|---|---|---|\n");
    for family in families() {
        let name = format!("{family:?}");
        let (anchor, count) = (name.to_lowercase(), kernels_of(family).count());
        let _ = writeln!(page, "| [{name}](#{anchor}) | {} | {count} |", family.doc());
    }
    let (arc, batt) = (Op::of(Dialect::Arc).count(), Op::of(Dialect::Batt).count());
    let kernels = Kernel::ALL.len();
    let _ = writeln!(page, "\n{kernels} kernels; {arc} names in arc, {batt} in batt.");
}

fn section(page: &mut String, kernel: Kernel) {
    let info = kernel.info();
    let _ = write!(page, "\n### {}\n\n{}\n\n", kernel.name(), kernel.doc());
    kernel.ops().for_each(|op| name_line(page, op));
    let errors = if info.errors == "-" { "none of its own" } else { info.errors };
    let _ = writeln!(page, "\nErrors: {errors}.  ");
    let _ = writeln!(page, "GPU: {}. Cost: {}.", info.gpu.doc(), info.cost.name());
}

fn name_line(page: &mut String, op: Op) {
    let _ = write!(page, "- {}: `{}`", op.dialect(), signature(op));
    for &(reading, place) in op.info().readings {
        let _ = write!(page, "; `{}`: {}", op.params()[place].name, reading.doc());
    }
    if let Some(zero) = op.info().zero {
        let _ = write!(page, "; the integer 0 gives `{}`", zero.literal());
    }
    page.push('\n');
}

fn costs(page: &mut String) {
    page.push_str("\n## Step cost\n\n| cost | formula |\n|---|---|\n");
    for cost in [Cost::Unit, Cost::Linear, Cost::Pairs, Cost::Scan] {
        let _ = writeln!(page, "| {} | {} |", cost.name(), cost.doc());
    }
    page.push_str("\nSizes are cells of grids and elements of sets and tuples. The cost of the ");
    page.push_str("calls that a step makes to function values is added.\n");
}

fn constants(page: &mut String) {
    for dialect in Dialect::ALL {
        let _ = write!(page, "\n## Constants of {dialect}\n\n| group | constants |\n|---|---|\n");
        for &group in Group::ALL {
            let names: Vec<String> = (Const::of(dialect).filter(|c| c.info().group == group))
                .map(|c| format!("`{}` {}", c.name(), value_text(c.value())))
                .collect();
            if !names.is_empty() {
                let _ = writeln!(page, "| {} | {} |", group.doc(), names.join(", "));
            }
        }
    }
}

fn types(page: &mut String) {
    page.push_str("\n## Types\n\nThe safe default is the result of a failing step under the ");
    page.push_str("policy `safe`.\n\n| type | meaning | safe default |\n|---|---|---|\n");
    for ty in Ty::ALL.iter().filter(|&&ty| ty != Ty::Untyped) {
        let default = ty.safe_default().doc();
        let _ = writeln!(page, "| {} | {} | {default} |", ty.name(), ty.doc());
    }
}

fn value_text(value: ConstValue) -> String {
    match value {
        ConstValue::Int(value) => value.to_string(),
        ConstValue::Pair(a, b) => format!("({a}, {b})"),
    }
}

impl Cost {
    /// The formula's name.
    pub fn name(self) -> &'static str {
        match self {
            Cost::Unit => "unit",
            Cost::Linear => "linear",
            Cost::Pairs => "pairs",
            Cost::Scan => "scan",
        }
    }

    /// The formula.
    pub fn doc(self) -> &'static str {
        match self {
            Cost::Unit => "4, whatever the arguments",
            Cost::Linear => "4 + sizes of the arguments + size of the result",
            Cost::Pairs => "4 + product of the two largest argument sizes + size of the result",
            Cost::Scan => {
                "16 + sizes of the arguments + product of the two largest by 32 + size of the result"
            }
        }
    }
}

impl Zero {
    /// The answer as a literal.
    pub fn literal(self) -> &'static str {
        match self {
            Zero::Unit => "()",
            Zero::EmptySet => "{}",
            Zero::UnitSet => "{()}",
            Zero::Zero => "0",
        }
    }

    /// What the op answers, as a sentence.
    pub fn doc(self) -> String {
        format!("the integer 0 in place of a container gives {}", self.literal())
    }
}

impl SafeDefault {
    /// The value in words, literals in backquotes.
    pub fn doc(self) -> &'static str {
        match self {
            SafeDefault::Zero => "`0`",
            SafeDefault::EmptySet => "`{}`",
            SafeDefault::Unit | SafeDefault::UnitOfEither => "`()`",
            SafeDefault::Function => "a function that returns `()`",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_names_everything() {
        let page = ops_markdown();
        for op in Op::all() {
            let line = format!("- {}: `{}`", op.dialect(), signature(op));
            assert!(page.contains(&line), "{line}");
        }
        for constant in Dialect::ALL.into_iter().flat_map(Const::of) {
            assert!(page.contains(&format!("`{}` ", constant.name())), "{}", constant.name());
        }
        for ty in Ty::ALL.iter().filter(|&&ty| ty != Ty::Untyped) {
            assert!(page.contains(&format!("| {} |", ty.name())), "{ty}");
        }
    }
}
