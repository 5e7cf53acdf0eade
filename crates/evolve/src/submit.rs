//! Two attempts for every test input, from the best programs there are.

mod format;
mod guess;
mod make;
#[cfg(test)]
mod tests;

use std::sync::atomic::AtomicBool;

use exec::data::{MAX_SIDE, Sample, Task, TaskGrid};
use exec::run::{Rules, Run};
use exec::value::{Value, View};
use gpu::engine::Engine;

use crate::code::Code;
use crate::evaluate::{Batts, Output, Request, Rows};

use guess::is_output;

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

/// The attempts for all test inputs of tasks, from programs of their own, best first.
///
/// The first two different outputs that could be outputs of a task are taken. Where programs give fewer,
/// guesses follow: see [`completed`]. `seen` hears of every test input that is done.
pub fn attempts(
    (tasks, own): (&[&Task], &[&[Code]]),
    rules: Rules,
    threads: usize,
    seen: impl Fn() + Sync,
) -> Vec<Vec<Attempts>> {
    let entries: Vec<_> = own.iter().copied().flatten().map(|code| Some(code.into())).collect();
    let mut places = 0..;
    let own = own.iter().map(|codes| places.by_ref().take(codes.len()).collect()).collect();
    let batts = Batts::for_each(&entries, own);
    let tests = |task: &Task, at| at >= task.demo.len();
    let request = Request { samples: tests, outputs: true, ..Request::new(tasks, rules, threads) };
    let never = AtomicBool::new(false);
    let table = batts.run(&request, &mut Engine::cpu(), &never, |_, _| -> Vec<()> {
        seen();
        Vec::new()
    });
    let of_task = |(rows, task): (Rows, &&Task)| {
        let of_test = |(at, sample): (usize, &Sample)| {
            let row =
                |p| table.table.row(rows.first + at * rows.programs + p, rows.first_sample + at);
            let given = (0..rows.programs).filter_map(|p| grid(row(p)?.output?));
            completed(given, &task.demo, Some(&sample.input))
        };
        task.test.iter().enumerate().map(of_test).collect()
    };
    table.table.by_task().zip(tasks).map(of_task).collect()
}

fn grid(output: Output<'_>) -> Option<TaskGrid> {
    let Output::Grid(height, width, cells) = output else { return None };
    TaskGrid::new(height, width, cells.iter().map(|&cell| cell as i8).collect())
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
