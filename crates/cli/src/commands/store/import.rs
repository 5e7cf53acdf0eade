//! `batt store import`: programs of files, scored and kept.

use std::collections::BTreeSet;
use std::path::Path;

use evolve::code::{Code, MAX_TEXT, solver_name};
use evolve::differs::{from_program, is_builtin};
use evolve::drive::ENGINE;
use evolve::score;
use evolve::store::record::{DifferRow, Kept, Made, Origin, ProgramRow};
use evolve::store::{Access, Added, Store};
use exec::data::{Dataset, Task};
use lang::{Program, ProgramKind};
use serde_json::json;

use crate::args::Threads;
use crate::args::store::ImportArgs;
use crate::failure::{Exit, Failure, Outcome};
use crate::output::{Output, plural, printable};
use crate::programs::Programs;
use crate::sources::resolve_data;
use crate::stores::check_tasks;

/// What the files hold.
struct Found<'p, 't> {
    solvers: Vec<(&'p Program, &'t Task)>,
    differs: Vec<&'p Program>,
    /// Programs without a task in the data, by task.
    without: BTreeSet<&'p str>,
}

/// Scores the programs of files and adds them to the store.
pub fn run(path: &Path, args: &ImportArgs, output: &mut Output) -> Outcome {
    let data = resolve_data(args.source.data.as_deref())?;
    let programs = Programs::load(&args.files, args.source.data.as_deref(), args.dialect.get())?;
    for error in &programs.errors {
        output.note(&error.to_string());
    }
    let found = sort(&programs.programs, &data);
    if found.solvers.is_empty() && found.differs.is_empty() {
        return Err(nothing(&found, &data));
    }
    let mut store = Store::open(path, Access::Create)?;
    let tasks: Vec<&Task> = found.solvers.iter().map(|(_, task)| *task).collect();
    check_tasks(&mut store, &data, &tasks, args.allow_changed_data)?;
    let (kept, worthless) = scored(&found, output);
    let made = made(&data);
    let added = store.add(&kept, &made)?;
    for differ in &found.differs {
        store.add_differ(&differ_row(differ))?;
    }
    report(&found, added, worthless, output)?;
    let good = programs.errors.is_empty() && found.without.is_empty();
    Ok(if good { Exit::Ok } else { Exit::Bad })
}

fn made(data: &Dataset) -> Made {
    Made { engine: ENGINE.into(), data: data.name.clone(), data_version: data.version.clone() }
}

fn sort<'p, 't>(programs: &'p [Program], data: &'t Dataset) -> Found<'p, 't> {
    let mut found = Found { solvers: Vec::new(), differs: Vec::new(), without: BTreeSet::new() };
    for program in programs {
        if program.kind == ProgramKind::Differ {
            // A batt brings the built-in ones along, which need no store.
            let own = from_program(program).filter(|differ| !is_builtin(differ));
            found.differs.extend(own.map(|_| program));
            continue;
        }
        let before = found.solvers.len();
        found.solvers.extend(tasks_of(program, data).map(|task| (program, task)));
        if found.solvers.len() == before {
            found.without.insert(&program.id);
        }
    }
    found
}

/// The tasks that a program may be named after: those whose ids become its name. There are
/// several only where ids cannot be part of a name as they are.
fn tasks_of<'t>(program: &Program, data: &'t Dataset) -> impl Iterator<Item = &'t Task> {
    let prefix = ProgramKind::Solve.prefix();
    let named = move |task: &&Task| {
        task.id == program.id || solver_name(&task.id).strip_prefix(prefix) == Some(&program.id)
    };
    data.tasks.iter().filter(named)
}

fn nothing(found: &Found<'_, '_>, data: &Dataset) -> Failure {
    match found.without.first() {
        Some(id) => {
            Failure::usage(format!("no task {} in {}", printable(id), printable(&data.name)))
                .hint("name another data set: --data SET; see batt data ls")
        }
        None => Failure::usage("the files hold no programs")
            .hint("programs are functions named solve_<task>, verify_<task> or differ_<name>"),
    }
}

/// The programs that are worth something on their task, and how many are not.
fn scored(found: &Found<'_, '_>, output: &Output) -> (Vec<Kept>, usize) {
    let bar = output.bar("scoring programs", found.solvers.len() as u64);
    let rows = score::each(found.solvers.len(), Threads(0).get(), |worker, i| {
        let (program, task) = found.solvers[i];
        let code = Code::of_program(program);
        let standing = score::standing(&code, task, score::rules(), worker);
        bar.inc(1);
        let program = ProgramRow::new(&code, code.text(&solver_name(&task.id)));
        let task = task.id.clone();
        Kept { task, program, standing, origin: Origin::default() }
    });
    bar.finish_and_clear();
    let worth = |row: &Kept| row.standing.demo_score > 0 && row.program.text.len() <= MAX_TEXT;
    let kept: Vec<Kept> = rows.into_iter().filter(worth).collect();
    let worthless = found.solvers.len() - kept.len();
    (kept, worthless)
}

fn differ_row(program: &Program) -> DifferRow {
    let code = Code::of_program(program);
    DifferRow {
        name: program.id.clone(),
        hash: code.hash(),
        dialect: code.dialect(),
        text: code.text(&program.name),
        runs: 0,
        improvement: 0,
    }
}

fn report(
    found: &Found<'_, '_>,
    added: Added,
    worthless: usize,
    output: &mut Output,
) -> Result<(), Failure> {
    for id in found.without.iter().take(5) {
        output.note(&format!("batt: no task {} in the data", printable(id)));
    }
    if output.json {
        return output.value(&json!({ "programs": found.solvers.len(), "added": added.new,
            "known": added.known, "refused": added.refused + worthless,
            "evicted": added.evicted, "differs": found.differs.len(),
            "without_task": found.without }));
    }
    if !found.solvers.is_empty() || found.differs.is_empty() {
        output.line(&format!(
            "{}: {} new, {} known before, {} not good enough; {} others made room",
            plural(found.solvers.len() as u64, "program"),
            added.new,
            added.known,
            added.refused + worthless,
            added.evicted
        ))?;
    }
    match found.differs.len() {
        0 => Ok(()),
        differs => output.line(&plural(differs as u64, "differ")),
    }
}
