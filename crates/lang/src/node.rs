//! What a program graph is made of.

use std::fmt;
use std::ops::{Index, IndexMut};

use crate::constants::{Const, ConstValue};
use crate::ops::Op;
use crate::types::Dialect;

/// A node of one [`crate::Dag`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    /// Position in the Dag, for arrays indexed by node.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Something for every node of a Dag.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NodeMap<T>(Vec<T>);

impl<T: Clone> NodeMap<T> {
    /// The same for each of the first so many nodes.
    pub fn new(nodes: usize, value: T) -> NodeMap<T> {
        NodeMap(vec![value; nodes])
    }
}

impl<T> Index<NodeId> for NodeMap<T> {
    type Output = T;

    #[inline]
    fn index(&self, id: NodeId) -> &T {
        &self.0[id.index()]
    }
}

impl<T> IndexMut<NodeId> for NodeMap<T> {
    #[inline]
    fn index_mut(&mut self, id: NodeId) -> &mut T {
        &mut self.0[id.index()]
    }
}

/// What a program can read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Input {
    /// All demo pairs of the task.
    S,
    /// The input grid.
    I,
    /// The comparison grid; only differs may read it.
    C,
}

impl Input {
    /// All inputs, in the order of a program's parameters.
    pub const ALL: [Input; 3] = [Input::S, Input::I, Input::C];

    /// The name used in printed programs.
    pub fn name(self) -> &'static str {
        match self {
            Input::S => "S",
            Input::I => "I",
            Input::C => "C",
        }
    }
}

/// A literal value. Booleans are the integers 0 and 1.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Lit {
    /// An integer.
    Int(i64),
    /// A tuple of literals. The parser nests at most [`crate::MAX_NESTING`] of them.
    Tuple(Vec<Lit>),
}

impl Lit {
    fn as_const_value(&self) -> Option<ConstValue> {
        match self {
            Lit::Int(value) => Some(ConstValue::Int(*value)),
            Lit::Tuple(items) => match items[..] {
                [Lit::Int(a), Lit::Int(b)] => Some(ConstValue::Pair(a, b)),
                _ => None,
            },
        }
    }

    /// The named constant this literal is stored as in a Dag of the dialect, if there is one.
    pub fn as_const(&self, dialect: Dialect) -> Option<Const> {
        self.as_const_value().and_then(|value| Const::for_value(dialect, value))
    }
}

impl fmt::Display for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Lit::Int(value) => write!(f, "{value}"),
            Lit::Tuple(items) => {
                f.write_str("(")?;
                for (i, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if i == 0 { "" } else { ", " })?;
                }
                f.write_str(if items.len() == 1 { ",)" } else { ")" })
            }
        }
    }
}

/// What a node is: a view into its [`crate::Dag`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Node<'a> {
    /// A parameter of the program.
    Input(Input),
    /// A named constant.
    Const(Const),
    /// A literal that no named constant stands for.
    Lit(&'a Lit),
    /// An op used as a function value.
    Fn(Op),
    /// A call of an op. The argument count is one the op takes.
    Call(Op, &'a [NodeId]),
    /// A call of a computed function value: never an input, constant, literal or plain op.
    Apply(NodeId, &'a [NodeId]),
}

impl<'a> Node<'a> {
    /// Whether evaluating the node does work: calls do, names and literals do not.
    pub fn is_call(self) -> bool {
        matches!(self, Node::Call(..) | Node::Apply(..))
    }
}

/// Why a node could not be added to a Dag.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DagError {
    /// The op does not take this many arguments.
    Arity(Op, usize),
    /// The named op or constant belongs to the other dialect.
    Dialect(&'static str, Dialect),
    /// The function position holds an input, a constant or a literal.
    NotAFunction(NodeId),
}

impl fmt::Display for DagError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DagError::Arity(op, given) => {
                write!(f, "`{}` does not take {given} arguments", op.name())
            }
            DagError::Dialect(name, dialect) => write!(f, "`{name}` belongs to dialect {dialect}"),
            DagError::NotAFunction(id) => write!(f, "node {} is not a function", id.0),
        }
    }
}

impl std::error::Error for DagError {}
