//! What a run did: always counted, cheap enough never to be switched off.

use lang::Op;

use crate::value::Fault;

/// Counters of one op name.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct OpStats {
    /// Calls, as a step or inside a mapped function.
    pub calls: u64,
    /// Steps.
    pub steps: u64,
    /// Time in its steps, the calls they make included, in nanoseconds: measured on every eighth
    /// sample and scaled to all.
    pub nanos: f64,
}

/// Counters of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Stats {
    /// Steps that ran.
    pub steps: u64,
    /// Steps that a program needed and that had been run for another one.
    pub steps_shared: u64,
    /// Failed steps by kind, in the order of [`Fault::ALL`].
    pub failures: [u64; Fault::ALL.len()],
    /// Largest memory reserved for the values of one sample, in bytes.
    pub peak_bytes: u64,
    /// By op name, at [`Op::index`].
    pub ops: Vec<OpStats>,
}

impl Default for Stats {
    fn default() -> Self {
        let ops = vec![OpStats::default(); Op::COUNT];
        Stats { steps: 0, steps_shared: 0, failures: [0; 6], peak_bytes: 0, ops }
    }
}

impl Stats {
    /// Adds the counters of another run.
    pub fn add(&mut self, other: &Stats) {
        self.steps += other.steps;
        self.steps_shared += other.steps_shared;
        self.failures.iter_mut().zip(other.failures).for_each(|(a, b)| *a += b);
        self.peak_bytes = self.peak_bytes.max(other.peak_bytes);
        for (a, b) in self.ops.iter_mut().zip(&other.ops) {
            a.calls += b.calls;
            a.steps += b.steps;
            a.nanos += b.nanos;
        }
    }

    /// Calls of ops in all.
    pub fn calls(&self) -> u64 {
        self.ops.iter().map(|op| op.calls).sum()
    }
}
