//! Layers: pictures with a place, and the functions on them that answers are assembled from.
//!
//! A layer is coarser than the values of the rest of the language: a whole picture in which 0 is
//! transparent, lying somewhere. Functions on layers are plain code on bytes. The kernels of the op
//! table call them, and so does the solver, thousands of times per task: one meaning, two callers.
//!
//! Each function writes what it makes to a [`Desk`] and says whether it applies. What it leaves on
//! the desk when it does not apply is nobody's business.

mod bits;
mod colour;
mod cut;
mod draw;
mod fit;
mod gaps;
mod lists;
mod mend;
pub mod rank;
mod shape;
mod symmetry;
mod table;
#[cfg(test)]
mod testing;
mod words;

pub use table::{Function, Kind, TABLE};

/// Longest side of a layer. Task grids have 30; rings and shifts around them need a little more.
pub const MAX_SIDE: usize = 40;
/// Most cells of a layer.
pub const MAX_AREA: usize = MAX_SIDE * MAX_SIDE;
/// Most layers of a list.
pub const MAX_LIST: usize = 100;

/// So many cells can be counted in a byte.
const SHORT: usize = 240;

/// A picture with a place. Colours are 0..=9; 0 is transparent.
///
/// Invariant: `cells.len() == height * width`, rows one after the other, both sides 1..=[`MAX_SIDE`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Layer<'a> {
    /// Row of its upper left cell.
    pub row: i16,
    /// Column of its upper left cell.
    pub col: i16,
    /// Number of rows.
    pub height: usize,
    /// Number of columns.
    pub width: usize,
    /// The colours.
    pub cells: &'a [u8],
}

impl<'a> Layer<'a> {
    /// The rows from top to bottom.
    pub fn rows(&self) -> impl DoubleEndedIterator<Item = &'a [u8]> + ExactSizeIterator + use<'a> {
        self.cells.chunks_exact(self.width)
    }

    /// The colour at a place inside.
    #[inline]
    pub fn at(&self, row: usize, col: usize) -> u8 {
        self.cells[row * self.width + col]
    }

    /// The colour at a place, 0 outside.
    #[inline]
    pub fn get(&self, row: isize, col: isize) -> u8 {
        let inside =
            (0..self.height as isize).contains(&row) && (0..self.width as isize).contains(&col);
        if inside { self.cells[row as usize * self.width + col as usize] } else { 0 }
    }

    /// How many cells have each colour.
    pub fn counts(&self) -> [u16; 10] {
        let mut counts = [0; 10];
        if self.cells.len() < 32 {
            self.cells.iter().for_each(|&cell| counts[cell as usize] += 1);
            return counts;
        }
        // One colour after the other: that is done for many cells at once.
        for cells in self.cells.chunks(SHORT) {
            for (colour, count) in (0..).zip(&mut counts) {
                *count += u16::from(cells.iter().map(|&cell| u8::from(cell == colour)).sum::<u8>());
            }
        }
        counts
    }

    /// How many cells are not transparent.
    pub fn set_cells(&self) -> usize {
        let set = |cells: &[u8]| cells.iter().map(|&cell| u8::from(cell != 0)).sum::<u8>();
        if self.cells.len() <= SHORT {
            return set(self.cells) as usize;
        }
        self.cells.chunks(SHORT).map(|cells| set(cells) as usize).sum()
    }

    /// Its most common colour but 0, the smaller one of equals; 0 if it is empty.
    pub fn main_colour(&self) -> u8 {
        let counts = self.counts();
        (1..10).rev().max_by_key(|&c| counts[c]).filter(|&c| counts[c] > 0).unwrap_or(0) as u8
    }
}

/// Where a layer stands on a [`Desk`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Sheet {
    row: i16,
    col: i16,
    height: u8,
    width: u8,
    start: u32,
}

/// What functions write to: layers one after the other, their cells in one buffer that is used again.
#[derive(Default, Debug)]
pub struct Desk {
    sheets: Vec<Sheet>,
    cells: Vec<u8>,
    /// Numbers of list elements: what functions of kind `Pick` and `Filter` answer.
    pub chosen: Vec<u16>,
}

impl Desk {
    /// An empty desk.
    pub fn new() -> Desk {
        Desk::default()
    }

    /// Takes everything off.
    pub fn clear(&mut self) {
        self.sheets.clear();
        self.cells.clear();
        self.chosen.clear();
    }

    /// Adds an empty layer and gives its cells; nothing if its sides are out of range, its place is
    /// far off or there are too many layers.
    #[inline]
    pub fn sheet(&mut self, row: i16, col: i16, height: usize, width: usize) -> Option<&mut [u8]> {
        let fits = (1..=MAX_SIDE).contains(&height) && (1..=MAX_SIDE).contains(&width);
        if !fits
            || self.sheets.len() >= MAX_LIST
            || row.unsigned_abs().max(col.unsigned_abs()) > 1000
        {
            return None;
        }
        let start = self.cells.len();
        let (h, w) = (height as u8, width as u8);
        self.sheets.push(Sheet { row, col, height: h, width: w, start: start as u32 });
        self.cells.resize(start + height * width, 0);
        Some(&mut self.cells[start..])
    }

    /// Adds a copy of a layer.
    pub fn copy(&mut self, x: Layer<'_>) -> Option<()> {
        self.sheet(x.row, x.col, x.height, x.width)?.copy_from_slice(x.cells);
        Some(())
    }

    /// Number of layers.
    pub fn len(&self) -> usize {
        self.sheets.len()
    }

    /// Whether there is no layer.
    pub fn is_empty(&self) -> bool {
        self.sheets.is_empty()
    }

    /// The layer of this number.
    #[inline]
    pub fn layer(&self, i: usize) -> Layer<'_> {
        let Sheet { row, col, height, width, start } = self.sheets[i];
        let (height, width, start) = (height as usize, width as usize, start as usize);
        Layer { row, col, height, width, cells: &self.cells[start..start + height * width] }
    }

    /// All layers.
    pub fn layers(&self) -> impl ExactSizeIterator<Item = Layer<'_>> {
        (0..self.len()).map(|i| self.layer(i))
    }
}
