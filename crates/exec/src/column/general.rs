//! Columns of general values: objects, and the pairs of a product.
//!
//! Two things are gained here. Ops that only look at an object run in one loop over all of them.
//! And the components of a product's pairs are few values that occur often, so that whatever is
//! computed from one component is computed once per value: cost and calls count as often as the
//! value occurs.

use lang::{Cost, Kernel, Op};

use super::sets::call_cost;
use super::{Column, Walk};
use crate::charge::arguments_cost;
use crate::dispatch::{ENTRIES, KernelFn};
use crate::kernels::patch::no_line;
use crate::value::{FuncKind, Value, layout};

/// Shorter columns are not searched for values that occur often.
const WORTH_SEARCHING: usize = 32;

/// Most different values in a column of few, per square root of its length: a product of two
/// containers of one length has 1.
const MOST_DISTINCT: usize = 4;

/// Values that occur several times each.
#[derive(Clone, Copy)]
pub struct Few<'a> {
    values: &'a [Value<'a>],
    /// By value: how often it occurs.
    times: &'a [u64],
    /// By element: which value it is.
    index: &'a [u32],
}

impl<'a> Few<'a> {
    /// The value of one element.
    #[inline]
    pub fn get(&self, i: usize) -> Value<'a> {
        self.values[self.index[i] as usize]
    }

    /// A number of each value, summed over all elements.
    fn sum(&self, f: impl Fn(Value<'a>) -> u64) -> u64 {
        self.values.iter().zip(self.times).map(|(&v, times)| f(v) * times).sum()
    }
}

/// Whether columns of general values may know every op in a function's tree. What is computed
/// from a component of a pair may be anything.
pub fn knows(f: Value<'_>, sized: bool) -> bool {
    match f {
        Value::Op(op) => super::known::knows_op(op, sized) || looks_at_one(op) || looks_at_two(op),
        Value::Func(func) => match (func.kind, func.args) {
            (FuncKind::Compose, [_, inner, _]) | (FuncKind::Chain, [_, _, inner])
                if is_component(inner) =>
            {
                true
            }
            _ => super::known::knows_parts(func, sized, knows),
        },
        _ => false,
    }
}

fn is_component(f: Value<'_>) -> bool {
    matches!(f, Value::Op(op) if matches!(op.kernel(), Kernel::First | Kernel::Last))
}

/// Ops of one argument that neither call functions nor charge for what they do inside.
fn looks_at_one(op: Op) -> bool {
    use Kernel::*;
    let kernel = op.kernel();
    ENTRIES[op.index()].plain
        && matches!(
            kernel,
            First
                | Last
                | Size
                | Color
                | Uppermost
                | Lowermost
                | Leftmost
                | Rightmost
                | Height
                | Width
                | Center
                | Ulcorner
                | Lrcorner
                | Toindices
        )
}

/// Ops of two arguments that neither call functions nor charge for what they do inside.
fn looks_at_two(op: Op) -> bool {
    use Kernel::*;
    ENTRIES[op.index()].plain && matches!(op.kernel(), Manhattan | Hmatching | Vmatching)
}

impl<'a> Walk<'_, 'a> {
    /// Whether a column holds values that only this module reads.
    pub(super) fn is_general(x: Column<'a>) -> bool {
        matches!(x, Column::Values(_) | Column::Few(_))
    }

    /// The sizes of all elements together.
    pub(super) fn sizes(&self, x: Column<'a>) -> Option<u64> {
        match x {
            Column::Values(values) => Some(values.iter().map(|v| v.size()).sum()),
            Column::Few(few) => Some(few.sum(|v| v.size())),
            _ => Some(super::size_of(x)? * self.len as u64),
        }
    }

    /// Compares with one value; charged as a matcher is.
    pub(super) fn matches_general(&mut self, x: Column<'a>, target: Value<'a>) {
        let size = |v: Value<'a>| v.size().min(target.size());
        self.total += match x {
            Column::Few(few) => few.sum(size),
            _ => (0..self.len).map(|i| size(x.get(i))).sum(),
        };
    }

    /// One call per element of an op that looks at one value.
    pub(super) fn look1(&mut self, op: Op, x: Column<'a>) -> Option<Column<'a>> {
        let (Column::Values(values), true) = (x, looks_at_one(op)) else { return None };
        let entry = &ENTRIES[op.index()];
        let KernelFn::One(kernel) = entry.kernel else { return None };
        self.list(op, 1)?;
        let (cx, unit) = (self.cx, entry.cost == Cost::Unit);
        let out = cx.arena.filled(self.len, Value::Int(0));
        for (to, &v) in out.iter_mut().zip(values) {
            *to = kernel(cx, v).ok()?;
            self.total += arguments_cost(entry.cost, &[v]) + if unit { 0 } else { to.size() };
        }
        Some(self.gathered(out))
    }

    /// One call per element of an op that looks at two values and gives an integer.
    pub(super) fn look2(&mut self, op: Op, x: Column<'a>, y: Column<'a>) -> Option<Column<'a>> {
        let entry = &ENTRIES[op.index()];
        let (KernelFn::Two(kernel), true) = (entry.kernel, looks_at_two(op)) else { return None };
        self.list(op, 1)?;
        if op.kernel() == Kernel::Manhattan
            && let Some(distances) = self.distances(op, x, y)
        {
            return Some(distances);
        }
        let out = self.cx.arena.filled(self.len, 0i32);
        let mut total = 0;
        for (i, to) in out.iter_mut().enumerate() {
            let (x, y) = (x.get(i), y.get(i));
            *to = i32::try_from(kernel(self.cx, x, y).ok()?.int().ok()?).ok()?;
            total += arguments_cost(entry.cost, &[x, y]) + (entry.cost != Cost::Unit) as u64;
        }
        self.total += total;
        Some(Column::Ints(out))
    }

    /// Lines between the positions of two columns; most pairs have none.
    pub(super) fn connected(&mut self, op: Op, x: Column<'a>, y: Column<'a>) -> Option<Column<'a>> {
        let (Column::Pairs(a), Column::Pairs(b)) = (x, y) else { return None };
        let KernelFn::Two(kernel) = ENTRIES[op.index()].kernel else { return None };
        self.list(op, 1)?;
        let out = self.cx.arena.filled(self.len, Value::EMPTY);
        for (to, (&a, &b)) in out.iter_mut().zip(a.iter().zip(b)) {
            if !no_line(a, b) {
                *to = kernel(self.cx, Value::Pair(a.0, a.1), Value::Pair(b.0, b.1)).ok()?;
            }
            self.total += call_cost(op, [1, 1], to.size());
        }
        Some(Column::Values(out))
    }

    /// The distances of sets of one position each from one such set.
    fn distances(&mut self, op: Op, x: Column<'a>, y: Column<'a>) -> Option<Column<'a>> {
        let (Column::Values(sets), Column::Same(one)) = (x, y) else { return None };
        let (row, col) = only_position(one)?;
        let mut fits = true;
        let out = self.cx.arena.from_fn(self.len, |i| {
            let (r, c) = only_position(sets[i]).unwrap_or_else(|| {
                fits = false;
                (0, 0)
            });
            (r - row).abs() + (c - col).abs()
        });
        // All sizes are 1.
        self.cost += if fits { call_cost(op, [1, 1], 1) } else { 0 };
        fits.then_some(Column::Ints(out))
    }

    /// The components of pairs at one end; those of a product are few.
    pub(super) fn component(&mut self, op: Op, x: Column<'a>) -> Option<Column<'a>> {
        match x {
            Column::Values(pairs) if ENTRIES[op.index()].cost == Cost::Unit => {
                if let Some(rows) = self.end_rows(op, pairs) {
                    self.note(op, None)?;
                    return Some(rows);
                }
                let Some(few) = self.few_components(op, pairs) else { return self.look1(op, x) };
                self.note(op, None)?;
                Some(few)
            }
            _ => self.look1(op, x),
        }
    }

    /// The first or last rows of grids of two columns, which pairs of pairs are.
    fn end_rows(&self, op: Op, grids: &[Value<'a>]) -> Option<Column<'a>> {
        let is_first = op.kernel() == Kernel::First;
        let rows = self.cx.arena.filled(grids.len(), (0, 0));
        for (to, v) in rows.iter_mut().zip(grids) {
            let Value::Grid(g) = v else { return None };
            let g = g.grid();
            let row = if is_first { 0 } else { g.height - 1 };
            let &[a, b] = g.row(row) else { return None };
            *to = (a as i32, b as i32);
        }
        Some(Column::Pairs(rows))
    }

    /// A function of few values, called once for each.
    pub(super) fn each_once(&mut self, f: Value<'a>, few: &Few<'a>) -> Option<Column<'a>> {
        if self.inside > 0 {
            return None;
        }
        self.save();
        let (cx, weight) = (self.cx, self.cx.weight());
        let mut results = Some(cx.arena.filled(few.values.len(), Value::Int(0)));
        for (i, (&v, &times)) in few.values.iter().zip(few.times).enumerate() {
            let before = cx.spent();
            cx.set_weight(weight * times);
            let result = cx.entered(&self.function, || cx.call1(&f, &v)).ok();
            let repeats = cx.spent() - before;
            match (result, &mut results) {
                (Some(v), Some(results)) if cx.try_charge(repeats * (times - 1)) => results[i] = v,
                _ => results = None,
            }
            if results.is_none() {
                break;
            }
        }
        cx.set_weight(weight);
        Some(self.spread(results?, few))
    }

    /// The column of what few values gave.
    fn spread(&self, results: &'a [Value<'a>], few: &Few<'a>) -> Column<'a> {
        let index = |i: usize| few.index[i] as usize;
        match self.gathered(results) {
            Column::Ints(ints) => self.collect(|i| ints[index(i)]),
            Column::Pairs(pairs) => self.collect_pairs(|i| pairs[index(i)]),
            _ => Column::Few(self.cx.arena.one(Few { values: results, ..*few })),
        }
    }

    /// Values as the simplest column that holds them.
    fn gathered(&self, values: &'a [Value<'a>]) -> Column<'a> {
        self.cx.column_of_values(values).unwrap_or(Column::Values(values))
    }

    /// The components of general tuples, if they are few values.
    fn few_components(&self, op: Op, pairs: &[Value<'a>]) -> Option<Column<'a>> {
        if pairs.len() < WORTH_SEARCHING {
            return None;
        }
        let is_first = op.kernel() == Kernel::First;
        let most = (MOST_DISTINCT * pairs.len().isqrt()).min(pairs.len() / 2);
        let mut search = Search {
            table: self.cx.arena.filled((4 * most).next_power_of_two(), u32::MAX),
            ids: self.cx.arena.filled(most, (0, 0)),
            len: 0,
        };
        let index = self.cx.arena.filled(pairs.len(), 0u32);
        let distinct = self.cx.arena.filled(most, Value::Int(0));
        let times = self.cx.arena.filled(most, 0u64);
        for (to, pair) in index.iter_mut().zip(pairs) {
            let Value::Tuple(parts) = pair else { return None };
            let &v = if is_first { parts.slice().first()? } else { parts.slice().last()? };
            let place = search.place(identity(v)?)?;
            (distinct[place], *to) = (v, place as u32);
            times[place] += 1;
        }
        let (values, times) = (&distinct[..search.len], &times[..search.len]);
        Some(Column::Few(self.cx.arena.one(Few { values, times, index })))
    }
}

/// Numbers values by what identifies them.
struct Search<'a> {
    /// A power of two of slots, at most a quarter of them full.
    table: &'a mut [u32],
    ids: &'a mut [(u64, u64)],
    len: usize,
}

impl Search<'_> {
    /// The number of a value; `None` when there would be too many.
    #[inline]
    fn place(&mut self, id: (u64, u64)) -> Option<usize> {
        let mask = self.table.len() - 1;
        let hash = (id.0 ^ id.1.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut slot = (hash >> 32) as usize & mask;
        loop {
            match self.table[slot] {
                u32::MAX if self.len == self.ids.len() => return None,
                u32::MAX => break,
                place if self.ids[place as usize] == id => return Some(place as usize),
                _ => slot = (slot + 1) & mask,
            }
        }
        self.table[slot] = self.len as u32;
        self.ids[self.len] = id;
        self.len += 1;
        Some(self.len - 1)
    }
}

/// What two values of one column have in common only if they are equal: their content, or the
/// memory they share.
#[inline]
fn identity(v: Value<'_>) -> Option<(u64, u64)> {
    let kind = match v {
        Value::Cells(_) => 1,
        Value::Poses(_) => 2,
        Value::Tuple(_) => 3,
        Value::Set(_) => 4,
        _ => return None,
    };
    Some((v.address()? as u64, kind << 32 | v.size()))
}

/// Row and column of the position in a set of just one.
#[inline]
pub(super) fn only_position(v: Value<'_>) -> Option<(i32, i32)> {
    let Value::Poses(keys) = v else { return None };
    let &[pos] = keys.slice() else { return None };
    Some((layout::row(pos), layout::col(pos)))
}

#[cfg(test)]
mod tests {
    use lang::Dialect;

    use super::*;
    use crate::arena::Arena;
    use crate::cx::Cx;

    /// Objects of several sizes and colours, some colours twice.
    fn objects<'a>(cx: &Cx<'a>, count: i64) -> Value<'a> {
        let object = |n: i64| {
            let cell = |i: i64| cx.cell(Value::Int(n % 4), n + i, (n * n + i) % 13).expect("small");
            cx.set(&mut (0..1 + n % 3).map(cell).collect::<Vec<_>>()).expect("small")
        };
        cx.set(&mut (0..count).map(object).collect::<Vec<_>>()).expect("small")
    }

    fn op(name: &str) -> Op {
        Op::lookup(Dialect::Arc, name).expect("an op")
    }

    fn call<'a>(cx: &Cx<'a>, name: &str, args: &[Value<'a>]) -> Value<'a> {
        cx.op(op(name), args).expect("no failure")
    }

    /// Functions of pairs of objects: `outer(inner(first), inner(last))`.
    fn of_pairs<'a>(cx: &Cx<'a>, outer: &str, inner: &str) -> Value<'a> {
        let [outer, inner] = [outer, inner].map(|name| Value::Op(op(name)));
        let [first, last] = ["first", "last"].map(|name| Value::Op(op(name)));
        let (a, b) = (call(cx, "compose", &[inner, first]), call(cx, "compose", &[inner, last]));
        call(cx, "fork", &[outer, a, b])
    }

    /// Truth of all pairs, cost, and calls by op: with columns, or one by one.
    type Answers = (Option<Vec<bool>>, u64, Vec<u64>);

    fn answers(outer: &str, inner: &str, budget: u64, columns: bool) -> Answers {
        let arena = Arena::new();
        let cx = Cx::new(&arena, Dialect::Arc);
        let objects = objects(&cx, 30);
        let pairs = call(&cx, "product", &[objects, objects]);
        let f = of_pairs(&cx, outer, inner);
        cx.start_step(budget);
        let items = cx.items(pairs).expect("a container");
        let truths = if columns {
            let column = cx.test_column(f, pairs).ok().flatten();
            column.map(|c| (0..items.len()).map(|i| c.get(i).truth()).collect())
        } else {
            items.map(|x| cx.test(&f, &x).ok()).collect()
        };
        let cost = cx.spent();
        (truths, cost, cx.into_calls().iter().map(|calls| calls.get()).collect())
    }

    #[test]
    fn pairs_of_a_product_are_what_they_are_one_by_one() {
        for (outer, inner) in [("equality", "color"), ("equality", "leftmost"), ("greater", "size")]
        {
            let column = answers(outer, inner, u64::MAX, true);
            assert!(column.0.is_some(), "{outer} {inner}: declined");
            assert_eq!(column, answers(outer, inner, u64::MAX, false), "{outer} {inner}");
        }
    }

    #[test]
    fn what_declines_leaves_no_trace() {
        let (truths, cost, calls) = answers("equality", "color", 3000, true);
        assert_eq!((truths, cost, calls[op("color").index()]), (None, 0, 0));
        assert_eq!(answers("equality", "color", 3000, false).0, None);
    }
}
