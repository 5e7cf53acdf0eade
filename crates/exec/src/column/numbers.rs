//! Arithmetic on columns of integers, pairs and cells.

use super::{Column, Walk, unpacked};
use crate::value::{Value, layout, order};

impl<'a> Walk<'_, 'a> {
    /// A number of the two components of a pair.
    pub(super) fn of_pair(&self, x: Column<'a>, f: impl Fn(i32, i32) -> i32) -> Option<Column<'a>> {
        let Column::Pairs(pairs) = x else { return None };
        Some(self.collect(|i| f(pairs[i].0, pairs[i].1)))
    }

    /// First component: in `arc` the colour of a cell, in `batt` its row.
    pub(super) fn first(&self, x: Column<'a>) -> Option<Column<'a>> {
        let lay = self.cx.lay;
        match x {
            Column::Two(parts) => Some(parts[0]),
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
            Column::Two(parts) => Some(parts[1]),
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

    pub(super) fn collect_pairs(&self, f: impl Fn(usize) -> (i32, i32)) -> Column<'a> {
        Column::Pairs(self.cx.arena.from_fn(self.len, f))
    }

    /// Collects results that fit 32 bits; `None` if one does not. Operands fit them, so sums and
    /// products fit 64.
    pub(super) fn collect_fitting(&self, f: impl Fn(usize) -> i64) -> Option<Column<'a>> {
        let mut lost = 0;
        let ints = self.cx.arena.from_fn(self.len, |i| {
            let wide = f(i);
            lost |= wide ^ wide as i32 as i64;
            wide as i32
        });
        (lost == 0).then_some(Column::Ints(ints))
    }

    pub(super) fn collect_fitting_pairs(
        &self,
        f: impl Fn(usize) -> (i64, i64),
    ) -> Option<Column<'a>> {
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

    pub(super) fn ints2(
        &self,
        x: Column<'a>,
        y: Column<'a>,
        f: impl Fn(i64, i64) -> i64,
    ) -> Option<Column<'a>> {
        match (x, y) {
            (Column::Ints(x), Column::Ints(y)) => {
                self.collect_fitting(|i| f(x[i] as i64, y[i] as i64))
            }
            (Column::Ints(x), Column::Same(Value::Int(n))) => {
                let n = i32::try_from(n).ok()? as i64;
                self.collect_fitting(|i| f(x[i] as i64, n))
            }
            (Column::Same(Value::Int(n)), Column::Ints(y)) => {
                let n = i32::try_from(n).ok()? as i64;
                self.collect_fitting(|i| f(n, y[i] as i64))
            }
            _ => None,
        }
    }

    /// Arithmetic with broadcasting.
    pub(super) fn binary(
        &self,
        x: Column<'a>,
        y: Column<'a>,
        f: impl Fn(i64, i64) -> i64,
    ) -> Option<Column<'a>> {
        let is_pair = |c| matches!(c, Column::Pairs(_) | Column::Same(Value::Pair(..)));
        if !is_pair(x) && !is_pair(y) {
            return self.ints2(x, y, f);
        }
        let (x, y) = (pair_reader(x)?, pair_reader(y)?);
        self.collect_fitting_pairs(|i| {
            let ((a, b), (c, d)) = (x(i), y(i));
            (f(a as i64, c as i64), f(b as i64, d as i64))
        })
    }

    /// Pairs of two integers, or tuples of two pairs.
    pub(super) fn pair(&self, x: Column<'a>, y: Column<'a>) -> Option<Column<'a>> {
        let is_int = |c| matches!(c, Column::Ints(_) | Column::Same(Value::Int(_)));
        let is_pair = |c| matches!(c, Column::Pairs(_) | Column::Same(Value::Pair(..)));
        if is_pair(x) && is_pair(y) {
            return Some(Column::Two(self.cx.arena.one([x, y])));
        }
        if !is_int(x) || !is_int(y) {
            return None;
        }
        let (x, y) = (pair_reader(x)?, pair_reader(y)?);
        Some(self.collect_pairs(|i| (x(i).0, y(i).0)))
    }

    pub(super) fn equal(&self, x: Column<'a>, y: Column<'a>) -> Option<Column<'a>> {
        if let (Column::Ints(ints), Column::Same(Value::Int(n))) = (x, y) {
            return Some(self.collect(|i| (ints[i] as i64 == n) as i32));
        }
        Some(self.collect(|i| order::equal(x.get(i), y.get(i)) as i32))
    }

    pub(super) fn contained(&self, x: Column<'a>, y: Column<'a>) -> Option<Column<'a>> {
        let Column::Same(container) = y else { return None };
        self.cx.items(container).ok()?;
        let found = |i| self.cx.contains(container, x.get(i)).unwrap_or(false);
        Some(self.collect(|i| found(i) as i32))
    }
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
