//! Two attempts for every test input, from the best programs there are.

mod format;
mod make;
#[cfg(test)]
mod tests;

use exec::data::{MAX_SIDE, Task, TaskGrid};
use exec::plan::Plan;
use exec::run::{Inputs, Rules, Run, Worker};
use exec::value::{Value, View};

use crate::code::Code;

pub use format::{MAX_BYTES, Submission};
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
/// outputs of a task are taken. Where programs give fewer, guesses follow: see [`guesses`].
pub fn attempts(task: &Task, codes: &[&Code], rules: Rules, worker: &mut Worker) -> Vec<Attempts> {
    let plans: Vec<Plan> = codes.iter().map(|code| Plan::new(code.dag())).collect();
    let attempt = |sample: &exec::data::Sample| {
        let mut grids: Vec<TaskGrid> = Vec::with_capacity(ATTEMPTS);
        for plan in &plans {
            let inputs = Inputs { demo: &task.demo, input: &sample.input, target: None };
            let grid = worker.run(plan, inputs, rules, output);
            add(&mut grids, grid);
            if grids.len() == ATTEMPTS {
                break;
            }
        }
        completed(grids, task, &sample.input)
    };
    task.test.iter().map(attempt).collect()
}

fn add(grids: &mut Vec<TaskGrid>, grid: Option<TaskGrid>) {
    grids.extend(grid.filter(|grid| !grids.contains(grid)));
}

fn completed(mut grids: Vec<TaskGrid>, task: &Task, input: &TaskGrid) -> Attempts {
    let from_programs = grids.len();
    guesses(task, input).for_each(|guess| add(&mut grids, Some(guess)));
    grids.truncate(ATTEMPTS);
    let grids = grids.try_into().expect("the last two guesses differ");
    Attempts { grids, from_programs }
}

/// What to answer without a program, in this order: the input itself, the output of the first
/// demo sample, an empty grid of the input's shape, a black cell, a blue cell.
fn guesses<'t>(task: &'t Task, input: &'t TaskGrid) -> impl Iterator<Item = TaskGrid> + 't {
    let shown = task.demo.iter().filter_map(|sample| sample.output.clone()).take(1);
    let (height, width) = (input.height() as u16, input.width() as u16);
    let empty = TaskGrid::new(height, width, vec![0; input.cells().len()]);
    let cells = [0, 1].into_iter().filter_map(|colour| TaskGrid::new(1, 1, vec![colour]));
    std::iter::once(input.clone()).chain(shown).chain(empty).chain(cells).filter(is_output)
}

fn is_output(grid: &TaskGrid) -> bool {
    let fits = |side: usize| (1..=MAX_SIDE).contains(&side);
    let colours = grid.cells().iter().all(|cell| (0..=9).contains(cell));
    fits(grid.height()) && fits(grid.width()) && colours
}

/// What the plan's program gives, if it could be the output of a task.
fn output(run: &Run<'_, '_>) -> Option<TaskGrid> {
    task_output(run.outcomes().first()?.result.ok()?)
}

fn task_output(value: Value<'_>) -> Option<TaskGrid> {
    let View::Grid(g) = value.view() else { return None };
    if g.height.max(g.width) > MAX_SIDE {
        return None;
    }
    TaskGrid::new(g.height as u16, g.width as u16, g.cells.to_vec()).filter(is_output)
}
