//! What a program gives on the samples of a task, and how that compares with what is expected.

use std::sync::atomic::AtomicBool;

use evolve::differs::{Differ, Judge};
use evolve::points::Scorer;
use evolve::store::record::DifferRow;
use exec::arena::Arena;
use exec::batch::{Job, run_jobs};
use exec::data::{Sample, Task, TaskGrid};
use exec::plan::Plan;
use exec::run::{Inputs, Outcome, Rules, Run, Worker, is_grid};
use exec::value::build::Maker;
use exec::value::{Fault, Layout, Value};
use lang::{Hash128, Program};
use serde::Serialize;

use super::data::{DataSets, Located};
use super::drawn::{Drawn, Pen, wrong_cells};
use super::head::FaultView;
use super::shelf::Shelf;
use super::{Hint, ViewError, Viewed, find, words};

/// A program on the samples of a task.
#[derive(Debug, Serialize)]
pub struct Outputs {
    /// The program.
    pub hash: String,
    /// Its first digits.
    pub short: String,
    /// Demo samples, and test samples if they may be seen.
    pub samples: Vec<SampleOutput>,
}

/// A program on one sample.
#[derive(Debug, Serialize)]
pub struct SampleOutput {
    /// `demo 1`.
    pub name: String,
    /// What it gave.
    pub output: Option<Drawn>,
    /// Why it gave nothing.
    pub fault: Option<FaultView>,
    /// Whether that is the expected output; nothing if that is not known.
    pub right: Option<bool>,
    /// Differing cells; nothing if shapes differ or the expected output is not known.
    pub wrong: Option<usize>,
    /// Its points, of 1000; nothing if the expected output is not known.
    pub points: Option<u32>,
    /// What it cost.
    pub cost: u64,
    /// What the differs say.
    pub differs: Vec<DifferScore>,
}

/// What a differ says of an output.
#[derive(Debug, Serialize)]
pub struct DifferScore {
    /// The differ.
    pub name: String,
    /// Its score for the output, of 1000; nothing if there is no output or the differ fails.
    pub score: Option<u32>,
    /// Its score for the input.
    pub input_score: Option<u32>,
    /// The difference.
    pub improvement: Option<i64>,
    /// Why the differ failed on the output.
    pub fault: Option<&'static str>,
}

/// Runs a program of the store on the samples of a task, the one that it is best on if none is
/// named.
pub fn view(
    shelf: &Shelf,
    data: &DataSets,
    digits: &str,
    task: Option<&str>,
    test: bool,
) -> Viewed<Outputs> {
    let (row, located, differs) = shelf.read(|store| {
        let row = find::program(store, digits)?;
        let located = on_task(store, data, &row, task)?;
        Ok((row, located, store.differs_sound()?.rows))
    })?;
    let program = find::parsed(&row)?;
    Ok(of_program(&program, row.hash, located.needed()?, &differs, test))
}

/// The task that a program is run on.
pub fn on_task(
    store: &evolve::store::Store,
    data: &DataSets,
    program: &evolve::kept::ProgramRow,
    asked: Option<&str>,
) -> Viewed<Located> {
    let best = || -> Viewed<Option<String>> {
        Ok(find::best_of(&store.kept_of(program.hash)?).map(|row| row.task.clone()))
    };
    let id = match asked {
        Some(id) => Some(id.to_string()),
        None => best()?,
    };
    let kept_nowhere = || {
        let what = format!("program {} is kept for no task", words::short(program.hash));
        let hint = Hint::new("name a task: ?task=ID", "name a task for its best one: program=ID");
        ViewError::Missing(what, hint)
    };
    data.locate(store, &id.ok_or_else(kept_nowhere)?)
}

/// Runs a program on all samples that may be seen.
pub fn of_program(
    program: &Program,
    hash: Hash128,
    task: &Task,
    differs: &[DifferRow],
    test: bool,
) -> Outputs {
    let plan = Plan::new(&program.dag);
    let samples: Vec<&Sample> = seen_samples(task, test).collect();
    let inputs = samples.iter().map(|sample| inputs(program, task, sample));
    let jobs: Vec<Job<'_>> = inputs.map(|inputs| Job { plan: &plan, inputs }).collect();
    let differs = find::differs(differs, program.dialect);
    let look = Look { program, task, judge: Judge::new(program.dialect, &differs), differs };
    // The batch's thread has stack enough for values of any depth.
    let batch = run_jobs(&jobs, Rules::NAMED, 1, &AtomicBool::new(false), |i, run| {
        look.sample(task.sample_name(i).to_string(), samples[i], run)
    });
    let samples = batch.results.into_iter().flatten().collect();
    Outputs { hash: hash.to_string(), short: words::short(hash), samples }
}

/// Demo samples, and test samples if they may be seen.
fn seen_samples(task: &Task, test: bool) -> impl Iterator<Item = &Sample> {
    let hidden = if test { 0 } else { task.test.len() };
    task.samples().take(task.demo.len() + task.test.len() - hidden)
}

/// What a program may read: the expected output only if it is there to compare with it.
pub fn inputs<'t>(program: &Program, task: &'t Task, sample: &'t Sample) -> Inputs<'t> {
    let target = sample.output.as_ref().filter(|_| program.kind.reads_c());
    Inputs { demo: &task.demo, input: &sample.input, target }
}

struct Look<'t> {
    program: &'t Program,
    task: &'t Task,
    judge: Judge,
    differs: Vec<Differ>,
}

impl Look<'_> {
    fn sample(&self, name: String, sample: &Sample, run: &Run<'_, '_>) -> SampleOutput {
        let Outcome { result, cost, .. } = run.outcomes()[0];
        // A differ compares: its result is no output.
        let expected = sample.output.as_ref().filter(|_| !self.program.kind.reads_c());
        let points = |grid: &TaskGrid| {
            let scorer = Scorer::new(self.program.dialect, grid);
            result.map_or(0, |value| scorer.points(value).points)
        };
        SampleOutput {
            name,
            output: result.ok().map(|value| Pen::new(run.cx.lay).draw(value)),
            fault: result.err().map(FaultView::from),
            right: expected.map(|grid| result.is_ok_and(|value| is_grid(value, grid))),
            wrong: expected.and_then(|grid| wrong_cells(result.ok()?, grid)),
            points: expected.map(points),
            cost,
            differs: expected.map_or(Vec::new(), |grid| self.scores(sample, grid, result)),
        }
    }

    /// What all differs say.
    fn scores(
        &self,
        sample: &Sample,
        expected: &TaskGrid,
        result: Result<Value<'_>, Fault>,
    ) -> Vec<DifferScore> {
        let (arena, input) = (Arena::starting_with(64), &sample.input);
        let maker = Maker { arena: &arena, lay: Layout::of(self.program.dialect) };
        let input = maker.grid(input.height(), input.width(), input.cells()).unwrap_or(Value::UNIT);
        let mut worker = Worker::default();
        let mut judged =
            |value| self.judge.scores_of(&mut worker, &self.task.demo, expected, value);
        let (before, now) = (judged(input), result.ok().map(judged));
        let row = |(at, differ): (usize, &Differ)| {
            let seen = |now: &Option<Vec<_>>| now.as_ref()?.get(at).copied();
            let score = seen(&now).and_then(Result::ok);
            let input_score = before.get(at).and_then(|score| score.ok());
            let gain = |(now, before): (u32, u32)| i64::from(now) - i64::from(before);
            DifferScore {
                name: differ.name.clone(),
                score,
                input_score,
                improvement: score.zip(input_score).map(gain),
                fault: seen(&now).and_then(Result::err).map(Fault::name),
            }
        };
        self.differs.iter().enumerate().map(row).collect()
    }
}
