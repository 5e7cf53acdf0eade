//! What a prior saves: calls that growth makes until the first program that fits all demos, with a prior and without.
//!
//! The prior is fitted on the reference programs, of ARC-AGI-1 training: on those of one half of the tasks, and told of the
//! others; or, task by task, on all programs but the task's own and its equals.

use std::collections::HashMap;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use evolve::code::Code;
use evolve::prior::{Odds, Prior, fit};
use evolve::{grow, score};
use exec::bank::Scratch;
use exec::data::{Task, sets};
use exec::run::Worker;
use lang::Dialect;
use solve::crew::{self, Limits};

const HELP: &str = "\
priors [--half 0|1] [--within 0|1] [--calls N] [--every N] [--other W] [--tasks]
                   calls that growth makes for tasks of ARC-AGI-1 training until the first program that fits all demos, without a
                   prior and with one of all reference programs but the task's own; --half 0 fits on every second
                   program and tells of the tasks of the others; --within 0 knows nothing but every second program and task, to tune on
";

/// Calls that are looked at: how many tasks are fitted by then.
const STEPS: [u64; 5] = [1 << 12, 1 << 14, 1 << 16, 1 << 17, 1 << 18];

/// What was asked for.
struct Options {
    half: Option<usize>,
    within: Option<usize>,
    calls: u64,
    every: usize,
    other: Option<f64>,
    tasks: bool,
}

/// What growth needs for a task: without a prior, with one.
struct Row {
    id: String,
    calls: [Option<u64>; 2],
}

fn main() -> ExitCode {
    match options().and_then(|options| measure(&options)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("priors: {message}");
            ExitCode::FAILURE
        }
    }
}

fn options() -> Result<Options, String> {
    let mut options = Options {
        half: None,
        within: None,
        calls: STEPS[STEPS.len() - 1],
        every: 1,
        other: None,
        tasks: false,
    };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut number = || -> Result<f64, String> {
            let value = args.next().ok_or(HELP)?;
            value.parse().map_err(|_| format!("{value} is no number\n\n{HELP}"))
        };
        match arg.as_str() {
            "--half" => options.half = Some(number()? as usize % 2),
            "--within" => options.within = Some(number()? as usize % 2),
            "--calls" => options.calls = number()? as u64,
            "--every" => options.every = (number()? as usize).max(1),
            "--other" => options.other = Some(number()?),
            "--tasks" => options.tasks = true,
            _ => return Err(HELP.into()),
        }
    }
    Ok(options)
}

fn measure(options: &Options) -> Result<(), String> {
    let data = sets::resolve(Some("arc1-training")).map_err(|error| error.to_string())?;
    let source =
        sets::rearc_programs().ok_or("the reference programs are missing: batt data get")?;
    let parsed = lang::parse(&source.bytes, &source.name, Some(Dialect::Arc));
    let is_known = |at: &usize| options.within.is_none_or(|half| at % 2 == half);
    let is_told = |at: usize| options.half.is_none_or(|half| at % 2 != half);
    let all: Vec<(usize, &Task)> =
        data.tasks.iter().enumerate().filter(|(at, _)| is_known(at)).collect();
    let known: HashMap<&str, Code> =
        parsed.programs.iter().map(|p| (p.id.as_str(), Code::of_program(p))).collect();
    let programs: HashMap<&str, &Code> = all
        .iter()
        .filter_map(|(_, task)| Some((task.id.as_str(), known.get(task.id.as_str())?)))
        .collect();
    let all = all.into_iter();
    let (told, others): (Vec<_>, Vec<_>) = all.partition(|(at, _)| is_told(*at));
    let told: Vec<&Task> = told.into_iter().map(|(_, task)| task).step_by(options.every).collect();
    let codes = |tasks: &[(usize, &Task)]| -> Vec<Code> {
        tasks
            .iter()
            .filter_map(|(_, task)| programs.get(task.id.as_str()).copied().cloned())
            .collect()
    };
    let of_half = options.half.map(|_| with_other(fit(&codes(&others)), options));
    let limits = Limits { threads: 2, seconds: None };
    let rows =
        crew::run(told.len(), limits, &AtomicBool::new(false), Worker::default, |worker, at, _| {
            let task = told[at];
            let own = programs.get(task.id.as_str()).map(|code| code.hash());
            let but_own = || {
                let mut others: Vec<&Code> =
                    programs.values().copied().filter(|code| Some(code.hash()) != own).collect();
                others.sort_by_key(|code| code.hash());
                with_other(fit(others), options)
            };
            let prior = of_half.clone().unwrap_or_else(but_own);
            let odds = Odds::new(&prior, Dialect::Arc);
            let calls =
                [None, Some(&odds)].map(|odds| first_fit(task, odds, options.calls, worker));
            Row { id: task.id.clone(), calls }
        });
    print(&rows, options);
    Ok(())
}

fn with_other(prior: Prior, options: &Options) -> Prior {
    Prior { other: options.other.unwrap_or(prior.other), ..prior }
}

/// The call that gives the first program which fits all demos.
fn first_fit(task: &Task, odds: Option<&Odds>, calls: u64, worker: &mut Worker) -> Option<u64> {
    let grown = grow::grow(
        task,
        Dialect::Arc,
        odds,
        0..calls,
        usize::MAX,
        (&mut Scratch::default(), &AtomicBool::new(false)),
    );
    let looked_at = task.demo.len().min(2) as u32;
    for (&root, &call) in grown.dag.roots().iter().zip(&grown.calls) {
        let standing =
            score::standing(&Code::of_root(&grown.dag, root), task, score::rules(), worker);
        if standing.demo_right == task.demo.len() as u32 {
            return Some(call);
        }
        // Those that are right on the samples which growth looks at come first, in the order of calls.
        if standing.demo_right < looked_at {
            return None;
        }
    }
    None
}

fn print(rows: &[Row], options: &Options) {
    let either: Vec<&Row> = rows.iter().filter(|r| r.calls.iter().any(Option::is_some)).collect();
    if options.tasks {
        for Row { id, calls: [without, with] } in &either {
            let shown = |calls: &Option<u64>| calls.map_or("-".into(), |n| n.to_string());
            println!("{id}  {:>8}  {:>8}", shown(without), shown(with));
        }
    }
    println!(
        "{} tasks, {} of them fitted by growth within {} calls",
        rows.len(),
        either.len(),
        options.calls
    );
    println!("                        without     with");
    for step in STEPS.into_iter().filter(|&step| step <= options.calls) {
        let by = |which: usize| {
            either.iter().filter(|r| r.calls[which].is_some_and(|n| n <= step)).count()
        };
        println!("fitted within {step:>8}  {:>7}  {:>7}", by(0), by(1));
    }
    let cost = |which: usize| -> Vec<u64> {
        let mut calls: Vec<u64> =
            either.iter().map(|r| r.calls[which].unwrap_or(options.calls)).collect();
        calls.sort_unstable();
        calls
    };
    let [without, with] = [cost(0), cost(1)];
    let median = |calls: &[u64]| calls.get(calls.len() / 2).copied().unwrap_or(0);
    println!("median of calls         {:>7}  {:>7}", median(&without), median(&with));
    println!(
        "all calls               {:>7}  {:>7}",
        without.iter().sum::<u64>(),
        with.iter().sum::<u64>()
    );
    let calls = |which: usize, row: &Row| row.calls[which].unwrap_or(options.calls + 1);
    let fewer = either.iter().filter(|r| calls(1, r) < calls(0, r)).count();
    let more = either.iter().filter(|r| calls(1, r) > calls(0, r)).count();
    println!("fewer calls with the prior for {fewer} tasks, more for {more}");
}
