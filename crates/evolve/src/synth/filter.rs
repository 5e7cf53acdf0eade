//! What is no task worth having, and why.

use exec::data::TaskGrid;
use exec::value::{Fault, Value, View};

use super::scene::MOST_SIDE;

/// Why a program gave no task. In the order in which they are looked for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reason {
    /// It reads the demo pairs, which a new task has only when its outputs are there.
    ReadsSamples,
    /// It does not read the input.
    NoInput,
    /// It fails.
    Fails,
    /// It takes more work than it may.
    Cost,
    /// What it gives is no grid.
    NoGrid,
    /// A side has no cell, or more than 30.
    Sides,
    /// A cell is no colour 0-9.
    Colours,
    /// It gives the input.
    Input,
    /// It gives the same for all inputs, or for most of them.
    Alike,
    /// Most outputs are of one colour.
    OneColour,
    /// Most outputs are the input but for hardly a cell.
    Hardly,
    /// Most outputs are narrow strips, or a few cells.
    Thin,
    /// An earlier program gave the same on all inputs.
    Repeats,
    /// It is a task of the data.
    Given,
    /// There is a task like it, seen from another side or in other colours.
    SamePairs,
    /// There is a task with its program, seen from another side or in other colours.
    SameProgram,
    /// Its text is too long.
    Long,
}

impl Reason {
    /// All of them.
    pub const ALL: [Reason; 17] = [
        Reason::ReadsSamples,
        Reason::NoInput,
        Reason::Fails,
        Reason::Cost,
        Reason::NoGrid,
        Reason::Sides,
        Reason::Colours,
        Reason::Input,
        Reason::Alike,
        Reason::OneColour,
        Reason::Hardly,
        Reason::Thin,
        Reason::Repeats,
        Reason::Given,
        Reason::SamePairs,
        Reason::SameProgram,
        Reason::Long,
    ];

    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Reason::ReadsSamples => "reads_samples",
            Reason::NoInput => "no_input",
            Reason::Fails => "fails",
            Reason::Cost => "cost",
            Reason::NoGrid => "no_grid",
            Reason::Sides => "sides",
            Reason::Colours => "colours",
            Reason::Input => "input",
            Reason::Alike => "alike",
            Reason::OneColour => "one_colour",
            Reason::Hardly => "hardly",
            Reason::Thin => "thin",
            Reason::Repeats => "repeats",
            Reason::Given => "given",
            Reason::SamePairs => "same_pairs",
            Reason::SameProgram => "same_program",
            Reason::Long => "long",
        }
    }

    /// In words: what the program, or its outputs, did.
    pub fn words(self) -> &'static str {
        match self {
            Reason::ReadsSamples => "read the demo pairs",
            Reason::NoInput => "did not read the input",
            Reason::Fails => "failed",
            Reason::Cost => "took too much work",
            Reason::NoGrid => "gave no grid",
            Reason::Sides => "gave sides outside of 1-30",
            Reason::Colours => "gave cells outside of 0-9",
            Reason::Input => "gave the input",
            Reason::Alike => "gave the same for most inputs",
            Reason::OneColour => "gave one colour",
            Reason::Hardly => "hardly changed the input",
            Reason::Thin => "gave strips or a few cells",
            Reason::Repeats => "gave what an earlier one gave",
            Reason::Given => "gave a task of the data",
            Reason::SamePairs => "gave a task like another",
            Reason::SameProgram => "were like the program of another task",
            Reason::Long => "had too long a text",
        }
    }
}

impl From<Fault> for Reason {
    fn from(fault: Fault) -> Reason {
        if fault == Fault::Budget { Reason::Cost } else { Reason::Fails }
    }
}

/// How often each reason was met.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reasons([u64; Reason::ALL.len()]);

impl Reasons {
    /// Counts one.
    pub fn count(&mut self, reason: Reason) {
        self.add(reason, 1);
    }

    /// Counts some.
    pub fn add(&mut self, reason: Reason, times: u64) {
        self.0[reason as usize] += times;
    }

    /// Adds what another list has.
    pub fn join(&mut self, other: &Reasons) {
        self.0.iter_mut().zip(other.0).for_each(|(sum, more)| *sum += more);
    }

    /// What was met since these were counted.
    pub fn since(&self, before: &Reasons) -> Reasons {
        Reasons(std::array::from_fn(|at| self.0[at] - before.0[at]))
    }

    /// Each with its count.
    pub fn iter(&self) -> impl Iterator<Item = (Reason, u64)> {
        Reason::ALL.into_iter().map(|reason| (reason, self.0[reason as usize]))
    }

    /// All together.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }
}

/// What a value is as the output for an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Grade {
    /// Whether it has more than one colour.
    pub coloured: bool,
    /// Whether it is the input but for hardly a cell.
    pub hardly: bool,
    /// Whether it is a narrow strip where the input is none, or has only a few cells.
    pub thin: bool,
}

/// Fewer cells are hardly a grid.
const FEWEST_CELLS: usize = 4;
/// How many times as long as wide a strip is.
const STRIP: usize = 4;

fn is_strip(height: usize, width: usize) -> bool {
    height.max(width) >= STRIP * height.min(width)
}

/// Cells that differ from the input: fewer are hardly a change.
const FEWEST_CHANGED: usize = 2;

/// Looks at an output by itself.
pub(super) fn grade(value: Value<'_>, input: &TaskGrid) -> Result<Grade, Reason> {
    let View::Grid(grid) = value.view() else { return Err(Reason::NoGrid) };
    let side = |side: usize| (1..=MOST_SIDE).contains(&side);
    if !side(grid.height) || !side(grid.width) {
        return Err(Reason::Sides);
    }
    if !grid.cells.iter().all(|cell| (0..10).contains(cell)) {
        return Err(Reason::Colours);
    }
    let coloured = grid.cells.iter().any(|cell| *cell != grid.cells[0]);
    let strips = is_strip(grid.height, grid.width) && !is_strip(input.height(), input.width());
    let thin = grid.cells.len() < FEWEST_CELLS || strips;
    if (grid.height, grid.width) != (input.height(), input.width()) {
        return Ok(Grade { coloured, hardly: false, thin });
    }
    let changed = grid.cells.iter().zip(input.cells()).filter(|(out, cell)| out != cell);
    match changed.take(FEWEST_CHANGED).count() {
        0 => Err(Reason::Input),
        changed => Ok(Grade { coloured, hardly: changed < FEWEST_CHANGED, thin }),
    }
}

/// Looks at the outputs that were chosen for a task, with a fingerprint for each.
pub(super) fn together(outputs: &[(u128, Grade)]) -> Result<(), Reason> {
    let count = |is: &dyn Fn(&Grade) -> bool| outputs.iter().filter(|(_, grade)| is(grade)).count();
    let mut different: Vec<u128> = outputs.iter().map(|(print, _)| *print).collect();
    different.sort_unstable();
    different.dedup();
    // One output may be met twice: a third of them must be new for four pairs and more.
    if different.len() < 2 || 3 * different.len() < 2 * outputs.len() {
        return Err(Reason::Alike);
    }
    if 2 * count(&|grade| grade.coloured) <= outputs.len() {
        return Err(Reason::OneColour);
    }
    if 2 * count(&|grade| grade.hardly) > outputs.len() {
        return Err(Reason::Hardly);
    }
    if 2 * count(&|grade| grade.thin) > outputs.len() {
        return Err(Reason::Thin);
    }
    Ok(())
}
