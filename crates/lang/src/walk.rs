//! Walking the nodes that roots need.

use crate::dag::Dag;
use crate::node::NodeId;

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
    pub(crate) fn begin(&mut self, len: usize) {
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
    pub(crate) fn visit(&mut self, dag: &Dag, root: NodeId, order: &mut Vec<NodeId>) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::node::Input;
    use crate::ops::Op;
    use crate::types::Dialect;

    #[test]
    fn a_walk_with_a_limit_stops_there() {
        let arc = |name: &str| Op::lookup(Dialect::Arc, name).expect("an arc op");
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
}
