//! Two runs or two stores side by side.

use std::collections::BTreeMap;

use evolve::generation::Counters;
use evolve::report::per_second;
use evolve::store::record::RunRow;
use evolve::store::{RunId, Store, TaskSummary};
use serde::Serialize;

use super::head::{self, ErrorCount, Seed, rounded};
use super::series::{Course, RunInStore, Series, Standing, Sum, Tasks};
use super::shelf::Shelf;
use super::{Library, SideNo, Viewed};

/// Tasks that are listed.
const TASKS: usize = 2000;
/// Runs that are summed up for a store as a whole.
const RUNS: u32 = 1000;

/// The whole view.
#[derive(Debug, Serialize)]
pub struct Compare {
    /// One side.
    pub a: Side,
    /// The other side.
    pub b: Side,
    /// The tasks of both sides that stand differently, by name.
    pub tasks: Vec<Difference>,
    /// Such tasks that are left out.
    pub tasks_more: usize,
    /// Tasks of both sides that stand the same.
    pub same: usize,
    /// Tasks of side a alone.
    pub only_a: usize,
    /// Tasks of side b alone.
    pub only_b: usize,
}

/// A run, or a store as a whole.
#[derive(Clone, Debug, Serialize)]
pub struct Side {
    /// The store's place among the stores.
    pub store: usize,
    /// The name of its file.
    pub store_name: String,
    /// The run; nothing for the store as a whole, which has no settings either.
    pub run: Option<i64>,
    /// Where its random choices come from.
    pub seed: Option<Seed>,
    /// The name of its data set.
    pub data: Option<String>,
    /// Which data this is exactly.
    pub data_version: Option<String>,
    /// Candidates per task and generation.
    pub population: Option<u32>,
    /// Probability that an element is mutated.
    pub mutation_rate: Option<f64>,
    /// Tasks; of a store those with kept programs.
    pub tasks: usize,
    /// Tasks that a program fits.
    pub fits_demos: usize,
    /// Mean over the tasks of best score by perfect score.
    pub score_percent: f64,
    /// The last generation.
    pub generation: Option<u64>,
    /// Seconds of search, of all runs for a store.
    pub seconds: f64,
    /// Candidates made, in all runs for a store.
    pub candidates: u64,
    /// Both divided.
    pub candidates_per_second: f64,
    /// Programs kept for the tasks.
    pub results: u64,
    /// Failing runs of candidates by kind.
    pub errors: Vec<ErrorCount>,
    /// How the run went.
    pub series: Option<Series>,
}

/// A task that stands differently.
#[derive(Debug, Serialize)]
pub struct Difference {
    /// The task.
    pub task: String,
    /// The score of a program that is right on all demo samples.
    pub perfect: u32,
    /// The best score on side a.
    pub a_best: u32,
    /// The best score on side b.
    pub b_best: u32,
    /// Whether side a has a program that fits its demos.
    pub a_fits_demos: bool,
    /// Whether side b has one.
    pub b_fits_demos: bool,
}

/// A side and how its tasks stand.
struct Half {
    side: Side,
    tasks: BTreeMap<String, Standing>,
}

/// Compares two sides.
pub fn view(library: &Library, a: SideNo, b: SideNo) -> Viewed<Compare> {
    let (a, mut b) = (half(library, a)?, half(library, b)?);
    let mut compare = Compare {
        tasks: Vec::new(),
        tasks_more: 0,
        same: 0,
        only_a: 0,
        only_b: b.tasks.len(),
        a: a.side,
        b: b.side,
    };
    for (task, of_a) in a.tasks {
        let Some(of_b) = b.tasks.remove(&task).filter(|of_b| same_task(of_a, *of_b)) else {
            compare.only_a += 1;
            continue;
        };
        compare.only_b -= 1;
        match compare.tasks.len() {
            _ if (of_a.best, of_a.fits_demos) == (of_b.best, of_b.fits_demos) => compare.same += 1,
            TASKS => compare.tasks_more += 1,
            _ => compare.tasks.push(Difference {
                task,
                perfect: of_a.perfect.max(of_b.perfect),
                a_best: of_a.best,
                b_best: of_b.best,
                a_fits_demos: of_a.fits_demos,
                b_fits_demos: of_b.fits_demos,
            }),
        }
    }
    Ok(compare)
}

/// Whether two standings can be those of one task: a task that was changed is another one.
fn same_task(a: Standing, b: Standing) -> bool {
    a.perfect == b.perfect || a.perfect == 0 || b.perfect == 0
}

fn half(library: &Library, no: SideNo) -> Viewed<Half> {
    let shelf = library.shelf(no.store)?;
    shelf.follow(|store, tracks| {
        let kept = store.tasks()?;
        let Some(id) = no.run.map(RunId) else { return whole(shelf, no, store, &kept) };
        let row = store.run_head(id)?;
        let is_last = store.last_run_id()? == Some(id);
        let tasks = Tasks::new(&row, &kept);
        let course = tracks.follow(store, &RunInStore { id, row: &row, is_last }, &tasks)?;
        Ok(of_run(shelf, no, &row, &course, &tasks))
    })
}

fn of_run(shelf: &Shelf, no: SideNo, row: &RunRow, course: &Course<'_>, tasks: &Tasks<'_>) -> Half {
    let settings = &row.settings;
    let side = Side {
        seed: Some(Seed(row.seed)),
        data: Some(settings.data.clone()),
        data_version: Some(settings.data_version.clone()),
        population: Some(settings.population),
        mutation_rate: Some(settings.mutation_rate),
        tasks: tasks.names.len(),
        fits_demos: course.sum.fits_demos,
        score_percent: course.score_percent(),
        generation: row.generation,
        results: tasks.programs.iter().map(|&count| u64::from(count)).sum(),
        series: Some(course.series()),
        ..side(shelf, no, &row.counters)
    };
    let standings = course.standings.iter().map(|standing| standing.unwrap_or_default());
    let names = tasks.names.iter().map(|name| name.to_string());
    Half { side, tasks: names.zip(standings).collect() }
}

/// A store as a whole: what is kept now, and the counts of all runs.
fn whole(shelf: &Shelf, no: SideNo, store: &Store, kept: &[TaskSummary]) -> Viewed<Half> {
    let mut counters = Counters::default();
    store.run_heads(RUNS)?.iter().for_each(|(_, run)| counters.add(&run.counters));
    let sum = Sum::of(kept.iter().map(Standing::of));
    let side = Side {
        tasks: kept.len(),
        fits_demos: sum.fits_demos,
        score_percent: sum.percent(kept.len()),
        results: kept.iter().map(|row| u64::from(row.programs)).sum(),
        ..side(shelf, no, &counters)
    };
    let task = |row: &TaskSummary| (row.task.clone(), Standing::of(row));
    Ok(Half { side, tasks: kept.iter().map(task).collect() })
}

/// What the counters say; everything else is still to be filled in.
fn side(shelf: &Shelf, no: SideNo, counters: &Counters) -> Side {
    let Counters { seconds, candidates, .. } = *counters;
    Side {
        store: no.store.0,
        store_name: shelf.name(),
        run: no.run,
        seed: None,
        data: None,
        data_version: None,
        population: None,
        mutation_rate: None,
        tasks: 0,
        fits_demos: 0,
        score_percent: 0.0,
        generation: None,
        seconds: rounded(seconds),
        candidates,
        candidates_per_second: rounded(per_second(candidates, seconds)),
        results: 0,
        errors: head::errors(&counters.faults),
        series: None,
    }
}
