//! Where programs run, and by which rules.

use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

use evolve::report::devices_json;
use exec::batch::STACK_NEEDED;
use exec::run::{Budget, Policy, Rules};
use gpu::engine::{Choice, Engine};
use gpu::team::Options;
use pyo3::prelude::*;
use serde_json::Value as Json;

use super::json;
use crate::{errors, stack};

/// Programs whose budget is larger may run for long.
const MOST_COST: u64 = 1 << 24;

/// An engine; `arcbatt.Engine` is made of it.
#[pyclass(frozen, name = "NativeEngine", module = "arcbatt._arcbatt")]
pub struct NativeEngine {
    choice: Choice,
    pub threads: usize,
    pub rules: Rules,
    /// Most bytes of a device's memory.
    memory: Option<u64>,
    opened: Mutex<Option<Opened>>,
}

/// Devices belong to the process that opened them: after a fork they are of no use.
struct Opened {
    process: u32,
    engine: Engine,
}

impl NativeEngine {
    /// Whether little work may be done in the calling thread: programs end soon by the rules, no device
    /// was asked for, and there is stack enough.
    pub fn runs_in_caller(&self) -> bool {
        let soon = self.rules.budget.program.max(self.rules.budget.step) <= MOST_COST;
        soon && !matches!(self.choice, Choice::Devices(..)) && stack::has(STACK_NEEDED)
    }

    /// Lets `work` use the engine. With `auto` the CPU is used while another thread has the
    /// device: the results are the same. To be called without Python's lock.
    pub fn with<T>(&self, work: impl FnOnce(&mut Engine) -> T) -> Result<T, String> {
        if self.choice == Choice::Cpu {
            return Ok(work(&mut Engine::cpu()));
        }
        let guard = match (self.opened.try_lock(), &self.choice) {
            (Ok(guard), _) => guard,
            (Err(TryLockError::Poisoned(poisoned)), _) => poisoned.into_inner(),
            (Err(TryLockError::WouldBlock), Choice::Auto { .. }) => {
                return Ok(work(&mut Engine::cpu()));
            }
            (Err(TryLockError::WouldBlock), _) => {
                self.opened.lock().unwrap_or_else(PoisonError::into_inner)
            }
        };
        let mut guard = guard;
        Ok(work(&mut self.open(&mut guard)?.engine))
    }

    fn open<'g>(
        &self,
        guard: &'g mut MutexGuard<'_, Option<Opened>>,
    ) -> Result<&'g mut Opened, String> {
        let process = std::process::id();
        if let Some(foreign) = guard.take_if(|opened| opened.process != process) {
            // Closing what another process opened would disturb it.
            std::mem::forget(foreign);
        }
        if guard.is_none() {
            let mut engine = Engine::open(&self.choice, Options::DEFAULT)
                .map_err(|error| format!("backend {:?}: {error}", self.choice.to_string()))?;
            self.memory.iter().for_each(|&bytes| engine.set_limit(bytes));
            **guard = Some(Opened { process, engine });
        }
        guard.as_mut().ok_or_else(|| "no engine".to_string())
    }
}

#[pymethods]
impl NativeEngine {
    #[new]
    fn new(
        py: Python<'_>,
        backend: &str,
        threads: Option<usize>,
        policy: &str,
        budget: Option<(u64, u64)>,
        device_memory: Option<u64>,
    ) -> PyResult<NativeEngine> {
        let choice: Choice = backend
            .parse()
            .map_err(|why| errors::device_error(py, format!("no backend {backend:?}: {why}")))?;
        let policy = policy_of(policy).map_err(|why| errors::data_error(py, why))?;
        let budget = budget.map_or(Budget::GENEROUS, |(step, program)| Budget { step, program });
        let engine = NativeEngine {
            choice,
            threads: threads_of(threads),
            rules: Rules { policy, budget },
            memory: device_memory,
            opened: Mutex::new(None),
        };
        // A device that was asked for by name must be there from the beginning.
        if let Choice::Devices(..) = engine.choice {
            py.detach(|| engine.with(|_| ())).map_err(|why| errors::device_error(py, why))?;
        }
        Ok(engine)
    }

    #[getter]
    fn threads(&self) -> usize {
        self.threads
    }

    /// Where batches run, in a few words.
    fn name(&self, py: Python<'_>) -> PyResult<String> {
        let name = py.detach(|| self.with(|engine| engine.name()));
        name.map_err(|why| errors::device_error(py, why))
    }

    /// What devices did; empty where none was used.
    fn stats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let stats = py.detach(|| self.with(|engine| devices_json(engine)));
        json::plain(py, &Json::Object(stats.map_err(|why| errors::device_error(py, why))?))
    }

    /// What was decided and why, since the last call.
    fn explain(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let reasons = py.detach(|| self.with(Engine::explain));
        reasons.map_err(|why| errors::device_error(py, why))
    }
}

/// The number asked for, else that of the processors this process may use.
pub fn threads_of(asked: Option<usize>) -> usize {
    evolve::limits::threads(asked.unwrap_or(0))
}

fn policy_of(name: &str) -> Result<Policy, String> {
    match name {
        "strict" => Ok(Policy::Strict),
        "safe" => Ok(Policy::Safe),
        "pile" => Ok(Policy::PILE),
        _ => Err(format!("no policy {name:?}: use \"strict\", \"safe\" or \"pile\"")),
    }
}
