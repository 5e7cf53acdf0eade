//! The time of a session.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// Sets a flag when its time is over, unless it is dropped before.
pub struct Timer {
    until: Option<Instant>,
    /// Its thread sees when this goes.
    _running: Option<Sender<()>>,
}

impl Timer {
    /// Runs for so long; without a limit for ever.
    pub(super) fn start(time: Option<Duration>, flag: &Arc<AtomicBool>) -> Timer {
        // More than the clock can tell is no limit.
        let until = time.and_then(|time| Instant::now().checked_add(time));
        let Some(time) = time.filter(|_| until.is_some()) else {
            return Timer { until: None, _running: None };
        };
        // There is nothing to wait for, so that nothing is begun either.
        flag.fetch_or(time.is_zero(), Ordering::Relaxed);
        let (running, dropped) = mpsc::channel();
        let flag = Arc::clone(flag);
        thread::spawn(move || {
            if dropped.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                flag.store(true, Ordering::Relaxed);
            }
        });
        Timer { until, _running: Some(running) }
    }

    /// What is left, if there is a limit.
    pub fn left(&self) -> Option<Duration> {
        self.until.map(|until| until.saturating_duration_since(Instant::now()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_time_is_over_at_once_and_endless_time_never() {
        for (time, over) in
            [(Some(Duration::ZERO), true), (Some(Duration::MAX), false), (None, false)]
        {
            let flag = Arc::default();
            let timer = Timer::start(time, &flag);
            assert_eq!(flag.load(Ordering::Relaxed), over, "{time:?}");
            assert_eq!(timer.left().is_some(), over, "{time:?}");
        }
    }

    #[test]
    fn the_flag_is_set_when_time_is_over() {
        let flag: Arc<AtomicBool> = Arc::default();
        let timer = Timer::start(Some(Duration::from_nanos(1)), &flag);
        while !flag.load(Ordering::Relaxed) {
            thread::yield_now();
        }
        assert_eq!(timer.left(), Some(Duration::ZERO));
    }
}
