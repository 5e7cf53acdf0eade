//! `batt score`: every program on every chosen task, demo and test apart.

mod choose;
mod keep;
mod report;

use std::time::Instant;

use evolve::score::{MOST_PAIRS, Pool, Scored, Settings};
use evolve::store::{Access, Store};
use exec::data::Task;
use gpu::engine::Engine;

use crate::args::score::ScoreArgs;
use crate::failure::{Exit, Failure, Outcome, Told};
use crate::output::Output;
use crate::programs::Programs;
use choose::Chosen;
use report::Report;

/// What becomes of programs that are kept since they fit the demos.
pub const SIMPLIFIED: &str = "what makes no difference on any input of the task went";

/// Seconds by what they were spent on, apart from what the pool and its scores count themselves.
#[derive(Default)]
pub struct Seconds {
    parse: f64,
    trace: f64,
    store: f64,
}

/// Scores programs and reports, and keeps the best if there is a store.
pub fn run(args: &ScoreArgs, output: &mut Output) -> Outcome {
    let programs = Programs::load(&args.files, args.source.data.as_deref(), args.dialect.get())?;
    let data = programs.data(args.source.data.as_deref())?;
    let Chosen { entries, differs, tasks, failed, notes, parse_seconds } =
        choose::choose(args, &programs, &data, output)?;
    check_size(entries.len(), tasks.len())?;
    // A store that cannot be used is better known before the work than after it.
    let mut store = open_store(args, &data, &tasks)?;
    let pool = Pool::merge(entries, &differs);
    let threads = args.threads.get();
    let settings = Settings::new(threads, args.time.map(|span| span.0)).with_budget(args.budget);
    let mut engine = args.device.engine()?;
    let scored = score(&pool, &mut engine, &tasks, &settings, output);
    args.device.report(&mut engine, output);
    let mut seconds = Seconds { parse: parse_seconds, ..Seconds::default() };
    let started = Instant::now();
    let traced = keep::trace_all(&pool, &tasks, &scored, &settings, store.is_some())?;
    seconds.trace = started.elapsed().as_secs_f64();
    let started = Instant::now();
    let added = keep::store_all(store.as_mut(), &traced, &data)?;
    seconds.store = started.elapsed().as_secs_f64();
    let report =
        Report { pool, scored, traced, added, failed, notes, seconds, data, threads, engine };
    if output.json {
        output.value(&report.as_json())?;
    } else {
        report.show(args.all, output)?;
    }
    let good = report.failed.is_empty() && report.scored.left_out == 0;
    Ok(if good { Exit::Ok } else { Exit::Bad })
}

fn check_size(programs: usize, tasks: usize) -> Told {
    if programs.saturating_mul(tasks) <= MOST_PAIRS {
        return Ok(());
    }
    let message = format!("{programs} programs on {tasks} tasks are more than fit into memory");
    Err(Failure::usage(message).hint("take part of the tasks: --tasks IDS or --shard 1/8"))
}

fn open_store(
    args: &ScoreArgs,
    data: &exec::data::Dataset,
    tasks: &[&Task],
) -> Result<Option<Store>, Failure> {
    let Some(path) = &args.store else { return Ok(None) };
    let mut store = Store::open(path, Access::Create)?;
    store.settle_tasks(&data.version, tasks, args.allow_changed_data)?;
    Ok(Some(store))
}

fn score(
    pool: &Pool,
    engine: &mut Engine,
    tasks: &[&Task],
    settings: &Settings,
    output: &Output,
) -> Scored {
    let bar = output.bar("running samples", pool.samples(tasks) as u64);
    // Even a hidden bar reads the clock at every step.
    let shown = !bar.is_hidden();
    let scored = pool.score(engine, tasks, settings, || {
        if shown {
            bar.inc(1);
        }
    });
    bar.finish_and_clear();
    scored
}
