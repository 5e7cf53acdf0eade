//! `batt data export`: tasks in other forms.

use evolve::forms::{Exported, Form, Wish, export};
use exec::data::Dataset;
use serde_json::json;

use crate::args::data::ExportArgs;
use crate::commands::run::{check_wanted, wanted_tasks};
use crate::failure::{Exit, Failure, Outcome, Told};
use crate::output::{Output, plural, printable, shown};
use crate::programs::Programs;
use crate::sources::resolve_data;
use crate::stop::stop_flag;

/// Writes the tasks asked for.
pub fn run(args: &ExportArgs, output: &mut Output) -> Outcome {
    let data = wanted(args)?;
    let programs = programs(args, &data)?;
    for error in &programs.errors {
        output.note(&format!("left out: {}", printable(&error.to_string())));
    }
    let wish = Wish {
        form: args.form,
        augment: args.augment,
        seed: args.seed,
        programs: &programs.programs,
        threads: args.threads.get(),
    };
    let stop = stop_flag()?;
    let Some(done) = export(&data, &args.output, &wish, &stop)? else {
        return Err(Failure::bad("stopped: nothing was written"));
    };
    report(args, &data, &done, output)?;
    let whole = data.bad.is_empty() && programs.errors.is_empty();
    Ok(if whole { Exit::Ok } else { Exit::Bad })
}

fn wanted(args: &ExportArgs) -> Result<Dataset, Failure> {
    let mut data = resolve_data(Some(&args.data))?;
    if let Some(ids) = wanted_tasks(args.tasks.as_deref())? {
        check_wanted(ids.iter(), &data)?;
        data.tasks.retain(|task| ids.contains(&task.id));
        data.bad.retain(|bad| ids.contains(&bad.id));
    }
    match data.tasks.is_empty() {
        true => Err(Failure::usage(nothing(&data))),
        false => Ok(data),
    }
}

fn nothing(data: &Dataset) -> String {
    let first = data.bad.first();
    let first =
        first.map(|bad| format!(", first {}: {}", printable(&bad.id), printable(&bad.reason)));
    format!("none of the tasks can be read{}", first.unwrap_or_default())
}

/// Those that are named; messages are of little use without any, so they take what is at hand.
fn programs(args: &ExportArgs, data: &Dataset) -> Result<Programs, Failure> {
    let mut programs = match args.programs.is_empty() && args.form != Form::Messages {
        true => Programs::default(),
        false => Programs::load(&args.programs, Some(&args.data), args.dialect.get())?,
    };
    programs.join(data);
    Ok(programs)
}

fn report(args: &ExportArgs, data: &Dataset, done: &Exported, output: &mut Output) -> Told {
    for bad in &data.bad {
        let (id, reason) = (printable(&bad.id), printable(&bad.reason));
        output.note(&format!("task {id} cannot be read and is left out: {reason}"));
    }
    let files: Vec<String> = done.written.files.iter().map(|file| shown(file)).collect();
    if output.json {
        return output.value(&json!({ "form": args.form.name(), "files": files,
            "tasks": done.tasks, "copies": done.copies(), "samples": done.written.samples,
            "with_programs": done.with_programs, "unreadable_tasks": data.bad.len(),
            "seed": args.seed, "data_version": data.version }));
    }
    files.iter().try_for_each(|file| output.line(file))?;
    let mut told = plural(done.tasks as u64, "task");
    if args.augment > 0 {
        told += &format!(", {} changed copies of them", done.copies());
    }
    told += &format!(", {}", plural(done.written.samples as u64, "sample"));
    if matches!(args.form, Form::Messages) || !args.programs.is_empty() {
        told += &format!("; {} with a program", plural(done.with_programs as u64, "task"));
    }
    output.line(&told)?;
    output.line(&output.dim(&format!("data {}", printable(&data.version))))
}
