//! What trees agree on.

use crate::candidate::{Candidate, Candidates};

/// Bits that each doubling of the trees with an answer saves.
const VOTE_BITS: f64 = 6.0;

/// Candidates with the number of trees that gave the same outputs.
#[derive(Default)]
pub struct Votes {
    all: Vec<(Candidate, f64)>,
}

impl Votes {
    /// Counts a candidate: of several with the same outputs the cheapest stays.
    pub fn add(&mut self, candidate: Candidate) {
        let weight = 0.1 + candidate.left_out.unwrap_or(0.5);
        match self.all.iter_mut().find(|(other, _)| other.outputs == candidate.outputs) {
            None => self.all.push((candidate, weight)),
            Some((other, votes)) => {
                *votes += weight;
                if (candidate.share(), -candidate.cost) > (other.share(), -other.cost) {
                    *other = candidate;
                }
            }
        }
    }

    /// Whether some tree gets all demos right that it was not shown.
    pub fn is_sure(&self) -> bool {
        self.all.iter().any(|(c, _)| c.fits_all() && c.left_out == Some(1.0))
    }

    /// Gives all candidates to the others', those that trees agree on cheaper than before.
    pub fn hand_over(self, found: &mut Candidates) {
        for (mut candidate, votes) in self.all {
            candidate.cost -= VOTE_BITS * votes.log2();
            found.add(candidate);
        }
    }
}
