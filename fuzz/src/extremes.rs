//! One op on arguments that are huge, far away, deep, empty or of the wrong kind.
//!
//! Whatever it is given, an op ends soon: with a value in canonical form or with a fault.

use std::time::{Duration, Instant};

use exec::arena::Arena;
use exec::cx::Cx;
use exec::run::Budget;
use exec::value::check::is_canonical;
use exec::value::{R, Value, text};
use lang::{Dialect, Op};

use crate::Verdict;
use crate::random::Random;

/// Time that one call within the budget of a step may take, in the slowest build.
const SLOW: Duration = Duration::from_secs(if cfg!(debug_assertions) { 60 } else { 15 });

const FAR: &[i64] = &[i64::MIN, i64::MAX, i64::MIN / 2, 1 << 40, -(1 << 31), 1 << 20, 5000, -5000];

/// Checks the random call of a seed.
pub fn check(seed: u64) -> Verdict {
    let arena = Arena::new();
    let (cx, op, args) = random_call(&arena, seed);
    let started = Instant::now();
    cx.start_step(Budget::default().step);
    let out = cx.op(op, &args);
    let took = started.elapsed();
    if took > SLOW {
        return Err(format!("slow: {} took {took:?}, cost {}", shown(&cx, op, &args), cx.spent()));
    }
    match out {
        Ok(v) if !is_canonical(cx.lay, v) => {
            Err(format!("not canonical: {} gives {}", shown(&cx, op, &args), brief(&cx, v)))
        }
        _ => Ok(()),
    }
}

/// The call of a seed as text, for cases that end the process before they can be shown.
pub fn describe(seed: u64) -> String {
    let arena = Arena::new();
    let (cx, op, args) = random_call(&arena, seed);
    shown(&cx, op, &args)
}

fn random_call(arena: &Arena, seed: u64) -> (Cx<'_>, Op, Vec<Value<'_>>) {
    let mut random = Random::new(seed ^ 0x6578_7472_656d_6573);
    let dialect = random.pick(&Dialect::ALL);
    let ops: Vec<Op> = Op::of(dialect).collect();
    let op = random.pick(&ops);
    let cx = Cx::new(arena, dialect);
    cx.start_step(u64::MAX);
    let args = (0..op.arity()).map(|_| argument(&cx, &mut random)).collect();
    (cx, op, args)
}

fn shown(cx: &Cx<'_>, op: Op, args: &[Value<'_>]) -> String {
    let args: Vec<String> = args.iter().map(|&v| brief(cx, v)).collect();
    format!("{} {}({})", cx.lay.dialect, op.name(), args.join(", "))
}

/// The beginning of a value, with its kind and size.
fn brief(cx: &Cx<'_>, v: Value<'_>) -> String {
    let (kind, size) = (text::kind(v), v.size());
    format!("{kind} of {size}: {}", text::literal(cx.lay, v, 50))
}

fn argument<'a>(cx: &Cx<'a>, random: &mut Random) -> Value<'a> {
    let made = match random.below(16) {
        0 => Ok(Value::Int(random.pick(FAR))),
        1 | 2 => Ok(Value::Int(random.within(-3, 12))),
        3 => Ok(cx.pair(random.pick(FAR), random.pick(FAR))),
        4 => Ok(cx.pair(random.within(-3, 40), random.within(-3, 40))),
        5 => grid(cx, random),
        6 => block(cx, random, false),
        7 => block(cx, random, true),
        8 => far_set(cx, random),
        9 => nested(cx, random),
        10 => Ok(random.pick(&[Value::UNIT, Value::EMPTY, Value::AnyFn])),
        11 => many(cx, random),
        12 => thin(cx, random),
        13 => bound(cx, random),
        _ => Ok(function(cx, random, 1)),
    };
    made.unwrap_or(Value::UNIT)
}

fn call<'a>(cx: &Cx<'a>, name: &str, args: &[Value<'a>]) -> R<'a> {
    cx.op(Op::lookup(cx.lay.dialect, name).expect("both dialects have it"), args)
}

/// A grid of up to a million cells.
fn grid<'a>(cx: &Cx<'a>, random: &mut Random) -> R<'a> {
    let (height, width) = random.pick(&[(1000, 1000), (1, 60_000), (60_000, 1), (30, 30), (2, 3)]);
    let cells = cx.new_cells(height, width)?;
    let colours = random.pick(&[1, 2, 10]);
    cells.iter_mut().for_each(|cell| *cell = random.below(colours) as i8);
    cx.grid(height, width, cells)
}

/// A rectangle of positions or cells, up to a million.
fn block<'a>(cx: &Cx<'a>, random: &mut Random, coloured: bool) -> R<'a> {
    let side = random.pick(&[1, 3, 30, 300, 1000]);
    let canvas = call(cx, "canvas", &[Value::Int(3), cx.pair(side, side)])?;
    call(cx, if coloured { "asobject" } else { "asindices" }, &[canvas])
}

/// A few positions or cells that are far from each other.
fn far_set<'a>(cx: &Cx<'a>, random: &mut Random) -> R<'a> {
    let coloured = random.chance(50);
    let mut elements = Vec::new();
    for _ in 0..1 + random.below(3) {
        let (row, col) = (random.pick(FAR), random.within(-2, 2));
        let (row, col) = if random.chance(50) { (row, col) } else { (col, row) };
        let colour = Value::Int(random.pick(&[1, 1, 300]));
        elements.push(if coloured { cx.cell(colour, row, col)? } else { cx.pair(row, col) });
    }
    cx.set(&mut elements)
}

/// A tuple or set, nested almost as deep as values may be.
fn nested<'a>(cx: &Cx<'a>, random: &mut Random) -> R<'a> {
    let as_set = random.chance(50);
    let mut value = Value::Int(1);
    for _ in 0..random.pick(&[1, 5, 250, 255]) {
        value = if as_set { cx.set(&mut [value])? } else { cx.tuple(&[value])? };
    }
    Ok(value)
}

/// Many elements: integers, or one value over and over.
fn many<'a>(cx: &Cx<'a>, random: &mut Random) -> R<'a> {
    let n = random.pick(&[100, 5000, 1_000_000]);
    match random.below(3) {
        0 => call(cx, "interval", &[Value::Int(0), Value::Int(n), Value::Int(1)]),
        1 => call(cx, "repeat", &[cx.pair(1, 2), Value::Int(n)]),
        _ => {
            let mut all: Vec<Value<'a>> = (0..n).map(|i| Value::Int(i - 5)).collect();
            cx.set(&mut all)
        }
    }
}

/// Grids without columns, alone or many of them.
fn thin<'a>(cx: &Cx<'a>, random: &mut Random) -> R<'a> {
    let height = random.pick(&[1usize, 1000, 65_535]);
    let grid = cx.grid(height, 0, &[])?;
    if random.chance(50) {
        return Ok(grid);
    }
    cx.tuple(&vec![grid; random.pick(&[2, 15])])
}

/// A function that gives one large value for any element at the cost of 1.
fn bound<'a>(cx: &Cx<'a>, random: &mut Random) -> R<'a> {
    let large = match random.below(3) {
        0 => block(cx, random, false)?,
        1 => many(cx, random)?,
        _ => grid(cx, random)?,
    };
    let branch = Value::Op(Op::lookup(cx.lay.dialect, "branch").expect("both dialects"));
    let once = call(cx, "rbind", &[branch, large])?;
    call(cx, "rbind", &[once, large])
}

fn function<'a>(cx: &Cx<'a>, random: &mut Random, depth: usize) -> Value<'a> {
    let ops: Vec<Op> = Op::of(cx.lay.dialect).filter(|op| op.arity() <= 2).collect();
    let op = Value::Op(random.pick(&ops));
    if depth == 0 || random.chance(60) {
        return op;
    }
    let inner = function(cx, random, depth - 1);
    let made = match random.below(4) {
        0 => call(cx, "power", &[inner, Value::Int(random.pick(&[2, 10, 256]))]),
        1 => call(cx, "compose", &[op, inner]),
        2 => call(cx, "rbind", &[op, Value::Int(random.pick(FAR))]),
        _ => call(cx, "fork", &[op, inner, inner]),
    };
    made.unwrap_or(op)
}
