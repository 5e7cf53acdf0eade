//! Which programs run on which tasks.

use std::collections::{BTreeMap, BTreeSet};

use exec::batch::Job;
use exec::data::{Dataset, Task};
use exec::plan::Plan;
use exec::run::Inputs;
use lang::{Dag, Dialect, ParseError, Program};

use super::Failed;
use crate::failure::Failure;
use crate::programs::{Programs, task_of};

/// The programs of one task and dialect, merged.
pub struct Group<'d> {
    pub task: &'d Task,
    /// Their names, in the order of the plan's programs.
    pub programs: Vec<String>,
    pub dag: Dag,
    pub plan: Plan,
}

/// What can run, and what cannot.
pub struct Grouped<'d> {
    /// In the order of task ids.
    pub groups: Vec<Group<'d>>,
    /// Programs that cannot be read, tasks that cannot be read, and what does not fit together.
    pub failed: Vec<Failed>,
    /// Programs that nobody asked for by name and that have no task here.
    pub skipped: usize,
}

/// Merges the programs of each task.
pub fn group<'d>(
    programs: &Programs,
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
    let (mut by_task, mut skipped) = (BTreeMap::<_, Vec<&Program>>::new(), 0);
    for program in &programs.programs {
        if program.kind.reads_c() {
            skipped += 1;
        } else if data.get(&program.id).is_some() {
            by_task.entry((program.id.as_str(), program.dialect)).or_default().push(program);
        } else if data.bad.iter().all(|bad| bad.id != program.id) {
            match programs.named || wanted.is_some() {
                true => failed.push(no_task(&program.id, data)),
                false => skipped += 1,
            }
        }
    }
    failed.extend(wanted.into_iter().flatten().filter_map(|id| unmet(id, programs, data)));
    if by_task.is_empty() && failed.is_empty() {
        let message = format!("none of the programs has a task in {}", data.version);
        return Err(Failure::usage(message).hint("choose other data with --data: batt data ls"));
    }
    let merged = |((id, dialect), programs): ((&str, _), Vec<_>)| {
        data.get(id).map(|task| Group::merged(task, dialect, &programs))
    };
    let groups = by_task.into_iter().filter_map(merged).collect();
    Ok(Grouped { groups, failed, skipped })
}

fn unreadable(error: &ParseError) -> Failed {
    let place = format!("{}:{}:{}", error.file, error.line, error.column);
    let reason = format!("{place}: {}", error.message);
    Failed { task: task_of(error).unwrap_or_default().to_string(), reason }
}

fn no_task(id: &str, data: &Dataset) -> Failed {
    Failed { task: id.to_string(), reason: format!("no task of this name in {}", data.version) }
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

impl<'d> Group<'d> {
    fn merged(task: &'d Task, dialect: Dialect, programs: &[&Program]) -> Group<'d> {
        let mut dag = Dag::new(dialect);
        programs.iter().for_each(|p| drop(dag.merge(&p.dag)));
        let plan = Plan::new(&dag);
        Group { task, programs: programs.iter().map(|p| p.name.clone()).collect(), dag, plan }
    }

    /// One job per sample, demo samples first.
    pub fn jobs(&self) -> impl Iterator<Item = Job<'_>> {
        self.task.samples().map(|sample| Job {
            plan: &self.plan,
            inputs: Inputs {
                demo: &self.task.demo,
                input: &sample.input,
                // Solvers cannot read the target: it is here to be compared with.
                target: sample.output.as_ref(),
            },
        })
    }
}
