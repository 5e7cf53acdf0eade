//! A sheet with grids and labels on it, in pixels, whatever the file format.

use exec::data::{Sample, Task, TaskGrid};

use super::{png, svg};

/// A drawing.
pub struct Figure<'a> {
    /// Pixels.
    pub width: usize,
    /// Pixels.
    pub height: usize,
    /// What is drawn, in this order.
    pub items: Vec<Item<'a>>,
}

/// One thing on the sheet; `x` and `y` are its upper left corner.
pub enum Item<'a> {
    /// Cells of `cell` pixels; a line is drawn around and between them if they are large enough.
    Grid { x: usize, y: usize, cell: usize, grid: &'a TaskGrid },
    /// Text of `TEXT_HEIGHT` pixels.
    Text { x: usize, y: usize, text: String },
    /// A small triangle that points down.
    Arrow { x: usize, y: usize },
}

/// Height of capital letters, and the advance from one to the next.
pub const TEXT_HEIGHT: usize = 14;
/// The advance from one letter to the next.
pub const TEXT_ADVANCE: usize = 12;
/// Side of an arrow's box.
pub const ARROW: usize = 14;

const MARGIN: usize = 24;
const GAP: usize = 28;
const LINE_GAP: usize = 12;
/// Grids are drawn at most about this large, as long as a cell is a pixel.
const GRID_TARGET: usize = 300;
const MAX_CELL: usize = 28;
const MAX_WIDTH: usize = 2048;

/// Pixels that a grid of `cells` takes along one side, lines included.
pub fn extent(cells: usize, cell: usize) -> usize {
    cells * cell + has_lines(cell) as usize
}

/// Cells of a few pixels would vanish between lines.
pub fn has_lines(cell: usize) -> bool {
    cell >= 4
}

impl Figure<'_> {
    /// The drawing as a PNG file.
    pub fn png(&self) -> Vec<u8> {
        png::encode(self)
    }

    /// The drawing as an SVG file.
    pub fn svg(&self) -> String {
        svg::encode(self)
    }
}

/// A task: one column per sample, its input above its output.
pub fn task_figure<'a>(task: &'a Task, title: &str) -> Figure<'a> {
    let cell = cell_size(task);
    let demo = task.demo.iter().enumerate().map(|(at, s)| (format!("demo {}", at + 1), s));
    let test = task.test.iter().enumerate().map(|(at, s)| (format!("test {}", at + 1), s));
    let columns: Vec<Column> = demo.chain(test).map(|(t, s)| Column::new(t, s, cell)).collect();
    let mut sheet = Sheet::new(title);
    let mut rest = columns.as_slice();
    while !rest.is_empty() {
        let (row, others) = rest.split_at(fitting(rest));
        sheet.row(row, cell);
        rest = others;
    }
    sheet.finish()
}

/// One size for all grids of a task, so that they can be compared.
fn cell_size(task: &Task) -> usize {
    let grids = task.samples().flat_map(|s| [Some(&s.input), s.output.as_ref()]).flatten();
    let longest = grids.map(|grid| grid.height().max(grid.width())).max().unwrap_or(1);
    (GRID_TARGET / longest).clamp(1, MAX_CELL)
}

/// A sample and the room it takes.
struct Column<'a> {
    title: String,
    sample: &'a Sample,
    width: usize,
    input_height: usize,
    output_height: usize,
}

impl<'a> Column<'a> {
    fn new(title: String, sample: &'a Sample, cell: usize) -> Column<'a> {
        let unknown = TEXT_HEIGHT * 2;
        let output = sample.output.as_ref();
        let widest = output.map_or(unknown, |grid| extent(grid.width(), cell));
        let width = widest.max(extent(sample.input.width(), cell)).max(title.len() * TEXT_ADVANCE);
        let input_height = extent(sample.input.height(), cell);
        let output_height = output.map_or(unknown, |grid| extent(grid.height(), cell));
        Column { title, sample, width, input_height, output_height }
    }
}

/// How many columns fit beside each other, at least one.
fn fitting(columns: &[Column]) -> usize {
    let mut width = 2 * MARGIN;
    let fits = columns.iter().take_while(|column| {
        width += column.width + GAP;
        width <= MAX_WIDTH
    });
    fits.count().max(1)
}

struct Sheet<'a> {
    items: Vec<Item<'a>>,
    width: usize,
    y: usize,
}

impl<'a> Sheet<'a> {
    fn new(title: &str) -> Sheet<'a> {
        let text = title.to_string();
        let width = 2 * MARGIN + title.chars().count() * TEXT_ADVANCE;
        let items = vec![Item::Text { x: MARGIN, y: MARGIN, text }];
        Sheet { items, width, y: MARGIN + TEXT_HEIGHT + GAP }
    }

    fn row(&mut self, columns: &[Column<'a>], cell: usize) {
        let tallest = |height: fn(&Column) -> usize| columns.iter().map(height).max().unwrap_or(0);
        let arrows = self.y + TEXT_HEIGHT + LINE_GAP + tallest(|c| c.input_height) + LINE_GAP;
        let mut x = MARGIN;
        for column in columns {
            self.column(column, x, arrows, cell);
            x += column.width + GAP;
        }
        self.width = self.width.max(x - GAP + MARGIN);
        self.y = arrows + ARROW + LINE_GAP + tallest(|c| c.output_height) + GAP;
    }

    /// Inputs stand on the arrow, outputs hang from it.
    fn column(&mut self, column: &Column<'a>, x: usize, arrows: usize, cell: usize) {
        let middle = |width: usize| x + (column.width - width) / 2;
        let place = |grid: &'a TaskGrid, y| {
            let x = middle(extent(grid.width(), cell));
            Item::Grid { x, y, cell, grid }
        };
        let outputs = arrows + ARROW + LINE_GAP;
        let unknown = || Item::Text { x: middle(TEXT_ADVANCE), y: outputs, text: "?".into() };
        let output = column.sample.output.as_ref();
        self.items.extend([
            Item::Text { x, y: self.y, text: column.title.clone() },
            place(&column.sample.input, arrows - LINE_GAP - column.input_height),
            Item::Arrow { x: middle(ARROW), y: arrows },
            output.map_or_else(unknown, |grid| place(grid, outputs)),
        ]);
    }

    fn finish(self) -> Figure<'a> {
        Figure { width: self.width, height: self.y - GAP + MARGIN, items: self.items }
    }
}
