//! Strategy `cells`: decision trees over features of cells.
//!
//! Where an output is as large as the input (or as a part of it, or a multiple), each of its cells is told from
//! what can be said about the cell of the input: its colour, what lies around it, which object it belongs to. Trees are
//! learned from all cells of all demos, one for each of some unions of feature groups; the groups matter
//! because any single tree over everything finds accidental questions. How well a union does on demos that were
//! left out says most about whether its answer is right.

mod features;
mod frame;
mod iterate;
mod rule;
mod steps;
mod table;
mod tree;
mod views;
mod votes;

pub use self::steps::steps;

use self::features::{Group, UNIONS};
use self::frame::{Frame, Grid};
use self::rule::Rule;
use self::table::{Sample, Table};
use self::tree::{Learner, Limits, Tree};
use self::views::{VIEWS, View};
use self::votes::Votes;
use crate::Strategy;
use crate::budget::{Budget, Worked};
use crate::candidate::{Candidate, Candidates};
use crate::problem::{Demo, Problem};

/// Most demo cells that trees are learned from.
const MAX_CELLS: usize = 16_000;
/// Most demos that are left out in turn.
const MAX_FOLDS: usize = 6;
/// Bits that failing on all left-out demos costs.
const LEFT_OUT_BITS: f64 = 60.0;

/// Bits that a leaf costs which no demo needs on the mean.
const UNUSED_BITS: f64 = 20.0;

/// The strategy.
pub struct Cells;

impl Strategy for Cells {
    fn name(&self) -> &'static str {
        "cells"
    }

    fn run(&self, problem: &Problem, budget: &mut Budget, found: &mut Candidates) -> Worked {
        let mut votes = Votes::default();
        let end = search(problem, budget, &mut votes);
        votes.hand_over(found);
        end
    }
}

/// Tries all frames and views until some tree is sure of itself, then rules that are applied again and again.
fn search(problem: &Problem, budget: &mut Budget, votes: &mut Votes) -> Worked {
    for frame in frame::frames(problem) {
        let mut unions = UNIONS.to_vec();
        for view in VIEWS {
            if !votes.is_sure() {
                let pure = run_frame(problem, &frame, *view, &unions, budget, votes)?;
                if *view == View::Plain {
                    unions = pure;
                }
            }
        }
    }
    if problem.same_size() && !votes.is_sure() {
        iterate::run(problem, budget, votes)?;
    }
    Ok(())
}

/// Groups that are tried together.
type Union = &'static [Group];

/// Learns a tree for each union; gives those that explain all demo cells: what fails on these fails on more of them.
fn run_frame(
    problem: &Problem,
    frame: &Frame,
    view: View,
    unions: &[Union],
    budget: &mut Budget,
    votes: &mut Votes,
) -> Worked<Vec<Union>> {
    let mut pure = Vec::new();
    let Some(samples) = samples(problem, frame, view) else { return Ok(pure) };
    let features = features::features(frame, &hiding(problem));
    let table = Table::new(features, &samples, budget)?;
    let mut tried: Vec<Vec<usize>> = Vec::new();
    for groups in unions {
        budget.check()?;
        let columns = table.columns(groups);
        if tried.contains(&columns) {
            continue;
        }
        let learner = Learner::new(&table, &columns, table.allowed(groups), Limits::WHOLE, budget)?;
        if let Some(candidate) = candidate(problem, frame, &learner, budget)? {
            votes.add(candidate);
            pure.push(*groups);
        }
        tried.push(columns);
    }
    Ok(pure)
}

/// The demos as learning sees them, as many as there is room for.
fn samples(problem: &Problem, frame: &Frame, view: View) -> Option<Vec<Sample>> {
    let mut samples = Vec::new();
    let mut cells = 0;
    for (of, demo) in view.demos(problem) {
        let sample = sample(&demo, of, frame)?;
        cells += sample.target.len();
        if cells > MAX_CELLS && !samples.is_empty() {
            break;
        }
        samples.push(sample);
    }
    (!samples.is_empty()).then_some(samples)
}

fn sample(demo: &Demo, of: usize, frame: &Frame) -> Option<Sample> {
    let input = Grid::from(&demo.input);
    let bases: Vec<Grid> = frame.iter().map(|base| base.make(&input)).collect::<Option<_>>()?;
    let target = Grid::from(&demo.output);
    let fits = bases.iter().all(|b| (b.height, b.width) == (target.height, target.width));
    fits.then_some(Sample { of, bases, target: target.cells })
}

/// Colours that may hide patterns: those of all inputs that no output has, and 0.
fn hiding(problem: &Problem) -> Vec<i8> {
    let hidden = |colour: &u8| {
        problem.inputs().all(|input| input.cells.contains(colour))
            && problem.demos.iter().all(|demo| !demo.output.cells.contains(colour))
    };
    let mut hiding: Vec<i8> = (1..10u8).filter(hidden).map(|colour| colour as i8).collect();
    hiding.push(0);
    hiding
}

/// What a learner finds, if it fits some demo.
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
    let left_out = left_out(learner, budget)?;
    let doubt = doubt(learner, &learned.tree, left_out);
    let rule = Rule { frame, table, tree: learned.tree };
    let fits: Vec<bool> = problem
        .demos
        .iter()
        .map(|demo| rule.apply(&demo.input).as_ref() == Some(&demo.output))
        .collect();
    let outputs = problem.tests.iter().map(|input| rule.apply(input)).collect();
    Ok(Some(Candidate {
        strategy: "cells",
        outputs,
        fits,
        cost: rule.bits(learner.columns.len()) + doubt,
        left_out,
        program: rule.program(1),
    }))
}

/// Bits for what speaks against a tree: demos that it cannot do without, leaves that only some of them need.
fn doubt(learner: &Learner, tree: &Tree, left_out: Option<f64>) -> f64 {
    LEFT_OUT_BITS * (1.0 - left_out.unwrap_or(0.5)) + UNUSED_BITS * learner.unused(tree)
}

/// Share of demos that come out right when they are not learned from.
fn left_out(learner: &Learner, budget: &mut Budget) -> Worked<Option<f64>> {
    let table = learner.table;
    let demos = table.of.last().map_or(0, |&last| last + 1);
    if demos < 2 {
        return Ok(None);
    }
    let folds = demos.min(MAX_FOLDS);
    let mut right = 0;
    for fold in 0..folds {
        if fold > 1 && right == 0 {
            // Hopeless: the others would not change much.
            break;
        }
        let learned = learner.learn(Some(fold), budget)?;
        right += fits(table, &learned.tree, fold) as usize;
    }
    Ok(Some(right as f64 / folds as f64))
}

/// Whether a tree makes the output of a demo.
fn fits(table: &Table, tree: &Tree, demo: usize) -> bool {
    let first = table.of.iter().position(|&of| of == demo);
    let right = |cell: u32| table.right[cell as usize] >> tree.action(table, cell) & 1 != 0;
    first.is_some_and(|sample| table.cells(sample).all(right))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::problem::Picture;

    fn picture(height: usize, width: usize, seed: usize) -> Picture {
        let cells = (0..height * width).map(|i| ((i * 7 + seed * 13) % 11 % 4) as u8).collect();
        Picture { height, width, cells }
    }

    fn solve(demos: Vec<Demo>, tests: Vec<Picture>) -> Candidates {
        let (problem, mut found) = (Problem { demos, tests }, Candidates::default());
        let _ = Cells.run(
            &problem,
            &mut Budget::new(20_000_000, 1 << 28, &AtomicBool::new(false)),
            &mut found,
        );
        found
    }

    #[test]
    fn any_problem_is_survived() {
        solve(vec![], vec![picture(3, 3, 0)]);
        let demo = |h: usize, w: usize, s: usize| Demo {
            input: picture(h, w, s),
            output: picture(h, w, s + 1),
        };
        solve(vec![demo(1, 1, 0)], vec![picture(30, 30, 1), picture(1, 2, 0)]);
        solve((0..300).map(|s| demo(30, 30, s)).collect(), vec![picture(30, 30, 1)]);
        let cut = Demo { input: picture(3, 7, 0), output: picture(3, 3, 0) };
        solve(vec![cut], vec![picture(2, 2, 0), picture(5, 9, 0)]);
    }

    #[test]
    fn colours_are_exchanged() {
        let swap = |p: &Picture| Picture {
            cells: p.cells.iter().map(|&c| if c == 1 { 2 } else { c }).collect(),
            ..p.clone()
        };
        let demo = |s: usize| Demo { input: picture(4, 5, s), output: swap(&picture(4, 5, s)) };
        let test = picture(6, 6, 5);
        let found = solve(vec![demo(0), demo(1), demo(2)], vec![test.clone()]);
        assert!(
            found.all.iter().any(|c| c.outputs[0] == Some(swap(&test)) && c.left_out == Some(1.0))
        );
        let lines = &found.all[0].program;
        assert!(lines.last().is_some_and(|line| line.starts_with("O = grid_p(")), "{lines:?}");
    }
}
