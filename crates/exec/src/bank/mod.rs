//! Values seen before: what one sample's steps gave, remembered from program to program.
//!
//! A bank numbers the values that occur on one sample; equal values have one number. It remembers
//! every call by its op and the *numbers* of its arguments. So two nodes with equal values are
//! one from then on: what is computed from either is known to be the same, and a mutant that
//! computes nothing new costs a few look-ups. A bank is a cache and nothing else: what it says
//! is what a run alone would say, cost and failures included, whatever it saw before.

mod tally;

use std::hash::{Hash, Hasher};

use lang::{Dag, Dialect, Input, Node, NodeId};
use rustc_hash::{FxHashMap, FxHashSet};

pub use tally::{Pattern, Steps, Tally};

use crate::arena::{Arena, Mark};
use crate::cx::Cx;
use crate::plan::{Action, Plan, PlanProgram, Slot, Source, representative, source_of};
use crate::run::{Budget, Inputs, call, source_value};
use crate::value::build::Maker;
use crate::value::fingerprint::fingerprint;
use crate::value::{Fault, Layout, Value, order};

/// The number of a value in a bank.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Num(u32);

impl Num {
    /// The number itself, for arrays indexed by it. Numbers are given without gaps.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a call or a program gives and what it costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// Its value or why it fails.
    pub result: Result<Num, Fault>,
    /// Its cost.
    pub cost: u64,
}

/// Arguments that fit into a key; calls with more are not remembered.
const KEY_ARGS: usize = 5;

/// A call: the action, then the numbers of its arguments.
#[derive(Clone, Copy, PartialEq, Eq)]
struct CallKey([u32; KEY_ARGS + 1]);

impl Hash for CallKey {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Two words at a time; calls of few arguments need only the first.
        let [action, a, b, c, d, e] = self.0.map(u64::from);
        state.write_u64(action << 48 ^ a << 24 ^ b);
        if c != u64::from(NO_ARG) {
            state.write_u64(c << 42 ^ d << 21 ^ e);
        }
    }
}

const NO_ARG: u32 = u32::MAX;

impl CallKey {
    fn new(action: Action, args: &[Num]) -> Option<CallKey> {
        let mut key = [NO_ARG; KEY_ARGS + 1];
        key[0] = match representative(action) {
            Action::Call(op) => op.index() as u32,
            Action::Apply => NO_ARG,
        };
        for (i, arg) in args.iter().enumerate() {
            *key[1..].get_mut(i)? = arg.0;
        }
        Some(CallKey(key))
    }
}

/// First chunk of a bank's arena: there may be a bank for every sample of a data set.
const FIRST_CHUNK: usize = 4 << 10;

/// The values of one sample.
///
/// Invariant: every value in `values` lies in `arena` or in the value itself, and no two of them
/// are equal.
pub struct Bank {
    dialect: Dialect,
    /// Their memory lives as long as `arena` is not reset; no value leaves with a longer life.
    values: Vec<Value<'static>>,
    numbers: FxHashMap<u128, Num>,
    calls: FxHashMap<CallKey, Known>,
    sources: FxHashMap<Source, Known>,
    /// The value of S, once asked for, and what maps over it gave.
    samples: Option<Num>,
    extracted: FxHashSet<Num>,
    arena: Arena,
    /// What the calls it remembers were limited by.
    budget: Budget,
    epoch: u64,
    steps_run: u64,
    steps_known: u64,
    cost_run: u64,
}

// SAFETY: all that keeps a bank on its thread are the pointers into its own arena, which move
// with it.
unsafe impl Send for Bank {}

impl Bank {
    /// An empty bank.
    pub fn new(dialect: Dialect) -> Bank {
        Bank {
            dialect,
            values: Vec::new(),
            numbers: FxHashMap::default(),
            calls: FxHashMap::default(),
            sources: FxHashMap::default(),
            samples: None,
            extracted: FxHashSet::default(),
            arena: Arena::starting_with(FIRST_CHUNK),
            budget: Budget::default(),
            epoch: 0,
            steps_run: 0,
            steps_known: 0,
            cost_run: 0,
        }
    }

    /// The value of a number.
    ///
    /// # Panics
    /// If the number is from before the last [`Bank::forget`] or from another bank.
    pub fn value(&self, num: Num) -> Value<'_> {
        self.values[num.index()]
    }

    /// How many values it holds.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether it holds nothing.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// How often everything was forgotten: numbers from another epoch mean nothing.
    pub fn epoch(&self) -> u64 {
        self.epoch
    }

    /// Memory in use, roughly.
    pub fn bytes(&self) -> usize {
        let entry = size_of::<(CallKey, Known)>() + 1;
        let value = size_of::<Value<'_>>() + size_of::<(u128, Num)>() + 1;
        self.arena.reserved() + self.calls.capacity() * entry + self.values.capacity() * value
    }

    /// Forgets everything, and gives the memory back.
    pub fn forget(&mut self) {
        let fresh = Bank::new(self.dialect);
        let old = std::mem::replace(self, fresh);
        self.epoch = old.epoch + 1;
        self.budget = old.budget;
        (self.steps_run, self.steps_known) = (old.steps_run, old.steps_known);
        self.cost_run = old.cost_run;
    }

    /// Steps computed, and steps that were known, since the bank was made.
    pub fn counts(&self) -> (u64, u64) {
        (self.steps_run, self.steps_known)
    }

    /// Cost of the steps computed since the bank was made.
    pub fn cost(&self) -> u64 {
        self.cost_run
    }

    /// Opens the bank to run programs on its sample, which must be the same every time.
    /// With another budget than before everything is forgotten, since other calls may fail.
    pub fn open<'o>(
        &'o mut self,
        scratch: &'o mut Scratch,
        inputs: Inputs<'o>,
        budget: Budget,
    ) -> Open<'o> {
        if self.budget != budget {
            self.forget();
            self.budget = budget;
        }
        let Scratch { arena, tally } = scratch;
        let base = arena.mark();
        let cx = Cx::new(arena, self.dialect);
        Open { bank: self, cx, base, inputs, budget, tally }
    }

    /// The number of a value that may lie anywhere.
    fn number(&mut self, v: Value<'_>) -> Num {
        let mut print = fingerprint(v);
        while let Some(&num) = self.numbers.get(&print) {
            if order::equal(self.value(num), v) {
                return num;
            }
            // Two values with one fingerprint: the later one takes the next free place.
            print = print.wrapping_add(1);
        }
        let num = Num(u32::try_from(self.values.len()).expect("fewer than 2^32 values"));
        let maker = Maker { arena: &self.arena, lay: Layout::of(self.dialect) };
        let kept = maker.copy_where(v, &|address| !self.arena.owns(address));
        // SAFETY: everything `kept` points to is in `arena`, which lives as long as `values`;
        // `Bank::value` hands it out no longer than the bank is borrowed.
        let kept = unsafe { std::mem::transmute::<Value<'_>, Value<'static>>(kept) };
        self.values.push(kept);
        self.numbers.insert(print, num);
        num
    }
}

/// Working memory for banks, one after the other, and what they computed in it.
#[derive(Default)]
pub struct Scratch {
    arena: Arena,
    /// The steps that were computed.
    pub tally: Tally,
}

impl Scratch {
    /// Empty memory; what is computed in it is added to a tally.
    pub fn new(tally: Tally) -> Scratch {
        Scratch { tally, ..Scratch::default() }
    }

    /// Gives back memory beyond `keep` bytes.
    pub fn shrink(&mut self, keep: usize) {
        self.arena.reset(keep);
    }
}

/// A bank at work on its sample.
pub struct Open<'o> {
    bank: &'o mut Bank,
    cx: Cx<'o>,
    base: Mark,
    inputs: Inputs<'o>,
    budget: Budget,
    tally: &'o mut Tally,
}

/// What the slots of a plan, or the nodes of a Dag, gave on one sample.
#[derive(Clone, Debug, Default)]
pub struct Memo {
    known: Vec<Option<Known>>,
    epoch: u64,
}

impl Memo {
    /// Makes room for `len` places and drops numbers of another epoch.
    fn fit(&mut self, len: usize, epoch: u64) {
        if self.epoch != epoch {
            self.known.clear();
            self.epoch = epoch;
        }
        if self.known.len() < len {
            self.known.resize(len, None);
        }
    }

    fn get(&self, node: NodeId) -> Option<Known> {
        self.known.get(node.index()).copied().flatten()
    }

    /// Forgets everything: for another plan or Dag.
    pub fn clear(&mut self) {
        self.known.clear();
    }
}

impl Open<'_> {
    /// The bank itself.
    pub fn bank(&self) -> &Bank {
        self.bank
    }

    /// The value of a number.
    pub fn value(&self, num: Num) -> Value<'_> {
        self.bank.value(num)
    }

    /// Forgets everything if the bank is larger than `limit` bytes; tells whether it did.
    pub fn forget_above(&mut self, limit: usize) -> bool {
        let above = self.bank.bytes() > limit;
        if above {
            self.bank.forget();
        }
        above
    }

    /// What a source gives.
    pub fn source(&mut self, source: &Source) -> Known {
        if let Some(known) = self.bank.sources.get(source) {
            return *known;
        }
        let value = source_value(&self.cx, source, self.inputs);
        let known = Known { result: value.map(|v| self.bank.number(v)), cost: 0 };
        self.clean();
        if *source == Source::Input(Input::S) {
            self.bank.samples = known.result.ok();
        }
        self.bank.sources.insert(source.clone(), known);
        known
    }

    /// What a call gives.
    pub fn call(&mut self, action: Action, args: &[Num]) -> Known {
        let key = CallKey::new(action, args);
        if let Some(known) = key.and_then(|key| self.bank.calls.get(&key)) {
            self.bank.steps_known += 1;
            return *known;
        }
        self.bank.steps_run += 1;
        let started = self.tally.start();
        let known = self.compute(action, args);
        self.bank.cost_run += known.cost;
        let pattern = self.pattern(action, args, known);
        self.tally.count(self.bank.dialect, action, pattern, started);
        if let Some(key) = key {
            self.bank.calls.insert(key, known);
        }
        known
    }

    /// What a step that was just computed is part of.
    fn pattern(&mut self, action: Action, args: &[Num], known: Known) -> Pattern {
        let usual = self.tally.usual(action);
        let Some(samples) = self.bank.samples else { return usual };
        let of_samples = args.contains(&samples);
        if usual == Pattern::Maps {
            if of_samples {
                self.bank.extracted.extend(known.result.ok());
            } else if args.iter().any(|arg| self.bank.extracted.contains(arg)) {
                return Pattern::SampleExtraction;
            }
        }
        if of_samples { Pattern::SampleExtraction } else { usual }
    }

    fn compute(&mut self, action: Action, args: &[Num]) -> Known {
        self.cx.start_step(self.budget.step);
        // They live in the bank's arena, which is only reset by `forget`, and that cannot run
        // before this function ends.
        let out = call(&self.cx, action, args, |num| Ok(&self.bank.values[num.index()]));
        let cost = self.cx.spent().min(self.budget.step);
        let result = out.map(|v| self.bank.number(v));
        self.clean();
        Known { result, cost }
    }

    /// Drops what the last call left in the scratch memory.
    fn clean(&mut self) {
        // SAFETY: the arena is borrowed for this alone, so all that was handed out since the base
        // are parts of the last call; its result was copied into the bank.
        unsafe { self.cx.arena.rewind(&self.base) };
    }

    /// Runs one program of a plan as [`crate::run`] does under the strict policy. `memo` is that
    /// of this plan on this sample.
    ///
    /// `nodes` is what nodes of the Dag that the plan was made of gave on this sample, as far as
    /// that is known.
    pub fn run(
        &mut self,
        plan: &Plan,
        program: &PlanProgram,
        memo: &mut Memo,
        nodes: &Memo,
    ) -> Known {
        memo.fit(plan.slots(), self.bank.epoch);
        let nothing = Memo::default();
        let nodes = if nodes.epoch == self.bank.epoch { nodes } else { &nothing };
        let mut cost = 0;
        for &slot in &program.steps {
            let known = self.slot(plan, slot, memo, nodes);
            cost += known.cost;
            let fault = match known.result {
                _ if cost > self.budget.program => Fault::Budget,
                Err(fault) => fault,
                Ok(_) => continue,
            };
            return Known { result: Err(fault), cost };
        }
        Known { result: self.slot(plan, program.root, memo, nodes).result, cost }
    }

    fn slot(&mut self, plan: &Plan, slot: Slot, memo: &mut Memo, nodes: &Memo) -> Known {
        if let Some(known) = memo.known[slot.index()] {
            return known;
        }
        let known = match plan.step(slot) {
            None => self.source(&plan.sources[slot.index()]),
            Some(step) => nodes.get(step.node).unwrap_or_else(|| {
                let args = plan.args(step);
                self.with_operands(step.action, args.len(), |open, i| {
                    open.slot(plan, args[i], memo, nodes)
                })
            }),
        };
        memo.known[slot.index()] = Some(known);
        known
    }

    /// What a node of a Dag gives: it fails if anything it needs fails. `memo` is that of this
    /// Dag on this sample; the Dag may grow between calls.
    pub fn node(&mut self, dag: &Dag, id: NodeId, memo: &mut Memo) -> Known {
        memo.fit(dag.len(), self.bank.epoch);
        if let Some(known) = memo.known[id.index()] {
            return known;
        }
        // Not by recursion: programs may be as deep as they are long.
        let missing = |id: NodeId, memo: &Memo| memo.known[id.index()].is_none();
        let mut stack = vec![id];
        while let Some(&next) = stack.last() {
            let before = stack.len();
            stack.extend(dag.operands(next).iter().filter(|&&o| missing(o, memo)));
            if stack.len() == before {
                stack.pop();
                if missing(next, memo) {
                    memo.known[next.index()] = Some(self.ready_node(dag, next, memo));
                }
            }
        }
        memo.known[id.index()].expect("computed just now")
    }

    /// A node whose operands are known.
    fn ready_node(&mut self, dag: &Dag, id: NodeId, memo: &Memo) -> Known {
        let action = match dag.node(id) {
            Node::Call(op, _) => Action::Call(op),
            Node::Apply(..) => Action::Apply,
            leaf => {
                let source = source_of(leaf).expect("what is no call is a source");
                return self.source(&source);
            }
        };
        let operands = dag.operands(id);
        let known = |i: usize| memo.known[operands[i].index()].expect("computed before");
        self.with_operands(action, operands.len(), |_, i| known(i))
    }

    /// Calls with the operands given, unless one of them fails.
    fn with_operands(
        &mut self,
        action: Action,
        count: usize,
        mut operand: impl FnMut(&mut Self, usize) -> Known,
    ) -> Known {
        let mut few = [Num(0); 8];
        let mut many = Vec::new();
        for i in 0..count {
            match operand(self, i).result {
                Err(fault) => return Known { result: Err(fault), cost: 0 },
                Ok(num) if count <= few.len() => few[i] = num,
                Ok(num) => many.push(num),
            }
        }
        let args = if count <= few.len() { &few[..count] } else { &many[..] };
        self.call(action, args)
    }
}
