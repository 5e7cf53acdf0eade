//! What strategies get right, for work on them: `measure SET [--half 0|1] [--units N] [--only a+b] [--tasks] [--check]`.
//!
//! Sets: those of `batt data ls`, and `novel`: ARC-AGI-2 training without the tasks that share an input with
//! ARC-AGI-1. Single tasks of evaluation sets are never shown. `--check` runs every candidate's program and says where
//! that differs from what the strategy said.

use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use exec::data::{Dataset, Task, known};
use solve::check::{self, Mismatch};
use solve::{Budget, Candidates, Picture, Problem, Strategy};

struct Row {
    id: String,
    /// Per strategy: (right with one attempt, right with two, units, seconds, outputs that any candidate gets right).
    each: Vec<(usize, usize, u64, f64, usize)>,
    merged: (usize, usize),
    any: usize,
    /// Of candidates, with `--check`: strategy and what is wrong with the program, if anything is.
    checked: Vec<(&'static str, Option<Mismatch>)>,
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str| args.iter().position(|a| a == name).map(|at| args[at + 1].clone());
    let set = args[0].as_str();
    let units: u64 = value("--units").map_or(100_000_000, |v| v.parse().unwrap());
    let half: Option<usize> = value("--half").map(|v| v.parse().unwrap());
    let only = value("--only");
    let one = value("--task");
    let check = args.iter().any(|a| a == "--check");
    let tasks: Vec<Task> = load(set)
        .into_iter()
        .enumerate()
        .filter(|(i, task)| {
            half.is_none_or(|half| i % 2 == half) && one.as_ref().is_none_or(|id| *id == task.id)
        })
        .map(|(_, task)| task)
        .collect();
    let strategies: Vec<&dyn Strategy> = solve::STRATEGIES
        .iter()
        .copied()
        .filter(|s| only.as_ref().is_none_or(|only| only.split('+').any(|name| name == s.name())))
        .collect();
    let (next, rows) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let cpu = cpu_seconds();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let row = measure(task, &strategies, units, check);
                    rows.lock().unwrap().push(row);
                }
            });
        }
    });
    let cpu = cpu_seconds() - cpu;
    let mut rows = rows.into_inner().unwrap();
    rows.sort_by(|a, b| a.id.cmp(&b.id));
    if args.iter().any(|a| a == "--tasks") && !set.contains("evaluation") {
        for row in &rows {
            let each: Vec<String> = row.each.iter().map(|e| format!("{}/{}/{} {:.2}s", e.0, e.1, e.4, e.3)).collect();
            println!("{} {}  merged {}", row.id, each.join("  "), row.merged.1);
        }
    }
    let outputs: usize = tasks.iter().map(|task| task.test.len()).sum();
    println!("{set}: {} tasks, {outputs} outputs, {cpu:.1} processor seconds", tasks.len());
    for (i, s) in strategies.iter().enumerate() {
        let sum = |f: &dyn Fn(&(usize, usize, u64, f64, usize)) -> f64| rows.iter().map(|r| f(&r.each[i])).sum::<f64>();
        println!(
            "{:16} one {:4} two {:4} any {:4}  {:8.1} M units {:7.1} s",
            s.name(), sum(&|e| e.0 as f64), sum(&|e| e.1 as f64), sum(&|e| e.4 as f64),
            sum(&|e| e.2 as f64) / 1e6, sum(&|e| e.3)
        );
    }
    let sum = |f: &dyn Fn(&Row) -> usize| rows.iter().map(f).sum::<usize>();
    println!("merged           one {:4} two {:4} any {:4}", sum(&|r| r.merged.0), sum(&|r| r.merged.1), sum(&|r| r.any));
    if check {
        report_checks(&rows, &strategies, !set.contains("evaluation"));
    }
}

/// Differences between programs and candidates that are listed.
const LISTED: usize = 40;

fn report_checks(rows: &[Row], strategies: &[&dyn Strategy], list: bool) {
    for strategy in strategies {
        let all: Vec<&Option<Mismatch>> =
            rows.iter().flat_map(|r| &r.checked).filter(|c| c.0 == strategy.name()).map(|c| &c.1).collect();
        let count = |is: fn(&Mismatch) -> bool| all.iter().filter(|m| m.as_ref().is_some_and(is)).count();
        println!(
            "{:16} {:5} candidates, without program {}, not read {}, other outputs {}, other fits {}",
            strategy.name(), all.len(),
            count(|m| matches!(m, Mismatch::Missing)), count(|m| matches!(m, Mismatch::Unread(_))),
            count(|m| matches!(m, Mismatch::Test(..))), count(|m| matches!(m, Mismatch::Demo(..))),
        );
    }
    let wrong = rows.iter().flat_map(|r| r.checked.iter().map(move |(s, m)| (r, s, m)));
    for (row, strategy, mismatch) in wrong.filter(|(_, _, m)| list && m.is_some()).take(LISTED) {
        println!("{} {strategy}: {}", row.id, mismatch.as_ref().map_or(String::new(), Mismatch::to_string));
    }
}

fn measure(task: &Task, strategies: &[&dyn Strategy], units: u64, check: bool) -> Row {
    let problem = Problem::of(task);
    let truth: Vec<Option<Picture>> = task.test.iter().map(|s| s.output.as_ref().map(Picture::from)).collect();
    let (mut each, mut all) = (Vec::new(), Candidates::default());
    for strategy in strategies {
        let (mut found, mut budget, start) = (Candidates::default(), Budget::new(units), Instant::now());
        let _ = strategy.run(&problem, &mut budget, &mut found);
        let seconds = start.elapsed().as_secs_f64();
        let (one, two) = right(&problem, &found, &truth);
        let any = (0..truth.len())
            .filter(|&t| truth[t].is_some() && found.all.iter().any(|c| c.outputs[t] == truth[t]))
            .count();
        each.push((one, two, budget.spent(), seconds, any));
        all.all.extend(found.all);
    }
    if std::env::var_os("PROGRAMS").is_some() {
        for candidate in &all.all {
            let hits = (0..truth.len()).filter(|&t| truth[t].is_some() && candidate.outputs[t] == truth[t]).count();
            let (id, mark) = (&task.id, if hits == truth.len() { "RIGHT" } else { "wrong" });
            let (share, cost) = (candidate.share(), candidate.cost);
            println!("{mark} {id} {} {share:.2} {cost:.1} {}", candidate.strategy, candidate.program.join("; "));
        }
    }
    let any = (0..truth.len())
        .filter(|&t| truth[t].is_some() && all.all.iter().any(|c| c.outputs[t] == truth[t]))
        .count();
    let check_all = || all.all.iter().map(|c| (c.strategy, check::check(c, task).err())).collect();
    let checked = if check { check_all() } else { Vec::new() };
    Row { id: task.id.clone(), each, merged: right(&problem, &all, &truth), any, checked }
}

fn right(problem: &Problem, found: &Candidates, truth: &[Option<Picture>]) -> (usize, usize) {
    let attempts = solve::choose::attempts(problem, found);
    let hit = |n: usize| {
        (0..truth.len())
            .filter(|&t| truth[t].is_some() && attempts[t].iter().take(n).any(|a| Some(a) == truth[t].as_ref()))
            .count()
    };
    (hit(1), hit(2))
}

fn load(set: &str) -> Vec<Task> {
    let get = |name: &str| known::resolve(Some(name)).expect("batt data get brings the sets");
    if set != "novel" {
        return get(set).tasks;
    }
    let inputs = |sets: &[Dataset]| -> HashSet<Picture> {
        sets.iter().flat_map(|s| &s.tasks).flat_map(Task::samples).map(|s| (&s.input).into()).collect()
    };
    let old = inputs(&[get("arc1-training"), get("arc1-evaluation"), get("arc2-evaluation")]);
    let is_new = |task: &Task| !task.samples().any(|s| old.contains(&Picture::from(&s.input)));
    get("arc2-training").tasks.into_iter().filter(is_new).collect()
}

fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(") ").next().unwrap_or("").split(' ').collect();
    let ticks = |i: usize| fields.get(i).and_then(|f| f.parse::<f64>().ok()).unwrap_or(0.0);
    (ticks(11) + ticks(12)) / 100.0
}
