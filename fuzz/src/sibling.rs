//! Programs that say almost the same in other words: what a plan may share, and what it may not.

use judge::Random;
use lang::{Const, Dag, Node, NodeId, Op};

/// The program with some names replaced by others of the same kernel or value.
pub fn sibling(dag: &Dag, random: &mut Random) -> Dag {
    let mut out = Dag::new(dag.dialect());
    let mut map: Vec<NodeId> = Vec::with_capacity(dag.len());
    for id in dag.ids() {
        let copied = copy(dag, id, &map, &mut out, random);
        map.push(copied);
    }
    out.add_root(map[dag.roots()[0].index()]);
    out.pruned()
}

fn copy(dag: &Dag, id: NodeId, map: &[NodeId], out: &mut Dag, random: &mut Random) -> NodeId {
    let moved = |args: &[NodeId]| -> Vec<NodeId> { args.iter().map(|a| map[a.index()]).collect() };
    let made = match dag.node(id) {
        Node::Input(input) => Ok(out.input(input)),
        Node::Lit(lit) => Ok(out.lit(lit)),
        Node::Const(constant) => out.constant(other_const(constant, random)),
        Node::Fn(op) => out.function(other_op(op, op.arity(), random)),
        Node::Call(op, args) => out.call(other_op(op, args.len(), random), &moved(args)),
        Node::Apply(function, args) => out.apply(map[function.index()], &moved(args)),
    };
    made.expect("what it is copied from was valid")
}

fn other_op(op: Op, count: usize, random: &mut Random) -> Op {
    let alike = |other: &Op| other.dialect() == op.dialect() && other.takes(count);
    let all: Vec<Op> = op.kernel().ops().filter(alike).collect();
    if random.chance(40) { random.pick(&all) } else { op }
}

fn other_const(constant: Const, random: &mut Random) -> Const {
    let alike = |other: &Const| other.value() == constant.value();
    let all: Vec<Const> = Const::of(constant.info().dialect).filter(alike).collect();
    if random.chance(40) { random.pick(&all) } else { constant }
}
