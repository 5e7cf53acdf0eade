//! Higher-order ops: a function value over the elements of containers.

use lang::{Cost, Kernel, Op};

use crate::column::Column;
use crate::cx::Cx;
use crate::kernels::patch::no_line;
use crate::value::items::pair_of;
use crate::value::{Fault, Items, R, Value, View};

/// Collects results into a container of the kind of `like`.
#[inline]
fn collect<'a>(
    cx: &Cx<'a>,
    like: Value<'a>,
    fill: impl FnOnce(&mut Vec<Value<'a>>) -> Result<(), Fault>,
) -> R<'a> {
    let mut buffer = cx.buffer();
    let filled = fill(&mut buffer);
    let out =
        filled.and_then(|()| if like.is_set() { cx.set(&mut buffer) } else { cx.tuple(&buffer) });
    cx.recycle(buffer);
    out
}

/// The elements of two containers at equal places.
fn zipped<'a>(
    cx: &Cx<'a>,
    a: Value<'a>,
    b: Value<'a>,
) -> Result<std::iter::Zip<Items<'a>, Items<'a>>, Fault> {
    Ok(cx.items(a)?.zip(cx.items(b)?))
}

/// Function on every element.
pub fn apply<'a>(cx: &Cx<'a>, function: Value<'a>, container: Value<'a>) -> R<'a> {
    let items = cx.items(container)?;
    match cx.map_column(function, container)? {
        Some(column) if container.is_set() => return cx.set_of_column(column, items.len()),
        Some(column) => return cx.tuple_of_column(column, items.len()),
        None => {}
    }
    collect(cx, container, |out| map_each(cx, function, items, out))
}

/// The function's values on all elements, into an empty buffer.
#[inline]
fn map_each<'a>(
    cx: &Cx<'a>,
    function: Value<'a>,
    items: Items<'a>,
    out: &mut Vec<Value<'a>>,
) -> Result<(), Fault> {
    if cx.map_shared(function, items, out) {
        return Ok(());
    }
    for x in items {
        out.push(cx.map1(&function, &x)?);
    }
    Ok(())
}

/// Every function of the container applied to value.
pub fn rapply<'a>(cx: &Cx<'a>, functions: Value<'a>, value: Value<'a>) -> R<'a> {
    let items = cx.items(functions)?;
    collect(cx, functions, |out| {
        for f in items {
            out.push(cx.map1(&f, &value)?);
        }
        Ok(())
    })
}

/// apply, then merge one level.
pub fn mapply<'a>(cx: &Cx<'a>, function: Value<'a>, container: Value<'a>) -> R<'a> {
    let items = cx.items(container)?;
    if let Some(union) = cx.union_of_shifts(function, container) {
        return Ok(union);
    }
    if let Some(union) = cx.union_of_patches(function, container)? {
        return Ok(union);
    }
    let mut buffer = cx.buffer();
    let out = map_each(cx, function, items, &mut buffer)
        .and_then(|()| cx.merge_all(&buffer, container.is_set()));
    cx.recycle(buffer);
    out
}

/// Binary function on elements at equal places.
pub fn papply<'a>(cx: &Cx<'a>, function: Value<'a>, a: Value<'a>, b: Value<'a>) -> R<'a> {
    let pairs = zipped(cx, a, b)?;
    collect(cx, Value::UNIT, |out| {
        for (x, y) in pairs {
            out.push(cx.map2(&function, &x, &y)?);
        }
        Ok(())
    })
}

/// papply, then concatenation of the results.
pub fn mpapply<'a>(cx: &Cx<'a>, function: Value<'a>, a: Value<'a>, b: Value<'a>) -> R<'a> {
    let pairs = zipped(cx, a, b)?;
    let mut buffer = cx.buffer();
    let out = pairs
        .map(|(x, y)| cx.map2(&function, &x, &y))
        .try_for_each(|v| v.map(|v| buffer.push(v)))
        .and_then(|()| cx.merge_all(&buffer, false));
    cx.recycle(buffer);
    out
}

/// Set of function(x, y) over all x of a and y of b.
pub fn prapply<'a>(cx: &Cx<'a>, function: Value<'a>, a: Value<'a>, b: Value<'a>) -> R<'a> {
    let (outer, inner) = (cx.items(a)?, cx.items(b)?);
    collect(cx, Value::EMPTY, |out| {
        // Most pairs of positions have no line between them: one empty set stands for all.
        let mut seen_empty = false;
        let connects = connects_positions(cx, function, a, b);
        for y in inner {
            for x in outer {
                if let Some(op) = connects
                    && seen_empty
                    && let (Value::Pair(a, b), Value::Pair(c, d)) = (x, y)
                    && no_line((a, b), (c, d))
                {
                    cx.count_many(op, 1);
                    cx.charge(Cost::CALL + x.size() + y.size())?;
                    continue;
                }
                let v = cx.map2(&function, &x, &y)?;
                let is_empty = matches!(v, Value::Bits(0));
                if !(is_empty && seen_empty) {
                    out.push(v);
                }
                seen_empty |= is_empty;
            }
        }
        Ok(())
    })
}

/// The op, if the function is `connect` and both containers hold packed positions, so that no
/// call of it can fail.
fn connects_positions<'a>(
    cx: &Cx<'a>,
    function: Value<'a>,
    a: Value<'a>,
    b: Value<'a>,
) -> Option<Op> {
    match (function, a, b) {
        (Value::Op(op), Value::Poses(_), Value::Poses(_))
            if op.kernel() == Kernel::Connect && cx.may_enter(&function) =>
        {
            Some(op)
        }
        _ => None,
    }
}

/// Elements for which condition is truthy.
pub fn sfilter<'a>(cx: &Cx<'a>, container: Value<'a>, condition: Value<'a>) -> R<'a> {
    match container {
        Value::Cells(k) => {
            Ok(cx.cells(filter_keys(cx, container, k.slice(), Value::Cell, condition)?))
        }
        Value::Poses(k) => Ok(cx.poses(filter_keys(cx, container, k.slice(), pair_of, condition)?)),
        _ => filter_general(cx, container, condition),
    }
}

/// Filters packed elements without unpacking the ones kept.
fn filter_keys<'a>(
    cx: &Cx<'a>,
    container: Value<'a>,
    keys: &'a [u32],
    element: fn(u32) -> Value<'a>,
    condition: Value<'a>,
) -> Result<&'a [u32], Fault> {
    let kept = cx.arena.filled(keys.len(), 0u32);
    let mut len = 0;
    let mark = cx.arena.mark();
    if let Some(truth) = cx.test_column(condition, container)? {
        len = truth.keep_true(keys, kept);
        // SAFETY: the columns are not used again.
        unsafe { cx.arena.rewind(&mark) };
        return Ok(&kept[..len]);
    }
    for &key in keys {
        kept[len] = key;
        len += cx.test(&condition, &element(key))? as usize;
    }
    Ok(&kept[..len])
}

fn filter_general<'a>(cx: &Cx<'a>, container: Value<'a>, condition: Value<'a>) -> R<'a> {
    let mut kept = cx.buffer();
    let out = keep_true(cx, container, condition, &mut kept)
        .and_then(|()| if container.is_set() { cx.set_of_sorted(&kept) } else { cx.tuple(&kept) });
    cx.recycle(kept);
    out
}

fn keep_true<'a>(
    cx: &Cx<'a>,
    container: Value<'a>,
    condition: Value<'a>,
    kept: &mut Vec<Value<'a>>,
) -> Result<(), Fault> {
    let items = cx.items(container)?;
    let mark = cx.arena.mark();
    if let Some(truth) = cx.test_column(condition, container)? {
        keep_where(container, items, truth, kept);
        // SAFETY: the columns are not used again; what is kept was there before.
        unsafe { cx.arena.rewind(&mark) };
        return Ok(());
    }
    for x in items {
        if cx.test(&condition, &x)? {
            kept.push(x);
        }
    }
    Ok(())
}

/// Keeps the elements whose value in a column is true.
fn keep_where<'a>(
    container: Value<'a>,
    items: Items<'a>,
    truth: Column<'a>,
    kept: &mut Vec<Value<'a>>,
) {
    kept.reserve(items.len());
    match (truth, container.view()) {
        (Column::Ints(truth), View::Tuple(values) | View::Set(values)) => {
            let pairs = values.iter().zip(truth).filter(|(_, truth)| **truth != 0);
            pairs.for_each(|(v, _)| kept.push(*v));
        }
        _ => {
            let kept_items = items.enumerate().filter(|(i, _)| truth.get(*i).truth());
            kept.extend(kept_items.map(|(_, x)| x));
        }
    }
}

/// sfilter, then merge one level.
pub fn mfilter<'a>(cx: &Cx<'a>, container: Value<'a>, function: Value<'a>) -> R<'a> {
    let mut kept = cx.buffer();
    let out = keep_true(cx, container, function, &mut kept)
        .and_then(|()| cx.merge_all(&kept, container.is_set()));
    cx.recycle(kept);
    out
}

/// Set of the elements for which function is truthy, not merged.
pub fn filter_to_set<'a>(cx: &Cx<'a>, container: Value<'a>, function: Value<'a>) -> R<'a> {
    let mut kept = cx.buffer();
    let out = keep_true(cx, container, function, &mut kept).and_then(|()| cx.set(&mut kept));
    cx.recycle(kept);
    out
}

/// Set of the elements whose length is n.
pub fn sizefilter<'a>(cx: &Cx<'a>, container: Value<'a>, n: Value<'a>) -> R<'a> {
    let (items, n) = (cx.items(container)?, n.int()?);
    let mut kept = cx.buffer();
    let mut filter = || {
        for x in items {
            if cx.items(x)?.len() as i64 == n {
                kept.push(x);
            }
        }
        Ok(())
    };
    let filtered = filter();
    let out = filtered.and_then(|()| cx.set(&mut kept));
    cx.recycle(kept);
    out
}

#[cfg(test)]
mod tests {
    use lang::Dialect;

    use super::*;
    use crate::arena::Arena;
    use crate::value::order::equal;

    #[test]
    fn lines_between_all_positions_cost_what_every_call_costs() {
        let arena = Arena::new();
        let cx = Cx::new(&arena, Dialect::Arc);
        let connect = Op::lookup(Dialect::Arc, "connect").expect("an op");
        let place = |i: i64| (i * 7 % 11, i * i % 13 - 3);
        let places = cx.positions_set(&(0..20).map(place).collect::<Vec<_>>()).expect("small");
        cx.start_step(1 << 30);
        let lines = prapply(&cx, Value::Op(connect), places, places).expect("no failure");
        let cost = cx.spent();
        cx.start_step(1 << 30);
        let (all, mut one_by_one) = (cx.items(places).expect("a set"), Vec::new());
        for y in all {
            for x in all {
                one_by_one.push(cx.map2(&Value::Op(connect), &x, &y).expect("no failure"));
            }
        }
        assert!(equal(lines, cx.set(&mut one_by_one).expect("small")));
        assert_eq!(cost, cx.spent());
        let count = all.len() * all.len();
        assert_eq!(cx.into_calls()[connect.index()].get(), 2 * count as u64);
    }
}
