//! docs/solving.md: what `batt solve` gets right, measured.

use std::fmt::Write;

use exec::data::Task;

use crate::run::{Who, score, strategies};
use crate::tasks;

/// Sets, what they are for, and which of their tasks are run with a large effort: every so manieth.
const SETS: [(&str, &str, usize); 4] = [
    ("arc1-training", "tuned on; no reference program is used", 4),
    ("novel", "tuned on a little: ARC-AGI-2 training without the tasks that ARC-AGI-1 has", 4),
    ("arc1-evaluation", "reported only", 4),
    ("arc2-evaluation", "reported only", 1),
];
/// Processor seconds per task that are asked for. `ARCBATT_SOLVING_MOST` leaves the larger ones out.
const EFFORTS: [f64; 5] = [0.1, 0.3, 1.0, 3.0, 10.0];
/// From here on an effort is large.
const LARGE: f64 = 3.0;
/// The effort of the tables about single strategies.
const EFFORT: f64 = 0.1;

/// Measures everything and writes the page.
pub fn write(file: &str) -> Result<(), String> {
    let most: f64 =
        std::env::var("ARCBATT_SOLVING_MOST").ok().and_then(|v| v.parse().ok()).unwrap_or(10.0);
    let mut page = String::from(HEAD);
    if EFFORTS.iter().any(|&effort| effort > most) {
        let _ = writeln!(page, "\nEfforts above {most} were left out of this run.");
    }
    // What is measured stays, should the rest be left out.
    let keep = |page: &str| std::fs::write(file, page).map_err(|error| format!("{file}: {error}"));
    for (set, what, step) in SETS {
        efforts(&mut page, (set, what, step), &tasks(set)?, most);
        keep(&page)?;
    }
    for set in ["arc1-training", "novel"] {
        alone(&mut page, set, &tasks(set)?);
        keep(&page)?;
    }
    Ok(())
}

const HEAD: &str = "\
# What `batt solve` gets right

Made by `make bench-solve`, two threads. *Effort* is what a task may take, about so many processor seconds; work is counted, so the
answers are the same on every machine and the seconds are this one's, which was not idle otherwise. *First* are outputs that the first attempt gets right, *right*
those that either of two does, *any* those that some candidate gives.
";

fn efforts(page: &mut String, (set, what, step): (&str, &str, usize), all: &[Task], most: f64) {
    let _ = write!(
        page,
        "\n## {set}\n\n{} tasks; {what}.\n\n\
        | effort | tasks | outputs | first | right | any | tasks in full | processor seconds in all |\n\
        |---|---|---|---|---|---|---|---|\n",
        all.len()
    );
    for effort in EFFORTS.into_iter().filter(|&effort| effort <= most) {
        let step = if effort < LARGE { 1 } else { step };
        let tasks: Vec<Task> = all.iter().step_by(step).cloned().collect();
        let s = score(&tasks, effort, &Who::All);
        eprintln!("{set} {effort}: {s}");
        let (r, tasks) = (s.right, tasks.len());
        let _ = writeln!(
            page,
            "| {effort} | {tasks} | {} | {} | {} | {} | {} | {:.0} |",
            r.outputs, r.one, r.two, r.any, s.whole, s.seconds
        );
    }
}

fn alone(page: &mut String, set: &str, tasks: &[Task]) {
    let _ = write!(
        page,
        "\n## Strategies on {set}, effort {EFFORT}\n\n| strategy | right alone | seconds alone | right without it |\n|---|---|---|---|\n"
    );
    let all = score(tasks, EFFORT, &Who::All);
    for strategy in strategies() {
        let name = strategy.name().to_string();
        let alone = score(tasks, EFFORT, &Who::Only(name.clone()));
        let without = score(tasks, EFFORT, &Who::Without(name.clone()));
        eprintln!("{set} {name}: alone {alone}; without {without}");
        let (alone, seconds, without) = (alone.right.two, alone.seconds, without.right.two);
        let _ = writeln!(page, "| {name} | {alone} | {seconds:.0} | {without} |");
    }
    let _ = writeln!(page, "| all | {} | {:.0} | |", all.right.two, all.seconds);
}
