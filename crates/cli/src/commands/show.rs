//! `batt show`: draws a task.

use std::path::Path;

use evolve::names::is_named_after;
use exec::data::{BadTask, Dataset, Sample, Task, TaskGrid};
use serde_json::{Value, json};

use crate::args::ShowArgs;
use crate::failure::{Exit, Failure, Outcome, Told, did_you_mean};
use crate::files::write_files;
use crate::output::{Output, printable};
use crate::render::{Canvas, task_figure, task_text};
use crate::sources::{self, resolve_data};

/// A task and the data it comes from.
pub struct Found {
    /// The task.
    pub task: Task,
    name: String,
    /// The version of its data.
    pub version: String,
    /// What people should know about the data.
    pub remark: Option<String>,
}

impl Found {
    fn new(task: Task, set: &Dataset) -> Found {
        let remark = set.bad.first().map(|bad| {
            let (id, reason) = (printable(&bad.id), printable(&bad.reason));
            format!("note: {} of the tasks cannot be read, first {id}: {reason}", set.bad.len())
        });
        Found { task, name: set.name.clone(), version: set.version.clone(), remark }
    }
}

/// Draws a task in the terminal or into files.
pub fn run(args: &ShowArgs, output: &mut Output) -> Outcome {
    let found = find(&args.task, args.source.data.as_deref())?;
    if let Some(remark) = &found.remark {
        output.note(remark);
    }
    let written = write_pictures(args, &found)?;
    if output.json {
        output.value(&as_json(&found, &written))?;
    } else if written.is_empty() {
        draw(&found, output)?;
    } else {
        let line =
            |file: &String| format!("wrote {file} ({}, data {})", found.task.id, found.version);
        written.iter().try_for_each(|file| output.line(&line(file)))?;
    }
    Ok(Exit::Ok)
}

fn draw(found: &Found, output: &mut Output) -> Told {
    let head = output.bold(&printable(&found.task.id));
    let version = output.dim(&format!("data {}", printable(&found.version)));
    output.line(&format!("{head}  {version}\n"))?;
    output.text(&task_text(&found.task, Canvas::of(output)))
}

/// Finds a task in the named data, else in a file of that name, else in every set at hand.
pub fn find(id: &str, data: Option<&str>) -> Result<Found, Failure> {
    if let Some(spec) = data {
        return find_in(id, resolve_data(Some(spec))?);
    }
    if id.ends_with(".json") && Path::new(id).is_file() {
        return only_task(id);
    }
    let mut ids = Vec::new();
    for set in sources::all_at_hand() {
        let set = set?;
        if set.get(id).is_some() || set.bad.iter().any(|bad| bad.id == id) {
            return find_in(id, set);
        }
        ids.extend(set.tasks.into_iter().map(|task| task.id));
    }
    let failure = Failure::usage(format!("no task {} in the data sets at hand", printable(id)));
    let hint = did_you_mean(id, ids.iter().map(String::as_str));
    Err(failure.hint(hint.unwrap_or_else(|| "see which sets there are: batt data ls".into())))
}

fn find_in(id: &str, set: Dataset) -> Result<Found, Failure> {
    let named = || set.tasks.iter().find(|task| is_named_after(id, &task.id));
    if let Some(task) = set.get(id).or_else(named) {
        return Ok(Found::new(task.clone(), &set));
    }
    if let Some(bad) = set.bad.iter().find(|bad| bad.id == id) {
        return Err(unreadable(id, &bad.reason));
    }
    let failure = Failure::usage(format!("no task {} in {}", printable(id), set.version));
    let ids = set.tasks.iter().map(|task| task.id.as_str());
    let first = || match set.bad.first() {
        Some(BadTask { id, reason, .. }) if set.tasks.is_empty() => {
            format!(
                "none of its tasks can be read, {} for one: {}",
                printable(id),
                printable(reason)
            )
        }
        _ => format!("it has {} tasks, {} for one", set.tasks.len(), any_id(&set)),
    };
    Err(failure.hint(did_you_mean(id, ids).unwrap_or_else(first)))
}

fn any_id(set: &Dataset) -> String {
    set.tasks.first().map_or("none readable".into(), |task| printable(&task.id))
}

/// The first task of a file.
fn only_task(path: &str) -> Result<Found, Failure> {
    let set = Dataset::load(Path::new(path))?;
    match (set.tasks.first(), set.bad.first()) {
        (Some(task), _) => Ok(Found::new(task.clone(), &set)),
        (None, Some(bad)) => Err(unreadable(path, &bad.reason)),
        (None, None) => Err(Failure::usage(format!("{path}: no tasks in it"))),
    }
}

fn unreadable(id: &str, reason: &str) -> Failure {
    Failure::usage(format!("task {} cannot be read: {}", printable(id), printable(reason)))
}

fn write_pictures(args: &ShowArgs, found: &Found) -> Result<Vec<String>, Failure> {
    let title = format!("{}  {}", found.task.id, found.version);
    let figure = || task_figure(&found.task, &title);
    let png = args.png.as_deref().map(|path| (path, figure().png()));
    let svg = args.svg.as_deref().map(|path| (path, figure().svg().into_bytes()));
    let files: Vec<(&Path, Vec<u8>)> = png.into_iter().chain(svg).collect();
    let files: Vec<(&Path, &[u8])> =
        files.iter().map(|(path, bytes)| (*path, &bytes[..])).collect();
    write_files(&files)?;
    Ok(files.iter().map(|(path, _)| path.display().to_string()).collect())
}

fn as_json(found: &Found, written: &[String]) -> Value {
    let grid = |grid: &TaskGrid| grid.rows().map(<[i8]>::to_vec).collect::<Vec<_>>();
    let pair = |sample: &Sample| json!({ "input": grid(&sample.input), "output": sample.output.as_ref().map(grid) });
    let pairs = |samples: &[Sample]| samples.iter().map(pair).collect::<Vec<_>>();
    json!({
        "task": found.task.id,
        "data": found.name,
        "data_version": found.version,
        "demo": pairs(&found.task.demo),
        "test": pairs(&found.task.test),
        "written": written,
    })
}
