//! Kernels of family `measure`.

use crate::cx::Cx;
use crate::value::{Fault, R, Value};

/// Tuple: number of rows.
pub fn height<'a>(_cx: &Cx<'a>, _x: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Tuple: length of the first row.
pub fn width<'a>(_cx: &Cx<'a>, _x: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// (height, width); empty gives (0, 0).
pub fn shape<'a>(_cx: &Cx<'a>, _x: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// 1 when height exceeds width; 0 when empty.
pub fn portrait<'a>(_cx: &Cx<'a>, _x: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Grid: as many rows as columns.
pub fn square<'a>(_cx: &Cx<'a>, _x: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// 1 when width is 1 and height equals the number of elements; empty gives 0.
pub fn vline<'a>(_cx: &Cx<'a>, _patch: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// 1 when height is 1 and width equals the number of elements; empty gives 0.
pub fn hline<'a>(_cx: &Cx<'a>, _patch: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Smallest row of the positions (may be negative).
pub fn uppermost<'a>(_cx: &Cx<'a>, _patch: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Largest row of the positions.
pub fn lowermost<'a>(_cx: &Cx<'a>, _patch: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Smallest column of the positions.
pub fn leftmost<'a>(_cx: &Cx<'a>, _patch: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Largest column of the positions.
pub fn rightmost<'a>(_cx: &Cx<'a>, _patch: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Selects by type: 0 lowermost, 1 uppermost, 2 leftmost, 3 rightmost.
pub fn col_row<'a>(_cx: &Cx<'a>, _patch: Value<'a>, _type: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// (smallest row, smallest column); an empty patch gives ().
pub fn ulcorner<'a>(_cx: &Cx<'a>, _patch: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// (smallest row, largest column); empty gives ().
pub fn urcorner<'a>(_cx: &Cx<'a>, _patch: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// (largest row, smallest column); empty gives ().
pub fn llcorner<'a>(_cx: &Cx<'a>, _patch: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// (largest row, largest column); empty gives ().
pub fn lrcorner<'a>(_cx: &Cx<'a>, _patch: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Selects by type: 0 ulcorner, 1 urcorner, 2 llcorner, 3 lrcorner, any other value ulcorner; empty gives ().
pub fn corner<'a>(_cx: &Cx<'a>, _patch: Value<'a>, _type: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// (first row + height div 2, first column + width div 2), i.e.
pub fn center<'a>(_cx: &Cx<'a>, _patch: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Sum of rows and sum of columns over the distinct positions, each floor-divided by the number of ELEMENTS of the patch; empty gives ().
pub fn centerofmass<'a>(_cx: &Cx<'a>, _patch: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Smallest p >= 1 such that every cell of the normalised object in column p or beyond also occurs, same colour, p columns further left; otherwise the width; 0 when empty.
pub fn hperiod<'a>(_cx: &Cx<'a>, _obj: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// As hperiod for rows: smallest p, otherwise the height; 0 when empty.
pub fn vperiod<'a>(_cx: &Cx<'a>, _obj: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}
