//! `batt store export`: plain program files.

use std::path::Path;

use evolve::export::{ExportError, INDEX, export};
use evolve::store::Store;
use serde_json::json;

use super::wanted;
use crate::args::store::TasksArg;
use crate::failure::{Exit, Failure, Outcome, Told};
use crate::output::{Output, shown};

/// Writes the programs of the tasks asked for, and an index of them.
pub fn run(store: &Store, folder: &Path, tasks: &TasksArg, output: &mut Output) -> Outcome {
    let tasks = wanted(store, tasks)?;
    let ids: Vec<&str> = tasks.iter().map(|task| task.task.as_str()).collect();
    let programs = export(store, &ids, folder)?;
    report(folder, tasks.len(), programs, output)?;
    Ok(Exit::Ok)
}

fn report(folder: &Path, tasks: usize, programs: usize, output: &mut Output) -> Told {
    if output.json {
        return output
            .value(&json!({ "folder": shown(folder), "tasks": tasks, "programs": programs }));
    }
    output.line(&format!(
        "{programs} programs of {tasks} tasks written to {}, and {INDEX}",
        shown(folder)
    ))
}

impl From<ExportError> for Failure {
    fn from(error: ExportError) -> Failure {
        match error {
            ExportError::Store(error) => error.into(),
            ExportError::File(error) => error.into(),
        }
    }
}
