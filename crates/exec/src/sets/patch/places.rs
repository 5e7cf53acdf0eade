//! Packed positions, the box around them, and a bit for each of its places.

use crate::value::Fault;
use crate::value::layout::{self, Layout};

/// The bounding box of a patch, all four sides included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// First row.
    pub top: i64,
    /// Last row.
    pub bottom: i64,
    /// First column.
    pub left: i64,
    /// Last column.
    pub right: i64,
}

impl Bounds {
    /// Number of rows; stops at the largest integer.
    pub fn height(&self) -> i64 {
        self.bottom.saturating_sub(self.top).saturating_add(1)
    }

    /// Number of columns; stops at the largest integer.
    pub fn width(&self) -> i64 {
        self.right.saturating_sub(self.left).saturating_add(1)
    }

    /// Number of rows and columns; a `domain` fault when they are no 64-bit integers.
    pub fn shape(&self) -> Result<(i64, i64), Fault> {
        Ok((extent(self.top, self.bottom)?, extent(self.left, self.right)?))
    }

    /// Centre, the later of two middle lines: `domain` as in [`Bounds::shape`].
    pub fn center(&self) -> Result<(i64, i64), Fault> {
        let (height, width) = self.shape()?;
        Ok((self.top + height / 2, self.left + width / 2))
    }

    /// The smallest box around both.
    pub fn union(&self, other: &Bounds) -> Bounds {
        Bounds {
            top: self.top.min(other.top),
            bottom: self.bottom.max(other.bottom),
            left: self.left.min(other.left),
            right: self.right.max(other.right),
        }
    }

    /// Packed positions of the upper left and lower right corner, when they fit.
    pub fn keys(&self) -> Option<(u32, u32)> {
        Some((layout::pos(self.top, self.left)?, layout::pos(self.bottom, self.right)?))
    }

    pub(super) fn include(&mut self, row: i64, col: i64) {
        self.top = self.top.min(row);
        self.bottom = self.bottom.max(row);
        self.left = self.left.min(col);
        self.right = self.right.max(col);
    }
}

/// How many integers lie from `first` to `last`, both included.
pub fn extent(first: i64, last: i64) -> Result<i64, Fault> {
    last.checked_sub(first).and_then(|n| n.checked_add(1)).ok_or(Fault::Domain)
}

/// Packed elements seen as positions only, whatever else their keys hold.
#[derive(Clone, Copy)]
pub struct Places<'a> {
    keys: &'a [u32],
    shift: u32,
    /// Whether the positions ascend (repeats allowed).
    sorted: bool,
}

impl<'a> Places<'a> {
    /// The positions of a set of packed positions.
    #[inline]
    pub fn of_poses(keys: &'a [u32]) -> Places<'a> {
        Places { keys, shift: 0, sorted: true }
    }

    /// The positions of a set of packed cells.
    #[inline]
    pub fn of_cells(lay: Layout, keys: &'a [u32]) -> Places<'a> {
        match (lay.is_batt(), keys) {
            (true, _) => Places { keys, shift: 8, sorted: true },
            // Cells sort by colour first, so one colour means order by position.
            (false, [first, .., last]) => {
                Places { keys, shift: 0, sorted: lay.colour(*first) == lay.colour(*last) }
            }
            _ => Places { keys, shift: 0, sorted: true },
        }
    }

    /// The positions of keys in any order, which start at a bit of each.
    #[inline]
    pub(crate) fn listed(keys: &'a [u32], shift: u32) -> Places<'a> {
        Places { keys, shift, sorted: false }
    }

    /// Number of elements.
    #[inline]
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there are no elements.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Whether the positions ascend (repeats allowed).
    #[inline]
    pub fn is_sorted(&self) -> bool {
        self.sorted
    }

    /// The packed positions in the order of the elements.
    #[inline]
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = u32> + ExactSizeIterator + 'a {
        let shift = self.shift;
        self.keys.iter().map(move |&key| key >> shift & 0xff_ffff)
    }

    /// Smallest and largest row; `None` when empty.
    #[inline]
    pub fn rows(&self) -> Option<(i64, i64)> {
        let row = |pos: u32| layout::row(pos) as i64;
        match (self.sorted, self.keys) {
            (true, [first, .., last]) => {
                let pos = |key: u32| key >> self.shift & 0xff_ffff;
                Some((row(pos(*first)), row(pos(*last))))
            }
            _ => self.range(|pos| pos >> 12),
        }
    }

    /// Smallest and largest column; `None` when empty.
    #[inline]
    pub fn cols(&self) -> Option<(i64, i64)> {
        self.range(|pos| pos & 0xfff)
    }

    /// Smallest and largest of one biased coordinate, without its bias.
    #[inline]
    fn range(&self, part: impl Fn(u32) -> u32) -> Option<(i64, i64)> {
        // Signed numbers: their minimum needs no trick on older vector units.
        let (mut low, mut high) = (i32::MAX, i32::MIN);
        for pos in self.iter() {
            let x = part(pos) as i32;
            (low, high) = (low.min(x), high.max(x));
        }
        let unbias = |x: i32| x as i64 - layout::LIMIT;
        (!self.is_empty()).then(|| (unbias(low), unbias(high)))
    }

    /// The bounding box; `None` when empty.
    #[inline]
    pub fn bounds(&self) -> Option<Bounds> {
        let ((top, bottom), (left, right)) = (self.rows()?, self.cols()?);
        Some(Bounds { top, bottom, left, right })
    }
}

/// Positions in a box of at most 64 by 64, one bit each.
pub struct Masks {
    rows: [u64; 64],
    corner: u32,
    height: usize,
    width: u32,
}

impl Masks {
    /// No positions yet; `None` when the box is too large.
    #[inline]
    pub fn new(bounds: &Bounds) -> Option<Masks> {
        let (height, width) = (bounds.height(), bounds.width());
        let (corner, _) = bounds.keys()?;
        let small = height <= 64 && width <= 64;
        let (height, width) = (height as usize, width as u32);
        small.then_some(Masks { rows: [0; 64], corner, height, width })
    }

    /// One word per row of the box; the lowest bit is its first column.
    #[inline]
    pub fn rows(&self) -> &[u64] {
        &self.rows[..self.height]
    }

    /// Adds positions, which must lie in the box.
    #[inline]
    pub fn add(&mut self, places: Places<'_>) {
        for pos in places.iter() {
            // Inside the box neither coordinate is below the corner's, so nothing borrows.
            let at = pos.wrapping_sub(self.corner);
            self.rows[(at >> 12 & 63) as usize] |= 1 << (at & 63);
        }
    }

    /// Puts the box's other positions in place of these.
    pub fn complement(&mut self) {
        let whole = u64::MAX >> (64 - self.width);
        self.rows[..self.height].iter_mut().for_each(|row| *row ^= whole);
    }

    /// Writes the packed positions in ascending order as far as there is room; returns how many.
    #[inline]
    pub fn write(&self, out: &mut [u32]) -> usize {
        let mut len = 0;
        for (r, &row) in self.rows().iter().enumerate() {
            let (mut bits, first) = (row, self.corner + ((r as u32) << 12));
            while bits != 0 && len < out.len() {
                out[len] = first + bits.trailing_zeros();
                bits &= bits - 1;
                len += 1;
            }
        }
        len
    }
}
