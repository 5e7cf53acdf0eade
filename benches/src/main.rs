//! Speed against the Python reference, in one run.
//!
//! ```text
//! cache folder ──▶ CPython process ─┐
//!              └─▶ our process ─────┴─▶ Report ──▶ docs/performance.md, JSON
//! ```

mod batt;
mod calls;
mod dashboard;
mod data;
mod device;
mod kernels;
mod machine;
mod options;
mod ours;
mod page;
mod pipe;
mod python;
mod report;
mod scalars;
mod search;
mod targets;
mod timing;

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use crate::data::Files;
use crate::options::Options;
use crate::ours::Ours;
use crate::python::{Pass, Python, Recorded};
use crate::report::{Merged, Passes, ProgramTime, Reading, Report, Setting, Whole};

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let done = match args.first().map(String::as_str) {
        Some(ours::ARGUMENT) => ours::serve(),
        Some("--help" | "-h") => {
            print!("{}", options::HELP);
            Ok(())
        }
        _ => Options::parse(&args).and_then(|options| run(&options)),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("arcbatt-bench: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<(), String> {
    let report = measure(options)?;
    let page = page::page(&report);
    if let Some(path) = &options.json {
        let json = serde_json::to_string_pretty(&report).map_err(|error| error.to_string())?;
        write(path, &(json + "\n"))?;
    }
    match &options.write {
        Some(path) => write(path, &page),
        None => {
            print!("{page}");
            Ok(())
        }
    }
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Whole passes of both sides.
struct Race {
    theirs: Pass,
    ours: Passes,
    peak_memory_mb: Option<f64>,
}

fn measure(options: &Options) -> Result<Report, String> {
    let files = Files::find()?;
    let ids = data::program_ids(&files, options.every())?;
    let mut python = Python::start(&files, &ids)?;
    let (mut ours, reading) = Ours::start(&files, &ids)?;
    let mut race = race(options, &mut python, &mut ours)?;
    say("each program by itself");
    let programs = programs(&race.theirs.programs, ours.programs(options.passes.div_ceil(4))?);
    let merged = ours.merged(options.foreign_samples(), options.passes.div_ceil(4))?;
    say("the merged batt");
    let batt = batt::measure(options, &files, &ids, &mut python, &mut ours)?;
    drop(ours);
    say("search, batt file, store");
    let folder = judge::Scratch::new("bench");
    let search = search::all(options, &files, &folder)?;
    say("the dashboard");
    let dashboard = dashboard::all(options, &files, &folder.join(search::LARGE_STORE))?;
    drop(folder);
    say("devices");
    let devices = device::all(options, &files)?;
    say("cold start");
    let cold_start_ms = machine::cold_start_ms(options.cold_starts());
    say("recording calls");
    let recorded = python.record(options.keep())?;
    say("single ops");
    let ops = calls::all(&mut python, &recorded, options.seconds())?;
    say("kernels on all training inputs");
    let kernels = kernels::all(&files, options.seconds())?;
    say("small ops");
    let scalars = scalars::all(options.seconds())?;
    let steps = std::mem::take(&mut race.ours.by_op);
    let setting = setting(options, &files, &python);
    let sizes = (ids.len(), python.samples);
    let whole = Whole { cold_start_ms, ..whole(race, reading, merged, &recorded, sizes) };
    Ok(Report {
        quick: options.quick,
        setting,
        targets: targets::all(&whole, &batt, &search, &dashboard, &devices, &kernels, &scalars),
        whole,
        batt,
        search,
        dashboard,
        devices,
        programs,
        steps,
        kernels,
        ops,
        not_called: calls::not_called(&recorded),
        scalars,
    })
}

/// Says on standard error what is being measured.
fn say(what: &str) {
    eprintln!("measuring: {what}");
}

/// Passes of both sides in turns, so that both see the machine in the same state: ours, CPython,
/// ours, ..., ours.
fn race(options: &Options, python: &mut Python, ours: &mut Ours) -> Result<Race, String> {
    let turns = options.repeat + 1;
    let times = options.passes.div_ceil(turns);
    say("all programs, ours");
    let mut our_best = ours.passes(times)?;
    let mut their_best: Option<Pass> = None;
    for turn in 1..turns {
        say(&format!("all programs, CPython and ours, turn {turn} of {}", options.repeat));
        let pass = python.pass()?;
        their_best = Some(match their_best {
            Some(best) => best.best(pass),
            None => pass,
        });
        our_best = our_best.best(ours.passes(times)?);
    }
    let theirs = their_best.ok_or("no pass of CPython")?;
    Ok(Race { theirs, ours: our_best, peak_memory_mb: ours.peak_memory_mb()? })
}

fn setting(options: &Options, files: &Files, python: &Python) -> Setting {
    let turns = options.repeat + 1;
    Setting {
        cpu: machine::cpu(),
        cores: machine::cores(),
        arcbatt: env!("CARGO_PKG_VERSION").into(),
        rustc: machine::rustc(),
        python: python.version.clone(),
        data: files.versions(),
        python_passes: options.repeat,
        our_passes: options.passes.div_ceil(turns) * turns,
    }
}

fn programs(theirs: &BTreeMap<String, f64>, ours: BTreeMap<String, f64>) -> Vec<ProgramTime> {
    let time = |(id, seconds): (String, f64)| {
        let python_ms = theirs.get(&id)? * 1e3;
        Some(ProgramTime { id, python_ms, ours_ms: seconds * 1e3 })
    };
    let mut programs: Vec<ProgramTime> = ours.into_iter().filter_map(time).collect();
    programs.sort_by(|a, b| b.ours_ms.total_cmp(&a.ours_ms));
    programs
}

fn whole(
    race: Race,
    reading: Reading,
    merged: Merged,
    recorded: &Recorded,
    (programs, samples): (usize, usize),
) -> Whole {
    let (theirs, ours) = (race.theirs, race.ours);
    let ns = ours.seconds * 1e9;
    Whole {
        programs,
        samples,
        python_seconds: theirs.seconds,
        python_right: theirs.right,
        python_calls: recorded.calls,
        program_calls: recorded.asked,
        ratio: theirs.seconds / ours.seconds,
        scaling: ours.seconds / ours.two_threads_seconds,
        ns_per_python_call: ns / recorded.calls.max(1) as f64,
        ns_per_program_call: ns / recorded.asked.max(1) as f64,
        ours,
        reading,
        merged,
        peak_memory_mb: race.peak_memory_mb,
        cold_start_ms: None,
    }
}
