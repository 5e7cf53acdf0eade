//! `batt solve`: two attempts for every test input, and the programs that give them.

mod answer;
mod explain;
mod report;
mod show;
mod totals;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ::solve::crew::{self, Limits};
use ::solve::portfolio::{Settings, UNITS_PER_EFFORT};
use evolve::drive::ENGINE;
use evolve::keep::Shelf;
use evolve::store::record::{Kept, Made};
use evolve::store::{Access, Added, Store};
use evolve::submit::{Submission, completed};
use exec::data::{BadTask, Dataset, Task, TaskGrid};
use exec::run::Worker;

use crate::args::solve::SolveArgs;
use crate::commands::run::{check_wanted, wanted_tasks};
use crate::failure::{Exit, Failure, Outcome};
use crate::files::write_file;
use crate::output::{Output, plural, printable};
use crate::sources::resolve_data;
use crate::stop::stop_flag;
use crate::stores::check_tasks;
use answer::{Answered, Wish};
use report::{Report, Solved};

/// Solves tasks, writes what was asked for, and reports.
pub fn run(args: &SolveArgs, output: &mut Output) -> Outcome {
    let data = resolve_data(args.source.data.as_deref())?;
    let Chosen { tasks, unread } = choose(args, &data, output)?;
    // What cannot be written is better known before the work than after it.
    args.output.as_deref().map(check_output).transpose()?;
    let stop = stop_flag()?;
    let mut store = open_store(args, &data, &tasks)?;
    let budget = Budget::of(args);
    if budget.units == 0 {
        output.note("batt: no work is allowed: every attempt is a guess");
    }
    let started = Instant::now();
    let solved = solve_all(args, &budget, &tasks, &stop, output);
    let seconds = started.elapsed().as_secs_f64();
    if let Some(path) = &args.output {
        write_file(path, submission(&data, &solved).to_json().as_bytes())?;
    }
    let stored = store_all(store.as_mut(), &solved, &data)?;
    let interrupted = stop.load(Ordering::Relaxed);
    let report = Report { args, data: &data, budget, solved, unread, stored, interrupted, seconds };
    if output.json {
        output.value(&report.as_json())?;
    } else {
        report.show(output)?;
    }
    end(&report.solved, report.unread.len())
}

/// What may be spent.
pub struct Budget {
    /// Seconds of a usual processor per task that the work takes.
    effort: f64,
    /// The same as units.
    units: u64,
    /// Processor seconds per task on average.
    seconds: Option<f64>,
}

impl Budget {
    fn of(args: &SolveArgs) -> Budget {
        let effort = args.effort.or(args.seconds_per_task).unwrap_or(1.0);
        let seconds = args.seconds_per_task;
        let units = if seconds == Some(0.0) { 0.0 } else { effort * UNITS_PER_EFFORT as f64 };
        Budget { effort, units: units as u64, seconds }
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

fn check_output(path: &Path) -> Result<(), Failure> {
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
    check_tasks(&mut store, data, tasks, args.allow_changed_data)?;
    Ok(Some(store))
}

fn solve_all<'d>(
    args: &SolveArgs,
    budget: &Budget,
    tasks: &[&'d Task],
    stop: &AtomicBool,
    output: &Output,
) -> Vec<Solved<'d>> {
    let seconds = budget.seconds.map(|seconds| seconds * tasks.len() as f64);
    let limits = Limits { threads: args.threads.get(), seconds };
    // A limit of seconds looks at one thread per task.
    let threads = if seconds.is_some() { 1 } else { args.threads.get() / tasks.len().max(1) };
    let settings = Settings { units: budget.units, bytes: (args.memory as usize) << 20, threads };
    let explained = |task: &Task| args.explain.as_ref() == Some(&task.id);
    let bar = match tasks.len() {
        1 => output.spinner("solving"),
        n => output.bar("solving tasks", n as u64),
    };
    if !bar.is_hidden() {
        bar.enable_steady_tick(Duration::from_millis(200));
    }
    let job = |worker: &mut Worker, at: usize, stop: &AtomicBool| {
        let details = tasks.len() == 1 || explained(tasks[at]);
        let wish = Wish { settings, storing: args.store.is_some(), details };
        let answered = Answered::of(tasks[at], &wish, stop, worker);
        bar.inc(1);
        answered
    };
    let done = crew::run(tasks.len(), limits, stop, Worker::default, job);
    bar.finish_and_clear();
    tasks.iter().zip(done).map(|(task, done)| Solved::new(task, done)).collect()
}

/// The file for all tasks of the data: those that were not asked for or cannot be read have guesses.
fn submission(data: &Dataset, solved: &[Solved<'_>]) -> Submission {
    let attempts = |task: &Task| -> Vec<[TaskGrid; 2]> {
        let found = solved.binary_search_by(|solved| solved.task.id.cmp(&task.id));
        let Ok(at) = found else {
            let guess = |s: &exec::data::Sample| completed([], &task.demo, Some(&s.input)).grids;
            return task.test.iter().map(guess).collect();
        };
        let tests = solved[at].answered.tests.iter();
        tests.map(|pair| pair.each_ref().map(|attempt| attempt.grid.clone())).collect()
    };
    let tasks = data.tasks.iter().map(|task| (task.id.clone(), attempts(task))).collect();
    let mut submission = Submission { tasks };
    submission.add_unread(data);
    submission
}

/// Hands the best programs of each task to the store.
fn store_all(
    store: Option<&mut Store>,
    solved: &[Solved<'_>],
    data: &Dataset,
) -> Result<Option<Added>, Failure> {
    let Some(store) = store else { return Ok(None) };
    let made =
        Made { engine: ENGINE.into(), data: data.name.clone(), data_version: data.version.clone() };
    let best = |solved: &Solved<'_>| Shelf::join(solved.answered.kept.clone()).entries().to_vec();
    let rows: Vec<Kept> = solved.iter().flat_map(best).collect();
    Ok(Some(store.add(&rows, &made)?))
}

/// How the command ends: everything was written by now, whatever is wrong.
fn end(solved: &[Solved<'_>], unread: usize) -> Outcome {
    let internal = |what: String| {
        let message = format!("internal error, please report: {}", what.trim_end());
        Err(Failure { exit: Exit::Internal, ..Failure::bad(message) })
    };
    let mut broken = solved.iter().flat_map(|solved| &solved.answered.broken);
    if let Some(first) = broken.next() {
        return internal(match broken.count() {
            0 => first.to_string(),
            n => format!("{first}and {} more", plural(n as u64, "program")),
        });
    }
    if let Some(failed) = solved.iter().find(|solved| solved.answered.is_failed()) {
        return internal(format!("a strategy failed on task {}", printable(&failed.task.id)));
    }
    Ok(if unread == 0 { Exit::Ok } else { Exit::Bad })
}
