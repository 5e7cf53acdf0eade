//! Scoring: programs against tasks, demo and test kept apart.
//!
//! ```text
//! entries ── Pool::merge ──▶ one batt per dialect ── Pool::score ──▶ rows by task ── trace ──▶ kept
//! ```
//!
//! The batts run under policy `pile` with nothing patched, so no program's result depends on its
//! neighbours.

mod alone;
mod each;
mod job;
mod row;
#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use exec::data::Task;
use exec::plan::Plan;
use exec::run::{Budget, Policy, Rules};
use exec::stats::Stats;
use gpu::engine::Engine;
use lang::{Dag, Dialect, Input, NodeId, Program};

use crate::code::Code;
use crate::differs::{Differ, Judge, NAMES};
use job::{Shots, Work};

pub use alone::standing;
pub use each::each;
pub use row::{Row, TaskScore};

/// Most (program, task) pairs of one run: their rows are all held in memory.
pub const MOST_PAIRS: usize = 2_000_000;

/// Samples that are handed to the threads at once; a run ends between such portions.
const PORTION: usize = 64;

/// A program to score.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its name in the file.
    pub name: String,
    /// The task that it is named after.
    pub task: String,
    /// What it does.
    pub code: Code,
}

impl Entry {
    /// A program of a file; nothing if it is a differ.
    pub fn of_program(program: &Program) -> Option<Entry> {
        let solver = !program.kind.reads_c();
        let (name, task) = (program.name.clone(), program.id.clone());
        solver.then(|| Entry { name, task, code: Code::of_program(program) })
    }
}

/// The rules that scoring runs under.
pub fn rules() -> Rules {
    Rules { policy: Policy::Pile { patched: 0 }, ..Rules::default() }
}

/// The same for programs that somebody named: they run to their end.
pub fn named() -> Rules {
    Rules { budget: Budget::GENEROUS, ..rules() }
}

/// All programs of one dialect, merged.
#[derive(Debug)]
pub struct Batch {
    dag: Dag,
    plan: Plan,
    /// By root of the Dag: which entry it is.
    entries: Vec<usize>,
    /// The differs of files, those of this dialect.
    judge: Judge,
}

/// Programs made ready to be scored on any number of tasks.
#[derive(Debug)]
pub struct Pool {
    entries: Vec<Entry>,
    batches: Vec<Batch>,
    /// Names of the differs of files, those of dialect arc first.
    differs: Vec<String>,
    /// How long merging took.
    pub merge_seconds: f64,
}

impl Pool {
    /// Merges the programs of each dialect. `differs` are those of files: the built-in ones always
    /// take part.
    pub fn merge(entries: Vec<Entry>, differs: &[Differ]) -> Pool {
        let started = Instant::now();
        let (mut batches, mut names) = (Vec::new(), Vec::new());
        for dialect in [Dialect::Arc, Dialect::Batt] {
            let own = differs.iter().filter(|differ| differ.code.dialect() == dialect);
            names.extend(own.clone().map(|differ| differ.name.clone()));
            batches.extend(Batch::merge(dialect, &entries, Judge::new(dialect, own)));
        }
        let merge_seconds = started.elapsed().as_secs_f64();
        Pool { entries, batches, differs: names, merge_seconds }
    }

    /// The programs, in the order they came.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Dialects among them: every sample runs once for each.
    pub fn dialects(&self) -> usize {
        self.batches.len()
    }

    /// Names of all differs in the order of [`Row::improvements`]: the built-in ones, then those
    /// of files. A differ of a file says nothing about programs of the other dialect.
    pub fn differ_names(&self) -> impl Iterator<Item = &str> {
        NAMES.into_iter().chain(self.differs.iter().map(String::as_str))
    }

    /// A program as it stands in its batt, cut out of it.
    pub fn traced(&self, entry: usize) -> Option<Code> {
        self.batches.iter().find_map(|batch| {
            let root: NodeId = batch.dag.roots()[batch.place(entry)?];
            Some(Code::of_root(&batch.dag, root))
        })
    }

    /// Runs every program on every task. `progress` hears of each finished sample.
    pub fn score(
        &self,
        tasks: &[&Task],
        settings: &Settings,
        progress: impl Fn() + Sync,
    ) -> Scored {
        self.score_on(&mut Engine::cpu(), tasks, settings, progress)
    }

    /// As [`Pool::score`], on devices.
    pub fn score_on(
        &self,
        engine: &mut Engine,
        tasks: &[&Task],
        settings: &Settings,
        progress: impl Fn() + Sync,
    ) -> Scored {
        let mut scored = Scored::default();
        let mut left = tasks;
        while !left.is_empty() {
            if settings.is_over() {
                scored.timed_out = true;
                break;
            }
            let (portion, rest) = left.split_at(portion(left));
            self.score_portion(engine, portion, settings, &progress, &mut scored);
            left = rest;
        }
        scored.left_out = tasks.len() - scored.tasks.len();
        scored
    }

    fn score_portion(
        &self,
        engine: &mut Engine,
        tasks: &[&Task],
        settings: &Settings,
        progress: &(impl Fn() + Sync),
        scored: &mut Scored,
    ) {
        let works: Vec<Work<'_>> = tasks.iter().flat_map(|task| self.works(task)).collect();
        let jobs: Vec<_> = works.iter().map(Work::job).collect();
        let stop = AtomicBool::new(false);
        let batch = engine.run_jobs(&jobs, settings.rules, settings.threads, &stop, |i, run| {
            let shots = works[i].see(run);
            progress();
            if settings.is_over() {
                stop.store(true, Ordering::Relaxed);
            }
            shots
        });
        let threads = settings.threads.clamp(1, jobs.len().max(1)) as f64;
        let nanos: u64 = batch.results.iter().flatten().map(|shots| shots.nanos).sum();
        let compare = nanos as f64 / 1e9 / threads;
        scored.compare_seconds += compare;
        scored.run_seconds += (batch.seconds - compare).max(0.0);
        scored.stats.add(&batch.stats);
        self.add_tasks(tasks, &works, batch.results, settings, scored);
    }

    /// Sums up the tasks that ran to their end; of the others nothing is said.
    fn add_tasks(
        &self,
        tasks: &[&Task],
        works: &[Work<'_>],
        results: Vec<Option<Shots>>,
        settings: &Settings,
        scored: &mut Scored,
    ) {
        let mut results = results.into_iter().zip(works);
        for &task in tasks {
            let count = self.works(task).count();
            let parts: Vec<_> = results.by_ref().take(count).collect();
            if parts.iter().any(|(shots, _)| shots.is_none()) {
                scored.timed_out = true;
                continue;
            }
            let mut rows = row::rows(self, task, parts);
            let started = Instant::now();
            self.settle_solved(task, &mut rows, settings);
            scored.run_seconds += started.elapsed().as_secs_f64();
            rows.sort_by_key(|row| (row.standing.rank(), row.program));
            scored.tasks.push(TaskScore { task: task.id.clone(), rows });
        }
    }

    /// A program that reads S must get along without the pair that it is asked about.
    fn settle_solved(&self, task: &Task, rows: &mut [Row], settings: &Settings) {
        let reads_s = |row: &Row| self.entries[row.program].code.reads(Input::S);
        let (open, plain): (Vec<&mut Row>, Vec<&mut Row>) =
            rows.iter_mut().filter(|row| row.is_all_right()).partition(|row| reads_s(row));
        plain.into_iter().for_each(|row| row.standing.solved = true);
        let codes: Vec<&Code> = open.iter().map(|row| &self.entries[row.program].code).collect();
        let holds = alone::hold_without_pair(&codes, task, settings.rules, settings.threads);
        open.into_iter().zip(holds).for_each(|(row, holds)| row.standing.solved = holds);
    }

    fn works<'p>(&'p self, task: &'p Task) -> impl Iterator<Item = Work<'p>> {
        self.batches.iter().flat_map(move |batch| Work::all(batch, task))
    }
}

/// How many tasks make up the next portion.
fn portion(tasks: &[&Task]) -> usize {
    let mut samples = 0;
    let is_full = |task: &&Task| {
        samples += task.demo.len() + task.test.len();
        samples >= PORTION
    };
    tasks.iter().position(is_full).map_or(tasks.len(), |at| at + 1)
}

impl Batch {
    fn merge(dialect: Dialect, entries: &[Entry], judge: Judge) -> Option<Batch> {
        let own = |(_, entry): &(usize, &Entry)| entry.code.dialect() == dialect;
        let mut dag = Dag::new(dialect);
        let mut places = Vec::new();
        for (place, entry) in entries.iter().enumerate().filter(own) {
            dag.merge(entry.code.dag());
            places.push(place);
        }
        (!places.is_empty()).then(|| Batch { plan: Plan::new(&dag), dag, entries: places, judge })
    }

    fn place(&self, entry: usize) -> Option<usize> {
        // Entries are merged in ascending order.
        self.entries.binary_search(&entry).ok()
    }
}

/// How to score.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Policy and budgets.
    pub rules: Rules,
    /// Number of threads.
    pub threads: usize,
    /// When to end, between tasks.
    pub deadline: Option<Instant>,
}

impl Settings {
    /// The same with another budget.
    pub fn with_budget(mut self, units: u64) -> Settings {
        self.rules.budget = Budget::of(units);
        self
    }

    /// The usual rules, and a limit of wall-clock time from now on.
    pub fn new(threads: usize, limit: Option<Duration>) -> Settings {
        let deadline = limit.and_then(|limit| Instant::now().checked_add(limit));
        Settings { rules: rules(), threads, deadline }
    }

    fn is_over(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// What scoring gave.
#[derive(Debug, Default)]
pub struct Scored {
    /// The tasks that ran to their end, in the order they were given.
    pub tasks: Vec<TaskScore>,
    /// Whether the time limit ended the run.
    pub timed_out: bool,
    /// Tasks without results because of that.
    pub left_out: usize,
    /// Seconds that programs ran.
    pub run_seconds: f64,
    /// Seconds for comparing outputs with targets, differs included.
    pub compare_seconds: f64,
    /// Counters of all runs.
    pub stats: Stats,
}
