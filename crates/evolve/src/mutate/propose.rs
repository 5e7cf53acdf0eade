//! The operators: what may take the place of what stands there.

use exec::value::kind::admits;
use lang::{Const, ConstValue, Hint, Input, Node, NodeId, Op, Ty};

use super::Operator;
use super::outline::const_value;
use super::tables::{Types, is_solvers, range_ty, slot_ty};
use super::work::{Spot, Work};
use crate::prior::Child;

/// Candidates that are looked at before an operator gives up.
const LOOKS: usize = 6;

/// Earlier lines that are looked at: bounds the work in programs of any length.
const WINDOW: usize = 512;

/// A new node, and the program it comes from if it is another one.
type Proposal = Option<(NodeId, Option<usize>)>;

impl Work<'_> {
    /// Something else for a spot, drawn by an operator; nothing if it has nothing to offer.
    pub fn propose(&mut self, operator: Operator, spot: Spot) -> Proposal {
        let own = |node: Option<NodeId>| node.map(|node| (node, None));
        match operator {
            Operator::Variable => own(self.variable(spot)),
            Operator::Op => own(self.op(spot)),
            Operator::Function => own(self.function(spot)),
            Operator::Constant => own(self.constant(spot)),
            Operator::Insert => own(self.insert(spot)),
            Operator::Delete => own(self.delete(spot)),
            Operator::Crossover => self.crossover(spot),
            Operator::ExplainedColour | Operator::ExplainedAngle => None,
        }
    }

    /// An earlier line, or an input; the later the likelier.
    fn variable(&mut self, spot: Spot) -> Option<NodeId> {
        let mut found = std::mem::take(&mut self.scratch.nodes);
        found.clear();
        let inputs: &[Input] = match self.dag.dialect() {
            lang::Dialect::Arc => &[Input::I],
            lang::Dialect::Batt => &[Input::S, Input::I],
        };
        found.extend(inputs.iter().map(|&input| (self.dag.input(input), 1)));
        self.hints.extend(self.dag);
        let earlier = self.earlier(spot.line).iter().zip(2..);
        found.extend(earlier.map(|(&node, weight)| (node, weight)));
        found.retain(|&(node, _)| node != spot.current && spot.takes.has(self.ty(node)));
        self.weigh(spot, &mut found);
        let drawn = self.draw(spot, &mut found);
        self.scratch.nodes = found;
        drawn
    }

    /// The lines before a line as they are now, latest last.
    pub fn earlier(&self, line: usize) -> &[NodeId] {
        &self.scratch.now[line.saturating_sub(WINDOW)..line]
    }

    /// Draws by weight until something fits.
    fn draw(&mut self, spot: Spot, found: &mut [(NodeId, u64)]) -> Option<NodeId> {
        for _ in 0..LOOKS {
            let at = self.stream.roulette(found.iter().map(|&(_, weight)| weight))?;
            if self.fits(spot, found[at].0) {
                return Some(found[at].0);
            }
            found[at].1 = 0;
        }
        None
    }

    /// The same call of another op.
    fn op(&mut self, spot: Spot) -> Option<NodeId> {
        let Node::Call(old, args) = self.dag.node(spot.current) else { return None };
        let mut args_now = std::mem::take(&mut self.scratch.args);
        args_now.clear();
        args_now.extend_from_slice(args);
        let node = self.draw_op(spot, old, &args_now);
        self.scratch.args = args_now;
        node
    }

    fn draw_op(&mut self, spot: Spot, old: Op, args: &[NodeId]) -> Option<NodeId> {
        let mut ops = std::mem::take(&mut self.scratch.ops);
        ops.clear();
        let alike = |op: Op| op.kernel() == old.kernel();
        let among = match self.rules.settings.solvers && is_solvers(old) {
            true => self.tables.solvers(args.len()),
            false => self.tables.ops(args.len()),
        };
        let offered = among.iter().copied();
        ops.extend(offered.filter(|&op| !alike(op) && self.gives(spot, old.returns(), op)));
        for (place, &arg) in args.iter().enumerate() {
            let (ty, kind) = (self.ty(arg), self.kind(arg));
            let says = |slot| kind.is_none_or(|kind| admits(slot, kind) != Some(false));
            ops.retain(|&op| {
                let slot = slot_ty(op, place);
                Types::accepted_by(slot).has(ty) && (says(slot) || slot == slot_ty(old, place))
            });
        }
        let drawn = self.pick_op(spot, &ops, args);
        self.scratch.ops = ops;
        self.call(drawn?, args)
    }

    /// Whether what an op returns may take a spot where `old` stood.
    fn gives(&self, spot: Spot, old: Ty, op: Op) -> bool {
        let sharp = self.probe.is_some() || Types::accepted_by(old).has(op.returns());
        spot.takes.has(op.returns()) && sharp
    }

    /// Another op as function value, or an earlier function of the program.
    fn function(&mut self, spot: Spot) -> Option<NodeId> {
        let Hint::Sig { params, ret } = self.hints.get(spot.current) else { return None };
        let fits = |op: &&Op| {
            let both = |place: usize, &param: &Ty| {
                let slot = slot_ty(**op, place);
                Types::accepted_by(param).has(slot) && Types::accepted_by(slot).has(param)
            };
            Types::accepted_by(*ret).has(op.returns())
                && op.arity() == params.len()
                && params.iter().enumerate().all(|(place, param)| both(place, param))
        };
        let mut ops = std::mem::take(&mut self.scratch.ops);
        ops.clear();
        ops.extend(self.tables.ops(params.len()).iter().filter(fits));
        if let Node::Fn(old) = self.dag.node(spot.current) {
            ops.retain(|op| op.kernel() != old.kernel());
        }
        let mut found = std::mem::take(&mut self.scratch.nodes);
        found.clear();
        let earlier = self.earlier(spot.line).iter();
        found.extend(earlier.filter(|&&n| n != spot.current).map(|&node| (node, 1)));
        found.retain(|&(node, _)| self.is_function(node));
        let of_found = |work: &Self, at: usize| Child::of(work.dag.node(found[at].0));
        let at = self.pick_child(spot, ops.len() + found.len(), |work, at| match ops.get(at) {
            Some(&op) => Some(Child::Op(op)),
            None => of_found(work, at - ops.len()),
        });
        let drawn = at.and_then(|at| match ops.get(at) {
            Some(&op) => self.dag.function(op).ok(),
            None => found.get(at - ops.len()).map(|found| found.0),
        });
        self.hints.extend(self.dag);
        (self.scratch.ops, self.scratch.nodes) = (ops, found);
        drawn.filter(|&node| self.fits(spot, node))
    }

    /// Ranks move to a neighbour, other constants to any member of the slot's range.
    fn constant(&mut self, spot: Spot) -> Option<NodeId> {
        let value = const_value(self.dag.node(spot.current))?;
        let ty = range_ty(spot.slot, self.ty(spot.current), value);
        let range = self.tables.range(ty);
        let drawn = match ty {
            Ty::F_ | Ty::L_ | Ty::FL => self.neighbour(range, value),
            _ => self.other(spot, range, value),
        };
        let node = self.dag.constant(drawn?).ok();
        self.hints.extend(self.dag);
        node.filter(|&node| spot.takes.has(self.ty(node)))
    }

    fn neighbour(&mut self, range: &[Const], value: ConstValue) -> Option<Const> {
        let Some(at) = range.iter().position(|c| c.value() == value) else {
            return self.stream.pick(range).copied();
        };
        let up = range.get(at + 1);
        let down = at.checked_sub(1).and_then(|at| range.get(at));
        match (down, up) {
            (Some(down), Some(up)) => Some(if self.stream.chance(0.5) { *down } else { *up }),
            (down, up) => down.or(up).copied(),
        }
    }

    fn other(&mut self, spot: Spot, range: &[Const], value: ConstValue) -> Option<Const> {
        let others = range.iter().filter(|c| c.value() != value);
        let constant = |at: usize| others.clone().copied().nth(at);
        let child = |_: &Self, at: usize| constant(at).map(Child::Const);
        let at = self.pick_child(spot, others.clone().count(), child)?;
        constant(at)
    }

    /// A unary step on what stands there.
    fn insert(&mut self, spot: Spot) -> Option<NodeId> {
        let (ty, kind) = (self.ty(spot.current), self.kind(spot.current));
        let says = |slot| kind.is_none_or(|kind| admits(slot, kind) != Some(false));
        let mut ops = std::mem::take(&mut self.scratch.ops);
        ops.clear();
        let takes = |op: Op| Types::accepted_by(slot_ty(op, 0)).has(ty) && says(slot_ty(op, 0));
        let offered = self.tables.unary();
        ops.extend(offered.filter(|&op| takes(op) && self.gives(spot, ty, op)));
        let drawn = self.pick_op(spot, &ops, &[spot.current]);
        self.scratch.ops = ops;
        let node = self.call(drawn?, &[spot.current])?;
        self.fits(spot, node).then_some(node)
    }

    /// What a unary step is made from.
    fn delete(&mut self, spot: Spot) -> Option<NodeId> {
        let Node::Call(_, &[inner]) = self.dag.node(spot.current) else { return None };
        self.fits(spot, inner).then_some(inner)
    }

    /// A node of another program of the type that stands there.
    fn crossover(&mut self, spot: Spot) -> Proposal {
        let donors = self.rules.donors;
        let ty = match self.ty(spot.current) {
            Ty::Any | Ty::Untyped => spot.slot,
            ty => ty,
        };
        for _ in 0..LOOKS {
            let &node = self.stream.pick(donors.of_ty(ty))?;
            let (old, new) = (self.hints.get(spot.current), donors.hints().get(node));
            if matches!(old, Hint::Sig { .. }) && !lang::compatible(old, new) {
                continue;
            }
            let copy = self.scratch.copies.copy(donors, node, self.dag)?;
            self.hints.extend(self.dag);
            if self.fits(spot, copy) {
                return Some((copy, Some(donors.owner(node))));
            }
        }
        None
    }
}
