//! The simulator of CUDA devices: instructions one by one, then our kernels on it.
//!
//! The short form of `make gpu-sim`.

mod auto;
#[path = "../common/mod.rs"]
mod common;
mod counted;
mod driver;
mod elsewhere;
mod instructions;
mod races;
mod whole;
