//! Differs: programs that say how far a candidate is from the target.
//!
//! The built-in ones are plain program files, one per dialect, so that people can read them and
//! batts can contain them. They are the definition; [`crate::points`] computes the same scores
//! natively for the search loop, and tests hold the two together.

mod judge;
mod notes;
#[cfg(test)]
pub mod tests;

use std::sync::OnceLock;

use lang::{Dialect, Program, ProgramKind};

use crate::code::Code;

pub use judge::{Judge, score_of};
pub use notes::Advisers;

/// Number of built-in differs.
pub const BUILTIN: usize = 7;

/// Names of the built-in differs, in the order of all arrays of their scores.
pub const NAMES: [&str; BUILTIN] = [
    "extra_colours",
    "missing_colours",
    "extra_dots",
    "missing_dots",
    "equal_cells",
    "equal_shape",
    "right_palette",
];

/// The best score of a differ.
pub const PERFECT: u32 = 1000;

/// A program that compares a candidate I with the target C.
#[derive(Clone, Debug)]
pub struct Differ {
    /// Its name, without `differ_`.
    pub name: String,
    /// What it does.
    pub code: Code,
}

/// The built-in differs in a dialect, in the order of [`NAMES`].
pub fn builtin(dialect: Dialect) -> &'static [Differ] {
    static ARC: OnceLock<Vec<Differ>> = OnceLock::new();
    static BATT: OnceLock<Vec<Differ>> = OnceLock::new();
    let (cell, text) = match dialect {
        Dialect::Arc => (&ARC, include_str!("builtin_arc.py")),
        Dialect::Batt => (&BATT, include_str!("builtin_batt.py")),
    };
    cell.get_or_init(|| {
        // Three parameters would be taken for dialect batt: ours is known.
        let parsed = lang::parse(text.as_bytes(), "builtin differs", Some(dialect));
        parsed.programs.iter().filter_map(from_program).collect()
    })
}

/// Whether a differ is one of the built-in ones, which batts bring along.
pub fn is_builtin(differ: &Differ) -> bool {
    let own = builtin(differ.code.dialect());
    own.iter().any(|known| known.code.hash() == differ.code.hash())
}

/// A program of a file as a differ; nothing if it is a solver.
pub fn from_program(program: &Program) -> Option<Differ> {
    let is_differ = program.kind == ProgramKind::Differ;
    is_differ.then(|| Differ { name: program.id.clone(), code: Code::of_program(program) })
}
