//! Functions that cut, turn and move: parts of a picture, its symmetries, its place.

use super::shape::bounds;
use super::{Desk, Layer, MAX_SIDE};

/// A picture turned in one of the eight ways, as a way to read the cells of the original.
///
/// 0 as it is, 1 a quarter turn clockwise, 2 half a turn, 3 a quarter turn counter-clockwise, 4
/// mirrored left to right, 5 top to bottom, 6 at the main diagonal, 7 at the other diagonal.
#[derive(Clone, Copy)]
pub(super) struct View {
    /// Rows of the turned picture.
    pub(super) height: usize,
    /// Columns of the turned picture.
    pub(super) width: usize,
    start: isize,
    down: isize,
    right: isize,
}

impl View {
    /// Turns a picture of these sides; other numbers than 1..=7 leave it as it is.
    pub(super) fn new(turn: i32, height: usize, width: usize) -> View {
        let (w, last_row) = (width as isize, ((height - 1) * width) as isize);
        let last = last_row + w - 1;
        let (start, down, right) = match turn {
            1 => (last_row, 1, -w),
            2 => (last, -w, -1),
            3 => (w - 1, -1, w),
            4 => (w - 1, w, -1),
            5 => (last_row, -w, 1),
            6 => (0, 1, w),
            7 => (last, -1, -w),
            _ => (0, w, 1),
        };
        let lying = matches!(turn, 1 | 3 | 6 | 7);
        let (height, width) = if lying { (width, height) } else { (height, width) };
        View { height, width, start, down, right }
    }

    /// The number of the original's cell that a cell of the turned picture shows.
    #[inline]
    pub(super) fn index(&self, row: usize, col: usize) -> usize {
        (self.start + row as isize * self.down + col as isize * self.right) as usize
    }
}

/// A place moved by some cells.
fn moved(place: i16, by: usize) -> i16 {
    place.saturating_add(by as i16)
}

/// Cuts out the part from a row and column up to others, these excluded.
fn cut(x: Layer<'_>, rows: (usize, usize), cols: (usize, usize), desk: &mut Desk) -> Option<()> {
    let (height, width) = (rows.1.checked_sub(rows.0)?, cols.1.checked_sub(cols.0)?);
    let out = desk.sheet(moved(x.row, rows.0), moved(x.col, cols.0), height, width)?;
    for (to, from) in out.chunks_exact_mut(width).zip(x.rows().skip(rows.0)) {
        to.copy_from_slice(&from[cols.0..cols.1]);
    }
    Some(())
}

/// Cuts to the box around set cells.
pub fn crop(x: Layer<'_>, _: i32, desk: &mut Desk) -> Option<()> {
    let (top, left, bottom, right) = bounds(x)?;
    cut(x, (top, bottom), (left, right), desk)
}

/// Without the outermost cells.
pub fn trim(x: Layer<'_>, _: i32, desk: &mut Desk) -> Option<()> {
    (x.height > 2 && x.width > 2).then_some(())?;
    cut(x, (1, x.height - 1), (1, x.width - 1), desk)
}

/// The cell in the middle, or the two or four there: 0 as they are if any is set, 1 in the main colour.
pub fn centre(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    let rows = ((x.height - 1) / 2, x.height / 2 + 1);
    let cols = ((x.width - 1) / 2, x.width / 2 + 1);
    match k {
        0 => {
            let mut middle =
                (rows.0..rows.1).flat_map(|row| (cols.0..cols.1).map(move |c| (row, c)));
            middle.any(|(row, col)| x.at(row, col) != 0).then_some(())?;
            cut(x, rows, cols, desk)
        }
        1 => {
            let ink = Some(x.main_colour()).filter(|&c| c != 0)?;
            let (row, col) = (moved(x.row, rows.0), moved(x.col, cols.0));
            desk.sheet(row, col, rows.1 - rows.0, cols.1 - cols.0)?.fill(ink);
            Some(())
        }
        _ => None,
    }
}

/// First or last half of a side; the middle line of an odd side belongs to neither.
fn half_of(side: usize, last: bool) -> (usize, usize) {
    if last { (side - side / 2, side) } else { (0, side / 2) }
}

/// A half: 0 left, 1 right, 2 top, 3 bottom.
pub fn half(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    match k {
        0 | 1 => cut(x, (0, x.height), half_of(x.width, k == 1), desk),
        2 | 3 => cut(x, half_of(x.height, k == 3), (0, x.width), desk),
        _ => None,
    }
}

/// A quarter: 0 top left, 1 top right, 2 bottom left, 3 bottom right.
pub fn quarter(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    (0..=3).contains(&k).then_some(())?;
    cut(x, half_of(x.height, k >= 2), half_of(x.width, k % 2 == 1), desk)
}

/// Turns or mirrors: 1 clockwise, 2 half a turn, 3 counter-clockwise, 4 left to right, 5 top to
/// bottom, 6 at the main diagonal, 7 at the other one.
pub fn turn(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    (1..=7).contains(&k).then_some(())?;
    turned(x, k, desk)
}

/// Writes the picture turned, or as it is.
fn turned(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    let view = View::new(k, x.height, x.width);
    let out = desk.sheet(x.row, x.col, view.height, view.width)?;
    for (row, line) in out.chunks_exact_mut(view.width).enumerate() {
        for (col, to) in line.iter_mut().enumerate() {
            *to = x.cells[view.index(row, col)];
        }
    }
    Some(())
}

/// Turns or mirrors so that the weight of set cells lies as far up as can be, then as far left.
pub fn balance(x: Layer<'_>, _: i32, desk: &mut Desk) -> Option<()> {
    let (mut below, mut beyond) = (0i32, 0i32);
    for (row, line) in x.rows().enumerate() {
        for col in (0..x.width).filter(|&col| line[col] != 0) {
            // Twice the distance from the middle is whole.
            below += 2 * row as i32 - (x.height as i32 - 1);
            beyond += 2 * col as i32 - (x.width as i32 - 1);
        }
    }
    (below != 0 || beyond != 0).then_some(())?;
    let weight = |k: &i32| match k {
        1 => (beyond, -below),
        2 => (-below, -beyond),
        3 => (-beyond, below),
        4 => (below, -beyond),
        5 => (-below, beyond),
        6 => (beyond, below),
        7 => (-beyond, -below),
        _ => (below, beyond),
    };
    turned(x, (0..=7).min_by_key(weight)?, desk)
}

/// Rows and columns of a layer that stay.
struct Kept {
    rows: [bool; MAX_SIDE],
    cols: [bool; MAX_SIDE],
}

impl Kept {
    /// Asks for each row and column whether it stays.
    fn new(x: Layer<'_>, row: impl Fn(usize) -> bool, col: impl Fn(usize) -> bool) -> Kept {
        let mut kept = Kept { rows: [false; MAX_SIDE], cols: [false; MAX_SIDE] };
        (0..x.height).for_each(|i| kept.rows[i] = row(i));
        (0..x.width).for_each(|i| kept.cols[i] = col(i));
        kept
    }

    /// Writes the cells in rows and columns that stay.
    fn write(&self, x: Layer<'_>, desk: &mut Desk) -> Option<()> {
        let height = self.rows.iter().filter(|&&kept| kept).count();
        let width = self.cols.iter().filter(|&&kept| kept).count();
        let out = desk.sheet(x.row, x.col, height, width)?;
        let rows = x.rows().zip(self.rows).filter(|&(_, kept)| kept);
        let cells = rows.flat_map(|(row, _)| row.iter().zip(self.cols).filter(|&(_, kept)| kept));
        for (to, (&from, _)) in out.iter_mut().zip(cells) {
            *to = from;
        }
        Some(())
    }
}

/// The cells of a row.
fn row_of(x: Layer<'_>, row: usize) -> impl Iterator<Item = u8> + Clone {
    x.cells[row * x.width..(row + 1) * x.width].iter().copied()
}

/// The cells of a column.
fn col_of(x: Layer<'_>, col: usize) -> impl Iterator<Item = u8> + Clone {
    x.cells[col..].iter().step_by(x.width).copied()
}

/// Without empty rows and columns.
pub fn squeeze(x: Layer<'_>, _: i32, desk: &mut Desk) -> Option<()> {
    let row = |i| row_of(x, i).any(|c| c != 0);
    let col = |i| col_of(x, i).any(|c| c != 0);
    Kept::new(x, row, col).write(x, desk)
}

/// Without rows and columns equal to the one before.
pub fn merge(x: Layer<'_>, _: i32, desk: &mut Desk) -> Option<()> {
    let row = |i: usize| i == 0 || row_of(x, i).ne(row_of(x, i - 1));
    let col = |i: usize| i == 0 || col_of(x, i).ne(col_of(x, i - 1));
    Kept::new(x, row, col).write(x, desk)
}

/// One cell for each cell of a lattice: lines of one colour part the picture into boxes, each of a
/// single colour.
pub fn unlattice(x: Layer<'_>, _: i32, desk: &mut Desk) -> Option<()> {
    // Lattices of both directions are the surer ones, and lines are seldom transparent.
    let found = [true, false]
        .into_iter()
        .find_map(|both| (1..=9).chain([0]).find_map(|line| lattice(x, line, both)));
    found?.write(x, desk)
}

/// The first row and column of each box between lines of a colour, if the boxes are uniform.
fn lattice(x: Layer<'_>, line: u8, both: bool) -> Option<Kept> {
    let row_box = |i| row_of(x, i).any(|c| c != line);
    let col_box = |i| col_of(x, i).any(|c| c != line);
    let boxes = Kept::new(x, row_box, col_box);
    let first = |lines: &[bool; MAX_SIDE], i: usize| lines[i] && (i == 0 || !lines[i - 1]);
    let kept = Kept::new(x, |i| first(&boxes.rows, i), |i| first(&boxes.cols, i));
    let high = kept.rows.iter().filter(|&&k| k).count();
    let wide = kept.cols.iter().filter(|&&k| k).count();
    (if both { high.min(wide) } else { high.max(wide) } >= 2).then_some(())?;
    uniform(x, &boxes).then_some(kept)
}

/// Whether each cell of a box has the colour of the cells of the box above and to the left of it.
fn uniform(x: Layer<'_>, boxes: &Kept) -> bool {
    let alike = |row: usize, col: usize| {
        let c = x.at(row, col);
        let above = row > 0 && boxes.rows[row - 1] && x.at(row - 1, col) != c;
        let left = col > 0 && boxes.cols[col - 1] && x.at(row, col - 1) != c;
        !above && !left
    };
    let mut rows = (0..x.height).filter(|&row| boxes.rows[row]);
    rows.all(|row| (0..x.width).all(|col| !boxes.cols[col] || alike(row, col)))
}

/// The same picture in the upper left corner.
pub fn origin(x: Layer<'_>, _: i32, desk: &mut Desk) -> Option<()> {
    desk.copy(Layer { row: 0, col: 0, ..x })
}

/// The picture a cell further: 0 up, 1 down, 2 left, 3 right, 4 up left, 5 up right, 6 down left, 7
/// down right.
pub fn shift(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    let ways = [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1)];
    let &(down, right) = ways.get(usize::try_from(k).ok()?)?;
    let (row, col) = (x.row.saturating_add(down), x.col.saturating_add(right));
    desk.copy(Layer { row, col, ..x })
}
