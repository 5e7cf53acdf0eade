//! Inputs drawn from nothing: shapes on a ground, all inputs of a scene in one manner.

use exec::bodies::Field;
use exec::data::TaskGrid;

use super::scene::grid_of;
use crate::stream::Stream;

/// Tries for each shape to find a place.
const LOOKS: usize = 20;

/// What the inputs of a scene have in common.
pub(super) struct Theme {
    ground: u8,
    colours: Vec<u8>,
    kinds: Vec<Kind>,
    sides: (usize, usize),
    shapes: (usize, usize),
    square: bool,
    /// Single cells between the shapes.
    dots: bool,
}

/// Shapes.
#[derive(Clone, Copy)]
enum Kind {
    Block,
    Frame,
    Line,
    Diagonal,
    Cross,
    /// Any cells of a small square, often the same on both sides.
    Patch,
}

const KINDS: [Kind; 6] =
    [Kind::Block, Kind::Frame, Kind::Line, Kind::Diagonal, Kind::Cross, Kind::Patch];

/// A shape: whether a cell of its box is filled.
struct Shape {
    height: usize,
    width: usize,
    cells: Vec<bool>,
}

impl Theme {
    /// Draws a theme.
    pub fn draw(stream: &mut Stream) -> Theme {
        let ground = if stream.chance(0.8) { 0 } else { stream.below(10) as u8 };
        let mut colours: Vec<u8> = (0..10).filter(|&colour| colour != ground).collect();
        (1..colours.len()).rev().for_each(|at| colours.swap(at, stream.below(at + 1)));
        colours.truncate(1 + stream.below(4));
        let kinds = (0..1 + stream.below(2)).map(|_| KINDS[stream.below(KINDS.len())]).collect();
        let (least, fewest) = (6 + stream.below(6), 1 + stream.below(3));
        Theme {
            ground,
            colours,
            kinds,
            sides: (least, least + stream.below(8)),
            shapes: (fewest, fewest + stream.below(4)),
            square: stream.chance(0.4),
            dots: stream.chance(0.2),
        }
    }

    /// Draws an input.
    pub fn grid(&self, stream: &mut Stream) -> TaskGrid {
        let height = between(self.sides, stream);
        let width = if self.square { height } else { between(self.sides, stream) };
        let mut field = Field::plain(height, width, self.ground);
        for _ in 0..between(self.shapes, stream) {
            let kind = self.kinds[stream.below(self.kinds.len())];
            let shape = shape(kind, height.min(width), stream);
            self.put(&mut field, &shape, stream);
        }
        for _ in 0..if self.dots { 1 + stream.below(4) } else { 0 } {
            self.put(&mut field, &Shape { height: 1, width: 1, cells: vec![true] }, stream);
        }
        grid_of(&field)
    }

    /// Puts a shape where there is room, with ground around it.
    fn put(&self, field: &mut Field, shape: &Shape, stream: &mut Stream) {
        let colour = self.colours[stream.below(self.colours.len())];
        if shape.height > field.height || shape.width > field.width {
            return;
        }
        for _ in 0..LOOKS {
            let top = stream.below(field.height - shape.height + 1) as i16;
            let left = stream.below(field.width - shape.width + 1) as i16;
            let rows = top - 1..=top + shape.height as i16;
            let free = rows.into_iter().all(|row| {
                let mut cols = left - 1..=left + shape.width as i16;
                cols.all(|col| field.get(row, col).is_none_or(|there| there == self.ground))
            });
            if free {
                for (at, _) in shape.cells.iter().enumerate().filter(|(_, filled)| **filled) {
                    let (row, col) = (at / shape.width, at % shape.width);
                    field.put(top + row as i16, left + col as i16, colour);
                }
                return;
            }
        }
    }
}

fn between((least, most): (usize, usize), stream: &mut Stream) -> usize {
    least + stream.below(most - least + 1)
}

/// A shape that takes up to half of a side, at least two cells of it.
fn shape(kind: Kind, side: usize, stream: &mut Stream) -> Shape {
    let size = |least: usize, stream: &mut Stream| between((least, least.max(side / 2)), stream);
    let made = |height: usize, width: usize, filled: &dyn Fn(usize, usize) -> bool| Shape {
        height,
        width,
        cells: (0..height * width).map(|at| filled(at / width, at % width)).collect(),
    };
    match kind {
        Kind::Block => made(size(2, stream), size(2, stream), &|_, _| true),
        Kind::Frame => {
            let (height, width) = (size(3, stream), size(3, stream));
            made(height, width, &|row, col| {
                row == 0 || col == 0 || row + 1 == height || col + 1 == width
            })
        }
        Kind::Line if stream.chance(0.5) => made(1, size(2, stream), &|_, _| true),
        Kind::Line => made(size(2, stream), 1, &|_, _| true),
        Kind::Diagonal => {
            let (long, falls) = (size(2, stream), stream.chance(0.5));
            made(long, long, &|row, col| if falls { row == col } else { row + col + 1 == long })
        }
        Kind::Cross => {
            let long = 1 + 2 * between((1, (side / 4).max(1)), stream);
            made(long, long, &|row, col| row == long / 2 || col == long / 2)
        }
        Kind::Patch => patch(stream),
    }
}

fn patch(stream: &mut Stream) -> Shape {
    let (height, width, even) = (2 + stream.below(3), 2 + stream.below(3), stream.chance(0.5));
    let mut cells: Vec<bool> = (0..height * width).map(|_| stream.chance(0.6)).collect();
    for at in 0..cells.len() {
        let (row, col) = (at / width, at % width);
        if even && col * 2 >= width {
            cells[at] = cells[row * width + width - 1 - col];
        }
    }
    cells[0] = true;
    Shape { height, width, cells }
}
