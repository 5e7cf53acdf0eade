//! Strategy `repair`: programs that are nearly right are mutated, and small ones grow, with the demos as judge.
//!
//! It is a search of [`crate::search`] over one task whose pool are the candidates of earlier stages. It runs only where
//! none of them fits all demos. All of its choices follow from the seed.

#[cfg(test)]
mod tests;

use ::solve::{Budget, Candidate, Candidates, Picture, Problem, STAGES, Staged, Strategy, Worked};
use exec::data::{Sample, Task, TaskGrid};
use exec::plan::Plan;
use exec::run::{Inputs, Worker};
use lang::{Dialect, Hash128};

use crate::claim;
use crate::code::Code;
use crate::mutate;
use crate::prior::Guide;
use crate::score::rules;
use crate::search::{Search, Settings};
use crate::simplify::simplified;
use crate::submit::output;

/// Mutates what comes near.
pub struct Repair {
    guide: Guide,
}

static PLAIN: Repair = Repair { guide: Guide::NONE };
static LAST: &[Staged<'static>] = &[PLAIN.staged()];

impl Repair {
    /// What goes by the priors of one task, see [`Guide::of_task`].
    pub fn by(guide: Guide) -> Repair {
        Repair { guide }
    }

    /// As a stage.
    pub const fn staged(&self) -> Staged<'_> {
        Staged { strategy: self, percent: [100, 100], kept: KEPT, least: 0 }
    }
}

/// The stages of `solve`, and repair as the last one.
pub fn stages() -> Vec<&'static [Staged<'static>]> {
    stages_before(LAST)
}

/// The stages of `solve`, and another last one.
pub fn stages_before<'s>(last: &'s [Staged<'s>]) -> Vec<&'s [Staged<'s>]> {
    STAGES.iter().copied().chain([last]).collect()
}

const NAME: &str = "repair";
/// What earlier stages leave of all units, in percent.
const KEPT: u64 = 3;
/// Units below which there is no use in beginning.
const LEAST_UNITS: u64 = 500_000;
/// Programs of earlier stages that are mutated.
const PARENTS: usize = 16;
/// Mutants per generation: few, for the budget is looked at in between.
const POPULATION: u32 = 96;
/// Generations, should the budget allow more.
const MOST_GENERATIONS: usize = 2000;
/// Memory for values. Fixed: what is forgotten is computed again, and that is counted.
const MEMORY: usize = 64 << 20;
/// Candidates that are handed over.
const MOST_FOUND: usize = 4;
/// Units of work per grown call, roughly: with a small budget nothing grows.
const UNITS_PER_CALL: u64 = 2000;
/// Units of work per candidate and per step computed, beside its cost. Measured: a unit is about 5 ns.
const UNITS_PER_CANDIDATE: u64 = 4000;
const UNITS_PER_STEP: u64 = 400;

impl Strategy for Repair {
    fn name(&self) -> &'static str {
        NAME
    }

    fn run(&self, problem: &Problem, budget: &mut Budget<'_>, found: &mut Candidates) -> Worked {
        self.follow(problem, &[], budget, found)
    }

    fn follow(
        &self,
        problem: &Problem,
        earlier: &[Candidate],
        budget: &mut Budget<'_>,
        found: &mut Candidates,
    ) -> Worked {
        let fits = earlier.iter().any(Candidate::fits_all);
        if problem.demos.is_empty() || fits || budget.left() < LEAST_UNITS {
            return Ok(());
        }
        let task = task_of(problem);
        let pool = nearest(earlier);
        let mut search = Search::new(settings(budget), &[&task], &pool);
        search.go_by(self.guide.clone());
        let ended = go_on(&mut search, &pool, budget);
        let right = |candidate: &Candidate| candidate.fits.iter().filter(|&&fits| fits).count();
        let best = earlier.iter().map(right).max().unwrap_or(0);
        let known: Vec<Hash128> = pool.iter().map(Code::hash).collect();
        for code in better(&search, best as u32, &known, &task) {
            found.add(candidate(&code, &task));
        }
        ended
    }
}

/// Makes generations until the task is solved or the budget is spent.
fn go_on(search: &mut Search<'_>, pool: &[Code], budget: &mut Budget<'_>) -> Worked {
    let mut before = 0;
    for _ in 0..MOST_GENERATIONS {
        let made = match search.next_generation() {
            0 => search.seed(pool),
            _ => search.breed(),
        };
        // A program that gives something else alone than among others is a defect that `evolve` tells of; what was found
        // before holds.
        let Ok(generation) = made else { return Ok(()) };
        let cost = search.cost();
        let counters = &generation.counters;
        let candidates = counters.candidates + counters.copies;
        let steps = counters.steps_run * UNITS_PER_STEP + candidates * UNITS_PER_CANDIDATE;
        budget.spend((cost - before) * 2 + steps)?;
        budget.check()?;
        before = cost;
        // Without programs to mutate there is nothing to come.
        if search.is_solved() || candidates == 0 {
            return Ok(());
        }
    }
    Ok(())
}

fn settings(budget: &Budget<'_>) -> Settings {
    Settings {
        seed: budget.seed(),
        population: POPULATION,
        mutation: mutate::Settings { solvers: true, ..Settings::default().mutation },
        memory: MEMORY,
        solve_units: 0,
        grown: Some(Dialect::Batt),
        most_calls: budget.left() / UNITS_PER_CALL,
        ..Settings::default()
    }
}

/// The programs that fit most demos, the simpler ones first.
fn nearest(earlier: &[Candidate]) -> Vec<Code> {
    let written = earlier.iter().filter(|candidate| !candidate.program.is_empty());
    let mut near: Vec<&Candidate> = written.collect();
    near.sort_by(|a, b| a.best_first(b));
    near.truncate(PARENTS);
    near.iter().filter_map(|candidate| claim::read(TASK, &candidate.program).ok()).collect()
}

const TASK: &str = "repair";

fn task_of(problem: &Problem) -> Task {
    let sample = |input: &Picture, output: Option<&Picture>| Sample {
        input: input.to_grid(),
        output: output.map(Picture::to_grid),
    };
    Task {
        id: TASK.into(),
        demo: problem.demos.iter().map(|d| sample(&d.input, Some(&d.output))).collect(),
        test: problem.tests.iter().map(|test| sample(test, None)).collect(),
    }
}

/// New programs that fit more demos than any before: as they were found, and plain ones that give the same for the demos.
fn better(search: &Search<'_>, best: u32, known: &[Hash128], task: &Task) -> Vec<Code> {
    let (mut codes, mut worker) = (Vec::new(), Worker::default());
    let shown = Task { test: Vec::new(), ..task.clone() };
    for member in search.kept().flat_map(|(_, members)| members) {
        let is_better = member.standing.solved || member.standing.demo_right > best;
        if codes.len() < MOST_FOUND && is_better && !known.contains(&member.code.hash()) {
            codes.push(simplified(&member.code, &shown, rules(), &mut worker));
            codes.push(member.code.clone());
        }
    }
    codes
}

/// What a program gives.
fn candidate(code: &Code, task: &Task) -> Candidate {
    let (plan, mut worker) = (Plan::new(code.dag()), Worker::default());
    let mut gives = |input: &TaskGrid| {
        let inputs = Inputs { demo: &task.demo, input, target: None };
        worker.run(&plan, inputs, rules(), output)
    };
    let fits = task.demo.iter().map(|sample| gives(&sample.input) == sample.output).collect();
    let picture = |grid: TaskGrid| Picture::from(&grid);
    let outputs = task.test.iter().map(|sample| gives(&sample.input).map(picture)).collect();
    let cost = BITS_PER_PROGRAM + BITS_PER_LINE * code.size() as f64;
    let (strategy, left_out, program) = (NAME, None, lines(code));
    Candidate { strategy, outputs, fits, cost, left_out, program }
}

/// Bits of a program: what an edit takes, and what its lines take.
const BITS_PER_PROGRAM: f64 = 8.0;
const BITS_PER_LINE: f64 = 5.0;

/// The lines of the body, the last one assigns `O`.
fn lines(code: &Code) -> Vec<String> {
    let text = code.text("solve_repair");
    let body = text.lines().skip(1).map(str::trim).filter(|line| !line.is_empty());
    let line = |line: &str| match line.strip_prefix("return ") {
        Some(result) => format!("O = {result}"),
        None => line.to_string(),
    };
    body.map(line).collect()
}
