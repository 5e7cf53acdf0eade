//! Batts on devices: one kernel source for OpenCL and CUDA, with the CPU engine as judge.
//!
//! ARCHITECTURE.md, "Devices", is the map.

pub mod calls;
pub mod chunks;
pub mod cost;
pub mod device;
pub mod encode;
pub mod engine;
pub mod host;
pub mod inputs;
pub mod layout;
mod member;
#[cfg(test)]
#[path = "../../../testdata/needs.rs"]
mod needs;
pub mod ops;
pub mod pack;
pub mod ptxas;
pub mod resident;
pub mod show;
pub mod source;
mod tasks;
pub mod team;
