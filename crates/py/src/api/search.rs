//! The search: batts, evolution, submissions.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use evolve::card::{Card, Deal, Found, Pool, choose_tasks};
use evolve::code::Code;
use evolve::drive::{Evolution, Options, Summary, read_program};
use evolve::error::{EvolveError, Refusal};
use evolve::grade::{Grade, TaskGrade};
use evolve::limits::{MUTATION_RATE, POPULATION, SEARCH_EFFORT, SEARCH_MEMORY, units};
use evolve::mutate;
use evolve::report::{progress_json, summary_json};
use evolve::search::Settings;
use evolve::shard::Shard;
use evolve::store::Store;
use evolve::submit::{Answerers, Submission};
use exec::data::{Dataset, Task};
use gpu::engine::{Choice, Engine};
use lang::{Program, ProgramKind};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use serde_json::{Value as Json, json};

use super::data::NativeDataset;
use super::engine::threads_of;
use super::json::plain;
use super::prior::guide;
use super::program::{NativeProgram, dialect};
use super::store::NativeStore;
use super::wait::{forked, watched};
use super::words::{allowed, failed};
use crate::errors;

/// Everything that decides a search, as Python gives it.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Wish {
    time: Option<f64>,
    generations: Option<u64>,
    tasks: Option<Vec<String>>,
    population: u32,
    seed: u64,
    mutation_rate: f64,
    threads: Option<usize>,
    memory: u32,
    shard: Option<String>,
    resume: bool,
    backend: String,
    allow_changed_data: bool,
    solve: f64,
    beyond: bool,
    prior: Option<String>,
}

impl Wish {
    fn options(&self) -> Result<Options, String> {
        let time = self.time.map(Duration::try_from_secs_f64).transpose();
        let time = time.map_err(|_| "time: seconds from 0, not endless".to_string())?;
        let search = Settings {
            seed: self.seed,
            population: allowed(&POPULATION, self.population)?,
            mutation: mutate::Settings::of_search(allowed(&MUTATION_RATE, self.mutation_rate)?),
            threads: threads_of(self.threads),
            memory: (allowed(&SEARCH_MEMORY, self.memory)? as usize) << 20,
            solve_units: units(allowed(&SEARCH_EFFORT, self.solve)?),
            beyond: self.beyond,
            ..Settings::default()
        };
        Ok(Options { search, generations: self.generations, time, ..Options::default() })
    }

    fn chosen<'d>(&self, data: &'d Dataset) -> Result<Vec<&'d Task>, String> {
        let missing = |id: &&String| data.get(id).is_none();
        if let Some(id) = self.tasks.iter().flatten().find(missing) {
            return Err(format!("no task {id} in {}", data.name));
        }
        let is_wanted = |task: &&Task| self.tasks.as_ref().is_none_or(|ids| ids.contains(&task.id));
        let shard = self.shard.as_deref().map_or(Ok(Shard::WHOLE), str::parse);
        let shard = shard.map_err(|why: String| format!("shard: {why}"))?;
        Ok(shard.of(data.tasks.iter().filter(is_wanted)).collect())
    }
}

/// Searches; `callback` gets a dict per generation and ends the search by returning False.
#[pyfunction]
#[pyo3(name = "evolve")]
pub fn evolve_tasks<'py>(
    py: Python<'py>,
    store: PyRef<'py, NativeStore>,
    data: PyRef<'py, NativeDataset>,
    programs: Vec<PyRef<'py, NativeProgram>>,
    wish: Wish,
    callback: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let data = data.dataset();
    let solvers = programs.iter().filter(|p| p.program.kind != ProgramKind::Differ);
    let pool: Vec<Code> = solvers.map(|p| Code::of_program(&p.program)).collect();
    let backend: Choice = wish.backend.parse().map_err(|why| errors::device_error(py, why))?;
    let engine = py.detach(|| Engine::open(&backend, gpu::team::Options::DEFAULT));
    let engine = engine.map_err(|error| errors::device_error(py, error.to_string()))?;
    let mut lent = store.lend(py)?;
    let given = search(py, &mut lent, &data, pool, &wish, engine, callback.as_ref());
    store.give_back(lent);
    plain(py, &summary_json(&given?, &data))
}

fn search(
    py: Python<'_>,
    store: &mut Store,
    data: &Dataset,
    pool: Vec<Code>,
    wish: &Wish,
    engine: Engine,
    callback: Option<&Py<PyAny>>,
) -> PyResult<Summary> {
    let bad = |why: String| errors::data_error(py, why);
    let (mut options, tasks) = (wish.options().map_err(bad)?, wish.chosen(data).map_err(bad)?);
    options.guide = guide(py, wish.prior.as_deref())?;
    let started = py.detach(|| start(store, data, &tasks, pool, wish, &options));
    let mut evolution = started.map_err(|error| failed(py, &error))?;
    evolution.use_engine(engine);
    let (stop, _timer, mut raised) = (AtomicBool::new(false), evolution.timer(&options), None);
    let process = process::id();
    let ended = loop {
        if let Some(ended) = evolution.ended(&options, &stop) {
            break ended;
        }
        let told = watched(py, &stop, |_| Ok(()), || evolution.step()).and_then(|step| {
            let progress = step.map_err(|error| failed(py, &error))?;
            progress.map_or(Ok(true), |progress| tell(py, callback, &progress_json(&progress)))
        });
        if process::id() != process {
            // Forked by the callback: store and devices belong to the parent, which goes on.
            std::mem::forget(evolution);
            return Err(told.err().unwrap_or_else(forked));
        }
        match told {
            Ok(goes_on) => _ = stop.fetch_or(!goes_on, Ordering::Relaxed),
            Err(error) => {
                stop.store(true, Ordering::Relaxed);
                raised = Some(error);
            }
        }
    };
    let summary = py.detach(|| evolution.finish(ended));
    match raised {
        // Whoever interrupts a search wants what it has found so far.
        Some(error) if !error.is_instance_of::<PyKeyboardInterrupt>(py) => Err(error),
        _ => summary.map_err(|error| failed(py, &error)),
    }
}

/// Whether the search goes on.
fn tell(py: Python<'_>, callback: Option<&Py<PyAny>>, progress: &Json) -> PyResult<bool> {
    let Some(callback) = callback else { return Ok(true) };
    let answer = callback.call1(py, (plain(py, progress)?,))?;
    Ok(!answer.bind(py).is(&*pyo3::types::PyBool::new(py, false)))
}

fn start<'s, 't>(
    store: &'s mut Store,
    data: &'t Dataset,
    tasks: &[&'t Task],
    mut pool: Vec<Code>,
    wish: &Wish,
    options: &Options,
) -> Result<Evolution<'s, 't>, EvolveError> {
    if wish.resume {
        return Evolution::resume(store, data, options);
    }
    store.settle_tasks(&data.version, tasks, wish.allow_changed_data)?;
    if pool.is_empty() {
        let kept = store.kept_all()?;
        pool = kept.iter().map(|kept| read_program(&kept.program)).collect::<Result<_, _>>()?;
    }
    Evolution::start(store, data, tasks, pool, options)
}

/// Where programs come from.
#[derive(FromPyObject)]
pub enum From<'py> {
    Store(PyRef<'py, NativeStore>),
    Programs(Vec<PyRef<'py, NativeProgram>>),
}

fn shared(programs: &[PyRef<'_, NativeProgram>]) -> Vec<Arc<Program>> {
    programs.iter().map(|p| p.program.clone()).collect()
}

/// How a batt is made, as Python gives it.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct CardWish {
    seed: u64,
    dialect: Option<String>,
    tasks: Option<Vec<String>>,
    count: Option<usize>,
    freeze_solvers: bool,
    freeze_differs: bool,
    mutation_rate: f64,
}

/// Merges and mutates programs into a batt: its Python text and its step table.
#[pyfunction]
pub fn card(
    py: Python<'_>,
    source: From<'_>,
    data: Option<PyRef<'_, NativeDataset>>,
    wish: CardWish,
) -> PyResult<(String, String)> {
    allowed(&MUTATION_RATE, wish.mutation_rate).map_err(|why| errors::data_error(py, why))?;
    let dialect = dialect(py, wish.dialect.as_deref())?;
    let data = data.map(|data| data.dataset());
    let found = match source {
        From::Store(store) => store.with(py, |store| Ok(Found::of_store(store)))?,
        From::Programs(programs) => {
            let programs = shared(&programs);
            Ok(Found::of_programs(programs.iter().map(|p| &**p), true))
        }
    };
    let made = py.detach(|| {
        let pool = Pool::new(found?, dialect)?;
        let wanted = wish.tasks.map(|ids| ids.into_iter().collect());
        let tasks =
            choose_tasks(&pool.rivals, wanted.as_ref(), wish.count, data.as_ref(), wish.seed);
        if tasks.is_empty() {
            return Err(Refusal::NoPrograms.into());
        }
        let deal = Deal {
            seed: wish.seed,
            dialect: pool.dialect,
            freeze_solvers: wish.freeze_solvers,
            freeze_differs: wish.freeze_differs,
            mutation_rate: wish.mutation_rate,
        };
        let differs = pool.chosen_differs(wish.freeze_differs, wish.seed)?;
        let card = Card::deal(&deal, &pool.rivals, &tasks, &differs, data.as_ref());
        card.map_err(|error| EvolveError::Wish(Refusal::Card(error)))
    });
    let card = made.map_err(|error| failed(py, &error))?;
    Ok((card.python(), card.table()))
}

/// Two attempts for every test input, as JSON text, and where they come from.
#[pyfunction]
pub fn submit<'py>(
    py: Python<'py>,
    source: From<'py>,
    data: PyRef<'py, NativeDataset>,
    others: bool,
    threads: Option<usize>,
) -> PyResult<(String, Bound<'py, PyAny>)> {
    let (data, threads) = (data.dataset(), threads_of(threads));
    let answerers = match source {
        From::Store(store) => {
            let answerers = store.with(py, |s| Ok(Answerers::of_store(s, &data, others)))?;
            answerers.map_err(|error| failed(py, &error))?
        }
        From::Programs(programs) => {
            let programs = shared(&programs);
            py.detach(|| {
                let programs: Vec<&Program> = programs.iter().map(|p| &**p).collect();
                Answerers::of_programs(&programs, &data, others, threads)
            })
        }
    };
    let stop = AtomicBool::new(false);
    let answers = watched(py, &stop, |_| Ok(()), || answerers.answer(&data, threads, || {}))?;
    let inputs: usize = answers.attempts.iter().map(Vec::len).sum();
    let from_programs: usize = answers.attempts.iter().flatten().map(|a| a.from_programs).sum();
    let report = json!({
        "tasks": answers.attempts.len(), "test_inputs": inputs,
        "tasks_with_programs": answers.with_programs, "attempts_from_programs": from_programs,
        "guesses": 2 * inputs - from_programs, "unreadable_tasks": data.bad.len(),
        "data_version": data.version,
    });
    Ok((answers.submission.to_json(), plain(py, &report)?))
}

/// Problems of a submission that are told one by one.
const TOLD: usize = 10;

/// For each task whether an attempt for each test output is right; None where it is not known.
#[pyfunction]
pub fn grade(
    py: Python<'_>,
    submission: &[u8],
    data: PyRef<'_, NativeDataset>,
) -> PyResult<Vec<(String, Vec<Option<bool>>)>> {
    let data = data.dataset();
    let graded = py.detach(|| {
        let submission = Submission::parse(submission)?;
        let problems = submission.problems(&data);
        if !problems.is_empty() {
            let told = problems[..problems.len().min(TOLD)].join("\n  ");
            let more = problems.len().saturating_sub(TOLD);
            let more = if more > 0 { format!("\n  and {more} more") } else { String::new() };
            return Err(format!("it does not fit {}:\n  {told}{more}", data.version));
        }
        Ok(Grade::new(&submission, &data))
    });
    let graded = graded.map_err(|why| errors::data_error(py, format!("the submission: {why}")))?;
    Ok(graded.tasks.into_iter().map(|TaskGrade { task, right }| (task, right)).collect())
}
