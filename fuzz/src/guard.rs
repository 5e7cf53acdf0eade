//! Panics become findings, and a case that hangs is named before the process ends.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::Verdict;

/// Stack of the thread that cases run on: that of the engine's own workers.
const STACK_BYTES: usize = 64 << 20;

thread_local! {
    static LAST_PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Runs a check; a panic in it is a finding, with its place.
pub fn caught(check: impl FnOnce() -> Verdict) -> Verdict {
    silence();
    LAST_PANIC.set(None);
    catch_unwind(AssertUnwindSafe(check)).unwrap_or_else(|_| {
        let what = LAST_PANIC.take().unwrap_or_else(|| "on another thread".into());
        Err(format!("panic: {what}"))
    })
}

/// Panics on threads that cases run on are remembered and not printed.
fn silence() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if std::thread::current().name() == Some(CASES) {
                LAST_PANIC.set(Some(info.to_string().replace('\n', " ")));
            } else {
                usual(info);
            }
        }));
    });
}

const CASES: &str = "cases";

/// Runs `work` on a thread with the stack that the engine's workers have.
pub fn on_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name(CASES.into()).stack_size(STACK_BYTES);
        let handle = thread.spawn_scoped(scope, work).expect("the system can start a thread");
        handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Which case runs and since when, so that a hanging one can be named.
#[derive(Debug)]
pub struct Watch {
    seed: AtomicU64,
    /// Milliseconds after `origin`; 0 while no case runs.
    since: AtomicU64,
    origin: Instant,
}

impl Default for Watch {
    fn default() -> Self {
        Watch { seed: AtomicU64::new(0), since: AtomicU64::new(0), origin: Instant::now() }
    }
}

impl Watch {
    fn now(&self) -> u64 {
        self.origin.elapsed().as_millis() as u64 + 1
    }

    /// Notes that a case begins.
    pub fn begin(&self, seed: u64) {
        self.seed.store(seed, Ordering::Relaxed);
        self.since.store(self.now(), Ordering::Relaxed);
    }

    /// Notes that no case runs.
    pub fn end(&self) {
        self.since.store(0, Ordering::Relaxed);
    }

    /// The seed of the running case, if it takes longer than it may.
    pub fn overdue(&self, limit: Duration) -> Option<u64> {
        let since = self.since.load(Ordering::Relaxed);
        let late = since != 0 && self.now() - since > limit.as_millis() as u64;
        late.then(|| self.seed.load(Ordering::Relaxed))
    }
}
