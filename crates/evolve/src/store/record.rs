//! What goes into the store and comes out of it.

use exec::data::Dataset;
use exec::run::Budget;
use lang::{Dialect, Hash128};
use serde::{Deserialize, Serialize};

use crate::code::Hash128Text;
use crate::drive::ENGINE;
use crate::generation::Counters;

/// A run of `evolve` as the store keeps it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
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

impl Made {
    /// With this engine on these data.
    pub fn now(data: &Dataset) -> Made {
        Made { engine: ENGINE.into(), data: data.name.clone(), data_version: data.version.clone() }
    }
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
    /// The hash of the priors that it goes by, if any: who goes on brings them again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prior: Option<Hash128Text>,
}
