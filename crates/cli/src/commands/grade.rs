//! `batt grade`: a submission against the right outputs.

use std::path::Path;

use evolve::grade::{Grade, TaskGrade};
use evolve::submit::{MAX_BYTES, Submission};
use exec::data::Dataset;
use serde_json::{Value, json};

use crate::args::grade::GradeArgs;
use crate::failure::{Exit, Failure, Outcome, Told};
use crate::files::read_file;
use crate::output::{Output, printable};
use crate::sources::resolve_data;

/// Problems of a submission that are told one by one.
const TOLD: usize = 10;

/// Grades a submission.
pub fn run(args: &GradeArgs, output: &mut Output) -> Outcome {
    let submission = read(&args.submission)?;
    let data = resolve_data(args.source.data.as_deref())?;
    check(&args.submission, &submission, &data)?;
    let grade = Grade::new(&submission, &data);
    let Some(score) = grade.score() else {
        let message = format!("{} has no test outputs to grade by", data.version);
        return Err(Failure::usage(message)
            .hint("name data with outputs, or put the *_solutions.json beside the challenges"));
    };
    if output.json {
        output.value(&as_json(&grade, score, &data))?;
    } else {
        show(&grade, score, &data, args.all, output)?;
    }
    Ok(Exit::Ok)
}

fn read(path: &Path) -> Result<Submission, Failure> {
    let bytes = read_file(path, MAX_BYTES)?;
    let unfit = |reason: String| format!("{}: {}", path.display(), printable(&reason));
    Submission::parse(&bytes).map_err(|reason| Failure::usage(unfit(reason)))
}

fn check(path: &Path, submission: &Submission, data: &Dataset) -> Told {
    let problems = submission.problems(data);
    if problems.is_empty() {
        return Ok(());
    }
    let told: Vec<String> = problems.iter().take(TOLD).map(|p| printable(p)).collect();
    let more = match problems.len() - told.len() {
        0 => String::new(),
        n => format!("\n  and {n} more"),
    };
    let (path, told) = (path.display(), told.join("\n  "));
    let message = format!("{path} does not fit {}:\n  {told}{more}", data.version);
    Err(Failure::usage(message).hint("name the data it was made for: --data"))
}

fn as_json(grade: &Grade, score: f64, data: &Dataset) -> Value {
    let task = |task: &TaskGrade| json!({ "task": task.task, "right": task.right });
    json!({
        "score": score,
        "right_outputs": grade.right_outputs(),
        "outputs": grade.outputs(),
        "unknown_outputs": grade.unknown_outputs(),
        "right_tasks": grade.right_tasks(),
        "tasks": grade.graded_tasks(),
        "data_version": data.version,
        "results": grade.tasks.iter().map(task).collect::<Vec<_>>(),
    })
}

fn show(grade: &Grade, score: f64, data: &Dataset, all: bool, output: &mut Output) -> Told {
    if all {
        let row = |task: &TaskGrade| {
            vec![printable(&task.task), format!("{}/{}", task.right_outputs(), task.outputs())]
        };
        let head = vec![output.bold("task"), output.bold("right")];
        let rows: Vec<_> = std::iter::once(head).chain(grade.tasks.iter().map(row)).collect();
        output.table(&rows)?;
        output.line("")?;
    }
    output.line(&format!(
        "score {:.2} %: right on {} of {} test outputs, on all tests of {} of {} tasks",
        100.0 * score,
        grade.right_outputs(),
        grade.outputs(),
        grade.right_tasks(),
        grade.graded_tasks(),
    ))?;
    if grade.unknown_outputs() > 0 {
        let note = format!("{} test outputs are not known", grade.unknown_outputs());
        output.line(&output.dim(&note))?;
    }
    output.line(&output.dim(&format!("data {}", printable(&data.version))))
}
