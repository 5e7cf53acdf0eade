//! Values, CPU kernels and the interpreter.

pub mod arena;
pub mod bank;
pub mod batch;
pub mod bodies;
mod charge;
pub mod clock;
mod code;
mod constants;
pub mod containers;
pub mod cx;
pub mod data;
pub mod dispatch;
pub mod kernels;
pub mod known;
pub mod layers;
pub mod lines;
mod listed;
pub mod patch;
pub mod plan;
pub mod planes;
mod power;
pub mod run;
pub mod stats;
mod union;
pub mod value;
pub mod vectors;
