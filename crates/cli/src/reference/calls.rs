//! Random calls of every op, by the engine and by the reference.

use std::time::Instant;

use exec::arena::Arena;
use exec::cx::Cx;
use exec::data::{Dataset, TaskGrid};
use exec::value::{Fault, R, Value};
use exec::vectors::{self, STEP_LIMIT, builder_kind, describe};
use judge::{Generator, Random, Style};
use lang::{Dialect, Kernel, Op};
use serde_json::{Value as Json, json};

use super::python::{Python, Reply};
use super::{Ours, agree, documented, ours_text, short, theirs_text};
use crate::failure::Failure;

/// Grids are cut to this height and width: Python must stay quick.
const SIDE: usize = 8;

/// Memory that is kept between calls.
const KEEP_BYTES: usize = 1 << 20;

/// A call in the form of the golden vectors: op and arguments.
type Call = (&'static str, Vec<Json>);

/// A call on which engine and reference differ.
pub struct Difference {
    /// The op, or the builder of the function that is called.
    pub op: &'static str,
    /// The call with what the reference gives: a golden vector, if it were right.
    pub vector: Json,
    /// Its arguments, shortened.
    pub args: String,
    /// What the engine gives.
    pub ours: String,
    /// What the reference gives.
    pub theirs: String,
    /// Why it is no defect, if it is none.
    pub reason: Option<&'static str>,
}

/// What the random calls found.
#[derive(Default)]
pub struct Called {
    /// Calls made.
    pub calls: usize,
    /// Calls with equal outcomes.
    pub equal: usize,
    /// Calls where both fail; they are among the equal ones.
    pub both_fail: usize,
    /// Ops that were called.
    pub ops: usize,
    /// Ops that were not called: the reference has none of this name, or too few calls.
    pub without: Vec<&'static str>,
    /// Differences that are on purpose.
    pub documented: Vec<Difference>,
    /// Defects.
    pub different: Vec<Difference>,
    /// Time of the engine, reading and writing values included.
    pub our_seconds: f64,
    /// Time of the reference, sets in canonical order.
    pub their_seconds: f64,
}

/// Makes `count` calls, each op in turn.
pub fn compare(
    data: &Dataset,
    count: usize,
    seed: u64,
    python: &mut Python,
) -> Result<Called, Failure> {
    let known = |op: &Op| python.names.iter().any(|name| name == op.name());
    let (ops, unknown): (Vec<Op>, Vec<Op>) = Op::of(Dialect::Arc).partition(known);
    let calls = generate(data, &ops, count, seed);
    let uncalled = ops.iter().skip(calls.len()).chain(&unknown);
    let mut called = Called {
        calls: calls.len(),
        ops: ops.len().min(calls.len()),
        without: uncalled.map(|op| op.name()).collect(),
        ..Called::default()
    };
    let (started, mut arena) = (Instant::now(), Arena::new());
    let ours: Vec<_> = calls.iter().map(|(_, call)| run_ours(&mut arena, call)).collect();
    called.our_seconds = started.elapsed().as_secs_f64();
    let before = python.seconds;
    let theirs = python.compute(calls.iter().map(|(_, call)| request(call)).collect())?;
    called.their_seconds = python.seconds - before;
    for (((op, call), ours), theirs) in calls.iter().zip(ours).zip(&theirs) {
        called.add(*op, call, ours, theirs);
    }
    Ok(called)
}

/// Calls of each op in turn, with values that are found in grids of the data.
fn generate(data: &Dataset, ops: &[Op], count: usize, seed: u64) -> Vec<(Op, Call)> {
    let samples = data.tasks.iter().flat_map(|task| task.samples());
    let grids: Vec<&TaskGrid> =
        samples.flat_map(|s| [Some(&s.input), s.output.as_ref()]).flatten().collect();
    let (mut random, mut arena) = (Random::new(seed), Arena::new());
    let mut calls = Vec::new();
    for &op in ops.iter().cycle().take(if grids.is_empty() { 0 } else { count }) {
        arena.reset(KEEP_BYTES);
        let cx = Cx::new(&arena, Dialect::Arc);
        let grid = window(&cx, random.pick(&grids), &mut random);
        let mut generator = Generator::new(&cx, random, Style::Tame);
        generator.look_at(grid.unwrap_or(Value::UNIT));
        let (function, args) = generator.call(op);
        let name = if builder_kind(op).is_some() { "call" } else { op.name() };
        let function = builder_kind(op).map(|_| function);
        let args = function.into_iter().chain(args).map(|v| written(&cx, v)).collect();
        calls.push((op, (name, args)));
        random = generator.random;
    }
    calls
}

/// A part of a grid that is small enough.
fn window<'a>(cx: &Cx<'a>, grid: &TaskGrid, random: &mut Random) -> R<'a> {
    let (height, width) = (grid.height().min(SIDE), grid.width().min(SIDE));
    let top = random.below(grid.height() - height + 1);
    let left = random.below(grid.width() - width + 1);
    let rows = grid.rows().skip(top).take(height);
    let cells: Vec<i8> = rows.flat_map(|row| &row[left..left + width]).copied().collect();
    cx.grid(height, width, cx.arena.copy(&cells))
}

/// What the engine gives. A function that cannot be built fails in Python too, when it is built or
/// called.
fn run_ours(arena: &mut Arena, (op, args): &Call) -> Ours {
    arena.reset(KEEP_BYTES);
    let cx = Cx::new(arena, Dialect::Arc);
    let (function, args) =
        vectors::call(&cx, op, &json!({ "args": args })).map_err(|_| Fault::Type)?;
    cx.start_step(STEP_LIMIT);
    Ok(written(&cx, cx.call(function, &args)?))
}

fn written<'a>(cx: &Cx<'a>, v: Value<'a>) -> Json {
    serde_json::from_str(&describe(cx, Ok(v))).unwrap_or_default()
}

fn request((op, args): &Call) -> Json {
    json!({ "call": op, "args": args, "canonical": true })
}

impl Called {
    fn add(&mut self, op: Op, call: &Call, ours: Ours, theirs: &Reply) {
        if agree(&ours, theirs) {
            self.equal += 1;
            self.both_fail += usize::from(ours.is_err());
            return;
        }
        let reason = documented(&ours, theirs).or_else(|| documented_call(op, call, &ours, theirs));
        let difference = Difference {
            op: op.name(),
            vector: vector(call, theirs),
            args: call.1.iter().map(short).collect::<Vec<_>>().join(", "),
            ours: ours_text(&ours),
            theirs: theirs_text(theirs),
            reason,
        };
        match reason {
            Some(_) => self.documented.push(difference),
            None => self.different.push(difference),
        }
    }
}

fn vector((op, args): &Call, theirs: &Reply) -> Json {
    match theirs {
        Reply::Value(out) => json!({ "op": op, "args": args, "out": out }),
        _ => json!({ "op": op, "args": args, "err": true }),
    }
}

/// Known differences of single ops.
fn documented_call(op: Op, call: &Call, ours: &Ours, theirs: &Reply) -> Option<&'static str> {
    let is_value = matches!(theirs, Reply::Value(_));
    match op.kernel() {
        Kernel::Occurrences if call.1.get(1).is_some_and(is_empty) => {
            Some("an empty object occurs on the border line too")
        }
        _ if is_value && is_arithmetic(op) && matches!(ours, Err(Fault::Type)) => {
            Some("arithmetic needs integers; Python joins or repeats nested tuples")
        }
        _ if *theirs == Reply::Late => Some("the reference gave no answer in time"),
        _ => None,
    }
}

fn is_empty(v: &Json) -> bool {
    v.get("set").unwrap_or(v).as_array().is_some_and(Vec::is_empty)
}

fn is_arithmetic(op: Op) -> bool {
    op.returns() == lang::Ty::Numerical || op.kernel() == Kernel::Hconcat
}

#[cfg(test)]
mod tests {
    use super::*;

    fn calls(seed: u64) -> Vec<(Op, Call)> {
        let ops: Vec<Op> = Op::of(Dialect::Arc).collect();
        let data = crate::sources::embedded().unwrap();
        generate(&data, &ops, 5 * ops.len(), seed)
    }

    #[test]
    fn most_calls_of_every_op_give_a_value() {
        let mut arena = Arena::new();
        let calls = calls(1);
        let fine = |(_, call): &&(Op, Call)| run_ours(&mut arena, call).is_ok();
        let values: Vec<_> = calls.iter().filter(fine).map(|(op, _)| op.name()).collect();
        let missing: Vec<_> =
            Op::of(Dialect::Arc).filter(|op| !values.contains(&op.name())).collect();
        assert!(missing.is_empty(), "{missing:?}");
        assert!(values.len() > 9 * calls.len() / 10, "{} of {}", values.len(), calls.len());
    }

    #[test]
    fn a_seed_gives_the_same_calls_again() {
        assert_eq!(calls(7), calls(7));
        assert_ne!(calls(7), calls(8));
    }
}
