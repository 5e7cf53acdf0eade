//! `batt run`: programs on the samples of the tasks in their names.

mod answers;
mod group;
mod report;

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use evolve::evaluate::{Batts, Evaluation, Request};
use exec::data::Dataset;
use exec::run::{Budget, Rules};
use gpu::engine::Engine;

use crate::args::RunArgs;
use crate::failure::{Exit, Failure, Outcome, Told, did_you_mean};
use crate::output::{Output, printable};
use crate::programs::Programs;
use answers::FailedAt;
use group::Grouped;
use report::Report;

/// A task or program that has no good result.
struct Failed {
    task: String,
    reason: String,
}

/// Runs programs and reports what they solve.
pub fn run(args: &RunArgs, output: &mut Output) -> Outcome {
    let mut programs =
        Programs::load(&args.files, args.source.data.as_deref(), args.dialect.get())?;
    let data = programs.data(args.source.data.as_deref())?;
    programs.join(&data);
    let wanted = wanted_tasks(args.tasks.as_deref())?;
    if let Some(wanted) = &wanted {
        programs.name_after(wanted.iter().map(String::as_str));
        programs.keep_tasks(wanted);
    } else if let [task] = &data.tasks[..] {
        programs.name_after([task.id.as_str()].into_iter());
    }
    programs.note(output);
    let grouped = group::group(&programs, &data, wanted.as_ref())?;
    let threads = args.threads.get();
    let mut engine = args.device.engine()?;
    let given = execute(args, &grouped, threads, &mut engine, output);
    args.device.report(&mut engine, output);
    let mut report = Report::new(&programs, &data, threads, &engine);
    report.add_all(grouped, given);
    if output.json {
        output.value(&report.as_json())?;
    } else {
        report.show(args.all, output)?;
    }
    Ok(if report.failed.is_empty() { Exit::Ok } else { Exit::Bad })
}

/// Ids from `--tasks`: separated by commas or spaces.
pub fn wanted_tasks(list: Option<&str>) -> Result<Option<BTreeSet<String>>, Failure> {
    let Some(list) = list else { return Ok(None) };
    let words = list.split(|c: char| c == ',' || c.is_whitespace()).filter(|w| !w.is_empty());
    let ids: BTreeSet<String> = words.map(str::to_string).collect();
    if ids.is_empty() {
        let failure = Failure::usage("--tasks names no task");
        return Err(failure.hint("give ids: --tasks 007bbfb7,0520fde7"));
    }
    Ok(Some(ids))
}

/// Fails if a task that was asked for is not in the data, readable or not.
pub fn check_wanted<'i>(mut wanted: impl Iterator<Item = &'i String>, data: &Dataset) -> Told {
    let is_bad = |id: &str| data.bad.iter().any(|bad| bad.id == id);
    let is_missing = |id: &&String| data.get(id).is_none() && !is_bad(id);
    let Some(missing) = wanted.find(is_missing) else { return Ok(()) };
    let near = nearest_task(missing, data);
    let elsewhere = || "name another data set: --data SET; see batt data ls".into();
    Err(Failure::usage(format!("no task {} in {}", printable(missing), data.name))
        .hint(near.unwrap_or_else(elsewhere)))
}

/// "Did you mean" with the tasks whose ids resemble one that is not there.
pub fn nearest_task(missing: &str, data: &Dataset) -> Option<String> {
    let (good, bad) = (data.tasks.iter().map(|t| &t.id), data.bad.iter().map(|t| &t.id));
    did_you_mean(missing, good.chain(bad).map(String::as_str))
}

/// Runs everything as often as asked for and keeps the fastest repetition.
fn execute(
    args: &RunArgs,
    grouped: &Grouped<'_>,
    threads: usize,
    engine: &mut Engine,
    output: &Output,
) -> Evaluation<FailedAt> {
    let entries: Vec<_> = grouped.programs.iter().map(|&program| Some(program.into())).collect();
    let batts = Batts::for_each(&entries, grouped.own.clone());
    let rules = Rules { policy: args.policy.get(), budget: Budget::of(args.budget) };
    let request = Request::new(&grouped.tasks, rules, threads);
    let progress = output.bar("running samples", batts.count(&request) as u64 * args.repeat as u64);
    // Even a hidden bar reads the clock at every step.
    let shown = !progress.is_hidden();
    let mut once = || {
        batts.run(&request, engine, &AtomicBool::new(false), |meeting, run| {
            if shown {
                progress.inc(1);
            }
            answers::failed_at(meeting, run)
        })
    };
    let mut best = once();
    for _ in 1..args.repeat {
        let again = once();
        if again.seconds < best.seconds {
            best = again;
        }
    }
    progress.finish_and_clear();
    best
}
