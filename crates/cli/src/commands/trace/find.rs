//! The program and the task that a trace is about.

use std::mem;
use std::path::Path;

use evolve::names::is_named_after;
use lang::{Batt, Dialect, Parsed, Program};

use super::super::show::{self, Found};
use crate::args::TraceArgs;
use crate::failure::{Failure, did_you_mean};
use crate::output::{Output, printable};
use crate::programs::read;
use crate::sources::{self, Source};

/// Finds the program, and the task: the one asked for, else the one in the program's name.
pub fn find(args: &TraceArgs, output: &mut Output) -> Result<(Program, Found), Failure> {
    let in_data = |id: &str| show::find(id, args.source.data.as_deref());
    let asked = args.task.as_deref().map(in_data).transpose()?;
    let program = program(args, asked.as_ref().map(|found| found.task.id.as_str()), output)?;
    let found = asked.map_or_else(|| in_data(&program.id), Ok)?;
    Ok((program, found))
}

/// Finds the program: a name or task id in the sets at hand, a file, or one function of a file.
fn program(args: &TraceArgs, task: Option<&str>, output: &mut Output) -> Result<Program, Failure> {
    let wish = args.program.as_str();
    let (sources, name) = match wish.rsplit_once("::") {
        Some((file, name)) => (vec![read(Path::new(file))?], Some(name)),
        None if Path::new(wish).is_file() => (vec![read(Path::new(wish))?], None),
        None => (at_hand(), Some(wish)),
    };
    let Parsed { programs, errors, .. } = parsed(&sources, args.dialect.get(), task);
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
        let mut parsed = lang::parse(&source.bytes, &source.name, forced);
        task.iter().for_each(|task| parsed.name_after([*task]));
        let Parsed { programs, batts, errors, .. } = parsed;
        all.programs.extend(programs);
        all.programs.extend(batts.iter().flat_map(Batt::programs));
        all.errors.extend(errors);
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
