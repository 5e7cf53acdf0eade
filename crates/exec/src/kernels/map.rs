//! Higher-order ops: a function value over the elements of containers.

use crate::code::{Keep, Over};
use crate::cx::Cx;
use crate::value::{Fault, R, Value};

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

/// A function's values on all elements, as a set or a tuple.
fn mapped<'a>(cx: &Cx<'a>, function: Value<'a>, over: Over<'a>, is_set: bool) -> R<'a> {
    let (mut buffer, mut whole) = (cx.buffer(), None);
    let filled = cx.map_blocks(function, over, Keep::Values, |column, len| {
        match len == over.len {
            true => whole = Some(column),
            false => column.push_to(cx, len, is_set, &mut buffer),
        }
        Ok(())
    });
    let out = filled.and_then(|()| match whole {
        Some(column) if is_set => cx.set_of_column(column, over.len),
        Some(column) => cx.tuple_of_column(column, over.len),
        None if is_set => cx.set(&mut buffer),
        None => cx.tuple(&buffer),
    });
    cx.recycle(buffer);
    out
}

/// A function's values on all elements, merged.
fn merged<'a>(cx: &Cx<'a>, function: Value<'a>, over: Over<'a>, is_set: bool) -> R<'a> {
    let mut buffer = cx.buffer();
    let keep = if is_set { Keep::Unmade } else { Keep::Values };
    let filled = cx.map_blocks(function, over, keep, |column, len| {
        match column.union(cx) {
            Some(union) => buffer.push(union),
            None => column.made(cx, len).ok_or(Fault::Budget)?.push_to(cx, len, false, &mut buffer),
        }
        Ok(())
    });
    let out = filled.and_then(|()| cx.merge_all(&buffer, is_set));
    cx.recycle(buffer);
    out
}

/// Function on every element.
pub fn apply<'a>(cx: &Cx<'a>, function: Value<'a>, container: Value<'a>) -> R<'a> {
    mapped(cx, function, Over::elements(cx, container)?, container.is_set())
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
    merged(cx, function, Over::elements(cx, container)?, container.is_set())
}

/// Binary function on elements at equal places.
pub fn papply<'a>(cx: &Cx<'a>, function: Value<'a>, a: Value<'a>, b: Value<'a>) -> R<'a> {
    mapped(cx, function, Over::beside(cx, a, b)?, false)
}

/// papply, then concatenation of the results.
pub fn mpapply<'a>(cx: &Cx<'a>, function: Value<'a>, a: Value<'a>, b: Value<'a>) -> R<'a> {
    merged(cx, function, Over::beside(cx, a, b)?, false)
}

/// Set of function(x, y) over all x of a and y of b.
pub fn prapply<'a>(cx: &Cx<'a>, function: Value<'a>, a: Value<'a>, b: Value<'a>) -> R<'a> {
    let (outer, inner) = (Over::elements(cx, a)?, cx.items(b)?);
    collect(cx, Value::EMPTY, |out| {
        for y in inner {
            cx.map_blocks(function, outer.with(y), Keep::Values, |column, len| {
                column.push_to(cx, len, true, out);
                Ok(())
            })?;
        }
        Ok(())
    })
}

/// Elements for which condition is truthy.
pub fn sfilter<'a>(cx: &Cx<'a>, container: Value<'a>, condition: Value<'a>) -> R<'a> {
    match container {
        Value::Cells(k) => Ok(cx.cells(filter_keys(cx, container, k.slice(), condition)?)),
        Value::Poses(k) => Ok(cx.poses(filter_keys(cx, container, k.slice(), condition)?)),
        _ => filter_general(cx, container, condition),
    }
}

/// Filters packed elements without unpacking the ones kept.
fn filter_keys<'a>(
    cx: &Cx<'a>,
    container: Value<'a>,
    keys: &'a [u32],
    condition: Value<'a>,
) -> Result<&'a [u32], Fault> {
    let kept = cx.arena.filled(keys.len(), 0u32);
    let (mut from, mut count) = (0, 0);
    cx.map_blocks(condition, Over::elements(cx, container)?, Keep::Truth, |truth, len| {
        count += truth.keep_true(&keys[from..from + len], &mut kept[count..]);
        from += len;
        Ok(())
    })?;
    Ok(&kept[..count])
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
    let (items, mut from) = (cx.items(container)?, 0);
    cx.map_blocks(condition, Over::elements(cx, container)?, Keep::Truth, |truth, len| {
        for i in (0..len).filter(|&i| truth.truth(i)) {
            kept.extend(items.get(from + i));
        }
        from += len;
        Ok(())
    })
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
    use lang::{Dialect, Op};

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
