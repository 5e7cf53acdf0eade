//! A run at a glance: progress, rates, errors, the map of its tasks.

use evolve::generation::Counters;
use evolve::store::record::RunRow;
use evolve::store::{Fitted, Store};
use serde::Serialize;
use serde_json::Value as Json;

use super::head::{self, ErrorCount, RunHead, Runs, rounded};
use super::map::{self, Close, FinderCount, Finders, Map, TaskRow, Totals};
use super::series::{Course, Rise, RunInStore, Series, Tasks, Tracks};
use super::shelf::Shelf;
use super::{StoreNo, Viewed};

/// Seconds without a change after which a run counts as stopped, at least.
const QUIET: f64 = 10.0;
/// The same before the first generation, which runs the whole pool.
const QUIET_POOL: f64 = 60.0;

/// The whole view.
#[derive(Debug, Serialize)]
pub struct Overview {
    /// The store.
    pub store: StoreHead,
    /// Its runs, the newest first.
    pub runs: Vec<RunHead>,
    /// The run that is looked at; nothing if there is none.
    pub run: Option<Run>,
    /// How the tasks of the map stand, and those that are not in it.
    pub totals: Totals,
    /// What found their best programs; those that fit most come first. Not known for earlier
    /// runs.
    pub finders: Vec<FinderCount>,
    /// The tasks of the run, or all tasks of the store.
    pub map: Map,
    /// Tasks that are not in the map.
    pub map_more: usize,
    /// Tasks with programs that are not of the run.
    pub outside: usize,
    /// The tasks whose best score rose last, the last one first.
    pub recent: Vec<Rise>,
    /// The tasks that nothing fits with the highest share of the perfect score.
    pub closest: Vec<Close>,
}

/// A store and how large it is.
#[derive(Debug, Serialize)]
pub struct StoreHead {
    /// Its place among the stores.
    pub id: usize,
    /// The name of its file.
    pub name: String,
    /// Results: a program kept for a task.
    pub results: u64,
    /// Tasks with kept programs.
    pub tasks: u64,
    /// Length of the file.
    pub bytes: u64,
}

/// A run in full.
#[derive(Debug, Serialize)]
pub struct Run {
    /// What lists say of it.
    #[serde(flatten)]
    pub head: RunHead,
    /// Which data this is exactly.
    pub data_version: String,
    /// The version of the engine.
    pub engine: String,
    /// Candidates per task and generation.
    pub population: u32,
    /// Probability that an element is mutated.
    pub mutation_rate: f64,
    /// Tasks that a program fits.
    pub fits_demos: usize,
    /// Mean over the tasks of best score by perfect score.
    pub score_percent: f64,
    /// `running`, `finished` or `stopped`.
    pub state: &'static str,
    /// Seconds since somebody wrote to the store.
    pub changed_seconds_ago: Option<f64>,
    /// How long it will go on, if it is running and that is known.
    pub left: Option<Left>,
    /// What happened in it.
    pub counts: Counts,
    /// Failing runs of candidates by kind.
    pub errors: Vec<ErrorCount>,
    /// How it went.
    pub series: Series,
}

/// The time left.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Left {
    /// How long.
    pub seconds: f64,
    /// What ends it: `time` or `generations`.
    pub by: &'static str,
}

/// Counts by name.
type Counts = serde_json::Map<String, Json>;

/// The whole numbers among the counts of a run, under the names that [`Counters`] has for them.
fn counts(counters: &Counters) -> Counts {
    let all = serde_json::to_value(counters.brief()).unwrap_or_default();
    let Json::Object(fields) = all else { return Counts::new() };
    fields.into_iter().filter(|(_, count)| count.is_u64()).collect()
}

/// The overview of a run of a store, the last one if none is named. If not `live`, nothing
/// depends on the time of day.
pub fn view(shelf: &Shelf, no: StoreNo, run: Option<i64>, live: bool) -> Viewed<Overview> {
    shelf.follow(|store, tracks| {
        let Runs { heads, chosen, last } = Runs::read(store, run)?;
        let mut overview = Overview::empty(StoreHead::read(shelf, no, store)?, heads);
        match &chosen {
            Some((id, row)) => {
                let run = RunInStore { id: *id, row, is_last: last == Some(*id) };
                let changed = if live { shelf.changed_seconds_ago() } else { None };
                overview.add_run(store, tracks, &run, changed)?;
            }
            None => overview.add_all(store)?,
        }
        Ok(overview)
    })
}

/// The overview of a store as a whole: no run, all tasks.
pub fn whole(shelf: &Shelf, no: StoreNo) -> Viewed<Overview> {
    shelf.read(|store| {
        let runs = Runs::read(store, None)?.heads;
        let mut overview = Overview::empty(StoreHead::read(shelf, no, store)?, runs);
        overview.add_all(store)?;
        Ok(overview)
    })
}

impl StoreHead {
    fn read(shelf: &Shelf, no: StoreNo, store: &Store) -> Viewed<StoreHead> {
        let size = store.size()?;
        let (results, tasks, bytes) = (size.results, size.tasks, size.bytes);
        Ok(StoreHead { id: no.0, name: shelf.name(), results, tasks, bytes })
    }
}

/// What the store knows of the best programs of its tasks now.
struct Found {
    finders: Vec<(String, String)>,
    fitted: Vec<Fitted>,
}

impl Found {
    fn read(store: &Store) -> Viewed<Found> {
        Ok(Found { finders: store.finders()?, fitted: store.fitted()? })
    }
}

impl Overview {
    fn empty(store: StoreHead, runs: Vec<RunHead>) -> Overview {
        Overview {
            store,
            runs,
            run: None,
            totals: Totals::default(),
            finders: Vec::new(),
            map: Map::default(),
            map_more: 0,
            outside: 0,
            recent: Vec::new(),
            closest: Vec::new(),
        }
    }

    /// All tasks of the store.
    fn add_all(&mut self, store: &Store) -> Viewed {
        let (kept, bare) = (store.tasks()?, store.bare_tasks()?);
        self.add_tasks(&map::of_store(&kept, &bare), Some(Found::read(store)?));
        Ok(())
    }

    fn add_run(
        &mut self,
        store: &Store,
        tracks: &mut Tracks,
        run: &RunInStore<'_>,
        changed: Option<f64>,
    ) -> Viewed {
        let kept = store.tasks()?;
        let tasks = Tasks::new(run.row, &kept);
        let inside = tasks.programs.iter().filter(|&&programs| programs > 0).count();
        self.outside = kept.len().saturating_sub(inside);
        let course = tracks.follow(store, run, &tasks)?;
        self.recent = course.rises();
        self.run = Some(Run::new(run, &course, changed));
        // How an earlier run left its tasks, others may have gone on with.
        let found = if run.is_last { Some(Found::read(store)?) } else { None };
        self.add_tasks(&map::of_run(&course, &tasks), found);
        Ok(())
    }

    fn add_tasks(&mut self, rows: &[TaskRow<'_>], found: Option<Found>) {
        self.totals = Totals::of(rows, found.as_ref().map(|found| found.fitted.as_slice()));
        let finders = Finders::new(found.map(|found| found.finders));
        self.finders = finders.counts(rows);
        (self.map, self.map_more) = Map::of(rows, &finders, &self.finders);
        self.closest = self.map.closest(&self.finders);
    }
}

impl Run {
    fn new(run: &RunInStore<'_>, course: &Course<'_>, changed: Option<f64>) -> Run {
        let RunRow { settings, counters, .. } = run.row;
        let state = state(run, course, changed);
        Run {
            head: RunHead::new(run.id, run.row),
            data_version: settings.data_version.clone(),
            engine: settings.engine.clone(),
            population: settings.population,
            mutation_rate: settings.mutation_rate,
            fits_demos: course.sum.fits_demos,
            score_percent: course.score_percent(),
            state,
            changed_seconds_ago: changed.map(rounded),
            left: if state == "running" { left(run.row, course) } else { None },
            counts: counts(counters),
            errors: head::errors(&counters.faults),
            series: course.series(),
        }
    }
}

/// Only the run that was started last can be under way.
fn state(run: &RunInStore<'_>, course: &Course<'_>, changed: Option<f64>) -> &'static str {
    let patience = course.seconds_per_generation().map_or(QUIET_POOL, |each| QUIET.max(5.0 * each));
    if run.row.finished {
        "finished"
    } else if run.is_last && changed.is_some_and(|seconds| seconds <= patience) {
        "running"
    } else {
        "stopped"
    }
}

/// How long a run will go on: until its time is over or its generations are made.
fn left(run: &RunRow, course: &Course<'_>) -> Option<Left> {
    let plan = run.plan?;
    let by_time = plan.seconds.map(|end| Left { seconds: end - run.counters.seconds, by: "time" });
    let by_generations = plan.generations.zip(course.seconds_per_generation());
    let by_generations = by_generations.map(|(end, each)| {
        // Generation 0 is the pool, so generation n is the n-th of mutants.
        let to_go = end.saturating_sub(run.generation.unwrap_or(0));
        Left { seconds: to_go as f64 * each, by: "generations" }
    });
    let first = by_time.into_iter().chain(by_generations);
    let first = first.min_by(|a, b| a.seconds.total_cmp(&b.seconds))?;
    Some(Left { seconds: rounded(first.seconds.max(0.0)), ..first })
}
