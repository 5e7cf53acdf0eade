//! What spreads on a layer: colours that grow or flood, a template that is stamped on markers.

use super::{canvas, paint};
use crate::layers::lists::regions::{Regions, STEPS, neighbours};
use crate::layers::shape::{Padded, STRIDE};
use crate::layers::{Desk, Layer, MAX_AREA};

/// Transparent cells take the colour of the nearest set cell, diagonal steps counting as one (0)
/// or not allowed (1); or transparent regions that touch one colour only are filled with it (2),
/// except those at the edge (3).
pub fn grow(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    match k {
        0 | 1 if x.set_cells() > 0 => spread(x, k == 0, |colour| colour != 0, canvas(x, desk)?),
        2 | 3 => fill_regions(x, k == 3, canvas(x, desk)?),
        _ => return None,
    }
    Some(())
}

/// Cells of colour 1..=9 spread through transparent cells; 11..=19 the same with diagonal steps.
pub fn flood(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    let colour = match k {
        1..=9 | 11..=19 => (k % 10) as u8,
        _ => return None,
    };
    if !x.cells.contains(&colour) {
        return None;
    }
    spread(x, k > 10, |cell| cell == colour, canvas(x, desk)?);
    Some(())
}

/// Spreads the colours of the source cells through transparent cells, all at the same pace.
fn spread(x: Layer<'_>, diagonal: bool, source: impl Fn(u8) -> bool, out: &mut [u8]) {
    if !x.cells.contains(&0) {
        return;
    }
    let mut padded = Padded::new(x, u8::MAX);
    let mut queue = [0u16; MAX_AREA];
    let mut end = 0;
    // A cell gets in once, as a source or when it is painted: there is always room.
    for at in padded.places().filter(|&at| source(padded.cells[at])) {
        queue[end] = at as u16;
        end += 1;
    }
    // The order of the steps decides ties.
    let steps = STEPS.map(|(down, right)| down * STRIDE as isize + right);
    let steps = if diagonal { &steps[..] } else { &steps[..4] };
    let mut done = 0;
    while done < end {
        let at = queue[done] as usize;
        done += 1;
        for &step in steps {
            let next = at.wrapping_add_signed(step);
            if padded.cells[next] == 0 {
                padded.cells[next] = padded.cells[at];
                queue[end] = next as u16;
                end += 1;
            }
        }
    }
    padded.write(out, |cell| cell);
}

/// Fills transparent regions that touch one colour only; those at the edge only if they may be.
fn fill_regions(x: Layer<'_>, inner: bool, out: &mut [u8]) {
    let regions = Regions::empty(x);
    if regions.count == 0 {
        return;
    }
    let mut touched = [0u16; MAX_AREA + 1];
    let mut touch = |empty: usize, cell: usize| {
        // Label 0 is that of set cells: what it collects is not used.
        touched[regions.label[empty] as usize] |= 1 << x.cells[cell];
        touched[regions.label[cell] as usize] |= 1 << x.cells[empty];
    };
    for row in (0..x.cells.len()).step_by(x.width) {
        (row + 1..row + x.width).for_each(|at| touch(at - 1, at));
    }
    (x.width..x.cells.len()).for_each(|at| touch(at - x.width, at));
    // Bit 0 is that of other transparent cells.
    touched[..=regions.count].iter_mut().for_each(|colours| *colours &= !1);
    let edge = regions.at_edge(x);
    for (cell, &label) in out.iter_mut().zip(&regions.label) {
        let colours = touched[label as usize];
        if label != 0 && colours.count_ones() == 1 && !(inner && edge[label as usize]) {
            *cell = colours.trailing_zeros() as u8;
        }
    }
}

/// The largest object (diagonal contact) of two colours or more is stamped on every single cell
/// elsewhere whose colour it has once, so that these two coincide.
pub fn stamp(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    let regions = Regions::set(x, true);
    let template = template(x, &regions).filter(|_| k == 0)?;
    let own = |cell: usize| regions.label[cell] == template;
    let mut counts = [0u16; 10];
    let mut anchor = [0; 10];
    for cell in (0..x.cells.len()).filter(|&cell| own(cell)) {
        counts[x.cells[cell] as usize] += 1;
        anchor[x.cells[cell] as usize] = cell;
    }
    let out = canvas(x, desk)?;
    let mut stamped = false;
    for (marker, &colour) in x.cells.iter().enumerate() {
        let single = || neighbours(x, marker, true).all(|next| x.cells[next] == 0);
        if colour != 0 && !own(marker) && counts[colour as usize] == 1 && single() {
            print(x, own, anchor[colour as usize], marker, out);
            stamped = true;
        }
    }
    stamped.then_some(())
}

/// The number of the largest region with at least two colours, the first of equals.
fn template(x: Layer<'_>, regions: &Regions) -> Option<u16> {
    let mut colours = [0u16; MAX_AREA + 1];
    for (&label, &colour) in regions.label.iter().zip(x.cells) {
        colours[label as usize] |= 1 << colour;
    }
    let sizes = regions.sizes();
    let mixed = (1..=regions.count).filter(|&number| colours[number].count_ones() >= 2);
    mixed.rev().max_by_key(|&number| sizes[number]).map(|number| number as u16)
}

/// Paints the template's cells as far from the marker as they are from the anchor.
fn print(x: Layer<'_>, own: impl Fn(usize) -> bool, anchor: usize, marker: usize, out: &mut [u8]) {
    let offset = |a: usize, b: usize| b as isize - a as isize;
    let down = offset(anchor / x.width, marker / x.width);
    let right = offset(anchor % x.width, marker % x.width);
    for cell in (0..x.cells.len()).filter(|&cell| own(cell)) {
        let row = (cell / x.width).wrapping_add_signed(down);
        let col = (cell % x.width).wrapping_add_signed(right);
        if row < x.height && col < x.width {
            paint(&mut out[row * x.width + col], x.cells[cell]);
        }
    }
}
