//! Stores.

use std::path::PathBuf;
use std::process;
use std::sync::{Arc, Mutex, PoisonError};

use evolve::error::EvolveError;
use evolve::export::export;
use evolve::import::Imports;
use evolve::kept::Kept;
use evolve::store::{Access, Store};
use lang::Program;
use pyo3::prelude::*;
use serde_json::{Value as Json, json};

use super::data::NativeDataset;
use super::engine::threads_of;
use super::json::plain;
use super::program::NativeProgram;
use super::words::told;
use crate::errors;

/// A store; `arcbatt.Store` is made of it.
///
/// It belongs to the process that opened it. SQLite forbids that one forked from it uses the
/// connection or closes it, and the lock may have been taken when the fork was made.
#[pyclass(frozen, name = "NativeStore", module = "arcbatt._arcbatt")]
pub struct NativeStore {
    path: PathBuf,
    process: u32,
    state: Mutex<State>,
}

enum State {
    Open(Box<Store>),
    /// A search has it.
    Busy,
    Closed,
}

impl Drop for NativeStore {
    fn drop(&mut self) {
        if !self.is_ours() {
            let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
            std::mem::forget(std::mem::replace(state, State::Closed));
        }
    }
}

impl NativeStore {
    fn is_ours(&self) -> bool {
        process::id() == self.process
    }

    /// Lets `work` use the store, without Python's lock.
    pub fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Store) -> Result<T, String> + Send,
    ) -> PyResult<T> {
        if !self.is_ours() {
            let path = self.path.display();
            let why =
                format!("{path}: it was opened before this process was forked; open it again");
            return Err(errors::store_error(py, why));
        }
        let done = py.detach(|| {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            match &mut *state {
                State::Open(store) => work(store),
                State::Busy => Err(format!("{}: a search is using it", self.path.display())),
                State::Closed => Err(format!("{}: the store was closed", self.path.display())),
            }
        });
        done.map_err(|why| errors::store_error(py, why))
    }

    /// Takes the store for a search; it comes back by [`NativeStore::give_back`].
    pub fn lend(&self, py: Python<'_>) -> PyResult<Box<Store>> {
        self.with(py, |_| Ok(()))?;
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        match std::mem::replace(&mut *state, State::Busy) {
            State::Open(store) => Ok(store),
            other => {
                *state = other;
                Err(errors::store_error(py, format!("{}: it is in use", self.path.display())))
            }
        }
    }

    /// Ends what [`NativeStore::lend`] began.
    pub fn give_back(&self, store: Box<Store>) {
        if !self.is_ours() {
            return std::mem::forget(store);
        }
        *self.state.lock().unwrap_or_else(PoisonError::into_inner) = State::Open(store);
    }
}

fn kept_json(kept: &Kept) -> Json {
    json!({ "task": kept.task, "text": kept.program.text, "dialect": kept.program.dialect.name(),
        "standing": kept.standing, "origin": kept.origin })
}

#[pymethods]
impl NativeStore {
    #[new]
    fn new(py: Python<'_>, path: PathBuf, access: &str) -> PyResult<NativeStore> {
        let access = match access {
            "read" => Access::Read,
            "write" => Access::Write,
            _ => Access::Create,
        };
        let store = py.detach(|| Store::open(&path, access));
        let store = store.map_err(|error| errors::store_error(py, told(&error)))?;
        Ok(NativeStore {
            path: store.path().to_path_buf(),
            process: process::id(),
            state: Mutex::new(State::Open(Box::new(store))),
        })
    }

    #[getter]
    fn path(&self) -> PathBuf {
        self.path.clone()
    }

    fn close(&self, py: Python<'_>) -> PyResult<()> {
        if self.is_ours() {
            py.detach(|| {
                let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
                if !matches!(*state, State::Busy) {
                    *state = State::Closed;
                }
            });
        }
        Ok(())
    }

    fn is_open(&self) -> bool {
        if !self.is_ours() {
            return false;
        }
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        !matches!(*state, State::Closed)
    }

    /// What is asked for, as lists and dicts: "tasks", "runs", "differs", "check", "gc", "bytes".
    fn ask<'py>(&self, py: Python<'py>, what: &str) -> PyResult<Bound<'py, PyAny>> {
        let answer = self.with(py, |store| {
            let answer = match what {
                "tasks" => store.tasks().map(|tasks| json!(tasks)),
                "runs" => store.runs().map(|runs| runs.iter().map(run_json).collect()),
                "differs" => store.differs().map(|differs| json!(differs)),
                "check" => store.check().map(|report| json!(report)),
                "gc" => store.gc().map(|gone| json!(gone)),
                _ => store.bytes().map(|bytes| json!(bytes)),
            };
            answer.map_err(|error| told(&error))
        })?;
        plain(py, &answer)
    }

    /// The programs kept for a task, best first; for all tasks without one.
    #[pyo3(signature = (task=None))]
    fn kept<'py>(&self, py: Python<'py>, task: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        let kept = self.with(py, |store| {
            let kept = task.map_or_else(|| store.kept_all(), |task| store.kept(task));
            kept.map_err(|error| told(&error))
        })?;
        plain(py, &kept.iter().map(kept_json).collect())
    }

    /// Scores programs on the tasks in their names and keeps the good ones.
    fn add<'py>(
        &self,
        py: Python<'py>,
        programs: Vec<PyRef<'py, NativeProgram>>,
        data: PyRef<'py, NativeDataset>,
        threads: Option<usize>,
        forget: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let programs: Vec<Arc<Program>> = programs.iter().map(|p| p.program.clone()).collect();
        let data = data.dataset();
        let imported = self.with(py, |store| {
            let found = Imports::new(programs.iter().map(|p| &**p), &data);
            let settled = store.settle_tasks(&data.version, &found.tasks(), forget);
            settled.map_err(|error| told(&error))?;
            let added = found.add_to(store, &data, threads_of(threads), || {});
            added.map_err(|error| match error {
                EvolveError::Store(error) => told(&error),
                defect => format!("internal error, please report: {defect}"),
            })
        })?;
        plain(py, &json!(imported))
    }

    /// Writes programs of tasks into a folder; gives how many.
    fn export(&self, py: Python<'_>, folder: PathBuf, tasks: Vec<String>) -> PyResult<usize> {
        self.with(py, |store| export(store, &tasks, &folder).map_err(|error| error.to_string()))
    }

    /// Brings everything of another store into this one.
    fn merge<'py>(&self, py: Python<'py>, other: PathBuf) -> PyResult<Bound<'py, PyAny>> {
        let merged = self.with(py, |store| {
            let other = Store::open(&other, Access::Read);
            let merged = other.and_then(|other| store.merge_from(&other));
            merged.map_err(|error| told(&error))
        })?;
        plain(py, &json!(merged))
    }
}

fn run_json((id, run): &(evolve::store::RunId, evolve::store::record::RunRow)) -> Json {
    json!({ "id": id.0, "seed": run.seed, "settings": run.settings, "pool": run.pool.len(),
        "generation": run.generation, "counters": run.counters.brief(), "finished": run.finished })
}
