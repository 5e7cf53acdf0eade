//! Taking a layer apart.

use super::regions::{Bounds, Regions};
use crate::layers::{Desk, Layer, MAX_LIST, MAX_SIDE};

/// A stretch of rows or columns: the first one and how many.
type Stretch = (usize, usize);

/// Stretches of rows or columns, one after the other.
struct Stretches {
    all: [Stretch; MAX_SIDE],
    count: usize,
}

impl Stretches {
    /// The whole length.
    fn whole(length: usize) -> Stretches {
        Stretches::between(length, |_| false)
    }

    /// What separators leave.
    fn between(length: usize, separator: impl Fn(usize) -> bool) -> Stretches {
        let mut stretches = Stretches { all: [(0, 0); MAX_SIDE], count: 0 };
        let mut open = false;
        for i in 0..length {
            let cut = separator(i);
            if !cut && !open {
                stretches.all[stretches.count] = (i, 0);
                stretches.count += 1;
            }
            open = !cut;
            if open {
                stretches.all[stretches.count - 1].1 += 1;
            }
        }
        stretches
    }

    /// Some equal parts, without anything between them or, if that does not work out, with one row
    /// or column between them that belongs to none.
    fn equal(length: usize, parts: usize) -> Option<Stretches> {
        let gap = usize::from(!length.is_multiple_of(parts));
        let each = (length + gap) / parts;
        if !(1..=MAX_SIDE).contains(&parts) || each <= gap || !(length + gap).is_multiple_of(parts)
        {
            return None;
        }
        let mut stretches = Stretches { all: [(0, 0); MAX_SIDE], count: parts };
        for (i, stretch) in stretches.all[..parts].iter_mut().enumerate() {
            *stretch = (i * each, each - gap);
        }
        Some(stretches)
    }

    /// The stretches.
    fn get(&self) -> &[Stretch] {
        &self.all[..self.count]
    }
}

/// Adds all pieces, given by their rows and columns, in reading order to the desk.
fn pieces(x: Layer<'_>, rows: &Stretches, cols: &Stretches, desk: &mut Desk) -> Option<()> {
    if !(1..=MAX_LIST).contains(&(rows.count * cols.count)) {
        return None;
    }
    for &(top, height) in rows.get() {
        for &(left, width) in cols.get() {
            let row = x.row.saturating_add(top as i16);
            let col = x.col.saturating_add(left as i16);
            let out = desk.sheet(row, col, height, width)?;
            for (line, source) in out.chunks_exact_mut(width).zip(x.rows().skip(top)) {
                line.copy_from_slice(&source[left..left + width]);
            }
        }
    }
    Some(())
}

/// Cuts at full rows and columns of one colour (0), at empty rows and columns (1), or takes what is
/// not of the most common colour apart into objects with diagonal contact (2). At least two pieces.
pub fn cut(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    let colour = match k {
        0 => separator(x)?,
        1 => 0,
        2 => return cut_ground(x, desk),
        _ => return None,
    };
    let rows = Stretches::between(x.height, |row| row_colour(x, row) == Some(colour));
    let cols = Stretches::between(x.width, |col| col_colour(x, col) == Some(colour));
    if rows.count * cols.count < 2 {
        return None;
    }
    pieces(x, &rows, &cols, desk)
}

/// The only colour of a row.
fn row_colour(x: Layer<'_>, row: usize) -> Option<u8> {
    let first = x.at(row, 0);
    (1..x.width).all(|col| x.at(row, col) == first).then_some(first)
}

/// The only colour of a column.
fn col_colour(x: Layer<'_>, col: usize) -> Option<u8> {
    let first = x.at(0, col);
    (1..x.height).all(|row| x.at(row, col) == first).then_some(first)
}

/// The colour but 0 with the most full rows and columns, the smaller one of equals.
fn separator(x: Layer<'_>) -> Option<u8> {
    let mut full = [0u8; 10];
    let rows = (0..x.height).filter_map(|row| row_colour(x, row));
    let cols = (0..x.width).filter_map(|col| col_colour(x, col));
    rows.chain(cols).for_each(|colour| full[colour as usize] += 1);
    let most = (1..10).rev().max_by_key(|&colour| full[colour])?;
    (full[most] > 0).then_some(most as u8)
}

/// The objects on a ground of the most common colour, 0 included.
fn cut_ground(x: Layer<'_>, desk: &mut Desk) -> Option<()> {
    let counts = x.counts();
    let ground = (0..10).rev().max_by_key(|&colour| counts[colour])? as u8;
    let regions = Regions::of(x, |cell| (cell != ground) as u8, true);
    if regions.count < 2 {
        return None;
    }
    regions.cut(x, desk, |_| true, |cell| x.cells[cell])
}

/// A layer for each colour, at least two: 0 in the size of all, 1 cropped to the colour's box.
pub fn colours(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    let counts = x.counts();
    if !(0..=1).contains(&k) || counts[1..].iter().filter(|&&n| n > 0).count() < 2 {
        return None;
    }
    let all = Bounds { top: 0, left: 0, bottom: x.height as u8 - 1, right: x.width as u8 - 1 };
    for colour in (1..10u8).filter(|&colour| counts[colour as usize] > 0) {
        let bounds = if k == 0 { all } else { colour_bounds(x, colour) };
        bounds.cut(x, desk, |cell| if x.cells[cell] == colour { colour } else { 0 })?;
    }
    Some(())
}

/// The box around all cells of a colour.
fn colour_bounds(x: Layer<'_>, colour: u8) -> Bounds {
    let mut bounds = Bounds::NONE;
    for (row, line) in x.rows().enumerate() {
        for (col, _) in line.iter().enumerate().filter(|&(_, &cell)| cell == colour) {
            bounds.add(row, col);
        }
    }
    bounds
}

/// The objects, cropped to their boxes: 0 any colours, 1 the same with diagonal contact, 2 one
/// colour, 3 the same with diagonal contact, 4 as 1 but with all that is in the box.
pub fn parts(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    let regions = match k {
        0 | 1 | 4 => Regions::set(x, k != 0),
        2 | 3 => Regions::coloured(x, k == 3),
        _ => return None,
    };
    if k != 4 {
        return regions.cut(x, desk, |_| true, |cell| x.cells[cell]);
    }
    if !(1..=MAX_LIST).contains(&regions.count) {
        return None;
    }
    let bounds = regions.bounds(x);
    bounds[1..=regions.count].iter().try_for_each(|b| b.cut(x, desk, |cell| x.cells[cell]))
}

/// Each row.
pub fn rows(x: Layer<'_>, _: i32, desk: &mut Desk) -> Option<()> {
    pieces(x, &Stretches::equal(x.height, x.height)?, &Stretches::whole(x.width), desk)
}

/// Each column.
pub fn columns(x: Layer<'_>, _: i32, desk: &mut Desk) -> Option<()> {
    pieces(x, &Stretches::whole(x.height), &Stretches::equal(x.width, x.width)?, desk)
}

/// Equal parts, where it must be with one row or column between them left out: 0 left and right,
/// 1 top and bottom, 2 quarters, 3 thirds from left to right, 4 thirds from top to bottom,
/// 5 squares along the longer side.
pub fn halves(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    let (down, right) = match k {
        0 => (1, 2),
        1 => (2, 1),
        2 => (2, 2),
        3 => (1, 3),
        4 => (3, 1),
        5 => squares(x)?,
        _ => return None,
    };
    let (rows, cols) = (Stretches::equal(x.height, down)?, Stretches::equal(x.width, right)?);
    pieces(x, &rows, &cols, desk)
}

/// How many squares a layer consists of down and to the right, at least two.
fn squares(x: Layer<'_>) -> Option<(usize, usize)> {
    let (short, long) = (x.height.min(x.width), x.height.max(x.width));
    let count = match long {
        _ if long.is_multiple_of(short) => long / short,
        _ if (long + 1).is_multiple_of(short + 1) => (long + 1) / (short + 1),
        _ => return None,
    };
    let along = if x.height < x.width { (1, count) } else { (count, 1) };
    (count >= 2).then_some(along)
}

/// The insides of rectangles that four cells of one colour mark, with none of that colour along the
/// sides.
pub fn corners(x: Layer<'_>, _: i32, desk: &mut Desk) -> Option<()> {
    let before = desk.len();
    for top in 0..x.height {
        for left in 0..x.width {
            if let Some((bottom, right)) = opposite(x, top, left) {
                let [top, left] = [top as u8 + 1, left as u8 + 1];
                let [bottom, right] = [bottom as u8 - 1, right as u8 - 1];
                let inside = Bounds { top, left, bottom, right };
                inside.cut(x, desk, |cell| x.cells[cell])?;
            }
        }
    }
    (desk.len() > before).then_some(())
}

/// The lower right corner of the rectangle with this upper left one, if there is one with an inside.
fn opposite(x: Layer<'_>, top: usize, left: usize) -> Option<(usize, usize)> {
    let colour = x.at(top, left);
    if colour == 0 {
        return None;
    }
    // The next cell of the colour to the right and below.
    let next_right = |row: usize| (left + 1..x.width).find(|&col| x.at(row, col) == colour);
    let next_below = |col: usize| (top + 1..x.height).find(|&row| x.at(row, col) == colour);
    let (right, bottom) = (next_right(top)?, next_below(left)?);
    let closed = next_right(bottom) == Some(right) && next_below(right) == Some(bottom);
    (closed && right - left >= 2 && bottom - top >= 2).then_some((bottom, right))
}

/// The transparent regions as layers of the main colour: 0 those that do not touch the edge, 1 all.
pub fn windows(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    let colour = x.main_colour();
    if !(0..=1).contains(&k) || colour == 0 {
        return None;
    }
    let regions = Regions::empty(x);
    let edge = regions.at_edge(x);
    regions.cut(x, desk, |number| k == 1 || !edge[number], |_| colour)
}
