//! What a run tells of itself.

use std::time::Duration;

use super::Ended;
use crate::generation::Counters;
use crate::kept::FILE;
use crate::search::GROWTH;
use crate::store::record::PoolSource;

/// A task whose best score rose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Risen {
    /// The task.
    pub task: String,
    /// The best demo score before, 0 if there was none.
    pub from: u32,
    /// The best demo score now.
    pub to: u32,
    /// The score of a program that is right on all demo samples.
    pub perfect: u32,
}

/// How a run stands after a generation.
#[derive(Clone, Debug)]
pub struct Progress {
    /// The last generation.
    pub generation: u64,
    /// What happened in it.
    pub last: Counters,
    /// What happened since the command started.
    pub session: Counters,
    /// Tasks with a program that fits all demo samples.
    pub solved: usize,
    /// All tasks.
    pub tasks: usize,
    /// Tasks whose best score rose in this generation, the largest rise first.
    pub risen: Vec<Risen>,
    /// How long until the session ends, as far as is known.
    pub left: Option<Duration>,
}

/// What a run gave.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The seed.
    pub seed: u64,
    /// The last generation in the store, nothing if not even the pool was run.
    pub generation: Option<u64>,
    /// Generations made by this command, the pool's included.
    pub made: u64,
    /// What happened in them.
    pub session: Counters,
    /// What happened in the whole run.
    pub total: Counters,
    /// Tasks with a program that fits all demo samples.
    pub solved: Vec<String>,
    /// Those of them whose best such program is right on the tests; for reports alone.
    pub right: usize,
    /// Those of them where that is known.
    pub known: usize,
    /// All tasks.
    pub tasks: usize,
    /// Programs of the pool that the run started from.
    pub pool: usize,
    /// Where they came from.
    pub source: PoolSource,
    /// Why it ended.
    pub ended: Ended,
}

/// How many tasks have a program that fits their demos, by what found the first one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolvedBy {
    /// Programs of the pool, and what the store kept before the run began.
    pub start: u64,
    /// Strategies of `solve`.
    pub strategies: u64,
    /// Growth from nothing.
    pub growth: u64,
    /// Mutation.
    pub mutation: u64,
}

impl Summary {
    /// What fitted the tasks first, over the whole run.
    pub fn solved_by(&self) -> SolvedBy {
        let solved = &self.total.solved_by;
        let of = |source: &str| solved.get(source).copied().unwrap_or(0);
        let (growth, mutation) = (of(GROWTH), of("mutation"));
        let later = solved.values().sum::<u64>() - of(FILE);
        let start = (self.solved.len() as u64).saturating_sub(later);
        SolvedBy { start, strategies: later - growth - mutation, growth, mutation }
    }
}
