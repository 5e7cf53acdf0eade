//! Golden vectors: one call of one op per line, as JSON, with what it must give.

use lang::{Dialect, Kernel, Op};
use serde_json::Value as Json;

use crate::arena::Arena;
use crate::cx::Cx;
use crate::run::Budget;
use crate::value::check::is_canonical;
use crate::value::{Fault, FuncKind, R, Value, order, text};

/// Largest step cost of one vector.
pub const STEP_LIMIT: u64 = Budget::GENEROUS.step;

/// What became of one vector.
#[derive(Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The call gave what it must.
    Passed,
    /// The call gave something else.
    Differs {
        /// What the vector says.
        expected: String,
        /// What the engine gave.
        got: String,
    },
    /// The line is no vector.
    Malformed(String),
}

/// Runs one line; returns the op name it is about and what became of it.
pub fn run_line(arena: &Arena, dialect: Dialect, line: &str) -> (String, Outcome) {
    let json: Json = match serde_json::from_str(line) {
        Ok(json) => json,
        Err(e) => return (String::new(), Outcome::Malformed(format!("not JSON: {e}"))),
    };
    let op = json["op"].as_str().unwrap_or_default().to_string();
    let outcome = run_json(arena, dialect, &op, &json).unwrap_or_else(Outcome::Malformed);
    (op, outcome)
}

fn run_json(arena: &Arena, dialect: Dialect, op: &str, json: &Json) -> Result<Outcome, String> {
    let cx = Cx::new(arena, dialect);
    let (f, args) = call(&cx, op, json)?;
    cx.start_step(STEP_LIMIT);
    let got = cx.call(f, &args);
    expect(&cx, json, got)
}

/// The function and the arguments of a vector about an op.
pub fn call<'a>(cx: &Cx<'a>, op: &str, json: &Json) -> Result<(Value<'a>, Vec<Value<'a>>), String> {
    let args = json["args"].as_array().ok_or("no list of arguments `args`")?;
    let mut args = args.iter().map(|a| value(cx, a)).collect::<Result<Vec<_>, _>>()?;
    if op != "call" {
        let named = Op::lookup(cx.lay.dialect, op).ok_or_else(|| format!("unknown op `{op}`"))?;
        return Ok((Value::Op(named), args));
    }
    match args.is_empty() {
        true => Err("`call` without a function".into()),
        false => Ok((args.remove(0), args)),
    }
}

/// Compares what a call gave with what a vector says; a value must also be in its one form.
pub fn expect<'a>(cx: &Cx<'a>, json: &Json, got: R<'a>) -> Result<Outcome, String> {
    let fine = match (json.get("out"), json.get("err"), got) {
        (Some(out), None, Ok(got)) => {
            order::equal(value(cx, out)?, got) && is_canonical(cx.lay, got)
        }
        (Some(_), None, Err(_)) => false,
        (None, Some(Json::Bool(true)), got) => got.is_err(),
        (None, Some(Json::String(kind)), got) => got.err().map(Fault::name) == Some(kind),
        _ => return Err("needs either `out` or `err`".into()),
    };
    let expected = || json.get("out").or(json.get("err")).unwrap_or(&Json::Null).to_string();
    Ok(if fine {
        Outcome::Passed
    } else {
        Outcome::Differs { expected: expected(), got: describe(cx, got) }
    })
}

/// A result as a vector would write it.
pub fn describe<'a>(cx: &Cx<'a>, got: R<'a>) -> String {
    match got {
        Ok(v) => {
            let mut out = String::new();
            text::json(cx.lay, v, &mut out);
            out
        }
        Err(fault) => format!("fault {fault}"),
    }
}

/// Reads a value in the form of the vectors.
pub fn value<'a>(cx: &Cx<'a>, json: &Json) -> Result<Value<'a>, String> {
    let fault = |f: Fault| format!("value beyond the limits ({f})");
    match json {
        Json::Bool(b) => Ok(Value::bool(*b)),
        Json::Number(n) => n.as_i64().map(Value::Int).ok_or_else(|| format!("number {n}")),
        Json::Array(items) => cx.tuple(&values(cx, items)?).map_err(fault),
        Json::Object(map) => match (map.get("set"), map.get("fn")) {
            (Some(Json::Array(items)), None) => cx.set(&mut values(cx, items)?).map_err(fault),
            (None, Some(Json::String(name))) => function(cx, name, map.get("args")),
            _ => Err("an object that is neither a set nor a function".into()),
        },
        _ => Err(format!("unexpected {json}")),
    }
}

fn values<'a>(cx: &Cx<'a>, items: &[Json]) -> Result<Vec<Value<'a>>, String> {
    items.iter().map(|v| value(cx, v)).collect()
}

fn function<'a>(cx: &Cx<'a>, name: &str, args: Option<&Json>) -> Result<Value<'a>, String> {
    let op =
        Op::lookup(cx.lay.dialect, name).ok_or_else(|| format!("unknown function `{name}`"))?;
    let Some(args) = args else { return Ok(Value::Op(op)) };
    let args = values(cx, args.as_array().ok_or("`args` of a function is no list")?)?;
    if builder_kind(op).is_none() {
        return Err(format!("`{name}` builds no functions"));
    }
    cx.op(op, &args).map_err(|f| format!("function cannot be built ({f})"))
}

/// Which function builder an op is, if it is one.
pub fn builder_kind(op: Op) -> Option<FuncKind> {
    Some(match op.kernel() {
        Kernel::Compose => FuncKind::Compose,
        Kernel::Chain => FuncKind::Chain,
        Kernel::Matcher => FuncKind::Matcher,
        Kernel::Rbind => FuncKind::Rbind,
        Kernel::Lbind => FuncKind::Lbind,
        Kernel::Power => FuncKind::Power,
        Kernel::Fork => FuncKind::Fork,
        _ => return None,
    })
}
