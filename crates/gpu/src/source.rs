//! The kernel source: the files in `kernels/` with the tables that derive from the op table.

use std::fmt::Write;
use std::sync::OnceLock;

use lang::{Dialect, Kernel, Op, Reading, Zero};

/// What comes before the op table's names.
const VALUES: [&str; 6] = [
    include_str!("../kernels/target.h"),
    include_str!("../kernels/value.h"),
    include_str!("../kernels/group.h"),
    include_str!("../kernels/sink.h"),
    include_str!("../kernels/order.h"),
    include_str!("../kernels/build.h"),
];

/// Calls of ops and function values: what all forms of them share, and the form for one lane.
const MACHINE: [&str; 4] = [
    include_str!("../kernels/machine.h"),
    include_str!("../kernels/flat.h"),
    include_str!("../kernels/lane.h"),
    CALL,
];

/// Calls, in a form that the files before it choose.
const CALL: &str = include_str!("../kernels/call.h");

/// Loops with an element for each lane, and the names of calls as a group makes them.
const LOOP: &str = include_str!("../kernels/loop.h");

/// The ops, by family. A kernel is on the device if one of these files defines it.
const FAMILIES: [&str; 16] = [
    include_str!("../kernels/access.h"),
    include_str!("../kernels/number.h"),
    include_str!("../kernels/container.h"),
    BOTH[0],
    include_str!("../kernels/rank.h"),
    include_str!("../kernels/patch.h"),
    BOTH[1],
    include_str!("../kernels/measure.h"),
    BOTH[2],
    include_str!("../kernels/colour.h"),
    include_str!("../kernels/extract.h"),
    BOTH[4],
    include_str!("../kernels/grid.h"),
    BOTH[3],
    include_str!("../kernels/draw.h"),
    BOTH[5],
];

/// Ops that are the same for one lane and for a group, but for the functions that they call.
const BOTH: [&str; 6] = [
    include_str!("../kernels/both/container.h"),
    include_str!("../kernels/both/patch.h"),
    include_str!("../kernels/both/measure.h"),
    include_str!("../kernels/both/grid.h"),
    include_str!("../kernels/both/objects.h"),
    include_str!("../kernels/both/draw.h"),
];

/// Ops that a group of lanes works on together; a group has one lane do what stands only in the files above.
const GROUPED: &[&str] = &[
    include_str!("../kernels/group/copy.h"),
    include_str!("../kernels/group/keys.h"),
    include_str!("../kernels/group/containers.h"),
    BOTH[0],
    include_str!("../kernels/group/tuples.h"),
    include_str!("../kernels/group/colours.h"),
    include_str!("../kernels/group/planes.h"),
    include_str!("../kernels/group/objects.h"),
    BOTH[4],
    include_str!("../kernels/group/patch.h"),
    BOTH[1],
    include_str!("../kernels/group/measure.h"),
    BOTH[2],
    include_str!("../kernels/group/transform.h"),
    BOTH[3],
    include_str!("../kernels/group/draw.h"),
    BOTH[5],
];

/// Families whose code changes no memory that it has read.
const TOGETHER: [&str; 2] = [FAMILIES[0], FAMILIES[1]];

/// Whole plans and single calls.
const PLAN: [&str; 2] = [include_str!("../kernels/plan.h"), include_str!("../kernels/pile.h")];

/// Words of an op name's row in the table that devices read.
pub const OP_WORDS: usize = 8;

/// Higher-order ops, whose loops are part of the machine, by what they do with the values of their function: see the enum in `machine.h`.
const LOOPS: [(u32, &[Kernel]); 6] = [
    (FILTER, &[Kernel::Sfilter, Kernel::Mfilter, Kernel::FilterToSet]),
    (FILTER << 1, &[Kernel::Extract, Kernel::ExtractOrEmptySet]),
    (FILTER << 2, &[Kernel::Argmax, Kernel::Argmin, Kernel::Valmax, Kernel::Valmin]),
    (
        FILTER << 3,
        &[
            Kernel::Apply,
            Kernel::Rapply,
            Kernel::Mapply,
            Kernel::Papply,
            Kernel::Mpapply,
            Kernel::Prapply,
        ],
    ),
    (
        FILTER << 4,
        &[Kernel::Order, Kernel::NthByKey, Kernel::NthByKeySkip, Kernel::ArgRank, Kernel::ValRank],
    ),
    (FILTER << 5, &[Kernel::OnlyIn, Kernel::OnlyOut, Kernel::OnlyInPick, Kernel::OnlyOutPick]),
];

/// What stands above a kernel's number in an op's row: there is code, its arguments are taken as they are, it builds a function,
/// it is the first kind of loop.
const KNOWN: u32 = 1 << 16;
const PLAIN: u32 = 2 << 16;
const BUILDER: u32 = 4 << 16;
const FILTER: u32 = 8 << 16;

/// Which kind of loop a kernel is; 0 for none.
fn loop_kind(kernel: Kernel) -> u32 {
    LOOPS.iter().find(|(_, kernels)| kernels.contains(&kernel)).map_or(0, |&(kind, _)| kind)
}

/// Function builders, which stand side by side in the op table.
const BUILDERS: [Kernel; 7] = [
    Kernel::Compose,
    Kernel::Chain,
    Kernel::Matcher,
    Kernel::Rbind,
    Kernel::Lbind,
    Kernel::Power,
    Kernel::Fork,
];

/// A kernel that a family file defines.
#[derive(Clone, Copy, Debug)]
pub struct Defined {
    /// The kernel.
    pub kernel: Kernel,
    /// How many arguments its code takes.
    pub arguments: usize,
}

/// The kernels with code of their own, in table order.
pub fn defined() -> &'static [Defined] {
    static DEFINED: OnceLock<Vec<Defined>> = OnceLock::new();
    DEFINED.get_or_init(|| {
        let mut all: Vec<Defined> =
            FAMILIES.iter().flat_map(|file| definitions(file, "OP")).collect();
        all.sort_by_key(|d| d.kernel);
        all
    })
}

/// Reads the lines `OP2(fill) {` of a family file. A name that is no kernel's is left to the tests: its code is never called.
fn definitions<'f>(file: &'f str, prefix: &'static str) -> impl Iterator<Item = Defined> + use<'f> {
    let defined = |(arguments, name): (usize, &str)| {
        let kernel = *Kernel::ALL.iter().find(|k| k.name() == name)?;
        Some(Defined { kernel, arguments })
    };
    heads(file, prefix).filter_map(defined)
}

/// The number of arguments and the name in every line `OP2(fill) {`.
fn heads<'f>(file: &'f str, prefix: &'static str) -> impl Iterator<Item = (usize, &'f str)> {
    file.lines().filter_map(move |line| {
        let (head, _) = line.strip_prefix(prefix)?.split_once(')')?;
        let (arguments, name) = head.split_once('(')?;
        Some((arguments.parse().ok()?, name))
    })
}

/// Whether devices have code for a kernel.
pub fn knows(kernel: Kernel) -> bool {
    let coded = || defined().iter().any(|d| d.kernel == kernel);
    loop_kind(kernel) != 0 || is_builder(kernel) || coded()
}

/// Whether a kernel only builds a function value.
pub fn is_builder(kernel: Kernel) -> bool {
    BUILDERS.contains(&kernel)
}

/// The whole source for groups of so many lanes, with a kernel of its own for every op when `single` is set.
pub fn source(single: bool, lanes: usize) -> String {
    let mut text = format!("#define LANES {lanes}\n{}", VALUES.concat());
    for (i, kernel) in Kernel::ALL.iter().enumerate().filter(|(_, kernel)| knows(**kernel)) {
        let _ = writeln!(text, "#define K_{} {i}u", kernel.name());
    }
    op_macros(&mut text, "OP", 'k');
    op_macros(&mut text, "GROUP_OP", 'g');
    // What stands for a key that is left out.
    let [arc, batt] = [Dialect::Arc, Dialect::Batt].map(identity);
    let _ = writeln!(text, "#define IDENTITY(c) ((c)->batt ? {batt}u : {arc}u)");
    MACHINE.iter().chain(&FAMILIES).for_each(|file| text.push_str(file));
    dispatch(&mut text);
    text.push_str("#if LANES > 1\n#undef IN\n#define IN(name) group_##name\n");
    op_macros(&mut text, "OP", 'g');
    GROUPED.iter().chain(&[LOOP]).for_each(|file| text.push_str(file));
    group_dispatch(&mut text);
    text.push_str(CALL);
    text.push_str("#endif\n");
    PLAN.iter().for_each(|file| text.push_str(file));
    if single {
        for d in defined() {
            let (name, n) = (d.kernel.name(), d.arguments);
            let args = arguments(n);
            let made = match lanes > 1 && grouped().any(|g| g.kernel == d.kernel) {
                true => format!("v = g_{name}(c{args})"),
                false => format!("SERIAL(v, k_{name}(c{args}))"),
            };
            let _ = writeln!(text, "OP_KERNEL({name}, {n}, {made})");
        }
    }
    text
}

/// What stands before an op's body, in one form of ops. The name goes straight into a longer one: passed on to another macro it would be
/// replaced first where a compiler has a macro of that name, as PoCL for `normalize`.
fn op_macros(text: &mut String, macros: &str, form: char) {
    let values = ["val a", "val a, val b", "val a, val b, val d", "val a, val b, val d, val e"];
    for (n, values) in (1..).zip(values) {
        for (kind, inlined) in [("", "BIG"), ("TINY_", "SMALL")] {
            let _ = writeln!(
                text,
                "#undef {kind}{macros}{n}\n#define {kind}{macros}{n}(name) {inlined} val {form}_##name(ctx *c, {values})"
            );
        }
    }
}

/// The number of the op name `identity`.
fn identity(dialect: Dialect) -> usize {
    Op::lookup(dialect, "identity").map_or(0, Op::index)
}

fn arguments(n: usize) -> String {
    (0..n).map(|i| format!(", av[{i}]")).collect()
}

fn values(n: usize) -> String {
    (0..n).map(|i| format!(", v{i}")).collect()
}

/// From a kernel's number to its code.
fn dispatch(text: &mut String) {
    text.push_str(
        "SMALL val prim_here(ctx *c, u32 k, val v0, val v1, val v2, val v3) {\n    switch (k) {\n",
    );
    for d in defined() {
        let name = d.kernel.name();
        let _ = writeln!(text, "    case K_{name}: return k_{name}(c{});", values(d.arguments));
    }
    text.push_str("    default: return hand_back(c, B_OP);\n    }\n}\n");
    text.push_str("FN val prim(ctx *c, u32 k, val v0, val v1, val v2, val v3) {\n    return prim_here(c, k, v0, v1, v2, v3);\n}\n");
}

/// Kernels that a group of lanes works on together.
fn grouped() -> impl Iterator<Item = Defined> {
    GROUPED.iter().flat_map(|file| definitions(file, "GROUP_OP").chain(definitions(file, "OP")))
}

/// The same for a group: an op has code for groups, or code that changes no memory that it has read and so runs in all lanes
/// alike, or one lane does it.
fn group_dispatch(text: &mut String) {
    text.push_str(
        "SMALL val group_prim(ctx *c, u32 k, val v0, val v1, val v2, val v3) {\n    val v;\n    switch (k) {\n",
    );
    for d in grouped() {
        let name = d.kernel.name();
        let _ = writeln!(text, "    case K_{name}: return g_{name}(c{});", values(d.arguments));
    }
    for d in TOGETHER.iter().flat_map(|file| definitions(file, "OP")) {
        let name = d.kernel.name();
        let _ = writeln!(text, "    case K_{name}: return k_{name}(c{});", values(d.arguments));
    }
    text.push_str(
        "    default:\n        SERIAL(v, prim(c, k, v0, v1, v2, v3));\n        return v;\n    }\n}\n",
    );
}

/// One row per op name, at [`Op::index`]: see the enums in `machine.h`.
pub fn op_table() -> &'static [u32] {
    static TABLE: OnceLock<Vec<u32>> = OnceLock::new();
    TABLE.get_or_init(op_rows)
}

/// The first words of an op name's row, which steps have too.
pub fn op_row(op: Op) -> [u32; 2] {
    let at = OP_WORDS * op.index();
    [op_table()[at], op_table()[at + 1]]
}

fn op_rows() -> Vec<u32> {
    let mut names: Vec<&str> = Op::all().map(Op::name).collect();
    names.sort_unstable();
    let mut table = Vec::with_capacity(OP_WORDS * Op::COUNT);
    for op in Op::all() {
        let info = op.info();
        let (most, cost) = (info.params.len(), info.kernel.info().cost);
        let shape = (most - info.optional) | most << 8 | (cost as usize) << 16;
        let zero = info.zero.map_or(0, zero_word);
        let mut row = [0u32; OP_WORDS];
        let is = |yes: bool, what: u32| if yes { what } else { 0 };
        row[0] = info.kernel as u32
            | loop_kind(info.kernel)
            | is(knows(info.kernel), KNOWN)
            | is(is_builder(info.kernel), BUILDER)
            | is(info.readings.is_empty() && info.zero.is_none(), PLAIN);
        row[1] = shape as u32;
        row[2] = info.readings.len() as u32 | zero << 8;
        for (word, &(reading, place)) in row[3..7].iter_mut().zip(info.readings) {
            *word = reading_word(reading) | (place as u32) << 8;
        }
        row[7] = names.partition_point(|&name| name < op.name()) as u32;
        table.extend(row);
    }
    table
}

fn reading_word(reading: Reading) -> u32 {
    match reading {
        Reading::AsTuple => 0,
        Reading::AsSet => 1,
        Reading::TupleOnly => 2,
        Reading::PairsOnly => 3,
        Reading::CellsOnly => 4,
        Reading::SameKind => 5,
        Reading::Unchanged => 6,
    }
}

fn zero_word(zero: Zero) -> u32 {
    match zero {
        Zero::Unit => 1,
        Zero::EmptySet => 2,
        Zero::UnitSet => 3,
        Zero::Zero => 4,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use lang::{Family, Gpu};

    use super::*;

    /// Why devices have no code for a kernel.
    fn reason(kernel: Kernel) -> Option<&'static str> {
        match kernel.info().family {
            Family::Layer | Family::Plane | Family::Body => {
                Some("ops of the solver: its strategies compute with them on the CPU")
            }
            _ => None,
        }
    }

    #[test]
    fn the_table_says_what_devices_have() {
        for &kernel in Kernel::ALL {
            let name = kernel.name();
            assert_eq!(
                knows(kernel),
                kernel.info().gpu != Gpu::None,
                "{name}: row and code differ"
            );
            assert_eq!(knows(kernel), reason(kernel).is_none(), "{name}: no code, or no reason");
        }
    }

    #[test]
    fn builders_take_a_fixed_number_of_arguments() {
        assert!(Op::all().all(|op| !is_builder(op.kernel()) || op.info().optional == 0));
    }

    #[test]
    fn every_definition_is_that_of_a_kernel() {
        let mut seen = BTreeSet::new();
        for (arguments, name) in FAMILIES.iter().flat_map(|file| heads(file, "OP")) {
            assert!(seen.insert(name), "{name} is defined twice");
            let ops: Vec<Op> = Op::all().filter(|op| op.kernel().name() == name).collect();
            assert!(!ops.is_empty(), "no kernel is called {name}");
            assert!(ops.iter().all(|op| op.params().len() == arguments), "{name}: arguments");
        }
        assert_eq!(seen.len(), defined().len());
    }
}
