//! Priors counted from programs.

use std::collections::{BTreeMap, BTreeSet};

use lang::{Dag, Hash128, NodeId};

use super::slots::{Child, Place};
use super::{Prior, Row};
use crate::code::Code;

/// What all names weigh together in a row beside what was counted there. See docs/prior.md for how it was chosen.
const FITTED_OTHER: f64 = 4.0;

/// A prior that was counted, and from what.
pub struct Fitted {
    /// The prior.
    pub prior: Prior,
    /// Different programs that were counted.
    pub programs: usize,
    /// Programs that were left out.
    pub left_out: usize,
}

/// Counts programs, each with the name of its task, but for those of some tasks and what equals them: a prior that is to
/// help with a task must not have seen its program, whoever else has it.
pub fn fit_without(programs: &[(String, Code)], is_left_out: impl Fn(&str) -> bool) -> Fitted {
    let left_out = programs.iter().filter(|(task, _)| is_left_out(task));
    let left_out: BTreeSet<Hash128> = left_out.map(|(_, code)| code.hash()).collect();
    let counted =
        || programs.iter().map(|(_, code)| code).filter(|c| !left_out.contains(&c.hash()));
    let different: BTreeSet<Hash128> = counted().map(Code::hash).collect();
    let (prior, programs) = (fit(counted()), different.len());
    Fitted { prior, programs, left_out: left_out.len() }
}

/// Counts what stands where in programs, each program once.
pub fn fit<'c>(programs: impl IntoIterator<Item = &'c Code>) -> Prior {
    let mut counts = Prior { other: FITTED_OTHER, ..Prior::default() };
    let mut seen = BTreeSet::new();
    for code in programs {
        if seen.insert(code.hash()) {
            counts.add_program(code);
        }
    }
    counts
}

impl Prior {
    fn add_program(&mut self, code: &Code) {
        let dag = code.dag();
        self.add(dag, Place::Root, code.root());
        for id in dag.ids() {
            if let lang::Node::Call(op, args) = dag.node(id) {
                let places = (0..).map(|at| Place::Argument(op, at));
                places.zip(args).for_each(|(place, &arg)| self.add(dag, place, arg));
            }
        }
    }

    fn add(&mut self, dag: &Dag, place: Place, node: NodeId) {
        let Some(child) = Child::of(dag.node(node)) else { return };
        let name = child.name();
        for row in [row(&mut self.root, &mut self.arguments, place), &mut self.any] {
            *row.entry(name.to_string()).or_default() += 1.0;
        }
    }
}

/// The row of a place.
pub(super) fn row<'p>(
    root: &'p mut Row,
    arguments: &'p mut BTreeMap<String, Vec<Row>>,
    place: Place,
) -> &'p mut Row {
    let Place::Argument(op, at) = place else { return root };
    let rows = arguments.entry(op.name().to_string()).or_default();
    rows.resize_with(rows.len().max(at + 1), Row::new);
    &mut rows[at]
}
