//! Strategy `cells`: decision trees over features of cells.
//!
//! Where an output is as large as the input (or as a part of it, or a multiple), each of its cells is told from
//! what can be said about the cell of the input: its colour, what lies around it, which object it belongs to. Trees are
//! learned from all cells of all demos, one for each of some unions of feature groups; the groups matter
//! because any single tree over everything finds accidental questions. How well a union does on demos that were
//! left out says most about whether its answer is right.

mod features;
mod frame;
mod rule;
mod table;
mod tree;

use self::features::UNIONS;
use self::frame::{Frame, Grid};
use self::rule::Rule;
use self::table::{Sample, Table};
use self::tree::{Learner, Tree};
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
        for frame in frame::frames(problem) {
            run_frame(problem, &frame, budget, found)?;
        }
        Ok(())
    }
}

fn run_frame(problem: &Problem, frame: &Frame, budget: &mut Budget, found: &mut Candidates) -> Result<(), Spent> {
    let Some(samples) = samples(problem, frame) else { return Ok(()) };
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
            found.add(candidate);
        }
        tried.push(columns);
    }
    Ok(())
}

/// The demos as learning sees them, as many as there is room for.
fn samples(problem: &Problem, frame: &Frame) -> Option<Vec<Sample>> {
    let mut samples = Vec::new();
    let mut cells = 0;
    for demo in &problem.demos {
        let sample = sample(demo, frame)?;
        cells += sample.target.len();
        if cells > MAX_CELLS && !samples.is_empty() {
            break;
        }
        samples.push(sample);
    }
    Some(samples)
}

fn sample(demo: &Demo, frame: &Frame) -> Option<Sample> {
    let input = Grid::from(&demo.input);
    let bases: Vec<Grid> = frame.iter().map(|base| base.make(&input)).collect::<Option<_>>()?;
    let target = Grid::from(&demo.output);
    let fits = bases.iter().all(|b| (b.height, b.width) == (target.height, target.width));
    fits.then_some(Sample { bases, target: target.cells })
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
        program: rule.program(),
    }))
}

/// Share of demos that come out right when they are not learned from.
fn left_out(learner: &Learner, budget: &mut Budget) -> Result<Option<f64>, Spent> {
    let table = learner.table;
    let demos = table.starts.len() - 1;
    if demos < 2 {
        return Ok(None);
    }
    let folds = demos.min(MAX_FOLDS);
    let mut right = 0;
    for fold in 0..folds {
        let inside = |cell: &u32| (table.starts[fold]..table.starts[fold + 1]).contains(&(*cell as usize));
        let mut cells: Vec<u32> = (0..table.right.len() as u32).filter(|cell| !inside(cell)).collect();
        let learned = learner.learn(&mut cells, budget)?;
        right += fits(table, &learned.tree, fold) as usize;
    }
    Ok(Some(right as f64 / folds as f64))
}

fn fits(table: &Table, tree: &Tree, sample: usize) -> bool {
    (table.starts[sample]..table.starts[sample + 1]).all(|cell| table.right[cell] >> tree.action(table, cell) & 1 != 0)
}
