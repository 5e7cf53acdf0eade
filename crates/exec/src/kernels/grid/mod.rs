//! Kernels of family `grid`.
//!
//! Each op has a path for byte grids and, apart and cold, one for every other tuple of rows:
//! ragged ones and those with large numbers. Ragged rows follow the rule that what needs a
//! width takes that of row 0, what works row by row takes each row's own, and what transposes
//! cuts to the shortest; a place that a short row lacks is an `index` fault.

pub(crate) mod bits;
mod colours;
mod cut;
mod join;
mod plain;
mod rotate;
mod scale;

pub(crate) use colours::{background, mostcolor, mostcolor_of_rows};
pub use cut::{
    bottomhalf, crop, crop_inside, hsplit, hsplit_inside, lefthalf, righthalf, subgrid,
    subgrid_inside, tophalf, trim, vsplit, vsplit_inside,
};
pub use join::{canvas, cellwise, cellwise_lenient, hconcat, index, vconcat};
pub use plain::compress;
pub(crate) use plain::{is_plain, one_value, plain_columns};
pub use rotate::{mir_rot_grid, rot90, rot180, rot270};
pub use scale::{downscale, hupscale, upscale, vupscale};

use crate::value::layout;
use crate::value::{Fault, Grid, Value};

/// The rows of a grid that is not kept as bytes.
pub(crate) type Rows<'a> = Vec<Vec<Value<'a>>>;

/// Refuses what is no tuple: the check of an argument's kind that comes before all others.
#[inline]
pub(crate) fn need_tuple(v: Value<'_>) -> Result<(), Fault> {
    if v.is_tuple() { Ok(()) } else { Err(Fault::Type) }
}

/// Refuses what is no container.
#[inline]
pub(crate) fn need_container(v: Value<'_>) -> Result<(), Fault> {
    if v.is_tuple() || v.is_set() { Ok(()) } else { Err(Fault::Type) }
}

/// The width of row 0; an `index` fault for `()`.
#[inline]
pub(crate) fn first_width(rows: &[Vec<Value<'_>>]) -> Result<usize, Fault> {
    rows.first().map(Vec::len).ok_or(Fault::Index)
}

/// Whether all positions of a grid can be packed.
#[inline]
pub(crate) fn packable(g: &Grid<'_>) -> bool {
    const SIDE: usize = layout::LIMIT as usize;
    g.height <= SIDE && g.width <= SIDE
}

/// Whether a row or column number lies inside a side of this length.
#[inline]
pub(crate) fn inside(x: i64, len: usize) -> bool {
    (x as u64) < len as u64
}

/// The length of the shortest row; 0 without rows.
pub(crate) fn shortest(rows: &[Vec<Value<'_>>]) -> usize {
    rows.iter().map(Vec::len).min().unwrap_or(0)
}
