//! Columns of sets that are never made.
//!
//! Conditions on positions and objects often move a fixed patch, or take an object's box, and
//! then only ask how much of it lies in some set. Here the moved patches and the boxes stay as
//! offsets and corners, the set becomes a bit map, and what the map gives are numbers of common
//! elements. Whatever else is asked of such a column is declined.

use lang::{Cost, Kernel, Op};

use super::{Column, Walk};
use crate::arena::Arena;
use crate::dispatch::ENTRIES;
use crate::patch::{Bounds, Places};
use crate::value::build::SIZE_LIMIT;
use crate::value::layout::{self, Layout};
use crate::value::{Value, View};

/// Most columns of a bit map.
const WIDEST: i64 = 64;

/// Most lines of a bit map.
const MOST_LINES: usize = 2048;

/// One packed patch, moved by a pair of numbers per element.
#[derive(Clone, Copy)]
pub struct Moved<'a> {
    pub(super) keys: &'a [u32],
    pub(super) bounds: Bounds,
    pub(super) cells: bool,
    pub(super) offsets: &'a [(i32, i32)],
}

/// Two patches of one kind, each moved, taken together.
#[derive(Clone, Copy)]
pub struct Union<'a> {
    pub(super) a: Moved<'a>,
    pub(super) b: Moved<'a>,
    pub(super) sizes: &'a [i32],
}

/// What a call costs, by the sizes of its arguments and its result.
pub(super) fn call_cost(op: Op, arguments: [u64; 2], result: u64) -> u64 {
    let cost = ENTRIES[op.index()].cost;
    cost.of_arguments(arguments.into_iter()) + if cost == Cost::Unit { 0 } else { result }
}

/// The keys of a packed set whose cells are ordered by colour first; whether they are cells.
pub(super) fn keys_of<'a>(lay: Layout, v: Value<'a>) -> Option<(&'a [u32], bool)> {
    match v.view() {
        View::Poses(keys) => Some((keys, false)),
        View::Cells(keys) if !lay.is_batt() => Some((keys, true)),
        View::Bits(0) => Some((&[], false)),
        _ => None,
    }
}

impl<'a> Moved<'a> {
    /// `None` when some position would not fit a key.
    pub(super) fn new(
        lay: Layout,
        patch: Value<'a>,
        offsets: &'a [(i32, i32)],
    ) -> Option<Moved<'a>> {
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
        Some(Moved { keys, bounds, cells, offsets })
    }

    /// Number of elements of each moved patch.
    pub(super) fn size(&self) -> u64 {
        self.keys.len() as u64
    }

    /// The moved positions, if the patch is a set of just one position.
    pub(super) fn positions(&self) -> Option<impl Fn(usize) -> (i32, i32) + use<'a>> {
        let (&[key], false) = (self.keys, self.cells) else { return None };
        let (row, col, offsets) = (layout::row(key), layout::col(key), self.offsets);
        Some(move |i: usize| (row + offsets[i].0, col + offsets[i].1))
    }
}

impl<'a> Walk<'_, 'a> {
    /// `shift` of one patch by the pairs of a column.
    pub(super) fn moved(&mut self, op: Op, x: Column<'a>, y: Column<'a>) -> Option<Column<'a>> {
        let (Column::Same(patch), Column::Pairs(offsets)) = (x, y) else { return None };
        let moved = Moved::new(self.cx.lay, patch, offsets)?;
        self.list(op, 1)?;
        self.cost += call_cost(op, [moved.size(), 1], moved.size());
        Some(Column::Moved(self.cx.arena.one(moved)))
    }

    /// `initset` of the pairs of a column: the set of the origin, moved.
    pub(super) fn singles(&mut self, op: Op, x: Column<'a>) -> Option<Column<'a>> {
        let Column::Pairs(offsets) = x else { return None };
        let origin = self.cx.poses(self.cx.arena.copy(&[layout::pos_unchecked(0, 0)]));
        let moved = Moved::new(self.cx.lay, origin, offsets)?;
        self.list(op, 1)?;
        self.cost += call_cost(op, [1, 0], 1);
        Some(Column::Moved(self.cx.arena.one(moved)))
    }

    /// `backdrop` of objects, as boxes.
    pub(super) fn boxes(&mut self, op: Op, x: Column<'a>) -> Option<Column<'a>> {
        let Column::Values(values) = x else { return None };
        self.list(op, 1)?;
        let cx = self.cx;
        let nothing = Bounds { top: 0, bottom: 0, left: 0, right: 0 };
        let boxes = cx.arena.filled(self.len, nothing);
        let mut total = 0;
        for (to, v) in boxes.iter_mut().zip(values) {
            *to = cx.packed(*v)?.bounds()?;
            let area = box_size(to);
            total += call_cost(op, [v.size(), 0], area);
            if area > SIZE_LIMIT {
                return None;
            }
        }
        self.total += total;
        Some(Column::Boxes(boxes))
    }

    /// Number of elements of each set.
    pub(super) fn lengths(&mut self, op: Op, x: Column<'a>) -> Option<Column<'a>> {
        let out = match x {
            Column::Sizes(sizes) => Column::Ints(sizes),
            Column::Masks(masks) => self.collect(|i| masks.sizes[i] as i32),
            Column::Union(union) => Column::Ints(union.sizes),
            Column::Moved(moved) => self.collect(|_| moved.keys.len() as i32),
            Column::Boxes(boxes) => self.collect(|i| box_size(&boxes[i]) as i32),
            _ => return None,
        };
        // Of unit cost, so that sizes do not matter.
        self.note(op, None)?;
        Some(out)
    }

    /// Sizes of what `intersection` or `difference` gives for one set and the sets of a column.
    pub(super) fn left_over(&mut self, op: Op, x: Column<'a>, y: Column<'a>) -> Option<Column<'a>> {
        if matches!(x, Column::Masks(_)) || matches!(y, Column::Masks(_)) {
            return self.sift_masks(op, x, y);
        }
        self.list(op, 1)?;
        let left = match (x, y) {
            (Column::Same(one), sets) | (sets, Column::Same(one)) => self.common(one, sets)?,
            (Column::Moved(a), Column::Moved(b)) => self.common_of_moved(a, b)?,
            _ => return None,
        };
        let (mut total, is_difference) = (0, op.kernel() == Kernel::Difference);
        for (i, left) in left.iter_mut().enumerate() {
            let sizes = [set_size(x, i)?, set_size(y, i)?];
            if is_difference {
                *left = sizes[0] as i32 - *left;
            }
            total += call_cost(op, sizes, *left as u64);
        }
        self.total += total;
        Some(Column::Sizes(left))
    }

    /// `combine` of two moved patches.
    pub(super) fn union(&mut self, op: Op, x: Column<'a>, y: Column<'a>) -> Option<Column<'a>> {
        let (Column::Moved(a), Column::Moved(b)) = (x, y) else {
            return self.union_of_masks(op, x, y);
        };
        if let Some(together) = self.moved_together(op, a, b) {
            return Some(together);
        }
        if a.cells != b.cells {
            return None;
        }
        self.list(op, 1)?;
        let sizes = self.common_of_moved(a, b)?;
        let both = a.size() + b.size();
        for size in sizes.iter_mut() {
            *size = both as i32 - *size;
            self.total += call_cost(op, [both, 0], *size as u64);
        }
        Some(Column::Union(self.cx.arena.one(Union { a: *a, b: *b, sizes })))
    }

    /// `height` or `width` of a moved patch, or of two taken together.
    pub(super) fn sides(&mut self, op: Op, x: Column<'a>) -> Option<Column<'a>> {
        if let Column::Moved(Moved { keys, bounds, .. }) = x {
            self.list(op, 1)?;
            self.cost += call_cost(op, [keys.len() as u64, 0], 1);
            let is_height = op.kernel() == Kernel::Height;
            let side = if is_height { bounds.height() } else { bounds.width() };
            return Some(self.collect(|_| side as i32));
        }
        let Column::Union(Union { a, b, sizes }) = x else { return None };
        self.list(op, 1)?;
        self.total += sizes.iter().map(|&size| call_cost(op, [size as u64, 0], 1)).sum::<u64>();
        let side = |a: (i64, i64, i32), b: (i64, i64, i32)| {
            let low = (a.0 + a.2 as i64).min(b.0 + b.2 as i64);
            ((a.1 + a.2 as i64).max(b.1 + b.2 as i64) - low + 1) as i32
        };
        let rows = |m: &Moved<'a>, i: usize| (m.bounds.top, m.bounds.bottom, m.offsets[i].0);
        let cols = |m: &Moved<'a>, i: usize| (m.bounds.left, m.bounds.right, m.offsets[i].1);
        Some(match op.kernel() {
            Kernel::Height => self.collect(|i| side(rows(a, i), rows(b, i))),
            _ => self.collect(|i| side(cols(a, i), cols(b, i))),
        })
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
        let lay = self.cx.lay;
        let (keys, cells) = keys_of(lay, one)?;
        let arena = self.cx.arena;
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
            Column::Boxes(boxes) if !cells => {
                out.iter_mut().zip(boxes).for_each(|(to, b)| *to = map.count_box(b));
            }
            Column::Moved(_) | Column::Boxes(_) => {}
            _ => return None,
        }
        Some(out)
    }
}

/// The size of one set of a column.
fn set_size(sets: Column<'_>, i: usize) -> Option<u64> {
    match sets {
        Column::Same(set) => Some(set.size()),
        Column::Values(values) => Some(values[i].size()),
        Column::Moved(moved) => Some(moved.size()),
        Column::Boxes(boxes) => Some(box_size(&boxes[i])),
        _ => None,
    }
}

/// Number of positions in a box.
fn box_size(b: &Bounds) -> u64 {
    (b.height() * b.width()) as u64
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

    /// How many positions of a box are in the map.
    fn count_box(&self, b: &Bounds) -> i32 {
        let (Some(block), Some((corner, end))) = (self.block(0), b.keys()) else { return 0 };
        let (left, right) = ((corner & 0xfff) as i32, (end & 0xfff) as i32);
        let (first, last) = (left - self.left as i32, right - self.left as i32);
        if last < 0 || first > 63 {
            return 0;
        }
        let mask = (u64::MAX >> (63 - last.min(63))) & (u64::MAX << first.max(0));
        let (top, bottom) =
            ((corner >> 12).max(self.top), (end >> 12).min(self.top + self.height - 1));
        (top..=bottom).map(|row| (self.line(block, row) & mask).count_ones() as i32).sum()
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
            (shifted(there, across) & line.mask).count_ones() as i32
        };
        lines.iter().map(count).sum()
    }
}

/// Moves bits to the right, or to the left when `by` is negative.
#[inline]
pub(super) fn shifted(bits: u64, by: i32) -> u64 {
    match by {
        0..64 => bits >> by,
        -63..0 => bits << -by,
        _ => 0,
    }
}
