//! What devices did, for reports.

use gpu::engine::Engine;

/// What devices did, in a line for people.
pub fn summary(engine: &Engine) -> Option<String> {
    let stats = engine.stats()?;
    let c = &stats.counters;
    if c.launches == 0 && stats.errors.is_empty() {
        return None;
    }
    let reasons: u64 = stats.fallbacks.values().sum();
    Some(format!(
        "device: {} ops, {:.1} % of all; {} launches, {} transfers up ({} kB, {} kB more were there), {} down ({} kB), {reasons} fallbacks",
        stats.gpu_ops,
        stats.coverage(),
        c.launches,
        c.transfers_up,
        c.bytes_up / 1000,
        stats.kept_bytes / 1000,
        c.transfers_down,
        c.bytes_down / 1000,
    ))
}
