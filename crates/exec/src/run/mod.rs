//! The interpreter: all programs of a plan on one sample. In this room too: what it runs (`plan`,
//! `constants`), on many samples (`batch`), and what is told of it (`stats`, `lines`).

pub mod batch;
pub mod clock;
mod constants;
mod held;
pub mod known;
pub mod lines;
mod pile;
pub mod plan;
mod rules;
mod sources;
pub mod stats;
mod tasks;
mod worker;

use lang::{Op, SafeDefault};

use crate::arena::{Arena, Mark};
use crate::clock::ticks;
use crate::cx::Cx;
use crate::data::{Sample, TaskGrid};
use crate::known::Known;
use crate::plan::{Action, Plan, PlanProgram, Repeats, Slot, Step};
use crate::value::build::Maker;
use crate::value::{Fault, R, Value};

use constants::{Constant, Constants};
pub use held::HELD_LIMIT;
use held::Held;
pub use rules::{Budget, Policy, Rules};
pub(crate) use sources::source_value;
pub use sources::{constant_value, input_value, is_grid, task_grid};
use tasks::TaskSteps;
use worker::Tally;
pub use worker::Worker;

/// Arena growth within one step after which its garbage is dropped.
const COMPACT_ABOVE: usize = 1 << 16;

/// How many times a result's own memory a step may leave behind: copying a large result to drop
/// little garbage costs more than the step.
const GARBAGE_SHARE: usize = 8;

/// What the programs of a plan may leave behind before it is dropped between two of them.
const FORGET_ABOVE: usize = 256 << 20;

/// What a program can read on one sample.
#[derive(Clone, Copy)]
pub struct Inputs<'a> {
    /// All demo pairs.
    pub demo: &'a [Sample],
    /// The input grid.
    pub input: &'a TaskGrid,
    /// The target, where there is one and it may be seen.
    pub target: Option<&'a TaskGrid>,
}

/// What became of one program on one sample.
#[derive(Clone, Copy, Debug)]
pub struct Outcome<'a> {
    /// Its value or why it failed.
    pub result: R<'a>,
    /// The step that failed it, if one did.
    pub failed_at: Option<Slot>,
    /// What it cost.
    pub cost: u64,
}

/// A failure that `pile` logged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Logged {
    /// The step's place in the plan.
    pub step: usize,
    /// The op; nothing for a call of a computed function.
    pub op: Option<Op>,
    /// Why it failed.
    pub fault: Fault,
    /// Each argument: what kind of value it is and its first 60 characters.
    pub args: Vec<(&'static str, String)>,
}

/// What a step gave and cost: asked for together.
#[derive(Clone, Copy)]
struct StepState<'a> {
    /// The value, the failure, or nothing while the step has not been run.
    state: Option<R<'a>>,
    cost: u64,
}

/// A step that was not run.
const UNRUN: StepState<'_> = StepState { state: None, cost: 0 };

/// One sample's run: the values of all steps.
pub struct Run<'r, 'a> {
    /// The context its values live in.
    pub cx: &'r Cx<'a>,
    plan: &'a Plan,
    inputs: Inputs<'a>,
    rules: Rules,
    /// What steps give that are the same on every sample, where that is known.
    constants: Option<&'a Constants>,
    /// What steps give that read S alone, where several samples of the task run by the same rules.
    task: Option<&'a TaskSteps>,
    /// By slot. There are none while all that is asked for is known.
    places: &'a mut [StepState<'a>],
    outcomes: &'a mut [Outcome<'a>],
    logged: Vec<Logged>,
    /// The steps that `pile` logs, where that is known before they run.
    told: Option<Vec<Slot>>,
    steps_run: u64,
    steps_shared: u64,
    failures: [u64; Fault::ALL.len()],
    tally: &'r mut Tally,
    timed: bool,
    last_tick: u64,
    /// Where what steps make begins, once there are places for them.
    began: Option<Mark>,
}

impl<'r, 'a> Run<'r, 'a> {
    fn new(
        cx: &'r Cx<'a>,
        plan: &'a Plan,
        inputs: Inputs<'a>,
        (rules, task): (Rules, Option<&'a TaskSteps>),
        tally: &'r mut Tally,
    ) -> Run<'r, 'a> {
        let pending = Outcome { result: Err(Fault::Budget), failed_at: None, cost: 0 };
        Run {
            cx,
            plan,
            inputs,
            rules,
            constants: None,
            task,
            places: &mut [],
            outcomes: cx.arena.filled(plan.programs.len(), pending),
            logged: Vec::new(),
            told: None,
            steps_run: 0,
            steps_shared: 0,
            failures: [0; 6],
            tally,
            timed: true,
            last_tick: 0,
            began: None,
        }
    }

    /// Makes what steps are run in, unless that was done.
    fn start(&mut self) {
        if !self.places.is_empty() {
            return;
        }
        let (plan, cx) = (self.plan, self.cx);
        self.places = cx.arena.filled(plan.slots(), UNRUN);
        self.began = Some(cx.arena.mark());
        self.read_sources();
        let step = self.rules.budget.step;
        self.constants = plan.constants().filter(|constants| constants.dearest() <= step);
        self.last_tick = ticks();
    }

    fn read_sources(&mut self) {
        for (place, source) in self.places.iter_mut().zip(&self.plan.sources) {
            place.state = Some(source_value(self.cx, source, self.inputs));
        }
    }

    /// Between two programs: forgets what all steps made where that is much. What later programs share with earlier ones
    /// is computed again, so memory follows the largest programs and not their number.
    fn forget(&mut self) {
        let cx = self.cx;
        let Some(mark) = self.began.as_ref().filter(|mark| cx.arena.since(mark) > FORGET_ABOVE)
        else {
            return;
        };
        let aside = Arena::new();
        let maker = Maker { arena: &aside, lay: cx.lay };
        let young = |address: *const u8| cx.arena.is_after(mark, address);
        let copied: Vec<R<'_>> =
            self.outcomes.iter().map(|o| o.result.map(|v| maker.copy_where(v, &young))).collect();
        self.places.fill(UNRUN);
        // SAFETY: of what was made since the mark only the outcomes are used again, and they were copied.
        unsafe { cx.arena.rewind(mark) };
        let in_aside = |address: *const u8| aside.owns(address);
        for (outcome, copy) in self.outcomes.iter_mut().zip(copied) {
            outcome.result = copy.map(|v| cx.copy_where(v, &in_aside));
        }
        self.began = Some(cx.arena.mark());
        self.read_sources();
    }

    /// The outcomes of all programs, in the plan's order.
    pub fn outcomes(&self) -> &[Outcome<'a>] {
        self.outcomes
    }

    /// The value in a slot; nothing when its step never ran.
    pub fn value(&self, slot: Slot) -> Option<R<'a>> {
        if let Some(place) = self.places.get(slot.index()) {
            return place.state;
        }
        let source = self.plan.sources.get(slot.index());
        source.map(|source| source_value(self.cx, source, self.inputs))
    }

    /// The cost of the step of a slot.
    pub fn cost(&self, slot: Slot) -> u64 {
        self.places.get(slot.index()).map_or(0, |place| place.cost)
    }

    /// The failures that `pile` logged, in step order.
    pub fn logged(&self) -> &[Logged] {
        &self.logged
    }

    /// Runs all that is not known of the job of this number.
    fn run_all(&mut self, known: &'a impl Known, job: usize) {
        let (plan, cx) = (self.plan, self.cx);
        if matches!(self.rules.policy, Policy::Pile { patched: 1.. }) {
            self.run_pile(known, job);
            return;
        }
        for (i, program) in plan.programs.iter().enumerate() {
            if !known.put(cx, (job, i), &mut self.outcomes[i]) {
                self.start();
                self.outcomes[i] = self.run_program(program);
                if i + 1 < plan.programs.len() {
                    self.forget();
                }
            }
        }
    }

    /// Runs what a program still needs, in the program's own order, until something fails it.
    fn run_program(&mut self, program: &PlanProgram) -> Outcome<'a> {
        let (mut cost, mut held) = (0u64, Held::default());
        for (done, &slot) in program.steps.iter().enumerate() {
            let result = match &self.places[slot.index()].state {
                None => self.run_step(slot),
                Some(known) => {
                    self.steps_shared += 1;
                    known.as_ref().map(|_| ()).map_err(|fault| *fault)
                }
            };
            cost += self.places[slot.index()].cost;
            let fault = match result {
                _ if cost > self.rules.budget.program => Fault::Budget,
                Err(fault) => fault,
                Ok(()) if held.is_full(cost, self.plan, &program.steps, done + 1, self.places) => {
                    Fault::Budget
                }
                Ok(()) => continue,
            };
            return Outcome { result: Err(fault), failed_at: Some(slot), cost };
        }
        Outcome { result: self.root_value(program), failed_at: None, cost }
    }

    fn root_value(&self, program: &PlanProgram) -> R<'a> {
        // Every step of the program has run, so its root has a value.
        self.places[program.root.index()].state.unwrap_or(Err(Fault::Budget))
    }

    /// Runs one step whose operands have run.
    fn run_step(&mut self, target: Slot) -> Result<(), Fault> {
        let (plan, cx) = (self.plan, self.cx);
        let Some(step) = plan.step(target) else { return Err(Fault::Budget) };
        let kept = match step.repeats() {
            Repeats::No => None,
            Repeats::Always(number) => self.constants.and_then(|constants| constants.of(number)),
            Repeats::InTask(number) => match self.task {
                Some(task) => return self.run_in_task(target, step, (task, number)),
                None => None,
            },
        };
        if let Some(kept) = kept {
            return self.take(target, step, kept);
        }
        let mark = cx.arena.mark();
        cx.start_step(self.rules.budget.step);
        let out = self.call(step, plan.args(step));
        self.settle(target, step, &mark, out)
    }

    /// Puts what a step gave in its place.
    #[inline]
    fn settle(&mut self, target: Slot, step: &Step, mark: &Mark, out: R<'a>) -> Result<(), Fault> {
        let cx = self.cx;
        if let Err(fault) = &out {
            return self.failed(target, step, *fault);
        }
        self.note(target, step);
        let state = &mut self.places[target.index()].state;
        if cx.arena.since(mark) > COMPACT_ABOVE {
            *state = Some(without_garbage(cx, mark, out));
        } else {
            keep(state, &out);
        }
        Ok(())
    }

    /// Takes what a step gave elsewhere as if it had been run here.
    #[inline]
    fn take(&mut self, target: Slot, step: &Step, kept: &Constant<'a>) -> Result<(), Fault> {
        self.steps_run += 1;
        let index = step.action.index();
        self.tally.steps[index] += 1;
        if self.timed {
            self.tally.timed[index].steps += 1;
        }
        self.cx.count_noted(kept.calls);
        let out = kept.out.or_else(|fault| self.handle(target, step, fault));
        self.places[target.index()] = StepState { state: Some(out), cost: kept.cost };
        out.map(|_| ())
    }

    #[inline]
    fn call(&self, step: &Step, slots: &[Slot]) -> R<'a> {
        call(self.cx, step.action, slots, |slot| self.operand(slot))
    }

    /// What becomes of a step that failed, or that was not run: one with an operand that is not
    /// ok is not ok for the same reason.
    #[cold]
    fn failed(&mut self, target: Slot, step: &Step, fault: Fault) -> Result<(), Fault> {
        let operands = self.plan.args(step).iter();
        let out = match operands.copied().find_map(|slot| self.operand(slot).err()) {
            Some(fault) => Err(fault),
            None => {
                self.note(target, step);
                self.handle(target, step, fault)
            }
        };
        self.places[target.index()].state = Some(out);
        out.map(|_| ())
    }

    /// Notes what a step cost. A refused step asked for more than the limit, but that work was
    /// not done.
    #[inline]
    fn note(&mut self, target: Slot, step: &Step) {
        self.note_time(step);
        self.places[target.index()].cost = self.cx.spent().min(self.rules.budget.step);
    }

    #[inline]
    fn note_time(&mut self, step: &Step) {
        self.steps_run += 1;
        let index = step.action.index();
        self.tally.steps[index] += 1;
        if self.timed {
            let now = ticks();
            let time = &mut self.tally.timed[index];
            time.steps += 1;
            time.ticks += now.wrapping_sub(self.last_tick);
            self.last_tick = now;
        }
    }

    /// A value that is there and ok, or why it is not.
    #[inline]
    fn operand(&self, slot: Slot) -> Result<&Value<'a>, Fault> {
        match &self.places[slot.index()].state {
            Some(Ok(v)) => Ok(v),
            Some(Err(fault)) => Err(*fault),
            None => Err(Fault::Budget),
        }
    }

    /// What a failing step gives under the policy.
    #[cold]
    fn handle(&mut self, slot: Slot, step: &Step, fault: Fault) -> R<'a> {
        self.failures[fault as usize] += 1;
        match self.rules.policy {
            Policy::Strict => Err(fault),
            Policy::Safe => Ok(default_value(step.default)),
            Policy::Pile { patched } => self.piled(slot, step, fault, patched),
        }
    }
}

/// Calls a step's op or function. Results stay in one place on their way: moving one costs more
/// than a small op.
#[inline(always)]
pub(crate) fn call<'a, 'v, P: Copy>(
    cx: &Cx<'a>,
    action: Action,
    places: &[P],
    operand: impl Fn(P) -> Result<&'v Value<'a>, Fault>,
) -> R<'a>
where
    'a: 'v,
{
    match (action, places) {
        (Action::Call(op), &[a]) => cx.op1(op, operand(a)?),
        (Action::Call(op), &[a, b]) => cx.op2(op, operand(a)?, operand(b)?),
        (Action::Call(op), &[a, b, c]) => cx.op3(op, [operand(a)?, operand(b)?, operand(c)?]),
        _ => {
            let mut args = cx.buffer();
            for &place in places {
                args.push(*operand(place)?);
            }
            let out = match action {
                Action::Call(op) => cx.op(op, &args),
                Action::Apply => cx.call(args[0], &args[1..]),
            };
            cx.recycle(args);
            out
        }
    }
}

/// Puts a result where it stays. It was written in parts a moment ago: the small forms are
/// copied in parts too, for reading one as a whole now stalls longer than a small op takes.
#[inline]
fn keep<'a>(state: &mut Option<R<'a>>, out: &R<'a>) {
    match out {
        Ok(Value::Int(n)) => *state = Some(Ok(Value::Int(*n))),
        Ok(Value::Pair(a, b)) => *state = Some(Ok(Value::Pair(*a, *b))),
        _ => *state = Some(*out),
    }
}

/// A step's result without its garbage, where that is worth the copy.
#[cold]
fn without_garbage<'a>(cx: &Cx<'a>, mark: &Mark, out: R<'a>) -> R<'a> {
    match out {
        Ok(v) if cx.arena.since(mark) > GARBAGE_SHARE * v.least_bytes() => Ok(cx.compact(mark, v)),
        other => other,
    }
}

/// The value a failing step takes under the `safe` policy.
pub fn default_value<'a>(default: SafeDefault) -> Value<'a> {
    match default {
        SafeDefault::Zero => Value::Int(0),
        SafeDefault::EmptySet => Value::EMPTY,
        SafeDefault::Unit | SafeDefault::UnitOfEither => Value::UNIT,
        SafeDefault::Function => Value::AnyFn,
    }
}
