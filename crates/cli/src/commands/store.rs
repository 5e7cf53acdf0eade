//! `batt store`: what was found, in and out of its database.

mod export;
mod import;
pub mod show;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use evolve::standing::perfect;
use evolve::store::{Access, Merged, Store, TaskSummary};
use serde::Serialize;
use serde_json::{Value, json};

use crate::args::store::{StoreArgs, StoreCommand, TasksArg};
use crate::commands::run::wanted_tasks;
use crate::failure::{Exit, Failure, Outcome, did_you_mean};
use crate::output::{Output, plural, printable, shown};
use crate::stores::store_path;
use crate::verdict::{self, Verdict};

/// Works on the store.
pub fn run(args: &StoreArgs, output: &mut Output) -> Outcome {
    let path = store_path(args.store.as_deref());
    let open = |access| Store::open(&path, access);
    match &args.command {
        StoreCommand::Ls { tasks, strategy } => {
            ls(&open(Access::Read)?, tasks, strategy.as_deref(), output)
        }
        StoreCommand::Show(args) => show::run(&open(Access::Read)?, args, output),
        StoreCommand::Export { folder, tasks } => {
            export::run(&open(Access::Read)?, folder, tasks, output)
        }
        StoreCommand::Import(args) => import::run(&path, args, output),
        StoreCommand::Gc => gc(&mut open(Access::Write)?, output),
        StoreCommand::Check => check(&open(Access::Read)?, output),
        StoreCommand::Merge { others } => merge(&path, others, output),
    }
}

/// The tasks asked for, of those in the store.
fn wanted(store: &Store, tasks: &TasksArg) -> Result<Vec<TaskSummary>, Failure> {
    let mut found = store.tasks()?;
    let Some(ids) = wanted_tasks(tasks.tasks.as_deref())? else { return Ok(found) };
    if let Some(missing) = ids.iter().find(|id| !found.iter().any(|task| task.task == **id)) {
        return Err(not_there(store, missing)?);
    }
    found.retain(|task| ids.contains(&task.task));
    Ok(found)
}

fn not_there(store: &Store, id: &str) -> Result<Failure, Failure> {
    let known = store.tasks()?;
    let near = did_you_mean(id, known.iter().map(|task| task.task.as_str()));
    let failure = Failure::usage(format!("the store has no programs for task {}", printable(id)));
    Ok(failure.hint(near.unwrap_or("see the tasks: batt store ls".into())))
}

/// A task and what found its best program.
#[derive(Serialize)]
struct Listed {
    #[serde(flatten)]
    task: TaskSummary,
    /// Whether the best program is right on the tests, if that is known.
    right_on_tests: Option<bool>,
    from: String,
}

impl Listed {
    fn fits(&self) -> bool {
        self.task.solved > 0
    }
}

/// The tasks asked for that a strategy did best on, if one is named.
fn listed(store: &Store, tasks: &TasksArg, strategy: Option<&str>) -> Result<Vec<Listed>, Failure> {
    store.snapshot(|store| {
        let finders: BTreeMap<String, String> = store.finders()?.into_iter().collect();
        if let Some(name) = strategy.filter(|name| !finders.values().any(|known| known == name)) {
            return Err(no_finder(name, &finders));
        }
        let right: BTreeMap<String, Option<bool>> = store.right_on_tests()?.into_iter().collect();
        let listed = wanted(store, tasks)?.into_iter().filter_map(|task| {
            let from = finders.get(&task.task)?.clone();
            let right_on_tests = right.get(&task.task).copied().flatten();
            Some(Listed { task, right_on_tests, from })
        });
        Ok(listed.filter(|row| strategy.is_none_or(|name| row.from == name)).collect())
    })
}

fn no_finder(name: &str, finders: &BTreeMap<String, String>) -> Failure {
    let names: BTreeSet<String> = finders.values().map(|name| printable(name)).collect();
    let names: Vec<String> = names.into_iter().collect();
    let failure =
        Failure::usage(format!("no best program of the store was found by {}", printable(name)));
    match names.is_empty() {
        true => failure.hint("the store has no programs"),
        false => failure.hint(format!("best programs are from: {}", names.join("; "))),
    }
}

fn ls(store: &Store, tasks: &TasksArg, strategy: Option<&str>, output: &mut Output) -> Outcome {
    let tasks = listed(store, tasks, strategy)?;
    let mut verdict = Verdict::default();
    tasks.iter().for_each(|row| verdict.add(row.fits(), row.right_on_tests));
    let programs: u64 = tasks.iter().map(|row| u64::from(row.task.programs)).sum();
    let differs = store.differs_sound()?;
    let (runs, differs) = (store.runs()?.len(), differs.rows.len() + differs.damaged.len());
    let bytes = store.bytes()?;
    if output.json {
        output.value(
            &json!({ "store": shown(store.path()), "tasks": tasks, "fits_demos": verdict.fits,
            "right_on_tests": (verdict.known > 0).then_some(verdict.right),
            "programs": programs, "runs": runs, "differs": differs, "bytes": bytes }),
        )?;
        return Ok(Exit::Ok);
    }
    if !tasks.is_empty() {
        let head = ["task", "programs", "best score", "fits", "right", "from"];
        let head = head.map(String::from).to_vec();
        let rows = tasks.iter().map(task_row);
        output.table(&std::iter::once(head).chain(rows).collect::<Vec<_>>())?;
        output.line("")?;
    }
    output.line(&verdict.told())?;
    output.line(&format!(
        "{}, {}, {}, {:.1} MB",
        plural(programs, "program"),
        plural(runs as u64, "run"),
        plural(differs as u64, "differ"),
        bytes as f64 / 1e6
    ))?;
    Ok(Exit::Ok)
}

fn task_row(row: &Listed) -> Vec<String> {
    let task = &row.task;
    let perfect = u64::from(perfect(task.demo_count));
    vec![
        printable(&task.task),
        format!("{:>8}", task.programs),
        format!("{:>5} of {perfect}", task.best_score),
        verdict::cell(Some(row.fits())).into(),
        verdict::cell(row.right_on_tests).into(),
        printable(&row.from),
    ]
}

fn gc(store: &mut Store, output: &mut Output) -> Outcome {
    let gone = store.gc()?;
    if output.json {
        output.value(&gone)?;
        return Ok(Exit::Ok);
    }
    output.line(&format!(
        "{} programs thrown away, {:.1} MB instead of {:.1} MB",
        gone.programs,
        gone.bytes_after as f64 / 1e6,
        gone.bytes_before as f64 / 1e6
    ))?;
    Ok(Exit::Ok)
}

fn check(store: &Store, output: &mut Output) -> Outcome {
    let spinner = output.spinner("checking");
    let report = store.check();
    spinner.finish_and_clear();
    let report = report?;
    if output.json {
        output.value(&report)?;
    } else {
        for problem in &report.problems {
            output.line(&printable(problem))?;
        }
        output.line(&format!(
            "{} tasks, {} results, {} programs: {}",
            report.tasks,
            report.results,
            report.programs,
            match report.wrong {
                0 => "all in order".to_string(),
                wrong => format!("{wrong} problems"),
            }
        ))?;
    }
    Ok(if report.wrong == 0 { Exit::Ok } else { Exit::Bad })
}

fn merge(path: &Path, others: &[PathBuf], output: &mut Output) -> Outcome {
    // All are opened before the first is touched.
    let open = |other: &PathBuf| Store::open(other, Access::Read);
    let opened = others.iter().map(open).collect::<Result<Vec<_>, _>>()?;
    let mut store = Store::open(path, Access::Create)?;
    // And all are merged before anything is told, so that trouble with telling leaves none out.
    let mut merged = Vec::new();
    let done = opened.iter().try_for_each(|other| store.merge_from(other).map(|m| merged.push(m)));
    let brought = || others.iter().zip(&merged);
    if !output.json {
        brought().try_for_each(|(name, merged)| output.line(&merged_line(name, merged)))?;
    }
    done?;
    if output.json {
        let brought: Vec<Value> = brought().map(|(name, m)| merged_json(name, m)).collect();
        output.value(&json!({ "store": shown(store.path()), "merged": brought }))?;
    }
    Ok(Exit::Ok)
}

fn merged_json(name: &Path, merged: &Merged) -> Value {
    json!({ "store": shown(name), "programs": merged.programs, "results": merged.results,
        "runs": merged.runs })
}

fn merged_line(name: &Path, merged: &Merged) -> String {
    format!(
        "{}: {}, {}, {}",
        shown(name),
        plural(merged.programs, "new program"),
        plural(merged.results, "new result"),
        plural(merged.runs, "new run"),
    )
}
