//! Strategy `steps`: a task in several steps. A step makes some cells right and none wrong; other strategies then see
//! the task with what it gave as inputs.

use crate::Strategy;
use crate::budget::{Budget, Worked};
use crate::candidate::Candidates;
use crate::cells::{self, Cells};
use crate::objects::{self, Objects};
use crate::problem::{Demo, Picture, Problem};
use crate::writer;

/// A step done.
pub struct Step {
    /// The task with what the step gives as inputs.
    pub problem: Problem,
    /// How good it is: demos made right, less a little for what it costs.
    pub value: f64,
    /// Bits of description.
    pub cost: f64,
    /// The program that does it.
    pub program: Vec<String>,
}

impl Step {
    /// The step that a function does, if it makes no right cell wrong and leaves something to do.
    pub fn of(
        problem: &Problem,
        apply: &dyn Fn(usize) -> Option<Picture>,
        cost: f64,
        program: impl Fn() -> Vec<String>,
    ) -> Option<Step> {
        let mut value = -cost / BITS_PER_DEMO;
        let mut demos = Vec::new();
        for (d, demo) in problem.demos.iter().enumerate() {
            let input = apply(d)?;
            if input.size() != demo.output.size() {
                return None;
            }
            value += progress(demo, &input)?;
            demos.push(Demo { input, output: demo.output.clone() });
        }
        let changes = demos.iter().zip(&problem.demos).any(|(a, b)| a.input != b.input);
        if !changes || demos.iter().all(|demo| demo.input == demo.output) {
            return None;
        }
        let demo_count = demos.len();
        let tests =
            (0..problem.tests.len()).map(|test| apply(demo_count + test)).collect::<Option<_>>()?;
        Some(Step { problem: Problem { demos, tests }, value, cost, program: program() })
    }
}

/// The share of an output's wrong cells that a picture of its size makes right; nothing where one becomes wrong.
fn progress(demo: &Demo, after: &Picture) -> Option<f64> {
    let wrong =
        |p: &Picture| p.cells.iter().zip(&demo.output.cells).filter(|(a, b)| a != b).count();
    let left = wrong(after);
    if demo.input.size() != after.size() {
        return Some(1.0 - left as f64 / after.cells.len() as f64);
    }
    let spoilt = |((before, now), wanted): ((&u8, &u8), &u8)| before == wanted && now != wanted;
    let cells = demo.input.cells.iter().zip(&after.cells).zip(&demo.output.cells);
    let before = wrong(&demo.input);
    (!cells.into_iter().any(spoilt))
        .then(|| if before == 0 { 0.0 } else { 1.0 - left as f64 / before as f64 })
}

/// Bits that weigh as much as one demo made right.
const BITS_PER_DEMO: f64 = 60.0;
/// Steps in a row: in the first round, and at last.
const DEPTHS: [usize; 2] = [2, 3];
/// States of each depth that one round goes on from.
const STATES: usize = 6;
/// Where steps come from.
const SOURCES: [fn(&Problem, &mut Budget) -> Vec<Step>; 2] = [objects::steps, cells::steps];
/// Of the units that a depth has, one in so many is for each source of steps.
const SOURCE_PART: u64 = 3;

/// The strategy.
pub struct Steps;

impl Strategy for Steps {
    fn name(&self) -> &'static str {
        "steps"
    }

    fn run(&self, problem: &Problem, budget: &mut Budget, found: &mut Candidates) -> Worked {
        if problem.demos.is_empty() || problem.tests.is_empty() {
            return Ok(());
        }
        let whole = Step { problem: problem.clone(), value: 0.0, cost: 0.0, program: Vec::new() };
        let part = budget.left() / DEPTHS[0] as u64 / SOURCE_PART;
        let mut pools = Pools { seen: vec![problem.clone()], pools: Default::default() };
        pools.pools[0] = next(&whole, part, budget)?;
        // Units that are left after a round serve the next best states, and steps behind them.
        for depths in DEPTHS[0].. {
            if !pools.round(depths.min(DEPTHS[1]), budget, found)? {
                break;
            }
        }
        Ok(())
    }
}

/// States to go on from, by the number of steps that led to them.
struct Pools {
    pools: [Vec<Step>; DEPTHS[1]],
    /// All problems that were gone on from.
    seen: Vec<Problem>,
}

impl Pools {
    /// Goes on from the best states of every depth; whether there were any.
    fn round(
        &mut self,
        depths: usize,
        budget: &mut Budget,
        found: &mut Candidates,
    ) -> Worked<bool> {
        let mut any = false;
        for depth in 0..depths {
            let states = self.best(depth);
            any |= !states.is_empty();
            for (i, state) in states.iter().enumerate() {
                let parts = (depths - depth) * (states.len() - i);
                budget.within(budget.left() / parts as u64, |budget| {
                    go_on(&Cells, state, budget, found);
                    go_on(&Objects, state, budget, found);
                })?;
            }
            if depth + 1 < DEPTHS[1] {
                let parts = depths.saturating_sub(depth + 1).max(1) * states.len().max(1);
                let part = budget.left() / parts as u64 / SOURCE_PART;
                for state in &states {
                    self.pools[depth + 1].extend(next(state, part, budget)?);
                }
            }
        }
        Ok(any)
    }

    /// Takes the best states that are new.
    fn best(&mut self, depth: usize) -> Vec<Step> {
        let pool = &mut self.pools[depth];
        pool.sort_by(|a, b| b.value.total_cmp(&a.value));
        pool.reverse();
        let mut states = Vec::new();
        while states.len() < STATES
            && let Some(state) = pool.pop()
        {
            if !self.seen.contains(&state.problem) {
                self.seen.push(state.problem.clone());
                states.push(state);
            }
        }
        states
    }
}

/// All steps from a state; each source may take so many units.
fn next(state: &Step, part: u64, budget: &mut Budget) -> Worked<Vec<Step>> {
    let mut steps = Vec::new();
    for source in SOURCES {
        let found = budget.within(part, |budget| source(&state.problem, budget))?;
        steps.extend(found.into_iter().map(|step| joined(state, step)));
    }
    Ok(steps)
}

fn joined(state: &Step, step: Step) -> Step {
    let program = match state.program.is_empty() {
        true => step.program,
        false => writer::after(&state.program, &step.program),
    };
    Step { program, value: state.value + step.value, cost: state.cost + step.cost, ..step }
}

/// Runs a strategy on what a step left to do.
fn go_on(strategy: &dyn Strategy, state: &Step, budget: &mut Budget, found: &mut Candidates) {
    let mut seen = Candidates::default();
    let _ =
        budget.within(budget.left() / 2, |budget| strategy.run(&state.problem, budget, &mut seen));
    for mut candidate in seen.all {
        candidate.strategy = Steps.name();
        candidate.cost += state.cost;
        candidate.program = writer::after(&state.program, &candidate.program);
        found.add(candidate);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    fn picture(rows: &[&str]) -> Picture {
        let cells = rows.iter().flat_map(|row| row.bytes().map(|b| b - b'0')).collect();
        Picture { height: rows.len(), width: rows[0].len(), cells }
    }

    fn solve(demos: Vec<Demo>, tests: Vec<Picture>) -> Candidates {
        let (problem, mut found) = (Problem { demos, tests }, Candidates::default());
        let stop = AtomicBool::new(false);
        let _ = Steps.run(&problem, &mut Budget::new(40_000_000, 1 << 28, &stop), &mut found);
        found
    }

    #[test]
    fn any_problem_is_survived() {
        let plain = |side: usize, colour: u8| Picture::plain(side, side, colour);
        let demo = |a: Picture, b: Picture| Demo { input: a, output: b };
        solve(vec![], vec![plain(3, 1)]);
        solve(vec![demo(plain(1, 0), plain(1, 1))], vec![plain(30, 2)]);
        solve(vec![demo(plain(30, 0), plain(30, 1))], vec![]);
        let contrary = vec![demo(plain(4, 1), plain(4, 2)), demo(plain(4, 1), plain(2, 3))];
        solve(contrary, vec![plain(1, 1)]);
    }

    #[test]
    fn a_step_makes_cells_right_and_none_wrong() {
        let demo = Demo { input: picture(&["102"]), output: picture(&["132"]) };
        let problem = Problem { demos: vec![demo.clone()], tests: vec![picture(&["000"])] };
        let step = |rows: &'static [&'static str]| {
            Step::of(&problem, &move |_| Some(picture(rows)), 6.0, Vec::new)
        };
        assert!(step(&["102"]).is_none(), "nothing changes");
        assert!(step(&["332"]).is_none(), "a right cell becomes wrong");
        assert!(step(&["132"]).is_none(), "nothing is left to do");
        let two = Demo { input: picture(&["100"]), output: picture(&["132"]) };
        let problem = Problem { demos: vec![two], tests: vec![picture(&["000"])] };
        let half = Step::of(&problem, &|_| Some(picture(&["130"])), 6.0, Vec::new);
        assert_eq!(half.map(|step| step.value), Some(0.5 - 6.0 / BITS_PER_DEMO));
    }

    #[test]
    fn two_rules_one_after_the_other() {
        // Holes of boxes are filled with 4, and cells of colour 2 go.
        let demos = vec![
            Demo {
                input: picture(&["00000000", "01110020", "01010000", "01110300", "00000000"]),
                output: picture(&["00000000", "01110000", "01410000", "01110300", "00000000"]),
            },
            Demo {
                input: picture(&["00000000", "02003330", "00003030", "00003330", "00010000"]),
                output: picture(&["00000000", "00003330", "00003430", "00003330", "00010000"]),
            },
            Demo {
                input: picture(&["66600000", "60600005", "66600000", "00000020", "07000000"]),
                output: picture(&["66600000", "64600005", "66600000", "00000000", "07000000"]),
            },
        ];
        let test = picture(&["20000000", "00555000", "00505000", "00555030", "00000000"]);
        let want = picture(&["00000000", "00555000", "00545000", "00555030", "00000000"]);
        let found = solve(demos, vec![test]);
        let right = |c: &&crate::Candidate| c.fits_all() && c.outputs[0].as_ref() == Some(&want);
        let best = found.all.iter().find(right).expect("a candidate with both steps");
        assert!(best.program.len() > 2 && best.strategy == "steps", "{:?}", best.program);
    }
}
