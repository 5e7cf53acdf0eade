//! Kernels of family `extract`.

use crate::cx::Cx;
use crate::value::{Fault, R, Value};

/// Connected components as objects.
pub fn objects<'a>(
    _cx: &Cx<'a>,
    _grid: Value<'a>,
    _univalued: Value<'a>,
    _diagonal: Value<'a>,
    _without_bg: Value<'a>,
) -> R<'a> {
    Err(Fault::Type)
}

/// objects with the flags packed in one number 0..7: 4*univalued + 2*diagonal + 1*without_bg.
pub fn objects_packed<'a>(_cx: &Cx<'a>, _grid: Value<'a>, _type: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// One object per colour holding all its cells; a grid without cells gives {}.
pub fn partition<'a>(_cx: &Cx<'a>, _grid: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// One object per colour except the grid's mostcolor; a one-coloured grid gives {}.
pub fn fgpartition<'a>(_cx: &Cx<'a>, _grid: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Every one-coloured complete row and every one-coloured complete column as an object (a 1x1 grid gives one).
pub fn frontiers<'a>(_cx: &Cx<'a>, _grid: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Positions (i, j) at which the normalised object, shifted there, fits inside the grid with all colours equal.
pub fn occurrences<'a>(_cx: &Cx<'a>, _grid: Value<'a>, _obj: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Cells of the grid at the patch positions that lie inside it; empty patch gives {}.
pub fn toobject<'a>(_cx: &Cx<'a>, _patch: Value<'a>, _grid: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// All cells of the grid as an object; () gives {}.
pub fn asobject<'a>(_cx: &Cx<'a>, _grid: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// 0 when x is a tuple of tuples of Ints (() and ragged rows included), else 1.
pub fn is_no_grid<'a>(_cx: &Cx<'a>, _x: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}
