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

/// Whether two texts are equal, asked when tables are compiled.
const fn same_text(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}
