//! The programs that a batt is made from.

use evolve::card::{Found, Pool};
use evolve::store::{Access, Store};
use exec::data::Dataset;

use crate::args::card::CardArgs;
use crate::failure::Failure;
use crate::output::Output;
use crate::programs::Programs;
use crate::stores::store_path;

/// Reads the files named, else the store, else the programs at hand, for the tasks of the data
/// named; tells whether everything could be read.
pub fn load(
    args: &CardArgs,
    data: Option<&Dataset>,
    output: &mut Output,
) -> Result<(Pool, bool), Failure> {
    let stored = if args.files.is_empty() { from_store(args)? } else { None };
    let (found, complete) = match stored {
        Some(found) => (found, true),
        None => {
            let mut programs = read_files(args, output)?;
            data.into_iter().for_each(|data| programs.join(data));
            (Found::of_programs(&programs.programs, programs.named), programs.errors.is_empty())
        }
    };
    Ok((Pool::new(found, args.dialect.get())?, complete))
}

/// The programs of the store. Nothing if there is none, or an empty one that nobody named.
fn from_store(args: &CardArgs) -> Result<Option<Found>, Failure> {
    let path = store_path(args.store.as_deref());
    if args.store.is_none() && !path.exists() {
        return Ok(None);
    }
    let found = Found::of_store(&Store::open(&path, Access::Read)?)?;
    let unnamed = args.store.is_none();
    Ok(Some(found).filter(|found| !(unnamed && found.solvers.is_empty())))
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
