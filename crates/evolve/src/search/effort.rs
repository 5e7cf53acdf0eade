//! What a search computes, step by step: which ops, and how long they take.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use exec::bank::{Scratch, Steps, Tally};
use exec::clock::Clock;
use exec::stats::Stats;

use crate::generation::{Counters, OpCount};

/// Sums over all threads.
#[derive(Default)]
pub struct Effort {
    clock: Clock,
    tally: Mutex<Tally>,
}

impl Effort {
    /// A place to work at, for one thread.
    pub fn bench(&self) -> Bench<'_> {
        Bench { scratch: Scratch::new(self.sums().fresh()), effort: self }
    }

    /// Adds what an engine computed on the CPU.
    pub fn add_stats(&self, stats: &Stats) {
        let nanos_per_tick = self.clock.nanos_per_tick();
        self.sums().add_stats(stats, nanos_per_tick);
    }

    /// Puts what was computed since the last call into the counts.
    pub fn settle(&self, counters: &mut Counters) {
        let nanos_per_tick = self.clock.nanos_per_tick();
        let count = |steps: Steps| OpCount {
            calls: steps.count,
            nanos: (steps.ticks as f64 * nanos_per_tick) as u64,
        };
        let fresh = self.sums().fresh();
        let done = std::mem::replace(&mut *self.sums(), fresh);
        counters.ops = done.ops().map(|(name, steps)| (name, count(steps))).collect();
        let patterns = done.patterns();
        counters.patterns =
            patterns.map(|(pattern, steps)| (pattern.name().to_string(), count(steps))).collect();
    }

    fn sums(&self) -> MutexGuard<'_, Tally> {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Working memory of one thread. What was computed there is added up when it is dropped.
pub struct Bench<'e> {
    /// The memory.
    pub scratch: Scratch,
    effort: &'e Effort,
}

impl Drop for Bench<'_> {
    fn drop(&mut self) {
        self.effort.sums().add(&self.scratch.tally);
    }
}

/// What was counted since an earlier count.
pub fn since(
    mut now: BTreeMap<String, u64>,
    before: &BTreeMap<String, u64>,
) -> BTreeMap<String, u64> {
    for (name, count) in &mut now {
        *count = count.saturating_sub(before.get(name).copied().unwrap_or(0));
    }
    now
}
