//! One mutation under way: what is known, and the edits made so far.

use exec::value::kind::admits;
use lang::{Dag, Hint, Hints, Node, NodeId, Op, Ty, compatible};

use super::donors::Copies;
use super::mutator::Rules;
use super::outline::{Element, Explained, Outline, operand_slot};
use super::tables::{Tables, Types};
use super::{Kind, Operator, Probe, Seen};
use crate::stream::Stream;

/// Edits tried at one element before it is given up.
const TRIES: usize = 8;

/// One edit that was made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edit {
    pub operator: Operator,
    pub line: usize,
    pub place: Option<usize>,
    pub before: NodeId,
    pub after: NodeId,
    /// The program that the new node comes from.
    pub donor: Option<usize>,
}

/// Memory that is used again from mutant to mutant. Belongs to one Dag.
#[derive(Default)]
pub(super) struct Scratch {
    /// By line of the parent: the node that stands for it now.
    pub now: Vec<NodeId>,
    pub edits: Vec<Edit>,
    pub copies: Copies,
    pub args: Vec<NodeId>,
    pub nodes: Vec<(NodeId, u64)>,
    pub ops: Vec<Op>,
    pub weights: Vec<u64>,
}

/// One place of a program that is edited.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub line: usize,
    /// The operand of the line as the Dag counts them; nothing for the line's own value.
    pub operand: Option<usize>,
    /// What stands there.
    pub current: NodeId,
    /// Types that may stand there.
    pub takes: Types,
    /// The type that says most about it.
    pub slot: Ty,
}

/// One mutation under way.
pub(super) struct Work<'w> {
    pub rules: &'w Rules<'w>,
    pub tables: &'static Tables,
    pub outline: &'w Outline,
    pub hints: &'w mut Hints,
    pub scratch: &'w mut Scratch,
    pub dag: &'w mut Dag,
    pub stream: &'w mut Stream,
    pub probe: Option<&'w mut dyn Probe>,
    pub probes: u32,
}

impl Work<'_> {
    /// What a node gives; nothing without a probe.
    pub fn seen(&mut self, node: NodeId) -> Option<Seen> {
        Some(self.probe.as_deref_mut()?.seen(self.dag, node))
    }

    /// The kind of a node's value; nothing without a probe.
    pub fn kind(&mut self, node: NodeId) -> Option<Kind> {
        self.probe.as_deref_mut()?.kind(self.dag, node)
    }

    /// The type of a node's hint.
    pub fn ty(&self, node: NodeId) -> Ty {
        self.hints.get(node).ty()
    }

    /// The node of a call.
    pub fn call(&mut self, op: Op, args: &[NodeId]) -> Option<NodeId> {
        let node = self.dag.call(op, args).ok();
        self.hints.extend(self.dag);
        node
    }

    /// Whether a node is a function.
    pub fn is_function(&self, node: NodeId) -> bool {
        self.ty(node) == Ty::Callable
    }

    /// Whether a candidate may take a spot: by declared types, and where values are known by
    /// their kinds, which are sharper.
    pub fn fits(&mut self, spot: Spot, candidate: NodeId) -> bool {
        candidate != spot.current
            && self.fits_type(spot, candidate)
            && self.fits_kind(spot, candidate)
    }

    fn fits_type(&self, spot: Spot, candidate: NodeId) -> bool {
        let (old, new) = (self.hints.get(spot.current), self.hints.get(candidate));
        spot.takes.has(new.ty())
            && match old {
                Hint::Sig { .. } => {
                    compatible(old, new) && (self.probe.is_some() || self.is_function(candidate))
                }
                // Without values the declared type of what stands there says most.
                Hint::Ty(ty) => self.probe.is_some() || Types::accepted_by(*ty).has(new.ty()),
            }
    }

    /// Whether a candidate's value is of the kind that stood there, or of one that the slot means.
    fn fits_kind(&mut self, spot: Spot, candidate: NodeId) -> bool {
        let (old, new) = (self.kind(spot.current), self.kind(candidate));
        match (old, new) {
            (Some(old), Some(new)) => old == new || admits(spot.slot, new) == Some(true),
            (Some(_), None) => false,
            (None, Some(new)) => admits(spot.slot, new) != Some(false),
            (None, None) => true,
        }
    }

    /// The spot of an element in the line as it is now.
    fn spot(&self, element: Element) -> Option<Spot> {
        let line = element.line;
        let node = self.scratch.now[line];
        let shift = usize::from(matches!(self.dag.node(node), Node::Apply(..)));
        let operand = match element.place {
            Some(place) => Some(place + shift),
            None => (shift == 1).then_some(0),
        };
        let Some(at) = operand else {
            let own = &self.outline.lines[line];
            return Some(Spot { line, operand, current: node, takes: own.takes, slot: own.slot });
        };
        let current = *self.dag.operands(node).get(at)?;
        let slot = operand_slot(self.dag, self.hints, node, at);
        Some(Spot { line, operand, current, takes: slot.takes, slot: slot.ty })
    }

    /// Edits an element: draws operators until one gives something that runs and is new.
    pub fn edit(&mut self, element: Element) -> bool {
        let Some(spot) = self.spot(element) else { return false };
        let mut weights = self.weights(spot);
        for _ in 0..TRIES {
            let Some(drawn) = self.stream.roulette(weights.iter().copied()) else { break };
            let operator = Operator::ALL[drawn];
            let Some((after, donor)) = self.propose(operator, spot) else {
                weights[drawn] = 0;
                continue;
            };
            let edit = self.edit_of(operator, element, spot, after, donor);
            if self.place(spot, edit, false) {
                return true;
            }
        }
        false
    }

    /// Derives what the samples explain.
    pub fn explain(&mut self, element: Element) -> bool {
        let (Some(spot), Some(explained)) = (self.spot(element), element.explained) else {
            return false;
        };
        let (operator, after) = match explained {
            Explained::Colour(derived) => (Operator::ExplainedColour, derived.node(self.dag)),
            Explained::Angle => (Operator::ExplainedAngle, super::facts::angle_node(self.dag)),
        };
        self.hints.extend(self.dag);
        let Some(after) = after.filter(|&node| spot.takes.has(self.ty(node))) else { return false };
        let edit = self.edit_of(operator, element, spot, after, None);
        self.place(spot, edit, true)
    }

    fn edit_of(
        &self,
        operator: Operator,
        element: Element,
        spot: Spot,
        after: NodeId,
        donor: Option<usize>,
    ) -> Edit {
        let Element { line, place, .. } = element;
        Edit { operator, line, place, before: spot.current, after, donor }
    }

    /// The weights of the operators that may apply at a spot.
    fn weights(&self, spot: Spot) -> [u64; Operator::ALL.len()] {
        let whole = spot.operand.is_none();
        let node = self.dag.node(spot.current);
        let function = self.is_function(spot.current);
        let variable = node.is_call() || matches!(node, Node::Input(_));
        let applies = |operator| match operator {
            Operator::Variable => !whole && variable,
            Operator::Op => whole,
            Operator::Function => !whole && function,
            Operator::Constant => matches!(node, Node::Const(_) | Node::Lit(_)),
            Operator::ExplainedColour | Operator::ExplainedAngle => false,
            Operator::Insert => variable && !function,
            Operator::Delete => matches!(node, Node::Call(_, [_])),
            Operator::Crossover => {
                !whole && self.rules.donors.dag().dialect() == self.dag.dialect()
            }
        };
        Operator::ALL.map(|operator| {
            let weight = self.rules.settings.weights.get(operator);
            if applies(operator) { weight.into() } else { 0 }
        })
    }

    /// Puts an edit into its line, unless the line then does not fit its users, fails, or gives
    /// what it gave before. `neutral` edits may give the same.
    fn place(&mut self, spot: Spot, edit: Edit, neutral: bool) -> bool {
        let old = self.scratch.now[spot.line];
        let new = match spot.operand {
            None => Some(edit.after),
            Some(at) => self.with_operand(old, at, edit.after),
        };
        let Some(new) = new.filter(|&new| new != old && self.typed(spot.line, old, new)) else {
            return false;
        };
        let good = self.runs(old, new, neutral) && self.same_kind(spot.line, old, new);
        if good {
            self.scratch.now[spot.line] = new;
            self.scratch.edits.push(edit);
        }
        good
    }

    fn with_operand(&mut self, line: NodeId, at: usize, operand: NodeId) -> Option<NodeId> {
        let mut operands = std::mem::take(&mut self.scratch.args);
        operands.clear();
        operands.extend_from_slice(self.dag.operands(line));
        operands[at] = operand;
        let node = self.like(line, &operands);
        self.scratch.args = operands;
        node
    }

    /// A call as `line` is, of other operands.
    fn like(&mut self, line: NodeId, operands: &[NodeId]) -> Option<NodeId> {
        let node = match self.dag.node(line) {
            Node::Call(op, _) => self.dag.call(op, operands).ok(),
            Node::Apply(..) => self.dag.apply(operands[0], &operands[1..]).ok(),
            _ => None,
        };
        self.hints.extend(self.dag);
        node
    }

    /// Whether the new value of a line fits all its users by declared types.
    fn typed(&self, line: usize, old: NodeId, new: NodeId) -> bool {
        let (old, new) = (self.hints.get(old), self.hints.get(new));
        let is_sig = matches!(old, Hint::Sig { .. });
        self.outline.lines[line].takes.has(new.ty()) && (!is_sig || compatible(old, new))
    }

    /// Whether the new line runs where the old one did and, unless `neutral`, gives another value.
    fn runs(&mut self, old: NodeId, new: NodeId, neutral: bool) -> bool {
        self.probes += u32::from(self.probe.is_some());
        match (self.seen(old), self.seen(new)) {
            (Some(Seen::Value(_)), Some(Seen::Fault(_))) => false,
            (Some(Seen::Value(a)), Some(Seen::Value(b))) => neutral || a != b,
            _ => true,
        }
    }

    fn same_kind(&mut self, line: usize, old: NodeId, new: NodeId) -> bool {
        let slot = self.outline.lines[line].slot;
        match (self.kind(old), self.kind(new)) {
            (Some(old), Some(new)) => old == new || admits(slot, new) == Some(true),
            _ => true,
        }
    }

    /// Puts the edited operands into a line. False if it then does not fit or fails: such a
    /// mutant is dead.
    pub fn rebuild(&mut self, line: usize) -> bool {
        let own = &self.outline.lines[line];
        let lines = &self.outline.lines;
        let now = &self.scratch.now;
        let changed = |line: usize| now[line] != lines[line].node;
        if !own.operands.iter().any(|o| o.line.is_some_and(|at| changed(at as usize))) {
            return true;
        }
        let mut operands = std::mem::take(&mut self.scratch.args);
        operands.clear();
        let node = |at: u32| self.scratch.now[at as usize];
        operands.extend(own.operands.iter().map(|o| o.line.map_or(o.node, node)));
        let new = self.like(own.node, &operands);
        self.scratch.args = operands;
        let Some(new) = new.filter(|&new| self.typed(line, own.node, new)) else { return false };
        self.scratch.now[line] = new;
        self.runs(own.node, new, true)
    }

    /// What became of the whole program.
    pub fn verdict(&mut self, old: NodeId, new: NodeId) -> Verdict {
        match (self.seen(old), self.seen(new)) {
            (_, Some(Seen::Fault(_))) => Verdict::Fails,
            (Some(a), Some(b)) if a == b => Verdict::Same,
            _ if old == new => Verdict::Same,
            _ => Verdict::New,
        }
    }
}

/// What an attempt gave, worst first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Verdict {
    /// It fails on a sample.
    Fails,
    /// It gives what the parent gives.
    Same,
    /// It runs and gives something else.
    New,
}
