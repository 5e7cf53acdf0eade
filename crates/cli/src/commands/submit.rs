//! `batt submit`: two attempts for every test input, from the programs of the store.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use evolve::code::Code;
use evolve::drive::read_program;
use evolve::score::{Entry, Pool, Settings, each, rules};
use evolve::store::record::Kept;
use evolve::store::{Access, Store};
use evolve::submit::{Attempts, Submission, attempts};
use exec::data::{Dataset, Task};
use serde_json::json;

use crate::args::submit::SubmitArgs;
use crate::failure::{Exit, Failure, Outcome};
use crate::output::{Output, printable};
use crate::sources::resolve_data;
use crate::stores::store_path;

/// Programs of other tasks that are tried where a task has too few of its own.
const OTHERS: usize = 32;

/// Writes a submission.
pub fn run(args: &SubmitArgs, output: &mut Output) -> Outcome {
    let data = resolve_data(args.source.data.as_deref())?;
    let store = Store::open(&store_path(args.store.as_deref()), Access::Read)?;
    note_changed(&store, &data, output)?;
    let threads = args.threads.get();
    let mut programs = own_programs(&store, &data)?;
    let with_programs = programs.iter().filter(|programs| !programs.is_empty()).count();
    let tasks: Vec<usize> = (0..data.tasks.len()).collect();
    let mut all = attempt_all(&data, &tasks, &programs, threads, output);
    if args.others {
        let is_short = |&i: &usize| all[i].iter().any(|attempts| attempts.from_programs < 2);
        let short: Vec<usize> = tasks.into_iter().filter(is_short).collect();
        add_others(&store, &data, threads, &short, &mut programs)?;
        let again = attempt_all(&data, &short, &programs, threads, output);
        short.into_iter().zip(again).for_each(|(i, attempts)| all[i] = attempts);
    }
    let submission =
        Submission { tasks: data.tasks.iter().map(|t| t.id.clone()).zip(grids(&all)).collect() };
    write_whole(&args.output, submission.to_json().as_bytes())?;
    report(args, &data, with_programs, &all, output)?;
    Ok(if data.bad.is_empty() { Exit::Ok } else { Exit::Bad })
}

/// Programs may still be good for a task that changed, but people should know.
fn note_changed(store: &Store, data: &Dataset, output: &mut Output) -> Result<(), Failure> {
    let changed = store.changed_tasks(&data.tasks)?;
    if let Some(first) = changed.first() {
        let (count, first) = (changed.len(), printable(first));
        output.note(&format!(
            "batt: {count} tasks changed since the store was made, {first} among them: their \
                programs were found for other samples"
        ));
    }
    Ok(())
}

fn grids(all: &[Vec<Attempts>]) -> impl Iterator<Item = Vec<[exec::data::TaskGrid; 2]>> {
    all.iter().map(|task| task.iter().map(|attempts| attempts.grids.clone()).collect())
}

/// By task, its programs: those that solve it first, then by rank.
fn own_programs(store: &Store, data: &Dataset) -> Result<Vec<Vec<Code>>, Failure> {
    let of_task = |task: &Task| {
        let mut kept = store.kept(&task.id)?;
        kept.sort_by_key(|kept| (!kept.standing.solved, kept.standing.rank(), kept.program.hash));
        codes(&kept)
    };
    data.tasks.iter().map(of_task).collect()
}

fn codes(kept: &[Kept]) -> Result<Vec<Code>, Failure> {
    Ok(kept.iter().map(|kept| read_program(&kept.program)).collect::<Result<_, _>>()?)
}

/// Scores the best program of every task on the tasks that are short of outputs.
fn add_others(
    store: &Store,
    data: &Dataset,
    threads: usize,
    short: &[usize],
    programs: &mut [Vec<Code>],
) -> Result<(), Failure> {
    let mut best = store.kept_all()?;
    best.dedup_by(|b, a| a.task == b.task);
    let entry = |(kept, code): (&Kept, Code)| Entry {
        name: kept.program.hash.to_string(),
        task: kept.task.clone(),
        code,
    };
    let entries: Vec<Entry> = best.iter().zip(codes(&best)?).map(entry).collect();
    let tasks: Vec<&Task> = short.iter().map(|&i| &data.tasks[i]).collect();
    let pool = Pool::merge(entries, &[]);
    let scored = pool.score(&tasks, &Settings::new(threads, None), || {});
    for (&i, score) in short.iter().zip(scored.tasks) {
        let useful = score.rows.iter().filter(|row| row.standing.demo_score > 0).take(OTHERS);
        programs[i].extend(useful.map(|row| pool.entries()[row.program].code.clone()));
    }
    Ok(())
}

/// The attempts for some tasks, in their order.
fn attempt_all(
    data: &Dataset,
    tasks: &[usize],
    programs: &[Vec<Code>],
    threads: usize,
    output: &Output,
) -> Vec<Vec<Attempts>> {
    let bar = output.bar("running tasks", tasks.len() as u64);
    let all = each(tasks.len(), threads, |worker, at| {
        let i = tasks[at];
        let codes: Vec<&Code> = programs[i].iter().collect();
        let attempts = attempts(&data.tasks[i], &codes, rules(), worker);
        bar.inc(1);
        attempts
    });
    bar.finish_and_clear();
    all
}

/// Writes a file beside its place first, so that the place never holds half of it.
fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
    let name = name.ok_or_else(|| Failure::usage(format!("{}: no file name", path.display())))?;
    let aside = path.with_file_name(format!(".{name}.{}", std::process::id()));
    let write = || -> io::Result<()> {
        // Devices and pipes are written to, never replaced.
        if fs::metadata(path).is_ok_and(|meta| !meta.is_file()) {
            return fs::write(path, bytes);
        }
        let mut file = File::create(&aside)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&aside, path)
    };
    write().map_err(|error| {
        let _ = fs::remove_file(&aside);
        Failure::usage(format!("cannot write {}: {error}", path.display()))
    })
}

fn report(
    args: &SubmitArgs,
    data: &Dataset,
    with_programs: usize,
    all: &[Vec<Attempts>],
    output: &mut Output,
) -> Result<(), Failure> {
    let inputs: usize = all.iter().map(Vec::len).sum();
    let from_programs: usize = all.iter().flatten().map(|attempts| attempts.from_programs).sum();
    let path: PathBuf = args.output.clone();
    for bad in &data.bad {
        let reason = printable(&bad.reason);
        output
            .note(&format!("task {} cannot be read and is missing: {reason}", printable(&bad.id)));
    }
    if output.json {
        return output.value(&json!({
            "file": path.display().to_string(), "tasks": all.len(), "test_inputs": inputs,
            "tasks_with_programs": with_programs, "attempts_from_programs": from_programs,
            "guesses": 2 * inputs - from_programs, "unreadable_tasks": data.bad.len(),
            "data_version": data.version,
        }));
    }
    output.line(&format!(
        "wrote {}: {} tasks, {inputs} test inputs; {with_programs} tasks have programs, {from_programs} of {} attempts come from them",
        path.display(),
        all.len(),
        2 * inputs,
    ))?;
    output.line(&output.dim(&format!("data {}", printable(&data.version))))
}
