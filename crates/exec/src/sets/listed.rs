//! Tuples of positions or cells, which mapping over tuples gives, read as packed elements.
//!
//! Patches are sets nearly always, and kernels have their fast paths for packed sets. A tuple
//! whose elements all have a packed form takes those paths too, its keys in the tuple's order
//! and repeats included.

use crate::cx::Cx;
use crate::sets::patch::Places;
use crate::value::keys::sort_dedup;
use crate::value::{Value, View, layout};

/// The packed elements of a tuple, in its order.
#[derive(Clone, Copy)]
pub(crate) enum Listed<'a> {
    /// Positions.
    Poses(&'a [u32]),
    /// Cells.
    Cells(&'a [u32]),
}

impl<'a> Cx<'a> {
    /// The packed elements of a tuple of positions or of cells; `None` for anything else, even
    /// for a set.
    pub(crate) fn listed(&self, v: Value<'a>) -> Option<Listed<'a>> {
        match v.view() {
            View::Grid(g) if g.width == 2 => {
                let pair = |i: usize| (g.cells[2 * i] as i32, g.cells[2 * i + 1] as i32);
                let key = |i| layout::pos_unchecked(pair(i).0, pair(i).1);
                Some(Listed::Poses(self.arena.from_fn(g.height, key)))
            }
            View::Tuple(values) => match values.first()? {
                Value::Cell(_) => self.keys_of(values, cell_key).map(Listed::Cells),
                Value::Pair(..) => self.keys_of(values, pair_key).map(Listed::Poses),
                _ => None,
            },
            _ => None,
        }
    }

    fn keys_of(
        &self,
        values: &[Value<'a>],
        key: impl Fn(&Value<'a>) -> Option<u32>,
    ) -> Option<&'a [u32]> {
        let keys = self.arena.filled(values.len(), 0);
        for (to, v) in keys.iter_mut().zip(values) {
            *to = key(v)?;
        }
        Some(keys)
    }

    /// The positions of a packed set or of a tuple of packable elements.
    #[inline]
    pub(crate) fn places(&self, v: Value<'a>) -> Option<Places<'a>> {
        self.packed(v).or_else(|| self.listed(v).map(|listed| listed.places(self)))
    }
}

impl<'a> Listed<'a> {
    /// The positions alone.
    pub(crate) fn places(self, cx: &Cx<'a>) -> Places<'a> {
        match self {
            Listed::Poses(keys) => Places::listed(keys, 0),
            Listed::Cells(keys) => Places::listed(keys, if cx.is_batt() { 8 } else { 0 }),
        }
    }

    /// The set of elements made from these by a change of keys; `None` where there is one
    /// without a key.
    pub(crate) fn changed_set(
        self,
        cx: &Cx<'a>,
        change: impl Fn(&'a [u32]) -> Option<&'a mut [u32]>,
    ) -> Option<Value<'a>> {
        match self {
            Listed::Poses(keys) => Some(cx.poses(sort_dedup(change(keys)?))),
            Listed::Cells(keys) => Some(cx.cells(sort_dedup(change(keys)?))),
        }
    }
}

fn cell_key(v: &Value<'_>) -> Option<u32> {
    if let Value::Cell(key) = *v { Some(key) } else { None }
}

fn pair_key(v: &Value<'_>) -> Option<u32> {
    if let Value::Pair(row, col) = *v { layout::pos(row as i64, col as i64) } else { None }
}

#[cfg(test)]
mod tests {
    use lang::{Dialect, Op};

    use super::*;
    use crate::arena::Arena;
    use crate::value::order::equal;

    /// Ops of one patch that must see a tuple as they see the set of its elements.
    const ALIKE: [&str; 10] = [
        "box",
        "backdrop",
        "delta",
        "outbox",
        "uppermost",
        "lowermost",
        "leftmost",
        "rightmost",
        "center",
        "normalize",
    ];

    fn op(name: &str) -> Op {
        Op::lookup(Dialect::Arc, name).expect("an op")
    }

    /// Tuples of small pairs, of pairs too large for a grid, and of cells; some repeat.
    fn tuples<'a>(cx: &Cx<'a>) -> Vec<Value<'a>> {
        let numbers = |n: i64| (0..n).map(move |i| ((i * 7 + n) % 5 - 1, (i * 11) % (n / 2 + 1)));
        let pairs = |n: i64, by: i64| numbers(n).map(|(r, c)| cx.pair(r * by, c)).collect();
        let cell = |(r, c): (i64, i64)| cx.cell(Value::Int((r * c) % 3), r, c).expect("small");
        (1..30)
            .flat_map(|n| [pairs(n, 1), pairs(n, 200), numbers(n).map(cell).collect::<Vec<_>>()])
            .map(|elements: Vec<_>| cx.tuple(&elements).expect("small"))
            .collect()
    }

    #[test]
    fn a_tuple_is_read_as_the_set_of_its_elements() {
        let arena = Arena::new();
        let cx = Cx::new(&arena, Dialect::Arc);
        let grid = cx.op(op("canvas"), &[Value::Int(3), Value::Pair(4, 9)]).expect("a grid");
        for tuple in tuples(&cx) {
            assert!(cx.listed(tuple).is_some());
            let set = cx.set_from(tuple).expect("a set");
            let calls = |v| {
                let one = |name: &&str| cx.op(op(name), &[v]).expect("no failure");
                let mut out: Vec<_> = ALIKE.iter().map(one).collect();
                for (name, args) in [
                    ("shift", vec![v, Value::Pair(-3, 2)]),
                    ("recolor", vec![Value::Int(4), v]),
                    ("fill", vec![grid, Value::Int(7), v]),
                    ("underfill", vec![grid, Value::Int(7), v]),
                    ("toobject", vec![v, grid]),
                    ("manhattan", vec![v, set]),
                    ("hmatching", vec![v, set]),
                ] {
                    out.push(cx.op(op(name), &args).expect("no failure"));
                }
                out
            };
            for (a, b) in calls(tuple).into_iter().zip(calls(set)) {
                assert!(equal(a, b));
            }
        }
    }
}
