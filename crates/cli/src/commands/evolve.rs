//! `batt evolve`: the search loop over a store.

use std::path::Path;

use evolve::code::Code;
use evolve::drive::{Ended, Evolution, Options, Progress, SolvedBy, Summary, read_program};
use evolve::error::Refusal;
use evolve::generation::Counters;
use evolve::kept::FILE;
use evolve::limits::{SEARCH_TIME, units};
use evolve::mutate;
use evolve::report::{per_second, summary_json};
use evolve::search::{GROWTH, Settings};
use evolve::shard::Shard;
use evolve::store::record::PoolSource;
use evolve::store::{Access, Store};
use exec::data::{BadTask, Dataset, Task};
use exec::run::Budget;
use indicatif::{HumanDuration, ProgressBar};
use lang::ProgramKind;

use crate::args::evolve::EvolveArgs;
use crate::commands::run::{check_wanted, wanted_tasks};
use crate::failure::{Exit, Failure, Outcome, Told};
use crate::output::{Output, plural, printable};
use crate::priors::guide;
use crate::programs::Programs;
use crate::sources::{is_known, resolve_data};
use crate::stop::stop_flag;
use crate::stores::store_path;
use crate::verdict::Verdict;

/// Evolves programs and reports what was found.
pub fn run(args: &EvolveArgs, output: &mut Output) -> Outcome {
    // What can be wrong with the wish is found before a store is made.
    let path = store_path(args.store.as_deref());
    let data = data_for(args, &path)?;
    let unread = note_unreadable(args, &data, output)?;
    let tasks = chosen(args, &data)?;
    let (given, errors) = programs(args, output)?;
    let guide = guide(&args.guide)?;
    let mut store = Store::open(&path, if args.resume { Access::Write } else { Access::Create })?;
    let (stop, mut options) = (stop_flag()?, options(args));
    options.guide = guide;
    let engine = args.device.engine()?;
    let mut evolution = if args.resume {
        Evolution::resume(&mut store, &data, &options)?
    } else {
        store.settle_tasks(&data.version, &tasks, args.allow_changed_data)?;
        let (pool, source) = pool(args, given, &store)?;
        options.source = source;
        Evolution::start(&mut store, &data, &tasks, pool, &options)?
    };
    evolution.use_engine(engine);
    let bar = output.spinner("generation 0: the programs to start from, strategies, growth");
    let summary = evolution.run(&options, &stop, |progress| show(&bar, progress));
    bar.finish_and_clear();
    args.device.report(evolution.engine(), output);
    let summary = summary?;
    note_barren(&summary, output);
    report(&summary, &data, &path, output)?;
    Ok(if unread + errors == 0 { Exit::Ok } else { Exit::Bad })
}

/// The data asked for. A run that goes on has its own, which is found again if it has a name.
fn data_for(args: &EvolveArgs, store: &Path) -> Result<Dataset, Failure> {
    if args.resume && args.source.data.is_none() {
        let run = Store::open(store, Access::Read)?.last_run()?;
        if let Some(name) = run.map(|(_, run)| run.settings.data).filter(|name| is_known(name)) {
            return resolve_data(Some(&name));
        }
    }
    resolve_data(args.source.data.as_deref())
}

fn options(args: &EvolveArgs) -> Options {
    let endless = args.time.is_none() && args.generations.is_none();
    let search = Settings {
        seed: args.seed,
        population: args.population,
        mutation: mutate::Settings::of_search(args.mutation_rate),
        budget: Budget::of(args.budget),
        threads: args.threads.get(),
        memory: (args.memory as usize) << 20,
        solve_units: units(args.solve),
        beyond: args.beyond,
        ..Settings::default()
    };
    let time = args.time.map(|span| span.0).or(endless.then_some(SEARCH_TIME));
    Options { search, generations: args.generations, time, ..Options::default() }
}

/// The tasks of the run, sorted by id.
fn chosen<'d>(args: &EvolveArgs, data: &'d Dataset) -> Result<Vec<&'d Task>, Failure> {
    let wanted = wanted_tasks(args.tasks.as_deref())?;
    check_wanted(wanted.iter().flatten(), data)?;
    let is_wanted = |task: &&Task| wanted.as_ref().is_none_or(|ids| ids.contains(&task.id));
    let shard = args.shard.unwrap_or(Shard::WHOLE);
    let tasks: Vec<&Task> = shard.of(data.tasks.iter().filter(is_wanted)).collect();
    if tasks.is_empty() {
        return Err(Failure::usage(Refusal::NoTask.to_string())
            .hint("a data set without tasks, or more shards than tasks"));
    }
    Ok(tasks)
}

/// Tells of the tasks asked for that cannot be read, and how many they are.
fn note_unreadable(
    args: &EvolveArgs,
    data: &Dataset,
    output: &mut Output,
) -> Result<usize, Failure> {
    let wanted = wanted_tasks(args.tasks.as_deref())?;
    let is_wanted = |bad: &&BadTask| wanted.as_ref().is_none_or(|ids| ids.contains(&bad.id));
    let bad: Vec<&BadTask> = data.bad.iter().filter(is_wanted).collect();
    for bad in &bad {
        let (id, reason) = (printable(&bad.id), printable(&bad.reason));
        output.note(&format!("batt: task {id} cannot be read and is left out: {reason}"));
    }
    Ok(bad.len())
}

/// The solvers of the files named, else of those at hand, and the number of functions that cannot
/// be read; none when a run goes on.
fn programs(args: &EvolveArgs, output: &mut Output) -> Result<(Vec<Code>, usize), Failure> {
    if args.resume || args.from_nothing {
        return Ok((Vec::new(), 0));
    }
    let programs = Programs::load(&args.files, args.source.data.as_deref(), args.dialect.get())?;
    programs.note(output);
    let solvers = programs.programs.iter().filter(|p| p.kind != ProgramKind::Differ);
    let codes: Vec<Code> = solvers.map(Code::of_program).collect();
    if codes.is_empty() && programs.named {
        return Err(Failure::usage("the pool is empty: no solver in the files to start from")
            .hint(
                "a solver is a function solve_<id> or verify_<id>; or start with --from-nothing",
            ));
    }
    Ok((codes, programs.errors.len()))
}

/// What to start from: the files named, else what the store has, else the programs at hand.
fn pool(
    args: &EvolveArgs,
    given: Vec<Code>,
    store: &Store,
) -> Result<(Vec<Code>, PoolSource), Failure> {
    if args.from_nothing || !args.files.is_empty() {
        return Ok((given, PoolSource::Files));
    }
    let kept = store.kept_all()?;
    if kept.is_empty() {
        return Ok((given, PoolSource::AtHand));
    }
    let codes = kept.iter().map(|kept| read_program(&kept.program));
    Ok((codes.collect::<Result<_, _>>()?, PoolSource::Store))
}

fn show(bar: &ProgressBar, progress: &Progress) {
    if bar.is_hidden() {
        return;
    }
    for rise in progress.risen.iter().filter(|rise| rise.to == rise.perfect) {
        bar.println(format!("generation {}: fits the demos of {}", progress.generation, rise.task));
    }
    let rise = |r: &evolve::drive::Risen| format!("{} +{}", r.task, r.to - r.from);
    let best: Vec<String> = progress.risen.iter().take(3).map(rise).collect();
    bar.set_message(format!(
        "generation {}{}  {:.0} candidates x samples/s  fits the demos: {} of {}  {:.0} % of steps known  {}",
        progress.generation,
        progress.left.map(|left| format!(", {} left", HumanDuration(left))).unwrap_or_default(),
        per_second(progress.last.candidate_samples, progress.last.seconds),
        progress.solved,
        progress.tasks,
        share(progress.last.steps_known, progress.last.steps_known + progress.last.steps_run),
        best.join("  "),
    ));
}

/// Tells why there is nothing to come.
fn note_barren(summary: &Summary, output: &mut Output) {
    if summary.ended == Ended::Barren {
        output.note(
            "batt: nothing can grow: no call that may be made gives a grid worth keeping, and no program that is kept has \
             a line to mutate; start from other programs, with --solve, or by a --prior that leaves more open",
        );
    }
}

fn share(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

fn report(summary: &Summary, data: &Dataset, store: &Path, output: &mut Output) -> Told {
    if output.json {
        return output.value(&summary_json(summary, data));
    }
    let Summary { session, .. } = summary;
    let generations = match summary.generation {
        Some(last) => {
            format!("{}, the last is number {last}", plural(summary.made, "generation"))
        }
        None => "no generation".to_string(),
    };
    output.line(&format!("{generations}: {}", plural(session.candidates, "candidate")))?;
    output.line(&format!(
        "{:.1} s, {:.0} candidates x samples per second",
        session.seconds,
        per_second(session.candidate_samples, session.seconds),
    ))?;
    if summary.made == 0 && summary.ended == Ended::Time {
        let next = summary.generation.map_or(0, |last| last + 1);
        output.line(&format!(
            "--time was over before generation {next} was done; nothing of it is kept: \
                give it more time or fewer tasks"
        ))?;
    }
    let Summary { tasks, right, known, .. } = *summary;
    let verdict = Verdict { tasks, fits: summary.solved.len(), right, known };
    output.line(&verdict.told())?;
    output.line(&fitted_by(summary))?;
    output.line(&started_from(summary))?;
    output.line(&format!("{}{}", plural(session.new_programs, "new program"), mutants(session)))?;
    output.line(&format!(
        "seed {}, data {}, store {}; ended by: {}",
        summary.seed,
        data.version,
        store.display(),
        summary.ended.name(),
    ))
}

/// What fitted the tasks first: what there was at the start, apart from what the run found.
fn fitted_by(summary: &Summary) -> String {
    let SolvedBy { start, strategies, growth, mutation } = summary.solved_by();
    let start = plural(start, "task");
    let found = strategies + growth + mutation;
    format!(
        "{start} fitted by the programs it started from; {found} more found: \
            {strategies} by strategies, {growth} by growth, {mutation} by mutation"
    )
}

/// What the run started from, and what came to that.
fn started_from(summary: &Summary) -> String {
    let mut parts = Vec::new();
    if summary.pool > 0 {
        let programs = plural(summary.pool as u64, "program");
        parts.push(match summary.source {
            PoolSource::Files => format!("{programs} of files"),
            PoolSource::Store => format!("{programs} of the store"),
            PoolSource::AtHand => format!("{programs} at hand"),
        });
    }
    let given = summary.total.sources.iter().filter(|(name, _)| *name != FILE);
    parts.extend(given.map(|(name, count)| match name.as_str() {
        GROWTH => format!("{count} grown"),
        strategy => format!("{count} of strategy \"{}\"", printable(strategy)),
    }));
    match parts.is_empty() {
        true => "started from nothing".to_string(),
        false => format!("started from {}", parts.join(", ")),
    }
}

/// How many mutants were worth their time.
fn mutants(session: &Counters) -> String {
    if session.mutants == 0 {
        return String::new();
    }
    format!(
        "; {}: {:.1} % run without error, {:.1} % change something; {} gave none",
        plural(session.mutants, "mutant"),
        share(session.mutants_ok, session.mutants),
        share(session.mutants_changed, session.mutants),
        plural(session.copies, "draw"),
    )
}
