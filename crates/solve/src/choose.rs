//! From all candidates to outputs in order of their chances.

use crate::candidate::Candidate;
use crate::habits::Habits;
use crate::problem::{Picture, Problem};

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
    answers_by(WEIGHTS, problem, found)
}

/// The same with other weights.
pub fn answers_by(weights: &Weights, problem: &Problem, found: &[Candidate]) -> Vec<Vec<Answer>> {
    let (order, habits) = (order(found), Habits::of(problem));
    let ranked = |test: usize| {
        let (mut answers, support) = supported(problem, &habits, found, &order, test);
        for Support { answer, strategy, facts, .. } in support {
            let chance = &mut answers[answer].chance;
            *chance = 1.0 - (1.0 - *chance) * (1.0 - chance_of(weights, strategy, &facts));
        }
        answers.sort_by(|a, b| b.chance.total_cmp(&a.chance));
        answers
    };
    (0..problem.tests.len()).map(ranked).collect()
}

/// Candidates by share of demos, then cost, then as found.
fn order(found: &[Candidate]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..found.len()).collect();
    order.sort_by(|&a, &b| found[a].best_first(&found[b]).then(a.cmp(&b)));
    order
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

/// A strategy's best candidate for an output.
pub struct Support {
    /// The output's number.
    pub answer: usize,
    /// The strategy.
    pub strategy: &'static str,
    /// What is known of the candidate.
    pub facts: Facts,
}

/// The different outputs for a test input, and what speaks for them.
fn supported(
    problem: &Problem,
    habits: &Habits,
    found: &[Candidate],
    order: &[usize],
    test: usize,
) -> (Vec<Answer>, Vec<Support>) {
    let (answers, first) = grouped(found, order, test);
    let support = |i: usize| {
        let (answer, candidate) = (first[i].0, &found[first[i].1]);
        let of_strategy = |&(_, n): &(usize, usize)| {
            (found[n].strategy == candidate.strategy).then_some(&found[n])
        };
        let output = &answers[answer].output;
        let place = OutputRank {
            rank: first[..i].iter().filter_map(of_strategy).count(),
            count: first.iter().filter_map(of_strategy).count(),
            broken: habits.broken(&problem.tests[test], output),
            plausible: plausible(problem, output),
            rival: first.iter().filter(|other| **other != first[i]).filter_map(of_strategy).next(),
        };
        Support { answer, strategy: candidate.strategy, facts: facts(problem, candidate, &place) }
    };
    let support = (0..first.len()).map(support).collect();
    (answers, support)
}

/// What chances are made of: the different outputs for a test input, and for every strategy that gives one its facts. For the
/// regression that makes the weights.
pub fn support(problem: &Problem, found: &[Candidate], test: usize) -> (Vec<Answer>, Vec<Support>) {
    supported(problem, &Habits::of(problem), found, &order(found), test)
}

/// Number of facts that a chance is made of.
pub const FACTS: usize = 16;

/// What is known of a candidate's output, as numbers of about 0 to 3.
pub type Facts = [f64; FACTS];

/// How a candidate's output stands among the others.
struct OutputRank<'c> {
    /// How many outputs of the same strategy go before it.
    rank: usize,
    /// How many outputs the strategy gives.
    count: usize,
    /// Habits of the demos that it breaks.
    broken: u32,
    /// Whether colours and size are as the demos have them.
    plausible: bool,
    /// The best candidate of the strategy with another output.
    rival: Option<&'c Candidate>,
}

fn facts(problem: &Problem, candidate: &Candidate, place: &OutputRank<'_>) -> Facts {
    let is = |yes: bool| yes as u8 as f64;
    let left_out = candidate.left_out.unwrap_or(0.0);
    // How much more the strategy's other output costs; far more if that fits fewer demos.
    let lead = place.rival.map_or(2.0, |rival| {
        let share = 4.0 * (candidate.share() - rival.share());
        ((rival.cost - candidate.cost) / 30.0 + share).clamp(-2.0, 2.0)
    });
    [
        1.0,
        is(candidate.fits_all()),
        candidate.share(),
        is(candidate.left_out.is_some()),
        left_out,
        is(left_out > 0.999),
        candidate.cost.min(150.0) / 50.0,
        place.rank.min(4) as f64,
        is(place.rank == 0),
        is(place.plausible),
        place.count.min(6) as f64 / 3.0,
        place.broken.min(6) as f64 / 3.0,
        is(place.broken == 0),
        is(candidate.outputs.iter().all(Option::is_some)),
        problem.demos.len().min(6) as f64 / 3.0,
        lead,
    ]
}

/// Weights of the facts by strategy.
pub type Weights = [(&'static str, Facts)];

/// Chance that an output is right.
fn chance_of(weights: &Weights, strategy: &str, facts: &Facts) -> f64 {
    let row = weights.iter().find(|(name, _)| *name == strategy).unwrap_or(&weights[0]);
    let sum: f64 = facts.iter().zip(&row.1).map(|(fact, weight)| fact * weight).sum();
    1.0 / (1.0 + (-sum).exp())
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
