//! One op on arguments that are huge, far away, deep, empty or of the wrong kind.
//!
//! Whatever it is given, an op ends soon: with a value in canonical form or with a fault.

use std::time::{Duration, Instant};

use exec::arena::Arena;
use exec::cx::Cx;
use exec::run::Budget;
use exec::value::check::is_canonical;
use exec::value::{Value, text};
use judge::{Generator, Random, Style};
use lang::{Dialect, Op};

use crate::Verdict;

/// Time that one call within the budget of a step may take, in the slowest build.
const SLOW: Duration = Duration::from_secs(if cfg!(debug_assertions) { 60 } else { 15 });

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
    let args = Generator::new(&cx, random, Style::Huge).args(op);
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
