//! Repetitions: lattices of equal tiles, and steps in one direction.

use crate::layers::gaps::{BitRow, Gaps, Planes, UNKNOWN, join};
use crate::layers::{MAX_AREA, MAX_SIDE, bits};

/// A repetition in two directions: each `rows` down, moved right by `slant`, and each `cols` across.
#[derive(Clone, Copy)]
pub(super) struct Lattice {
    /// Rows of the tile.
    pub(super) rows: usize,
    /// Columns of the tile.
    pub(super) cols: usize,
    /// How far the next row of tiles is moved.
    pub(super) slant: usize,
}

impl Lattice {
    /// The place in the tile of the first cell of a row: where its line begins, and the column.
    fn start(self, row: usize) -> (usize, usize) {
        let moved = row / self.rows * self.slant % self.cols;
        (row % self.rows * self.cols, if moved == 0 { 0 } else { self.cols - moved })
    }

    /// The colours of the tile of a picture that repeats so.
    pub(super) fn tile(self, gaps: &Gaps) -> [u8; MAX_AREA] {
        let mut tile = [UNKNOWN; MAX_AREA];
        for (row, line) in gaps.cells().chunks_exact(gaps.width).enumerate() {
            let (base, mut col) = self.start(row);
            let tile = &mut tile[base..base + self.cols];
            for &cell in line {
                // What is known is the same everywhere, and less than what marks the unknown.
                tile[col] = tile[col].min(cell);
                col = if col + 1 == self.cols { 0 } else { col + 1 };
            }
        }
        tile
    }

    /// Fills unknown cells by the repetition.
    pub(super) fn fill(self, gaps: &mut Gaps) {
        let (tile, width) = (self.tile(gaps), gaps.width);
        for (row, line) in gaps.cells_mut().chunks_exact_mut(width).enumerate() {
            let (base, mut col) = self.start(row);
            let tile = &tile[base..base + self.cols];
            for cell in line {
                *cell = tile[col];
                col = if col + 1 == self.cols { 0 } else { col + 1 };
            }
        }
    }

    /// The cells of a row of a picture as bits of the tile's line: each stretch of the tile's width
    /// that they make, turned so that equal cells come together.
    fn stretches(self, row: usize, width: usize) -> impl Iterator<Item = impl Fn(u64) -> u64> {
        let (cols, moved) = (self.cols, row / self.rows * self.slant % self.cols);
        let mask = bits::first(cols);
        (0..width).step_by(cols).map(move |start| {
            move |row: u64| {
                let piece = row >> start & mask;
                (piece >> moved | piece << (cols - moved)) & mask
            }
        })
    }

    /// Whether the tile's cells are all known.
    pub(super) fn covers(self, planes: &Planes) -> bool {
        (0..self.rows).all(|line| {
            let mut known = 0;
            for row in (line..planes.height).step_by(self.rows) {
                let bits = planes.rows()[row][4];
                if self.slant == 0 {
                    known |= bits;
                } else {
                    self.stretches(row, planes.width).for_each(|piece| known |= piece(bits));
                }
            }
            let mut by = self.cols;
            while by < planes.width {
                known |= known >> by;
                by *= 2;
            }
            known & bits::first(self.cols) == bits::first(self.cols)
        })
    }

    /// Whether cells that the repetition makes equal are so, as far as they are known.
    pub(super) fn agrees(self, planes: &Planes) -> bool {
        (0..self.rows).all(|line| {
            let mut tile = [0; 5];
            let mut rows = (line..planes.height).step_by(self.rows);
            if self.slant != 0 {
                return rows.all(|row| self.add(row, &planes.rows()[row], planes.width, &mut tile));
            }
            let mut sum = [0; 5];
            rows.all(|row| join(&mut sum, &planes.rows()[row]))
                && self.add(0, &sum, planes.width, &mut tile)
        })
    }

    /// Adds the cells of a row to the tile's line that they belong to; says whether they agree.
    fn add(self, row: usize, cells: &BitRow, width: usize, tile: &mut BitRow) -> bool {
        let [a, b, c, d, known] = *cells;
        self.stretches(row, width)
            .all(|piece| join(tile, &[piece(a), piece(b), piece(c), piece(d), piece(known)]))
    }
}

/// A repetition in one direction: any way down, or straight to the right.
#[derive(Clone, Copy)]
pub(super) struct Shift {
    /// Rows down.
    pub(super) down: usize,
    /// Columns to the right.
    pub(super) right: isize,
}

impl Shift {
    /// How many classes of equal cells a picture has.
    pub(super) fn classes(self, gaps: &Gaps) -> usize {
        let (high, wide) = (gaps.height - self.down, gaps.width - self.right.unsigned_abs());
        gaps.height * gaps.width - high * wide
    }

    /// Fills unknown cells by the repetition, forth and back.
    pub(super) fn fill(self, gaps: &mut Gaps) {
        let width = gaps.width;
        let from = self.right.max(0) as usize;
        let to = width - self.right.min(0).unsigned_abs();
        let way = (self.down * width) as isize + self.right;
        let rows = self.down..gaps.height;
        let cells = gaps.cells_mut();
        for row in rows.clone() {
            for at in row * width + from..row * width + to {
                // What both know is the same.
                cells[at] = cells[at].min(cells[at.wrapping_add_signed(-way)]);
            }
        }
        for row in rows.rev() {
            for at in (row * width + from..row * width + to).rev() {
                let before = at.wrapping_add_signed(-way);
                cells[before] = cells[before].min(cells[at]);
            }
        }
    }

    /// Bits of a row where the repetition takes them in the next one.
    #[inline]
    fn moved(self, bits: u64, width: usize) -> u64 {
        let (right, left) = (self.right.max(0), self.right.min(0).unsigned_abs());
        bits << right >> left & bits::first(width)
    }

    /// Whether each class of equal cells has a known one.
    pub(super) fn covers(self, planes: &Planes) -> bool {
        let Planes { height, width, .. } = *planes;
        // The columns from which the next step leads out.
        let last = match self.right {
            right if right > 0 => !bits::first(width - right as usize) & bits::first(width),
            right => bits::first(right.unsigned_abs()),
        };
        let mut known = [0; MAX_SIDE];
        (0..height).all(|row| {
            let mut bits = planes.rows()[row][4];
            if self.down == 0 {
                // Each step doubles what is reached.
                let mut by = self.right as usize;
                while by < width {
                    bits |= bits << by & bits::first(width);
                    by *= 2;
                }
            } else if row >= self.down {
                bits |= self.moved(known[row - self.down], width);
            }
            known[row] = bits;
            let ends = if row + self.down >= height { bits::first(width) } else { last };
            ends & !bits == 0
        })
    }

    /// Whether known cells agree with the repetition, however far apart.
    pub(super) fn agrees(self, planes: &Planes) -> bool {
        let mut rows = [[0; 5]; MAX_SIDE];
        planes.rows().iter().enumerate().all(|(at, row)| {
            rows[at] = *row;
            if self.down > 0 {
                return at < self.down || self.join(&mut rows, at, at - self.down, planes.width);
            }
            let steps = planes.width / self.right as usize;
            (0..steps).all(|_| self.join(&mut rows, at, at, planes.width))
        })
    }

    /// Adds to a row what the repetition makes of another one; says whether they agree.
    #[inline]
    fn join(self, rows: &mut [BitRow; MAX_SIDE], at: usize, from: usize, width: usize) -> bool {
        let [a, b, c, d, known] = rows[from];
        let moved = |bits: u64| self.moved(bits, width);
        join(&mut rows[at], &[moved(a), moved(b), moved(c), moved(d), moved(known)])
    }
}
