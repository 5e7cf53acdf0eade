//! A probe over the values that banks remember.

use exec::bank::{Known, Memo, Open};
use exec::value::Fault;
use lang::{Dag, NodeId};

use super::{Kind, Probe, Seen};

/// One sample of a probe: its bank, and what the nodes of the Dag gave on it.
pub struct ProbeSample<'p, 'o> {
    /// The bank at work on the sample.
    pub open: &'p mut Open<'o>,
    /// What nodes of the mutated Dag gave: valid for that Dag alone.
    pub memo: &'p mut Memo,
}

impl ProbeSample<'_, '_> {
    fn known(&mut self, dag: &Dag, node: NodeId) -> Known {
        self.open.node(dag, node, self.memo)
    }
}

/// Tries nodes on one or two samples.
///
/// What it tells stays comparable as long as no bank forgets.
pub struct BankProbe<'p, 'o> {
    first: ProbeSample<'p, 'o>,
    second: Option<ProbeSample<'p, 'o>>,
}

impl<'p, 'o> BankProbe<'p, 'o> {
    /// A probe on the samples of these banks.
    pub fn new(
        first: ProbeSample<'p, 'o>,
        second: Option<ProbeSample<'p, 'o>>,
    ) -> BankProbe<'p, 'o> {
        BankProbe { first, second }
    }
}

impl Probe for BankProbe<'_, '_> {
    fn seen(&mut self, dag: &Dag, node: NodeId) -> Seen {
        let number = |place: &mut ProbeSample<'_, '_>| -> Result<u64, Fault> {
            place.known(dag, node).result.map(|num| num.index() as u64)
        };
        let both = number(&mut self.first).and_then(|first| match &mut self.second {
            None => Ok(first),
            Some(second) => number(second).map(|second| first | second << 32),
        });
        both.map_or_else(Seen::Fault, Seen::Value)
    }

    fn kind(&mut self, dag: &Dag, node: NodeId) -> Option<Kind> {
        let num = self.first.known(dag, node).result.ok()?;
        Some(Kind::of(self.first.open.value(num)))
    }
}
