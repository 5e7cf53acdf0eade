//! The programs a command works on, read from files or from the sets at hand.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::io;
use std::mem;
use std::path::{Path, PathBuf};
use std::time::Instant;

use evolve::names::{Names, is_named_after};
use exec::data::Dataset;
use lang::{Batt, Dialect, ParseError, Program, ProgramKind};

use crate::failure::Failure;
use crate::files::{read_all, read_file};
use crate::output::{Output, shown};
use crate::sources::{self, EMBEDDED, Source};

/// Programs and what could not be read.
#[derive(Default)]
pub struct Programs {
    /// The readable ones, in file order.
    pub programs: Vec<Program>,
    /// The others.
    pub errors: Vec<ParseError>,
    /// What is likely to be wrong in files that the user named.
    pub warnings: Vec<ParseError>,
    /// Files whose one program is named after no task, which is among the errors.
    unnamed: Vec<Program>,
    /// Whether the user named the files.
    pub named: bool,
    /// Time it took to parse them.
    pub seconds: f64,
}

impl Programs {
    /// Reads the named files; without any, the reference programs if they are there and fit the
    /// data, else the embedded ones.
    pub fn load(
        files: &[PathBuf],
        data: Option<&str>,
        dialect: Option<Dialect>,
    ) -> Result<Programs, Failure> {
        let sources = match files {
            [] => default_sources(data),
            files => {
                let files: Vec<PathBuf> = files
                    .iter()
                    .map(|path| in_folder(path))
                    .collect::<Result<Vec<_>, _>>()?
                    .concat();
                files.iter().map(|path| read(path)).collect::<Result<Vec<_>, _>>()?
            }
        };
        let started = Instant::now();
        let mut all = Programs { named: !files.is_empty(), ..Programs::default() };
        for source in &sources {
            let read = if all.named { lang::parse_checked } else { lang::parse };
            let parsed = read(&source.bytes, &source.name, dialect_of(source, dialect));
            all.warnings.extend(parsed.warnings);
            all.programs.extend(parsed.programs);
            all.programs.extend(parsed.batts.iter().flat_map(Batt::programs));
            all.errors.extend(parsed.errors);
            all.unnamed.extend(parsed.unnamed);
        }
        all.seconds = started.elapsed().as_secs_f64();
        Ok(all)
    }

    /// The data asked for; without a wish, what fits the programs.
    pub fn data(&self, asked: Option<&str>) -> Result<Dataset, Failure> {
        let data = sources::resolve_data(asked)?;
        let fits = |data: &Dataset| self.programs.iter().any(|p| data.get(&p.id).is_some());
        let instead =
            if asked.is_none() && !fits(&data) { Some(sources::embedded()?) } else { None };
        Ok(instead.filter(fits).unwrap_or(data))
    }

    /// Finds the tasks of programs in the data, see [`joined`].
    pub fn join(&mut self, data: &Dataset) {
        self.programs = joined(mem::take(&mut self.programs), data);
    }

    /// Makes programs that are named after no task programs for these.
    pub fn name_after<'t>(&mut self, tasks: impl Iterator<Item = &'t str> + Clone) {
        for program in mem::take(&mut self.unnamed) {
            let is_its = |e: &ParseError| {
                e.function.as_ref() == Some(&program.name) && e.line == program.line
            };
            self.errors.retain(|error| !is_its(error));
            let named = |id: &str| Program { id: id.to_string(), ..program.clone() };
            self.programs.extend(tasks.clone().map(named));
        }
    }

    /// Forgets the programs of other tasks, and the errors that are in them.
    pub fn keep_tasks(&mut self, ids: &BTreeSet<String>) {
        let wanted = |name: &str| ids.iter().any(|id| is_named_after(name, id));
        self.programs.retain(|program| ids.contains(&program.id));
        self.errors.retain(|error| task_of(error).is_none_or(wanted));
        self.warnings.retain(|warning| task_of(warning).is_none_or(wanted));
    }

    /// Tells what cannot be read, and what is likely to be wrong with the rest.
    pub fn note(&self, output: &mut Output) {
        let all = self.errors.iter().chain(&self.warnings);
        all.for_each(|error| output.note(&error.to_string()));
    }

    /// Whether there is a program for a task, readable or not.
    pub fn has(&self, id: &str) -> bool {
        let unreadable = |error| task_of(error).is_some_and(|name| is_named_after(name, id));
        self.programs.iter().any(|program| program.id == id) || self.errors.iter().any(unreadable)
    }
}

/// What programs may be named after: all tasks of the data, readable or not.
pub fn names(data: &Dataset) -> Names<'_> {
    let (good, bad) = (data.tasks.iter().map(|task| &task.id), data.bad.iter().map(|bad| &bad.id));
    Names::new(good.chain(bad).map(String::as_str))
}

/// Gives programs the ids of the tasks that they are named after, where these are no names: with
/// a task `my-task` in the data, `solve_my_task` is for it. A program whose name stands for
/// several tasks is there for each of them.
pub fn joined(programs: Vec<Program>, data: &Dataset) -> Vec<Program> {
    let names = names(data);
    let mut all = Vec::new();
    for program in programs {
        match names.of(&program.id) {
            [id] if *id == program.id => all.push(program),
            ids @ [_, ..] if program.kind != ProgramKind::Differ => {
                all.extend(ids.iter().map(|id| Program { id: id.to_string(), ..program.clone() }));
            }
            _ => all.push(program),
        }
    }
    all
}

/// The task of the function that an error is in, if it is in one.
pub fn task_of(error: &ParseError) -> Option<&str> {
    let name = error.function.as_deref()?;
    Some(ProgramKind::of_name(name).map_or(name, |(_, id)| id))
}

/// The dialect of our own embedded files is known; forcing another would only break them.
fn dialect_of(source: &Source, asked: Option<Dialect>) -> Option<Dialect> {
    asked.filter(|_| !source.is_ours())
}

fn default_sources(data: Option<&str>) -> Vec<Source> {
    let embedded = || sources::embedded_programs().into();
    match data {
        Some(EMBEDDED) => embedded(),
        _ => sources::rearc_programs().map_or_else(embedded, |rearc| vec![rearc]),
    }
}

/// The files of programs in a folder, by name; a file stands for itself.
fn in_folder(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    if !path.is_dir() {
        return Ok(vec![path.to_path_buf()]);
    }
    let failed = |error: io::Error| Failure::usage(format!("{}: {error}", shown(path)));
    let mut files = Vec::new();
    for entry in path.read_dir().map_err(failed)? {
        let file = entry.map_err(failed)?.path();
        if file.extension().is_some_and(|ext| ext == "py") && file.is_file() {
            files.push(file);
        }
    }
    files.sort();
    match files.is_empty() {
        true => Err(Failure::usage(format!("no files of programs (*.py) in {}", shown(path)))),
        false => Ok(files),
    }
}

/// Reads one file of programs.
pub fn read(path: &Path) -> Result<Source, Failure> {
    let bytes = read_file(path, lang::MAX_SOURCE as u64)?;
    Ok(Source { name: shown(path), bytes: Cow::Owned(bytes) })
}

/// Reads programs from standard input.
pub fn read_stdin() -> Result<Source, Failure> {
    let bytes = read_all(io::stdin(), "standard input", lang::MAX_SOURCE as u64)?;
    Ok(Source { name: "-".into(), bytes: Cow::Owned(bytes) })
}

#[cfg(test)]
mod tests {
    use lang::{Dag, Hints, Node, compatible, slot_hint};

    use super::*;
    use crate::needs;

    /// Every argument of a call that does not fit its slot, as `op(place)`.
    fn misfits(dag: &Dag) -> Vec<String> {
        let hints = Hints::new(dag);
        let calls = dag.ids().filter_map(|id| match dag.node(id) {
            Node::Call(op, args) => Some((op, args)),
            _ => None,
        });
        let slots = calls.flat_map(|(op, args)| (0..args.len()).map(move |i| (op, i, args[i])));
        let fits = |op, i, arg| compatible(&slot_hint(op, i), hints.get(arg));
        let misfits = slots.filter(|&(op, i, arg)| !fits(op, i, arg));
        misfits.map(|(op, i, _)| format!("{}({i})", op.name())).collect()
    }

    #[test]
    fn every_argument_of_our_own_programs_fits_its_slot() {
        let programs = Programs::load(&[], Some(EMBEDDED), None).unwrap();
        assert!(programs.errors.is_empty() && programs.programs.len() >= 24);
        for program in &programs.programs {
            assert_eq!(misfits(&program.dag), Vec::<String>::new(), "{}", program.name);
        }
    }

    #[test]
    fn every_argument_of_the_reference_programs_fits_its_slot() {
        let Some(source) = sources::rearc_programs() else {
            return needs::missing(
                "data",
                "the reference programs are not fetched (batt data get)",
            );
        };
        let parsed = lang::parse(&source.bytes, &source.name, None);
        assert_eq!((parsed.programs.len(), parsed.errors.len()), (400, 0));
        for program in &parsed.programs {
            assert_eq!(misfits(&program.dag), Vec::<String>::new(), "{}", program.name);
        }
    }
}
