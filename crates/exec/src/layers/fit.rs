//! Fitting a layer to a frame, and making larger or smaller pictures of one.

mod copies;

pub use copies::{checkerboard, mirror, tile};

use super::{Desk, Layer, MAX_SIDE};

/// Adds a layer to the desk and asks for each of its cells.
fn fill(
    (row, col): (i16, i16),
    (height, width): (usize, usize),
    desk: &mut Desk,
    colour: impl Fn(usize, usize) -> u8,
) -> Option<()> {
    let out = desk.sheet(row, col, height, width)?;
    for (r, line) in out.chunks_exact_mut(width).enumerate() {
        for (c, cell) in line.iter_mut().enumerate() {
            *cell = colour(r, c);
        }
    }
    Some(())
}

/// The cells of a row.
#[inline]
fn line(x: Layer<'_>, row: usize) -> &[u8] {
    &x.cells[row * x.width..(row + 1) * x.width]
}

/// Copies cells the other way round.
#[inline]
fn reverse(from: &[u8], to: &mut [u8]) {
    let from = &from[..to.len()];
    for i in 0..to.len() {
        to[i] = from[to.len() - 1 - i];
    }
}

/// The part of a layer that lies in a frame: its rows and columns there.
#[derive(Clone, Copy)]
struct Overlap {
    down: isize,
    right: isize,
    rows: (usize, usize),
    cols: (usize, usize),
}

impl Overlap {
    /// For a layer so many rows and columns from the frame's upper left cell.
    fn new(x: Layer<'_>, frame: Layer<'_>, (down, right): (isize, isize)) -> Overlap {
        let inside = |by: isize, side: usize, room: usize| {
            let clip = |place: isize| place.clamp(0, room as isize) as usize;
            (clip(by), clip(by + side as isize))
        };
        let rows = inside(down, x.height, frame.height);
        Overlap { down, right, rows, cols: inside(right, x.width, frame.width) }
    }

    /// Copies what a row of the frame shows of the layer.
    #[inline]
    fn write(&self, x: Layer<'_>, row: usize, out: &mut [u8]) {
        let (start, end) = self.cols;
        if row >= self.rows.0 && row < self.rows.1 && start < end {
            let from = (row as isize - self.down) as usize * x.width;
            let from = from + (start as isize - self.right) as usize;
            out[start..end].copy_from_slice(&x.cells[from..from + end - start]);
        }
    }
}

/// Rows and columns from the frame's upper left cell to that of the layer.
fn offset(x: Layer<'_>, frame: Layer<'_>) -> (isize, isize) {
    (x.row as isize - frame.row as isize, x.col as isize - frame.col as isize)
}

/// How a picture is turned.
#[derive(Clone, Copy)]
enum Turn {
    Not,
    LeftRight,
    TopBottom,
    Half,
    Clockwise,
    Counter,
}

impl Turn {
    /// Writes a row of the turned picture. Quarter turns are for squares.
    fn write(self, x: Layer<'_>, row: usize, out: &mut [u8]) {
        let (last, side) = (x.height - 1, x.width);
        let out = &mut out[..side];
        match self {
            Turn::Not => out.copy_from_slice(line(x, row)),
            Turn::TopBottom => out.copy_from_slice(line(x, last - row)),
            Turn::LeftRight => reverse(line(x, row), out),
            Turn::Half => reverse(line(x, last - row), out),
            Turn::Clockwise => (0..side).for_each(|col| out[col] = x.at(last - col, row)),
            Turn::Counter => (0..side).for_each(|col| out[col] = x.at(col, side - 1 - row)),
        }
    }
}

/// The layer in the frame, clipped: 0 as they lie, 1 at the upper left, 2 centred, 3 at the lower
/// right, 4 lower left, 5 upper right.
pub fn embed(x: Layer<'_>, frame: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    let down = frame.height as isize - x.height as isize;
    let right = frame.width as isize - x.width as isize;
    let (down, right) = match k {
        0 => offset(x, frame),
        1 => (0, 0),
        2 => (down.div_euclid(2), right.div_euclid(2)),
        3 => (down, right),
        4 => (down, 0),
        5 => (0, right),
        _ => return None,
    };
    let overlap = Overlap::new(x, frame, (down, right));
    let out = desk.sheet(0, 0, frame.height, frame.width)?;
    for (row, line) in out.chunks_exact_mut(frame.width).enumerate() {
        overlap.write(x, row, line);
    }
    Some(())
}

/// The cells in reading order poured into the frame's rows: 0 once, 1 over and over, 2 once but
/// read column by column.
pub fn wrap(x: Layer<'_>, frame: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    if !(0..=2).contains(&k) {
        return None;
    }
    let area = x.cells.len();
    fill((0, 0), (frame.height, frame.width), desk, |row, col| {
        let i = row * frame.width + col;
        match k {
            1 => x.cells[i % area],
            _ if i >= area => 0,
            0 => x.cells[i],
            _ => x.at(i % x.height, i / x.height),
        }
    })
}

/// The layer enlarged or shrunk to the frame's size by whole factors. Shrinking takes blocks of one
/// colour (0) or the main colour of any block (1).
pub fn scale(x: Layer<'_>, frame: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    let any = match k {
        0 | 1 => k == 1,
        _ => return None,
    };
    resize(x, (0, 0), (frame.height, frame.width), any, desk)
}

/// The layer in another size, each side a multiple of the old one or the other way round; nothing
/// if a block is not of one colour, unless `any` block will do.
fn resize(
    x: Layer<'_>,
    place: (i16, i16),
    (height, width): (usize, usize),
    any: bool,
    desk: &mut Desk,
) -> Option<()> {
    let whole = |a: usize, b: usize| a > 0 && b > 0 && (a.is_multiple_of(b) || b.is_multiple_of(a));
    if !whole(height, x.height) || !whole(width, x.width) {
        return None;
    }
    let block = Block { height: (x.height / height).max(1), width: (x.width / width).max(1) };
    let corner = |row, col| (row * x.height / height, col * x.width / width);
    let mut places = (0..height).flat_map(|row| (0..width).map(move |col| (row, col)));
    let shrinks = block.height > 1 || block.width > 1;
    if shrinks && !any && !places.all(|(row, col)| block.uniform(x, corner(row, col))) {
        return None;
    }
    if shrinks && any {
        let main = |row, col| block.main_colour(x, corner(row, col));
        return fill(place, (height, width), desk, main);
    }
    let out = desk.sheet(place.0, place.1, height, width)?;
    let mut cols = [0; MAX_SIDE];
    (0..width).for_each(|col| cols[col] = col * x.width / width);
    let mut last = None;
    for row in 0..height {
        let source = row * x.height / height;
        if last == Some(source) {
            out.copy_within((row - 1) * width..row * width, row * width);
            continue;
        }
        let (from, to) = (line(x, source), &mut out[row * width..(row + 1) * width]);
        (0..width).for_each(|col| to[col] = from[cols[col]]);
        last = Some(source);
    }
    Some(())
}

/// The size of the blocks that become cells.
#[derive(Clone, Copy)]
struct Block {
    height: usize,
    width: usize,
}

impl Block {
    /// The cells of a block row by row.
    fn rows<'a>(self, x: Layer<'a>, (row, col): (usize, usize)) -> impl Iterator<Item = &'a [u8]> {
        let lines = x.rows().skip(row).take(self.height);
        lines.map(move |line| &line[col..col + self.width])
    }

    /// Whether the block at a place has one colour.
    fn uniform(self, x: Layer<'_>, place: (usize, usize)) -> bool {
        let first = x.at(place.0, place.1);
        self.rows(x, place).flatten().all(|&cell| cell == first)
    }

    /// The most common colour but 0 of the block at a place, the smaller one of equals.
    fn main_colour(self, x: Layer<'_>, place: (usize, usize)) -> u8 {
        let mut counts = [0u16; 10];
        self.rows(x, place).flatten().for_each(|&cell| counts[cell as usize] += 1);
        let main = (1..10).rev().max_by_key(|&colour| counts[colour]);
        main.filter(|&colour| counts[colour] > 0).unwrap_or(0) as u8
    }
}

/// A copy for each set cell of the frame: 0 in its own colours, 1 in the colour of that cell; 2 a
/// copy for each transparent cell.
pub fn product(x: Layer<'_>, frame: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    if !(0..=2).contains(&k) {
        return None;
    }
    let (height, width) = (x.height * frame.height, x.width * frame.width);
    let out = desk.sheet(0, 0, height, width)?;
    for (i, &cell) in frame.cells.iter().enumerate() {
        if (cell == 0) != (k == 2) {
            continue;
        }
        let start = i / frame.width * x.height * width + i % frame.width * x.width;
        for row in 0..x.height {
            let to = &mut out[start + row * width..][..x.width];
            to.copy_from_slice(line(x, row));
            if k == 1 {
                to.iter_mut().filter(|to| **to != 0).for_each(|to| *to = cell);
            }
        }
    }
    Some(())
}

/// The product of a layer with itself; parameters as for `product`.
pub fn square(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    product(x, x, k, desk)
}

/// Enlarged by the factor 1..=40, by the number of colours (-1) or of set cells (-2).
pub fn enlarge(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    let factor = match k {
        1..=40 => k as usize,
        -1 => x.counts()[1..].iter().filter(|&&n| n > 0).count(),
        -2 => x.set_cells(),
        _ => return None,
    };
    resize(x, (x.row, x.col), (x.height * factor, x.width * factor), false, desk)
}

/// Shrunk by a factor of at least 2; nothing if a block has several colours.
pub fn shrink(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    let factor = usize::try_from(k).ok().filter(|&factor| factor >= 2)?;
    if !x.height.is_multiple_of(factor) || !x.width.is_multiple_of(factor) {
        return None;
    }
    resize(x, (x.row, x.col), (x.height / factor, x.width / factor), false, desk)
}

/// Copies in a block: 0 beside each other, 1 above each other; 2 and 3 beside its mirror picture on
/// the right or left, 4 and 5 on that below or above; 6 mirrored in both axes, 7 in its four
/// rotations; 8 three in a row, 9 three in a column, 10 three by three, 11 two by two.
pub fn twice(x: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    use Turn::*;
    let (rows, cols, turns): (usize, usize, &[Turn]) = match k {
        0 => (1, 2, &[Not; 2]),
        1 => (2, 1, &[Not; 2]),
        2 => (1, 2, &[Not, LeftRight]),
        3 => (1, 2, &[LeftRight, Not]),
        4 => (2, 1, &[Not, TopBottom]),
        5 => (2, 1, &[TopBottom, Not]),
        6 => (2, 2, &[Not, LeftRight, TopBottom, Half]),
        7 if x.height == x.width => (2, 2, &[Not, Clockwise, Counter, Half]),
        8 => (1, 3, &[Not; 3]),
        9 => (3, 1, &[Not; 3]),
        10 => (3, 3, &[Not; 9]),
        11 => (2, 2, &[Not; 4]),
        _ => return None,
    };
    let (height, width) = (x.height * rows, x.width * cols);
    let out = desk.sheet(x.row, x.col, height, width)?;
    for (i, turn) in turns.iter().enumerate() {
        let start = i / cols * x.height * width + i % cols * x.width;
        for row in 0..x.height {
            turn.write(x, row, &mut out[start + row * width..]);
        }
    }
    Some(())
}

/// The layer and the frame as they lie, inside the frame: 0 the layer where the frame is set,
/// 1 where it is not, 2 the frame where both are set, 3 what exactly one of them has, 4 the layer
/// over the frame, 5 the frame over the layer. 10..=15 the same for equal sizes wherever they lie.
pub fn within(x: Layer<'_>, frame: Layer<'_>, k: i32, desk: &mut Desk) -> Option<()> {
    let equal = (x.height, x.width) == (frame.height, frame.width);
    let (down, right) = match k {
        0..=5 => offset(x, frame),
        10..=15 if equal => (0, 0),
        _ => return None,
    };
    let overlap = Overlap::new(x, frame, (down, right));
    match k % 10 {
        0 => mix(x, frame, overlap, desk, |own, below| if below != 0 { own } else { 0 }),
        1 => mix(x, frame, overlap, desk, |own, below| if below == 0 { own } else { 0 }),
        2 => mix(x, frame, overlap, desk, |own, below| if own != 0 { below } else { 0 }),
        3 => mix(x, frame, overlap, desk, |own, below| {
            if own == 0 {
                below
            } else if below == 0 {
                own
            } else {
                0
            }
        }),
        4 => mix(x, frame, overlap, desk, |own, below| if own != 0 { own } else { below }),
        _ => mix(x, frame, overlap, desk, |own, below| if below != 0 { below } else { own }),
    }
}

/// Adds a layer of the frame's size to the desk: what is made of each cell of the layer, or of an
/// empty one, and the frame's cell.
#[inline]
fn mix(
    x: Layer<'_>,
    frame: Layer<'_>,
    overlap: Overlap,
    desk: &mut Desk,
    made: impl Fn(u8, u8) -> u8,
) -> Option<()> {
    let out = desk.sheet(0, 0, frame.height, frame.width)?;
    for (row, line) in out.chunks_exact_mut(frame.width).enumerate() {
        overlap.write(x, row, line);
    }
    let below = &frame.cells[..out.len()];
    for (i, cell) in out.iter_mut().enumerate() {
        *cell = made(*cell, below[i]);
    }
    Some(())
}
