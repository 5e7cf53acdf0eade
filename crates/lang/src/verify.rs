//! Checks that a Dag is what its type promises, and that a program reads only what it may.
//!
//! The constructors of [`Dag`] keep the invariants; this finds the places where other code that
//! builds or merges Dags does not.

use std::fmt;

use crate::dag::Dag;
use crate::node::{Input, Node, NodeId};
use crate::ops::Op;
use crate::program::ProgramKind;
use crate::types::Dialect;

/// One thing that is wrong with a Dag or a program in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// A node has an operand that does not exist.
    Dangling {
        /// The node.
        node: NodeId,
        /// Its operand.
        operand: NodeId,
    },
    /// A node comes before its operand.
    OperandOrder {
        /// The node.
        node: NodeId,
        /// Its operand.
        operand: NodeId,
    },
    /// An op is called with an argument count that it does not take.
    Arity {
        /// The call.
        node: NodeId,
        /// The op called.
        op: Op,
        /// The number of arguments.
        given: usize,
    },
    /// An op or constant belongs to another dialect than the Dag.
    Dialect {
        /// The node.
        node: NodeId,
        /// The name of the op or constant.
        name: &'static str,
        /// The dialect of the Dag.
        dialect: Dialect,
    },
    /// The function of a call is an input, a constant, a literal or a plain op.
    Function {
        /// The call.
        node: NodeId,
        /// Its function.
        function: NodeId,
    },
    /// A literal is stored although a named constant has its value.
    Literal {
        /// The literal.
        node: NodeId,
    },
    /// Two nodes are equal.
    Duplicate {
        /// The later node.
        node: NodeId,
        /// The earlier one.
        first: NodeId,
    },
    /// A solver reads the comparison grid.
    SolverReadsC {
        /// The input node.
        node: NodeId,
    },
    /// The root does not exist.
    Root {
        /// The root.
        root: NodeId,
    },
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Dangling { node, operand } => {
                write!(f, "node {} uses node {}, which does not exist", node.0, operand.0)
            }
            Problem::OperandOrder { node, operand } => {
                write!(f, "node {} comes before its operand {}", node.0, operand.0)
            }
            Problem::Arity { node, op, given } => {
                let (name, arity) = (op.name(), op.arity());
                write!(f, "node {}: `{name}` takes {arity} arguments, not {given}", node.0)
            }
            Problem::Dialect { node, name, dialect } => {
                write!(f, "node {}: `{name}` is not of dialect {dialect}", node.0)
            }
            Problem::Function { node, function } => {
                write!(f, "node {} calls node {}, which is no function value", node.0, function.0)
            }
            Problem::Literal { node } => {
                write!(f, "node {} is a literal that a constant stands for", node.0)
            }
            Problem::Duplicate { node, first } => {
                write!(f, "node {} is equal to node {}", node.0, first.0)
            }
            Problem::SolverReadsC { node } => {
                write!(f, "node {}: a solver reads C, the comparison grid", node.0)
            }
            Problem::Root { root } => write!(f, "the root {} does not exist", root.0),
        }
    }
}

/// Checks the whole Dag and the program at `root`; lists everything that is wrong.
pub fn verify(dag: &Dag, root: NodeId, kind: ProgramKind) -> Result<(), Vec<Problem>> {
    let mut problems: Vec<Problem> = dag.ids().flat_map(|id| check_node(dag, id)).collect();
    problems.extend(duplicates(dag));
    if root.index() >= dag.len() {
        problems.push(Problem::Root { root });
    }
    // A broken graph cannot be walked.
    if problems.is_empty() && !kind.reads_c() {
        let reads_c = |&id: &NodeId| dag.node(id) == Node::Input(Input::C);
        let found = dag.steps(root).into_iter().find(reads_c);
        problems.extend(found.map(|node| Problem::SolverReadsC { node }));
    }
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

fn check_node(dag: &Dag, node: NodeId) -> Vec<Problem> {
    let mut problems: Vec<Problem> = dag
        .operands(node)
        .iter()
        .filter_map(|&operand| check_operand(dag, node, operand))
        .collect();
    problems.extend(check_names(dag, node));
    match dag.node(node) {
        Node::Call(op, args) if !op.takes(args.len()) => {
            problems.push(Problem::Arity { node, op, given: args.len() });
        }
        Node::Apply(function, _) if function < node && !dag.node(function).is_call() => {
            problems.push(Problem::Function { node, function });
        }
        Node::Lit(lit) if lit.as_const(dag.dialect()).is_some() => {
            problems.push(Problem::Literal { node });
        }
        _ => {}
    }
    problems
}

fn check_operand(dag: &Dag, node: NodeId, operand: NodeId) -> Option<Problem> {
    if operand.index() >= dag.len() {
        Some(Problem::Dangling { node, operand })
    } else if operand >= node {
        Some(Problem::OperandOrder { node, operand })
    } else {
        None
    }
}

fn check_names(dag: &Dag, node: NodeId) -> Option<Problem> {
    let (name, dialect) = match dag.node(node) {
        Node::Const(constant) => (constant.name(), constant.info().dialect),
        Node::Fn(op) | Node::Call(op, _) => (op.name(), op.dialect()),
        _ => return None,
    };
    let problem = Problem::Dialect { node, name, dialect: dag.dialect() };
    (dialect != dag.dialect()).then_some(problem)
}

/// Equal nodes that were not made one. Nodes are compared by content hash.
fn duplicates(dag: &Dag) -> Vec<Problem> {
    let mut first = std::collections::HashMap::new();
    let mut found = Vec::new();
    for node in dag.ids() {
        let earlier = *first.entry(dag.hash(node)).or_insert(node);
        if earlier != node && dag.node(earlier) == dag.node(node) {
            found.push(Problem::Duplicate { node, first: earlier });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constants::Const;
    use crate::dag::Rec;
    use crate::node::Lit;

    fn op(name: &str) -> Op {
        Op::lookup(Dialect::Arc, name).expect("an arc op")
    }

    fn problems(build: impl FnOnce(&mut Dag)) -> Vec<String> {
        let mut dag = Dag::new(Dialect::Arc);
        dag.input(Input::I);
        build(&mut dag);
        let root = dag.ids().next_back().expect("not empty");
        match verify(&dag, root, ProgramKind::Solve) {
            Ok(()) => Vec::new(),
            Err(problems) => problems.iter().map(Problem::to_string).collect(),
        }
    }

    #[test]
    fn a_good_dag_passes() {
        assert!(problems(|dag| _ = dag.call(op("vmirror"), &[NodeId(0)])).is_empty());
    }

    #[test]
    fn operands_must_exist_and_come_first() {
        let dangling = problems(|dag| _ = dag.push_unchecked(op("vmirror"), &[NodeId(7)]));
        assert_eq!(dangling, ["node 1 uses node 7, which does not exist"]);
        let order = problems(|dag| _ = dag.push_unchecked(op("vmirror"), &[NodeId(1)]));
        assert_eq!(order, ["node 1 comes before its operand 1"]);
    }

    #[test]
    fn arity_and_dialect() {
        let arity = problems(|dag| _ = dag.push_unchecked(op("vmirror"), &[NodeId(0); 2]));
        assert_eq!(arity, ["node 1: `vmirror` takes 1 arguments, not 2"]);
        let batt = Op::lookup(Dialect::Batt, "o_g").expect("a batt op");
        let foreign = problems(|dag| _ = dag.push_unchecked(batt, &[NodeId(0); 2]));
        assert_eq!(foreign, ["node 1: `o_g` is not of dialect arc"]);
        let blue = Const::lookup(Dialect::Batt, "BLUE").expect("a batt constant");
        let constant = problems(|dag| _ = dag.push_rec_unchecked(Rec::Const(blue)));
        assert_eq!(constant, ["node 1: `BLUE` is not of dialect arc"]);
    }

    #[test]
    fn functions_and_literals() {
        let apply = problems(|dag| _ = dag.push_apply_unchecked(NodeId(0), &[NodeId(0)]));
        assert_eq!(apply, ["node 1 calls node 0, which is no function value"]);
        let literal = problems(|dag| _ = dag.push_lit_unchecked(Lit::Int(3)));
        assert_eq!(literal, ["node 1 is a literal that a constant stands for"]);
    }

    #[test]
    fn solvers_do_not_read_c() {
        let mut dag = Dag::new(Dialect::Batt);
        let c = dag.input(Input::C);
        let problem = Problem::SolverReadsC { node: c };
        assert_eq!(verify(&dag, c, ProgramKind::Solve), Err(vec![problem]));
        assert_eq!(verify(&dag, c, ProgramKind::Differ), Ok(()));
    }

    #[test]
    fn duplicates_and_roots() {
        let twice = problems(|dag| {
            dag.push_unchecked(op("vmirror"), &[NodeId(0)]);
            dag.push_unchecked(op("vmirror"), &[NodeId(0)]);
        });
        assert_eq!(twice, ["node 2 is equal to node 1"]);
        let empty = verify(&Dag::new(Dialect::Arc), NodeId(3), ProgramKind::Solve);
        assert_eq!(empty, Err(vec![Problem::Root { root: NodeId(3) }]));
    }
}
