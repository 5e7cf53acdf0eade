//! Counts as pictures: bars, squares and columns of colours.

use super::{order, size, unordered};
use crate::layers::{Desk, Layer};

/// Adds a layer of one colour to the desk; nothing for colour 0.
fn plain(
    place: (i16, i16),
    height: usize,
    width: usize,
    colour: u8,
    desk: &mut Desk,
) -> Option<()> {
    (colour != 0).then_some(())?;
    desk.sheet(place.0, place.1, height, width)?.fill(colour);
    Some(())
}

/// A count as a row (0), a column (1) or a square (2).
fn bar(place: (i16, i16), n: usize, k: i32, colour: u8, desk: &mut Desk) -> Option<()> {
    match k {
        0 => plain(place, 1, n, colour, desk),
        1 => plain(place, n, 1, colour, desk),
        _ => plain(place, n, n, colour, desk),
    }
}

/// Adds bars to the desk, one below the other: each a colour and how long it is.
fn bars(
    place: (i16, i16),
    all: impl ExactSizeIterator<Item = (u8, usize)> + Clone,
    desk: &mut Desk,
) -> Option<()> {
    let width = all.clone().map(|(_, n)| n).max()?;
    let out = desk.sheet(place.0, place.1, all.len(), width)?;
    for (line, (colour, n)) in out.chunks_exact_mut(width).zip(all) {
        line[..n].fill(colour);
    }
    Some(())
}

/// Adds colours to the desk, in a row or a column.
fn palette(
    place: (i16, i16),
    all: impl ExactSizeIterator<Item = u8>,
    column: bool,
    desk: &mut Desk,
) -> Option<()> {
    let n = all.len();
    let (height, width) = if column { (n, 1) } else { (1, n) };
    let out = desk.sheet(place.0, place.1, height, width)?;
    out.iter_mut().zip(all).for_each(|(cell, colour)| *cell = colour);
    Some(())
}

/// The list counted. In the main colour of the first: 0 a row as long as the list, 1 a column, 2 a
/// square. 3 a bar for each element as long as it has set cells, the longest first. The main colours
/// of all: 4 in a row, 5 in a column, 6 and 7 the same with the largest elements first.
pub fn counts(list: &[Layer<'_>], k: i32, desk: &mut Desk) -> Option<()> {
    let order = match k {
        3 | 6 | 7 => order(list, |x| -size(x))?,
        _ => unordered(list)?,
    };
    let elements = order[..list.len()].iter().map(|&i| list[i as usize]);
    match k {
        0..=2 => bar((0, 0), list.len(), k, list[0].main_colour(), desk),
        3 => bars((0, 0), elements.map(|x| (x.main_colour(), x.set_cells())), desk),
        4..=7 => palette((0, 0), elements.map(|x| x.main_colour()), k % 2 == 1, desk),
        _ => None,
    }
}

/// The cells counted. In the main colour: 0 a row as long as there are set cells, 1 a column, 2 a
/// square; 6 a row as long as there are colours, 7 a square. 3 a bar for each colour as long as it
/// has cells, the longest first. The colours, most common first: 4 in a column, 5 in a row.
pub fn tallies(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    let counts = x.counts();
    let mut colours: [u8; 9] = std::array::from_fn(|i| i as u8 + 1);
    colours.sort_unstable_by_key(|&colour| (std::cmp::Reverse(counts[colour as usize]), colour));
    let n = colours.iter().filter(|&&colour| counts[colour as usize] > 0).count();
    let colours = &colours[..n];
    let (place, main) = ((x.row, x.col), x.main_colour());
    match k {
        0..=2 => bar(place, x.set_cells(), k, main, desk),
        3 => {
            let lengths = colours.iter().map(|&colour| (colour, counts[colour as usize] as usize));
            bars(place, lengths, desk)
        }
        4 | 5 => palette(place, colours.iter().copied(), k == 4, desk),
        6 => bar(place, n, 0, main, desk),
        7 => bar(place, n, 2, main, desk),
        _ => None,
    }
}
