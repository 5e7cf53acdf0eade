//! What the engine did in a run.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use evolve::generation::{Counters, OpCount};
use serde::Serialize;

use super::Viewed;
use super::head::{self, ErrorCount, RunHead, Runs, percent, rounded};
use super::shelf::Shelf;

/// The whole view.
#[derive(Debug, Default, Serialize)]
pub struct EngineView {
    /// The runs of the store, the newest first.
    pub runs: Vec<RunHead>,
    /// The run that is looked at; nothing if there is none.
    pub run: Option<RunHead>,
    /// Seconds of search.
    pub seconds: f64,
    /// Steps computed.
    pub steps_run: u64,
    /// Steps whose value was known from before.
    pub steps_known: u64,
    /// The share of the latter.
    pub shared_percent: f64,
    /// Computed steps by op, most seconds first.
    pub ops: Vec<OpRow>,
    /// The same steps by batch pattern, most seconds first.
    pub patterns: Vec<PatternRow>,
    /// What devices did; nothing without devices.
    pub devices: Option<Devices>,
    /// Steps that devices handed back, by reason, the most frequent first.
    pub fallbacks: Vec<Fallback>,
    /// The most bytes that values seen before took.
    pub values_high_bytes: u64,
    /// Edits by operator, the most frequent first.
    pub operators: Vec<OperatorCount>,
    /// Failing runs of candidates by kind.
    pub errors: Vec<ErrorCount>,
}

/// Steps of one op.
#[derive(Debug, Serialize)]
pub struct OpRow {
    /// Its name.
    pub name: String,
    /// The dialect of the name.
    pub dialect: String,
    /// Steps computed.
    pub calls: u64,
    /// Their time, all threads together; an estimate.
    pub seconds: f64,
    /// Their share of all steps.
    pub calls_percent: f64,
    /// Their share of the time.
    pub seconds_percent: f64,
}

/// Steps of one batch pattern.
#[derive(Debug, Serialize)]
pub struct PatternRow {
    /// Its name.
    pub name: String,
    /// Steps computed.
    pub calls: u64,
    /// Their time, all threads together; an estimate.
    pub seconds: f64,
}

/// What devices did.
#[derive(Debug, Serialize)]
pub struct Devices {
    /// Steps on devices.
    pub gpu_ops: u64,
    /// Steps of the same batches on the CPU.
    pub cpu_ops: u64,
    /// The share of the former.
    pub coverage_percent: f64,
    /// Kernels started.
    pub launches: u64,
    /// Transfers to devices.
    pub transfers_up: u64,
    /// Transfers from devices.
    pub transfers_down: u64,
    /// Bytes to devices.
    pub bytes_up: u64,
    /// Bytes from devices.
    pub bytes_down: u64,
    /// Time that devices worked.
    pub device_seconds: f64,
    /// The most bytes in use on one device.
    pub memory_high_bytes: u64,
}

/// Steps that devices handed back for one reason.
#[derive(Debug, Serialize)]
pub struct Fallback {
    /// The reason.
    pub reason: String,
    /// How many.
    pub count: u64,
}

/// Edits of one operator.
#[derive(Debug, Serialize)]
pub struct OperatorCount {
    /// The operator.
    pub name: String,
    /// How many.
    pub count: u64,
}

/// What the engine did in a run of a store, the last one if none is named.
pub fn view(shelf: &Shelf, run: Option<i64>) -> Viewed<EngineView> {
    let runs = shelf.read(|store| Runs::read(store, run))?;
    let mut view = match &runs.chosen {
        Some((_, row)) => EngineView::of(&row.counters),
        None => EngineView::default(),
    };
    view.run = runs.chosen.map(|(id, row)| RunHead::new(id, &row));
    view.runs = runs.heads;
    Ok(view)
}

impl EngineView {
    fn of(c: &Counters) -> EngineView {
        EngineView {
            seconds: rounded(c.seconds),
            steps_run: c.steps_run,
            steps_known: c.steps_known,
            shared_percent: shared(c),
            ops: ops(&c.ops),
            patterns: patterns(&c.patterns),
            devices: devices(c),
            fallbacks: counts(&c.fallbacks, |reason, count| Fallback { reason, count }),
            values_high_bytes: c.values_high,
            operators: counts(&c.operators, |name, count| OperatorCount {
                name: name.replace('_', " "),
                count,
            }),
            errors: head::errors(&c.faults),
            ..EngineView::default()
        }
    }
}

fn shared(c: &Counters) -> f64 {
    percent(c.steps_known as f64, c.steps_known as f64 + c.steps_run as f64)
}

fn seconds(count: OpCount) -> f64 {
    // Ops take nanoseconds: more places than other times.
    (count.nanos as f64 / 1e3).round() / 1e6
}

fn ops(ops: &BTreeMap<String, OpCount>) -> Vec<OpRow> {
    let sum = |part: fn(&OpCount) -> u64| ops.values().map(|count| part(count) as f64).sum();
    let (calls, nanos): (f64, f64) = (sum(|count| count.calls), sum(|count| count.nanos));
    let row = |(name, &count): (&String, &OpCount)| {
        let (dialect, name) = name.split_once('.').unwrap_or(("", name));
        OpRow {
            name: name.to_string(),
            dialect: dialect.to_string(),
            calls: count.calls,
            seconds: seconds(count),
            calls_percent: percent(count.calls as f64, calls),
            seconds_percent: percent(count.nanos as f64, nanos),
        }
    };
    by_time(ops).into_iter().map(row).collect()
}

fn patterns(patterns: &BTreeMap<String, OpCount>) -> Vec<PatternRow> {
    let row = |(name, &count): (&String, &OpCount)| PatternRow {
        name: name.clone(),
        calls: count.calls,
        seconds: seconds(count),
    };
    by_time(patterns).into_iter().map(row).collect()
}

fn by_time(counts: &BTreeMap<String, OpCount>) -> Vec<(&String, &OpCount)> {
    let mut rows: Vec<_> = counts.iter().collect();
    rows.sort_by_key(|(_, count)| (Reverse(count.nanos), Reverse(count.calls)));
    rows
}

fn counts<T>(counts: &BTreeMap<String, u64>, row: impl Fn(String, u64) -> T) -> Vec<T> {
    let mut rows: Vec<_> = counts.iter().collect();
    rows.sort_by_key(|(_, count)| Reverse(**count));
    rows.into_iter().map(|(name, &count)| row(name.clone(), count)).collect()
}

/// Counts of devices by the names that reports give them.
fn devices(c: &Counters) -> Option<Devices> {
    let count = |name: &str| c.devices.get(name).copied().unwrap_or(0);
    let (gpu_ops, cpu_ops) = (count("gpu_ops"), count("cpu_ops"));
    (!c.devices.is_empty()).then(|| Devices {
        gpu_ops,
        cpu_ops,
        coverage_percent: percent(gpu_ops as f64, gpu_ops as f64 + cpu_ops as f64),
        launches: count("launches"),
        transfers_up: count("transfers_up"),
        transfers_down: count("transfers_down"),
        bytes_up: count("bytes_up"),
        bytes_down: count("bytes_down"),
        device_seconds: rounded(count("device_micros") as f64 / 1e6),
        memory_high_bytes: c.device_memory_high,
    })
}
