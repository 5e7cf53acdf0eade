//! The language of ARC grid programs: op table, types, parser, Dag, printer, verifier.
//!
//! Pure: no values are computed here and nothing is read or written.

pub mod constants;
pub mod ops;
pub mod types;

pub use constants::{Const, ConstValue, Group};
pub use ops::{Cost, Family, Gpu, Kernel, Op, Param, Reading, Zero};
pub use types::{Dialect, SafeDefault, Ty};
