//! The search: programs are merged, mutated, scored, traced and kept, generation after generation.
//!
//! ```text
//! store ──▶ pool ──▶ card (merge, mutate) ──▶ batt ──▶ score ──▶ keep ──▶ store
//! ```

pub mod code;
pub mod mutate;
pub mod store;
pub mod stream;
