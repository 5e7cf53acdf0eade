//! Random calls of every op, by the engine and by the reference.

use std::time::Instant;

use exec::data::Dataset;
use exec::value::Fault;
use lang::{Dialect, Kernel, Op};
use serde_json::{Value as Json, json};

use super::generate::{Call, Generator};
use super::pool::{Engine, Rng, elements, scenes};
use super::python::{Python, Reply};
use super::{Ours, agree, documented, ours_text, short, theirs_text};
use crate::failure::Failure;

/// Grids that arguments come from.
const SCENES: usize = 40;

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
    let mut engine = Engine::new();
    let calls = generate(data, &ops, count, seed, &mut engine);
    let uncalled = ops.iter().skip(calls.len()).chain(&unknown);
    let mut called = Called {
        calls: calls.len(),
        ops: ops.len().min(calls.len()),
        without: uncalled.map(|op| op.name()).collect(),
        ..Called::default()
    };
    let started = Instant::now();
    let ours: Vec<_> = calls.iter().map(|(_, (op, args))| engine.call(op, args)).collect();
    called.our_seconds = started.elapsed().as_secs_f64();
    let before = python.seconds;
    let theirs = python.compute(calls.iter().map(|(_, call)| request(call)).collect())?;
    called.their_seconds = python.seconds - before;
    for (((op, call), ours), theirs) in calls.iter().zip(ours).zip(&theirs) {
        called.add(*op, call, ours, theirs);
    }
    Ok(called)
}

fn generate(
    data: &Dataset,
    ops: &[Op],
    count: usize,
    seed: u64,
    engine: &mut Engine,
) -> Vec<(Op, Call)> {
    let mut rng = Rng::new(seed);
    let scenes = scenes(data, SCENES, &mut rng, engine);
    let next = |op: &Op| {
        let scene = scenes.get(rng.below(scenes.len()))?;
        Some((*op, Generator::new(scene, &mut rng).call(*op)))
    };
    ops.iter().cycle().take(count).filter_map(next).collect()
}

fn request((op, args): &Call) -> Json {
    json!({ "call": op, "args": args, "canonical": true })
}

impl Called {
    fn add(&mut self, op: Op, call: &Call, ours: Result<Ours, String>, theirs: &Reply) {
        let ours = match ours {
            Ok(ours) => ours,
            // A function that cannot be built fails in Python too, when it is built or called.
            Err(_) => Err(Fault::Type),
        };
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
        Kernel::Occurrences if call.1.get(1).is_some_and(|o| elements(o).is_empty()) => {
            Some("an empty object occurs on the border line too")
        }
        _ if is_value && is_arithmetic(op) && matches!(ours, Err(Fault::Type)) => {
            Some("arithmetic needs integers; Python joins or repeats nested tuples")
        }
        _ if *theirs == Reply::Late => Some("the reference gave no answer in time"),
        _ => None,
    }
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
        generate(&data, &ops, 5 * ops.len(), seed, &mut Engine::new())
    }

    #[test]
    fn every_op_is_called_with_arguments_that_can_be_read() {
        let mut engine = Engine::new();
        let mut values = 0;
        for (op, (name, args)) in calls(1) {
            let out = engine.call(name, &args);
            assert!(out.is_ok(), "{}: {out:?} {args:?}", op.name());
            values += usize::from(matches!(out, Ok(Ok(_))));
        }
        assert!(values > 4 * 160, "most calls give a value: {values}");
    }

    #[test]
    fn a_seed_gives_the_same_calls_again() {
        assert_eq!(calls(7), calls(7));
        assert_ne!(calls(7), calls(8));
    }
}
