//! Programs to cross over with, indexed by type.

use lang::{Dag, Dialect, Hints, Input, Node, NodeId, Ty, Walk};

use crate::code::Code;

/// Nodes that need more others than this are not offered: they would be most of the mutant.
const LARGEST: usize = 40;

/// The nodes of other programs that may take an argument's place.
pub struct Donors {
    dag: Dag,
    hints: Hints,
    /// By type: calls of that type, each node once however many programs have it.
    by_ty: Vec<Vec<NodeId>>,
    /// By node: the first program that has it.
    owners: Vec<u32>,
}

impl Donors {
    /// No programs.
    pub fn none(dialect: Dialect) -> Donors {
        Donors::new(dialect, [])
    }

    /// The programs of this dialect among those given. What needs C is left out, so no mutant
    /// reads it.
    pub fn new<'c>(dialect: Dialect, codes: impl IntoIterator<Item = &'c Code>) -> Donors {
        let mut dag = Dag::new(dialect);
        let mut owners = Vec::new();
        for (number, code) in codes.into_iter().enumerate() {
            if code.dialect() == dialect {
                dag.merge(code.dag());
                owners.resize(dag.len(), number as u32);
            }
        }
        let hints = Hints::new(&dag);
        let by_ty = index(&dag, &hints);
        Donors { dag, hints, by_ty, owners }
    }

    /// The programs merged.
    pub(super) fn dag(&self) -> &Dag {
        &self.dag
    }

    /// The hints of all nodes.
    pub(super) fn hints(&self) -> &Hints {
        &self.hints
    }

    /// The nodes of a type.
    pub(super) fn of_ty(&self, ty: Ty) -> &[NodeId] {
        &self.by_ty[ty as usize]
    }

    /// The number of the first program that has a node, in the order they were given.
    pub(super) fn owner(&self, node: NodeId) -> usize {
        self.owners[node.index()] as usize
    }

    /// Number of nodes on offer.
    pub fn len(&self) -> usize {
        self.by_ty.iter().map(Vec::len).sum()
    }

    /// Whether there is nothing on offer.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

fn index(dag: &Dag, hints: &Hints) -> Vec<Vec<NodeId>> {
    let mut by_ty = vec![Vec::new(); Ty::ALL.len()];
    let mut walk = Walk::default();
    let mut reads_c = vec![false; dag.len()];
    for id in dag.ids() {
        let is_c = dag.node(id) == Node::Input(Input::C);
        reads_c[id.index()] = is_c || dag.operands(id).iter().any(|o| reads_c[o.index()]);
        let offered = dag.node(id).is_call() && !reads_c[id.index()];
        if offered && walk.needs_at_most(dag, id, LARGEST) {
            by_ty[hints.get(id).ty() as usize].push(id);
        }
    }
    by_ty
}

/// What was copied from the donors into one Dag, so that nothing is copied twice.
#[derive(Default)]
pub(super) struct Copies {
    map: Vec<Option<NodeId>>,
    walk: Walk,
}

impl Copies {
    /// The node in `dag`, with what it needs.
    pub fn copy(&mut self, donors: &Donors, node: NodeId, dag: &mut Dag) -> Option<NodeId> {
        self.map.resize(donors.dag.len(), None);
        if let Some(known) = self.map[node.index()] {
            return Some(known);
        }
        let mut args = Vec::new();
        for id in self.walk.steps(&donors.dag, node) {
            if self.map[id.index()].is_some() {
                continue;
            }
            args.clear();
            args.extend(donors.dag.operands(id).iter().filter_map(|o| self.map[o.index()]));
            self.map[id.index()] = copy_node(donors.dag.node(id), &args, dag);
        }
        self.map[node.index()]
    }
}

/// One node whose operands were copied before.
pub(crate) fn copy_node(node: Node<'_>, operands: &[NodeId], dag: &mut Dag) -> Option<NodeId> {
    match node {
        Node::Input(input) => Some(dag.input(input)),
        Node::Const(constant) => dag.constant(constant).ok(),
        Node::Lit(lit) => Some(dag.lit(lit)),
        Node::Fn(op) => dag.function(op).ok(),
        Node::Call(op, _) => dag.call(op, operands).ok(),
        Node::Apply(..) => dag.apply(*operands.first()?, &operands[1..]).ok(),
    }
}
