//! Programs, tasks, evaluation, search, answers and stores.
//!
//! What is here takes and gives plain things (numbers, text, bytes, lists); the classes that people
//! see are in `python/arcbatt/_*.py`.

pub mod data;
pub mod engine;
pub mod evaluate;
pub mod files;
pub mod forms;
mod grid;
pub mod json;
pub mod prior;
pub mod program;
pub mod reward;
pub mod search;
pub mod solve;
pub mod state;
pub mod store;
pub mod synth;
pub mod trace;
pub mod wait;
mod words;
