//! Kernels of family `extract`: from grids to objects and positions.

mod components;
mod forest;
mod frontiers;
mod occurrences;
mod partition;
mod read;
mod runs;

pub use components::{objects, objects_packed};
pub use frontiers::frontiers;
pub use occurrences::occurrences;
pub use partition::{fgpartition, partition};
pub use read::{asobject, is_no_grid, toobject};

pub(crate) use read::byte_object;

use crate::cx::Cx;
use crate::value::{Fault, Value};

/// Cells of any kind as a set: the general form of an object.
pub(crate) fn object_of<'a>(
    cx: &Cx<'a>,
    cells: impl Iterator<Item = (Value<'a>, usize, usize)>,
) -> Result<Value<'a>, Fault> {
    let cells = cells.map(|(colour, row, col)| cx.cell(colour, row as i64, col as i64));
    cx.set(&mut cells.collect::<Result<Vec<_>, _>>()?)
}
