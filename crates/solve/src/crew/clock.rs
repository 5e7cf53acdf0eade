//! Processor time of threads.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Tells anybody how long a thread has been on a processor.
///
/// Linux says so in a file per thread, in nanoseconds. Elsewhere it is the time since the clock was made, which counts
/// waiting too; the alternative is a call of the C library with another form on every system.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThreadClock {
    file: Option<PathBuf>,
    made: Instant,
}

impl ThreadClock {
    /// The clock of the thread that calls.
    pub fn here() -> ThreadClock {
        let thread = fs::read_link("/proc/thread-self").ok();
        let file = thread.map(|thread| Path::new("/proc").join(thread).join("schedstat"));
        ThreadClock { file: file.filter(|file| read(file).is_some()), made: Instant::now() }
    }

    /// Seconds since some time that is the same for every call, as long as the thread lives.
    pub fn seconds(&self) -> f64 {
        let told = self.file.as_deref().and_then(read);
        told.unwrap_or_else(|| self.made.elapsed().as_secs_f64())
    }
}

fn read(file: &Path) -> Option<f64> {
    let text = fs::read_to_string(file).ok()?;
    let nanos: u64 = text.split(' ').next()?.parse().ok()?;
    Some(nanos as f64 / 1e9)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_never_goes_back_and_others_can_read_it() {
        let clock = ThreadClock::here();
        let first = clock.seconds();
        let sum: u64 = (0..2_000_000u64).map(std::hint::black_box).sum();
        assert!(sum > 0 && clock.seconds() >= first);
        let seen = std::thread::scope(|scope| scope.spawn(|| clock.seconds()).join());
        assert!(seen.is_ok_and(|seconds| seconds >= first));
    }
}
