//! Two attempts from all candidates.

use crate::candidate::{Candidate, Candidates};
use crate::problem::{Picture, Problem};

/// Attempts per test input.
pub const ATTEMPTS: usize = 2;

/// The best attempts for every test input: fewer than two where there are no candidates.
pub fn attempts(problem: &Problem, found: &Candidates) -> Vec<Vec<Picture>> {
    (0..problem.tests.len()).map(|test| best(problem, found, test)).collect()
}

fn best(problem: &Problem, found: &Candidates, test: usize) -> Vec<Picture> {
    // Equal outputs support each other: the chance that all of them are wrong.
    let mut outputs: Vec<(&Picture, f64)> = Vec::new();
    let mut ranks = std::collections::HashMap::new();
    let mut order: Vec<&Candidate> = found.all.iter().collect();
    order.sort_by(|a, b| b.share().total_cmp(&a.share()).then(a.cost.total_cmp(&b.cost)));
    let mut seen: Vec<(&'static str, &Picture)> = Vec::new();
    for candidate in order {
        let Some(output) = &candidate.outputs[test] else { continue };
        if seen.contains(&(candidate.strategy, output)) {
            continue;
        }
        seen.push((candidate.strategy, output));
        let rank = ranks.entry(candidate.strategy).or_insert(0usize);
        let wrong = 1.0 - chance(problem, candidate, *rank, output);
        *rank += 1;
        match outputs.iter_mut().find(|(other, _)| *other == output) {
            Some((_, all_wrong)) => *all_wrong *= wrong,
            None => outputs.push((output, wrong)),
        }
    }
    outputs.sort_by(|a, b| a.1.total_cmp(&b.1));
    outputs.iter().take(ATTEMPTS).map(|(output, _)| (*output).clone()).collect()
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
fn plausible(problem: &Problem, output: &Picture) -> bool {
    let palette = |p: &Picture| p.cells.iter().fold(0u16, |mask, &c| mask | 1 << c);
    let known = problem.demos.iter().map(|d| palette(&d.output)).fold(0, |a, b| a | b);
    let given = problem.tests.iter().map(palette).fold(0, |a, b| a | b);
    let sizes: Vec<_> = problem.demos.iter().map(|d| d.output.size()).collect();
    let fixed = sizes.len() > 1 && sizes.windows(2).all(|w| w[0] == w[1]) && !problem.same_size();
    palette(output) & !(known | given) == 0 && (!fixed || output.size() == sizes[0])
}
