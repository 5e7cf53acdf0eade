//! Long work without Python's lock, while its signals are looked at.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::exit;

/// How often signals are looked at and progress is told.
const LOOK: Duration = Duration::from_millis(100);

/// Does a little work in this thread, without Python's lock.
pub fn here<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> T {
    exit::prepare_thread();
    py.detach(work)
}

/// Does `work` on a thread of its own, without Python's lock. Meanwhile signals are looked at and
/// `tick` is called; an exception of either raises `stop` and comes back once the work has ended.
///
/// A process that `tick` has forked has no such thread: there an exception comes back at once.
pub fn watched<T: Send>(
    py: Python<'_>,
    stop: &AtomicBool,
    tick: impl Fn(Python<'_>) -> PyResult<()> + Sync,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    exit::prepare_thread();
    let look = |py: Python<'_>| py.check_signals().and_then(|()| tick(py));
    let process = process::id();
    py.detach(|| {
        let (done, wait) = channel::<()>();
        let work = move || {
            // Dropped at the end of the work, however it ends.
            let _done = done;
            work()
        };
        // SAFETY: the thread has ended before this returns or unwinds, except where there is none.
        let working = Working(Some(unsafe { thread::Builder::new().spawn_unchecked(work) }?));
        let mut raised = None;
        while wait.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
            if raised.is_none()
                && let Err(error) = Python::attach(look)
            {
                stop.store(true, Ordering::Relaxed);
                raised = Some(error);
            }
            if process::id() != process {
                std::mem::forget(working);
                return Err(raised.unwrap_or_else(forked));
            }
        }
        let out = working.end();
        raised.map_or(Ok(out), Err)
    })
}

/// What a forked process gets in place of results.
#[cold]
pub fn forked() -> PyErr {
    PyRuntimeError::new_err(
        "this process was forked while work was under way; the parent has its results",
    )
}

/// A thread that is waited for, whatever happens: it borrows from the one that started it.
struct Working<T>(Option<JoinHandle<T>>);

impl<T> Working<T> {
    /// What the thread gave; its panic goes on.
    fn end(mut self) -> T {
        let given = self.0.take().map(JoinHandle::join);
        given.expect("taken once").unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }
}

impl<T> Drop for Working<T> {
    fn drop(&mut self) {
        if let Some(working) = self.0.take() {
            let _ = working.join();
        }
    }
}
