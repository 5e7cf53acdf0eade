//! Grids as lines of text.

use std::fmt::Write;

use exec::data::{Sample, Task, TaskGrid};

use super::block::{Block, flow};
use super::{Rgb, rgb};
use crate::output::{Depth, Output};

/// Larger grids are cut, with a remark.
const MAX_ROWS: usize = 120;
const ARROW: &str = "->";
const GAP: usize = 4;

/// What cells look like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cell {
    /// Two columns wide: nearly square.
    Wide,
    /// One column; where there are colours, two rows share a line.
    Narrow,
}

/// Where grids are drawn: how many colours and columns there are.
#[derive(Clone, Copy)]
pub struct Canvas {
    /// The colours.
    pub depth: Depth,
    /// The columns.
    pub width: usize,
}

impl Canvas {
    /// The terminal.
    pub fn of(output: &Output) -> Canvas {
        Canvas { depth: output.depth, width: output.width }
    }

    /// Draws one grid.
    #[allow(dead_code, reason = "for values that programs compute")]
    pub fn grid(self, grid: &TaskGrid) -> Block {
        self.cells(grid, self.fitting(grid.width()), self.width)
    }

    /// Draws input and output of a sample side by side.
    pub fn sample(self, title: &str, sample: &Sample) -> Block {
        let columns = sample.input.width() + sample.output.as_ref().map_or(1, TaskGrid::width);
        self.sample_of(title, sample, self.fitting(columns + 3))
    }

    fn fitting(self, columns: usize) -> Cell {
        if columns * 2 <= self.width { Cell::Wide } else { Cell::Narrow }
    }

    fn sample_of(self, title: &str, sample: &Sample, cell: Cell) -> Block {
        let room = (self.width.saturating_sub(ARROW.len() + 2) / 2).max(8);
        let input = self.cells(&sample.input, cell, room);
        let output = match &sample.output {
            Some(grid) => self.cells(grid, cell, room),
            None => Block::line("?"),
        };
        let height = input.height().max(output.height());
        let pair = input.beside(1, Block::line(ARROW).centred(height)).beside(1, output);
        Block::line(&format!("{title}  {}", sizes(sample))).above(pair)
    }

    fn cells(self, grid: &TaskGrid, cell: Cell, room: usize) -> Block {
        let per_column = if cell == Cell::Wide { 2 } else { 1 };
        let columns = grid.width().min(room / per_column);
        let rows: Vec<&[i8]> = grid.rows().take(MAX_ROWS).map(|row| &row[..columns]).collect();
        let mut block = Block::new(columns * per_column);
        match (self.depth, cell) {
            (Depth::Plain, _) => digits(&rows, cell, &mut block),
            (depth, Cell::Wide) => wide(&rows, depth, &mut block),
            (depth, Cell::Narrow) => narrow(&rows, depth, &mut block),
        }
        match hidden(grid, rows.len(), columns) {
            Some(remark) => block.above(Block::line(&remark)),
            None => block,
        }
    }
}

fn sizes(sample: &Sample) -> String {
    let size = |grid: &TaskGrid| format!("{} x {}", grid.height(), grid.width());
    let output = sample.output.as_ref().map_or("?".into(), size);
    format!("{} {ARROW} {output}", size(&sample.input))
}

fn hidden(grid: &TaskGrid, rows: usize, columns: usize) -> Option<String> {
    let (rows, columns) = (grid.height() - rows, grid.width() - columns);
    match (rows, columns) {
        (0, 0) => None,
        (0, columns) => Some(format!("+{columns} columns")),
        (rows, 0) => Some(format!("+{rows} rows")),
        (rows, columns) => Some(format!("+{rows} rows, +{columns} columns")),
    }
}

fn digits(rows: &[&[i8]], cell: Cell, block: &mut Block) {
    let separator = if cell == Cell::Wide { " " } else { "" };
    let digit =
        |&cell: &i8| if (0..10).contains(&cell) { (b'0' + cell as u8) as char } else { '?' };
    for row in rows {
        let text = row.iter().map(|cell| digit(cell).to_string()).collect::<Vec<_>>();
        let line = text.join(separator);
        block.push(line.clone(), line.len());
    }
}

fn wide(rows: &[&[i8]], depth: Depth, block: &mut Block) {
    for row in rows {
        let mut line = String::new();
        for run in row.chunk_by(|a, b| a == b) {
            let spaces = run.len() * 2;
            let _ = write!(line, "\x1b[48;{}m{:spaces$}", code(run[0], depth), "");
        }
        line.push_str("\x1b[0m");
        block.push(line, row.len() * 2);
    }
}

/// The upper half of a character cell in one colour, the lower half in another.
fn narrow(rows: &[&[i8]], depth: Depth, block: &mut Block) {
    for pair in rows.chunks(2) {
        let mut line = String::new();
        for (column, &upper) in pair[0].iter().enumerate() {
            let _ = write!(line, "\x1b[38;{}", code(upper, depth));
            let _ = match pair.get(1) {
                Some(lower) => write!(line, ";48;{}m▀", code(lower[column], depth)),
                None => write!(line, "m▀"),
            };
        }
        line.push_str("\x1b[0m");
        block.push(line, pair[0].len());
    }
}

/// The colour's part of an escape sequence.
fn code(cell: i8, depth: Depth) -> String {
    // Pure black would vanish on a black terminal.
    let [r, g, b] = if cell == 0 { [0x22, 0x22, 0x22] } else { rgb(cell) };
    match depth {
        Depth::True => format!("2;{r};{g};{b}"),
        _ => format!("5;{}", indexed([r, g, b])),
    }
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

/// Draws a whole task: all samples in the same size of cells, as many side by side as fit.
pub fn task_text(task: &Task, canvas: Canvas) -> String {
    let columns = |s: &Sample| s.input.width() + s.output.as_ref().map_or(1, TaskGrid::width);
    let widest = task.samples().map(columns).max().unwrap_or(0);
    let cell = canvas.fitting(widest + 3);
    let titled = |kind: &str, samples: &[Sample]| -> Vec<Block> {
        let title = |at: usize| format!("{kind} {}", at + 1);
        let numbered = samples.iter().enumerate();
        numbered.map(|(at, sample)| canvas.sample_of(&title(at), sample, cell)).collect()
    };
    let blocks = [titled("demo", &task.demo), titled("test", &task.test)].concat();
    let rows: Vec<String> = flow(blocks, GAP, canvas.width).iter().map(Block::text).collect();
    rows.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(height: u16, width: u16, colour: i8) -> TaskGrid {
        TaskGrid::new(height, width, vec![colour; height as usize * width as usize]).unwrap()
    }

    fn sample(width: u16) -> Sample {
        Sample { input: grid(2, width, 1), output: Some(grid(1, width, 2)) }
    }

    #[test]
    fn plain_text_has_digits_and_no_escapes() {
        let task = Task { id: "t".into(), demo: vec![sample(2)], test: vec![] };
        let text = task_text(&task, Canvas { depth: Depth::Plain, width: 80 });
        assert_eq!(text, "demo 1  2 x 2 -> 1 x 2\n1 1  -> 2 2\n1 1\n");
    }

    #[test]
    fn unknown_outputs_and_colours_are_question_marks() {
        let sample = Sample { input: grid(1, 2, 77), output: None };
        let canvas = Canvas { depth: Depth::Plain, width: 80 };
        assert_eq!(canvas.sample("test 1", &sample).text(), "test 1  1 x 2 -> ?\n? ?  -> ?\n");
    }

    #[test]
    fn everything_stays_within_the_terminal() {
        for (width, depth) in [(80, Depth::Plain), (80, Depth::True), (40, Depth::Indexed)] {
            for columns in [1, 10, 30, 200, 900] {
                let canvas = Canvas { depth, width };
                assert!(canvas.sample("demo 1", &sample(columns)).width() <= width);
                assert!(canvas.grid(&grid(300, columns, 3)).width() <= width);
            }
        }
    }

    #[test]
    fn two_rows_share_a_line_when_it_is_narrow() {
        let canvas = Canvas { depth: Depth::True, width: 20 };
        let drawn = canvas.grid(&grid(3, 15, 4)).text();
        assert_eq!((drawn.lines().count(), drawn.matches('▀').count()), (2, 30));
    }

    #[test]
    fn indexed_colours_are_near() {
        assert_eq!(indexed([0xFF, 0xFF, 0xFF]), 231);
        assert_eq!(indexed([0xFF, 0x00, 0x00]), 196);
        assert_eq!(indexed([0xAA, 0xAA, 0xAA]), 248);
    }
}
