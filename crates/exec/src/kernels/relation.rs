//! Kernels of family `relation`.

use crate::cx::Cx;
use crate::value::{Fault, R, Value};

/// 1 when some row occurs in both patches; 0 when either is empty.
pub fn hmatching<'a>(_cx: &Cx<'a>, _a: Value<'a>, _b: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// 1 when some column occurs in both patches; 0 when either is empty.
pub fn vmatching<'a>(_cx: &Cx<'a>, _a: Value<'a>, _b: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Smallest row distance plus column distance over all pairs of positions; 0 when they overlap.
pub fn manhattan<'a>(_cx: &Cx<'a>, _a: Value<'a>, _b: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// 1 when manhattan is exactly 1 (overlap gives 0).
pub fn adjacent<'a>(_cx: &Cx<'a>, _a: Value<'a>, _b: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// 1 when the first row or column of the patch is 0, or its last row or column is the grid's last one; positions further outside do not count.
pub fn bordering<'a>(_cx: &Cx<'a>, _patch: Value<'a>, _grid: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Direction from the centre of a to the centre of b: equal rows (0, 1) if b lies right else (0, -1), also for equal centres; equal columns (1 or -1, 0); otherwise (1 or -1, 1 or -1).
pub fn position<'a>(_cx: &Cx<'a>, _a: Value<'a>, _b: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Displacement n*(d): d is vertical when the patches share a column, else horizontal, positive if the source centre is strictly before the destination centre else negative; n is the least count in 0..42 of unit shifts after which manhattan is 1, or 42 if never.
pub fn gravitate<'a>(_cx: &Cx<'a>, _source: Value<'a>, _destination: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}
