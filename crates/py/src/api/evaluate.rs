//! Many programs on many samples.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use evolve::evaluate::{self, Batts, ERRORS, Entry, Evaluation, Output, Request, Row, Table};
use evolve::report::stats_json;
use exec::data::Task;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyList, PyString, PyTuple};
use serde_json::{Value as Json, json};

use super::data::NativeTask;
use super::engine::NativeEngine;
use super::program::{NativeProgram, Planned};
use super::wait::{self, watched};
use crate::errors;

/// What an evaluation gave; `arcbatt.Results` is made of it.
#[pyclass(frozen, name = "NativeResults", module = "arcbatt._arcbatt")]
pub struct NativeResults {
    table: Table,
}

/// Steps below which work is done in the calling thread: starting another takes longer.
const FEW_STEPS: usize = 2048;

/// Whether all programs on all tasks are so little work that nobody would want to interrupt it.
fn is_little(engine: &NativeEngine, programs: &[Option<Planned>], tasks: &[Arc<Task>]) -> bool {
    let steps: usize = programs.iter().flatten().map(|p| p.program.dag.len()).sum();
    let samples: usize = tasks.iter().map(|task| task.samples().count()).sum();
    steps.saturating_mul(samples) <= FEW_STEPS && engine.runs_in_caller()
}

/// Runs programs on tasks; gives the results and, as JSON text that few will read, what was counted.
#[pyfunction]
pub fn run_all<'py>(
    py: Python<'py>,
    engine: PyRef<'py, NativeEngine>,
    programs: Vec<Option<PyRef<'py, NativeProgram>>>,
    tasks: Vec<PyRef<'py, NativeTask>>,
    by_name: bool,
    outputs: bool,
    progress: Option<Py<PyAny>>,
) -> PyResult<(NativeResults, String)> {
    let programs: Vec<Option<Planned>> =
        programs.iter().map(|p| p.as_ref().map(|p| p.planned())).collect();
    let tasks: Vec<Arc<Task>> = tasks.iter().map(|task| task.task.clone()).collect();
    let engine: &NativeEngine = &engine;
    let (stop, done, total) = (AtomicBool::new(false), AtomicUsize::new(0), AtomicUsize::new(0));
    let little = progress.is_none() && is_little(engine, &programs, &tasks);
    let work = || {
        let entries: Vec<Option<Entry<'_>>> =
            programs.iter().map(|p| p.as_ref().map(Planned::entry)).collect();
        let ids = programs.iter().map(|p| p.as_ref().map(|p| &*p.program.id));
        let tasks: Vec<&Task> = tasks.iter().map(|task| &**task).collect();
        let threads = if little { 0 } else { engine.threads };
        let batts = match by_name {
            true => Batts::for_each(&entries, evaluate::by_name(ids, &tasks)),
            false => Batts::for_all(&entries, &tasks, threads),
        };
        let request = Request { outputs, ..Request::new(&tasks, engine.rules, threads) };
        total.store(batts.count(&request), Ordering::Relaxed);
        engine.with(|engine| {
            let given = batts.run(&request, engine, &stop, |_, _| {
                done.fetch_add(1, Ordering::Relaxed);
                Vec::new()
            });
            (given, engine.name())
        })
    };
    let tell = |py: Python<'_>| match &progress {
        Some(progress) => {
            let counts = (done.load(Ordering::Relaxed), total.load(Ordering::Relaxed));
            progress.call1(py, counts).map(drop)
        }
        None => Ok(()),
    };
    let done = if little { wait::here(py, work) } else { watched(py, &stop, tell, work)? };
    let (given, backend) = done.map_err(|why| errors::device_error(py, why))?;
    if given.is_cut() {
        // A stop comes from an exception, which has been raised.
        return Err(errors::data_error(py, "the evaluation was stopped".into()));
    }
    tell(py)?;
    let stats = stats(&given, backend, engine.threads).to_string();
    Ok((NativeResults { table: given.table }, stats))
}

fn stats(given: &Evaluation, backend: String, threads: usize) -> Json {
    let mut fields = stats_json(&given.stats);
    fields.insert("seconds".into(), json!(given.seconds));
    fields.insert("steps".into(), json!(given.stats.steps));
    fields.insert("steps_shared".into(), json!(given.stats.steps_shared));
    fields.insert("threads".into(), json!(threads));
    fields.insert("backend".into(), json!(backend));
    Json::Object(fields)
}

/// An output for Python: (height, width, cells) of a grid, JSON text of any other value, True
/// where there is one that was too large to be kept, else None.
fn output<'py>(py: Python<'py>, row: &Row<'_>) -> PyResult<Bound<'py, PyAny>> {
    Ok(match row.output {
        Some(Output::Grid(height, width, cells)) => {
            (height, width, PyBytes::new(py, cells)).into_pyobject(py)?.into_any()
        }
        Some(Output::Json(text)) => PyString::new(py, text).into_any(),
        None if row.too_large => true.into_pyobject(py)?.to_owned().into_any(),
        None => py.None().into_bound(py),
    })
}

/// One row for Python: program, task, sample, right, error, cost, output.
fn row<'py>(
    py: Python<'py>,
    (program, task, sample): (usize, usize, usize),
    row: &Row<'_>,
) -> PyResult<Bound<'py, PyTuple>> {
    let error = Some(ERRORS[row.error as usize]).filter(|error| !error.is_empty());
    (program, task, sample, row.right, error, row.cost, output(py, row)?).into_pyobject(py)
}

#[pymethods]
impl NativeResults {
    fn __len__(&self) -> usize {
        self.table.len()
    }

    #[getter]
    fn memory(&self) -> usize {
        self.table.memory()
    }

    /// The rows of a task: all of them, or those of one program.
    #[pyo3(signature = (task, program=None))]
    fn rows<'py>(
        &self,
        py: Python<'py>,
        task: usize,
        program: Option<usize>,
    ) -> PyResult<Bound<'py, PyList>> {
        let rows = self.table.by_task().nth(task);
        let rows = rows.ok_or_else(|| PyIndexError::new_err("no such task"))?;
        let places = match program {
            None => 0..rows.programs,
            Some(program) => {
                let place = self.table.place(task, program);
                place.map_or(0..0, |place| place..place + 1)
            }
        };
        let list = PyList::empty(py);
        for sample in 0..rows.samples {
            for place in places.clone() {
                let at = rows.first + sample * rows.programs + place;
                let Some(found) = self.table.row(at, rows.first_sample + sample) else { continue };
                let program = self.table.program_at(task, place);
                list.append(row(py, (program, task, sample), &found)?)?;
            }
        }
        Ok(list)
    }

    /// By task, the positions of the programs that are right on all demo samples.
    fn fits_demos(&self) -> Vec<Vec<usize>> {
        self.table.fits_demos()
    }

    /// By task, the positions of the programs that are right on all tests; None where an output is not known.
    fn right_on_tests(&self) -> Vec<Option<Vec<usize>>> {
        self.table.right_on_tests()
    }

    /// The columns as bytes, with what each row is about: 32-bit positions of program and task,
    /// 32-bit sample in the task, whether it is a test sample.
    fn columns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let rows = self.table.len();
        let (mut program, mut task) = (Vec::with_capacity(4 * rows), Vec::with_capacity(4 * rows));
        let (mut index, mut test) = (Vec::with_capacity(4 * rows), Vec::with_capacity(rows));
        py.detach(|| {
            for (t, of_task) in self.table.by_task().enumerate() {
                for sample in 0..of_task.samples {
                    let is_test = sample >= of_task.demo;
                    let within = if is_test { sample - of_task.demo } else { sample } as u32;
                    for place in 0..of_task.programs {
                        let at = self.table.program_at(t, place) as u32;
                        program.extend_from_slice(&at.to_ne_bytes());
                        task.extend_from_slice(&(t as u32).to_ne_bytes());
                        index.extend_from_slice(&within.to_ne_bytes());
                        test.push(is_test as u8);
                    }
                }
            }
        });
        let columns = self.table.columns();
        let matches: Vec<u8> = columns.matches.iter().map(|&n| n as u8).collect();
        let costs: Vec<u8> = columns.costs.iter().flat_map(|cost| cost.to_ne_bytes()).collect();
        let dict = PyDict::new(py);
        let all: [(&str, &[u8]); 7] = [
            ("program", &program),
            ("task", &task),
            ("test", &test),
            ("index", &index),
            ("match", &matches),
            ("error", &columns.errors),
            ("cost", &costs),
        ];
        for (name, bytes) in all {
            dict.set_item(name, PyByteArray::new(py, bytes))?;
        }
        Ok(dict)
    }

    fn same(&self, other: PyRef<'_, NativeResults>) -> bool {
        self.table == other.table
    }

    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &py.detach(|| self.table.to_bytes()))
    }

    #[staticmethod]
    fn from_bytes(py: Python<'_>, bytes: &[u8], programs: usize, tasks: usize) -> PyResult<Self> {
        let table = py.detach(|| Table::from_bytes(bytes));
        let fits = |table: &Table| (table.programs(), table.tasks()) == (programs, tasks);
        match table.filter(fits) {
            Some(table) => Ok(NativeResults { table }),
            None => Err(errors::data_error(py, "these bytes are no results".into())),
        }
    }

    /// One table of several that share their programs, or their tasks.
    #[staticmethod]
    fn join(
        py: Python<'_>,
        parts: Vec<PyRef<'_, NativeResults>>,
        by_tasks: bool,
    ) -> PyResult<NativeResults> {
        let tables: Vec<&Table> = parts.iter().map(|part| &part.table).collect();
        let joined = py.detach(|| match by_tasks {
            true => Table::join_tasks(&tables),
            false => Table::join_programs(&tables),
        });
        let unfit = "these results do not fit together: they must share either all programs or all tasks, and the pairing";
        let table = joined.ok_or_else(|| errors::data_error(py, unfit.into()))?;
        Ok(NativeResults { table })
    }
}
