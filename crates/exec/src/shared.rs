//! Mapped functions whose parts call the same function on the same argument.
//!
//! Programs name a function once and build several others of it, so that its call on one element
//! occurs in many places of a function's tree. Here the tree is laid out as a list of calls, each
//! occurring once, with how often the tree makes it: cost and calls count that often. A fast path
//! that may decline, as columns are: where a call fails the walk of the tree decides, and nothing
//! is shared any more in this step. Otherwise maps within maps would each be tried twice, and the
//! innermost of many as often as there are combinations of that.

use crate::cx::Cx;
use crate::value::{Fault, Func, FuncKind, Items, Value, order};

/// Fewer elements are not worth a list.
const FEWEST: usize = 4;

/// Most calls in a list, the element itself included.
const MOST_CALLS: usize = 48;

/// Most built functions in a tree that is searched for parts that occur twice.
const MOST_PARTS: usize = 32;

/// A call, its arguments given by their places in the list.
#[derive(Clone, Copy)]
enum Call<'a> {
    One(Value<'a>, usize),
    Two(Value<'a>, usize, usize),
    /// A comparison with a value, as a matcher makes it.
    Match(Value<'a>, usize),
}

impl<'a> Call<'a> {
    /// Whether two calls are one: of the same function, by name or by address.
    fn is(&self, other: &Call<'a>) -> bool {
        let same = |a: &Value<'a>, b: &Value<'a>| match (a, b) {
            (Value::Op(a), Value::Op(b)) => a == b,
            (Value::Func(a), Value::Func(b)) => std::ptr::eq(*a, *b),
            _ => false,
        };
        match (self, other) {
            (Call::One(f, x), Call::One(g, y)) => x == y && same(f, g),
            (Call::Two(f, x, y), Call::Two(g, z, u)) => (x, y) == (z, u) && same(f, g),
            _ => false,
        }
    }
}

/// A function as a list of calls.
struct Calls<'a> {
    /// Each with how often the tree makes it; the first stands for the element.
    calls: [(Call<'a>, u64); MOST_CALLS],
    len: usize,
}

impl<'a> Calls<'a> {
    /// The calls of a function, if some occur several times.
    fn of(f: Value<'a>) -> Option<Calls<'a>> {
        let mut list = Calls { calls: [(Call::Match(f, 0), 1); MOST_CALLS], len: 1 };
        list.lay_out(f, 0)?;
        list.calls[..list.len].iter().any(|call| call.1 > 1).then_some(list)
    }

    /// Adds what a function calls on what a call gave. Recursion follows the nesting of the
    /// function value, which is bounded.
    fn lay_out(&mut self, f: Value<'a>, x: usize) -> Option<usize> {
        let Value::Func(func) = f else { return self.add(Call::One(f, x)) };
        let [a, b, c] = func.args;
        match func.kind {
            FuncKind::Compose => {
                let y = self.lay_out(b, x)?;
                self.lay_out(a, y)
            }
            FuncKind::Chain => {
                let y = self.lay_out(c, x)?;
                let z = self.lay_out(b, y)?;
                self.lay_out(a, z)
            }
            FuncKind::Fork => {
                let (y, z) = (self.lay_out(b, x)?, self.lay_out(c, x)?);
                self.add(Call::Two(a, y, z))
            }
            FuncKind::Matcher => {
                let y = self.lay_out(a, x)?;
                self.add(Call::Match(b, y))
            }
            _ => self.add(Call::One(f, x)),
        }
    }

    fn add(&mut self, call: Call<'a>) -> Option<usize> {
        match self.calls[1..self.len].iter().position(|(there, _)| there.is(&call)) {
            Some(at) => {
                self.calls[at + 1].1 += 1;
                Some(at + 1)
            }
            None => {
                *self.calls.get_mut(self.len)? = (call, 1);
                self.len += 1;
                Some(self.len - 1)
            }
        }
    }

    /// The function's value on the element in the first place of `values`, which has a place for
    /// what each call gives; `None` where a call fails.
    fn call(&self, cx: &Cx<'a>, values: &mut [Value<'a>]) -> Option<Value<'a>> {
        let weight = cx.weight();
        for (at, (call, times)) in self.calls[..self.len].iter().enumerate().skip(1) {
            let left = cx.left();
            cx.set_weight(weight * times);
            let out = match call {
                Call::One(f, x) => cx.call1(f, &values[*x]),
                Call::Two(f, x, y) => cx.call2(f, &values[*x], &values[*y]),
                Call::Match(target, x) => matched(cx, &values[*x], target),
            };
            cx.set_weight(weight);
            values[at] = out.ok()?;
            if *times > 1 && !cx.try_charge((left - cx.left()) * (times - 1)) {
                return None;
            }
        }
        values.last().copied()
    }
}

fn matched<'a>(cx: &Cx<'a>, x: &Value<'a>, target: &Value<'a>) -> Result<Value<'a>, Fault> {
    cx.charge(x.size().min(target.size()))?;
    Ok(Value::bool(order::equal(*x, *target)))
}

/// Whether a built function occurs twice in a tree: cheaper to tell than to lay it out.
fn repeats<'a>(f: Value<'a>, parts: &mut [*const Func<'a>; MOST_PARTS], len: &mut usize) -> bool {
    let Value::Func(func) = f else { return false };
    let [a, b, c] = func.args;
    if parts[..*len].contains(&std::ptr::from_ref(func)) {
        return true;
    }
    let Some(part) = parts.get_mut(*len) else { return false };
    *part = func;
    *len += 1;
    match func.kind {
        FuncKind::Compose => repeats(a, parts, len) || repeats(b, parts, len),
        FuncKind::Chain | FuncKind::Fork => {
            repeats(a, parts, len) || repeats(b, parts, len) || repeats(c, parts, len)
        }
        FuncKind::Matcher => repeats(a, parts, len),
        _ => false,
    }
}

impl<'a> Cx<'a> {
    /// [`Cx::map1`] for all elements, each call that a function makes several times made once;
    /// false, with nothing charged and nothing in `out`, where that gains nothing or fails.
    pub(crate) fn map_shared(
        &self,
        f: Value<'a>,
        items: Items<'a>,
        out: &mut Vec<Value<'a>>,
    ) -> bool {
        let usual = self.sharing().get() && !self.has_host();
        if items.len() < FEWEST || !usual || !self.may_enter(&f) {
            return false;
        }
        let mut parts = [std::ptr::null(); MOST_PARTS];
        repeats(f, &mut parts, &mut 0) && self.mapped_once(f, items, out)
    }

    /// As [`Cx::map_shared`] for a function with parts that occur several times.
    #[inline(never)]
    fn mapped_once(&self, f: Value<'a>, items: Items<'a>, out: &mut Vec<Value<'a>>) -> bool {
        let Some(calls) = Calls::of(f) else { return false };
        let saved = self.save();
        let values = self.arena.filled(calls.len, Value::UNIT);
        for x in items {
            let mark = self.arena.mark();
            values[0] = x;
            let result = self.entered(&f, || calls.call(self, values).ok_or(Fault::Budget));
            match self.kept(&mark, result) {
                Ok(v) => out.push(v),
                Err(_) => {
                    out.clear();
                    self.restore(&saved);
                    self.sharing().set(false);
                    return false;
                }
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use lang::{Dialect, Op};

    use super::*;
    use crate::arena::Arena;
    use crate::value::fingerprint::fingerprint;

    fn op<'a>(name: &str) -> Value<'a> {
        Value::Op(Op::lookup(Dialect::Arc, name).expect("an op"))
    }

    fn build<'a>(cx: &Cx<'a>, name: &str, args: &[Value<'a>]) -> Value<'a> {
        cx.op(Op::lookup(Dialect::Arc, name).expect("an op"), args).expect("a function")
    }

    /// Functions with parts that occur several times: some on one argument, some on others, one
    /// that fails.
    fn function<'a>(cx: &Cx<'a>, case: usize) -> Value<'a> {
        let part = build(cx, "compose", &[op("double"), op("increment")]);
        let sum =
            build(cx, "fork", &[op("add"), part, build(cx, "compose", &[op("invert"), part])]);
        let again = build(cx, "fork", &[op("astuple"), sum, part]);
        match case {
            0 => build(cx, "fork", &[op("astuple"), part, part]),
            1 => build(cx, "fork", &[op("combine"), again, again]),
            2 => build(cx, "chain", &[part, part, sum]),
            3 => {
                let two = build(cx, "matcher", &[part, Value::Int(4)]);
                build(cx, "fork", &[op("either"), two, sum])
            }
            _ => build(cx, "fork", &[op("add"), part, build(cx, "compose", &[op("first"), part])]),
        }
    }

    type Answers = (Option<Vec<u128>>, u64, Vec<u64>);

    fn answers(case: usize, limit: u64, shared: bool) -> Answers {
        let arena = Arena::new();
        let cx = Cx::new(&arena, Dialect::Arc);
        let f = function(&cx, case);
        let numbers = cx.tuple(&(0..9).map(Value::Int).collect::<Vec<_>>()).expect("small");
        let items = cx.items(numbers).expect("a tuple");
        cx.start_step(limit);
        cx.set_weight(3);
        let mut out = Vec::new();
        let values: Option<Vec<_>> = match shared {
            true => cx.map_shared(f, items, &mut out).then_some(out),
            false => items.map(|x| cx.map1(&f, &x).ok()).collect(),
        };
        assert_eq!(cx.weight(), 3);
        let values = values.map(|all| all.into_iter().map(fingerprint).collect());
        let cost = cx.spent();
        (values, cost, cx.into_calls().iter().map(|calls| calls.get()).collect())
    }

    #[test]
    fn calls_made_once_count_as_often_as_they_occur() {
        for case in 0..4 {
            let shared = answers(case, 1 << 30, true);
            assert!(shared.0.is_some(), "case {case}");
            assert_eq!(shared, answers(case, 1 << 30, false), "case {case}");
        }
    }

    #[test]
    fn after_a_failure_nothing_is_shared_until_the_next_step() {
        let arena = Arena::new();
        let cx = Cx::new(&arena, Dialect::Arc);
        let numbers = cx.tuple(&(0..9).map(Value::Int).collect::<Vec<_>>()).expect("small");
        let shares =
            |case| cx.map_shared(function(&cx, case), cx.items(numbers).unwrap(), &mut Vec::new());
        cx.start_step(1 << 30);
        assert_eq!([shares(0), shares(4), shares(0)], [true, false, false]);
        cx.start_step(1 << 30);
        assert!(shares(0));
    }

    #[test]
    fn what_fails_leaves_no_trace() {
        let nothing = |(values, cost, calls): Answers| {
            // Building the function counts its own calls.
            let (_, _, before) = answers(4, 0, true);
            values.is_none() && cost == 0 && calls == before
        };
        assert!(nothing(answers(4, 1 << 30, true)));
        for limit in [0, 40, 200] {
            let (values, cost, _) = answers(1, limit, true);
            assert_eq!((values, cost), (None, 0), "limit {limit}");
            assert_eq!(answers(1, limit, false).0, None);
        }
    }
}
