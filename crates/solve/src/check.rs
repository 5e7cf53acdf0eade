//! Whether a program means what the strategy said that found it.

use std::fmt;

use exec::data::{Sample, Task, TaskGrid};
use exec::plan::Plan;
use exec::run::{Budget, Inputs, Policy, Rules, Worker};
use exec::value::{Fault, R, View};
use lang::{Dialect, Program};

use crate::candidate::Candidate;
use crate::problem::Picture;

/// Largest cost of a step and of a program: what strategies may do is bounded by their own budgets.
const MOST_COST: u64 = 1 << 30;

/// What a program does otherwise than its candidate says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mismatch {
    /// The candidate has no program.
    Missing,
    /// The program cannot be read.
    Unread(String),
    /// The output for a test input is another one.
    Test(usize, Result<Picture, Fault>),
    /// A demo is fitted, or is not, against what was said.
    Demo(usize, Result<Picture, Fault>),
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let given = |given: &Result<Picture, Fault>| match given {
            Ok(picture) => format!("a grid of {} x {}", picture.height, picture.width),
            Err(fault) => format!("fault {fault}"),
        };
        match self {
            Mismatch::Missing => write!(f, "no program"),
            Mismatch::Unread(why) => write!(f, "cannot be read: {why}"),
            Mismatch::Test(number, result) => write!(f, "test {number}: gives {}", given(result)),
            Mismatch::Demo(number, result) => write!(f, "demo {number}: gives {}", given(result)),
        }
    }
}

/// The program of a candidate, if it gives the candidate's outputs and fits the demos that the candidate fits.
pub fn check(candidate: &Candidate, task: &Task) -> Result<Program, Mismatch> {
    let program = program(candidate)?;
    let plan = Plan::new(&program.dag);
    let mut worker = Worker::default();
    let mut run = |sample: &Sample| run(&mut worker, &plan, &task.demo, &sample.input);
    for (number, (sample, said)) in task.test.iter().zip(&candidate.outputs).enumerate() {
        let given = run(sample);
        if given.as_ref().ok() != said.as_ref() {
            return Err(Mismatch::Test(number, given));
        }
    }
    let demos = task.demo.iter().filter(|sample| sample.output.is_some());
    for (number, (sample, &fits)) in demos.zip(&candidate.fits).enumerate() {
        let given = run(sample);
        if (given.as_ref().ok() == sample.output.as_ref().map(Picture::from).as_ref()) != fits {
            return Err(Mismatch::Demo(number, given));
        }
    }
    Ok(program)
}

/// The program of a candidate as the language reads it.
pub fn program(candidate: &Candidate) -> Result<Program, Mismatch> {
    if candidate.program.is_empty() {
        return Err(Mismatch::Missing);
    }
    let mut text = "def solve_x(S, I, C):\n".to_string();
    candidate.program.iter().for_each(|line| text += &format!("    {line}\n"));
    text += "    return O\n";
    let mut parsed = lang::parse(text.as_bytes(), "candidate", Some(Dialect::Batt));
    let why = |parsed: &lang::Parsed| parsed.errors.first().map_or(String::new(), |error| error.to_string());
    match parsed.programs.pop() {
        Some(program) if parsed.errors.is_empty() => Ok(program),
        _ => Err(Mismatch::Unread(why(&parsed))),
    }
}

fn run(worker: &mut Worker, plan: &Plan, demo: &[Sample], input: &TaskGrid) -> Result<Picture, Fault> {
    let budget = Budget { step: MOST_COST, program: MOST_COST };
    let rules = Rules { policy: Policy::Strict, budget };
    let inputs = Inputs { demo, input, target: None };
    worker.run(plan, inputs, rules, |run| picture(run.outcomes()[0].result))
}

/// The picture that a program gave; a `type` fault if it is none.
fn picture(result: R<'_>) -> Result<Picture, Fault> {
    let View::Grid(grid) = result?.view() else { return Err(Fault::Type) };
    let is_picture = grid.width > 0 && grid.cells.iter().all(|cell| (0..=9).contains(cell));
    let cells = grid.cells.iter().map(|&cell| cell as u8).collect();
    if is_picture { Ok(Picture { height: grid.height, width: grid.width, cells }) } else { Err(Fault::Type) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(cells: [i8; 4]) -> TaskGrid {
        TaskGrid::new(2, 2, cells.to_vec()).unwrap()
    }

    fn candidate(program: &[&str]) -> Candidate {
        Candidate {
            strategy: "test",
            outputs: vec![Some(Picture { height: 2, width: 2, cells: vec![2, 1, 4, 3] })],
            fits: vec![true],
            cost: 1.0,
            left_out: None,
            program: program.iter().map(|line| line.to_string()).collect(),
        }
    }

    #[test]
    fn programs_are_held_to_what_was_said() {
        let sample = |input, output| Sample { input: grid(input), output: Some(grid(output)) };
        let task = Task {
            id: "x".to_string(),
            demo: vec![sample([1, 0, 0, 2], [0, 1, 2, 0])],
            test: vec![sample([1, 2, 3, 4], [0, 0, 0, 0])],
        };
        let right = ["x1 = turn_l(I, 4)", "O = picture_l(x1)"];
        assert!(check(&candidate(&right), &task).is_ok());
        let said = |program: &[&str]| check(&candidate(program), &task).unwrap_err();
        assert!(matches!(said(&["O = hmirror_t(I)"]), Mismatch::Test(0, Ok(_))));
        assert_eq!(said(&["O = crop_l(3)"]), Mismatch::Test(0, Err(Fault::Type)));
        assert!(matches!(said(&["O = nonsense(I)"]), Mismatch::Unread(_)));
        assert_eq!(said(&[]), Mismatch::Missing);
        let unfit = Candidate { fits: vec![false], ..candidate(&right) };
        assert!(matches!(check(&unfit, &task), Err(Mismatch::Demo(0, Ok(_)))));
    }
}
