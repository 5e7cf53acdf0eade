//! Kernels of family `rank`.

use crate::cx::Cx;
use crate::value::{Fault, R, Value};

/// Values sorted descending (duplicates of a tuple argument kept), value at rank with negative ranks from the end (0 largest, -1 smallest); a rank out of range gives 0, so does an empty container.
pub fn rank<'a>(_cx: &Cx<'a>, _container: Value<'a>, _rank: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Stable sort by compfunc descending (equal keys keep iteration order), element at rank with negative ranks from the end; out of range gives the empty container of the argument's kind.
pub fn arg_rank<'a>(
    _cx: &Cx<'a>,
    _container: Value<'a>,
    _compfunc: Value<'a>,
    _rank: Value<'a>,
) -> R<'a> {
    Err(Fault::Type)
}

/// Stable sort by compfunc ASCENDING, then compfunc of the element at rank (0 smallest, -1 largest); out of range or empty gives compfunc(0) with Int 0 as stand-in.
pub fn val_rank<'a>(
    _cx: &Cx<'a>,
    _container: Value<'a>,
    _compfunc: Value<'a>,
    _rank: Value<'a>,
) -> R<'a> {
    Err(Fault::Type)
}

/// Distinct elements in canonical order, stably sorted ASCENDING by multiplicity (0 rarest, -1 most frequent), element at rank; out of range or empty gives ().
pub fn common_rank<'a>(_cx: &Cx<'a>, _container: Value<'a>, _rank: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// As common_rank but accepting sets, where all multiplicities are 1 and the rank simply indexes canonical order; out of range gives the empty container of the argument's kind.
pub fn common_rank_any<'a>(_cx: &Cx<'a>, _container: Value<'a>, _rank: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Colours sorted by DESCENDING frequency, ties by first occurrence (row-major in a grid, iteration order in an object), colour at rank, negative from the end; out of range or empty gives the empty container of the argument's kind.
pub fn color_rank<'a>(_cx: &Cx<'a>, _x: Value<'a>, _rank: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Largest element; 0 when empty.
pub fn maximum<'a>(_cx: &Cx<'a>, _container: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Smallest element; 0 when empty.
pub fn minimum<'a>(_cx: &Cx<'a>, _container: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Largest value of compfunc over the container; an empty container gives compfunc(0) with Int 0 as stand-in (not 0 itself).
pub fn valmax<'a>(_cx: &Cx<'a>, _container: Value<'a>, _compfunc: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Smallest value of compfunc over the container; empty gives compfunc(0).
pub fn valmin<'a>(_cx: &Cx<'a>, _container: Value<'a>, _compfunc: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// First element in iteration order reaching the largest compfunc value (a later equal key does not replace it).
pub fn argmax<'a>(_cx: &Cx<'a>, _container: Value<'a>, _compfunc: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// First element in iteration order reaching the smallest compfunc value.
pub fn argmin<'a>(_cx: &Cx<'a>, _container: Value<'a>, _compfunc: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Element with the highest multiplicity; ties go to the canonically smallest.
pub fn mostcommon<'a>(_cx: &Cx<'a>, _container: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Element with the lowest multiplicity; ties go to the canonically smallest.
pub fn leastcommon<'a>(_cx: &Cx<'a>, _container: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// As mostcommon but sets are accepted; in a set every multiplicity is 1, so the canonically smallest element results.
pub fn mostcommon_any<'a>(_cx: &Cx<'a>, _container: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// As leastcommon but sets are accepted; for a set the canonically smallest element.
pub fn leastcommon_any<'a>(_cx: &Cx<'a>, _container: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}
