//! Patches moved by a pair per element, and what they have in common with other sets.
//!
//! Functions of positions often move a fixed patch: `shift`, neighbours, frontiers, shots. Such patches stay one patch
//! and the offsets until somebody asks for them as sets. Most ask how much of them lies in some set, which a bit map
//! tells.

use lang::{Kernel, Op};

use super::Column;
use super::column::unpacked;
use super::walk::Walk;
use crate::arena::Arena;
use crate::cx::Cx;
use crate::cx::dispatch::{ENTRIES, KernelFn};
use crate::kernels::patch::{no_line, shift};
use crate::sets::patch::{Bounds, Places};
use crate::value::layout::{self, Layout};
use crate::value::{Value, View};

/// Most columns of a bit map.
const WIDEST: i64 = 64;

/// Most lines of a bit map.
const MOST_LINES: usize = 2048;

/// One packed patch, moved by a pair of numbers per element.
#[derive(Clone, Copy)]
pub struct Moved<'a> {
    patch: Value<'a>,
    pub(super) keys: &'a [u32],
    pub(super) bounds: Bounds,
    pub(super) cells: bool,
    pub(super) offsets: &'a [(i32, i32)],
}

/// The keys of a packed set whose cells are ordered by colour first; whether they are cells.
fn keys_of<'a>(lay: Layout, v: Value<'a>) -> Option<(&'a [u32], bool)> {
    match v.view() {
        View::Poses(keys) => Some((keys, false)),
        View::Cells(keys) if !lay.is_batt() => Some((keys, true)),
        View::Bits(0) => Some((&[], false)),
        _ => None,
    }
}

impl<'a> Moved<'a> {
    /// `None` when some position would not fit a key.
    fn new(lay: Layout, patch: Value<'a>, offsets: &'a [(i32, i32)]) -> Option<Moved<'a>> {
        let (keys, cells) = keys_of(lay, patch)?;
        let places = if cells { Places::of_cells(lay, keys) } else { Places::of_poses(keys) };
        let bounds = places.bounds()?;
        let near = |n: i32| n.unsigned_abs() < layout::LIMIT as u32;
        if !offsets.iter().all(|&(r, c)| near(r) && near(c)) {
            return None;
        }
        let far = |f: fn(i32, i32) -> i32| {
            let first = offsets.first().copied().unwrap_or_default();
            offsets.iter().fold(first, |a, b| (f(a.0, b.0), f(a.1, b.1)))
        };
        let (low, high) = (far(i32::min), far(i32::max));
        layout::pos(bounds.top + low.0 as i64, bounds.left + low.1 as i64)?;
        layout::pos(bounds.bottom + high.0 as i64, bounds.right + high.1 as i64)?;
        Some(Moved { patch, keys, bounds, cells, offsets })
    }

    /// Number of elements of each moved patch.
    pub(super) fn size(&self) -> u64 {
        self.keys.len() as u64
    }

    /// How far another patch is moved from where this one is, if that is the same for all elements.
    fn apart(&self, other: &Moved<'a>) -> Option<(i32, i32)> {
        let mut apart = self.offsets.iter().zip(other.offsets).map(|(a, b)| (b.0 - a.0, b.1 - a.1));
        let first = apart.next()?;
        apart.all(|by| by == first).then_some(first)
    }

    /// The patch of one element as a value.
    pub(super) fn get(&self, cx: &Cx<'a>, i: usize) -> Option<Value<'a>> {
        shift(cx, self.patch, Value::Pair(self.offsets[i].0, self.offsets[i].1)).ok()
    }
}

impl<'a> Walk<'_, 'a> {
    fn moved(&self, patch: Value<'a>, offsets: &'a [(i32, i32)]) -> Option<Column<'a>> {
        Some(Column::Moved(self.cx.arena.one(Moved::new(self.cx.lay, patch, offsets)?)))
    }

    /// `shift` of one patch by the pairs of a column.
    pub(super) fn shifted(&self, x: Column<'a>, y: Column<'a>) -> Option<Column<'a>> {
        let (Column::Same(patch), Column::Pairs(offsets)) = (x, y) else { return None };
        self.moved(patch, offsets)
    }

    /// `initset` of the pairs of a column: the set of the origin, moved.
    pub(super) fn singles(&self, x: Column<'a>) -> Option<Column<'a>> {
        let Column::Pairs(offsets) = x else { return None };
        let origin = self.cx.poses(self.cx.arena.copy(&[layout::pos_unchecked(0, 0)]));
        self.moved(origin, offsets)
    }

    /// An op that gives the patch it gives at the origin, moved.
    pub(super) fn stamped(&self, op: Op, x: Column<'a>) -> Option<Column<'a>> {
        let (Column::Pairs(places), KernelFn::One(kernel)) = (x, ENTRIES[op.index()].kernel) else {
            return None;
        };
        let offsets = match op.kernel() {
            Kernel::Vfrontier => self.cx.arena.from_fn(self.len, |i| (0, places[i].1)),
            Kernel::Hfrontier => self.cx.arena.from_fn(self.len, |i| (places[i].0, 0)),
            _ => places,
        };
        self.moved(kernel(self.cx, Value::Pair(0, 0)).ok()?, offsets)
    }

    /// `shoot` in one direction.
    pub(super) fn shot(&self, op: Op, x: Column<'a>, y: Column<'a>) -> Option<Column<'a>> {
        let (Column::Pairs(offsets), Column::Same(direction @ Value::Pair(..))) = (x, y) else {
            return None;
        };
        let KernelFn::Two(kernel) = ENTRIES[op.index()].kernel else { return None };
        self.moved(kernel(self.cx, Value::Pair(0, 0), direction).ok()?, offsets)
    }

    /// `recolor` of a moved patch of positions, in colours that a key holds.
    pub(super) fn recoloured(&self, op: Op, x: Column<'a>, y: Column<'a>) -> Option<Column<'a>> {
        let Column::Moved(moved) = y else { return None };
        let fits = match x {
            Column::Same(Value::Int(n)) => i8::try_from(n).is_ok(),
            Column::Ints(ints) => ints.iter().all(|&n| i8::try_from(n).is_ok()),
            _ => false,
        };
        let sizes = self.cx.arena.filled(self.len, moved.keys.len() as i32);
        (fits && !moved.cells && !self.cx.is_batt()).then(|| self.later(op, [x, y], Some(sizes)))
    }

    /// `combine` of two moved patches.
    pub(super) fn combined(&self, op: Op, x: Column<'a>, y: Column<'a>) -> Option<Column<'a>> {
        let (Column::Moved(a), Column::Moved(b)) = (x, y) else { return None };
        if a.cells != b.cells {
            return None;
        }
        if let Some(by) = a.apart(b) {
            let other = shift(self.cx, b.patch, Value::Pair(by.0, by.1)).ok()?;
            let both = self.cx.merge_all(&[a.patch, other], true).ok()?;
            return self.moved(both, a.offsets);
        }
        let sizes = self.common_of_moved(a, b)?;
        sizes.iter_mut().for_each(|size| *size = (a.size() + b.size()) as i32 - *size);
        Some(self.later(op, [x, y], Some(sizes)))
    }

    /// `intersection` or `difference`, of which mostly the size is asked.
    pub(super) fn left_over(&self, op: Op, x: Column<'a>, y: Column<'a>) -> Option<Column<'a>> {
        let sizes = match (x, y) {
            (Column::Same(one), sets) | (sets, Column::Same(one)) => self.common(one, sets)?,
            (Column::Moved(a), Column::Moved(b)) => self.common_of_moved(a, b)?,
            _ => return None,
        };
        if op.kernel() == Kernel::Difference {
            for (i, size) in sizes.iter_mut().enumerate() {
                *size = x.size_at(i)? as i32 - *size;
            }
        }
        Some(self.later(op, [x, y], Some(sizes)))
    }

    /// Number of elements of containers, made or not.
    pub(super) fn lengths(&self, x: Column<'a>) -> Option<Column<'a>> {
        match x {
            Column::Values(containers) => {
                let out = self.cx.arena.filled(self.len, 0);
                for (to, &v) in out.iter_mut().zip(containers) {
                    *to = self.cx.items(v).ok()?.len() as i32;
                }
                Some(Column::Ints(out))
            }
            Column::Later(later) => later.sizes.map(Column::Ints),
            Column::Moved(moved) => Some(self.collect(|_| moved.keys.len() as i32)),
            _ => None,
        }
    }

    /// `height` or `width` of a moved patch, or of two taken together.
    pub(super) fn sides(&self, op: Op, x: Column<'a>) -> Option<Column<'a>> {
        let is_height = op.kernel() == Kernel::Height;
        let ends = |m: &Moved<'a>, i: usize| {
            let (by, from, to) = match is_height {
                true => (m.offsets[i].0, m.bounds.top, m.bounds.bottom),
                false => (m.offsets[i].1, m.bounds.left, m.bounds.right),
            };
            (from as i32 + by, to as i32 + by)
        };
        let (a, b) = match x {
            Column::Moved(moved) => (moved, moved),
            Column::Later(later) => match later.args_of(Kernel::Combine)? {
                [Column::Moved(a), Column::Moved(b)] => (a, b),
                _ => return None,
            },
            _ => return None,
        };
        Some(self.collect(|i| {
            let (a, b) = (ends(a, i), ends(b, i));
            a.1.max(b.1) - a.0.min(b.0) + 1
        }))
    }

    /// Whether positions or cells are in one packed set.
    pub(super) fn found(&self, x: Column<'a>, set: Value<'a>) -> Option<Column<'a>> {
        let (keys, cells) = keys_of(self.cx.lay, set)?;
        let map = BitMap::new(self.cx.arena, self.cx.lay, keys, cells)?;
        let has = |key: Option<u32>| key.map_or(0, |key| map.count(&[key]));
        match x {
            Column::Pairs(pairs) if !cells => {
                Some(self.collect(|i| has(layout::pos(pairs[i].0 as i64, pairs[i].1 as i64))))
            }
            Column::Cells(x) if cells => Some(self.collect(|i| has(Some(x[i])))),
            _ => None,
        }
    }

    /// Distances of moved single positions from the nearest of one set.
    pub(super) fn distances(&self, x: Column<'a>, y: Column<'a>) -> Option<Column<'a>> {
        let (Column::Moved(&Moved { keys: &[key], cells: false, offsets, .. }), Column::Same(set)) =
            (x, y)
        else {
            return None;
        };
        let (row, col) = unpacked(key);
        let others = self.cx.packed(set).filter(|places| !places.is_empty())?;
        Some(self.collect(|i| {
            let away = |pos| {
                let (r, c) = unpacked(pos);
                (r - row - offsets[i].0).abs() + (c - col - offsets[i].1).abs()
            };
            others.iter().fold(i32::MAX, |least, pos| least.min(away(pos)))
        }))
    }

    /// Lines between the positions of two columns; most pairs have none.
    pub(super) fn connected(&self, op: Op, args: &[Column<'a>]) -> Option<Column<'a>> {
        let pair = |x: Column<'a>, i: usize| match x {
            Column::Pairs(pairs) => Some(pairs[i]),
            Column::Same(Value::Pair(a, b)) => Some((a, b)),
            _ => None,
        };
        let (&[x, y], KernelFn::Two(kernel)) = (args, ENTRIES[op.index()].kernel) else {
            return None;
        };
        let out = self.cx.arena.filled(self.len, Value::EMPTY);
        for (i, to) in out.iter_mut().enumerate() {
            let (a, b) = (pair(x, i)?, pair(y, i)?);
            if !no_line(a, b) {
                *to = kernel(self.cx, Value::Pair(a.0, a.1), Value::Pair(b.0, b.1)).ok()?;
            }
        }
        Some(Column::Values(out))
    }

    /// How many elements two moved patches have in common: what counts is how one is moved
    /// against the other.
    fn common_of_moved(&self, a: &Moved<'a>, b: &Moved<'a>) -> Option<&'a mut [i32]> {
        let arena = self.cx.arena;
        let out = arena.filled(self.len, 0i32);
        if a.cells == b.cells {
            let map = BitMap::new(arena, self.cx.lay, a.keys, a.cells)?;
            let (lines, apart) = (map.lines_of(arena, b)?, map.apart(b));
            for (to, (a, b)) in out.iter_mut().zip(a.offsets.iter().zip(b.offsets)) {
                *to = map.count_lines(lines, b.0 - a.0, b.1 - a.1 + apart);
            }
        }
        Some(out)
    }

    /// How many elements each set of a column has in common with one set.
    fn common(&self, one: Value<'a>, sets: Column<'a>) -> Option<&'a mut [i32]> {
        let (lay, arena) = (self.cx.lay, self.cx.arena);
        let (keys, cells) = keys_of(lay, one)?;
        let map = BitMap::new(arena, lay, keys, cells)?;
        let out = arena.filled(self.len, 0i32);
        match sets {
            Column::Values(values) => {
                for (to, &v) in out.iter_mut().zip(values) {
                    let (keys, of_cells) = keys_of(lay, v)?;
                    *to = if of_cells == cells { map.count(keys) } else { 0 };
                }
            }
            Column::Moved(moved) if moved.cells == cells => {
                let (lines, apart) = (map.lines_of(arena, moved)?, map.apart(moved));
                for (to, &(down, across)) in out.iter_mut().zip(moved.offsets) {
                    *to = map.count_lines(lines, down, across + apart);
                }
            }
            Column::Moved(_) => {}
            _ => return None,
        }
        Some(out)
    }
}

/// Keys one bit each: lines of up to 64 columns, one block of lines per colour.
struct BitMap<'a> {
    lines: &'a [u64],
    /// Row and column of the first bit, as they stand in keys.
    top: u32,
    left: u32,
    height: u32,
    /// By colour as in a key: where its block of lines starts, if it has one.
    blocks: &'a [u32],
    first_colour: u32,
}

/// Some columns of one row of one colour of a moved patch.
#[derive(Clone, Copy)]
struct Line {
    block: u32,
    row: u32,
    mask: u64,
}

/// Stands for a colour that is not in the map.
const NO_BLOCK: u32 = u32::MAX;

impl<'a> BitMap<'a> {
    fn new(arena: &'a Arena, lay: Layout, keys: &[u32], cells: bool) -> Option<BitMap<'a>> {
        let places = if cells { Places::of_cells(lay, keys) } else { Places::of_poses(keys) };
        let nothing = Bounds { top: 0, bottom: 0, left: 0, right: 0 };
        let bounds = places.bounds().unwrap_or(nothing);
        if bounds.width() > WIDEST {
            return None;
        }
        let height = bounds.height() as u32;
        let (first, last) =
            (keys.first().map_or(0, |k| k >> 24), keys.last().map_or(0, |k| k >> 24));
        let blocks = arena.filled((last - first) as usize + 1, NO_BLOCK);
        let mut next = 0;
        for same_colour in keys.chunk_by(|a, b| a >> 24 == b >> 24) {
            blocks[(same_colour[0] >> 24) as usize - first as usize] = next;
            next += height;
        }
        if next as usize > MOST_LINES {
            return None;
        }
        let biased = |x: i64| (x + layout::LIMIT) as u32;
        let (top, left) = (biased(bounds.top), biased(bounds.left));
        let lines = arena.filled(next as usize, 0u64);
        for &key in keys {
            let at = blocks[((key >> 24) - first) as usize] + ((key >> 12 & 0xfff) - top);
            lines[at as usize] |= 1 << ((key & 0xfff) - left);
        }
        Some(BitMap { lines, top, left, height, blocks, first_colour: first })
    }

    #[inline]
    fn block(&self, colour: u32) -> Option<u32> {
        let block = self.blocks.get(colour.wrapping_sub(self.first_colour) as usize)?;
        (*block != NO_BLOCK).then_some(*block)
    }

    /// The columns of a row, from the map's first on; nothing for a row outside.
    #[inline]
    fn line(&self, block: u32, row: u32) -> u64 {
        let row = row.wrapping_sub(self.top);
        if row < self.height { self.lines.get((block + row) as usize).map_or(0, |l| *l) } else { 0 }
    }

    /// How many of some keys are in the map.
    fn count(&self, keys: &[u32]) -> i32 {
        let mut found = 0;
        for &key in keys {
            let Some(block) = self.block(key >> 24) else { continue };
            let col = (key & 0xfff).wrapping_sub(self.left);
            let line = self.line(block, key >> 12 & 0xfff);
            found += (col < 64 && line >> (col & 63) & 1 == 1) as i32;
        }
        found
    }

    /// How far right of the map's first column a patch's is, before it is moved.
    fn apart(&self, moved: &Moved<'_>) -> i32 {
        (moved.bounds.left + layout::LIMIT) as i32 - self.left as i32
    }

    /// The lines of a patch that has its colours in the map.
    fn lines_of(&self, arena: &'a Arena, moved: &Moved<'a>) -> Option<&'a [Line]> {
        let left = (moved.bounds.left + layout::LIMIT) as u32;
        if moved.bounds.width() > WIDEST {
            return None;
        }
        let lines = arena.filled(moved.keys.len(), Line { block: 0, row: 0, mask: 0 });
        let mut len = 0;
        for same_line in moved.keys.chunk_by(|a, b| a >> 12 == b >> 12) {
            let Some(block) = self.block(same_line[0] >> 24) else { continue };
            let bit = |key: &u32| 1u64 << ((key & 0xfff) - left);
            let mask = same_line.iter().map(bit).fold(0, |mask, bit| mask | bit);
            lines[len] = Line { block, row: same_line[0] >> 12 & 0xfff, mask };
            len += 1;
        }
        Some(&lines[..len])
    }

    /// How many elements of a moved patch are in the map; `across` counts from the map's first
    /// column to the patch's.
    #[inline]
    fn count_lines(&self, lines: &[Line], down: i32, across: i32) -> i32 {
        let count = |line: &Line| {
            let there = self.line(line.block, (line.row as i32 + down) as u32);
            (moved_bits(there, across) & line.mask).count_ones() as i32
        };
        lines.iter().map(count).sum()
    }
}

/// Moves bits to the right, or to the left when `by` is negative.
#[inline]
fn moved_bits(bits: u64, by: i32) -> u64 {
    match by {
        0..64 => bits >> by,
        -63..0 => bits << -by,
        _ => 0,
    }
}
