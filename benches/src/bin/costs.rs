//! Whether cost follows work: time per unit of cost, by program, on the inputs of other tasks.
//!
//! Every program runs alone on inputs that it was not written for, with the budget of a search. Programs whose units take far
//! longer than those of the others hold up everything that they are merged with, and those whose units take far less
//! are ended too early; the formulas in the op table are what to change then.

use std::process::ExitCode;
use std::time::Instant;

use exec::data::{Task, sets};
use exec::plan::Plan;
use exec::run::{Inputs, Rules, Worker};
use lang::{Dialect, Program};

const HELP: &str = "\
costs [FILE ...]   nanoseconds per unit of cost by program, on the first inputs of some ARC-AGI-1 training tasks;
                   without files the reference programs, the embedded ones and those in benches/programs. `batt` in a
                   file's name says its dialect.
";

/// Programs of our own in the style of people's solvers; compiled functions were tuned on some of them.
const HANDWRITTEN: [(&str, &str); 2] = [
    ("handwritten.py", include_str!("../../programs/handwritten.py")),
    ("handwritten_batt.py", include_str!("../../programs/handwritten_batt.py")),
];

/// Tasks between two whose first input is taken.
const EVERY: usize = 10;
/// Runs of which the fastest counts.
const TIMES: usize = 3;
/// Programs that are listed at either end.
const LISTED: usize = 12;
/// Work below which a program tells nothing of its units: its fixed part is larger.
const LEAST_COST: u64 = 20_000;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args.iter().any(|arg| arg.starts_with('-')) {
        print!("{HELP}");
        return ExitCode::SUCCESS;
    }
    match measure(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("costs: {message}");
            ExitCode::FAILURE
        }
    }
}

fn measure(files: &[String]) -> Result<(), String> {
    let data = sets::resolve(Some("arc1-training")).map_err(|error| error.to_string())?;
    let tasks: Vec<&Task> = data.tasks.iter().step_by(EVERY).collect();
    for (name, programs) in sets(files)? {
        let mut rows: Vec<Row> = programs.iter().map(|program| row(program, &tasks)).collect();
        rows.sort_by(|a, b| a.per_unit().total_cmp(&b.per_unit()));
        print(&name, &rows);
    }
    Ok(())
}

/// Programs by file.
fn sets(files: &[String]) -> Result<Vec<(String, Vec<Program>)>, String> {
    let dialect = |name: &str| if name.contains("batt") { Dialect::Batt } else { Dialect::Arc };
    let read = |name: &str, bytes: &[u8]| {
        let parsed = lang::parse(bytes, name, Some(dialect(name)));
        match parsed.errors.first() {
            None => Ok((name.to_string(), parsed.programs)),
            Some(error) => Err(error.to_string()),
        }
    };
    if files.is_empty() {
        let sources = sets::rearc_programs().into_iter().chain(sets::embedded_programs());
        let handwritten = HANDWRITTEN.iter().map(|(name, text)| read(name, text.as_bytes()));
        return sources.map(|s| read(&s.name, &s.bytes)).chain(handwritten).collect();
    }
    let load = |file: &String| std::fs::read(file).map_err(|error| format!("{file}: {error}"));
    files.iter().map(|file| read(file, &load(file)?)).collect()
}

/// What a program took on all inputs together.
struct Row {
    id: String,
    nanos: f64,
    cost: u64,
    slowest: f64,
}

impl Row {
    fn per_unit(&self) -> f64 {
        self.nanos / self.cost.max(1) as f64
    }
}

fn row(program: &Program, tasks: &[&Task]) -> Row {
    let (plan, mut worker) = (Plan::new(&program.dag), Worker::default());
    let mut row = Row { id: program.id.clone(), nanos: 0.0, cost: 0, slowest: 0.0 };
    for task in tasks.iter().filter(|task| task.id != program.id) {
        let sample = &task.demo[0];
        let inputs =
            Inputs { demo: &task.demo, input: &sample.input, target: sample.output.as_ref() };
        let mut once = || {
            let began = Instant::now();
            let cost = worker.run(&plan, inputs, Rules::default(), |run| run.outcomes()[0].cost);
            (began.elapsed().as_nanos() as f64, cost)
        };
        let runs: Vec<(f64, u64)> = (0..TIMES).map(|_| once()).collect();
        let nanos = runs.iter().map(|run| run.0).fold(f64::MAX, f64::min);
        (row.nanos, row.cost) = (row.nanos + nanos, row.cost + runs[0].1);
        row.slowest = row.slowest.max(nanos);
    }
    row
}

fn print(name: &str, rows: &[Row]) {
    let dear: Vec<&Row> = rows.iter().filter(|row| row.cost >= LEAST_COST).collect();
    let sum = |of: fn(&Row) -> f64| rows.iter().map(of).sum::<f64>();
    println!(
        "{name}: {} programs, {:.1} ms and {:.1} million units in all",
        rows.len(),
        sum(|row| row.nanos) / 1e6,
        sum(|row| row.cost as f64) / 1e6
    );
    let Some(median) = dear.get(dear.len() / 2).map(|row| row.per_unit()) else { return };
    println!("  {} of them cost something, {median:.2} ns per unit in the median", dear.len());
    let line = |row: &&&Row| {
        println!(
            "  {:>6.2} ns  {:>6.2} x  {:>10} units  slowest {:>8.3} ms  {}",
            row.per_unit(),
            row.per_unit() / median,
            row.cost,
            row.slowest / 1e6,
            row.id
        );
    };
    dear.iter().rev().take(LISTED).for_each(|row| line(&row));
    println!("  …");
    dear.iter().take(LISTED / 2).for_each(|row| line(&row));
}
