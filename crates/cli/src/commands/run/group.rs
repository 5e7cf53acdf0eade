//! Which programs run on which tasks.

use std::collections::{BTreeMap, BTreeSet};

use evolve::evaluate::by_name;
use exec::data::{Dataset, Task};
use lang::{ParseError, Program};

use super::{Failed, nearest_task};
use crate::failure::Failure;
use crate::programs::{Programs, task_of};

/// What can run, and what cannot.
pub struct Grouped<'d> {
    /// Those that have a task.
    pub programs: Vec<&'d Program>,
    /// The tasks that have programs, in the order of their ids.
    pub tasks: Vec<&'d Task>,
    /// By task, the places of its programs.
    pub own: Vec<Vec<u32>>,
    /// Programs that cannot be read, tasks that cannot be read, and what does not fit together.
    pub failed: Vec<Failed>,
    /// Programs that nobody asked for by name and that have no task here.
    pub skipped: usize,
}

/// Finds the programs of each task.
pub fn group<'d>(
    programs: &'d Programs,
    data: &'d Dataset,
    wanted: Option<&BTreeSet<String>>,
) -> Result<Grouped<'d>, Failure> {
    let mut failed: Vec<Failed> = programs.errors.iter().map(unreadable).collect();
    let is_wanted = |id: &str| wanted.is_none_or(|wanted| wanted.contains(id));
    let bad = data.bad.iter().filter(|bad| is_wanted(&bad.id));
    failed.extend(bad.map(|bad| Failed {
        task: bad.id.clone(),
        reason: format!("the task cannot be read: {}", bad.reason),
    }));
    let (mut named, mut tasks, mut skipped) = (Vec::new(), BTreeMap::new(), 0);
    for program in &programs.programs {
        if program.kind.reads_c() {
            skipped += 1;
        } else if let Some(task) = data.get(&program.id) {
            named.push(program);
            tasks.insert(program.id.as_str(), task);
        } else if data.bad.iter().all(|bad| bad.id != program.id) {
            match programs.named || wanted.is_some() {
                true => failed.push(no_task(&program.id, data)),
                false => skipped += 1,
            }
        }
    }
    failed.extend(wanted.into_iter().flatten().filter_map(|id| unmet(id, programs, data)));
    if tasks.is_empty() && failed.is_empty() {
        let message = format!("none of the programs has a task in {}", data.version);
        return Err(Failure::usage(message).hint("choose other data with --data: batt data ls"));
    }
    let tasks: Vec<&Task> = tasks.into_values().collect();
    let own = by_name(named.iter().map(|program| Some(&*program.id)), &tasks);
    Ok(Grouped { programs: named, tasks, own, failed, skipped })
}

fn unreadable(error: &ParseError) -> Failed {
    let place = format!("{}:{}:{}", error.file, error.line, error.column);
    let reason = format!("{place}: {}", error.message);
    Failed { task: task_of(error).unwrap_or_default().to_string(), reason }
}

fn no_task(id: &str, data: &Dataset) -> Failed {
    let near = nearest_task(id, data).map_or(String::new(), |near| format!("; {near}"));
    let reason = format!("no task of this name in {}{near}", data.version);
    Failed { task: id.to_string(), reason }
}

/// Why a task that was asked for does not run, unless that is known already.
fn unmet(id: &str, programs: &Programs, data: &Dataset) -> Option<Failed> {
    if programs.has(id) || data.bad.iter().any(|bad| bad.id == id) {
        return None;
    }
    Some(match data.get(id) {
        None => no_task(id, data),
        Some(_) => Failed { task: id.to_string(), reason: "no program for this task".into() },
    })
}
