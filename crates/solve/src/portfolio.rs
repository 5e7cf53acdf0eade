//! All strategies on all views of a task, and the answers that come of it.

use std::sync::atomic::{AtomicUsize, Ordering};

use exec::batch::on_threads;

use crate::budget::{Budget, Spent};
use crate::candidate::{Candidate, Candidates};
use crate::choose::{self, Answer};
use crate::crew::{ThreadClock, Watch};
use crate::problem::Problem;
use crate::{STAGES, Staged, Strategy};

/// What may be spent on a task.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Units of work, see [`Budget`].
    pub units: u64,
    /// Bytes that a strategy may hold, roughly.
    pub bytes: usize,
    /// Threads for one task.
    pub threads: usize,
    /// Where random choices come from, for strategies that make any.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { units: UNITS_PER_EFFORT, bytes: 300 << 20, threads: 1, seed: 1 }
    }
}

/// Units for an effort of 1: about a second of a processor of 2023.
pub const UNITS_PER_EFFORT: u64 = 200_000_000;

/// Why no more was tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// Everything that strategies had in mind was tried.
    Tried,
    /// The units were spent.
    Spent,
    /// The run was told to stop.
    Stopped,
}

/// What one strategy did on one view.
#[derive(Clone, PartialEq, Debug)]
pub struct Work {
    /// The strategy.
    pub strategy: &'static str,
    /// Units that it took.
    pub units: u64,
    /// Candidates that it gave.
    pub candidates: usize,
    /// Processor seconds that it took.
    pub seconds: f64,
}

/// What was found for a task.
#[derive(Clone, Debug)]
pub struct Solution {
    /// Every candidate, as found.
    pub candidates: Vec<Candidate>,
    /// By test input: the different outputs, most likely first.
    pub answers: Vec<Vec<Answer>>,
    /// What was done.
    pub work: Vec<Work>,
    /// Why it ended.
    pub ended: Ended,
}

impl Solution {
    /// Whether some candidate fits all demos.
    pub fn fits_demos(&self) -> bool {
        self.candidates.iter().any(Candidate::fits_all)
    }

    /// Units spent in all.
    pub fn units(&self) -> u64 {
        self.work.iter().map(|work| work.units).sum()
    }
}

/// A chance from which on no more is tried.
const SURE: f64 = 0.98;

/// Looks for answers to a problem.
///
/// Strategies of one stage get parts of what the stages before left over, so what one of them finds does not depend on
/// the others, nor on the number of threads.
pub fn solve(problem: &Problem, settings: Settings, watch: &Watch) -> Solution {
    solve_with(problem, settings, watch, STAGES, &|_| true)
}

/// The same with stages of one's own, and those of their strategies that are chosen by name.
pub fn solve_with(
    problem: &Problem,
    settings: Settings,
    watch: &Watch,
    stages: &[&[Staged<'_>]],
    runs: &(dyn Fn(&str) -> bool + Sync),
) -> Solution {
    let mut solution = Solution {
        candidates: Vec::new(),
        answers: vec![Vec::new(); problem.tests.len()],
        work: Vec::new(),
        ended: Ended::Tried,
    };
    let mut left = settings.units;
    let mut kept = kept_back(stages, settings.units, runs);
    for stage in stages {
        let stage: Vec<&Staged<'_>> =
            stage.iter().filter(|entry| runs(entry.strategy.name())).collect();
        kept -= stage.iter().map(|entry| entry.kept_of(settings.units)).sum::<u64>();
        let part = left.saturating_sub(kept);
        let done = run_stage(&stage, problem, &solution.candidates, settings, part, watch);
        left = left.saturating_sub(done.iter().map(|(work, ..)| work.units).sum());
        for (work, found, ended) in done {
            solution.work.push(work);
            solution.candidates.extend(found);
            if ended != Ended::Tried {
                solution.ended = ended;
            }
        }
        solution.answers = choose::answers(problem, &solution.candidates);
        let sure = |answers: &Vec<Answer>| answers.first().is_some_and(|best| best.chance >= SURE);
        if solution.answers.iter().all(sure) {
            break;
        }
    }
    solution
}

/// Units that are there for some strategies whatever the others do.
fn kept_back(stages: &[&[Staged<'_>]], units: u64, runs: &dyn Fn(&str) -> bool) -> u64 {
    let entries = stages.iter().flat_map(|stage| stage.iter());
    entries.filter(|e| runs(e.strategy.name())).map(|entry| entry.kept_of(units)).sum()
}

type Done = (Work, Vec<Candidate>, Ended);

fn run_stage(
    stage: &[&Staged<'_>],
    problem: &Problem,
    earlier: &[Candidate],
    settings: Settings,
    left: u64,
    watch: &Watch,
) -> Vec<Done> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        while let Some(entry) = stage.get(next.fetch_add(1, Ordering::Relaxed)) {
            let percent = entry.percent[!problem.same_size() as usize];
            let budget = Budget::new(left / 100 * percent, settings.bytes, watch.stop_flag());
            let budget = budget.seeded(settings.seed);
            done.push(run_one(entry.strategy, problem, earlier, budget));
        }
        done
    };
    let parts = match settings.threads.min(stage.len()) {
        0 | 1 => vec![work()],
        threads => on_threads(threads, || watch.count(work)),
    };
    let mut done: Vec<Done> = parts.into_iter().flatten().collect();
    done.sort_by_key(|(work, ..)| {
        stage.iter().position(|entry| entry.strategy.name() == work.strategy)
    });
    done
}

fn run_one(
    strategy: &dyn Strategy,
    problem: &Problem,
    earlier: &[Candidate],
    mut budget: Budget<'_>,
) -> Done {
    let (units, mut found) = (budget.left(), Candidates::default());
    let clock = ThreadClock::here();
    let began = clock.seconds();
    let ended = match strategy.follow(problem, earlier, &mut budget, &mut found) {
        Ok(()) => Ended::Tried,
        Err(Spent) if budget.is_stopped() => Ended::Stopped,
        Err(Spent) => Ended::Spent,
    };
    let (strategy, candidates, seconds) =
        (strategy.name(), found.all.len(), clock.seconds() - began);
    let work = Work { strategy, units: budget.spent().min(units), candidates, seconds };
    (work, found.all, ended)
}
