//! Many samples at once, on one pool of threads.
//!
//! Jobs are handed out by a counter, results are put back in job order, and nothing a job gives
//! depends on which thread ran it: the answer is the same for any number of threads.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

use crate::known::{Known, Unknown};
use crate::plan::Plan;
use crate::run::tasks::{TaskSteps, Tasks};
use crate::run::{Inputs, Rules, Run, Worker};
use crate::stats::Stats;

/// Stack of a worker: calls and values nest to a fixed depth, which fits many times over.
const STACK_BYTES: usize = 64 << 20;

/// Stack that a caller must have who runs jobs in its own thread.
pub const STACK_NEEDED: usize = 4 << 20;

/// Jobs taken at a time, so that the counter is not what threads wait for: at least so many, and of
/// many jobs more, up to the last.
const TAKE: (usize, usize) = (4, 32);

/// How often a thread goes to the counter, of many jobs.
const TURNS: usize = 256;

/// One plan on one sample.
#[derive(Clone, Copy)]
pub struct Job<'a> {
    /// What to run.
    pub plan: &'a Plan,
    /// On what.
    pub inputs: Inputs<'a>,
}

/// What a batch gave.
#[derive(Debug)]
pub struct Batch<T> {
    /// One result per job, in job order; nothing for jobs left out after a stop.
    pub results: Vec<Option<T>>,
    /// Counters of all jobs together.
    pub stats: Stats,
    /// Wall-clock seconds of execution.
    pub seconds: f64,
}

/// Runs all jobs on `threads` threads; 0 are none but the caller's, which has [`STACK_NEEDED`]: starting
/// a thread takes longer than a small job. `see` turns a finished run into a result, on the thread
/// that ran it; `stop` ends the batch between jobs.
pub fn run_jobs<T: Send>(
    jobs: &[Job<'_>],
    rules: Rules,
    threads: usize,
    stop: &AtomicBool,
    see: impl Fn(usize, &Run<'_, '_>) -> T + Sync,
) -> Batch<T> {
    run_rest(jobs, rules, threads, stop, &Unknown, see)
}

/// One job, on a thread of its own that has stack enough for values of any depth, or with 0 threads in the caller's.
pub fn run_job<T: Send>(
    job: Job<'_>,
    rules: Rules,
    threads: usize,
    see: impl Fn(&Run<'_, '_>) -> T + Sync,
) -> T {
    let batch = run_jobs(&[job], rules, threads, &AtomicBool::new(false), |_, run| see(run));
    batch.results.into_iter().flatten().next().expect("nobody stops it")
}

/// As [`run_jobs`] where the outcomes of some programs are known already.
pub fn run_rest<T: Send>(
    jobs: &[Job<'_>],
    rules: Rules,
    threads: usize,
    stop: &AtomicBool,
    known: &(impl Known + Sync),
    see: impl Fn(usize, &Run<'_, '_>) -> T + Sync,
) -> Batch<T> {
    let next = AtomicUsize::new(0);
    let threads = threads.min(jobs.len().max(1));
    let take = (jobs.len() / (TURNS * threads.max(1))).clamp(TAKE.0, TAKE.1);
    let tasks = Tasks::new(jobs, rules);
    let work = || work(jobs, (rules, &tasks), stop, (&next, take), known, &see);
    let started = Instant::now();
    let parts = if threads == 0 { vec![work()] } else { on_threads(threads, work) };
    let seconds = started.elapsed().as_secs_f64();
    collect(jobs.len(), parts, seconds)
}

/// Runs the same work on several threads with stacks large enough for any value. The work shares
/// its jobs out among them, so where the system gives fewer threads, those it gives do it all.
pub fn on_threads<T: Send>(threads: usize, work: impl Fn() -> T + Sync) -> Vec<T> {
    std::thread::scope(|scope| {
        let spawn =
            || std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, &work);
        let handles: Vec<_> = (0..threads).map_while(|_| spawn().ok()).collect();
        if handles.is_empty() {
            return vec![work()];
        }
        // A panic is ours: let it be reported as one.
        let joined = handles.into_iter().map(|h| h.join());
        joined.map(|out| out.unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    })
}

type Part<T> = (Vec<(usize, T)>, Stats);

fn work<T>(
    jobs: &[Job<'_>],
    (rules, tasks): (Rules, &Tasks),
    stop: &AtomicBool,
    (next, take): (&AtomicUsize, usize),
    known: &impl Known,
    see: &impl Fn(usize, &Run<'_, '_>) -> T,
) -> Part<T> {
    let mut worker = Worker::default();
    let mut results = Vec::new();
    loop {
        let first = next.fetch_add(take, Ordering::Relaxed);
        if first >= jobs.len() {
            return (results, worker.into_stats());
        }
        for (i, job) in jobs.iter().enumerate().skip(first).take(take) {
            if stop.load(Ordering::Relaxed) {
                return (results, worker.into_stats());
            }
            let Job { plan, inputs } = *job;
            let see = |run: &Run<'_, '_>| see(i, run);
            let run = |task: Option<&TaskSteps>| {
                worker.run_rest(plan, inputs, (rules, task), (known, i), see)
            };
            results.push((i, tasks.with(i, run)));
        }
    }
}

fn collect<T>(jobs: usize, parts: Vec<Part<T>>, seconds: f64) -> Batch<T> {
    let mut results: Vec<Option<T>> = (0..jobs).map(|_| None).collect();
    let mut stats = Stats::default();
    for (part, part_stats) in parts {
        stats.add(&part_stats);
        for (i, result) in part {
            results[i] = Some(result);
        }
    }
    Batch { results, stats, seconds }
}
