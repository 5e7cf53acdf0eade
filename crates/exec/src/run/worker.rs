//! What runs one sample after the other: memory that is used again, and counters.

use std::cell::Cell;

use lang::Op;

use super::{Inputs, Rules, Run, TaskSteps};
use crate::arena::Arena;
use crate::clock::Clock;
use crate::cx::Cx;
use crate::known::{Known, Unknown};
use crate::plan::Plan;
use crate::stats::Stats;

/// Memory a worker keeps between samples.
const KEEP_BYTES: usize = 64 << 20;

/// Samples between two that are timed: reading the clock costs as much as a small step.
const TIME_EVERY: u64 = 8;

/// Steps of one op that were timed, and the time they took.
#[derive(Clone, Copy, Default)]
pub(super) struct OpTime {
    pub steps: u64,
    pub ticks: u64,
}

/// Steps by op, the last place for calls of computed functions. What every step counts is apart
/// from what few do, so that it stays in the fastest memory.
pub(super) struct Tally {
    pub steps: Vec<u64>,
    pub timed: Vec<OpTime>,
}

impl Default for Tally {
    fn default() -> Self {
        Tally { steps: vec![0; Op::COUNT + 1], timed: vec![OpTime::default(); Op::COUNT + 1] }
    }
}

/// Memory and counters that live longer than one sample.
pub struct Worker {
    arena: Arena,
    clock: Clock,
    stats: Stats,
    tally: Tally,
    calls: Box<[Cell<u64>]>,
    samples: u64,
}

impl Default for Worker {
    fn default() -> Self {
        Worker {
            arena: Arena::new(),
            clock: Clock::default(),
            stats: Stats::default(),
            tally: Tally::default(),
            calls: Cx::counters(),
            samples: 0,
        }
    }
}

impl Worker {
    /// Runs all programs of a plan on one sample and hands the finished run to `see`.
    pub fn run<T>(
        &mut self,
        plan: &Plan,
        inputs: Inputs<'_>,
        rules: Rules,
        see: impl FnOnce(&Run<'_, '_>) -> T,
    ) -> T {
        self.run_rest(plan, inputs, (rules, None), (&Unknown, 0), see)
    }

    /// As [`Worker::run`] where the outcomes of some programs are known already, for the job of
    /// this number, and where other samples of the task run by the same rules.
    pub(super) fn run_rest<T>(
        &mut self,
        plan: &Plan,
        inputs: Inputs<'_>,
        rules: (Rules, Option<&TaskSteps>),
        (known, job): (&impl Known, usize),
        see: impl FnOnce(&Run<'_, '_>) -> T,
    ) -> T {
        self.arena.reset(KEEP_BYTES);
        let calls = std::mem::take(&mut self.calls);
        let (seen, calls) = {
            let cx = Cx::counting(&self.arena, plan.dialect, calls);
            let rules = (rules.0.within(plan.limits), rules.1);
            let mut run = Run::new(&cx, plan, inputs, rules, &mut self.tally);
            run.timed = self.samples.is_multiple_of(TIME_EVERY);
            run.run_all(known, job);
            self.stats.steps += run.steps_run;
            self.stats.steps_shared += run.steps_shared;
            self.stats.failures.iter_mut().zip(run.failures).for_each(|(a, b)| *a += b);
            let seen = see(&run);
            (seen, cx.into_calls())
        };
        self.calls = calls;
        self.samples += 1;
        self.stats.peak_bytes = self.stats.peak_bytes.max(self.arena.reserved() as u64);
        seen
    }

    /// The counters of all samples run by this worker.
    pub fn into_stats(mut self) -> Stats {
        let nanos = self.clock.nanos_per_tick();
        for (op, calls) in self.stats.ops.iter_mut().zip(&self.calls) {
            op.calls = calls.get();
        }
        let Tally { steps, timed } = &self.tally;
        for (op, (steps, time)) in self.stats.ops.iter_mut().zip(steps.iter().zip(timed)) {
            op.steps = *steps;
            let untimed = *steps as f64 / time.steps.max(1) as f64;
            op.nanos = time.ticks as f64 * nanos * untimed;
        }
        self.stats
    }
}
