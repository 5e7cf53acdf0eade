//! Largest, smallest, most frequent: choosing by order of keys or by multiplicity.

use std::collections::HashMap;

use crate::code::Column;
use crate::cx::Cx;
use crate::kernels::access::place;
use crate::sets::containers::Keyed;
use crate::value::order::{canonical, equal};
use crate::value::{Fault, Items, R, Value, View};

/// Which end of an order is looked for.
#[derive(Clone, Copy)]
enum Goal {
    Largest,
    Smallest,
}

/// Stable descending sort, as the specification defines it: equal keys keep their order.
fn sort_descending<'a>(cx: &Cx<'a>, entries: &mut [Keyed<'a>]) -> Result<(), Fault> {
    entries.reverse();
    cx.sort_keyed(entries)?;
    entries.reverse();
    Ok(())
}

/// The entry at a rank, if there is one.
fn at_rank<'a>(entries: &[Keyed<'a>], rank: i64) -> Option<Keyed<'a>> {
    entries.get(place(entries.len(), rank)?).copied()
}

/// Value at rank in descending order; 0 when there is none.
pub fn rank<'a>(cx: &Cx<'a>, container: Value<'a>, rank: Value<'a>) -> R<'a> {
    let (items, rank) = (cx.items(container)?, rank.int()?);
    if let Value::Bits(_) | Value::Cells(_) | Value::Poses(_) = container {
        let at = place(items.len(), rank).and_then(|at| items.get(items.len() - 1 - at));
        return Ok(at.unwrap_or(Value::Int(0)));
    }
    let entries = cx.arena.filled(items.len(), Keyed { key: Value::UNIT, element: Value::UNIT });
    for (entry, x) in entries.iter_mut().zip(items) {
        *entry = Keyed { key: x, element: x };
    }
    sort_descending(cx, entries)?;
    Ok(at_rank(entries, rank).map_or(Value::Int(0), |e| e.element))
}

/// Element at rank in descending order of compfunc; the empty container when there is none.
pub fn arg_rank<'a>(
    cx: &Cx<'a>,
    container: Value<'a>,
    compfunc: Value<'a>,
    rank: Value<'a>,
) -> R<'a> {
    cx.items(container)?;
    let rank = rank.int()?;
    let entries = cx.keyed(container, compfunc)?;
    sort_descending(cx, entries)?;
    Ok(at_rank(entries, rank).map_or(container.empty_like(), |e| e.element))
}

/// compfunc at rank in ascending order; compfunc(0) when there is none.
pub fn val_rank<'a>(
    cx: &Cx<'a>,
    container: Value<'a>,
    compfunc: Value<'a>,
    rank: Value<'a>,
) -> R<'a> {
    cx.items(container)?;
    let rank = rank.int()?;
    let entries = cx.keyed(container, compfunc)?;
    cx.sort_keyed(entries)?;
    match at_rank(entries, rank) {
        Some(entry) => Ok(entry.key),
        None => cx.map1(&compfunc, &Value::Int(0)),
    }
}

/// Distinct elements of a tuple in canonical order, keyed by multiplicity.
fn multiplicities<'a>(cx: &Cx<'a>, tuple: Value<'a>) -> Result<&'a mut [Keyed<'a>], Fault> {
    if let View::Row(row) = tuple.view() {
        let entries = count_small(cx, row.iter().copied());
        entries.sort_unstable_by(|a, b| canonical(cx.lay, a.element, b.element));
        return Ok(entries);
    }
    let mut sorted = cx.buffer();
    sorted.extend(cx.items(tuple)?);
    sorted.sort_unstable_by(|&a, &b| canonical(cx.lay, a, b));
    let runs = count_runs(cx, sorted.iter().copied());
    cx.recycle(sorted);
    Ok(runs)
}

/// Runs of equal elements, keyed by their lengths.
fn count_runs<'a>(
    cx: &Cx<'a>,
    sorted: impl ExactSizeIterator<Item = Value<'a>>,
) -> &'a mut [Keyed<'a>] {
    let runs = cx.arena.filled(sorted.len(), Keyed { key: Value::Int(0), element: Value::Int(0) });
    let (mut len, mut count) = (0, 0);
    for x in sorted {
        if len == 0 || !equal(runs[len - 1].element, x) {
            (len, count) = (len + 1, 0);
        }
        count += 1;
        runs[len - 1] = Keyed { key: Value::Int(count), element: x };
    }
    &mut runs[..len]
}

/// Element at rank in ascending order of multiplicity; () when there is none.
pub fn common_rank<'a>(cx: &Cx<'a>, container: Value<'a>, rank: Value<'a>) -> R<'a> {
    Fault::Type.unless(container.is_tuple())?;
    let rank = rank.int()?;
    let runs = multiplicities(cx, container)?;
    cx.sort_keyed(runs)?;
    Ok(at_rank(runs, rank).map_or(Value::UNIT, |run| run.element))
}

/// As common_rank; in a set every multiplicity is 1.
pub fn common_rank_any<'a>(cx: &Cx<'a>, container: Value<'a>, rank: Value<'a>) -> R<'a> {
    if !container.is_set() {
        return common_rank(cx, container, rank);
    }
    let (items, rank) = (cx.items(container)?, rank.int()?);
    Ok(place(items.len(), rank).and_then(|at| items.get(at)).unwrap_or(Value::EMPTY))
}

/// Colour at rank in descending order of frequency, ties by first occurrence; the empty
/// container when there is none.
pub fn color_rank<'a>(cx: &Cx<'a>, x: Value<'a>, rank: Value<'a>) -> R<'a> {
    let colours = match x.view() {
        View::Grid(g) => count_small(cx, g.cells.iter().copied()),
        View::Cells(keys) => count_small(cx, keys.iter().map(|&k| cx.lay.colour(k))),
        _ => count_listed(cx, x)?,
    };
    let rank = rank.int()?;
    sort_descending(cx, colours)?;
    Ok(at_rank(colours, rank).map_or(x.empty_like(), |e| e.element))
}

/// Distinct colours in order of first occurrence, keyed by their number.
fn count_small<'a>(cx: &Cx<'a>, colours: impl Iterator<Item = i8>) -> &'a mut [Keyed<'a>] {
    let (mut counts, mut seen, mut distinct) = ([0u32; 256], [0i8; 256], 0);
    for colour in colours {
        let count = &mut counts[colour as u8 as usize];
        if *count == 0 {
            seen[distinct] = colour;
            distinct += 1;
        }
        *count += 1;
    }
    let entries = cx.arena.filled(distinct, Keyed { key: Value::Int(0), element: Value::Int(0) });
    for (entry, &colour) in entries.iter_mut().zip(&seen) {
        let count = counts[colour as u8 as usize];
        *entry = Keyed { key: Value::Int(count as i64), element: Value::Int(colour as i64) };
    }
    entries
}

/// As [`count_small`] for grids that are ragged and colours of any size.
#[cold]
fn count_listed<'a>(cx: &Cx<'a>, x: Value<'a>) -> Result<&'a mut [Keyed<'a>], Fault> {
    let (mut places, mut counts) = (HashMap::new(), Vec::<(i64, i64)>::new());
    for colour in listed_colours(cx, x)? {
        let place = *places.entry(colour).or_insert(counts.len());
        match counts.get_mut(place) {
            Some((_, count)) => *count += 1,
            None => counts.push((colour, 1)),
        }
    }
    let entry = |&(colour, count)| Keyed { key: Value::Int(count), element: Value::Int(colour) };
    Ok(cx.arena.copy(&counts.iter().map(entry).collect::<Vec<_>>()))
}

/// The colours of a grid row by row, or of an object's cells.
fn listed_colours<'a>(cx: &Cx<'a>, x: Value<'a>) -> Result<Vec<i64>, Fault> {
    if x.is_set() {
        let colour = |cell| cx.spot(cell, true)?.colour.ok_or(Fault::Type)?.int();
        return cx.items(x)?.map(colour).collect();
    }
    cx.rows(x)?.into_iter().flatten().map(Value::int).collect()
}

/// Whether `key` is strictly better than the best one up to now.
#[inline]
fn better<'a>(cx: &Cx<'a>, key: Value<'a>, best: Value<'a>, goal: Goal) -> Result<bool, Fault> {
    match goal {
        Goal::Largest => cx.key_below(best, key),
        Goal::Smallest => cx.key_below(key, best),
    }
}

/// The best element itself; 0 when there is none.
fn extreme<'a>(cx: &Cx<'a>, container: Value<'a>, goal: Goal) -> R<'a> {
    let mut items = cx.items(container)?;
    if let View::Row(row) = container.view() {
        // Rows are not empty. Numbers of their own, not references, make this a loop of vectors.
        let end = match goal {
            Goal::Largest => row.iter().fold(i8::MIN, |end, &n| end.max(n)),
            Goal::Smallest => row.iter().fold(i8::MAX, |end, &n| end.min(n)),
        };
        return Ok(Value::Int(end as i64));
    }
    // Packed sets ascend in the order of keys, too.
    if let Value::Bits(_) | Value::Cells(_) | Value::Poses(_) = container {
        let end = if let Goal::Largest = goal { items.next_back() } else { items.next() };
        return Ok(end.unwrap_or(Value::Int(0)));
    }
    let Some(mut best) = items.next() else { return Ok(Value::Int(0)) };
    for x in items {
        if better(cx, x, best, goal)? {
            best = x;
        }
    }
    Ok(best)
}

/// Largest element; 0 when empty.
pub fn maximum<'a>(cx: &Cx<'a>, container: Value<'a>) -> R<'a> {
    extreme(cx, container, Goal::Largest)
}

/// Smallest element; 0 when empty.
pub fn minimum<'a>(cx: &Cx<'a>, container: Value<'a>) -> R<'a> {
    extreme(cx, container, Goal::Smallest)
}

/// The first element with the best key, and the key.
fn best<'a>(
    cx: &Cx<'a>,
    container: Value<'a>,
    compfunc: Value<'a>,
    goal: Goal,
) -> Result<Option<Keyed<'a>>, Fault> {
    let mut items = cx.items(container)?;
    if let Some(keys) = cx.map_column(compfunc, container)? {
        return best_in_column(cx, items, keys, goal);
    }
    let Some(element) = items.next() else { return Ok(None) };
    let mut best = Keyed { key: cx.key(compfunc, element)?, element };
    while let Some(element) = items.next() {
        let mark = cx.arena.mark();
        let key = cx.map1(&compfunc, &element)?;
        let wins = match better(cx, key, best.key, goal) {
            Ok(wins) => wins,
            Err(fault) => return Err(later_failure(cx, items, compfunc).unwrap_or(fault)),
        };
        if wins {
            best = Keyed { key, element };
        }
        if !wins || key.address().is_none() {
            // SAFETY: of what the call made only the key could be used again, and it is either
            // dropped or holds no memory; the best key up to now is older than the mark.
            unsafe { cx.arena.rewind(&mark) };
        }
    }
    Ok(Some(best))
}

/// As [`best`], with the keys of all elements computed. What compares keys charges as it does
/// element by element, and no call can fail any more.
fn best_in_column<'a>(
    cx: &Cx<'a>,
    items: Items<'a>,
    keys: Column<'a>,
    goal: Goal,
) -> Result<Option<Keyed<'a>>, Fault> {
    let mut at = 0;
    let key = |i| keys.get(cx, i).ok_or(Fault::Budget);
    if let Column::Ints(ints) = keys {
        at = best_place(ints, goal);
    } else {
        for i in 1..items.len() {
            if better(cx, key(i)?, key(at)?, goal)? {
                at = i;
            }
        }
    }
    items.get(at).map(|element| Ok(Keyed { key: key(at)?, element })).transpose()
}

/// The first place of the best of some numbers.
fn best_place(keys: &[i32], goal: Goal) -> usize {
    let mut best = 0;
    for (i, &key) in keys.iter().enumerate() {
        let wins = match goal {
            Goal::Largest => key > keys[best],
            Goal::Smallest => key < keys[best],
        };
        if wins {
            best = i;
        }
    }
    best
}

/// A failure of compfunc on a later element, which goes before keys that do not compare.
#[cold]
fn later_failure<'a>(cx: &Cx<'a>, mut items: Items<'a>, compfunc: Value<'a>) -> Option<Fault> {
    items.find_map(|x| cx.key(compfunc, x).err())
}

/// The best key; that of the stand-in 0 when there is no element.
fn best_key<'a>(cx: &Cx<'a>, container: Value<'a>, compfunc: Value<'a>, goal: Goal) -> R<'a> {
    match best(cx, container, compfunc, goal)? {
        Some(best) => Ok(best.key),
        None => cx.map1(&compfunc, &Value::Int(0)),
    }
}

/// The first element with the best key.
fn best_element<'a>(cx: &Cx<'a>, container: Value<'a>, compfunc: Value<'a>, goal: Goal) -> R<'a> {
    match best(cx, container, compfunc, goal)? {
        Some(best) => Ok(best.element),
        // With no element to call it on, a compfunc that is no function shows only here.
        None if !compfunc.is_function() => Err(Fault::Type),
        None => Err(Fault::Empty),
    }
}

/// Largest value of compfunc; compfunc(0) when empty.
pub fn valmax<'a>(cx: &Cx<'a>, container: Value<'a>, compfunc: Value<'a>) -> R<'a> {
    best_key(cx, container, compfunc, Goal::Largest)
}

/// Smallest value of compfunc; compfunc(0) when empty.
pub fn valmin<'a>(cx: &Cx<'a>, container: Value<'a>, compfunc: Value<'a>) -> R<'a> {
    best_key(cx, container, compfunc, Goal::Smallest)
}

/// First element that reaches the largest value of compfunc.
pub fn argmax<'a>(cx: &Cx<'a>, container: Value<'a>, compfunc: Value<'a>) -> R<'a> {
    best_element(cx, container, compfunc, Goal::Largest)
}

/// First element that reaches the smallest value of compfunc.
pub fn argmin<'a>(cx: &Cx<'a>, container: Value<'a>, compfunc: Value<'a>) -> R<'a> {
    best_element(cx, container, compfunc, Goal::Smallest)
}

/// Element of a tuple with the best multiplicity; ties go to the canonically smallest.
fn by_multiplicity<'a>(cx: &Cx<'a>, container: Value<'a>, goal: Goal) -> R<'a> {
    Fault::Type.unless(container.is_tuple())?;
    let mut runs = multiplicities(cx, container)?.iter();
    let mut best = runs.next().ok_or(Fault::Empty)?;
    for run in runs {
        if better(cx, run.key, best.key, goal)? {
            best = run;
        }
    }
    Ok(best.element)
}

/// As [`by_multiplicity`]; in a set every multiplicity is 1.
fn by_multiplicity_any<'a>(cx: &Cx<'a>, container: Value<'a>, goal: Goal) -> R<'a> {
    if container.is_set() {
        return cx.items(container)?.next().ok_or(Fault::Empty);
    }
    by_multiplicity(cx, container, goal)
}

/// Element with the highest multiplicity.
pub fn mostcommon<'a>(cx: &Cx<'a>, container: Value<'a>) -> R<'a> {
    by_multiplicity(cx, container, Goal::Largest)
}

/// Element with the lowest multiplicity.
pub fn leastcommon<'a>(cx: &Cx<'a>, container: Value<'a>) -> R<'a> {
    by_multiplicity(cx, container, Goal::Smallest)
}

/// As mostcommon, but sets are accepted.
pub fn mostcommon_any<'a>(cx: &Cx<'a>, container: Value<'a>) -> R<'a> {
    by_multiplicity_any(cx, container, Goal::Largest)
}

/// As leastcommon, but sets are accepted.
pub fn leastcommon_any<'a>(cx: &Cx<'a>, container: Value<'a>) -> R<'a> {
    by_multiplicity_any(cx, container, Goal::Smallest)
}
