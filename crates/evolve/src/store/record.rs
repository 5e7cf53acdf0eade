//! What goes into the store and comes out of it.

use std::collections::{BTreeMap, BTreeSet};

use exec::run::Budget;
use lang::{Dialect, Hash128};
use serde::{Deserialize, Serialize};

use crate::code::Code;
use crate::mutate::Mutation;

/// At most so many programs are kept per task.
pub const KEEP_PER_TASK: usize = 32;

/// How good a program is on a task.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Standing {
    /// Sum of its points over the demo samples.
    pub demo_score: u32,
    /// Demo samples with exactly the right output.
    pub demo_right: u32,
    /// Demo samples.
    pub demo_count: u32,
    /// All demo samples right, and still so with the sample's own pair taken out of S.
    pub solved: bool,
    /// Cost on all demo samples together.
    pub cost: u64,
    /// Fingerprint of its outputs on the demo samples.
    pub outputs: Hash128Text,
    /// Test samples with exactly the right output; for reports alone.
    pub test_right: u32,
    /// Test samples whose output is known.
    pub test_count: u32,
}

impl Standing {
    /// Better programs first: higher score, then lower cost.
    pub fn rank(&self) -> (std::cmp::Reverse<u32>, u64) {
        (std::cmp::Reverse(self.demo_score), self.cost)
    }
}

/// Where a program came from.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Origin {
    /// The programs it was made from, the mutated one first; none for programs from files.
    pub parents: Vec<Hash128Text>,
    /// What was changed, in line order.
    pub mutations: Vec<Mutation>,
    /// The seed of the run.
    pub seed: u64,
    /// The generation that made it; 0 for programs from files.
    pub generation: u64,
    /// Its number among the candidates of its task in that generation.
    pub candidate: u64,
    /// The strategy of `solve` that found it, or "growth"; nothing for programs from files and mutants.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strategy: Option<String>,
}

impl Origin {
    /// What found the program, in a word: the strategy, else `mutation`, else `file`.
    pub fn found_by(&self) -> &str {
        found_by(self.strategy.as_deref(), !self.parents.is_empty())
    }
}

/// What "found" programs that came as they are.
pub const FILE: &str = "file";

/// As [`Origin::found_by`], of a strategy and whether there are parents.
pub fn found_by(strategy: Option<&str>, mutated: bool) -> &str {
    strategy.unwrap_or(if mutated { "mutation" } else { FILE })
}

/// A hash as hexadecimal digits, for JSON.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Hash128Text(pub Hash128);

impl Serialize for Hash128Text {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Hash128Text {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map(Hash128Text).map_err(serde::de::Error::custom)
    }
}

/// A program as the store keeps it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProgramRow {
    /// Its identity.
    pub hash: Hash128,
    /// Its dialect.
    pub dialect: Dialect,
    /// Its lines as function `solve_<task>` or `differ_<name>`.
    pub text: String,
    /// Number of lines.
    pub size: u32,
}

impl ProgramRow {
    /// A program under this text.
    pub fn new(code: &Code, text: String) -> ProgramRow {
        let size = code.size() as u32;
        ProgramRow { hash: code.hash(), dialect: code.dialect(), text, size }
    }
}

/// A program kept for a task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    /// The task.
    pub task: String,
    /// The program.
    pub program: ProgramRow,
    /// How good it is there.
    pub standing: Standing,
    /// Where it came from.
    pub origin: Origin,
}

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
    /// Candidates that are no mutants, by what found them: [`FILE`], "growth", strategies by name.
    pub sources: BTreeMap<String, u64>,
    /// Tasks that were solved, by [`Origin::source`] of the first program that did it.
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
        Counters {
            candidates: self.candidates,
            candidate_samples: self.candidate_samples,
            mutants: self.mutants,
            copies: self.copies,
            mutants_typed: self.mutants_typed,
            mutants_ok: self.mutants_ok,
            mutants_changed: self.mutants_changed,
            dropped: self.dropped,
            too_dear: self.too_dear,
            new_programs: self.new_programs,
            faults: self.faults.clone(),
            operators: self.operators.clone(),
            sources: self.sources.clone(),
            solved_by: self.solved_by.clone(),
            probes: self.probes,
            steps_run: self.steps_run,
            steps_known: self.steps_known,
            devices: self.devices.clone(),
            seconds: self.seconds,
            // Not by cloning and dropping: a generation may be short.
            ops: BTreeMap::new(),
            patterns: BTreeMap::new(),
            fallbacks: BTreeMap::new(),
            values_high: 0,
            device_memory_high: 0,
        }
    }

    /// Adds the counts of another generation or task.
    pub fn add(&mut self, other: &Counters) {
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
        add_ops(&mut self.ops, &other.ops);
        add_ops(&mut self.patterns, &other.patterns);
        add_all(&mut self.fallbacks, &other.fallbacks);
        self.values_high = self.values_high.max(other.values_high);
        self.device_memory_high = self.device_memory_high.max(other.device_memory_high);
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

/// A run of `evolve` as the store keeps it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RunRow {
    /// The seed.
    pub seed: u64,
    /// Everything else that decides what the run does.
    pub settings: RunSettings,
    /// The programs it started from, in order; their texts are in the store.
    pub pool: Vec<Hash128Text>,
    /// The last generation that is in the store.
    pub generation: Option<u64>,
    /// Counts over all its generations.
    pub counters: Counters,
    /// Whether it came to its own end.
    pub finished: bool,
    /// When its last session was going to end; not known for runs of other stores.
    pub plan: Option<RunPlan>,
}

/// When a session of a run is going to end: at what comes first, if anything. For people who
/// watch; the run itself never looks.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct RunPlan {
    /// After this generation.
    pub generations: Option<u64>,
    /// When the run's total of [`Counters::seconds`] is about this.
    pub seconds: Option<f64>,
}

impl RunSettings {
    /// What the numbers of the run are made with.
    pub fn made(&self) -> Made {
        Made {
            engine: self.engine.clone(),
            data: self.data.clone(),
            data_version: self.data_version.clone(),
        }
    }
}

/// What numbers were made with: they are only comparable if these are the same.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Made {
    /// The version of the engine.
    pub engine: String,
    /// The name of the data set.
    pub data: String,
    /// The version of the data set.
    pub data_version: String,
}

/// A differ as the store keeps it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DifferRow {
    /// Its name, without `differ_`.
    pub name: String,
    /// Its identity.
    #[serde(serialize_with = "as_digits")]
    pub hash: Hash128,
    /// Its dialect.
    #[serde(serialize_with = "as_name")]
    pub dialect: Dialect,
    /// Its lines as function `differ_<name>`.
    pub text: String,
    /// How often it was run on the result of a solver.
    pub runs: u64,
    /// Its improvements over the input, summed over these runs.
    pub improvement: i64,
}

impl DifferRow {
    /// Its weight when differs are drawn: 1 and its mean improvement, if that is positive.
    pub fn weight(&self) -> u64 {
        let sum = u64::try_from(self.improvement).unwrap_or(0);
        1 + sum.checked_div(self.runs).unwrap_or(0)
    }
}

fn as_digits<S: serde::Serializer>(hash: &Hash128, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(hash)
}

fn as_name<S: serde::Serializer>(dialect: &Dialect, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(dialect)
}

/// Where the programs came from that a run started from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PoolSource {
    /// Files, or a program that called us.
    #[default]
    Files,
    /// The store.
    Store,
    /// Those that come with the data.
    AtHand,
}

/// What all runs had before it could be chosen.
fn tight() -> u64 {
    Budget::TIGHT.program
}

/// What decides the course of a run, besides its seed and pool.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct RunSettings {
    /// The version of the engine.
    pub engine: String,
    /// The name of the data set.
    pub data: String,
    /// The version of the data set.
    pub data_version: String,
    /// The tasks, sorted; those of the shard.
    pub tasks: Vec<String>,
    /// Candidates per task and generation.
    pub population: u32,
    /// Probability that an element is mutated.
    pub mutation_rate: f64,
    /// Units of work that the strategies of `solve` had for a task in generation 0; 0 in runs of earlier versions.
    #[serde(default)]
    pub solve_units: u64,
    /// Units of work that a program may take on a sample.
    #[serde(default = "tight")]
    pub budget: u64,
    /// Whether solved tasks go on.
    #[serde(default)]
    pub beyond: bool,
    /// Where the pool came from.
    #[serde(default)]
    pub source: PoolSource,
}
