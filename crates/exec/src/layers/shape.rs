//! Functions that look at the shape of what is drawn: holes, borders, outlines, boxes.

mod set_rows;

use super::{Desk, Layer, MAX_AREA, MAX_SIDE, bits};
use set_rows::{SetRows, beside, surrounded, widened};

/// Cells from one row of a padded layer to the next.
pub(super) const STRIDE: usize = MAX_SIDE + 2;
/// Cells of a padded layer.
const PADDED: usize = STRIDE * STRIDE;
/// Ways to the four cells beside a cell of a padded layer.
pub(super) const BESIDE: [isize; 4] = [-(STRIDE as isize), -1, 1, STRIDE as isize];
/// Ways to the eight cells around a cell of a padded layer.
pub(super) const AROUND: [isize; 8] = {
    let down = STRIDE as isize;
    [-down - 1, -down, -down + 1, -1, 1, down - 1, down, down + 1]
};
/// Mark of empty cells from which a way leads out.
const OPEN: u8 = 254;
/// Mark of cells beyond the edge.
const BEYOND: u8 = 255;

/// A layer with a ring of cells around it, so that each cell of the layer has eight neighbours.
pub(super) struct Padded {
    height: usize,
    width: usize,
    /// Rows of [`STRIDE`] cells; those of the layer begin at the second row and column.
    pub(super) cells: [u8; PADDED],
}

impl Padded {
    /// Copies a layer; all cells around it get the value `beyond`.
    pub(super) fn new(x: Layer<'_>, beyond: u8) -> Padded {
        let mut cells = [beyond; PADDED];
        for (row, line) in x.rows().enumerate() {
            let start = (row + 1) * STRIDE + 1;
            cells[start..start + x.width].copy_from_slice(line);
        }
        Padded { height: x.height, width: x.width, cells }
    }

    /// The places of the layer's cells, row by row.
    pub(super) fn places(&self) -> impl Iterator<Item = usize> + use<> {
        let width = self.width;
        (1..=self.height).flat_map(move |row| row * STRIDE + 1..row * STRIDE + 1 + width)
    }

    /// Fills `out` with what `f` makes of each cell and its neighbours.
    #[inline]
    pub(super) fn map(&self, out: &mut [u8], f: impl Fn(u8, Near<'_>) -> u8) {
        for (line, row) in out.chunks_exact_mut(self.width).zip(1..) {
            for (to, at) in line.iter_mut().zip(row * STRIDE + 1..) {
                *to = f(self.cells[at], Near { cells: &self.cells, at });
            }
        }
    }

    /// Writes the cells of the layer, each as `f` says.
    pub(super) fn write(&self, out: &mut [u8], f: impl Fn(u8) -> u8) {
        for (line, row) in out.chunks_exact_mut(self.width).zip(1..) {
            let cells = &self.cells[row * STRIDE + 1..];
            line.iter_mut().zip(cells).for_each(|(to, &cell)| *to = f(cell));
        }
    }

    /// Gives the value `mark` to an empty cell and all empty ones that hang together with it, and
    /// lists them in `found`; says how many they are.
    fn flood(&mut self, start: usize, mark: u8, found: &mut [u16; MAX_AREA]) -> usize {
        if self.cells[start] != 0 {
            return 0;
        }
        self.cells[start] = mark;
        found[0] = start as u16;
        let (mut next, mut end) = (0, 1);
        while next < end {
            let at = found[next] as usize;
            next += 1;
            for way in BESIDE {
                let to = at.wrapping_add_signed(way);
                if self.cells[to] == 0 {
                    self.cells[to] = mark;
                    found[end] = to as u16;
                    end += 1;
                }
            }
        }
        end
    }

    /// Marks the empty cells that a way leads out from, so that those of holes alone are 0.
    fn open(x: Layer<'_>, closed: &SetRows) -> Padded {
        let mut padded = Padded::new(x, BEYOND);
        for (row, bits) in (1..=x.height).zip(&closed.rows[1..]) {
            for col in (1..=x.width).filter(|col| bits >> col & 1 == 0) {
                padded.cells[row * STRIDE + col] = OPEN;
            }
        }
        padded
    }

    /// Gives the cells of each hole the colour that most cells beside it have.
    fn fill_by_surroundings(&mut self) {
        let mut found = [0; MAX_AREA];
        for at in self.places() {
            if self.cells[at] != 0 {
                continue;
            }
            let count = self.flood(at, OPEN, &mut found);
            let mut counts = [0u16; 10];
            for &cell in &found[..count] {
                for way in BESIDE {
                    let colour = self.cells[(cell as usize).wrapping_add_signed(way)];
                    if (1..10).contains(&colour) {
                        counts[colour as usize] += 1;
                    }
                }
            }
            let ink = (1..10).rev().max_by_key(|&c| counts[c]).unwrap_or(1) as u8;
            found[..count].iter().for_each(|&cell| self.cells[cell as usize] = ink);
        }
    }
}

/// A cell of a padded layer whose neighbours are asked for.
#[derive(Clone, Copy)]
pub(super) struct Near<'a> {
    cells: &'a [u8; PADDED],
    at: usize,
}

impl Near<'_> {
    /// Whether any neighbour along some ways has a colour.
    #[inline]
    pub(super) fn any(self, ways: &[isize], colour: u8) -> bool {
        for &way in ways {
            if self.cells[self.at.wrapping_add_signed(way)] == colour {
                return true;
            }
        }
        false
    }

    /// How many neighbours along some ways have each colour, four bits for each one. Values beyond
    /// the colours count in the highest bits.
    #[inline]
    pub(super) fn tally(self, ways: &[isize]) -> u64 {
        let mut counts = 0;
        for &way in ways {
            let cell = self.cells[self.at.wrapping_add_signed(way)];
            counts += 1 << (4 * cell.min(15));
        }
        counts
    }
}

/// Writes only those cells of a layer whose bits are set; does not apply if none of them is.
fn keep(x: Layer<'_>, bits: impl Iterator<Item = u64>, desk: &mut Desk) -> Option<()> {
    let out = desk.sheet(x.row, x.col, x.height, x.width)?;
    let mut any = 0;
    for ((line, row), bits) in out.chunks_exact_mut(x.width).zip(x.rows()).zip(bits) {
        bits::keep(row, bits >> 1, line);
        any |= bits;
    }
    (any != 0).then_some(())
}

/// Only set cells with exactly `k` set cells beside them stay: 1 the ends of lines, 4 crossings.
pub fn by_neighbour_count(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    keep(x, SetRows::new(x).triples().map(|rows| rows[1] & beside(rows, k)), desk)
}

/// The main colour, if there is one.
fn ink(x: Layer<'_>) -> Option<u8> {
    Some(x.main_colour()).filter(|&c| c != 0)
}

/// Whether anything is left, as an answer of a function.
fn some_set(out: &[u8]) -> Option<()> {
    out.iter().any(|&c| c != 0).then_some(())
}

/// The box around set cells: first row and column, and those after the last.
pub(super) fn bounds(x: Layer<'_>) -> Option<(usize, usize, usize, usize)> {
    let (mut top, mut bottom, mut cols) = (None, 0, 0);
    for row in 0..x.height {
        let bits = bits::set(&x.cells[row * x.width..(row + 1) * x.width]);
        if bits != 0 {
            (top, bottom, cols) = (top.or(Some(row)), row + 1, cols | bits);
        }
    }
    Some((top?, cols.trailing_zeros() as usize, bottom, 64 - cols.leading_zeros() as usize))
}

/// Paints all cells in the main colour.
pub fn solid(x: Layer<'_>, _: i32, desk: &mut Desk) -> Option<()> {
    let ink = ink(x)?;
    desk.sheet(x.row, x.col, x.height, x.width)?.fill(ink);
    Some(())
}

/// Paints the box around set cells in the main colour.
pub fn boxed(x: Layer<'_>, _: i32, desk: &mut Desk) -> Option<()> {
    let ink = ink(x)?;
    let (top, left, bottom, right) = bounds(x)?;
    let out = desk.sheet(x.row, x.col, x.height, x.width)?;
    for row in out.chunks_exact_mut(x.width).take(bottom).skip(top) {
        row[left..right].fill(ink);
    }
    Some(())
}

/// Fills holes: 0 with the main colour, 1 each with the colour most common beside it.
pub fn fill(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    let ink = ink(x)?;
    (k == 0 || k == 1).then_some(())?;
    let set = SetRows::new(x);
    let closed = set.open().others();
    if k == 1 && closed.rows != set.rows {
        let mut padded = Padded::open(x, &closed);
        padded.fill_by_surroundings();
        let out = desk.sheet(x.row, x.col, x.height, x.width)?;
        padded.write(out, |c| if c == OPEN { 0 } else { c });
        return Some(());
    }
    let out = desk.sheet(x.row, x.col, x.height, x.width)?;
    paint_holes(x, &closed, ink, out);
    Some(())
}

/// Copies a layer and paints the empty cells among the closed ones.
fn paint_holes(x: Layer<'_>, closed: &SetRows, ink: u8, out: &mut [u8]) {
    for (row, (line, cells)) in out.chunks_exact_mut(x.width).zip(x.rows()).enumerate() {
        let bits = closed.rows[row + 1] >> 1;
        for (col, (to, &cell)) in line.iter_mut().zip(cells).enumerate() {
            let ink = if bits >> col & 1 == 1 { ink } else { 0 };
            *to = if cell == 0 { ink } else { cell };
        }
    }
}

/// Only the holes: 0 in the main colour, 1 each in the colour most common beside it.
pub fn holes(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    fill(x, k, desk)?;
    // The filled layer is turned into the answer where it stands: it is the last on the desk.
    let start = desk.cells.len() - x.cells.len();
    let out = &mut desk.cells[start..];
    for (to, &from) in out.iter_mut().zip(x.cells) {
        if from != 0 {
            *to = 0;
        }
    }
    some_set(out)
}

/// Set cells with set cells all around: 0 all eight, 1 the four beside.
pub fn inside(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    (k == 0 || k == 1).then_some(())?;
    keep(x, SetRows::new(x).triples().map(|rows| surrounded(rows, k == 0)), desk)
}

/// Set cells with something empty or the edge next to them: 0 beside, 1 anywhere around.
pub fn border(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    (k == 0 || k == 1).then_some(())?;
    keep(x, SetRows::new(x).triples().map(|rows| rows[1] & !surrounded(rows, k == 1)), desk)
}

/// What lies within the border of the shape with its holes filled.
pub fn interior_of_fill(x: Layer<'_>, _: i32, desk: &mut Desk) -> Option<()> {
    let ink = ink(x)?;
    let closed = SetRows::new(x).open().others();
    let mut filled = [0; MAX_AREA];
    paint_holes(x, &closed, ink, &mut filled[..x.cells.len()]);
    let y = Layer { cells: &filled[..x.cells.len()], ..x };
    keep(y, closed.triples().map(|rows| surrounded(rows, true)), desk)
}

/// Paints the outermost cells in the main colour; the others are empty.
pub fn frame(x: Layer<'_>, _: i32, desk: &mut Desk) -> Option<()> {
    let ink = ink(x)?;
    paint_frame(desk.sheet(x.row, x.col, x.height, x.width)?, x.width, ink);
    Some(())
}

/// Paints the outermost cells of a picture.
fn paint_frame(out: &mut [u8], width: usize, ink: u8) {
    let last = out.len() / width - 1;
    for (i, row) in out.chunks_exact_mut(width).enumerate() {
        if i == 0 || i == last {
            row.fill(ink);
        }
        (row[0], row[width - 1]) = (ink, ink);
    }
}

/// A layer bigger by a cell on each side: 0 with a ring in the main colour, 1 the same around the
/// picture, 2 with the outline around the shape alone, 3 likewise but only beside its cells.
pub fn ring(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    let ink = ink(x)?;
    let (height, width) = (x.height + 2, x.width + 2);
    let (row, col) = (x.row.saturating_sub(1), x.col.saturating_sub(1));
    let out = desk.sheet(row, col, height, width)?;
    match k {
        0 => paint_frame(out, width, ink),
        1 => {
            paint_frame(out, width, ink);
            paste_inside(x, out);
        }
        2 => outline(x, out, true, ink),
        3 => outline(x, out, false, ink),
        _ => return None,
    }
    Some(())
}

/// Copies a layer into a picture bigger by a cell on each side.
fn paste_inside(x: Layer<'_>, out: &mut [u8]) {
    for (to, from) in out.chunks_exact_mut(x.width + 2).skip(1).zip(x.rows()) {
        to[1..=x.width].copy_from_slice(from);
    }
}

/// Paints the empty cells next to set ones in a picture bigger by a cell on each side.
fn outline(x: Layer<'_>, out: &mut [u8], diagonal: bool, ink: u8) {
    let set = SetRows::new(x);
    let row = |i: usize| set.rows.get(i).copied().unwrap_or(0);
    for (i, line) in out.chunks_exact_mut(x.width + 2).enumerate() {
        // The bigger picture begins a row further up.
        let rows = [if i == 0 { 0 } else { row(i - 1) }, row(i), row(i + 1)];
        let bits = widened(rows, diagonal) & !rows[1];
        for (col, to) in line.iter_mut().enumerate() {
            *to = if bits >> col & 1 == 1 { ink } else { 0 };
        }
    }
}

/// Lets the picture grow by a cell: empty cells take the colour most common next to them, the smaller
/// of equals; 0 beside, 1 anywhere around.
pub fn dilate(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    let ways: &'static [isize] = match k {
        0 => &BESIDE,
        1 => &AROUND,
        _ => return None,
    };
    desk.copy(x)?;
    let padded = Padded::new(x, 0);
    let start = desk.cells.len() - x.cells.len();
    let out = &mut desk.cells[start..];
    let mut any = 0;
    for (row, rows) in SetRows::new(x).triples().enumerate() {
        let mut bits = widened(rows, k == 1) & !rows[1] & bits::first(x.width) << 1;
        any |= rows[1] | bits;
        while bits != 0 {
            let col = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            let near = Near { cells: &padded.cells, at: (row + 1) * STRIDE + col };
            out[row * x.width + col - 1] = most_common(near.tally(ways));
        }
    }
    (any != 0).then_some(())
}

/// The most common colour but 0, the smaller one of equals; 0 if there is none.
fn most_common(counts: u64) -> u8 {
    let colours = counts & !15;
    let first = colours.trailing_zeros() as u8 / 4;
    if colours == 0 {
        return 0;
    }
    if colours >> (4 * first) < 16 {
        return first;
    }
    (1..10).rev().max_by_key(|&c| counts >> (4 * c) & 15).unwrap_or(0)
}
