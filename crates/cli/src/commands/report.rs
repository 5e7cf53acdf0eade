//! `batt report`: the dashboard's views in one file, or single pictures.
//!
//! ```text
//! Library ──▶ gather: which views ──▶ pack: JSON, gzip ──▶ page: one HTML file
//!         └─▶ pictures: figures from the same answers ──▶ PNG or SVG
//! ```

mod gather;
mod pack;
mod page;
mod pictures;

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::args::report::{ReportArgs, Subject};
use crate::failure::{Exit, Failure, Outcome, Told};
use crate::files::write_file;
use crate::output::{Output, plural, printable};
use crate::stores::{store_name, store_paths};
use crate::views::{Library, View, ViewError};

use gather::Gathered;

/// Writes the report or the picture.
pub fn run(args: &ReportArgs, output: &mut Output) -> Outcome {
    let stores = store_paths(&args.store);
    let library = Library::open(stores.clone(), args.source.data.clone())?.still();
    match &args.png {
        Some(subject) => picture(args, subject, &library, output),
        None => report(args, &stores, &library, output),
    }
}

/// An answer, as far as there is one.
fn ask(library: &Library, view: &View) -> Result<Value, Failure> {
    let bytes = library.json(view).map_err(as_failure)?;
    let unreadable = |error| Failure { exit: Exit::Internal, ..Failure::usage(format!("{error}")) };
    serde_json::from_slice(&bytes).map_err(unreadable)
}

fn as_failure(error: ViewError) -> Failure {
    let (exit, message, hint) = match error {
        ViewError::Missing(message, hint) => (Exit::Usage, message, Some(hint.terminal)),
        ViewError::Trouble(message, hint) => (Exit::Bad, message, hint),
    };
    Failure { exit, hint, ..Failure::usage(message) }
}

fn report(
    args: &ReportArgs,
    stores: &[PathBuf],
    library: &Library,
    output: &mut Output,
) -> Outcome {
    let gathered = gather::gather(args, stores, library, output)?;
    let page = page::assembled(&title(stores), &gathered.packed);
    let path = args.output.clone().unwrap_or_else(|| "report.html".into());
    let versions = data_versions(library)?;
    write_file(&path, page.as_bytes())?;
    let shown = path.display().to_string();
    let Gathered { views, tasks, programs, damaged, remarks, .. } = gathered;
    let exit = if damaged == 0 { Exit::Ok } else { Exit::Bad };
    if output.json {
        output.value(&json!({
            "file": shown, "bytes": page.len(), "views": views, "tasks": tasks, "programs": programs,
            "damaged": damaged, "data_version": versions,
        }))?;
        return Ok(exit);
    }
    let (tasks, programs) = (plural(tasks as u64, "task"), plural(programs as u64, "program"));
    output.line(&format!(
        "wrote {shown}: {tasks}, {programs}, {views} views in {}",
        kilobytes(page.len())
    ))?;
    for remark in remarks {
        output.line(&output.dim(&remark))?;
    }
    tell_data(versions, output)?;
    Ok(exit)
}

fn tell_data(versions: Option<String>, output: &mut Output) -> Told {
    match versions {
        Some(versions) => output.line(&output.dim(&format!("data {}", printable(&versions)))),
        None => Ok(()),
    }
}

/// The data that the views are of; nothing where the stores have no results.
fn data_versions(library: &Library) -> Result<Option<String>, Failure> {
    let versions = library.data_versions().map_err(as_failure)?;
    let versions: Vec<String> = versions.into_iter().collect();
    Ok((!versions.is_empty()).then(|| versions.join(", ")))
}

/// The names of the stores, without their folders.
fn title(stores: &[PathBuf]) -> String {
    let names: Vec<String> = stores.iter().map(|path| printable(&store_name(path))).collect();
    format!("batt: {}", names.join(", "))
}

fn kilobytes(bytes: usize) -> String {
    format!("{} kB", bytes.div_ceil(1000))
}

fn picture(
    args: &ReportArgs,
    subject: &Subject,
    library: &Library,
    output: &mut Output,
) -> Outcome {
    let figure = pictures::figure(args, subject, library)?;
    let path = args.output.clone().unwrap_or_else(|| "picture.png".into());
    let is_svg = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("svg"));
    let bytes = if is_svg { figure.svg().into_bytes() } else { figure.png() };
    let versions = data_versions(library)?;
    write_file(&path, &bytes)?;
    let (shown, width, height) = (path.display().to_string(), figure.width, figure.height);
    if output.json {
        output.value(&json!({
            "file": shown, "bytes": bytes.len(), "width": width, "height": height,
            "data_version": versions,
        }))?;
        return Ok(Exit::Ok);
    }
    let size = kilobytes(bytes.len());
    output.line(&format!("wrote {shown}: {width} x {height} pixels, {size}"))?;
    tell_data(versions, output)?;
    Ok(Exit::Ok)
}
