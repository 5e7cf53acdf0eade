//! Cells as lines of text: coloured squares, half blocks, or digits where there are no colours.

use std::fmt::Write;

use exec::data::TaskGrid;
use exec::value::Grid;

use super::block::Block;
use super::{Rgb, rgb};
use crate::output::Depth;

/// What one place of a picture shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// Background: a faint dot.
    Nothing,
    /// A cell of a colour; other numbers than 0-9 are question marks.
    Colour(i8),
    /// A place without a colour.
    Place,
}

/// What cells look like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell {
    /// Two columns wide: nearly square.
    Wide,
    /// One column; where there are colours, two rows share a line.
    Narrow,
}

impl Cell {
    /// Columns of text per cell.
    pub fn columns(self) -> usize {
        match self {
            Cell::Wide => 2,
            Cell::Narrow => 1,
        }
    }
}

/// A rectangle of marks.
///
/// Invariant: `marks.len() == height * width`; the width may be 0.
#[derive(Clone, Debug)]
pub struct Picture {
    height: usize,
    width: usize,
    marks: Vec<Mark>,
}

impl From<&TaskGrid> for Picture {
    fn from(grid: &TaskGrid) -> Picture {
        Picture::of_cells(grid.height(), grid.width(), grid.cells())
    }
}

impl From<Grid<'_>> for Picture {
    fn from(grid: Grid<'_>) -> Picture {
        Picture::of_cells(grid.height, grid.width, grid.cells)
    }
}

impl Picture {
    /// All background.
    pub fn blank(height: usize, width: usize) -> Picture {
        Picture { height, width, marks: vec![Mark::Nothing; height * width] }
    }

    fn of_cells(height: usize, width: usize, cells: &[i8]) -> Picture {
        let marks = cells.iter().map(|&cell| Mark::Colour(cell)).collect();
        Picture { height, width, marks }
    }

    /// Columns of cells.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows of cells.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The rows of marks from top to bottom.
    pub fn lines(&self) -> impl Iterator<Item = &[Mark]> {
        // A picture without columns has no marks to cut into rows.
        self.marks.chunks(self.width.max(1))
    }

    /// Reads rows of digits, `.` for nothing, `#` for a place and `?` for a number that is no
    /// colour, as the views write them; short rows end with nothing.
    pub fn of_text<'t>(rows: impl Iterator<Item = &'t str> + Clone) -> Picture {
        let width = rows.clone().map(|row| row.chars().count()).max().unwrap_or(0);
        let mut picture = Picture::blank(rows.clone().count(), width);
        for (at, row) in rows.enumerate() {
            row.chars().enumerate().for_each(|(column, c)| picture.set(at, column, marked_by(c)));
        }
        picture
    }

    /// This picture at a place of a larger one; what lies outside is left out.
    pub fn placed(&self, height: usize, width: usize, top: usize, left: usize) -> Picture {
        let mut whole = Picture::blank(height, width);
        for (row, marks) in self.lines().enumerate().take(height.saturating_sub(top)) {
            for (column, mark) in marks.iter().enumerate().take(width.saturating_sub(left)) {
                whole.set(top + row, left + column, *mark);
            }
        }
        whole
    }

    /// Changes one place, which must lie inside.
    pub fn set(&mut self, row: usize, column: usize, mark: Mark) {
        self.marks[row * self.width + column] = mark;
    }

    /// This picture where it differs from another of the same shape; nothing for other shapes.
    pub fn differing(&self, other: &Picture) -> Option<Picture> {
        let same_shape = (self.height, self.width) == (other.height, other.width);
        let keep = |(a, b): (&Mark, &Mark)| if a == b { Mark::Nothing } else { *a };
        let marks = || self.marks.iter().zip(&other.marks).map(keep).collect();
        same_shape.then(|| Picture { height: self.height, width: self.width, marks: marks() })
    }

    /// Places that are not background.
    pub fn marked(&self) -> usize {
        self.marks.iter().filter(|mark| **mark != Mark::Nothing).count()
    }

    /// Its rows, one character per place: `0`-`9` colours, `.` nothing, `#` a place without
    /// colour, `?` a number that is no colour.
    pub fn rows(&self) -> Vec<String> {
        let row = |r: usize| self.marks[r * self.width..(r + 1) * self.width].iter();
        (0..self.height).map(|r| row(r).map(|&mark| digit(mark)).collect()).collect()
    }

    /// Draws what fits into `room` columns of text and `rows` rows of cells, and says what did
    /// not.
    pub fn draw(&self, depth: Depth, cell: Cell, room: usize, rows: usize) -> Block {
        let columns = self.width.min(room / cell.columns());
        let row = |r: usize| &self.marks[r * self.width..r * self.width + columns];
        let shown: Vec<&[Mark]> = (0..self.height.min(rows)).map(row).collect();
        let mut block = Block::new(columns * cell.columns());
        match (depth, cell) {
            (Depth::Plain, _) => digits(&shown, cell, &mut block),
            (depth, Cell::Wide) => wide(&shown, depth, &mut block),
            (depth, Cell::Narrow) => narrow(&shown, depth, &mut block),
        }
        match hidden(self.height - shown.len(), self.width - columns) {
            Some(remark) => block.above(Block::line(&remark)),
            None => block,
        }
    }
}

fn hidden(rows: usize, columns: usize) -> Option<String> {
    match (rows, columns) {
        (0, 0) => None,
        (0, columns) => Some(format!("+{columns} columns")),
        (rows, 0) => Some(format!("+{rows} rows")),
        (rows, columns) => Some(format!("+{rows} rows, +{columns} columns")),
    }
}

fn digits(rows: &[&[Mark]], cell: Cell, block: &mut Block) {
    let separator = if cell == Cell::Wide { " " } else { "" };
    for row in rows {
        let digits: Vec<String> = row.iter().map(|&mark| digit(mark).to_string()).collect();
        let line = digits.join(separator);
        let visible = line.len();
        block.push(line, visible);
    }
}

fn marked_by(digit: char) -> Mark {
    match digit {
        '0'..='9' => Mark::Colour((digit as u8 - b'0') as i8),
        '#' => Mark::Place,
        '?' => Mark::Colour(-1),
        _ => Mark::Nothing,
    }
}

/// One place as a character.
pub fn digit(mark: Mark) -> char {
    match mark {
        Mark::Nothing => '.',
        Mark::Place => '#',
        Mark::Colour(cell @ 0..10) => (b'0' + cell as u8) as char,
        Mark::Colour(_) => '?',
    }
}

fn wide(rows: &[&[Mark]], depth: Depth, block: &mut Block) {
    for row in rows {
        let mut line = String::new();
        for run in row.chunk_by(|a, b| a == b) {
            let _ = match code(run[0], depth) {
                Some(code) => write!(line, "\x1b[48;{code}m{}", "  ".repeat(run.len())),
                None => write!(line, "\x1b[0;2m{}\x1b[0m", "· ".repeat(run.len())),
            };
        }
        line.push_str("\x1b[0m");
        block.push(line, row.len() * 2);
    }
}

/// The upper half of a character cell in one colour, the lower half in another.
fn narrow(rows: &[&[Mark]], depth: Depth, block: &mut Block) {
    for pair in rows.chunks(2) {
        let mut line = String::new();
        for (column, &upper) in pair[0].iter().enumerate() {
            let lower = pair.get(1).and_then(|row| code(row[column], depth));
            let _ = match (code(upper, depth), lower) {
                (Some(upper), Some(lower)) => write!(line, "\x1b[0;38;{upper};48;{lower}m▀"),
                (Some(upper), None) => write!(line, "\x1b[0;38;{upper}m▀"),
                (None, Some(lower)) => write!(line, "\x1b[0;38;{lower}m▄"),
                (None, None) => write!(line, "\x1b[0;2m·"),
            };
        }
        line.push_str("\x1b[0m");
        block.push(line, pair[0].len());
    }
}

/// The colour's part of an escape sequence; nothing for the background.
fn code(mark: Mark, depth: Depth) -> Option<String> {
    let [r, g, b] = match mark {
        Mark::Nothing => return None,
        Mark::Place => [0xD0, 0xD0, 0xD0],
        // Pure black would vanish on a black terminal.
        Mark::Colour(0) => [0x22, 0x22, 0x22],
        Mark::Colour(cell) => rgb(cell),
    };
    Some(match depth {
        Depth::True => format!("2;{r};{g};{b}"),
        _ => format!("5;{}", indexed([r, g, b])),
    })
}

/// The nearest of xterm's 6 x 6 x 6 colours or 24 greys.
fn indexed([r, g, b]: Rgb) -> u8 {
    if r == g && g == b {
        return if r > 247 { 231 } else { 232 + (r.max(8) - 8) / 10 };
    }
    let level = |v: u8| {
        if v < 48 {
            0
        } else if v < 115 {
            1
        } else {
            (v - 35) / 40
        }
    };
    16 + 36 * level(r) + 6 * level(g) + level(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indexed_colours_are_near() {
        assert_eq!(indexed([0xFF, 0xFF, 0xFF]), 231);
        assert_eq!(indexed([0xFF, 0x00, 0x00]), 196);
        assert_eq!(indexed([0xAA, 0xAA, 0xAA]), 248);
    }

    #[test]
    fn background_is_faint_in_every_style() {
        let mut picture = Picture::blank(3, 2);
        picture.set(0, 0, Mark::Place);
        picture.set(2, 1, Mark::Colour(3));
        let draw = |depth, cell| picture.draw(depth, cell, 80, 80).text();
        assert_eq!(draw(Depth::Plain, Cell::Wide), "# .\n. .\n. 3\n");
        assert_eq!(draw(Depth::Plain, Cell::Narrow), "#.\n..\n.3\n");
        assert!(draw(Depth::True, Cell::Wide).contains("\x1b[0;2m· "));
        assert_eq!(draw(Depth::True, Cell::Narrow).matches(['▀', '▄', '·']).count(), 4);
    }

    #[test]
    fn pictures_without_columns_and_cut_ones() {
        assert_eq!(Picture::blank(2, 0).draw(Depth::Plain, Cell::Wide, 80, 80).text(), "\n\n");
        let cut = Picture::blank(9, 9).draw(Depth::Plain, Cell::Wide, 4, 1).text();
        assert_eq!(cut, ". .\n+8 rows, +7 columns\n");
    }

    #[test]
    fn pictures_are_read_as_they_are_written() {
        let text = "# .\n. 7\n? .\n";
        let rows = ["#.", ".7", "?"];
        let picture = Picture::of_text(rows.into_iter());
        assert_eq!(picture.draw(Depth::Plain, Cell::Wide, 80, 80).text(), text);
        let placed = picture.placed(3, 3, 1, 2).draw(Depth::Plain, Cell::Narrow, 80, 80).text();
        assert_eq!(placed, "...\n..#\n...\n");
        assert_eq!(Picture::of_text([].into_iter()).lines().count(), 0);
    }

    #[test]
    fn differences_need_the_same_shape() {
        let (mut a, b) = (Picture::blank(1, 2), Picture::blank(1, 2));
        a.set(0, 1, Mark::Colour(1));
        assert_eq!(a.differing(&b).unwrap().marked(), 1);
        assert!(a.differing(&Picture::blank(2, 1)).is_none());
    }
}
