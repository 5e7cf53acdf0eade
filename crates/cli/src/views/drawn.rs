//! Values made ready to be drawn elsewhere: small, whatever the value is.

use std::cell::Cell;

use exec::data::TaskGrid;
use exec::value::{Grid, Layout, Value, View, text};
use serde::Serialize;

use crate::render::{self, Mark, Picture, Window, digit};

/// Elements of a container that are drawn.
const ITEMS: usize = 24;
/// Sides of a picture.
const SIDE: usize = 60;
/// Containers in containers that are drawn.
const LEVELS: usize = 3;
/// Characters of a literal.
const LITERAL: usize = 240;
/// Characters of all pictures of one value.
const VALUE_ROOM: usize = 100_000;
/// Characters of all pictures of one answer.
const ANSWER_ROOM: usize = 1_500_000;

/// A picture as one string per row: `0`-`9` colours, `.` nothing, `#` a place without colour, `?` a
/// number that is no colour.
pub type Rows = Vec<String>;

/// A value for people.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Drawn {
    /// What kind of value it is.
    pub kind: &'static str,
    /// A literal, or kind and size of what the picture shows.
    pub about: String,
    /// The picture, if it has one.
    pub picture: Option<Shape>,
}

/// What a value looks like.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Shape {
    /// A grid, or the bounding box of a patch.
    Picture {
        /// The cells.
        rows: Rows,
        /// The first row's place; 0 for grids.
        top: i32,
        /// The first column's place; 0 for grids.
        left: i32,
    },
    /// The elements of a container.
    List {
        /// The first ones.
        items: Vec<Drawn>,
        /// How many more there are.
        more: usize,
    },
}

/// Draws the values of one answer, which has limited room.
pub struct Pen {
    lay: Layout,
    /// Characters left for all values.
    room: Cell<usize>,
    /// Characters left for the present one.
    own: Cell<usize>,
}

impl Pen {
    /// For values of one dialect.
    pub fn new(lay: Layout) -> Pen {
        Pen { lay, room: Cell::new(ANSWER_ROOM), own: Cell::new(0) }
    }

    /// Draws any value, however large, nested or out of range.
    pub fn draw(&self, value: Value<'_>) -> Drawn {
        let room = self.room.get();
        let own = room.min(VALUE_ROOM);
        self.own.set(own);
        let drawn = self.drawn(value, LEVELS);
        self.room.set(room - (own - self.own.get()));
        drawn
    }

    fn drawn(&self, value: Value<'_>, levels: usize) -> Drawn {
        let kind = text::kind(value);
        match value.view() {
            View::Grid(grid) if render::is_drawn(grid) => {
                let picture = self.grid(grid);
                Drawn { kind, about: render::grid_about(grid), picture }
            }
            View::Cells(_) | View::Poses(_) => self.patch(value),
            View::Tuple(items) | View::Set(items) if has_pictures(items, levels) => {
                let picture = self.list(items, levels);
                Drawn { kind, about: render::elements_about(value, items), picture }
            }
            _ => Drawn { kind, about: render::written(self.lay, value, LITERAL), picture: None },
        }
    }

    /// Takes room, if there is enough.
    fn takes(&self, characters: usize) -> bool {
        let left = self.own.get().checked_sub(characters);
        left.inspect(|left| self.own.set(*left)).is_some()
    }

    fn grid(&self, grid: Grid<'_>) -> Option<Shape> {
        let (height, width) = (grid.height.min(SIDE), grid.width.min(SIDE));
        let row =
            |row: &[i8]| row.iter().take(width).map(|&cell| digit(Mark::Colour(cell))).collect();
        self.takes(height * (width + 3)).then(|| Shape::Picture {
            rows: grid.rows().take(height).map(row).collect(),
            top: 0,
            left: 0,
        })
    }

    /// The bounding box of a patch and its place.
    fn patch(&self, value: Value<'_>) -> Drawn {
        let places = render::places(self.lay, value);
        let window = Window::around(&places).cut(SIDE as i32);
        let mut about = render::counted(value);
        let (picture, outside) = window.picture(&places);
        if outside > 0 {
            about += &format!(", {outside} of them further out");
        }
        let rows = picture.rows();
        let fits = self.takes(rows.iter().map(|row| row.len() + 3).sum());
        let picture = fits.then_some(Shape::Picture { rows, top: window.top, left: window.left });
        Drawn { kind: text::kind(value), about, picture }
    }

    fn list(&self, items: &[Value<'_>], levels: usize) -> Option<Shape> {
        let mut drawn = Vec::new();
        for item in items.iter().take(ITEMS) {
            // What each takes besides its picture.
            if !self.takes(64) {
                break;
            }
            drawn.push(self.drawn(*item, levels - 1));
        }
        let more = items.len() - drawn.len();
        (!drawn.is_empty()).then_some(Shape::List { items: drawn, more })
    }
}

fn has_pictures(items: &[Value<'_>], levels: usize) -> bool {
    levels > 0 && items.iter().take(ITEMS).any(|item| has_picture(*item, levels - 1))
}

fn has_picture(value: Value<'_>, levels: usize) -> bool {
    match value.view() {
        View::Grid(grid) => render::is_drawn(grid),
        View::Cells(_) | View::Poses(_) => true,
        View::Tuple(items) | View::Set(items) => has_pictures(items, levels),
        _ => false,
    }
}

/// The rows of a task's grid.
pub fn rows(grid: &TaskGrid) -> Rows {
    Picture::from(grid).rows()
}

/// How many cells differ; nothing if the value is no grid of this shape.
pub fn wrong_cells(value: Value<'_>, expected: &TaskGrid) -> Option<usize> {
    let View::Grid(grid) = value.view() else { return None };
    let same_shape = (grid.height, grid.width) == (expected.height(), expected.width());
    let differing = || grid.cells.iter().zip(expected.cells()).filter(|(a, b)| a != b).count();
    same_shape.then(differing)
}

#[cfg(test)]
mod tests {
    use exec::arena::Arena;
    use exec::cx::Cx;
    use lang::{Dialect, Op};
    use serde_json::{Value as Json, json};

    use super::*;

    fn drawn(make: impl for<'a> Fn(&Cx<'a>) -> Value<'a>) -> Json {
        let arena = Arena::new();
        let cx = Cx::new(&arena, Dialect::Arc);
        serde_json::to_value(Pen::new(cx.lay).draw(make(&cx))).unwrap()
    }

    fn call<'a>(cx: &Cx<'a>, name: &str, args: &[Value<'a>]) -> Value<'a> {
        cx.op(Op::lookup(Dialect::Arc, name).unwrap(), args).unwrap()
    }

    fn canvas<'a>(cx: &Cx<'a>, colour: i64, height: i64, width: i64) -> Value<'a> {
        call(cx, "canvas", &[Value::Int(colour), cx.pair(height, width)])
    }

    fn line<'a>(cx: &Cx<'a>, from: (i64, i64), to: (i64, i64)) -> Value<'a> {
        call(cx, "connect", &[cx.pair(from.0, from.1), cx.pair(to.0, to.1)])
    }

    #[test]
    fn grids_and_patches_have_pictures() {
        assert_eq!(
            drawn(|cx| canvas(cx, 3, 2, 3)),
            json!({ "kind": "grid", "about": "grid 2 x 3",
                "picture": { "rows": ["333", "333"], "top": 0, "left": 0 } })
        );
        assert_eq!(
            drawn(|cx| line(cx, (-2, 5), (-1, 6))),
            json!({ "kind": "indices", "about": "indices of 2 places",
                "picture": { "rows": ["#.", ".#"], "top": -2, "left": 5 } })
        );
        let object = drawn(|cx| call(cx, "asobject", &[canvas(cx, 7, 1, 2)]));
        assert_eq!(object["picture"]["rows"], json!(["77"]));
        assert_eq!(
            drawn(|_| Value::Int(-5)),
            json!({"kind": "integer", "about": "-5", "picture": null})
        );
    }

    #[test]
    fn large_values_are_cut() {
        let large = drawn(|cx| canvas(cx, 1, 100, 200));
        let rows = large["picture"]["rows"].as_array().unwrap();
        assert_eq!((rows.len(), rows[0].as_str().unwrap().len()), (SIDE, SIDE));
        assert_eq!(large["about"], "grid 100 x 200");
        let long = drawn(|cx| line(cx, (0, 0), (0, 1999)));
        assert_eq!(long["about"], "indices of 2000 places, 1940 of them further out");
        let many = drawn(|cx| call(cx, "hsplit", &[canvas(cx, 4, 1, 80), Value::Int(40)]));
        assert_eq!(many["about"], "tuple of 40 grids");
        assert_eq!(many["picture"]["items"].as_array().unwrap().len(), ITEMS);
        assert_eq!(many["picture"]["more"], 16);
        let strange = drawn(|cx| canvas(cx, 99, 9, 9));
        assert_eq!(strange["picture"]["rows"][0], "?????????");
    }

    #[test]
    fn deep_values_end() {
        let deep = drawn(|cx| (0..200).fold(canvas(cx, 1, 2, 2), |v, _| call(cx, "initset", &[v])));
        assert_eq!((deep["kind"].as_str(), &deep["picture"]), (Some("set"), &Json::Null));
        assert!(deep["about"].as_str().unwrap().chars().count() < 300);
        let two = drawn(|cx| (0..2).fold(canvas(cx, 1, 1, 1), |v, _| call(cx, "initset", &[v])));
        let inner = &two["picture"]["items"][0]["picture"]["items"][0];
        assert_eq!(inner["picture"]["rows"], json!(["1"]));
    }

    #[test]
    fn an_answer_has_limited_room() {
        let arena = Arena::new();
        let cx = Cx::new(&arena, Dialect::Arc);
        let pen = Pen::new(cx.lay);
        let grid = canvas(&cx, 1, 60, 60);
        let pictures = (0..1000).filter(|_| pen.draw(grid).picture.is_some()).count();
        assert_eq!(pictures, ANSWER_ROOM / (60 * 63));
        // One value takes no more than its share.
        let pen = Pen::new(cx.lay);
        let wide = call(&cx, "hsplit", &[canvas(&cx, 1, 30, 144), Value::Int(24)]);
        let nested = call(&cx, "repeat", &[wide, Value::Int(24)]);
        let text = serde_json::to_string(&pen.draw(nested)).unwrap();
        assert!(text.len() < 4 * VALUE_ROOM, "{}", text.len());
    }

    #[test]
    fn wrong_cells_are_counted_in_grids_of_the_same_shape() {
        let arena = Arena::new();
        let cx = Cx::new(&arena, Dialect::Arc);
        let expected = TaskGrid::new(2, 2, vec![1, 1, 1, 0]).unwrap();
        assert_eq!(wrong_cells(canvas(&cx, 1, 2, 2), &expected), Some(1));
        assert_eq!(wrong_cells(canvas(&cx, 1, 1, 4), &expected), None);
        assert_eq!(wrong_cells(Value::Int(1), &expected), None);
    }
}
