//! What a strategy says of the program it found, and what the engine says.
//!
//! Strategies compute in ways of their own. The program they write is what counts, so it is run
//! alone before anybody gets to see or keep it; a difference is a defect of ours, never of the task.

use exec::data::{SampleName, Task, TaskGrid};
use exec::plan::Plan;
use exec::run::{Inputs, Rules, Worker};

use crate::code::{Code, solver_name};
use crate::kept::{Kept, Origin};
use crate::score::standing;
use crate::submit::output;

/// A program with what its strategy says that it does.
#[derive(Clone, Copy, Debug)]
pub struct Claim<'c> {
    /// The strategy.
    pub strategy: &'c str,
    /// The lines of the body in dialect `batt`; the last one assigns `O`.
    pub lines: &'c [String],
    /// Which demo samples it fits.
    pub fits: &'c [bool],
    /// What it gives for each test input; nothing where the strategy does not say.
    pub outputs: &'c [Option<TaskGrid>],
}

/// A program that does something else than its strategy said.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a program of strategy {strategy} for task {task} does not hold: {what}\n{text}")]
pub struct Broken {
    /// The strategy.
    pub strategy: String,
    /// The task.
    pub task: String,
    /// What differs.
    pub what: String,
    /// The program's text.
    pub text: String,
}

impl Claim<'_> {
    /// The program, if the engine agrees with everything that is said of it.
    pub fn check(&self, task: &Task, rules: Rules, worker: &mut Worker) -> Result<Code, Broken> {
        let broken = |what: String| Broken {
            strategy: self.strategy.to_string(),
            task: task.id.clone(),
            what,
            text: text(&task.id, self.lines),
        };
        let unread = |reason| broken(format!("it cannot be read: {reason}"));
        let code = read(&task.id, self.lines).map_err(unread)?;
        let plan = Plan::new(code.dag());
        let mut gives = |input: &TaskGrid| {
            let inputs = Inputs { demo: &task.demo, input, target: None };
            worker.run(&plan, inputs, rules, output)
        };
        for (at, (sample, &fits)) in task.demo.iter().zip(self.fits).enumerate() {
            if (gives(&sample.input) == sample.output) != fits {
                let said = if fits { "does not fit" } else { "fits" };
                return Err(broken(format!("it {said} {}", SampleName::Demo(at))));
            }
        }
        for (at, (sample, said)) in task.test.iter().zip(self.outputs).enumerate() {
            if said.is_some() && gives(&sample.input) != *said {
                let name = SampleName::Test(at);
                return Err(broken(format!("it gives something else for {name}")));
            }
        }
        Ok(code)
    }
}

fn text(task: &str, lines: &[String]) -> String {
    let lines: String = lines.iter().map(|line| format!("    {line}\n")).collect();
    format!("def {}(S, I, C):\n{lines}    return O\n", solver_name(task))
}

/// The program that the lines of a candidate are, or why they cannot be read.
pub fn read(task: &str, lines: &[String]) -> Result<Code, String> {
    let parsed = lang::parse(text(task, lines).as_bytes(), "lines", Some(lang::Dialect::Batt));
    match (parsed.programs.as_slice(), parsed.errors.first()) {
        ([program], None) => Ok(Code::of_program(program)),
        (_, error) => Err(error.map_or("no program in it".into(), |error| error.to_string())),
    }
}

/// What the store keeps of a program that a strategy found; nothing if its text is too long.
pub fn kept(
    strategy: &str,
    code: &Code,
    task: &Task,
    rules: Rules,
    worker: &mut Worker,
) -> Option<Kept> {
    let origin = Origin { strategy: Some(strategy.to_string()), ..Origin::default() };
    Kept::new(&task.id, code, standing(code, task, rules, worker), origin)
}

#[cfg(test)]
mod tests {
    use exec::data::Sample;

    use super::*;
    use crate::score::rules;

    fn row(cells: &[i8]) -> TaskGrid {
        TaskGrid::new(1, 2, cells.to_vec()).expect("a row")
    }

    fn check(lines: &[&str], fits: &[bool], output: Option<TaskGrid>) -> Result<Code, Broken> {
        let demo = Sample { input: row(&[1, 2]), output: Some(row(&[2, 1])) };
        let test = Sample { input: row(&[3, 4]), output: None };
        let task = Task { id: "t".into(), demo: vec![demo], test: vec![test] };
        let lines: Vec<String> = lines.iter().map(|line| line.to_string()).collect();
        let claim = Claim { strategy: "some", lines: &lines, fits, outputs: &[output] };
        claim.check(&task, rules(), &mut Worker::default())
    }

    #[test]
    fn what_holds_becomes_a_program() {
        let mirror = "O = vmirror_t(I)";
        let code = check(&[mirror], &[true], Some(row(&[4, 3]))).expect("it holds");
        assert_eq!(code.size(), 1);
        assert!(check(&[mirror], &[true], None).is_ok(), "what is not said cannot be wrong");
        let unused = ["x1 = hmirror_t(I)", mirror];
        assert_eq!(check(&unused, &[true], None).expect("it holds").hash(), code.hash());
    }

    #[test]
    fn every_difference_is_told() {
        let mirror = ["O = vmirror_t(I)"];
        let told = |lines: &[&str], fits: bool, output: Option<TaskGrid>| {
            check(lines, &[fits], output).expect_err("a difference").to_string()
        };
        assert!(told(&mirror, false, None).contains("it fits demo 1"));
        assert!(told(&["O = I"], true, None).contains("does not fit demo 1"));
        assert!(told(&mirror, true, Some(row(&[3, 4]))).contains("something else for test 1"));
        assert!(told(&["O = nonesuch(I)"], true, None).contains("cannot be read"));
        assert!(told(&[], true, None).contains("cannot be read"));
    }
}
