//! The program graph: hash-consed nodes, operands before users.

use crate::constants::Const;
use crate::hash::{Hash128, NodeHasher};
use crate::node::{DagError, Input, Lit, Node, NodeId};
use crate::ops::Op;
use crate::types::Dialect;

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

    /// Copies one node of another Dag whose operands were copied before; `map` tells where to.
    fn copy_node(
        &mut self,
        other: &Dag,
        id: NodeId,
        map: &[u32],
        args: &mut Vec<NodeId>,
    ) -> NodeId {
        let hash = other.hash(id);
        args.clear();
        args.extend(other.operands(id).iter().map(|arg| NodeId(map[arg.index()])));
        match other.recs[id.index()] {
            Rec::Call { op, .. } => self.intern_call(hash, op, args),
            Rec::Apply { .. } => self.intern_apply(hash, args[0], &args[1..]),
            Rec::Lit(at) => self.lit(&other.lits[at as usize]),
            leaf => self.intern(hash, leaf),
        }
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
        let (mut map, mut args) = (vec![EMPTY; other.len()], Vec::new());
        for id in order {
            map[id.index()] = self.copy_node(other, id, &map, &mut args).0;
        }
        let roots: Vec<NodeId> = other.roots.iter().map(|r| NodeId(map[r.index()])).collect();
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
        let needed = self.needed();
        let mut dag = Dag::new(self.dialect);
        let (mut map, mut args) = (vec![EMPTY; self.len()], Vec::new());
        for id in self.ids().filter(|id| needed[id.index()]) {
            map[id.index()] = dag.copy_node(self, id, &map, &mut args).0;
        }
        self.roots.iter().for_each(|root| dag.add_root(NodeId(map[root.index()])));
        dag
    }

    /// By node, whether some root needs it.
    fn needed(&self) -> Vec<bool> {
        let mut needed = vec![false; self.len()];
        self.roots.iter().for_each(|root| needed[root.index()] = true);
        for id in self.ids().rev() {
            if needed[id.index()] {
                self.operands(id).iter().for_each(|operand| needed[operand.index()] = true);
            }
        }
        needed
    }

    /// The same nodes, none of them the result of a program.
    pub(crate) fn without_roots(mut self) -> Dag {
        self.roots.clear();
        self
    }

    /// The program that ends in a node, by itself: one root, canonical order.
    pub fn extract(&self, root: NodeId) -> Dag {
        let mut dag = Dag::new(self.dialect);
        let (mut map, mut args) = (vec![EMPTY; self.len()], Vec::new());
        for id in self.steps(root) {
            map[id.index()] = dag.copy_node(self, id, &map, &mut args).0;
        }
        dag.add_root(NodeId(map[root.index()]));
        dag
    }

    /// All nodes a root needs, in canonical order: depth first, operands left to right before
    /// their users. The order depends on the program alone, not on what it was merged with.
    pub fn steps(&self, root: NodeId) -> Vec<NodeId> {
        Walk::default().steps(self, root)
    }
}

/// Scratch space for walking many roots of one large Dag without clearing marks each time.
#[derive(Default)]
pub struct Walk {
    marks: Vec<u32>,
    epoch: u32,
    stack: Vec<(NodeId, u32)>,
}

impl Walk {
    /// As [`Dag::steps`].
    pub fn steps(&mut self, dag: &Dag, root: NodeId) -> Vec<NodeId> {
        let mut order = Vec::new();
        self.begin(dag.len());
        self.visit(dag, root, &mut order);
        order
    }

    /// Whether a root needs at most `most` nodes, itself among them. The walk ends when it has
    /// found one more, so its cost does not grow with the Dag.
    pub fn needs_at_most(&mut self, dag: &Dag, root: NodeId, most: usize) -> bool {
        self.begin(dag.len());
        self.enter(root);
        let mut found = 0;
        while let Some((id, _)) = self.stack.pop() {
            found += 1;
            if found > most {
                return false;
            }
            dag.operands(id).iter().for_each(|&operand| self.enter(operand));
        }
        true
    }

    /// Forgets what was visited.
    fn begin(&mut self, len: usize) {
        self.stack.clear();
        if self.marks.len() < len || self.epoch == u32::MAX {
            self.marks = vec![0; len.max(self.marks.len())];
            self.epoch = 0;
        }
        self.epoch += 1;
    }

    fn enter(&mut self, id: NodeId) {
        if self.marks[id.index()] != self.epoch {
            self.marks[id.index()] = self.epoch;
            self.stack.push((id, 0));
        }
    }

    /// Appends everything `root` needs and that was not visited since [`Walk::begin`].
    fn visit(&mut self, dag: &Dag, root: NodeId, order: &mut Vec<NodeId>) {
        self.enter(root);
        while let Some((id, next)) = self.stack.last_mut() {
            if let Some(&operand) = dag.operands(*id).get(*next as usize) {
                *next += 1;
                self.enter(operand);
            } else {
                order.push(*id);
                self.stack.pop();
            }
        }
    }
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
    fn a_walk_with_a_limit_stops_there() {
        let (mut dag, rot90, hconcat) = (Dag::new(Dialect::Arc), arc("rot90"), arc("hconcat"));
        let mut last = dag.input(Input::I);
        for _ in 0..1000 {
            let turned = dag.call(rot90, &[last]).expect("one argument");
            last = dag.call(hconcat, &[last, turned]).expect("two arguments");
        }
        assert!(dag.ids_from(2000).eq([last]) && dag.ids_from(2002).eq([]));
        let mut walk = Walk::default();
        for id in dag.ids() {
            let within = walk.needs_at_most(&dag, id, 40);
            let seen = walk.marks.iter().filter(|mark| **mark == walk.epoch).count();
            assert!(seen <= 2 * 41, "{seen} nodes seen");
            assert_eq!(within, walk.steps(&dag, id).len() <= 40);
        }
    }

    #[test]
    #[should_panic(expected = "one dialect")]
    fn dialects_do_not_merge() {
        Dag::new(Dialect::Arc).merge(&Dag::new(Dialect::Batt));
    }
}
