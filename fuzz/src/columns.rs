//! A compiled function gives what walking its tree for every element gives: values, failures, cost and calls.

use exec::arena::Arena;
use exec::cx::Cx;
use exec::value::{Fault, Value, text};
use judge::{Generator, Random, Style};
use lang::{Dialect, Op};

use crate::Verdict;

/// Ops with instructions for columns, and some without.
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
    "neighbors",
    "vfrontier",
    "height",
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
    "shift",
    "shoot",
    "recolor",
    "connect",
    "manhattan",
    "intersection",
    "difference",
];

/// Ops that map a function over a container, and whether the function comes last.
const MAPPING: &[(&str, bool)] = &[
    ("apply", false),
    ("mapply", false),
    ("sfilter", true),
    ("mfilter", true),
    ("argmax", true),
    ("valmin", true),
    ("order", true),
];

/// What was given, its cost up to the budget, and the calls of each op.
type Answers = (Result<String, Fault>, u64, Vec<u64>);

/// Checks one random function on one random container.
pub fn check(seed: u64) -> Verdict {
    let mut random = Random::new(seed ^ 0x0063_6f6c_756d_6e73);
    let dialect = random.pick(&Dialect::ALL);
    let arena = Arena::new();
    let maker = Cx::new(&arena, dialect);
    let mut generator = Generator::new(&maker, random, Style::Wild);
    let container = container(&mut generator);
    let function = function(&mut generator, container);
    let mut random = generator.random;
    let (name, is_last) = random.pick(MAPPING);
    let op = Op::lookup(dialect, name).ok_or("no such op")?;
    let args = if is_last { [container, function] } else { [function, container] };
    let limit = if random.chance(20) { random.below(500) as u64 } else { 1 << 24 };
    let [compiled, walked] = [false, true].map(|trees| answers(&arena, op, &args, limit, trees));
    // Where the budget ends a step, calls that were not made yet may have been counted.
    let is_same = match compiled.0 {
        Err(Fault::Budget) => (&compiled.0, compiled.1) == (&walked.0, walked.1),
        _ => compiled == walked,
    };
    let shown = || [function, container].map(|v| text::literal(maker.lay, v, 300));
    let (a, b) = ((&compiled.0, compiled.1), (&walked.0, walked.1));
    match is_same {
        true => Ok(()),
        false => Err(format!("{dialect} {name} of {:?}: compiled {a:?}, by trees {b:?}", shown())),
    }
}

fn answers<'a>(arena: &'a Arena, op: Op, args: &[Value<'a>], limit: u64, trees: bool) -> Answers {
    let cx = Cx::new(arena, op.dialect());
    cx.start_step(limit);
    if trees {
        cx.walk_trees();
    }
    let out = cx.op(op, args).map(|v| text::literal(cx.lay, v, usize::MAX));
    let cost = cx.spent().min(limit);
    (out, cost, cx.into_calls().iter().map(|calls| calls.get()).collect())
}

fn container<'a>(generator: &mut Generator<'_, 'a>) -> Value<'a> {
    let odd = generator.random.one_in(4);
    generator.style = if odd { Style::Wild } else { Style::Tame };
    let made = match generator.random.below(4) {
        0 => {
            let numbers = (0..1 + generator.random.below(20)).map(|_| generator.number());
            let numbers: Vec<_> = numbers.map(Value::Int).collect();
            generator.cx.tuple(&numbers).unwrap_or(Value::UNIT)
        }
        3 => {
            let objects = (0..1 + generator.random.below(12)).map(|_| generator.patch(true));
            let mut objects: Vec<_> = objects.collect();
            generator.cx.set(&mut objects).unwrap_or(Value::EMPTY)
        }
        kind => generator.patch(kind == 1),
    };
    generator.style = Style::Wild;
    made
}

/// A function of any ops or of those of columns, most of the time one that takes some element.
fn function<'a>(generator: &mut Generator<'_, 'a>, container: Value<'a>) -> Value<'a> {
    let known = |op: &Op| ONE.contains(&op.name()) || TWO.contains(&op.name());
    if generator.random.chance(60) {
        generator.ops.retain(known);
    }
    let elements: Vec<_> = generator.cx.items(container).into_iter().flatten().collect();
    let element = generator.random.choose(&elements).unwrap_or(Value::UNIT);
    match generator.random.chance(80) {
        true => generator.function(&[element], 4, |_| true),
        false => generator.candidate(&[element], 4),
    }
}
