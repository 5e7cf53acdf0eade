//! What may be called with what, worked out once per dialect.

use std::sync::OnceLock;

use exec::value::kind::admits;
use lang::{Const, Dialect, Kernel, Op, Ty};

use crate::mutate::Kind;
use crate::mutate::tables::{Tables, is_solvers, slot_ty};

/// An op as growth calls it.
pub struct Row {
    /// The op.
    pub op: Op,
    /// What a call of it adds to the cost of its arguments.
    pub cost: u32,
    /// Its parameters.
    pub slots: Vec<Slot>,
}

/// What a parameter is offered.
pub struct Slot {
    /// Constants and functions, by their place in [`Table::leaves`], and what they cost.
    pub leaves: Vec<(usize, u32)>,
    /// Kinds of values that fit.
    pub kinds: Vec<Kind>,
}

/// What stands in a program without being computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaf {
    /// A constant.
    Const(Const),
    /// An op as a function.
    Fn(Op),
}

/// All of a dialect.
pub struct Table {
    /// The ops, in the order of the op table.
    pub rows: Vec<Row>,
    /// Every constant and function that some slot is offered.
    pub leaves: Vec<Leaf>,
}

/// Most parameters of an op that is called.
pub const MOST_ARGS: usize = 4;

impl Table {
    /// The table of a dialect.
    pub fn of(dialect: Dialect) -> &'static Table {
        static TABLES: [OnceLock<Table>; 2] = [const { OnceLock::new() }; 2];
        TABLES[dialect as usize].get_or_init(|| Table::new(dialect))
    }

    fn new(dialect: Dialect) -> Table {
        let mut table = Table { rows: Vec::new(), leaves: Vec::new() };
        let mut seen = Vec::new();
        for op in Op::of(dialect).filter(|&op| is_grown(op)) {
            let slots: Vec<Ty> = (0..op.arity()).map(|place| slot_ty(op, place)).collect();
            // Names that differ in nothing that can be seen here are one.
            let alike = (op.kernel(), slots);
            if seen.contains(&alike) {
                continue;
            }
            let slots = alike.1.iter().map(|&ty| table.slot(op, ty)).collect();
            table.rows.push(Row { op, cost: cost(op, &alike.1), slots });
            seen.push(alike);
        }
        table
    }

    fn slot(&mut self, op: Op, ty: Ty) -> Slot {
        let tables = Tables::of(op.dialect());
        let (range, cost) = match ty {
            Ty::Boolean => (tables.range(ty), 0),
            Ty::Numerical => (tables.range(Ty::Integer), 1),
            _ => (tables.range(ty), 1),
        };
        let mut leaves: Vec<(usize, u32)> =
            range.iter().map(|&constant| (self.leaf(Leaf::Const(constant)), cost)).collect();
        if ty == Ty::Callable {
            let functions =
                tables.ops(1).iter().filter(|&&f| is_grown(f) && gives(op, f.returns()));
            leaves.extend(functions.map(|&f| (self.leaf(Leaf::Fn(f)), function_cost(f))));
        }
        let fits = |kind: &Kind| *kind != Kind::Function && admits(ty, *kind) != Some(false);
        Slot { leaves, kinds: Kind::ALL.into_iter().filter(fits).collect() }
    }

    fn leaf(&mut self, leaf: Leaf) -> usize {
        self.leaves.iter().position(|&other| other == leaf).unwrap_or_else(|| {
            self.leaves.push(leaf);
            self.leaves.len() - 1
        })
    }
}

/// Ops of programs that people write. What makes functions is left to mutation: most of these
/// fit nowhere.
fn is_grown(op: Op) -> bool {
    let slots = (0..op.arity()).map(|place| slot_ty(op, place));
    !is_solvers(op)
        && !matches!(op.kernel(), Kernel::Identity | Kernel::Rapply)
        && op.returns() != Ty::Callable
        && (1..=MOST_ARGS).contains(&op.arity())
        && slots.clone().all(|ty| !matches!(ty, Ty::Untyped | Ty::Samples))
}

/// What a call adds to the cost of its arguments. Ops that say what they take come before those that take anything, and
/// answers of yes or no come late: few programs need them.
fn cost(op: Op, slots: &[Ty]) -> u32 {
    let loose = |&ty: &Ty| match ty {
        Ty::Any => 2,
        Ty::Container | Ty::ContainerContainer | Ty::Tuple | Ty::FrozenSet | Ty::Numerical => 1,
        _ => 0,
    };
    match op.returns() {
        _ if slots.contains(&Ty::Callable) => 2,
        Ty::Boolean => 4 + slots.iter().map(loose).max().unwrap_or(0),
        _ => 2 + slots.iter().map(loose).max().unwrap_or(0),
    }
}

/// What a function costs as an argument. Things are told apart by their size more often than by anything else.
fn function_cost(function: Op) -> u32 {
    if function.kernel() == Kernel::Size { 1 } else { 2 }
}

/// Whether an op has use for a function that returns this: what compares wants numbers, what asks wants yes or no.
fn gives(op: Op, returns: Ty) -> bool {
    use Kernel::{Argmax, Argmin, Extract, Mfilter, Order, Sfilter, Valmax, Valmin};
    match op.kernel() {
        Argmax | Argmin | Valmax | Valmin | Order => {
            matches!(returns, Ty::Integer | Ty::C_ | Ty::I_ | Ty::J_)
        }
        Extract | Sfilter | Mfilter => returns == Ty::Boolean,
        _ => true,
    }
}
