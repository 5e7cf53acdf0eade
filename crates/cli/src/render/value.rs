//! Values that programs compute, drawn where a picture says more than text.

use exec::value::layout::{col, row};
use exec::value::{Grid, Layout, Value, View, text};

use super::block::{Block, flow};
use super::picture::{Mark, Picture};
use super::text::Canvas;
use crate::output::plural;

/// Sides of the pictures of elements.
const ELEMENT_SIDE: usize = 12;
/// Elements of a container that are drawn.
const ELEMENTS: usize = 8;
/// Characters of a literal.
const LITERAL: usize = 240;
/// Grids of this many numbers that are not all colours are written, not drawn.
const FEW: usize = 60;
const GAP: usize = 3;

/// A value for people: what it is, and its picture if it has one.
pub struct Drawn {
    /// A literal, or kind and size of what the picture shows.
    pub about: String,
    /// The picture.
    pub picture: Option<Block>,
}

impl Drawn {
    fn text(about: String) -> Drawn {
        Drawn { about, picture: None }
    }

    /// Everything as one block.
    pub fn block(self) -> Block {
        let about = Block::line(&self.about);
        self.picture.into_iter().fold(about, Block::above)
    }
}

/// How values of one dialect are drawn.
#[derive(Clone, Copy)]
pub struct Values {
    /// Where.
    pub canvas: Canvas,
    /// How cells are packed.
    pub lay: Layout,
    /// Sides of the picture of a patch.
    pub side: usize,
}

impl Values {
    /// Draws any value, however large, nested or out of range.
    pub fn draw(&self, value: Value<'_>) -> Drawn {
        match value.view() {
            View::Grid(grid) if is_drawn(grid) => grid_drawn(self.canvas, grid),
            View::Tuple(_) if layer(value).is_some() => layer_drawn(self.canvas, value),
            View::Cells(_) | View::Poses(_) => self.patch(value),
            View::Tuple(items) | View::Set(items) if items.iter().all(|v| has_picture(*v)) => {
                self.elements(value, items)
            }
            _ => Drawn::text(self.written(value)),
        }
    }

    /// A patch in its place, seen from row 0 and column 0.
    fn patch(&self, value: Value<'_>) -> Drawn {
        let side = self.side.min(1000) as i32;
        let places = places(self.lay, value);
        let window = Window::around(&places).begun_at_origin(side).cut(side);
        let (picture, outside) = window.picture(&places);
        let mut about = counted(value);
        if (window.top, window.left) != (0, 0) {
            about += &format!(", shown from ({}, {})", window.top, window.left);
        }
        if outside > 0 {
            about += &format!(", {outside} of them further out");
        }
        Drawn { about, picture: Some(self.canvas.picture(&picture)) }
    }

    /// A container of grids and patches: how many, and the first ones small.
    fn elements(&self, value: Value<'_>, items: &[Value<'_>]) -> Drawn {
        if items.is_empty() {
            return Drawn::text(text::literal(self.lay, value, LITERAL));
        }
        let small: Vec<Block> = items.iter().take(ELEMENTS).map(|v| self.small(*v)).collect();
        let more = items.len() - small.len();
        let rows = flow(small, GAP, self.canvas.width).into_iter().reduce(Block::above);
        let more = (more > 0).then(|| Block::line(&format!("and {more} more")));
        let picture = rows.into_iter().chain(more).reduce(Block::above);
        Drawn { about: elements_about(value, items), picture }
    }

    /// An element: a grid, or the bounding box of a patch with its place.
    fn small(&self, value: Value<'_>) -> Block {
        let width = (2 * ELEMENT_SIDE).min(self.canvas.width);
        let canvas = Canvas { rows: ELEMENT_SIDE, width, ..self.canvas };
        if let View::Grid(grid) = value.view() {
            return grid_drawn(canvas, grid).block();
        }
        if let Some((input, output)) = pair_of_grids(value) {
            let (input, output) = (grid_drawn(canvas, input), grid_drawn(canvas, output));
            return input.block().beside(1, Block::line("|")).beside(1, output.block());
        }
        if layer(value).is_some() {
            return layer_drawn(canvas, value).block();
        }
        let places = places(self.lay, value);
        let window = Window::around(&places);
        let title = format!("{} at ({}, {})", cells(value), window.top, window.left);
        let (picture, _) = window.cut(ELEMENT_SIDE as i32).picture(&places);
        Block::line(&title).above(canvas.picture(&picture))
    }

    /// A literal that fits into a few lines.
    fn written(&self, value: Value<'_>) -> String {
        written(self.lay, value, LITERAL.min(self.canvas.width.max(40) * 3))
    }
}

/// A literal of about so many characters; what is cut says how much there is of it.
pub fn written(lay: Layout, value: Value<'_>, most: usize) -> String {
    let literal = text::literal(lay, value, most);
    match literal.ends_with('…') {
        true => format!("{} of size {}: {literal}", text::kind(value), value.size()),
        false => literal,
    }
}

/// The kind of a container, and how many elements of what kind it has.
pub fn elements_about(value: Value<'_>, items: &[Value<'_>]) -> String {
    let kind = items.first().map_or("value", |first| text::kind(*first));
    let what = match (items.iter().all(|item| text::kind(*item) == kind), kind) {
        (true, "indices") => "index set",
        (true, "tuple") if items.iter().all(|item| pair_of_grids(*item).is_some()) => "grid pair",
        (true, "tuple") if items.iter().all(|item| layer(*item).is_some()) => "layer",
        (true, kind) => kind,
        (false, _) => "value",
    };
    format!("{} of {}", text::kind(value), plural(items.len() as u64, what))
}

fn is_colour(cell: i8) -> bool {
    (0..10).contains(&cell)
}

/// Two pairs make a small grid too: numbers that are no colours are better read than drawn.
pub fn is_drawn(grid: Grid<'_>) -> bool {
    grid.width > 0 && (grid.cells.len() > FEW || grid.cells.iter().all(|cell| is_colour(*cell)))
}

fn has_picture(value: Value<'_>) -> bool {
    match value.view() {
        View::Grid(grid) => is_drawn(grid),
        View::Cells(_) | View::Poses(_) => true,
        _ => pair_of_grids(value).is_some() || layer(value).is_some(),
    }
}

/// Input and output of a sample, as `S` holds them.
fn pair_of_grids<'a>(value: Value<'a>) -> Option<(Grid<'a>, Grid<'a>)> {
    let View::Tuple(&[input, output]) = value.view() else { return None };
    match (input.view(), output.view()) {
        (View::Grid(input), View::Grid(output)) if is_drawn(input) && is_drawn(output) => {
            Some((input, output))
        }
        _ => None,
    }
}

/// Picture and place of a layer.
fn layer<'a>(value: Value<'a>) -> Option<(Grid<'a>, (i32, i32))> {
    let View::Tuple(&[picture, Value::Pair(row, col)]) = value.view() else { return None };
    match picture.view() {
        View::Grid(grid) if is_drawn(grid) => Some((grid, (row, col))),
        _ => None,
    }
}

fn layer_drawn(canvas: Canvas, value: Value<'_>) -> Drawn {
    let Some((grid, (row, col))) = layer(value) else { return Drawn::text(String::new()) };
    let about = format!("layer {} x {} at ({row}, {col})", grid.height, grid.width);
    Drawn { about, picture: Some(canvas.picture(&grid.into())) }
}

fn grid_drawn(canvas: Canvas, grid: Grid<'_>) -> Drawn {
    Drawn { about: grid_about(grid), picture: Some(canvas.picture(&grid.into())) }
}

/// The size of a grid, and how many of its cells cannot be drawn.
pub fn grid_about(grid: Grid<'_>) -> String {
    let other = grid.cells.iter().filter(|cell| !is_colour(**cell)).count();
    let remark = if other > 0 { format!(", {other} cells are no colours") } else { String::new() };
    format!("grid {} x {}{remark}", grid.height, grid.width)
}

/// The places of a patch with what they show; anything else has none.
pub fn places(lay: Layout, value: Value<'_>) -> Vec<(i32, i32, Mark)> {
    let place = |pos: u32, mark| (row(pos), col(pos), mark);
    match value.view() {
        View::Cells(keys) => {
            keys.iter().map(|&k| place(lay.pos(k), Mark::Colour(lay.colour(k)))).collect()
        }
        View::Poses(keys) => keys.iter().map(|&k| place(k, Mark::Place)).collect(),
        _ => Vec::new(),
    }
}

/// A part of the plane.
pub struct Window {
    /// Its first row.
    pub top: i32,
    /// Its first column.
    pub left: i32,
    height: i32,
    width: i32,
}

impl Window {
    /// The smallest one around all places.
    pub fn around(places: &[(i32, i32, Mark)]) -> Window {
        let range = |part: fn(&(i32, i32, Mark)) -> i32| {
            let (min, max) = (places.iter().map(part).min(), places.iter().map(part).max());
            (min.unwrap_or(0), max.unwrap_or(-1))
        };
        let ((top, bottom), (left, right)) = (range(|p| p.0), range(|p| p.1));
        Window { top, left, height: bottom - top + 1, width: right - left + 1 }
    }

    /// Begun at row 0 and column 0 where that is near, so that patches are seen in their place.
    fn begun_at_origin(self, side: i32) -> Window {
        let begin = |first: i32| if (0..side).contains(&first) { 0 } else { first };
        let (top, left) = (begin(self.top), begin(self.left));
        let height = self.height + self.top - top;
        Window { top, left, height, width: self.width + self.left - left }
    }

    /// What a square of this side holds of it.
    pub fn cut(self, side: i32) -> Window {
        Window { height: self.height.min(side), width: self.width.min(side), ..self }
    }

    /// The places inside as a picture, and how many lie outside.
    pub fn picture(&self, places: &[(i32, i32, Mark)]) -> (Picture, usize) {
        let mut picture = Picture::blank(self.height as usize, self.width as usize);
        let mut outside = 0;
        for &(row, column, mark) in places {
            let (row, column) = (row - self.top, column - self.left);
            if (0..self.height).contains(&row) && (0..self.width).contains(&column) {
                picture.set(row as usize, column as usize, mark);
            } else {
                outside += 1;
            }
        }
        (picture, outside)
    }
}

/// The kind of a patch and the number of its places.
pub fn counted(value: Value<'_>) -> String {
    format!("{} of {}", text::kind(value), cells(value))
}

fn cells(value: Value<'_>) -> String {
    let is_object = matches!(value.view(), View::Cells(_));
    plural(value.size(), if is_object { "cell" } else { "place" })
}

#[cfg(test)]
mod tests {
    use exec::arena::Arena;
    use exec::cx::Cx;
    use lang::{Dialect, Op};

    use super::*;
    use crate::output::Depth;

    /// Draws what a call of ops in `arc` gives.
    fn drawn(make: impl for<'a> Fn(&Cx<'a>) -> Value<'a>) -> (String, String) {
        let arena = Arena::new();
        let cx = Cx::new(&arena, Dialect::Arc);
        let canvas = Canvas { depth: Depth::Plain, width: 60, rows: 5 };
        let drawn = Values { canvas, lay: cx.lay, side: 6 }.draw(make(&cx));
        let picture = drawn.picture.map_or(String::new(), |picture| picture.text());
        assert!(picture.lines().all(|line| line.chars().count() <= 60), "{picture}");
        (drawn.about, picture)
    }

    fn call<'a>(cx: &Cx<'a>, name: &str, args: &[Value<'a>]) -> Value<'a> {
        cx.op(Op::lookup(Dialect::Arc, name).unwrap(), args).unwrap()
    }

    fn line<'a>(cx: &Cx<'a>, from: (i64, i64), to: (i64, i64)) -> Value<'a> {
        call(cx, "connect", &[cx.pair(from.0, from.1), cx.pair(to.0, to.1)])
    }

    #[test]
    fn patches_are_drawn_in_their_place() {
        let near = drawn(|cx| line(cx, (1, 1), (1, 2)));
        assert_eq!(near, ("indices of 2 places".into(), ". . .\n. # #\n".into()));
        let before = drawn(|cx| line(cx, (-1, 0), (0, 0)));
        assert_eq!(before.0, "indices of 2 places, shown from (-1, 0)");
        assert_eq!(before.1, "#\n#\n");
        let far = drawn(|cx| line(cx, (900, 2), (900, 3)));
        assert_eq!(far.0, "indices of 2 places, shown from (900, 0)");
        let long = drawn(|cx| line(cx, (0, 0), (0, 1999)));
        assert_eq!(long.0, "indices of 2000 places, 1994 of them further out");
        assert_eq!(long.1, "# # # # # #\n");
    }

    #[test]
    fn numbers_that_are_no_colours_are_written_or_counted() {
        let few = drawn(|cx| call(cx, "canvas", &[Value::Int(-3), cx.pair(1, 3)]));
        assert_eq!(few, ("((-3, -3, -3),)".into(), String::new()));
        let many = drawn(|cx| call(cx, "canvas", &[Value::Int(99), cx.pair(9, 9)]));
        assert_eq!(many.0, "grid 9 x 9, 81 cells are no colours");
        assert!(many.1.starts_with("? ? ?") && many.1.ends_with("+4 rows\n"));
        let empty = drawn(|cx| call(cx, "canvas", &[Value::Int(1), cx.pair(2, 0)]));
        assert_eq!(empty, ("((), ())".into(), String::new()));
    }

    #[test]
    fn large_and_deep_values_are_cut() {
        let large =
            drawn(|cx| call(cx, "interval", &[Value::Int(0), Value::Int(9999), Value::Int(1)]));
        assert!(large.0.starts_with("tuple of size 9999: (0, 1, 2") && large.0.ends_with('…'));
        let deep = drawn(|cx| (0..200).fold(Value::Int(1), |v, _| call(cx, "initset", &[v])));
        assert!(deep.0.contains("{{{{") && deep.0.chars().count() < 300);
        let objects = drawn(|cx| {
            let grid = call(cx, "canvas", &[Value::Int(4), cx.pair(1, 40)]);
            call(cx, "hsplit", &[grid, Value::Int(20)])
        });
        assert_eq!(objects.0, "tuple of 20 grids");
        assert!(objects.1.ends_with("and 12 more\n"), "{}", objects.1);
    }
}
