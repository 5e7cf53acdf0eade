//! `batt verify`: the engine against golden vectors or against a Python reference.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use exec::data::Dataset;
use exec::run::Budget;
use gpu::device::{Backend, DeviceError};
use gpu::engine::{Choice, Engine, open_all};
use lang::{Dialect, Parsed};

use super::run::wanted_tasks;
use crate::args::{VerifyArgs, device};
use crate::failure::{Exit, Failure, Outcome, Told, did_you_mean};
use crate::golden::{self, Tally};
use crate::output::{Output, printable};
use crate::programs;
use crate::reference::python::Python;
use crate::reference::report::Report;
use crate::reference::{calls, programs as compared};
use crate::sources::resolve_data;
use exec::data::cache::{Cache, VERIFIERS};

/// Runs golden vectors, or compares with a reference.
pub fn run(args: &VerifyArgs, output: &mut Output) -> Outcome {
    match (&args.reference, args.dialect) {
        (Some(folder), _) => reference(args, folder.as_deref(), output),
        (None, Some(dialect)) => vectors(args, dialect, output),
        (None, None) => Err(Failure::usage("the vectors' dialect is missing")
            .hint("add --dialect arc or --dialect batt")),
    }
}

fn vectors(args: &VerifyArgs, dialect: Dialect, output: &mut Output) -> Outcome {
    let mut tally = Tally::default();
    let started = Instant::now();
    for path in &args.vectors {
        let bytes = golden::read(path)?;
        let progress = output.spinner(&format!("running {}", path.display()));
        let name = path.display().to_string();
        tally.add(golden::run(&bytes, &name, dialect, args.threads.get())?);
        progress.finish_and_clear();
        if let Choice::Devices(backend, indices) = &args.device.backend {
            on_devices(args, (*backend, indices), (&bytes, &name, dialect), &mut tally, output)?;
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    if output.json {
        output.value(&tally.json(dialect, seconds))?;
    } else {
        tally.show(output)?;
    }
    Ok(if tally.failed == 0 { Exit::Ok } else { Exit::Bad })
}

/// Runs a file's vectors on every device that was asked for, as well.
fn on_devices(
    args: &VerifyArgs,
    (backend, indices): (Backend, &[usize]),
    (bytes, name, dialect): (&[u8], &str, Dialect),
    tally: &mut Tally,
    output: &mut Output,
) -> Told {
    let failed = |e: &DeviceError| device::failure(&args.device.backend, e);
    for mut device in open_all(backend, indices).map_err(|e| failed(&e))? {
        let progress = output.spinner(&format!("running {name} on {}", device.info()));
        let done = golden::run_on(&mut *device, bytes, name, dialect);
        progress.finish_and_clear();
        let (done, back) = done.map_err(|e| failed(&e))?;
        let counts = format!("{} passed, {} failed", done.passed, done.failed);
        output.note(&format!("{}: {counts}, {back} left to the CPU", device.info()));
        tally.add(done);
    }
    Ok(())
}

fn reference(args: &VerifyArgs, folder: Option<&Path>, output: &mut Output) -> Outcome {
    if args.dialect == Some(Dialect::Batt) {
        return Err(Failure::usage("references are compared in dialect arc only"));
    }
    let (dsl, file) = files(args, folder)?;
    let source = programs::read(&file)?;
    let mut parsed = lang::parse(&source.bytes, &source.name, Some(Dialect::Arc));
    parsed.errors.iter().for_each(|error| output.note(&error.to_string()));
    let data = resolve_data(args.source.data.as_deref())?;
    parsed.programs = programs::joined(parsed.programs, &data);
    let progress = output.spinner("comparing with Python");
    let mut engine = args.device.engine()?;
    let report = compare(args, (dsl, &file), parsed, &data, &mut engine);
    progress.finish_and_clear();
    args.device.report(&mut engine, output);
    let report = report?;
    report.print(output)?;
    Ok(report.exit())
}

/// The reference's `dsl.py` and the file of programs.
fn files(args: &VerifyArgs, folder: Option<&Path>) -> Result<(PathBuf, PathBuf), Failure> {
    let folder = folder_of(folder)?;
    let dsl = folder.join("dsl.py");
    if !dsl.is_file() {
        let message = format!("no dsl.py in {}", folder.display());
        return Err(Failure::usage(message).hint("name the folder that holds the reference"));
    }
    let programs = args.programs.clone().unwrap_or_else(|| folder.join("verifiers.py"));
    Ok((dsl, programs))
}

fn compare(
    args: &VerifyArgs,
    (dsl, file): (PathBuf, &Path),
    parsed: Parsed,
    data: &Dataset,
    engine: &mut Engine,
) -> Result<Report, Failure> {
    let wanted = wanted_tasks(args.tasks.as_deref())?;
    wanted.iter().flatten().try_for_each(|id| known(id, &parsed, data))?;
    let mut python = Python::start(&absolute(&dsl), Some(&absolute(file)), args.timeout.into())?;
    let engine = (engine, Budget::of(args.budget));
    let programs = compared::compare(&parsed.programs, data, wanted.as_ref(), &mut python, engine)?;
    if programs.programs == 0 && args.calls == 0 {
        let message = format!("none of the programs has a task in {}", data.version);
        return Err(Failure::usage(message).hint("choose other data with --data: batt data ls"));
    }
    let calls = calls::compare(data, args.calls as usize, args.seed, &mut python)?;
    Ok(Report {
        programs,
        calls,
        unreadable: parsed.errors,
        seed: args.seed,
        data_version: data.version.clone(),
        dsl,
        python: python.version.clone(),
    })
}

/// A task that was asked for must be there, and a program for it.
fn known(id: &str, parsed: &Parsed, data: &Dataset) -> Told {
    let missing = match (data.get(id), parsed.programs.iter().any(|p| p.id == id)) {
        (Some(_), true) => return Ok(()),
        (None, _) => "task",
        (Some(_), false) => "program for task",
    };
    let failure = Failure::usage(format!("no {missing} {}, data {}", printable(id), data.version));
    let near = did_you_mean(id, parsed.programs.iter().map(|p| p.id.as_str()));
    Err(failure.hint(near.unwrap_or_else(|| "see which sets there are: batt data ls".into())))
}

/// The folder that was named, or the one that `batt data get` made.
fn folder_of(named: Option<&Path>) -> Result<PathBuf, Failure> {
    if let Some(folder) = named {
        return Ok(folder.to_path_buf());
    }
    let verifiers = Cache::of_user().map(|cache| cache.path(VERIFIERS));
    let fetched =
        verifiers.filter(|path| path.is_file()).and_then(|path| Some(path.parent()?.into()));
    fetched.ok_or_else(|| {
        Failure::usage("the reference is not fetched yet")
            .hint("fetch it: batt data get, or name a folder with a dsl.py: --reference DIR")
    })
}

/// Python runs in the same folder, but says whole paths in its messages.
fn absolute(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())
}
