//! The language of ARC grid programs: op table, types, parser, Dag, printer, verifier.
//!
//! Pure: no values are computed here and nothing is read or written.

pub mod constants;
mod dag;
mod error;
mod expr;
mod hash;
mod lexer;
mod names;
pub mod ops;
mod parser;
mod resolve;
mod source;
mod syntax;
pub mod types;

pub use constants::{Const, ConstValue, Group};
pub use dag::{Dag, DagError, Input, Lit, Node, NodeId, Walk};
pub use error::ParseError;
pub use hash::Hash128;
pub use lexer::MAX_NESTING;
pub use names::{closest, signature};
pub use ops::{Cost, Family, Gpu, Kernel, Op, Param, Reading, Zero};
pub use parser::{Parsed, Program, ProgramKind, parse};
pub use source::MAX_SOURCE;
pub use types::{Dialect, SafeDefault, Ty};
