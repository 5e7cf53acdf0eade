//! A task: its samples, its programs, and what these make of them.

use evolve::kept::Kept;
use evolve::standing::perfect;
use evolve::store::record::DifferRow;
use evolve::store::{Damaged, ProgressRow, RunId, Store};
use exec::data::{Sample, Task};
use serde::Serialize;

use super::data::{DataSets, Located};
use super::drawn::{Rows, rows};
use super::outputs::{self, Outputs};
use super::series::{RunInStore, Tasks, Tracks};
use super::shelf::Shelf;
use super::{Viewed, find, words};

/// Programs that are listed.
const PROGRAMS: usize = 32;
/// Programs that are run on the samples.
const RUN: usize = 3;
/// Rows that tell how the score grew, the last ones.
const GROWTH: usize = 400;
/// Runs whose times are looked up for them.
const TIMED_RUNS: usize = 4;

/// The whole view.
#[derive(Debug, Serialize)]
pub struct TaskView {
    /// The task.
    pub task: String,
    /// The data set that its results were made on.
    pub data: Option<String>,
    /// Which data this is exactly.
    pub data_version: Option<String>,
    /// Why there are no pictures or not all programs, and what to do.
    pub remark: Option<String>,
    /// Programs that are kept and cannot be shown, since their texts are not what their hashes say.
    pub damaged: usize,
    /// The score of a program that is right on all demo samples; 0 if that is not known.
    pub perfect: u32,
    /// The best score; 0 without programs.
    pub best: u32,
    /// Whether some program is right on all demo samples, also without the pair asked about.
    pub fits_demos: bool,
    /// Whether expected test outputs are left out.
    pub tests_hidden: bool,
    /// The pairs that show the rule.
    pub demo: Vec<Pair>,
    /// The pairs to solve.
    pub test: Vec<Pair>,
    /// The programs kept: those that fit the demos first, then by score and cost. The first one
    /// is the solution, or comes nearest to it.
    pub programs: Vec<ProgramLine>,
    /// The source of the first one.
    pub text: Option<String>,
    /// What the best of them give.
    pub outputs: Vec<Outputs>,
    /// How the best score grew, by run and generation.
    pub growth: Vec<Growth>,
}

/// A sample.
#[derive(Debug, Serialize)]
pub struct Pair {
    /// What programs are given.
    pub input: Rows,
    /// What they should give, if it is known and may be seen.
    pub output: Option<Rows>,
}

/// A program kept for the task.
#[derive(Debug, Serialize)]
pub struct ProgramLine {
    /// The program.
    pub hash: String,
    /// Its first digits.
    pub short: String,
    /// Its dialect.
    pub dialect: &'static str,
    /// Its number of lines.
    pub size: u32,
    /// Its score over all demo samples.
    pub score: u32,
    /// Demo samples with exactly the right output.
    pub right: u32,
    /// Demo samples.
    pub count: u32,
    /// Test samples with exactly the right output; nothing if they may not be seen.
    pub test_right: Option<u32>,
    /// Test samples whose output is known; nothing if they may not be seen.
    pub test_count: Option<u32>,
    /// Whether it fits the demos.
    pub fits_demos: bool,
    /// What it costs on all demo samples.
    pub cost: u64,
    /// What found it: a strategy, `mutation` or `file`.
    pub from: String,
    /// The generation that made it; 0 for programs from files.
    pub generation: u64,
    /// First digits of the program that it was made from.
    pub parent: Option<String>,
}

/// The best score from some generation on.
#[derive(Debug, Serialize)]
pub struct Growth {
    /// The run.
    pub run: i64,
    /// The generation.
    pub generation: u64,
    /// Search time of the run at its end, if that was looked up.
    pub seconds: Option<f64>,
    /// The best score from then on.
    pub best: u32,
    /// Whether a program fits the demos from then on.
    pub fits_demos: bool,
}

/// What is read from the store.
struct Found {
    located: Located,
    kept: Vec<Kept>,
    damaged: Vec<Damaged>,
    differs: Vec<DifferRow>,
    growth: Vec<Growth>,
}

/// A task of a store; expected test outputs and what is made with them only if `test`.
pub fn view(shelf: &Shelf, data: &DataSets, id: &str, test: bool) -> Viewed<TaskView> {
    let found = shelf.follow(|store, tracks| {
        let kept = store.kept_sound(id)?;
        Ok(Found {
            located: data.locate(store, id)?,
            kept: ranked(kept.rows),
            damaged: kept.damaged,
            differs: store.differs_sound()?.rows,
            growth: growth(store, tracks, id)?,
        })
    })?;
    Ok(found.view(test))
}

/// A program that is right on all samples only because it sees their outputs may be cheaper.
fn ranked(mut kept: Vec<Kept>) -> Vec<Kept> {
    kept.sort_by_key(|row| !row.standing.solved);
    kept
}

impl Found {
    fn view(self, test: bool) -> TaskView {
        let task = self.located.task();
        let best = self.kept.first().map(|kept| kept.standing);
        let demo_count = best.map(|standing| standing.demo_count);
        let demo_count = demo_count.or(task.map(|task| task.demo.len() as u32)).unwrap_or(0);
        let programs = self.kept.iter().take(PROGRAMS);
        TaskView {
            task: self.located.id.clone(),
            data: self.located.data.clone(),
            data_version: self.located.data_version.clone(),
            remark: self.remark(),
            damaged: self.damaged.len(),
            perfect: perfect(demo_count),
            best: self.kept.iter().map(|kept| kept.standing.demo_score).max().unwrap_or(0),
            fits_demos: self.kept.iter().any(|kept| kept.standing.solved),
            tests_hidden: !test,
            demo: task.map_or(Vec::new(), |task| pairs(&task.demo, true)),
            test: task.map_or(Vec::new(), |task| pairs(&task.test, test)),
            programs: programs.map(|kept| ProgramLine::new(kept, test)).collect(),
            text: self.kept.first().map(|kept| kept.program.text.clone()),
            outputs: task.map_or(Vec::new(), |task| self.outputs(task, test)),
            growth: self.growth,
        }
    }

    /// What is missing in the view.
    fn remark(&self) -> Option<String> {
        let more = |n: usize| if n > 1 { format!(", and {} more", n - 1) } else { String::new() };
        let first = self.damaged.first().map(|damaged| {
            format!("{damaged}{}: batt store check says all", more(self.damaged.len()))
        });
        let remarks: Vec<String> = self.located.remark.clone().into_iter().chain(first).collect();
        (!remarks.is_empty()).then(|| remarks.join("; "))
    }

    /// What the best programs give.
    fn outputs(&self, task: &Task, test: bool) -> Vec<Outputs> {
        let best = self.kept.iter().take(RUN).map(|kept| &kept.program);
        let outputs = best.filter_map(|row| {
            let program = find::parsed(row).ok()?;
            Some(outputs::of_program(&program, row.hash, task, &self.differs, test))
        });
        outputs.collect()
    }
}

fn pairs(samples: &[Sample], seen: bool) -> Vec<Pair> {
    let pair = |sample: &Sample| Pair {
        input: rows(&sample.input),
        output: sample.output.as_ref().filter(|_| seen).map(rows),
    };
    samples.iter().map(pair).collect()
}

impl ProgramLine {
    fn new(kept: &Kept, test: bool) -> ProgramLine {
        let (program, s) = (&kept.program, &kept.standing);
        ProgramLine {
            hash: program.hash.to_string(),
            short: words::short(program.hash),
            dialect: program.dialect.name(),
            size: program.size,
            score: s.demo_score,
            right: s.demo_right,
            count: s.demo_count,
            test_right: test.then_some(s.test_right),
            test_count: test.then_some(s.test_count),
            fits_demos: s.solved,
            cost: s.cost,
            from: kept.origin.found_by().to_string(),
            generation: kept.origin.generation,
            parent: kept.origin.parents.first().map(|hash| words::short(hash.0)),
        }
    }
}

/// How the best score of a task grew since it is what it is, with the times of the last few runs.
fn growth(store: &Store, tracks: &mut Tracks, id: &str) -> Viewed<Vec<Growth>> {
    let mut rows = store.progress_of(id)?;
    rows.retain(|(_, row)| row.until.is_none());
    rows.drain(..rows.len().saturating_sub(GROWTH));
    let mut runs: Vec<RunId> = rows.iter().map(|(run, _)| *run).collect();
    runs.dedup();
    let kept = store.tasks()?;
    let last = store.last_run_id()?;
    let mut growth: Vec<Growth> = rows.into_iter().map(Growth::new).collect();
    for &id in runs.iter().rev().take(TIMED_RUNS) {
        let row = store.run_head(id)?;
        let run = RunInStore { id, row: &row, is_last: last == Some(id) };
        let course = tracks.follow(store, &run, &Tasks::new(&row, &kept))?;
        for row in growth.iter_mut().filter(|row| row.run == id.0) {
            row.seconds = course.seconds_at(row.generation);
        }
    }
    Ok(growth)
}

impl Growth {
    fn new((run, row): (RunId, ProgressRow)) -> Growth {
        let ProgressRow { generation, best, solved, .. } = row;
        Growth { run: run.0, generation, seconds: None, best, fits_demos: solved }
    }
}
