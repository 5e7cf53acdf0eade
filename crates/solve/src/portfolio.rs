//! All strategies on all views of a task, and the answers that come of it.

use std::sync::atomic::AtomicBool;

use crate::budget::Budget;
use crate::candidate::{Candidate, Candidates};
use crate::choose::{self, Answer};
use crate::problem::Problem;
use crate::{STRATEGIES, Strategy};

/// What may be spent on a task.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Units of work, see [`Budget`].
    pub units: u64,
    /// Bytes that a strategy may hold.
    pub bytes: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { units: UNITS_PER_EFFORT, bytes: 300 << 20 }
    }
}

/// Units for an effort of 1: about a second of a processor of 2023.
pub const UNITS_PER_EFFORT: u64 = 200_000_000;

/// Why no more was tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// Everything that strategies had in mind was tried.
    Tried,
    /// The units were spent.
    Spent,
    /// The run was told to stop.
    Stopped,
}

/// What one strategy did on one view.
#[derive(Clone, PartialEq, Debug)]
pub struct Work {
    /// The strategy.
    pub strategy: &'static str,
    /// Units that it took.
    pub units: u64,
    /// Candidates that it gave.
    pub candidates: usize,
}

/// What was found for a task.
#[derive(Clone, Debug)]
pub struct Solution {
    /// Every candidate, as found.
    pub candidates: Vec<Candidate>,
    /// By test input: the different outputs, most likely first.
    pub answers: Vec<Vec<Answer>>,
    /// What was done.
    pub work: Vec<Work>,
    /// Why it ended.
    pub ended: Ended,
}

impl Solution {
    /// Whether some candidate fits all demos.
    pub fn fits_demos(&self) -> bool {
        self.candidates.iter().any(Candidate::fits_all)
    }

    /// Units spent in all.
    pub fn units(&self) -> u64 {
        self.work.iter().map(|work| work.units).sum()
    }
}

/// What a strategy may take of a task's units, in percent, for tasks whose outputs are as large as their inputs and for
/// others. What it leaves goes to those after it. Counted on ARC-AGI-1 training: what each adds to the others.
const SHARES: &[(&str, [u64; 2])] = &[
    ("cells", [20, 20]),
    ("layers", [35, 45]),
    ("objects", [40, 40]),
    ("cells, colours", [30, 30]),
    ("layers, colours", [40, 40]),
    ("objects, colours", [40, 40]),
    ("cells, rows", [50, 50]),
];

/// A chance from which on no more is tried.
const SURE: f64 = 0.98;

/// Looks for answers to a problem.
pub fn solve(problem: &Problem, settings: Settings, stop: &AtomicBool) -> Solution {
    let mut run = Run { candidates: Candidates::default(), work: Vec::new(), left: settings.units, ended: Ended::Tried };
    let mut answers = choose::answers(problem, &run.candidates);
    for strategy in STRATEGIES {
        run.run(*strategy, problem, stop);
        answers = choose::answers(problem, &run.candidates);
        let sure = |answers: &Vec<Answer>| answers.first().is_some_and(|best| best.chance >= SURE);
        if answers.iter().all(sure) {
            break;
        }
    }
    Solution { candidates: run.candidates.all, answers, work: run.work, ended: run.ended }
}

struct Run {
    candidates: Candidates,
    work: Vec<Work>,
    left: u64,
    ended: Ended,
}

impl Run {
    fn run(&mut self, strategy: &dyn Strategy, problem: &Problem, stop: &AtomicBool) {
        let share = SHARES.iter().find(|(name, _)| *name == strategy.name()).map_or(100, |(_, by)| by[!problem.same_size() as usize]);
        let units = self.left / 100 * share;
        let mut budget = Budget::with_stop(units, stop);
        let mut found = Candidates::default();
        if units > 0 && strategy.run(problem, &mut budget, &mut found).is_err() {
            self.ended = if budget.left() == 0 { Ended::Spent } else { Ended::Stopped };
        }
        let units = budget.spent().min(units);
        self.left = self.left.saturating_sub(units);
        self.work.push(Work { strategy: strategy.name(), units, candidates: found.all.len() });
        self.candidates.all.extend(found.all);
    }
}
