//! What a job is told, and how long its threads have been at work.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use super::ThreadClock;

/// One job: whether it is to stop, and the processor time of all of its threads.
///
/// The time of threads that nobody told of does not count: every thread that works for a job goes through [`Watch::count`].
#[derive(Default)]
pub struct Watch {
    stop: Arc<AtomicBool>,
    cut: AtomicBool,
    times: Mutex<Times>,
}

/// The clocks of threads that are at work with what they showed at the beginning, and the seconds of those that are done.
#[derive(Default)]
struct Times {
    running: Vec<(ThreadClock, f64)>,
    done: f64,
}

impl Watch {
    /// A job that stops when a flag is set that others look at too.
    pub fn of_flag(stop: Arc<AtomicBool>) -> Watch {
        Watch { stop, ..Watch::default() }
    }

    /// Does work for the job on the thread that calls; its processor time is the job's.
    pub fn count<T>(&self, work: impl FnOnce() -> T) -> T {
        let clock = ThreadClock::here();
        let began = clock.seconds();
        self.times().running.push((clock.clone(), began));
        let _leave = Leave { watch: self, clock, began };
        work()
    }

    /// Processor seconds so far, of all threads together.
    pub fn seconds(&self) -> f64 {
        let times = self.times();
        times.running.iter().map(|(clock, began)| clock.seconds() - began).sum::<f64>() + times.done
    }

    /// The flag that is set when the job is to stop.
    pub fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Whether the job was told to stop because it had its part of the run's time.
    pub fn is_cut(&self) -> bool {
        self.cut.load(Ordering::Relaxed)
    }

    /// Tells the job to stop.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Tells it to stop because it had its part, unless it was told before.
    pub(super) fn cut(&self) {
        if !self.stop.swap(true, Ordering::Relaxed) {
            self.cut.store(true, Ordering::Relaxed);
        }
    }

    fn times(&self) -> MutexGuard<'_, Times> {
        self.times.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

/// Takes a thread's clock out again, also when its work panics.
struct Leave<'w> {
    watch: &'w Watch,
    clock: ThreadClock,
    began: f64,
}

impl Drop for Leave<'_> {
    fn drop(&mut self) {
        let seconds = self.clock.seconds() - self.began;
        let mut times = self.watch.times();
        let at = times.running.iter().position(|(clock, _)| *clock == self.clock);
        if let Some(at) = at {
            times.running.swap_remove(at);
        }
        times.done += seconds;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Works until the system has counted some of it: it does so now and then.
    fn busy() -> f64 {
        let clock = ThreadClock::here();
        let began = clock.seconds();
        while clock.seconds() == began {
            std::hint::black_box((0..100_000u64).map(std::hint::black_box).sum::<u64>());
        }
        clock.seconds() - began
    }

    #[test]
    fn the_time_of_all_threads_counts() {
        let watch = Watch::default();
        assert_eq!(watch.seconds(), 0.0);
        let most = watch.count(|| {
            let own = busy();
            std::thread::scope(|scope| {
                let others = [scope.spawn(|| watch.count(busy)), scope.spawn(|| watch.count(busy))];
                others
                    .into_iter()
                    .map(|thread| thread.join().expect("no panic"))
                    .fold(own, f64::max)
            })
        });
        let all = watch.seconds();
        assert!(most > 0.0 && all > most);
        busy();
        assert_eq!(watch.seconds(), all);
    }

    #[test]
    fn a_panic_leaves_no_clock_behind() {
        let watch = Watch::default();
        let panicked = std::panic::AssertUnwindSafe(|| watch.count(|| panic!("on purpose")));
        assert!(std::panic::catch_unwind(panicked).is_err());
        assert!(watch.times().running.is_empty());
    }

    #[test]
    fn who_is_told_to_stop_is_not_cut() {
        let (told, cut) = (Watch::default(), Watch::default());
        told.stop();
        told.cut();
        cut.cut();
        assert!(!told.is_cut() && cut.is_cut());
    }
}
