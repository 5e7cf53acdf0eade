//! Values of the engine as Python objects, both ways.
//!
//! ```text
//! int, bool ─────────── Int            tuple (list, range) ── Pair, Cell, Row, Grid, Tuple
//! frozenset (set) ───── Bits, Cells, Poses, Set     functions ── Op, Func, Host
//! ```
//!
//! Objects are asked by Python's public interface alone. Grids and sets of cells or positions are packed
//! as they are read, without a value per element. Out come tuples and frozensets; pairs and cells of
//! usual size are objects made once, and what was passed in and comes out again is the same object.

pub mod problem;
pub mod read;
pub mod ready;
pub mod recent;
pub mod seen;
pub mod write;
