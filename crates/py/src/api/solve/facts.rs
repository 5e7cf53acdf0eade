//! What is known of a solved task, as Python keeps it: numbers, text, packed grids.

use std::borrow::Cow;

use ::solve::portfolio::Solution;
use ::solve::{Candidate, Picture};
use evolve::answer::{Attempt, Found, Solved, Totals, right};
use evolve::code::solver_name;
use exec::data::TaskGrid;
use pyo3::prelude::*;
use serde_json::Value as Json;

use crate::api::json::plain;

/// A grid: height, width, cells row after row.
pub type Cells = (usize, usize, Vec<u8>);

fn cells(grid: &TaskGrid) -> Cells {
    let cells = grid.cells().iter().map(|&cell| cell as u8).collect();
    (grid.height(), grid.width(), cells)
}

/// The grid again, if it is one.
pub fn grid((height, width, cells): Cells) -> Option<TaskGrid> {
    let cells = cells.into_iter().map(|cell| cell as i8).collect();
    TaskGrid::new(u16::try_from(height).ok()?, u16::try_from(width).ok()?, cells)
}

/// A task's facts; a dict in Python.
#[derive(IntoPyObject)]
pub struct Facts {
    /// By test input.
    attempts: Vec<Vec<AttemptFacts>>,
    /// Which attempts are right, where that is known.
    right: Vec<Option<[bool; 2]>>,
    programs: Vec<ProgramFacts>,
    /// Where they were asked for.
    candidates: Option<Vec<CandidateFacts>>,
    candidate_count: usize,
    fits_demos: bool,
    units: u64,
    how: &'static str,
    cut: bool,
    seconds: f64,
    #[pyo3(into_py_with = json_dict)]
    totals: Json,
}

fn json_dict<'py>(json: Cow<'_, Json>, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
    plain(py, &json)
}

/// Output, number of its program, chance.
#[derive(IntoPyObject)]
struct AttemptFacts(Cells, Option<usize>, Option<f64>);

/// What gives an attempt: strategy, demos it fits, cost, left-out share, text.
#[derive(IntoPyObject)]
struct ProgramFacts(&'static str, Vec<bool>, f64, Option<f64>, Option<String>);

/// What was found: strategy, demos it fits, cost, left-out share, text; by test input output, rank and chance.
#[derive(IntoPyObject)]
struct CandidateFacts(
    &'static str,
    Vec<bool>,
    f64,
    Option<f64>,
    Option<String>,
    Vec<Option<Cells>>,
    Vec<Option<usize>>,
    Vec<Option<f64>>,
);

impl Facts {
    /// What there is to say.
    pub fn of(solved: &Solved<'_>) -> Facts {
        let Solved { task, answered, seconds, cut } = solved;
        let attempts = |pair: &[Attempt; 2]| pair.iter().map(attempt).collect();
        let tests = task.test.iter().zip(&answered.tests);
        Facts {
            attempts: answered.tests.iter().map(attempts).collect(),
            right: tests.map(|(sample, pair)| right(sample, pair)).collect(),
            programs: answered.found.iter().map(program).collect(),
            candidates: answered.solution.as_ref().map(|all| candidates(all, &task.id)),
            candidate_count: answered.candidates,
            fits_demos: answered.fits_demos,
            units: answered.units(),
            how: answered.how.name(),
            cut: *cut,
            seconds: *seconds,
            totals: Json::Object(Totals::of(std::slice::from_ref(solved)).json()),
        }
    }
}

fn attempt(attempt: &Attempt) -> AttemptFacts {
    let giver = attempt.giver;
    let (found, chance) = (giver.map(|giver| giver.found), giver.map(|giver| giver.chance));
    AttemptFacts(cells(&attempt.grid), found, chance)
}

fn program(found: &Found) -> ProgramFacts {
    let Found { strategy, fits, cost, left_out, program, .. } = found;
    ProgramFacts(strategy, fits.clone(), *cost, *left_out, program.clone())
}

fn candidates(solution: &Solution, task: &str) -> Vec<CandidateFacts> {
    let (tests, name) = (solution.answers.len(), solver_name(task));
    let mut all: Vec<CandidateFacts> =
        solution.candidates.iter().map(|found| candidate(found, &name, tests)).collect();
    for (test, answers) in solution.answers.iter().enumerate() {
        for (rank, answer) in answers.iter().enumerate() {
            for &number in &answer.candidates {
                all[number].6[test] = Some(rank + 1);
                all[number].7[test] = Some(answer.chance);
            }
        }
    }
    all
}

fn candidate(found: &Candidate, name: &str, tests: usize) -> CandidateFacts {
    let Candidate { strategy, outputs, fits, cost, left_out, program } = found;
    let cells = |picture: &Picture| (picture.height, picture.width, picture.cells.clone());
    let outputs = outputs.iter().map(|output| output.as_ref().map(cells)).collect();
    let (ranks, chances) = (vec![None; tests], vec![None; tests]);
    let lines: String = program.iter().map(|line| format!("    {line}\n")).collect();
    let text = (!lines.is_empty()).then(|| format!("def {name}(S, I, C):\n{lines}    return O\n"));
    CandidateFacts(strategy, fits.clone(), *cost, *left_out, text, outputs, ranks, chances)
}
