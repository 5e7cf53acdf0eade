//! `batt submit`: two attempts for every test input, from the programs of the store.

use std::path::PathBuf;

use evolve::store::{Access, Store};
use evolve::submit::{Answerers, Answers};
use exec::data::Dataset;
use serde_json::json;

use crate::args::submit::SubmitArgs;
use crate::commands::run::{check_wanted, wanted_tasks};
use crate::failure::{Exit, Outcome, Told};
use crate::files::write_file;
use crate::output::{Output, printable};
use crate::sources::resolve_data;
use crate::stores::store_path;

/// Writes a submission.
pub fn run(args: &SubmitArgs, output: &mut Output) -> Outcome {
    let mut data = resolve_data(args.source.data.as_deref())?;
    if let Some(ids) = wanted_tasks(args.tasks.as_deref())? {
        check_wanted(ids.iter(), &data)?;
        data.tasks.retain(|task| ids.contains(&task.id));
        data.bad.retain(|bad| ids.contains(&bad.id));
    }
    let store = Store::open(&store_path(args.store.as_deref()), Access::Read)?;
    note_changed(&store, &data, output)?;
    let answerers = Answerers::of_store(&store, &data, args.others)?;
    let tests: usize = data.tasks.iter().map(|task| task.test.len()).sum();
    let bar = output.bar("running test inputs", tests as u64);
    let answers = answerers.answer(&data, args.threads.get(), || bar.inc(1));
    bar.finish_and_clear();
    write_file(&args.output, answers.submission.to_json().as_bytes())?;
    report(args, &data, &answers, output)?;
    Ok(if data.bad.is_empty() { Exit::Ok } else { Exit::Bad })
}

/// Programs may still be good for a task that changed, but people should know.
fn note_changed(store: &Store, data: &Dataset, output: &mut Output) -> Told {
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

fn report(args: &SubmitArgs, data: &Dataset, answers: &Answers, output: &mut Output) -> Told {
    let Answers { attempts: all, with_programs, .. } = answers;
    let inputs: usize = all.iter().map(Vec::len).sum();
    let from_programs: usize = all.iter().flatten().map(|attempts| attempts.from_programs).sum();
    let path: PathBuf = args.output.clone();
    for bad in &data.bad {
        let (id, reason) = (printable(&bad.id), printable(&bad.reason));
        let what = if bad.tests.is_empty() { "is missing" } else { "has guesses alone" };
        output.note(&format!("task {id} cannot be read and {what}: {reason}"));
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
