//! Which steps banks compute, and how long they take.

use std::sync::OnceLock;

use lang::{Dialect, Kernel, Op};

use crate::clock::ticks;
use crate::plan::Action;
use crate::stats::Stats;

/// One computed step of so many is timed: reading the clock for each would cost more than the
/// smallest ones.
const TIMED: u64 = 16;

/// Rows of a tally: one for each op name, and one for each dialect's calls of function values.
const ROWS: usize = Op::COUNT + Dialect::ALL.len();

/// What a step is part of, seen from a whole batch. Batches compute what reads S alone once for all samples of a task (`run/tasks.rs`); a bank
/// is one sample's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Pattern {
    /// Takes all samples of a task apart: it has S itself for an argument, or it maps over what
    /// a map over S gave.
    SampleExtraction,
    /// Finds the objects of a grid.
    ObjectTypes,
    /// Maps a function over a container.
    Maps,
    /// Everything else.
    Other,
}

impl Pattern {
    /// All of them, in order.
    pub const ALL: [Pattern; 4] =
        [Pattern::SampleExtraction, Pattern::ObjectTypes, Pattern::Maps, Pattern::Other];

    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Pattern::SampleExtraction => "sample extraction",
            Pattern::ObjectTypes => "object types",
            Pattern::Maps => "maps over containers",
            Pattern::Other => "other",
        }
    }

    /// What the calls of an op are, whatever their arguments.
    pub fn of(op: Op) -> Pattern {
        use Kernel::*;
        match op.kernel() {
            Apply | Rapply | Mapply | Papply | Mpapply | Prapply => Pattern::Maps,
            Objects | ObjectsPacked | Partition | Fgpartition | Frontiers => Pattern::ObjectTypes,
            _ => Pattern::Other,
        }
    }

    /// The same for all rows of a tally, made once.
    fn table() -> &'static [Pattern; ROWS] {
        static TABLE: OnceLock<[Pattern; ROWS]> = OnceLock::new();
        let of = |row| Op::from_index(row).map_or(Pattern::Other, Pattern::of);
        TABLE.get_or_init(|| std::array::from_fn(of))
    }
}

/// Steps of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Steps {
    /// How many were computed.
    pub count: u64,
    /// Ticks of the processor's counter that they took: what the timed ones took, scaled.
    pub ticks: u64,
}

impl Steps {
    fn add(&mut self, more: Steps) {
        self.count = self.count.saturating_add(more.count);
        self.ticks = self.ticks.saturating_add(more.ticks);
    }
}

/// Counts of computed steps by op and by pattern.
#[derive(Clone, Debug)]
pub struct Tally {
    /// By [`Op::index`], then by dialect for calls of function values.
    ops: Vec<Steps>,
    patterns: [Steps; Pattern::ALL.len()],
    usual: &'static [Pattern; ROWS],
    /// Steps since the last timed one.
    untimed: u64,
}

impl Default for Tally {
    fn default() -> Self {
        let (ops, patterns) = (vec![Steps::default(); ROWS], Default::default());
        Tally { ops, patterns, usual: Pattern::table(), untimed: 0 }
    }
}

impl Tally {
    /// An empty one that goes on timing where this one is: however short the lives of tallies
    /// are, the same share of steps is timed.
    pub fn fresh(&self) -> Tally {
        Tally { untimed: self.untimed, ..Tally::default() }
    }

    /// Adds what another one counted.
    pub fn add(&mut self, other: &Tally) {
        self.ops.iter_mut().zip(&other.ops).for_each(|(sum, more)| sum.add(*more));
        self.patterns.iter_mut().zip(other.patterns).for_each(|(sum, more)| sum.add(more));
        self.untimed = other.untimed;
    }

    /// Adds the steps of runs without a bank, which look at no arguments.
    pub fn add_stats(&mut self, stats: &Stats, nanos_per_tick: f64) {
        for (row, op) in stats.ops.iter().enumerate().filter(|(_, op)| op.steps > 0) {
            let ticks = (op.nanos / nanos_per_tick.max(1e-3)) as u64;
            let steps = Steps { count: op.steps, ticks };
            self.ops[row].add(steps);
            self.patterns[self.usual[row] as usize].add(steps);
        }
    }

    /// The computed steps by "dialect.op", those that there are; calls of function values
    /// are "dialect.call".
    pub fn ops(&self) -> impl Iterator<Item = (String, Steps)> {
        let name = |row: usize| match Op::from_index(row) {
            Some(op) => format!("{}.{}", op.dialect(), op.name()),
            None => format!("{}.call", Dialect::ALL[row - Op::COUNT]),
        };
        let rows = self.ops.iter().enumerate().filter(|(_, steps)| steps.count > 0);
        rows.map(move |(row, steps)| (name(row), *steps))
    }

    /// The same steps by pattern.
    pub fn patterns(&self) -> impl Iterator<Item = (Pattern, Steps)> {
        Pattern::ALL.into_iter().zip(self.patterns).filter(|(_, steps)| steps.count > 0)
    }

    /// What a step usually is.
    #[inline]
    pub(super) fn usual(&self, action: Action) -> Pattern {
        match action {
            Action::Call(op) => self.usual[op.index()],
            Action::Apply => Pattern::Other,
        }
    }

    /// Before a step: the time, if it is to be timed.
    #[inline]
    pub(super) fn start(&mut self) -> Option<u64> {
        self.untimed += 1;
        if self.untimed < TIMED {
            return None;
        }
        self.untimed = 0;
        Some(ticks())
    }

    /// After a step.
    #[inline]
    pub(super) fn count(
        &mut self,
        dialect: Dialect,
        action: Action,
        pattern: Pattern,
        started: Option<u64>,
    ) {
        // Two processors' counters may differ a little.
        let ticks = started.map_or(0, |then| ticks().saturating_sub(then).saturating_mul(TIMED));
        let row = match action {
            Action::Call(op) => op.index(),
            Action::Apply => Op::COUNT + dialect as usize,
        };
        let steps = Steps { count: 1, ticks };
        self.ops[row].add(steps);
        self.patterns[pattern as usize].add(steps);
    }
}
