//! Drawing on a layer: rays, lines and boxes here, what moves and what spreads in the files below.
//!
//! Cells that are set are never painted over, except by what moves.

mod moves;
mod spread;

pub use moves::{attract, fall, fall_whole};
pub use spread::{flood, grow, stamp};

use super::lists::regions::{Bounds, STEPS, Step, neighbours};
use super::{Desk, Layer, MAX_AREA};

/// Adds a copy of a layer to the desk, to be drawn on.
fn canvas<'d>(x: Layer<'_>, desk: &'d mut Desk) -> Option<&'d mut [u8]> {
    let out = desk.sheet(x.row, x.col, x.height, x.width)?;
    out.copy_from_slice(x.cells);
    Some(out)
}

/// Paints a cell if it is transparent.
fn paint(cell: &mut u8, colour: u8) {
    if *cell == 0 {
        *cell = colour;
    }
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

/// The steps whose bits are set.
fn steps(bits: u8) -> impl Iterator<Item = Step> {
    (0..8).filter(move |bit| bits >> bit & 1 == 1).map(|bit| STEPS[bit])
}

/// Walks all lines of a direction: what each cell makes of the value of the cell before it.
fn swept<T: Copy + Default>(
    x: Layer<'_>,
    (down, right): Step,
    fold: impl Fn(T, u8) -> T,
) -> [T; MAX_AREA] {
    let mut values = [T::default(); MAX_AREA];
    for r in 0..x.height {
        // Against the order of a negative step the cell before would not be known yet.
        let row = if down > 0 { r } else { x.height - 1 - r };
        for c in 0..x.width {
            let col = if right > 0 { c } else { x.width - 1 - c };
            let (r0, c0) = (row.wrapping_add_signed(-down), col.wrapping_add_signed(-right));
            let inside = r0 < x.height && c0 < x.width;
            let before = if inside { values[r0 * x.width + c0] } else { T::default() };
            values[row * x.width + col] = fold(before, x.at(row, col));
        }
    }
    values
}

/// For each cell the colour of the last set cell of its line, itself included.
fn last_colour(x: Layer<'_>, step: Step) -> [u8; MAX_AREA] {
    swept(x, step, |before, cell| if cell == 0 { before } else { cell })
}

/// For each cell the colours of its line so far, itself included, a bit for each.
fn colours_so_far(x: Layer<'_>, step: Step) -> [u16; MAX_AREA] {
    swept(x, step, |before, cell| before | if cell == 0 { 0 } else { 1 << cell })
}

/// Every set cell sends its colour out to the edge: 1..=15 are sets of 1 left, 2 right, 4 up and
/// 8 down; 16 all diagonals, 17 the main diagonal, 18 the other one, 19 all eight directions,
/// 20..=23 up-left, up-right, down-left, down-right. Earlier directions and nearer cells win.
pub fn rays(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    let bits = directions(k)?;
    let out = canvas(x, desk)?;
    for step in steps(bits) {
        let colours = last_colour(x, step);
        out.iter_mut().zip(colours).for_each(|(cell, colour)| paint(cell, colour));
    }
    Some(())
}

/// As `rays`, but only rays that meet a set cell are drawn, up to it; with 32 added to the
/// parameter only those that reach the edge.
pub fn beams(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    let (bits, to_edge) =
        if k >= 32 { (directions(k - 32)?, true) } else { (directions(k)?, false) };
    let out = canvas(x, desk)?;
    for (down, right) in steps(bits) {
        let colours = last_colour(x, (down, right));
        let ahead = last_colour(x, (-down, -right));
        for ((cell, colour), ahead) in out.iter_mut().zip(colours).zip(ahead) {
            if (ahead == 0) == to_edge {
                paint(cell, colour);
            }
        }
    }
    Some(())
}

/// Paints between two cells of one colour with nothing but transparent cells between them: 0 in
/// rows, 1 in columns, 2 both, 3 diagonals, 4 all. 5..=7 are rows, columns and both with other
/// colours allowed between, which stay; the smaller colour wins there.
pub fn connect(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    const AXES: [Step; 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];
    let axes = match k {
        0 | 5 => &AXES[..1],
        1 | 6 => &AXES[1..2],
        2 | 7 => &AXES[..2],
        3 => &AXES[2..],
        4 => &AXES[..],
        _ => return None,
    };
    let out = canvas(x, desk)?;
    let bridge = if k < 5 { bridge_free } else { bridge_any };
    axes.iter().for_each(|&step| bridge(x, step, out));
    Some(())
}

/// Paints cells whose next set cells on both sides have one colour.
fn bridge_free(x: Layer<'_>, (down, right): Step, out: &mut [u8]) {
    let sides = last_colour(x, (down, right)).into_iter().zip(last_colour(x, (-down, -right)));
    for (cell, (before, after)) in out.iter_mut().zip(sides) {
        if before == after {
            paint(cell, before);
        }
    }
}

/// Paints cells that have some colour on both sides.
fn bridge_any(x: Layer<'_>, (down, right): Step, out: &mut [u8]) {
    let after = colours_so_far(x, (-down, -right));
    for (cell, (before, after)) in
        out.iter_mut().zip(colours_so_far(x, (down, right)).into_iter().zip(after))
    {
        if before & after != 0 {
            paint(cell, (before & after).trailing_zeros() as u8);
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
    let first = |mut line: std::iter::StepBy<std::slice::Iter<'_, u8>>| {
        line.find(|&&cell| counted(cell)).copied().unwrap_or(0)
    };
    let out = canvas(x, desk)?;
    if k != 1 {
        for (line, row) in out.chunks_exact_mut(x.width).zip(x.rows()) {
            let colour = first(row.iter().step_by(1));
            line.iter_mut().for_each(|cell| paint(cell, colour));
        }
    }
    if k != 0 {
        for col in 0..x.width {
            let colour = first(x.cells[col..].iter().step_by(x.width));
            out[col..].iter_mut().step_by(x.width).for_each(|cell| paint(cell, colour));
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
    for row in 0..x.height {
        for col in 0..x.width {
            bounds[x.at(row, col) as usize].add(row, col);
        }
    }
    let out = canvas(x, desk)?;
    for colour in (1..10).filter(|&colour| counts[colour] >= 2) {
        let (rows, cols) = (bounds[colour].rows(), bounds[colour].cols());
        for row in rows.clone() {
            for col in cols.clone() {
                let rim = row == rows.start
                    || row + 1 == rows.end
                    || col == cols.start
                    || col + 1 == cols.end;
                if rim || k == 1 {
                    paint(&mut out[row * x.width + col], colour as u8);
                }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layers::lists::testing::{one, try_all};

    #[test]
    fn rays_go_to_the_edge() {
        assert_eq!(one(rays, &["....", ".1..", "...2"], 2), "..../.111/...2");
        assert_eq!(one(rays, &["....", ".1..", "...2"], 12), ".1.2/.1.2/.1.2");
        assert_eq!(one(rays, &["1.2."], 3), "1222");
        assert_eq!(one(rays, &["...", ".1.", "..."], 17), "1../.1./..1");
        assert_eq!(one(rays, &["...", ".1.", "..."], 21), "..1/.1./...");
        assert_eq!(one(rays, &["...", ".1.", "..."], 19), "111/111/111");
        assert_eq!(one(rays, &["1"], 24), "-");
    }

    #[test]
    fn beams_end_at_a_cell_or_at_the_edge() {
        assert_eq!(one(beams, &[".1..2.", "...3.."], 2), ".1112./...3..");
        assert_eq!(one(beams, &[".1..2.", "...3.."], 34), ".1..22/...333");
        assert_eq!(one(beams, &["1"], 32), "-");
    }

    #[test]
    fn connect_needs_equal_neighbours() {
        assert_eq!(one(connect, &["1..1.2", "1.2..1"], 0), "1111.2/1.2..1");
        assert_eq!(one(connect, &["1.2..1"], 5), "112111");
        assert_eq!(one(connect, &["1", ".", "1"], 1), "1/1/1");
        assert_eq!(one(connect, &["1.3", "...", "3.1"], 3), "1.3/.1./3.1");
        assert_eq!(one(connect, &["3.3", "...", "3.3"], 4), "333/333/333");
        assert_eq!(one(connect, &["1"], 8), "-");
    }

    #[test]
    fn lines_run_from_edge_to_edge() {
        assert_eq!(one(lines, &["...", ".1.", "2.3"], 0), ".../111/223");
        assert_eq!(one(lines, &["...", ".1.", "2.3"], 1), "213/213/213");
        assert_eq!(one(lines, &["...", ".1.", "..."], 2), ".1./111/.1.");
        assert_eq!(one(lines, &["..1", ".2.", "1.."], 3), ".21/222/12.");
        assert_eq!(one(lines, &["11"], 3), "-");
    }

    #[test]
    fn boxes_span_a_colour() {
        assert_eq!(one(box_corners, &["1...", ".2..", "....", "...1"], 0), "1111/12.1/1..1/1111");
        assert_eq!(one(box_corners, &["1...", ".2..", "...1"], 1), "1111/1211/1111");
        assert_eq!(one(box_corners, &["12"], 0), "-");
    }

    #[test]
    fn single_cells_pair_up() {
        assert_eq!(one(pair_lines, &["1.2.1", ".....", "3.1.."], 0), "11211/.1.1./3.1..");
        assert_eq!(one(pair_lines, &["11..1"], 0), "-");
    }

    #[test]
    fn anything_goes() {
        try_all(&[rays, beams, connect, lines, box_corners, pair_lines], 1..=1);
    }
}
