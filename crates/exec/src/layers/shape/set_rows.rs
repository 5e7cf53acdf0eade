//! Set cells as bits, and what lies next to them.

use crate::layers::{Layer, MAX_SIDE, bits};

/// The rows of a layer as bits of its set cells, with empty ones around them.
pub(super) struct SetRows {
    height: usize,
    width: usize,
    /// The rows, from the second one on; bit 1 is the first cell.
    pub(super) rows: [u64; MAX_SIDE + 2],
}

impl SetRows {
    /// The set cells of a layer.
    pub(super) fn new(x: Layer<'_>) -> SetRows {
        let mut rows = [0; MAX_SIDE + 2];
        rows[1..].iter_mut().zip(x.rows()).for_each(|(to, row)| *to = bits::set(row) << 1);
        SetRows { height: x.height, width: x.width, rows }
    }

    /// The bits of a row that lie in the layer.
    fn inside(&self) -> u64 {
        bits::first(self.width) << 1
    }

    /// The rows with those above and below, from top to bottom.
    pub(super) fn triples(&self) -> impl Iterator<Item = [u64; 3]> {
        self.rows[..self.height + 2].windows(3).map(|rows| [rows[0], rows[1], rows[2]])
    }

    /// The rows of empty cells from which a way leads out.
    pub(super) fn open(&self) -> SetRows {
        let mut open = [0; MAX_SIDE + 2];
        let rows = 1..=self.height;
        let sides = 1 << 1 | 1 << self.width;
        let room = |row: usize| !self.rows[row] & self.inside();
        let mut changed = true;
        for row in rows.clone() {
            let ends = if row == 1 || row == self.height { self.inside() } else { sides };
            open[row] = bits::flood(room(row), room(row) & (ends | open[row - 1]));
        }
        let grow = |open: &mut [u64; MAX_SIDE + 2], row: usize, from: usize| {
            let new = room(row) & open[from] & !open[row];
            if new != 0 {
                open[row] = bits::flood(room(row), open[row] | new);
            }
            new != 0
        };
        while changed {
            changed =
                rows.clone().rev().fold(false, |all, row| grow(&mut open, row, row + 1) | all);
            changed =
                changed && rows.clone().fold(false, |all, row| grow(&mut open, row, row - 1) | all);
        }
        SetRows { rows: open, ..*self }
    }

    /// Everything but these cells.
    pub(super) fn others(mut self) -> SetRows {
        let inside = self.inside();
        self.rows[1..=self.height].iter_mut().for_each(|row| *row = !*row & inside);
        self
    }
}

/// The cells of a row that have neighbours all around, with or without the diagonal ones.
pub(super) fn surrounded([above, row, below]: [u64; 3], diagonal: bool) -> u64 {
    let three = |row: u64| row & row << 1 & row >> 1;
    if diagonal { three(above) & three(row) & three(below) } else { three(row) & above & below }
}

/// The cells of a row and those next to them, with or without the diagonal ones.
pub(super) fn widened([above, row, below]: [u64; 3], diagonal: bool) -> u64 {
    let three = |row: u64| row | row << 1 | row >> 1;
    if diagonal { three(above | row | below) } else { three(row) | above | below }
}

/// The cells of a row with exactly so many neighbours beside them.
pub(super) fn beside([above, row, below]: [u64; 3], wanted: i32) -> u64 {
    let (left, right) = (row << 1, row >> 1);
    // The digits of the number of neighbours in the binary system.
    let (odd, more) = (above ^ below, above & below);
    let (odd2, more2) = (left ^ right, left & right);
    let (ones, twos, fours) = (odd ^ odd2, more ^ more2 ^ (odd & odd2), more & more2);
    match wanted {
        0 => !(ones | twos | fours),
        1 => ones & !twos,
        2 => !ones & twos,
        3 => ones & twos,
        4 => fours,
        _ => 0,
    }
}
