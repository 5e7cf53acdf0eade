//! How good a program is on a task, and what that is added up from.

use exec::run::Outcome;
use exec::value::Fault;
use serde::{Deserialize, Serialize};

use crate::code::Hash128Text;
use crate::differs::PERFECT;
use crate::outputs::{self, Print};
use crate::points::Scorer;

/// How good a program is on a task.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Standing {
    /// Sum of its points over the demo samples.
    pub demo_score: u32,
    /// Demo samples with exactly the right output.
    pub demo_right: u32,
    /// Demo samples.
    pub demo_count: u32,
    /// It fits the demos: all demo samples are right, and still so with the sample's own pair taken out of S.
    #[serde(rename = "fits_demos")]
    pub solved: bool,
    /// Cost on all demo samples together.
    pub cost: u64,
    /// Fingerprint of its outputs on the demo samples.
    pub outputs: Hash128Text,
    /// Test samples with exactly the right output; for reports alone.
    pub test_right: u32,
    /// Test samples whose output is known.
    pub test_count: u32,
}

impl Standing {
    /// Better programs first: higher score, then lower cost.
    pub fn rank(&self) -> (std::cmp::Reverse<u32>, u64) {
        (std::cmp::Reverse(self.demo_score), self.cost)
    }

    /// Whether every demo output is right.
    pub fn is_all_right(&self) -> bool {
        self.demo_right == self.demo_count
    }

    /// Whether it is right on all tests; nothing where their outputs are not known.
    pub fn right_on_tests(&self) -> Option<bool> {
        (self.test_count > 0).then_some(self.test_right == self.test_count)
    }

    /// What demo samples say. Whether the program holds without its pair, and what it gives on test
    /// samples, is not known then.
    pub fn of_demo(shots: &[Shot]) -> Standing {
        Standing {
            demo_score: shots.iter().map(|shot| shot.points).sum(),
            demo_right: shots.iter().filter(|shot| shot.right).count() as u32,
            demo_count: shots.len() as u32,
            solved: false,
            cost: shots.iter().map(|shot| shot.cost).sum(),
            outputs: Hash128Text(outputs::combine(shots.iter().map(|shot| shot.print))),
            test_right: 0,
            test_count: 0,
        }
    }
}

/// The score of a program that gets so many demo samples right.
pub fn perfect(demo_count: u32) -> u32 {
    demo_count.saturating_mul(PERFECT)
}

/// What a program gave on one demo sample.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shot {
    /// Its points.
    pub points: u32,
    /// Whether the output is exactly right.
    pub right: bool,
    /// What it cost.
    pub cost: u64,
    /// Fingerprint of the value, or why there is none.
    pub print: Print,
    /// Whether the program that it was made of gives something else, where there is one.
    pub changed: bool,
}

impl Shot {
    /// What an outcome is worth.
    pub fn of(scorer: &Scorer, outcome: &Outcome<'_>) -> Shot {
        let points = outcome.result.map(|value| scorer.points(value)).unwrap_or_default();
        let (points, right) = (points.points, points.right);
        let print = outputs::print(outcome.result);
        Shot { points, right, cost: outcome.cost, print, changed: false }
    }

    /// Why the program failed, if it did.
    pub fn fault(&self) -> Option<Fault> {
        self.print.err()
    }
}
