//! The lines of a program after a run: what became of each.

use lang::{Dag, Label, NodeId, Op, Program};

use crate::plan::{Action, Plan, Slot, Step};
use crate::run::{Outcome, Policy, Rules, Run};
use crate::value::{Fault, Value, kind};

/// What became of one line, its value turned into something that outlives the run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum State<T> {
    /// It has this value.
    Done(T),
    /// It failed, and the policy put this value in its place.
    Replaced(Fault, T),
    /// It failed.
    Failed(Fault),
    /// The program had failed before, or an operand had.
    NotRun,
}

/// One line of the program as it is printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line<T> {
    /// `x1`.
    pub name: String,
    /// `x1 = objects(I, T, F, T)`.
    pub text: String,
    /// The op; nothing for a call of a computed function.
    pub op: Option<Op>,
    /// What became of it.
    pub state: State<T>,
    /// What it cost; a call that an earlier line made as well costs nothing again.
    pub cost: u64,
    /// Where it was written, if it was read from a file.
    pub label: Option<Label>,
    /// Why it failed, in words; may be empty.
    pub why: String,
}

/// The lines of the only program of a plan, in the order they are printed.
pub fn lines<'a, T>(
    program: &Program,
    plan: &Plan,
    rules: Rules,
    run: &Run<'_, 'a>,
    shown: impl Fn(Value<'a>) -> T,
) -> Vec<Line<T>> {
    let dag = &program.dag;
    let root = dag.roots()[0];
    let calls = dag.steps(root).into_iter().filter(|id| dag.node(*id).is_call());
    let text = lang::to_lines(&program.name, dag, root, program.params);
    // The printed form has a header and then one line per call, in the same order.
    let texts = text.lines().skip(1).map(str::trim);
    let looked = Looked { program, plan, rules, run, ended: run.outcomes()[0], shown };
    let mut seen = vec![false; plan.slots()];
    calls.zip(texts).filter_map(|(id, text)| looked.line(id, text, &mut seen)).collect()
}

/// The step that failed a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FailedStep {
    /// Its number among the lines as they are printed, from 1.
    pub number: usize,
    /// Its op.
    pub op: &'static str,
    /// Why it failed, in words; may be empty.
    pub why: String,
}

impl FailedStep {
    /// Finds it. The plan is that of all roots of the Dag, the program's among them.
    pub fn find(
        plan: &Plan,
        (dag, root): (&Dag, NodeId),
        run: &Run<'_, '_>,
        outcome: &Outcome<'_>,
    ) -> Option<FailedStep> {
        let slot = outcome.failed_at?;
        let step = plan.step(slot)?;
        let op = match step.action {
            Action::Call(op) => op.name(),
            Action::Apply => "a function value",
        };
        let calls = dag.steps(root).into_iter().filter(|id| dag.node(*id).is_call());
        let number = { calls }.position(|id| plan.slot_of(id) == Some(slot))? + 1;
        let why = outcome.result.err().map(|fault| why(plan, run, step, fault));
        Some(FailedStep { number, op, why: why.unwrap_or_default() })
    }

    /// Where a program that was read from a file has it: `line 4, moved = shift(…)`; `step x3 (shift)` for others.
    pub fn place(&self, program: &Program) -> String {
        let (dag, op) = (&program.dag, self.op);
        let calls = dag.steps(dag.roots()[0]).into_iter().filter(|id| dag.node(*id).is_call());
        let label = { calls }.nth(self.number - 1).and_then(|id| program.labels.get(dag, id));
        match label {
            Some(Label { name: Some(name), line }) => format!("line {line}, {name} = {op}(…)"),
            Some(Label { name: None, line }) => format!("line {line}, {op}(…)"),
            None => format!("step x{} ({op})", self.number),
        }
    }
}

/// Why a step failed, in words, as far as the values of its operands are known.
fn why(plan: &Plan, run: &Run<'_, '_>, step: &Step, fault: Fault) -> String {
    let operand = |slot: &Slot| run.value(*slot)?.ok();
    let args: Option<Vec<Value<'_>>> = plan.args(step).iter().map(operand).collect();
    match (step.action, args) {
        (Action::Call(op), Some(args)) => kind::why(op, fault, &args),
        _ => String::new(),
    }
}

struct Looked<'t, 'r, 'a, S> {
    program: &'t Program,
    plan: &'t Plan,
    rules: Rules,
    run: &'t Run<'r, 'a>,
    ended: Outcome<'a>,
    shown: S,
}

impl<'a, T, S: Fn(Value<'a>) -> T> Looked<'_, '_, 'a, S> {
    fn line(&self, id: NodeId, text: &str, seen: &mut [bool]) -> Option<Line<T>> {
        let slot = self.plan.slot_of(id)?;
        let step = self.plan.step(slot)?;
        let op = match step.action {
            Action::Call(op) => Some(op),
            Action::Apply => None,
        };
        // Two lines may share a slot: it is charged once.
        let again = std::mem::replace(&mut seen[slot.index()], true);
        let state = self.state(slot, step);
        let fault = match state {
            State::Failed(fault) | State::Replaced(fault, _) => Some(fault),
            State::Done(_) | State::NotRun => None,
        };
        Some(Line {
            label: self.program.labels.get(&self.program.dag, id).cloned(),
            why: fault.map(|f| why(self.plan, self.run, step, f)).unwrap_or_default(),
            name: text.split(' ').next().unwrap_or_default().to_string(),
            text: text.to_string(),
            op,
            state,
            cost: if again { 0 } else { self.run.cost(slot) },
        })
    }

    fn state(&self, slot: Slot, step: &Step) -> State<T> {
        match (self.run.value(slot), self.ended.result) {
            (None, _) => State::NotRun,
            // A whole program can be over budget while each of its steps is within it.
            (Some(_), Err(fault)) if self.ended.failed_at == Some(slot) => State::Failed(fault),
            (Some(Err(fault)), _) => match self.own_fault(step) {
                Some(_) => State::Failed(fault),
                None => State::NotRun,
            },
            (Some(Ok(v)), _) => match self.own_fault(step) {
                Some(fault) => State::Replaced(fault, (self.shown)(v)),
                None => State::Done((self.shown)(v)),
            },
        }
    }

    /// The failure of a step itself, which policies hide behind a value: found by calling again.
    fn own_fault(&self, step: &Step) -> Option<Fault> {
        if self.rules.policy == Policy::Strict {
            return None;
        }
        let operand = |slot: &Slot| self.run.value(*slot)?.ok();
        let args: Vec<Value<'a>> =
            self.plan.args(step).iter().map(operand).collect::<Option<_>>()?;
        self.run.cx.start_step(self.rules.budget.step);
        let again = match step.action {
            Action::Call(op) => self.run.cx.op(op, &args),
            Action::Apply => self.run.cx.call(args[0], &args[1..]),
        };
        again.err()
    }
}
