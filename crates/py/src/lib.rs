//! The native half of the Python package: conversions between Python and the engine.
//!
//! ```text
//! python/arcbatt/*.py ──> arcbatt._arcbatt ──┬─ api: programs, tasks, evaluate, solve, evolve, stores
//!                                            ├─ dsl: every op as a Python function
//!                                            └─ command: what `batt` does
//! ```
//!
//! Everything a user sees is documented in Python; here are values going in and out.

mod api;
mod command;
mod convert;
mod dsl;
mod errors;
mod exit;
mod stack;

use pyo3::exceptions::PyImportError;
use pyo3::ffi;
use pyo3::prelude::*;

/// The native half of arcbatt; use `import arcbatt`.
#[pymodule]
mod _arcbatt {
    use evolve::limits;
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::api::{
        data::{NativeDataset, NativeTask, known_programs},
        engine::NativeEngine,
        evaluate::{NativeResults, run_all},
        files::write_files,
        forms::{export_data, undo},
        json::value,
        prior::{prior_bits, prior_fit, prior_names, prior_read},
        program::{NativeProgram, parse, parse_each},
        reward::judge_all,
        search::{card, evolve_tasks, grade, submit},
        solve::{solve_submission, solve_tasks},
        state::{NativeState, look_at_states, state_words, step_states},
        store::NativeStore,
        synth::NativeSynth,
        trace::{pack, run_grids, run_one, trace_one},
    };
    #[pymodule_export]
    use crate::command::command;
    #[pymodule_export]
    use crate::dsl::{
        function::Function,
        op::{OpFunction, dsl_constants, dsl_functions},
    };

    /// What it does where nothing else is said.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::refuse_subinterpreters()?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("ERRORS", evolve::evaluate::ERRORS)?;
        module.add("SEED", limits::SEED)?;
        module.add("POPULATION", limits::POPULATION.usual)?;
        module.add("MUTATION_RATE", limits::MUTATION_RATE.usual)?;
        module.add("BUDGETS", (limits::BUDGET.least, limits::BUDGET.most))?;
        module.add("SEARCH_BUDGET", limits::BUDGET.usual)?;
        module.add("SEARCH_MEMORY", limits::SEARCH_MEMORY.usual)?;
        module.add("SEARCH_EFFORT", limits::SEARCH_EFFORT.usual)?;
        module.add("SEARCH_TIME", limits::SEARCH_TIME.as_secs_f64())?;
        module.add("PAIRS", limits::PAIRS.usual)?;
        module.add("SYNTH_BUDGET", limits::SYNTH_BUDGET.usual)?;
        module.add("STATE_LINES", limits::STATE_LINES.usual)?;
        module.add("STATE_MEMORY", limits::STATE_MEMORY.usual)?;
        module.add("SOLVE_EFFORT", limits::EFFORT.usual)?;
        module.add("SOLVE_MEMORY", limits::TASK_MEMORY.usual)
    }
}

/// What this module knows of objects is true in one interpreter only, and it comes back to Python in the
/// first. Python 3.12 and newer refuse the import by themselves.
fn refuse_subinterpreters() -> PyResult<()> {
    // SAFETY: a module is being imported, so the lock is held.
    let number = unsafe { ffi::PyInterpreterState_GetID(ffi::PyInterpreterState_Get()) };
    match number {
        0 => Ok(()),
        _ => Err(PyImportError::new_err(
            "arcbatt does not run in subinterpreters: use threads or processes",
        )),
    }
}
