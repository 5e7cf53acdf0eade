//! What is answered without a program, or with too few.

use std::collections::HashSet;

use exec::data::{Dataset, MAX_SIDE, Sample, TaskGrid};

use super::{ATTEMPTS, Attempts};

/// The attempts for a test input: the first two different ones of `given` that could be outputs of
/// a task; where there are fewer, guesses follow. They are in this order: the input itself, the
/// output of the first demo sample, an empty grid of the input's shape, a black cell, a blue cell.
pub fn completed(
    given: impl IntoIterator<Item = TaskGrid>,
    demo: &[Sample],
    input: Option<&TaskGrid>,
) -> Attempts {
    let mut grids: Vec<TaskGrid> = Vec::with_capacity(ATTEMPTS);
    given.into_iter().for_each(|grid| add(&mut grids, grid));
    let from_programs = grids.len();
    guesses(demo, input).for_each(|guess| add(&mut grids, guess));
    let grids = grids.try_into().expect("the last two guesses differ");
    Attempts { grids, from_programs }
}

/// Guesses for the tasks of a data set that cannot be read, by their test inputs. Those whose test
/// inputs cannot be told apart are left out, and so are those that share the id of a readable task.
pub fn guesses_for_unread(data: &Dataset) -> Vec<(String, Vec<[TaskGrid; ATTEMPTS]>)> {
    let mut seen: HashSet<&str> = data.tasks.iter().map(|task| task.id.as_str()).collect();
    let told = data.bad.iter().filter(|bad| !bad.tests.is_empty());
    let first = told.filter(|bad| seen.insert(&bad.id));
    let guess = |input: &Option<TaskGrid>| completed([], &[], input.as_ref()).grids;
    first.map(|bad| (bad.id.clone(), bad.tests.iter().map(guess).collect())).collect()
}

/// Adds an attempt unless there are two, or it could be none.
fn add(grids: &mut Vec<TaskGrid>, grid: TaskGrid) {
    if grids.len() < ATTEMPTS && is_output(&grid) && !grids.contains(&grid) {
        grids.push(grid);
    }
}

fn guesses<'t>(
    demo: &'t [Sample],
    input: Option<&'t TaskGrid>,
) -> impl Iterator<Item = TaskGrid> + 't {
    let shown = demo.iter().filter_map(|sample| sample.output.clone()).take(1);
    let cells = [0, 1].into_iter().filter_map(|colour| TaskGrid::new(1, 1, vec![colour]));
    input.cloned().into_iter().chain(shown).chain(input.and_then(emptied)).chain(cells)
}

fn emptied(input: &TaskGrid) -> Option<TaskGrid> {
    let (height, width) = (input.height() as u16, input.width() as u16);
    TaskGrid::new(height, width, vec![0; input.cells().len()])
}

/// Whether a grid could be the output of a task.
pub(super) fn is_output(grid: &TaskGrid) -> bool {
    let fits = |side: usize| (1..=MAX_SIDE).contains(&side);
    let colours = grid.cells().iter().all(|cell| (0..=9).contains(cell));
    fits(grid.height()) && fits(grid.width()) && colours
}
