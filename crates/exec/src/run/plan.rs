//! A merged Dag made ready to run: numbered slots, steps in order, programs as lists of steps.
//!
//! The Dag shares calls that are written alike. The plan also shares calls that must compute the
//! same although they are written differently: `o_g(I, R5)` and `o_g(I, FIVE)`, `size(x)` and
//! `size_f(x)`.

use lang::{Const, ConstValue, Cost, Dialect, Op, SafeDefault};
use lang::{Dag, Hints, Input, Lit, Node, NodeId, NodeMap, Walk};
use rustc_hash::FxHashMap;

use super::Budget;
use super::constants::{Constants, OnceMade, of_task};
use crate::arena::Arena;
use crate::data::Sample;
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
    /// Its number among the steps that read no parameter, or, with [`OF_TASK`] added, among those that read S alone;
    /// else [`VARIES`].
    number: u16,
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

/// Said of a step whose value may differ from sample to sample, and of others beyond what numbers
/// there are.
const VARIES: u16 = u16::MAX;

/// Added to the numbers of steps that read S alone.
const OF_TASK: u16 = 1 << 15;

/// Which samples a step gives the same on, with its number among such steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Repeats {
    /// All: it reads no parameter.
    Always(usize),
    /// Those with the same demo pairs: it reads S alone.
    InTask(usize),
    /// It may differ from sample to sample, or is not worth keeping.
    No,
}

/// What a value depends on, the least first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Varies {
    Never,
    ByTask,
    BySample,
}

impl Varies {
    fn of(source: &Source) -> Varies {
        match source {
            Source::Input(Input::S) => Varies::ByTask,
            Source::Input(_) => Varies::BySample,
            _ => Varies::Never,
        }
    }
}

impl Step {
    /// Which samples it gives the same on.
    #[inline]
    pub(crate) fn repeats(&self) -> Repeats {
        match self.number {
            VARIES => Repeats::No,
            OF_TASK.. => Repeats::InTask(usize::from(self.number - OF_TASK)),
            number => Repeats::Always(number.into()),
        }
    }

    /// Its number among the plan's steps that read no parameter.
    #[inline]
    pub(crate) fn constant(&self) -> Option<usize> {
        Some(usize::from(self.number)).filter(|_| self.number < OF_TASK)
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
    task_steps: u16,
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
            task_steps: 0,
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

    /// How many steps read S alone, are worth keeping for the samples of a task, and have a number for that.
    pub(crate) fn task_steps(&self) -> usize {
        self.task_steps.into()
    }

    /// What the steps give that read no parameter; nothing before the plan has run a few times.
    pub(crate) fn constants(&self) -> Option<&Constants> {
        if self.constant_steps == 0 { None } else { self.constants.get(self) }
    }

    /// What a step gives on every sample, and what it costs, if it reads no parameter, gives a value, and no such step of the plan
    /// costs more than `limit`.
    pub fn constant(&self, step: &Step, limit: u64) -> Option<(Value<'_>, u64)> {
        let number = step.constant()?;
        let constants = Some(self.constants.now(self)).filter(|all| all.dearest() <= limit)?;
        let constant = constants.of(number)?;
        Some((constant.out.ok()?, constant.cost))
    }

    /// Whether any steps are worth computing once for all samples with the same demo pairs.
    pub fn has_task_steps(&self) -> bool {
        self.task_steps > 0
    }

    /// What steps give that read S and no other parameter, on all samples with these demo pairs, and what they cost: those that
    /// give a value and cost neither much nor more than `limit`. Values are made in `arena`.
    pub fn of_task<'a>(
        &'a self,
        demo: &'a [Sample],
        arena: &'a Arena,
        limit: u64,
    ) -> Vec<(Slot, Value<'a>, u64)> {
        if self.has_task_steps() { of_task(self, demo, arena, limit) } else { Vec::new() }
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
        let mut varies: Vec<Varies> = self.sources.iter().map(Varies::of).collect();
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
                    let most = args.iter().map(|slot| varies[slot.index()]).max();
                    varies.push(most.unwrap_or(Varies::Never));
                    let number = self.next_number(action, varies[next.index()]);
                    self.add_step(action, ty.safe_default(), (number, id), &args);
                    next
                });
            self.slot_of_node[id] = Some(slot);
        }
    }

    /// The number of a step among its like.
    fn next_number(&mut self, action: Action, varies: Varies) -> u16 {
        let (count, first) = match varies {
            Varies::Never => (&mut self.constant_steps, 0),
            Varies::ByTask if !is_cheap(action) => (&mut self.task_steps, OF_TASK),
            _ => return VARIES,
        };
        let number = if *count < OF_TASK - 1 { first + *count } else { VARIES };
        *count += u16::from(number != VARIES);
        number
    }

    fn add_step(
        &mut self,
        action: Action,
        default: SafeDefault,
        (number, node): (u16, NodeId),
        args: &[Slot],
    ) {
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
        self.steps.push(Step { action, default, count, number, node, args: held });
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

/// Whether a step takes no longer than looking up what it gave.
fn is_cheap(action: Action) -> bool {
    matches!(action, Action::Call(op) if op.kernel().info().cost == Cost::Unit)
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
