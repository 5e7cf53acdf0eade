//! A few kernels on every training input: the same call on 1,718 grids.

use exec::arena::Arena;
use exec::cx::Cx;
use exec::data::{Dataset, Split};
use exec::run::task_grid;
use exec::value::{Fault, R, Value};
use lang::{Dialect, Op};

use crate::calls;
use crate::data::Files;
use crate::report::KernelTime;
use crate::timing::best_mean;

/// Makes the arguments of a call from an input grid; a fault leaves the grid out.
type Arguments = for<'a> fn(&Cx<'a>, Value<'a>) -> Result<Vec<Value<'a>>, Fault>;

/// The calls, with their goal in microseconds where there is one.
const KERNELS: &[(&str, &str, Option<f64>, Arguments)] = &[
    ("objects", "objects(I, T, F, T)", Some(2.5), |_, i| Ok(vec![i, yes(), no(), yes()])),
    ("objects", "objects(I, T, T, F)", Some(2.5), |_, i| Ok(vec![i, yes(), yes(), no()])),
    ("occurrences", "occurrences(I, first(objects(I, T, T, T)))", Some(1.0), |cx, i| {
        let objects = call(cx, "objects", &[i, yes(), yes(), yes()])?;
        Ok(vec![i, call(cx, "first", &[objects])?])
    }),
    ("fill", "fill(I, THREE, ofcolor(I, leastcolor(I)))", Some(0.1), |cx, i| {
        let colour = call(cx, "leastcolor", &[i])?;
        Ok(vec![i, Value::Int(3), call(cx, "ofcolor", &[i, colour])?])
    }),
    ("replace", "replace(I, ZERO, FIVE)", Some(0.1), |_, i| {
        Ok(vec![i, Value::Int(0), Value::Int(5)])
    }),
    ("upscale", "upscale(I, TWO)", None, |_, i| Ok(vec![i, Value::Int(2)])),
    ("ofcolor", "ofcolor(I, leastcolor(I))", None, |cx, i| {
        Ok(vec![i, call(cx, "leastcolor", &[i])?])
    }),
    ("asobject", "asobject(I)", None, |_, i| Ok(vec![i])),
    ("mostcolor", "mostcolor(I)", None, |_, i| Ok(vec![i])),
];

fn yes<'a>() -> Value<'a> {
    Value::bool(true)
}

fn no<'a>() -> Value<'a> {
    Value::bool(false)
}

fn op(name: &str) -> Result<Op, Fault> {
    Op::lookup(Dialect::Arc, name).ok_or(Fault::Type)
}

fn call<'a>(cx: &Cx<'a>, name: &str, args: &[Value<'a>]) -> R<'a> {
    cx.op(op(name)?, args)
}

/// Times all of them, for at least `seconds` a round.
pub fn all(files: &Files, seconds: f64) -> Result<Vec<KernelTime>, String> {
    let data = Dataset::load_split(&files.tasks(), Split::Train).map_err(|e| e.to_string())?;
    KERNELS.iter().map(|kernel| one(&data, kernel, seconds)).collect()
}

fn one(
    data: &Dataset,
    &(name, text, goal_us, arguments): &(&str, &str, Option<f64>, Arguments),
    seconds: f64,
) -> Result<KernelTime, String> {
    let arena = Arena::new();
    let cx = Cx::new(&arena, Dialect::Arc);
    let inputs = data.tasks.iter().flat_map(|task| task.samples()).map(|sample| &sample.input);
    let grids = inputs.filter_map(|grid| task_grid(&cx, grid).ok());
    let lists: Vec<_> = grids.filter_map(|grid| arguments(&cx, grid).ok()).collect();
    let op = op(name).map_err(|_| format!("unknown op {name}"))?;
    let ns = best_mean(seconds, lists.len(), || {
        lists.iter().for_each(|args| calls::run(&cx, op, args));
    });
    Ok(KernelTime { call: text.into(), grids: lists.len(), ns, goal_us })
}
