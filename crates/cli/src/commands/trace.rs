//! `batt trace`: a program step by step, every value drawn.

mod find;
mod print;
mod work;

use exec::batch::{Job, run_job};
use exec::data::{Sample, SampleName, Task, TaskGrid};
use exec::lines::{Line, State, lines};
use exec::plan::Plan;
use exec::run::{Budget, Inputs, Outcome as Ended, Rules, Run, is_grid};
use exec::value::{Fault, Layout, Value, View, text};
use lang::Program;
use serde_json::Value as Json;

use crate::args::TraceArgs;
use crate::failure::{Exit, Failure, Outcome};
use crate::output::Output;
use crate::render::{Canvas, Drawn, Picture, Values};

pub use find::of_kept;
pub use work::at_work;

/// Rows of a picture in a trace.
const ROWS: usize = 40;
/// Columns before values.
const INDENT: usize = 4;
/// Larger values are cut short in JSON, and so are deeper ones, which JSON readers refuse.
const JSON_SIZE: u64 = 4096;
const JSON_DEPTH: u32 = 30;

/// A value made ready for people and machines.
struct Shown {
    kind: &'static str,
    drawn: Drawn,
    json: Json,
}

/// The program's result and how it compares with what was expected.
struct Ending {
    result: Result<Shown, Fault>,
    /// The output as a picture, if it is a grid.
    picture: Option<Picture>,
    /// Nothing when the right output is not known.
    equal: Option<bool>,
    cost: u64,
}

/// Everything a trace shows.
struct Trace {
    lines: Vec<Line<Shown>>,
    ending: Ending,
}

/// Traces one program on one sample.
pub fn run(args: &TraceArgs, output: &mut Output) -> Outcome {
    let (program, found) = find::find(args, output)?;
    if let Some(remark) = &found.remark {
        output.note(remark);
    }
    let index = place_of(&found.task, args.sample)?;
    let sample = found.task.samples().nth(index).expect("the index was checked");
    let canvas = Canvas { rows: ROWS, width: output.width.saturating_sub(4), ..Canvas::of(output) };
    let rules = Rules { policy: args.policy.get(), budget: Budget::of(args.budget) };
    let trace = traced(&program, &found.task, sample, rules, canvas);
    let place = args.sample.to_string();
    let about = print::About { program: &program, task: &found, sample, place };
    if output.json {
        output.value(&print::as_json(&trace, &about))?;
    } else {
        print::show(&trace, &about, canvas, output)?;
    }
    Ok(if trace.ending.is_good() { Exit::Ok } else { Exit::Bad })
}

impl Ending {
    fn is_good(&self) -> bool {
        self.result.is_ok() && self.equal != Some(false)
    }
}

/// The place of a sample among all of its task.
fn place_of(task: &Task, sample: SampleName) -> Result<usize, Failure> {
    sample.index_in(task).ok_or_else(|| {
        let failure = Failure::usage(format!("task {} has no sample {sample}", task.id));
        failure.hint(format!("it has {}", SampleName::all_of(task)))
    })
}

fn traced(program: &Program, task: &Task, sample: &Sample, rules: Rules, on: Canvas) -> Trace {
    let plan = Plan::new(&program.dag);
    let inputs = Inputs { demo: &task.demo, input: &sample.input, target: sample.output.as_ref() };
    run_job(Job { plan: &plan, inputs }, rules, 1, |run| {
        let values = Values { canvas: on, lay: Layout::of(program.dialect), side: side_of(sample) };
        let tracer = Tracer { program, plan: &plan, rules, run, values };
        tracer.trace(sample)
    })
}

/// Patches are drawn as far as the larger of input and expected output reaches.
fn side_of(sample: &Sample) -> usize {
    let side = |grid: &TaskGrid| grid.height().max(grid.width());
    side(&sample.input).max(sample.output.as_ref().map_or(0, side))
}

/// Looks at a finished run.
struct Tracer<'t, 'r, 'a> {
    program: &'t Program,
    plan: &'t Plan,
    rules: Rules,
    run: &'t Run<'r, 'a>,
    values: Values,
}

impl<'a> Tracer<'_, '_, 'a> {
    fn trace(&self, sample: &Sample) -> Trace {
        let shown = |value| self.shown(value);
        let lines = lines(self.program, self.plan, self.rules, self.run, shown);
        Trace { lines, ending: self.ending(&self.run.outcomes()[0], sample.output.as_ref()) }
    }

    fn shown(&self, value: Value<'_>) -> Shown {
        let json = json_of(self.values.lay, value);
        Shown { kind: text::kind(value), drawn: self.values.draw(value), json }
    }

    fn ending(&self, ended: &Ended<'a>, expected: Option<&TaskGrid>) -> Ending {
        let is_right = |grid: &TaskGrid| ended.result.is_ok_and(|v| is_grid(v, grid));
        let picture = ended.result.ok().and_then(|v| match v.view() {
            View::Grid(grid) => Some(Picture::from(grid)),
            _ => None,
        });
        // A differ compares: its result is no output.
        let comparable = expected.filter(|_| !self.program.kind.reads_c());
        Ending {
            result: ended.result.map(|v| self.shown(v)),
            picture,
            equal: comparable.map(is_right),
            cost: ended.cost,
        }
    }
}

/// A value as vectors write it; a string that begins like its literal if it is large or deep.
fn json_of(lay: Layout, value: Value<'_>) -> Json {
    if value.size() > JSON_SIZE || value.depth() > JSON_DEPTH {
        return Json::String(text::literal(lay, value, 200));
    }
    let mut json = String::new();
    text::json(lay, value, &mut json);
    serde_json::from_str(&json).unwrap_or(Json::Null)
}
