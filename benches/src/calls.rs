//! Single ops on calls recorded from the programs: CPython, then ours, on the same arguments.

use std::hint::black_box;

use exec::arena::Arena;
use exec::cx::Cx;
use exec::run::Budget;
use exec::value::{R, Value, order};
use exec::vectors;
use lang::{Dialect, Op};
use serde_json::Value as Json;

use crate::python::{Call, Python, Recorded};
use crate::report::OpTime;
use crate::timing::best_mean;

/// Times every op that programs call, for at least `seconds` a round.
pub fn all(python: &mut Python, found: &Recorded, seconds: f64) -> Result<Vec<OpTime>, String> {
    let called = Op::of(Dialect::Arc).filter(|op| found.by_op.contains_key(op.name()));
    called.map(|op| one(python, op, found.by_op[op.name()], seconds)).collect()
}

/// The ops that no program calls.
pub fn not_called(found: &Recorded) -> Vec<String> {
    let ops = Op::of(Dialect::Arc).map(|op| op.name());
    ops.filter(|name| !found.by_op.contains_key(*name)).map(str::to_string).collect()
}

fn one(python: &mut Python, op: Op, calls: u64, seconds: f64) -> Result<OpTime, String> {
    let theirs = python.op(op.name(), seconds)?;
    let ours = ours(op, &theirs.calls, seconds)?;
    Ok(OpTime {
        op: op.name().into(),
        calls,
        timed: theirs.calls.len(),
        python_ns: theirs.ns,
        ours_ns: ours.mean_ns,
        median_ns: ours.median_ns,
        slowest_ns: ours.slowest_ns,
        different: ours.different,
        left_out: theirs.left_out,
    })
}

/// The calls of one op in our engine.
#[derive(Default)]
struct Ours {
    mean_ns: f64,
    median_ns: f64,
    slowest_ns: f64,
    /// How many give something else than CPython.
    different: usize,
}

fn ours(op: Op, calls: &[Call], seconds: f64) -> Result<Ours, String> {
    if calls.is_empty() {
        return Ok(Ours::default());
    }
    let arena = Arena::new();
    let cx = Cx::new(&arena, Dialect::Arc);
    let lists = calls.iter().map(|call| values(&cx, &call.args)).collect::<Result<Vec<_>, _>>()?;
    let mut different = 0;
    for (args, call) in lists.iter().zip(calls) {
        different += differs(&cx, &call.out, step(&cx, op, args))? as usize;
    }
    let all = || lists.iter().for_each(|args| run(&cx, op, args));
    let mean_ns = best_mean(seconds, lists.len(), all);
    let short = seconds / calls.len() as f64;
    let each = lists.iter().map(|args| best_mean(short, 1, || run(&cx, op, args)));
    let mut each: Vec<f64> = each.collect();
    each.sort_by(f64::total_cmp);
    let slowest_ns = each.last().copied().unwrap_or_default();
    Ok(Ours { mean_ns, median_ns: each[each.len() / 2], slowest_ns, different })
}

fn values<'a>(cx: &Cx<'a>, args: &[Json]) -> Result<Vec<Value<'a>>, String> {
    args.iter().map(|arg| vectors::value(cx, arg)).collect()
}

fn step<'a>(cx: &Cx<'a>, op: Op, args: &[Value<'a>]) -> R<'a> {
    cx.start_step(Budget::default().step);
    cx.op(op, black_box(args))
}

/// One step that leaves nothing behind.
pub fn run<'a>(cx: &Cx<'a>, op: Op, args: &[Value<'a>]) {
    let mark = cx.arena.mark();
    let _ = black_box(step(cx, op, args));
    // SAFETY: the result is not used again, and the arguments are older than the mark.
    unsafe { cx.arena.rewind(&mark) };
}

/// Equal functions may be built in different ways: values with functions are not compared.
fn differs<'a>(cx: &Cx<'a>, expected: &Json, got: R<'a>) -> Result<bool, String> {
    let Ok(got) = got else { return Ok(true) };
    Ok(!has_function(expected) && !order::equal(vectors::value(cx, expected)?, got))
}

fn has_function(value: &Json) -> bool {
    match value {
        Json::Array(items) => items.iter().any(has_function),
        Json::Object(map) => map.contains_key("fn") || map.values().any(has_function),
        _ => false,
    }
}
