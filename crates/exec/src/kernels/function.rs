//! Function builders: a function value is the builder's name and its arguments.

use lang::Op;

use crate::cx::Cx;
use crate::value::build::DEPTH_LIMIT;
use crate::value::{Fault, FuncKind, R, Value};

/// A builder over `functions` function arguments and a given arity. Built with the default
/// function in a function's place, the result is the default function again.
fn build<'a>(
    cx: &Cx<'a>,
    op: Op,
    kind: FuncKind,
    arity: u8,
    args: &[Value<'a>],
    functions: usize,
) -> R<'a> {
    if args[..functions].iter().any(|f| matches!(f, Value::AnyFn)) {
        return Ok(Value::AnyFn);
    }
    cx.func(op, kind, arity, args)
}

/// x -> outer(inner(x)).
pub fn compose<'a>(cx: &Cx<'a>, op: Op, args: &[Value<'a>]) -> R<'a> {
    build(cx, op, FuncKind::Compose, 1, args, 2)
}

/// x -> h(g(f(x))).
pub fn chain<'a>(cx: &Cx<'a>, op: Op, args: &[Value<'a>]) -> R<'a> {
    build(cx, op, FuncKind::Chain, 1, args, 3)
}

/// x -> function(x) == target.
pub fn matcher<'a>(cx: &Cx<'a>, op: Op, args: &[Value<'a>]) -> R<'a> {
    build(cx, op, FuncKind::Matcher, 1, args, 1)
}

/// x -> outer(a(x), b(x)).
pub fn fork<'a>(cx: &Cx<'a>, op: Op, args: &[Value<'a>]) -> R<'a> {
    build(cx, op, FuncKind::Fork, 1, args, 3)
}

/// Fixes the last argument.
pub fn rbind<'a>(cx: &Cx<'a>, op: Op, args: &[Value<'a>]) -> R<'a> {
    build(cx, op, FuncKind::Rbind, bound_arity(args[0])?, args, 1)
}

/// Fixes the first argument.
pub fn lbind<'a>(cx: &Cx<'a>, op: Op, args: &[Value<'a>]) -> R<'a> {
    build(cx, op, FuncKind::Lbind, bound_arity(args[0])?, args, 1)
}

/// n-fold self application.
pub fn power<'a>(cx: &Cx<'a>, op: Op, args: &[Value<'a>]) -> R<'a> {
    let n = args[1].int()?;
    match n {
        ..=0 => Err(Fault::Domain),
        1 => Ok(args[0]),
        n if n > DEPTH_LIMIT as i64 => Err(Fault::Budget),
        _ => build(cx, op, FuncKind::Power, 1, args, 1),
    }
}

/// What is left of a function's arity: 2 gives 1, 3 gives 2, every other arity gives 3.
fn bound_arity(f: Value<'_>) -> Result<u8, Fault> {
    let arity = match f {
        Value::Op(op) => op.arity() as u8,
        Value::Func(func) => func.arity,
        Value::AnyFn => 1,
        Value::Host(host) => host.arity,
        _ => return Err(Fault::Type),
    };
    Ok(match arity {
        2 => 1,
        3 => 2,
        _ => 3,
    })
}
