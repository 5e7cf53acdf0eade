//! Functions applied to their own results. Many reach a value that they leave as it is long
//! before the last round; every further round would give that value again, at the same cost and
//! with the same calls, so those are counted without being made.

use crate::cx::Cx;
use crate::value::order::equal;
use crate::value::{Fault, R, Value};

impl<'a> Cx<'a> {
    /// n rounds of a function, from `x`.
    pub(crate) fn power(&self, f: &Value<'a>, n: i64, x: &Value<'a>) -> R<'a> {
        let (mut x, mut rounds) = (*x, n);
        while rounds > 0 {
            let before = self.spent();
            let y = self.map1(f, &x)?;
            rounds -= 1;
            if rounds > 1 && equal(x, y) {
                rounds -= self.rounds_at_rest(f, &x, rounds, self.spent() - before)?;
            }
            x = y;
        }
        Ok(x)
    }

    /// As many rounds as the budget allows of a function that gives its argument again, each at
    /// the same cost: one that counts for all. Returns how many. Where they are not all, the
    /// next one fails as it would have without this.
    #[cold]
    fn rounds_at_rest(
        &self,
        f: &Value<'a>,
        x: &Value<'a>,
        rounds: i64,
        cost: u64,
    ) -> Result<i64, Fault> {
        let fit = (self.left() / cost.max(1)).min(rounds as u64);
        if fit == 0 {
            return Ok(0);
        }
        let weight = self.weight();
        self.set_weight(weight * fit);
        let round = self.map1(f, x);
        self.set_weight(weight);
        round?;
        self.charge(cost * (fit - 1))?;
        Ok(fit as i64)
    }
}
