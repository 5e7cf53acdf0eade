//! Partial programs as states.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};

use evolve::state::{Class, FACTS, Frame, Line, MOST_PLACES, Misuse, SIDE, State};
use evolve::state::{Vocabulary, Wanted, World, step};
use exec::batch::STACK_NEEDED;
use exec::run::Budget;
use exec::value::kind::Kind;
use exec::value::{Fault, Layout};
use lang::Dialect;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyDict, PyMemoryView};

use super::data::NativeTask;
use super::engine::threads_of;
use super::program::{self, NativeProgram};
use super::trace::Shown;
use super::wait::{here, watched};
use crate::{errors, stack};

/// States times samples up to which starting threads takes longer than the work.
const FEW: usize = 64;

/// One state; `arcbatt.State` is made of it.
#[pyclass(frozen, name = "NativeState", module = "arcbatt._arcbatt")]
pub struct NativeState {
    state: Mutex<State>,
}

impl NativeState {
    fn of(state: State) -> NativeState {
        NativeState { state: Mutex::new(state) }
    }

    /// The state, waiting for another thread that works with it.
    fn with<T: Send>(&self, py: Python<'_>, act: impl FnOnce(&mut State) -> T + Send) -> T {
        let act = || act(&mut self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner()));
        here(py, || if stack::has(STACK_NEEDED) { act() } else { aside(act) })
    }
}

/// Does something on a thread that has stack enough for values of any depth.
fn aside<T: Send>(act: impl FnOnce() -> T + Send) -> T {
    let act = Mutex::new(Some(act));
    let work = || act.lock().ok().and_then(|mut act| act.take()).map(|act| act());
    exec::batch::on_threads(1, work).into_iter().flatten().next().expect("called once")
}

#[pymethods]
impl NativeState {
    #[new]
    fn new(
        py: Python<'_>,
        task: PyRef<'_, NativeTask>,
        dialect: &str,
        budget: (u64, u64),
        lines: u32,
        memory: u32,
    ) -> PyResult<NativeState> {
        let dialect = program::dialect(py, Some(dialect))?.unwrap_or(Dialect::Arc);
        let (task, (step, program)) = (task.task.clone(), budget);
        let world = || World::new(task, dialect, Budget { step, program }, lines, memory);
        Ok(NativeState::of(State::new(Arc::new(here(py, world)))))
    }

    fn fork(&self, py: Python<'_>) -> NativeState {
        NativeState::of(self.with(py, |state| state.clone()))
    }

    /// Keeps the first so many lines.
    fn truncate(&self, py: Python<'_>, len: usize) {
        self.with(py, |state| state.truncate(len));
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        self.with(py, |state| state.lines().len())
    }

    /// The lines as text.
    fn text(&self, py: Python<'_>) -> Vec<String> {
        self.with(py, |state| state.text())
    }

    /// The lines as numbers.
    fn actions(&self, py: Python<'_>) -> Vec<(u16, Vec<u16>)> {
        let action = |line: &Line| (line.op, line.args().to_vec());
        self.with(py, |state| state.lines().iter().map(action).collect())
    }

    fn hash(&self, py: Python<'_>) -> String {
        self.with(py, |state| state.hash()).to_string()
    }

    fn value_hash(&self, py: Python<'_>) -> String {
        self.with(py, |state| state.value_hash()).to_string()
    }

    /// The program that ends in a line, counted from 0; without, what gives its input back.
    #[pyo3(signature = (line))]
    fn program(&self, py: Python<'_>, line: Option<usize>) -> NativeProgram {
        NativeProgram::printed(self.with(py, |state| state.program(line)))
    }

    #[pyo3(signature = (line))]
    fn points(&self, py: Python<'_>, line: Option<usize>) -> Vec<u32> {
        self.with(py, |state| state.points(line).collect())
    }

    #[pyo3(signature = (line))]
    fn score(&self, py: Python<'_>, line: Option<usize>) -> f64 {
        self.with(py, |state| state.score(line))
    }

    /// Why a line has no value, sample by sample.
    fn faults(&self, py: Python<'_>, line: usize) -> Vec<Option<&'static str>> {
        self.with(py, |state| state.faults(line).map(|fault| fault.map(Fault::name)).collect())
    }

    /// The value of a line on a sample, or the kind of its fault.
    #[pyo3(signature = (line, sample))]
    fn value<'py>(
        &self,
        py: Python<'py>,
        line: Option<usize>,
        sample: usize,
    ) -> PyResult<(Option<Bound<'py, PyAny>>, Option<&'static str>)> {
        let value = self.with(py, |state| {
            let lay = Layout::of(state.world().vocabulary().dialect);
            state.value((line, sample), |value| value.map(|value| Shown::of(lay, value)))
        });
        match value {
            Ok(shown) => Ok((Some(shown.to_python(py)?), None)),
            Err(fault) => Ok((None, Some(fault.name()))),
        }
    }

    /// Memory that the values of the task take.
    fn bytes(&self, py: Python<'_>) -> usize {
        let world = self.with(py, |state| state.world().clone());
        here(py, || world.bytes())
    }
}

/// The words of a dialect: names of ops, of words that are the same in every state, of classes, kinds and faults; by op
/// and place, the class.
#[pyfunction]
pub fn state_words<'py>(py: Python<'py>, dialect: &str) -> PyResult<Bound<'py, PyDict>> {
    let dialect = program::dialect(py, Some(dialect))?.unwrap_or(Dialect::Arc);
    let vocabulary = Vocabulary::of(dialect);
    let class = |class: &Class| match class {
        Class::Nothing => "nothing".to_string(),
        Class::Function => "a line that is a function".to_string(),
        Class::Of(ty) => ty.to_string(),
        Class::Maybe(ty) => format!("{ty} or nothing"),
    };
    let words = PyDict::new(py);
    words.set_item("ops", vocabulary.ops.iter().map(|op| op.name()).collect::<Vec<_>>())?;
    words.set_item("words", vocabulary.words.iter().map(|w| w.name()).collect::<Vec<_>>())?;
    words.set_item("classes", vocabulary.classes.iter().map(class).collect::<Vec<_>>())?;
    let places: Vec<u8> = vocabulary.places.as_flattened().to_vec();
    words.set_item("places", PyByteArray::new(py, &places))?;
    let kinds = Kind::ALL.iter().map(|kind| format!("{kind:?}").to_lowercase());
    words.set_item("kinds", kinds.collect::<Vec<_>>())?;
    words.set_item("faults", Fault::ALL.map(Fault::name).to_vec())?;
    words.set_item("side", (SIDE, FACTS, MOST_PLACES))?;
    Ok(words)
}

/// What is wrong with the numbers of a line.
fn words_of(state: &State, misuse: Misuse) -> String {
    let vocabulary = state.world().vocabulary();
    let name = |op: usize| vocabulary.ops.get(op).map_or("call", |op| op.name());
    match misuse {
        Misuse::Op(op) => {
            format!("no op has the number {op}: they go from 0 to {}", vocabulary.ops.len())
        }
        Misuse::Word { place, word } => format!(
            "argument {}: no word has the number {word}: they go from 1 to {}, lines from {} on",
            place + 1,
            vocabulary.first_line() + state.lines().len() - 1,
            vocabulary.first_line()
        ),
        Misuse::Count { op, given } => match vocabulary.ops.get(op) {
            Some(found) => format!("{} takes {} arguments, not {given}", name(op), found.arity()),
            None => format!("a call takes a function and what to call it with, not {given} words"),
        },
        Misuse::NoFunction => "only a line can be called: name an op as op instead".into(),
        Misuse::Full => {
            format!(
                "it has {} lines, which is the most: State(task, lines=...)",
                state.lines().len()
            )
        }
    }
}

/// What states hold after a step, as bytes of numpy arrays.
#[derive(IntoPyObject)]
pub struct Seen<'py> {
    /// Whether the numbers were no line, so that the state stayed as it was.
    illegal: Bound<'py, PyByteArray>,
    /// Why the last line has no value on the first sample where it has none; 0 if it has one on all.
    faults: Bound<'py, PyByteArray>,
    /// What the last line is worth: 64-bit numbers.
    scores: Bound<'py, PyByteArray>,
    /// By state, class and word, what may stand where.
    fits: Option<Bound<'py, PyByteArray>>,
    grids: Option<Bound<'py, PyByteArray>>,
    facts: Option<Bound<'py, PyByteArray>>,
}

type Guards<'s> = Vec<MutexGuard<'s, State>>;

/// Takes all states for itself.
fn guards<'s>(py: Python<'_>, states: &'s [PyRef<'_, NativeState>]) -> PyResult<Guards<'s>> {
    let lock = |(at, state): (usize, &'s PyRef<'_, NativeState>)| match state.state.try_lock() {
        Ok(guard) => Ok(guard),
        Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
        Err(TryLockError::WouldBlock) => Err(errors::data_error(
            py,
            format!("states[{at}] is given twice, or another thread works with it: fork() it"),
        )),
    };
    states.iter().enumerate().map(lock).collect()
}

/// Numbers from the bytes of an array of 64-bit integers.
fn numbers(bytes: &[u8]) -> impl ExactSizeIterator<Item = i64> + '_ {
    bytes.as_chunks().0.iter().map(|&bytes| i64::from_ne_bytes(bytes))
}

/// The line of each state. Where numbers are no line there is none, or an exception if those must be.
fn lines(
    py: Python<'_>,
    guards: &Guards<'_>,
    (ops, args, places): (&[u8], &[u8], usize),
    strict: bool,
) -> PyResult<Vec<Option<Line>>> {
    let (args, mut made): (Vec<i64>, _) = (numbers(args).collect(), Vec::new());
    for (at, (state, op)) in guards.iter().zip(numbers(ops)).enumerate() {
        match state.line(op, &args[at * places..][..places]) {
            Ok(line) => made.push(Some(line)),
            Err(_) if !strict => made.push(None),
            Err(misuse) => {
                let place =
                    if guards.len() > 1 { format!("states[{at}]: ") } else { String::new() };
                return Err(errors::data_error(py, place + &words_of(state, misuse)));
            }
        }
    }
    Ok(made)
}

/// Adds a line to each state. `wanted`: whether to tell what fits where, and how many samples and lines to show.
#[pyfunction]
#[pyo3(signature = (states, ops, args, places, strict, wanted, into, threads))]
#[allow(clippy::too_many_arguments)]
pub fn step_states<'py>(
    py: Python<'py>,
    states: Vec<PyRef<'py, NativeState>>,
    ops: &[u8],
    args: &[u8],
    places: usize,
    strict: bool,
    wanted: (bool, Option<(usize, usize)>),
    into: Into<'py>,
    threads: Option<usize>,
) -> PyResult<Seen<'py>> {
    if numbers(ops).len() != states.len() || numbers(args).len() != states.len() * places {
        return Err(errors::data_error(
            py,
            "one op and one row of arguments for each state".into(),
        ));
    }
    let mut guards = guards(py, &states)?;
    let lines = lines(py, &guards, (ops, args, places), strict)?;
    seen(py, &mut guards, &lines, (wanted, into), threads)
}

/// Shows states as they are: see [`step_states`].
#[pyfunction]
#[pyo3(signature = (states, wanted, into, threads))]
pub fn look_at_states<'py>(
    py: Python<'py>,
    states: Vec<PyRef<'py, NativeState>>,
    wanted: (bool, Option<(usize, usize)>),
    into: Into<'py>,
    threads: Option<usize>,
) -> PyResult<Seen<'py>> {
    let mut guards = guards(py, &states)?;
    let none = vec![None; guards.len()];
    seen(py, &mut guards, &none, (wanted, into), threads)
}

fn seen<'py>(
    py: Python<'py>,
    guards: &mut Guards<'_>,
    lines: &[Option<Line>],
    ((mask, shown), into): ((bool, Option<(usize, usize)>), Into<'py>),
    threads: Option<usize>,
) -> PyResult<Seen<'py>> {
    let count = guards.len();
    let frame = shown.map(|(samples, lines)| Frame { samples, lines });
    let room = |bytes: usize, given: Option<Bound<'py, PyByteArray>>| match bytes.checked_mul(count)
    {
        Some(all) if all <= isize::MAX as usize => Room::new(py, all, given),
        _ => Err(errors::data_error(py, "more than memory can hold".into())),
    };
    let (for_fits, for_grids, for_facts) = into;
    let mut fits = if mask { Some(room(mask_bytes(py, guards)?, for_fits)?) } else { None };
    let mut grids = frame.map(|frame| room(frame.grid_bytes(), for_grids)).transpose()?;
    let mut facts = frame.map(|frame| room(frame.fact_bytes(), for_facts)).transpose()?;
    {
        let mut steps: Vec<(&mut State, Option<Line>)> =
            guards.iter_mut().map(|guard| &mut **guard).zip(lines.iter().copied()).collect();
        let [fits, grids, facts] =
            [&mut fits, &mut grids, &mut facts].map(|room| room.as_mut().map(Room::bytes));
        let seen = frame.zip(grids.zip(facts)).map(|(frame, (grids, facts))| (frame, grids, facts));
        take(py, &mut steps, Wanted { seen, masks: fits }, threads)?;
    }
    let illegal: Vec<u8> = lines.iter().map(|line| u8::from(line.is_none())).collect();
    let fault = |state: &MutexGuard<'_, State>| {
        let faults = state.last().and_then(|line| state.faults(line).flatten().next());
        faults.map_or(0, |fault| 1 + fault as u8)
    };
    let faults: Vec<u8> = guards.iter().map(fault).collect();
    let score = |state: &MutexGuard<'_, State>| state.score(state.last()).to_ne_bytes();
    let scores: Vec<u8> = guards.iter().flat_map(score).collect();
    let [illegal, faults, scores] =
        [illegal, faults, scores].map(|bytes| PyByteArray::new(py, &bytes));
    let [fits, grids, facts] = [fits, grids, facts].map(|room| room.map(|room| room.array.clone()));
    Ok(Seen { illegal, faults, scores, fits, grids, facts })
}

/// The arrays of an earlier answer, to be written over: masks, pictures, facts.
type Into<'py> = (
    Option<Bound<'py, PyByteArray>>,
    Option<Bound<'py, PyByteArray>>,
    Option<Bound<'py, PyByteArray>>,
);

/// Where the arrays are that are being written.
static BUSY: Mutex<Vec<usize>> = Mutex::new(Vec::new());

/// An array that is written without Python's lock, by nobody else at the time.
struct Room<'py> {
    array: Bound<'py, PyByteArray>,
    /// As long as there is a view of it, it is not moved.
    _view: Bound<'py, PyMemoryView>,
    address: usize,
}

impl<'py> Room<'py> {
    /// An array of so many bytes: the one that was given, if it is of that size.
    fn new(
        py: Python<'py>,
        bytes: usize,
        given: Option<Bound<'py, PyByteArray>>,
    ) -> PyResult<Room<'py>> {
        let array = match given {
            None => PyByteArray::new_with(py, bytes, |_| Ok(()))?,
            Some(array) if array.len() == bytes => array,
            Some(_) => {
                return Err(errors::data_error(py, "out= holds arrays of another size".into()));
            }
        };
        let (view, address) = (PyMemoryView::from(array.as_any())?, array.as_ptr() as usize);
        let mut busy = BUSY.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if busy.contains(&address) {
            let why = "out= is given twice, or another thread writes into it";
            return Err(errors::data_error(py, why.into()));
        }
        busy.push(address);
        Ok(Room { array, _view: view, address })
    }

    fn bytes(&mut self) -> &mut [u8] {
        // SAFETY: it is as large as it says while there is a view, and nobody else writes into it here. Who looks at it
        // from Python meanwhile sees bytes that are old or new, as with any array of numpy.
        unsafe { self.array.as_bytes_mut() }
    }
}

impl Drop for Room<'_> {
    fn drop(&mut self) {
        let mut busy = BUSY.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        busy.retain(|&address| address != self.address);
    }
}

/// Does the work without Python's lock, in this thread if it is little.
fn take(
    py: Python<'_>,
    steps: &mut [(&mut State, Option<Line>)],
    wanted: Wanted<'_>,
    threads: Option<usize>,
) -> PyResult<()> {
    let pieces: usize = steps.iter().map(|(state, _)| state.world().samples()).sum();
    let stop = AtomicBool::new(false);
    if pieces <= FEW && stack::has(STACK_NEEDED) {
        here(py, || step(steps, wanted, 0, &stop));
        return Ok(());
    }
    let threads = threads_of(threads);
    watched(py, &stop, |_| Ok(()), || step(steps, wanted, threads, &stop)).map(|_| ())
}

/// Bytes of the mask of each state: those of one batch have the same words.
fn mask_bytes(py: Python<'_>, guards: &Guards<'_>) -> PyResult<usize> {
    let words = |state: &State| (state.world().vocabulary().dialect, state.world().mask_bytes());
    let mut all = guards.iter().map(|state| words(state));
    let Some(first) = all.next() else { return Ok(0) };
    if all.any(|other| other != first) {
        let why = "states of different dialects or numbers of lines have no common mask";
        return Err(errors::data_error(py, why.into()));
    }
    Ok(first.1)
}
