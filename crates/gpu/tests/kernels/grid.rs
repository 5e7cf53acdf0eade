//! Ops on grids and drawing: random calls on the kernels as plain C, under sanitizers, against the
//! engine.

use exec::cx::Cx;
use exec::value::Value;
use lang::{Dialect, Kernel, Op};

use crate::common::random::{Bytes, Random, compare_on_host, compare_with, rounds};
use crate::common::{Call, vector_calls};

/// The kernels of `grid.h` and `draw.h`, and others that read whole grids.
const KERNELS: [&str; 43] = [
    "hmirror",
    "vmirror",
    "vmirror_or_empty",
    "dmirror",
    "cmirror",
    "mir_rot_patch",
    "rot90",
    "rot180",
    "rot270",
    "mir_rot_grid",
    "hupscale",
    "vupscale",
    "upscale",
    "downscale",
    "hconcat",
    "vconcat",
    "crop",
    "crop_inside",
    "subgrid",
    "subgrid_inside",
    "hsplit",
    "hsplit_inside",
    "vsplit",
    "vsplit_inside",
    "tophalf",
    "bottomhalf",
    "lefthalf",
    "righthalf",
    "trim",
    "compress",
    "cellwise",
    "cellwise_lenient",
    "canvas",
    "index",
    "fill",
    "paint",
    "underfill",
    "underpaint",
    "cover",
    "move",
    "is_no_grid",
    "replace",
    "switch",
];

/// Ends of what forms hold.
const ENDS: [i64; 16] = [
    127,
    128,
    -128,
    -129,
    2047,
    2048,
    -2049,
    65535,
    65536,
    131_072,
    131_073,
    1 << 31,
    -(1 << 40),
    i64::MAX,
    i64::MIN,
    i64::MIN + 1,
];

fn number(random: &mut Random) -> i64 {
    match random.below(25) {
        0 => random.pick(&ENDS),
        1..10 => random.between(-3, 3),
        _ => random.between(0, 9),
    }
}

/// Colours of a grid: two or ten of them, mostly one of them, or any byte.
fn grid<'a>(cx: &Cx<'a>, random: &mut Random) -> Value<'a> {
    let most = random.pick(&[3, 7, 13, 30, 70]);
    let (height, width) = (1 + random.below(most), random.below(most + 1));
    let (low, high) = random.pick(&[(0, 1), (0, 9), (0, 9), (-128, 127), (12, 18)]);
    let often = random.below(3);
    let colour = random.between(low, high);
    let one = |random: &mut Random| match random.below(3) < often {
        true => colour as i8,
        false => random.between(low, high) as i8,
    };
    let cells: Vec<_> = (0..height * width).map(|_| one(random)).collect();
    cx.grid(height, width, cx.arena.copy(&cells)).unwrap()
}

/// Rows of different lengths, numbers too large for cells, or what are no rows.
fn odd_grid<'a>(cx: &Cx<'a>, random: &mut Random) -> Value<'a> {
    let row = |random: &mut Random| {
        let cells: Vec<_> = (0..random.below(4)).map(|_| Value::Int(number(random))).collect();
        cx.tuple(&cells).unwrap()
    };
    let mut rows: Vec<_> = (0..random.below(5)).map(|_| row(random)).collect();
    if random.below(4) == 0 {
        rows.push(value(cx, random, &[]));
    }
    cx.tuple(&rows).unwrap()
}

fn patch<'a>(cx: &Cx<'a>, random: &mut Random) -> Value<'a> {
    let cell = random.below(2) == 0;
    let (low, high) = random.pick(&[(0, 3), (0, 9), (-3, 12), (0, 29), (-140, 140), (2030, 2047)]);
    let most = random.pick(&[1, 4, 12, 60, 200]);
    let len = 1 + random.below(most);
    let one = |random: &mut Random, cell: bool| {
        let mut side = || match random.below(400) {
            0 => random.pick(&ENDS),
            _ => random.between(low, high),
        };
        let (row, col) = (side(), side());
        let colour = if random.below(300) == 0 { 1000 } else { random.between(0, 3) };
        if cell { cx.cell(Value::Int(colour), row, col).unwrap() } else { cx.pair(row, col) }
    };
    let mut elements: Vec<_> = (0..len).map(|_| one(random, cell)).collect();
    if random.below(12) == 0 {
        let place = random.below(len);
        elements[place] = match random.below(3) {
            0 => Value::Int(random.between(-1, 5)),
            1 => Value::UNIT,
            _ => one(random, !cell),
        };
    }
    if random.below(3) == 0 { cx.tuple(&elements).unwrap() } else { cx.set(&mut elements).unwrap() }
}

fn value<'a>(cx: &Cx<'a>, random: &mut Random, real: &[Value<'a>]) -> Value<'a> {
    match random.below(20) {
        0..6 => grid(cx, random),
        6..10 => patch(cx, random),
        10..14 => Value::Int(number(random)),
        14..17 => cx.pair(number(random), number(random)),
        17 => random.pick(&[Value::UNIT, Value::EMPTY]),
        18 => odd_grid(cx, random),
        _ if real.is_empty() => Value::Int(0),
        _ => random.pick(real),
    }
}

/// Mostly what a parameter's name asks for.
fn argument<'a>(cx: &Cx<'a>, random: &mut Random, name: &str, real: &[Value<'a>]) -> Value<'a> {
    match name {
        _ if random.below(12) == 0 => value(cx, random, real),
        "grid" | "a" | "b" | "tuple" => grid(cx, random),
        "patch" | "obj" | "object" => patch(cx, random),
        "piece" | "x" | "element" if random.below(2) == 0 => grid(cx, random),
        "piece" | "x" | "element" => patch(cx, random),
        "start" | "dims" | "dimensions" | "loc" | "offset" => {
            cx.pair(number(random), number(random))
        }
        "factor" | "n" => Value::Int(random.pick(&[-1, 0, 1, 2, 3, 4, 5, 7, 9, 30])),
        "type" => Value::Int(random.between(-1, 7)),
        _ => Value::Int(number(random)),
    }
}

/// A call whose grid is a part of another one, so that its cells start anywhere in a word.
fn on_half<'a>(cx: &Cx<'a>, dialect: Dialect, op: Op, args: &[Value<'a>]) -> Option<Call<'a>> {
    let named = |name: &str| Op::lookup(dialect, name).unwrap();
    let grids = |i: usize| matches!(args[i], Value::Grid(_));
    let mut f = Value::Op(op);
    let place = if grids(0) { 0 } else { args.len() - 1 };
    if !grids(place) {
        return None;
    }
    if place == 0 {
        for &arg in args[1..].iter().rev() {
            f = cx.op(named("rbind"), &[f, arg]).ok()?;
        }
    } else {
        for &arg in &args[..place] {
            f = cx.op(named("lbind"), &[f, arg]).ok()?;
        }
    }
    let f = cx.op(named("compose"), &[f, Value::Op(named("bottomhalf"))]).ok()?;
    Some((format!("{} of half", op.name()), f, vec![args[place]]))
}

fn random_calls<'a>(cx: &Cx<'a>, dialect: Dialect, random: &mut Random) -> Vec<Call<'a>> {
    let real: Vec<_> = vector_calls(cx).into_iter().flat_map(|(_, _, args)| args).collect();
    let real: Vec<_> = real.into_iter().filter(|v| v.size() < 2000).collect();
    let known = |kernel: Kernel| KERNELS.contains(&kernel.name());
    let ops: Vec<_> = Op::of(dialect).filter(|op| known(op.kernel())).collect();
    assert!(ops.len() > 30);
    let only = std::env::var("ONLY").ok();
    let mut calls = Vec::new();
    for op in ops.into_iter().filter(|op| only.as_deref().is_none_or(|only| only == op.name())) {
        for _ in 0..rounds() {
            let params = op.params().iter();
            let args: Vec<_> = params.map(|p| argument(cx, random, p.name, &real)).collect();
            calls.extend(on_half(cx, dialect, op, &args));
            calls.push((op.name().to_string(), Value::Op(op), args));
        }
    }
    calls
}

#[test]
fn arc_grids_give_what_the_engine_gives() {
    compare_on_host(Dialect::Arc, random_calls);
}

#[test]
fn batt_grids_give_what_the_engine_gives() {
    compare_on_host(Dialect::Batt, random_calls);
}

#[test]
fn grids_give_the_same_where_bytes_are_anywhere() {
    compare_with(Bytes::Anywhere, Dialect::Arc, random_calls);
    compare_with(Bytes::Anywhere, Dialect::Batt, random_calls);
}
