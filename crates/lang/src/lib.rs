//! The language of ARC grid programs: op table, types, parser, Dag, printer, verifier.
//!
//! Pure: no values are computed here and nothing is read or written.

mod batt;
mod completion;
pub mod constants;
mod dag;
mod docs;
mod error;
mod explain;
mod expr;
mod function;
mod hash;
mod helpers;
mod hints;
mod lexer;
mod meaning;
mod misfit;
mod names;
mod node;
pub mod ops;
mod parser;
mod print;
mod program;
mod resolve;
mod search;
mod skip;
mod source;
mod stubs;
mod syntax;
pub mod types;
mod verify;
mod walk;

pub use batt::{Batt, DifferEntry, SolverEntry, to_python};
pub use completion::{MAX_COMPLETION, completion};
pub use constants::{Const, ConstValue, Group};
pub use dag::Dag;
pub use docs::ops_markdown;
pub use error::ParseError;
pub use hash::Hash128;
pub use hints::{Hint, Hints, compatible, compatible_ty, hint_of, return_ty, slot_hint};
pub use lexer::MAX_NESTING;
pub use meaning::explained;
pub use names::{closest, signature};
pub use node::{DagError, Input, Lit, Node, NodeId, NodeMap};
pub use ops::{Cost, Family, Gpu, Kernel, Op, Param, Reading, Zero};
pub use parser::{parse, parse_checked};
pub use print::{InlineError, MAX_INLINE, to_inline, to_lines};
pub use program::{Label, Labels, Parsed, Program, ProgramKind, UNNAMED};
pub use search::search;
pub use source::MAX_SOURCE;
pub use stubs::stub;
pub use types::{Dialect, SafeDefault, Ty};
pub use verify::{Problem, verify};
pub use walk::Walk;
