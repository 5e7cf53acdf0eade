//! Moved patches in one set.
//!
//! `mapply` of neighbours, frontiers, shots and shifts is what programs draw patterns with. Instead of making each patch
//! and merging them all, the lines of the patch, one bit per column, go into a bit map once per offset.

use lang::Kernel;

use super::Column;
use super::moved::Moved;
use crate::cx::Cx;
use crate::value::build::SIZE_LIMIT;
use crate::value::{Value, layout};

/// Most columns of the bit map.
const WIDEST: i32 = 128;

/// Most lines of the bit map per moved element: a larger map costs more to clear and read.
const LINES_PER_ELEMENT: usize = 4;

/// Patches that go into the map: moved ones, in their own colours or in one per element.
#[derive(Clone, Copy)]
struct Part<'a> {
    moved: &'a Moved<'a>,
    colours: Option<Column<'a>>,
}

impl<'a> Part<'a> {
    /// The colour of an element's cells as it stands in keys; `None` for positions and cells of a patch.
    fn colour(&self, i: usize) -> Option<u8> {
        let colour = match self.colours? {
            Column::Ints(ints) => ints[i] as i8,
            Column::Same(Value::Int(n)) => n as i8,
            _ => return None,
        };
        Some(colour as u8 ^ 0x80)
    }

    /// Calls `f` with all colours that occur.
    fn each_colour(&self, mut f: impl FnMut(u8)) {
        match self.colours {
            Some(_) => (0..self.moved.offsets.len()).filter_map(|i| self.colour(i)).for_each(f),
            None => self.moved.keys.iter().for_each(|key| f((key >> 24) as u8)),
        }
    }
}

impl<'a> Column<'a> {
    /// All patches of a column in one set; `None` where that is not what it holds.
    pub(crate) fn union(&self, cx: &Cx<'a>) -> Option<Value<'a>> {
        let part = |moved| Part { moved, colours: None };
        let parts = match self {
            Column::Moved(moved) => [part(moved); 2],
            Column::Later(later) => match (later.op.kernel(), later.args) {
                (Kernel::Recolor, [colours, Column::Moved(moved)]) => {
                    [Part { moved, colours: Some(colours) }; 2]
                }
                (Kernel::Combine, [Column::Moved(a), Column::Moved(b)]) => [part(a), part(b)],
                _ => return None,
            },
            _ => return None,
        };
        let one = std::ptr::eq(parts[0].moved, parts[1].moved);
        let parts = &parts[..if one { 1 } else { 2 }];
        let map = Map::new(cx, parts)?;
        parts.iter().for_each(|part| map.fill(cx, part));
        let keys = map.keys(cx)?;
        let cells = parts[0].moved.cells || parts[0].colours.is_some();
        Some(if cells { cx.cells(keys) } else { cx.poses(keys) })
    }
}

/// One bit per position, one block of lines per colour.
struct Map<'a> {
    lines: &'a [std::cell::Cell<u128>],
    /// By colour as it stands in keys, where its block starts, if it has one: just 0 for positions.
    blocks: &'a [Option<u32>],
    height: usize,
    top: i32,
    left: i32,
}

impl<'a> Map<'a> {
    /// An empty map with room for all moved patches; `None` when it would be too large.
    fn new(cx: &Cx<'a>, parts: &[Part<'a>]) -> Option<Map<'a>> {
        let (mut low, mut high) = ((i32::MAX, i32::MAX), (i32::MIN, i32::MIN));
        for moved in parts.iter().map(|part| part.moved) {
            let (top, left) = (moved.bounds.top as i32, moved.bounds.left as i32);
            let (bottom, right) = (moved.bounds.bottom as i32, moved.bounds.right as i32);
            for &(r, c) in moved.offsets {
                low = (low.0.min(r + top), low.1.min(c + left));
                high = (high.0.max(r + bottom), high.1.max(c + right));
            }
        }
        let mut there = [false; 256];
        parts.iter().for_each(|part| part.each_colour(|colour| there[colour as usize] = true));
        let last = there.iter().rposition(|there| *there)?;
        let (height, mut next) = ((high.0 - low.0 + 1) as usize, 0);
        let blocks = cx.arena.from_fn(last + 1, |colour| {
            there[colour].then(|| {
                next += height as u32;
                next - height as u32
            })
        });
        let moved = |part: &Part<'a>| part.moved.keys.len() * part.moved.offsets.len();
        let elements: usize = parts.iter().map(moved).sum();
        let fits = high.1 - low.1 < WIDEST && next as usize <= LINES_PER_ELEMENT * elements;
        let (top, left) = low;
        fits.then(|| {
            let lines = cx.arena.filled(next as usize, 0u128);
            let lines = std::cell::Cell::from_mut(lines).as_slice_of_cells();
            Map { lines, blocks, height, top, left }
        })
    }

    /// Puts moved patches into the map.
    fn fill(&self, cx: &Cx<'a>, part: &Part<'a>) {
        let Moved { keys, bounds, offsets, .. } = part.moved;
        let (top, left) = (bounds.top as i32, bounds.left as i32);
        let block = |colour: u32| self.blocks[colour as usize].unwrap_or_default() as usize;
        // The rows of the patch: where each begins in the map, and its bits.
        let rows = cx.arena.filled(keys.len(), (0, 0u128));
        let mut len = 0;
        for row in keys.chunk_by(|a, b| a >> 12 == b >> 12) {
            let bit = |&key: &u32| 1u128 << (layout::col(key) - left);
            let mask = row.iter().map(bit).fold(0, |mask, bit| mask | bit);
            let start = if part.colours.is_some() { 0 } else { block(row[0] >> 24) };
            rows[len] = (start + (layout::row(row[0] & 0xff_ffff) - top) as usize, mask);
            len += 1;
        }
        let place = |(r, c): (i32, i32)| ((r + top - self.top) as usize, c + left - self.left);
        // Many patches of one colour: all places at once, moved by each element of the patch.
        if part.colours.is_none() && keys.len() * self.height < (len - 1) * offsets.len() {
            let places = cx.arena.filled(self.height, 0u128);
            for &offset in offsets.iter() {
                let (down, across) = place(offset);
                places[down] |= 1 << across;
            }
            for (at, mask) in &rows[..len] {
                for (line, places) in self.lines[*at..].iter().zip(&*places) {
                    each_bit(*mask, |bit| line.set(line.get() | places << bit));
                }
            }
            return;
        }
        for (i, &offset) in offsets.iter().enumerate() {
            let start = part.colour(i).map_or(0, |colour| block(colour.into()));
            let (down, across) = place(offset);
            for (at, mask) in &rows[..len] {
                let line = &self.lines[start + down + at];
                line.set(line.get() | mask << across);
            }
        }
    }

    /// The keys of all bits, ascending; `None` when there are too many for one value.
    fn keys(&self, cx: &Cx<'a>) -> Option<&'a [u32]> {
        let len: u64 = self.lines.iter().map(|line| line.get().count_ones() as u64).sum();
        let keys = (len <= SIZE_LIMIT).then(|| cx.arena.filled(len as usize, 0u32))?;
        let mut free = keys.iter_mut();
        let colours = (0u32..).zip(self.blocks).filter(|(_, block)| block.is_some());
        for (block, (colour, _)) in self.lines.chunks_exact(self.height).zip(colours) {
            for (line, row) in block.iter().zip(self.top..) {
                let first = colour << 24 | layout::pos_unchecked(row, self.left);
                each_bit(line.get(), |bit| {
                    free.next().into_iter().for_each(|key| *key = first + bit);
                });
            }
        }
        Some(keys)
    }
}

/// Calls `f` with the places of all bits, the lowest first.
#[inline]
fn each_bit(line: u128, mut f: impl FnMut(u32)) {
    for (mut half, start) in [(line as u64, 0), ((line >> 64) as u64, 64)] {
        while half != 0 {
            f(start + half.trailing_zeros());
            half &= half - 1;
        }
    }
}
