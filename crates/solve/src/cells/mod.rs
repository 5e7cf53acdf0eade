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
mod table;
mod tree;
mod views;
mod votes;

use self::features::UNIONS;
use self::frame::{Frame, Grid};
use self::rule::Rule;
use self::table::{Sample, Table};
use self::tree::{Learner, Tree};
use self::views::{VIEWS, View};
use self::votes::Votes;
use crate::budget::{Budget, Spent};
use crate::candidate::{Candidate, Candidates};
use crate::problem::{Demo, Problem};
use crate::Strategy;

/// Most demo cells that trees are learned from.
const MAX_CELLS: usize = 16_000;
/// Most demos that are left out in turn.
const MAX_FOLDS: usize = 6;
/// Bits that failing on all left-out demos costs.
const LEFT_OUT_BITS: f64 = 60.0;

/// The strategy.
pub struct Cells;

impl Strategy for Cells {
    fn name(&self) -> &'static str {
        "cells"
    }

    fn run(&self, problem: &Problem, budget: &mut Budget, found: &mut Candidates) -> Result<(), Spent> {
        let mut votes = Votes::default();
        let end = search(problem, budget, &mut votes);
        votes.hand_over(found);
        end
    }
}

fn search(problem: &Problem, budget: &mut Budget, votes: &mut Votes) -> Result<(), Spent> {
    for frame in frame::frames(problem) {
        for view in VIEWS {
            if !votes.is_sure() {
                run_frame(problem, &frame, *view, budget, votes)?;
            }
        }
    }
    if problem.same_size() && !votes.is_sure() {
        iterate::run(problem, budget, votes)?;
    }
    Ok(())
}

fn run_frame(
    problem: &Problem, frame: &Frame, view: View, budget: &mut Budget, votes: &mut Votes,
) -> Result<(), Spent> {
    let Some(samples) = samples(problem, frame, view) else { return Ok(()) };
    let features = features::features(frame, &hiding(problem));
    let table = Table::new(features, &samples, budget)?;
    let mut tried: Vec<Vec<usize>> = Vec::new();
    for groups in UNIONS {
        budget.check()?;
        let columns = table.columns(groups);
        if tried.contains(&columns) {
            continue;
        }
        let learner = Learner { table: &table, columns: &columns, allowed: table.allowed(groups), first: 0 };
        if let Some(candidate) = candidate(problem, frame, &learner, budget)? {
            votes.add(candidate);
        }
        tried.push(columns);
    }
    Ok(())
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
    problem: &Problem, frame: &Frame, learner: &Learner, budget: &mut Budget,
) -> Result<Option<Candidate>, Spent> {
    let table = learner.table;
    let mut cells: Vec<u32> = (0..table.right.len() as u32).collect();
    let learned = learner.learn(&mut cells, budget)?;
    if !learned.pure {
        return Ok(None);
    }
    let left_out = left_out(learner, budget)?;
    let rule = Rule { frame, table, tree: learned.tree };
    let fits: Vec<bool> =
        problem.demos.iter().map(|demo| rule.apply(&demo.input).as_ref() == Some(&demo.output)).collect();
    let outputs = problem.tests.iter().map(|input| rule.apply(input)).collect();
    let penalty = LEFT_OUT_BITS * (1.0 - left_out.unwrap_or(0.5));
    Ok(Some(Candidate {
        strategy: "cells",
        outputs,
        fits,
        cost: rule.bits(learner.columns.len()) + penalty,
        left_out,
        program: rule.program(1),
    }))
}

/// Share of demos that come out right when they are not learned from.
fn left_out(learner: &Learner, budget: &mut Budget) -> Result<Option<f64>, Spent> {
    let table = learner.table;
    let demos = table.of.last().map_or(0, |&last| last + 1);
    if demos < 2 {
        return Ok(None);
    }
    let folds = demos.min(MAX_FOLDS);
    let mut right = 0;
    for fold in 0..folds {
        let shown = (0..table.of.len()).filter(|&sample| table.of[sample] != fold);
        let mut cells: Vec<u32> = shown.flat_map(|sample| table.cells(sample)).collect();
        let learned = learner.learn(&mut cells, budget)?;
        right += fits(table, &learned.tree, fold) as usize;
    }
    Ok(Some(right as f64 / folds as f64))
}

/// Whether a tree makes the output of a demo.
fn fits(table: &Table, tree: &Tree, demo: usize) -> bool {
    let first = table.of.iter().position(|&of| of == demo);
    let right = |cell: u32| table.right[cell as usize] >> tree.action(table, cell as usize) & 1 != 0;
    first.is_some_and(|sample| table.cells(sample).all(right))
}
