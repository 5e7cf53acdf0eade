//! Numbers, truth values and containers as wholes.

use lang::Dialect;
use pyo3::{Python, ffi};

use super::super::{function, functions};
use super::canon;
use super::raw::{self, LIMIT, Obj};

// ---- numbers

enum Num {
    Int(i64),
    Pair(i64, i64),
}

#[inline(always)]
unsafe fn num(o: Obj) -> Option<Num> {
    unsafe {
        match raw::int(o) {
            Some(n) => Some(Num::Int(n)),
            None => raw::prefix(o).map(|(a, b)| Num::Pair(a, b)),
        }
    }
}

#[inline(always)]
unsafe fn unary(args: &[Obj], f: impl Fn(i64) -> Option<i64>) -> Option<Obj> {
    unsafe {
        match num(args[0])? {
            Num::Int(n) => raw::new_int(f(n)?),
            Num::Pair(a, b) => raw::new_pair(f(a)?, f(b)?),
        }
    }
}

#[inline(always)]
unsafe fn binary(args: &[Obj], f: impl Fn(i64, i64) -> Option<i64>) -> Option<Obj> {
    unsafe {
        match (num(args[0])?, num(args[1])?) {
            (Num::Int(a), Num::Int(b)) => raw::new_int(f(a, b)?),
            (Num::Pair(a, b), Num::Pair(c, d)) => raw::new_pair(f(a, c)?, f(b, d)?),
            (Num::Int(a), Num::Pair(c, d)) => raw::new_pair(f(a, c)?, f(a, d)?),
            (Num::Pair(a, b), Num::Int(c)) => raw::new_pair(f(a, c)?, f(b, c)?),
        }
    }
}

pub unsafe fn add(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<2>(args)?;
    unsafe { binary(&args, i64::checked_add) }
}

pub unsafe fn subtract(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<2>(args)?;
    unsafe { binary(&args, i64::checked_sub) }
}

pub unsafe fn multiply(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<2>(args)?;
    unsafe { binary(&args, i64::checked_mul) }
}

pub unsafe fn divide(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<2>(args)?;
    let floor = |a: i64, b: i64| {
        let quotient = a.checked_div(b)?;
        Some(quotient - (a % b != 0 && (a < 0) != (b < 0)) as i64)
    };
    unsafe { binary(&args, floor) }
}

pub unsafe fn invert(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe { unary(&args, i64::checked_neg) }
}

pub unsafe fn double(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe { unary(&args, |n| n.checked_mul(2)) }
}

pub unsafe fn halve(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe { unary(&args, |n| Some(n >> 1)) }
}

pub unsafe fn increment(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe { unary(&args, |n| n.checked_add(1)) }
}

pub unsafe fn decrement(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe { unary(&args, |n| n.checked_sub(1)) }
}

pub unsafe fn crement(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe { unary(&args, |n| n.checked_add(n.signum())) }
}

pub unsafe fn sign(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe { unary(&args, |n| Some(n.signum())) }
}

pub unsafe fn even(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe { raw::new_bool(raw::int(args[0])? & 1 == 0) }
}

pub unsafe fn positive(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe { raw::new_bool(raw::int(args[0])? > 0) }
}

pub unsafe fn greater(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<2>(args)?;
    unsafe { raw::new_bool(raw::int(args[0])? > raw::int(args[1])?) }
}

pub unsafe fn toivec(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe { raw::new_pair(raw::int(args[0])?, 0) }
}

pub unsafe fn tojvec(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe { raw::new_pair(0, raw::int(args[0])?) }
}

pub unsafe fn interval(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<3>(args)?;
    unsafe {
        let near = |o: Obj| raw::int(o).filter(|n| n.unsigned_abs() < LIMIT as u64);
        let (start, stop, step) = (near(args[0])?, near(args[1])?, near(args[2])?);
        let span = if step > 0 { stop - start } else { start - stop };
        let step_size = step.checked_abs().filter(|&s| s > 0)?;
        let count = (span + step_size - 1).max(0) / step_size;
        raw::tuple_of(count as usize, |i| raw::new_int(start + i as i64 * step))
    }
}

// ---- logic

pub unsafe fn flip(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe { raw::new_bool(!raw::truth(args[0])?) }
}

/// Whether it is data or a function of the dialect.
#[inline(always)]
unsafe fn is_value<const BATT: bool>(o: Obj) -> bool {
    unsafe { raw::is_data(o) || is_function::<BATT>(o) }
}

unsafe fn is_function<const BATT: bool>(o: Obj) -> bool {
    let dialect = if BATT { Dialect::Batt } else { Dialect::Arc };
    unsafe {
        match functions::op_of(o) {
            Some(op) => op.dialect() == dialect,
            None => function::made(o).is_some_and(|made| made.dialect() == dialect),
        }
    }
}

/// One of two values.
#[inline(always)]
unsafe fn choice<const BATT: bool>(first: bool, a: Obj, b: Obj) -> Option<Obj> {
    unsafe {
        let good = is_value::<BATT>(a) && is_value::<BATT>(b);
        if good { raw::share(if first { a } else { b }) } else { None }
    }
}

pub unsafe fn both<const BATT: bool>(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<2>(args)?;
    unsafe { choice::<BATT>(!raw::truth(args[0])?, args[0], args[1]) }
}

pub unsafe fn either<const BATT: bool>(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<2>(args)?;
    unsafe { choice::<BATT>(raw::truth(args[0])?, args[0], args[1]) }
}

pub unsafe fn branch<const BATT: bool>(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<3>(args)?;
    unsafe { choice::<BATT>(raw::truth(args[0])?, args[1], args[2]) }
}

pub unsafe fn identity<const BATT: bool>(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe { if is_value::<BATT>(args[0]) { raw::share(args[0]) } else { None } }
}

pub unsafe fn equality(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<2>(args)?;
    unsafe {
        if !raw::is_data(args[0]) || !raw::is_data(args[1]) {
            return None;
        }
        raw::new_bool(raw::same(args[0], args[1])?)
    }
}

pub unsafe fn contained(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<2>(args)?;
    unsafe {
        let (value, container) = (args[0], args[1]);
        if !raw::is_data(value) {
            return None;
        }
        if raw::is_small_tuple(container) {
            return raw::new_bool(occurs(value, container)?);
        }
        if !raw::is_small_set(container) || !raw::is_shallow(value) {
            return None;
        }
        raw::new_bool(raw::answer(ffi::PySet_Contains(container, value))?)
    }
}

/// Whether a tuple has an element equal to a value.
unsafe fn occurs(value: Obj, tuple: Obj) -> Option<bool> {
    unsafe {
        for part in raw::items(tuple) {
            if raw::same(part, value)? {
                return Some(true);
            }
        }
        Some(false)
    }
}

// ---- tuples and sets made from values

pub unsafe fn astuple<const BATT: bool>(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<2>(args)?;
    unsafe {
        if !is_value::<BATT>(args[0]) || !is_value::<BATT>(args[1]) {
            return None;
        }
        raw::two(raw::share(args[0])?, raw::share(args[1])?)
    }
}

pub unsafe fn initset<const BATT: bool>(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe { if is_value::<BATT>(args[0]) { single(args[0]) } else { None } }
}

/// The set of one value.
unsafe fn single(value: Obj) -> Option<Obj> {
    unsafe {
        if !raw::is_shallow(value) {
            return None;
        }
        let set = raw::new_set()?;
        raw::finished(set, raw::put(set, raw::share(value)))
    }
}

/// A set with another, which it takes over, put to or taken from it.
unsafe fn joined(set: Obj, other: Obj, how: unsafe extern "C" fn(Obj, Obj) -> Obj) -> Option<Obj> {
    unsafe {
        let out = how(set, other);
        ffi::Py_DecRef(other);
        raw::made(out)
    }
}

pub unsafe fn insert(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<2>(args)?;
    unsafe {
        if !raw::is_small_set(args[1]) || !raw::is_data(args[0]) {
            return None;
        }
        joined(args[1], single(args[0])?, ffi::PyNumber_Or)
    }
}

pub unsafe fn repeat(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<2>(args)?;
    unsafe {
        let times = raw::int(args[1])?.max(0) as usize;
        // What is inside a set or deep inside a tuple counts too: those go the general way.
        let weight = if raw::is_tuple(args[0]) { weight(args[0])? } else { 1 };
        if times.saturating_mul(weight) > LIMIT || raw::is_set(args[0]) || !raw::is_data(args[0]) {
            return None;
        }
        raw::tuple_of(times, |_| raw::share(args[0]))
    }
}

/// The number of elements of a tuple of integers or of tuples of such.
unsafe fn weight(tuple: Obj) -> Option<usize> {
    unsafe {
        let mut weight = 1;
        for part in raw::items(tuple) {
            weight += 1;
            if raw::is_tuple(part) {
                weight += raw::len(part);
                if raw::items(part).any(|o| raw::is_container(o)) {
                    return None;
                }
            } else if raw::is_set(part) {
                return None;
            }
        }
        Some(weight)
    }
}

pub unsafe fn pair(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<2>(args)?;
    unsafe {
        let (a, b) = (args[0], args[1]);
        if !raw::is_small_tuple(a) || !raw::is_small_tuple(b) {
            return None;
        }
        let len = raw::len(a).min(raw::len(b));
        let both = |i: usize| raw::two(raw::share(raw::item(a, i))?, raw::share(raw::item(b, i))?);
        raw::tuple_of(len, both)
    }
}

/// The set of all pairs of integers of two containers.
pub unsafe fn product(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<2>(args)?;
    unsafe {
        let (a, b) = (canon::ints(args[0])?, canon::ints(args[1])?);
        if a.len() * b.len() > LIMIT {
            return None;
        }
        let set = raw::new_set()?;
        let mut both = a.iter().flat_map(|&x| b.iter().map(move |&y| (x, y)));
        let put = |(x, y)| raw::put(set, raw::new_pair(x, y));
        raw::finished(set, both.try_for_each(put))
    }
}

// ---- containers as wholes

pub unsafe fn size(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe {
        match args[0] {
            o if raw::is_small_tuple(o) => raw::new_int(raw::len(o) as i64),
            o if raw::is_small_set(o) => raw::new_int(raw::set_len(o) as i64),
            _ => None,
        }
    }
}

pub unsafe fn combine(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<2>(args)?;
    unsafe {
        let (a, b) = (args[0], args[1]);
        if raw::is_set(a) && raw::is_set(b) && raw::set_len(a) + raw::set_len(b) <= LIMIT {
            return raw::made(ffi::PyNumber_Or(a, b));
        }
        if raw::is_tuple(a) && raw::is_tuple(b) && raw::len(a) + raw::len(b) <= LIMIT {
            return raw::made(ffi::PySequence_Concat(a, b));
        }
        None
    }
}

pub unsafe fn intersection(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<2>(args)?;
    unsafe {
        if !raw::is_small_set(args[0]) || !raw::is_small_set(args[1]) {
            return None;
        }
        raw::made(ffi::PyNumber_And(args[0], args[1]))
    }
}

pub unsafe fn difference(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<2>(args)?;
    unsafe {
        if !raw::is_small_set(args[0]) || !raw::is_small_set(args[1]) {
            return None;
        }
        raw::made(ffi::PyNumber_Subtract(args[0], args[1]))
    }
}

pub unsafe fn remove(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<2>(args)?;
    unsafe {
        let (value, container) = (args[0], args[1]);
        if !raw::is_data(value) {
            return None;
        }
        if raw::is_small_set(container) {
            return joined(container, single(value)?, ffi::PyNumber_Subtract);
        }
        if raw::is_small_tuple(container) { remove_from_tuple(value, container) } else { None }
    }
}

unsafe fn remove_from_tuple(value: Obj, tuple: Obj) -> Option<Obj> {
    unsafe {
        let mut kept = Vec::with_capacity(raw::len(tuple));
        for part in raw::items(tuple) {
            if !raw::same(part, value)? {
                kept.push(part);
            }
        }
        raw::tuple_of(kept.len(), |i| raw::share(kept[i]))
    }
}

pub unsafe fn merge(py: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe {
        match args[0] {
            o if raw::is_tuple(o) => merge_tuples(o),
            o if raw::is_set(o) => merge_sets(py, o),
            _ => None,
        }
    }
}

unsafe fn merge_tuples(outer: Obj) -> Option<Obj> {
    unsafe {
        if !raw::items(outer).all(|o| raw::is_tuple(o)) {
            return None;
        }
        let total: usize = raw::items(outer).map(|o| raw::len(o)).sum();
        let mut all = raw::items(outer).flat_map(|o| raw::items(o));
        if total > LIMIT { None } else { raw::tuple_of(total, |_| raw::share(all.next()?)) }
    }
}

unsafe fn merge_sets(py: Python<'_>, outer: Obj) -> Option<Obj> {
    unsafe {
        let parts = raw::made(ffi::PySequence_Tuple(outer))?;
        let all_sets = raw::items(parts).all(|o| raw::is_set(o));
        let total: usize =
            if all_sets { raw::items(parts).map(|o| raw::set_len(o)).sum() } else { 0 };
        if !all_sets || total > LIMIT || raw::len(parts) == 0 {
            return raw::drop_of(parts);
        }
        let out = raw::union(py, parts);
        ffi::Py_DECREF(parts);
        out
    }
}

/// The set of the elements of some length.
pub unsafe fn sizefilter(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<2>(args)?;
    unsafe {
        let (container, n) = (args[0], raw::int(args[1])?);
        if !raw::is_small_set(container) {
            return None;
        }
        let set = raw::new_set()?;
        let sifted = raw::each(container, |element| {
            let len = match element {
                o if raw::is_set(o) => raw::set_len(o),
                o if raw::is_tuple(o) => raw::len(o),
                _ => return None,
            };
            if len as i64 == n { raw::put(set, raw::share(element)) } else { Some(()) }
        });
        raw::finished(set, sifted)
    }
}
