//! The programs that a batt is made from.

use std::collections::BTreeSet;

use evolve::card::{Entrant, Rivals};
use evolve::code::Code;
use evolve::differs::{Differ, NAMES, from_program, is_builtin};
use evolve::drive::read_program;
use evolve::store::record::{DifferRow, Kept};
use evolve::store::{Access, Store};
use lang::{Dialect, Program};

use crate::args::card::CardArgs;
use crate::failure::Failure;
use crate::output::Output;
use crate::programs::Programs;
use crate::stores::store_path;

/// Programs of one dialect.
pub struct Pool {
    /// Their dialect.
    pub dialect: Dialect,
    /// The solvers by task.
    pub rivals: Rivals,
    /// Differs beside the built-in ones, with their weights.
    pub differs: Vec<(Differ, u64)>,
    /// Whether everything could be read.
    pub complete: bool,
}

/// Programs as they were found.
struct Found {
    solvers: Vec<Entrant>,
    differs: Vec<(Differ, u64)>,
    /// Whether the user chose them, and should hear if they do not fit together.
    named: bool,
    complete: bool,
}

impl Pool {
    /// Reads the files named, else the store, else the programs at hand.
    pub fn load(args: &CardArgs, output: &mut Output) -> Result<Pool, Failure> {
        let stored = if args.files.is_empty() { from_store(args)? } else { None };
        let found = match stored {
            Some(found) => found,
            None => from_files(args, output)?,
        };
        let dialect = dialect(args.dialect.get(), &found.solvers, found.named)?;
        let fits = |entrant: &Entrant| entrant.code.dialect() == dialect;
        let differs = found.differs.into_iter();
        Ok(Pool {
            dialect,
            rivals: Rivals::new(found.solvers.into_iter().filter(fits)),
            differs: differs.filter(|(differ, _)| differ.code.dialect() == dialect).collect(),
            complete: found.complete,
        })
    }

    /// Whether a task has a program.
    pub fn has(&self, task: &str) -> bool {
        self.rivals.tasks().any(|id| id == task)
    }
}

/// The programs of the store. Nothing if there is none, or an empty one that nobody named.
fn from_store(args: &CardArgs) -> Result<Option<Found>, Failure> {
    let path = store_path(args.store.as_deref());
    if args.store.is_none() && !path.exists() {
        return Ok(None);
    }
    let store = Store::open(&path, Access::Read)?;
    let kept = store.kept_all()?;
    if kept.is_empty() && args.store.is_none() {
        return Ok(None);
    }
    let solvers = kept.iter().map(stored_entrant).collect::<Result<Vec<_>, Failure>>()?;
    // Names tell results apart, so of two differs of one name the first is taken.
    let mut names: BTreeSet<String> = NAMES.map(str::to_string).into();
    let rows = store.differs()?;
    let differs = rows.iter().filter_map(stored_differ);
    let differs = differs.filter(|(differ, _)| names.insert(differ.name.clone())).collect();
    Ok(Some(Found { solvers, differs, named: true, complete: true }))
}

fn stored_entrant(kept: &Kept) -> Result<Entrant, Failure> {
    Ok(Entrant {
        task: kept.task.clone(),
        name: format!("solve_{}", kept.task),
        code: read_program(&kept.program)?,
        score: kept.standing.demo_score,
        cost: kept.standing.cost,
    })
}

fn stored_differ(row: &DifferRow) -> Option<(Differ, u64)> {
    let parsed = lang::parse(row.text.as_bytes(), "store", Some(row.dialect));
    let differ = from_program(parsed.programs.first()?)?;
    Some((Differ { name: row.name.clone(), ..differ }, row.weight()))
}

/// Programs of files; they are all equally good, as far as is known.
fn from_files(args: &CardArgs, output: &mut Output) -> Result<Found, Failure> {
    let programs = read_files(args, output)?;
    let solvers = programs.programs.iter().filter(|program| !program.kind.reads_c());
    // A batt brings the built-in ones along, which take part anyway.
    let differs = programs.programs.iter().filter_map(from_program).filter(|d| !is_builtin(d));
    Ok(Found {
        solvers: solvers.map(entrant).collect(),
        differs: differs.map(|differ| (differ, 1)).collect(),
        named: programs.named,
        complete: programs.errors.is_empty(),
    })
}

fn entrant(program: &Program) -> Entrant {
    let code = Code::of_program(program);
    Entrant { task: program.id.clone(), name: program.name.clone(), code, score: 0, cost: 0 }
}

/// Reads program files. With a dialect asked for, functions that are good in the other one only
/// are left out without complaint.
fn read_files(args: &CardArgs, output: &mut Output) -> Result<Programs, Failure> {
    let data = args.source.data.as_deref();
    let mut programs = Programs::load(&args.files, data, args.dialect.get())?;
    if args.dialect.get().is_some() && !programs.errors.is_empty() {
        let free = Programs::load(&args.files, data, None)?;
        programs.errors.retain(|error| {
            let same = |other: &lang::ParseError| {
                (&other.file, &other.function) == (&error.file, &error.function)
            };
            error.function.is_none() || free.errors.iter().any(same)
        });
    }
    for error in &programs.errors {
        output.note(&error.to_string());
    }
    Ok(programs)
}

/// The dialect asked for, else that of the programs. Those that nobody named may be of both: then
/// it is the language of batts.
fn dialect(asked: Option<Dialect>, entrants: &[Entrant], named: bool) -> Result<Dialect, Failure> {
    let of = |dialect| move |entrant: &&Entrant| entrant.code.dialect() == dialect;
    let [arc, batt] = Dialect::ALL.map(|dialect| entrants.iter().find(of(dialect)));
    match (asked, arc, batt) {
        (Some(dialect), ..) => Ok(dialect),
        (None, Some(arc), Some(batt)) if named => {
            let message = format!(
                "the programs are of both dialects: `{}` is arc, `{}` is batt",
                arc.name, batt.name
            );
            Err(Failure::usage(message).hint("--dialect arc or --dialect batt takes one of them"))
        }
        (None, Some(_), None) => Ok(Dialect::Arc),
        (None, ..) => Ok(Dialect::Batt),
    }
}
