//! A merged Dag made ready to run: numbered slots, steps in order, programs as lists of steps.
//!
//! The Dag shares calls that are written alike. The plan also shares calls that must compute the
//! same although they are written differently: `o_g(I, R5)` and `o_g(I, FIVE)`, `size(x)` and
//! `size_f(x)`.

use lang::{Const, ConstValue, Dialect, Op, SafeDefault};
use lang::{Dag, Hints, Input, Lit, Node, NodeId, NodeMap, Walk};
use rustc_hash::FxHashMap;

use super::Budget;
use super::constants::{Constants, OnceMade};
use crate::value::Value;

/// A place for one value of a sample.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Slot(u32);

impl Slot {
    /// Position in the sample's array of values.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What fills a slot before any step runs.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    /// A parameter.
    Input(Input),
    /// An integer or pair.
    Const(ConstValue),
    /// Any other literal.
    Lit(Lit),
    /// An op as a function.
    Op(Op),
}

/// What a step does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Calls an op.
    Call(Op),
    /// Calls the function in the step's first operand.
    Apply,
}

impl Action {
    /// Its place among counters by op: the last is for calls of computed functions.
    #[inline]
    pub(crate) fn index(self) -> usize {
        match self {
            Action::Call(op) => op.index(),
            Action::Apply => Op::COUNT,
        }
    }
}

/// One call.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// What it does.
    pub action: Action,
    /// What a failure is replaced by under the `safe` policy.
    pub default: SafeDefault,
    /// The number of arguments, or [`MANY`].
    count: u8,
    /// Its number among the steps that read no parameter, or [`VARIES`].
    constant: u16,
    /// The first node that asked for this call.
    pub node: NodeId,
    /// The arguments themselves, next to all else that running the step needs; where there are
    /// many, the first two numbers are their place in the plan's list of operands.
    args: [Slot; INLINE],
}

/// Arguments that a step holds itself.
const INLINE: usize = 3;

/// Said of a step with more arguments.
const MANY: u8 = u8::MAX;

/// Said of a step whose value may differ from sample to sample, and of constant ones beyond what
/// numbers there are.
const VARIES: u16 = u16::MAX;

impl Step {
    /// Its number among the plan's steps that read no parameter.
    #[inline]
    pub(crate) fn constant(&self) -> Option<usize> {
        Some(usize::from(self.constant)).filter(|_| self.constant != VARIES)
    }
}

/// What makes two steps one.
#[derive(PartialEq, Eq, Hash)]
enum Call {
    /// An action with up to [`INLINE`] arguments in one number.
    Few(u128),
    Many(Action, Box<[Slot]>),
}

impl Call {
    fn new(action: Action, args: &[Slot]) -> Call {
        if args.len() > INLINE {
            return Call::Many(action, args.into());
        }
        let head = (action.index() << 8 | args.len()) as u128;
        Call::Few(args.iter().fold(head, |packed, arg| packed << 32 | arg.0 as u128))
    }
}

/// A program of the plan.
#[derive(Clone, Debug)]
pub struct PlanProgram {
    /// Where its result is.
    pub root: Slot,
    /// The steps it needs, in the program's own canonical order.
    pub steps: Box<[Slot]>,
}

/// A merged Dag made ready to run.
///
/// Invariant: slots `0..sources.len()` are filled from `sources`; slot `sources.len() + i` is
/// filled by `steps[i]`, whose operands all lie before it.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The dialect of all its programs.
    pub dialect: Dialect,
    /// What fills the first slots.
    pub sources: Vec<Source>,
    /// The calls, operands before users.
    pub steps: Vec<Step>,
    /// The programs, in the order of the Dag's roots.
    pub programs: Vec<PlanProgram>,
    /// What they may cost, where that is less than the rules say: plans of several searches run in one batch.
    pub limits: Budget,
    slot_of_node: NodeMap<Option<Slot>>,
    operands: Vec<Slot>,
    constant_steps: u16,
    constants: OnceMade,
}

impl Plan {
    /// Prepares all roots of a Dag.
    pub fn new(dag: &Dag) -> Plan {
        Plan::of_roots(dag, dag.roots())
    }

    /// Prepares some nodes of a Dag as programs, in this order.
    pub fn of_roots(dag: &Dag, roots: &[NodeId]) -> Plan {
        let needed = dag.needed_by(roots);
        let mut plan = Plan {
            dialect: dag.dialect(),
            sources: Vec::new(),
            steps: Vec::new(),
            programs: Vec::new(),
            limits: Budget::of(u64::MAX),
            slot_of_node: NodeMap::new(dag.len(), None),
            operands: Vec::new(),
            constant_steps: 0,
            constants: OnceMade::default(),
        };
        plan.add_sources(dag, &needed);
        plan.add_steps(dag, &needed);
        plan.add_programs(dag, roots);
        plan
    }

    /// Number of slots a sample needs.
    pub fn slots(&self) -> usize {
        self.sources.len() + self.steps.len()
    }

    /// The step that fills a slot, unless a source does.
    #[inline]
    pub fn step(&self, slot: Slot) -> Option<&Step> {
        slot.index().checked_sub(self.sources.len()).map(|i| &self.steps[i])
    }

    /// The slots a step reads.
    #[inline]
    pub fn args<'a>(&'a self, step: &'a Step) -> &'a [Slot] {
        match step.args.get(..step.count as usize) {
            Some(args) => args,
            None => &self.operands[step.args[0].index()..step.args[1].index()],
        }
    }

    /// How many steps read no parameter and have a number for that.
    pub(crate) fn constant_steps(&self) -> usize {
        self.constant_steps.into()
    }

    /// What the steps give that read no parameter; nothing before the plan has run a few times.
    pub(crate) fn constants(&self) -> Option<&Constants> {
        if self.constant_steps == 0 { None } else { self.constants.get(self) }
    }

    /// What a step gives on every sample, and what it costs, if it reads no parameter, gives a value, and no such step of the plan
    /// costs more than `limit`.
    pub fn constant(&self, step: &Step, limit: u64) -> Option<(Value<'_>, u64)> {
        step.constant()?;
        let constants = Some(self.constants.now(self)).filter(|all| all.dearest() <= limit)?;
        constants.of(step).map(|constant| (constant.value, constant.cost))
    }

    /// The slot that holds a node's value, if any root needs the node.
    pub fn slot_of(&self, node: NodeId) -> Option<Slot> {
        self.slot_of_node[node]
    }

    /// The slot of a node that a root needs.
    fn needed_slot(&self, node: NodeId) -> Slot {
        self.slot_of_node[node].expect("operands have slots before their users")
    }

    /// The slots that sources fill.
    pub fn source_slots(&self) -> impl Iterator<Item = Slot> + use<> {
        (0..self.sources.len() as u32).map(Slot)
    }

    /// The slots that steps fill, operands before users.
    pub fn step_slots(&self) -> impl Iterator<Item = Slot> + use<> {
        (self.sources.len() as u32..self.slots() as u32).map(Slot)
    }

    /// Whether any program reads a parameter.
    pub fn reads(&self, input: Input) -> bool {
        self.sources.contains(&Source::Input(input))
    }

    fn add_sources(&mut self, dag: &Dag, needed: &[NodeId]) {
        let mut known: FxHashMap<Source, Slot> = FxHashMap::default();
        for &id in needed {
            let Some(source) = source_of(dag.node(id)) else { continue };
            let slot = *known.entry(source).or_insert_with_key(|source| {
                self.sources.push(source.clone());
                Slot(self.sources.len() as u32 - 1)
            });
            self.slot_of_node[id] = Some(slot);
        }
    }

    fn add_steps(&mut self, dag: &Dag, needed: &[NodeId]) {
        let mut known: FxHashMap<Call, Slot> = FxHashMap::default();
        known.reserve(needed.len());
        let mut args = Vec::new();
        // Hints of all nodes at once, for the sake of calls of computed functions.
        let mut hints = None;
        for &id in needed {
            let action = match dag.node(id) {
                Node::Call(op, _) => Action::Call(op),
                Node::Apply(..) => Action::Apply,
                _ => continue,
            };
            args.clear();
            args.extend(dag.operands(id).iter().map(|&operand| self.needed_slot(operand)));
            let next = Slot(self.slots() as u32);
            let slot =
                *known.entry(Call::new(representative(action), &args)).or_insert_with(|| {
                    let ty = match action {
                        Action::Call(op) => op.returns(),
                        Action::Apply => {
                            hints.get_or_insert_with(|| Hints::new(dag)).return_ty(dag, id)
                        }
                    };
                    self.add_step(action, ty.safe_default(), id, &args);
                    next
                });
            self.slot_of_node[id] = Some(slot);
        }
    }

    fn add_step(&mut self, action: Action, default: SafeDefault, node: NodeId, args: &[Slot]) {
        let constant = match args.iter().all(|&slot| self.is_constant(slot)) {
            true => self.constant_steps,
            false => VARIES,
        };
        self.constant_steps += u16::from(constant != VARIES);
        let mut held = [Slot(0); INLINE];
        let count = if args.len() <= INLINE {
            held[..args.len()].copy_from_slice(args);
            args.len() as u8
        } else {
            held[0] = Slot(self.operands.len() as u32);
            self.operands.extend_from_slice(args);
            held[1] = Slot(self.operands.len() as u32);
            MANY
        };
        self.steps.push(Step { action, default, count, constant, node, args: held });
    }

    /// Whether a slot's value is the same on every sample.
    fn is_constant(&self, slot: Slot) -> bool {
        match self.step(slot) {
            None => !matches!(self.sources[slot.index()], Source::Input(_)),
            Some(step) => step.constant().is_some(),
        }
    }

    fn add_programs(&mut self, dag: &Dag, roots: &[NodeId]) {
        let mut walk = Walk::default();
        // By slot, the last program that has it.
        let mut seen = vec![None; self.slots()];
        for (program, &root) in roots.iter().enumerate() {
            let mut steps = Vec::new();
            for id in walk.steps(dag, root) {
                let slot = self.needed_slot(id);
                // Two nodes of a program may share a slot: it is charged once.
                let last = seen[slot.index()].replace(program);
                if slot.index() >= self.sources.len() && last != Some(program) {
                    steps.push(slot);
                }
            }
            let root = self.needed_slot(root);
            self.programs.push(PlanProgram { root, steps: steps.into() });
        }
    }
}

/// What a node that is no call is filled from.
pub fn source_of(node: Node<'_>) -> Option<Source> {
    Some(match node {
        Node::Input(input) => Source::Input(input),
        Node::Const(c) => Source::Const(Const::value(c)),
        Node::Lit(Lit::Int(n)) => Source::Const(ConstValue::Int(*n)),
        Node::Lit(lit) => Source::Lit(lit.clone()),
        Node::Fn(op) => Source::Op(op),
        Node::Call(..) | Node::Apply(..) => return None,
    })
}

/// One action for all names that compute and fail alike.
pub(crate) fn representative(action: Action) -> Action {
    use std::sync::OnceLock;
    static TABLE: OnceLock<Vec<Op>> = OnceLock::new();
    let table = TABLE.get_or_init(|| Op::all().map(first_alike).collect());
    match action {
        Action::Call(op) => Action::Call(table[op.index()]),
        Action::Apply => Action::Apply,
    }
}

fn first_alike(op: Op) -> Op {
    let what = |op: Op| {
        let info = op.info();
        let default = info.returns.safe_default();
        (info.dialect, info.kernel, info.optional, info.readings, info.zero, default)
    };
    op.kernel().ops().find(|&other| what(other) == what(op)).unwrap_or(op)
}
