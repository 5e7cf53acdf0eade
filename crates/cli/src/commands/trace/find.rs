//! The program and the task that a trace is about.

use std::mem;
use std::path::Path;

use evolve::kept::{Kept, ProgramRow};
use evolve::names::is_named_after;
use evolve::store::{Access, Store};
use lang::{Batt, Dialect, Parsed, Program};

use super::super::show::{self, Found};
use super::super::store::show::{DIGITS, find as by_digits};
use crate::args::TraceArgs;
use crate::failure::{Failure, did_you_mean};
use crate::output::{Output, printable};
use crate::programs::read;
use crate::sources::{self, Source};
use crate::stores::store_path;

/// Finds the program, and the task: the one asked for, else the one in the program's name.
pub fn find(args: &TraceArgs, output: &mut Output) -> Result<(Program, Found), Failure> {
    let in_data = |id: &str| show::find(id, args.source.data.as_deref());
    let asked = args.task.as_deref().map(in_data).transpose()?;
    let task = asked.as_ref().map(|found| found.task.id.as_str());
    let program = match &args.store {
        Some(path) => stored(&Store::open(path, Access::Read)?, &args.program, task)?,
        None => program(args, task, output).or_else(|failure| usual(args, task, failure))?,
    };
    let found = asked.map_or_else(|| in_data(&program.id), Ok)?;
    Ok((program, found))
}

/// A program of the usual store, where nothing else is called so and the store has one; else the failure.
fn usual(args: &TraceArgs, task: Option<&str>, failure: Failure) -> Result<Program, Failure> {
    let (digits, path) = (args.program.as_str(), store_path(None));
    let may_be = digits.len() >= DIGITS && digits.bytes().all(|b| b.is_ascii_hexdigit());
    if !may_be || !path.is_file() {
        return Err(failure);
    }
    let store = Store::open(&path, Access::Read)?;
    match store.find(digits, 1)?.is_empty() {
        true => Err(failure),
        false => stored(&store, digits, task),
    }
}

/// A program of a store: the best one of a task, or the one whose hash begins so.
fn stored(store: &Store, what: &str, task: Option<&str>) -> Result<Program, Failure> {
    if let Some(best) = store.kept(what)?.first() {
        return of_kept(best);
    }
    let row = by_digits(store, what)?;
    let kept = store.kept_of(row.hash)?;
    let asked = kept.iter().find(|kept| task.is_none_or(|task| task == kept.task));
    match (asked.or(kept.first()), task) {
        (Some(kept), _) => of_kept(kept),
        (None, Some(task)) => readable(&row, task),
        (None, None) => Err(Failure::usage("the program is kept for no task")
            .hint(format!("say on which one to run it: batt trace {what} TASK"))),
    }
}

/// A kept program as one of its task.
pub fn of_kept(kept: &Kept) -> Result<Program, Failure> {
    readable(&kept.program, &kept.task)
}

fn readable(row: &ProgramRow, task: &str) -> Result<Program, Failure> {
    let parsed = lang::parse(row.text.as_bytes(), "store", Some(row.dialect));
    let program = parsed.programs.into_iter().next();
    let program = program.ok_or_else(|| Failure::bad("the text of the program cannot be read"))?;
    // Its lines are no lines of a file.
    Ok(Program { id: task.to_string(), labels: Default::default(), ..program })
}

/// Finds the program: a name or task id in the sets at hand, a file, or one function of a file.
fn program(args: &TraceArgs, task: Option<&str>, output: &mut Output) -> Result<Program, Failure> {
    let wish = args.program.as_str();
    let (sources, name) = match wish.rsplit_once("::") {
        Some((file, name)) => (vec![read(Path::new(file))?], Some(name)),
        None if Path::new(wish).is_file() => (vec![read(Path::new(wish))?], None),
        None => (at_hand(), Some(wish)),
    };
    let Parsed { programs, errors, warnings, .. } = parsed(&sources, args.dialect.get(), task);
    let fits = |p: &Program| match (name, task) {
        (Some(name), _) => p.name == name || p.id == name,
        (None, Some(task)) => is_named_after(&p.id, task),
        (None, None) => true,
    };
    let (mut fitting, mut others): (Vec<Program>, Vec<Program>) =
        programs.into_iter().partition(fits);
    // A task's file may be called anything, and a file with one program leaves no doubt.
    let any_will_do = name.is_none() && args.task.as_deref() != task;
    if fitting.is_empty() && any_will_do {
        mem::swap(&mut fitting, &mut others);
    }
    let one_task = fitting.iter().all(|p| p.name == fitting[0].name);
    match fitting.len() {
        0 => Err(none(name.or(task), args, &others, &errors)),
        2.. if !one_task => Err(too_many(wish, &fitting)),
        n => {
            let first = fitting.swap_remove(0);
            let own = warnings.iter().filter(|w| w.function.as_ref() == Some(&first.name));
            own.for_each(|warning| output.note(&warning.to_string()));
            if n > 1 {
                let (name, dialect) = (printable(&first.name), first.dialect);
                output.note(&format!(
                    "note: {n} programs are called {name}; this is the first, in {dialect} (see --dialect)"
                ));
            }
            Ok(first)
        }
    }
}

fn at_hand() -> Vec<Source> {
    sources::embedded_programs().into_iter().chain(sources::rearc_programs()).collect()
}

/// Programs of every source in the dialect asked for; one that names no task is for the one given.
fn parsed(sources: &[Source], dialect: Option<Dialect>, task: Option<&str>) -> Parsed {
    let mut all = Parsed::default();
    for source in sources {
        let forced = dialect.filter(|_| !source.is_ours());
        let mut parsed = lang::parse_checked(&source.bytes, &source.name, forced);
        task.iter().for_each(|task| parsed.name_after([*task]));
        let Parsed { programs, batts, errors, warnings, .. } = parsed;
        all.programs.extend(programs);
        all.programs.extend(batts.iter().flat_map(Batt::programs));
        all.errors.extend(errors);
        all.warnings.extend(warnings);
    }
    all.programs.retain(|p| dialect.is_none_or(|wanted| p.dialect == wanted));
    all
}

fn none(
    wanted: Option<&str>,
    args: &TraceArgs,
    others: &[Program],
    errors: &[lang::ParseError],
) -> Failure {
    let is_it = |function: &str| {
        wanted.is_none_or(|w| function == w || function.split_once('_').is_some_and(|f| f.1 == w))
    };
    if let Some(error) = errors.iter().find(|e| e.function.as_deref().is_none_or(is_it)) {
        return Failure::bad(format!("the program cannot be read\n{error}"));
    }
    let message = match wanted {
        Some(word) => format!("no program {}", printable(word)),
        None => format!("no programs in {}", printable(&args.program)),
    };
    let names = others.iter().flat_map(|p| [p.name.as_str(), p.id.as_str()]);
    let hint = did_you_mean(wanted.unwrap_or_default(), names);
    let usual = || "name a program, a task id, FILE or FILE::name; sets: batt data ls".to_string();
    Failure::usage(message).hint(hint.unwrap_or_else(usual))
}

fn too_many(wish: &str, fitting: &[Program]) -> Failure {
    let names: Vec<&str> = fitting.iter().take(5).map(|p| p.name.as_str()).collect();
    let message = format!("{} programs fit: {} …", fitting.len(), printable(&names.join(", ")));
    Failure::usage(message).hint(format!("choose one: batt trace {wish}::{}", printable(names[0])))
}
