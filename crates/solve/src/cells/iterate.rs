//! Rules that are applied again and again until nothing changes: floods, rays, growth.
//!
//! Demos show the beginning and the end only. What lies between is assumed: a cell that has to change does so as soon as
//! it touches a cell that is finished (see [`Teacher`]). Trees are learned from all the states that follow from that.

use exec::planes::NONE;

use super::features::{self, Group};
use super::frame::{Base, Frame, Grid};
use super::rule::Rule;
use super::table::{Sample, Table};
use super::tree::{Learner, Limits, Tree};
use super::votes::Votes;
use super::{MAX_FOLDS, doubt};
use crate::budget::{Budget, Worked};
use crate::candidate::Candidate;
use crate::problem::{Picture, Problem};

/// Most times that a rule is applied.
const MAX_STEPS: usize = 60;
/// Most cells that trees are learned from.
const MAX_CELLS: usize = 24_000;
/// Bits that the assumption about the states between costs.
const ITERATED_BITS: f64 = 6.0;

/// When a cell changes: beside a finished one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Teacher {
    /// Whether corners touch.
    corners: bool,
    /// Whether the finished cell has the colour that this one is to get, or any that is not background.
    same: bool,
}

/// What is assumed, the plainest first.
static TEACHERS: &[Teacher] = &[
    Teacher { corners: false, same: true },
    Teacher { corners: true, same: true },
    Teacher { corners: false, same: false },
    Teacher { corners: true, same: false },
];

/// Groups that are tried together.
static UNIONS: &[&[Group]] = {
    use Group::*;
    &[&[Near], &[Near, Kin], &[Near, Far, Kin], &[Near, Ray], &[Near, Kin, Ray, Line]]
};

impl Teacher {
    /// The states from an input to its output; nothing if the output is not reached.
    fn states(self, input: &Picture, output: &Picture) -> Option<Vec<Grid>> {
        let (mut state, goal) = (Grid::from(input), Grid::from(output));
        let mut states = vec![state.clone()];
        while state.cells != goal.cells {
            let next = self.next(&state, &goal);
            if next.cells == state.cells || states.len() > MAX_STEPS {
                return None;
            }
            state = next;
            states.push(state.clone());
        }
        Some(states)
    }

    fn next(self, state: &Grid, goal: &Grid) -> Grid {
        let plane = state.plane();
        let done = |r: isize, c: isize, wanted: i8| {
            let colour = plane.get(r, c);
            let finished = colour != NONE && colour != 0 && goal.plane().get(r, c) == colour;
            finished && (!self.same || colour == wanted)
        };
        let cell = |at: usize| {
            let (own, wanted) = (state.cells[at], goal.cells[at]);
            let (r, c) = ((at / state.width) as isize, (at % state.width) as isize);
            let sides = [(-1, 0), (1, 0), (0, -1), (0, 1)];
            let corners = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
            let touches = |&(y, x): &(isize, isize)| done(r + y, c + x, wanted);
            let fires = own != wanted
                && (sides.iter().any(touches) || (self.corners && corners.iter().any(touches)));
            if fires { wanted } else { own }
        };
        Grid { cells: (0..state.cells.len()).map(cell).collect(), ..state.clone() }
    }
}

/// Learns rules for all assumptions that explain the demos.
pub fn run(problem: &Problem, budget: &mut Budget, votes: &mut Votes) -> Worked {
    let mut tried: Vec<Vec<Vec<Grid>>> = Vec::new();
    for teacher in TEACHERS {
        let states = problem.demos.iter().map(|d| teacher.states(&d.input, &d.output));
        let Some(states) = states.collect::<Option<Vec<_>>>() else { continue };
        if states.iter().all(|s| s.len() < 3) || tried.contains(&states) {
            continue;
        }
        learn(problem, &states, budget, votes)?;
        tried.push(states);
    }
    Ok(())
}

fn learn(
    problem: &Problem,
    states: &[Vec<Grid>],
    budget: &mut Budget,
    votes: &mut Votes,
) -> Worked {
    let frame: Frame = vec![Base::Input];
    let mut features = features::features(&frame, &[]);
    features
        .retain(|f| f.group == Group::Own || UNIONS.iter().any(|groups| groups.contains(&f.group)));
    let samples = samples(states);
    let table = Table::new(features, &samples, budget)?;
    for groups in UNIONS {
        budget.check()?;
        let columns = table.columns(groups);
        let learner = Learner::new(&table, &columns, table.allowed(groups), Limits::WHOLE, budget)?;
        if let Some(candidate) = candidate(problem, &frame, &learner, budget)? {
            votes.add(candidate);
        }
    }
    Ok(())
}

/// Steps from state to state, evenly chosen where there are too many.
fn samples(states: &[Vec<Grid>]) -> Vec<Sample> {
    let room = MAX_CELLS / states.len().max(1);
    let mut samples = Vec::new();
    for (of, states) in states.iter().enumerate() {
        let last = states.len() - 1;
        let stride = (states.len() * states[0].cells.len()).div_ceil(room).max(1);
        for at in (0..states.len()).filter(|at| at % stride == 0 || *at == last) {
            let target = states[(at + 1).min(last)].cells.clone();
            samples.push(Sample { of, bases: vec![states[at].clone()], target });
        }
    }
    samples
}

fn candidate(
    problem: &Problem,
    frame: &Frame,
    learner: &Learner,
    budget: &mut Budget,
) -> Worked<Option<Candidate>> {
    let table = learner.table;
    let learned = learner.learn(None, budget)?;
    if !learned.pure {
        return Ok(None);
    }
    let rule = Rule { frame, table, tree: learned.tree };
    let mut steps = 1;
    let mut fits = Vec::new();
    for demo in &problem.demos {
        let end = settle(&rule, &demo.input, budget)?;
        steps = steps.max(end.as_ref().map_or(1, |(_, n)| *n));
        fits.push(end.is_some_and(|(output, _)| output == demo.output));
    }
    if !fits.iter().all(|&fits| fits) {
        return Ok(None);
    }
    let mut outputs = Vec::new();
    for input in &problem.tests {
        let end = settle(&rule, input, budget)?;
        steps = steps.max(end.as_ref().map_or(1, |(_, n)| *n));
        outputs.push(end.map(|(output, _)| output));
    }
    let left_out = left_out(problem, frame, learner, budget)?;
    let cost =
        rule.bits(learner.columns.len()) + doubt(learner, &rule.tree, left_out) + ITERATED_BITS;
    Ok(Some(Candidate {
        strategy: "cells",
        outputs,
        fits,
        cost,
        left_out,
        program: rule.program(steps),
    }))
}

/// Applies a rule until nothing changes, and says how often that was; nothing if it never ends.
fn settle(rule: &Rule, input: &Picture, budget: &mut Budget) -> Worked<Option<(Picture, usize)>> {
    let mut state = input.clone();
    for steps in 1..=MAX_STEPS {
        budget.spend(20 * state.cells.len() as u64)?;
        let Some(next) = rule.apply(&state) else { return Ok(None) };
        if next == state {
            return Ok(Some((state, (steps - 1).max(1))));
        }
        state = next;
    }
    Ok(None)
}

fn left_out(
    problem: &Problem,
    frame: &Frame,
    learner: &Learner,
    budget: &mut Budget,
) -> Worked<Option<f64>> {
    let table = learner.table;
    let folds = problem.demos.len().min(MAX_FOLDS);
    if folds < 2 {
        return Ok(None);
    }
    let mut right = 0;
    for fold in 0..folds {
        let tree: Tree = learner.learn(Some(fold), budget)?.tree;
        let demo = &problem.demos[fold];
        let end = settle(&Rule { frame, table, tree }, &demo.input, budget)?;
        right += end.is_some_and(|(output, _)| output == demo.output) as usize;
    }
    Ok(Some(right as f64 / folds as f64))
}
