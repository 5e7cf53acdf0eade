//! Steps that read no parameter, hence give the same on every sample: a plan that runs on many
//! samples computes them once. Before samples are sent to a device, those that read S alone are
//! computed as well, once for each task (on the CPU see `tasks`).
//!
//! Only what succeeds is kept. A constant step that fails is run on every sample, so that policies
//! treat it as any other.

use std::fmt;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use lang::Input;

use super::sources::demo_pairs;
use crate::arena::Arena;
use crate::cx::{Cx, Noted};
use crate::data::Sample;
use crate::plan::{Plan, Slot, Source, Step};
use crate::run::{call, constant_value};
use crate::value::{Fault, R, Value};

/// Runs of a plan before its constant steps are kept. That takes some times as long as running
/// them, so a plan that runs on the few samples of one task goes without.
const RUNS_BEFORE: u32 = 4;

/// Largest cost of a constant step that is kept.
const STEP_LIMIT: u64 = 1 << 16;

/// Largest cost of all constant steps that are kept, so that no sample waits long for them.
const TOTAL_LIMIT: u64 = 1 << 20;

/// Largest memory for their values.
const BYTES_LIMIT: usize = 1 << 20;

/// First chunk of memory: most plans have few constants.
const FIRST_CHUNK: usize = 4 << 10;

/// What a step gives wherever it is run, before any policy looks at it.
#[derive(Clone, Copy)]
pub(crate) struct Constant<'a> {
    pub(crate) out: R<'a>,
    pub(crate) cost: u64,
    pub(crate) calls: Noted<'a>,
}

/// The constant steps of a plan.
///
/// Invariant: every value in `known` lies in `arena` or in the value itself.
pub(crate) struct Constants {
    /// By number of the constant step. The memory lives as long as `arena`; no value leaves with a
    /// longer life.
    known: Vec<Option<Constant<'static>>>,
    dearest: u64,
    #[expect(dead_code, reason = "owns the memory of the values")]
    arena: Arena,
}

// SAFETY: the pointers in the values go into the arena, which moves with them.
unsafe impl Send for Constants {}

// SAFETY: values are data that nobody changes, and the arena is not touched until it is dropped.
unsafe impl Sync for Constants {}

impl Constants {
    fn new(plan: &Plan) -> Constants {
        let arena = Arena::starting_with(FIRST_CHUNK);
        // SAFETY: what uses the arena ends before it moves, and the values that stay go with it.
        let lasting: &'static Arena = unsafe { &*std::ptr::from_ref(&arena) };
        let known = Computing::new(lasting, plan).all();
        let dearest = known.iter().flatten().map(|constant| constant.cost).max().unwrap_or(0);
        Constants { known, dearest, arena }
    }

    /// The largest cost of a step: under a smaller limit none of them may be used.
    pub(crate) fn dearest(&self) -> u64 {
        self.dearest
    }

    /// What the constant step of a number gives, if that is known.
    #[inline]
    pub(crate) fn of<'a>(&'a self, number: usize) -> Option<&'a Constant<'a>> {
        self.known.get(number)?.as_ref()
    }
}

/// What the steps of a plan give that read S and no other parameter, and what they cost, as far as that is within the limits.
pub(super) fn of_task<'a>(
    plan: &'a Plan,
    demo: &'a [Sample],
    arena: &'a Arena,
    limit: u64,
) -> Vec<(Slot, Value<'a>, u64)> {
    let mut computing = Computing::new(arena, plan);
    let s = plan.sources.iter().position(|source| *source == Source::Input(Input::S));
    let Some(s) = s else { return Vec::new() };
    computing.values[s] = demo_pairs(&computing.cx, demo).ok();
    computing.limit = limit.min(STEP_LIMIT);
    let mut given = Vec::new();
    for slot in plan.step_slots() {
        let Some(step) = plan.step(slot) else { continue };
        let values = &mut computing.values;
        if step.constant().is_some() {
            values[slot.index()] = plan.constant(step, limit).map(|(value, _)| value);
        } else if plan.args(step).iter().all(|arg| values[arg.index()].is_some()) {
            let Some(known) = computing.compute(step) else { continue };
            let Ok(value) = known.out else { continue };
            computing.values[slot.index()] = Some(value);
            given.push((slot, value, known.cost));
        }
        if computing.is_enough() {
            break;
        }
    }
    given
}

/// Computes steps of a plan that read no parameter, or S alone.
struct Computing<'p, 'a> {
    plan: &'p Plan,
    cx: Cx<'a>,
    /// By slot: what is known and ok.
    values: Vec<Option<Value<'a>>>,
    limit: u64,
    spent: u64,
}

impl<'p, 'a> Computing<'p, 'a> {
    fn new(arena: &'a Arena, plan: &'p Plan) -> Computing<'p, 'a> {
        let cx = Cx::new(arena, plan.dialect);
        let source = |source| constant_value(&cx, source).and_then(Result::ok);
        let mut values: Vec<_> = plan.sources.iter().map(source).collect();
        values.resize(plan.slots(), None);
        Computing { plan, cx, values, limit: STEP_LIMIT, spent: 0 }
    }

    fn is_enough(&self) -> bool {
        self.spent > TOTAL_LIMIT || self.cx.arena.position() > BYTES_LIMIT
    }

    /// All constant steps, by number.
    fn all(mut self) -> Vec<Option<Constant<'a>>> {
        let mut known = vec![None; self.plan.constant_steps()];
        for slot in self.plan.step_slots() {
            let Some(step) = self.plan.step(slot) else { continue };
            let Some(number) = step.constant() else { continue };
            if self.is_enough() {
                break;
            }
            known[number] = self.compute(step);
            self.values[slot.index()] = known[number].and_then(|known| known.out.ok());
        }
        known
    }

    fn compute(&mut self, step: &Step) -> Option<Constant<'a>> {
        self.cx.start_step(self.limit);
        let operand = |slot: Slot| self.values[slot.index()].as_ref().ok_or(Fault::Budget);
        let args = self.plan.args(step);
        let (out, calls) = self.cx.noting_calls(|| call(&self.cx, step.action, args, operand));
        let cost = self.cx.spent();
        self.spent += cost;
        Some(Constant { out: Ok(out.ok()?), cost, calls })
    }
}

/// The constants of a plan, made when it has run a few times. A copy starts without.
#[derive(Default)]
pub(crate) struct OnceMade {
    runs: AtomicU32,
    made: OnceLock<Constants>,
}

impl OnceMade {
    /// The constants, made now if they are not there.
    pub(crate) fn now(&self, plan: &Plan) -> &Constants {
        self.made.get_or_init(|| Constants::new(plan))
    }

    /// The constants, if they are there or worth making now.
    pub(crate) fn get(&self, plan: &Plan) -> Option<&Constants> {
        if let Some(constants) = self.made.get() {
            return Some(constants);
        }
        let earlier = self.runs.fetch_add(1, Ordering::Relaxed);
        (earlier >= RUNS_BEFORE).then(|| self.made.get_or_init(|| Constants::new(plan)))
    }
}

impl Clone for OnceMade {
    fn clone(&self) -> OnceMade {
        OnceMade::default()
    }
}

impl fmt::Debug for OnceMade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OnceMade").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use lang::{Dialect, parse};

    use super::*;

    #[test]
    fn what_is_kept_and_when() {
        let text = "def solve_a(I):
    f = compose(size, dedupe)
    x = interval(ZERO, FIVE, ONE)
    y = f(x)
    z = interval(ZERO, FIVE, ZERO)
    v = size(z)
    w = add(v, y)
    return repeat(I, w)";
        let program = parse(text.as_bytes(), "a.py", Some(Dialect::Arc)).programs.remove(0);
        let plan = Plan::new(&program.dag);
        assert_eq!(plan.constant_steps(), 6);
        assert!((0..RUNS_BEFORE).all(|_| plan.constants().is_none()));
        let constants = plan.constants().expect("it has run often enough");
        let of = |step: &Step| constants.of(step.constant()?);
        // What fails, and what uses it, is left to the samples.
        assert_eq!(plan.steps.iter().filter_map(of).count(), 3);
        let calls = plan.steps.iter().filter_map(of);
        assert_eq!(calls.map(|c| c.calls.iter().map(|c| c.1).sum::<u64>()).sum::<u64>(), 4);
        assert!(plan.clone().constants().is_none());
    }
}
