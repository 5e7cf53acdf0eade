//! The most frequent colour of a grid, which many ops take for its background.

use crate::value::layout::Layout;
use crate::value::order::{canonical, equal};
use crate::value::{Fault, Value};

/// The most frequent colour, ties to the smallest; `None` without cells.
#[inline]
pub(crate) fn mostcolor(cells: &[i8]) -> Option<i8> {
    let guess = *cells.first()?;
    // What more than half of the cells have needs no comparison with the others.
    if 2 * count(cells, guess) > cells.len() {
        return Some(guess);
    }
    Some(by_counting(cells))
}

/// How many cells have a colour. Byte sums of short chunks keep this in vector registers.
#[inline]
fn count(cells: &[i8], colour: i8) -> usize {
    let sum = |chunk: &[i8]| chunk.iter().map(|&c| (c == colour) as u8).sum::<u8>();
    cells.chunks(255).map(|chunk| sum(chunk) as usize).sum()
}

fn by_counting(cells: &[i8]) -> i8 {
    // Two tables, as neighbours are often equal and would wait for each other's store.
    let mut counts = [[0u32; 256]; 2];
    let place = |c: i8| (c as u8 ^ 0x80) as usize;
    let (mut low, mut high) = (255u8, 0u8);
    for pair in cells.chunks(2) {
        for (&c, counts) in pair.iter().zip(&mut counts) {
            counts[place(c)] += 1;
            low = low.min(place(c) as u8);
            high = high.max(place(c) as u8);
        }
    }
    let total = |p: u8| counts[0][p as usize] + counts[1][p as usize];
    let mut best = low;
    for p in low..=high {
        if total(p) > total(best) {
            best = p;
        }
    }
    (best ^ 0x80) as i8
}

/// As [`mostcolor`] for cells of any kind.
pub(crate) fn mostcolor_of_rows<'a>(lay: Layout, rows: &[Vec<Value<'a>>]) -> Option<Value<'a>> {
    let mut cells: Vec<Value<'a>> = rows.concat();
    cells.sort_unstable_by(|&a, &b| canonical(lay, a, b));
    let mut best: Option<&[Value<'a>]> = None;
    for group in cells.chunk_by(|&a, &b| equal(a, b)) {
        if best.is_none_or(|b| group.len() > b.len()) {
            best = Some(group);
        }
    }
    best.map(|group| group[0])
}

/// The background of a grid for ops that fail without one in `arc`: `Ok(None)` stands for a
/// `batt` grid without cells, which those ops leave as it is.
pub(crate) fn background<T>(most: Option<T>, is_batt: bool) -> Result<Option<T>, Fault> {
    match most {
        None if !is_batt => Err(Fault::Empty),
        most => Ok(most),
    }
}
