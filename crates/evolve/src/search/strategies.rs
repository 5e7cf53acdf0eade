//! What the strategies of `solve` find for a task, as programs to start from.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ::solve::crew::Watch;
use ::solve::portfolio::{Settings, solve};
use ::solve::{Candidate, Problem};
use exec::data::Task;

use crate::claim;
use crate::code::Code;
use crate::kept::KEEP_PER_TASK;

/// The best programs that strategies find with so many units of work, each with its strategy: those that fit most demo
/// samples first. What they are worth is seen when they run.
pub fn programs(task: &Task, units: u64, late: &Arc<AtomicBool>) -> Vec<(&'static str, Code)> {
    if units == 0 {
        return Vec::new();
    }
    let settings = Settings { units, threads: 1, ..Settings::default() };
    let watch = Watch::of_flag(late.clone());
    // A strategy that fails is a defect of ours and no reason to end a search that does without it.
    let found = catch_unwind(AssertUnwindSafe(|| solve(&Problem::of(task), settings, &watch)));
    let mut candidates = found.map_or_else(|_| Vec::new(), |solution| solution.candidates);
    candidates.retain(|candidate| !candidate.program.is_empty());
    candidates.sort_by(Candidate::best_first);
    candidates.truncate(KEEP_PER_TASK);
    let code = |c: &Candidate| Some((c.strategy, claim::read(&task.id, &c.program).ok()?));
    candidates.iter().filter_map(code).collect()
}
