//! `batt ops`: the op table, searchable and explained.

use std::collections::{BTreeMap, BTreeSet};

use lang::{Const, ConstValue, Dialect, Family, Kernel, Op, signature};
use serde_json::{Value, json};

use crate::args::ops::OpsArgs;
use crate::examples;
use crate::failure::{Exit, Failure, Outcome, Told, did_you_mean};
use crate::output::{Output, wrapped};
use crate::render::Canvas;

const INDENT: usize = 4;

/// Lists ops, or explains the one that is named.
pub fn run(args: &OpsArgs, output: &mut Output) -> Outcome {
    if args.markdown {
        output.text(&lang::ops_markdown())?;
        return Ok(Exit::Ok);
    }
    if let Some(dialect) = args.stubs {
        output.text(&lang::stub(dialect))?;
        return Ok(Exit::Ok);
    }
    let wanted = |op: &Op| args.dialect.is_none_or(|dialect| op.dialect() == dialect);
    let all: Vec<Op> = Op::all().filter(wanted).collect();
    if let [name] = args.words.as_slice() {
        let named: Vec<Op> = all.iter().copied().filter(|op| op.name() == name).collect();
        if !named.is_empty() {
            return explain(&named, output);
        }
        let constants = constants(name, args.dialect);
        if !constants.is_empty() {
            return explain_constants(&constants, output);
        }
    }
    match args.words.join(" ") {
        words if words.is_empty() => list(&all, output),
        words => search(&words, args, &all, output),
    }
}

/// Kernels that are shown with what they do, and names that are told beside them.
const BEST: usize = 5;
const MOST_NAMES: usize = 30;

/// The ops that words fit, best first; any word may.
fn search(words: &str, args: &OpsArgs, all: &[Op], output: &mut Output) -> Outcome {
    let found = lang::search(words, args.dialect);
    // A misspelt name is likelier than a word that all texts lack.
    if found.is_empty() {
        let failure = Failure::bad(format!("no op matches {words}"));
        let close = did_you_mean(words, all.iter().map(|op| op.name()));
        return Err(failure.hint(close.unwrap_or("other words may: batt ops lists all".into())));
    }
    let ops = |kernels: &[Kernel]| -> Vec<Op> {
        let of =
            |kernel: &Kernel| all.iter().copied().filter(|op| op.kernel() == *kernel).collect();
        kernels.iter().flat_map(|kernel| -> Vec<Op> { of(kernel) }).collect()
    };
    if output.json {
        return list(&ops(&found), output);
    }
    let (best, others) = found.split_at(BEST.min(found.len()));
    let named: Vec<Op> = best.iter().flat_map(|&kernel| shortest(&ops(&[kernel]))).collect();
    output.table(&rows(&named, output.width))?;
    let mut names: Vec<&str> = ops(others).iter().map(|op| op.name()).collect();
    let mut seen = BTreeSet::new();
    names.retain(|name| seen.insert(*name));
    if !names.is_empty() {
        let more = names.len().saturating_sub(MOST_NAMES);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        names.truncate(MOST_NAMES);
        output.line("")?;
        for line in wrapped(&format!("also: {}{more}", names.join(", ")), output.width.min(88)) {
            output.line(&line)?;
        }
    }
    output.line("")?;
    output.line("explain one: batt ops NAME")?;
    Ok(Exit::Ok)
}

/// The shortest of a kernel's names in each dialect.
fn shortest(ops: &[Op]) -> Vec<Op> {
    let of = |dialect| ops.iter().copied().filter(move |op| op.dialect() == dialect);
    Dialect::ALL.into_iter().filter_map(|d| of(d).min_by_key(|op| op.name().len())).collect()
}

fn list(found: &[Op], output: &mut Output) -> Outcome {
    if output.json {
        output.value(&found.iter().map(|&op| op_json(op)).collect::<Vec<_>>())?;
        return Ok(Exit::Ok);
    }
    let names = found.iter().map(|op| op.name()).collect::<BTreeSet<_>>().len();
    let mut families: BTreeMap<Family, Vec<Op>> = BTreeMap::new();
    found.iter().for_each(|&op| families.entry(op.kernel().info().family).or_default().push(op));
    for (family, ops) in families {
        let head = output.bold(&format!("{family:?}").to_lowercase());
        output.line(&head)?;
        output.table(&rows(&ops, output.width))?;
        output.line("")?;
    }
    output.line(&format!("{names} names; explain one: batt ops NAME"))?;
    Ok(Exit::Ok)
}

/// One row per name and kernel, with the dialects that have it.
fn rows(ops: &[Op], width: usize) -> Vec<Vec<String>> {
    let mut rows: Vec<(Op, Vec<Dialect>)> = Vec::new();
    for &op in ops {
        let same =
            |(other, _): &&mut (Op, _)| (other.name(), other.kernel()) == (op.name(), op.kernel());
        match rows.iter_mut().find(same) {
            Some((_, dialects)) => dialects.push(op.dialect()),
            None => rows.push((op, vec![op.dialect()])),
        }
    }
    let name = rows.iter().map(|(op, _)| op.name().len()).max().unwrap_or(0);
    let room = width.saturating_sub(name + 15).max(30);
    rows.iter().map(|(op, dialects)| row(*op, dialects, room)).collect()
}

fn row(op: Op, dialects: &[Dialect], room: usize) -> Vec<String> {
    let has = |dialect| if dialects.contains(&dialect) { dialect.name() } else { "" };
    let mark = format!("{:3} {:4}", has(Dialect::Arc), has(Dialect::Batt));
    vec![format!("  {}", op.name()), mark, shortened(&op.kernel().doc(), room)]
}

/// The first sentence, cut at a word if it is too long for a line.
fn shortened(doc: &str, room: usize) -> String {
    let sentence = doc.split_once(". ").map_or(doc, |(first, _)| first).trim_end_matches('.');
    let lines = wrapped(sentence, room.saturating_sub(2));
    match lines.as_slice() {
        [] => String::new(),
        [line] => line.clone(),
        [line, ..] => format!("{line} …"),
    }
}

/// Explains one name; dialects may mean different kernels by it.
fn explain(ops: &[Op], output: &mut Output) -> Outcome {
    if output.json {
        output.value(&ops.iter().map(|&op| op_json(op)).collect::<Vec<_>>())?;
        return Ok(Exit::Ok);
    }
    let mut kernels: Vec<Kernel> = ops.iter().map(|op| op.kernel()).collect();
    kernels.dedup();
    for (at, kernel) in kernels.iter().enumerate() {
        if at > 0 {
            output.line("")?;
        }
        let same: Vec<Op> = ops.iter().copied().filter(|op| op.kernel() == *kernel).collect();
        explain_kernel(*kernel, &same, output)?;
    }
    Ok(Exit::Ok)
}

fn explain_kernel(kernel: Kernel, ops: &[Op], output: &mut Output) -> Told {
    for op in ops {
        let dialect = output.dim(&format!("{:4}", op.dialect().name()));
        output.line(&format!("{dialect} {}", output.bold(&signature(*op))))?;
    }
    output.line("")?;
    for line in wrapped(&kernel.doc(), output.width.min(88) - INDENT) {
        output.line(&format!("{:INDENT$}{line}", ""))?;
    }
    output.line("")?;
    for (label, text) in facts(kernel, ops) {
        labelled(label, &text, output)?;
    }
    example(ops[0], output)
}

/// A call of the op with its arguments and result drawn.
fn example(op: Op, output: &mut Output) -> Told {
    let width = output.width.saturating_sub(INDENT);
    let Some(drawn) = examples::drawn(op, Canvas { width, rows: 12, ..Canvas::of(output) }) else {
        return Ok(());
    };
    output.line("")?;
    for line in drawn.lines() {
        output.line(format!("{:INDENT$}{line}", "").trim_end())?;
    }
    Ok(())
}

fn labelled(label: &str, text: &str, output: &mut Output) -> Told {
    let lines = wrapped(text, output.width.min(88).saturating_sub(16));
    for (at, line) in lines.iter().enumerate() {
        let label = if at == 0 { label } else { "" };
        output.line(&format!("{:INDENT$}{label:11} {line}", ""))?;
    }
    Ok(())
}

fn facts(kernel: Kernel, ops: &[Op]) -> Vec<(&'static str, String)> {
    let info = kernel.info();
    let errors = if info.errors == "-" { "only those common to all ops" } else { info.errors };
    let mut facts = vec![("errors", errors.to_string()), ("cost", info.cost.doc().into())];
    for op in ops {
        facts.extend(reading_texts(*op).into_iter().map(|text| ("reads", text)));
        facts.extend(op.info().zero.map(|zero| ("of 0", zero.doc())));
    }
    facts.push(("family", format!("{:?}", info.family).to_lowercase()));
    facts.push(("gpu", info.gpu.doc().into()));
    let names: Vec<String> = kernel.ops().filter(|op| !ops.contains(op)).map(called).collect();
    if !names.is_empty() {
        facts.push(("also called", names.join(", ")));
    }
    facts.dedup();
    facts
}

fn called(op: Op) -> String {
    format!("{} ({})", op.name(), op.dialect())
}

fn reading_texts(op: Op) -> Vec<String> {
    let name = |at: usize| op.params().get(at).map_or("?", |param| param.name);
    let texts = op.info().readings.iter();
    texts
        .map(|(reading, at)| format!("{} ({}): {}", name(*at), op.dialect(), reading.doc()))
        .collect()
}

fn op_json(op: Op) -> Value {
    let kernel = op.kernel();
    let info = kernel.info();
    let params: Vec<Value> = op
        .params()
        .iter()
        .map(|param| json!({ "name": param.name, "type": param.ty.to_string() }))
        .collect();
    json!({
        "name": op.name(), "dialect": op.dialect().name(), "signature": signature(op),
        "params": params, "optional": op.info().optional, "returns": op.returns().to_string(),
        "kernel": kernel.name(), "doc": kernel.doc(), "errors": info.errors,
        "family": format!("{:?}", info.family), "cost": format!("{:?}", info.cost),
        "gpu": format!("{:?}", info.gpu), "readings": reading_texts(op),
        "example": examples::example_of(op), "of_zero": op.info().zero.map(lang::Zero::doc),
    })
}

fn constants(name: &str, dialect: Option<Dialect>) -> Vec<Const> {
    let dialects = Dialect::ALL.into_iter().filter(|d| dialect.is_none_or(|wanted| wanted == *d));
    dialects.filter_map(|dialect| Const::lookup(dialect, name)).collect()
}

fn explain_constants(constants: &[Const], output: &mut Output) -> Outcome {
    let value = |constant: &Const| match constant.value() {
        ConstValue::Int(n) => n.to_string(),
        ConstValue::Pair(i, j) => format!("({i}, {j})"),
    };
    if output.json {
        let row = |c: &Const| {
            json!({ "name": c.name(), "dialect": c.info().dialect.name(),
            "value": value(c), "group": format!("{:?}", c.info().group) })
        };
        output.value(&constants.iter().map(row).collect::<Vec<_>>())?;
        return Ok(Exit::Ok);
    }
    for constant in constants {
        let dialect = output.dim(&format!("{:4}", constant.info().dialect.name()));
        let group = format!("{:?}", constant.info().group).to_lowercase();
        let name = output.bold(constant.name());
        output.line(&format!("{dialect} {name} = {}  (constant, {group})", value(constant)))?;
    }
    Ok(Exit::Ok)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_op_is_listed_with_a_text() {
        assert!(Op::all().all(|op| !row(op, &[op.dialect()], 60)[2].is_empty()));
    }
}
