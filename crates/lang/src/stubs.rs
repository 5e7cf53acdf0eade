//! Type stubs for Python, made from the tables: `arcbatt.dsl` and `arcbatt.dsl_batt`.
//!
//! Declared types of the language are loose: `shift` is declared to return a `Patch`, and programs pass
//! that on as an `Object`. A checker would refuse such programs. So parameters are what the engine takes, and
//! results that may be one thing or another are `Any` or sets of `Any`; the declared signature opens the
//! documentation of every function.

use std::fmt::Write;

use crate::constants::{Const, ConstValue, Group};
use crate::names::signature;
use crate::ops::{Kernel, Op};
use crate::types::{Dialect, Ty};

/// Columns of the text inside documentation strings.
const WIDTH: usize = 96;

/// The stub file of a dialect.
pub fn stub(dialect: Dialect) -> String {
    let mut page = head(dialect);
    aliases(&mut page, dialect);
    constants(&mut page, dialect);
    Op::of(dialect).for_each(|op| function(&mut page, op));
    exports(&mut page, dialect);
    page
}

fn head(dialect: Dialect) -> String {
    let note = match dialect {
        Dialect::Arc => "",
        Dialect::Batt => " A cell is `(row, column, colour)` here.",
    };
    let typing: String = TYPING.iter().map(|name| format!("    {name} as {name},\n")).collect();
    format!(
        "# Generated from the op table by `batt ops --stubs {dialect}`; `make docs` writes this file anew.\n\
         \"\"\"Every function and constant of the dialect {dialect}, on tuples and frozensets.\n\n\
         A call that fails raises a subclass of `arcbatt.Fault`. `batt ops NAME` explains a function with an\n\
         example.{note}\n\"\"\"\n\n\
         from typing import (\n{typing}    TypeAlias,\n)\n\n\
         from ._arcbatt import Function as Function\n\n",
    )
}

/// Names of Python's `typing` that arc-dsl's files hand on.
const TYPING: [&str; 7] = ["Any", "Callable", "Container", "FrozenSet", "List", "Tuple", "Union"];

fn aliases(page: &mut String, dialect: Dialect) {
    for (name, meaning, doc) in aliases_of(dialect) {
        let _ = writeln!(page, "{name}: TypeAlias = {meaning}  # {doc}");
    }
    page.push('\n');
}

fn aliases_of(dialect: Dialect) -> impl Iterator<Item = &'static Alias> {
    let own = match dialect {
        Dialect::Arc => ARC_ALIASES,
        Dialect::Batt => BATT_ALIASES,
    };
    own.iter().chain(ALIASES)
}

/// What star imports bring.
fn exports(page: &mut String, dialect: Dialect) {
    let ops = Op::of(dialect).map(|op| op.name());
    let constants = Const::of(dialect).map(|constant| constant.name());
    let aliases = aliases_of(dialect).map(|alias| alias.0).filter(|name| !name.starts_with('_'));
    page.push_str("\n__all__ = [\n");
    for name in ops.chain(constants).chain(TYPING).chain(aliases).chain(["Function"]) {
        let _ = writeln!(page, "    \"{name}\",");
    }
    page.push_str("]\n");
}

/// Name, meaning and words. Names with an underscore in front are the stub's own and do not exist
/// when programs run.
type Alias = (&'static str, &'static str, &'static str);

const ARC_ALIASES: &[Alias] = &[
    ("IntegerTuple", "tuple[int, int]", "pair of integers"),
    ("Cell", "tuple[int, tuple[int, int]]", "colour and position"),
];

const BATT_ALIASES: &[Alias] = &[
    ("IJ", "tuple[int, int]", "row and column"),
    ("Cell", "tuple[int, int, int]", "row, column and colour"),
    ("C_", "int", "colour"),
    ("F_", "int", "rank counted from the first, 0 and up"),
    ("L_", "int", "rank counted from the last, -1 and down"),
    ("FL", "int", "rank counted from either end"),
    ("R_", "int", "symbol"),
    ("A_", "int", "angle"),
    ("I_", "int", "row"),
    ("J_", "int", "column"),
    ("Samples", "tuple[tuple[Grid, Grid], ...]", "pairs of input and output"),
    ("Layer", "tuple[Grid, tuple[int, int]]", "picture and the place of its upper left cell"),
    ("Layers", "tuple[Layer, ...]", "layers"),
    ("_Layer", "Grid | Layer | Layers", "layer, grid at the origin, or layers"),
];

const ALIASES: &[Alias] = &[
    ("Boolean", "bool", "truth value"),
    ("Integer", "int", "integer"),
    ("Numerical", "int | tuple[int, int]", "integer or pair of integers"),
    ("IntegerSet", "frozenset[int]", "set of integers"),
    ("Grid", "tuple[tuple[int, ...], ...]", "rows of colours"),
    ("Object", "frozenset[Cell]", "set of cells"),
    ("Objects", "frozenset[Object]", "set of objects"),
    ("Indices", "frozenset[tuple[int, int]]", "set of positions"),
    ("IndicesSet", "frozenset[Indices]", "set of sets of positions"),
    ("Patch", "Object | Indices", "object or indices"),
    ("Element", "Object | Grid", "object or grid"),
    ("Piece", "Grid | Object | Indices", "grid or patch"),
    ("TupleTuple", "tuple[tuple[Any, ...], ...]", "tuple of tuples"),
    ("ContainerContainer", "Container[Container[Any]]", "container of containers"),
    ("_Truth", "int", "integer used for its truth value"),
    ("_Tuple", "tuple[Any, ...]", "any tuple"),
    ("_Set", "frozenset[Any]", "any set"),
    ("_Container", "tuple[Any, ...] | frozenset[Any]", "tuple or set"),
    ("_Object", "frozenset[Cell] | tuple[Any, ...]", "object, or its cells in a tuple"),
    ("_Patch", "Object | Indices | tuple[Any, ...]", "patch, or its elements in a tuple"),
    ("_Piece", "Object | Indices | tuple[Any, ...]", "grid or patch"),
    ("_Function", "Callable[..., Any]", "any function"),
];

/// The aliases for what an op's parameters accept.
fn taken_by(op: Op) -> impl Iterator<Item = &'static str> {
    // Declared for integers, but programs pair anything with it, functions included.
    let pairs_anything = op.kernel() == Kernel::Astuple;
    op.params().iter().map(move |param| if pairs_anything { "Any" } else { taken(param.ty) })
}

fn taken(ty: Ty) -> &'static str {
    match ty {
        Ty::Boolean => "_Truth",
        Ty::Object => "_Object",
        Ty::Patch => "_Patch",
        Ty::Piece => "_Piece",
        // Tuples of integers or of anything comparable do as well.
        Ty::IntegerSet => "_Container",
        Ty::Layer => "_Layer",
        Ty::Layers => "_Tuple",
        ty => alias(ty),
    }
}

fn alias(ty: Ty) -> &'static str {
    match ty {
        Ty::Any | Ty::Untyped => "Any",
        // These are names of constants too.
        Ty::R4 | Ty::R8 => "R_",
        Ty::A4 | Ty::A8 => "A_",
        Ty::Tuple => "_Tuple",
        Ty::FrozenSet => "_Set",
        Ty::Container | Ty::ContainerContainer => "_Container",
        Ty::Callable => "_Function",
        ty => ty.name(),
    }
}

/// The alias for what an op returns.
fn given(op: Op) -> &'static str {
    match op.returns() {
        _ if op.kernel() == Kernel::Astuple => "_Tuple",
        Ty::Numerical | Ty::Container | Ty::ContainerContainer | Ty::Element | Ty::Piece => "Any",
        // Declared as sets, but the container's kind is kept, or a tuple or a number comes out.
        Ty::FrozenSet | Ty::IntegerSet => "Any",
        Ty::Patch => "_Set",
        // Of each member, where a list is given.
        Ty::Layer => "Any",
        ty => alias(ty),
    }
}

/// The alias for what a constant is.
fn held(constant: Const) -> &'static str {
    match (constant.info().group, constant.info().dialect) {
        (Group::Booleans, _) => "Boolean",
        (Group::Integers | Group::Scales, _) => "Integer",
        (Group::Pairs, Dialect::Arc) => "IntegerTuple",
        (Group::Pairs, Dialect::Batt) => "IJ",
        (Group::Colours, _) => "C_",
        (Group::RanksFromFirst, _) => "F_",
        (Group::RanksFromLast, _) => "L_",
        (Group::Symbols, _) => "R_",
        (Group::Angles, _) => "A_",
    }
}

fn constants(page: &mut String, dialect: Dialect) {
    for constant in Const::of(dialect) {
        let (name, ty) = (constant.name(), held(constant));
        let _ = match constant.value() {
            ConstValue::Int(0) if ty == "Boolean" => writeln!(page, "{name}: {ty}  # False"),
            ConstValue::Int(1) if ty == "Boolean" => writeln!(page, "{name}: {ty}  # True"),
            ConstValue::Int(n) => writeln!(page, "{name}: {ty}  # {n}"),
            ConstValue::Pair(i, j) => writeln!(page, "{name}: {ty}  # ({i}, {j})"),
        };
    }
}

fn function(page: &mut String, op: Op) {
    let required = op.arity() - op.info().optional;
    let params: Vec<String> = (op.params().iter().zip(taken_by(op)).enumerate())
        .map(|(at, (param, ty))| {
            let default = if at < required { "" } else { " = ..." };
            format!("{}: {ty}{default}", param.name)
        })
        .collect();
    let _ = write!(page, "\ndef {}({}) -> {}:\n", op.name(), params.join(", "), given(op));
    page.push_str(&docstring(op));
}

/// Declared signature, what it does, how it fails.
fn docstring(op: Op) -> String {
    let mut text = format!("    \"\"\"{}\n\n", signature(op));
    let kernel = op.kernel();
    lines(&mut text, &kernel.doc());
    for &(reading, place) in op.info().readings {
        lines(&mut text, &format!("{}: {}.", op.params()[place].name, reading.doc()));
    }
    if let Some(zero) = op.info().zero {
        lines(&mut text, &format!("The integer 0 gives {}.", zero.literal()));
    }
    if kernel.info().errors != "-" {
        text.push('\n');
        lines(&mut text, &format!("Errors: {}.", kernel.info().errors));
    }
    text.push_str("    \"\"\"\n");
    text
}

/// Words in lines that fit; backslashes and quotes would end or change a Python string.
fn lines(text: &mut String, words: &str) {
    let safe = words.replace('\\', "\\\\").replace("\"\"\"", "'''");
    let mut column = 0;
    for word in safe.split_whitespace() {
        let length = word.chars().count();
        if column == 0 {
            text.push_str("    ");
        } else if column + 1 + length > WIDTH {
            text.push_str("\n    ");
            column = 0;
        } else {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += length;
    }
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_there_once() {
        for dialect in Dialect::ALL {
            let page = stub(dialect);
            for op in Op::of(dialect) {
                let line = format!("\ndef {}(", op.name());
                assert_eq!(page.matches(&line).count(), 1, "{}", op.name());
            }
            for constant in Const::of(dialect) {
                let line = format!("\n{}: ", constant.name());
                assert_eq!(page.matches(&line).count(), 1, "{}", constant.name());
            }
        }
    }

    #[test]
    fn every_type_of_a_signature_is_defined_before_it_is_used() {
        for dialect in Dialect::ALL {
            let page = stub(dialect);
            for op in Op::of(dialect) {
                for name in taken_by(op).chain([given(op)]).filter(|name| *name != "Any") {
                    assert!(page.contains(&format!("\n{name}: TypeAlias = ")), "{name}");
                }
            }
        }
    }

    #[test]
    fn documentation_is_wrapped_and_closed() {
        let page = stub(Dialect::Arc);
        let (_, after) = page.split_once("\ndef objects(").unwrap();
        let (first, rest) = after.split_once("    \"\"\"").unwrap();
        assert!(first.ends_with("-> Objects:\n"), "{first}");
        assert!(rest.starts_with("objects(grid: Grid, univalued: Boolean, "), "{rest}");
        assert_eq!(page.matches("\"\"\"").count() % 2, 0);
        assert!(!page.contains('\\'));
        let mut text = String::new();
        lines(&mut text, &"word ".repeat(60));
        assert!(text.lines().all(|line| line.len() <= WIDTH + 4) && text.lines().count() == 4);
    }
}
