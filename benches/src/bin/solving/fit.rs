//! Weights of the facts that chances are made of: logistic regression on what strategies gave for training tasks.

use exec::data::Task;
use solve::choose::{FACTS, Facts, WEIGHTS, Weights, answers_by, support};
use solve::{Candidate, Picture, Problem};

use crate::run::{Who, solutions, strategies};

/// Keeps weights small where there are few examples.
const RIDGE: f64 = 0.3;

/// What all strategies gave for a task, and the outputs that would be right.
struct Case {
    problem: Problem,
    found: Vec<Candidate>,
    truth: Vec<Option<Picture>>,
}

/// Prints the table, and what the weights of each half of the tasks give on the other half.
pub fn print(tasks: &[Task], effort: f64, who: &Who) -> Result<(), String> {
    let cases = cases(tasks, effort, who);
    let halves = [0, 1].map(|half| cases.iter().skip(half).step_by(2).collect::<Vec<&Case>>());
    for (learned, told) in [(&halves[0], &halves[1]), (&halves[1], &halves[0])] {
        let (fitted, given) = (score(&table(learned), told), score(WEIGHTS, told));
        eprintln!("the other half: first and two of any: fitted {fitted:?}, as they are {given:?}");
    }
    let all: Vec<&Case> = cases.iter().collect();
    let weights = table(&all);
    eprintln!("all: fitted {:?}, as they are {:?}", score(&weights, &all), score(WEIGHTS, &all));
    println!("const WEIGHTS: &Weights = &[");
    for (name, weights) in weights {
        let weights: Vec<String> = weights.iter().map(|w| format!("{w:.2}")).collect();
        println!("    (\"{name}\", [{}]),", weights.join(", "));
    }
    println!("];");
    Ok(())
}

/// Sure tasks end early; for the regression every strategy has its say on every task.
fn cases(tasks: &[Task], effort: f64, who: &Who) -> Vec<Case> {
    let mut cases: Vec<Case> = tasks
        .iter()
        .map(|task| Case {
            problem: Problem::of(task),
            found: Vec::new(),
            truth: task.test.iter().map(|s| s.output.as_ref().map(Picture::from)).collect(),
        })
        .collect();
    // What is known of a candidate depends on no other strategy: one of them can be fitted alone.
    for strategy in strategies().filter(|strategy| who.runs(strategy.name())) {
        let who = Who::Only(strategy.name().to_string());
        let done = solutions(tasks, effort, &who);
        cases
            .iter_mut()
            .zip(done)
            .for_each(|(case, (solution, _))| case.found.extend(solution.candidates));
    }
    cases
}

/// Outputs that are right with one attempt, with two, and in any candidate.
fn score(weights: &Weights, cases: &[&Case]) -> (usize, usize, usize) {
    let (mut one, mut two, mut any) = (0, 0, 0);
    for case in cases {
        let answers = answers_by(weights, &case.problem, &case.found);
        for (answers, truth) in answers.iter().zip(&case.truth) {
            let place = answers.iter().position(|answer| Some(&answer.output) == truth.as_ref());
            one += place.is_some_and(|place| place < 1) as usize;
            two += place.is_some_and(|place| place < 2) as usize;
            any += place.is_some() as usize;
        }
    }
    (one, two, any)
}

/// Weights by strategy.
fn table(cases: &[&Case]) -> Vec<(&'static str, Facts)> {
    let mut rows: Vec<(&'static str, Facts, bool)> = Vec::new();
    for case in cases {
        for (test, truth) in case.truth.iter().enumerate() {
            let (answers, given) = support(&case.problem, &case.found, test);
            rows.extend(
                given.into_iter().map(|s| {
                    (s.strategy, s.facts, Some(&answers[s.answer].output) == truth.as_ref())
                }),
            );
        }
    }
    let of = |name: &'static str| -> (&'static str, Facts) {
        let own: Vec<(Facts, bool)> =
            rows.iter().filter(|row| row.0 == name).map(|row| (row.1, row.2)).collect();
        (name, weights(&own))
    };
    strategies().map(|strategy| of(strategy.name())).collect()
}

/// Newton's method on the logistic loss with a ridge.
fn weights(examples: &[(Facts, bool)]) -> Facts {
    let mut weights = [0.0; FACTS];
    for _ in 0..30 {
        let (mut gradient, mut curve) = ([0.0; FACTS], [[0.0; FACTS]; FACTS]);
        for (i, row) in curve.iter_mut().enumerate() {
            (gradient[i], row[i]) = (RIDGE * weights[i], RIDGE);
        }
        for (facts, right) in examples {
            let sum: f64 = facts.iter().zip(&weights).map(|(fact, weight)| fact * weight).sum();
            let chance = 1.0 / (1.0 + (-sum).exp());
            for i in 0..FACTS {
                gradient[i] += facts[i] * (chance - *right as u8 as f64);
                for j in 0..FACTS {
                    curve[i][j] += facts[i] * facts[j] * chance * (1.0 - chance);
                }
            }
        }
        let step = solved(curve, gradient);
        weights.iter_mut().zip(step).for_each(|(weight, step)| *weight -= step);
    }
    weights
}

/// The solution of `a x = b` for a positive definite matrix, by elimination.
fn solved(mut a: [Facts; FACTS], mut b: Facts) -> Facts {
    for i in 0..FACTS {
        let pivot = a[i];
        for row in i + 1..FACTS {
            let factor = a[row][i] / pivot[i];
            a[row].iter_mut().zip(pivot).for_each(|(to, from)| *to -= factor * from);
            b[row] -= factor * b[i];
        }
    }
    for i in (0..FACTS).rev() {
        let rest: f64 = (i + 1..FACTS).map(|j| a[i][j] * b[j]).sum();
        b[i] = (b[i] - rest) / a[i][i];
    }
    b
}
