//! What all views say of runs and failures.

use std::collections::BTreeMap;

use evolve::store::record::RunRow;
use evolve::store::{RunId, Store};
use exec::value::Fault;
use serde::Serialize;

use super::Viewed;

/// Runs that are listed.
pub const RUNS: u32 = 100;

/// A seed, written as text: browsers hold whole numbers up to 2^53.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seed(pub u64);

impl Serialize for Seed {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

/// A run in a list.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RunHead {
    /// Its number in the store.
    pub id: i64,
    /// Where its random choices come from.
    pub seed: Seed,
    /// The name of its data set.
    pub data: String,
    /// The number of its tasks.
    pub tasks: usize,
    /// Its last generation; nothing if not even the pool was run.
    pub generation: Option<u64>,
    /// Whether it came to its own end.
    pub finished: bool,
    /// Seconds of search.
    pub seconds: f64,
    /// Candidates made.
    pub candidates: u64,
}

impl RunHead {
    /// What a list says of a run.
    pub fn new(id: RunId, run: &RunRow) -> RunHead {
        RunHead {
            id: id.0,
            seed: Seed(run.seed),
            data: run.settings.data.clone(),
            tasks: run.settings.tasks.len(),
            generation: run.generation,
            finished: run.finished,
            seconds: rounded(run.counters.seconds),
            candidates: run.counters.candidates,
        }
    }
}

/// Failing runs of candidates of one kind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ErrorCount {
    /// The kind of failure.
    pub kind: String,
    /// How many.
    pub count: u64,
    /// What the kind means.
    pub explain: &'static str,
}

/// Failures by kind, the most frequent first.
pub fn errors(faults: &BTreeMap<String, u64>) -> Vec<ErrorCount> {
    let explain = |kind: &str| Fault::ALL.iter().find(|fault| fault.name() == kind);
    let row = |(kind, &count): (&String, &u64)| ErrorCount {
        kind: kind.clone(),
        count,
        explain: explain(kind).map_or("", |fault| fault.explain()),
    };
    let mut rows: Vec<ErrorCount> = faults.iter().map(row).collect();
    rows.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.kind.cmp(&b.kind)));
    rows
}

/// Why a program failed on a sample.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct FaultView {
    /// The kind of failure.
    pub kind: &'static str,
    /// What the kind means.
    pub explain: &'static str,
}

impl From<Fault> for FaultView {
    fn from(fault: Fault) -> FaultView {
        FaultView { kind: fault.name(), explain: fault.explain() }
    }
}

/// The runs of a store and the one that is looked at.
pub struct Runs {
    /// The newest ones, the last one first.
    pub heads: Vec<RunHead>,
    /// The run asked for, or the last one that was started.
    pub chosen: Option<(RunId, RunRow)>,
    /// The run that was started last.
    pub last: Option<RunId>,
}

impl Runs {
    /// Reads the runs of a store; the one asked for must be there.
    pub fn read(store: &Store, wanted: Option<i64>) -> Viewed<Runs> {
        let mut rows = store.run_heads(RUNS)?;
        let heads = rows.iter().map(|(id, run)| RunHead::new(*id, run)).collect();
        let last = store.last_run_id()?;
        let chosen = match wanted.map(RunId).or(last) {
            None => None,
            Some(id) => Some(match rows.iter().position(|(known, _)| *known == id) {
                Some(at) => rows.swap_remove(at),
                None => (id, store.run_head(id)?),
            }),
        };
        Ok(Runs { heads, chosen, last })
    }
}

/// A part of a whole in percent; 0 of nothing.
pub fn percent(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { rounded(100.0 * part / whole) } else { 0.0 }
}

/// To three places behind the point, and finite: JSON knows no other numbers.
pub fn rounded(number: f64) -> f64 {
    let rounded = (number * 1000.0).round() / 1000.0;
    if rounded.is_finite() { rounded } else { 0.0 }
}
