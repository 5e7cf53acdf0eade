//! Kernels of family `patch`.

use crate::cx::Cx;
use crate::value::{Fault, R, Value};

/// Distinct positions of the cells, as a set.
pub fn toindices<'a>(_cx: &Cx<'a>, _patch: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// All positions of the grid (width taken from the first row); () gives {}.
pub fn asindices<'a>(_cx: &Cx<'a>, _grid: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Patch translated so that its smallest row and column are 0; empty stays as it is.
pub fn normalize<'a>(_cx: &Cx<'a>, _patch: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Every position translated by directions, colours kept; may leave the grid or become negative.
pub fn shift<'a>(_cx: &Cx<'a>, _patch: Value<'a>, _directions: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// The four orthogonal neighbours, not clipped.
pub fn dneighbors<'a>(_cx: &Cx<'a>, _loc: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// The four diagonal neighbours, not clipped.
pub fn ineighbors<'a>(_cx: &Cx<'a>, _loc: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// The eight neighbours, union of dneighbors and ineighbors.
pub fn neighbors<'a>(_cx: &Cx<'a>, _loc: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Set of the four bounding-box corners (fewer when they coincide); an empty patch gives the set holding ().
pub fn corners<'a>(_cx: &Cx<'a>, _patch: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Outline of the bounding box: its first and last rows and columns; empty gives {}.
pub fn r#box<'a>(_cx: &Cx<'a>, _patch: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Outline of the bounding box moved one step inwards; bounds that cross are swapped, so a side of length 1 becomes 3 positions wide again and a side of 2 stays 2.
pub fn inbox<'a>(_cx: &Cx<'a>, _patch: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Outline of the bounding box moved one step outwards, not clipped.
pub fn outbox<'a>(_cx: &Cx<'a>, _patch: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// All positions of the bounding box; empty gives {}.
pub fn backdrop<'a>(_cx: &Cx<'a>, _patch: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Positions of the bounding box that are not in the patch; empty gives {}.
pub fn delta<'a>(_cx: &Cx<'a>, _patch: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Horizontal, vertical or 45-degree line from a to b, ends included (a = b gives one position); any other slope gives {}.
pub fn connect<'a>(_cx: &Cx<'a>, _a: Value<'a>, _b: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// connect from start to start + 42 times direction: 43 positions for a unit direction, one for (0, 0), {} for a slope that is neither axis-parallel nor diagonal.
pub fn shoot<'a>(_cx: &Cx<'a>, _start: Value<'a>, _direction: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// The 30 positions (row of location, 0..29), independent of any grid.
pub fn hfrontier<'a>(_cx: &Cx<'a>, _location: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// The 30 positions (0..29, column of location); () fails in both dialects, unlike hfrontier in batt.
pub fn vfrontier<'a>(_cx: &Cx<'a>, _location: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Grid: rows in reverse order.
pub fn hmirror<'a>(_cx: &Cx<'a>, _x: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Grid: every row reversed.
pub fn vmirror<'a>(_cx: &Cx<'a>, _x: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Patch case of vmirror, but the empty set is returned unchanged.
pub fn vmirror_or_empty<'a>(_cx: &Cx<'a>, _patch: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Grid: transpose.
pub fn dmirror<'a>(_cx: &Cx<'a>, _x: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Grid: transpose about the counter-diagonal (reverse rows and columns, then transpose).
pub fn cmirror<'a>(_cx: &Cx<'a>, _x: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Selects by type: 0 hmirror, 1 dmirror, 2 vmirror_or_empty, 3 cmirror of a patch; any other value returns the patch unchanged.
pub fn mir_rot_patch<'a>(_cx: &Cx<'a>, _patch: Value<'a>, _type: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}
