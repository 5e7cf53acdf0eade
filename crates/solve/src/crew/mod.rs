//! Jobs on threads that share a budget of processor time.
//!
//! Work is bounded by units, see [`Budget`](crate::Budget), and then results depend on nothing else. Seconds are for
//! people who have so much time and no more: they end jobs of a run that takes too long, and which ones that were is told.

mod clock;
mod shares;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use exec::batch::on_threads;

pub use clock::ThreadClock;
use shares::Shares;

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

/// A job that is done.
#[derive(Clone, PartialEq, Debug)]
pub struct Done<T> {
    /// What it gave.
    pub result: T,
    /// Processor seconds that it took.
    pub seconds: f64,
    /// Whether it was told to stop because the budget of the run demanded it.
    pub cut: bool,
}

/// Runs jobs `0..count`, each with a state of its thread and a flag that says when to stop; results in job order. The
/// flag is set for a job that takes more than its share of the seconds, and for all jobs once `stop` is.
pub fn run<S, T: Send>(
    count: usize,
    limits: Limits,
    stop: &AtomicBool,
    state: impl Fn() -> S + Sync,
    job: impl Fn(&mut S, usize, &AtomicBool) -> T + Sync,
) -> Vec<Done<T>> {
    let crew = Crew::new(count, limits.seconds);
    let work = || {
        let (mut state, clock, mut done) = (state(), ThreadClock::here(), Vec::new());
        while let Some(number) = crew.take(&clock) {
            let result = job(&mut state, number, &crew.flags[number].stop);
            done.push((number, crew.finish(number, result, &clock)));
        }
        done
    };
    let parts = thread::scope(|scope| {
        let watcher = scope.spawn(|| crew.watch(stop));
        let _end = End { crew: &crew, watcher: watcher.thread() };
        on_threads(limits.threads.clamp(1, count.max(1)), work)
    });
    let mut done: Vec<(usize, Done<T>)> = parts.into_iter().flatten().collect();
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
    flags: Vec<Flags>,
    desk: Mutex<Desk>,
    over: AtomicBool,
}

#[derive(Default)]
struct Flags {
    stop: AtomicBool,
    cut: AtomicBool,
}

/// Who is at work, and what is left for them.
struct Desk {
    shares: Option<Shares>,
    running: Vec<Running>,
}

struct Running {
    number: usize,
    clock: ThreadClock,
    /// What the clock showed when the job began.
    began: f64,
}

impl Crew {
    fn new(count: usize, seconds: Option<f64>) -> Crew {
        let shares = seconds.map(|seconds| Shares::new(seconds, count));
        Crew {
            next: AtomicUsize::new(0),
            flags: (0..count).map(|_| Flags::default()).collect(),
            desk: Mutex::new(Desk { shares, running: Vec::new() }),
            over: AtomicBool::new(false),
        }
    }

    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The next job, if there is one.
    fn take(&self, clock: &ThreadClock) -> Option<usize> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        (number < self.flags.len()).then(|| {
            let running = Running { number, clock: clock.clone(), began: clock.seconds() };
            self.desk().running.push(running);
            number
        })
    }

    fn finish<T>(&self, number: usize, result: T, clock: &ThreadClock) -> Done<T> {
        let mut desk = self.desk();
        let at = desk.running.iter().position(|running| running.number == number);
        let seconds = at.map_or(0.0, |at| clock.seconds() - desk.running.swap_remove(at).began);
        if let Some(shares) = &mut desk.shares {
            shares.finish(seconds);
        }
        Done { result, seconds, cut: self.flags[number].cut.load(Ordering::Relaxed) }
    }

    fn watch(&self, stop: &AtomicBool) {
        while !self.over.load(Ordering::Relaxed) {
            if stop.load(Ordering::Relaxed) {
                self.flags.iter().for_each(|flags| flags.stop.store(true, Ordering::Relaxed));
            }
            self.cut();
            thread::park_timeout(LOOK);
        }
    }

    /// Tells the jobs to stop that have had their share.
    fn cut(&self) {
        let desk = self.desk();
        let Some(shares) = &desk.shares else { return };
        let taken: Vec<f64> =
            desk.running.iter().map(|running| running.clock.seconds() - running.began).collect();
        for (running, over) in desk.running.iter().zip(shares.over(&taken)) {
            let flags = &self.flags[running.number];
            if over && !flags.stop.swap(true, Ordering::Relaxed) {
                flags.cut.store(true, Ordering::Relaxed);
            }
        }
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
            assert!(done.iter().enumerate().all(|(i, done)| done.result == i * i && !done.cut));
            assert_eq!(done.len(), 50);
        }
        let none = Limits { threads: 2, seconds: Some(0.0) };
        assert!(run(0, none, &AtomicBool::new(false), || (), |(), i, _| i).is_empty());
    }

    #[test]
    fn jobs_without_end_are_cut_and_told() {
        let limits = Limits { threads: 2, seconds: Some(0.2) };
        let job = |(): &mut (), i: usize, stop: &AtomicBool| {
            busy(if i.is_multiple_of(2) { u64::MAX } else { 10 }, stop)
        };
        let done = run(4, limits, &AtomicBool::new(false), || (), job);
        let cut: Vec<bool> = done.iter().map(|done| done.cut).collect();
        assert_eq!(cut, [true, false, true, false]);
    }

    #[test]
    fn a_wish_to_stop_reaches_everyone_and_is_no_cut() {
        let limits = Limits { threads: 2, seconds: None };
        let stop = AtomicBool::new(true);
        let done = run(5, limits, &stop, || (), |(), _, stop| busy(u64::MAX, stop));
        assert!(done.len() == 5 && done.iter().all(|done| !done.cut));
    }

    #[test]
    fn a_panic_ends_the_run() {
        let limits = Limits { threads: 1, seconds: None };
        let job = |(): &mut (), _: usize, _: &AtomicBool| panic!("on purpose");
        let all = || run(2, limits, &AtomicBool::new(false), || (), job).len();
        assert!(std::panic::catch_unwind(all).is_err());
    }
}
