//! Steps: small trees that make some cells right and leave the others as they are.

use super::features::{self, UNIONS};
use super::frame::{Base, Frame};
use super::rule::Rule;
use super::table::{Action, Table};
use super::tree::{Learner, Limits, OWN};
use super::views::View;
use super::{hiding, samples};
use crate::budget::{Budget, Worked};
use crate::problem::Problem;
use crate::steps::Step;

/// Steps that trees can do; those found until the budget was spent.
pub fn steps(problem: &Problem, budget: &mut Budget) -> Vec<Step> {
    let mut found = Vec::new();
    let _ = search(problem, budget, &mut found);
    found
}

fn search(problem: &Problem, budget: &mut Budget, found: &mut Vec<Step>) -> Worked {
    let frame: Frame = vec![Base::Input];
    let Some(samples) = samples(problem, &frame, View::Plain) else { return Ok(()) };
    let table = Table::new(features::features(&frame, &hiding(problem)), &samples, budget)?;
    if !matches!(table.actions.get(OWN), Some(Action::Copy(_))) {
        return Ok(());
    }
    let mut tried: Vec<Vec<usize>> = Vec::new();
    for groups in UNIONS {
        budget.check()?;
        let columns = table.columns(groups);
        if tried.contains(&columns) {
            continue;
        }
        let learner = Learner::new(&table, &columns, table.allowed(groups), Limits::PART, budget)?;
        let tree = learner.learn(None, budget)?.tree;
        let rule = Rule { frame: &frame, table: &table, tree };
        let inputs: Vec<_> = problem.inputs().collect();
        budget.spend(20 * inputs.iter().map(|input| input.cells.len() as u64).sum::<u64>())?;
        let apply = |sample: usize| rule.apply(inputs[sample]);
        let cost = rule.bits(learner.columns.len());
        found.extend(Step::of(problem, &apply, cost, || rule.program(1)));
        tried.push(columns);
    }
    Ok(())
}
