//! Two attempts for every test input, from the best programs there are.

mod format;
mod guess;
mod make;
#[cfg(test)]
mod tests;

use exec::data::{MAX_SIDE, Task, TaskGrid};
use exec::plan::Plan;
use exec::run::{Inputs, Rules, Run, Worker};
use exec::value::{Value, View};

use crate::code::Code;

use guess::{add, is_output};

pub use format::{MAX_BYTES, Submission};
pub use guess::{completed, guesses_for_unread};
pub use make::{Answerers, Answers};

/// Attempts per test input.
pub const ATTEMPTS: usize = 2;

/// The attempts for one test input; they differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attempts {
    /// The grids.
    pub grids: [TaskGrid; ATTEMPTS],
    /// How many of them come from programs; the others are guesses.
    pub from_programs: usize,
}

/// The attempts for all test inputs of a task.
///
/// The programs run in the given order, best first; the first two different outputs that could be
/// outputs of a task are taken. Where programs give fewer, guesses follow: see [`completed`].
pub fn attempts(task: &Task, codes: &[&Code], rules: Rules, worker: &mut Worker) -> Vec<Attempts> {
    let plans: Vec<Plan> = codes.iter().map(|code| Plan::new(code.dag())).collect();
    let attempt = |sample: &exec::data::Sample| {
        let mut grids: Vec<TaskGrid> = Vec::with_capacity(ATTEMPTS);
        for plan in &plans {
            let inputs = Inputs { demo: &task.demo, input: &sample.input, target: None };
            let grid = worker.run(plan, inputs, rules, output);
            grid.into_iter().for_each(|grid| add(&mut grids, grid));
            if grids.len() == ATTEMPTS {
                break;
            }
        }
        completed(grids, &task.demo, Some(&sample.input))
    };
    task.test.iter().map(attempt).collect()
}

/// What the plan's program gives, if it could be the output of a task.
pub(crate) fn output(run: &Run<'_, '_>) -> Option<TaskGrid> {
    task_output(run.outcomes().first()?.result.ok()?)
}

fn task_output(value: Value<'_>) -> Option<TaskGrid> {
    let View::Grid(g) = value.view() else { return None };
    if g.height.max(g.width) > MAX_SIDE {
        return None;
    }
    TaskGrid::new(g.height as u16, g.width as u16, g.cells.to_vec()).filter(is_output)
}
