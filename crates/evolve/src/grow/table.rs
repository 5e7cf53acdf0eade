//! What may be called with what, worked out once per dialect.

use std::sync::OnceLock;

use exec::value::kind::admits;
use lang::{Const, Dialect, Kernel, Op, Ty};

use crate::mutate::Kind;
use crate::mutate::tables::{Tables, is_solvers, slot_ty};
use crate::prior::{BIT, Bits, Child, NEVER, Odds, Place, Slots};

/// An op as growth calls it.
#[derive(Clone)]
pub struct Row {
    /// The op.
    pub op: Op,
    /// What is around it costs at least so much: its calls are made that much later than their cost says.
    pub around: u32,
    /// What a call of it adds to the cost of its arguments.
    pub cost: u32,
    /// Its parameters.
    pub slots: Vec<Slot>,
}

/// What a parameter is offered.
#[derive(Clone)]
pub struct Slot {
    /// Constants and functions, by their place in [`Table::leaves`], and what they cost.
    pub leaves: Vec<(usize, u32)>,
    /// Kinds of values that fit.
    pub kinds: Vec<Kind>,
    /// By head of a value: what it costs to take one; nothing where all are free.
    pub heads: Vec<Option<u32>>,
    /// What the slots behind it cost at least.
    pub behind: u32,
}

impl Slot {
    /// What it costs to take a value with this head; nothing if none is taken.
    pub fn cost_of(&self, head: u16) -> Option<u32> {
        self.heads.get(head as usize).copied().unwrap_or(Some(0))
    }
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
#[derive(Clone)]
pub struct Table {
    /// The ops, in the order of the op table.
    pub rows: Vec<Row>,
    /// Every constant and function that some slot is offered.
    pub leaves: Vec<Leaf>,
    /// Cost from which on there is nothing: no budget comes that far.
    pub most_cost: u32,
    /// Numbers for the heads that values are told by; nothing where all are one.
    by_head: Option<&'static Slots>,
}

/// Cost from which on there is nothing: without a prior, and in [`UNIT`]s.
const MOST_COST: u32 = 64;
const MOST_UNITS: u32 = 160;

/// What costs 1 where a prior says what is likely: half a bit. Finer steps make no order that is worth more rounds.
const UNIT: u32 = BIT as u32 / 2;

/// Most parameters of an op that is called.
pub const MOST_ARGS: usize = 4;

impl Table {
    /// The table of a dialect.
    pub fn of(dialect: Dialect) -> &'static Table {
        static TABLES: [OnceLock<Table>; 2] = [const { OnceLock::new() }; 2];
        TABLES[dialect as usize].get_or_init(|| Table::new(dialect))
    }

    fn new(dialect: Dialect) -> Table {
        let (rows, leaves) = (Vec::new(), Vec::new());
        let mut table = Table { rows, leaves, most_cost: MOST_COST, by_head: None };
        let mut seen = Vec::new();
        for op in Op::of(dialect).filter(|&op| is_grown(op)) {
            let slots: Vec<Ty> = (0..op.arity()).map(|place| slot_ty(op, place)).collect();
            // Names that differ in nothing that can be seen here are one.
            let alike = (op.kernel(), slots);
            if seen.contains(&alike) {
                continue;
            }
            let slots = alike.1.iter().map(|&ty| table.slot(op, ty)).collect();
            let cost = cost(op, &alike.1);
            table.rows.push(Row { op, around: cost, cost, slots });
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
        let kinds = Kind::ALL.into_iter().filter(fits).collect();
        Slot { leaves, kinds, heads: Vec::new(), behind: 0 }
    }

    /// The same with costs that follow from odds: programs come in the order of how likely they are.
    pub fn by(odds: &Odds, dialect: Dialect) -> Table {
        let mut table = Table::of(dialect).clone();
        let leaves = table.leaves.iter().map(|leaf| leaf.child()).collect::<Vec<_>>();
        for row in &mut table.rows {
            // Every call costs something, so that its arguments come before it.
            row.cost = 1;
            for (at, slot) in row.slots.iter_mut().enumerate() {
                slot.go_by(odds.row(Place::Argument(row.op, at)), odds.slots(), &leaves);
            }
            let mut behind = 0;
            for slot in row.slots.iter_mut().rev() {
                slot.behind = behind;
                behind = behind.saturating_add(slot.least());
            }
        }
        let around = around(&table.rows, odds);
        table.rows.iter_mut().zip(around).for_each(|(row, around)| row.around = around + row.cost);
        table.rows.retain(|row| row.around <= MOST_UNITS);
        Table { most_cost: MOST_UNITS, by_head: Some(odds.slots()), ..table }
    }

    /// Whether its costs follow from odds.
    pub fn is_by_odds(&self) -> bool {
        self.by_head.is_some()
    }

    /// What values made by an op, or given, are told by.
    pub fn head(&self, child: Child) -> u16 {
        self.by_head.map_or(0, |slots| slots.child(child) as u16)
    }

    fn leaf(&mut self, leaf: Leaf) -> usize {
        self.leaves.iter().position(|&other| other == leaf).unwrap_or_else(|| {
            self.leaves.push(leaf);
            self.leaves.len() - 1
        })
    }
}

impl Leaf {
    fn child(self) -> Child {
        match self {
            Leaf::Const(constant) => Child::Const(constant),
            Leaf::Fn(op) => Child::Op(op),
        }
    }
}

impl Slot {
    fn go_by(&mut self, row: &[Bits], slots: &Slots, leaves: &[Child]) {
        let cost = |bits: Bits| (bits != NEVER).then_some((u32::from(bits) + UNIT / 2) / UNIT);
        let of_leaf =
            |&(leaf, _): &(usize, u32)| Some((leaf, cost(row[slots.child(leaves[leaf])])?));
        self.leaves = self.leaves.iter().filter_map(of_leaf).collect();
        // A stable sort: of equals the one that comes first in its range.
        self.leaves.sort_by_key(|leaf| leaf.1);
        self.heads = row.iter().map(|&bits| cost(bits)).collect();
    }

    /// What it costs at least to fill it.
    fn least(&self) -> u32 {
        let leaves = self.leaves.iter().map(|leaf| leaf.1);
        leaves.chain(self.heads.iter().flatten().copied()).min().unwrap_or(MOST_UNITS)
    }
}

/// By op: what the likeliest program around a call of it costs beside the call.
fn around(rows: &[Row], odds: &Odds) -> Vec<u32> {
    let units =
        |bits: Bits| if bits == NEVER { MOST_UNITS } else { (u32::from(bits) + UNIT / 2) / UNIT };
    let root = odds.row(Place::Root);
    let heads: Vec<usize> = rows.iter().map(|row| odds.slots().child(Child::Op(row.op))).collect();
    let mut around: Vec<u32> = heads.iter().map(|&head| units(root[head])).collect();
    loop {
        let before = around.clone();
        for (user, row) in rows.iter().enumerate() {
            let all: u32 = row.slots.iter().map(Slot::least).sum();
            for slot in &row.slots {
                let rest = around[user].saturating_add(row.cost + all - slot.least());
                for (at, &head) in heads.iter().enumerate() {
                    let cost =
                        slot.heads[head].map_or(MOST_UNITS, |cost| cost.saturating_add(rest));
                    around[at] = around[at].min(cost);
                }
            }
        }
        if around == before {
            return around;
        }
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
