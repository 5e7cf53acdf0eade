//! Figures of tasks: one column per sample, its input above its output.

use exec::data::{Sample, Task};

use super::Rgb;
use super::figure::{ARROW, Figure, INK, SOFT, Shape, Size, rows_of, stacked};
use super::picture::{Mark, Picture};

/// A sample as it is drawn.
pub struct Column {
    /// Its name.
    pub title: String,
    /// What goes in.
    pub input: Picture,
    /// What should come out, if it is known.
    pub output: Option<Picture>,
    /// What a program makes of it, where one is shown.
    pub made: Option<Made>,
}

/// What a program gives on a sample.
pub struct Made {
    /// Its output, if that is a picture.
    pub picture: Option<Picture>,
    /// What there is to say about it.
    pub remark: String,
    /// In which colour.
    pub ink: Rgb,
}

const MARGIN: usize = 24;
const GAP: usize = 28;
const LINE_GAP: usize = 12;
/// Grids are drawn at most about this large, as long as a cell is a pixel.
const GRID_TARGET: usize = 300;
const MAX_CELL: usize = 28;
const MAX_WIDTH: usize = 2048;

/// Grids of tasks that share a sheet are about this large, and a sheet is about this wide.
const SHEET: (usize, usize) = (66, 1600);
/// Letters of the ids there.
const SHEET_ID: usize = 12;

/// A task.
pub fn task_figure(task: &Task, title: &str) -> Figure {
    let head = Figure::text(title, Size::Large, INK);
    samples_figure(head, &columns(task), GRID_TARGET, MAX_WIDTH)
}

/// Many tasks, small.
pub fn sheet_figure(tasks: &[&Task]) -> Figure {
    let small = |task: &&Task| {
        let id: String = task.id.chars().take(SHEET_ID).collect();
        samples_figure(Figure::text(&id, Size::Small, INK), &columns(task), SHEET.0, MAX_WIDTH)
    };
    stacked(rows_of(tasks.iter().map(small).collect(), 0, SHEET.1), 0)
}

fn columns(task: &Task) -> Vec<Column> {
    let column = |kind: &str, at: usize, sample: &Sample| Column {
        title: format!("{kind} {}", at + 1),
        input: (&sample.input).into(),
        output: sample.output.as_ref().map(Picture::from),
        made: None,
    };
    let demo = task.demo.iter().enumerate().map(|(at, sample)| column("demo", at, sample));
    let test = task.test.iter().enumerate().map(|(at, sample)| column("test", at, sample));
    demo.chain(test).collect()
}

/// Samples below a heading, in rows of at most this width; grids are about `target` pixels.
pub fn samples_figure(head: Figure, columns: &[Column], target: usize, width: usize) -> Figure {
    let cell = cell_size(columns, target);
    let widths: Vec<usize> = columns.iter().map(|column| column.width(cell)).collect();
    let mut sheet = head;
    let mut at = 0;
    while at < columns.len() {
        let count = fitting(&widths[at..], width);
        sheet = sheet.above(GAP, row(&columns[at..at + count], cell));
        at += count;
    }
    sheet.padded(MARGIN)
}

/// One size for all grids of a task, so that they can be compared.
fn cell_size(columns: &[Column], target: usize) -> usize {
    let longest = columns.iter().flat_map(Column::pictures).map(|p| p.height().max(p.width()));
    (target / longest.max().unwrap_or(1).max(1)).clamp(1, MAX_CELL)
}

/// How many columns fit beside each other, at least one.
fn fitting(widths: &[usize], width: usize) -> usize {
    let mut used = 2 * MARGIN;
    let fits = widths.iter().take_while(|column| {
        used += *column + GAP;
        used - GAP <= width
    });
    fits.count().max(1)
}

/// Inputs stand on the arrow, outputs hang from it; what a program makes has its own row.
fn row(columns: &[Column], cell: usize) -> Figure {
    let tallest = |height: &dyn Fn(&Column) -> usize| columns.iter().map(height).max().unwrap_or(0);
    let inputs = tallest(&|column| Figure::picture(column.input.clone(), cell).height);
    let outputs = tallest(&|column| output(column, cell).height);
    let one = |column: &Column| {
        let width = column.width(cell);
        let input = Figure::picture(column.input.clone(), cell).lowered(inputs);
        let output = output(column, cell);
        let room = outputs - output.height;
        let made = column.made.as_ref().map(|made| made.figure(column, cell).centred(width));
        let drawn = [input, Figure::arrow(), output.above(0, Figure::blank(0, room))];
        let head = Figure::text(&column.title, Size::Small, SOFT).centred(width);
        let drawn = drawn.into_iter().map(|figure| figure.centred(width));
        stacked([head].into_iter().chain(drawn).chain(made), LINE_GAP)
    };
    rows_of(columns.iter().map(one).collect(), GAP, usize::MAX).pop().unwrap_or_default()
}

fn output(column: &Column, cell: usize) -> Figure {
    match &column.output {
        Some(picture) => Figure::picture(picture.clone(), cell),
        None => Figure::text("?", Size::Large, SOFT),
    }
}

impl Column {
    fn pictures(&self) -> impl Iterator<Item = &Picture> {
        let made = self.made.as_ref().and_then(|made| made.picture.as_ref());
        [Some(&self.input), self.output.as_ref(), made].into_iter().flatten()
    }

    fn width(&self, cell: usize) -> usize {
        let text = |text: &str| Figure::text(text, Size::Small, SOFT).width;
        let remark = self.made.as_ref().map_or(0, |made| text(&made.remark));
        let pictures = self.pictures().map(|p| Figure::picture(p.clone(), cell).width).max();
        pictures.unwrap_or(0).max(text(&self.title)).max(remark).max(ARROW)
    }
}

impl Made {
    /// The output with the cells marked that should be others, and the remark above it.
    fn figure(&self, column: &Column, cell: usize) -> Figure {
        let remark = Figure::text(&self.remark, Size::Small, self.ink);
        let width = remark.width;
        let Some(picture) = &self.picture else { return remark };
        let drawn = marked(picture, column.output.as_ref(), cell);
        let width = width.max(drawn.width);
        remark.centred(width).above(LINE_GAP / 2, drawn.centred(width))
    }
}

/// A picture with the cells marked that differ from another of the same shape.
pub fn marked(picture: &Picture, other: Option<&Picture>, cell: usize) -> Figure {
    let mut figure = Figure::picture(picture.clone(), cell);
    let differing = other.and_then(|other| picture.differing(other));
    let Some(differing) = differing.filter(|_| cell > 4) else { return figure };
    for (row, marks) in differing.lines().enumerate() {
        for (column, _) in marks.iter().enumerate().filter(|(_, mark)| **mark != Mark::Nothing) {
            let shape = Shape::Mark { width: cell + 1, height: cell + 1 };
            figure.put(column * cell, row * cell, shape);
        }
    }
    figure
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::figure::BAD;

    fn column(output: Option<&str>) -> Column {
        let made = Made {
            picture: Some(Picture::of_text(["12"].into_iter())),
            remark: "1 cell differs".into(),
            ink: BAD,
        };
        Column {
            title: "demo 1".into(),
            input: Picture::of_text(["3"].into_iter()),
            output: output.map(|row| Picture::of_text([row].into_iter())),
            made: Some(made),
        }
    }

    fn marks(output: Option<&str>) -> usize {
        let figure = samples_figure(Figure::default(), &[column(output)], 100, 900);
        figure.items.iter().filter(|item| matches!(item.shape, Shape::Mark { .. })).count()
    }

    #[test]
    fn differing_cells_are_marked() {
        assert_eq!([Some("12"), Some("13"), Some("00"), None].map(marks), [0, 1, 2, 0]);
        assert_eq!(marks(Some("123")), 0, "other shapes have nothing to compare");
    }

    #[test]
    fn columns_wrap() {
        let columns: Vec<Column> = (0..9).map(|_| column(None)).collect();
        let figure = samples_figure(Figure::default(), &columns, 100, 500);
        assert!(figure.width <= 500, "{}", figure.width);
        assert!(samples_figure(Figure::default(), &columns, 100, 1).width < 200);
    }
}
