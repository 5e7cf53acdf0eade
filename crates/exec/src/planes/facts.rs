//! What several features of one grid need, computed once.

use std::cell::OnceCell;

use super::segment::{self, Segments};
use super::{NONE, Plane};

/// Ways to cut a grid that [`super::OBJECT`] knows.
pub(super) const WAYS: usize = 8;

/// A grid with what is known about it.
pub struct Facts<'a> {
    /// The grid.
    pub grid: Plane<'a>,
    /// The colour that counts as background: 0 where a twelfth of the grid has it, else the commonest.
    pub background: i8,
    /// How often each colour occurs; values that are no colours share the slots above 9.
    pub counts: [usize; 16],
    segments: [OnceCell<Segments>; WAYS],
}

impl<'a> Facts<'a> {
    /// Looks at a grid.
    pub fn new(grid: Plane<'a>) -> Facts<'a> {
        let mut counts = [0; 16];
        grid.cells.iter().for_each(|&colour| counts[slot(colour)] += 1);
        let background = if counts[0] * 12 >= grid.cells.len() { 0 } else { commonest(&counts) };
        Facts { grid, background, counts, segments: Default::default() }
    }

    /// Whether a value is a colour other than the background.
    #[inline]
    pub fn is_ink(&self, colour: i8) -> bool {
        colour >= 0 && colour != self.background
    }

    /// The grid cut in one of the [`WAYS`].
    pub(super) fn segments(&self, way: usize) -> &Segments {
        self.segments[way].get_or_init(|| segment::cut(self, way))
    }
}

/// Where a colour is counted.
#[inline]
pub(super) fn slot(colour: i8) -> usize {
    (colour & 15) as usize
}

/// The colour that is counted most often, the lowest of several.
pub(super) fn commonest(counts: &[usize; 16]) -> i8 {
    let mut best = 0;
    for colour in 1..10 {
        if counts[colour] > counts[best] {
            best = colour;
        }
    }
    best as i8
}

/// The colour other than `except` that is counted most often, or [`NONE`].
pub(super) fn commonest_but(counts: &[usize; 16], except: i8) -> i8 {
    let mut left = *counts;
    left[slot(except)] = 0;
    let best = commonest(&left);
    if left[best as usize] == 0 { NONE } else { best }
}

/// The colour other than `except` that is counted least often but at all, or [`NONE`].
pub(super) fn rarest_but(counts: &[usize; 16], except: i8) -> i8 {
    let there = (0..10i8).filter(|&c| c != except && counts[c as usize] > 0);
    there.min_by_key(|&c| (counts[c as usize], c)).unwrap_or(NONE)
}
