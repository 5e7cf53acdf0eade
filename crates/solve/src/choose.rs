//! Two attempts from all candidates.

use crate::candidate::{Candidate, Candidates};
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
    /// The candidates that give it, best first: numbers in [`Candidates::all`].
    pub candidates: Vec<usize>,
}

/// The different outputs for every test input, most likely first.
pub fn answers(problem: &Problem, found: &Candidates) -> Vec<Vec<Answer>> {
    let mut order: Vec<usize> = (0..found.all.len()).collect();
    let key = |i: usize| (found.all[i].share(), found.all[i].cost);
    order.sort_by(|&a, &b| key(b).0.total_cmp(&key(a).0).then(key(a).1.total_cmp(&key(b).1)).then(a.cmp(&b)));
    (0..problem.tests.len()).map(|test| ranked(problem, found, &order, test)).collect()
}

/// The best attempts for every test input: fewer than two where there are not enough candidates.
pub fn attempts(problem: &Problem, found: &Candidates) -> Vec<Vec<Picture>> {
    let best = |answers: Vec<Answer>| answers.into_iter().take(ATTEMPTS).map(|a| a.output).collect();
    answers(problem, found).into_iter().map(best).collect()
}

fn ranked(problem: &Problem, found: &Candidates, order: &[usize], test: usize) -> Vec<Answer> {
    let mut answers: Vec<Answer> = Vec::new();
    let mut ranks: Vec<(&str, usize)> = Vec::new();
    for &number in order {
        let candidate = &found.all[number];
        let Some(output) = &candidate.outputs[test] else { continue };
        let at = answers.iter().position(|answer| answer.output == *output).unwrap_or_else(|| {
            answers.push(Answer { output: output.clone(), chance: 0.0, candidates: Vec::new() });
            answers.len() - 1
        });
        // A strategy's support counts once.
        let again = answers[at].candidates.iter().any(|&i| found.all[i].strategy == candidate.strategy);
        answers[at].candidates.push(number);
        if again {
            continue;
        }
        let place = ranks.iter().position(|(name, _)| *name == candidate.strategy).unwrap_or_else(|| {
            ranks.push((candidate.strategy, 0));
            ranks.len() - 1
        });
        let chance = chance(problem, candidate, ranks[place].1, output);
        ranks[place].1 += 1;
        answers[at].chance = 1.0 - (1.0 - answers[at].chance) * (1.0 - chance);
    }
    answers.sort_by(|a, b| b.chance.total_cmp(&a.chance));
    answers
}

/// Chance that a candidate's output is right: a guess so far, to be counted on training tasks.
fn chance(problem: &Problem, candidate: &Candidate, rank: usize, output: &Picture) -> f64 {
    let share = candidate.share();
    let base = match candidate.left_out {
        Some(left_out) => (0.1 + 0.8 * left_out) * share.powi(3),
        None => 0.6 * share.powi(3),
    };
    let odd = if plausible(problem, output) { 1.0 } else { 0.3 };
    base * odd * 0.6f64.powi(rank as i32)
}

/// Whether an output's colours occur in demo outputs or test inputs, and an output shape that all demos share is kept.
pub fn plausible(problem: &Problem, output: &Picture) -> bool {
    let palette = |p: &Picture| p.cells.iter().fold(0u16, |mask, &c| mask | 1 << c);
    let known = problem.demos.iter().map(|d| palette(&d.output)).fold(0, |a, b| a | b);
    let given = problem.tests.iter().map(palette).fold(0, |a, b| a | b);
    let sizes: Vec<_> = problem.demos.iter().map(|d| d.output.size()).collect();
    let fixed = sizes.len() > 1 && sizes.windows(2).all(|w| w[0] == w[1]) && !problem.same_size();
    palette(output) & !(known | given) == 0 && (!fixed || output.size() == sizes[0])
}
