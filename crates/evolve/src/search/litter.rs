//! The candidates of one task and generation, and what becomes of them.

use exec::bank::Memo;
use exec::plan::Plan;
use exec::run::Budget;
use lang::{Dag, Dialect, Hash128, NodeId};

use crate::mutate::Mutation;
use crate::standing::Shot;

/// All candidates of one dialect, merged with their parents into one batt.
pub struct Batch {
    /// The dialect.
    pub dialect: Dialect,
    /// Parents and candidates.
    pub dag: Dag,
    /// Made ready to run; its programs are the Dag's roots.
    pub plan: Plan,
    /// What its nodes gave on the first sample while mutants were made, as far as is known.
    pub nodes: Memo,
}

/// What grown programs have in the place of a strategy's name.
pub const GROWTH: &str = "growth";

/// One candidate.
pub struct Candidate {
    /// Its number among the candidates of its task and generation; some numbers are missing.
    pub number: u64,
    /// Which batch of its litter it is in.
    pub batch: usize,
    /// Its result.
    pub root: NodeId,
    /// Its place among the programs of the batch's plan.
    pub program: usize,
    /// The program it was made from: its place in the plan and its hash.
    pub parent: Option<(usize, Hash128)>,
    /// The strategy that found it, [`GROWTH`] included; nothing for the pool's programs and mutants.
    pub strategy: Option<&'static str>,
    /// What was changed.
    pub log: Vec<Mutation>,
    /// The other programs it took parts of.
    pub donors: Vec<Hash128>,
    /// Lines that were run to find it.
    pub probes: u32,
    /// Whether all its new lines are well typed.
    pub typed: bool,
}

impl Candidate {
    /// A program as it came: one of the pool, or what a strategy found.
    pub fn as_it_came(
        number: u64,
        batch: usize,
        root: NodeId,
        program: usize,
        strategy: Option<&'static str>,
    ) -> Candidate {
        let (parent, log, donors) = (None, Vec::new(), Vec::new());
        let (probes, typed) = (0, true);
        Candidate { number, batch, root, program, parent, strategy, log, donors, probes, typed }
    }
}

/// What litters say of candidates on samples after the first: by island, sample and candidate.
pub type LaterShots = Vec<Vec<Vec<Option<Shot>>>>;

/// The candidates of one task and generation.
///
/// Invariant: `first` has one shot for each candidate, in order.
pub struct Litter {
    /// One batch for each dialect that occurs.
    pub batches: Vec<Batch>,
    /// The candidates, in the order of their numbers.
    pub candidates: Vec<Candidate>,
    /// What they gave on the first demo sample.
    pub first: Vec<Shot>,
    /// Which of them go on to the other samples.
    pub alive: Vec<bool>,
    /// What they may cost.
    pub budget: Budget,
    /// Draws that gave no candidate: no edit was found that runs and changes something.
    pub copies: usize,
}

impl Litter {
    /// How many candidates are still in.
    pub fn in_count(&self) -> usize {
        self.alive.iter().filter(|alive| **alive).count()
    }

    /// About how many steps the candidates that are still in have on a sample.
    pub fn steps(&self) -> f64 {
        let all: usize = self.batches.iter().map(|batch| batch.plan.steps.len()).sum();
        all as f64 * self.in_count() as f64 / self.candidates.len().max(1) as f64
    }
}
