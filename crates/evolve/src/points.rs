//! Points of a candidate on one demo sample.
//!
//! 1000 if it is the expected output, otherwise half the mean of the built-in differs' scores, so
//! at most 500. What is no grid gets 0. So does a grid without cells, `()` included: it is no
//! possible output, the dialects disagree about its objects, and a search would learn that
//! nothing is never wrong.
//!
//! The scores are computed here a second time, in Rust: the differs of [`crate::differs`] are the
//! definition, which people read and batts contain, but the search loop scores every candidate on
//! every sample and cannot afford to run them. Grids that are no everyday ones (huge, or with
//! colours beyond -128..127) go to the programs themselves. Tests compare the two ways on
//! thousands of grids.

mod native;
#[cfg(test)]
mod tests;

use exec::data::TaskGrid;
use exec::run::{Worker, is_grid};
use exec::value::{Grid, Items, Layout, Value, View};
use lang::Dialect;

use crate::differs::{BUILTIN, Judge, PERFECT};
use native::Target;

/// Cells and sides of grids that are scored natively: within these limits no differ comes near
/// its budget. Beyond them the programs decide, whose budgets may end them.
const MOST_CELLS: usize = 1 << 16;
const MOST_SIDE: usize = 2048;

/// What a candidate gets on one sample.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Points {
    /// 0 to 500, or 1000.
    pub points: u32,
    /// Whether it is exactly the expected output.
    pub right: bool,
    /// The scores of the built-in differs, in the order of [`crate::differs::NAMES`].
    pub differs: [u32; BUILTIN],
    /// Built-in differs that failed and therefore count 0.
    pub failed_differs: u32,
}

impl Points {
    /// The points of the expected output.
    pub const RIGHT: Points =
        Points { points: PERFECT, right: true, differs: [PERFECT; BUILTIN], failed_differs: 0 };

    fn of_scores(differs: [u32; BUILTIN]) -> Points {
        let points = differs.iter().sum::<u32>() / (2 * BUILTIN as u32);
        Points { points, right: false, differs, failed_differs: 0 }
    }
}

/// Gives points against one expected output.
#[derive(Debug)]
pub struct Scorer {
    lay: Layout,
    grid: TaskGrid,
    target: Target,
}

impl Scorer {
    /// Prepares what depends on the expected output alone.
    pub fn new(dialect: Dialect, target: &TaskGrid) -> Scorer {
        Scorer { lay: Layout::of(dialect), grid: target.clone(), target: Target::new(target) }
    }

    /// The expected output.
    pub fn target(&self) -> &TaskGrid {
        &self.grid
    }

    /// The points of a program's value.
    pub fn points(&self, value: Value<'_>) -> Points {
        if is_grid(value, &self.grid) {
            return Points::RIGHT;
        }
        match value.view() {
            View::Grid(g) if self.is_everyday(&g) => Points::of_scores(self.target.scores(&g)),
            _ if is_candidate(self.lay, value) => self.judged(value),
            _ => Points::default(),
        }
    }

    fn is_everyday(&self, g: &Grid<'_>) -> bool {
        let (cells, target) = (g.cells.len(), self.grid.cells().len());
        let side = g.height.max(g.width).max(self.grid.height()).max(self.grid.width());
        (1..=MOST_CELLS).contains(&cells) && target <= MOST_CELLS && side <= MOST_SIDE
    }

    #[cold]
    fn judged(&self, value: Value<'_>) -> Points {
        let scores =
            Judge::builtin(self.lay.dialect).scores(&mut Worker::default(), &[], &self.grid, value);
        let mut out = [0; BUILTIN];
        out.iter_mut().zip(&scores).for_each(|(to, score)| *to = score.unwrap_or(0));
        let failed_differs = scores.iter().filter(|score| score.is_err()).count() as u32;
        Points { failed_differs, ..Points::of_scores(out) }
    }
}

/// Whether a value may be scored: a tuple of rows of integers, all of one length, at least 1.
pub fn is_candidate(lay: Layout, value: Value<'_>) -> bool {
    if let View::Grid(g) = value.view() {
        return g.width > 0;
    }
    let width = |row: Value<'_>| {
        let items = Items::of(lay, row).ok().filter(|_| row.is_tuple())?;
        { items }.all(|cell| matches!(cell, Value::Int(_))).then(|| items.len())
    };
    let Some(mut rows) = Items::of(lay, value).ok().filter(|_| value.is_tuple()) else {
        return false;
    };
    match rows.next().and_then(width) {
        Some(first) => first > 0 && rows.all(|row| width(row) == Some(first)),
        None => false,
    }
}
