//! A byte grid as runs: stretches of one colour within a row, and within a word of columns.

use crate::cx::Cx;
use crate::kernels::grid::bits::{WORD, equal_to, low_bits, ones, padded, same};
use crate::value::Grid;
use crate::value::layout;

/// Keys are written this many at a time, so their array must be longer by as many.
pub(super) const STRIDE: usize = 8;

/// Bits that say where the runs of a grid lie.
pub(super) struct Lines<'s> {
    pub(super) height: usize,
    pub(super) width: usize,
    /// The grid's cells, padded.
    pub(super) cells: &'s [i8],
    /// Words of columns per row.
    pub(super) words: usize,
    /// Where runs start, word after word; every word begins with a start.
    pub(super) starts: &'s [u64],
    /// Which cells count at all.
    pub(super) members: &'s [u64],
}

/// One run in one word, as runs are moved about soon after they were written: the packed first
/// cell, the number of cells (at most [`WORD`]), and what the run belongs to (below the number
/// of cells in a grid).
#[derive(Clone, Copy, Default)]
pub(super) struct Run(u64);

impl Run {
    const LEN_BITS: u32 = 8;

    #[inline]
    fn new(key: u32, len: usize, root: u32) -> Run {
        Run((root as u64) << (32 + Run::LEN_BITS) | (len as u64) << 32 | key as u64)
    }

    /// The packed first cell.
    #[inline]
    pub(super) fn key(self) -> u32 {
        self.0 as u32
    }

    #[inline]
    fn len(self) -> usize {
        (self.0 >> 32) as usize & low_bits(Run::LEN_BITS as usize) as usize
    }

    /// What the run belongs to.
    #[inline]
    pub(super) fn root(self) -> usize {
        (self.0 >> (32 + Run::LEN_BITS)) as usize
    }
}

impl<'s> Lines<'s> {
    /// Finds the runs of a grid that has columns and can be packed; cells of colour `without`
    /// do not count.
    pub(super) fn of<'a: 's>(cx: &Cx<'a>, g: &Grid<'a>, without: Option<i8>) -> Lines<'s> {
        let words = g.width.div_ceil(WORD);
        let cells = padded(cx, g.cells);
        let starts = cx.arena.filled(g.height * words, 0u64);
        let members = cx.arena.filled(g.height * words, 0u64);
        for (n, (row, number)) in each_word(g.height, words).enumerate() {
            let (at, len) = word(g.width, row, number);
            let like_left = same(cells, at + 1, at, len - 1) << 1;
            starts[n] = !like_left & low_bits(len);
            members[n] = match without {
                Some(colour) => !equal_to(cells, at, len, colour) & low_bits(len),
                None => low_bits(len),
            };
        }
        Lines { height: g.height, width: g.width, cells, words, starts, members }
    }

    /// First cell and number of columns of a word.
    #[inline]
    pub(super) fn word(&self, row: usize, number: usize) -> (usize, usize) {
        word(self.width, row, number)
    }

    /// All runs that count, row by row; `root` says what the run of a first cell belongs to.
    #[inline]
    pub(super) fn runs<'a: 's>(
        &self,
        cx: &Cx<'a>,
        mut root: impl FnMut(usize) -> u32,
    ) -> &'s [Run] {
        let count = |(starts, members): (&u64, &u64)| (starts & members).count_ones() as usize;
        let total = self.starts.iter().zip(self.members).map(count).sum();
        let runs = cx.arena.filled(total, Run::default());
        let mut to = runs.iter_mut();
        for (n, (row, number)) in each_word(self.height, self.words).enumerate() {
            let (at, len) = self.word(row, number);
            for (i, to) in ones(self.starts[n] & self.members[n]).zip(&mut to) {
                // The next start, or the word's end, is the run's end.
                let later = (self.starts[n] | !low_bits(len)) & (u64::MAX << i << 1);
                let end = (later.trailing_zeros() as usize).min(len);
                let pos = layout::pos_unchecked(row as i32, (number * WORD + i) as i32);
                let key = cx.lay.cell(self.cells[at + i], pos);
                *to = Run::new(key, end - i, root(at + i));
            }
        }
        runs
    }
}

/// Rows and numbers of all words.
#[inline]
fn each_word(height: usize, words: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..height).flat_map(move |row| (0..words).map(move |number| (row, number)))
}

#[inline]
fn word(width: usize, row: usize, number: usize) -> (usize, usize) {
    let col = number * WORD;
    (row * width + col, WORD.min(width - col))
}

/// The runs, colours ascending and each colour's runs in their own order.
pub(super) fn by_colour<'a>(cx: &Cx<'a>, runs: &[Run]) -> &'a [Run] {
    let colour = |run: &Run| (cx.lay.colour(run.key()) as u8 ^ 0x80) as usize;
    let (mut next, mut low, mut high) = ([0u32; 256], 255, 0);
    for run in runs {
        let colour = colour(run);
        next[colour] += 1;
        (low, high) = (low.min(colour), high.max(colour));
    }
    let mut total = 0;
    for n in next.iter_mut().take(high + 1).skip(low) {
        total += std::mem::replace(n, total);
    }
    place(cx, runs, colour, &mut next)
}

/// Puts every run at the next place of its group.
#[inline]
pub(super) fn place<'a>(
    cx: &Cx<'a>,
    runs: &[Run],
    group: impl Fn(&Run) -> usize,
    next: &mut [u32],
) -> &'a [Run] {
    let placed = cx.arena.filled(runs.len(), Run::default());
    for run in runs {
        let next = &mut next[group(run)];
        placed[*next as usize] = *run;
        *next += 1;
    }
    placed
}

/// Writes the keys of some runs from place `at` on, and perhaps some more that later ones
/// overwrite. Returns where the next run's keys belong.
#[inline]
pub(super) fn write(cx: &Cx<'_>, runs: &[Run], keys: &mut [u32], at: usize) -> usize {
    let across = cx.lay.delta(0, 1);
    let mut at = at;
    for run in runs {
        let (mut key, mut from) = (run.key(), at);
        at += run.len();
        while from < at {
            for (to, i) in keys[from..from + STRIDE].iter_mut().zip(0u32..) {
                *to = key.wrapping_add(across.wrapping_mul(i));
            }
            key = key.wrapping_add(across.wrapping_mul(STRIDE as u32));
            from += STRIDE;
        }
    }
    at
}
