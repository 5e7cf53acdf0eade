//! What one generation of a search changes and counts.

use std::collections::{BTreeMap, BTreeSet};

use lang::Hash128;
use serde::{Deserialize, Serialize};

use crate::kept::Kept;

/// What one generation changes; committed as a whole or not at all.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Generation {
    /// Its number, from 0 (the pool as it came).
    pub number: u64,
    /// Programs that are kept from now on.
    pub added: Vec<Kept>,
    /// Programs that made room: task and program.
    pub evicted: Vec<(String, Hash128)>,
    /// What happened, summed over the generation.
    pub counters: Counters,
    /// What stored differs did.
    pub differs: Vec<DifferNote>,
}

impl Generation {
    /// Adds what a second round of the same generation changed: what came and left in it leaves no trace.
    pub fn follow(&mut self, mut more: Generation) {
        let key = |kept: &Kept| (kept.task.clone(), kept.program.hash);
        let new: BTreeSet<_> = self.added.iter().map(key).collect();
        let (own, old): (BTreeSet<_>, BTreeSet<_>) =
            more.evicted.drain(..).partition(|left| new.contains(left));
        self.added.retain(|kept| !own.contains(&key(kept)));
        self.evicted.extend(old);
        self.added.append(&mut more.added);
        self.differs.append(&mut more.differs);
        self.counters.add(&more.counters);
        self.counters.new_programs = self.added.len() as u64;
    }
}

/// How useful a differ was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DifferNote {
    /// The differ.
    pub hash: Hash128,
    /// How often it was run on the result of a solver.
    pub runs: u64,
    /// Its improvements over the input, summed over these runs.
    pub improvement: i64,
}

/// Counts of a generation or a run. What [`Counters::comparable`] leaves is the same on every
/// machine, thread count and shard.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
// Stores of earlier versions do not have every count.
#[serde(default)]
pub struct Counters {
    /// Candidates made.
    pub candidates: u64,
    /// Candidates times the samples they were run on.
    pub candidate_samples: u64,
    /// Mutants among the candidates.
    pub mutants: u64,
    /// Draws that gave no mutant, since no edit was found that runs and changes something.
    pub copies: u64,
    /// Mutants whose edits are all well typed by declared types.
    pub mutants_typed: u64,
    /// Mutants that run without error on all demo inputs they were run on.
    pub mutants_ok: u64,
    /// Mutants whose value differs from their parent's on some demo input.
    pub mutants_changed: u64,
    /// Candidates dropped after the first sample, since they could not beat what is kept.
    pub dropped: u64,
    /// Candidates that cost too much to go on with.
    pub too_dear: u64,
    /// Programs added.
    pub new_programs: u64,
    /// Failing candidate runs by kind.
    pub faults: BTreeMap<String, u64>,
    /// Edits by operator.
    pub operators: BTreeMap<String, u64>,
    /// Candidates that are no mutants, by what found them: [`crate::kept::FILE`], "growth", strategies by name.
    pub sources: BTreeMap<String, u64>,
    /// Tasks that were solved, by [`crate::kept::Origin::found_by`] of the first program that did it.
    pub solved_by: BTreeMap<String, u64>,
    /// Lines run while edits were looked for.
    pub probes: u64,
    /// Steps computed.
    pub steps_run: u64,
    /// Steps whose value was known from before.
    pub steps_known: u64,
    /// What devices did, by the names of a report's fields; empty without devices.
    #[serde(default)]
    pub devices: BTreeMap<String, u64>,
    /// Steps computed and their time, by dialect and op: "arc.objects", and "arc.call" for calls
    /// of function values. With devices, what the CPU did of their work is in it, which is not
    /// in `steps_run`. A run has these and the following counts, its generations do not.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub ops: BTreeMap<String, OpCount>,
    /// The same steps by batch pattern: "object types".
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub patterns: BTreeMap<String, OpCount>,
    /// What devices left to the CPU, by reason.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub fallbacks: BTreeMap<String, u64>,
    /// The most bytes that all values seen before took at the end of a generation.
    #[serde(skip_serializing_if = "is_zero")]
    pub values_high: u64,
    /// The most bytes in use on one device.
    #[serde(skip_serializing_if = "is_zero")]
    pub device_memory_high: u64,
    /// Wall-clock seconds.
    pub seconds: f64,
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// How often something was computed, and how long that took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct OpCount {
    /// How often.
    pub calls: u64,
    /// Nanoseconds, all threads together: an estimate from a part of the calls.
    pub nanos: u64,
}

impl Counters {
    /// The counts that depend on nothing but the run's seed, settings, pool and tasks: without
    /// times, memory, devices, and which steps were computed and which were known.
    pub fn comparable(&self) -> Counters {
        Counters {
            seconds: 0.0,
            steps_run: 0,
            steps_known: 0,
            devices: BTreeMap::new(),
            ..self.brief()
        }
    }

    /// The counts that are kept for every generation: without what would take kilobytes each.
    pub fn brief(&self) -> Counters {
        // Not by cloning and dropping: a generation may be short.
        let mut brief = Counters::default();
        brief.add_brief(self);
        brief
    }

    /// Adds the counts of another generation or task.
    pub fn add(&mut self, other: &Counters) {
        self.add_brief(other);
        add_ops(&mut self.ops, &other.ops);
        add_ops(&mut self.patterns, &other.patterns);
        add_all(&mut self.fallbacks, &other.fallbacks);
        self.values_high = self.values_high.max(other.values_high);
        self.device_memory_high = self.device_memory_high.max(other.device_memory_high);
    }

    fn add_brief(&mut self, other: &Counters) {
        self.candidates += other.candidates;
        self.candidate_samples += other.candidate_samples;
        self.mutants += other.mutants;
        self.copies += other.copies;
        self.mutants_typed += other.mutants_typed;
        self.mutants_ok += other.mutants_ok;
        self.mutants_changed += other.mutants_changed;
        self.dropped += other.dropped;
        self.too_dear += other.too_dear;
        self.new_programs += other.new_programs;
        add_all(&mut self.faults, &other.faults);
        add_all(&mut self.operators, &other.operators);
        add_all(&mut self.sources, &other.sources);
        add_all(&mut self.solved_by, &other.solved_by);
        self.probes += other.probes;
        self.steps_run += other.steps_run;
        self.steps_known += other.steps_known;
        add_all(&mut self.devices, &other.devices);
        self.seconds += other.seconds;
    }
}

fn add_all(sums: &mut BTreeMap<String, u64>, more: &BTreeMap<String, u64>) {
    for (name, count) in more {
        *sums.entry(name.clone()).or_default() += count;
    }
}

fn add_ops(sums: &mut BTreeMap<String, OpCount>, more: &BTreeMap<String, OpCount>) {
    for (name, count) in more {
        // Most names are there already.
        let sum = match sums.get_mut(name) {
            Some(sum) => sum,
            None => sums.entry(name.clone()).or_default(),
        };
        sum.calls = sum.calls.saturating_add(count.calls);
        sum.nanos = sum.nanos.saturating_add(count.nanos);
    }
}
