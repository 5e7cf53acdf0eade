//! Hints: what kind of value a node makes and a slot takes, for mutation and for safe defaults.

use std::collections::HashMap;

use crate::constants::{Const, Group};
use crate::dag::Dag;
use crate::node::{Input, Lit, Node, NodeId};
use crate::ops::{Kernel, Op};
use crate::types::Ty;

/// What is known of a value before it is computed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Hint {
    /// A declared type. A function of unknown signature is `Callable`.
    Ty(Ty),
    /// A function of known signature.
    Sig {
        /// What it takes.
        params: Vec<Ty>,
        /// What it returns.
        ret: Ty,
    },
}

impl Hint {
    const CALLABLE: Hint = Hint::Ty(Ty::Callable);

    /// The signature of an op used as a function value.
    pub fn of_op(op: Op) -> Hint {
        let params = (0..op.arity()).map(|place| slot_ty(op, place)).collect();
        Hint::Sig { params, ret: op.returns() }
    }

    /// The type of a constant, told by its group.
    pub fn of_const(constant: Const) -> Hint {
        Hint::Ty(match constant.info().group {
            Group::Booleans => Ty::Boolean,
            Group::Integers | Group::Scales => Ty::Integer,
            Group::Pairs => Ty::IJ,
            Group::RanksFromFirst => Ty::F_,
            Group::RanksFromLast => Ty::L_,
            Group::Symbols => Ty::R_,
            Group::Colours => Ty::C_,
            Group::Angles => Ty::A8,
        })
    }

    fn of_lit(lit: &Lit) -> Hint {
        let is_tuple = |item: &Lit| matches!(item, Lit::Tuple(_));
        Hint::Ty(match lit {
            Lit::Int(_) => Ty::Integer,
            Lit::Tuple(items) => match &items[..] {
                [Lit::Int(_), Lit::Int(_)] => Ty::IJ,
                [_, ..] if items.iter().all(is_tuple) => Ty::TupleTuple,
                _ => Ty::Tuple,
            },
        })
    }

    /// The type as one name: a signature is a `Callable`.
    pub fn ty(&self) -> Ty {
        match self {
            Hint::Ty(ty) => *ty,
            Hint::Sig { .. } => Ty::Callable,
        }
    }

    /// What a call of such a function returns; `Any` when that is unknown.
    pub fn returns(&self) -> Ty {
        match self {
            Hint::Ty(_) => Ty::Any,
            Hint::Sig { ret, .. } => *ret,
        }
    }
}

/// The declared type of an op's parameter; a parameter without annotation that is called is
/// `Callable`.
fn slot_ty(op: Op, place: usize) -> Ty {
    let called = matches!(
        (op.kernel(), place),
        (Kernel::NthByKey | Kernel::NthByKeySkip, 2) | (Kernel::Prapply, 0)
    );
    match op.params()[place].ty {
        Ty::Untyped if called => Ty::Callable,
        // `arc` declares integers, but programs make tuples of anything with it.
        _ if op.kernel() == Kernel::Astuple => Ty::Any,
        ty => ty,
    }
}

/// The hint of the slot that an op's argument stands in.
///
/// # Panics
/// If the op has no such parameter.
pub fn slot_hint(op: Op, place: usize) -> Hint {
    Hint::Ty(slot_ty(op, place))
}

/// Whether a candidate may stand in a slot. Not symmetric.
pub fn compatible(slot: &Hint, candidate: &Hint) -> bool {
    match (slot, candidate) {
        (Hint::Ty(a), Hint::Ty(b)) => compatible_ty(*a, *b),
        (Hint::Sig { params: p, ret: r }, Hint::Sig { params: q, ret: s }) => {
            p.len() == q.len()
                && compatible_ty(*r, *s)
                && p.iter().zip(q).all(|(a, b)| compatible_ty(*a, *b))
        }
        (Hint::Ty(plain), Hint::Sig { .. }) | (Hint::Sig { .. }, Hint::Ty(plain)) => {
            matches!(common(*plain), Ty::Any | Ty::Callable)
        }
    }
}

/// Two names of one type are one name.
fn common(ty: Ty) -> Ty {
    match ty {
        Ty::Untyped => Ty::Any,
        Ty::IntegerTuple => Ty::IJ,
        ty => ty,
    }
}

/// [`compatible`] for plain types.
pub fn compatible_ty(slot: Ty, candidate: Ty) -> bool {
    let (slot, candidate) = (common(slot), common(candidate));
    slot == candidate
        || slot == Ty::Any
        || candidate == Ty::Any
        || accepts(slot).iter().any(|group| group.contains(&candidate))
}

use Ty::{
    A4, A8, Boolean, C_, Callable, Cell, Container, ContainerContainer, Element, F_, FL, FrozenSet,
    Grid, I_, IJ, Indices, IndicesSet, Integer, IntegerSet, J_, L_, Layer, Layers, Numerical,
    Object, Objects, Patch, Piece, R_, R4, R8, Samples, Tuple, TupleTuple,
};

const NUMBERS: &[Ty] = &[Boolean, Integer, Numerical];
const SYMBOLS: &[Ty] = &[R_, R4, R8, C_];
const ANGLES: &[Ty] = &[A4, A8];
const CONTAINERS: &[Ty] = &[Tuple, Container, ContainerContainer];
const GRIDS: &[Ty] = &[Grid, Samples, TupleTuple];
const PATCHES: &[Ty] = &[Indices, Object, Objects];
const SETS: &[Ty] = &[FrozenSet, IntegerSet, IndicesSet];
const PIECES: &[Ty] = &[Patch, Piece, Element];

/// What a slot accepts besides its own name: the table of compatible types, one arm per row.
/// Some entries only exist because real programs need them: declared types are looser than
/// what ops return (`mapply` is declared a set but keeps its container's kind, `numcolors` is
/// declared a set of integers but counts). A test over the reference programs keeps this honest.
fn accepts(slot: Ty) -> &'static [&'static [Ty]] {
    match slot {
        Tuple | Container | ContainerContainer => {
            &[CONTAINERS, GRIDS, PATCHES, SETS, PIECES, &[IJ, Cell, Numerical]]
        }
        Callable => &[&[Callable]],
        Boolean => &[NUMBERS, &[F_, FL, L_], SYMBOLS, ANGLES, &[I_, J_]],
        Integer => &[NUMBERS, &[F_, FL, L_], SYMBOLS],
        Numerical => &[NUMBERS, &[F_, FL, L_], SYMBOLS, &[IJ, IntegerSet, Container]],
        F_ => &[NUMBERS, &[F_, FL], SYMBOLS],
        FL => &[NUMBERS, &[F_, FL, L_]],
        L_ => &[NUMBERS, &[FL, L_]],
        R_ | R4 | R8 | C_ => &[NUMBERS, &[F_], SYMBOLS],
        A4 | A8 => &[NUMBERS, ANGLES],
        I_ | J_ => &[NUMBERS, &[I_, J_]],
        IJ => &[&[Numerical, Tuple]],
        Indices => &[CONTAINERS, PATCHES, &[Patch, FrozenSet]],
        Object => &[CONTAINERS, PATCHES, &[Patch, FrozenSet, Piece, Element]],
        Objects => &[CONTAINERS, PATCHES, &[FrozenSet]],
        Grid => &[CONTAINERS, GRIDS, &[Piece, Element, FrozenSet]],
        Samples | TupleTuple => &[CONTAINERS, GRIDS],
        Cell => &[&[Tuple, Container]],
        FrozenSet | Patch => &[SETS, PATCHES, &[Patch, Container, ContainerContainer, Piece]],
        IntegerSet => &[&[FrozenSet, Container, Tuple, IJ]],
        IndicesSet => &[&[Objects, FrozenSet, Container, ContainerContainer]],
        Element | Piece => &[PIECES, &[Grid, Object, Indices, Tuple, Container, FrozenSet]],
        // A grid is a layer at the origin, and what is done to a layer is done to each of a list.
        Layer => &[&[Grid, Layers]],
        Layers => &[&[Layer]],
        _ => &[],
    }
}

/// The hints of all nodes of a Dag.
///
/// Invariant: indexed by node.
#[derive(Clone, Default, Debug)]
pub struct Hints(Vec<Hint>);

impl Hints {
    /// Works out all hints in one pass: operands come before users.
    pub fn new(dag: &Dag) -> Hints {
        let mut hints = Hints(Vec::with_capacity(dag.len()));
        hints.extend(dag);
        hints
    }

    /// Adds the hints of the nodes that the Dag got since.
    pub fn extend(&mut self, dag: &Dag) {
        for id in dag.ids_from(self.0.len()) {
            let hint = compute(dag, id, |operand| &self.0[operand.index()]);
            self.0.push(hint);
        }
    }

    /// The hint of a node.
    pub fn get(&self, id: NodeId) -> &Hint {
        &self.0[id.index()]
    }

    /// The type that decides a failing node's safe default; see [`return_ty`].
    pub fn return_ty(&self, dag: &Dag, id: NodeId) -> Ty {
        match dag.node(id) {
            Node::Call(op, _) => op.returns(),
            _ => self.get(id).ty(),
        }
    }
}

/// The hint of one node. To ask for many nodes of one Dag use [`Hints`].
pub fn hint_of(dag: &Dag, id: NodeId) -> Hint {
    // The functions that the hint depends on; small even in a large Dag.
    let mut needed = vec![id];
    let mut hints: HashMap<NodeId, Hint> = HashMap::new();
    let mut seen = std::collections::HashSet::from([id]);
    let mut next = 0;
    while let Some(&node) = needed.get(next) {
        next += 1;
        let operands = sources(dag.node(node)).into_iter().flatten();
        needed.extend(operands.filter(|operand| seen.insert(*operand)));
    }
    needed.sort_unstable();
    for node in needed {
        let hint = compute(dag, node, |operand| &hints[&operand]);
        hints.insert(node, hint);
    }
    hints.remove(&id).expect("computed last")
}

/// The declared return type of a call, which decides its safe default: that of the op, or that
/// of the called function's structural hint; `Any` when it is unknown. For a node that is no
/// call, the type of its value.
pub fn return_ty(dag: &Dag, id: NodeId) -> Ty {
    match dag.node(id) {
        Node::Call(op, _) => op.returns(),
        Node::Apply(function, _) => hint_of(dag, function).returns(),
        _ => hint_of(dag, id).ty(),
    }
}

/// The operands whose hints a node's hint depends on.
fn sources(node: Node<'_>) -> [Option<NodeId>; 2] {
    match node {
        Node::Apply(function, _) => [Some(function), None],
        Node::Call(op, args) => match op.kernel() {
            Kernel::Rbind | Kernel::Lbind | Kernel::Matcher | Kernel::Power | Kernel::Identity => {
                [Some(args[0]), None]
            }
            Kernel::Compose | Kernel::Fork => [Some(args[0]), Some(args[1])],
            Kernel::Chain => [Some(args[0]), Some(args[2])],
            _ => [None; 2],
        },
        _ => [None; 2],
    }
}

fn compute<'h>(dag: &Dag, id: NodeId, hint: impl Fn(NodeId) -> &'h Hint) -> Hint {
    let node = dag.node(id);
    let [outer, inner] = sources(node).map(|source| source.map(&hint));
    match (node, outer) {
        (Node::Input(Input::S), _) => Hint::Ty(Ty::Samples),
        (Node::Input(Input::I | Input::C), _) => Hint::Ty(Ty::Grid),
        (Node::Const(constant), _) => Hint::of_const(constant),
        (Node::Lit(lit), _) => Hint::of_lit(lit),
        (Node::Fn(op), _) => Hint::of_op(op),
        (Node::Apply(..), function) => Hint::Ty(function.map_or(Ty::Any, Hint::returns)),
        (Node::Call(op, _), None) => Hint::Ty(op.returns()),
        (Node::Call(op, _), Some(outer)) => structural(op, outer, inner),
    }
}

/// The hint of a function built from functions. An unknown signature stays unknown.
fn structural(op: Op, outer: &Hint, inner: Option<&Hint>) -> Hint {
    let Hint::Sig { params, ret } = outer else { return Hint::Ty(op.returns()) };
    let (params, ret) = match (op.kernel(), inner) {
        (Kernel::Rbind, _) => (params.split_last().map(|(_, rest)| rest), *ret),
        (Kernel::Lbind, _) => (params.split_first().map(|(_, rest)| rest), *ret),
        (Kernel::Matcher, _) => (Some(&params[..]), Ty::Boolean),
        (_, Some(Hint::Sig { params, .. })) => (Some(&params[..]), *ret),
        (_, Some(Hint::Ty(_))) => (None, *ret),
        (_, None) => (Some(&params[..]), *ret),
    };
    params.map_or(Hint::CALLABLE, |params| Hint::Sig { params: params.to_vec(), ret })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parser::parse;

    fn root_hint(expression: &str) -> Hint {
        let source = format!("def solve_a(I):\n    return {expression}\n");
        let parsed = parse(source.as_bytes(), "hints.py", None);
        let dag = &parsed.programs.first().expect("a good program").dag;
        hint_of(dag, dag.roots()[0])
    }

    fn sig(params: &[Ty], ret: Ty) -> Hint {
        Hint::Sig { params: params.to_vec(), ret }
    }

    #[test]
    fn values() {
        assert_eq!(root_hint("I"), Hint::Ty(Ty::Grid));
        assert_eq!(root_hint("THREE"), Hint::Ty(Ty::Integer));
        assert_eq!(root_hint("True"), Hint::Ty(Ty::Boolean));
        assert_eq!(root_hint("(4, 5)"), Hint::Ty(Ty::IJ));
        assert_eq!(root_hint("((4, 5),)"), Hint::Ty(Ty::TupleTuple));
        assert_eq!(root_hint("()"), Hint::Ty(Ty::Tuple));
        assert_eq!(root_hint("objects(I, T, F, T)"), Hint::Ty(Ty::Objects));
    }

    #[test]
    fn functions() {
        let shift = sig(&[Ty::Patch, Ty::IntegerTuple], Ty::Patch);
        assert_eq!(root_hint("shift"), shift);
        assert_eq!(root_hint("identity(shift)"), shift);
        assert_eq!(root_hint("rbind(shift, UP)"), sig(&[Ty::Patch], Ty::Patch));
        assert_eq!(root_hint("lbind(shift, I)"), sig(&[Ty::IntegerTuple], Ty::Patch));
        assert_eq!(root_hint("compose(size, vmirror)"), sig(&[Ty::Piece], Ty::Integer));
        assert_eq!(root_hint("chain(size, color, vmirror)"), sig(&[Ty::Piece], Ty::Integer));
        assert_eq!(root_hint("fork(add, size, height)"), sig(&[Ty::Container], Ty::Numerical));
        assert_eq!(root_hint("matcher(size, ONE)"), sig(&[Ty::Container], Ty::Boolean));
        assert_eq!(root_hint("power(vmirror, TWO)"), sig(&[Ty::Piece], Ty::Piece));
    }

    #[test]
    fn calls_of_functions() {
        assert_eq!(root_hint("rbind(shift, UP)(I)"), Hint::Ty(Ty::Patch));
        assert_eq!(root_hint("compose(size, vmirror)(I)"), Hint::Ty(Ty::Integer));
        assert_eq!(root_hint("first(I)(I)"), Hint::Ty(Ty::Any));
    }

    #[test]
    fn unknown_signatures_are_callable() {
        assert_eq!(root_hint("rbind(first(I), I)"), Hint::CALLABLE);
        assert_eq!(root_hint("compose(size, rbind(first(I), I))"), Hint::CALLABLE);
        assert_eq!(root_hint("rbind(rbind(size, I), I)"), Hint::CALLABLE);
        assert_eq!(root_hint("identity(I)"), Hint::Ty(Ty::Any));
    }

    #[test]
    fn hints_follow_a_growing_dag() {
        let source = b"def solve_a(I):\n    return rbind(shift, UP)(asobject(I))\n";
        let mut dag = parse(source, "hints.py", None).programs.remove(0).dag;
        let mut hints = Hints::new(&dag);
        let (root, vmirror) = (dag.roots()[0], Op::lookup(crate::Dialect::Arc, "vmirror"));
        let mirror = dag.call(vmirror.expect("an arc op"), &[root]).expect("one argument");
        hints.extend(&dag);
        assert_eq!(hints.get(mirror), &Hint::Ty(Ty::Piece));
        assert!(dag.ids().all(|id| *hints.get(id) == hint_of(&dag, id)));
    }

    #[test]
    fn compatibility_is_not_symmetric() {
        assert!(compatible_ty(Ty::Boolean, Ty::A4) && !compatible_ty(Ty::A4, Ty::I_));
        assert!(compatible_ty(Ty::Integer, Ty::L_) && !compatible_ty(Ty::L_, Ty::C_));
        assert!(
            compatible_ty(Ty::Tuple, Ty::IndicesSet) && !compatible_ty(Ty::IndicesSet, Ty::Tuple)
        );
        assert!(compatible_ty(Ty::IJ, Ty::IntegerTuple) && compatible_ty(Ty::Any, Ty::Callable));
        assert!(compatible_ty(Ty::Layer, Ty::Grid) && !compatible_ty(Ty::Grid, Ty::Layer));
        assert!(!compatible_ty(Ty::Grid, Ty::Object) && !compatible_ty(Ty::Callable, Ty::Grid));
        assert!(Ty::ALL.iter().all(|&ty| compatible_ty(ty, ty)));
    }

    #[test]
    fn signatures() {
        let (one, two) = (sig(&[Ty::Grid], Ty::Grid), sig(&[Ty::Grid, Ty::C_], Ty::Grid));
        assert!(compatible(&one, &one) && !compatible(&one, &two));
        assert!(compatible(&sig(&[Ty::Tuple], Ty::Any), &one));
        assert!(!compatible(&one, &sig(&[Ty::Object], Ty::Grid)));
        assert!(compatible(&Hint::CALLABLE, &one) && compatible(&one, &Hint::CALLABLE));
        assert!(!compatible(&Hint::Ty(Ty::Grid), &one));
    }

    #[test]
    fn parameters_that_are_called() {
        let prapply = Op::lookup(crate::Dialect::Arc, "prapply").expect("an arc op");
        assert_eq!(slot_hint(prapply, 0), Hint::CALLABLE);
        assert_eq!(slot_hint(prapply, 1), Hint::Ty(Ty::Container));
    }
}
