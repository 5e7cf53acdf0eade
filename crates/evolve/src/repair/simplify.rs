//! Lines that a program does not need.

use exec::data::Task;
use exec::run::Worker;
use lang::{Dag, NodeId};

use crate::code::Code;
use crate::mutate::copy_node;
use crate::score::{rules, standing};
use crate::store::record::Standing;

/// Programs tried: bounds the work on long ones.
const TRIES: usize = 200;

/// The program with lines left out, as long as it is as good on the demos; nothing if it needs all of them.
pub fn simplified(code: &Code, before: &Standing, task: &Task) -> Option<Code> {
    let (mut best, mut tries, mut worker) = (None, TRIES, Worker::default());
    while let Some(simpler) =
        step(best.as_ref().unwrap_or(code), before, task, &mut tries, &mut worker)
    {
        best = Some(simpler);
    }
    best
}

/// The first program with a line less that is as good: an operand takes the place of its call, from the end on.
fn step(
    code: &Code,
    before: &Standing,
    task: &Task,
    tries: &mut usize,
    worker: &mut Worker,
) -> Option<Code> {
    let dag = code.dag();
    for node in dag.ids().rev().filter(|&id| dag.node(id).is_call()) {
        for &operand in dag.operands(node) {
            *tries = tries.checked_sub(1)?;
            let Some(simpler) = without(code, node, operand) else { continue };
            let now = standing(&simpler, task, rules(), worker);
            let good = (now.solved, now.demo_right) >= (before.solved, before.demo_right);
            if good && simpler.size() < code.size() {
                return Some(simpler);
            }
        }
    }
    None
}

/// The program with one node in the place of another, which comes later.
fn without(code: &Code, node: NodeId, by: NodeId) -> Option<Code> {
    let old = code.dag();
    let mut dag = Dag::new(old.dialect());
    let mut map: Vec<Option<NodeId>> = Vec::with_capacity(old.len());
    for id in old.ids() {
        let args: Vec<NodeId> =
            old.operands(id).iter().map(|o| map[o.index()]).collect::<Option<_>>()?;
        let copy =
            if id == node { map[by.index()] } else { copy_node(old.node(id), &args, &mut dag) };
        map.push(copy);
    }
    Some(Code::of_root(&dag, map[code.root().index()]?))
}
