//! Pictures with eight cells to the word: sweeps along rows, columns and diagonals.

use super::lists::regions::Step;
use super::{Layer, MAX_AREA, MAX_SIDE};

/// One in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// Words of a small picture, up to 16 by 16.
pub(super) const FEW: usize = 32;
/// Words of the largest picture; its sides are multiples of eight.
pub(super) const MOST: usize = MAX_AREA / 8;
/// Words of the longest row.
const ROW: usize = MAX_SIDE / 8;

/// All bits of the cells that are set.
#[inline]
pub(super) fn set(word: u64) -> u64 {
    // Colours are small, so this does not carry from byte to byte.
    let high = (word + (ONES << 7) - ONES) & (ONES << 7);
    (high << 1).wrapping_sub(high >> 7)
}

/// Cells painted where they are transparent.
#[inline]
pub(super) fn over(word: u64, below: u64) -> u64 {
    word | below & !set(word)
}

/// The cells of a layer, in at most `N` words. Rows are filled up with cells that stay empty in a
/// layer, but not always in what is made of it.
#[derive(Clone, Copy)]
pub(super) struct Words<const N: usize> {
    words: [u64; N],
    height: usize,
    /// Words of a row.
    stride: usize,
    /// The cells of a row's last word that belong to the picture.
    last: u64,
}

/// Words of a layer: whoever makes [`Words`] needs not more for small ones, which are the most common.
pub(super) fn needed(x: Layer<'_>) -> usize {
    x.width.div_ceil(8) * x.height
}

// Loops count here: these functions are too short to set up iterators for each row.
impl<const N: usize> Words<N> {
    /// The cells of a layer.
    #[inline]
    pub(super) fn new(x: Layer<'_>) -> Words<N> {
        let stride = x.width.div_ceil(8);
        let last = u64::MAX >> (8 * (8 * stride - x.width));
        let mut all = Words { words: [0; N], height: x.height, stride, last };
        for row in 0..x.height {
            for i in 0..stride {
                all.words[row * stride + i] = load(x.cells, row * x.width + 8 * i);
            }
            all.words[row * stride + stride - 1] &= last;
        }
        all
    }

    /// Paints transparent cells with those of a word.
    #[inline]
    pub(super) fn paint(&mut self, at: usize, colours: u64) {
        self.words[at] = over(self.words[at], colours);
    }

    /// Writes the cells of a picture of this width.
    #[inline]
    pub(super) fn write(&self, out: &mut [u8], width: usize) {
        for row in 0..self.height {
            for i in 0..self.stride {
                // What is written beyond the end of a row is written over by the next one.
                store(out, row * width + 8 * i, self.words[row * self.stride + i]);
            }
        }
    }

    /// For each cell the colour of the last set cell of its line in a direction, itself included:
    /// told word by word with the words' numbers.
    #[inline]
    pub(super) fn last_colour(&self, (down, right): Step, tell: impl FnMut(usize, u64)) {
        match (down, right) {
            (0, 1) => self.rightward(tell),
            (0, _) => self.leftward(tell),
            (_, 0) => self.straight(down > 0, tell),
            _ => self.aslant(down > 0, right > 0, tell),
        }
    }

    /// Sweeps along rows to the right.
    #[inline]
    fn rightward(&self, mut tell: impl FnMut(usize, u64)) {
        for row in 0..self.height {
            let mut colour = 0;
            for at in row * self.stride..(row + 1) * self.stride {
                let mut word = over(self.words[at], colour);
                word = over(word, word << 8);
                word = over(word, word << 16);
                word = over(word, word << 32);
                colour = word >> 56;
                tell(at, word);
            }
        }
    }

    /// Sweeps along rows to the left.
    #[inline]
    fn leftward(&self, mut tell: impl FnMut(usize, u64)) {
        for row in 0..self.height {
            let mut colour = 0;
            for at in (row * self.stride..(row + 1) * self.stride).rev() {
                let mut word = over(self.words[at], colour);
                word = over(word, word >> 8);
                word = over(word, word >> 16);
                word = over(word, word >> 32);
                colour = word << 56;
                tell(at, word);
            }
        }
    }

    /// Sweeps down or up.
    #[inline]
    fn straight(&self, down: bool, mut tell: impl FnMut(usize, u64)) {
        for i in 0..self.stride {
            let mut word = 0;
            for row in 0..self.height {
                let row = if down { row } else { self.height - 1 - row };
                let at = row * self.stride + i;
                word = over(self.words[at], word);
                tell(at, word);
            }
        }
    }

    /// Sweeps down or up, a column further with each row.
    #[inline]
    fn aslant(&self, down: bool, right: bool, mut tell: impl FnMut(usize, u64)) {
        let stride = self.stride;
        let mut line = [0; ROW];
        for row in 0..self.height {
            let start = if down { row } else { self.height - 1 - row } * stride;
            let mut carry = 0;
            for i in 0..stride {
                let i = if right { i } else { stride - 1 - i };
                let before = line[i];
                let moved = if right { before << 8 } else { before >> 8 } | carry;
                carry = if right { before >> 56 } else { before << 56 };
                line[i] = over(self.words[start + i], moved);
                tell(start + i, line[i]);
            }
            // What has left the picture does not come back.
            line[stride - 1] &= self.last;
        }
    }
}

/// Eight cells from a place on; empty ones beyond the end.
#[inline]
fn load(cells: &[u8], at: usize) -> u64 {
    super::bits::word(&cells[at..])
}

/// Writes eight cells from a place on, as far as there is room.
#[inline]
fn store(cells: &mut [u8], at: usize, word: u64) {
    let cells = &mut cells[at..];
    match cells.first_chunk_mut() {
        Some(eight) => *eight = word.to_le_bytes(),
        None => (0..cells.len()).for_each(|i| cells[i] = (word >> (8 * i)) as u8),
    }
}
