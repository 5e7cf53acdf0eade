//! Timing loops.

use std::time::Instant;

/// Timings of one thing; the best one counts, for everything slower is the machine's doing.
const ROUNDS: usize = 6;

/// Nanoseconds per call of something that makes `calls` calls each time it runs; best of some
/// rounds of at least `seconds` each.
pub fn best_mean(seconds: f64, calls: usize, mut run: impl FnMut()) -> f64 {
    let mut spin = |times: usize| {
        let started = Instant::now();
        (0..times).for_each(|_| run());
        started.elapsed().as_secs_f64()
    };
    let once = spin(1).min(spin(1)).max(1e-8);
    let times = (seconds / once) as usize + 1;
    let best = (0..ROUNDS).map(|_| spin(times)).fold(f64::MAX, f64::min);
    best / (times * calls.max(1)) as f64 * 1e9
}

/// The value in the middle; 0 of nothing.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

/// The mean; 0 of nothing.
pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// How far the mean of so many values may be from the true one: the standard error.
pub fn standard_error(values: &[f64]) -> f64 {
    let (mean, count) = (mean(values), values.len() as f64);
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    if count < 2.0 { 0.0 } else { (squares / (count - 1.0) / count).sqrt() }
}

/// Seconds that something takes, and what it gives.
pub fn timed<T>(run: impl FnOnce() -> T) -> (f64, T) {
    let started = Instant::now();
    let out = run();
    (started.elapsed().as_secs_f64(), out)
}
