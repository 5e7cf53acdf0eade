//! Pictures with unknown cells, and quick comparison with moved or turned copies of themselves.

use super::cut::View;
use super::{Desk, Layer, MAX_AREA, MAX_SIDE};

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

    /// Writes the picture to the place of the layer it was made of; what is unknown is empty.
    pub(super) fn write(&self, x: Layer<'_>, desk: &mut Desk) -> Option<()> {
        let out = desk.sheet(x.row, x.col, self.height, self.width)?;
        for (to, &from) in out.iter_mut().zip(self.cells()) {
            *to = if from == UNKNOWN { 0 } else { from };
        }
        Some(())
    }
}

/// The same as bits: for each row the four bits of its cells' colours, and which of them are known.
pub(super) struct Planes {
    height: usize,
    width: usize,
    rows: [[u64; 5]; MAX_SIDE],
}

impl Planes {
    /// The bits of a picture turned in one of the eight ways.
    pub(super) fn new(gaps: &Gaps, turn: i32) -> Planes {
        let view = View::new(turn, gaps.height, gaps.width);
        let mut rows = [[0; 5]; MAX_SIDE];
        for (row, planes) in rows[..view.height].iter_mut().enumerate() {
            for col in 0..view.width {
                let cell = u64::from(gaps.cells[view.index(row, col)]);
                if cell != u64::from(UNKNOWN) {
                    let [a, b, c, d, known] = planes;
                    *a |= (cell & 1) << col;
                    *b |= (cell >> 1 & 1) << col;
                    *c |= (cell >> 2 & 1) << col;
                    *d |= (cell >> 3) << col;
                    *known |= 1 << col;
                }
            }
        }
        Planes { height: view.height, width: view.width, rows }
    }

    /// How many cells overlap if the other picture is laid on this one, moved by so many cells.
    pub(super) fn overlap(&self, other: &Planes, down: isize, right: isize) -> usize {
        let common = |side: usize, other: usize, by: isize| {
            (side as isize).min(other as isize + by).saturating_sub(by.max(0)).max(0) as usize
        };
        common(self.height, other.height, down) * common(self.width, other.width, right)
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
        let mine = self.rows[..self.height].iter().skip(skip);
        let others = other.rows[..other.height].iter().skip(lower);
        let mut agreeing = 0;
        for (a, b) in mine.zip(others) {
            let b = b.map(|bits| bits << right >> left);
            let both = a[4] & b[4];
            let differ = (a[0] ^ b[0]) | (a[1] ^ b[1]) | (a[2] ^ b[2]) | (a[3] ^ b[3]);
            if differ & both != 0 {
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
        assert_eq!(planes.overlap(&planes, 1, -4), 2);
        assert_eq!(planes.overlap(&planes, 2, 0), 0);
    }
}
