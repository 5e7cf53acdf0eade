//! Single pictures, drawn from the same answers as the dashboard's views.

mod map;
mod program;
mod scores;
mod task;
mod value;

use exec::data::SampleName;
use serde_json::Value;

use super::ask;
use crate::args::report::{ReportArgs, Subject};
use crate::failure::Failure;
use crate::output::printable;
use crate::render::Picture;
use crate::render::figure::{Figure, INK, SOFT, Size};
use crate::views::{Library, StoreNo, View, words};

/// Pictures are of the first store.
const STORE: StoreNo = StoreNo(0);
/// Pixels across; fits into a page of text.
const WIDTH: usize = 900;
const MARGIN: usize = 24;

/// Draws what was asked for.
pub fn figure(args: &ReportArgs, subject: &Subject, library: &Library) -> Result<Figure, Failure> {
    match subject {
        Subject::Task(id) => {
            let view = View::Task { store: STORE, task: id.clone(), test: args.test };
            Ok(task::figure(&ask(library, &view)?))
        }
        Subject::Program(name) => program_figure(args, name, library),
        Subject::Scores => {
            let view = View::Overview { store: STORE, run: args.run };
            Ok(scores::figure(&ask(library, &view)?))
        }
        Subject::Map => {
            let view = View::Overview { store: STORE, run: args.run };
            Ok(map::figure(&ask(library, &view)?))
        }
    }
}

fn program_figure(args: &ReportArgs, name: &str, library: &Library) -> Result<Figure, Failure> {
    let (program, task) = named(name, library)?;
    let view = View::Program { store: STORE, program, task };
    let program = ask(library, &view)?;
    let hash = text(&program["hash"]).to_string();
    let task = program["task"].as_str().map(str::to_string);
    let sample = sample_index(&program, args.sample.unwrap_or(SampleName::Demo(0)))?;
    let trace = View::Trace { store: STORE, program: hash, task, sample, test: args.test };
    Ok(program::figure(&program, &ask(library, &trace)?))
}

/// The program that a task id or the first digits of a hash stand for, and the task.
fn named(name: &str, library: &Library) -> Result<(String, Option<String>), Failure> {
    let view = View::Task { store: STORE, task: name.into(), test: false };
    let as_task = ask(library, &view);
    if let Ok(best) = as_task.as_ref().map(|task| text(&task["programs"][0]["hash"]))
        && !best.is_empty()
    {
        return Ok((best.into(), Some(name.into())));
    }
    let is_hex = name.bytes().all(|b| b.is_ascii_hexdigit());
    if is_hex && (4..=32).contains(&name.len()) {
        let view = View::Program { store: STORE, program: name.to_lowercase(), task: None };
        return ask(library, &view).map(|found| (text(&found["hash"]).into(), None));
    }
    let message = format!("no task or program {} in the store", printable(name));
    Err(Failure::usage(message).hint(words::SEE_TASKS))
}

/// The place of a sample among those of a program's view.
fn sample_index(program: &Value, sample: SampleName) -> Result<usize, Failure> {
    let names: Vec<&str> = list(&program["samples"]).iter().map(text).collect();
    if names.is_empty() {
        // There is no task or its data is not at hand: the trace says which, whatever the sample.
        return Ok(0);
    }
    let called = sample.to_string();
    names.iter().position(|name| *name == called).ok_or_else(|| {
        let failure = Failure::usage(format!("the task has no sample {called}"));
        failure.hint(format!("it has {}", names.join(", ")))
    })
}

/// A title and what is to know about it.
fn heading(title: &str, about: &str) -> Figure {
    let title = Figure::text(title, Size::Large, INK);
    title.above(8, Figure::text(about, Size::Small, SOFT))
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or("")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or(0)
}

fn numbers(value: &Value) -> Vec<f64> {
    list(value).iter().map(|number| number.as_f64().unwrap_or(0.0)).collect()
}

/// Rows of cells, if there are any.
fn picture(rows: &Value) -> Option<Picture> {
    rows.as_array().map(|rows| Picture::of_text(rows.iter().map(text)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use exec::data::SampleName::{Demo, Test};
    use serde_json::json;

    #[test]
    fn samples_by_name() {
        let program = json!({ "samples": ["demo 1", "demo 2", "test 1"] });
        let index = |sample| sample_index(&program, sample).ok();
        assert_eq!((index(Demo(0)), index(Demo(1)), index(Test(0))), (Some(0), Some(1), Some(2)));
        assert_eq!((index(Demo(2)), index(Test(usize::MAX))), (None, None));
        let failure = sample_index(&program, Test(1)).unwrap_err();
        assert_eq!(failure.message, "the task has no sample test 2");
        assert_eq!(failure.hint.unwrap(), "it has demo 1, demo 2, test 1");
        assert_eq!(sample_index(&json!({ "samples": [] }), Test(1)).unwrap(), 0);
    }
}
