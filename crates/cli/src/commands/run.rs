//! `batt run`: programs on the samples of the tasks in their names.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use exec::batch::{Batch, Job, run_jobs};
use exec::data::{Dataset, Task};
use exec::plan::{Action, Plan};
use exec::run::{Inputs, Rules, is_grid};
use exec::stats::Stats;
use exec::value::Fault;
use lang::{Dag, Dialect, NodeId, Program};
use serde_json::{Value, json};

use crate::args::RunArgs;
use crate::failure::{Exit, Failure, Outcome};
use crate::output::{Output, printable};
use crate::programs::Programs;
use crate::sources::resolve_data;

/// Above this many programs only the failing ones are listed.
const LIST_AT_MOST: usize = 60;

/// The programs of one task and dialect, merged.
struct Group<'d> {
    task: &'d Task,
    programs: Vec<String>,
    dag: Dag,
    plan: Plan,
}

/// What one program gave on one sample.
struct Answer {
    fault: Option<Fault>,
    /// The failing step: its number in the printed program and its op.
    failed_at: Option<(usize, &'static str)>,
    /// Nothing when the right output is not known.
    right: Option<bool>,
    cost: u64,
}

/// What one program gave on all samples of its task.
struct Row {
    task: String,
    program: String,
    dialect: Dialect,
    right: usize,
    wrong: Vec<String>,
    unknown: usize,
    faults: Vec<(String, String)>,
    cost: u64,
}

/// A task or program that has no good result.
struct Failed {
    task: String,
    reason: String,
}

/// Everything there is to report.
struct Report {
    rows: Vec<Row>,
    failed: Vec<Failed>,
    skipped: usize,
    tasks: usize,
    samples: usize,
    solved_tasks: usize,
    solved_samples: usize,
    parse_seconds: f64,
    exec_seconds: f64,
    stats: Stats,
    data_version: String,
    threads: usize,
}

/// Runs programs and reports what they solve.
pub fn run(args: &RunArgs, output: &mut Output) -> Outcome {
    let programs = Programs::load(&args.files, args.source.data.as_deref(), args.dialect.get())?;
    let data = data_for(args, &programs)?;
    let mut failed = parse_failures(&programs);
    for error in &programs.errors {
        output.note(&error.to_string());
    }
    let wanted = wanted_tasks(args.tasks.as_deref())?;
    let (groups, skipped) = group(&programs, &data, wanted.as_ref(), &mut failed)?;
    let report = execute(args, &programs, &data, &groups, failed, skipped, output);
    let exit = if report.failed.is_empty() { Exit::Ok } else { Exit::Bad };
    if output.json {
        output.value(&as_json(&report))?;
    } else {
        show(&report, args.all, output)?;
    }
    Ok(exit)
}

/// The data asked for; without a wish, what fits the programs.
fn data_for(args: &RunArgs, programs: &Programs) -> Result<Dataset, Failure> {
    let data = resolve_data(args.source.data.as_deref())?;
    let ids: BTreeSet<&str> = programs.programs.iter().map(|p| p.id.as_str()).collect();
    let none_fits = ids.iter().all(|id| data.get(id).is_none());
    if args.source.data.is_none() && none_fits {
        let embedded = crate::sources::embedded()?;
        if ids.iter().any(|id| embedded.get(id).is_some()) {
            return Ok(embedded);
        }
    }
    Ok(data)
}

fn parse_failures(programs: &Programs) -> Vec<Failed> {
    let failed = |error: &lang::ParseError| {
        let name = error.function.as_deref().unwrap_or("");
        let id = lang::ProgramKind::of_name(name).map_or(name, |(_, id)| id);
        let place = format!("{}:{}:{}", error.file, error.line, error.column);
        Failed { task: id.to_string(), reason: format!("{place}: {}", error.message) }
    };
    programs.errors.iter().map(failed).collect()
}

/// Ids from `--tasks`: separated by commas, or a file with ids separated by commas or spaces.
pub fn wanted_tasks(list: Option<&str>) -> Result<Option<BTreeSet<String>>, Failure> {
    let Some(list) = list else { return Ok(None) };
    let text = if Path::new(list).is_file() {
        fs::read_to_string(list).map_err(|e| Failure::usage(format!("{list}: {e}")))?
    } else {
        list.to_string()
    };
    let words = text.split(|c: char| c == ',' || c.is_whitespace()).filter(|w| !w.is_empty());
    let ids: BTreeSet<String> = words.map(str::to_string).collect();
    if ids.is_empty() {
        return Err(Failure::usage("--tasks names no task").hint("give ids: --tasks 007bbfb7,0520fde7"));
    }
    Ok(Some(ids))
}

/// Merges the programs of each task; programs without a task are failures if their file was
/// named, and skipped otherwise.
fn group<'d>(
    programs: &Programs,
    data: &'d Dataset,
    wanted: Option<&BTreeSet<String>>,
    failed: &mut Vec<Failed>,
) -> Result<(Vec<Group<'d>>, usize), Failure> {
    let is_wanted = |id: &str| wanted.is_none_or(|w| w.contains(id));
    let (mut by_task, mut skipped) = (BTreeMap::<_, Vec<&Program>>::new(), 0);
    for program in programs.programs.iter().filter(|p| is_wanted(&p.id) || p.kind.reads_c()) {
        if program.kind.reads_c() {
            skipped += 1;
        } else if data.get(&program.id).is_some() {
            by_task.entry((program.id.as_str(), program.dialect)).or_default().push(program);
        } else if programs.named || wanted.is_some() {
            failed.push(no_task(&program.id, data));
        } else {
            skipped += 1;
        }
    }
    if let Some(wanted) = wanted {
        let known = |id: &String| programs.programs.iter().any(|p| p.id == *id);
        failed.extend(wanted.iter().filter(|id| !known(id)).map(|id| no_program(id, data)));
    }
    if by_task.is_empty() && failed.is_empty() {
        let message = format!("none of the programs has a task in {}", data.version);
        return Err(Failure::usage(message).hint("choose other data with --data: batt data ls"));
    }
    let groups = by_task.into_iter().filter_map(|((id, dialect), programs)| {
        Some(merged(data.get(id)?, dialect, &programs))
    });
    Ok((groups.collect(), skipped))
}

fn no_task(id: &str, data: &Dataset) -> Failed {
    let reason = match data.bad.iter().find(|bad| bad.id == id) {
        Some(bad) => format!("the task cannot be read: {}", bad.reason),
        None => format!("no task of this name in {}", data.version),
    };
    Failed { task: id.to_string(), reason }
}

fn no_program(id: &str, data: &Dataset) -> Failed {
    if data.get(id).is_none() {
        return no_task(id, data);
    }
    Failed { task: id.to_string(), reason: "no program for this task".into() }
}

fn merged<'d>(task: &'d Task, dialect: Dialect, programs: &[&Program]) -> Group<'d> {
    let mut dag = Dag::new(dialect);
    programs.iter().for_each(|p| drop(dag.merge(&p.dag)));
    let plan = Plan::new(&dag);
    Group { task, programs: programs.iter().map(|p| p.name.clone()).collect(), dag, plan }
}

fn execute(
    args: &RunArgs,
    programs: &Programs,
    data: &Dataset,
    groups: &[Group<'_>],
    failed: Vec<Failed>,
    skipped: usize,
    output: &Output,
) -> Report {
    let jobs: Vec<Job<'_>> = groups.iter().flat_map(jobs_of).collect();
    let owners: Vec<usize> =
        groups.iter().enumerate().flat_map(|(g, group)| group.task.samples().map(move |_| g)).collect();
    let rules = Rules { policy: args.policy.get(), ..Rules::default() };
    let threads = args.threads.get();
    let progress = output.spinner(&format!("running {} samples", jobs.len()));
    let mut best: Option<Batch<Vec<Answer>>> = None;
    for _ in 0..args.repeat.max(1) {
        let stop = AtomicBool::new(false);
        let batch = run_jobs(&jobs, rules, threads, &stop, |i, run| {
            answers(&groups[owners[i]], run, jobs[i].inputs.target)
        });
        if best.as_ref().is_none_or(|b| batch.seconds < b.seconds) {
            best = Some(batch);
        }
    }
    progress.finish_and_clear();
    let batch = best.expect("at least one repetition ran");
    let mut report = Report {
        rows: Vec::new(),
        failed,
        skipped,
        tasks: 0,
        samples: 0,
        solved_tasks: 0,
        solved_samples: 0,
        parse_seconds: programs.seconds,
        exec_seconds: batch.seconds,
        stats: batch.stats,
        data_version: data.version.clone(),
        threads,
    };
    let mut results = batch.results.into_iter().flatten();
    let mut solved = BTreeMap::new();
    for group in groups {
        let answers: Vec<Vec<Answer>> = results.by_ref().take(group.task.samples().count()).collect();
        report.add(group, &answers, &mut solved);
    }
    report.tasks = solved.len();
    report.samples = solved.values().map(Vec::len).sum();
    report.solved_samples = solved.values().flatten().filter(|s| **s).count();
    report
}

fn jobs_of<'g>(group: &'g Group<'_>) -> impl Iterator<Item = Job<'g>> {
    group.task.samples().map(|sample| Job {
        plan: &group.plan,
        inputs: Inputs {
            demo: &group.task.demo,
            input: &sample.input,
            // Solvers cannot read the target: it is here to be compared with.
            target: sample.output.as_ref(),
        },
    })
}

fn answers(
    group: &Group<'_>,
    run: &exec::run::Run<'_, '_>,
    target: Option<&exec::data::TaskGrid>,
) -> Vec<Answer> {
    let answer = |(i, outcome): (usize, &exec::run::Outcome<'_>)| Answer {
        fault: outcome.result.err(),
        failed_at: outcome.failed_at.and_then(|slot| failed_step(group, i, slot)),
        right: target.map(|target| outcome.result.is_ok_and(|v| is_grid(v, target))),
        cost: outcome.cost,
    };
    run.outcomes().iter().enumerate().map(answer).collect()
}

/// Number and op of a failing step, as the printed program shows them.
fn failed_step(
    group: &Group<'_>,
    program: usize,
    slot: exec::plan::Slot,
) -> Option<(usize, &'static str)> {
    let step = group.plan.step(slot)?;
    let is_it = |id: &NodeId| group.plan.slot_of(*id) == Some(slot);
    let steps = group.dag.steps(group.dag.roots()[program]);
    let number = steps.iter().filter(|id| group.dag.node(**id).is_call()).position(is_it)?;
    let op = match step.action {
        Action::Call(op) => op.name(),
        Action::Apply => "a function value",
    };
    Some((number + 1, op))
}

impl Report {
    /// Adds one task's programs; `solved` holds by task which samples some program solves.
    fn add(
        &mut self,
        group: &Group<'_>,
        answers: &[Vec<Answer>],
        solved: &mut BTreeMap<String, Vec<bool>>,
    ) {
        let id = &group.task.id;
        let samples = solved.entry(id.clone()).or_insert_with(|| vec![false; answers.len()]);
        let mut task_solved = false;
        for (p, name) in group.programs.iter().enumerate() {
            let row = row(group, name, answers.iter().map(|a| &a[p]));
            for (sample, answer) in samples.iter_mut().zip(answers) {
                *sample |= answer[p].right == Some(true);
            }
            task_solved |= row.right > 0 && row.wrong.is_empty() && row.faults.is_empty();
            if let Some(reason) = row.reason() {
                let reason = format!("{name}: {reason}");
                self.failed.push(Failed { task: id.clone(), reason });
            }
            self.rows.push(row);
        }
        self.solved_tasks += task_solved as usize;
    }
}

fn row<'r>(group: &Group<'_>, name: &str, answers: impl Iterator<Item = &'r Answer>) -> Row {
    let mut row = Row {
        task: group.task.id.clone(),
        program: name.to_string(),
        dialect: group.plan.dialect,
        right: 0,
        wrong: Vec::new(),
        unknown: 0,
        faults: Vec::new(),
        cost: 0,
    };
    for (i, answer) in answers.enumerate() {
        let place = sample_name(group.task, i);
        row.cost += answer.cost;
        match (answer.fault, answer.right) {
            (Some(fault), _) => row.faults.push((place, explain(fault, answer.failed_at))),
            (None, Some(true)) => row.right += 1,
            (None, Some(false)) => row.wrong.push(place),
            (None, None) => row.unknown += 1,
        }
    }
    row
}

/// `train[0]` or `test[1]`, as the data files call them.
pub fn sample_name(task: &Task, index: usize) -> String {
    match index.checked_sub(task.demo.len()) {
        None => format!("train[{index}]"),
        Some(test) => format!("test[{test}]"),
    }
}

fn explain(fault: Fault, step: Option<(usize, &str)>) -> String {
    let place = step.map_or(String::new(), |(n, op)| format!(" in step x{n} ({op})"));
    format!("{fault}{place}: {}", fault.explain())
}

impl Row {
    /// Why it is no good result, if it is none.
    fn reason(&self) -> Option<String> {
        let mut parts = Vec::new();
        if let Some((place, what)) = self.faults.first() {
            let more = self.faults.len() - 1;
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            parts.push(format!("{what}, on {place}{more}"));
        }
        if !self.wrong.is_empty() {
            parts.push(format!("wrong output on {}", self.wrong.join(", ")));
        }
        (!parts.is_empty()).then(|| parts.join("; "))
    }
}

fn as_json(report: &Report) -> Value {
    let failed = |f: &Failed| json!({ "task": f.task, "reason": f.reason });
    let result = |r: &Row| {
        json!({
            "task": r.task, "program": r.program, "dialect": r.dialect.name(),
            "solved_samples": r.right, "unknown_samples": r.unknown,
            "samples": r.right + r.wrong.len() + r.faults.len() + r.unknown,
            "cost": r.cost, "reason": r.reason(),
        })
    };
    let ops = lang::Op::all().map(|op| (op, report.stats.ops[op.index()]));
    let op = |(op, s): (lang::Op, exec::stats::OpStats)| {
        let name = format!("{}.{}", op.dialect(), op.name());
        (name, json!({ "calls": s.calls, "steps": s.steps, "seconds": s.nanos / 1e9 }))
    };
    let failures = Fault::ALL.iter().zip(report.stats.failures);
    json!({
        "programs": report.rows.len(),
        "tasks": report.tasks,
        "samples": report.samples,
        "solved_tasks": report.solved_tasks,
        "solved_samples": report.solved_samples,
        "failed": report.failed.iter().map(failed).collect::<Vec<_>>(),
        "parse_seconds": report.parse_seconds,
        "exec_seconds": report.exec_seconds,
        "steps": report.stats.steps,
        "steps_shared": report.stats.steps_shared,
        "data_version": report.data_version,
        "backend": "cpu",
        "threads": report.threads,
        "skipped": report.skipped,
        "results": report.rows.iter().map(result).collect::<Vec<_>>(),
        "stats": {
            "calls": report.stats.calls(),
            "failures": failures.map(|(f, n)| (f.name(), n)).collect::<BTreeMap<_, _>>(),
            "peak_value_bytes": report.stats.peak_bytes,
            "ops": ops.filter(|(_, s)| s.calls > 0).map(op).collect::<serde_json::Map<_, _>>(),
        },
    })
}

fn show(report: &Report, all: bool, output: &mut Output) -> Result<(), Failure> {
    let listed = all || report.rows.len() <= LIST_AT_MOST;
    if listed && !report.rows.is_empty() {
        output.table(&table(report, output))?;
        output.line("")?;
    }
    if !report.failed.is_empty() {
        output.line(&output.bold("Failed"))?;
        for failed in &report.failed {
            output.line(&format!("  {}  {}", printable(&failed.task), printable(&failed.reason)))?;
        }
        output.line("")?;
    }
    totals(report, output)
}

fn table(report: &Report, output: &Output) -> Vec<Vec<String>> {
    let head = ["task", "program", "dialect", "solved", "cost"];
    let mut rows = vec![head.iter().map(|h| output.bold(h)).collect::<Vec<_>>()];
    for row in &report.rows {
        let samples = row.right + row.wrong.len() + row.faults.len() + row.unknown;
        let solved = format!("{}/{samples}", row.right);
        let cells = [&row.task, &row.program, row.dialect.name(), &solved, &row.cost.to_string()];
        rows.push(cells.iter().map(|c| c.to_string()).collect());
    }
    rows
}

fn totals(report: &Report, output: &mut Output) -> Result<(), Failure> {
    let Report { tasks, samples, solved_tasks, solved_samples, threads, .. } = report;
    let calls = report.stats.calls();
    let rate = calls as f64 / report.exec_seconds.max(1e-9) / 1e6;
    let seconds = report.exec_seconds;
    output.line(&format!(
        "solved {solved_tasks} of {tasks} tasks, {solved_samples} of {samples} samples, \
         with {} programs",
        report.rows.len(),
    ))?;
    output.line(&format!(
        "ran {} steps ({} shared), {calls} op calls in {:.1} ms on {threads} thread{}: \
         {rate:.1} million op calls per second; parsing took {:.1} ms",
        report.stats.steps,
        report.stats.steps_shared,
        seconds * 1e3,
        if *threads == 1 { "" } else { "s" },
        report.parse_seconds * 1e3,
    ))?;
    if report.skipped > 0 {
        let note = format!("skipped {} programs: differs, or no task in the data", report.skipped);
        output.line(&output.dim(&note))?;
    }
    output.line(&output.dim(&format!("data {}, backend cpu", report.data_version)))
}
