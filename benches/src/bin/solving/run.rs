//! Tasks through the solver, and what comes out right.

use std::fmt;
use std::sync::atomic::AtomicBool;

use evolve::repair;
use exec::data::Task;
use solve::crew::{self, Limits, ThreadClock, Watch};
use solve::portfolio::{Settings, Solution, UNITS_PER_EFFORT, solve_with};
use solve::{Budget, Picture, Problem, Strategy, layers};

/// Which strategies run.
#[derive(Clone, PartialEq, Debug)]
pub enum Who {
    /// All of them.
    All,
    /// One, by its name.
    Only(String),
    /// All but one.
    Without(String),
}

impl Who {
    /// Whether a strategy runs.
    pub fn runs(&self, strategy: &str) -> bool {
        match self {
            Who::All => true,
            Who::Only(name) => name == strategy,
            Who::Without(name) => name != strategy,
        }
    }
}

/// Outputs right with one attempt, with two, in any candidate; and all of them.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Right {
    pub one: usize,
    pub two: usize,
    pub any: usize,
    pub outputs: usize,
}

/// One task.
pub struct Row {
    pub id: String,
    pub right: Right,
    pub seconds: f64,
    /// Strategies that give a right output.
    pub by: Vec<&'static str>,
    /// Units by strategy.
    pub units: Vec<(&'static str, u64)>,
}

/// All tasks of a set.
pub struct Score {
    pub rows: Vec<Row>,
    pub right: Right,
    /// Tasks with all outputs right.
    pub whole: usize,
    /// Processor seconds.
    pub seconds: f64,
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Right { one, two, any, outputs } = self.right;
        let by = self.by.join("; ");
        write!(f, "{} {one} {two} {any} of {outputs}, {:.2} s; {by}", self.id, self.seconds)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Right { one, two, any, outputs }, tasks) = (self.right, self.rows.len());
        write!(
            f,
            "{tasks} tasks, {outputs} outputs: one {one} two {two} any {any}, {} tasks in full, {:.1} processor seconds",
            self.whole, self.seconds
        )
    }
}

/// All strategies, in order.
pub fn strategies() -> impl Iterator<Item = &'static dyn Strategy> {
    repair::stages().into_iter().flatten().map(|entry| entry.strategy)
}

/// Every task's solution, on two threads.
pub fn solutions(tasks: &[Task], effort: f64, who: &Who) -> Vec<(Solution, f64)> {
    let settings =
        Settings { units: (effort * UNITS_PER_EFFORT as f64) as u64, ..Settings::default() };
    let job = |(): &mut (), at: usize, watch: &Watch| {
        let (problem, stages) = (Problem::of(&tasks[at]), repair::stages());
        let runs = |strategy: &str| who.runs(strategy);
        (solve_with(&problem, settings, watch, &stages, &runs), watch.seconds())
    };
    let limits = Limits { threads: 2, seconds: None };
    crew::run(tasks.len(), limits, &AtomicBool::new(false), || (), job)
}

/// What is right of it.
pub fn score(tasks: &[Task], effort: f64, who: &Who) -> Score {
    let done = solutions(tasks, effort, who);
    let rows = tasks.iter().zip(&done).map(|(task, (solution, seconds))| Row {
        id: task.id.clone(),
        right: right(task, solution),
        seconds: *seconds,
        by: givers(task, solution),
        units: solution.work.iter().map(|work| (work.strategy, work.units)).collect(),
    });
    let rows: Vec<Row> = rows.collect();
    let sum = |of: fn(&Right) -> usize| rows.iter().map(|row| of(&row.right)).sum();
    Score {
        right: Right {
            one: sum(|r| r.one),
            two: sum(|r| r.two),
            any: sum(|r| r.any),
            outputs: sum(|r| r.outputs),
        },
        whole: rows.iter().filter(|row| row.right.two == row.right.outputs).count(),
        seconds: rows.iter().map(|row| row.seconds).sum(),
        rows,
    }
}

fn right(task: &Task, solution: &Solution) -> Right {
    let mut right = Right::default();
    for (answers, sample) in solution.answers.iter().zip(&task.test) {
        let Some(truth) = sample.output.as_ref().map(Picture::from) else { continue };
        let place = answers.iter().position(|answer| answer.output == truth);
        right.outputs += 1;
        right.one += place.is_some_and(|place| place < 1) as usize;
        right.two += place.is_some_and(|place| place < 2) as usize;
        right.any += place.is_some() as usize;
    }
    right
}

/// The strategies that give a right output.
fn givers(task: &Task, solution: &Solution) -> Vec<&'static str> {
    let truths: Vec<Option<Picture>> =
        task.test.iter().map(|s| s.output.as_ref().map(Picture::from)).collect();
    let gives =
        |c: &solve::Candidate| c.outputs.iter().zip(&truths).any(|(o, t)| o.is_some() && o == t);
    let mut by: Vec<_> =
        solution.candidates.iter().filter(|c| gives(c)).map(|c| c.strategy).collect();
    by.dedup();
    by
}

/// Prints how many functions are applied to layers in a second.
pub fn speed(tasks: &[Task]) -> Result<(), String> {
    let (mut applied, mut computed, mut units) = (0, 0, 0);
    let (clock, stop) = (ThreadClock::here(), AtomicBool::new(false));
    let began = clock.seconds();
    for task in tasks.iter().step_by(8) {
        let mut budget = Budget::new(40_000_000, 300 << 20, &stop);
        let (a, c) = layers::applications(&Problem::of(task), &mut budget);
        (applied, computed, units) = (applied + a, computed + c, units + budget.spent());
    }
    let seconds = clock.seconds() - began;
    let rate = |n: u64| n as f64 / seconds / 1e6;
    println!(
        "{seconds:.1} s on one core: {:.2} million applications a second, {:.2} of them computed; {:.0} million units",
        rate(applied),
        rate(computed),
        rate(units)
    );
    Ok(())
}
