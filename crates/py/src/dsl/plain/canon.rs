//! Elements in canonical order: the first, the last, the largest.
//!
//! Python keeps a set in an order of its own; ours is ascending. Integers and tuples of integers
//! (positions, cells) are compared as they are. Sets of them are told apart by their smallest elements;
//! where those are equal the general way decides.

use std::cmp::Ordering;

use pyo3::Python;

use super::rank::ranked_extreme;
use super::raw::{self, Obj};
use crate::convert::objects::View;

/// Compares two integers, or two tuples of integers and tuples; nothing for other kinds.
#[inline]
unsafe fn compare(a: Obj, b: Obj) -> Option<Ordering> {
    unsafe {
        if let (Some(a), Some(b)) = (raw::int(a), raw::int(b)) {
            return Some(a.cmp(&b));
        }
        if raw::is_tuple(a) && raw::is_tuple(b) { compare_tuples(a, b, 0) } else { None }
    }
}

unsafe fn compare_tuples(a: Obj, b: Obj, depth: usize) -> Option<Ordering> {
    unsafe {
        for (x, y) in raw::items(a).zip(raw::items(b)) {
            let order = match (raw::int(x), raw::int(y)) {
                (Some(x), Some(y)) => x.cmp(&y),
                _ if x == y => Ordering::Equal,
                // Positions inside of cells; deeper ones are no patch.
                _ if depth < 2 && raw::is_tuple(x) && raw::is_tuple(y) => {
                    compare_tuples(x, y, depth + 1)?
                }
                _ => return None,
            };
            if order.is_ne() {
                return Some(order);
            }
        }
        Some(raw::len(a).cmp(&raw::len(b)))
    }
}

/// The smallest or largest element of a set of integers or tuples, borrowed.
#[inline]
unsafe fn extreme(set: Obj, wanted: Ordering) -> Option<Obj> {
    unsafe { extreme_by_rank(set, wanted).or_else(|| extreme_by_comparing(set, wanted)) }
}

/// As [`extreme`], where all elements have ranks of one kind.
#[inline]
unsafe fn extreme_by_rank(set: Obj, wanted: Ordering) -> Option<Obj> {
    unsafe { ranked_extreme(View::known()?, set, wanted).map(|(_, element)| element) }
}

unsafe fn extreme_by_comparing(set: Obj, wanted: Ordering) -> Option<Obj> {
    unsafe {
        let mut best = raw::any(set)?;
        raw::each(set, |element| {
            if compare(element, best)? == wanted {
                best = element;
            }
            Some(())
        })?;
        Some(best)
    }
}

/// What tells elements apart: themselves, or the smallest elements of sets.
unsafe fn key(element: Obj) -> Option<Obj> {
    unsafe { if raw::is_set(element) { extreme(element, Ordering::Less) } else { Some(element) } }
}

/// The first or last element of a container that has one, borrowed.
unsafe fn end(container: Obj, last: bool) -> Option<Obj> {
    unsafe {
        if raw::is_small_tuple(container) {
            let len = raw::len(container);
            return (len > 0).then(|| raw::item(container, if last { len - 1 } else { 0 }));
        }
        if !raw::is_small_set(container) {
            return None;
        }
        let wanted = if last { Ordering::Greater } else { Ordering::Less };
        match raw::set_len(container) {
            0 => None,
            1 => raw::any(container),
            _ if raw::is_set(raw::any(container)?) => end_of_sets(container, wanted),
            _ => extreme(container, wanted),
        }
    }
}

unsafe fn end_of_sets(container: Obj, wanted: Ordering) -> Option<Obj> {
    unsafe {
        let mut best: Option<(Obj, Obj)> = None;
        raw::each(container, |element| {
            let key = if raw::is_set(element) { key(element)? } else { return None };
            match best {
                // Which of two with one smallest element is first depends on the others.
                Some((_, other)) => match compare(key, other)? {
                    Ordering::Equal => return None,
                    order if order == wanted => best = Some((element, key)),
                    _ => {}
                },
                None => best = Some((element, key)),
            }
            Some(())
        })?;
        best.map(|(element, _)| element)
    }
}

pub unsafe fn first(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe { raw::share(end(args[0], false)?) }
}

pub unsafe fn last(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe { raw::share(end(args[0], true)?) }
}

pub unsafe fn second(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe {
        let tuple = args[0];
        if !raw::is_small_tuple(tuple) || raw::len(tuple) < 2 {
            return None;
        }
        raw::share(raw::item(tuple, 1))
    }
}

pub unsafe fn nth(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<2>(args)?;
    unsafe {
        let (tuple, rank) = (args[0], raw::int(args[1])?);
        if !raw::is_small_tuple(tuple) {
            return None;
        }
        let len = raw::len(tuple) as i64;
        let at = if rank < 0 { rank + len } else { rank };
        if (0..len).contains(&at) { raw::share(raw::item(tuple, at as usize)) } else { None }
    }
}

pub unsafe fn other(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<2>(args)?;
    unsafe {
        let (container, value) = (args[0], args[1]);
        if !raw::is_data(value) {
            return None;
        }
        if raw::is_small_tuple(container) {
            for part in raw::items(container) {
                if !raw::same(part, value)? {
                    return raw::share(part);
                }
            }
            return None;
        }
        if raw::is_small_set(container) { other_of_set(container, value) } else { None }
    }
}

unsafe fn other_of_set(set: Obj, value: Obj) -> Option<Obj> {
    unsafe {
        let mut best: Option<Obj> = None;
        raw::each(set, |element| {
            // Compared with itself it must be of a kind that is told apart here.
            compare(element, element)?;
            let smaller =
                best.map_or(Some(true), |other| Some(compare(element, other)?.is_lt()))?;
            if smaller && !raw::same(element, value)? {
                best = Some(element);
            }
            Some(())
        })?;
        raw::share(best?)
    }
}

/// Calls `f` with the elements of a container, in no particular order, until it gives nothing.
#[inline]
unsafe fn each_in(container: Obj, mut f: impl FnMut(Obj) -> Option<()>) -> Option<()> {
    unsafe {
        if raw::is_small_tuple(container) {
            raw::items(container).try_for_each(f)
        } else if raw::is_small_set(container) {
            raw::each(container, &mut f)
        } else {
            None
        }
    }
}

/// Largest or smallest integer of a container; 0 when it is empty.
unsafe fn bound(container: Obj, better: fn(i64, i64) -> bool) -> Option<Obj> {
    unsafe {
        let mut best: Option<i64> = None;
        each_in(container, |o| {
            let n = raw::int(o)?;
            best = Some(best.filter(|&b| !better(n, b)).unwrap_or(n));
            Some(())
        })?;
        raw::new_int(best.unwrap_or(0))
    }
}

pub unsafe fn maximum(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe { bound(args[0], |a, b| a > b) }
}

pub unsafe fn minimum(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe { bound(args[0], |a, b| a < b) }
}

/// The integers of a container of integers, in no particular order.
pub unsafe fn ints(container: Obj) -> Option<Vec<i64>> {
    unsafe {
        let mut all = Vec::new();
        each_in(container, |o| {
            all.push(raw::int(o)?);
            Some(())
        })?;
        Some(all)
    }
}
