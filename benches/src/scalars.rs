//! Small ops: as steps of a program, and inside mapped functions.

use exec::arena::Arena;
use exec::cx::Cx;
use exec::data::TaskGrid;
use exec::plan::Plan;
use exec::run::{Inputs, Rules, Worker};
use exec::vectors;
use lang::{Dialect, Op};
use serde_json::{Value as Json, json};

use crate::calls;
use crate::report::{CalledFrom, ScalarTime};
use crate::timing::best_mean;

/// Elements of a container that a function is mapped over.
const ELEMENTS: usize = 100;

/// Times that a chain of steps repeats its expressions.
const LINKS: usize = 500;

/// Chains of steps; `@` is the value of the step before.
const CHAINS: &[&[&str]] = &[
    &["add(@, ONE)"],
    &["subtract(@, ONE)"],
    &["multiply(@, NEG_ONE)"],
    &["divide(@, ONE)"],
    &["invert(@)"],
    &["increment(@)"],
    &["crement(@)"],
    &["halve(@)"],
    &["sign(@)"],
    &["even(@)"],
    &["flip(@)"],
    &["positive(@)"],
    &["equality(@, TWO)"],
    &["greater(@, TWO)"],
    &["both(@, ONE)"],
    &["either(@, ZERO)"],
    &["branch(@, ONE, TWO)"],
    &["identity(@)"],
    &["toivec(@)", "first(@)"],
    &["astuple(ONE, @)", "last(@)"],
    &["astuple(@, TWO)", "add(@, UNITY)", "first(@)"],
];

/// A container and functions for it: the op that maps, the function, calls per element.
type Mapped = (CalledFrom, &'static str, fn() -> Json, fn() -> Vec<(&'static str, Json, usize)>);

const MAPPED: &[Mapped] = &[
    (CalledFrom::Packed, "set of cells", || json!({ "set": cells() }), cell_functions),
    (CalledFrom::Packed, "set of positions", || json!({ "set": positions() }), position_functions),
    (CalledFrom::General, "tuple of cells", || json!(cells()), cell_functions),
    (CalledFrom::General, "tuple of integers above 1000", || json!(integers()), integer_functions),
];

/// Times all of them, for at least `seconds` a round.
pub fn all(seconds: f64) -> Result<Vec<ScalarTime>, String> {
    let mut out = CHAINS.iter().map(|c| chain(c, seconds)).collect::<Result<Vec<_>, _>>()?;
    for (place, name, container, functions) in MAPPED {
        for (op, function, calls) in functions() {
            let ns = mapped(op, &function, &container(), calls, seconds)?;
            let what = format!("{} over a {name}", shown(op, &function));
            out.push(ScalarTime { place: *place, what, ns });
        }
    }
    Ok(out)
}

// ---- as steps

fn chain(expressions: &[&str], seconds: f64) -> Result<ScalarTime, String> {
    let parsed = lang::parse(program(expressions).as_bytes(), "chain.py", Some(Dialect::Arc));
    let program = parsed.programs.first().ok_or("a chain of steps does not parse")?;
    let plan = Plan::new(&program.dag);
    let input = TaskGrid::new(3, 3, vec![1; 9]).ok_or("no grid")?;
    let inputs = Inputs { demo: &[], input: &input, target: None };
    let mut worker = Worker::default();
    let mut run =
        || worker.run(&plan, inputs, Rules::default(), |run| run.outcomes()[0].result.is_ok());
    if !run() {
        return Err(format!("a chain of {expressions:?} fails"));
    }
    let ns = best_mean(seconds, plan.steps.len(), || {
        run();
    });
    Ok(ScalarTime { place: CalledFrom::Step, what: expressions.join(", ").replace('@', "x"), ns })
}

fn program(expressions: &[&str]) -> String {
    let mut text = String::from("def solve_00000000(I):\n    x0 = height(I)\n");
    for i in 0..LINKS * expressions.len() {
        let expression = expressions[i % expressions.len()];
        let expression = expression.replace('@', &format!("x{i}"));
        text += &format!("    x{} = {expression}\n", i + 1);
    }
    text + &format!("    return x{}\n", LINKS * expressions.len())
}

// ---- inside mapped functions

fn mapped(
    op: &str,
    function: &Json,
    container: &Json,
    calls: usize,
    seconds: f64,
) -> Result<f64, String> {
    let arena = Arena::new();
    let cx = Cx::new(&arena, Dialect::Arc);
    let function = vectors::value(&cx, function)?;
    let container = vectors::value(&cx, container)?;
    let args = if op == "apply" { [function, container] } else { [container, function] };
    let op = Op::lookup(Dialect::Arc, op).ok_or("unknown op")?;
    cx.op(op, &args).map_err(|fault| format!("{} fails: {fault}", op.name()))?;
    Ok(best_mean(seconds, ELEMENTS * calls, || calls::run(&cx, op, &args)))
}

fn positions() -> Vec<Json> {
    (0..ELEMENTS).map(|i| json!([i / 10, i % 10])).collect()
}

fn cells() -> Vec<Json> {
    positions().into_iter().enumerate().map(|(i, place)| json!([i * 7 % 10, place])).collect()
}

fn integers() -> Vec<Json> {
    (0..ELEMENTS).map(|i| json!(1000 + i)).collect()
}

fn cell_functions() -> Vec<(&'static str, Json, usize)> {
    let is_five = build("matcher", &[op("first"), json!(5)]);
    let row = build("compose", &[op("first"), op("last")]);
    vec![
        ("apply", op("first"), 1),
        ("apply", op("last"), 1),
        ("sfilter", is_five.clone(), 2),
        ("sfilter", build("compose", &[op("flip"), is_five]), 3),
        ("sfilter", build("compose", &[bound("greater", json!(4)), row]), 3),
        ("apply", build("compose", &[bound("add", json!([1, 2])), op("last")]), 2),
    ]
}

fn position_functions() -> Vec<(&'static str, Json, usize)> {
    vec![
        ("apply", op("first"), 1),
        ("apply", op("increment"), 1),
        ("apply", bound("add", json!([1, 2])), 1),
        ("apply", bound("multiply", json!([2, 3])), 1),
        ("sfilter", build("matcher", &[op("first"), json!(5)]), 2),
        ("sfilter", build("fork", &[op("equality"), op("first"), op("last")]), 3),
    ]
}

fn integer_functions() -> Vec<(&'static str, Json, usize)> {
    vec![
        ("apply", op("increment"), 1),
        ("apply", bound("add", json!(3)), 1),
        ("sfilter", bound("greater", json!(1050)), 1),
        ("sfilter", build("compose", &[op("even"), op("halve")]), 2),
        ("sfilter", build("matcher", &[op("double"), json!(2100)]), 2),
    ]
}

fn op(name: &str) -> Json {
    json!({ "fn": name })
}

fn build(name: &str, args: &[Json]) -> Json {
    json!({ "fn": name, "args": args })
}

fn bound(name: &str, fixed: Json) -> Json {
    build("rbind", &[op(name), fixed])
}

/// A call of a mapping op as a program writes it, the container left out.
fn shown(op: &str, function: &Json) -> String {
    format!("{op} of {}", text(function))
}

fn text(value: &Json) -> String {
    let list = |items: &[Json]| items.iter().map(text).collect::<Vec<_>>().join(", ");
    match value {
        Json::Array(items) => format!("({})", list(items)),
        Json::Object(map) => {
            let name = map["fn"].as_str().unwrap_or_default();
            let args = map.get("args").and_then(Json::as_array);
            args.map_or(name.into(), |args| format!("{name}({})", list(args)))
        }
        other => other.to_string(),
    }
}
