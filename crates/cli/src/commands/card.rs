//! `batt card`: programs merged and mutated into one batt.

mod pool;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use evolve::card::{Card, Deal, Pool, choose_tasks};
use evolve::error::Refusal;
use exec::data::Dataset;
use lang::Dialect;
use serde_json::json;

use crate::args::card::CardArgs;
use crate::commands::run::wanted_tasks;
use crate::failure::{Exit, Failure, Outcome, Told, did_you_mean};
use crate::files::write_files;
use crate::output::{Output, printable};
use crate::sources::{self, resolve_data};

/// Makes a batt and writes it.
pub fn run(args: &CardArgs, output: &mut Output) -> Outcome {
    let table = args.output.as_deref().map(table_path).transpose()?;
    let named = args.source.data.as_deref().map(|spec| resolve_data(Some(spec))).transpose()?;
    let (pool, complete) = pool::load(args, named.as_ref(), output)?;
    let data = named.map_or_else(|| fitting(&pool), Ok)?;
    let wanted = wanted_tasks(args.tasks.as_deref())?;
    let count = args.count.map(|count| count as usize);
    let tasks = choose_tasks(&pool.rivals, wanted.as_ref(), count, Some(&data), args.seed);
    let without: Vec<&String> = wanted.iter().flatten().filter(|id| !pool.has(id)).collect();
    for id in &without {
        let near = did_you_mean(id, pool.rivals.tasks());
        let near = near.map_or(String::new(), |near| format!("; {near}"));
        output.note(&format!("batt: no program for task {}{near}", printable(id)));
    }
    if tasks.is_empty() {
        return Err(Refusal::NoPrograms.into());
    }
    let differs = pool.chosen_differs(args.freeze_differs, args.seed)?;
    let card = Card::deal(&deal(args, pool.dialect), &pool.rivals, &tasks, &differs, Some(&data))
        .map_err(Refusal::Card)?;
    deliver(args, &card, table, &data, output)?;
    Ok(if complete && without.is_empty() { Exit::Ok } else { Exit::Bad })
}

fn deal(args: &CardArgs, dialect: Dialect) -> Deal {
    Deal {
        seed: args.seed,
        dialect,
        freeze_solvers: args.freeze_solvers,
        freeze_differs: args.freeze_differs,
        mutation_rate: args.mutation_rate,
    }
}

/// Data that fits the programs.
fn fitting(pool: &Pool) -> Result<Dataset, Failure> {
    let data = resolve_data(None)?;
    let fits = pool.rivals.tasks().any(|id| data.get(id).is_some());
    if fits { Ok(data) } else { sources::embedded() }
}

/// Where the step table goes.
fn table_path(python: &Path) -> Result<PathBuf, Failure> {
    let table = python.with_extension("json");
    if table == python || python.file_name().is_none() {
        let failure =
            Failure::usage(format!("{}: not the name of a Python file", python.display()));
        return Err(failure.hint("-o batt.py writes batt.py and the step table batt.json"));
    }
    Ok(table)
}

/// Writes the files, or prints the batt, and tells what was made.
fn deliver(
    args: &CardArgs,
    card: &Card,
    table: Option<PathBuf>,
    data: &Dataset,
    output: &mut Output,
) -> Told {
    let files: Vec<&Path> = args.output.as_deref().into_iter().chain(table.as_deref()).collect();
    if let [python, table] = files[..] {
        write_files(&[(python, card.python().as_bytes()), (table, card.table().as_bytes())])?;
    }
    if output.json {
        return output.value(&summary(card, &files, data));
    }
    let version = format!("data {}", printable(&data.version));
    if files.is_empty() {
        output.note(&format!("{}\n{version}", in_words(card)));
        return output.text(&card.python());
    }
    let names: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
    output.line(&format!("{}\nwritten: {}", in_words(card), names.join(", ")))?;
    output.line(&output.dim(&version))
}

fn in_words(card: &Card) -> String {
    let merged = &card.merged;
    format!(
        "seed {}: {} solvers ({} mutated) and {} differs ({} mutated), {} steps, {} more shared",
        card.seed,
        card.solvers.len(),
        mutated(&card.solvers),
        card.differs.len(),
        mutated(&card.differs),
        merged.lines.len(),
        merged.shared(),
    )
}

fn mutated(parts: &[evolve::card::Part]) -> usize {
    parts.iter().filter(|part| part.is_mutated()).count()
}

fn summary(card: &Card, files: &[&Path], data: &Dataset) -> serde_json::Value {
    json!({
        "seed": card.seed,
        "dialect": card.merged.batt.dialect().name(),
        "programs": card.solvers.len(),
        "differs": card.differs.len(),
        "steps": card.merged.lines.len(),
        "shared": card.merged.shared(),
        "mutated": mutated(&card.solvers) + mutated(&card.differs),
        "mutated_programs": mutated(&card.solvers),
        "mutated_steps": card.merged.mutated(),
        "files": files.iter().map(|file| file.display().to_string()).collect::<Vec<_>>(),
        "data_version": data.version,
    })
}
