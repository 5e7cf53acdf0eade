//! Random input for the parser and random programs for the engine.
//!
//! Every case is a function of one number, its seed, so a failure is found again by it. There is
//! no feedback from coverage: programs are grown step by step on a real sample, which leads them
//! deep enough into the engine by itself.
//!
//! ```text
//! seed ── mutate ──> file ── parser::check ──┐
//! seed ── grow ────> programs ── engine::check ──> Ok, or what is wrong ── minimise ──> text
//! ```

pub mod case;
pub mod columns;
pub mod engine;
pub mod extremes;
pub mod guard;
pub mod memory;
pub mod minimise;
pub mod mutate;
pub mod parser;
pub mod sibling;
pub mod target;

/// What a check found: nothing, or a sentence about what is wrong.
pub type Verdict = Result<(), String>;
