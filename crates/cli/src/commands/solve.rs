//! `batt solve`: two attempts for every test input, and the programs that give them.

mod explain;
mod show;
mod summary;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use evolve::answer::{self, Solved, Wish};
use evolve::store::{Access, Store};
use exec::data::{BadTask, Dataset, Task};

use crate::args::solve::SolveArgs;
use crate::commands::run::{check_wanted, wanted_tasks};
use crate::failure::{Exit, Failure, Outcome, Told};
use crate::files::write_file;
use crate::output::{Output, printable};
use crate::priors::guide;
use crate::sources::resolve_data;
use crate::stop::stop_flag;
use summary::Summary;

/// Solves tasks, writes what was asked for, and reports.
pub fn run(args: &SolveArgs, output: &mut Output) -> Outcome {
    let data = resolve_data(args.source.data.as_deref())?;
    let Chosen { tasks, unread } = choose(args, &data, output)?;
    // What cannot be written is better known before the work than after it.
    args.output.as_deref().map(check_output).transpose()?;
    let guide = guide(&args.guide)?;
    let stop = stop_flag()?;
    let mut store = open_store(args, &data, &tasks)?;
    let wish = Wish { guide, ..wish(args, tasks.len()) };
    if wish.units() == 0 {
        output.note("batt: no work is allowed: every attempt is a guess");
    }
    let started = Instant::now();
    let solved = solve_all(&wish, &tasks, &stop, output);
    let seconds = started.elapsed().as_secs_f64();
    if let Some(path) = &args.output {
        write_file(path, answer::submission(&data, &solved).to_json().as_bytes())?;
    }
    let stored =
        store.as_mut().map(|store| answer::store_all(store, &solved, &data)).transpose()?;
    let interrupted = stop.load(Ordering::Relaxed);
    let summary = Summary { args, data: &data, wish, solved, unread, stored, interrupted, seconds };
    if output.json {
        output.value(&summary.as_json())?;
    } else {
        summary.show(output)?;
    }
    end(&summary.solved, summary.unread.len())
}

/// What is asked for; a task that is drawn or explained needs everything that was found.
fn wish(args: &SolveArgs, tasks: usize) -> Wish {
    Wish {
        threads: args.threads.get(),
        bytes: (args.memory as usize) << 20,
        seed: args.seed,
        storing: args.store.is_some(),
        details: tasks == 1 || args.explain.is_some(),
        ..Wish::new(args.effort, args.seconds_per_task)
    }
}

/// The tasks asked for: those that can be read, and the others.
struct Chosen<'d> {
    tasks: Vec<&'d Task>,
    unread: Vec<&'d BadTask>,
}

fn choose<'d>(
    args: &SolveArgs,
    data: &'d Dataset,
    output: &mut Output,
) -> Result<Chosen<'d>, Failure> {
    let wanted = wanted(args)?;
    check_wanted(wanted.iter().flatten(), data)?;
    let is_wanted = |id: &String| wanted.as_ref().is_none_or(|ids| ids.contains(id));
    let tasks: Vec<&Task> = data.tasks.iter().filter(|task| is_wanted(&task.id)).collect();
    let unread: Vec<&BadTask> = data.bad.iter().filter(|bad| is_wanted(&bad.id)).collect();
    for bad in &unread {
        let (id, reason) = (printable(&bad.id), printable(&bad.reason));
        let what = if bad.tests.is_empty() { "is left out" } else { "gets guesses" };
        output.note(&format!("batt: task {id} cannot be read and {what}: {reason}"));
    }
    Ok(Chosen { tasks, unread })
}

/// The ids asked for; a task that is to be explained is asked for by that.
fn wanted(args: &SolveArgs) -> Result<Option<BTreeSet<String>>, Failure> {
    let mut wanted = wanted_tasks(args.tasks.as_deref())?;
    if let Some(id) = &args.explain {
        wanted.get_or_insert_default().insert(id.clone());
    }
    Ok(wanted)
}

fn check_output(path: &Path) -> Told {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let reason = match folder {
        Some(folder) if !folder.is_dir() => "there is no such folder",
        _ if path.is_dir() => "it is a folder",
        _ => return Ok(()),
    };
    Err(Failure::usage(format!("cannot write {}: {reason}", path.display())))
}

fn open_store(args: &SolveArgs, data: &Dataset, tasks: &[&Task]) -> Result<Option<Store>, Failure> {
    let Some(path) = &args.store else { return Ok(None) };
    let mut store = Store::open(path, Access::Create)?;
    store.settle_tasks(&data.version, tasks, args.allow_changed_data)?;
    Ok(Some(store))
}

fn solve_all<'d>(
    wish: &Wish,
    tasks: &[&'d Task],
    stop: &AtomicBool,
    output: &Output,
) -> Vec<Solved<'d>> {
    let bar = match tasks.len() {
        1 => output.spinner("solving"),
        n => output.bar("solving tasks", n as u64),
    };
    if !bar.is_hidden() {
        bar.enable_steady_tick(Duration::from_millis(200));
    }
    let solved = answer::solve_all(tasks, wish, stop, |_, _| bar.inc(1));
    bar.finish_and_clear();
    solved
}

/// How the command ends: everything was written by now, whatever is wrong.
fn end(solved: &[Solved<'_>], unread: usize) -> Outcome {
    if let Some(defect) = answer::defect(solved) {
        let message = format!("internal error, please report: {}", defect.trim_end());
        return Err(Failure { exit: Exit::Internal, ..Failure::bad(message) });
    }
    Ok(if unread == 0 { Exit::Ok } else { Exit::Bad })
}
