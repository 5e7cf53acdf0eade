//! `batt evaluate`: what completions are worth, a JSON line each.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use evolve::reward::{Settings, judge};
use exec::data::{Dataset, Task};
use serde_json::{Value, json};

use crate::args::evaluate::EvaluateArgs;
use crate::failure::{Exit, Outcome, did_you_mean};
use crate::output::Output;
use crate::sources::resolve_data;

/// Requests that are run together, and the longest line, in bytes.
const TOGETHER: usize = 4096;
const LONGEST: u64 = 16 << 20;

/// A line that was read, or why it was not.
type Line = Result<Vec<u8>, String>;

/// Something to evaluate.
struct Request {
    id: Value,
    task: Arc<Task>,
    completion: String,
}

/// Answers requests until there are none left.
pub fn run(args: &EvaluateArgs, output: &mut Output) -> Outcome {
    let data = resolve_data(args.source.data.as_deref())?;
    let mut settings = Settings::new(args.threads.get());
    settings.dialect = args.dialect.get();
    settings.partial = !args.exact;
    if args.tests {
        settings.samples = |_, _| true;
    }
    let tasks: Vec<Arc<Task>> = data.tasks.iter().cloned().map(Arc::new).collect();
    let mut input = BufReader::with_capacity(1 << 20, io::stdin().lock());
    while let Some(lines) = next_lines(&mut input)? {
        let requests: Vec<Result<Request, Value>> =
            lines.into_iter().map(|line| request(line, &data, &tasks)).collect();
        for answer in answers(&requests, &settings) {
            output.line(&answer.to_string())?;
        }
        output.flush()?;
    }
    Ok(Exit::Ok)
}

/// The next line, and those behind it that are there already; nothing at the end. A line that is too long is an error in its place.
fn next_lines(input: &mut BufReader<impl Read>) -> io::Result<Option<Vec<Line>>> {
    let mut lines = Vec::new();
    while lines.len() < TOGETHER && (lines.is_empty() || input.buffer().contains(&b'\n')) {
        let mut line = Vec::new();
        if input.by_ref().take(LONGEST).read_until(b'\n', &mut line)? == 0 {
            break;
        }
        let cut = line.len() as u64 == LONGEST && line.last() != Some(&b'\n');
        if cut {
            input.skip_until(b'\n')?;
            lines.push(Err(format!("the line has more than {LONGEST} bytes")));
        } else if !line.trim_ascii().is_empty() {
            lines.push(Ok(line));
        }
    }
    Ok((!lines.is_empty()).then_some(lines))
}

/// What a line asks for; else the answer that says why it asks for nothing.
fn request(
    line: Result<Vec<u8>, String>,
    data: &Dataset,
    tasks: &[Arc<Task>],
) -> Result<Request, Value> {
    let read = |line: Vec<u8>| serde_json::from_slice(&line).map_err(|e| format!("no JSON: {e}"));
    let mut json: Value = line.and_then(read).map_err(|why| json!({ "error": why }))?;
    let id = json.get_mut("id").map(Value::take).unwrap_or_default();
    let asked = task(&json["task"], data, tasks).and_then(|task| Ok((task, text(&mut json)?)));
    match asked {
        Ok((task, completion)) => Ok(Request { id, task, completion }),
        Err(why) => Err(json!({ "error": why, "id": id })),
    }
}

fn text(json: &mut Value) -> Result<String, String> {
    match json.get_mut("completion").map(Value::take) {
        Some(Value::String(text)) => Ok(text),
        _ => Err("`completion` is missing: the text to evaluate".into()),
    }
}

fn task(asked: &Value, data: &Dataset, tasks: &[Arc<Task>]) -> Result<Arc<Task>, String> {
    match asked {
        Value::String(id) => {
            let found = tasks.iter().find(|task| task.id == *id);
            found.cloned().ok_or_else(|| unknown(id, data))
        }
        task @ Value::Object(_) => inline(task).map(Arc::new),
        _ => Err("`task` is missing: the id of a task, or a task".into()),
    }
}

fn unknown(id: &str, data: &Dataset) -> String {
    let near = did_you_mean(id, data.tasks.iter().map(|task| task.id.as_str()));
    let near = near.map_or(String::new(), |near| format!("; {near}"));
    format!("no task {id} in {}{near}", data.name)
}

fn inline(task: &Value) -> Result<Task, String> {
    let mut read =
        Dataset::parse("task", task.to_string().as_bytes()).map_err(|error| error.to_string())?;
    match (read.tasks.pop(), read.bad.pop()) {
        (Some(task), None) => Ok(task),
        (_, Some(bad)) => Err(format!("the task cannot be read: {}", bad.reason)),
        (None, None) => Err("the task is empty".into()),
    }
}

fn answers(requests: &[Result<Request, Value>], settings: &Settings) -> Vec<Value> {
    let good: Vec<&Request> = requests.iter().flatten().collect();
    let mut tasks: Vec<&Arc<Task>> = good.iter().map(|request| &request.task).collect();
    tasks.sort_by_key(|task| Arc::as_ptr(task));
    tasks.dedup_by(|a, b| Arc::ptr_eq(a, b));
    let place = |request: &Request| {
        tasks
            .binary_search_by_key(&Arc::as_ptr(&request.task), |task| Arc::as_ptr(task))
            .unwrap_or(0)
    };
    let completions: Vec<(&str, usize)> =
        good.iter().map(|request| (request.completion.as_str(), place(request))).collect();
    let tasks: Vec<&Task> = tasks.iter().map(|task| &***task).collect();
    let mut judged = judge(&completions, &tasks, settings, &AtomicBool::new(false)).into_iter();
    let answer = |request: &Result<Request, Value>| match request {
        Ok(request) => {
            let mut answer = judged.next().map(|judged| judged.json()).unwrap_or_default();
            answer["id"] = request.id.clone();
            answer
        }
        Err(answer) => answer.clone(),
    };
    requests.iter().map(answer).collect()
}
