//! What scoring wants to know of a batt on a sample besides what the evaluator tells.

use exec::arena::Arena;
use exec::data::{Task, TaskGrid};
use exec::run::{Outcome, Run, Worker};
use exec::value::Value;
use exec::value::build::Maker;

use crate::differs::{BUILTIN, Judge};
use crate::evaluate::Meeting;
use crate::outputs::{self, Print};
use crate::points::{Points, Scorer};

/// What a program gave on a demo sample.
#[derive(Debug)]
pub struct Demo {
    pub points: Points,
    pub print: Print,
    /// Improvements over the input, by built-in differ.
    pub builtin: [i32; BUILTIN],
    /// Improvements over the input, by differ of a file; nothing where one failed.
    pub others: Vec<Option<i32>>,
}

/// Compares what the programs of a batt gave on a sample; nothing to say of test samples.
pub fn look(meeting: &Meeting<'_>, run: &Run<'_, '_>, judge: &Judge) -> Vec<Option<Demo>> {
    let Some(target) = meeting.sample.output.as_ref().filter(|_| meeting.is_demo()) else {
        return Vec::new();
    };
    let mut compare = Compare {
        task: meeting.task,
        target,
        judge,
        scorer: Scorer::new(run.cx.lay.dialect, target),
        // Differs of files run in an arena of their own: the batt's values are in use.
        worker: (!judge.is_empty()).then(Worker::default),
    };
    // The input as a value takes no memory but its own.
    let (arena, grid) = (Arena::starting_with(64), &meeting.sample.input);
    let maker = Maker { arena: &arena, lay: run.cx.lay };
    let input = maker.grid(grid.height(), grid.width(), grid.cells()).unwrap_or(Value::UNIT);
    let builtin = compare.scorer.points(input).differs;
    let others = compare.others(input);
    let demo = |outcome: &Outcome<'_>| Some(compare.demo(outcome, &builtin, &others));
    run.outcomes().iter().map(demo).collect()
}

struct Compare<'w> {
    task: &'w Task,
    target: &'w TaskGrid,
    judge: &'w Judge,
    scorer: Scorer,
    worker: Option<Worker>,
}

impl Compare<'_> {
    fn demo(
        &mut self,
        outcome: &Outcome<'_>,
        builtin: &[u32; BUILTIN],
        others: &[Option<u32>],
    ) -> Demo {
        let points = outcome.result.map(|v| self.scorer.points(v)).unwrap_or_default();
        let gain = |now: u32, before: u32| now as i32 - before as i32;
        let now = outcome.result.map_or_else(|_| vec![None; others.len()], |v| self.others(v));
        let other =
            |(now, before): (Option<u32>, &Option<u32>)| Some(gain(now?, before.unwrap_or(0)));
        Demo {
            points,
            print: outputs::print(outcome.result),
            builtin: std::array::from_fn(|i| gain(points.differs[i], builtin[i])),
            others: now.into_iter().zip(others).map(other).collect(),
        }
    }

    /// The scores of the files' differs.
    fn others(&mut self, value: Value<'_>) -> Vec<Option<u32>> {
        let Some(worker) = &mut self.worker else { return Vec::new() };
        let scores = self.judge.scores_of(worker, &self.task.demo, self.target, value);
        scores.into_iter().map(Result::ok).collect()
    }
}
