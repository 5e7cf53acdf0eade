//! From what was found for a task to its attempts.

use std::collections::BTreeMap;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::Ordering;

use ::solve::choose::Answer;
use ::solve::crew::Watch;
use ::solve::portfolio::{Ended, Settings, Solution, Work, solve_with};
use ::solve::{Candidate, Picture, Problem};
use exec::data::{Sample, Task, TaskGrid};
use exec::run::Worker;

use super::Wish;
use crate::claim::{self, Broken, Claim};
use crate::code::{Code, solver_name};
use crate::kept::{KEEP_PER_TASK, Kept};
use crate::repair::{self, Repair};
use crate::score::rules;
use crate::simplify::simplified;
use crate::submit::{ATTEMPTS, Attempts, completed};

/// An attempt for a test input.
pub struct Attempt {
    /// The output.
    pub grid: TaskGrid,
    /// What gives it; nothing for a guess.
    pub giver: Option<Giver>,
}

/// What gives an attempt.
#[derive(Clone, Copy)]
pub struct Giver {
    /// Its number in [`Answered::found`].
    pub found: usize,
    /// How likely the output is to be right.
    pub chance: f64,
}

/// A candidate that gives an attempt.
pub struct Found {
    /// Its number among all candidates.
    candidate: usize,
    /// The strategy that found it.
    pub strategy: &'static str,
    /// Which demo samples it fits.
    pub fits: Vec<bool>,
    /// How complicated it is.
    pub cost: f64,
    /// Share of demo samples that it got right without having seen them.
    pub left_out: Option<f64>,
    /// Its text, if it is a program that holds.
    pub program: Option<String>,
}

/// How the work on a task ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// Everything was tried.
    Tried,
    /// The units were spent.
    Spent,
    /// It was stopped.
    Stopped,
    /// Nothing was tried.
    Untried,
    /// A strategy panicked.
    Failed,
}

impl How {
    /// In one word.
    pub fn name(self) -> &'static str {
        match self {
            How::Tried => "tried",
            How::Spent => "spent",
            How::Stopped => "stopped",
            How::Untried => "untried",
            How::Failed => "failed",
        }
    }
}

/// What there is to say about a task.
pub struct Answered {
    /// The attempts by test input.
    pub tests: Vec<[Attempt; ATTEMPTS]>,
    /// The candidates that give them.
    pub found: Vec<Found>,
    /// Whether some candidate fits all demo samples.
    pub fits_demos: bool,
    /// Number of candidates.
    pub candidates: usize,
    /// What strategies did.
    pub work: Vec<Work>,
    /// How it ended.
    pub how: How,
    /// Programs for the store.
    pub kept: Vec<Kept>,
    /// Programs whose text is too long for it.
    pub too_long: usize,
    /// Programs that do something else than was said.
    pub broken: Vec<Broken>,
    /// Everything that was found, if that was asked for.
    pub solution: Option<Solution>,
}

impl Answered {
    /// Solves a task. Whatever happens, there are two attempts for every test input.
    pub(super) fn of(
        task: &Task,
        settings: Settings,
        wish: &Wish,
        watch: &Watch,
        worker: &mut Worker,
    ) -> Answered {
        if settings.units == 0 || watch.stop_flag().load(Ordering::Relaxed) {
            return Answered::guessed(task, How::Untried);
        }
        let solved = panic::catch_unwind(AssertUnwindSafe(|| {
            let by_prior = Repair::by(wish.guide.of_task(&task.id));
            let last = [by_prior.staged()];
            let stages = repair::stages_before(&last);
            let solution = solve_with(&Problem::of(task), settings, watch, &stages, &|_| true);
            Answered::new(task, solution, wish, worker)
        }));
        solved.unwrap_or_else(|_| {
            // What it was doing when it was left is not known.
            *worker = Worker::default();
            Answered::guessed(task, How::Failed)
        })
    }

    /// Guesses alone.
    pub(super) fn guessed(task: &Task, how: How) -> Answered {
        let guess = |sample: &Sample| {
            let Attempts { grids, .. } = completed([], &task.demo, Some(&sample.input));
            grids.map(|grid| Attempt { grid, giver: None })
        };
        Answered {
            tests: task.test.iter().map(guess).collect(),
            found: Vec::new(),
            fits_demos: false,
            candidates: 0,
            work: Vec::new(),
            how,
            kept: Vec::new(),
            too_long: 0,
            broken: Vec::new(),
            solution: None,
        }
    }

    pub(super) fn new(
        task: &Task,
        solution: Solution,
        wish: &Wish,
        worker: &mut Worker,
    ) -> Answered {
        let mut judge = Judge::new(task, &solution.candidates, worker);
        let mut answered = Answered::guessed(task, ended(&solution));
        let answers = solution.answers.iter();
        for (at, (sample, answers)) in task.test.iter().zip(answers).enumerate() {
            answered.tests[at] = answered.attempts(sample, answers, &mut judge);
        }
        if wish.storing {
            (answered.kept, answered.too_long) = judge.kept();
        }
        answered.broken = judge.broken;
        answered.fits_demos = solution.fits_demos();
        answered.candidates = solution.candidates.len();
        answered.work = solution.work.clone();
        answered.solution = wish.details.then_some(solution);
        answered
    }

    fn attempts(
        &mut self,
        sample: &Sample,
        answers: &[Answer],
        judge: &mut Judge<'_>,
    ) -> [Attempt; ATTEMPTS] {
        let grids: Vec<TaskGrid> = answers.iter().map(|answer| answer.output.to_grid()).collect();
        let Attempts { grids: taken, from_programs } =
            completed(grids.iter().cloned(), &judge.task.demo, Some(&sample.input));
        let mut left = from_programs;
        taken.map(|grid| {
            let at = grids.iter().position(|given| *given == grid).filter(|_| left > 0);
            left = left.saturating_sub(1);
            let giver = at.map(|at| Giver {
                found: self.found_of(&answers[at], judge),
                chance: answers[at].chance,
            });
            Attempt { grid, giver }
        })
    }

    /// The number of the candidate that an answer is shown with: the best one that has a program.
    fn found_of(&mut self, answer: &Answer, judge: &mut Judge<'_>) -> usize {
        let written = |&&number: &&usize| !judge.candidates[number].program.is_empty();
        let best = answer.candidates.iter().find(written).or(answer.candidates.first());
        let candidate = *best.expect("somebody gives it");
        if let Some(known) = self.found.iter().position(|found| found.candidate == candidate) {
            return known;
        }
        let name = solver_name(&judge.task.id);
        let program = judge.code(candidate).map(|code| code.text(&name));
        let Candidate { strategy, fits, cost, left_out, .. } = &judge.candidates[candidate];
        let (fits, cost, left_out) = (fits.clone(), *cost, *left_out);
        self.found.push(Found { candidate, strategy, fits, cost, left_out, program });
        self.found.len() - 1
    }

    /// Units spent.
    pub fn units(&self) -> u64 {
        self.work.iter().map(|work| work.units).sum()
    }

    /// Test inputs with an attempt that is no guess.
    pub fn answered(&self) -> usize {
        self.tests.iter().filter(|pair| pair.iter().any(|a| a.giver.is_some())).count()
    }

    /// Attempts that are guesses.
    pub fn guesses(&self) -> usize {
        self.tests.iter().flatten().filter(|attempt| attempt.giver.is_none()).count()
    }

    /// Whether a strategy panicked.
    pub fn is_failed(&self) -> bool {
        self.how == How::Failed
    }
}

fn ended(solution: &Solution) -> How {
    match solution.ended {
        Ended::Tried => How::Tried,
        Ended::Spent => How::Spent,
        Ended::Stopped => How::Stopped,
    }
}

/// Runs candidates alone, each at most once.
struct Judge<'t> {
    task: &'t Task,
    candidates: &'t [Candidate],
    worker: &'t mut Worker,
    codes: BTreeMap<usize, Option<Code>>,
    broken: Vec<Broken>,
}

impl<'t> Judge<'t> {
    fn new(task: &'t Task, candidates: &'t [Candidate], worker: &'t mut Worker) -> Judge<'t> {
        Judge { task, candidates, worker, codes: BTreeMap::new(), broken: Vec::new() }
    }

    /// The program of a candidate in plain form, if it has one and that does what was said of it.
    fn code(&mut self, number: usize) -> Option<Code> {
        if let Some(known) = self.codes.get(&number) {
            return known.clone();
        }
        let candidate = &self.candidates[number];
        let code = if candidate.program.is_empty() { None } else { self.checked(candidate) };
        self.codes.insert(number, code.clone());
        code
    }

    fn checked(&mut self, candidate: &Candidate) -> Option<Code> {
        let grid = |output: &Option<Picture>| output.as_ref().map(Picture::to_grid);
        let outputs: Vec<Option<TaskGrid>> = candidate.outputs.iter().map(grid).collect();
        let claim = Claim {
            strategy: candidate.strategy,
            lines: &candidate.program,
            fits: &candidate.fits,
            outputs: &outputs,
        };
        let checked = claim.check(self.task, rules(), self.worker);
        let code = checked.map_err(|broken| self.broken.push(broken)).ok()?;
        Some(simplified(&code, self.task, rules(), self.worker))
    }

    /// What the store may keep: of the programs that fit demo samples the best, and the number of
    /// those that are too long.
    fn kept(&mut self) -> (Vec<Kept>, usize) {
        let all = self.candidates;
        let useful = |&number: &usize| all[number].share() > 0.0 && !all[number].program.is_empty();
        let mut order: Vec<usize> = (0..all.len()).filter(useful).collect();
        order.sort_by(|&a, &b| all[a].best_first(&all[b]));
        order.truncate(KEEP_PER_TASK);
        let (mut kept, mut too_long) = (Vec::new(), 0);
        for number in order {
            let Some(code) = self.code(number) else { continue };
            match claim::kept(all[number].strategy, &code, self.task, rules(), self.worker) {
                Some(row) => kept.push(row),
                None => too_long += 1,
            }
        }
        (kept, too_long)
    }
}
