//! Weights of the facts that chances are made of: logistic regression on what strategies gave for training tasks.

use exec::data::Task;
use solve::choose::{FACTS, support};
use solve::{Picture, Problem};

use crate::run::{Who, solutions, strategies};

/// Keeps weights small where there are few examples.
const RIDGE: f64 = 0.3;

type Facts = [f64; FACTS];

/// Prints the table, and what halves of the tasks say of each other.
pub fn print(tasks: &[Task], effort: f64) -> Result<(), String> {
    // Sure tasks end early; for the regression every strategy has its say on every task.
    let mut rows: Vec<(&'static str, Facts, bool)> = Vec::new();
    for strategy in strategies() {
        let who = Who::Only(strategy.name().to_string());
        for (task, (solution, _)) in tasks.iter().zip(solutions(tasks, effort, &who)) {
            let problem = Problem::of(task);
            for (test, sample) in task.test.iter().enumerate() {
                let truth = sample.output.as_ref().map(Picture::from);
                let given = support(&problem, &solution.candidates, test);
                rows.extend(
                    given.into_iter().map(|(name, facts, output)| {
                        (name, facts, Some(&output) == truth.as_ref())
                    }),
                );
            }
        }
    }
    println!("const WEIGHTS: &[(&str, [f64; FACTS])] = &[");
    for strategy in strategies() {
        let own: Vec<(Facts, bool)> = rows
            .iter()
            .filter(|(name, ..)| *name == strategy.name())
            .map(|(_, facts, right)| (*facts, *right))
            .collect();
        let weights: Vec<String> = weights(&own).iter().map(|w| format!("{w:.2}")).collect();
        println!("    (\"{}\", [{}]),", strategy.name(), weights.join(", "));
    }
    println!("];");
    Ok(())
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
