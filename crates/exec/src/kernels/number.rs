//! Arithmetic on integers and pairs.

use crate::cx::Cx;
use crate::value::{Fault, R, Value, order};

/// An operand: an integer, a pair, or (in `batt`) the empty tuple that counts as neutral.
enum Num {
    Int(i64),
    Pair(i64, i64),
    Unit,
    /// A tuple of one component, and whether that is an integer.
    Short(bool),
}

/// Reads the first two components of a tuple, or an integer.
#[inline]
fn num<'a>(cx: &Cx<'a>, v: Value<'a>) -> Result<Num, Fault> {
    match v {
        Value::Int(n) => Ok(Num::Int(n)),
        Value::Pair(a, b) => Ok(Num::Pair(a as i64, b as i64)),
        _ => num_of_tuple(cx, v),
    }
}

#[cold]
fn num_of_tuple<'a>(cx: &Cx<'a>, v: Value<'a>) -> Result<Num, Fault> {
    Fault::Type.unless(v.is_tuple())?;
    let mut items = cx.items(v)?;
    match (items.next(), items.next()) {
        (Some(a), Some(b)) => Ok(Num::Pair(a.int()?, b.int()?)),
        (None, _) => Ok(Num::Unit),
        (Some(a), None) => Ok(Num::Short(a.int().is_ok())),
    }
}

/// An operand of a binary operation: of what is wrong with it, the kind of a component comes first.
#[inline]
fn operand<'a>(cx: &Cx<'a>, v: Value<'a>, neutral: i64) -> Result<Num, Fault> {
    match num(cx, v)? {
        Num::Unit if cx.is_batt() => Ok(Num::Int(neutral)),
        Num::Short(false) => Err(Fault::Type),
        Num::Unit | Num::Short(true) => Err(Fault::Index),
        n => Ok(n),
    }
}

/// A binary operation with broadcasting; `neutral` stands for `()` in `batt`.
#[inline]
fn binary<'a>(
    cx: &Cx<'a>,
    a: Value<'a>,
    b: Value<'a>,
    neutral: i64,
    f: impl Fn(i64, i64) -> Option<i64>,
) -> R<'a> {
    if let (Value::Int(a), Value::Int(b)) = (a, b) {
        return f(a, b).map(Value::Int).ok_or(Fault::Domain);
    }
    let (a, b) = (operand(cx, a, neutral)?, operand(cx, b, neutral)?);
    let pair = |x: Option<i64>, y: Option<i64>| {
        Ok(cx.pair(x.ok_or(Fault::Domain)?, y.ok_or(Fault::Domain)?))
    };
    match (a, b) {
        (Num::Int(a), Num::Int(b)) => f(a, b).map(Value::Int).ok_or(Fault::Domain),
        (Num::Pair(a, b), Num::Pair(c, d)) => pair(f(a, c), f(b, d)),
        (Num::Int(a), Num::Pair(c, d)) => pair(f(a, c), f(a, d)),
        (Num::Pair(a, b), Num::Int(c)) => pair(f(a, c), f(b, c)),
        _ => Err(Fault::Type),
    }
}

/// A unary operation on an integer or both components of a pair.
#[inline]
fn unary<'a>(cx: &Cx<'a>, v: Value<'a>, f: impl Fn(i64) -> Option<i64>) -> R<'a> {
    match num(cx, v)? {
        Num::Int(n) => f(n).map(Value::Int).ok_or(Fault::Domain),
        Num::Pair(a, b) => Ok(cx.pair(f(a).ok_or(Fault::Domain)?, f(b).ok_or(Fault::Domain)?)),
        Num::Unit | Num::Short(_) => Err(Fault::Index),
    }
}

fn floor_div(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    Some(quotient - ((a % b != 0) && ((a < 0) != (b < 0))) as i64)
}

/// Sum.
pub fn add<'a>(cx: &Cx<'a>, a: Value<'a>, b: Value<'a>) -> R<'a> {
    binary(cx, a, b, 0, i64::checked_add)
}

/// Difference.
pub fn subtract<'a>(cx: &Cx<'a>, a: Value<'a>, b: Value<'a>) -> R<'a> {
    binary(cx, a, b, 0, i64::checked_sub)
}

/// Product.
pub fn multiply<'a>(cx: &Cx<'a>, a: Value<'a>, b: Value<'a>) -> R<'a> {
    binary(cx, a, b, 1, i64::checked_mul)
}

/// Floor division.
pub fn divide<'a>(cx: &Cx<'a>, a: Value<'a>, b: Value<'a>) -> R<'a> {
    if !matches!(b, Value::Int(_) | Value::Pair(..)) && has_zero(cx, b)? {
        // Whatever else is wrong with the divisor. What is wrong with `a` still comes first.
        return operand(cx, a, 1).and(Err(Fault::Domain));
    }
    binary(cx, a, b, 1, floor_div)
}

#[cold]
fn has_zero<'a>(cx: &Cx<'a>, v: Value<'a>) -> Result<bool, Fault> {
    Ok(v.is_tuple() && cx.items(v)?.take(2).any(|item| matches!(item, Value::Int(0))))
}

/// Negation.
pub fn invert<'a>(cx: &Cx<'a>, n: Value<'a>) -> R<'a> {
    unary(cx, n, i64::checked_neg)
}

/// Whether an integer is even.
pub fn even<'a>(_cx: &Cx<'a>, n: Value<'a>) -> R<'a> {
    Ok(Value::bool(n.int()? & 1 == 0))
}

/// Twice the number.
pub fn double<'a>(cx: &Cx<'a>, n: Value<'a>) -> R<'a> {
    unary(cx, n, |n| n.checked_mul(2))
}

/// Floor half.
pub fn halve<'a>(cx: &Cx<'a>, n: Value<'a>) -> R<'a> {
    unary(cx, n, |n| Some(n >> 1))
}

/// Plus one.
pub fn increment<'a>(cx: &Cx<'a>, x: Value<'a>) -> R<'a> {
    unary(cx, x, |n| n.checked_add(1))
}

/// Minus one.
pub fn decrement<'a>(cx: &Cx<'a>, x: Value<'a>) -> R<'a> {
    unary(cx, x, |n| n.checked_sub(1))
}

/// One step away from zero.
pub fn crement<'a>(cx: &Cx<'a>, x: Value<'a>) -> R<'a> {
    unary(cx, x, |n| n.checked_add(n.signum()))
}

/// -1, 0 or 1.
pub fn sign<'a>(cx: &Cx<'a>, x: Value<'a>) -> R<'a> {
    unary(cx, x, |n| Some(n.signum()))
}

/// Whether an integer is above 0.
pub fn positive<'a>(_cx: &Cx<'a>, x: Value<'a>) -> R<'a> {
    Ok(Value::bool(x.int()? > 0))
}

/// Whether a is strictly above b in the order of keys.
pub fn greater<'a>(cx: &Cx<'a>, a: Value<'a>, b: Value<'a>) -> R<'a> {
    order::below(cx.lay, b, a).map(Value::bool)
}

/// (i, 0).
pub fn toivec<'a>(cx: &Cx<'a>, i: Value<'a>) -> R<'a> {
    cx.two(i, Value::Int(0))
}

/// (0, j).
pub fn tojvec<'a>(cx: &Cx<'a>, j: Value<'a>) -> R<'a> {
    cx.two(Value::Int(0), j)
}

/// start, start + step, … strictly before stop.
pub fn interval<'a>(cx: &Cx<'a>, start: Value<'a>, stop: Value<'a>, step: Value<'a>) -> R<'a> {
    let (start, stop, step) = (start.int()?, stop.int()?, step.int()?);
    Fault::Domain.unless(step != 0)?;
    let span = if step > 0 { stop as i128 - start as i128 } else { start as i128 - stop as i128 };
    let count = (span + step.unsigned_abs() as i128 - 1) / step.unsigned_abs() as i128;
    let count = u64::try_from(count.max(0)).map_err(|_| Fault::Budget)?;
    crate::value::build::check_size(count)?;
    let mut buffer = cx.buffer();
    buffer.extend((0..count as i64).map(|i| Value::Int(start.wrapping_add(i.wrapping_mul(step)))));
    let out = cx.tuple(&buffer);
    cx.recycle(buffer);
    out
}
