//! Tasks with known programs, one after the other.

use std::collections::VecDeque;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, TryLockError};

use evolve::code::{Code, solver_name};
use evolve::limits::{PAIRS, SYNTH_BUDGET};
use evolve::synth::{Feed, Made, Material, Parent, Position, Settings};
use lang::{Program, ProgramKind};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use super::data::{NativeDataset, NativeTask};
use super::engine::threads_of;
use super::prior::guide;
use super::program::NativeProgram;
use super::wait::watched;
use super::words::allowed;
use crate::errors;

/// Tasks that are made before one is handed over: they come in rounds.
const AHEAD: usize = 64;

/// A task, its program, and as JSON text what is known of it.
type Item = (NativeTask, NativeProgram, String);

/// Where tasks come from; `arcbatt.synth` takes them one by one.
#[pyclass(frozen, name = "NativeSynth", module = "arcbatt._arcbatt")]
pub struct NativeSynth {
    state: Mutex<State>,
}

struct State {
    feed: Feed,
    ready: VecDeque<Made>,
}

#[pymethods]
impl NativeSynth {
    #[new]
    fn new(
        py: Python<'_>,
        data: PyRef<'_, NativeDataset>,
        programs: Vec<PyRef<'_, NativeProgram>>,
        settings: (u32, u64, u64),
        threads: Option<usize>,
        prior: Option<&str>,
    ) -> PyResult<NativeSynth> {
        let (pairs, seed, budget) = settings;
        let unfit = |why| errors::data_error(py, why);
        let pairs = allowed(&PAIRS, pairs).map_err(unfit)?;
        let budget = allowed(&SYNTH_BUDGET, budget).map_err(unfit)?;
        let solvers = programs.iter().filter(|p| p.program.kind != ProgramKind::Differ);
        let material = Material::new(solvers.map(|p| parent(&p.program)), &data.dataset());
        let material = material.by(guide(py, prior)?);
        let lacks = match (material.programs(), material.tasks()) {
            (0, _) => {
                "there are no programs to make tasks from: those that read the demo pairs do not count"
            }
            (_, 0) => "there are no tasks whose inputs could be used",
            _ => "",
        };
        if !lacks.is_empty() {
            return Err(unfit(lacks.to_string()));
        }
        let settings = Settings { seed, pairs, budget };
        let threads = threads_of(threads);
        let feed = Feed::new(&Arc::new(material), settings, threads, Position::default(), []);
        Ok(NativeSynth { state: Mutex::new(State { feed, ready: VecDeque::new() }) })
    }

    /// The next task; None when there are no more.
    fn next(&self, py: Python<'_>) -> PyResult<Option<Item>> {
        let mut state = match self.state.try_lock() {
            Ok(state) => state,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => {
                return Err(PyRuntimeError::new_err("another thread takes tasks from here"));
            }
        };
        let (state, stop) = (&mut *state, AtomicBool::new(false));
        if state.ready.is_empty() {
            let filled = watched(py, &stop, |_| Ok(()), || state.fill(&stop))?;
            filled.map_err(PyRuntimeError::new_err)?;
        }
        Ok(state.ready.pop_front().map(item))
    }
}

impl State {
    /// What was made before an exception waits for the next time.
    fn fill(&mut self, stop: &AtomicBool) -> Result<(), String> {
        while self.ready.len() < AHEAD {
            match self.feed.next(stop) {
                Ok(Some((made, _))) => self.ready.push_back(made),
                Ok(None) => break,
                Err(error) => return Err(format!("internal error, please report: {error}")),
            }
        }
        Ok(())
    }
}

fn parent(program: &Program) -> Parent {
    let (name, task) = (program.name.clone(), program.id.clone());
    Parent { name, task, code: Code::of_program(program) }
}

fn item(made: Made) -> Item {
    let Made { task, code, facts } = made;
    let text = code.text(&solver_name(&task.id));
    let parsed = lang::parse(text.as_bytes(), "synth", Some(code.dialect()));
    let program = parsed.programs.into_iter().next().expect("what was printed can be read");
    let facts = serde_json::Value::Object(facts.0).to_string();
    (NativeTask { task: Arc::new(task) }, NativeProgram::printed(program), facts)
}
