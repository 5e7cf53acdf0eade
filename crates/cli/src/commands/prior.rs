//! `batt prior`: what is likely to stand where in programs.

use std::collections::BTreeSet;
use std::path::Path;

use evolve::code::Code;
use evolve::drive::read_program;
use evolve::names::is_named_after;
use evolve::prior::{Fitted, Priors, Row, fit_without};
use evolve::store::{Access, Store};
use lang::ProgramKind;
use serde_json::{Value, json};

use crate::args::prior::{FitArgs, PriorCommand, ShowPriorArgs};
use crate::commands::run::wanted_tasks;
use crate::failure::{Exit, Failure, Outcome, Told};
use crate::files::write_file;
use crate::output::{Output, plural, printable, shown};
use crate::priors::read;
use crate::programs::Programs;

/// Makes or shows a prior.
pub fn run(command: &PriorCommand, output: &mut Output) -> Outcome {
    match command {
        PriorCommand::Fit(args) => fit(args, output),
        PriorCommand::Show(args) => show(args, output),
    }
}

fn fit(args: &FitArgs, output: &mut Output) -> Outcome {
    let ids = wanted_tasks(args.leave_out.as_deref())?.unwrap_or_default();
    let (programs, errors) = match &args.store {
        Some(store) => (of_store(store)?, 0),
        None => of_files(args, output)?,
    };
    note_strangers(&ids, &programs, output);
    let fitted = fit_without(&programs, |task| ids.iter().any(|id| is_named_after(task, id)));
    if fitted.programs == 0 {
        let left = format!("there is no program to count; {} left out", fitted.left_out);
        return Err(
            Failure::usage(left).hint("name files with programs `solve_<id>`, or a --store")
        );
    }
    let text = Priors::from(fitted.prior.clone()).to_json();
    match &args.output {
        Some(path) => {
            write_file(path, text.as_bytes())?;
            report(&fitted, path, output)?;
        }
        None => output.line(text.trim_end())?,
    }
    Ok(if errors == 0 { Exit::Ok } else { Exit::Bad })
}

/// The programs of files with the names of their tasks, and the number of functions that cannot be read.
fn of_files(args: &FitArgs, output: &mut Output) -> Result<(Vec<(String, Code)>, usize), Failure> {
    let programs = Programs::load(&args.files, None, args.dialect.get())?;
    programs.note(output);
    let solvers = programs.programs.iter().filter(|p| p.kind != ProgramKind::Differ);
    let named = solvers.map(|program| (program.id.clone(), Code::of_program(program)));
    Ok((named.collect(), programs.errors.len()))
}

/// The programs of a store that fit all demo samples, with their tasks: others are there because nothing better is.
fn of_store(path: &Path) -> Result<Vec<(String, Code)>, Failure> {
    let kept = Store::open(path, Access::Read)?.kept_all()?;
    let fits = kept.into_iter().filter(|kept| kept.standing.solved);
    fits.map(|kept| Ok((kept.task.clone(), read_program(&kept.program)?))).collect()
}

/// Tells of tasks to leave out that have no program: perhaps they were misspelt.
fn note_strangers(ids: &BTreeSet<String>, programs: &[(String, Code)], output: &mut Output) {
    for id in ids {
        if !programs.iter().any(|(task, _)| is_named_after(task, id)) {
            output.note(&format!(
                "batt: nothing to leave out for {}: it has no program",
                printable(id)
            ));
        }
    }
}

fn report(fitted: &Fitted, path: &Path, output: &mut Output) -> Told {
    let rows = fitted.prior.arguments.values().flatten().filter(|row| !row.is_empty()).count();
    if output.json {
        return output.value(&json!({
            "programs": fitted.programs,
            "left_out": fitted.left_out,
            "ops": fitted.prior.arguments.len(),
            "rows": rows,
            "written": shown(path),
        }));
    }
    output.line(&format!(
        "counted {}, {} left out: {} with {}",
        plural(fitted.programs as u64, "program"),
        fitted.left_out,
        plural(fitted.prior.arguments.len() as u64, "op"),
        plural(rows as u64, "row"),
    ))?;
    output.line(&format!("written: {}", shown(path)))
}

fn show(args: &ShowPriorArgs, output: &mut Output) -> Outcome {
    let priors = read(&args.file)?;
    if output.json {
        let value: Value = serde_json::from_str(&priors.to_json()).unwrap_or_default();
        output.value(&value)?;
        return Ok(Exit::Ok);
    }
    let prior = &priors.all;
    if args.op.is_none() {
        line("at all", &prior.any, args.top, output)?;
        line("result", &prior.root, args.top, output)?;
    }
    if let Some(op) = args.op.as_ref().filter(|op| !prior.arguments.contains_key(*op)) {
        return Err(Failure::usage(format!("no row of {}", printable(op)))
            .hint("see the ops that have some: leave --op out"));
    }
    let wanted = |op: &String| args.op.as_ref().is_none_or(|name| name == op);
    for (op, rows) in prior.arguments.iter().filter(|(op, _)| wanted(op)) {
        for (at, row) in rows.iter().enumerate().filter(|(_, row)| !row.is_empty()) {
            line(&format!("{op}, argument {}", at + 1), row, args.top, output)?;
        }
    }
    if !priors.tasks.is_empty() {
        output.line(&format!(
            "{} with a prior of its own",
            plural(priors.tasks.len() as u64, "task")
        ))?;
    }
    Ok(Exit::Ok)
}

/// The names of most weight in a row, with their share of all that is written there.
fn line(what: &str, row: &Row, top: usize, output: &mut Output) -> Told {
    let mut names: Vec<(&String, f64)> = row.iter().map(|(name, &weight)| (name, weight)).collect();
    names.sort_by(|a, b| b.1.total_cmp(&a.1));
    let total: f64 = row.values().sum();
    let share = |&(name, weight): &(&String, f64)| {
        format!("{name} {:.0} %", 100.0 * weight / total.max(f64::MIN_POSITIVE))
    };
    let shown: Vec<String> = names.iter().take(top).map(share).collect();
    output.line(&format!("{what:<28}  {}", shown.join("  ")))
}
