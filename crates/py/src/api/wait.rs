//! Long work without Python's lock, while its signals are looked at.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;

/// How often signals are looked at and progress is told.
const LOOK: Duration = Duration::from_millis(100);

/// Does `work` on a thread of its own, without Python's lock. Meanwhile signals are looked at and
/// `tick` is called; an exception of either raises `stop` and comes back once the work has ended.
pub fn watched<T: Send>(
    py: Python<'_>,
    stop: &AtomicBool,
    tick: impl Fn(Python<'_>) -> PyResult<()> + Sync,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let look = |py: Python<'_>| py.check_signals().and_then(|()| tick(py));
    py.detach(|| {
        thread::scope(|scope| {
            let (done, wait) = channel::<()>();
            let working = thread::Builder::new().spawn_scoped(scope, move || {
                // Dropped at the end of the work, however it ends.
                let _done = done;
                work()
            })?;
            let mut raised = None;
            while wait.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                if raised.is_none()
                    && let Err(error) = Python::attach(look)
                {
                    stop.store(true, Ordering::Relaxed);
                    raised = Some(error);
                }
            }
            let out = working.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            raised.map_or(Ok(out), Err)
        })
    })
}
