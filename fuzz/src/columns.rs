//! A function over a column of elements gives what it gives element by element.

use exec::arena::Arena;
use exec::cx::Cx;
use exec::value::order::equal;
use exec::value::{Value, text};
use judge::{Generator, Random, Style};
use lang::{Dialect, Op};

use crate::Verdict;

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
    let mut generator = Generator::new(&maker, random, Style::Wild);
    let container = container(&mut generator);
    let function = function(&mut generator, container);
    let mut random = generator.random;
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

fn container<'a>(generator: &mut Generator<'_, 'a>) -> Value<'a> {
    let odd = generator.random.one_in(4);
    generator.style = if odd { Style::Wild } else { Style::Tame };
    let made = match generator.random.below(3) {
        0 => {
            let numbers = (0..1 + generator.random.below(20)).map(|_| generator.number());
            let numbers: Vec<_> = numbers.map(Value::Int).collect();
            generator.cx.tuple(&numbers).unwrap_or(Value::UNIT)
        }
        kind => generator.patch(kind == 1),
    };
    generator.style = Style::Wild;
    made
}

/// A function of ops that columns know, most of the time one that takes some element.
fn function<'a>(generator: &mut Generator<'_, 'a>, container: Value<'a>) -> Value<'a> {
    let known = |op: &Op| ONE.contains(&op.name()) || TWO.contains(&op.name());
    generator.ops.retain(known);
    let elements: Vec<_> = generator.cx.items(container).into_iter().flatten().collect();
    let element = generator.random.choose(&elements).unwrap_or(Value::UNIT);
    match generator.random.chance(80) {
        true => generator.function(&[element], 4, |_| true),
        false => generator.candidate(&[element], 4),
    }
}
