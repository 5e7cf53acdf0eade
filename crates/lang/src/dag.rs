//! The program graph: hash-consed nodes, operands before users.

use crate::constants::Const;
use crate::hash::{Hash128, NodeHasher};
use crate::node::{DagError, Input, Lit, Node, NodeId, NodeMap};
use crate::ops::Op;
use crate::types::Dialect;
use crate::walk::Walk;

/// A node as stored: the arguments of calls live in the pool. `Apply` keeps its function as the
/// first entry of its range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rec {
    Input(Input),
    Const(Const),
    Lit(u32),
    Fn(Op),
    Call { op: Op, start: u32, len: u16 },
    Apply { start: u32, len: u32 },
}

const EMPTY: u32 = u32::MAX;

/// A hash-consed program graph of one dialect, holding any number of programs.
///
/// Invariants: operands precede users, so ids in ascending order are an execution order; equal
/// nodes are one node; a literal that a named constant stands for is stored as that constant;
/// every op, constant and argument count is valid in the dialect.
#[derive(Clone, Debug)]
pub struct Dag {
    dialect: Dialect,
    recs: Vec<Rec>,
    hashes: Vec<Hash128>,
    pool: Vec<NodeId>,
    lits: Vec<Lit>,
    roots: Vec<NodeId>,
    /// Open addressing by content hash; node numbers, [`EMPTY`] where free. The length is a
    /// power of two and at least twice the number of nodes.
    table: Vec<u32>,
    hasher: NodeHasher,
}

impl Dag {
    /// An empty Dag.
    pub fn new(dialect: Dialect) -> Dag {
        Dag {
            dialect,
            recs: Vec::new(),
            hashes: Vec::new(),
            pool: Vec::new(),
            lits: Vec::new(),
            roots: Vec::new(),
            table: Vec::new(),
            hasher: NodeHasher::default(),
        }
    }

    /// The dialect of every name in it.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.recs.len()
    }

    /// Whether it holds no nodes.
    pub fn is_empty(&self) -> bool {
        self.recs.is_empty()
    }

    /// All nodes, operands before users.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + use<> {
        self.ids_from(0)
    }

    /// The nodes from a number on. Skipping those before would count them one by one.
    pub fn ids_from(
        &self,
        first: usize,
    ) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + use<> {
        (first.min(self.len()) as u32..self.len() as u32).map(NodeId)
    }

    /// The node with this index, if there is one.
    pub fn id_at(&self, index: usize) -> Option<NodeId> {
        (index < self.len()).then_some(NodeId(index as u32))
    }

    /// What a node is.
    ///
    /// # Panics
    /// If the id belongs to another, larger Dag.
    pub fn node(&self, id: NodeId) -> Node<'_> {
        match self.recs[id.index()] {
            Rec::Input(input) => Node::Input(input),
            Rec::Const(constant) => Node::Const(constant),
            Rec::Lit(lit) => Node::Lit(&self.lits[lit as usize]),
            Rec::Fn(op) => Node::Fn(op),
            Rec::Call { op, start, len } => Node::Call(op, self.range(start, len as u32)),
            Rec::Apply { start, len } => {
                let all = self.range(start, len);
                Node::Apply(all[0], &all[1..])
            }
        }
    }

    /// The operands of a node in order, the function of an `Apply` first.
    pub fn operands(&self, id: NodeId) -> &[NodeId] {
        match self.recs[id.index()] {
            Rec::Call { start, len, .. } => self.range(start, len as u32),
            Rec::Apply { start, len } => self.range(start, len),
            _ => &[],
        }
    }

    fn range(&self, start: u32, len: u32) -> &[NodeId] {
        &self.pool[start as usize..][..len as usize]
    }

    /// The content hash of a node with everything it needs.
    pub fn hash(&self, id: NodeId) -> Hash128 {
        self.hashes[id.index()]
    }

    /// The results of the programs it holds, in the order they were added.
    pub fn roots(&self) -> &[NodeId] {
        &self.roots
    }

    /// Marks a node as the result of one more program. Equal programs have equal roots.
    pub fn add_root(&mut self, id: NodeId) {
        assert!(id.index() < self.len(), "root {} is outside of the Dag", id.0);
        self.roots.push(id);
    }

    /// The node of an input.
    pub fn input(&mut self, input: Input) -> NodeId {
        let hash = self.leaf_hash(b'i', input.name());
        self.intern(hash, Rec::Input(input))
    }

    /// The node of a named constant.
    pub fn constant(&mut self, constant: Const) -> Result<NodeId, DagError> {
        let info = constant.info();
        self.check_dialect(info.name, info.dialect)?;
        let hash = self.leaf_hash(b'k', info.name);
        Ok(self.intern(hash, Rec::Const(constant)))
    }

    /// The node of `True` or `False`: the constants `T` and `F`.
    pub fn boolean(&mut self, value: bool) -> NodeId {
        let constant = Const::lookup(self.dialect, if value { "T" } else { "F" });
        self.constant(constant.expect("both dialects have T and F")).expect("own dialect")
    }

    /// The node of a literal: a named constant if one has its value.
    pub fn lit(&mut self, lit: &Lit) -> NodeId {
        if let Some(constant) = lit.as_const(self.dialect) {
            return self.constant(constant).expect("own dialect");
        }
        let hash = self.leaf_hash(b'l', &lit.to_string());
        self.find(hash, |dag, rec| matches!(rec, Rec::Lit(at) if dag.lits[at as usize] == *lit))
            .unwrap_or_else(|| {
                self.lits.push(lit.clone());
                self.push(hash, Rec::Lit(self.lits.len() as u32 - 1))
            })
    }

    /// The node of an op used as a function value.
    pub fn function(&mut self, op: Op) -> Result<NodeId, DagError> {
        self.check_dialect(op.name(), op.dialect())?;
        let hash = self.leaf_hash(b'f', op.name());
        Ok(self.intern(hash, Rec::Fn(op)))
    }

    /// The node of a call of an op.
    pub fn call(&mut self, op: Op, args: &[NodeId]) -> Result<NodeId, DagError> {
        self.check_dialect(op.name(), op.dialect())?;
        if !op.takes(args.len()) {
            return Err(DagError::Arity(op, args.len()));
        }
        let operands = args.iter().map(|arg| self.hashes[arg.index()]);
        let hash = self.hasher.hash(self.dialect, b'c', op.name(), operands);
        Ok(self.intern_call(hash, op, args))
    }

    /// The node of a call of a function value. A plain op as function makes it a [`Node::Call`].
    pub fn apply(&mut self, function: NodeId, args: &[NodeId]) -> Result<NodeId, DagError> {
        match self.node(function) {
            Node::Fn(op) => return self.call(op, args),
            Node::Call(..) | Node::Apply(..) => {}
            _ => return Err(DagError::NotAFunction(function)),
        }
        let all = std::iter::once(&function).chain(args);
        let operands = all.map(|id| self.hashes[id.index()]);
        let hash = self.hasher.hash(self.dialect, b'a', "", operands);
        Ok(self.intern_apply(hash, function, args))
    }

    fn leaf_hash(&mut self, tag: u8, text: &str) -> Hash128 {
        self.hasher.hash(self.dialect, tag, text, std::iter::empty())
    }

    fn check_dialect(&self, name: &'static str, dialect: Dialect) -> Result<(), DagError> {
        if dialect == self.dialect { Ok(()) } else { Err(DagError::Dialect(name, dialect)) }
    }

    fn intern_call(&mut self, hash: Hash128, op: Op, args: &[NodeId]) -> NodeId {
        let same = |dag: &Dag, rec| match rec {
            Rec::Call { op: o, start, len } => o == op && dag.range(start, len as u32) == args,
            _ => false,
        };
        self.find(hash, same).unwrap_or_else(|| {
            let start = self.pool.len() as u32;
            self.pool.extend_from_slice(args);
            self.push(hash, Rec::Call { op, start, len: args.len() as u16 })
        })
    }

    fn intern_apply(&mut self, hash: Hash128, function: NodeId, args: &[NodeId]) -> NodeId {
        let same = |dag: &Dag, rec| match rec {
            Rec::Apply { start, len } => {
                let all = dag.range(start, len);
                all[0] == function && all[1..] == *args
            }
            _ => false,
        };
        self.find(hash, same).unwrap_or_else(|| {
            let start = self.pool.len() as u32;
            self.pool.push(function);
            self.pool.extend_from_slice(args);
            self.push(hash, Rec::Apply { start, len: args.len() as u32 + 1 })
        })
    }

    fn intern(&mut self, hash: Hash128, rec: Rec) -> NodeId {
        self.find(hash, |_, other| other == rec).unwrap_or_else(|| self.push(hash, rec))
    }

    /// Finds an equal node. The hash only speeds this up: `same` compares what is stored, so two
    /// different nodes are never taken for one.
    fn find(&self, hash: Hash128, same: impl Fn(&Dag, Rec) -> bool) -> Option<NodeId> {
        let mask = self.table.len().checked_sub(1)?;
        let mut slot = hash.0 as usize & mask;
        while self.table[slot] != EMPTY {
            let id = NodeId(self.table[slot]);
            if self.hash(id) == hash && same(self, self.recs[id.index()]) {
                return Some(id);
            }
            slot = (slot + 1) & mask;
        }
        None
    }

    fn push(&mut self, hash: Hash128, rec: Rec) -> NodeId {
        let id = NodeId(u32::try_from(self.recs.len()).expect("fewer than 2^32 nodes"));
        self.recs.push(rec);
        self.hashes.push(hash);
        if self.recs.len() * 2 > self.table.len() {
            self.grow();
        } else {
            self.place(id);
        }
        id
    }

    fn grow(&mut self) {
        self.table = vec![EMPTY; (self.recs.len() * 4).next_power_of_two().max(16)];
        self.ids().for_each(|id| self.place(id));
    }

    fn place(&mut self, id: NodeId) {
        let mask = self.table.len() - 1;
        let mut slot = self.hash(id).0 as usize & mask;
        while self.table[slot] != EMPTY {
            slot = (slot + 1) & mask;
        }
        self.table[slot] = id.0;
    }

    /// Copies nodes of another Dag, operands before users; where each of them is now.
    fn copy(
        &mut self,
        other: &Dag,
        nodes: impl IntoIterator<Item = NodeId>,
    ) -> NodeMap<Option<NodeId>> {
        let (mut places, mut args) = (NodeMap::new(other.len(), None), Vec::new());
        for id in nodes {
            let hash = other.hash(id);
            args.clear();
            args.extend(other.operands(id).iter().map(|&operand| copied(&places, operand)));
            places[id] = Some(match other.recs[id.index()] {
                Rec::Call { op, .. } => self.intern_call(hash, op, &args),
                Rec::Apply { .. } => self.intern_apply(hash, args[0], &args[1..]),
                Rec::Lit(at) => self.lit(&other.lits[at as usize]),
                leaf => self.intern(hash, leaf),
            });
        }
        places
    }

    /// Adds the programs of another Dag, sharing every node that exists already. What its roots
    /// do not need is left behind. Returns the new roots, which are appended to [`Dag::roots`].
    ///
    /// # Panics
    /// If the dialects differ: a node means something else in the other dialect.
    pub fn merge(&mut self, other: &Dag) -> Vec<NodeId> {
        assert_eq!(self.dialect, other.dialect, "only programs of one dialect can be merged");
        let mut walk = Walk::default();
        let mut order = Vec::new();
        walk.begin(other.len());
        other.roots.iter().for_each(|&root| walk.visit(other, root, &mut order));
        let places = self.copy(other, order);
        let roots: Vec<NodeId> = other.roots.iter().map(|&root| copied(&places, root)).collect();
        self.roots.extend_from_slice(&roots);
        roots
    }

    /// The same programs without the nodes that no root needs, in canonical order: the result
    /// does not depend on the order in which nodes were added.
    pub fn pruned(&self) -> Dag {
        let mut dag = Dag::new(self.dialect);
        dag.merge(self);
        dag
    }

    /// The same programs without the nodes that no root needs, the others in their order.
    pub fn compact(&self) -> Dag {
        self.with_copies(self.needed_by(&self.roots), &self.roots)
    }

    /// The program that ends in a node, by itself: one root, canonical order.
    pub fn extract(&self, root: NodeId) -> Dag {
        self.with_copies(self.steps(root), &[root])
    }

    /// Some of the nodes, operands before users, and the programs that end in some of these.
    fn with_copies(&self, nodes: impl IntoIterator<Item = NodeId>, roots: &[NodeId]) -> Dag {
        let mut dag = Dag::new(self.dialect);
        let places = dag.copy(self, nodes);
        roots.iter().for_each(|&root| dag.add_root(copied(&places, root)));
        dag
    }

    /// Every node that some of these need, themselves among them; operands before users.
    pub fn needed_by(&self, roots: &[NodeId]) -> Vec<NodeId> {
        let mut needed = NodeMap::new(self.len(), false);
        roots.iter().for_each(|&root| needed[root] = true);
        for id in self.ids().rev() {
            if needed[id] {
                self.operands(id).iter().for_each(|&operand| needed[operand] = true);
            }
        }
        self.ids().filter(|&id| needed[id]).collect()
    }

    /// The same nodes, none of them the result of a program.
    pub(crate) fn without_roots(mut self) -> Dag {
        self.roots.clear();
        self
    }

    /// All nodes a root needs, in canonical order: depth first, operands left to right before
    /// their users. The order depends on the program alone, not on what it was merged with.
    pub fn steps(&self, root: NodeId) -> Vec<NodeId> {
        Walk::default().steps(self, root)
    }
}

/// Where a node is now that was copied before those that need it.
fn copied(places: &NodeMap<Option<NodeId>>, id: NodeId) -> NodeId {
    places[id].expect("operands are copied before users")
}

/// Constructors that check nothing, for tests of the verifier.
#[cfg(test)]
impl Dag {
    pub(crate) fn push_rec_unchecked(&mut self, rec: Rec) -> NodeId {
        self.push(Hash128(0), rec)
    }

    pub(crate) fn push_unchecked(&mut self, op: Op, args: &[NodeId]) -> NodeId {
        let start = self.pool.len() as u32;
        self.pool.extend_from_slice(args);
        self.push_rec_unchecked(Rec::Call { op, start, len: args.len() as u16 })
    }

    pub(crate) fn push_apply_unchecked(&mut self, function: NodeId, args: &[NodeId]) -> NodeId {
        let start = self.pool.len() as u32;
        self.pool.push(function);
        self.pool.extend_from_slice(args);
        self.push_rec_unchecked(Rec::Apply { start, len: args.len() as u32 + 1 })
    }

    pub(crate) fn push_lit_unchecked(&mut self, lit: Lit) -> NodeId {
        self.lits.push(lit);
        self.push_rec_unchecked(Rec::Lit(self.lits.len() as u32 - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arc(name: &str) -> Op {
        Op::lookup(Dialect::Arc, name).expect("an arc op")
    }

    #[test]
    fn nodes_are_small() {
        assert_eq!(size_of::<Rec>(), 12);
        assert_eq!(size_of::<NodeId>(), 4);
    }

    /// Stores keep hashes: a change of this value breaks them.
    #[test]
    fn the_hash_is_pinned() {
        let mut dag = Dag::new(Dialect::Arc);
        let (input, lit) = (dag.input(Input::I), dag.lit(&Lit::Tuple(vec![Lit::Int(-7)])));
        let function = dag.function(arc("fill")).expect("own dialect");
        let three = dag.lit(&Lit::Int(3));
        let bound = dag.call(arc("lbind"), &[function, input]).expect("two arguments");
        let root = dag.apply(bound, &[three, lit]).expect("a function");
        assert_eq!(dag.hash(input).to_string(), "b3aa1aa69c8ceb8708504f249d1ab642");
        assert_eq!(dag.hash(root).to_string(), "f5af5490ae8a7e6fea3984c4706ac1f2");
    }

    #[test]
    fn equal_nodes_are_one() {
        let mut dag = Dag::new(Dialect::Arc);
        let three = Const::lookup(Dialect::Arc, "THREE").expect("a constant");
        let named = dag.constant(three).expect("own dialect");
        assert_eq!(dag.lit(&Lit::Int(3)), named);
        assert_ne!(dag.boolean(true), dag.lit(&Lit::Int(1)));
        let input = dag.input(Input::I);
        let call = dag.call(arc("vmirror"), &[input]);
        let function = dag.function(arc("vmirror")).expect("own dialect");
        assert_eq!(dag.apply(function, &[input]), call);
    }

    #[test]
    fn bad_calls_are_refused() {
        let mut dag = Dag::new(Dialect::Arc);
        let input = dag.input(Input::I);
        let vmirror = arc("vmirror");
        assert_eq!(dag.call(vmirror, &[]), Err(DagError::Arity(vmirror, 0)));
        assert_eq!(dag.apply(input, &[input]), Err(DagError::NotAFunction(input)));
        let foreign = Op::lookup(Dialect::Batt, "o_g").expect("a batt op");
        let refused = Err(DagError::Dialect("o_g", Dialect::Batt));
        assert_eq!(dag.call(foreign, &[input, input]), refused);
        assert_eq!(dag.len(), 1);
    }

    #[test]
    #[should_panic(expected = "one dialect")]
    fn dialects_do_not_merge() {
        Dag::new(Dialect::Arc).merge(&Dag::new(Dialect::Batt));
    }
}
