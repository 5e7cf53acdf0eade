//! Equality, canonical order, and the order of keys.
//!
//! Recursion here follows the nesting of values, which `build` bounds by `DEPTH_LIMIT`.

use std::cmp::Ordering;

use super::{Fault, Func, Items, Layout, Value, View};

/// Structural equality.
#[inline]
pub fn equal(a: Value<'_>, b: Value<'_>) -> bool {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => a == b,
        (Value::Pair(a, b), Value::Pair(c, d)) => a == c && b == d,
        (Value::Cell(a), Value::Cell(b)) => a == b,
        (Value::Bits(a), Value::Bits(b)) => a == b,
        (Value::Op(a), Value::Op(b)) => a == b,
        (Value::Cells(a), Value::Cells(b)) | (Value::Poses(a), Value::Poses(b)) => {
            let (a, b) = (a.slice(), b.slice());
            std::ptr::eq(a, b) || a == b
        }
        (Value::AnyFn, Value::AnyFn) => true,
        (Value::Host(a), Value::Host(b)) => a.id == b.id,
        _ => equal_containers(a, b),
    }
}

fn equal_containers(a: Value<'_>, b: Value<'_>) -> bool {
    if let (Value::Func(f), Value::Func(g)) = (a, b) {
        return std::ptr::eq(f, g) || equal_functions(f, g);
    }
    match (a.view(), b.view()) {
        (View::Row(a), View::Row(b)) => a == b,
        (View::Grid(a), View::Grid(b)) => a == b,
        (View::Tuple(a), View::Tuple(b)) | (View::Set(a), View::Set(b)) => {
            std::ptr::eq(a, b) || a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| equal(a, b))
        }
        // One value has one form, so different forms are different values.
        _ => false,
    }
}

fn equal_functions(f: &Func<'_>, g: &Func<'_>) -> bool {
    f.op == g.op && f.args.iter().zip(&g.args).all(|(&a, &b)| equal(a, b))
}

/// Canonical order: integers, tuples, sets, functions; each kind in its own order.
#[inline]
pub fn canonical(lay: Layout, a: Value<'_>, b: Value<'_>) -> Ordering {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => a.cmp(&b),
        (Value::Pair(a, b), Value::Pair(c, d)) => (a, b).cmp(&(c, d)),
        (Value::Cell(a), Value::Cell(b)) => a.cmp(&b),
        (Value::Cells(a), Value::Cells(b)) | (Value::Poses(a), Value::Poses(b)) => {
            let (a, b) = (a.slice(), b.slice());
            // Shared sets are common, e.g. in the pairs of a product.
            if std::ptr::eq(a, b) { Ordering::Equal } else { a.cmp(b) }
        }
        (Value::Row(a), Value::Row(b)) => a.slice().cmp(b.slice()),
        _ => kind_rank(a).cmp(&kind_rank(b)).then_with(|| canonical_of_kind(lay, a, b)),
    }
}

fn kind_rank(v: Value<'_>) -> u8 {
    match v {
        Value::Int(_) => 0,
        _ if v.is_tuple() => 1,
        _ if v.is_set() => 2,
        _ => 3,
    }
}

/// Two tuples, two sets or two functions.
fn canonical_of_kind(lay: Layout, a: Value<'_>, b: Value<'_>) -> Ordering {
    match (a, b) {
        (Value::Tuple(a), Value::Tuple(b)) | (Value::Set(a), Value::Set(b)) => {
            return canonical_values(lay, a.slice(), b.slice());
        }
        // Rows are tuples of small integers in every form they take.
        (Value::Grid(a), Value::Grid(b)) => return a.grid().rows().cmp(b.grid().rows()),
        _ if a.is_function() => return canonical_functions(lay, a, b),
        _ => {}
    }
    let (Ok(a), Ok(b)) = (Items::of(lay, a), Items::of(lay, b)) else { return Ordering::Equal };
    let lengths = a.len().cmp(&b.len());
    let differing = a.zip(b).map(|(a, b)| canonical(lay, a, b)).find(|o| o.is_ne());
    differing.unwrap_or(lengths)
}

/// Element by element, then by length.
fn canonical_values(lay: Layout, a: &[Value<'_>], b: &[Value<'_>]) -> Ordering {
    if std::ptr::eq(a, b) {
        return Ordering::Equal;
    }
    let differing = a.iter().zip(b).map(|(&a, &b)| canonical(lay, a, b)).find(|o| o.is_ne());
    differing.unwrap_or(a.len().cmp(&b.len()))
}

/// By op name, then bound arguments; a plain op before what is built with it.
fn canonical_functions(lay: Layout, a: Value<'_>, b: Value<'_>) -> Ordering {
    type Parts<'v> = (&'static str, &'v [Value<'v>]);
    fn parts<'v>(v: Value<'v>) -> Option<Parts<'v>> {
        match v {
            Value::Op(op) => Some((op.name(), &[])),
            Value::Func(f) => Some((f.op.name(), &f.args[..f.kind.args()])),
            _ => None,
        }
    }
    match (parts(a), parts(b)) {
        (Some((name_a, args_a)), Some((name_b, args_b))) => name_a.cmp(name_b).then_with(|| {
            let lengths = args_a.len().cmp(&args_b.len());
            let pairs = args_a.iter().zip(args_b);
            pairs.map(|(&a, &b)| canonical(lay, a, b)).find(|o| o.is_ne()).unwrap_or(lengths)
        }),
        // Host functions by number after the built ones; the default function after all others.
        (None, None) => host_rank(a).cmp(&host_rank(b)),
        (a, b) => b.is_some().cmp(&a.is_some()),
    }
}

fn host_rank(v: Value<'_>) -> (bool, u32) {
    match v {
        Value::Host(host) => (false, host.id),
        _ => (true, 0),
    }
}

/// The order of keys: whether `a` is strictly below `b`. Not the canonical order: sets are
/// ordered by inclusion, and what cannot be compared is a `type` fault.
#[inline]
pub fn below(lay: Layout, a: Value<'_>, b: Value<'_>) -> Result<bool, Fault> {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => Ok(a < b),
        (Value::Pair(a, b), Value::Pair(c, d)) => Ok((a, b) < (c, d)),
        (Value::Cell(a), Value::Cell(b)) => Ok(a < b),
        (Value::Row(a), Value::Row(b)) => Ok(a.slice() < b.slice()),
        _ if a.is_tuple() && b.is_tuple() => tuple_below(lay, a, b),
        _ if a.is_set() && b.is_set() => Ok(proper_subset(lay, a, b)),
        _ => Err(Fault::Type),
    }
}

fn tuple_below(lay: Layout, a: Value<'_>, b: Value<'_>) -> Result<bool, Fault> {
    let (a, b) = (Items::of(lay, a)?, Items::of(lay, b)?);
    let shorter = a.len() < b.len();
    match a.zip(b).find(|&(a, b)| !equal(a, b)) {
        Some((a, b)) => below(lay, a, b),
        None => Ok(shorter),
    }
}

fn proper_subset(lay: Layout, a: Value<'_>, b: Value<'_>) -> bool {
    if let (Value::Bits(a), Value::Bits(b)) = (a, b) {
        return a & !b == 0 && a != b;
    }
    let (Ok(a), Ok(mut b)) = (Items::of(lay, a), Items::of(lay, b)) else { return false };
    // Both ascend, so one pass over b meets every element of a.
    let smaller = a.len() < b.len();
    smaller && a.into_iter().all(|x| b.any(|y| equal(x, y)))
}
