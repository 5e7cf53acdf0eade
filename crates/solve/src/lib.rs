//! Answers for unseen tasks: strategies that look for programs, and the choice between what they give.
//!
//! ```text
//! task ──▶ Problem ──▶ strategies: layers, cells, objects, steps ──▶ Candidates ──▶ choose ──▶ two attempts per test input
//! ```
//!
//! A strategy gets a [`Problem`], spends units of a [`Budget`] and hands over [`Candidate`]s. Units are counted
//! work (about a cell touched each), so a strategy's candidates depend on the task and the budget
//! alone, never on the machine, threads or time.

pub mod budget;
pub mod candidate;
pub mod cells;
pub mod choose;
pub mod crew;
mod habits;
pub mod layers;
pub mod objects;
pub mod portfolio;
pub mod problem;
pub mod steps;
pub mod view;
pub mod writer;

pub use budget::{Budget, Spent, Worked};
pub use candidate::{Candidate, Candidates};
pub use problem::{Picture, Problem};

use cells::Cells;
use layers::Layers;
use layers::after::After;
use objects::Objects;
use steps::Steps;
use view::Coloured;

/// A way to find programs for a task.
pub trait Strategy: Sync {
    /// Its name in reports.
    fn name(&self) -> &'static str;

    /// Looks for programs until the budget is spent or there is nothing left to try. May be called
    /// with any problem; what it finds on the way is handed over as it is found.
    fn run(&self, problem: &Problem, budget: &mut Budget, found: &mut Candidates) -> Worked;

    /// The same for strategies that go on from what earlier stages found; the others do not look at it.
    fn follow(
        &self,
        problem: &Problem,
        earlier: &[Candidate],
        budget: &mut Budget,
        found: &mut Candidates,
    ) -> Worked {
        let _ = earlier;
        self.run(problem, budget, found)
    }
}

/// A strategy's place among the others.
pub struct Staged<'s> {
    /// The strategy.
    pub strategy: &'s dyn Strategy,
    /// What it may take of the units that earlier stages left, in percent: for tasks whose outputs are as large as their
    /// inputs, and for others. Counted on ARC-AGI-1 training.
    pub percent: [u64; 2],
    /// What earlier stages leave it of all units, in percent.
    pub kept: u64,
    /// Units of a task below which nothing is left for it: so little would be of no use.
    pub least: u64,
}

const fn staged(strategy: &'static dyn Strategy, percent: [u64; 2]) -> Staged<'static> {
    Staged { strategy, percent, kept: 0, least: 0 }
}

impl Staged<'_> {
    /// Units that earlier stages leave it, of those that a task has.
    pub fn kept_of(&self, units: u64) -> u64 {
        if units < self.least { 0 } else { units / 100 * self.kept }
    }
}

/// The strategies of this crate; callers may add stages. Those of a stage run side by side, later stages only where earlier ones leave doubts.
pub static STAGES: &[&[Staged<'static>]] = &[
    &[staged(&Cells, [25, 20]), staged(&Objects, [30, 25])],
    &[staged(&Layers, [55, 65])],
    &[
        staged(&Coloured("cells, colours", Cells), [20, 20]),
        staged(&Coloured("layers, colours", Layers), [30, 30]),
        staged(&Coloured("objects, colours", Objects), [15, 15]),
        staged(&After("cells, rows", Cells), [35, 35]),
    ],
    &[Staged { strategy: &Steps, percent: [90, 90], kept: 15, least: 100_000_000 }],
];
