//! Live comparison with a Python reference: every program on every sample, and random calls.
//!
//! ```text
//! programs.rs  ours and theirs on every sample ─┐
//! calls.rs     ours and theirs on random calls ─┴─ python.rs ── driver.py ── dsl.py
//! ```
//!
//! A difference is put down to Python's set order when the reference agrees as soon as its sets
//! iterate in canonical order, and to a documented difference when one of [`documented`]
//! applies. What is left is a defect of ours.

pub mod calls;
pub mod programs;
pub mod python;
pub mod report;

use exec::value::Fault;
use serde_json::Value as Json;

use python::Reply;

/// What the engine gives: a value in the form of the golden vectors, or a failure.
pub type Ours = Result<Json, Fault>;

/// Whether the engine and the reference agree: the same value, or a failure of both.
pub fn agree(ours: &Ours, theirs: &Reply) -> bool {
    match (ours, theirs) {
        (Ok(a), Reply::Value(b)) => a == b,
        (Err(_), Reply::Error(_)) => true,
        _ => false,
    }
}

/// Known differences that are on purpose; nothing if this is none of them.
pub fn documented(ours: &Ours, theirs: &Reply) -> Option<&'static str> {
    match (ours, theirs) {
        (Err(_), Reply::Nothing) => Some("Python's None is a failure here"),
        (Ok(v), Reply::Nothing) if is_unit(v) => Some("Python's None is () here"),
        (Err(Fault::Budget), Reply::Late) => Some("too much work for both"),
        _ => None,
    }
}

fn is_unit(v: &Json) -> bool {
    v.as_array().is_some_and(Vec::is_empty)
}

/// What the engine gives, as people read it.
pub fn ours_text(ours: &Ours) -> String {
    match ours {
        Ok(v) => short(v),
        Err(fault) => format!("fails ({fault})"),
    }
}

/// What the reference gives, as people read it.
pub fn theirs_text(theirs: &Reply) -> String {
    match theirs {
        Reply::Value(v) => short(v),
        Reply::Nothing => "None".into(),
        Reply::Error(reason) => format!("fails ({reason})"),
        Reply::Late => "no answer in time".into(),
    }
}

/// A value in at most about 200 characters.
pub fn short(v: &Json) -> String {
    shortened(&v.to_string(), 200)
}

/// Text cut to at most `limit` characters.
pub fn shortened(text: &str, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}
