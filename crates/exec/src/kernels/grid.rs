//! Kernels of family `grid`.

use crate::cx::Cx;
use crate::value::{Fault, R, Value};

/// Quarter turn clockwise; () stays (), rows of width 0 give ().
pub fn rot90<'a>(_cx: &Cx<'a>, _grid: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Half turn; () stays ().
pub fn rot180<'a>(_cx: &Cx<'a>, _grid: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Quarter turn counter-clockwise; () stays (), rows of width 0 give ().
pub fn rot270<'a>(_cx: &Cx<'a>, _grid: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Selects by type: 0 hmirror, 1 dmirror, 2 vmirror, 3 cmirror, 4 rot90, 5 rot180, 6 rot270; any other value returns the grid unchanged.
pub fn mir_rot_grid<'a>(_cx: &Cx<'a>, _grid: Value<'a>, _type: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Each cell repeated factor times along its row; factor 0 or below leaves as many rows, all empty.
pub fn hupscale<'a>(_cx: &Cx<'a>, _grid: Value<'a>, _factor: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Each row repeated factor times; factor 0 or below gives ().
pub fn vupscale<'a>(_cx: &Cx<'a>, _grid: Value<'a>, _factor: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Grid: each cell becomes a factor x factor block; factor 0 or below gives ().
pub fn upscale<'a>(_cx: &Cx<'a>, _x: Value<'a>, _factor: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Rows and columns whose index is divisible by factor (the sign of factor does not matter).
pub fn downscale<'a>(_cx: &Cx<'a>, _grid: Value<'a>, _factor: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Rows of a and b joined side by side; the grid with fewer rows decides, () if either is ().
pub fn hconcat<'a>(_cx: &Cx<'a>, _a: Value<'a>, _b: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Rows of a followed by rows of b; widths are not checked, so the result may be ragged.
pub fn vconcat<'a>(_cx: &Cx<'a>, _a: Value<'a>, _b: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Per axis the half-open slice from start to start+dims: each of the two bounds, if negative, first has the length added (counts from the end), then is clipped to the grid.
pub fn crop<'a>(_cx: &Cx<'a>, _grid: Value<'a>, _start: Value<'a>, _dims: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// The dims-sized rectangle at start if start lies inside the grid and the rectangle does not pass the far border, otherwise (); a 0 or negative dim that satisfies this is sliced as in crop.
pub fn crop_inside<'a>(
    _cx: &Cx<'a>,
    _grid: Value<'a>,
    _start: Value<'a>,
    _dims: Value<'a>,
) -> R<'a> {
    Err(Fault::Type)
}

/// crop of the grid at the patch's bounding box, with the clipping and negative-index behaviour of crop.
pub fn subgrid<'a>(_cx: &Cx<'a>, _patch: Value<'a>, _grid: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// crop_inside of the grid at the patch's bounding box: () for an empty patch or a box that leaves the grid.
pub fn subgrid_inside<'a>(_cx: &Cx<'a>, _patch: Value<'a>, _grid: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// n pieces of width w div n from left to right; when n does not divide w one column is skipped between pieces.
pub fn hsplit<'a>(_cx: &Cx<'a>, _grid: Value<'a>, _n: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// As hsplit with pieces cut by crop_inside: a piece that does not fit completely is ().
pub fn hsplit_inside<'a>(_cx: &Cx<'a>, _grid: Value<'a>, _n: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// n pieces of height h div n from top to bottom; when n does not divide h one row is skipped between pieces.
pub fn vsplit<'a>(_cx: &Cx<'a>, _grid: Value<'a>, _n: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// As vsplit with pieces cut by crop_inside: a piece that does not fit completely is ().
pub fn vsplit_inside<'a>(_cx: &Cx<'a>, _grid: Value<'a>, _n: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// The upper h div 2 rows; one row gives ().
pub fn tophalf<'a>(_cx: &Cx<'a>, _grid: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// The lower h div 2 rows (a middle row is dropped).
pub fn bottomhalf<'a>(_cx: &Cx<'a>, _grid: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// The left w div 2 columns; a width of 0 or 1 gives (), not empty rows.
pub fn lefthalf<'a>(_cx: &Cx<'a>, _grid: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// The right w div 2 columns (a middle column is dropped); a width of 0 or 1 gives ().
pub fn righthalf<'a>(_cx: &Cx<'a>, _grid: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Grid without first and last row and column; two rows or fewer give (), two columns or fewer give empty rows.
pub fn trim<'a>(_cx: &Cx<'a>, _grid: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Grid without its one-coloured rows and without its one-coloured columns (both judged on the original); () when all rows go, () stays ().
pub fn compress<'a>(_cx: &Cx<'a>, _grid: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Shape of a; cell of a where b has the same value at that place, else fallback.
pub fn cellwise<'a>(_cx: &Cx<'a>, _a: Value<'a>, _b: Value<'a>, _fallback: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// As cellwise, but places outside b count as different and get fallback.
pub fn cellwise_lenient<'a>(
    _cx: &Cx<'a>,
    _a: Value<'a>,
    _b: Value<'a>,
    _fallback: Value<'a>,
) -> R<'a> {
    Err(Fault::Type)
}

/// Grid of one colour, dimensions = (rows, columns); rows 0 or below give (), columns 0 or below give empty rows.
pub fn canvas<'a>(_cx: &Cx<'a>, _color: Value<'a>, _dimensions: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Cell value at loc.
pub fn index<'a>(_cx: &Cx<'a>, _grid: Value<'a>, _loc: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}
