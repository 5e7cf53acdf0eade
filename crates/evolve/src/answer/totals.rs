//! Counts over all tasks.

use std::collections::BTreeMap;

use exec::data::Sample;
use serde_json::{Map, Value, json};

use super::{Attempt, Solved};
use crate::submit::ATTEMPTS;

/// What one strategy did.
#[derive(Default)]
pub struct StrategyTotals {
    /// Test inputs with an attempt of it.
    pub answered: usize,
    /// Attempts of it that are right, where outputs are known.
    pub right: usize,
    /// Units that it took.
    pub units: u64,
}

/// What all did.
#[derive(Default)]
pub struct Totals {
    /// Tasks.
    pub tasks: usize,
    /// Test inputs.
    pub test_inputs: usize,
    /// Those with an attempt that is no guess.
    pub answered: usize,
    /// Attempts that are guesses.
    pub guesses: usize,
    /// Tasks with a candidate that fits all demo samples.
    pub fits_demos: usize,
    /// Test inputs whose output is known.
    pub known: usize,
    /// Those for which one of the attempts is right.
    pub right: usize,
    /// Those for which the first one is.
    pub right_first: usize,
    /// Processor seconds.
    pub cpu_seconds: f64,
    /// By strategy.
    pub strategies: BTreeMap<&'static str, StrategyTotals>,
}

impl Totals {
    /// Counts.
    pub fn of(solved: &[Solved<'_>]) -> Totals {
        let mut totals = Totals::default();
        for task in solved {
            totals.add(task);
        }
        totals
    }

    /// What front ends print; what is right is nothing where no output is known.
    pub fn json(&self) -> Map<String, Value> {
        let known = self.known > 0;
        let strategy = |(name, s): (&&str, &StrategyTotals)| {
            let right = known.then_some(s.right);
            (name.to_string(), json!({ "answered": s.answered, "right": right, "units": s.units }))
        };
        let numbers = [
            ("tasks", json!(self.tasks)),
            ("test_inputs", json!(self.test_inputs)),
            ("answered", json!(self.answered)),
            ("guesses", json!(self.guesses)),
            ("fits_demos", json!(self.fits_demos)),
            ("known_outputs", json!(self.known)),
            ("right", json!(known.then_some(self.right))),
            ("right_first", json!(known.then_some(self.right_first))),
            ("cpu_seconds", json!(self.cpu_seconds)),
            ("by_strategy", self.strategies.iter().map(strategy).collect::<Map<_, _>>().into()),
        ];
        numbers.into_iter().map(|(key, number)| (key.to_string(), number)).collect()
    }

    fn add(&mut self, solved: &Solved<'_>) {
        let answered = &solved.answered;
        self.tasks += 1;
        self.test_inputs += answered.tests.len();
        self.answered += answered.answered();
        self.guesses += answered.guesses();
        self.fits_demos += answered.fits_demos as usize;
        self.cpu_seconds += solved.seconds;
        for work in &answered.work {
            self.strategies.entry(work.strategy).or_default().units += work.units;
        }
        for (sample, pair) in solved.task.test.iter().zip(&answered.tests) {
            let right = right(sample, pair);
            self.known += right.is_some() as usize;
            self.right += right.is_some_and(|right| right.contains(&true)) as usize;
            self.right_first += right.is_some_and(|right| right[0]) as usize;
            self.add_givers(solved, pair, right.unwrap_or_default());
        }
    }

    fn add_givers(
        &mut self,
        solved: &Solved<'_>,
        pair: &[Attempt; ATTEMPTS],
        right: [bool; ATTEMPTS],
    ) {
        let strategy = |attempt: &Attempt| {
            attempt.giver.map(|giver| solved.answered.found[giver.found].strategy)
        };
        let [first, second] = pair.each_ref().map(strategy);
        for (name, right) in [first, second].into_iter().zip(right) {
            let Some(name) = name else { continue };
            self.strategies.entry(name).or_default().right += right as usize;
        }
        for name in first.into_iter().chain(second.filter(|_| second != first)) {
            self.strategies.entry(name).or_default().answered += 1;
        }
    }
}

/// Which attempts are right, if that is known.
pub fn right(sample: &Sample, pair: &[Attempt; ATTEMPTS]) -> Option<[bool; ATTEMPTS]> {
    let output = sample.output.as_ref()?;
    Some(pair.each_ref().map(|attempt| attempt.grid == *output))
}
