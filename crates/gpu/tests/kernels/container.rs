//! Numbers, containers, ranks: random calls on the kernels as plain C, under sanitizers, against
//! the engine.

use exec::cx::Cx;
use exec::value::Value;
use lang::{Dialect, Kernel, Op};

use crate::common::random::{Random, compare_on_host, rounds};
use crate::common::{Call, vector_calls};

/// The kernels of `access.h`, `number.h`, `container.h` and `rank.h`.
const KERNELS: [&str; 65] = [
    "identity",
    "first",
    "first_or_empty",
    "second",
    "last",
    "last_or_unit",
    "last_or_empty",
    "nth",
    "nth_or_empty_set",
    "other",
    "other_or_empty",
    "flip",
    "both",
    "either",
    "equality",
    "contained",
    "branch",
    "drop_equal_pairs",
    "same_angle",
    "add",
    "subtract",
    "multiply",
    "divide",
    "invert",
    "even",
    "double",
    "halve",
    "increment",
    "decrement",
    "crement",
    "sign",
    "positive",
    "greater",
    "toivec",
    "tojvec",
    "interval",
    "size",
    "combine",
    "intersection",
    "difference",
    "initset",
    "insert",
    "remove",
    "sizefilter",
    "dedupe",
    "merge",
    "astuple",
    "astriple",
    "ascell",
    "toij",
    "repeat",
    "totuple",
    "pair",
    "celltuple",
    "product",
    "rank",
    "common_rank",
    "common_rank_any",
    "mostcommon",
    "leastcommon",
    "mostcommon_any",
    "leastcommon_any",
    "color_rank",
    "maximum",
    "minimum",
];

/// Ends of what forms hold: bits, small cells, positions, pairs, integers.
const ENDS: [i64; 26] = [
    -1,
    0,
    63,
    64,
    127,
    128,
    -128,
    -129,
    2047,
    2048,
    -2048,
    -2049,
    65535,
    65536,
    131_072,
    131_073,
    i32::MAX as i64,
    i32::MAX as i64 + 1,
    i32::MIN as i64,
    i32::MIN as i64 - 1,
    3_037_000_500,
    -3_037_000_500,
    i64::MAX,
    i64::MIN,
    i64::MAX - 1,
    i64::MIN + 1,
];

fn number(random: &mut Random) -> i64 {
    match random.below(12) {
        0 => random.pick(&ENDS),
        1 => random.between(-140, 140),
        2..5 => random.between(-3, 3),
        _ => random.between(0, 9),
    }
}

/// What the elements of one container are alike in.
#[derive(Clone, Copy)]
enum Sort {
    Digit,
    Number,
    Pair,
    Cell,
    Row(usize),
    Grid(usize),
    Set,
    Tuple,
    Any,
}

const SORTS: [Sort; 13] = [
    Sort::Digit,
    Sort::Digit,
    Sort::Number,
    Sort::Pair,
    Sort::Pair,
    Sort::Cell,
    Sort::Cell,
    Sort::Row(1),
    Sort::Row(3),
    Sort::Grid(2),
    Sort::Set,
    Sort::Tuple,
    Sort::Any,
];

fn element<'a>(cx: &Cx<'a>, random: &mut Random, sort: Sort, level: usize) -> Value<'a> {
    match sort {
        Sort::Digit => Value::Int(random.between(0, 5)),
        Sort::Number => Value::Int(number(random)),
        Sort::Pair => match random.below(60) {
            0 => cx.pair(number(random), number(random)),
            _ => cx.pair(random.between(0, 6), random.between(-2, 6)),
        },
        Sort::Cell => {
            let colour = if random.below(60) == 0 { number(random) } else { random.between(0, 2) };
            cx.cell(Value::Int(colour), random.between(0, 5), random.between(0, 5)).unwrap()
        }
        Sort::Row(width) => {
            let row: Vec<_> = (0..width).map(|_| Value::Int(random.between(0, 1))).collect();
            cx.tuple(&row).unwrap()
        }
        Sort::Grid(width) => {
            let height = 1 + random.below(3);
            let rows: Vec<_> =
                (0..height).map(|_| element(cx, random, Sort::Row(width), level)).collect();
            cx.tuple(&rows).unwrap()
        }
        Sort::Set => container(cx, random, level + 1, 0),
        Sort::Tuple => container(cx, random, level + 1, 1),
        Sort::Any => value(cx, random, &[], level + 1),
    }
}

/// A set (0), or a tuple (1), or either.
fn container<'a>(cx: &Cx<'a>, random: &mut Random, level: usize, kind: usize) -> Value<'a> {
    let sort = if level > 2 { Sort::Digit } else { random.pick(&SORTS) };
    let sort = if let Sort::Row(1) = sort { Sort::Row(random.below(6)) } else { sort };
    let most = random.pick(&if level > 0 { [1, 2, 3, 5] } else { [2, 4, 9, 70] });
    let mut elements: Vec<_> =
        (0..random.below(most + 1)).map(|_| element(cx, random, sort, level)).collect();
    if random.below(10) == 0 && !elements.is_empty() {
        let place = random.below(elements.len());
        elements[place] = element(cx, random, Sort::Any, level);
    }
    let kind = if kind > 1 { random.below(2) } else { kind };
    if kind == 0 { cx.set(&mut elements).unwrap() } else { cx.tuple(&elements).unwrap() }
}

fn value<'a>(cx: &Cx<'a>, random: &mut Random, real: &[Value<'a>], level: usize) -> Value<'a> {
    match random.below(20) {
        0..4 => Value::Int(number(random)),
        4 => element(cx, random, Sort::Pair, level),
        5 => random.pick(&[Value::UNIT, Value::EMPTY]),
        6 => element(cx, random, Sort::Cell, level),
        7..12 if !real.is_empty() => random.pick(real),
        _ => container(cx, random, level, 2),
    }
}

/// Something that is in a container, or nearly one that is.
fn like<'a>(cx: &Cx<'a>, random: &mut Random, v: Value<'a>) -> Value<'a> {
    let Ok(items) = cx.items(v) else { return Value::Int(number(random)) };
    let mut all: Vec<_> = items.collect();
    match random.below(4) {
        0 => v,
        1 | 2 if !all.is_empty() => random.pick(&all),
        _ => {
            for _ in 0..random.below(3).min(all.len()) {
                let place = random.below(all.len());
                all[place] = match random.below(2) {
                    0 => random.pick(&all),
                    _ => element(cx, random, Sort::Any, 1),
                };
            }
            let (keep, turn) = (random.below(all.len() + 1), random.below(all.len() + 1));
            all.rotate_left(turn);
            all.truncate(keep);
            match random.below(3) {
                0 => cx.tuple(&all).unwrap_or(v),
                _ => cx.set(&mut all).unwrap_or(v),
            }
        }
    }
}

fn arguments<'a>(cx: &Cx<'a>, random: &mut Random, real: &[Value<'a>], n: usize) -> Vec<Value<'a>> {
    let mut args: Vec<Value<'a>> = Vec::new();
    for _ in 0..n {
        let v = match args.first() {
            Some(&first) if random.below(2) == 0 => like(cx, random, first),
            Some(_) if random.below(3) == 0 => Value::Int(number(random)),
            _ => value(cx, random, real, 0),
        };
        args.push(v);
    }
    if random.below(2) == 0 {
        args.reverse();
    }
    args
}

/// Samples, which random values rarely are.
fn samples<'a>(cx: &Cx<'a>, random: &mut Random) -> Value<'a> {
    let angle = Value::Int(random.between(0, 7));
    let turn = Op::lookup(Dialect::Batt, "mir_rot_t").map(Value::Op).unwrap();
    let all: Vec<_> = (0..random.below(4))
        .map(|_| {
            let width = 1 + random.below(3);
            let grid = element(cx, random, Sort::Grid(width), 0);
            let other = match random.below(5) {
                0 => value(cx, random, &[], 1),
                _ => cx.call(turn, &[grid, angle]).unwrap(),
            };
            cx.two(grid, other).unwrap()
        })
        .collect();
    cx.tuple(&all).unwrap()
}

fn random_calls<'a>(cx: &Cx<'a>, dialect: Dialect, random: &mut Random) -> Vec<Call<'a>> {
    let real: Vec<_> = vector_calls(cx).into_iter().flat_map(|(_, _, args)| args).collect();
    let real: Vec<_> = real.into_iter().filter(|v| v.size() < 1000).collect();
    let known = |kernel: Kernel| KERNELS.contains(&kernel.name());
    let ops: Vec<_> = Op::of(dialect).filter(|op| known(op.kernel())).collect();
    assert!(ops.len() > 40);
    let mut calls = Vec::new();
    for op in ops {
        let of_samples = ["drop_equal_pairs", "same_angle"].contains(&op.kernel().name());
        for i in 0..rounds() {
            let args = match of_samples && i % 2 == 0 {
                true => vec![samples(cx, random)],
                false => arguments(cx, random, &real, op.params().len()),
            };
            calls.push((op.name().to_string(), Value::Op(op), args));
        }
    }
    calls
}

#[test]
fn arc_containers_give_what_the_engine_gives() {
    compare_on_host(Dialect::Arc, random_calls);
}

#[test]
fn batt_containers_give_what_the_engine_gives() {
    compare_on_host(Dialect::Batt, random_calls);
}
