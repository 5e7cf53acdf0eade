//! Arithmetic on columns of integers, pairs and cells.

use lang::Op;

use super::Column;
use super::column::{Later, unpacked};
use super::walk::Walk;
use crate::kernels::access;
use crate::value::{Value, layout, order};

impl<'a> Walk<'_, 'a> {
    /// A number that is chosen from those of a pair or of a longer tuple.
    pub(super) fn chosen(&self, x: Column<'a>, f: impl Fn(i32, i32) -> i32) -> Option<Column<'a>> {
        match x {
            Column::Pairs(pairs) => Some(self.collect(|i| f(pairs[i].0, pairs[i].1))),
            Column::Tuple([Column::Ints(first), rest @ ..]) => {
                let out = self.cx.arena.copy(first);
                for part in rest {
                    let Column::Ints(part) = part else { return None };
                    out.iter_mut().zip(*part).for_each(|(to, &n)| *to = f(*to, n));
                }
                Some(Column::Ints(out))
            }
            _ => None,
        }
    }

    /// One component of tuples of any values.
    fn components(
        &self,
        tuples: &[Value<'a>],
        of: impl for<'v> Fn(&'v [Value<'a>]) -> Option<&'v Value<'a>>,
    ) -> Option<Column<'a>> {
        let out = self.cx.arena.filled(tuples.len(), Value::UNIT);
        for (to, tuple) in out.iter_mut().zip(tuples) {
            let Value::Tuple(parts) = tuple else { return None };
            *to = *of(parts.slice())?;
        }
        Some(Column::of_values(self.cx, out))
    }

    /// First component: in `arc` the colour of a cell, in `batt` its row.
    pub(super) fn first(&self, x: Column<'a>) -> Option<Column<'a>> {
        let lay = self.cx.lay;
        match x {
            Column::Tuple(parts) => parts.first().copied(),
            Column::Values(x @ [Value::Tuple(_), ..]) => self.components(x, <[_]>::first),
            Column::Values(x) => self.gather(|i| access::first(self.cx, x[i])),
            Column::Pairs(pairs) => Some(self.collect(|i| pairs[i].0)),
            Column::Cells(cells) if lay.is_batt() => {
                Some(self.collect(|i| layout::row(lay.pos(cells[i]))))
            }
            Column::Cells(cells) => Some(self.collect(|i| lay.colour(cells[i]) as i32)),
            _ => None,
        }
    }

    /// Last component: in `arc` the position of a cell, in `batt` its colour.
    pub(super) fn last(&self, x: Column<'a>) -> Option<Column<'a>> {
        let lay = self.cx.lay;
        match x {
            Column::Tuple(parts) => parts.last().copied(),
            Column::Values(x @ [Value::Tuple(_), ..]) => self.components(x, <[_]>::last),
            Column::Values(x) => self.gather(|i| access::last(self.cx, x[i])),
            Column::Pairs(pairs) => Some(self.collect(|i| pairs[i].1)),
            Column::Cells(cells) if lay.is_batt() => {
                Some(self.collect(|i| lay.colour(cells[i]) as i32))
            }
            Column::Cells(_) => self.positions(x),
            _ => None,
        }
    }

    /// Positions of cells; pairs are positions.
    pub(super) fn positions(&self, x: Column<'a>) -> Option<Column<'a>> {
        match x {
            Column::Pairs(_) => Some(x),
            Column::Cells(cells) => {
                let lay = self.cx.lay;
                Some(self.collect_pairs(|i| unpacked(lay.pos(cells[i]))))
            }
            _ => None,
        }
    }

    pub(super) fn collect(&self, f: impl Fn(usize) -> i32) -> Column<'a> {
        Column::Ints(self.cx.arena.from_fn(self.len, f))
    }

    fn collect_pairs(&self, f: impl Fn(usize) -> (i32, i32)) -> Column<'a> {
        Column::Pairs(self.cx.arena.from_fn(self.len, f))
    }

    /// Collects results that fit 32 bits; `None` if one does not. Operands fit them, so sums and
    /// products fit 64.
    fn collect_fitting(&self, f: impl Fn(usize) -> i64) -> Option<Column<'a>> {
        let mut lost = 0;
        let ints = self.cx.arena.from_fn(self.len, |i| {
            let wide = f(i);
            lost |= wide ^ wide as i32 as i64;
            wide as i32
        });
        (lost == 0).then_some(Column::Ints(ints))
    }

    fn collect_fitting_pairs(&self, f: impl Fn(usize) -> (i64, i64)) -> Option<Column<'a>> {
        let mut lost = 0;
        let pairs = self.cx.arena.from_fn(self.len, |i| {
            let (a, b) = f(i);
            lost |= (a ^ a as i32 as i64) | (b ^ b as i32 as i64);
            (a as i32, b as i32)
        });
        (lost == 0).then_some(Column::Pairs(pairs))
    }

    /// A function of integers.
    pub(super) fn ints(&self, x: Column<'a>, f: impl Fn(i64) -> i64) -> Option<Column<'a>> {
        let Column::Ints(ints) = x else { return None };
        self.collect_fitting(|i| f(ints[i] as i64))
    }

    /// A function of integers or of both components of pairs.
    pub(super) fn unary(&self, x: Column<'a>, f: impl Fn(i64) -> i64) -> Option<Column<'a>> {
        let Column::Pairs(pairs) = x else { return self.ints(x, f) };
        self.collect_fitting_pairs(|i| (f(pairs[i].0 as i64), f(pairs[i].1 as i64)))
    }

    /// A function of two integers.
    pub(super) fn ints2(
        &self,
        args: &[Column<'a>],
        f: impl Fn(i64, i64) -> i64,
    ) -> Option<Column<'a>> {
        match *args {
            [Column::Ints(x), Column::Ints(y)] => {
                self.collect_fitting(|i| f(x[i] as i64, y[i] as i64))
            }
            [Column::Ints(x), Column::Same(Value::Int(n))] => {
                let n = i32::try_from(n).ok()? as i64;
                self.collect_fitting(|i| f(x[i] as i64, n))
            }
            [Column::Same(Value::Int(n)), Column::Ints(y)] => {
                let n = i32::try_from(n).ok()? as i64;
                self.collect_fitting(|i| f(n, y[i] as i64))
            }
            _ => None,
        }
    }

    /// Arithmetic with broadcasting.
    pub(super) fn binary(
        &self,
        args: &[Column<'a>],
        f: impl Fn(i64, i64) -> i64,
    ) -> Option<Column<'a>> {
        if !is_pair(args[0]) && !is_pair(args[1]) {
            return self.ints2(args, f);
        }
        let (x, y) = (pair_reader(args[0])?, pair_reader(args[1])?);
        self.collect_fitting_pairs(|i| {
            let ((a, b), (c, d)) = (x(i), y(i));
            (f(a as i64, c as i64), f(b as i64, d as i64))
        })
    }

    /// Pairs of two integers, or tuples of two pairs, which only live on the way to their components.
    pub(super) fn astuple(&self, x: Column<'a>, y: Column<'a>) -> Option<Column<'a>> {
        match is_pair(x) && is_pair(y) {
            true => Some(Column::Tuple(self.cx.arena.copy(&[x, y]))),
            false => self.pair(x, y),
        }
    }

    /// Pairs of two integers.
    pub(super) fn pair(&self, x: Column<'a>, y: Column<'a>) -> Option<Column<'a>> {
        let is_int = |c| matches!(c, Column::Ints(_) | Column::Same(Value::Int(_)));
        if !is_int(x) || !is_int(y) {
            return None;
        }
        let (x, y) = (pair_reader(x)?, pair_reader(y)?);
        Some(self.collect_pairs(|i| (x(i).0, y(i).0)))
    }

    /// Calls that are made where their results are asked for.
    pub(super) fn later(
        &self,
        op: Op,
        args: [Column<'a>; 2],
        sizes: Option<&'a [i32]>,
    ) -> Column<'a> {
        Column::Later(self.cx.arena.one(Later { op, args, sizes }))
    }

    /// Whether values that are made are equal.
    pub(super) fn equal(&self, x: Column<'a>, y: Column<'a>) -> Column<'a> {
        match (x, y) {
            (Column::Ints(ints), Column::Same(Value::Int(n)))
            | (Column::Same(Value::Int(n)), Column::Ints(ints)) => {
                self.collect(|i| (ints[i] as i64 == n) as i32)
            }
            (Column::Ints(a), Column::Ints(b)) => self.collect(|i| (a[i] == b[i]) as i32),
            (Column::Pairs(a), Column::Pairs(b)) => self.collect(|i| (a[i] == b[i]) as i32),
            (Column::Values(a), Column::Values(b)) => {
                self.collect(|i| order::equal(a[i], b[i]) as i32)
            }
            _ => {
                let cx = self.cx;
                let values = |i| x.get(cx, i).zip(y.get(cx, i));
                self.collect(|i| values(i).is_some_and(|(a, b)| order::equal(a, b)) as i32)
            }
        }
    }

    /// Whether one container holds each value.
    pub(super) fn contained(&self, x: Column<'a>, y: Column<'a>) -> Option<Column<'a>> {
        let Column::Same(container) = y else { return None };
        if let Some(found) = self.found(x, container) {
            return Some(found);
        }
        self.cx.items(container).ok()?;
        let x = x.made(self.cx, self.len)?;
        let found = |v| self.cx.contains(container, v).unwrap_or(false);
        Some(self.collect(|i| x.get(self.cx, i).is_some_and(found) as i32))
    }
}

fn is_pair(column: Column<'_>) -> bool {
    matches!(column, Column::Pairs(_) | Column::Same(Value::Pair(..)))
}

/// Reads element i of a column as a pair; an integer counts as a pair of itself.
fn pair_reader<'a>(x: Column<'a>) -> Option<impl Fn(usize) -> (i32, i32) + use<'a>> {
    let same = match x {
        Column::Same(Value::Pair(a, b)) => (a, b),
        Column::Same(Value::Int(n)) => (i32::try_from(n).ok()?, i32::try_from(n).ok()?),
        Column::Pairs(_) | Column::Ints(_) => (0, 0),
        _ => return None,
    };
    Some(move |i: usize| match x {
        Column::Pairs(pairs) => pairs[i],
        Column::Ints(ints) => (ints[i], ints[i]),
        _ => same,
    })
}
