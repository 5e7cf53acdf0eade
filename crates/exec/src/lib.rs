//! Values, CPU kernels and the interpreter.

pub mod data;
