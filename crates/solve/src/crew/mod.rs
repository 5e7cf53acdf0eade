//! Jobs on threads that share a budget of processor time.
//!
//! Work is bounded by units, see [`Budget`](crate::Budget), and then results depend on nothing else. Seconds are for
//! people who have so much time and no more: they end jobs of a run that takes too long, and which ones that were is told.

mod clock;
mod shares;
mod watch;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use exec::batch::on_threads;

pub use clock::ThreadClock;
use shares::Shares;
pub use watch::Watch;

/// How often is looked at clocks and at the wish to stop.
const LOOK: Duration = Duration::from_millis(5);

/// What a run may take.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limits {
    /// How many threads.
    pub threads: usize,
    /// Processor seconds of all jobs together; no limit without.
    pub seconds: Option<f64>,
}

/// Runs jobs `0..count`, each with a state of its thread and a watch that says when to stop; results in job order. A
/// job is told to stop when it takes more than its share of the seconds, and all are once `stop` is set.
pub fn run<S, T: Send>(
    count: usize,
    limits: Limits,
    stop: &AtomicBool,
    state: impl Fn() -> S + Sync,
    job: impl Fn(&mut S, usize, &Watch) -> T + Sync,
) -> Vec<T> {
    let crew = Crew::new(count, limits.seconds);
    let work = || {
        let (mut state, mut done) = (state(), Vec::new());
        while let Some(number) = crew.take() {
            let watch = &crew.watches[number];
            done.push((number, watch.count(|| job(&mut state, number, watch))));
            crew.finish(number);
        }
        done
    };
    let parts = thread::scope(|scope| {
        let watcher = scope.spawn(|| crew.watch(stop));
        let _end = End { crew: &crew, watcher: watcher.thread() };
        on_threads(limits.threads.clamp(1, count.max(1)), work)
    });
    let mut done: Vec<(usize, T)> = parts.into_iter().flatten().collect();
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, done)| done).collect()
}

/// Lets the watcher go, also when a job panics: nobody would wait for it to end otherwise.
struct End<'c> {
    crew: &'c Crew,
    watcher: &'c thread::Thread,
}

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.crew.over.store(true, Ordering::Relaxed);
        self.watcher.unpark();
    }
}

struct Crew {
    next: AtomicUsize,
    watches: Vec<Watch>,
    desk: Mutex<Desk>,
    over: AtomicBool,
}

/// Which jobs are at work, and what is left for them.
struct Desk {
    shares: Option<Shares>,
    running: Vec<usize>,
}

impl Crew {
    fn new(count: usize, seconds: Option<f64>) -> Crew {
        let shares = seconds.map(|seconds| Shares::new(seconds, count));
        Crew {
            next: AtomicUsize::new(0),
            watches: (0..count).map(|_| Watch::default()).collect(),
            desk: Mutex::new(Desk { shares, running: Vec::new() }),
            over: AtomicBool::new(false),
        }
    }

    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The next job, if there is one.
    fn take(&self) -> Option<usize> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        (number < self.watches.len()).then(|| {
            self.desk().running.push(number);
            number
        })
    }

    fn finish(&self, number: usize) {
        let mut desk = self.desk();
        desk.running.retain(|&running| running != number);
        if let Some(shares) = &mut desk.shares {
            shares.finish(self.watches[number].seconds());
        }
    }

    fn watch(&self, stop: &AtomicBool) {
        while !self.over.load(Ordering::Relaxed) {
            if stop.load(Ordering::Relaxed) {
                self.watches.iter().for_each(Watch::stop);
            }
            self.cut();
            thread::park_timeout(LOOK);
        }
    }

    /// Tells the jobs to stop that have had their share.
    fn cut(&self) {
        let desk = self.desk();
        let Some(shares) = &desk.shares else { return };
        let running = || desk.running.iter().map(|&number| &self.watches[number]);
        let taken: Vec<f64> = running().map(Watch::seconds).collect();
        let over = running().zip(shares.over(&taken)).filter(|(_, over)| *over);
        over.for_each(|(watch, _)| watch.cut());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keeps the processor busy until told to stop, or so often.
    fn busy(rounds: u64, stop: &AtomicBool) -> u64 {
        let mut sum = 0u64;
        for round in 0..rounds {
            sum = std::hint::black_box(sum.wrapping_mul(31).wrapping_add(round));
            if round % 1024 == 0 && stop.load(Ordering::Relaxed) {
                break;
            }
        }
        sum
    }

    #[test]
    fn results_are_in_job_order() {
        for threads in [0, 1, 3] {
            let limits = Limits { threads, seconds: None };
            let done = run(50, limits, &AtomicBool::new(false), || (), |(), i, _| i * i);
            assert_eq!(done, (0..50).map(|i| i * i).collect::<Vec<usize>>());
        }
        let none = Limits { threads: 2, seconds: Some(0.0) };
        assert!(run(0, none, &AtomicBool::new(false), || (), |(), i, _| i).is_empty());
    }

    #[test]
    fn jobs_without_end_are_cut_and_told() {
        let limits = Limits { threads: 2, seconds: Some(0.2) };
        let job = |(): &mut (), i: usize, watch: &Watch| {
            busy(if i.is_multiple_of(2) { u64::MAX } else { 10 }, watch.stop_flag());
            watch.is_cut()
        };
        let cut = run(4, limits, &AtomicBool::new(false), || (), job);
        assert_eq!(cut, [true, false, true, false]);
    }

    /// Its own thread does nothing but wait.
    #[test]
    fn threads_of_a_job_count() {
        let limits = Limits { threads: 1, seconds: Some(0.1) };
        let job = |(): &mut (), _: usize, watch: &Watch| {
            thread::scope(|scope| {
                scope.spawn(|| watch.count(|| busy(u64::MAX, watch.stop_flag())));
            });
            (watch.is_cut(), watch.seconds())
        };
        let done = run(1, limits, &AtomicBool::new(false), || (), job);
        assert!(done[0].0 && done[0].1 >= 0.1, "{done:?}");
    }

    #[test]
    fn a_wish_to_stop_reaches_everyone_and_is_no_cut() {
        let limits = Limits { threads: 2, seconds: None };
        let stop = AtomicBool::new(true);
        let job = |(): &mut (), _: usize, watch: &Watch| {
            busy(u64::MAX, watch.stop_flag());
            watch.is_cut()
        };
        assert_eq!(run(5, limits, &stop, || (), job), [false; 5]);
    }

    #[test]
    fn a_panic_ends_the_run() {
        let limits = Limits { threads: 1, seconds: None };
        let job = |(): &mut (), _: usize, _: &Watch| panic!("on purpose");
        let all = || run(2, limits, &AtomicBool::new(false), || (), job).len();
        assert!(std::panic::catch_unwind(all).is_err());
    }
}
