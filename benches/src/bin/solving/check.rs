//! Whether programs do what strategies say of them, on whole sets.

use evolve::claim::Claim;
use exec::data::{Task, TaskGrid};
use exec::run::{Rules, Worker};
use solve::Candidate;

use crate::run::{Who, solutions};

/// Runs the program of every candidate and prints those that do something else.
pub fn print(tasks: &[Task], effort: f64, who: &Who) -> Result<(), String> {
    let (mut held, mut broken, mut worker) = (0, 0, Worker::default());
    for (task, (solution, _)) in tasks.iter().zip(solutions(tasks, effort, who)) {
        for candidate in &solution.candidates {
            match claimed(task, candidate, &mut worker) {
                Ok(()) => held += 1,
                Err(what) => {
                    broken += 1;
                    println!("{what}");
                }
            }
        }
    }
    println!("{held} programs do what was said, {broken} do not");
    if broken == 0 { Ok(()) } else { Err("programs that do not hold".to_string()) }
}

fn claimed(task: &Task, candidate: &Candidate, worker: &mut Worker) -> Result<(), String> {
    let outputs: Vec<Option<TaskGrid>> =
        candidate.outputs.iter().map(|o| o.as_ref().map(|p| p.to_grid())).collect();
    let Candidate { strategy, program, fits, .. } = candidate;
    let claim = Claim { strategy, lines: program, fits, outputs: &outputs };
    claim.check(task, Rules::default(), worker).map(drop).map_err(|broken| broken.to_string())
}
