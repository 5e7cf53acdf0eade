//! Scoring: programs against tasks, demo and test kept apart.
//!
//! ```text
//! entries ── Pool::merge ──▶ one batt per dialect ── Batts::run ──▶ rows by task ── trace ──▶ kept
//! ```
//!
//! The batts run under policy `pile` with nothing patched, so no program's result depends on its
//! neighbours.

mod alone;
mod look;
mod row;
#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use exec::data::Task;
use exec::run::{Budget, Policy, Rules};
use exec::stats::Stats;
use gpu::engine::Engine;
use lang::{Dialect, Input, Program};

use crate::code::Code;
use crate::differs::{BUILTIN, Differ, Judge, NAMES};
use crate::evaluate::{Batts, Request};

pub use crate::threads::each;
pub use alone::standing;
pub use row::{Row, TaskScore};

/// Most (program, task) pairs of one run: their rows are all held in memory.
pub const MOST_PAIRS: usize = 2_000_000;

/// Programs on samples that are run at once, all their rows being held: many, for a device wants one large batch of all tasks.
const PORTION: usize = 1 << 18;

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

/// Programs made ready to be scored on any number of tasks.
#[derive(Debug)]
pub struct Pool {
    entries: Vec<Entry>,
    batts: Batts<'static>,
    /// The differs of files, by dialect.
    judges: [Judge; 2],
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
        let of = |dialect| differs.iter().filter(move |differ| differ.code.dialect() == dialect);
        let names = Dialect::ALL.into_iter().flat_map(of).map(|differ| differ.name.clone());
        let batts = Batts::by_dialect(entries.iter().map(|entry| (&entry.code).into()));
        let judges = Dialect::ALL.map(|dialect| Judge::new(dialect, differs));
        let (differs, merge_seconds) = (names.collect(), started.elapsed().as_secs_f64());
        Pool { entries, batts, judges, differs, merge_seconds }
    }

    /// The programs, in the order they came.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// How many samples are going to be run on these tasks: those of both dialects count twice.
    pub fn samples(&self, tasks: &[&Task]) -> usize {
        self.batts.count(&request(tasks, rules(), 1))
    }

    /// Names of all differs in the order of [`Row::improvements`]: the built-in ones, then those
    /// of files. A differ of a file says nothing about programs of the other dialect.
    pub fn differ_names(&self) -> impl Iterator<Item = &str> {
        NAMES.into_iter().chain(self.differs.iter().map(String::as_str))
    }

    /// A program as it stands in its batt, cut out of it.
    pub fn traced(&self, entry: usize) -> Option<Code> {
        self.batts.cut_out(entry)
    }

    /// Runs every program on every task. `progress` hears of each finished sample.
    pub fn score(
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
            let (portion, rest) = left.split_at(portion(left, self.entries.len()));
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
        let request = request(tasks, settings.rules, settings.threads);
        let (stop, nanos) = (AtomicBool::new(false), AtomicU64::new(0));
        let given = self.batts.run(&request, engine, &stop, |meeting, run| {
            let started = Instant::now();
            let judge = &self.judges[run.cx.lay.dialect as usize];
            let seen = look::look(meeting, run, judge);
            nanos.fetch_add(started.elapsed().as_nanos() as u64, Ordering::Relaxed);
            progress();
            if settings.is_over() {
                stop.store(true, Ordering::Relaxed);
            }
            seen
        });
        let threads = settings.threads.clamp(1, self.batts.count(&request).max(1)) as f64;
        let compare = nanos.into_inner() as f64 / 1e9 / threads;
        scored.compare_seconds += compare;
        scored.run_seconds += (given.seconds - compare).max(0.0);
        scored.stats.add(&given.stats);
        scored.timed_out |= given.is_cut();
        // Of tasks that did not run to their end nothing is said.
        let whole = given.table.by_task().zip(tasks).zip(&given.cut).filter(|(_, cut)| !**cut);
        for ((rows, task), _) in whole {
            let row = |p: usize| {
                let seen = given.table.of_program(rows, p);
                Row::new(p, seen, self.differ_names().count(), self.others_at(p))
            };
            let mut rows: Vec<Row> = (0..rows.programs).map(row).collect();
            let started = Instant::now();
            self.settle_solved(task, &mut rows, settings);
            scored.run_seconds += started.elapsed().as_secs_f64();
            rows.sort_by_key(|row| (row.standing.rank(), row.program));
            scored.tasks.push(TaskScore { task: task.id.clone(), rows });
        }
    }

    /// Where the differs of files of a program's dialect begin among all differs.
    fn others_at(&self, entry: usize) -> usize {
        match self.entries[entry].code.dialect() {
            Dialect::Arc => BUILTIN,
            Dialect::Batt => BUILTIN + self.judges[0].len(),
        }
    }

    /// A program that reads S must get along without the pair that it is asked about.
    fn settle_solved(&self, task: &Task, rows: &mut [Row], settings: &Settings) {
        let reads_s = |row: &Row| self.entries[row.program].code.reads(Input::S);
        let (open, plain): (Vec<&mut Row>, Vec<&mut Row>) =
            rows.iter_mut().filter(|row| row.standing.is_all_right()).partition(|row| reads_s(row));
        plain.into_iter().for_each(|row| row.standing.solved = true);
        let codes: Vec<&Code> = open.iter().map(|row| &self.entries[row.program].code).collect();
        let holds = alone::hold_without_pair(&codes, task, settings.rules, settings.threads);
        open.into_iter().zip(holds).for_each(|(row, holds)| row.standing.solved = holds);
    }
}

/// The samples whose outputs are known.
fn request<'a>(tasks: &'a [&'a Task], rules: Rules, threads: usize) -> Request<'a> {
    let known = |task: &Task, at| task.samples().nth(at).is_some_and(|s| s.output.is_some());
    Request { samples: known, ..Request::new(tasks, rules, threads) }
}

/// How many tasks make up the next portion.
fn portion(tasks: &[&Task], programs: usize) -> usize {
    let mut rows = 0;
    let is_full = |task: &&Task| {
        rows += programs * (task.demo.len() + task.test.len());
        rows >= PORTION
    };
    tasks.iter().position(is_full).map_or(tasks.len(), |at| at + 1)
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
