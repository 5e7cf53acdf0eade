//! What strategies find.

use std::cmp::Ordering;

use crate::problem::Picture;

/// A program with what it gives.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// The strategy that found it.
    pub strategy: &'static str,
    /// What it gives for each test input; nothing where it fails.
    pub outputs: Vec<Option<Picture>>,
    /// Which demos it fits.
    pub fits: Vec<bool>,
    /// How complicated it is, in bits of description; comparable within one strategy.
    pub cost: f64,
    /// Share of demos that the strategy got right when it was not shown them, where that was tried.
    pub left_out: Option<f64>,
    /// The program in line form of the `batt` dialect: the lines of the body, the last one assigns `O`. Empty
    /// while a strategy cannot write it yet.
    pub program: Vec<String>,
}

impl Candidate {
    /// Share of demos that it fits.
    pub fn share(&self) -> f64 {
        let fits = self.fits.iter().filter(|&&fits| fits).count();
        fits as f64 / self.fits.len().max(1) as f64
    }

    /// Which of two goes first: the one that fits more demos, then the cheaper one.
    pub fn best_first(&self, other: &Candidate) -> Ordering {
        other.share().total_cmp(&self.share()).then(self.cost.total_cmp(&other.cost))
    }

    /// Whether it fits all demos.
    pub fn fits_all(&self) -> bool {
        self.fits.iter().all(|&fits| fits)
    }
}

/// Candidates in the order in which they were found.
#[derive(Clone, Default, Debug)]
pub struct Candidates {
    /// All of them.
    pub all: Vec<Candidate>,
}

impl Candidates {
    /// Adds one, unless it answers no test input, or its strategy gave the same outputs at no higher cost and fits
    /// as many demos.
    pub fn add(&mut self, candidate: Candidate) {
        if candidate.outputs.iter().all(Option::is_none) {
            return;
        }
        let same = |other: &&mut Candidate| {
            other.strategy == candidate.strategy && other.outputs == candidate.outputs
        };
        match self.all.iter_mut().find(same) {
            None => self.all.push(candidate),
            Some(other) => {
                let better = (candidate.share(), -candidate.cost) > (other.share(), -other.cost);
                if better {
                    *other = candidate;
                }
            }
        }
    }
}
