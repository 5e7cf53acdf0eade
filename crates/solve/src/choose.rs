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
    let order = order(found);
    (0..problem.tests.len()).map(|test| ranked(problem, found, &order, test)).collect()
}

/// Candidates by share of demos, then cost, then as found.
fn order(found: &[Candidate]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..found.len()).collect();
    let key = |i: usize| (found[i].share(), found[i].cost);
    order.sort_by(|&a, &b| {
        key(b).0.total_cmp(&key(a).0).then(key(a).1.total_cmp(&key(b).1)).then(a.cmp(&b))
    });
    order
}

/// The best attempts for every test input: fewer than two where there are not enough candidates.
pub fn attempts(problem: &Problem, found: &[Candidate]) -> Vec<Vec<Picture>> {
    let best =
        |answers: Vec<Answer>| answers.into_iter().take(ATTEMPTS).map(|a| a.output).collect();
    answers(problem, found).into_iter().map(best).collect()
}

fn ranked(problem: &Problem, found: &[Candidate], order: &[usize], test: usize) -> Vec<Answer> {
    let (mut answers, first) = grouped(found, order, test);
    for (i, &(at, number)) in first.iter().enumerate() {
        let facts = facts(problem, found, &first, i, &answers[at].output);
        answers[at].chance =
            1.0 - (1.0 - answers[at].chance) * (1.0 - facts.chance(found[number].strategy));
    }
    answers.sort_by(|a, b| b.chance.total_cmp(&a.chance));
    answers
}

/// The different outputs, and for each strategy that gives one its best candidate: number of the output and of the
/// candidate. A strategy's support for an output counts once.
fn grouped(
    found: &[Candidate],
    order: &[usize],
    test: usize,
) -> (Vec<Answer>, Vec<(usize, usize)>) {
    let (mut answers, mut first): (Vec<Answer>, Vec<(usize, usize)>) = (Vec::new(), Vec::new());
    for &number in order {
        let Some(output) = &found[number].outputs[test] else { continue };
        let at = answers.iter().position(|answer| answer.output == *output).unwrap_or_else(|| {
            answers.push(Answer { output: output.clone(), chance: 0.0, candidates: Vec::new() });
            answers.len() - 1
        });
        if answers[at].candidates.iter().all(|&i| found[i].strategy != found[number].strategy) {
            first.push((at, number));
        }
        answers[at].candidates.push(number);
    }
    (answers, first)
}

fn facts(
    problem: &Problem,
    found: &[Candidate],
    first: &[(usize, usize)],
    i: usize,
    output: &Picture,
) -> Facts {
    let candidate = &found[first[i].1];
    let of_strategy = |part: &[(usize, usize)]| {
        part.iter().filter(|&&(_, n)| found[n].strategy == candidate.strategy).count()
    };
    Facts::of(problem, candidate, output, of_strategy(&first[..i]), of_strategy(first))
}

/// What chances are made of: for every strategy and output its facts. For the regression that makes the weights.
pub fn support(
    problem: &Problem,
    found: &[Candidate],
    test: usize,
) -> Vec<(&'static str, [f64; FACTS], Picture)> {
    let (answers, first) = grouped(found, &order(found), test);
    let row = |i: usize| {
        let output = answers[first[i].0].output.clone();
        (found[first[i].1].strategy, facts(problem, found, &first, i, &output).0, output)
    };
    (0..first.len()).map(row).collect()
}

/// Number of facts that a chance is made of.
pub const FACTS: usize = 11;

/// What is known of a candidate's output, as numbers of about 0 to 3.
struct Facts([f64; FACTS]);

impl Facts {
    /// `rank` counts the outputs of the same strategy that go before it, `count` all of them.
    fn of(
        problem: &Problem,
        candidate: &Candidate,
        output: &Picture,
        rank: usize,
        count: usize,
    ) -> Facts {
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
