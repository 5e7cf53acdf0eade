//! What devices did, for reports.

use gpu::engine::Engine;
use gpu::team::TeamStats;
use serde_json::{Map, Value, json};

/// What devices did, as fields of a report's `stats`; nothing where none was used.
pub fn stats_json(engine: &Engine) -> Map<String, Value> {
    let Some(stats) = engine.stats() else { return Map::new() };
    let TeamStats { counters, .. } = &stats;
    let fields = json!({
        "gpu_ops": stats.gpu_ops,
        "cpu_ops": stats.cpu_ops,
        "coverage": stats.coverage(),
        "launches": counters.launches,
        "transfers_up": counters.transfers_up,
        "transfers_down": counters.transfers_down,
        "bytes_up": counters.bytes_up,
        "bytes_down": counters.bytes_down,
        "fallbacks": stats.fallbacks,
        "device_seconds": counters.device_seconds,
        "compile_seconds": counters.compile_seconds,
        "device_memory_high": counters.memory_high,
        "lane_memory_high": stats.lane_bytes,
        "programs_answered": stats.answered,
        "programs_returned": stats.returned,
        "device_errors": stats.errors,
    });
    if let Value::Object(fields) = fields { fields } else { Map::new() }
}

/// What devices did, in a line for people.
pub fn summary(engine: &Engine) -> Option<String> {
    let stats = engine.stats()?;
    let c = &stats.counters;
    if c.launches == 0 && stats.errors.is_empty() {
        return None;
    }
    let reasons: u64 = stats.fallbacks.values().sum();
    Some(format!(
        "device: {} ops, {:.1} % of all; {} launches, {} transfers up ({} kB), {} down ({} kB), {reasons} fallbacks",
        stats.gpu_ops,
        stats.coverage(),
        c.launches,
        c.transfers_up,
        c.bytes_up / 1000,
        c.transfers_down,
        c.bytes_down / 1000,
    ))
}
