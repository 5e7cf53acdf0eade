//! Answers for tasks that nobody wrote a program for.

mod facts;

use std::collections::{BTreeMap, VecDeque};
use std::process;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use evolve::answer::{self, Solved, Wish};
use evolve::limits::{EFFORT, SECONDS_PER_TASK, TASK_MEMORY};
use evolve::store::Store;
use exec::data::{Dataset, Task, TaskGrid};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use serde_json::{Value as Json, json};

use super::data::{NativeDataset, NativeTask};
use super::engine::threads_of;
use super::json::plain;
use super::prior::guide;
use super::store::NativeStore;
use super::wait::{forked, watched};
use super::words::{allowed, store_failed};
use crate::errors;
use facts::{Cells, Facts};

/// What decides the answers, as Python gives it.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Asked {
    effort: Option<f64>,
    seconds_per_task: Option<f64>,
    threads: Option<usize>,
    memory: u32,
    seed: u64,
    details: bool,
    allow_changed_data: bool,
    prior: Option<String>,
}

impl Asked {
    fn wish(&self, storing: bool) -> Result<Wish, String> {
        let effort = self.effort.map(|effort| allowed(&EFFORT, effort)).transpose()?;
        let seconds = self.seconds_per_task.map(|s| allowed(&SECONDS_PER_TASK, s)).transpose()?;
        Ok(Wish {
            threads: threads_of(self.threads),
            bytes: (allowed(&TASK_MEMORY, self.memory)? as usize) << 20,
            seed: self.seed,
            storing,
            details: self.details,
            ..Wish::new(effort, seconds)
        })
    }
}

/// Solves tasks: facts of each, in their order, and a report. `callback` gets number and facts of a task when it is
/// done and ends the work by returning False; `progress` gets the numbers of finished and of all tasks.
#[pyfunction]
#[pyo3(name = "solve")]
pub fn solve_tasks<'py>(
    py: Python<'py>,
    data: PyRef<'py, NativeDataset>,
    tasks: Vec<PyRef<'py, NativeTask>>,
    asked: Asked,
    store: Option<PyRef<'py, NativeStore>>,
    callback: Option<Py<PyAny>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<(Vec<Facts>, Bound<'py, PyAny>)> {
    let tasks: Vec<Arc<Task>> = tasks.iter().map(|task| task.task.clone()).collect();
    let wish = asked.wish(store.is_some()).map_err(|why| errors::data_error(py, why))?;
    let wish = Wish { guide: guide(py, asked.prior.as_deref())?, ..wish };
    let run = Run {
        data: data.dataset(),
        tasks: tasks.iter().map(|task| &**task).collect(),
        wish,
        forget: asked.allow_changed_data,
        stop: AtomicBool::new(false),
        process: process::id(),
    };
    let teller = Teller {
        callback,
        progress,
        run: &run,
        done: Default::default(),
        news: Default::default(),
    };
    let Some(store) = store else {
        let (facts, report) = run.solve(py, &teller, None)?;
        return Ok((facts, plain(py, &report)?));
    };
    let mut lent = store.lend(py)?;
    let given = run.solve(py, &teller, Some(&mut lent));
    store.give_back(lent);
    let (facts, report) = given?;
    Ok((facts, plain(py, &report)?))
}

/// One call.
struct Run<'t> {
    data: Dataset,
    tasks: Vec<&'t Task>,
    wish: Wish,
    /// Whether what is stored for tasks that changed is dropped.
    forget: bool,
    stop: AtomicBool,
    process: u32,
}

impl Run<'_> {
    fn solve(
        &self,
        py: Python<'_>,
        teller: &Teller<'_, '_>,
        mut store: Option<&mut Box<Store>>,
    ) -> PyResult<(Vec<Facts>, Json)> {
        if let Some(store) = &mut store {
            self.settle(py, store)?;
        }
        let mut solved = None;
        let hear = |at: usize, solved: &Solved<'_>| teller.hear(at, solved);
        let work = || solved = Some(answer::solve_all(&self.tasks, &self.wish, &self.stop, hear));
        let told =
            watched(py, &self.stop, |py| teller.tell(py), work).and_then(|()| teller.tell(py));
        if self.is_forked() {
            // The store belongs to the parent, which goes on.
            return Err(told.err().unwrap_or_else(forked));
        }
        self.stop.fetch_or(told.is_err(), Ordering::Relaxed);
        let Some(solved) = solved else {
            return Err(told.err().unwrap_or_else(forked));
        };
        let stored = store.map(|store| self.keep(py, store, &solved)).transpose()?;
        match told {
            // Whoever interrupts the work wants what it has found so far.
            Err(error) if !error.is_instance_of::<PyKeyboardInterrupt>(py) => Err(error),
            _ => Ok((solved.iter().map(Facts::of).collect(), self.report(&solved, stored))),
        }
    }

    fn is_forked(&self) -> bool {
        process::id() != self.process
    }

    /// Refuses tasks that are others than the store knows.
    fn settle(&self, py: Python<'_>, store: &mut Store) -> PyResult<()> {
        let settled =
            py.detach(|| store.settle_tasks(&self.data.version, &self.tasks, self.forget));
        settled.map_err(|error| store_failed(py, &error))
    }

    fn keep(&self, py: Python<'_>, store: &mut Store, solved: &[Solved<'_>]) -> PyResult<Json> {
        let added = py.detach(|| answer::store_all(store, solved, &self.data));
        let added = added.map_err(|error| store_failed(py, &error))?;
        let too_long: usize = solved.iter().map(|solved| solved.answered.too_long).sum();
        let mut stored = json!(added);
        stored["too_long"] = json!(too_long);
        Ok(stored)
    }

    fn report(&self, solved: &[Solved<'_>], stored: Option<Json>) -> Json {
        json!({
            "interrupted": self.stop.load(Ordering::Relaxed), "stored": stored, "defect": answer::defect(solved),
            "effort": self.wish.effort, "units_per_task": self.wish.units(),
            "threads": self.wish.threads.clamp(1, self.tasks.len().max(1)),
        })
    }
}

/// Tells Python what is done, in the thread that waits.
struct Teller<'r, 't> {
    callback: Option<Py<PyAny>>,
    progress: Option<Py<PyAny>>,
    run: &'r Run<'t>,
    done: AtomicUsize,
    news: Mutex<VecDeque<(usize, Facts)>>,
}

impl Teller<'_, '_> {
    /// In the thread that did it.
    fn hear(&self, at: usize, solved: &Solved<'_>) {
        if self.callback.is_some() {
            let news = (at, Facts::of(solved));
            self.news.lock().unwrap_or_else(PoisonError::into_inner).push_back(news);
        }
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    fn tell(&self, py: Python<'_>) -> PyResult<()> {
        if let Some(progress) = &self.progress {
            progress.call1(py, (self.done.load(Ordering::Relaxed), self.run.tasks.len()))?;
        }
        while let (Some(callback), Some(news)) = (&self.callback, self.next()) {
            let answer = callback.call1(py, news)?;
            if answer.bind(py).is(&*pyo3::types::PyBool::new(py, false)) {
                self.run.stop.store(true, Ordering::Relaxed);
            }
        }
        Ok(())
    }

    /// Whoever has ended the work hears no more, nor does a process that was forked meanwhile.
    fn next(&self) -> Option<(usize, Facts)> {
        if self.run.is_forked() || self.run.stop.load(Ordering::Relaxed) {
            return None;
        }
        self.news.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
    }
}

/// A submission with attempts by task id as JSON text. Tasks of the data without attempts have guesses.
#[pyfunction]
pub fn solve_submission(
    py: Python<'_>,
    data: PyRef<'_, NativeDataset>,
    attempts: Vec<(String, Vec<(Cells, Cells)>)>,
) -> PyResult<String> {
    let data = data.dataset();
    let text = py.detach(|| {
        let attempts = by_task(attempts)?;
        Some(answer::submission_of(&data, |task| attempts.get(&task.id).cloned()).to_json())
    });
    text.ok_or_else(|| errors::data_error(py, "not a grid".into()))
}

type Attempts = BTreeMap<String, Vec<[TaskGrid; 2]>>;

fn by_task(attempts: Vec<(String, Vec<(Cells, Cells)>)>) -> Option<Attempts> {
    let pair = |(first, second)| Some([facts::grid(first)?, facts::grid(second)?]);
    let task = |(id, tests): (String, Vec<_>)| {
        Some((id, tests.into_iter().map(pair).collect::<Option<Vec<_>>>()?))
    };
    attempts.into_iter().map(task).collect()
}
