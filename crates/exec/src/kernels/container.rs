//! Sets and tuples as wholes: size, union, difference, order.

use std::cmp::Ordering;

use crate::cx::Cx;
use crate::value::build::check_size;
use crate::value::order::{canonical, equal};
use crate::value::{Fault, R, Value, View, layout};

/// Two containers, when both are sets that can be walked side by side.
enum Both<'a> {
    Bits(u64, u64),
    Cells(&'a [u32], &'a [u32]),
    Poses(&'a [u32], &'a [u32]),
    Sets(&'a [Value<'a>], &'a [Value<'a>]),
    /// Sets that have no element in common, as they are packed differently.
    Disjoint,
    /// Anything else.
    Other,
}

#[inline]
fn both<'a>(a: Value<'a>, b: Value<'a>) -> Both<'a> {
    match (a.view(), b.view()) {
        (View::Bits(a), View::Bits(b)) => Both::Bits(a, b),
        (View::Cells(a), View::Cells(b)) => Both::Cells(a, b),
        (View::Poses(a), View::Poses(b)) => Both::Poses(a, b),
        (View::Set(a), View::Set(b)) => Both::Sets(a, b),
        (
            View::Bits(_) | View::Cells(_) | View::Poses(_),
            View::Bits(_) | View::Cells(_) | View::Poses(_),
        ) => Both::Disjoint,
        _ => Both::Other,
    }
}

/// Walks two ascending sequences and hands out their union.
#[inline]
fn join<T: Copy>(
    mut a: &[T],
    mut b: &[T],
    compare: impl Fn(T, T) -> Ordering,
    mut emit: impl FnMut(T),
) {
    while let ([x, rest_a @ ..], [y, rest_b @ ..]) = (a, b) {
        let order = compare(*x, *y);
        emit(if order.is_gt() { *y } else { *x });
        a = if order.is_gt() { a } else { rest_a };
        b = if order.is_lt() { b } else { rest_b };
    }
    a.iter().chain(b).for_each(|&x| emit(x));
}

/// Walks two ascending sequences and hands out each element of `a`, and whether `b` has it.
#[inline]
fn sift<T: Copy>(
    a: &[T],
    mut b: &[T],
    compare: impl Fn(T, T) -> Ordering,
    mut emit: impl FnMut(T, bool),
) {
    for &x in a {
        let mut order = Ordering::Less;
        while let [y, rest @ ..] = b {
            order = compare(x, *y);
            if order.is_le() {
                break;
            }
            b = rest;
        }
        emit(x, order.is_eq() && !b.is_empty());
    }
}

/// The union of packed sets. No branch depends on the keys: which set the next key comes from
/// cannot be predicted.
fn join_keys<'a>(cx: &Cx<'a>, a: &[u32], b: &[u32]) -> Result<&'a [u32], Fault> {
    let out = cx.arena.filled(a.len() + b.len(), 0u32);
    let (mut i, mut j, mut len) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        let (x, y) = (a[i], b[j]);
        out[len] = x.min(y);
        len += 1;
        i += (x <= y) as usize;
        j += (y <= x) as usize;
    }
    let rest = if i < a.len() { &a[i..] } else { &b[j..] };
    out[len..len + rest.len()].copy_from_slice(rest);
    len += rest.len();
    check_size(len as u64)?;
    Ok(&out[..len])
}

/// The elements of packed set `a` that `b` has, or has not; without branches like [`join_keys`].
fn sift_keys<'a>(cx: &Cx<'a>, a: &[u32], b: &[u32], common: bool) -> &'a [u32] {
    let out = cx.arena.filled(a.len(), 0u32);
    let (mut i, mut j, mut len) = (0, 0, 0);
    // A small object and a large area: most of the area can be passed over at once.
    let b = match (a.first(), a.last()) {
        (Some(first), Some(last)) if b.len() > 2 * a.len() => {
            let b = &b[b.partition_point(|y| y < first)..];
            &b[..b.partition_point(|y| y <= last)]
        }
        _ => b,
    };
    while i < a.len() && j < b.len() {
        let (x, y) = (a[i], b[j]);
        out[len] = x;
        len += (x <= y && (x == y) == common) as usize;
        i += (x <= y) as usize;
        j += (y <= x) as usize;
    }
    let rest = if common { &[] } else { &a[i..] };
    out[len..len + rest.len()].copy_from_slice(rest);
    &out[..len + rest.len()]
}

/// The elements of general set `a` that `b` has, or has not.
fn sift_values<'a>(cx: &Cx<'a>, a: &[Value<'a>], b: &[Value<'a>], common: bool) -> R<'a> {
    let mut kept = cx.buffer();
    let compare = |x, y| canonical(cx.lay, x, y);
    sift(a, b, compare, |x, found| {
        if found == common {
            kept.push(x);
        }
    });
    let out = cx.set_of_sorted(&kept);
    cx.recycle(kept);
    out
}

/// The elements of `a` that set `b` has, or has not, in the kind of `a`.
fn sift_any<'a>(cx: &Cx<'a>, a: Value<'a>, b: Value<'a>, common: bool) -> R<'a> {
    let mut kept = cx.buffer();
    let mut filter = || {
        for x in cx.items(a)? {
            if cx.contains(b, x)? == common {
                kept.push(x);
            }
        }
        Ok(())
    };
    let filtered = filter();
    let out = filtered.and_then(|()| if a.is_set() { cx.set(&mut kept) } else { cx.tuple(&kept) });
    cx.recycle(kept);
    out
}

/// Number of elements.
pub fn size<'a>(cx: &Cx<'a>, container: Value<'a>) -> R<'a> {
    Ok(Value::Int(cx.items(container)?.len() as i64))
}

/// Elements of a followed by those of b, in the kind of a.
pub fn combine<'a>(cx: &Cx<'a>, a: Value<'a>, b: Value<'a>) -> R<'a> {
    if a.is_set() == b.is_set() && a.is_tuple() == b.is_tuple() {
        if a.is_empty_container() {
            return Ok(b);
        }
        if b.is_empty_container() {
            return Ok(a);
        }
    }
    match both(a, b) {
        Both::Bits(a, b) => Ok(Value::Bits(a | b)),
        Both::Cells(a, b) => Ok(cx.cells(join_keys(cx, a, b)?)),
        Both::Poses(a, b) => Ok(cx.poses(join_keys(cx, a, b)?)),
        Both::Sets(a, b) => {
            let mut all = cx.buffer();
            join(a, b, |x, y| canonical(cx.lay, x, y), |x| all.push(x));
            let out = cx.set_of_sorted(&all);
            cx.recycle(all);
            out
        }
        Both::Disjoint => cx.merge_all(&[a, b], true),
        Both::Other => concatenate(cx, a, b),
    }
}

/// Elements of both in order: two tuples, or a mix of kinds.
fn concatenate<'a>(cx: &Cx<'a>, a: Value<'a>, b: Value<'a>) -> R<'a> {
    match (a.view(), b.view()) {
        (View::Row(x), View::Row(y)) => {
            let cells = cx.new_cells(1, x.len() + y.len())?;
            join_cells(cells, x, y);
            Ok(cx.row(cells))
        }
        (View::Grid(x), View::Grid(y)) if x.width == y.width => {
            let height = x.height + y.height;
            let cells = cx.new_cells(height, x.width)?;
            join_cells(cells, x.cells, y.cells);
            cx.grid(height, x.width, cells)
        }
        // merge_all reads both; what is no container at all is refused there.
        _ => cx.merge_all(&[a, b], a.is_set()),
    }
}

fn join_cells(to: &mut [i8], a: &[i8], b: &[i8]) {
    let (first, second) = to.split_at_mut(a.len());
    first.copy_from_slice(a);
    second.copy_from_slice(b);
}

/// Elements in both sets.
pub fn intersection<'a>(cx: &Cx<'a>, a: Value<'a>, b: Value<'a>) -> R<'a> {
    Fault::Type.unless(a.is_set() && b.is_set())?;
    match both(a, b) {
        Both::Bits(a, b) => Ok(Value::Bits(a & b)),
        Both::Cells(a, b) => Ok(cx.cells(sift_keys(cx, a, b, true))),
        Both::Poses(a, b) => Ok(cx.poses(sift_keys(cx, a, b, true))),
        Both::Sets(a, b) => sift_values(cx, a, b, true),
        Both::Disjoint => Ok(Value::EMPTY),
        Both::Other => sift_any(cx, a, b, true),
    }
}

/// Elements of a that do not occur in b, in the kind of a.
pub fn difference<'a>(cx: &Cx<'a>, a: Value<'a>, b: Value<'a>) -> R<'a> {
    cx.items(a)?;
    // As a set, b answers quickly whether it has an element, whatever its length.
    let b = cx.set_from(b)?;
    match both(a, b) {
        Both::Bits(a, b) => Ok(Value::Bits(a & !b)),
        Both::Cells(a, b) => Ok(cx.cells(sift_keys(cx, a, b, false))),
        Both::Poses(a, b) => Ok(cx.poses(sift_keys(cx, a, b, false))),
        Both::Sets(a, b) => sift_values(cx, a, b, false),
        Both::Disjoint => Ok(a),
        Both::Other => sift_any(cx, a, b, false),
    }
}

/// Tuple without repeats, each value at its first position.
pub fn dedupe<'a>(cx: &Cx<'a>, tup: Value<'a>) -> R<'a> {
    if tup.is_empty_container() {
        return Ok(Value::UNIT);
    }
    Fault::Type.unless(tup.is_tuple())?;
    if let View::Row(row) = tup.view() {
        return Ok(dedupe_row(cx, tup, row));
    }
    let mut values = cx.buffer();
    values.extend(cx.items(tup)?);
    let before = values.len();
    cx.dedupe_in_place(&mut values);
    let out = if values.len() == before { Ok(tup) } else { cx.tuple(&values) };
    cx.recycle(values);
    out
}

fn dedupe_row<'a>(cx: &Cx<'a>, tup: Value<'a>, row: &[i8]) -> Value<'a> {
    // 256 different values at most.
    let (mut seen, mut kept, mut len) = ([false; 256], [0i8; 256], 0);
    for &n in row {
        if !std::mem::replace(&mut seen[n as u8 as usize], true) {
            kept[len] = n;
            len += 1;
        }
    }
    if len == row.len() { tup } else { cx.row(cx.arena.copy(&kept[..len])) }
}

/// One level of flattening, in the kind of the outer container.
pub fn merge<'a>(cx: &Cx<'a>, containers: Value<'a>) -> R<'a> {
    match containers.view() {
        // The cells of a grid lie row after row already.
        View::Grid(g) => Ok(cx.row(g.cells)),
        View::Tuple(parts) => cx.merge_all(parts, false),
        View::Set(parts) => cx.merge_all(parts, true),
        _ => {
            let mut parts = cx.buffer();
            let out = cx.items(containers).and_then(|items| {
                parts.extend(items);
                cx.merge_all(&parts, containers.is_set())
            });
            cx.recycle(parts);
            out
        }
    }
}

/// Container without the elements equal to value.
pub fn remove<'a>(cx: &Cx<'a>, value: Value<'a>, container: Value<'a>) -> R<'a> {
    match (container.view(), value) {
        (View::Bits(bits), Value::Int(n @ 0..64)) => Ok(Value::Bits(bits & !(1 << n))),
        (View::Cells(keys), Value::Cell(key)) => {
            Ok(without_key(cx, keys, key).map_or(container, |keys| cx.cells(keys)))
        }
        (View::Poses(keys), Value::Pair(row, col)) => {
            let key = layout::pos(row as i64, col as i64);
            let kept = key.and_then(|key| without_key(cx, keys, key));
            Ok(kept.map_or(container, |keys| cx.poses(keys)))
        }
        (View::Bits(_) | View::Cells(_) | View::Poses(_), _) => Ok(container),
        (View::Set(elements), _) => remove_from_set(cx, value, container, elements),
        _ => remove_from_tuple(cx, value, container),
    }
}

/// A packed set without one key; `None` when the key is not in it.
fn without_key<'a>(cx: &Cx<'a>, keys: &[u32], key: u32) -> Option<&'a [u32]> {
    let at = keys.binary_search(&key).ok()?;
    let kept = cx.arena.filled(keys.len() - 1, 0u32);
    kept[..at].copy_from_slice(&keys[..at]);
    kept[at..].copy_from_slice(&keys[at + 1..]);
    Some(kept)
}

fn remove_from_set<'a>(
    cx: &Cx<'a>,
    value: Value<'a>,
    container: Value<'a>,
    elements: &[Value<'a>],
) -> R<'a> {
    let Ok(at) = elements.binary_search_by(|&x| canonical(cx.lay, x, value)) else {
        return Ok(container);
    };
    let mut kept = cx.buffer();
    kept.extend_from_slice(&elements[..at]);
    kept.extend_from_slice(&elements[at + 1..]);
    let out = cx.set_of_sorted(&kept);
    cx.recycle(kept);
    out
}

fn remove_from_tuple<'a>(cx: &Cx<'a>, value: Value<'a>, container: Value<'a>) -> R<'a> {
    let items = cx.items(container)?;
    let mut kept = cx.buffer();
    kept.extend(items.filter(|&x| !equal(x, value)));
    let out = if kept.len() == items.len() { Ok(container) } else { cx.tuple(&kept) };
    cx.recycle(kept);
    out
}

/// Tuple in ascending order of compfunc.
pub fn order<'a>(cx: &Cx<'a>, container: Value<'a>, compfunc: Value<'a>) -> R<'a> {
    let entries = cx.keyed(container, compfunc)?;
    cx.sort_keyed(entries)?;
    let mut sorted = cx.buffer();
    sorted.extend(entries.iter().map(|e| e.element));
    let out = cx.tuple(&sorted);
    cx.recycle(sorted);
    out
}
