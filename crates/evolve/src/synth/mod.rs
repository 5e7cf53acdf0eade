//! Tasks with known programs, made from programs and inputs: for training.
//!
//! ```text
//! programs, tasks ── Material ── rounds ──▶ Feed (no task twice) ──▶ shards of a form, and an index
//! ```
//!
//! A round tries programs, as they are, mutated and put together, on one list of inputs; rounds run on any thread. The
//! feed takes what they found in their order and drops what it has seen, so the tasks are a function
//! of material, settings and seed, however many threads there are and wherever it was interrupted.

mod drawn;
mod facts;
mod feed;
mod filter;
mod index;
mod keys;
mod material;
mod round;
mod scene;
mod shards;
#[cfg(test)]
mod tests;
mod weights;

use exec::data::Task;

use crate::code::Code;

pub use facts::Told;
pub use feed::{Feed, Position};
pub use filter::{Reason, Reasons};
pub use index::{Index, MadeWith, Shard};
pub use keys::Keys;
pub use material::{Material, Parent};
pub use shards::{Summary, SynthError, Wish, write};
pub use weights::Weights;

/// What decides which tasks are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Where all random choices come from.
    pub seed: u64,
    /// Pairs that a task has at least; the last one is asked for.
    pub pairs: u32,
    /// What a program may cost on an input.
    pub budget: u64,
}

/// A task that was made.
#[derive(Clone, Debug)]
pub struct Made {
    /// The task; its id is a fingerprint of its pairs.
    pub task: Task,
    /// A program that gives its outputs, and of which no line can go.
    pub code: Code,
    /// What is known of it.
    pub facts: Told,
}
