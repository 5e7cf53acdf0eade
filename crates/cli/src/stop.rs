//! Ctrl-C.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::failure::Failure;

/// A flag that Ctrl-C sets; the second one ends the process, which loses nothing committed.
pub fn stop_flag() -> Result<Arc<AtomicBool>, Failure> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        let hard = signal_hook::flag::register_conditional_shutdown(signal, 130, Arc::clone(&stop));
        let soft = signal_hook::flag::register(signal, Arc::clone(&stop));
        hard.and(soft).map_err(|error| Failure::bad(format!("cannot catch Ctrl-C: {error}")))?;
    }
    Ok(stop)
}
