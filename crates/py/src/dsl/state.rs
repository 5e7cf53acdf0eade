//! Where calls run: memory that is used again from call to call.
//!
//! A call takes a state from the pool and puts it back. A Python function called in between may
//! call ops again, from this thread or another: those take states of their own.

use std::cell::UnsafeCell;
use std::mem::ManuallyDrop;

use exec::arena::{Arena, Mark};
use exec::cx::Cx;
use exec::value::build::Maker;
use exec::value::{Layout, R, Value};
use exec::vectors::STEP_LIMIT;
use lang::Dialect;
use pyo3::PyErr;
use pyo3::ffi::PyObject;

use super::hosts::{self, Host};
use crate::convert::problem::Read;
use crate::convert::read::Reader;
use crate::convert::scratch::Scratch;
use crate::convert::write::Writer;

/// A state with more memory than this is not used again.
const KEEP_BYTES: usize = 4 << 20;

/// States that wait for a call; more than these are not kept.
const KEEP_STATES: usize = 64;

struct State {
    /// By dialect, and by whether Python functions may be called.
    contexts: [Option<Box<Cx<'static>>>; 4],
    host: *mut Host,
    arena: *mut Arena,
}

impl Drop for State {
    fn drop(&mut self) {
        self.contexts = [const { None }; 4];
        // SAFETY: made from boxes in `new`; the contexts, which pointed there, are gone.
        unsafe {
            drop(Box::from_raw(self.host));
            drop(Box::from_raw(self.arena));
        }
    }
}

impl State {
    fn new() -> State {
        State {
            contexts: [const { None }; 4],
            host: Box::into_raw(Box::default()),
            arena: Box::into_raw(Box::new(Arena::starting_with(16 << 10))),
        }
    }
}

struct Pool(UnsafeCell<Vec<State>>);

// SAFETY: only touched by threads that hold the interpreter's lock.
unsafe impl Sync for Pool {}

static POOL: Pool = Pool(UnsafeCell::new(Vec::new()));

/// One call.
pub struct Session {
    state: ManuallyDrop<State>,
    mark: Mark,
    lay: Layout,
}

impl Session {
    /// Starts a call of a dialect.
    ///
    /// # Safety
    /// The interpreter's lock is held whenever the session is used, and when it is dropped.
    #[inline]
    pub unsafe fn start(dialect: Dialect) -> Session {
        // SAFETY: the lock guards the pool; the arena lives as long as its state.
        unsafe {
            let state = (*POOL.0.get()).pop().unwrap_or_else(State::new);
            let mark = (*state.arena).mark();
            Session { state: ManuallyDrop::new(state), mark, lay: Layout::of(dialect) }
        }
    }

    #[inline]
    fn maker(&self) -> Maker<'static> {
        // SAFETY: the arena outlives the session, and nothing made in a session is used after it.
        Maker { arena: unsafe { &*self.state.arena }, lay: self.lay }
    }

    /// What conversions remember of this call.
    #[expect(clippy::mut_from_ref, reason = "the engine does not run while this is in use")]
    #[inline]
    pub fn scratch(&self) -> &mut Scratch {
        // SAFETY: used by conversions only, which do not run inside each other.
        unsafe { &mut *(*self.state.host).scratch.get() }
    }

    /// Reads an argument.
    ///
    /// # Safety
    /// A live object that stays alive until the session ends.
    #[inline]
    pub unsafe fn read(&self, object: *mut PyObject) -> Read<Value<'static>> {
        // SAFETY: as promised.
        unsafe { self.read_within(object, 0) }
    }

    /// Reads an object that is so many levels deep in what is being read.
    ///
    /// # Safety
    /// As for [`Session::read`].
    #[inline]
    pub unsafe fn read_within(&self, object: *mut PyObject, depth: u32) -> Read<Value<'static>> {
        // SAFETY: as promised.
        unsafe { Reader::new(self.maker(), self.scratch()).read_within(object, depth) }
    }

    /// Writes a value.
    ///
    /// # Safety
    /// A value of this session.
    #[inline]
    pub unsafe fn write(&self, v: Value<'_>) -> *mut PyObject {
        // SAFETY: as promised.
        unsafe { Writer::knowing(self.lay, self.scratch()).write(v) }
    }

    /// Runs the engine on values of this session.
    #[inline]
    pub fn run(&mut self, f: impl FnOnce(&Cx<'static>) -> R<'static>) -> R<'static> {
        let python = self.scratch().calls_python;
        let (arena, host, dialect) = (self.state.arena, self.state.host, self.lay.dialect);
        let place = (dialect as usize) << 1 | python as usize;
        let context = self.state.contexts[place].get_or_insert_with(|| {
            // SAFETY: arena and host live until the state is dropped, which drops contexts first.
            let cx = Cx::new(unsafe { &*arena }, dialect);
            Box::new(if python { cx.with_host(unsafe { &*host }) } else { cx })
        });
        context.start_step(STEP_LIMIT);
        f(context)
    }

    /// What a Python function raised during the call, if one did.
    pub fn raised(&self) -> Option<PyErr> {
        // SAFETY: the host lives as long as the state.
        unsafe { (*self.state.host).raised.take() }
    }

    /// A copy of a value in memory of its own, for what lies in this session's memory.
    pub fn copy_to(&self, arena: &'static Arena, v: Value<'static>) -> Value<'static> {
        let maker = Maker { arena, lay: self.lay };
        // SAFETY: the arena lives as long as its state.
        maker.copy_where(v, &|address| unsafe { (*self.state.arena).owns(address) })
    }
}

impl Drop for Session {
    #[inline]
    fn drop(&mut self) {
        if std::thread::panicking() {
            // Whatever is half done in the state stays where it is: this is a defect already.
            return;
        }
        // SAFETY: the lock is held; values of this session are not used again, and the state is
        // not used after it is taken.
        unsafe {
            let scratch = self.scratch();
            scratch.calls_python = false;
            while let Some(id) = scratch.hosts.pop() {
                hosts::release(id);
            }
            scratch.clear();
            let arena = &*self.state.arena;
            let large = arena.position() > KEEP_BYTES / 4 && arena.reserved() > KEEP_BYTES;
            arena.rewind(&self.mark);
            let state = ManuallyDrop::take(&mut self.state);
            let pool = &mut *POOL.0.get();
            if !large && pool.len() < KEEP_STATES {
                pool.push(state);
            }
        }
    }
}
