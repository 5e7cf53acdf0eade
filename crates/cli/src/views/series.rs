//! How a run went: kept in memory and continued, so that looking again costs little.
//!
//! ```text
//! statistics, progress ── portions after the last known generation ──▶ Track ──▶ Series
//! ```

use std::collections::{BTreeMap, VecDeque};

use evolve::store::record::RunRow;
use evolve::store::{ProgressRow, RunId, StepRow, Store, TaskSummary};
use serde::Serialize;

use super::ViewError;
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
    /// Tasks solved at its end.
    pub solved: Vec<usize>,
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
    /// Whether it is solved since.
    pub solved: bool,
}

/// How a task stands in a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    /// The best score.
    pub best: u32,
    /// Whether it is solved.
    pub solved: bool,
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
    /// Tasks solved at its end.
    solved: usize,
    /// Score at its end, 1 for a task with a perfect score.
    score: f64,
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

/// The course of one run.
pub struct Track {
    run: RunId,
    seed: u64,
    /// The run's tasks, sorted.
    tasks: usize,
    /// By place among the sorted tasks; nothing is known of those without.
    now: Vec<Option<Standing>>,
    /// The last generation that was read.
    last: Option<u64>,
    points: Vec<Point>,
    /// Generations of a full point.
    stride: u64,
    solved: usize,
    score: f64,
    seconds: f64,
    rises: VecDeque<Rise>,
    last_seconds: VecDeque<f64>,
}

impl Track {
    /// Begins with what the tasks were when the run started.
    fn begin(store: &Store, run: &RunInStore<'_>, tasks: &Tasks<'_>) -> Result<Track, ViewError> {
        let mut track = Track {
            run: run.id,
            seed: run.row.seed,
            tasks: tasks.names.len(),
            now: vec![None; tasks.names.len()],
            last: None,
            points: Vec::new(),
            stride: 1,
            solved: 0,
            score: 0.0,
            seconds: 0.0,
            rises: VecDeque::new(),
            last_seconds: VecDeque::new(),
        };
        for (at, standing) in before(store, run, tasks)?.into_iter().enumerate() {
            if let Some(standing) = standing {
                track.set(tasks, at, standing);
            }
        }
        Ok(track)
    }

    /// Reads what happened since.
    fn go_on(&mut self, store: &Store, tasks: &Tasks<'_>) -> Result<(), ViewError> {
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

    /// What no run has written about was there when the last one began: from files, say.
    fn found_there(&mut self, tasks: &Tasks<'_>) {
        let (solved, score) = (self.solved, self.score);
        for at in 0..self.now.len() {
            if let (None, Some(kept)) = (self.now[at], tasks.kept[at]) {
                self.set(tasks, at, kept);
            }
        }
        for point in &mut self.points {
            point.solved += self.solved - solved;
            point.score += self.score - score;
        }
    }

    fn apply(&mut self, tasks: &Tasks<'_>, row: ProgressRow) {
        let Some(at) = tasks.place(&row.task) else { return };
        let before = self.now[at].unwrap_or_default();
        self.set(tasks, at, Standing { best: row.best, solved: row.solved });
        if row.best > before.best || (row.solved && !before.solved) {
            self.rises.push_front(Rise {
                generation: row.generation,
                seconds: rounded(self.seconds),
                task: row.task,
                from: before.best,
                best: row.best,
                perfect: tasks.perfect[at],
                solved: row.solved,
            });
            self.rises.truncate(RISES);
        }
    }

    fn set(&mut self, tasks: &Tasks<'_>, at: usize, standing: Standing) {
        let before = self.now[at].replace(standing).unwrap_or_default();
        self.solved = self.solved + usize::from(standing.solved) - usize::from(before.solved);
        self.score += tasks.share(at, standing.best) - tasks.share(at, before.best);
    }

    fn push(&mut self, generation: u64, step: &StepRow) {
        let point = Point {
            generations: 1,
            generation,
            candidates: step.candidates,
            samples: step.candidate_samples,
            seconds: step.seconds.max(0.0),
            solved: self.solved,
            score: self.score,
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

    /// How the tasks stand, in the order of their names; nothing for those without programs.
    pub fn standings(&self) -> &[Option<Standing>] {
        &self.now
    }

    /// Tasks solved.
    pub fn solved(&self) -> usize {
        self.solved
    }

    /// Mean over the tasks of best score by perfect score.
    pub fn score_percent(&self) -> f64 {
        percent(self.score, self.tasks as f64)
    }

    /// The tasks whose best score rose last, the last one first.
    pub fn rises(&self) -> Vec<Rise> {
        self.rises.iter().cloned().collect()
    }

    /// Mean seconds of the last generations.
    pub fn seconds_per_generation(&self) -> Option<f64> {
        let count = self.last_seconds.len();
        (count > 0).then(|| self.last_seconds.iter().sum::<f64>() / count as f64)
    }

    /// Search time at the end of a generation, as exact as the points are; nothing for one that
    /// was not read.
    pub fn seconds_at(&self, generation: u64) -> Option<f64> {
        let at = self.points.partition_point(|point| point.generation < generation);
        let upto = self.points.get(..=at)?;
        Some(rounded(upto.iter().map(|point| point.seconds).sum()))
    }

    /// The course as it is shown.
    pub fn series(&self) -> Series {
        let halved = (self.points.len() > POINTS).then(|| halved(&self.points));
        let mut series = Series::default();
        let mut seconds = 0.0;
        for point in halved.as_ref().unwrap_or(&self.points) {
            seconds += point.seconds;
            let rate = |count: u64| rounded(count as f64 / point.seconds.max(1e-6));
            series.seconds.push(rounded(seconds));
            series.generation.push(point.generation);
            series.candidates_per_second.push(rate(point.candidates));
            series.samples_per_second.push(rate(point.samples));
            series.solved.push(point.solved);
            series.score_percent.push(percent(point.score, self.tasks as f64));
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
    fn next(
        &mut self,
        store: &Store,
        run: RunId,
        upto: u64,
    ) -> Result<Option<ProgressRow>, ViewError> {
        if self.waiting.is_empty() && self.more {
            self.waiting = store.progress_after(run, self.after, PORTION)?.into();
            self.more = !self.waiting.is_empty();
            self.after = self.waiting.back().map(|row| row.generation).or(self.after);
        }
        let due = self.waiting.front().is_some_and(|row| row.generation <= upto);
        Ok(if due { self.waiting.pop_front() } else { None })
    }
}

/// The tasks of a run by name, with the scores of programs that are right on all demo samples.
pub struct Tasks<'r> {
    /// Sorted, each once.
    pub names: Vec<&'r str>,
    /// By place; 0 where nothing is kept.
    pub perfect: Vec<u32>,
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
        let mut tasks =
            Tasks { perfect: Vec::new(), programs: Vec::new(), kept: Vec::new(), names };
        // Both lists are sorted: they are walked side by side.
        let mut rest = kept.iter().peekable();
        for name in &tasks.names {
            while rest.next_if(|row| row.task.as_str() < *name).is_some() {}
            let row = rest.peek().filter(|row| row.task == *name);
            tasks.perfect.push(row.map_or(0, |row| perfect(row)));
            tasks.programs.push(row.map_or(0, |row| row.programs));
            let standing = |row: &&&TaskSummary| Standing::of(row);
            tasks.kept.push(row.as_ref().map(standing));
        }
        tasks
    }

    fn place(&self, name: &str) -> Option<usize> {
        self.names.binary_search(&name).ok()
    }

    fn share(&self, at: usize, best: u32) -> f64 {
        match self.perfect[at] {
            0 => 0.0,
            perfect => f64::from(best) / f64::from(perfect),
        }
    }
}

impl Standing {
    /// What is kept for a task.
    pub fn of(row: &TaskSummary) -> Standing {
        Standing { best: row.best_score, solved: row.solved > 0 }
    }
}

/// The score of a program that is right on all demo samples.
pub fn perfect(row: &TaskSummary) -> u32 {
    row.demo_count.saturating_mul(1000)
}

/// How the tasks of a run stood when it began: as earlier runs left them.
fn before(
    store: &Store,
    run: &RunInStore<'_>,
    tasks: &Tasks<'_>,
) -> Result<Vec<Option<Standing>>, ViewError> {
    let mut found = vec![None; tasks.names.len()];
    let mut left = EARLIER_ROWS;
    for (id, _) in store.run_heads(super::head::RUNS)? {
        if id >= run.id || left == 0 || found.iter().all(Option::is_some) {
            continue;
        }
        for (at, standing) in ends(store, id, tasks, &mut left)? {
            found[at].get_or_insert(standing);
        }
    }
    Ok(found)
}

/// How a run left tasks, by place; at most `left` rows are read.
fn ends(
    store: &Store,
    run: RunId,
    tasks: &Tasks<'_>,
    left: &mut usize,
) -> Result<BTreeMap<usize, Standing>, ViewError> {
    let (mut after, mut ends) = (None, BTreeMap::new());
    while *left > 0 {
        let rows = store.progress_after(run, after, PORTION)?;
        let Some(last) = rows.last() else { break };
        after = Some(last.generation);
        *left = left.saturating_sub(rows.len());
        for row in rows {
            let standing = Standing { best: row.best, solved: row.solved };
            tasks.place(&row.task).map(|at| ends.insert(at, standing));
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
    ) -> Result<&Track, ViewError> {
        let known = self.0.iter().position(|track| track.run == run.id);
        let known = known.map(|at| self.0.remove(at));
        // Another store may have taken the place of this one.
        let same = |track: &Track| {
            let (seed, count) = (run.row.seed, tasks.names.len());
            track.seed == seed && track.tasks == count && track.last <= run.row.generation
        };
        let mut track = match known.filter(same) {
            Some(track) => track,
            None => Track::begin(store, run, tasks)?,
        };
        let is_new = track.last.is_none();
        track.go_on(store, tasks)?;
        if is_new && run.is_last {
            track.found_there(tasks);
        }
        self.0.insert(0, track);
        self.0.truncate(TRACKS);
        Ok(&self.0[0])
    }
}
