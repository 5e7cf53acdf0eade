//! Tasks and data sets.

use std::path::PathBuf;
use std::sync::Arc;

use evolve::store::task_fingerprint;
use exec::data::sets::{self, NoData};
use exec::data::{BadTask, Dataset, Sample, SampleName, Task, content_version, sha256_hex};
use pyo3::prelude::*;

use super::grid::{self, Packed, Unfit};
use crate::errors;

/// One task; `arcbatt.Task` is made of it.
#[pyclass(frozen, name = "NativeTask", module = "arcbatt._arcbatt")]
pub struct NativeTask {
    pub task: Arc<Task>,
}

#[pymethods]
impl NativeTask {
    /// A task of its id and pairs of grids; the output of a test pair may be None.
    #[new]
    fn new(
        py: Python<'_>,
        id: String,
        demo: Vec<(Bound<'_, PyAny>, Bound<'_, PyAny>)>,
        test: Vec<(Bound<'_, PyAny>, Bound<'_, PyAny>)>,
    ) -> PyResult<NativeTask> {
        let task = task(id.clone(), &demo, &test);
        let task = task.map_err(|why| why.at(format_args!("task '{id}'")).into_error(py))?;
        Ok(NativeTask { task: Arc::new(task) })
    }

    #[getter]
    fn id(&self) -> &str {
        &self.task.id
    }

    #[getter]
    fn demo_count(&self) -> usize {
        self.task.demo.len()
    }

    #[getter]
    fn test_count(&self) -> usize {
        self.task.test.len()
    }

    /// Input and output of a sample, demo samples first.
    fn sample<'py>(
        &self,
        py: Python<'py>,
        index: usize,
    ) -> Option<(Packed<'py>, Option<Packed<'py>>)> {
        let sample = self.task.samples().nth(index)?;
        let output = sample.output.as_ref().map(|output| grid::packed(py, output));
        Some((grid::packed(py, &sample.input), output))
    }

    /// Whether two tasks are the same, their ids included.
    fn same(&self, other: PyRef<'_, NativeTask>) -> bool {
        self.task == other.task
    }

    /// 32 hexadecimal digits made of all grids.
    fn fingerprint(&self) -> String {
        task_fingerprint(&self.task).to_string()
    }
}

type Pair<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>);

fn task(id: String, demo: &[Pair<'_>], test: &[Pair<'_>]) -> Result<Task, Unfit> {
    let task = Task { id, demo: samples("demo", demo)?, test: samples("test", test)? };
    if task.demo.is_empty() {
        return Err("no demo samples".into());
    }
    match task.demo.iter().position(|sample| sample.output.is_none()) {
        Some(at) => Err(format!("{}: no output", SampleName::Demo(at)).into()),
        None => Ok(task),
    }
}

fn samples(name: &str, pairs: &[Pair<'_>]) -> Result<Vec<Sample>, Unfit> {
    let sample = |(at, (input, output)): (usize, &Pair<'_>)| {
        let read = |grid: &Bound<'_, PyAny>, what: &str| {
            grid::grid(grid).map_err(|why| why.at(format_args!("{name} {}, {what}", at + 1)))
        };
        let output = (!output.is_none()).then(|| read(output, "output"));
        Ok(Sample { input: read(input, "input")?, output: output.transpose()? })
    };
    pairs.iter().enumerate().map(sample).collect()
}

/// A data set; `arcbatt.Dataset` is made of it.
#[pyclass(frozen, name = "NativeDataset", module = "arcbatt._arcbatt")]
pub struct NativeDataset {
    name: String,
    version: String,
    tasks: Vec<Arc<Task>>,
    bad: Vec<BadTask>,
}

impl NativeDataset {
    fn of(set: Dataset) -> NativeDataset {
        let Dataset { name, version, tasks, bad } = set;
        NativeDataset { name, version, tasks: tasks.into_iter().map(Arc::new).collect(), bad }
    }

    /// The set as the engine's functions take it.
    pub fn dataset(&self) -> Dataset {
        Dataset {
            name: self.name.clone(),
            version: self.version.clone(),
            tasks: self.tasks.iter().map(|task| (**task).clone()).collect(),
            bad: self.bad.clone(),
        }
    }
}

#[pymethods]
impl NativeDataset {
    /// The data of a known name or a path; nothing means ARC-AGI-1 training if it was fetched,
    /// else the embedded set.
    #[staticmethod]
    #[pyo3(signature = (spec=None))]
    fn load(py: Python<'_>, spec: Option<&str>) -> PyResult<NativeDataset> {
        let set = py.detach(|| sets::resolve(spec));
        set.map(NativeDataset::of).map_err(|error| no_data(py, &error))
    }

    /// The data of a path, whatever its name.
    #[staticmethod]
    fn load_path(py: Python<'_>, path: PathBuf) -> PyResult<NativeDataset> {
        let set = py.detach(|| Dataset::load(&path));
        set.map(NativeDataset::of).map_err(|error| errors::data_error(py, error.to_string()))
    }

    /// The tasks in lines of JSON.
    #[staticmethod]
    fn parse_lines(py: Python<'_>, name: &str, text: &[u8]) -> PyResult<NativeDataset> {
        let set = py.detach(|| Dataset::parse_lines(name, text));
        set.map(NativeDataset::of).map_err(|error| errors::data_error(py, error.to_string()))
    }

    /// Tasks of any order; of several with one id the first counts. Without a version it is made
    /// of the tasks.
    #[staticmethod]
    #[pyo3(signature = (name, tasks, version=None, bad=vec![]))]
    fn of_tasks(
        name: String,
        tasks: Vec<PyRef<'_, NativeTask>>,
        version: Option<String>,
        bad: Vec<(String, String)>,
    ) -> NativeDataset {
        let mut bad: Vec<BadTask> =
            bad.into_iter().map(|(id, reason)| BadTask { id, reason, tests: vec![] }).collect();
        let mut tasks: Vec<Arc<Task>> = tasks.iter().map(|task| task.task.clone()).collect();
        tasks.sort_by(|a, b| a.id.cmp(&b.id));
        tasks.dedup_by(|again, first| {
            let same = again.id == first.id;
            if same {
                let reason = "the id occurs more than once; the first task of this id was kept";
                let id = again.id.clone();
                bad.push(BadTask { id, reason: reason.into(), tests: vec![] });
            }
            same
        });
        bad.sort_by(|a, b| a.id.cmp(&b.id));
        let version = version.unwrap_or_else(|| version_of(&name, &tasks));
        NativeDataset { name, version, tasks, bad }
    }

    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    #[getter]
    fn version(&self) -> &str {
        &self.version
    }

    #[getter]
    fn bad(&self) -> Vec<(String, String)> {
        self.bad.iter().map(|bad| (bad.id.clone(), bad.reason.clone())).collect()
    }

    fn tasks(&self) -> Vec<NativeTask> {
        self.tasks.iter().map(|task| NativeTask { task: task.clone() }).collect()
    }
}

fn version_of(name: &str, tasks: &[Arc<Task>]) -> String {
    let line = |task: &Arc<Task>| format!("{:?} {}\n", task.id, task_fingerprint(task));
    content_version(name, &sha256_hex(tasks.iter().map(line).collect::<String>().as_bytes()))
}

/// Why there is no data, and what to do.
pub fn no_data(py: Python<'_>, error: &NoData) -> PyErr {
    let names = || sets::names().collect::<Vec<_>>().join(", ");
    let hint = match error {
        NoData::Unknown(_) => format!("; known names are {}", names()),
        NoData::NotFetched(_) => "; fetch it with `batt data get`, or use \"embedded\"".into(),
        NoData::Broken(_) => "; fetch it again with `batt data get --force`".into(),
        NoData::Unreadable(_) => String::new(),
    };
    errors::data_error(py, format!("{error}{hint}"))
}

/// The files of a known set of programs, as (name, text): none for a name nobody knows, and for
/// the reference programs where they were not fetched.
#[pyfunction]
pub fn known_programs(name: &str) -> Vec<(String, Vec<u8>)> {
    let files: Vec<sets::Source> = match name {
        sets::EMBEDDED => sets::embedded_programs().into(),
        sets::REARC => sets::rearc_programs().into_iter().collect(),
        _ => Vec::new(),
    };
    files.into_iter().map(|file| (file.name, file.bytes.into_owned())).collect()
}
