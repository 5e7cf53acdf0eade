//! `batt store import`: programs of files, scored and kept.

use std::path::Path;

use evolve::import::{Imported, Imports};
use evolve::store::{Access, Store};
use exec::data::Dataset;
use serde_json::json;

use crate::args::Threads;
use crate::args::store::ImportArgs;
use crate::commands::score::SIMPLIFIED;
use crate::failure::{Exit, Failure, Outcome, Told};
use crate::output::{Output, plural, printable};
use crate::programs::Programs;
use crate::sources::resolve_data;

/// Scores the programs of files and adds them to the store.
pub fn run(path: &Path, args: &ImportArgs, output: &mut Output) -> Outcome {
    let data = resolve_data(args.source.data.as_deref())?;
    let programs = Programs::load(&args.files, args.source.data.as_deref(), args.dialect.get())?;
    programs.note(output);
    let found = Imports::new(&programs.programs, &data);
    if found.is_empty() {
        return Err(nothing(&found, &data));
    }
    let mut store = Store::open(path, Access::Create)?;
    store.settle_tasks(&data.version, &found.tasks(), args.allow_changed_data)?;
    let bar = output.bar("scoring programs", found.solvers.len() as u64);
    let imported = found.add_to(&mut store, &data, Threads(0).get(), || bar.inc(1));
    bar.finish_and_clear();
    report(&imported?, &data, output)?;
    let good = programs.errors.is_empty() && found.without.is_empty();
    Ok(if good { Exit::Ok } else { Exit::Bad })
}

fn nothing(found: &Imports<'_, '_>, data: &Dataset) -> Failure {
    match found.without.first() {
        Some(id) => {
            Failure::usage(format!("no task {} in {}", printable(id), printable(&data.name)))
                .hint("name another data set: --data SET; see batt data ls")
        }
        None => Failure::usage("the files hold no programs")
            .hint("programs are functions named solve_<task>, verify_<task> or differ_<name>"),
    }
}

fn report(imported: &Imported, data: &Dataset, output: &mut Output) -> Told {
    for id in imported.without_task.iter().take(5) {
        output.note(&format!("batt: no task {} in the data", printable(id)));
    }
    if output.json {
        let mut value = json!(imported);
        value["data_version"] = json!(data.version);
        return output.value(&value);
    }
    if imported.programs > 0 || imported.differs == 0 {
        output.line(&format!(
            "{}: {} new, {} known before, {} not good enough; {} others made room",
            plural(imported.programs as u64, "program"),
            imported.added,
            imported.known,
            imported.refused,
            imported.evicted
        ))?;
    }
    if imported.simplified > 0 {
        let programs = plural(imported.simplified as u64, "program");
        output.line(&format!("{programs} simplified: {SIMPLIFIED}"))?;
    }
    if imported.differs > 0 {
        output.line(&plural(imported.differs as u64, "differ"))?;
    }
    output.line(&output.dim(&format!("data {}", printable(&data.version))))
}
