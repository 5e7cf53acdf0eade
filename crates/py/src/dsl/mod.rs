//! Every op of both dialects as a Python function.
//!
//! ```text
//! Python ── op (one object per op) ──┬─ function: compose and the like make function objects
//!                                    └─ session: read arguments ─ engine ─ write the result
//!                                                                  └─ hosts: Python functions
//! ```

mod explain;
pub mod function;
pub mod hosts;
pub mod op;
mod session;
