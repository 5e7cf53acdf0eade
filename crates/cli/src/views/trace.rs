//! A program step by step on one sample.

use std::cell::Cell;

use exec::batch::{Job, run_job};
use exec::data::{Sample, SampleName, Task, TaskGrid};
use exec::lines::{Line, State, lines};
use exec::plan::Plan;
use exec::run::{Rules, Run, is_grid};
use exec::value::Layout;
use lang::{Hash128, Program};
use serde::Serialize;

use super::data::DataSets;
use super::drawn::{Drawn, Pen, Rows, rows, wrong_cells};
use super::head::FaultView;
use super::shelf::Shelf;
use super::{Hint, ViewError, Viewed, find, outputs};

/// Steps that are shown.
const STEPS: usize = 400;

/// The whole view.
#[derive(Debug, Serialize)]
pub struct TraceView {
    /// The program.
    pub hash: String,
    /// The task.
    pub task: String,
    /// The sample, counted from 0 through demo and test samples.
    pub sample: usize,
    /// `demo 1`.
    pub name: String,
    /// The input.
    pub input: Rows,
    /// The expected output, if it is known.
    pub expected: Option<Rows>,
    /// Height and width of what holds both.
    pub frame: [usize; 2],
    /// The steps, in the order of the program's lines.
    pub steps: Vec<Step>,
    /// Steps that are left out.
    pub steps_more: usize,
    /// What the program gave.
    pub result: Ending,
}

/// One line of a program.
#[derive(Debug, Serialize)]
pub struct Step {
    /// `x1`.
    pub name: String,
    /// `x1 = objects(I, T, F, T)`.
    pub text: String,
    /// The op; nothing for a call of a computed function.
    pub op: Option<&'static str>,
    /// What the op computes, in one line.
    pub doc: String,
    /// The variables that it reads.
    pub uses: Vec<String>,
    /// `done`, `failed`, `replaced` or `not run`.
    pub state: &'static str,
    /// Why it failed.
    pub fault: Option<FaultView>,
    /// What it cost; a call that an earlier line made as well costs nothing again.
    pub cost: u64,
    /// What it gave.
    pub value: Option<Drawn>,
}

/// What a program gave.
#[derive(Debug, Serialize)]
pub struct Ending {
    /// The value.
    pub value: Option<Drawn>,
    /// Why there is none.
    pub fault: Option<FaultView>,
    /// Whether that is the expected output; nothing if that is not known.
    pub right: Option<bool>,
    /// Differing cells; nothing if shapes differ.
    pub wrong: Option<usize>,
    /// What all steps cost.
    pub cost: u64,
}

/// Which sample of which task is asked for.
pub struct SampleAsked<'v> {
    /// The task; the one that the program is best on if none is named.
    pub task: Option<&'v str>,
    /// The sample, counted from 0.
    pub sample: usize,
    /// Whether test samples may be seen: their outputs, and what programs give on them.
    pub test: bool,
}

/// Traces a program of the store.
pub fn view(
    shelf: &Shelf,
    data: &DataSets,
    digits: &str,
    place: &SampleAsked<'_>,
) -> Viewed<TraceView> {
    let (row, located) = shelf.read(|store| {
        let row = find::program(store, digits)?;
        let located = outputs::on_task(store, data, &row, place.task)?;
        Ok((row, located))
    })?;
    let program = find::parsed(&row)?;
    let task = located.needed()?;
    let sample = task.samples().nth(place.sample).ok_or_else(|| no_sample(task, place.sample))?;
    if !place.test && place.sample >= task.demo.len() {
        return Err(not_asked_for(task, place.sample));
    }
    let traced = Traced { program: &program, hash: row.hash, task, sample };
    Ok(traced.view(place.sample))
}

/// What a program gives on a test input is as telling as the test output.
fn not_asked_for(task: &Task, sample: usize) -> ViewError {
    let name = task.sample_name(sample);
    let what = format!("what programs give on {name} is shown only if asked for");
    ViewError::Missing(what, Hint::new("ask for it: test=1", "ask for it: --test"))
}

fn no_sample(task: &Task, sample: usize) -> ViewError {
    let what = format!("task {} has no sample {sample}", task.id);
    let all = SampleName::all_of(task);
    ViewError::Missing(what, Hint::both(format!("sample=0 is the first of {all}")))
}

struct Traced<'t> {
    program: &'t Program,
    hash: Hash128,
    task: &'t Task,
    sample: &'t Sample,
}

impl Traced<'_> {
    fn view(&self, index: usize) -> TraceView {
        let expected = self.sample.output.as_ref();
        let (mut steps, result) = self.run(expected);
        let steps_more = steps.len().saturating_sub(STEPS);
        steps.truncate(STEPS);
        TraceView {
            hash: self.hash.to_string(),
            task: self.task.id.clone(),
            sample: index,
            name: self.task.sample_name(index).to_string(),
            input: rows(&self.sample.input),
            expected: expected.map(rows),
            frame: frame(&self.sample.input, expected),
            steps: steps.into_iter().map(Step::new).collect(),
            steps_more,
            result,
        }
    }

    fn run(&self, expected: Option<&TaskGrid>) -> (Vec<Line<Option<Drawn>>>, Ending) {
        let plan = Plan::new(&self.program.dag);
        let inputs = outputs::inputs(self.program, self.task, self.sample);
        let rules = Rules::NAMED;
        run_job(Job { plan: &plan, inputs }, rules, 1, |run| {
            let pen = Pen::new(Layout::of(self.program.dialect));
            // The result first: it is what people look for.
            let ending = self.ending(run, expected, &pen);
            let left = Cell::new(STEPS);
            let lines = lines(self.program, &plan, rules, run, |value| {
                let drawn = left.get() > 0;
                left.set(left.get().saturating_sub(1));
                drawn.then(|| pen.draw(value))
            });
            (lines, ending)
        })
    }

    fn ending(&self, run: &Run<'_, '_>, expected: Option<&TaskGrid>, pen: &Pen) -> Ending {
        let outcome = run.outcomes()[0];
        // A differ compares: its result is no output.
        let expected = expected.filter(|_| !self.program.kind.reads_c());
        Ending {
            value: outcome.result.ok().map(|value| pen.draw(value)),
            fault: outcome.result.err().map(FaultView::from),
            right: expected.map(|grid| outcome.result.is_ok_and(|value| is_grid(value, grid))),
            wrong: expected.and_then(|grid| wrong_cells(outcome.result.ok()?, grid)),
            cost: outcome.cost,
        }
    }
}

/// Height and width of what holds input and expected output.
fn frame(input: &TaskGrid, expected: Option<&TaskGrid>) -> [usize; 2] {
    let side = |of: fn(&TaskGrid) -> usize| of(input).max(expected.map_or(0, of));
    [side(TaskGrid::height), side(TaskGrid::width)]
}

impl Step {
    fn new(line: Line<Option<Drawn>>) -> Step {
        let (state, fault, value) = match line.state {
            State::Done(value) => ("done", None, value),
            State::Replaced(fault, value) => ("replaced", Some(fault), value),
            State::Failed(fault) => ("failed", Some(fault), None),
            State::NotRun => ("not run", None, None),
        };
        Step {
            uses: uses(&line.text),
            name: line.name,
            text: line.text,
            op: line.op.map(|op| op.name()),
            doc: line.op.map_or(String::new(), |op| first_sentence(&op.kernel().doc())),
            state,
            fault: fault.map(FaultView::from),
            cost: line.cost,
            value,
        }
    }
}

fn first_sentence(doc: &str) -> String {
    let words: Vec<&str> = doc.split_whitespace().collect();
    let line = words.join(" ");
    line.find(". ").map_or(line.as_str(), |end| &line[..=end]).to_string()
}

/// The variables after the `=` of a line, each once.
fn uses(text: &str) -> Vec<String> {
    let (_, call) = text.split_once('=').unwrap_or(("", text));
    let is_step = |word: &str| {
        word.strip_prefix('x')
            .is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
    };
    let mut uses: Vec<String> = Vec::new();
    for word in call.split(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
        let is_variable = is_step(word) || matches!(word, "S" | "I" | "C");
        if is_variable && !uses.iter().any(|known| known == word) {
            uses.push(word.to_string());
        }
    }
    uses
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_of_a_line() {
        assert_eq!(uses("x3 = fill(I, x12, x1)"), ["I", "x12", "x1"]);
        assert_eq!(uses("x3 = x2(x1, x2)"), ["x2", "x1"]);
        assert!(uses("x1 = astuple(T, TWO)").is_empty());
        assert_eq!(uses("x1 = extract_x2(S, (1, 2))"), ["S"]);
    }
}
