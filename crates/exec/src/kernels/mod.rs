//! CPU kernels by family: typed functions that know nothing of the interpreter.

pub mod access;
pub mod body;
pub mod colour;
pub mod construct;
pub mod container;
pub mod draw;
pub mod extract;
pub mod function;
pub mod grid;
pub mod layer;
pub mod logic;
pub mod map;
pub mod measure;
pub mod number;
pub mod patch;
pub mod plane;
pub mod rank;
pub mod relation;
pub mod samples;
