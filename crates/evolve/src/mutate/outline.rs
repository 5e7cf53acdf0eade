//! A parent program laid out for mutation: lines, elements, and what the users of a line accept.

use std::collections::HashMap;

use lang::{Const, ConstValue, Dag, Dialect, Hint, Hints, Kernel, Lit, Node, NodeId, Ty};

use super::Operator;
use super::facts::{Derived, Facts};
use super::tables::{Types, slot_ty};
use crate::prior::Place;

/// An operand of a line: another line, or something that is no call.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operand {
    pub node: NodeId,
    /// The line that makes it.
    pub line: Option<u32>,
}

/// One call of the parent.
#[derive(Debug)]
pub(super) struct Line {
    pub node: NodeId,
    /// Types that every user of its value accepts.
    pub takes: Types,
    /// The slot its value stands in, if all users have the same; else `Any`.
    pub slot: Ty,
    /// Where its value stands; calls of computed functions say nothing.
    pub users: Vec<Place>,
    pub operands: Box<[Operand]>,
}

/// Something that the samples explain.
#[derive(Clone, Copy, Debug)]
pub(super) enum Explained {
    Colour(Derived),
    Angle,
}

impl Explained {
    /// The operator that derives it from the samples.
    pub fn operator(self) -> Operator {
        match self {
            Explained::Colour(_) => Operator::ExplainedColour,
            Explained::Angle => Operator::ExplainedAngle,
        }
    }
}

/// One function position or one argument of one line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Element {
    pub line: usize,
    /// The argument, counted from 0; nothing for the function position.
    pub place: Option<usize>,
    pub explained: Option<Explained>,
}

/// A parent laid out. Lines are in canonical order, so operands come first; the elements of a
/// line are its arguments, then its function position, so that a new op sees the new arguments.
#[derive(Debug)]
pub(super) struct Outline {
    pub lines: Box<[Line]>,
    pub elements: Box<[Element]>,
    numbers: HashMap<NodeId, u32>,
}

/// What a slot accepts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    /// Types that may stand there.
    pub takes: Types,
    /// The type that says most about it.
    pub ty: Ty,
}

/// The slot of a node's operand, counted as in [`Dag::operands`]. The argument that a function is
/// bound to, or that its value is compared with, stands in a slot of that function.
pub(super) fn operand_slot(dag: &Dag, hints: &Hints, node: NodeId, at: usize) -> Slot {
    let declared = match dag.node(node) {
        Node::Call(op, _) => slot_ty(op, at),
        Node::Apply(..) if at == 0 => Ty::Callable,
        Node::Apply(function, _) => param(hints.get(function), at - 1),
        _ => Ty::Any,
    };
    let sharp = match dag.node(node) {
        Node::Call(op, args) if at == 1 => bound_slot(op.kernel(), hints.get(args[0])),
        _ => Ty::Any,
    };
    let takes = Types::accepted_by(declared);
    match sharp {
        Ty::Any | Ty::Untyped => Slot { takes, ty: declared },
        sharp => Slot { takes: takes.and(Types::accepted_by(sharp)), ty: sharp },
    }
}

fn bound_slot(kernel: Kernel, function: &Hint) -> Ty {
    let Hint::Sig { params, ret } = function else { return Ty::Any };
    let found = match kernel {
        Kernel::Rbind => params.last(),
        Kernel::Lbind => params.first(),
        Kernel::Matcher => Some(ret),
        _ => None,
    };
    found.copied().unwrap_or(Ty::Any)
}

fn param(function: &Hint, place: usize) -> Ty {
    match function {
        Hint::Sig { params, .. } => params.get(place).copied().unwrap_or(Ty::Any),
        Hint::Ty(_) => Ty::Any,
    }
}

/// The value of a constant or literal, if it is an integer or a pair.
pub(crate) fn const_value(node: Node<'_>) -> Option<ConstValue> {
    match node {
        Node::Const(constant) => Some(Const::value(constant)),
        Node::Lit(Lit::Int(n)) => Some(ConstValue::Int(*n)),
        Node::Lit(Lit::Tuple(items)) => match items[..] {
            [Lit::Int(a), Lit::Int(b)] => Some(ConstValue::Pair(a, b)),
            _ => None,
        },
        _ => None,
    }
}

impl Outline {
    /// Lays out the program that ends in `root`. `hints` are those of the Dag.
    pub fn new(dag: &Dag, root: NodeId, hints: &Hints, facts: &Facts) -> Outline {
        let (mut lines, numbers) = lines(dag, root, hints);
        note_users(dag, root, hints, &mut lines);
        let elements = lines.iter().enumerate();
        let elements = elements.flat_map(|(at, line)| elements_of(dag, hints, facts, at, line));
        Outline { elements: elements.collect(), lines: lines.into(), numbers }
    }

    /// The line of the parent that a node is.
    pub fn line_of(&self, node: NodeId) -> Option<usize> {
        self.numbers.get(&node).map(|&line| line as usize)
    }
}

/// The lines, not knowing their users yet.
fn lines(dag: &Dag, root: NodeId, hints: &Hints) -> (Vec<Line>, HashMap<NodeId, u32>) {
    let mut lines: Vec<Line> = Vec::new();
    let mut numbers = HashMap::new();
    for node in dag.steps(root).into_iter().filter(|&id| dag.node(id).is_call()) {
        let line = |node: &NodeId| numbers.get(node).copied();
        let operands = dag.operands(node).iter().map(|o| Operand { node: *o, line: line(o) });
        let operands = operands.collect();
        numbers.insert(node, lines.len() as u32);
        let slot = hints.get(node).ty();
        lines.push(Line { node, takes: Types::ALL, slot, users: Vec::new(), operands });
    }
    (lines, numbers)
}

/// Works out what the users of each line accept.
fn note_users(dag: &Dag, root: NodeId, hints: &Hints, lines: &mut [Line]) {
    let mut slots: Vec<Option<Ty>> = vec![None; lines.len()];
    let mut note = |lines: &mut [Line], at: usize, slot: Slot| {
        let line = &mut lines[at];
        // A program that has a misfit already may keep it.
        line.takes = line.takes.and(slot.takes).with(hints.get(line.node).ty());
        let same = slots[at].is_none_or(|ty| ty == slot.ty);
        slots[at] = Some(if same { slot.ty } else { Ty::Any });
        line.slot = slots[at].unwrap_or(Ty::Any);
    };
    for user in 0..lines.len() {
        for at in 0..lines[user].operands.len() {
            let slot = operand_slot(dag, hints, lines[user].node, at);
            if let Some(line) = lines[user].operands[at].line {
                note(lines, line as usize, slot);
                let place = operand_place(dag, lines[user].node, at);
                lines[line as usize].users.extend(place);
            }
        }
    }
    if let Some(last) = lines.len().checked_sub(1) {
        note(lines, last, result_slot(hints.get(root).ty()));
        lines[last].users.push(Place::Root);
    }
}

/// Where an operand of a call stands.
pub(super) fn operand_place(dag: &Dag, node: NodeId, at: usize) -> Option<Place> {
    match dag.node(node) {
        Node::Call(op, _) => Some(Place::Argument(op, at)),
        _ => None,
    }
}

/// Solvers give grids; what gives something else goes on giving it.
fn result_slot(ty: Ty) -> Slot {
    let grids = Types::accepted_by(Ty::Grid);
    let ty = if grids.has(ty) { Ty::Grid } else { ty };
    Slot { takes: Types::accepted_by(ty), ty }
}

fn elements_of(
    dag: &Dag,
    hints: &Hints,
    facts: &Facts,
    at: usize,
    line: &Line,
) -> impl Iterator<Item = Element> + use<> {
    let skip = usize::from(matches!(dag.node(line.node), Node::Apply(..)));
    let explained: Vec<_> = (skip..line.operands.len())
        .map(|operand| explained(dag, hints, facts, line.node, operand))
        .collect();
    let arguments = explained.into_iter().enumerate();
    let arguments =
        arguments.map(move |(i, explained)| Element { line: at, place: Some(i), explained });
    arguments.chain([Element { line: at, place: None, explained: None }])
}

fn explained(
    dag: &Dag,
    hints: &Hints,
    facts: &Facts,
    line: NodeId,
    at: usize,
) -> Option<Explained> {
    let operand = dag.operands(line)[at];
    let ConstValue::Int(value) = const_value(dag.node(operand))? else { return None };
    let slot = operand_slot(dag, hints, line, at);
    let means = |ty: Ty| slot.takes.has(ty) && (hints.get(operand).ty() == ty || slot.ty == ty);
    // Only programs of this dialect can read the samples.
    if dag.dialect() != Dialect::Batt {
        return None;
    }
    let angle = (means(Ty::A8) || slot.ty == Ty::A4) && facts.angle() == Some(value);
    match facts.colour(value).filter(|_| means(Ty::C_)) {
        Some(derived) => Some(Explained::Colour(derived)),
        None => angle.then_some(Explained::Angle),
    }
}
