//! How positions and cells are packed into 32 bits.
//!
//! A position is 24 bits: row and column, 12 bits each, biased by 2048. A cell adds 8 bits of
//! colour, biased by 128: above the position in dialect `arc`, where cells sort by colour first,
//! and below it in `batt`, where they sort by position first. So in both dialects the order of
//! the packed numbers is the canonical order of the values, and moving a whole set by (dr, dc)
//! adds one number to every element.

use lang::Dialect;

/// Rows and columns that fit a packed position: `-LIMIT..LIMIT`.
pub const LIMIT: i64 = 2048;
const BIAS: u32 = 2048;
const POS_MASK: u32 = 0xff_ffff;
const LOW: u32 = 0xfff;

/// Packs a position; `None` when it does not fit.
#[inline]
pub fn pos(row: i64, col: i64) -> Option<u32> {
    let fits = |x: i64| (-LIMIT..LIMIT).contains(&x);
    (fits(row) && fits(col)).then(|| pos_unchecked(row as i32, col as i32))
}

/// Packs a position that is known to fit.
#[inline]
pub fn pos_unchecked(row: i32, col: i32) -> u32 {
    ((row + BIAS as i32) as u32) << 12 | (col + BIAS as i32) as u32
}

/// The row of a packed position.
#[inline]
pub fn row(pos: u32) -> i32 {
    (pos >> 12) as i32 - BIAS as i32
}

/// The column of a packed position.
#[inline]
pub fn col(pos: u32) -> i32 {
    (pos & LOW) as i32 - BIAS as i32
}

/// What to add to a packed position to move it, wrapping; the caller checks that it still fits.
#[inline]
pub fn delta(rows: i32, cols: i32) -> u32 {
    ((rows << 12) + cols) as u32
}

/// Where a dialect's cells keep position and colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// The dialect this layout belongs to.
    pub dialect: Dialect,
    pos_shift: u32,
    colour_shift: u32,
}

impl Layout {
    /// The layout of a dialect.
    pub const fn of(dialect: Dialect) -> Layout {
        match dialect {
            Dialect::Arc => Layout { dialect, pos_shift: 0, colour_shift: 24 },
            Dialect::Batt => Layout { dialect, pos_shift: 8, colour_shift: 0 },
        }
    }

    /// Whether this is the `batt` dialect.
    #[inline]
    pub fn is_batt(self) -> bool {
        self.pos_shift != 0
    }

    /// Packs a cell.
    #[inline]
    pub fn cell(self, colour: i8, pos: u32) -> u32 {
        (pos << self.pos_shift) | ((colour as u8 ^ 0x80) as u32) << self.colour_shift
    }

    /// The packed position of a cell.
    #[inline]
    pub fn pos(self, cell: u32) -> u32 {
        cell >> self.pos_shift & POS_MASK
    }

    /// The colour of a cell.
    #[inline]
    pub fn colour(self, cell: u32) -> i8 {
        ((cell >> self.colour_shift) as u8 ^ 0x80) as i8
    }

    /// What to add to a cell to move it: see [`delta`].
    #[inline]
    pub fn delta(self, rows: i32, cols: i32) -> u32 {
        delta(rows, cols) << self.pos_shift
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_keeps_order_and_parts() {
        for dialect in Dialect::ALL {
            let lay = Layout::of(dialect);
            for (colour, r, c) in
                [(-128i8, -2048i64, 2047i64), (0, 0, 0), (9, -1, 5), (127, 29, -3)]
            {
                let cell = lay.cell(colour, pos(r, c).unwrap());
                assert_eq!(lay.colour(cell), colour);
                assert_eq!((row(lay.pos(cell)) as i64, col(lay.pos(cell)) as i64), (r, c));
            }
            let moved = lay.cell(3, pos(4, 5).unwrap()).wrapping_add(lay.delta(-6, 2));
            assert_eq!(moved, lay.cell(3, pos(-2, 7).unwrap()));
        }
        assert!(pos(0, 1) < pos(1, 0) && pos(-1, 0) < pos(0, -1));
        assert_eq!(pos(2048, 0), None);
    }
}
