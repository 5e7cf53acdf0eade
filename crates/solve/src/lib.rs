//! Answers for unseen tasks: strategies that look for programs, and the choice between what they give.
//!
//! ```text
//! task ──▶ Problem ──▶ strategies: layers, cells, objects ──▶ Candidates ──▶ choose ──▶ two attempts per test input
//! ```
//!
//! A strategy gets a [`Problem`], spends units of a [`Budget`] and hands over [`Candidate`]s. Units are counted
//! work (about a cell touched each), so a strategy's candidates depend on the task and the budget
//! alone, never on the machine, threads or time.

pub mod budget;
pub mod candidate;
pub mod cells;
pub mod check;
pub mod choose;
pub mod layers;
// pub mod objects;
pub mod portfolio;
pub mod problem;
pub mod view;
pub mod writer;

pub use budget::{Budget, Spent};
pub use candidate::{Candidate, Candidates};
pub use problem::{Picture, Problem};

/// A way to find programs for a task.
pub trait Strategy: Sync {
    /// Its name in reports.
    fn name(&self) -> &'static str;

    /// Looks for programs until the budget is spent or there is nothing left to try. May be called
    /// with any problem; what it finds on the way is handed over as it is found.
    fn run(&self, problem: &Problem, budget: &mut Budget, found: &mut Candidates) -> Result<(), Spent>;
}

/// All strategies, in the order in which they run.
pub static STRATEGIES: &[&dyn Strategy] = &[
    &cells::Cells,
    &layers::Layers,
    &view::Coloured("cells, colours", cells::Cells),
    &view::Coloured("layers, colours", layers::Layers),
    &layers::after::After("cells, rows", cells::Cells),
];
