//! Elements in canonical order: the first, the last, all.
//!
//! Python keeps a set in an order of its own; ours is ascending. Integers and tuples of integers
//! (positions, cells) are compared as they are. Sets of them are told apart by their smallest elements;
//! where those are equal the general way decides.

use std::cmp::Ordering;

use pyo3::{Python, ffi};

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

/// The smallest or largest element of a set whose elements have ranks of one kind, and its rank.
#[inline(always)]
unsafe fn ranked_extreme(view: View, set: Obj, wanted: Ordering) -> Option<(u64, Obj)> {
    // Turned over, the largest is the smallest.
    let turn = if wanted == Ordering::Greater { u64::MAX } else { 0 };
    let mut kinds = Kinds::default();
    let mut best = (u64::MAX, std::ptr::null_mut());
    unsafe {
        raw::each(set, |element| {
            let rank = rank(view, element)?;
            kinds.note(rank);
            if rank ^ turn < best.0 {
                best = (rank ^ turn, element);
            }
            Some(())
        })?;
    }
    kinds.are_one().then_some((best.0 ^ turn, best.1))
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

/// The bits of a rank from here on tell kinds and lengths apart: one bit for each.
const KIND: u32 = 50;
const INT: u64 = 1 << KIND;
const PAIR: u64 = 1 << (KIND + 1);
const TRIPLE: u64 = 1 << (KIND + 2);
const NESTED: u64 = 1 << (KIND + 3);

/// The kinds of some ranks.
#[derive(Default)]
struct Kinds(u64);

impl Kinds {
    #[inline(always)]
    fn note(&mut self, rank: u64) {
        self.0 |= rank >> KIND;
    }

    fn are_one(&self) -> bool {
        self.0.is_power_of_two()
    }
}

/// A number that sorts like an integer, position or cell with small parts.
#[inline(always)]
unsafe fn rank(view: View, element: Obj) -> Option<u64> {
    unsafe {
        if let Some(&[a, b]) = view.tuple(element) {
            let a = view.int(a)?;
            return match view.tuple(b) {
                Some(&[row, col]) => of_parts(NESTED, [a, view.int(row)?, view.int(col)?]),
                None => of_parts(PAIR, [a, view.int(b)?, 0]),
            };
        }
        if let Some(&[a, b, c]) = view.tuple(element) {
            return of_parts(TRIPLE, [view.int(a)?, view.int(b)?, view.int(c)?]);
        }
        of_parts(INT, [view.int(element)?, 0, 0])
    }
}

#[inline(always)]
fn of_parts(kind: u64, parts: [i64; 3]) -> Option<u64> {
    const BITS: u32 = 15;
    let [a, b, c] = parts.map(|n| n.wrapping_add(1 << (BITS - 1)) as u64);
    ((a | b | c) >> BITS == 0).then_some(kind | a << (2 * BITS) | b << BITS | c)
}

/// The rank of what tells elements apart: themselves, or the smallest elements of sets.
#[inline(always)]
unsafe fn key_rank(view: View, element: Obj, set: bool) -> Option<u64> {
    unsafe {
        match set {
            true => ranked_extreme(view, element, Ordering::Less).map(|(rank, _)| rank),
            false => rank(view, element),
        }
    }
}

/// The elements of a container in order as a tuple; a tuple is its own.
pub unsafe fn totuple(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe {
        let container = args[0];
        if raw::is_small_tuple(container) {
            return raw::share(container);
        }
        if !raw::is_small_set(container) {
            return None;
        }
        if raw::set_len(container) < 2 {
            return raw::made(ffi::PySequence_Tuple(container));
        }
        let sets = raw::is_set(raw::any(container)?);
        let (view, mut kinds) = (View::known()?, Kinds::default());
        let mut ranked: Vec<(u64, Obj)> = Vec::with_capacity(raw::set_len(container));
        raw::each(container, |element| {
            if raw::is_set(element) != sets {
                return None;
            }
            let rank = key_rank(view, element, sets)?;
            kinds.note(rank);
            ranked.push((rank, element));
            Some(())
        })?;
        ranked.sort_unstable_by_key(|&(rank, _)| rank);
        // One kind of elements only, and no two sets with one smallest element.
        if !kinds.are_one() || ranked.windows(2).any(|two| two[0].0 == two[1].0) {
            return None;
        }
        raw::tuple_sharing(ranked.len(), |i| ranked[i].1)
    }
}
