//! The search: programs are merged, mutated, scored, traced and kept, generation after generation.
//!
//! ```text
//! store ──▶ pool ──▶ card (merge, mutate) ──▶ batt ──▶ score ──▶ keep ──▶ store
//! ```

pub mod answer;
pub mod card;
pub mod claim;
pub mod code;
pub mod differs;
pub mod drive;
pub mod error;
pub mod evaluate;
pub mod export;
pub mod files;
pub mod forms;
pub mod generation;
pub mod grade;
pub mod grow;
pub mod import;
pub mod keep;
pub mod kept;
pub mod limits;
pub mod mutate;
pub mod names;
pub mod outputs;
pub mod points;
pub mod prior;
pub mod repair;
pub mod report;
pub mod reward;
pub mod score;
pub mod search;
pub mod shard;
pub mod simplify;
pub mod standing;
pub mod state;
pub mod store;
pub mod stream;
pub mod submit;
pub mod synth;
mod threads;
pub mod trace;
