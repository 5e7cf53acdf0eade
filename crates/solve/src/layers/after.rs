//! Another strategy after a row: what is nearly right becomes its input.

use super::bank::Id;
use super::moves::Moves;
use super::print::Printer;
use super::rows::{RowId, Rows, TestRows};
use super::sizes::{self, SizeRule};
use crate::Strategy;
use crate::budget::{Budget, Worked};
use crate::candidate::Candidates;
use crate::problem::{Demo, Picture, Problem};
use crate::writer;

/// A strategy whose input is made by a row, for some rows that come close to the outputs.
pub struct After<S>(pub &'static str, pub S);

/// Rows that are looked at.
const MOST_ROWS: usize = 3000;
/// Rows that the strategy is tried after.
const MOST_VIEWS: usize = 6;

impl<S: Strategy> Strategy for After<S> {
    fn name(&self) -> &'static str {
        self.0
    }

    fn run(&self, problem: &Problem, budget: &mut Budget<'_>, found: &mut Candidates) -> Worked {
        if problem.demos.is_empty() {
            return Ok(());
        }
        for view in views(problem, budget)? {
            let mut seen = Candidates::default();
            let ended = self.1.run(&view.problem, budget, &mut seen);
            for mut candidate in seen.all {
                candidate.strategy = self.0;
                candidate.cost += view.cost;
                candidate.program = writer::after(&view.program, &candidate.program);
                found.add(candidate);
            }
            ended?;
        }
        Ok(())
    }
}

struct RowView {
    problem: Problem,
    cost: f64,
    program: Vec<String>,
}

fn views(problem: &Problem, budget: &mut Budget<'_>) -> Worked<Vec<RowView>> {
    let moves = Moves::of_table();
    let mut probe = Rows::new(problem, &moves, false, budget.bytes());
    probe.grow(10, budget)?;
    let rule = sizes::rules(problem, &probe).first().copied();
    let mut rows = Rows::new(problem, &moves, rule.is_some(), budget.bytes());
    for level in 1..40 {
        if rows.len() < MOST_ROWS {
            rows.grow(level, budget)?;
        }
    }
    let mut tests: Vec<TestRows<'_>> = (0..problem.tests.len())
        .map(|test| {
            let size = rule.and_then(|rule| {
                sizes::size_for(rule, &probe, &mut TestRows::new(problem, test, None, &moves))
            });
            TestRows::new(problem, test, size, &moves)
        })
        .collect();
    let mut views: Vec<RowView> = Vec::new();
    for (_, row) in ranked(problem, &rows, budget)? {
        if views.len() >= MOST_VIEWS {
            break;
        }
        let view = view(problem, &rows, &probe, rule, row, &mut tests);
        views.extend(
            view.filter(|view| views.iter().all(|other| other.problem.demos != view.problem.demos)),
        );
    }
    Ok(views)
}

/// Rows of the outputs' sizes, nearest first: wrong cells and what the row costs.
fn ranked(
    problem: &Problem,
    rows: &Rows<'_>,
    budget: &mut Budget<'_>,
) -> Worked<Vec<(usize, RowId)>> {
    let mut ranked = Vec::new();
    for i in 1..rows.len() as u32 {
        let row = RowId(i);
        if rows.row(row).is_list {
            continue;
        }
        let mut wrong = 0;
        let fits = problem.demos.iter().enumerate().all(|(d, demo)| {
            let id = rows.id(row, d);
            let layer = rows.bank(d).layer(id);
            let same = (layer.height, layer.width) == demo.output.size();
            if same {
                wrong += layer.cells.iter().zip(&demo.output.cells).filter(|(a, b)| a != b).count();
            }
            same && id != Id::NONE
        });
        if fits {
            budget.spend(problem.demos.iter().map(|d| d.output.cells.len() as u64).sum())?;
            ranked.push((wrong * 8 + rows.row(row).cost as usize, row));
        }
    }
    ranked.sort();
    Ok(ranked)
}

fn view(
    problem: &Problem,
    rows: &Rows<'_>,
    probe: &Rows<'_>,
    rule: Option<SizeRule>,
    row: RowId,
    tests: &mut [TestRows<'_>],
) -> Option<RowView> {
    let picture = |layer: exec::layers::Layer<'_>| Picture {
        height: layer.height,
        width: layer.width,
        cells: layer.cells.to_vec(),
    };
    let inputs: Option<Vec<Picture>> =
        tests.iter_mut().map(|test| Some(picture(test.layer(rows, row)?))).collect();
    let demos = problem.demos.iter().enumerate();
    let demos = demos.map(|(d, demo)| Demo {
        input: picture(rows.bank(d).layer(rows.id(row, d))),
        output: demo.output.clone(),
    });
    let problem = Problem { demos: demos.collect(), tests: inputs? };
    Some(RowView {
        problem,
        cost: rows.row(row).cost as f64,
        program: Printer::new(rows, probe, rule).row(row),
    })
}
