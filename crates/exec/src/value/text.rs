//! Values as text: the literal form that people read, and JSON as vectors write it.

use std::fmt::Write;

use super::{Func, Items, Layout, Value};

/// What kind of value it is, in a word.
pub fn kind(v: Value<'_>) -> &'static str {
    match v {
        Value::Int(_) => "integer",
        Value::Pair(..) => "pair",
        Value::Cell(_) => "cell",
        Value::Grid(_) => "grid",
        Value::Row(_) | Value::Tuple(_) => "tuple",
        Value::Cells(_) => "object",
        Value::Poses(_) => "indices",
        Value::Bits(_) | Value::Set(_) => "set",
        Value::Op(_) | Value::Func(_) | Value::AnyFn | Value::Host(_) => "function",
    }
}

/// Writes a value as Python would print it, sets in canonical order as `{…}`, cut short after
/// about `limit` characters.
pub fn literal(lay: Layout, v: Value<'_>, limit: usize) -> String {
    let mut out = String::new();
    write_literal(lay, v, limit, &mut out);
    if out.chars().count() > limit {
        out = out.chars().take(limit).collect();
        out.push('…');
    }
    out
}

fn write_literal(lay: Layout, v: Value<'_>, limit: usize, out: &mut String) {
    if out.len() > limit.saturating_mul(4) {
        return;
    }
    match v {
        Value::Int(n) => write!(out, "{n}").unwrap_or(()),
        Value::Op(op) => out.push_str(op.name()),
        Value::AnyFn => out.push_str("nothing"),
        Value::Host(host) => write!(out, "host{}", host.id).unwrap_or(()),
        Value::Func(Func { op, kind, args, .. }) => {
            out.push_str(op.name());
            write_elements(lay, "(", args[..kind.args()].iter().copied(), ")", limit, out);
        }
        _ => {
            let Ok(items) = Items::of(lay, v) else { return };
            let (open, close) = match (v.is_set(), items.len()) {
                (true, _) => ("{", "}"),
                (false, 1) => ("(", ",)"),
                (false, _) => ("(", ")"),
            };
            write_elements(lay, open, items, close, limit, out);
        }
    }
}

fn write_elements<'a>(
    lay: Layout,
    open: &str,
    items: impl Iterator<Item = Value<'a>>,
    close: &str,
    limit: usize,
    out: &mut String,
) {
    out.push_str(open);
    for (i, v) in items.enumerate() {
        if i > 0 {
            out.push_str(", ");
        }
        if out.len() > limit.saturating_mul(4) {
            return;
        }
        write_literal(lay, v, limit, out);
    }
    out.push_str(close);
}

/// Writes a value as JSON in the form of the golden vectors.
pub fn json(lay: Layout, v: Value<'_>, out: &mut String) {
    match v {
        Value::Int(n) => write!(out, "{n}").unwrap_or(()),
        Value::Op(op) => write!(out, "{{\"fn\":\"{}\"}}", op.name()).unwrap_or(()),
        Value::AnyFn => out.push_str("{\"fn\":null}"),
        Value::Host(host) => write!(out, "{{\"host\":{}}}", host.id).unwrap_or(()),
        Value::Func(f) => {
            write!(out, "{{\"fn\":\"{}\",\"args\":", f.op.name()).unwrap_or(());
            json_elements(lay, f.args[..f.kind.args()].iter().copied(), out);
            out.push('}');
        }
        _ => {
            let Ok(items) = Items::of(lay, v) else { return };
            if v.is_set() {
                out.push_str("{\"set\":");
            }
            json_elements(lay, items, out);
            if v.is_set() {
                out.push('}');
            }
        }
    }
}

fn json_elements<'a>(lay: Layout, items: impl Iterator<Item = Value<'a>>, out: &mut String) {
    out.push('[');
    for (i, v) in items.enumerate() {
        if i > 0 {
            out.push(',');
        }
        json(lay, v, out);
    }
    out.push(']');
}
