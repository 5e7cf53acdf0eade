//! Drawings in pixels, put together from smaller ones, whatever the file format.

use super::picture::{Mark, Picture};
use super::{Rgb, png, rgb, svg};

/// A drawing: a white sheet with things on it.
#[derive(Clone, Default)]
pub struct Figure {
    /// Pixels.
    pub width: usize,
    /// Pixels.
    pub height: usize,
    /// What is drawn, in this order.
    pub items: Vec<Item>,
}

/// One thing on the sheet.
#[derive(Clone)]
pub struct Item {
    /// The left end of its box.
    pub x: usize,
    /// The upper end of its box.
    pub y: usize,
    /// What it is.
    pub shape: Shape,
}

/// What can be drawn; places are seen from the item's upper left corner.
#[derive(Clone)]
pub enum Shape {
    /// Cells of `cell` pixels; a line is drawn around and between them if they are large enough.
    Grid { cell: usize, picture: Picture },
    /// One line of text.
    Text { text: String, size: Size, ink: Rgb },
    /// A small triangle that points down.
    Arrow,
    /// A filled rectangle.
    Rect { width: usize, height: usize, fill: Rgb },
    /// The outline of a rectangle, in two colours so that it shows on any cell.
    Mark { width: usize, height: usize },
    /// A line through points, two pixels wide.
    Line { points: Vec<(usize, usize)>, ink: Rgb },
}

/// How large text is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// For everything.
    Small,
    /// For titles.
    Large,
}

impl Size {
    /// The advance from one letter to the next.
    pub fn advance(self) -> usize {
        match self {
            Size::Small => 9,
            Size::Large => 12,
        }
    }

    /// Height of a capital.
    pub fn capital(self) -> usize {
        match self {
            Size::Small => 11,
            Size::Large => 14,
        }
    }

    /// Height of a line: a capital and what hangs below it.
    pub fn line(self) -> usize {
        match self {
            Size::Small => 14,
            Size::Large => 18,
        }
    }
}

/// Text that is to be read.
pub const INK: Rgb = [0x1F, 0x23, 0x28];
/// Text that explains.
pub const SOFT: Rgb = [0x65, 0x6D, 0x76];
/// Lines that help the eye.
pub const FAINT: Rgb = [0xD8, 0xDE, 0xE4];
/// Sheets on the sheet.
pub const PAPER: Rgb = [0xF6, 0xF8, 0xFA];
/// What is right or fitted.
pub const GOOD: Rgb = [0x1A, 0x7F, 0x37];
/// What is wrong or failed.
pub const BAD: Rgb = [0xCF, 0x22, 0x2E];
/// What is measured.
pub const BLUE: Rgb = [0x09, 0x69, 0xDA];
/// Lines between cells.
pub const LINE: Rgb = [0x55, 0x55, 0x55];
/// Arrows.
pub const SHADE: Rgb = [0x8C, 0x95, 0x9F];

/// Side of an arrow's box.
pub const ARROW: usize = 14;
/// Letters of one line; there is no end to what files hold.
const LONGEST: usize = 400;

/// Pixels that a grid of `cells` takes along one side, lines included.
pub fn extent(cells: usize, cell: usize) -> usize {
    cells * cell + has_lines(cell) as usize
}

/// Cells of a few pixels would vanish between lines.
pub fn has_lines(cell: usize) -> bool {
    cell >= 4
}

/// Lines around cells: faint where most of a picture is background.
pub fn line_ink(picture: &Picture) -> Rgb {
    let sparse = picture.lines().flatten().any(|mark| *mark == Mark::Nothing);
    if sparse { FAINT } else { LINE }
}

/// What a place of a picture looks like.
pub fn cell_ink(mark: Mark) -> Rgb {
    match mark {
        Mark::Nothing => [0xFF, 0xFF, 0xFF],
        Mark::Place => SHADE,
        Mark::Colour(cell) => rgb(cell),
    }
}

impl Figure {
    /// Empty room.
    pub fn blank(width: usize, height: usize) -> Figure {
        Figure { width, height, items: Vec::new() }
    }

    fn of(width: usize, height: usize, shape: Shape) -> Figure {
        Figure { width, height, items: vec![Item { x: 0, y: 0, shape }] }
    }

    /// One line of text; what cannot be drawn is a box.
    pub fn text(text: &str, size: Size, ink: Rgb) -> Figure {
        let text: String = text.replace('…', "...").chars().take(LONGEST).collect();
        let width = text.chars().count() * size.advance();
        Figure::of(width, size.line(), Shape::Text { text, size, ink })
    }

    /// A picture in cells of this many pixels.
    pub fn picture(picture: Picture, cell: usize) -> Figure {
        let (width, height) = (extent(picture.width(), cell), extent(picture.height(), cell));
        Figure::of(width, height, Shape::Grid { cell, picture })
    }

    /// An arrow that points down.
    pub fn arrow() -> Figure {
        Figure::of(ARROW, ARROW, Shape::Arrow)
    }

    /// A filled rectangle.
    pub fn rect(width: usize, height: usize, fill: Rgb) -> Figure {
        Figure::of(width, height, Shape::Rect { width, height, fill })
    }

    /// Draws a shape at a place, which should lie inside.
    pub fn put(&mut self, x: usize, y: usize, shape: Shape) {
        self.items.push(Item { x, y, shape });
    }

    /// Draws another figure with its corner at a place; the sheet grows if need be.
    pub fn with(mut self, x: usize, y: usize, other: Figure) -> Figure {
        self.width = self.width.max(x + other.width);
        self.height = self.height.max(y + other.height);
        let moved = |item: Item| Item { x: item.x + x, y: item.y + y, ..item };
        self.items.extend(other.items.into_iter().map(moved));
        self
    }

    /// Puts `other` to the right, tops aligned.
    pub fn beside(self, gap: usize, other: Figure) -> Figure {
        let x = self.width + if self.width > 0 { gap } else { 0 };
        self.with(x, 0, other)
    }

    /// Puts `other` below, left ends aligned.
    pub fn above(self, gap: usize, other: Figure) -> Figure {
        let y = self.height + if self.height > 0 { gap } else { 0 };
        self.with(0, y, other)
    }

    /// In the middle of a sheet of this width, if it is narrower.
    pub fn centred(self, width: usize) -> Figure {
        let x = width.saturating_sub(self.width) / 2;
        Figure::blank(width, 0).with(x, 0, self)
    }

    /// At the foot of a sheet of this height, if it is lower.
    pub fn lowered(self, height: usize) -> Figure {
        let y = height.saturating_sub(self.height);
        Figure::blank(0, height).with(0, y, self)
    }

    /// With room around it.
    pub fn padded(self, room: usize) -> Figure {
        let (width, height) = (self.width + 2 * room, self.height + 2 * room);
        Figure::blank(width, height).with(room, room, self)
    }

    /// On a sheet of a colour of at least this size.
    pub fn on(self, width: usize, height: usize, fill: Rgb) -> Figure {
        Figure::rect(width.max(self.width), height.max(self.height), fill).with(0, 0, self)
    }

    /// The drawing as a PNG file.
    pub fn png(&self) -> Vec<u8> {
        png::encode(self)
    }

    /// The drawing as an SVG file.
    pub fn svg(&self) -> String {
        svg::encode(self)
    }
}

/// Places figures from left to right in rows no wider than `width`, tops aligned.
pub fn rows_of(figures: Vec<Figure>, gap: usize, width: usize) -> Vec<Figure> {
    let mut rows: Vec<Figure> = Vec::new();
    for figure in figures {
        match rows.pop() {
            Some(row) if row.width + gap + figure.width <= width => {
                rows.push(row.beside(gap, figure));
            }
            Some(row) => rows.extend([row, figure]),
            None => rows.push(figure),
        }
    }
    rows
}

/// One below the other, left ends aligned.
pub fn stacked(figures: impl IntoIterator<Item = Figure>, gap: usize) -> Figure {
    figures.into_iter().fold(Figure::default(), |all, figure| all.above(gap, figure))
}

/// Text broken into lines of this width where it has spaces, later lines indented.
pub fn paragraph(text: &str, width: usize, size: Size, ink: Rgb) -> Figure {
    let most = (width / size.advance()).max(8);
    let indent = "    ";
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.chars().take(LONGEST).collect::<String>().split_inclusive(' ') {
        if !line.trim().is_empty() && line.chars().count() + word.trim_end().chars().count() > most
        {
            lines.push(std::mem::replace(&mut line, indent.into()));
        }
        line += word;
        while line.chars().count() > most {
            let cut = line.char_indices().nth(most).map_or(line.len(), |(at, _)| at);
            let rest = format!("{indent}{}", &line[cut..]);
            if rest.trim().is_empty() {
                break;
            }
            line.truncate(cut);
            lines.push(std::mem::replace(&mut line, rest));
        }
    }
    lines.push(line);
    stacked(lines.iter().map(|line| Figure::text(line.trim_end(), size, ink)), 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_line_up() {
        let rect = |width, height| Figure::rect(width, height, INK);
        let both = rect(10, 20).beside(5, rect(30, 10));
        assert_eq!((both.width, both.height, both.items[1].x), (45, 20, 15));
        let three = both.above(2, rect(1, 1).centred(11));
        assert_eq!((three.width, three.height), (45, 23));
        assert_eq!((three.items[2].x, three.items[2].y), (5, 22));
        assert_eq!(rect(2, 2).padded(3).items[0].y, 3);
        assert_eq!(rect(2, 2).lowered(9).items[0].y, 7);
    }

    #[test]
    fn rows_break_at_the_width() {
        let figures = [40, 30, 90, 10].map(|width| Figure::blank(width, 1)).to_vec();
        let widths: Vec<usize> = rows_of(figures, 10, 80).iter().map(|row| row.width).collect();
        assert_eq!(widths, [80, 90, 10]);
    }

    #[test]
    fn text_breaks_at_spaces_and_ends() {
        let lines = |text: &str| -> Vec<String> {
            let figure = paragraph(text, 12 * Size::Small.advance(), Size::Small, INK);
            assert!(figure.width <= 12 * Size::Small.advance());
            let text = |item: Item| match item.shape {
                Shape::Text { text, .. } => text,
                _ => String::new(),
            };
            figure.items.into_iter().map(text).collect()
        };
        assert_eq!(lines("x1 = f(I, T, F)"), ["x1 = f(I, T,", "    F)"]);
        assert_eq!(lines("abcdefghijklmnop"), ["abcdefghijkl", "    mnop"]);
        assert_eq!(lines(""), [""]);
        assert!(lines(&"y".repeat(9999)).len() < 60);
    }
}
