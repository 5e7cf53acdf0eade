//! Kernels of family `construct`.

use crate::cx::Cx;
use crate::value::{Fault, R, Value};

/// The two-element tuple (a, b), any contents.
pub fn astuple<'a>(_cx: &Cx<'a>, _a: Value<'a>, _b: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// (i, j, c) from the first two components of ij and c, the batt cell; contents unchecked.
pub fn ascell<'a>(_cx: &Cx<'a>, _ij: Value<'a>, _c: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// (i, j, c) from three values, unchecked.
pub fn astriple<'a>(_cx: &Cx<'a>, _i: Value<'a>, _j: Value<'a>, _c: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// First two components of a tuple, the position of a batt cell (a plain pair passes through).
pub fn toij<'a>(_cx: &Cx<'a>, _c: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Tuple of num copies of item; num of 0 or below gives ().
pub fn repeat<'a>(_cx: &Cx<'a>, _item: Value<'a>, _num: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Set holding exactly value.
pub fn initset<'a>(_cx: &Cx<'a>, _value: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Set with value added (unchanged if already present).
pub fn insert<'a>(_cx: &Cx<'a>, _value: Value<'a>, _container: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Elements in iteration order as a tuple; a tuple passes through.
pub fn totuple<'a>(_cx: &Cx<'a>, _container: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Tuple of 2-tuples of elements at equal places; the shorter argument decides the length, () if either is empty.
pub fn pair<'a>(_cx: &Cx<'a>, _a: Value<'a>, _b: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Pairs (x, y) of a joined with values z of b at equal places into (x, y, z); the shorter decides.
pub fn celltuple<'a>(_cx: &Cx<'a>, _a: Value<'a>, _b: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Set of all (x, y) with x from a and y from b; empty when either is empty.
pub fn product<'a>(_cx: &Cx<'a>, _a: Value<'a>, _b: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}
