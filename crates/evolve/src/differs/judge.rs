//! Differs run as the programs they are, on any grid a program may give.

use std::sync::OnceLock;

use exec::data::{Sample, TaskGrid};
use exec::plan::Plan;
use exec::run::{Inputs, Rules, Run, Worker};
use exec::value::{Fault, Items, Layout, Value, View};
use lang::{Dag, Dialect, Input, Lit, Node, NodeId};

use super::{Differ, PERFECT};
use crate::points::is_candidate;

/// Differs of one dialect, merged and ready to run.
#[derive(Debug)]
pub struct Judge {
    dag: Dag,
    plan: Plan,
}

impl Judge {
    /// Prepares those of the differs that are of this dialect.
    pub fn new<'d>(dialect: Dialect, differs: impl IntoIterator<Item = &'d Differ>) -> Judge {
        let mut dag = Dag::new(dialect);
        let own = differs.into_iter().filter(|differ| differ.code.dialect() == dialect);
        own.for_each(|differ| drop(dag.merge(differ.code.dag())));
        Judge { plan: Plan::new(&dag), dag }
    }

    /// The built-in differs of a dialect.
    pub fn builtin(dialect: Dialect) -> &'static Judge {
        static JUDGES: [OnceLock<Judge>; 2] = [OnceLock::new(), OnceLock::new()];
        let of = |dialect| Judge::new(dialect, super::builtin(dialect));
        JUDGES[(dialect == Dialect::Batt) as usize].get_or_init(|| of(dialect))
    }

    /// Whether there is nothing to run.
    pub fn is_empty(&self) -> bool {
        self.plan.programs.is_empty()
    }

    /// Number of differs.
    pub fn len(&self) -> usize {
        self.plan.programs.len()
    }

    /// The score of each differ for a candidate, which must be a grid; why not where one fails.
    pub fn scores(
        &self,
        worker: &mut Worker,
        demo: &[Sample],
        target: &TaskGrid,
        candidate: Value<'_>,
    ) -> Vec<Result<u32, Fault>> {
        let mut run = |plan: &Plan, input: &TaskGrid| {
            let inputs = Inputs { demo, input, target: Some(target) };
            worker.run(plan, inputs, Rules::default(), scores)
        };
        match task_grid(candidate) {
            Some(grid) => run(&self.plan, &grid),
            None => run(&self.plan_for(candidate), target),
        }
    }

    /// As [`Judge::scores`] of any value: what is no grid scores 0 on all.
    pub fn scores_of(
        &self,
        worker: &mut Worker,
        demo: &[Sample],
        target: &TaskGrid,
        value: Value<'_>,
    ) -> Vec<Result<u32, Fault>> {
        match is_candidate(Layout::of(self.dag.dialect()), value) {
            true => self.scores(worker, demo, target, value),
            false => vec![Ok(0); self.len()],
        }
    }

    /// The differs with a literal in the place of I, for grids that no task holds.
    #[cold]
    fn plan_for(&self, candidate: Value<'_>) -> Plan {
        let lit = literal(Layout::of(self.dag.dialect()), candidate);
        let mut dag = Dag::new(self.dag.dialect());
        let mut copies: Vec<NodeId> = Vec::with_capacity(self.dag.len());
        for id in self.dag.ids() {
            let copy = copy_node(&mut dag, self.dag.node(id), &copies, &lit);
            copies.push(copy);
        }
        self.dag.roots().iter().for_each(|root| dag.add_root(copies[root.index()]));
        Plan::new(&dag)
    }
}

fn copy_node(dag: &mut Dag, node: Node<'_>, copies: &[NodeId], candidate: &Lit) -> NodeId {
    let copied = |args: &[NodeId]| args.iter().map(|a| copies[a.index()]).collect::<Vec<_>>();
    let copy = match node {
        Node::Input(Input::I) => Ok(dag.lit(candidate)),
        Node::Input(input) => Ok(dag.input(input)),
        Node::Const(constant) => dag.constant(constant),
        Node::Lit(lit) => Ok(dag.lit(lit)),
        Node::Fn(op) => dag.function(op),
        Node::Call(op, args) => dag.call(op, &copied(args)),
        Node::Apply(function, args) => dag.apply(copies[function.index()], &copied(args)),
    };
    copy.expect("the node stood in a Dag of this dialect")
}

fn scores(run: &Run<'_, '_>) -> Vec<Result<u32, Fault>> {
    let score = |v| score_of(run.cx.lay, v);
    run.outcomes().iter().map(|outcome| outcome.result.and_then(score)).collect()
}

/// The score in a differ's value, a pair (score 0-1000, detail); a `type` fault for anything else.
pub fn score_of(lay: Layout, value: Value<'_>) -> Result<u32, Fault> {
    let items = Items::of(lay, value).ok().filter(|i| value.is_tuple() && i.len() == 2);
    match items.and_then(|items| items.get(0)) {
        Some(Value::Int(n)) if (0..=PERFECT as i64).contains(&n) => Ok(n as u32),
        _ => Err(Fault::Type),
    }
}

/// The candidate as a task would hold it, if one could.
fn task_grid(value: Value<'_>) -> Option<TaskGrid> {
    match value.view() {
        View::Grid(g) => TaskGrid::new(g.height as u16, g.width as u16, g.cells.to_vec()),
        _ => None,
    }
}

/// The rows of a grid in any form; recursion ends with the cells.
fn literal(lay: Layout, value: Value<'_>) -> Lit {
    match (value, Items::of(lay, value)) {
        (Value::Int(n), _) => Lit::Int(n),
        (_, Ok(items)) => Lit::Tuple(items.map(|item| literal(lay, item)).collect()),
        (_, Err(_)) => Lit::Tuple(Vec::new()),
    }
}
