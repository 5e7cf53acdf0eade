//! The engine in a process of its own, so that its memory and threads are measured alone.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::io::{self, BufRead, Write};
use std::process::Command;
use std::sync::atomic::AtomicBool;

use exec::batch::{Batch, Job, run_jobs};
use exec::plan::Plan;
use exec::run::{Rules, Worker, is_grid};
use exec::stats::Stats;
use exec::value::Fault;
use lang::{Dialect, Op, Program};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::data::{self, Files, Run, Work};
use crate::machine;
use crate::pipe::Pipe;
use crate::report::{BattPass, Merged, Passes, Reading, StepTime};
use crate::timing::{median, timed};

/// The argument that makes this program the child process.
pub const ARGUMENT: &str = "ours";

/// Times that programs are read.
const READINGS: usize = 10;

/// What the child is asked; one line of JSON each.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
enum Request {
    /// Reads the programs of some tasks.
    Load { folder: String, ids: BTreeSet<String> },
    /// Whole passes with one and two threads in turn.
    Passes { times: usize },
    /// Largest memory of the process.
    Memory,
    /// Seconds by program, the best of some times.
    Programs { times: usize },
    /// All programs merged on every sample, the best of some times.
    Batt { times: usize },
    /// All programs on some samples, merged and one by one.
    Merged { samples: usize, times: usize },
}

/// The parent's end.
pub struct Ours {
    pipe: Pipe,
}

impl Ours {
    /// Starts the process and reads the programs.
    pub fn start(files: &Files, ids: &[String]) -> Result<(Ours, Reading), String> {
        let program = env::current_exe().map_err(|error| error.to_string())?;
        let mut pipe = Pipe::start("our process", Command::new(program).arg(ARGUMENT))?;
        let load = json!({ "do": "load", "folder": files.folder(), "ids": ids });
        let reading = pipe.ask(&load)?;
        Ok((Ours { pipe }, reading))
    }

    /// Runs everything `times` times with one thread and with two.
    pub fn passes(&mut self, times: usize) -> Result<Passes, String> {
        self.pipe.ask(&json!({ "do": "passes", "times": times }))
    }

    /// Largest memory of the process up to now, in MB.
    pub fn peak_memory_mb(&mut self) -> Result<Option<f64>, String> {
        self.pipe.ask(&json!({ "do": "memory" }))
    }

    /// Seconds by program.
    pub fn programs(&mut self, times: usize) -> Result<BTreeMap<String, f64>, String> {
        self.pipe.ask(&json!({ "do": "programs", "times": times }))
    }

    /// All programs merged on every sample.
    pub fn batt(&mut self, times: usize) -> Result<BattPass, String> {
        self.pipe.ask(&json!({ "do": "batt", "times": times }))
    }

    /// All programs on some samples, merged and one by one.
    pub fn merged(&mut self, samples: usize, times: usize) -> Result<Merged, String> {
        self.pipe.ask(&json!({ "do": "merged", "samples": samples, "times": times }))
    }
}

impl Passes {
    /// Keeps the best of both.
    pub fn best(self, other: Passes) -> Passes {
        let two_threads_seconds = self.two_threads_seconds.min(other.two_threads_seconds);
        let best = if other.seconds < self.seconds { other } else { self };
        Passes { two_threads_seconds, ..best }
    }
}

/// The child's end: answers until its input ends.
pub fn serve() -> Result<(), String> {
    let mut work = None;
    for line in io::stdin().lock().lines() {
        let line = line.map_err(|error| error.to_string())?;
        let request = serde_json::from_str(&line).map_err(|error| error.to_string())?;
        let reply = answer(request, &mut work)?;
        writeln!(io::stdout().lock(), "{reply}").map_err(|error| error.to_string())?;
    }
    Ok(())
}

fn answer(request: Request, work: &mut Option<Work>) -> Result<Json, String> {
    let loaded = || work.as_ref().ok_or("nothing is loaded");
    Ok(match request {
        Request::Load { folder, ids } => {
            let (reading, loaded) = load(&Files::in_folder(&folder), &ids)?;
            *work = Some(loaded);
            json!(reading)
        }
        Request::Passes { times } => json!(passes(&loaded()?.runs(), times)),
        Request::Memory => json!(machine::peak_memory_mb()),
        Request::Programs { times } => json!(programs(&loaded()?.runs(), times)),
        Request::Batt { times } => json!(batt(loaded()?, times)),
        Request::Merged { samples, times } => json!(merged(loaded()?, samples, times)),
    })
}

fn load(files: &Files, ids: &BTreeSet<String>) -> Result<(Reading, Work), String> {
    let source = files.source()?;
    let programs = data::parse(&source)?;
    let reading = reading(&source, &programs);
    Ok((reading, Work::new(data::tasks(files)?, &programs, ids)))
}

fn reading(source: &[u8], programs: &[Program]) -> Reading {
    let median_ms = |run: &dyn Fn()| median((0..READINGS).map(|_| timed(run).0).collect()) * 1e3;
    Reading {
        parse_ms: median_ms(&|| drop(data::parse(source))),
        merge_ms: median_ms(&|| drop(data::merge(programs))),
        plan_ms: median_ms(&|| programs.iter().for_each(|p| drop(Plan::new(&p.dag)))),
        nodes: programs.iter().map(|program| program.dag.len()).sum(),
        nodes_merged: data::merge(programs).len(),
    }
}

fn passes(runs: &[Run<'_>], times: usize) -> Passes {
    let jobs: Vec<Job<'_>> = runs.iter().map(|run| run.job).collect();
    let times = times.max(1);
    let both = (0..times).map(|_| (pass(runs, &jobs, 1), pass(runs, &jobs, 2)));
    let each = both.map(|(one, two)| Passes {
        seconds: one.seconds,
        two_threads_seconds: two.seconds,
        right: one.results.iter().filter(|right| **right == Some(true)).count() as u64,
        calls: one.stats.calls(),
        steps: one.stats.steps,
        steps_shared: one.stats.steps_shared,
        peak_bytes: one.stats.peak_bytes,
        by_op: by_op(&one.stats),
    });
    each.reduce(Passes::best).unwrap_or_default()
}

/// One pass; looking at the results is part of its time.
fn pass(runs: &[Run<'_>], jobs: &[Job<'_>], threads: usize) -> Batch<bool> {
    let stop = AtomicBool::new(false);
    run_jobs(jobs, Rules::default(), threads, &stop, |i, run| {
        let out = run.outcomes()[0].result;
        matches!((out, runs[i].expected), (Ok(v), Some(expected)) if is_grid(v, expected))
    })
}

fn by_op(stats: &Stats) -> Vec<StepTime> {
    let step_time = |op: Op| {
        let counted = stats.ops[op.index()];
        let (steps, calls, us) = (counted.steps, counted.calls, counted.nanos / 1e3);
        StepTime { op: op.name().into(), steps, calls, us }
    };
    let mut ops: Vec<StepTime> = Op::of(Dialect::Arc).map(step_time).collect();
    ops.retain(|op| op.calls > 0);
    ops.sort_by(|a, b| b.us.total_cmp(&a.us));
    ops
}

fn programs(runs: &[Run<'_>], times: usize) -> BTreeMap<String, f64> {
    let mut worker = Worker::default();
    let mut by_program: BTreeMap<String, f64> = BTreeMap::new();
    for run in runs {
        let mut once =
            || timed(|| worker.run(run.job.plan, run.job.inputs, Rules::default(), |_| ())).0;
        let best = (0..times).map(|_| once()).fold(f64::MAX, f64::min);
        *by_program.entry(run.id.into()).or_default() += best;
    }
    by_program
}

/// Every sample alone, on one thread; counts are those of one pass.
fn batt(work: &Work, times: usize) -> BattPass {
    let inputs = work.all_inputs();
    let mut seconds = vec![f64::MAX; inputs.len()];
    let mut over_budget = 0;
    let mut stats = Stats::default();
    for _ in 0..times.max(1) {
        let mut worker = Worker::default();
        over_budget = 0;
        for (best, &inputs) in seconds.iter_mut().zip(&inputs) {
            let run = || worker.run(&work.merged, inputs, Rules::default(), ended_by_budget);
            let (time, ended) = timed(run);
            *best = best.min(time);
            over_budget += ended;
        }
        stats = worker.into_stats();
    }
    BattPass { seconds, steps: stats.steps, steps_shared: stats.steps_shared, over_budget }
}

/// How many programs of a run end with the fault `budget`.
fn ended_by_budget(run: &exec::run::Run<'_, '_>) -> u64 {
    run.outcomes().iter().filter(|o| matches!(o.result, Err(Fault::Budget))).count() as u64
}

fn merged(work: &Work, samples: usize, times: usize) -> Merged {
    let inputs = work.few_inputs(samples);
    let jobs_of = |plan| inputs.iter().map(move |&inputs| Job { plan, inputs });
    let together: Vec<Job<'_>> = jobs_of(&work.merged).collect();
    let apart: Vec<Job<'_>> = work.plans().flat_map(jobs_of).collect();
    let stop = AtomicBool::new(false);
    let best = |jobs: &[Job<'_>]| {
        let batches = (0..times).map(|_| run_jobs(jobs, Rules::default(), 1, &stop, |_, _| ()));
        let best = batches.min_by(|a, b| a.seconds.total_cmp(&b.seconds));
        best.map_or((0.0, Stats::default()), |batch| (batch.seconds, batch.stats))
    };
    let ((seconds, stats), (apart_seconds, apart_stats)) = (best(&together), best(&apart));
    Merged {
        samples: together.len(),
        seconds,
        steps: stats.steps,
        steps_shared: stats.steps_shared,
        apart_seconds,
        apart_steps: apart_stats.steps,
    }
}
