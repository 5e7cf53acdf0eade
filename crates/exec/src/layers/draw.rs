//! Drawing on a layer: rays, lines and boxes here, what moves and what spreads in the files below.
//!
//! Cells that are set are never painted over, except by what moves.

mod moves;
mod spread;

pub use moves::{attract, fall, fall_whole};
pub use spread::{flood, grow, stamp};

use super::lists::regions::{Bounds, STEPS, neighbours};
use super::words::{FEW, MOST, Words, set};
use super::{Desk, Layer, MAX_AREA, MAX_SIDE, words};

/// Adds a copy of a layer to the desk, to be drawn on.
fn canvas<'d>(x: Layer<'_>, desk: &'d mut Desk) -> Option<&'d mut [u8]> {
    let out = desk.sheet(x.row, x.col, x.height, x.width)?;
    out.copy_from_slice(x.cells);
    Some(out)
}

/// Paints a cell if it is transparent.
#[inline]
fn paint(cell: &mut u8, colour: u8) {
    // Written in any case: that needs no jump.
    *cell = if *cell == 0 { colour } else { *cell };
}

/// The directions a parameter stands for, one bit for each of [`STEPS`].
fn directions(k: i32) -> Option<u8> {
    Some(match k {
        1..=15 => k as u8,
        16 => 0b1111_0000,
        17 => 0b1001_0000,
        18 => 0b0110_0000,
        19 => 0b1111_1111,
        20..=23 => 1 << (k - 16),
        _ => return None,
    })
}

/// The numbers of the steps whose bits are set.
fn steps(bits: u8) -> impl Iterator<Item = usize> {
    (0..8).filter(move |bit| bits >> bit & 1 == 1)
}

/// The number of the opposite step.
fn opposite(step: usize) -> usize {
    if step < 4 { step ^ 1 } else { 11 - step }
}

/// Every set cell sends its colour out to the edge: 1..=15 are sets of 1 left, 2 right, 4 up and
/// 8 down; 16 all diagonals, 17 the main diagonal, 18 the other one, 19 all eight directions,
/// 20..=23 up-left, up-right, down-left, down-right. Earlier directions and nearer cells win.
pub fn rays(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    let bits = directions(k)?;
    let out = desk.sheet(x.row, x.col, x.height, x.width)?;
    match words::needed(x) {
        ..=FEW => draw_rays(&Words::<FEW>::new(x), bits, out, x.width),
        _ => draw_rays(&Words::<MOST>::new(x), bits, out, x.width),
    }
    Some(())
}

/// Draws rays in some directions.
fn draw_rays<const N: usize>(cells: &Words<N>, bits: u8, out: &mut [u8], width: usize) {
    let mut painted = *cells;
    for step in steps(bits) {
        cells.last_colour(STEPS[step], |at, colours| painted.paint(at, colours));
    }
    painted.write(out, width);
}

/// Paints cells along axes: what `colour` makes of the last colours in the direction of a step and
/// in the opposite one, for each of the steps.
#[inline]
fn paint_between(
    x: Layer<'_>,
    steps: impl Iterator<Item = usize>,
    out: &mut [u8],
    colour: impl Fn(u64, u64) -> u64,
) {
    match words::needed(x) {
        ..=FEW => paint_words(&Words::<FEW>::new(x), steps, colour).write(out, x.width),
        _ => paint_words(&Words::<MOST>::new(x), steps, colour).write(out, x.width),
    }
}

/// The same with the words at hand.
#[inline]
fn paint_words<const N: usize>(
    cells: &Words<N>,
    steps: impl Iterator<Item = usize>,
    colour: impl Fn(u64, u64) -> u64,
) -> Words<N> {
    let mut painted = *cells;
    let mut behind = [0; N];
    for step in steps {
        cells.last_colour(STEPS[step], |at, colours| behind[at] = colours);
        cells.last_colour(STEPS[opposite(step)], |at, ahead| {
            painted.paint(at, colour(behind[at], ahead))
        });
    }
    painted
}

/// As `rays`, but only rays that meet a set cell are drawn, up to it; with 32 added to the
/// parameter only those that reach the edge.
pub fn beams(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    let (bits, to_edge) =
        if k >= 32 { (directions(k - 32)?, true) } else { (directions(k)?, false) };
    let out = desk.sheet(x.row, x.col, x.height, x.width)?;
    if to_edge {
        paint_between(x, steps(bits), out, |colours, ahead| colours & !set(ahead));
    } else {
        // Between two cells the ray of one paints all that the other's would.
        let useful = |&step: &usize| opposite(step) > step || bits >> opposite(step) & 1 == 0;
        paint_between(x, steps(bits).filter(useful), out, |colours, ahead| colours & set(ahead));
    }
    Some(())
}

/// Paints between two cells of one colour with nothing but transparent cells between them: 0 in
/// rows, 1 in columns, 2 both, 3 diagonals, 4 all. 5..=7 are rows, columns and both with other
/// colours allowed between, which stay; the smaller colour wins there.
pub fn connect(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    // Right, down, and both diagonals down, as numbers of steps.
    const AXES: [usize; 4] = [1, 3, 7, 6];
    let axes = match k {
        0 | 5 => &AXES[..1],
        1 | 6 => &AXES[1..2],
        2 | 7 => &AXES[..2],
        3 => &AXES[2..],
        4 => &AXES[..],
        _ => return None,
    };
    let out = canvas(x, desk)?;
    if k >= 5 {
        bridge_any(x, axes, out);
        return Some(());
    }
    let equal = |before, after| before & !set(before ^ after);
    paint_between(x, axes.iter().copied(), out, equal);
    Some(())
}

/// Paints cells that have some colour on both sides, in rows or columns.
fn bridge_any(x: Layer<'_>, axes: &[usize], out: &mut [u8]) {
    for &axis in axes {
        let (count, length) = if axis == 1 { (x.height, x.width) } else { (x.width, x.height) };
        let (next, step) = if axis == 1 { (x.width, 1) } else { (1, x.width) };
        for line in 0..count {
            let mut before = [0u16; MAX_SIDE];
            let mut colours = 0;
            for (i, before) in before.iter_mut().enumerate().take(length) {
                *before = colours;
                colours |= 1 << x.cells[line * next + i * step];
            }
            colours = 0;
            for i in (0..length).rev() {
                // Bit 0 is that of transparent cells.
                let both = before[i] & colours & !1;
                let cell = line * next + i * step;
                colours |= 1 << x.cells[cell];
                if both != 0 {
                    paint(&mut out[cell], both.trailing_zeros() as u8);
                }
            }
        }
    }
}

/// Lines through set cells from edge to edge: 0 rows, 1 columns, 2 both, 3 both but only through
/// cells whose colour occurs once. The first cell of a line decides, rows before columns.
pub fn lines(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    if !(0..=3).contains(&k) {
        return None;
    }
    let counts = x.counts();
    let counted = |cell: u8| cell != 0 && (k != 3 || counts[cell as usize] == 1);
    if !x.cells.iter().any(|&cell| counted(cell)) {
        return None;
    }
    let out = canvas(x, desk)?;
    if k != 1 {
        for (line, row) in out.chunks_exact_mut(x.width).zip(x.rows()) {
            let colour = row.iter().copied().find(|&cell| counted(cell)).unwrap_or(0);
            line.iter_mut().for_each(|cell| paint(cell, colour));
        }
    }
    if k != 0 {
        let mut first = [0; MAX_SIDE];
        for row in x.rows() {
            for (colour, &cell) in first.iter_mut().zip(row).filter(|(_, cell)| counted(**cell)) {
                paint(colour, cell);
            }
        }
        for line in out.chunks_exact_mut(x.width) {
            line.iter_mut().zip(first).for_each(|(cell, colour)| paint(cell, colour));
        }
    }
    Some(())
}

/// The box around all cells of a colour, for each colour with two cells or more: 0 its outline,
/// 1 filled. Smaller colours win.
pub fn box_corners(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    let counts = x.counts();
    if !(0..=1).contains(&k) || counts[1..].iter().all(|&n| n < 2) {
        return None;
    }
    let mut bounds = [Bounds::NONE; 10];
    for (row, line) in x.rows().enumerate() {
        for (col, &cell) in line.iter().enumerate().filter(|(_, cell)| **cell != 0) {
            bounds[cell as usize].add(row, col);
        }
    }
    let out = canvas(x, desk)?;
    for colour in (1..10).filter(|&colour| counts[colour] >= 2) {
        let (rows, cols) = (bounds[colour].rows(), bounds[colour].cols());
        for row in rows.clone() {
            let line = &mut out[row * x.width..][cols.clone()];
            let end = line.len() - 1;
            if k == 1 || row == rows.start || row + 1 == rows.end {
                line.iter_mut().for_each(|cell| paint(cell, colour as u8));
            } else {
                paint(&mut line[0], colour as u8);
                paint(&mut line[end], colour as u8);
            }
        }
    }
    Some(())
}

/// Connects single cells of one colour, those without a neighbour in their colour, wherever two
/// are in one row, column or diagonal, whatever lies between.
pub fn pair_lines(x: Layer<'_>, _: i32, desk: &mut Desk) -> Option<()> {
    let mut single = [0u16; MAX_AREA];
    let mut count = 0;
    for (cell, &colour) in x.cells.iter().enumerate() {
        if colour != 0 && neighbours(x, cell, true).all(|next| x.cells[next] != colour) {
            single[count] = cell as u16;
            count += 1;
        }
    }
    let single = &single[..count];
    (count >= 2).then_some(())?;
    let out = canvas(x, desk)?;
    let mut drawn = false;
    for (i, &a) in single.iter().enumerate() {
        for &b in &single[i + 1..] {
            if x.cells[a as usize] == x.cells[b as usize] {
                drawn |= pair_line(x, a as usize, b as usize, out);
            }
        }
    }
    drawn.then_some(())
}

/// Paints between two cells in reading order if they are in line, and says whether they are.
fn pair_line(x: Layer<'_>, a: usize, b: usize, out: &mut [u8]) -> bool {
    let down = (b / x.width - a / x.width) as isize;
    let right = (b % x.width) as isize - (a % x.width) as isize;
    if down != 0 && right != 0 && down != right.abs() {
        return false;
    }
    let step = down.signum() * x.width as isize + right.signum();
    for i in 1..down.max(right.abs()) {
        paint(&mut out[a.wrapping_add_signed(i * step)], x.cells[a]);
    }
    true
}
