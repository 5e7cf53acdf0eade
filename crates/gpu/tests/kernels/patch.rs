//! Ops on patches: random calls on the kernels as plain C, under sanitizers, against the engine.

use exec::cx::Cx;
use exec::value::Value;
use lang::{Dialect, Kernel, Op};

use crate::common::random::{Random, compare_on_host, rounds};
use crate::common::{Call, vector_calls};

/// The kernels of `patch.h` and `measure.h`.
const KERNELS: &str = "
    height width shape portrait square vline hline uppermost lowermost leftmost rightmost
    col_row ulcorner urcorner llcorner lrcorner corner center centerofmass hperiod vperiod
    hmatching vmatching manhattan adjacent bordering position gravitate toindices asindices
    normalize shift dneighbors ineighbors neighbors corners box inbox outbox backdrop delta
    connect shoot hfrontier vfrontier
";

/// Ranges of coordinates: most as in grids, some that leave boxes, packed forms and machine words.
const RANGES: [(i64, i64); 12] = [
    (0, 1),
    (0, 3),
    (4, 7),
    (10, 12),
    (0, 9),
    (0, 29),
    (-3, 3),
    (-20, 20),
    (0, 61),
    (-1, 75),
    (2030, 2047),
    (-2048, -2040),
];

fn number(random: &mut Random, (low, high): (i64, i64)) -> i64 {
    match random.below(400) {
        0 => random.pick(&[2048, -2049, 4095, 100_000, i32::MAX as i64 + 1, i64::MAX, i64::MIN]),
        _ => random.between(low, high),
    }
}

/// What a random patch holds.
#[derive(Clone, Copy)]
struct Kind {
    cells: bool,
    /// Colours by column only, so that there are periods.
    striped: bool,
    rows: (i64, i64),
    cols: (i64, i64),
}

fn element<'a>(cx: &Cx<'a>, random: &mut Random, kind: Kind) -> Value<'a> {
    let (row, col) = (number(random, kind.rows), number(random, kind.cols));
    let colour = match random.below(300) {
        0 => 1000,
        _ if kind.striped => col & 1,
        _ => random.between(-1, 3),
    };
    if kind.cells { cx.cell(Value::Int(colour), row, col).unwrap() } else { cx.pair(row, col) }
}

fn patch<'a>(cx: &Cx<'a>, random: &mut Random) -> Value<'a> {
    let (cells, striped) = (random.below(2) == 0, random.below(2) == 0);
    let kind = Kind { cells, striped, rows: random.pick(&RANGES), cols: random.pick(&RANGES) };
    let most = random.pick(&[1, 2, 4, 12, 60, 300]);
    let len = 1 + random.below(most);
    let mut elements: Vec<_> = (0..len).map(|_| element(cx, random, kind)).collect();
    if random.below(12) == 0 {
        let place = random.below(len);
        elements[place] = match random.below(4) {
            0 => Value::Int(random.between(-1, 5)),
            1 => Value::UNIT,
            _ => element(cx, random, Kind { cells: !cells, ..kind }),
        };
    }
    match random.below(3) {
        0 => cx.tuple(&elements).unwrap(),
        _ => cx.set(&mut elements).unwrap(),
    }
}

fn value<'a>(cx: &Cx<'a>, random: &mut Random, real: &[Value<'a>]) -> Value<'a> {
    match random.below(20) {
        0..10 => patch(cx, random),
        10..13 => {
            let range = random.pick(&RANGES);
            cx.pair(number(random, range), number(random, range))
        }
        13 => cx.pair(random.between(-1, 1), random.between(-1, 1)),
        14 => Value::Int(random.between(-1, 4)),
        15 => random.pick(&[Value::UNIT, Value::EMPTY]),
        _ => random.pick(real),
    }
}

fn random_calls<'a>(cx: &Cx<'a>, dialect: Dialect, random: &mut Random) -> Vec<Call<'a>> {
    let real: Vec<_> = vector_calls(cx).into_iter().flat_map(|(_, _, args)| args).collect();
    let real: Vec<_> = real.into_iter().filter(|v| v.size() < 2000).collect();
    let known = |kernel: Kernel| KERNELS.split_whitespace().any(|name| name == kernel.name());
    let ops: Vec<_> = Op::of(dialect).filter(|op| known(op.kernel())).collect();
    assert!(ops.len() > 40);
    let mut calls = Vec::new();
    for op in ops {
        for _ in 0..rounds() {
            let args = op.params().iter().map(|_| value(cx, random, &real)).collect();
            calls.push((op.name().to_string(), Value::Op(op), args));
        }
    }
    calls
}

#[test]
fn arc_patches_give_what_the_engine_gives() {
    compare_on_host(Dialect::Arc, random_calls);
}

#[test]
fn batt_patches_give_what_the_engine_gives() {
    compare_on_host(Dialect::Batt, random_calls);
}
