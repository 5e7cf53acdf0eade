//! All programs merged into one batt, on samples of any tasks: CPython against ours.

use std::fmt::Write;

use exec::data::{Sample, TaskGrid};
use lang::{Dag, Node, NodeId};

use crate::data::{self, Files};
use crate::options::Options;
use crate::ours::Ours;
use crate::python::Python;
use crate::report::{Batt, BattSample};
use crate::timing::median;

/// Runs the programs of some tasks as one batt: ours on all samples, CPython on a few of them.
pub fn measure(
    options: &Options,
    files: &Files,
    ids: &[String],
    python: &mut Python,
    ours: &mut Ours,
) -> Result<Batt, String> {
    let programs = data::parse(&files.source()?)?;
    let chosen = programs.iter().filter(|program| ids.contains(&program.id));
    let dag = data::merge(chosen);
    let tasks = data::tasks(files)?;
    let all: Vec<(&str, &Sample)> =
        tasks.tasks.iter().flat_map(|t| t.samples().map(|s| (t.id.as_str(), s))).collect();
    let every = all.len().div_ceil(options.batt_samples()).max(1);
    let few = || all.iter().enumerate().step_by(every);
    let grids: Vec<Vec<&[i8]>> = few().map(|(_, (_, sample))| rows(&sample.input)).collect();
    let mine = ours.batt(options.batt_passes())?;
    let cap = options.batt_seconds();
    let theirs = python.batt(&source(&dag), &grids, cap)?;
    let sample = |((at, (task, sample)), theirs): ((usize, &(&str, &Sample)), &Option<f64>)| {
        let grid = &sample.input;
        BattSample {
            task: (*task).into(),
            height: grid.height(),
            width: grid.width(),
            python_ms: theirs.unwrap_or(cap) * 1e3,
            capped: theirs.is_none(),
            ours_ms: mine.seconds[at] * 1e3,
        }
    };
    let samples: Vec<BattSample> = few().zip(&theirs).map(sample).collect();
    Ok(Batt {
        programs: dag.roots().len(),
        calls: calls(&dag).count(),
        all_samples: mine.seconds.len(),
        median_ms: median(mine.seconds.clone()) * 1e3,
        slowest_ms: mine.seconds.iter().copied().fold(0.0, f64::max) * 1e3,
        steps: mine.steps,
        steps_shared: mine.steps_shared,
        over_budget: mine.over_budget,
        cap_seconds: cap,
        ratio: median(samples.iter().map(BattSample::ratio).collect()),
        samples,
    })
}

fn rows(grid: &TaskGrid) -> Vec<&[i8]> {
    grid.cells().chunks(grid.width().max(1)).collect()
}

fn calls(dag: &Dag) -> impl Iterator<Item = NodeId> {
    dag.ids().filter(|&id| matches!(dag.node(id), Node::Call(..) | Node::Apply(..)))
}

/// The batt as one Python function. A call that fails leaves its variable without a value, and
/// reading that is an exception too: users of a failed step fail by themselves, and steps that
/// succeed pay nothing for it.
pub fn source(dag: &Dag) -> String {
    let mut out = String::from("def batt(I):\n");
    for id in calls(dag) {
        let (function, args) = match dag.node(id) {
            Node::Call(op, args) => (op.name().to_string(), args),
            Node::Apply(function, args) => (name(dag, function), args),
            _ => continue,
        };
        let args: Vec<String> = args.iter().map(|&arg| name(dag, arg)).collect();
        let (x, args) = (name(dag, id), args.join(", "));
        let _ = writeln!(out, "    try: {x} = {function}({args})\n    except Exception: pass");
    }
    out
}

fn name(dag: &Dag, id: NodeId) -> String {
    match dag.node(id) {
        Node::Input(input) => input.name().into(),
        Node::Const(constant) => constant.info().name.into(),
        Node::Lit(lit) => lit.to_string(),
        Node::Fn(op) => op.name().into(),
        Node::Call(..) | Node::Apply(..) => format!("x{}", id.index()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_source_is_one_line_per_call() {
        let text =
            b"def solve_a(I):\n    x = height(I)\n    return compose(first, rbind(add, x))\n";
        let programs = data::parse(text).unwrap();
        let source = source(&data::merge(&programs));
        let lines: Vec<&str> = source.lines().filter(|line| line.contains(" = ")).collect();
        assert_eq!(lines.len(), 3, "{source}");
        assert!(lines[0].ends_with(" = height(I)"), "{source}");
        assert!(lines[2].contains(" = compose(first, x"), "{source}");
    }
}
