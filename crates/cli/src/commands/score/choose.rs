//! Which programs, differs and tasks take part.

use std::collections::BTreeSet;

use evolve::differs::{self, Differ, from_program, is_builtin};
use evolve::names::Names;
use evolve::score::Entry;
use evolve::shard::Shard;
use exec::data::{Dataset, Task};
use lang::ParseError;

use crate::args::score::ScoreArgs;
use crate::commands::run::{nearest_task, wanted_tasks};
use crate::failure::Failure;
use crate::output::{Output, printable};
use crate::programs::{self, Programs};

/// What takes part, and what cannot.
pub struct Chosen<'d> {
    pub entries: Vec<Entry>,
    /// The differs of files; the built-in ones take part anyway.
    pub differs: Vec<Differ>,
    /// In the order of their ids, those of the shard.
    pub tasks: Vec<&'d Task>,
    /// What could not be read or is not there.
    pub failed: Vec<String>,
    pub notes: Notes,
    pub parse_seconds: f64,
}

/// What does not fit together but is no failure.
#[derive(Default)]
pub struct Notes {
    /// Programs named after tasks that are not in the data.
    pub programs_without_task: usize,
    /// Chosen tasks that no program is named after.
    pub tasks_without_program: usize,
}

/// Reads files of differs and finds tasks.
pub fn choose<'d>(
    args: &ScoreArgs,
    programs: &Programs,
    data: &'d Dataset,
    output: &mut Output,
) -> Result<Chosen<'d>, Failure> {
    let more = match args.differs.as_slice() {
        [] => None,
        files => Some(Programs::load(files, None, args.dialect.get())?),
    };
    let entries: Vec<Entry> = programs.programs.iter().filter_map(Entry::of_program).collect();
    if entries.is_empty() && programs.errors.is_empty() {
        let failure = Failure::usage("the files hold no solvers");
        return Err(failure.hint("solvers are functions `solve_<id>` or `verify_<id>`"));
    }
    programs.warnings.iter().for_each(|warning| output.note(&warning.to_string()));
    let differs = differs_of(programs, more.as_ref())?;
    let errors = programs.errors.iter().chain(more.iter().flat_map(|more| &more.errors));
    let mut failed: Vec<String> = errors.map(|error| unreadable(error, output)).collect();
    let names = programs::names(data);
    let (tasks, missing) = tasks(args, data, &names, &entries)?;
    failed.extend(missing);
    let notes = notes(data, &names, &tasks, &entries);
    let tasks = args.shard.unwrap_or(Shard::WHOLE).of(tasks).collect();
    let parse_seconds = programs.seconds + more.map_or(0.0, |more| more.seconds);
    Ok(Chosen { entries, differs, tasks, failed, notes, parse_seconds })
}

fn unreadable(error: &ParseError, output: &mut Output) -> String {
    output.note(&error.to_string());
    format!("{}:{}:{}: {}", error.file, error.line, error.column, error.message)
}

/// Differs of the program files and of `--differs`. A batt brings the built-in ones along, which
/// take part anyway.
fn differs_of(programs: &Programs, more: Option<&Programs>) -> Result<Vec<Differ>, Failure> {
    let own = |programs: &Programs| -> Vec<Differ> {
        programs.programs.iter().filter_map(from_program).filter(|d| !is_builtin(d)).collect()
    };
    let mut all = own(programs);
    if let Some(more) = more {
        let given = own(more);
        if given.is_empty() && more.errors.is_empty() {
            let failure = Failure::usage("the files of --differs hold no differs of their own");
            return Err(failure.hint("differs are functions `differ_<name>(S, I, C)`"));
        }
        all.extend(given);
    }
    let mut seen = BTreeSet::from(differs::NAMES.map(str::to_string));
    match all.iter().find(|differ| !seen.insert(differ.name.clone())) {
        None => Ok(all),
        Some(twice) => {
            let message = format!("there are two differs named {}", printable(&twice.name));
            Err(Failure::usage(message).hint("give one of them another name"))
        }
    }
}

/// The tasks asked for, else those that programs are named after; and what is not there.
fn tasks<'d>(
    args: &ScoreArgs,
    data: &'d Dataset,
    names: &Names<'_>,
    entries: &[Entry],
) -> Result<(Vec<&'d Task>, Vec<String>), Failure> {
    let wanted = wanted_tasks(args.tasks.as_deref())?;
    let asked = wanted.is_some();
    let ids = wanted.unwrap_or_else(|| named(names, entries).map(str::to_string).collect());
    let tasks: Vec<&Task> = data.tasks.iter().filter(|task| ids.contains(&task.id)).collect();
    let bad = data.bad.iter().filter(|bad| ids.contains(&bad.id));
    let mut missing: Vec<String> =
        bad.map(|bad| format!("task {} cannot be read: {}", bad.id, bad.reason)).collect();
    if asked {
        let known = |id: &str| data.get(id).is_some() || data.bad.iter().any(|bad| bad.id == id);
        let absent = ids.iter().filter(|id| !known(id));
        let near = |id: &String| nearest_task(id, data).map_or(String::new(), |n| format!("; {n}"));
        missing.extend(absent.map(|id| format!("no task {id} in {}{}", data.version, near(id))));
    }
    if tasks.is_empty() && missing.is_empty() && !entries.is_empty() {
        let message = format!("none of the programs has a task in {}", data.version);
        return Err(Failure::usage(message).hint("name tasks with --tasks, or data with --data"));
    }
    Ok((tasks, missing))
}

/// The tasks that programs are named after.
fn named<'n>(names: &'n Names<'_>, entries: &'n [Entry]) -> impl Iterator<Item = &'n str> {
    entries.iter().flat_map(|entry| names.of(&entry.task)).copied()
}

fn notes(data: &Dataset, names: &Names<'_>, tasks: &[&Task], entries: &[Entry]) -> Notes {
    let named: BTreeSet<&str> = named(names, entries).collect();
    let is_absent = |id: &&str| data.get(id).is_none();
    let absent = |entry: &&Entry| names.of(&entry.task).iter().all(is_absent);
    Notes {
        programs_without_task: entries.iter().filter(absent).count(),
        tasks_without_program: tasks.iter().filter(|t| !named.contains(t.id.as_str())).count(),
    }
}
