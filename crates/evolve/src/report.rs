//! Counters as JSON, for reports to machines.

use std::collections::BTreeMap;

use exec::data::Dataset;
use exec::stats::{OpStats, Stats};
use exec::value::Fault;
use gpu::engine::Engine;
use gpu::team::TeamStats;
use lang::Op;
use serde_json::{Map, Value, json};

use crate::drive::{Progress, Risen, Summary};
use crate::kept::FILE;
use crate::search::GROWTH;
use crate::store::record::PoolSource;

/// What a run did on the CPU.
pub fn stats_json(stats: &Stats) -> Map<String, Value> {
    let failures = Fault::ALL.iter().zip(stats.failures);
    let called = Op::all().map(|op| (op, stats.ops[op.index()])).filter(|(_, s)| s.calls > 0);
    let op = |(op, s): (Op, OpStats)| {
        let name = format!("{}.{}", op.dialect(), op.name());
        (name, json!({ "calls": s.calls, "steps": s.steps, "seconds": s.nanos / 1e9 }))
    };
    fields(json!({
        "calls": stats.calls(),
        "failures": failures.map(|(fault, n)| (fault.name(), n)).collect::<BTreeMap<_, _>>(),
        "peak_value_bytes": stats.peak_bytes,
        "ops": called.map(op).collect::<Map<_, _>>(),
    }))
}

/// What devices did, as fields of a report's `stats`; nothing where none was used.
pub fn devices_json(engine: &Engine) -> Map<String, Value> {
    let Some(stats) = engine.stats() else { return Map::new() };
    let TeamStats { counters, .. } = &stats;
    fields(json!({
        "gpu_ops": stats.gpu_ops,
        "cpu_ops": stats.cpu_ops,
        "coverage": stats.coverage(),
        "launches": counters.launches,
        "transfers_up": counters.transfers_up,
        "transfers_down": counters.transfers_down,
        "bytes_up": counters.bytes_up,
        "bytes_kept": stats.kept_bytes,
        "bytes_down": counters.bytes_down,
        "fallbacks": stats.fallbacks,
        "device_seconds": counters.device_seconds,
        "compile_seconds": counters.compile_seconds,
        "device_memory_high": counters.memory_high,
        "group_memory_high": stats.group_bytes,
        "programs_answered": stats.answered,
        "programs_returned": stats.returned,
        "device_errors": stats.errors,
    }))
}

/// A rate that is a number however short the time.
pub fn per_second(count: u64, seconds: f64) -> f64 {
    count as f64 / seconds.max(1e-9)
}

/// What a search gave.
pub fn summary_json(summary: &Summary, data: &Dataset) -> Value {
    let (Summary { session, .. }, by) = (summary, summary.solved_by());
    json!({
        "generations": summary.made,
        "last_generation": summary.generation,
        "candidates": session.candidates,
        "candidate_samples": session.candidate_samples,
        "candidate_samples_per_second": per_second(session.candidate_samples, session.seconds),
        "seconds": session.seconds,
        "tasks": summary.tasks,
        "fits_demos": summary.solved.len(),
        "fits_demos_tasks": summary.solved,
        "right_on_tests": (summary.known > 0).then_some(summary.right),
        "tests_known": summary.known,
        "fitted_by": {
            "start": by.start,
            "strategies": by.strategies,
            "growth": by.growth,
            "mutation": by.mutation,
        },
        "started_from": started_json(summary),
        "new_programs": session.new_programs,
        "mutants": session.mutants,
        "copies": session.copies,
        "mutants_typed": session.mutants_typed,
        "mutants_ok": session.mutants_ok,
        "mutants_changed": session.mutants_changed,
        "dropped": session.dropped,
        "too_dear": session.too_dear,
        "probes": session.probes,
        "faults": session.faults,
        "operators": session.operators,
        "steps_run": session.steps_run,
        "steps_known": session.steps_known,
        "values_high_bytes": session.values_high,
        "stats": session.devices,
        "fallbacks": session.fallbacks,
        "run_total": summary.total.brief(),
        "seed": summary.seed,
        "data_version": data.version,
        "ended": summary.ended.name(),
    })
}

/// The programs that a search started from, and what strategies and growth gave.
fn started_json(summary: &Summary) -> Value {
    let of = |source: PoolSource| if summary.source == source { summary.pool } else { 0 };
    let sources = &summary.total.sources;
    let strategies = sources.iter().filter(|(name, _)| ![FILE, GROWTH].contains(&name.as_str()));
    json!({
        "files": of(PoolSource::Files),
        "store": of(PoolSource::Store),
        "at_hand": of(PoolSource::AtHand),
        "strategies": strategies.collect::<BTreeMap<_, _>>(),
        "grown": sources.get(GROWTH).copied().unwrap_or(0),
    })
}

/// How a search stands after a generation.
pub fn progress_json(progress: &Progress) -> Value {
    let Progress { last, session, .. } = progress;
    let rise =
        |r: &Risen| json!({ "task": r.task, "from": r.from, "to": r.to, "perfect": r.perfect });
    json!({
        "generation": progress.generation,
        "tasks": progress.tasks,
        "fits_demos": progress.solved,
        "risen": progress.risen.iter().map(rise).collect::<Vec<_>>(),
        "candidates": last.candidates,
        "candidate_samples": last.candidate_samples,
        "candidate_samples_per_second": per_second(last.candidate_samples, last.seconds),
        "new_programs": last.new_programs,
        "steps_run": last.steps_run,
        "steps_known": last.steps_known,
        "seconds": last.seconds,
        "session_seconds": session.seconds,
        "seconds_left": progress.left.map(|left| left.as_secs_f64()),
    })
}

fn fields(object: Value) -> Map<String, Value> {
    if let Value::Object(fields) = object { fields } else { Map::new() }
}
