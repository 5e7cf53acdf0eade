//! What `batt solve` gets right: strategies, efforts, data sets. `make bench-solve` writes docs/solving.md with it.

mod check;
mod fit;
mod page;
mod run;

use std::collections::HashSet;
use std::process::ExitCode;

use exec::data::{Dataset, Task, sets};
use solve::Picture;

use crate::run::Who;

const HELP: &str = "\
solving page [FILE]          all tables, as a page; takes an hour or more
solving SET [--effort E] [--half 0|1] [--every N] [--only S] [--without S] [--tasks] [--limit N]
                             one row: outputs right with one and with two attempts, and in any candidate
solving fit [--effort E] [--only S]
                             weights of facts for crates/solve/src/weights.rs, from ARC-AGI-1 training and `novel`
solving check [SET]          runs the programs of all candidates and prints those that do not hold
solving speed [SET]          functions applied to layers per second and core

Sets are those of `batt data ls`, and `novel`: ARC-AGI-2 training without tasks that share an input with ARC-AGI-1
or ARC-AGI-2 evaluation. Single tasks of evaluation sets are never shown.
";

/// What was asked for.
pub struct Options {
    /// The first word.
    what: String,
    /// The second one.
    file: Option<String>,
    effort: f64,
    half: Option<usize>,
    every: usize,
    limit: usize,
    who: Who,
    tasks: bool,
}

fn main() -> ExitCode {
    let done = options().and_then(|options| match options.what.as_str() {
        "page" => page::write(options.file.as_deref().unwrap_or("docs/solving.md")),
        "fit" => {
            let both = [tasks("arc1-training")?, tasks("novel")?].concat();
            fit::print(&both, options.effort, &options.who)
        }
        "check" => {
            let set = options.file.as_deref().unwrap_or("arc1-training");
            let mut tasks = tasks(set)?;
            tasks.truncate(options.limit);
            check::print(&tasks, options.effort, &options.who)
        }
        "speed" => run::speed(&tasks(options.file.as_deref().unwrap_or("arc1-training"))?),
        set => one(set, &options),
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("solving: {message}");
            ExitCode::FAILURE
        }
    }
}

fn options() -> Result<Options, String> {
    let mut args = std::env::args().skip(1);
    let mut options = Options {
        what: args.next().ok_or(HELP)?,
        file: None,
        effort: 0.3,
        half: None,
        every: 1,
        limit: usize::MAX,
        who: Who::All,
        tasks: false,
    };
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or(format!("{arg} takes a value\n\n{HELP}"));
        let number = |text: String| text.parse::<f64>().map_err(|error| format!("{text}: {error}"));
        match arg.as_str() {
            "--effort" => options.effort = number(value()?)?,
            "--half" => options.half = Some(number(value()?)? as usize % 2),
            "--every" => options.every = (number(value()?)? as usize).max(1),
            "--limit" => options.limit = number(value()?)? as usize,
            "--only" => options.who = Who::Only(value()?),
            "--without" => options.who = Who::Without(value()?),
            "--tasks" => options.tasks = true,
            _ if options.file.is_none() && !arg.starts_with('-') => options.file = Some(arg),
            _ => return Err(HELP.to_string()),
        }
    }
    Ok(options)
}

fn one(set: &str, options: &Options) -> Result<(), String> {
    let mut tasks = tasks(set)?;
    if let Some(half) = options.half {
        tasks = tasks.into_iter().skip(half).step_by(2).collect();
    }
    tasks = tasks.into_iter().step_by(options.every).collect();
    tasks.truncate(options.limit);
    let score = run::score(&tasks, options.effort, &options.who);
    if options.tasks && !set.contains("evaluation") {
        score.rows.iter().for_each(|row| println!("{row}"));
        for strategy in run::strategies() {
            let of = |row: &run::Row| {
                row.units.iter().find(|(name, _)| *name == strategy.name()).map(|u| u.1)
            };
            let units: Vec<u64> = score.rows.iter().filter_map(of).collect();
            let sum = units.iter().sum::<u64>() as f64 / 1e6;
            println!("{}: {} tasks, {sum:.0} million units", strategy.name(), units.len());
        }
    }
    println!("{set}: effort {}, {}", options.effort, score);
    Ok(())
}

/// The tasks of a set.
fn tasks(set: &str) -> Result<Vec<Task>, String> {
    let get = |name: &str| sets::resolve(Some(name)).map_err(|error| error.to_string());
    if set != "novel" {
        return Ok(get(set)?.tasks);
    }
    let inputs = |sets: &[Dataset]| -> HashSet<Picture> {
        sets.iter()
            .flat_map(|s| &s.tasks)
            .flat_map(Task::samples)
            .map(|s| (&s.input).into())
            .collect()
    };
    let old = inputs(&[get("arc1-training")?, get("arc1-evaluation")?, get("arc2-evaluation")?]);
    let is_new = |task: &Task| !task.samples().any(|s| old.contains(&Picture::from(&s.input)));
    Ok(get("arc2-training")?.tasks.into_iter().filter(is_new).collect())
}
