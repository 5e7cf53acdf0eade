//! Pictures with unknown cells, and quick comparison with moved or turned copies of themselves.

use super::cut::View;
use super::{Desk, Layer, MAX_AREA, MAX_SIDE, bits};

/// The value of unknown cells.
pub(super) const UNKNOWN: u8 = 10;

/// A picture some cells of which are unknown.
#[derive(Clone)]
pub(super) struct Gaps {
    /// Number of rows.
    pub(super) height: usize,
    /// Number of columns.
    pub(super) width: usize,
    cells: [u8; MAX_AREA],
}

impl Gaps {
    /// A layer with the cells of one colour unknown, or none.
    pub(super) fn new(x: Layer<'_>, unknown: Option<u8>) -> Gaps {
        let mut cells = [UNKNOWN; MAX_AREA];
        for (to, &from) in cells.iter_mut().zip(x.cells) {
            *to = if Some(from) == unknown { UNKNOWN } else { from };
        }
        Gaps { height: x.height, width: x.width, cells }
    }

    /// The cells, row by row.
    #[inline]
    pub(super) fn cells(&self) -> &[u8] {
        &self.cells[..self.height * self.width]
    }

    /// The cells, row by row, to be filled.
    #[inline]
    pub(super) fn cells_mut(&mut self) -> &mut [u8] {
        &mut self.cells[..self.height * self.width]
    }

    /// How many cells are unknown.
    pub(super) fn unknown(&self) -> usize {
        self.cells().iter().filter(|&&c| c == UNKNOWN).count()
    }

    /// Writes the cells turned in one of the eight ways.
    fn turn(&self, turn: i32, out: &mut [u8]) {
        let view = View::new(turn, self.height, self.width);
        for (row, line) in out.chunks_exact_mut(view.width).enumerate() {
            for (col, to) in line.iter_mut().enumerate() {
                *to = self.cells[view.index(row, col)];
            }
        }
    }

    /// Writes the picture to the place of the layer it was made of; what is unknown is empty.
    pub(super) fn write(&self, x: Layer<'_>, desk: &mut Desk) -> Option<()> {
        let out = desk.sheet(x.row, x.col, self.height, self.width)?;
        for (to, &from) in out.iter_mut().zip(self.cells()) {
            *to = if from == UNKNOWN { 0 } else { from };
        }
        Some(())
    }
}

/// A row as bits: the four bits of its cells' colours, and which of them are known. Unknown cells
/// have no bits at all.
pub(super) type BitRow = [u64; 5];

/// The same as bits, row by row.
pub(super) struct Planes {
    /// Number of rows.
    pub(super) height: usize,
    /// Number of columns.
    pub(super) width: usize,
    rows: [BitRow; MAX_SIDE],
}

/// How much of a side another one covers that is moved by so many cells.
#[inline]
pub(super) fn common(side: usize, other: usize, by: isize) -> usize {
    (side as isize).min(other as isize + by).saturating_sub(by.max(0)).max(0) as usize
}

/// A row of cells as bits.
fn bit_row(cells: &[u8]) -> BitRow {
    let [mut a, mut b, mut c, mut d] = [0; 4];
    for start in (0..cells.len()).step_by(8) {
        let word = bits::word(&cells[start..cells.len().min(start + 8)]);
        a |= bits::gather(word) << start;
        b |= bits::gather(word >> 1) << start;
        c |= bits::gather(word >> 2) << start;
        d |= bits::gather(word >> 3) << start;
    }
    // No colour has both of the bits of `UNKNOWN`.
    let known = bits::first(cells.len()) & !(b & d);
    [a & known, b & known, c & known, d & known, known]
}

/// Where a row has other colours than these.
#[inline]
fn differ(row: &BitRow, a: u64, b: u64, c: u64, d: u64) -> u64 {
    (row[0] ^ a) | (row[1] ^ b) | (row[2] ^ c) | (row[3] ^ d)
}

/// Adds what is known of a row to another one; says whether they agree.
#[inline]
pub(super) fn join(row: &mut BitRow, &[a, b, c, d, known]: &BitRow) -> bool {
    let agree = differ(row, a, b, c, d) & row[4] & known == 0;
    *row = [row[0] | a, row[1] | b, row[2] | c, row[3] | d, row[4] | known];
    agree
}

/// A row the other way round.
fn mirrored(row: &BitRow, width: usize) -> BitRow {
    let [a, b, c, d, known] = *row;
    let turn = |bits: u64| bits.reverse_bits() >> (64 - width);
    [turn(a), turn(b), turn(c), turn(d), turn(known)]
}

/// Rows of cells as bits.
fn pack(cells: &[u8], width: usize, rows: &mut [BitRow]) {
    for (row, to) in rows.iter_mut().enumerate() {
        *to = bit_row(&cells[row * width..(row + 1) * width]);
    }
}

impl Planes {
    /// The bits of a picture turned in one of the eight ways.
    pub(super) fn new(gaps: &Gaps, turn: i32) -> Planes {
        let View { height, width, .. } = View::new(turn, gaps.height, gaps.width);
        let mut planes = Planes { height, width, rows: [[0; 5]; MAX_SIDE] };
        let rows = &mut planes.rows[..height];
        if matches!(turn, 1 | 3 | 6 | 7) {
            let mut turned = [0; MAX_AREA];
            gaps.turn(turn, &mut turned[..height * width]);
            pack(&turned[..height * width], width, rows);
            return planes;
        }
        pack(gaps.cells(), width, rows);
        if matches!(turn, 2 | 5) {
            rows.reverse();
        }
        if matches!(turn, 2 | 4) {
            rows.iter_mut().for_each(|row| *row = mirrored(row, width));
        }
        planes
    }

    /// The rows.
    #[inline]
    pub(super) fn rows(&self) -> &[BitRow] {
        &self.rows[..self.height]
    }

    /// Lays the other picture on this one, moved by so many cells: how many cells known in both
    /// agree; nothing if any differ.
    #[inline]
    pub(super) fn agreement(&self, other: &Planes, down: isize, right: isize) -> Option<u32> {
        let (left, right) = (right.min(0).unsigned_abs(), right.max(0).unsigned_abs());
        if left >= 64 || right >= 64 {
            return Some(0);
        }
        let (skip, lower) = (down.max(0).unsigned_abs(), down.min(0).unsigned_abs());
        let (Some(mine), Some(others)) = (self.rows().get(skip..), other.rows().get(lower..))
        else {
            return Some(0);
        };
        let mut agreeing = 0;
        let count = mine.len().min(others.len());
        let (mine, others) = (&mine[..count], &others[..count]);
        for i in 0..count {
            let (a, b) = (&mine[i], &others[i]);
            let moved = |bits: u64| bits << right >> left;
            let both = a[4] & moved(b[4]);
            if differ(a, moved(b[0]), moved(b[1]), moved(b[2]), moved(b[3])) & both != 0 {
                return None;
            }
            agreeing += both.count_ones();
        }
        Some(agreeing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agreement_is_that_of_cells() {
        let cells = [1, 2, 1, 2, 0, 1, 1, 2, 1, 2, 1, 2];
        let x = Layer { row: 0, col: 0, height: 2, width: 6, cells: &cells };
        let gaps = Gaps::new(x, Some(0));
        assert_eq!(gaps.unknown(), 1);
        let planes = Planes::new(&gaps, 0);
        assert_eq!(planes.agreement(&planes, 0, 2), None, "1 and 2 at the end of the first row");
        assert_eq!(planes.agreement(&planes, 1, 0), None);
        assert_eq!(planes.agreement(&planes, 0, 0), Some(11));
        assert_eq!(planes.agreement(&planes, 1, 4), Some(2));
        assert_eq!(planes.agreement(&planes, -1, -4), Some(2));
        assert_eq!((common(2, 2, 1), common(6, 6, -4)), (1, 2));
        assert_eq!((common(2, 2, 2), common(2, 2, -3)), (0, 0));
    }
}
