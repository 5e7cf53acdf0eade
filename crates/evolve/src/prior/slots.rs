//! Where something stands in a program, and what may stand there, by number.

use std::sync::OnceLock;

use lang::{Const, Dialect, Hint, Input, Node, Op, Ty};

use crate::mutate::tables::{Types, is_solvers, slot_ty};

/// What stands somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Child {
    /// An op: a call of it, or the op itself as a function.
    Op(Op),
    /// A named constant.
    Const(Const),
    /// An input of the program.
    Input(Input),
}

impl Child {
    /// What a node is; nothing for a literal without a name and for a call of a computed function.
    pub fn of(node: Node<'_>) -> Option<Child> {
        match node {
            Node::Input(input) => Some(Child::Input(input)),
            Node::Const(constant) => Some(Child::Const(constant)),
            Node::Fn(op) | Node::Call(op, _) => Some(Child::Op(op)),
            Node::Lit(_) | Node::Apply(..) => None,
        }
    }

    /// The name as programs write it.
    pub fn name(self) -> &'static str {
        match self {
            Child::Op(op) => op.name(),
            Child::Const(constant) => constant.name(),
            Child::Input(input) => input.name(),
        }
    }

    /// Whether it may stand in a slot by declared types. Ops of the solver are named or never meant.
    fn fits(self, slot: Ty) -> bool {
        let types = Types::accepted_by(slot);
        match self {
            Child::Op(op) if is_solvers(op) => false,
            Child::Op(op) => slot == Ty::Callable || types.has(op.returns()),
            Child::Const(constant) => types.has(Hint::of_const(constant).ty()),
            Child::Input(Input::I) => types.has(Ty::Grid),
            Child::Input(Input::S) => types.has(Ty::Samples),
            Child::Input(Input::C) => false,
        }
    }
}

/// A place where something stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// The result of the program.
    Root,
    /// An argument of an op, counted from 0.
    Argument(Op, usize),
}

impl Place {
    fn ty(self) -> Ty {
        match self {
            Place::Root => Ty::Grid,
            Place::Argument(op, at) => slot_ty(op, at),
        }
    }
}

/// All places and children of a dialect, numbered: the root first, then ops in the order of the op table.
#[derive(Debug)]
pub struct Slots {
    /// By number.
    pub children: Vec<Child>,
    /// By number.
    pub places: Vec<Place>,
    /// By number of the place: what fits by declared types.
    pub(super) fitting: Vec<Vec<u16>>,
    ops: Vec<u16>,
    consts: Vec<u16>,
    /// By op: its first place.
    first: Vec<u16>,
}

impl Slots {
    /// Those of a dialect.
    pub fn of(dialect: Dialect) -> &'static Slots {
        static SLOTS: [OnceLock<Slots>; 2] = [const { OnceLock::new() }; 2];
        SLOTS[dialect as usize].get_or_init(|| Slots::new(dialect))
    }

    fn new(dialect: Dialect) -> Slots {
        let ops = Op::of(dialect).map(Child::Op);
        let consts = Const::of(dialect).map(Child::Const);
        let inputs = Input::ALL.into_iter().map(Child::Input);
        let mut slots = Slots {
            children: ops.chain(consts).chain(inputs).collect(),
            places: vec![Place::Root],
            fitting: Vec::new(),
            ops: vec![0; Op::COUNT],
            consts: vec![0; lang::constants::CONSTANTS.len()],
            first: vec![0; Op::COUNT],
        };
        for (number, child) in slots.children.iter().enumerate() {
            match child {
                Child::Op(op) => slots.ops[op.index()] = number as u16,
                Child::Const(constant) => slots.consts[constant.index()] = number as u16,
                Child::Input(_) => {}
            }
        }
        for op in Op::of(dialect) {
            slots.first[op.index()] = slots.places.len() as u16;
            slots.places.extend((0..op.arity()).map(|at| Place::Argument(op, at)));
        }
        slots.fitting = slots.places.iter().map(|place| slots.fitting(place.ty())).collect();
        slots
    }

    fn fitting(&self, ty: Ty) -> Vec<u16> {
        (0..self.children.len() as u16).filter(|&n| self.children[n as usize].fits(ty)).collect()
    }

    /// The number of a child of this dialect.
    pub fn child(&self, child: Child) -> usize {
        match child {
            Child::Op(op) => self.ops[op.index()] as usize,
            Child::Const(constant) => self.consts[constant.index()] as usize,
            Child::Input(input) => self.children.len() - Input::ALL.len() + input as usize,
        }
    }

    /// The number of a place of this dialect.
    pub fn place(&self, place: Place) -> usize {
        match place {
            Place::Root => 0,
            Place::Argument(op, at) => self.first[op.index()] as usize + at,
        }
    }
}

/// Every name of both dialects.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    Dialect::ALL
        .into_iter()
        .flat_map(|dialect| Slots::of(dialect).children.iter())
        .map(|c| c.name())
}

/// Whether some dialect has a name.
pub(super) fn is_known(name: &str) -> bool {
    Dialect::ALL.into_iter().any(|dialect| child_of(dialect, name).is_some())
}

/// The child of a dialect that has a name.
fn child_of(dialect: Dialect, name: &str) -> Option<Child> {
    let constant = || Const::lookup(dialect, name).map(Child::Const);
    let input = || Input::ALL.into_iter().find(|input| input.name() == name).map(Child::Input);
    Op::lookup(dialect, name).map(Child::Op).or_else(constant).or_else(input)
}

/// The children of a dialect that a name means: the one of that name, else those that do the same as what has the name in
/// the other dialect.
pub(super) fn named(dialect: Dialect, name: &str) -> Vec<Child> {
    if let Some(child) = child_of(dialect, name) {
        return vec![child];
    }
    match Dialect::ALL.into_iter().find_map(|other| child_of(other, name)) {
        Some(Child::Op(op)) => {
            op.kernel().ops().filter(|op| op.dialect() == dialect).map(Child::Op).collect()
        }
        Some(Child::Const(constant)) => {
            let alike = |c: &Const| c.value() == constant.value();
            Const::of(dialect).filter(alike).map(Child::Const).collect()
        }
        _ => Vec::new(),
    }
}
