//! Functions applied to their own results. Many reach a value that they leave as it is long
//! before the last round; every further round would give that value again, at the same cost and
//! with the same calls, so those are counted without being made. Not where functions of an
//! embedding program may be among them: those may do something else each time.

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
            if rounds > 1 && !self.has_host() && equal(x, y) {
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

#[cfg(test)]
mod tests {
    use lang::{Dialect, Op};

    use super::*;
    use crate::arena::Arena;
    use crate::cx::HostCalls;
    use crate::value::HostFn;
    use crate::value::fingerprint::fingerprint;

    /// A way to make n rounds.
    type Rounds = for<'a> fn(&Cx<'a>, &Value<'a>, i64, &Value<'a>) -> R<'a>;

    /// What rounds gave, their cost, and the calls of each op.
    type Ended = (Result<u128, Fault>, u64, Vec<u64>);

    /// The definition.
    fn one_by_one<'a>(cx: &Cx<'a>, f: &Value<'a>, n: i64, x: &Value<'a>) -> R<'a> {
        (0..n).try_fold(*x, |x, _| cx.map1(f, &x))
    }

    fn short_cut<'a>(cx: &Cx<'a>, f: &Value<'a>, n: i64, x: &Value<'a>) -> R<'a> {
        cx.power(f, n, x)
    }

    fn op<'a>(name: &str) -> Value<'a> {
        Value::Op(Op::lookup(Dialect::Arc, name).expect("an op"))
    }

    fn built<'a>(cx: &Cx<'a>, name: &str, args: &[Value<'a>]) -> Value<'a> {
        cx.op(Op::lookup(Dialect::Arc, name).expect("an op"), args).expect("a function")
    }

    fn ended(case: usize, n: i64, limit: u64, rounds: Rounds) -> Ended {
        let arena = Arena::new();
        let cx = Cx::new(&arena, Dialect::Arc);
        let list = cx.tuple(&[1, 2, 1000, 2, 1].map(Value::Int)).expect("small");
        let twice = |f| built(&cx, "power", &[f, Value::Int(2)]);
        let (f, x) = match case {
            // At rest after some rounds, at once, never, and back every second time.
            0 => (op("halve"), Value::Int(100)),
            1 => (op("identity"), list),
            2 => (op("increment"), Value::Int(5)),
            3 => (op("invert"), Value::Int(5)),
            // A container that changes once; rounds within rounds; a failure on the way.
            4 => (op("dedupe"), list),
            5 => (twice(twice(op("halve"))), Value::Int(100)),
            _ => (built(&cx, "compose", &[op("first"), op("first")]), cx.pair(1, 2)),
        };
        cx.start_step(limit);
        cx.set_weight(3);
        let out = rounds(&cx, &f, n, &x).map(fingerprint);
        assert_eq!(cx.weight(), 3);
        (out, cx.spent(), cx.into_calls().iter().map(|calls| calls.get()).collect())
    }

    #[test]
    fn rounds_at_rest_give_what_every_round_gives() {
        for case in 0..7 {
            for n in [2, 3, 9, 40] {
                let plain = ended(case, n, 1 << 30, one_by_one);
                assert_eq!(ended(case, n, 1 << 30, short_cut), plain, "case {case}, {n} rounds");
            }
        }
    }

    #[test]
    fn rounds_at_rest_end_where_the_budget_ends_every_round() {
        for case in 0..7 {
            let (_, cost, _) = ended(case, 12, 1 << 30, one_by_one);
            for limit in 0..=cost + 1 {
                let plain = ended(case, 12, limit, one_by_one);
                assert_eq!(plain.0 == Err(Fault::Budget), limit < cost, "case {case}");
                assert_eq!(ended(case, 12, limit, short_cut), plain, "case {case}, {limit}");
            }
        }
    }

    #[test]
    fn few_rounds_are_made_at_rest() {
        // Rounds show in the memory they take.
        let made = |n: i64| {
            let arena = Arena::new();
            let cx = Cx::new(&arena, Dialect::Arc);
            let list = cx.tuple(&[Value::Int(1000); 100]).expect("small");
            cx.power(&op("dedupe"), n, &list).expect("no failure");
            arena.position()
        };
        assert!(made(4) > made(2));
        assert_eq!(made(200), made(4));
    }

    /// Counts its calls and gives its argument back.
    struct Counted(std::cell::Cell<u32>);

    impl HostCalls for Counted {
        fn call<'a>(&self, _: &Cx<'a>, _: u32, args: &[Value<'a>]) -> R<'a> {
            self.0.set(self.0.get() + 1);
            args.first().copied().ok_or(Fault::Arity)
        }
    }

    #[test]
    fn functions_of_an_embedding_program_are_called_every_round() {
        let (arena, host) = (Arena::new(), Counted(Default::default()));
        let cx = Cx::new(&arena, Dialect::Arc).with_host(&host);
        let f = Value::Host(HostFn { id: 0, arity: 1 });
        cx.power(&f, 10, &Value::Int(1)).expect("no failure");
        assert_eq!(host.0.get(), 10);
    }
}
