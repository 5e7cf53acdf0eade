//! Grids and tasks as lines of text.

use exec::data::{Sample, Task, TaskGrid};

use super::block::{Block, flow};
use super::picture::{Cell, Picture};
use crate::output::{Depth, Output};

/// Grids of more rows are cut, with a remark.
const MAX_ROWS: usize = 120;
/// Stands between what goes in and what comes out.
pub const ARROW: &str = "->";
const GAP: usize = 4;

/// Where grids are drawn: how many colours, columns and rows there are.
#[derive(Clone, Copy)]
pub struct Canvas {
    /// The colours.
    pub depth: Depth,
    /// The columns.
    pub width: usize,
    /// The most rows of a picture.
    pub rows: usize,
}

impl Canvas {
    /// The terminal.
    pub fn of(output: &Output) -> Canvas {
        Canvas { depth: output.depth, width: output.width, rows: MAX_ROWS }
    }

    /// Draws one picture.
    pub fn picture(self, picture: &Picture) -> Block {
        picture.draw(self.depth, self.fitting(picture.width()), self.width, self.rows)
    }

    /// Draws input and output of a sample side by side.
    pub fn sample(self, title: &str, sample: &Sample) -> Block {
        let columns = sample.input.width() + sample.output.as_ref().map_or(1, TaskGrid::width);
        self.sample_of(title, sample, self.fitting(columns + 3))
    }

    /// Draws titled grids beside each other, all in the same size of cells, in as many rows as it
    /// takes.
    pub fn titled(self, grids: &[(String, &TaskGrid)]) -> String {
        let columns: usize = grids.iter().map(|(_, grid)| grid.width() + GAP / 2).sum();
        self.titled_of(grids, self.fitting(columns.saturating_sub(GAP / 2)))
    }

    /// The same as small as grids can be drawn.
    pub fn titled_small(self, grids: &[(String, &TaskGrid)]) -> String {
        self.titled_of(grids, Cell::Narrow)
    }

    fn titled_of(self, grids: &[(String, &TaskGrid)], cell: Cell) -> String {
        let draw =
            |grid: &TaskGrid| Picture::from(grid).draw(self.depth, cell, self.width, self.rows);
        let block = |(title, grid): &(String, &TaskGrid)| Block::line(title).above(draw(grid));
        let rows = flow(grids.iter().map(block).collect(), GAP, self.width);
        rows.iter().map(Block::text).collect::<Vec<_>>().join("\n")
    }

    fn fitting(self, columns: usize) -> Cell {
        if columns * 2 <= self.width { Cell::Wide } else { Cell::Narrow }
    }

    fn sample_of(self, title: &str, sample: &Sample, cell: Cell) -> Block {
        let room = (self.width.saturating_sub(ARROW.len() + 2) / 2).max(8);
        let draw = |grid| Picture::from(grid).draw(self.depth, cell, room, self.rows);
        let input = draw(&sample.input);
        let output = sample.output.as_ref().map_or_else(|| Block::line("?"), draw);
        let height = input.height().max(output.height());
        let pair = input.beside(1, Block::line(ARROW).centred(height)).beside(1, output);
        Block::line(&format!("{title}  {}", sizes(sample))).above(pair)
    }
}

fn sizes(sample: &Sample) -> String {
    let size = |grid: &TaskGrid| format!("{} x {}", grid.height(), grid.width());
    let output = sample.output.as_ref().map_or("?".into(), size);
    format!("{} {ARROW} {output}", size(&sample.input))
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

    fn canvas(depth: Depth, width: usize) -> Canvas {
        Canvas { depth, width, rows: MAX_ROWS }
    }

    fn grid(height: u16, width: u16, colour: i8) -> TaskGrid {
        TaskGrid::new(height, width, vec![colour; height as usize * width as usize]).unwrap()
    }

    fn sample(width: u16) -> Sample {
        Sample { input: grid(2, width, 1), output: Some(grid(1, width, 2)) }
    }

    #[test]
    fn plain_text_has_digits_and_no_escapes() {
        let task = Task { id: "t".into(), demo: vec![sample(2)], test: vec![] };
        let text = task_text(&task, canvas(Depth::Plain, 80));
        assert_eq!(text, "demo 1  2 x 2 -> 1 x 2\n1 1  -> 2 2\n1 1\n");
    }

    #[test]
    fn unknown_outputs_and_colours_are_question_marks() {
        let sample = Sample { input: grid(1, 2, 77), output: None };
        let drawn = canvas(Depth::Plain, 80).sample("test 1", &sample).text();
        assert_eq!(drawn, "test 1  1 x 2 -> ?\n? ?  -> ?\n");
    }

    #[test]
    fn everything_stays_within_the_terminal() {
        for (width, depth) in [(80, Depth::Plain), (80, Depth::True), (40, Depth::Indexed)] {
            for columns in [1, 10, 30, 200, 900] {
                let canvas = canvas(depth, width);
                assert!(canvas.sample("demo 1", &sample(columns)).width() <= width);
                let large = Picture::from(&grid(300, columns, 3));
                assert!(canvas.picture(&large).width() <= width);
            }
        }
    }

    #[test]
    fn two_rows_share_a_line_when_it_is_narrow() {
        let large = Picture::from(&grid(3, 15, 4));
        let drawn = canvas(Depth::True, 20).picture(&large).text();
        assert_eq!((drawn.lines().count(), drawn.matches('▀').count()), (2, 30));
    }
}
