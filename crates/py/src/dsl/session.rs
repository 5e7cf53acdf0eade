//! Where calls run: in memory that a thread uses again from call to call.
//!
//! A call takes its memory from the pool and puts it back. A Python function called in between may
//! call ops again: those take other memory.

use std::cell::{Cell, RefCell};

use exec::arena::Arena;
use exec::cx::Cx;
use exec::value::build::Maker;
use exec::value::{FuncKind, Layout, R, Value, View};
use exec::vectors::STEP_LIMIT;
use lang::{Dialect, Op, Ty};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyTuple};

use super::explain;
use super::function::Function;
use super::hosts::Host;
use crate::convert::problem::Problem;
use crate::convert::read::Reader;
use crate::convert::recent;
use crate::convert::write::{Argument, Writer};
use crate::exit;

/// Bytes that a thread keeps of a call's memory.
const KEEP_BYTES: usize = 4 << 20;

/// Most arguments that an op, or a function that one made, takes.
const MOST: usize = 4;

/// Memory for one call at a time.
struct Memory {
    arena: Arena,
    /// The engine's counters, which nobody reads here.
    calls: Cell<Box<[Cell<u64>]>>,
}

thread_local! {
    static POOL: RefCell<Vec<Memory>> = const { RefCell::new(Vec::new()) };
}

/// What is called.
#[derive(Clone, Copy)]
pub enum Callee<'c, 'py> {
    /// An op that makes no functions.
    Op(Op),
    /// A function that an op made.
    Function(&'c Bound<'py, Function>),
}

impl Callee<'_, '_> {
    /// The op, or what made the function.
    pub fn op(&self) -> Op {
        match self {
            Callee::Op(op) => *op,
            Callee::Function(function) => function.get().op,
        }
    }
}

/// One call: values live as long as `'m`.
pub struct Session<'m, 'py> {
    memory: &'m Memory,
    host: &'m Host<'py>,
    lay: Layout,
}

/// Does something with memory of its own.
pub fn session<'py, T>(
    py: Python<'py>,
    dialect: Dialect,
    work: impl FnOnce(&Session<'_, 'py>) -> PyResult<T>,
) -> PyResult<T> {
    exit::prepare_thread();
    let taken = POOL.try_with(|pool| pool.borrow_mut().pop()).ok().flatten();
    let mut memory = taken.unwrap_or_else(|| Memory {
        arena: Arena::starting_with(16 << 10),
        calls: Cell::new(Cx::counters()),
    });
    let out = {
        let host = Host::new(py);
        work(&Session { memory: &memory, host: &host, lay: Layout::of(dialect) })
    };
    memory.arena.reset(KEEP_BYTES);
    // A thread that is ending has no pool any more.
    let _ = POOL.try_with(|pool| pool.borrow_mut().push(memory));
    out
}

impl<'m, 'py> Session<'m, 'py> {
    /// Reads objects into the places of values; says which of them are values as they are.
    pub fn read(
        &self,
        objects: impl Iterator<Item = Bound<'py, PyAny>>,
        to: &mut [Value<'m>],
    ) -> Result<[bool; MOST], (usize, Box<Problem>)> {
        let maker = Maker { arena: &self.memory.arena, lay: self.lay };
        let mut seen = self.host.seen.borrow_mut();
        let mut reader = Reader::new(self.host.py, maker, &mut seen);
        let mut exact = [false; MOST];
        for (place, object) in objects.enumerate() {
            (to[place], exact[place]) = reader.read(&object).map_err(|problem| (place, problem))?;
        }
        Ok(exact)
    }

    /// Lets the engine work on values of this session; an exception of a Python function goes before
    /// what the engine says.
    pub fn run(&self, work: impl FnOnce(&Cx<'m>) -> R<'m>) -> PyResult<R<'m>> {
        let cx = Cx::counting(&self.memory.arena, self.lay.dialect, self.memory.calls.take());
        let python = self.host.seen.borrow().calls_python();
        let cx = if python { cx.with_host(self.host) } else { cx };
        cx.start_step(STEP_LIMIT);
        let out = work(&cx);
        self.memory.calls.set(cx.into_calls());
        match self.host.raised.take() {
            Some(error) => Err(error),
            None => Ok(out),
        }
    }

    /// Writes a value; rows that grids among the arguments have too are theirs.
    pub fn write(&self, v: Value<'m>, grids: &[Argument<'m, 'py>]) -> PyResult<Bound<'py, PyAny>> {
        let seen = self.host.seen.borrow();
        Writer::new(self.host.py, self.lay, &seen, grids).write(v)
    }
}

/// Calls an op, or a function that one made.
pub fn run<'py>(
    py: Python<'py>,
    callee: Callee<'_, 'py>,
    args: &Bound<'py, PyTuple>,
) -> PyResult<Bound<'py, PyAny>> {
    session(py, callee.op().dialect(), |session| {
        let (mut all, mut function) = ([Value::Int(0); MOST], [Value::Int(0)]);
        let Some(values) = all.get_mut(..args.len()) else {
            return Err(explain::too_many(py, callee, args.len()));
        };
        let wrong =
            |(place, problem): (usize, Box<Problem>)| explain::problem(py, callee, place, *problem);
        if let Callee::Function(own) = callee {
            session.read(std::iter::once(own.as_any().clone()), &mut function).map_err(wrong)?;
        }
        let exact = session.read(args.iter(), values).map_err(wrong)?;
        let values = &*values;
        let (out, truth) = match callee {
            Callee::Op(op) => (session.run(|cx| cx.op(op, values))?, op.returns() == Ty::Boolean),
            Callee::Function(_) => {
                (session.run(|cx| cx.call(function[0], values))?, gives_truth(function[0]))
            }
        };
        match out {
            Ok(Value::Int(n @ 0..=1)) if truth => Ok(PyBool::new(py, n == 1).to_owned().into_any()),
            Ok(v) => {
                let out = session.write(v, &grids(args, values, exact))?;
                recent::add(&out, callee.op().dialect(), v);
                Ok(out)
            }
            Err(fault) => Err(explain::fault(py, callee, fault, values)),
        }
    })
}

/// The grids among the arguments.
fn grids<'a, 'py>(
    args: &Bound<'py, PyTuple>,
    values: &[Value<'a>],
    exact: [bool; MOST],
) -> Vec<Argument<'a, 'py>> {
    let of = |(place, v): (usize, &Value<'a>)| match v.view() {
        View::Grid(grid) if exact[place] => {
            Some((grid, args.get_item(place).ok()?.cast_into_exact().ok()?))
        }
        _ => None,
    };
    values.iter().enumerate().filter_map(of).collect()
}

/// Whether calls of a function give truth values, as its structure tells.
fn gives_truth(f: Value<'_>) -> bool {
    use FuncKind::*;
    match f {
        Value::Op(op) => op.returns() == Ty::Boolean,
        Value::Func(func) => match func.kind {
            Matcher => true,
            Compose | Chain | Fork | Rbind | Lbind | Power => gives_truth(func.args[0]),
        },
        _ => false,
    }
}
