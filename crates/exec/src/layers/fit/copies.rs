//! Covering a frame with copies of a layer.

use super::{line, offset};
use crate::layers::{Desk, Layer, MAX_SIDE};

/// How a copy lies: mirrored left-right or not, and top-bottom or not.
type Mirrored = (bool, bool);

/// Covers the frame with copies. `mirrored` says of the copies in odd and even rows and columns of
/// copies how they lie, if there are any; the copy of row and column 0 lies at `start`.
fn lay(
    x: Layer<'_>,
    frame: Layer<'_>,
    (gap, start): (usize, (isize, isize)),
    mirrored: impl Fn(bool, bool) -> Option<Mirrored>,
    desk: &mut Desk,
) -> Option<()> {
    let out = desk.sheet(0, 0, frame.height, frame.width)?;
    let cols = [false, true].map(|odd| {
        columns(x.width, gap, start.1, |col| mirrored(odd, col).map(|(left_right, _)| left_right))
    });
    let mut place = CopiedLine::new(x.height + gap, start.0);
    for to in out.chunks_exact_mut(frame.width) {
        if place.at < x.height {
            let bottom_up = [false, true].iter().find_map(|&col| mirrored(place.odd, col));
            let bottom_up = bottom_up.is_some_and(|(_, top_bottom)| top_bottom);
            let from = line(x, if bottom_up { x.height - 1 - place.at } else { place.at });
            let cols = &cols[usize::from(place.odd)];
            for (col, to) in to.iter_mut().enumerate() {
                *to = from.get(usize::from(cols[col])).copied().unwrap_or(0);
            }
        }
        place.step();
    }
    Some(())
}

/// A row or column of the frame, as one of a copy.
struct CopiedLine {
    length: usize,
    at: usize,
    /// Whether the copy is an odd one.
    odd: bool,
}

impl CopiedLine {
    /// The first one of the frame, for copies of some length of which one begins at `start`.
    fn new(length: usize, start: isize) -> CopiedLine {
        let side = length as isize;
        CopiedLine {
            length,
            at: (-start).rem_euclid(side) as usize,
            odd: (-start).div_euclid(side) % 2 != 0,
        }
    }

    /// Goes on to the next.
    #[inline]
    fn step(&mut self) {
        self.at += 1;
        if self.at == self.length {
            (self.at, self.odd) = (0, !self.odd);
        }
    }
}

/// The column of a copy that each column of a frame shows; one beyond all where there is none.
fn columns(
    width: usize,
    gap: usize,
    start: isize,
    mirrored: impl Fn(bool) -> Option<bool>,
) -> [u8; MAX_SIDE] {
    let mut cols = [u8::MAX; MAX_SIDE];
    let ways = [mirrored(false), mirrored(true)];
    let mut place = CopiedLine::new(width + gap, start);
    for to in &mut cols {
        if let (true, Some(back)) = (place.at < width, ways[usize::from(place.odd)]) {
            *to = if back { width - 1 - place.at } else { place.at } as u8;
        }
        place.step();
    }
    cols
}

/// Copies side by side: 0 without gaps, 1 with gaps of one cell, 2 starting at the lower right,
/// 3 continuing the layer where it lies.
pub fn tile(x: Layer<'_>, frame: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    let lower =
        (frame.height as isize - x.height as isize, frame.width as isize - x.width as isize);
    let layout = match k {
        0 => (0, (0, 0)),
        1 => (1, (0, 0)),
        2 => (0, lower),
        3 => (0, offset(x, frame)),
        _ => return None,
    };
    lay(x, frame, layout, |_, _| Some((false, false)), desk)
}

/// Copies side by side, every other one mirrored: 0 in both axes, 1 the same with gaps of one cell,
/// 2 left-right only, 3 top-bottom only, 4 in both axes starting with a mirrored one.
pub fn mirror(x: Layer<'_>, frame: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    if !(0..=4).contains(&k) {
        return None;
    }
    let first = k == 4;
    let mirrored = |row, col| Some((k != 3 && col != first, k != 2 && row != first));
    lay(x, frame, ((k == 1) as usize, (0, 0)), mirrored, desk)
}

/// Copies side by side: every other row of them mirrored left-right (0), or every other one left
/// out as on a checkerboard (1).
pub fn checkerboard(x: Layer<'_>, frame: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    let layout = (0, (0, 0));
    match k {
        0 => lay(x, frame, layout, |row, _| Some((row, false)), desk),
        1 => lay(x, frame, layout, |row, col| (row == col).then_some((false, false)), desk),
        _ => None,
    }
}
