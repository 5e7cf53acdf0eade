//! Answers for unseen tasks: from what strategies find to attempts, programs that hold, a submission and rows of the store.
//!
//! ```text
//! tasks ──▶ solve_all ──▶ Solved: two attempts per test input, checked programs ──▶ submission, store_all, Totals
//! ```

mod answered;
#[cfg(test)]
mod tests;
mod totals;

use std::sync::atomic::AtomicBool;

use ::solve::crew::{self, Limits, Watch};
use ::solve::portfolio::Settings;
use exec::data::{Dataset, Sample, Task, TaskGrid};
use exec::run::Worker;

pub use answered::{Answered, Attempt, Found, Giver, How};
pub use totals::{StrategyTotals, Totals, right};

use crate::keep::Shelf;
use crate::kept::Kept;
use crate::limits::{EFFORT, SEED, TASK_MEMORY, units};
use crate::prior::Guide;
use crate::store::record::Made;
use crate::store::{Added, Store, StoreError};
use crate::submit::{ATTEMPTS, Submission, completed};

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Wish {
    /// Seconds of a usual processor that the work on a task takes.
    pub effort: f64,
    /// Processor seconds per task on average; no limit without.
    pub seconds_per_task: Option<f64>,
    /// How many threads.
    pub threads: usize,
    /// Bytes that a task may take.
    pub bytes: usize,
    /// Where random choices come from.
    pub seed: u64,
    /// Whether there is a store that takes programs.
    pub storing: bool,
    /// Whether everything that was found is to be kept in [`Answered::solution`].
    pub details: bool,
    /// The priors that `repair` goes by.
    pub guide: Guide,
}

impl Default for Wish {
    fn default() -> Wish {
        Wish {
            effort: EFFORT.usual,
            seconds_per_task: None,
            threads: 1,
            bytes: (TASK_MEMORY.usual as usize) << 20,
            seed: SEED,
            storing: false,
            details: false,
            guide: Guide::default(),
        }
    }
}

impl Wish {
    /// An effort and a limit of seconds: of seconds alone, as much work as they usually allow.
    pub fn new(effort: Option<f64>, seconds_per_task: Option<f64>) -> Wish {
        let effort = effort.or(seconds_per_task).unwrap_or(EFFORT.usual);
        Wish { effort, seconds_per_task, ..Wish::default() }
    }

    /// Units of work per task.
    pub fn units(&self) -> u64 {
        if self.seconds_per_task == Some(0.0) {
            return 0;
        }
        units(self.effort)
    }

    /// Threads that work on so many tasks, those within a task included.
    pub fn threads_for(&self, tasks: usize) -> usize {
        let at_once = self.threads.clamp(1, tasks.max(1));
        at_once * self.settings(tasks).threads.max(1)
    }

    /// What one of so many tasks may spend.
    fn settings(&self, tasks: usize) -> Settings {
        let (units, threads) = (self.units(), self.threads / tasks.max(1));
        Settings { units, bytes: self.bytes, threads, seed: self.seed }
    }
}

/// A task with what was found for it.
pub struct Solved<'d> {
    /// The task.
    pub task: &'d Task,
    /// What was found.
    pub answered: Answered,
    /// Processor seconds that it took.
    pub seconds: f64,
    /// Whether the run's time ended it.
    pub cut: bool,
}

/// Solves tasks on several threads until all are done or `stop` is set; in the order of the tasks. `each` hears of every
/// task when it is done, in whatever order that is.
pub fn solve_all<'d>(
    tasks: &[&'d Task],
    wish: &Wish,
    stop: &AtomicBool,
    each: impl Fn(usize, &Solved<'d>) + Sync,
) -> Vec<Solved<'d>> {
    let seconds = wish.seconds_per_task.map(|seconds| seconds * tasks.len() as f64);
    let limits = Limits { threads: wish.threads, seconds };
    let settings = wish.settings(tasks.len());
    let job = |worker: &mut Worker, at: usize, watch: &Watch| {
        let answered = Answered::of(tasks[at], settings, wish, watch, worker);
        // One that was done anyway is not cut short.
        let cut = watch.is_cut() && matches!(answered.how, How::Stopped | How::Untried);
        let solved = Solved { task: tasks[at], answered, seconds: watch.seconds(), cut };
        each(at, &solved);
        solved
    };
    crew::run(tasks.len(), limits, stop, Worker::default, job)
}

/// The file for all tasks of the data: those that were not solved or cannot be read have guesses.
pub fn submission(data: &Dataset, solved: &[Solved<'_>]) -> Submission {
    submission_of(data, |task| {
        let solved = solved.iter().find(|solved| solved.task.id == task.id)?;
        let tests = solved.answered.tests.iter();
        Some(tests.map(|pair| pair.each_ref().map(|attempt| attempt.grid.clone())).collect())
    })
}

/// The same from attempts by task; there are guesses where there are none.
pub fn submission_of(
    data: &Dataset,
    attempts: impl Fn(&Task) -> Option<Vec<[TaskGrid; ATTEMPTS]>>,
) -> Submission {
    let guessed = |task: &Task| {
        let guess = |s: &Sample| completed([], &task.demo, Some(&s.input)).grids;
        task.test.iter().map(guess).collect()
    };
    let all = |task: &Task| attempts(task).unwrap_or_else(|| guessed(task));
    let tasks = data.tasks.iter().map(|task| (task.id.clone(), all(task))).collect();
    let mut submission = Submission { tasks };
    submission.add_unread(data);
    submission
}

/// Hands the best programs of each task to a store.
pub fn store_all(
    store: &mut Store,
    solved: &[Solved<'_>],
    data: &Dataset,
) -> Result<Added, StoreError> {
    let best = |solved: &Solved<'_>| Shelf::join(solved.answered.kept.clone()).entries().to_vec();
    let rows: Vec<Kept> = solved.iter().flat_map(best).collect();
    store.add(&rows, &Made::now(data))
}

/// What went wrong by a defect of ours, in words, if something did: a program that does not hold, a strategy that failed.
pub fn defect(solved: &[Solved<'_>]) -> Option<String> {
    let mut broken = solved.iter().flat_map(|solved| &solved.answered.broken);
    if let Some(first) = broken.next() {
        return Some(match broken.count() {
            0 => first.to_string(),
            n => format!("{first}and {n} more"),
        });
    }
    let failed = solved.iter().find(|solved| solved.answered.is_failed())?;
    Some(format!("a strategy failed on task {}", failed.task.id))
}
