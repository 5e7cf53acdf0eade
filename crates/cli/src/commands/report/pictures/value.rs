//! Values of programs as figures.

use serde_json::Value;

use super::{list, number, picture, text};
use crate::render::Picture;
use crate::render::figure::{Figure, INK, SOFT, Size, paragraph, rows_of, stacked};

/// Elements of a container that are drawn.
const ELEMENTS: usize = 6;
/// Characters of a literal.
const LITERAL: usize = 80;
const MAX_CELL: usize = 16;
const GAP: usize = 10;

/// Where values are drawn.
#[derive(Clone, Copy)]
pub struct Room {
    /// Pixels across.
    pub width: usize,
    /// Pixels down that a picture should not exceed by much.
    pub height: usize,
    /// Rows and columns of the sample's grids: patches are shown in their place there.
    pub frame: (usize, usize),
}

impl Room {
    /// A value: its picture and what it is.
    pub fn value(&self, drawn: &Value) -> Figure {
        let words = cut(text(&drawn["about"]));
        let about = |ink| paragraph(&words, self.width, Size::Small, ink);
        match self.drawn(drawn) {
            Some(figure) => figure.above(GAP, about(SOFT)),
            None => about(INK),
        }
    }

    fn drawn(&self, drawn: &Value) -> Option<Figure> {
        let shape = &drawn["picture"];
        match shape["items"].as_array() {
            Some(items) => Some(self.elements(items, number(&shape["more"]))),
            None => self.placed(shape).map(|picture| self.picture(picture)),
        }
    }

    /// A grid, or a patch in its place if it lies within the frame.
    fn placed(&self, shape: &Value) -> Option<Picture> {
        let whole = picture(&shape["rows"])?;
        let is_grid = !list(&shape["rows"]).iter().any(|row| text(row).contains(['.', '#']));
        let place = |of: &str| shape[of].as_u64().map(|at| at as usize);
        let (height, width) = self.frame;
        match (place("top"), place("left")) {
            (Some(top), Some(left))
                if (!is_grid || top + left > 0)
                    && top.saturating_add(whole.height()) <= height
                    && left.saturating_add(whole.width()) <= width =>
            {
                Some(whole.placed(height, width, top, left))
            }
            _ => Some(whole),
        }
    }

    /// In cells as large as fit, and of the size that the frame's have.
    pub fn picture(&self, picture: Picture) -> Figure {
        let across = picture.width().max(self.frame.1).max(1);
        let down = picture.height().max(self.frame.0).max(1);
        let cell = (self.width / across).min(self.height / down).clamp(1, MAX_CELL);
        Figure::picture(picture, cell)
    }

    /// The first elements small, side by side.
    fn elements(&self, items: &[Value], more: u64) -> Figure {
        let half = self.width.saturating_sub(GAP) / 2;
        let small = Room { width: half.min(self.width), height: self.height / 2, ..*self };
        let shown = items.iter().take(ELEMENTS).filter_map(|item| small.drawn(item)).collect();
        let rows = rows_of(shown, GAP, self.width);
        let more = more + items.len().saturating_sub(ELEMENTS) as u64;
        let more = (more > 0).then(|| Figure::text(&format!("and {more} more"), Size::Small, SOFT));
        stacked(rows.into_iter().chain(more), GAP)
    }
}

/// Functions of grids are long to write; the beginning tells what they are.
fn cut(about: &str) -> String {
    match about.char_indices().nth(LITERAL) {
        Some((at, _)) => format!("{}...", &about[..at]),
        None => about.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::figure::{Item, Shape};
    use serde_json::json;

    const ROOM: Room = Room { width: 100, height: 100, frame: (4, 5) };

    fn grids(drawn: &Value) -> Vec<(usize, usize)> {
        let size = |item: &Item| match &item.shape {
            Shape::Grid { picture, .. } => Some((picture.height(), picture.width())),
            _ => None,
        };
        ROOM.value(drawn).items.iter().filter_map(size).collect()
    }

    #[test]
    fn patches_are_in_their_place() {
        let patch = |rows: &[&str], top: i32| json!({ "about": "", "picture": { "rows": rows, "top": top, "left": 1 } });
        assert_eq!(grids(&patch(&["#."], 2)), [(4, 5)]);
        assert_eq!(grids(&patch(&["3"], 0)), [(4, 5)]);
        assert_eq!(grids(&patch(&["#.", ".#"], 3)), [(2, 2)], "reaches out of the frame");
        assert_eq!(grids(&patch(&["#"], -1)), [(1, 1)]);
        let grid = json!({ "about": "", "picture": { "rows": ["12"], "top": 0, "left": 0 } });
        assert_eq!(grids(&grid), [(1, 2)]);
    }

    #[test]
    fn many_elements_are_counted() {
        let one = json!({ "about": "", "picture": { "rows": ["1"], "top": 0, "left": 0 } });
        let all = json!({ "about": "tuple", "picture": { "items": vec![one; 9], "more": 2 } });
        assert_eq!(grids(&all).len(), ELEMENTS);
        let said = ROOM
            .value(&all)
            .items
            .into_iter()
            .any(|item| matches!(item.shape, Shape::Text { text, .. } if text == "and 5 more"));
        assert!(said);
    }

    #[test]
    fn what_is_no_value_is_drawn_as_nothing() {
        for odd in [json!(null), json!({ "picture": 3 }), json!({ "picture": { "rows": [1, 2] } })]
        {
            assert!(ROOM.value(&odd).width <= 100);
        }
    }
}
