//! A clock cheap enough to read once per step.

use std::time::Instant;

/// Counts ticks and knows, in the end, how long they took.
pub struct Clock {
    started: Instant,
    first: u64,
}

impl Default for Clock {
    fn default() -> Self {
        Clock { started: Instant::now(), first: ticks() }
    }
}

impl Clock {
    /// Nanoseconds per tick, measured over the clock's own life.
    pub fn nanos_per_tick(&self) -> f64 {
        let ticks = ticks().wrapping_sub(self.first).max(1);
        self.started.elapsed().as_nanos() as f64 / ticks as f64
    }
}

/// The processor's own counter: a few nanoseconds to read, where `Instant::now` takes 20-50.
#[cfg(target_arch = "x86_64")]
#[inline]
pub fn ticks() -> u64 {
    // SAFETY: every x86_64 processor has this instruction.
    unsafe { std::arch::x86_64::_rdtsc() }
}

/// Nanoseconds since the first call.
#[cfg(not(target_arch = "x86_64"))]
#[inline]
pub fn ticks() -> u64 {
    use std::sync::OnceLock;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_nanos() as u64
}
