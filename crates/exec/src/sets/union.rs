//! The union of many packed sets, by way of a bit map of lines.
//!
//! Sorting all keys would look at each of them several times: to put them in one place, to find
//! the box around them, to mark them. Rows and colours of a sorted set are those of its first and
//! last key, and columns are nearly always near 0, so marking is all that is left. A fast path
//! that may decline.

use crate::cx::Cx;
use crate::value::{Keys, Value, layout};

/// Fewer keys are sorted by comparison.
const FEW: usize = 20;

/// Most lines of a map.
const LINES: usize = 256;

/// Lines that most maps need; clearing more would cost time.
const FEW_LINES: usize = 32;
const SOME_LINES: usize = 96;

/// The column, as it is in a key, that the lines of a map begin with; and how many they have.
const FIRST: u32 = layout::LIMIT as u32 - 64;
const WIDTH: u32 = 128;

/// Words of a line.
const WORDS: usize = WIDTH as usize / 64;

/// The colours and rows of some sets, as they are in keys.
struct Lines {
    colours: (u32, u32),
    rows: (u32, u32),
}

fn colour(key: u32) -> u32 {
    key >> 24
}

fn row(key: u32) -> u32 {
    key >> 12 & 0xfff
}

/// The elements of a packed set.
fn keys<'p>(part: &'p Value<'_>) -> &'p [u32] {
    match part {
        Value::Cells(keys) | Value::Poses(keys) => Keys::slice(*keys),
        _ => &[],
    }
}

impl<'a> Cx<'a> {
    /// The elements of packed sets, `total` with repeats, in order. The sets must be alike, and
    /// those of cells must have the colour in front: as in `arc`.
    pub(crate) fn union_in_lines(&self, parts: &[Value<'a>], total: usize) -> Option<&'a [u32]> {
        if total < FEW {
            return None;
        }
        let lines = Lines::around(parts)?;
        match lines.count() {
            // Where there are few keys in a line, sorting them is as fast.
            count if count > LINES.min(total) => None,
            ..=FEW_LINES => lines.union(self, &mut [0; FEW_LINES * WORDS], parts, total),
            count if count <= SOME_LINES => {
                lines.union(self, &mut [0; SOME_LINES * WORDS], parts, total)
            }
            _ => lines.union(self, &mut [0; LINES * WORDS], parts, total),
        }
    }
}

impl Lines {
    /// `None` when a set has several colours: its rows begin anew with each.
    fn around(parts: &[Value<'_>]) -> Option<Lines> {
        let mut lines = Lines { colours: (u32::MAX, 0), rows: (u32::MAX, 0) };
        for part in parts {
            let (Some(&first), Some(&last)) = (keys(part).first(), keys(part).last()) else {
                continue;
            };
            if colour(first) != colour(last) {
                return None;
            }
            let (colours, rows) = (&mut lines.colours, &mut lines.rows);
            *colours = (colours.0.min(colour(first)), colours.1.max(colour(first)));
            *rows = (rows.0.min(row(first)), rows.1.max(row(last)));
        }
        Some(lines)
    }

    fn height(&self) -> usize {
        (self.rows.1 - self.rows.0 + 1) as usize
    }

    fn count(&self) -> usize {
        (self.colours.1 - self.colours.0 + 1) as usize * self.height()
    }

    /// `None` when a column lies outside of the map.
    fn union<'a>(
        &self,
        cx: &Cx<'a>,
        map: &mut [u64],
        parts: &[Value<'_>],
        total: usize,
    ) -> Option<&'a [u32]> {
        let mut outside = 0;
        for keys in parts.iter().map(keys) {
            let Some(&first) = keys.first() else { continue };
            let block = (colour(first) - self.colours.0) as usize * self.height();
            for &key in keys {
                let line = block + (row(key) - self.rows.0) as usize;
                let col = (key & 0xfff).wrapping_sub(FIRST);
                outside |= col;
                let word = line * WORDS + (col / 64) as usize % WORDS;
                map[word] |= 1 << (col % 64);
            }
        }
        (outside < WIDTH).then(|| self.read(cx.arena.filled(total, 0), map))
    }

    /// Writes the marked places in order.
    fn read<'k>(&self, keys: &'k mut [u32], map: &[u64]) -> &'k [u32] {
        let mut len = 0;
        for (colour, block) in
            (self.colours.0..=self.colours.1).zip(map.chunks_exact(self.height() * WORDS))
        {
            for (row, line) in (self.rows.0..).zip(block.chunks_exact(WORDS)) {
                for (first, &word) in (FIRST..).step_by(64).zip(line) {
                    let (first, mut bits) = (colour << 24 | row << 12 | first, word);
                    while bits != 0 {
                        keys[len] = first + bits.trailing_zeros();
                        bits &= bits - 1;
                        len += 1;
                    }
                }
            }
        }
        &keys[..len]
    }
}

#[cfg(test)]
mod tests {
    use lang::Dialect;

    use super::*;
    use crate::arena::Arena;

    /// Sets of keys in a window of columns, of colours that differ from set to set.
    fn sets<'a>(cx: &Cx<'a>, seed: u32, cells: bool) -> Vec<Value<'a>> {
        let mut state = seed;
        let mut random = |below: u32| {
            state = state.wrapping_mul(1664525).wrapping_add(1013904223);
            (state >> 8) % below
        };
        let (height, left, width) = (random(90) + 1, random(160), random(100) + 1);
        let mut set = |_| {
            let colour = if cells { (128 + random(3)) << 24 } else { 0 };
            let mut place = |_| (2040 + random(height)) << 12 | (1960 + left + random(width));
            let mut keys: Vec<u32> = (0..seed % 40).map(|i| colour | place(i)).collect();
            keys.sort_unstable();
            keys.dedup();
            let keys = cx.arena.copy(&keys);
            if cells { cx.cells(keys) } else { cx.poses(keys) }
        };
        (0..seed % 13).map(&mut set).collect()
    }

    #[test]
    fn it_is_the_sorted_union() {
        let arena = Arena::new();
        let cx = Cx::new(&arena, Dialect::Arc);
        let mut made = 0;
        for seed in 0..4000 {
            let parts = sets(&cx, seed, seed % 2 == 0);
            let mut expected: Vec<u32> = parts.iter().flat_map(keys).copied().collect();
            let union = cx.union_in_lines(&parts, expected.len());
            expected.sort_unstable();
            expected.dedup();
            made += union.is_some() as u32;
            assert!(union.is_none_or(|union| union == expected), "{seed}");
        }
        assert!((1000..4000).contains(&made), "{made}");
    }
}
