//! `batt` alone: what this is and what to try first.

use lang::{Dialect, Op};
use serde_json::json;

use crate::failure::{Exit, Failure, Outcome, Told};
use crate::output::Output;
use crate::render::Canvas;
use crate::sources;
use exec::data::cache::{ARC1, Cache};

/// Commands worth trying first, and what they do.
const STEPS: &[(&str, &str)] = &[
    ("batt run", "run the programs at hand on their tasks"),
    ("batt trace {task}", "see a program work, step by step"),
    ("batt show {task}", "draw a task (--png and --svg too)"),
    ("batt ops mirror", "search the ops; one exact name explains it"),
    ("batt fmt FILE", "your programs in canonical form"),
    ("batt evolve --time 30s", "search for better programs; they go to a store"),
    ("batt serve", "watch the search in the browser, look at what it found"),
    ("batt store ls", "what the search found"),
    ("batt score FILE", "points of programs on tasks, demo and test apart"),
    ("batt card FILE", "programs merged and mutated into one batt"),
    ("batt submit", "two attempts for every test input, for Kaggle"),
    ("batt verify --reference", "compare the engine with the Python reference"),
    ("batt data ls", "the data sets and program sets at hand"),
    ("batt --help", "everything else; each command has --help and --json"),
];

/// Prints the tour.
pub fn run(output: &mut Output) -> Outcome {
    let fetched = Cache::of_user().is_some_and(|cache| cache.has(ARC1));
    if output.json {
        let embedded = sources::embedded()?;
        output.value(&json!({ "version": env!("CARGO_PKG_VERSION"), "fetched": fetched,
            "embedded_tasks": embedded.tasks.len(), "data_version": embedded.version }))?;
    } else {
        print(fetched, output)?;
    }
    Ok(Exit::Ok)
}

fn print(fetched: bool, output: &mut Output) -> Told {
    let [arc, batt] = Dialect::ALL.map(|dialect| Op::of(dialect).count());
    let head = output.bold(concat!("batt ", env!("CARGO_PKG_VERSION")));
    output.line(&format!("{head}: runs, inspects and draws ARC grid programs"))?;
    output
        .line(&format!("two dialects of one language: arc ({arc} ops) and batt ({batt} ops)\n"))?;
    let task = picture(output)?;
    output.line("Try:")?;
    let width = STEPS.iter().map(|(command, _)| command.len() + task.len()).max().unwrap_or(0);
    for (command, what) in STEPS {
        let command = command.replace("{task}", &task);
        let room = width.min(28).max(command.len());
        output.line(&format!("  {}  {what}", output.bold(&format!("{command:room$}"))))?;
    }
    if !fetched {
        let get = output.bold("batt data get");
        output.line(&format!("\nFor the public tasks and 400 programs (4 MB, once): {get}"))?;
    }
    Ok(())
}

/// Draws the first sample of an embedded task and returns the task's id.
fn picture(output: &mut Output) -> Result<String, Failure> {
    let embedded = sources::embedded()?;
    let Some(task) = embedded.tasks.first() else { return Ok("TASK".into()) };
    let title = format!("task {} of {}", task.id, embedded.version);
    let drawn = Canvas::of(output).sample(&title, &task.demo[0]);
    output.line(&drawn.text())?;
    Ok(task.id.clone())
}
