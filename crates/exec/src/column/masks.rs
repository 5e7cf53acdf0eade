//! Columns of sets of positions, one bit each.
//!
//! What is made of a moved patch and a fixed set and then asked for more than its size: its box,
//! its elements for which something holds, whether it equals another. Every element has a box of
//! its own, so that moving a set is giving its box another corner.

use lang::{Kernel, Op};

use super::sets::{call_cost, keys_of, shifted};
use super::{Column, Walk, unpacked};
use crate::patch::Places;
use crate::value::Value;

/// Most columns of a box.
const WIDEST: i32 = 64;

/// Most rows of a box.
const HIGHEST: i32 = 256;

/// Most lines of all boxes together.
const MOST_LINES: usize = 1 << 17;

/// Most positions that a condition is tried on.
const MOST_TRIED: i64 = 1 << 12;

/// One set of positions per element.
#[derive(Clone, Copy)]
pub struct Masks<'a> {
    /// The rows of all boxes; the lowest bit is a box's first column.
    lines: &'a [u64],
    /// How many lines an element has room for; 0 when all elements have the same ones.
    stride: usize,
    /// Row and column of each box's corner.
    pub(super) corners: &'a [(i32, i32)],
    /// Height and width of each box.
    pub(super) sides: &'a [(i32, i32)],
    /// Number of positions.
    pub(super) sizes: &'a [u32],
    /// Whether no box is larger than its set needs, and no set is empty.
    pub(super) tight: bool,
}

impl<'a> Masks<'a> {
    /// The rows of one element's box.
    #[inline]
    pub(super) fn lines(&self, i: usize) -> &'a [u64] {
        &self.lines[i * self.stride..][..self.sides[i].0 as usize]
    }

    /// One row of an element from some column on.
    #[inline]
    fn line(&self, i: usize, row: i32, left: i32) -> u64 {
        let at = row.wrapping_sub(self.corners[i].0);
        match self.lines(i).get(at as u32 as usize) {
            Some(&line) => shifted(line, left - self.corners[i].1),
            None => 0,
        }
    }

    /// Whether an element of two columns is the same set.
    pub(super) fn equal(&self, other: &Masks<'a>, i: usize) -> bool {
        let (top, left) = self.corners[i];
        let inside = |(line, row): (&u64, i32)| line & !other.line(i, row, left) == 0;
        self.sizes[i] == other.sizes[i] && self.lines(i).iter().zip(top..).all(inside)
    }
}

impl<'a> Walk<'_, 'a> {
    /// The sets of a column of positions, as masks.
    pub(super) fn masks(&self, x: Column<'a>) -> Option<Masks<'a>> {
        match x {
            Column::Masks(masks) => Some(*masks),
            Column::Moved(moved) if !moved.cells => self.copies(moved.keys, moved.offsets),
            Column::Same(set) => {
                let (keys, false) = keys_of(self.cx.lay, set)? else { return None };
                self.copies(keys, self.cx.arena.filled(self.len, (0, 0)))
            }
            _ => None,
        }
    }

    /// One set, moved.
    fn copies(&self, keys: &[u32], offsets: &[(i32, i32)]) -> Option<Masks<'a>> {
        let arena = self.cx.arena;
        let (mut corner, mut sides) = ((0, 0), (0, 0));
        if let Some(b) = Places::of_poses(keys).bounds() {
            corner = (b.top as i32, b.left as i32);
            sides = (b.height() as i32, b.width() as i32);
        }
        if sides.0 > HIGHEST || sides.1 > WIDEST {
            return None;
        }
        let lines = arena.filled(sides.0 as usize, 0u64);
        for (row, col) in keys.iter().map(|&key| unpacked(key)) {
            lines[(row - corner.0) as usize] |= 1 << (col - corner.1);
        }
        let corners =
            arena.from_fn(self.len, |i| (corner.0 + offsets[i].0, corner.1 + offsets[i].1));
        Some(Masks {
            lines,
            stride: 0,
            corners,
            sides: arena.filled(self.len, sides),
            sizes: arena.filled(self.len, keys.len() as u32),
            tight: !keys.is_empty(),
        })
    }

    /// The union of the sets of two columns.
    pub(super) fn joined(&self, a: &Masks<'a>, b: &Masks<'a>) -> Option<Masks<'a>> {
        let arena = self.cx.arena;
        let corner = |i: usize| {
            let (a, b) = (a.corners[i], b.corners[i]);
            (a.0.min(b.0), a.1.min(b.1))
        };
        let corners = arena.from_fn(self.len, corner);
        let (mut height, mut width) = (0, 0);
        let sides = arena.from_fn(self.len, |i| {
            let end =
                |m: &Masks<'a>| (m.corners[i].0 + m.sides[i].0, m.corners[i].1 + m.sides[i].1);
            let (corner, a, b) = (corners[i], end(a), end(b));
            let sides = (a.0.max(b.0) - corner.0, a.1.max(b.1) - corner.1);
            (height, width) = (sides.0.max(height), sides.1.max(width));
            sides
        });
        if !a.tight || !b.tight || height > HIGHEST || width > WIDEST {
            return None;
        }
        let (stride, lines) = (height as usize, self.blank(height as usize)?);
        for (i, to) in lines.chunks_exact_mut(stride).enumerate() {
            for m in [a, b] {
                let down = (m.corners[i].0 - corners[i].0) as usize;
                let across = m.corners[i].1 - corners[i].1;
                to[down..].iter_mut().zip(m.lines(i)).for_each(|(to, line)| *to |= line << across);
            }
        }
        let sizes = self.counted(lines, stride);
        Some(Masks { lines, stride, corners, sides, sizes, tight: true })
    }

    /// What is left of the sets of a column; `keep` is given an element, a row and the column of the
    /// lowest bit.
    fn sifted(&self, from: &Masks<'a>, keep: impl Fn(usize, i32, i32) -> u64) -> Option<Masks<'a>> {
        let highest = from.sides.iter().map(|sides| sides.0).max()?;
        let (stride, lines) = (highest as usize, self.blank(highest as usize)?);
        for (i, to) in lines.chunks_exact_mut(stride).enumerate() {
            let (top, left) = from.corners[i];
            for ((to, line), row) in to.iter_mut().zip(from.lines(i)).zip(top..) {
                *to = line & keep(i, row, left);
            }
        }
        let sizes = self.counted(lines, stride);
        Some(Masks { lines, stride, sizes, tight: false, ..*from })
    }

    /// The number of bits in the lines of each element.
    fn counted(&self, lines: &[u64], stride: usize) -> &'a [u32] {
        let count = |i: usize| lines[i * stride..][..stride].iter().map(|l| l.count_ones()).sum();
        self.cx.arena.from_fn(self.len, |i| -> u32 { count(i) })
    }

    /// Empty lines for all elements; `None` when they are too many.
    fn blank(&self, stride: usize) -> Option<&'a mut [u64]> {
        let lines = self.len * stride;
        (0 < lines && lines <= MOST_LINES).then(|| self.cx.arena.filled(lines, 0u64))
    }

    /// Adds what calls cost that take sets of some sizes, one call per element.
    pub(super) fn charge_sets(&mut self, op: Op, a: &[u32], b: Option<&[u32]>, out: &[u32]) {
        let other = |i: usize| b.map_or(0, |b| b[i] as u64);
        let cost = |i: usize| call_cost(op, [a[i] as u64, other(i)], out[i] as u64);
        self.total += (0..self.len).map(cost).sum::<u64>();
    }

    fn masked(&self, masks: Masks<'a>) -> Option<Column<'a>> {
        Some(Column::Masks(self.cx.arena.one(masks)))
    }

    /// `combine` of two sets per element.
    pub(super) fn union_of_masks(
        &mut self,
        op: Op,
        x: Column<'a>,
        y: Column<'a>,
    ) -> Option<Column<'a>> {
        let (a, b) = (self.masks(x)?, self.masks(y)?);
        self.list(op, 1)?;
        let union = self.joined(&a, &b)?;
        self.charge_sets(op, a.sizes, Some(b.sizes), union.sizes);
        self.masked(union)
    }

    /// `intersection` or `difference` of two sets per element.
    pub(super) fn sift_masks(
        &mut self,
        op: Op,
        x: Column<'a>,
        y: Column<'a>,
    ) -> Option<Column<'a>> {
        let (a, b) = (self.masks(x)?, self.masks(y)?);
        self.list(op, 1)?;
        let left = match op.kernel() {
            Kernel::Difference => self.sifted(&a, |i, row, left| !b.line(i, row, left))?,
            _ => self.sifted(&a, |i, row, left| b.line(i, row, left))?,
        };
        self.charge_sets(op, a.sizes, Some(b.sizes), left.sizes);
        self.masked(left)
    }

    /// `normalize`.
    pub(super) fn normalized(&mut self, op: Op, x: Column<'a>) -> Option<Column<'a>> {
        let masks = self.masks(x).filter(|masks| masks.tight)?;
        self.list(op, 1)?;
        self.charge_sets(op, masks.sizes, None, masks.sizes);
        self.masked(Masks { corners: self.cx.arena.filled(self.len, (0, 0)), ..masks })
    }

    /// `shape`.
    pub(super) fn shapes(&mut self, op: Op, x: Column<'a>) -> Option<Column<'a>> {
        let masks = self.masks(x).filter(|masks| masks.tight)?;
        self.list(op, 1)?;
        let sizes: u64 = masks.sizes.iter().map(|&size| size as u64).sum();
        self.total += sizes + self.len as u64 * call_cost(op, [0, 0], 1);
        Some(Column::Pairs(masks.sides))
    }

    /// `sfilter` with a condition that columns know: it is tried once on every position of the
    /// box around all sets.
    pub(super) fn filtered(&mut self, op: Op, x: Column<'a>, y: Column<'a>) -> Option<Column<'a>> {
        let (masks, Column::Same(condition)) = (self.masks(x)?, y) else { return None };
        if !self.may_enter(condition.depth()) {
            return None;
        }
        let frame = frame(&masks)?;
        let (top, left) = frame.0;
        let (height, width) = frame.1;
        let place = |i: usize| (top + i as i32 / width, left + i as i32 % width);
        let places = Column::Pairs(self.cx.arena.from_fn((height * width) as usize, place));
        let Column::Ints(truth) = self.per_element(condition, places, masks.sizes)? else {
            return None;
        };
        let line = |row: &[i32]| row.iter().rev().fold(0, |bits, &n| bits << 1 | (n != 0) as u64);
        let kept = self.cx.arena.filled(height as usize, 0u64);
        kept.iter_mut()
            .zip(truth.chunks_exact(width as usize))
            .for_each(|(to, row)| *to = line(row));
        self.list(op, 1)?;
        let out =
            self.sifted(&masks, |_, row, from| shifted(kept[(row - top) as usize], from - left))?;
        let fixed = self.cx.arena.filled(self.len, condition.size() as u32);
        self.charge_sets(op, masks.sizes, Some(fixed), out.sizes);
        self.masked(out)
    }

    /// A function's values on a column of other elements, charged as if it was called as often as
    /// the sets of this walk have positions. Only for functions that cost the same on each.
    fn per_element(&mut self, f: Value<'a>, x: Column<'a>, sizes: &[u32]) -> Option<Column<'a>> {
        let Column::Pairs(pairs) = x else { return None };
        let mut walk = Walk::new(self.cx, f, pairs.len());
        walk.inside = self.inside + 1 + self.function.depth();
        let out = walk.call1(f, x);
        if let Some(saved) = &walk.saved {
            self.cx.restore(saved);
            return None;
        }
        if walk.total > 0 {
            return None;
        }
        let calls: u64 = sizes.iter().map(|&size| size as u64).sum();
        for call in &walk.ops[..walk.op_count] {
            self.list_more(call.op, call.each * calls)?;
        }
        self.total += walk.cost * calls;
        out
    }
}

/// Corner and sides of the box around all sets.
fn frame(masks: &Masks<'_>) -> Option<((i32, i32), (i32, i32))> {
    let (mut low, mut high) = ((i32::MAX, i32::MAX), (i32::MIN, i32::MIN));
    for (corner, sides) in masks.corners.iter().zip(masks.sides) {
        low = (low.0.min(corner.0), low.1.min(corner.1));
        high = (high.0.max(corner.0 + sides.0), high.1.max(corner.1 + sides.1));
    }
    let sides = (high.0.checked_sub(low.0)?, high.1.checked_sub(low.1)?);
    let tried = sides.0 as i64 * sides.1 as i64;
    (0 < tried && tried <= MOST_TRIED && sides.1 <= WIDEST).then_some((low, sides))
}
