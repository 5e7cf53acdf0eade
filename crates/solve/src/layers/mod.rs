//! Strategy `layers`: rows of whole pictures made by coarse functions, and stacks of them.
//!
//! A row is one layer per demo, all made by the same functions. Rows that equal all demo outputs answer; else
//! stacks of rules over rows do, see [`stack`].

pub mod after;
mod bank;
mod moves;
mod numbers;
mod print;
mod prior;
mod rows;
mod sheets;
mod sizes;
mod stack;

use bank::Id;
use moves::Moves;
use print::Printer;
pub use rows::layer_of;
use rows::{RowId, Rows, TestRows};
use sizes::SizeRule;
use stack::{Pieces, Rule, Stack, Stacker};

use crate::Strategy;
use crate::budget::{Budget, Worked};
use crate::candidate::{Candidate, Candidates};
use crate::problem::{Picture, Problem};

/// The strategy.
pub struct Layers;

/// Rows at which stacks are tried for the first time; then each time that there are four times as many.
const ROWS_OF_FIRST_STACK: usize = 300;
/// Rows that cost more are not made.
const MOST_COST: u16 = 60;

impl Strategy for Layers {
    fn name(&self) -> &'static str {
        "layers"
    }

    fn run(&self, problem: &Problem, budget: &mut Budget<'_>, found: &mut Candidates) -> Worked {
        if problem.demos.is_empty() {
            return Ok(());
        }
        let moves = Moves::of_table();
        let mut probe = Rows::new(problem, &moves, false, budget.bytes());
        probe.grow(10, budget)?;
        let rules = sizes::rules(problem, &probe);
        let mut job = Job {
            problem,
            name: self.name(),
            rows: Rows::new(problem, &moves, !rules.is_empty(), budget.bytes()),
            pieces: Pieces::new(problem),
            tests: tests(problem, &moves, &probe, &rules),
            probe: &probe,
            rules,
            exact_done: 0,
            fitted: false,
        };
        let (mut next, mut rounds) = (ROWS_OF_FIRST_STACK, 0);
        for level in 1..=MOST_COST {
            let ended = job.rows.grow(level, budget);
            if job.rows.len() < next && ended.is_ok() && level < MOST_COST {
                continue;
            }
            next = job.rows.len() * 4;
            // Whatever was made in time is used.
            let mut rest = budget.rest();
            job.exact(found);
            rounds += job.fitted as u32;
            job.stack(level, &mut rest, found)?;
            budget.spend(rest.spent())?;
            ended?;
            if rounds > 0 && job.fitted {
                break;
            }
            rounds += job.fitted as u32;
        }
        Ok(())
    }
}

/// Rows on a test input under one rule of size.
struct TestCase<'p> {
    rows: TestRows<'p>,
    size: Option<(usize, usize)>,
}

/// By rule, by test input; without a rule one case without a size.
fn tests<'p>(
    problem: &'p Problem,
    moves: &Moves,
    probe: &Rows<'_>,
    rules: &[SizeRule],
) -> Vec<Vec<TestCase<'p>>> {
    let case = |test: usize, rule: Option<SizeRule>| {
        let mut probed = TestRows::new(problem, test, None, moves);
        let size = rule.and_then(|rule| sizes::size_for(rule, probe, &mut probed));
        TestCase { rows: TestRows::new(problem, test, size, moves), size }
    };
    let all: Vec<Option<SizeRule>> =
        if rules.is_empty() { vec![None] } else { rules.iter().copied().map(Some).collect() };
    all.into_iter()
        .map(|rule| (0..problem.tests.len()).map(|test| case(test, rule)).collect())
        .collect()
}

struct Job<'p, 'm> {
    problem: &'p Problem,
    name: &'static str,
    rows: Rows<'m>,
    probe: &'p Rows<'m>,
    rules: Vec<SizeRule>,
    pieces: Pieces,
    tests: Vec<Vec<TestCase<'p>>>,
    exact_done: usize,
    fitted: bool,
}

impl Job<'_, '_> {
    /// Rows that equal demo outputs.
    fn exact(&mut self, found: &mut Candidates) {
        let wanted: Vec<u64> = self
            .problem
            .demos
            .iter()
            .map(|d| sheets::picture_hash(d.output.height, d.output.width, &d.output.cells))
            .collect();
        for i in self.exact_done..self.rows.len() {
            let row = RowId(i as u32);
            if self.rows.row(row).is_list {
                continue;
            }
            let equal =
                |d: usize| self.rows.bank(d).picture_hash(self.rows.id(row, d)) == wanted[d];
            let fits: Vec<bool> = (0..wanted.len()).map(equal).collect();
            let count = fits.iter().filter(|&&f| f).count();
            if count == wanted.len() || 2 * count >= wanted.len() && count > 0 && !self.fitted {
                self.fitted |= count == wanted.len();
                self.answer_row(row, fits, found);
            }
        }
        self.exact_done = self.rows.len();
    }

    fn answer_row(&mut self, row: RowId, fits: Vec<bool>, found: &mut Candidates) {
        let rows = &self.rows;
        for (number, cases) in self.tests.iter_mut().enumerate() {
            let printer = Printer::new(rows, self.probe, self.rules.get(number).copied());
            let output = |case: &mut TestCase<'_>| {
                let layer = case.rows.layer(rows, row)?;
                let fits = layer.height <= 30 && layer.width <= 30;
                fits.then(|| Picture {
                    height: layer.height,
                    width: layer.width,
                    cells: layer.cells.to_vec(),
                })
            };
            found.add(Candidate {
                strategy: self.name,
                outputs: cases.iter_mut().map(output).collect(),
                fits: fits.clone(),
                cost: rows.row(row).cost as f64,
                left_out: None,
                program: printer.row(row),
            });
        }
    }

    /// Stacks over the rows of at most this cost.
    fn stack(&mut self, cost: u16, budget: &mut Budget<'_>, found: &mut Candidates) -> Worked {
        let sized = self.tests.iter().flatten().any(|case| case.size.is_some());
        if !sized {
            return Ok(());
        }
        self.pieces.add_rows(&self.rows, budget)?;
        let demos = self.problem.demos.len();
        let mut stacks: Vec<Stack> = Vec::new();
        let mut stacker = Stacker::new(&self.pieces, cost, budget)?;
        for guide in 0..demos {
            stacks.push(stacker.greedy(guide, &vec![true; demos], budget)?);
        }
        let fits_all = |s: &Stack| s.fits.iter().all(|&f| f);
        if !self.fitted && !stacks.iter().any(fits_all) && demos > 1 {
            for without in 0..demos {
                let active: Vec<bool> = (0..demos).map(|d| d != without).collect();
                for guide in (0..demos).filter(|&d| d != without) {
                    stacks.push(stacker.greedy(guide, &active, budget)?);
                }
            }
        }
        self.fitted |= stacks.iter().any(fits_all);
        for stack in stacks {
            self.answer_stack(&stack, found);
        }
        Ok(())
    }

    /// Adds a stack as a candidate, and what is left of it without rules that cannot be applied to some test input.
    fn answer_stack(&mut self, stack: &Stack, found: &mut Candidates) {
        for number in 0..self.tests.len() {
            for rules in self.rule_sets(number, &stack.rules) {
                let part = self.pieces.judged(rules);
                if part.fits.iter().any(|&fits| fits) {
                    self.answer_rules(number, &part, found);
                }
            }
        }
    }

    /// All rules, and those whose layers can be made, for each test input where these are fewer.
    fn rule_sets(&mut self, number: usize, rules: &[Rule]) -> Vec<Vec<Rule>> {
        let mut sets = vec![rules.to_vec()];
        for case in &mut self.tests[number] {
            let made = |rule: &&Rule| case.rows.id(&self.rows, rule.row) != Id::NONE;
            let set: Vec<Rule> = rules.iter().filter(made).copied().collect();
            if !set.is_empty() && !sets.contains(&set) {
                sets.push(set);
            }
        }
        sets
    }

    fn answer_rules(&mut self, number: usize, stack: &Stack, found: &mut Candidates) {
        let rows = &self.rows;
        let output = |case: &mut TestCase<'_>| {
            let (height, width) = case.size?;
            let ids: Vec<Id> =
                stack.rules.iter().map(|rule| case.rows.id(rows, rule.row)).collect();
            // The program fails where a layer cannot be made.
            let all = ids.iter().all(|&id| id != Id::NONE);
            let layers: Vec<_> =
                ids.iter().filter(|_| all).map(|&id| Some(case.rows.bank().layer(id))).collect();
            all.then(|| stack::draw(&stack.rules, &layers, height, width))
        };
        let outputs = self.tests[number].iter_mut().map(output).collect();
        let printer = Printer::new(rows, self.probe, self.rules.get(number).copied());
        found.add(Candidate {
            strategy: self.name,
            outputs,
            fits: stack.fits.clone(),
            cost: stack.cost as f64,
            left_out: None,
            program: printer.stack(&stack.rules),
        });
    }
}

/// Makes rows of a problem and nothing else: how many functions were applied to layers, and how many of these
/// applications were computed rather than remembered. For benchmarks.
pub fn applications(problem: &Problem, budget: &mut Budget<'_>) -> (u64, u64) {
    let moves = Moves::of_table();
    let mut rows = Rows::new(problem, &moves, true, budget.bytes());
    let _ = (1..=MOST_COST).try_for_each(|level| rows.grow(level, budget));
    rows.applications()
}
