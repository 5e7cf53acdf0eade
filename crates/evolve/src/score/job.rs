//! One batt on one sample, compared with what was expected.

use std::time::Instant;

use exec::arena::Arena;
use exec::batch::Job;
use exec::data::{Sample, Task, TaskGrid};
use exec::run::{Inputs, Outcome, Run, Worker, is_grid};
use exec::value::build::Maker;
use exec::value::{Fault, Value};

use super::Batch;
use crate::differs::BUILTIN;
use crate::outputs::{self, Print};
use crate::points::{Points, Scorer, is_candidate};

/// A batt to run on one sample.
pub struct Work<'p> {
    pub batch: &'p Batch,
    task: &'p Task,
    sample: &'p Sample,
    target: &'p TaskGrid,
    pub is_demo: bool,
}

/// What the programs of a batt gave on one sample, in the order of its roots.
pub struct Shots {
    pub kind: Kind,
    /// Time it took to compare.
    pub nanos: u64,
}

pub enum Kind {
    Demo(Vec<DemoShot>),
    Test(Vec<TestShot>),
}

/// What a program gave on a demo sample.
pub struct DemoShot {
    pub points: Points,
    pub cost: u64,
    pub print: Print,
    /// Improvements over the input, by built-in differ.
    pub builtin: [i32; BUILTIN],
    /// Improvements over the input, by differ of a file; nothing where one failed.
    pub others: Vec<Option<i32>>,
}

/// What a program gave on a test sample.
pub struct TestShot {
    pub right: bool,
    pub fault: Option<Fault>,
}

impl<'p> Work<'p> {
    /// All samples with known outputs, demo samples first.
    pub fn all(batch: &'p Batch, task: &'p Task) -> impl Iterator<Item = Work<'p>> {
        let works = move |samples: &'p [Sample], is_demo| {
            let known = samples.iter().filter_map(|s| Some((s, s.output.as_ref()?)));
            known.map(move |(sample, target)| Work { batch, task, sample, target, is_demo })
        };
        works(&task.demo, true).chain(works(&task.test, false))
    }

    /// The batt on the sample. Solvers get no target.
    pub fn job(&self) -> Job<'p> {
        let inputs = Inputs { demo: &self.task.demo, input: &self.sample.input, target: None };
        Job { plan: &self.batch.plan, inputs }
    }

    /// Compares what the programs gave.
    pub fn see(&self, run: &Run<'_, '_>) -> Shots {
        let started = Instant::now();
        let kind = match self.is_demo {
            true => Kind::Demo(self.demo_shots(run)),
            false => Kind::Test(run.outcomes().iter().map(|o| self.test_shot(o)).collect()),
        };
        Shots { kind, nanos: started.elapsed().as_nanos() as u64 }
    }

    fn test_shot(&self, outcome: &Outcome<'_>) -> TestShot {
        let right = outcome.result.is_ok_and(|v| is_grid(v, self.target));
        TestShot { right, fault: outcome.result.err() }
    }

    fn demo_shots(&self, run: &Run<'_, '_>) -> Vec<DemoShot> {
        let mut compare = Compare {
            work: self,
            scorer: Scorer::new(self.batch.plan.dialect, self.target),
            // Differs of files run in an arena of their own: the batt's values are in use.
            worker: (!self.batch.judge.is_empty()).then(Worker::default),
        };
        // The input as a value takes no memory but its own.
        let (arena, grid) = (Arena::starting_with(64), &self.sample.input);
        let maker = Maker { arena: &arena, lay: run.cx.lay };
        let input = maker.grid(grid.height(), grid.width(), grid.cells()).unwrap_or(Value::UNIT);
        let builtin = compare.scorer.points(input).differs;
        let others = compare.others(run, input);
        let shot = |outcome: &Outcome<'_>| compare.shot(run, outcome, &builtin, &others);
        run.outcomes().iter().map(shot).collect()
    }
}

struct Compare<'w> {
    work: &'w Work<'w>,
    scorer: Scorer,
    worker: Option<Worker>,
}

impl Compare<'_> {
    fn shot(
        &mut self,
        run: &Run<'_, '_>,
        outcome: &Outcome<'_>,
        builtin: &[u32; BUILTIN],
        others: &[Option<u32>],
    ) -> DemoShot {
        let points = outcome.result.map(|v| self.scorer.points(v)).unwrap_or_default();
        let gain = |now: u32, before: u32| now as i32 - before as i32;
        let now = outcome.result.map_or_else(|_| vec![None; others.len()], |v| self.others(run, v));
        let other =
            |(now, before): (Option<u32>, &Option<u32>)| Some(gain(now?, before.unwrap_or(0)));
        DemoShot {
            points,
            cost: outcome.cost,
            print: outputs::print(outcome.result),
            builtin: std::array::from_fn(|i| gain(points.differs[i], builtin[i])),
            others: now.into_iter().zip(others).map(other).collect(),
        }
    }

    /// The scores of the files' differs; a value that is no grid scores 0 on all.
    fn others(&mut self, run: &Run<'_, '_>, value: Value<'_>) -> Vec<Option<u32>> {
        let Work { batch, task, target, .. } = self.work;
        let Some(worker) = &mut self.worker else { return Vec::new() };
        if !is_candidate(run.cx.lay, value) {
            return vec![Some(0); batch.judge.len()];
        }
        batch.judge.scores(worker, &task.demo, target, value).into_iter().map(Result::ok).collect()
    }
}
