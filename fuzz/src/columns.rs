//! A function over a column of elements gives what it gives element by element.

use exec::arena::Arena;
use exec::cx::Cx;
use exec::value::order::equal;
use exec::value::{Value, text};
use lang::{Dialect, Op};

use crate::Verdict;
use crate::random::Random;

/// Ops that columns know, and some that they do not.
const ONE: &[&str] = &[
    "identity",
    "first",
    "last",
    "flip",
    "even",
    "positive",
    "invert",
    "double",
    "halve",
    "increment",
    "decrement",
    "crement",
    "sign",
    "toivec",
    "tojvec",
    "size",
    "initset",
];
const TWO: &[&str] = &[
    "add",
    "subtract",
    "multiply",
    "equality",
    "greater",
    "both",
    "either",
    "astuple",
    "contained",
    "divide",
    "combine",
    "insert",
];

/// Checks one random function on one random container.
pub fn check(seed: u64) -> Verdict {
    let mut random = Random::new(seed ^ 0x0063_6f6c_756d_6e73);
    let dialect = random.pick(&Dialect::ALL);
    let arena = Arena::new();
    // Making things is counted too, so that happens elsewhere.
    let maker = Cx::new(&arena, dialect);
    let (container, function) = (container(&maker, &mut random), function(&maker, &mut random, 4));
    let (by_column, by_element) = (Cx::new(&arena, dialect), Cx::new(&arena, dialect));
    let limit = if random.chance(20) { random.below(500) as u64 } else { 1 << 24 };
    let verdict = compare(&by_column, &by_element, function, container, limit);
    let same_counts = || match counts(by_column) == counts(by_element) {
        true => Ok(()),
        false => Err("columns count calls differently".to_string()),
    };
    verdict.and_then(|used| if used { same_counts() } else { Ok(()) }).map_err(|e| {
        let shown = [function, container].map(|v| text::literal(maker.lay, v, 300));
        format!("{e}: {dialect} {} on {}", shown[0], shown[1])
    })
}

fn counts(cx: Cx<'_>) -> Vec<u64> {
    cx.into_calls().iter().map(|c| c.get()).collect()
}

/// Compares values and cost; tells whether columns could be used at all.
fn compare<'a>(
    by_column: &Cx<'a>,
    by_element: &Cx<'a>,
    function: Value<'a>,
    container: Value<'a>,
    limit: u64,
) -> Result<bool, String> {
    by_column.start_step(limit);
    let column = by_column.map_column(function, container);
    if let Ok(None) = column {
        return if by_column.spent() == 0 { Ok(false) } else { Err("declining has a cost".into()) };
    }
    by_element.start_step(limit);
    let mut items = by_element.items(container).map_err(|f| format!("no container: {f}"))?;
    let Ok(Some(column)) = column else {
        let fault = items.find_map(|x| by_element.map1(&function, &x).err());
        return match (column.err(), fault) {
            (a, b) if a == b => Ok(false),
            other => Err(format!("column and elements fail as {other:?}")),
        };
    };
    for (i, x) in items.enumerate() {
        match by_element.map1(&function, &x) {
            Ok(v) if equal(v, column.get(i)) => {}
            Ok(v) => {
                let shown = [v, column.get(i)].map(|v| text::literal(by_element.lay, v, 60));
                return Err(format!("element {i} is {}, in the column {}", shown[0], shown[1]));
            }
            Err(fault) => return Err(format!("element {i} fails ({fault}), its column does not")),
        }
    }
    let (own, other) = (by_column.spent(), by_element.spent());
    if own == other { Ok(true) } else { Err(format!("columns cost {own}, elements {other}")) }
}

fn container<'a>(cx: &Cx<'a>, random: &mut Random) -> Value<'a> {
    let len = 1 + random.below(20);
    let kind = random.below(3);
    let mut elements: Vec<Value<'a>> = (0..len)
        .map(|_| match kind {
            0 => Value::Int(random.within(-128, 127)),
            1 => cx.pair(number(random), number(random)),
            _ => {
                let colour = Value::Int(random.within(0, 9));
                cx.cell(colour, number(random), number(random)).expect("a small tuple")
            }
        })
        .collect();
    let made = if kind == 0 { cx.tuple(&elements) } else { cx.set(&mut elements) };
    made.expect("a small container")
}

fn number(random: &mut Random) -> i64 {
    if random.chance(5) { random.within(-2048, 2047) } else { random.within(-3, 12) }
}

/// What a function is bound to.
fn fixed<'a>(cx: &Cx<'a>, random: &mut Random) -> Value<'a> {
    let edges = [i64::MIN, i64::MAX, i32::MAX as i64, i32::MIN as i64, 1 << 31];
    match random.below(8) {
        0 => Value::Int(random.pick(&edges)),
        1 => cx.pair(number(random), random.pick(&edges)),
        2 | 3 => cx.pair(number(random), number(random)),
        4 => container(cx, random),
        5 => Value::UNIT,
        _ => Value::Int(number(random)),
    }
}

fn function<'a>(cx: &Cx<'a>, random: &mut Random, depth: usize) -> Value<'a> {
    let named = |name: &str| Op::lookup(cx.lay.dialect, name).expect("both dialects have it");
    if depth == 0 || random.chance(25) {
        return Value::Op(named(random.pick(ONE)));
    }
    let two = |random: &mut Random| Value::Op(named(random.pick(TWO)));
    let inner = |random: &mut Random| function(cx, random, depth - 1);
    let (name, args) = match random.below(6) {
        0 => ("compose", vec![inner(random), inner(random)]),
        1 => ("chain", vec![inner(random), inner(random), inner(random)]),
        2 => ("fork", vec![two(random), inner(random), inner(random)]),
        3 => ("matcher", vec![inner(random), fixed(cx, random)]),
        4 => ("rbind", vec![two(random), fixed(cx, random)]),
        _ => ("lbind", vec![two(random), fixed(cx, random)]),
    };
    cx.start_step(u64::MAX);
    cx.op(named(name), &args).expect("a small function")
}
