//! The kernels as plain C, under the compiler's sanitizers, against the engine: all golden vectors, and random calls of
//! all ops.

mod common;

use common::host::{Bytes, compare_on_host, rounds};
use common::{Call, vector_calls};
use exec::cx::Cx;
use exec::value::Value;
use judge::vectors::arguments;
use judge::{Generator, Random, Style};
use lang::{Dialect, Gpu, Op};

const WORDS: (Bytes, usize, u32) = (Bytes::Words, 1, 0);
const ANYWHERE: (Bytes, usize, u32) = (Bytes::Anywhere, 1, 0);
/// Groups as OpenCL has them, through memory and barriers; between barriers lanes run in an order that changes.
const GROUPS: (Bytes, usize, u32) = (Bytes::Words, 32, 1);

#[test]
fn arc_vectors_give_what_the_engine_gives() {
    compare_on_host(WORDS, Dialect::Arc, vector_calls);
}

#[test]
fn batt_vectors_give_what_the_engine_gives() {
    compare_on_host(WORDS, Dialect::Batt, vector_calls);
}

#[test]
fn vectors_give_the_same_where_bytes_are_anywhere() {
    compare_on_host(ANYWHERE, Dialect::Arc, vector_calls);
    compare_on_host(ANYWHERE, Dialect::Batt, vector_calls);
}

#[test]
fn arc_vectors_give_the_same_in_groups() {
    compare_on_host(GROUPS, Dialect::Arc, vector_calls);
}

#[test]
fn batt_vectors_give_the_same_in_groups() {
    compare_on_host(GROUPS, Dialect::Batt, vector_calls);
}

/// A call whose grid is a part of another one, so that its cells start anywhere in a word.
fn on_half<'a>(cx: &Cx<'a>, op: Op, args: &[Value<'a>]) -> Option<Call<'a>> {
    let named = |name: &str| Op::lookup(cx.lay.dialect, name).unwrap();
    let is_grid = |v: &&Value<'a>| matches!(v, Value::Grid(_));
    let (grid, binder, rest) = match args {
        [first, rest @ ..] if is_grid(&first) => {
            (first, "rbind", rest.iter().rev().collect::<Vec<_>>())
        }
        [rest @ .., last] if is_grid(&last) => (last, "lbind", rest.iter().collect()),
        _ => return None,
    };
    let f = rest.iter().try_fold(Value::Op(op), |f, arg| cx.op(named(binder), &[f, **arg])).ok()?;
    let f = cx.op(named("compose"), &[f, Value::Op(named("bottomhalf"))]).ok()?;
    Some((format!("{} of half", op.name()), f, vec![*grid]))
}

/// Calls of every op that devices have; `SEED` chooses others, `ROUNDS` makes more, `ONLY` keeps one op.
fn random_calls<'a>(cx: &Cx<'a>) -> Vec<Call<'a>> {
    let seed = std::env::var("SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let only = std::env::var("ONLY").ok();
    let wanted = |op: &Op| {
        op.kernel().info().gpu != Gpu::None && only.as_deref().is_none_or(|only| only == op.name())
    };
    let mut generator = Generator::new(cx, Random::new(seed), Style::Wild);
    generator.pool = arguments(cx);
    let mut calls = Vec::new();
    for op in Op::of(cx.lay.dialect).filter(wanted) {
        for _ in 0..rounds() {
            let (f, args) = generator.call(op);
            cx.start_step(u64::MAX);
            calls.extend(on_half(cx, op, &args).filter(|_| matches!(f, Value::Op(_))));
            calls.push((op.name().to_string(), f, args));
        }
    }
    calls
}

#[test]
fn arc_calls_give_what_the_engine_gives() {
    compare_on_host(WORDS, Dialect::Arc, random_calls);
}

#[test]
fn batt_calls_give_what_the_engine_gives() {
    compare_on_host(WORDS, Dialect::Batt, random_calls);
}

#[test]
fn calls_give_the_same_where_bytes_are_anywhere() {
    compare_on_host(ANYWHERE, Dialect::Arc, random_calls);
    compare_on_host(ANYWHERE, Dialect::Batt, random_calls);
}

#[test]
fn calls_give_the_same_in_groups() {
    compare_on_host(GROUPS, Dialect::Arc, random_calls);
    compare_on_host(GROUPS, Dialect::Batt, random_calls);
}

/// A value that is like many others: often one starts as another one does, or is the same.
fn similar<'a>(cx: &Cx<'a>, random: &mut Random, kind: usize) -> Value<'a> {
    let mut int = || Value::Int(random.pick(&[-70, 0, 1, 64, 65, 1 << 40, i64::MAX]));
    match kind {
        0 => Value::Int(random.within(-300, 300)),
        1 => {
            let row: Vec<_> = (0..6).map(|_| Value::Int(random.within(-1, 1))).collect();
            cx.tuple(&row).unwrap()
        }
        2 => {
            let mut places = vec![cx.pair(0, 0), cx.pair(0, 1)];
            places.extend((0..3).map(|_| cx.pair(random.within(0, 3), random.within(1, 3))));
            cx.set(&mut places).unwrap()
        }
        3 => {
            let parts = [int(), cx.tuple(&[int(), int()]).unwrap()];
            cx.tuple(&parts).unwrap()
        }
        4 => int(),
        5 => cx.pair(random.within(-2000, 2000), random.within(-1, 1)),
        _ => {
            let kind = random.below(5);
            similar(cx, random, kind)
        }
    }
}

/// Sets of many values, made from tuples of them: of kinds that no packed form holds, and of places far apart.
fn long_sorts<'a>(cx: &Cx<'a>) -> Vec<Call<'a>> {
    let mut random = Random::new(1);
    let op = Op::lookup(cx.lay.dialect, "merge").unwrap();
    let mut calls = Vec::new();
    for n in [33, 64, 70, 129, 200, 700] {
        for kind in 0..7 {
            let values: Vec<_> = (0..n).map(|_| similar(cx, &mut random, kind)).collect();
            let mut parts: Vec<_> = values.chunks(9).map(|part| cx.tuple(part).unwrap()).collect();
            cx.start_step(u64::MAX);
            let parts = cx.set(&mut parts).unwrap();
            calls.push((format!("merge of {n}, kind {kind}"), Value::Op(op), vec![parts]));
        }
    }
    calls
}

#[test]
fn long_sorts_give_what_the_engine_gives() {
    compare_on_host(WORDS, Dialect::Arc, long_sorts);
    compare_on_host(GROUPS, Dialect::Arc, long_sorts);
}
