//! What calls of ops cost, and charging for them.

use lang::Cost;

use crate::cx::Cx;
use crate::value::{Fault, R, Value};

/// What a call costs before it is made.
#[inline(always)]
pub(crate) fn arguments_cost(cost: Cost, args: &[Value<'_>]) -> u64 {
    cost.of_arguments(args.iter().map(|v| v.size()))
}

/// The same by the sizes of so many arguments, which are looked at once: formulas read some of them twice.
#[inline(always)]
fn cost_of<const N: usize>(cost: Cost, args: [&Value<'_>; N]) -> u64 {
    if cost == Cost::Unit {
        return Cost::CALL;
    }
    let sizes = args.map(|v| v.size());
    cost.of_arguments(sizes.iter().copied())
}

impl<'a> Cx<'a> {
    /// Charges for a call and makes it: for [`crate::cx::dispatch::Charged`].
    #[inline(always)]
    pub(crate) fn charged<const N: usize>(
        &self,
        cost: Cost,
        args: [&Value<'a>; N],
        call: impl FnOnce() -> R<'a>,
    ) -> R<'a> {
        self.charge(cost_of(cost, args))?;
        self.settle(cost, call())
    }

    /// Charges for the result; whether that exceeds the limit. Looks at the result where it is,
    /// for moving it costs more than a small op.
    #[inline(always)]
    pub(crate) fn overdrawn(&self, out: &R<'a>) -> bool {
        matches!(out, Ok(v) if self.charge(v.size()).is_err())
    }

    /// Charges for the result of an op.
    #[inline(always)]
    pub(crate) fn settle(&self, cost: Cost, mut out: R<'a>) -> R<'a> {
        if cost != Cost::Unit && self.overdrawn(&out) {
            out = Err(Fault::Budget);
        }
        out
    }
}
