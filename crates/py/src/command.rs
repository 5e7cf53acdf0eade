//! The `batt` command in Python's process.

use std::ffi::OsString;
use std::{io, thread};

use pyo3::prelude::*;

use crate::api::wait;

/// The stack that the main thread of a process has nearly everywhere: the command is used to it.
const STACK: usize = 8 << 20;

/// Runs the command with the words behind its name, without Python's lock, and returns its exit code.
/// Python's signals are not looked at: to be called when Ctrl-C has its default meaning.
#[pyfunction]
pub fn command(py: Python<'_>, args: Vec<OsString>) -> PyResult<u8> {
    let run = move || cli::main(args) as u8;
    let ended = wait::here(py, || -> io::Result<_> {
        Ok(thread::Builder::new().name("batt".into()).stack_size(STACK).spawn(run)?.join())
    })?;
    // The command catches its own panics.
    Ok(ended.unwrap_or(cli::Exit::Internal as u8))
}
