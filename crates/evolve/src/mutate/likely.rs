//! Draws by what a prior says is likely.

use lang::{NodeId, Op};

use super::outline::operand_place;
use super::work::{Spot, Work};
use crate::prior::{Child, NEVER, Odds, Place, weight};

impl Work<'_> {
    /// One of some ops for a spot, whose arguments these would be. Without a prior all have the same chance.
    pub fn pick_op(&mut self, spot: Spot, ops: &[Op], args: &[NodeId]) -> Option<Op> {
        let bits = |work: &Self, odds: &Odds, op: Op| {
            let at = |place| work.bits(odds, Place::Argument(op, place), args[place]);
            let below = (0..args.len()).try_fold(0, |sum, place| Some(sum + at(place)?));
            Some(below? + work.bits_at(odds, spot, Child::Op(op))?)
        };
        let at = self.pick_by(ops.len(), |work, odds, at| bits(work, odds, ops[at]))?;
        ops.get(at).copied()
    }

    /// One of so many children of a spot.
    pub fn pick_child(
        &mut self,
        spot: Spot,
        count: usize,
        child: impl Fn(&Self, usize) -> Option<Child>,
    ) -> Option<usize> {
        self.pick_by(count, |work, odds, at| match child(work, at) {
            Some(child) => work.bits_at(odds, spot, child),
            None => Some(0),
        })
    }

    /// One of so many things, each as likely as its bits say; nothing if none may be. Without a prior, or with one that says
    /// the same of all, every one has the same chance and the same number is drawn.
    fn pick_by(
        &mut self,
        count: usize,
        bits: impl Fn(&Self, &Odds, usize) -> Option<u32>,
    ) -> Option<usize> {
        let Some(odds) = self.rules.odds else { return Some(self.stream.below(count)) };
        let mut weights = std::mem::take(&mut self.scratch.weights);
        weights.clear();
        weights.extend((0..count).map(|at| bits(self, odds, at).map_or(u64::MAX, u64::from)));
        to_weights(&mut weights);
        let drawn = self.stream.roulette(weights.iter().copied());
        self.scratch.weights = weights;
        drawn
    }

    /// Multiplies weights of nodes by how likely these are at a spot.
    pub fn weigh(&mut self, spot: Spot, found: &mut [(NodeId, u64)]) {
        let Some(odds) = self.rules.odds else { return };
        let mut weights = std::mem::take(&mut self.scratch.weights);
        weights.clear();
        weights.extend(found.iter().map(|&(node, _)| {
            let child = Child::of(self.dag.node(node));
            let bits = child.map_or(Some(0), |child| self.bits_at(odds, spot, child));
            bits.map_or(u64::MAX, u64::from)
        }));
        to_weights(&mut weights);
        found.iter_mut().zip(&weights).for_each(|(found, weight)| found.1 *= weight);
        self.scratch.weights = weights;
    }

    /// How unlikely a child is at a spot, all its users together; nothing if it is never to be there.
    fn bits_at(&self, odds: &Odds, spot: Spot, child: Child) -> Option<u32> {
        let own = |at| operand_place(self.dag, self.scratch.now[spot.line], at);
        let bits = |place| known(odds.bits(place, child));
        match spot.operand {
            Some(at) => own(at).map_or(Some(0), bits),
            None => {
                let users = self.outline.lines[spot.line].users.iter();
                users.copied().try_fold(0, |sum, place| Some(sum + bits(place)?))
            }
        }
    }

    fn bits(&self, odds: &Odds, place: Place, node: NodeId) -> Option<u32> {
        match Child::of(self.dag.node(node)) {
            Some(child) => known(odds.bits(place, child)),
            None => Some(0),
        }
    }
}

fn known(bits: u16) -> Option<u32> {
    (bits != NEVER).then_some(bits.into())
}

/// Bits to weights: the likeliest has the most, what is never to be has none.
fn to_weights(bits: &mut [u64]) {
    let least = bits.iter().copied().min().unwrap_or(0);
    for bits in bits.iter_mut() {
        let more = u32::try_from(*bits - least).ok().filter(|_| *bits != u64::MAX);
        *bits = more.map_or(0, weight);
    }
}
