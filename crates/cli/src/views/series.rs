//! How a run went: kept in memory and continued, so that looking again costs little.
//!
//! ```text
//! statistics, progress ── portions after the last known generation ──▶ Track ──▶ Series
//! ```

use std::collections::{BTreeMap, VecDeque};

use evolve::standing::perfect;
use evolve::store::record::RunRow;
use evolve::store::{ProgressRow, RunId, RunKey, StepRow, Store, TaskSummary};
use serde::Serialize;

use super::Viewed;
use super::head::{percent, rounded};

/// Points of a series that is shown.
const POINTS: usize = 400;
/// Runs whose course is kept in memory.
const TRACKS: usize = 8;
/// Rows that are read at once.
const PORTION: u32 = 2000;
/// Rows of earlier runs that are read to know where a run began.
const EARLIER_ROWS: usize = 200_000;
/// Rises that are remembered.
const RISES: usize = 20;
/// Generations whose mean time tells how long the next ones take.
const LAST: usize = 20;

/// How a run went, as parallel arrays.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Series {
    /// Search time since the run's start, summed over sessions.
    pub seconds: Vec<f64>,
    /// The last generation of the point's interval.
    pub generation: Vec<u64>,
    /// Candidates, mean over the interval.
    pub candidates_per_second: Vec<f64>,
    /// Candidates times samples, mean over the interval.
    pub samples_per_second: Vec<f64>,
    /// Tasks that a program fits at its end.
    pub fits_demos: Vec<usize>,
    /// Mean over the run's tasks of best score by perfect score, at its end.
    pub score_percent: Vec<f64>,
}

/// A task whose best score rose.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Rise {
    /// The generation.
    pub generation: u64,
    /// Search time at its end.
    pub seconds: f64,
    /// The task.
    pub task: String,
    /// The best score before.
    pub from: u32,
    /// The best score since.
    pub best: u32,
    /// The score of a program that is right on all demo samples.
    pub perfect: u32,
    /// Whether a program fits its demos since.
    pub fits_demos: bool,
}

/// How a task stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    /// The best score.
    pub best: u32,
    /// The score of a program that is right on all demo samples; 0 where that is not known.
    pub perfect: u32,
    /// Whether a program fits its demos.
    pub fits_demos: bool,
}

impl Standing {
    /// What is kept for a task.
    pub fn of(row: &TaskSummary) -> Standing {
        let perfect = perfect(row.demo_count);
        Standing { best: row.best_score, perfect, fits_demos: row.solved > 0 }
    }

    fn noted(row: &ProgressRow) -> Standing {
        let perfect = perfect(row.demo_count);
        Standing { best: row.best, perfect, fits_demos: row.solved }
    }

    fn share(&self) -> f64 {
        match self.perfect {
            0 => 0.0,
            perfect => f64::from(self.best) / f64::from(perfect),
        }
    }
}

/// How many tasks a program fits, and how far all of them are.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Sum {
    /// Tasks that a program fits.
    pub fits_demos: usize,
    /// 1 for a task with a perfect score.
    score: f64,
}

impl Sum {
    /// Sums up tasks.
    pub fn of(standings: impl IntoIterator<Item = Standing>) -> Sum {
        let mut sum = Sum::default();
        standings.into_iter().for_each(|standing| sum.exchange(Standing::default(), standing));
        sum
    }

    /// Mean over so many tasks of best score by perfect score.
    pub fn percent(&self, tasks: usize) -> f64 {
        percent(self.score, tasks as f64)
    }

    /// A task stands otherwise than before.
    fn exchange(&mut self, before: Standing, now: Standing) {
        self.fits_demos =
            self.fits_demos + usize::from(now.fits_demos) - usize::from(before.fits_demos);
        self.score += now.share() - before.share();
    }
}

/// A stretch of generations.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Point {
    /// How many.
    generations: u64,
    /// The last one.
    generation: u64,
    candidates: u64,
    samples: u64,
    seconds: f64,
    /// The tasks at its end.
    sum: Sum,
}

impl Point {
    fn join(&mut self, next: Point) {
        *self = Point {
            generations: self.generations + next.generations,
            candidates: self.candidates + next.candidates,
            samples: self.samples + next.samples,
            seconds: self.seconds + next.seconds,
            ..next
        };
    }
}

/// What a run is in its store.
pub struct RunInStore<'r> {
    /// Its number.
    pub id: RunId,
    /// Its row.
    pub row: &'r RunRow,
    /// Whether it was started last.
    pub is_last: bool,
}

/// What was read of a run.
struct Track {
    run: RunId,
    key: RunKey,
    /// By place among the sorted tasks, as the run and those before it noted it; nothing is known
    /// of those without.
    noted: Vec<Option<Standing>>,
    /// The last generation that was read.
    last: Option<u64>,
    points: Vec<Point>,
    /// Generations of a full point.
    stride: u64,
    sum: Sum,
    seconds: f64,
    rises: VecDeque<Rise>,
    last_seconds: VecDeque<f64>,
}

impl Track {
    /// Begins with what the tasks were when the run started.
    fn begin(store: &Store, run: RunId, key: RunKey, tasks: &Tasks<'_>) -> Viewed<Track> {
        let noted = before(store, run, tasks)?;
        Ok(Track {
            run,
            key,
            sum: Sum::of(noted.iter().flatten().copied()),
            noted,
            last: None,
            points: Vec::new(),
            stride: 1,
            seconds: 0.0,
            rises: VecDeque::new(),
            last_seconds: VecDeque::new(),
        })
    }

    /// Reads what happened since.
    fn go_on(&mut self, store: &Store, tasks: &Tasks<'_>) -> Viewed {
        let mut rows = ProgressRows { after: self.last, waiting: VecDeque::new(), more: true };
        loop {
            let steps = store.statistics_after(self.run, self.last, PORTION)?;
            let full = steps.len() == PORTION as usize;
            for (generation, step) in steps {
                self.seconds += step.seconds.max(0.0);
                while let Some(row) = rows.next(store, self.run, generation)? {
                    self.apply(tasks, row);
                }
                self.push(generation, &step);
            }
            if !full {
                return Ok(());
            }
        }
    }

    fn apply(&mut self, tasks: &Tasks<'_>, row: ProgressRow) {
        let Some(at) = tasks.place(&row.task) else { return };
        let now = Standing::noted(&row);
        let before = self.noted[at].replace(now).unwrap_or_default();
        self.sum.exchange(before, now);
        if row.best > before.best || (row.solved && !before.fits_demos) {
            self.rises.push_front(Rise {
                generation: row.generation,
                seconds: rounded(self.seconds),
                task: row.task,
                from: before.best,
                best: row.best,
                perfect: now.perfect,
                fits_demos: row.solved,
            });
            self.rises.truncate(RISES);
        }
    }

    fn push(&mut self, generation: u64, step: &StepRow) {
        let point = Point {
            generations: 1,
            generation,
            candidates: step.candidates,
            samples: step.candidate_samples,
            seconds: step.seconds.max(0.0),
            sum: self.sum,
        };
        match self.points.last_mut().filter(|last| last.generations < self.stride) {
            Some(last) => last.join(point),
            None => self.points.push(point),
        }
        if self.points.len() > 2 * POINTS {
            self.points = halved(&self.points);
            self.stride *= 2;
        }
        self.last = Some(generation);
        self.last_seconds.push_back(point.seconds);
        if self.last_seconds.len() > LAST {
            self.last_seconds.pop_front();
        }
    }
}

/// The course of one run, and how its tasks stand.
pub struct Course<'t> {
    track: &'t Track,
    /// In the order of the tasks' names; nothing for those without programs. Of the run that was
    /// started last this is what is kept now, whoever wrote it; of others what they came to.
    pub standings: Vec<Option<Standing>>,
    /// The standings summed up.
    pub sum: Sum,
    /// What no run has noted: it was there when the last one began, from files, say.
    found: Sum,
}

impl<'t> Course<'t> {
    fn new(track: &'t Track, is_last: bool, tasks: &Tasks<'_>) -> Course<'t> {
        let standings = if is_last { tasks.kept.clone() } else { track.noted.clone() };
        let unnoted = track.noted.iter().zip(&standings).filter(|(noted, _)| noted.is_none());
        Course {
            track,
            sum: Sum::of(standings.iter().flatten().copied()),
            found: Sum::of(unnoted.filter_map(|(_, now)| *now)),
            standings,
        }
    }

    /// Mean over the tasks of best score by perfect score.
    pub fn score_percent(&self) -> f64 {
        self.sum.percent(self.standings.len())
    }

    /// The tasks whose best score rose last, the last one first.
    pub fn rises(&self) -> Vec<Rise> {
        self.track.rises.iter().cloned().collect()
    }

    /// Mean seconds of the last generations.
    pub fn seconds_per_generation(&self) -> Option<f64> {
        let last = &self.track.last_seconds;
        (!last.is_empty()).then(|| last.iter().sum::<f64>() / last.len() as f64)
    }

    /// Search time at the end of a generation, as exact as the points are; nothing for one that
    /// was not read.
    pub fn seconds_at(&self, generation: u64) -> Option<f64> {
        let points = &self.track.points;
        let at = points.partition_point(|point| point.generation < generation);
        let upto = points.get(..=at)?;
        Some(rounded(upto.iter().map(|point| point.seconds).sum()))
    }

    /// The course as it is shown.
    pub fn series(&self) -> Series {
        let points = &self.track.points;
        let halved = (points.len() > POINTS).then(|| halved(points));
        let mut series = Series::default();
        let mut seconds = 0.0;
        for point in halved.as_ref().unwrap_or(points) {
            seconds += point.seconds;
            let rate = |count: u64| rounded(count as f64 / point.seconds.max(1e-6));
            series.seconds.push(rounded(seconds));
            series.generation.push(point.generation);
            series.candidates_per_second.push(rate(point.candidates));
            series.samples_per_second.push(rate(point.samples));
            let (there, tasks) = (self.found, self.standings.len() as f64);
            series.fits_demos.push(point.sum.fits_demos + there.fits_demos);
            series.score_percent.push(percent(point.sum.score + there.score, tasks));
        }
        series
    }
}

fn halved(points: &[Point]) -> Vec<Point> {
    let joined = points.chunks(2).map(|pair| {
        let mut point = pair[0];
        pair[1..].iter().for_each(|next| point.join(*next));
        point
    });
    joined.collect()
}

/// Rows of `progress` in portions, up to a generation at a time.
struct ProgressRows {
    after: Option<u64>,
    waiting: VecDeque<ProgressRow>,
    more: bool,
}

impl ProgressRows {
    /// The next row of a generation that is not later than this one.
    fn next(&mut self, store: &Store, run: RunId, upto: u64) -> Viewed<Option<ProgressRow>> {
        if self.waiting.is_empty() && self.more {
            self.waiting = store.progress_after(run, self.after, PORTION)?.into();
            self.more = !self.waiting.is_empty();
            self.after = self.waiting.back().map(|row| row.generation).or(self.after);
        }
        let due = self.waiting.front().is_some_and(|row| row.generation <= upto);
        Ok(if due { self.waiting.pop_front() } else { None })
    }
}

/// The tasks of a run by name, with what is kept for them.
pub struct Tasks<'r> {
    /// Sorted, each once.
    pub names: Vec<&'r str>,
    /// By place, the number of programs kept.
    pub programs: Vec<u32>,
    /// By place, what is kept now.
    kept: Vec<Option<Standing>>,
}

impl<'r> Tasks<'r> {
    /// The tasks of a run; `kept` is sorted by name.
    pub fn new(run: &'r RunRow, kept: &[TaskSummary]) -> Tasks<'r> {
        let mut names: Vec<&str> = run.settings.tasks.iter().map(String::as_str).collect();
        names.sort_unstable();
        names.dedup();
        let mut tasks = Tasks { programs: Vec::new(), kept: Vec::new(), names };
        // Both lists are sorted: they are walked side by side.
        let mut rest = kept.iter().peekable();
        for name in &tasks.names {
            while rest.next_if(|row| row.task.as_str() < *name).is_some() {}
            let row = rest.peek().filter(|row| row.task == *name);
            tasks.programs.push(row.map_or(0, |row| row.programs));
            let standing = |row: &&&TaskSummary| Standing::of(row);
            tasks.kept.push(row.as_ref().map(standing));
        }
        tasks
    }

    fn place(&self, name: &str) -> Option<usize> {
        self.names.binary_search(&name).ok()
    }
}

/// How the tasks of a run stood when it began: as earlier runs left them.
fn before(store: &Store, run: RunId, tasks: &Tasks<'_>) -> Viewed<Vec<Option<Standing>>> {
    let mut found = vec![None; tasks.names.len()];
    let mut left = EARLIER_ROWS;
    for (id, _) in store.run_heads(super::head::RUNS)? {
        if id >= run || left == 0 || found.iter().all(Option::is_some) {
            continue;
        }
        for (at, standing) in ends(store, id, run, tasks, &mut left)? {
            found[at].get_or_insert(standing);
        }
    }
    Ok(found)
}

/// How a run left the tasks that were still the same for a later one, by place; at most `left`
/// rows are read.
fn ends(
    store: &Store,
    run: RunId,
    later: RunId,
    tasks: &Tasks<'_>,
    left: &mut usize,
) -> Viewed<BTreeMap<usize, Standing>> {
    let (mut after, mut ends) = (None, BTreeMap::new());
    while *left > 0 {
        let rows = store.progress_after(run, after, PORTION)?;
        let Some(last) = rows.last() else { break };
        after = Some(last.generation);
        *left = left.saturating_sub(rows.len());
        for row in rows.iter().filter(|row| row.until.is_none_or(|until| until >= later)) {
            tasks.place(&row.task).map(|at| ends.insert(at, Standing::noted(row)));
        }
    }
    Ok(ends)
}

/// The runs of one store that were looked at last, the last one first.
#[derive(Default)]
pub struct Tracks(Vec<Track>);

impl Tracks {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The course of a run up to now.
    pub fn follow(
        &mut self,
        store: &Store,
        run: &RunInStore<'_>,
        tasks: &Tasks<'_>,
    ) -> Viewed<Course<'_>> {
        let known = self.0.iter().position(|track| track.run == run.id);
        let known = known.map(|at| self.0.remove(at));
        // Another store may have taken the place of this one.
        let key = store.run_key(run.id)?;
        let same = |track: &Track| track.key == key && track.last <= run.row.generation;
        let mut track = match known.filter(same) {
            Some(track) => track,
            None => Track::begin(store, run.id, key, tasks)?,
        };
        track.go_on(store, tasks)?;
        self.0.insert(0, track);
        self.0.truncate(TRACKS);
        Ok(Course::new(&self.0[0], run.is_last, tasks))
    }
}
