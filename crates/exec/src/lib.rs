//! Values, CPU kernels and the interpreter.
//!
//! A room per concern: what values are ([`value`]), what kernels run in ([`cx`]), what they share
//! (`sets`), the kernels themselves ([`kernels`]), functions compiled for many elements (`code`),
//! programs on samples ([`run`]) and what is remembered of them ([`bank`]). [`layers`], [`planes`]
//! and [`bodies`] are grids read in other ways; [`data`] and [`vectors`] come from files.

pub mod bank;
pub mod bodies;
mod code;
pub mod cx;
pub mod data;
pub mod kernels;
pub mod layers;
pub mod planes;
pub mod run;
mod sets;
pub mod value;
pub mod vectors;

pub use run::{batch, clock, known, lines, plan, stats};
pub use value::arena;
