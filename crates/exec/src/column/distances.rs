//! Distances of a column of positions from fixed ones.
//!
//! `manhattan` of sets of one position each, and `apply` of it to a tuple of such sets: the
//! nearest of several places, asked for every position of a grid.

use lang::{Kernel, Op};

use super::sets::{Moved, call_cost};
use super::{Column, Walk, general};
use crate::value::{Value, View};

/// `manhattan` with one argument fixed, which differs by element.
#[derive(Clone, Copy)]
pub struct Bound<'a> {
    op: Op,
    fixed: Moved<'a>,
}

/// Size and nesting of the function that binds a set of one position.
const BOUND_SIZE: u64 = 3;
const BOUND_DEPTH: u32 = 3;

/// So many numbers are made at once, 4 MB; more are left to the walk, which makes them element by
/// element and stops where the budget ends.
const MOST_INTS: usize = 1 << 20;

/// Tuples of integers of one length.
#[derive(Clone, Copy)]
pub struct Lists<'a> {
    ints: &'a [i32],
    len: usize,
}

impl Lists<'_> {
    /// The size of each tuple: a pair is a plain value.
    fn size(&self) -> u64 {
        if self.len == 2 { 1 } else { self.len as u64 }
    }
}

impl<'a> Walk<'_, 'a> {
    /// Distances of the sets of a column, one position each, from one packed set.
    pub(super) fn distances_from(
        &mut self,
        op: Op,
        x: Column<'a>,
        y: Column<'a>,
    ) -> Option<Column<'a>> {
        let (moved, to) = match (x, y) {
            (Column::Moved(moved), Column::Same(to)) | (Column::Same(to), Column::Moved(moved)) => {
                (moved, to)
            }
            _ => return None,
        };
        let (from, to_places) = (moved.positions()?, self.cx.packed(to)?);
        self.list(op, 1)?;
        self.cost += call_cost(op, [1, to.size()], 1);
        Some(self.collect(|i| {
            let (row, col) = from(i);
            let away = |pos| {
                let (r, c) = super::unpacked(pos);
                (r - row).abs() + (c - col).abs()
            };
            to_places.iter().fold(i32::MAX, |least, pos| least.min(away(pos)))
        }))
    }

    /// `rbind` or `lbind` of `manhattan` and the sets of a column: distances are the same from
    /// both sides.
    pub(super) fn bound(&mut self, op: Op, x: Column<'a>, y: Column<'a>) -> Option<Column<'a>> {
        let (Column::Same(Value::Op(inner)), Column::Moved(moved)) = (x, y) else {
            return self.bound_plain(op, x, y);
        };
        if inner.kernel() != Kernel::Manhattan || moved.positions().is_none() {
            return None;
        }
        self.note(op, None)?;
        Some(Column::Bound(self.cx.arena.one(Bound { op: inner, fixed: *moved })))
    }

    /// `apply` of functions that [`Walk::bound`] made to one tuple of sets.
    pub(super) fn lists(&mut self, op: Op, x: Column<'a>, y: Column<'a>) -> Option<Column<'a>> {
        let (Column::Bound(bound), Column::Same(tuple)) = (x, y) else { return None };
        let View::Tuple(sets) = tuple.view() else { return None };
        if sets.is_empty() || !self.may_enter(BOUND_DEPTH) {
            return None;
        }
        let room = self.len.checked_mul(sets.len()).filter(|&ints| ints <= MOST_INTS)?;
        let places = self.cx.arena.filled(sets.len(), (0, 0));
        for (to, &set) in places.iter_mut().zip(sets) {
            *to = general::only_position(set)?;
        }
        let from = bound.fixed.positions()?;
        let len = places.len();
        let ints = self.cx.arena.filled(room, 0i32);
        for (i, to) in ints.chunks_exact_mut(len).enumerate() {
            let (row, col) = from(i);
            for (to, &(r, c)) in to.iter_mut().zip(&*places) {
                *to = (r - row).abs() + (c - col).abs();
            }
        }
        let lists = Lists { ints, len };
        self.list(op, 1)?;
        self.list(bound.op, len as u64)?;
        // What a mapped call gives is charged once more where it is collected.
        self.cost += len as u64 * (call_cost(bound.op, [1, 1], 1) + 1);
        self.cost += call_cost(op, [BOUND_SIZE, tuple.size()], lists.size());
        Some(Column::Lists(self.cx.arena.one(lists)))
    }

    /// The smallest or largest number of each tuple.
    pub(super) fn ends(&mut self, op: Op, x: Column<'a>) -> Option<Column<'a>> {
        let Column::Lists(lists) = x else { return None };
        self.list(op, 1)?;
        self.cost += call_cost(op, [lists.size(), 0], 1);
        let of = |i: usize| lists.ints[i * lists.len..][..lists.len].iter();
        Some(match op.kernel() {
            Kernel::Minimum => self.collect(|i| of(i).fold(i32::MAX, |end, &n| end.min(n))),
            _ => self.collect(|i| of(i).fold(i32::MIN, |end, &n| end.max(n))),
        })
    }
}
