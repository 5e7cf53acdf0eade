//! One program on one grid or sample: its output, or every step of it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use exec::batch::{Job, STACK_NEEDED, run_job, run_jobs};
use exec::data::{Sample, Task, TaskGrid};
use exec::lines::{FailedStep, Line, State, lines};
use exec::plan::Plan;
use exec::run::{Inputs, Run};
use exec::value::{Fault, Layout, Value, View, text};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use super::data::NativeTask;
use super::engine::NativeEngine;
use super::grid::{self, Packed, Unfit};
use super::program::{NativeProgram, Planned};
use super::wait::{self, watched};
use crate::{errors, stack};

/// A value that outlives its run.
pub enum Shown {
    Grid(usize, usize, Vec<u8>),
    Json(String),
}

impl Shown {
    pub fn of(lay: Layout, value: Value<'_>) -> Shown {
        if let View::Grid(grid) = value.view() {
            let cells = grid.cells.iter().map(|&cell| cell as u8).collect();
            return Shown::Grid(grid.height, grid.width, cells);
        }
        let mut json = String::new();
        text::json(lay, value, &mut json);
        Shown::Json(json)
    }

    /// (height, width, cells) of a grid, JSON text of any other value.
    pub fn to_python<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(match self {
            Shown::Grid(height, width, cells) => {
                (height, width, PyBytes::new(py, cells)).into_pyobject(py)?.into_any()
            }
            Shown::Json(text) => PyString::new(py, text).into_any(),
        })
    }
}

/// What a program is run on.
enum Given {
    Grid(TaskGrid),
    Sample(Arc<Task>, usize),
}

impl Given {
    fn of(py: Python<'_>, given: &Bound<'_, PyAny>, sample: usize) -> PyResult<Given> {
        if let Ok(task) = given.cast::<NativeTask>() {
            return Ok(Given::Sample(task.get().task.clone(), sample));
        }
        let grid = grid::grid(given).map_err(|why| why.into_error(py))?;
        Ok(Given::Grid(grid))
    }

    fn inputs(&self) -> Option<Inputs<'_>> {
        match self {
            Given::Grid(input) => Some(Inputs { demo: &[], input, target: None }),
            Given::Sample(task, at) => {
                let Sample { input, output } = task.samples().nth(*at)?;
                Some(Inputs { demo: &task.demo, input, target: output.as_ref() })
            }
        }
    }
}

/// Runs one program on one sample, in this thread where it has stack enough. To be called without
/// Python's lock.
fn once<T: Send>(
    program: &Planned,
    given: &Given,
    engine: &NativeEngine,
    see: impl Fn(&Plan, &Run<'_, '_>) -> T + Sync,
) -> Option<T> {
    let plan = program.entry().alone();
    let job = Job { plan: &plan, inputs: given.inputs()? };
    // Nothing looks at signals meanwhile, so only the stack decides whether a thread is of use.
    let threads = if stack::has(STACK_NEEDED) { 0 } else { 1 };
    Some(run_job(job, engine.rules, threads, |run| see(&plan, run)))
}

fn no_sample(py: Python<'_>) -> PyErr {
    errors::data_error(py, "the task has no such sample".into())
}

/// The output of a program, or its fault, and what it cost.
#[pyfunction]
#[pyo3(signature = (program, engine, given, sample=0))]
pub fn run_one<'py>(
    py: Python<'py>,
    program: PyRef<'py, NativeProgram>,
    engine: PyRef<'py, NativeEngine>,
    given: &Bound<'py, PyAny>,
    sample: usize,
) -> PyResult<(Bound<'py, PyAny>, u64)> {
    let given = Given::of(py, given, sample)?;
    let (planned, engine) = (program.planned(), &*engine);
    let program = &planned.program;
    let lay = Layout::of(program.dialect);
    let done = wait::here(py, || {
        once(&planned, &given, engine, |plan, run| {
            let ended = &run.outcomes()[0];
            let root = (&program.dag, program.dag.roots()[0]);
            let at = FailedStep::find(plan, root, run, ended);
            (ended.result.map(|value| Shown::of(lay, value)), at, ended.cost)
        })
    });
    let (result, at, cost) = done.ok_or_else(|| no_sample(py))?;
    match result {
        Ok(shown) => Ok((shown.to_python(py)?, cost)),
        Err(fault) => {
            let (op, place) = at.map_or((program.name.as_str(), String::new()), |step| {
                let place = format!("{} of {}", step.place(program), program.name);
                let why = if step.why.is_empty() { step.why } else { format!(": {}", step.why) };
                (step.op, place + &why)
            });
            Err(errors::fault(py, fault, op, &place))
        }
    }
}

/// Grids below which a batch is run in the calling thread.
const FEW_GRIDS: usize = 16;

/// The outputs of a program on many grids; None in the place of what is no grid, and where it fails.
#[pyfunction]
pub fn run_grids<'py>(
    py: Python<'py>,
    program: PyRef<'py, NativeProgram>,
    engine: PyRef<'py, NativeEngine>,
    grids: Vec<Bound<'py, PyAny>>,
) -> PyResult<Vec<Option<Bound<'py, PyAny>>>> {
    let read = |given: &Bound<'py, PyAny>| match grid::grid(given) {
        Ok(grid) => Ok(Some(grid)),
        Err(Unfit::Words(_)) => Ok(None),
        Err(Unfit::Raised(error)) => Err(error),
    };
    let grids: Vec<Option<TaskGrid>> = grids.iter().map(read).collect::<PyResult<_>>()?;
    let (planned, engine) = (program.planned(), &*engine);
    let lay = Layout::of(planned.program.dialect);
    let stop = AtomicBool::new(false);
    let work = |threads| {
        let plan = planned.entry().alone();
        let inputs = grids.iter().flatten().map(|input| Inputs { demo: &[], input, target: None });
        let jobs: Vec<Job<'_>> = inputs.map(|inputs| Job { plan: &plan, inputs }).collect();
        run_jobs(&jobs, engine.rules, threads, &stop, |_, run| {
            run.outcomes()[0].result.ok().map(|value| Shown::of(lay, value))
        })
    };
    let batch = match grids.len() <= FEW_GRIDS && engine.runs_in_caller() {
        true => wait::here(py, || work(0)),
        false => watched(py, &stop, |_| Ok(()), || work(engine.threads))?,
    };
    let mut given = batch.results.into_iter().map(Option::flatten);
    let in_place = |grid: &Option<TaskGrid>| grid.as_ref().and_then(|_| given.next().flatten());
    let in_place: Vec<Option<Shown>> = grids.iter().map(in_place).collect();
    in_place
        .iter()
        .map(|shown| shown.as_ref().map(|shown| shown.to_python(py)).transpose())
        .collect()
}

/// One line for Python: name, text, op, value or None, kind of the value, error, cost.
type PyLine<'py> = (
    String,
    String,
    Option<&'static str>,
    Option<Bound<'py, PyAny>>,
    Option<&'static str>,
    Option<&'static str>,
    u64,
);

type Kept = (&'static str, Shown);

fn py_line<'py>(py: Python<'py>, line: Line<Kept>) -> PyResult<PyLine<'py>> {
    let (shown, fault) = match line.state {
        State::Done(shown) => (Some(shown), None),
        State::Replaced(fault, shown) => (Some(shown), Some(fault)),
        State::Failed(fault) => (None, Some(fault)),
        State::NotRun => (None, None),
    };
    let value = shown.as_ref().map(|(_, shown)| shown.to_python(py)).transpose()?;
    let kind = shown.map(|(kind, _)| kind);
    let op = line.op.map(|op| op.name());
    Ok((line.name, line.text, op, value, kind, fault.map(Fault::name), line.cost))
}

/// Lines, the input, the output and its kind or None, the error or None, the whole cost.
type PyTrace<'py> = (
    Vec<PyLine<'py>>,
    Packed<'py>,
    Option<Bound<'py, PyAny>>,
    Option<&'static str>,
    Option<&'static str>,
    u64,
);

/// Every step of a program on a grid or a sample.
#[pyfunction]
pub fn trace_one<'py>(
    py: Python<'py>,
    program: PyRef<'py, NativeProgram>,
    engine: PyRef<'py, NativeEngine>,
    given: &Bound<'py, PyAny>,
    sample: usize,
) -> PyResult<PyTrace<'py>> {
    let given = Given::of(py, given, sample)?;
    let (planned, engine) = (program.planned(), &*engine);
    let program = &planned.program;
    let lay = Layout::of(program.dialect);
    let done = wait::here(py, || {
        once(&planned, &given, engine, |plan, run| {
            let shown = |value: Value<'_>| (text::kind(value), Shown::of(lay, value));
            let ended = &run.outcomes()[0];
            (lines(program, plan, engine.rules, run, shown), ended.result.map(shown), ended.cost)
        })
    });
    let (lines, result, cost) = done.ok_or_else(|| no_sample(py))?;
    let input = given.inputs().ok_or_else(|| no_sample(py))?.input;
    let lines = lines.into_iter().map(|line| py_line(py, line)).collect::<PyResult<_>>()?;
    let (value, kind, error) = match result {
        Ok((kind, shown)) => (Some(shown.to_python(py)?), Some(kind), None),
        Err(fault) => (None, None, Some(fault.name())),
    };
    Ok((lines, grid::packed(py, input), value, kind, error, cost))
}

/// A grid as its height, width and cells; says what is wrong with anything else.
#[pyfunction]
pub fn pack<'py>(py: Python<'py>, given: &Bound<'py, PyAny>) -> PyResult<Packed<'py>> {
    let grid = grid::grid(given).map_err(|why| why.into_error(py))?;
    Ok(grid::packed(py, &grid))
}
