//! What judges the engine: tests, fuzzers and the comparison with a reference share it.
//!
//! ```text
//! random.rs    numbers from a seed
//! values.rs    values of every kind, tame, wild or huge
//! calls.rs     calls: arguments by declared type, functions that take what they meet
//! programs.rs  programs, grown step by step on a sample
//! material.rs  our own programs and tasks, grids and samples
//! vectors.rs   the golden vectors
//! scratch.rs   folders for files that are not kept
//! ```

pub mod calls;
pub mod material;
pub mod programs;
pub mod random;
pub mod scratch;
pub mod values;
pub mod vectors;

pub use random::Random;
pub use scratch::Scratch;
pub use values::{Generator, Style};
