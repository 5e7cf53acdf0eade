//! The tasks of an overview: how they stand, and what found their best programs.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use evolve::store::{Fitted, TaskSummary};
use serde::Serialize;

use super::series::{Course, Standing, Sum, Tasks};

/// Tasks of a map.
const MAP: usize = 40_000;
/// Tasks that nothing fits yet, as many as are named.
const CLOSEST: usize = 12;

/// All tasks by name, as parallel arrays.
#[derive(Debug, Default, Serialize)]
pub struct Map {
    /// The names.
    pub task: Vec<String>,
    /// Best scores; 0 without programs.
    pub best: Vec<u32>,
    /// Scores of programs that are right on all demo samples; 0 where that is not known.
    pub perfect: Vec<u32>,
    /// 1 if a program fits the demos.
    pub fits_demos: Vec<u8>,
    /// Programs kept.
    pub programs: Vec<u32>,
    /// What found the best program: its place in the list of finders, from 1; 0 without programs.
    /// Empty where that is not known.
    pub from: Vec<usize>,
}

/// What found best programs: a strategy of `solve`, `mutation` or `file`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FinderCount {
    /// Its name.
    pub name: String,
    /// Tasks whose best program it found.
    pub tasks: usize,
    /// Such tasks whose demos it fits.
    pub fits_demos: usize,
}

/// A task that nothing fits yet.
#[derive(Debug, Serialize)]
pub struct Close {
    /// The task.
    pub task: String,
    /// Its best score.
    pub best: u32,
    /// The score of a program that is right on all demo samples.
    pub perfect: u32,
    /// What found its best program, if that is known.
    pub from: Option<String>,
}

/// How tasks stand, summed up.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Totals {
    /// Tasks.
    pub tasks: usize,
    /// Tasks that a program fits.
    pub fits_demos: usize,
    /// Mean over the tasks of best score by perfect score.
    pub score_percent: f64,
    /// What is known of the tasks that a program fits; nothing for earlier runs.
    pub fitted: Option<FittedCount>,
}

/// Tasks whose demos a program fits, by what else is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct FittedCount {
    /// Fitted by a program from a file, which is what searches start from.
    pub from_files: usize,
    /// Those whose best program is right on all test outputs.
    pub right_on_tests: usize,
    /// Those of which test outputs are known.
    pub tests_known: usize,
}

/// A task and how it stands.
pub struct TaskRow<'r> {
    /// Its name.
    pub name: &'r str,
    /// How it stands.
    pub standing: Standing,
    /// Programs kept.
    pub programs: u32,
}

/// The tasks of a run.
pub fn of_run<'r>(course: &Course<'_>, tasks: &Tasks<'r>) -> Vec<TaskRow<'r>> {
    let row = |(at, &name): (usize, &&'r str)| TaskRow {
        name,
        standing: course.standings[at].unwrap_or_default(),
        programs: tasks.programs[at],
    };
    tasks.names.iter().enumerate().map(row).collect()
}

/// All tasks of a store: those with programs, and those that it has met besides.
pub fn of_store<'r>(kept: &'r [TaskSummary], bare: &'r [String]) -> Vec<TaskRow<'r>> {
    let full = |row: &'r TaskSummary| TaskRow {
        name: &row.task,
        standing: Standing::of(row),
        programs: row.programs,
    };
    let empty = |name: &'r String| TaskRow { name, standing: Standing::default(), programs: 0 };
    let mut rows: Vec<_> = kept.iter().map(full).chain(bare.iter().map(empty)).collect();
    rows.sort_by_key(|row| row.name);
    rows
}

impl Totals {
    /// Sums up tasks.
    pub fn of(rows: &[TaskRow<'_>], fitted: Option<&[Fitted]>) -> Totals {
        let sum = Sum::of(rows.iter().map(|row| row.standing));
        let (tasks, fits_demos) = (rows.len(), sum.fits_demos);
        Totals {
            tasks,
            fits_demos,
            score_percent: sum.percent(tasks),
            fitted: fitted.map(|all| count(rows, all)),
        }
    }
}

/// Counts those of the tasks that are fitted.
fn count(rows: &[TaskRow<'_>], fitted: &[Fitted]) -> FittedCount {
    let names: BTreeSet<&str> = rows.iter().map(|row| row.name).collect();
    let mut count = FittedCount::default();
    for task in fitted.iter().filter(|task| names.contains(task.task.as_str())) {
        count.from_files += usize::from(task.from_file);
        count.right_on_tests += usize::from(task.right_on_tests == Some(true));
        count.tests_known += usize::from(task.right_on_tests.is_some());
    }
    count
}

/// What found the best program, by task. Nothing for earlier runs: their programs may have left.
pub struct Finders(Option<BTreeMap<String, String>>);

impl Finders {
    /// From the store, where that is known.
    pub fn new(by_task: Option<Vec<(String, String)>>) -> Finders {
        Finders(by_task.map(|rows| rows.into_iter().collect()))
    }

    fn of(&self, row: &TaskRow<'_>) -> Option<&str> {
        self.0.as_ref()?.get(row.name).map(String::as_str)
    }

    /// By name with their tasks; those that fit most come first.
    pub fn counts(&self, rows: &[TaskRow<'_>]) -> Vec<FinderCount> {
        let mut counts = BTreeMap::<&str, (usize, usize)>::new();
        for row in rows {
            let Some(name) = self.of(row) else { continue };
            let count = counts.entry(name).or_default();
            *count = (count.0 + usize::from(row.standing.fits_demos), count.1 + 1);
        }
        let count = |(name, (fits_demos, tasks)): (&str, _)| FinderCount {
            name: name.into(),
            tasks,
            fits_demos,
        };
        let mut counts: Vec<FinderCount> = counts.into_iter().map(count).collect();
        counts.sort_by_key(|count| Reverse((count.fits_demos, count.tasks)));
        counts
    }

    /// The place of a task's finder in that list, from 1.
    fn places(&self, rows: &[TaskRow<'_>], counts: &[FinderCount]) -> Vec<usize> {
        if self.0.is_none() {
            return Vec::new();
        }
        let places = counts.iter().enumerate().map(|(at, count)| (count.name.as_str(), at + 1));
        let places: BTreeMap<&str, usize> = places.collect();
        let place = |row| self.of(row).and_then(|name| places.get(name)).copied().unwrap_or(0);
        rows.iter().map(place).collect()
    }
}

impl Map {
    /// The map of tasks, and how many more there are.
    pub fn of(rows: &[TaskRow<'_>], finders: &Finders, counts: &[FinderCount]) -> (Map, usize) {
        let shown = &rows[..rows.len().min(MAP)];
        let map = Map {
            task: shown.iter().map(|row| row.name.to_string()).collect(),
            best: shown.iter().map(|row| row.standing.best).collect(),
            perfect: shown.iter().map(|row| row.standing.perfect).collect(),
            fits_demos: shown.iter().map(|row| row.standing.fits_demos.into()).collect(),
            programs: shown.iter().map(|row| row.programs).collect(),
            from: finders.places(shown, counts),
        };
        (map, rows.len() - shown.len())
    }

    /// Tasks that nothing fits, the highest share first.
    pub fn closest(&self, counts: &[FinderCount]) -> Vec<Close> {
        let open =
            |&at: &usize| self.fits_demos[at] == 0 && self.best[at] > 0 && self.perfect[at] > 0;
        let mut places: Vec<usize> = (0..self.task.len()).filter(open).collect();
        let share = |at: usize| u64::from(self.best[at]) * 1_000_000 / u64::from(self.perfect[at]);
        places.sort_by_cached_key(|&at| (Reverse(share(at)), at));
        let from = |at: usize| counts.get(self.from.get(at)?.checked_sub(1)?);
        let close = |&at: &usize| Close {
            task: self.task[at].clone(),
            best: self.best[at],
            perfect: self.perfect[at],
            from: from(at).map(|count| count.name.clone()),
        };
        places.iter().take(CLOSEST).map(close).collect()
    }
}
