//! Choosing one element of a container.

use crate::cx::Cx;
use crate::value::items::pair_of;
use crate::value::layout;
use crate::value::order::equal;
use crate::value::{Fault, R, Value};

/// The place that a rank means among `len` elements; negative ranks count from the end.
#[inline]
pub(crate) fn place(len: usize, rank: i64) -> Option<usize> {
    let at = if rank < 0 { rank + len as i64 } else { rank };
    usize::try_from(at).ok().filter(|&at| at < len)
}

/// The first element, or what there is instead. Results go the straight way: taken out of an `Option` they would be moved
/// in odd parts, which costs several times the op.
#[inline(always)]
fn first_of<'a>(cx: &Cx<'a>, container: Value<'a>, none: R<'a>) -> R<'a> {
    match container {
        Value::Pair(a, _) => Ok(Value::Int(a as i64)),
        Value::Cell(cell) if cx.is_batt() => Ok(Value::Int(layout::row(cx.lay.pos(cell)) as i64)),
        Value::Cell(cell) => Ok(Value::Int(cx.lay.colour(cell) as i64)),
        Value::Tuple(s) | Value::Set(s) => match s.slice() {
            [first, ..] => Ok(*first),
            [] => none,
        },
        _ => other_at(cx, container, |_| 0, none),
    }
}

/// The last element, or what there is instead.
#[inline(always)]
fn last_of<'a>(cx: &Cx<'a>, container: Value<'a>, none: R<'a>) -> R<'a> {
    match container {
        Value::Pair(_, b) => Ok(Value::Int(b as i64)),
        Value::Cell(cell) if cx.is_batt() => Ok(Value::Int(cx.lay.colour(cell) as i64)),
        Value::Cell(cell) => Ok(pair_of(cx.lay.pos(cell))),
        Value::Tuple(s) | Value::Set(s) => match s.slice() {
            [.., last] => Ok(*last),
            [] => none,
        },
        _ => other_at(cx, container, |len| len.wrapping_sub(1), none),
    }
}

#[inline(never)]
fn other_at<'a>(cx: &Cx<'a>, container: Value<'a>, at: fn(usize) -> usize, none: R<'a>) -> R<'a> {
    let items = cx.items(container)?;
    items.get(at(items.len())).map_or(none, Ok)
}

/// The argument unchanged.
pub fn identity<'a>(_cx: &Cx<'a>, x: Value<'a>) -> R<'a> {
    Ok(x)
}

/// First element.
pub fn first<'a>(cx: &Cx<'a>, container: Value<'a>) -> R<'a> {
    first_of(cx, container, Err(Fault::Empty))
}

/// First element; an empty container gives the empty container of its own kind.
pub fn first_or_empty<'a>(cx: &Cx<'a>, container: Value<'a>) -> R<'a> {
    first_of(cx, container, Ok(container))
}

/// Second element.
pub fn second<'a>(cx: &Cx<'a>, container: Value<'a>) -> R<'a> {
    cx.items(container)?.get(1).ok_or(Fault::Index)
}

/// Last element.
pub fn last<'a>(cx: &Cx<'a>, container: Value<'a>) -> R<'a> {
    last_of(cx, container, Err(Fault::Empty))
}

/// Last element; an empty container of either kind gives ().
pub fn last_or_unit<'a>(cx: &Cx<'a>, container: Value<'a>) -> R<'a> {
    last_of(cx, container, Ok(Value::UNIT))
}

/// Last element; an empty container gives the empty container of its own kind.
pub fn last_or_empty<'a>(cx: &Cx<'a>, container: Value<'a>) -> R<'a> {
    last_of(cx, container, Ok(container))
}

/// Tuple element at rank.
pub fn nth<'a>(cx: &Cx<'a>, container: Value<'a>, rank: Value<'a>) -> R<'a> {
    Fault::Type.unless(container.is_tuple())?;
    let (items, rank) = (cx.items(container)?, rank.int()?);
    place(items.len(), rank).and_then(|at| items.get(at)).ok_or(Fault::Index)
}

/// Element at rank; the empty set when there is none.
pub fn nth_or_empty_set<'a>(cx: &Cx<'a>, container: Value<'a>, rank: Value<'a>) -> R<'a> {
    let (items, rank) = (cx.items(container)?, rank.int()?);
    Ok(place(items.len(), rank).and_then(|at| items.get(at)).unwrap_or(Value::EMPTY))
}

/// Element at a place after a stable ascending sort by key.
fn sorted_at<'a>(cx: &Cx<'a>, container: Value<'a>, key: Value<'a>, at: usize) -> R<'a> {
    let entries = cx.keyed(container, key)?;
    cx.sort_keyed(entries)?;
    entries.get(at).map(|e| e.element).ok_or(Fault::Index)
}

/// Element at rank after a stable ascending sort by key.
pub fn nth_by_key<'a>(cx: &Cx<'a>, container: Value<'a>, rank: Value<'a>, key: Value<'a>) -> R<'a> {
    let (items, rank) = (cx.items(container)?, rank.int()?);
    Fault::Type.unless(key.is_function())?;
    Fault::Empty.unless(items.len() != 0)?;
    // A missing place is reported before any failure of the key.
    let at = place(items.len(), rank).ok_or(Fault::Index)?;
    sorted_at(cx, container, key, at)
}

/// As nth_by_key, but a negative rank means the smallest.
pub fn nth_by_key_skip<'a>(
    cx: &Cx<'a>,
    container: Value<'a>,
    rank: Value<'a>,
    key: Value<'a>,
) -> R<'a> {
    let (items, rank) = (cx.items(container)?, rank.int()?);
    Fault::Type.unless(key.is_function())?;
    let at = place(items.len(), rank.max(0)).ok_or(Fault::Index)?;
    sorted_at(cx, container, key, at)
}

/// The first element that satisfies the condition; later ones are not evaluated.
fn find<'a>(
    cx: &Cx<'a>,
    container: Value<'a>,
    condition: Value<'a>,
) -> Result<Option<Value<'a>>, Fault> {
    for x in cx.items(container)? {
        if cx.test(&condition, &x)? {
            return Ok(Some(x));
        }
    }
    Ok(None)
}

/// First element that satisfies the condition.
pub fn extract<'a>(cx: &Cx<'a>, container: Value<'a>, condition: Value<'a>) -> R<'a> {
    match find(cx, container, condition)? {
        Some(x) => Ok(x),
        // With no element to call it on, a condition that is no function shows only here.
        None if !condition.is_function() => Err(Fault::Type),
        None => Err(Fault::Empty),
    }
}

/// First element that satisfies the condition; the empty set when there is none.
pub fn extract_or_empty_set<'a>(cx: &Cx<'a>, container: Value<'a>, condition: Value<'a>) -> R<'a> {
    Ok(find(cx, container, condition)?.unwrap_or(Value::EMPTY))
}

/// First element that differs from value.
pub fn other<'a>(cx: &Cx<'a>, container: Value<'a>, value: Value<'a>) -> R<'a> {
    cx.items(container)?.find(|&x| !equal(x, value)).ok_or(Fault::Empty)
}

/// First element that differs from value; the empty container of the same kind if none does.
pub fn other_or_empty<'a>(cx: &Cx<'a>, container: Value<'a>, value: Value<'a>) -> R<'a> {
    let found = cx.items(container)?.find(|&x| !equal(x, value));
    Ok(found.unwrap_or(container.empty_like()))
}
