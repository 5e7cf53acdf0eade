//! Two attempts from all candidates.

use crate::candidate::Candidate;
use crate::problem::{Picture, Problem};

/// Attempts per test input.
pub const ATTEMPTS: usize = 2;

/// An output with the candidates that give it.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The output.
    pub output: Picture,
    /// How likely it is to be right, as far as training tasks tell.
    pub chance: f64,
    /// The candidates that give it, best first: their numbers.
    pub candidates: Vec<usize>,
}

/// The different outputs for every test input, most likely first.
pub fn answers(problem: &Problem, found: &[Candidate]) -> Vec<Vec<Answer>> {
    let mut order: Vec<usize> = (0..found.len()).collect();
    let key = |i: usize| (found[i].share(), found[i].cost);
    order.sort_by(|&a, &b| key(b).0.total_cmp(&key(a).0).then(key(a).1.total_cmp(&key(b).1)).then(a.cmp(&b)));
    (0..problem.tests.len()).map(|test| ranked(problem, found, &order, test)).collect()
}

/// The best attempts for every test input: fewer than two where there are not enough candidates.
pub fn attempts(problem: &Problem, found: &[Candidate]) -> Vec<Vec<Picture>> {
    let best = |answers: Vec<Answer>| answers.into_iter().take(ATTEMPTS).map(|a| a.output).collect();
    answers(problem, found).into_iter().map(best).collect()
}

fn ranked(problem: &Problem, found: &[Candidate], order: &[usize], test: usize) -> Vec<Answer> {
    let mut answers: Vec<Answer> = Vec::new();
    let mut first: Vec<(usize, usize)> = Vec::new();
    for &number in order {
        let candidate = &found[number];
        let Some(output) = &candidate.outputs[test] else { continue };
        let at = answers.iter().position(|answer| answer.output == *output).unwrap_or_else(|| {
            answers.push(Answer { output: output.clone(), chance: 0.0, candidates: Vec::new() });
            answers.len() - 1
        });
        // A strategy's support counts once.
        if answers[at].candidates.iter().all(|&i| found[i].strategy != candidate.strategy) {
            first.push((at, number));
        }
        answers[at].candidates.push(number);
    }
    for (i, &(at, number)) in first.iter().enumerate() {
        let strategy = found[number].strategy;
        let of_strategy = |part: &[(usize, usize)]| part.iter().filter(|&&(_, n)| found[n].strategy == strategy).count();
        let (rank, count) = (of_strategy(&first[..i]), of_strategy(&first));
        let facts = Facts::of(problem, &found[number], &answers[at].output, rank, count);
        answers[at].chance = 1.0 - (1.0 - answers[at].chance) * (1.0 - facts.chance(strategy));
    }
    answers.sort_by(|a, b| b.chance.total_cmp(&a.chance));
    answers
}

/// Number of facts that a chance is made of.
const FACTS: usize = 11;

/// What is known of a candidate's output, as numbers of about 0 to 3.
struct Facts([f64; FACTS]);

impl Facts {
    /// `rank` counts the outputs of the same strategy that go before it, `count` all of them.
    fn of(problem: &Problem, candidate: &Candidate, output: &Picture, rank: usize, count: usize) -> Facts {
        let is = |yes: bool| yes as u8 as f64;
        let left_out = candidate.left_out.unwrap_or(0.0);
        Facts([
            1.0,
            is(candidate.fits_all()),
            candidate.share(),
            is(candidate.left_out.is_some()),
            left_out,
            is(left_out > 0.999),
            candidate.cost.min(150.0) / 50.0,
            rank.min(4) as f64,
            is(rank == 0),
            is(plausible(problem, output)),
            count.min(6) as f64 / 3.0,
        ])
    }

    /// Chance that the output is right.
    fn chance(&self, strategy: &str) -> f64 {
        let row = WEIGHTS.iter().find(|(name, _)| *name == strategy).unwrap_or(&WEIGHTS[0]);
        let sum: f64 = self.0.iter().zip(&row.1).map(|(fact, weight)| fact * weight).sum();
        1.0 / (1.0 + (-sum).exp())
    }
}

include!("weights.rs");

/// Whether an output's colours occur in demo outputs or test inputs, and an output shape that all demos share is kept.
pub fn plausible(problem: &Problem, output: &Picture) -> bool {
    let palette = |p: &Picture| p.cells.iter().fold(0u16, |mask, &c| mask | 1 << c);
    let known = problem.demos.iter().map(|d| palette(&d.output)).fold(0, |a, b| a | b);
    let given = problem.tests.iter().map(palette).fold(0, |a, b| a | b);
    let sizes: Vec<_> = problem.demos.iter().map(|d| d.output.size()).collect();
    let fixed = sizes.len() > 1 && sizes.windows(2).all(|w| w[0] == w[1]) && !problem.same_size();
    palette(output) & !(known | given) == 0 && (!fixed || output.size() == sizes[0])
}
