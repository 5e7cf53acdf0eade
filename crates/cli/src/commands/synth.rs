//! `batt synth`: tasks with known programs.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use evolve::card::Found;
use evolve::code::Code;
use evolve::limits::SYNTH_COUNT;
use evolve::report::per_second;
use evolve::store::{Access, Store};
use evolve::synth::{Material, Parent, Reason, Settings, Summary, SynthError, Wish, write};
use exec::data::Dataset;
use lang::ProgramKind;
use serde_json::json;

use crate::args::synth::SynthArgs;
use crate::commands::run::{check_wanted, wanted_tasks};
use crate::failure::{Exit, Failure, Outcome, Told};
use crate::output::{Output, plural, printable, shown};
use crate::priors::guide;
use crate::programs::Programs;
use crate::sources::resolve_data;
use crate::stop::stop_flag;

/// Reasons that are told to people, the most frequent first.
const REASONS: usize = 6;

/// Makes tasks and reports what came of it.
pub fn run(args: &SynthArgs, output: &mut Output) -> Outcome {
    let data = data(args)?;
    let (parents, errors) = parents(args, &data, output)?;
    let material = Arc::new(Material::new(parents, &data).by(guide(&args.guide)?));
    let (wish, stop) = (wish(args)?, stop_flag()?);
    let (bar, started) = (output.bar("tasks", wish.count), Instant::now());
    let done = write(&material, &args.output, &wish, &stop, |tasks| bar.set_position(tasks));
    bar.finish_and_clear();
    let (done, seconds) = (done?, started.elapsed().as_secs_f64());
    report(args, &material, &wish, &done, seconds, output)?;
    if done.stopped {
        let there =
            format!("stopped: {} of {} are there", done.tasks(), plural(wish.count, "task"));
        return Err(Failure::bad(there).hint("the same command goes on"));
    }
    let whole = errors == 0 && data.bad.is_empty() && done.tasks() >= wish.count;
    Ok(if whole { Exit::Ok } else { Exit::Bad })
}

fn wish(args: &SynthArgs) -> Result<Wish, Failure> {
    let of_shards = args.shards.map(|shards| shards.saturating_mul(args.shard_size));
    let count = SYNTH_COUNT.check(of_shards.unwrap_or(args.count)).map_err(|limit| {
        Failure::usage(format!("{} tasks at most, in all shards together", limit.most))
            .hint("make the rest with another seed, in another folder")
    })?;
    Ok(Wish {
        settings: Settings { seed: args.seed, pairs: args.pairs, budget: args.budget },
        form: args.form,
        count,
        shard_size: args.shard_size,
        augment: args.augment,
        threads: args.threads.get(),
    })
}

fn data(args: &SynthArgs) -> Result<Dataset, Failure> {
    let mut data = resolve_data(args.source.data.as_deref())?;
    if let Some(ids) = wanted_tasks(args.tasks.as_deref())? {
        check_wanted(ids.iter(), &data)?;
        data.tasks.retain(|task| ids.contains(&task.id));
        data.bad.retain(|bad| ids.contains(&bad.id));
    }
    Ok(data)
}

/// The programs of files and store, and the number of functions that cannot be read.
fn parents(
    args: &SynthArgs,
    data: &Dataset,
    output: &mut Output,
) -> Result<(Vec<Parent>, usize), Failure> {
    let (mut parents, mut errors) = (Vec::new(), 0);
    if args.store.is_none() || !args.files.is_empty() {
        let set = args.source.data.as_deref();
        let mut programs = Programs::load(&args.files, set, args.dialect.get())?;
        programs.join(data);
        programs.errors.iter().for_each(|error| output.note(&error.to_string()));
        errors = programs.errors.len();
        let solvers = programs.programs.iter().filter(|p| p.kind != ProgramKind::Differ);
        parents.extend(solvers.map(|program| Parent {
            name: program.name.clone(),
            task: program.id.clone(),
            code: Code::of_program(program),
        }));
    }
    if let Some(store) = &args.store {
        let found = Found::of_store(&Store::open(store, Access::Read)?)?;
        let found = found.solvers.into_iter();
        parents.extend(found.map(|e| Parent { name: e.name, task: e.task, code: e.code }));
    }
    Ok((parents, errors))
}

fn report(
    args: &SynthArgs,
    material: &Material,
    wish: &Wish,
    done: &Summary,
    seconds: f64,
    output: &mut Output,
) -> Told {
    let sum = |of: fn(&evolve::synth::Shard) -> u64| done.shards.iter().map(of).sum::<u64>();
    let (tasks, records, samples) = (done.tasks(), sum(|s| s.records), sum(|s| s.samples));
    let (tried, left_out) = (done.tried(), done.left_out());
    if output.json {
        return output.value(&json!({ "folder": shown(&args.output), "form": args.form.name(),
            "tasks": tasks, "copies": records - tasks, "samples": samples,
            "shards": done.shards.len(), "shards_before": done.before,
            "files": done.shards.iter().flat_map(|s| s.files.keys()).collect::<Vec<_>>(),
            "tried": tried, "left_out": left_out, "programs": material.programs(),
            "unusable_programs": material.left_out, "stopped": done.stopped, "seconds": seconds,
            "seed": args.seed, "data_version": material.data }));
    }
    let copies = match records - tasks {
        0 => String::new(),
        copies => format!(", {copies} changed copies of them"),
    };
    let before = match done.before {
        0 => String::new(),
        before => format!(", {before} of them there before"),
    };
    output.line(&format!(
        "{}{copies}, {} in {}{before}",
        plural(tasks, "task"),
        plural(samples, "pair"),
        plural(done.shards.len() as u64, "shard"),
    ))?;
    if tasks < wish.count && !done.stopped {
        output.line(&format!(
            "no more than these came of the programs; {} were wanted",
            wish.count
        ))?;
    }
    output.line(&format!("{}; those that gave no task:", plural(tried, "program") + " tried"))?;
    reasons(&left_out, output)?;
    let new: u64 = done.shards.iter().skip(done.before).map(|shard| shard.tasks).sum();
    output.line(&format!("{:.0} tasks per second", per_second(new, seconds)))?;
    output.line(&output.dim(&format!(
        "from {}, data {}; seed {}",
        plural(material.programs() as u64, "program"),
        printable(&material.data),
        args.seed
    )))
}

fn reasons(left_out: &BTreeMap<String, u64>, output: &mut Output) -> Told {
    let words = |name: &str| Reason::ALL.into_iter().find(|r| r.name() == name).map(Reason::words);
    let mut rows: Vec<(u64, &str)> = left_out
        .iter()
        .map(|(name, &times)| (times, words(name).unwrap_or("did something")))
        .collect();
    rows.sort_by_key(|&(times, _)| std::cmp::Reverse(times));
    let rest: u64 = rows.iter().skip(REASONS).map(|(times, _)| times).sum();
    rows.truncate(REASONS);
    rows.extend((rest > 0).then_some((rest, "something else")));
    rows.iter().try_for_each(|(times, words)| output.line(&format!("{times:>8} {words}")))
}

impl From<SynthError> for Failure {
    fn from(error: SynthError) -> Failure {
        let message = error.to_string();
        match error {
            SynthError::NoPrograms(0) => Failure::usage(message)
                .hint("name files with functions solve_<id>, or a store that has some"),
            SynthError::NoPrograms(_) => {
                Failure::usage(message).hint("all of them read the demo pairs, S")
            }
            SynthError::NoTasks => Failure::usage(message).hint("see the sets: batt data ls"),
            SynthError::MadeWith { .. } => {
                Failure::usage(message).hint("name another folder, or make the same ones")
            }
            SynthError::Busy(..) => {
                Failure::usage(message).hint("wait for it, or name another folder")
            }
            SynthError::NoIndex(_) => Failure::usage(message).hint("name another folder"),
            SynthError::Unreadable(..) => {
                Failure::usage(message).hint("name another folder, or remove that file")
            }
            SynthError::Write(error) => error.into(),
            SynthError::Mismatch(_) => Failure { exit: Exit::Internal, ..Failure::usage(message) },
        }
    }
}
