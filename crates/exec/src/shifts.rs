//! A patch moved by every one of many offsets, all in one set.
//!
//! `mapply` of `shift` with a fixed patch is what programs draw patterns with. Instead of making
//! each moved patch and merging them all, the lines of the patch, one bit per column, are put
//! into a bit map once per offset. A fast path that may decline, as columns are.

use lang::{Cost, Kernel, Op};

use crate::cx::Cx;
use crate::patch::{Bounds, Places};
use crate::value::build::SIZE_LIMIT;
use crate::value::{Func, FuncKind, Value, View, layout};

/// Fewer offsets are not worth a bit map.
const FEWEST: usize = 6;

/// Most columns of the bit map.
const WIDEST: i64 = 128;

/// Most lines of the bit map per moved element: a larger map costs more to clear and read.
const LINES_PER_ELEMENT: usize = 4;

/// One row of one colour of a patch.
#[derive(Clone, Copy)]
struct Line {
    /// Which line of the map it belongs to, when moved by the least offset.
    at: usize,
    mask: u128,
}

/// The box of all moved patches.
struct Map {
    /// Colour of each block of rows, as in a key.
    colours: Vec<u32>,
    height: usize,
    top: i64,
    left: i64,
}

impl<'a> Cx<'a> {
    /// The merged results of a mapped `shift` with a fixed patch, charged and counted as calls
    /// one by one are; `None`, with nothing charged, when that is not what is asked.
    pub(crate) fn union_of_shifts(&self, f: Value<'a>, offsets: Value<'a>) -> Option<Value<'a>> {
        let (Value::Func(func), View::Poses(offsets)) = (f, offsets.view()) else { return None };
        let (op, patch) = fixed_shift(func)?;
        let (keys, places) = match patch.view() {
            View::Poses(keys) => (keys, Places::of_poses(keys)),
            // Cells of `batt` are not ordered by colour, so their lines are no rows.
            View::Cells(keys) if !self.is_batt() => (keys, Places::of_cells(self.lay, keys)),
            _ => return None,
        };
        if offsets.len() < FEWEST || !self.may_enter(&f) {
            return None;
        }
        let (patch_box, by) = (places.bounds()?, Places::of_poses(offsets).bounds()?);
        let (map, lines) = Map::of(keys, &patch_box, &by)?;
        if map.lines() > LINES_PER_ELEMENT * keys.len() * offsets.len() {
            return None;
        }
        let moved = map.union(self, &map.filled(&lines, offsets, &by))?;
        let (size, calls) = (keys.len() as u64, offsets.len() as u64);
        // A call costs a fixed sum and the sizes of both arguments and the result, which is charged for
        // once more where it is collected.
        if !self.try_charge(calls * (Cost::CALL + size + 1 + size + size)) {
            return None;
        }
        self.count_many(op, calls);
        Some(if matches!(patch, Value::Cells(_)) { self.cells(moved) } else { self.poses(moved) })
    }
}

/// The op and the patch of `lbind(shift, patch)`.
fn fixed_shift<'a>(func: &Func<'a>) -> Option<(Op, Value<'a>)> {
    match (func.kind, func.args) {
        (FuncKind::Lbind, [Value::Op(op), patch, _]) if op.kernel() == Kernel::Shift => {
            Some((op, patch))
        }
        _ => None,
    }
}

impl Map {
    /// The map that holds all moved patches, and the lines of the patch.
    fn of(keys: &[u32], patch: &Bounds, by: &Bounds) -> Option<(Map, Vec<Line>)> {
        let (top, left) = (patch.top + by.top, patch.left + by.left);
        let (bottom, right) = (patch.bottom + by.bottom, patch.right + by.right);
        layout::pos(top, left).and(layout::pos(bottom, right))?;
        if right - left >= WIDEST {
            return None;
        }
        let height = (bottom - top + 1) as usize;
        let mut map = Map { colours: Vec::new(), height, top, left };
        let lines = map.lines_of(keys, patch);
        Some((map, lines))
    }

    fn lines(&self) -> usize {
        self.colours.len() * self.height
    }

    fn lines_of(&mut self, keys: &[u32], patch: &Bounds) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        for same_line in keys.chunk_by(|a, b| a >> 12 == b >> 12) {
            let (colour, row) = (same_line[0] >> 24, layout::row(same_line[0] & 0xff_ffff));
            if self.colours.last() != Some(&colour) {
                self.colours.push(colour);
            }
            let bit = |&key: &u32| 1u128 << (layout::col(key) as i64 - patch.left);
            let mask = same_line.iter().map(bit).fold(0, |mask, bit| mask | bit);
            let at = (self.colours.len() - 1) * self.height + (row as i64 - patch.top) as usize;
            lines.push(Line { at, mask });
        }
        lines
    }

    fn filled(&self, lines: &[Line], offsets: &[u32], by: &Bounds) -> Vec<u128> {
        let mut map = vec![0u128; self.lines()];
        for &offset in offsets {
            let down = (layout::row(offset) as i64 - by.top) as usize;
            let across = layout::col(offset) as i64 - by.left;
            for line in lines {
                map[line.at + down] |= line.mask << across;
            }
        }
        map
    }

    /// The keys of all bits, ascending; `None` when there are too many for one value.
    fn union<'a>(&self, cx: &Cx<'a>, map: &[u128]) -> Option<&'a [u32]> {
        let len: u64 = map.iter().map(|line| line.count_ones() as u64).sum();
        if len > SIZE_LIMIT {
            return None;
        }
        let keys = cx.arena.filled(len as usize, 0u32);
        let mut free = keys.iter_mut();
        for (at, &line) in map.iter().enumerate() {
            let (block, row) = (at / self.height, at % self.height);
            let pos = layout::pos_unchecked((self.top + row as i64) as i32, self.left as i32);
            let first = self.colours[block] << 24 | pos;
            each_bit(line, |bit| {
                if let Some(key) = free.next() {
                    *key = first + bit;
                }
            });
        }
        Some(keys)
    }
}

/// Calls `f` with the places of all bits, the lowest first.
#[inline]
pub(crate) fn each_bit(line: u128, mut f: impl FnMut(u32)) {
    for (mut half, start) in [(line as u64, 0), ((line >> 64) as u64, 64)] {
        while half != 0 {
            f(start + half.trailing_zeros());
            half &= half - 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use lang::Dialect;

    use super::*;
    use crate::arena::Arena;
    use crate::value::order::equal;

    /// A few positions that look random, within a box.
    fn positions(seed: u32, len: u32, height: u32, width: u32) -> Vec<(i64, i64)> {
        let number = |i: u32| (seed + i).wrapping_mul(2_654_435_761) >> 8;
        let place = |i: u32| (number(i) % height) as i64 - 3;
        (0..len).map(|i| (place(i), (number(i + 999) % width) as i64 - 2)).collect()
    }

    #[test]
    fn one_map_gives_what_moving_and_merging_gives() {
        let mut taken = 0;
        for seed in 0..200 {
            let arena = Arena::new();
            let cx = Cx::new(&arena, Dialect::Arc);
            let (len, side) = (1 + seed % 40, 1 + seed % 31);
            let cells = positions(seed, len, side, 31);
            let mut elements: Vec<Value<'_>> = cells
                .iter()
                .map(|&(r, c)| match seed % 2 {
                    0 => cx.pair(r, c),
                    _ => cx.cell(Value::Int(r * c % 3), r, c).expect("small"),
                })
                .collect();
            let patch = cx.set(&mut elements).expect("small");
            // Some patches leave the map, and some the range of packed positions.
            let width = if seed % 10 == 0 { 2049 } else { 50 };
            let offsets = cx.positions_set(&positions(seed + 7, 30, side, width)).expect("small");
            let shift = Value::Op(Op::lookup(Dialect::Arc, "shift").expect("there"));
            let lbind = Op::lookup(Dialect::Arc, "lbind").expect("there");
            let f = cx.op(lbind, &[shift, patch]).expect("a function");
            cx.start_step(1 << 30);
            let Some(union) = cx.union_of_shifts(f, offsets) else { continue };
            let cost = cx.spent();
            cx.start_step(1 << 30);
            let moved: Vec<_> =
                cx.items(offsets).unwrap().map(|by| cx.map1(&f, &by).expect("moves")).collect();
            let merged = cx.merge_all(&moved, true).expect("small");
            assert!(equal(union, merged), "seed {seed}");
            assert_eq!(cost, cx.spent(), "seed {seed}");
            taken += 1;
        }
        assert!(taken > 100, "the map was used {taken} times only");
    }
}
