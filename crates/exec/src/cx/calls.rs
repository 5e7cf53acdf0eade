//! Calls of function values and of ops.

use lang::{Cost, Op, Reading, Zero};

use super::Cx;
use super::charge::arguments_cost;
use super::dispatch::{Charged, ENTRIES, KernelFn, OpEntry};
use crate::value::{Fault, Func, FuncKind, R, Value, order};

impl<'a> Cx<'a> {
    /// Calls a function with one argument; kernels use [`Cx::map1`] or [`Cx::test`].
    #[inline]
    pub fn call1(&self, f: &Value<'a>, x: &Value<'a>) -> R<'a> {
        match f {
            Value::Op(op) => self.op1(*op, x),
            Value::Func(func) => self.func1(func, x),
            Value::AnyFn => Ok(Value::UNIT),
            Value::Host(host) => self.call_host(host.id, &[*x]),
            _ => Err(Fault::Type),
        }
    }

    /// Calls a function with two arguments.
    #[inline]
    pub fn call2(&self, f: &Value<'a>, x: &Value<'a>, y: &Value<'a>) -> R<'a> {
        match f {
            Value::Op(op) => self.op2(*op, x, y),
            Value::Func(func) => self.func_n(func, &[*x, *y]),
            Value::AnyFn => Ok(Value::UNIT),
            Value::Host(host) => self.call_host(host.id, &[*x, *y]),
            _ => Err(Fault::Type),
        }
    }

    /// Calls a function with any number of arguments.
    pub fn call(&self, f: Value<'a>, args: &[Value<'a>]) -> R<'a> {
        match (f, args) {
            (Value::Op(op), _) => self.op(op, args),
            (Value::Func(func), [x]) => self.func1(func, x),
            (Value::Func(func), _) => self.func_n(func, args),
            (Value::AnyFn, _) => Ok(Value::UNIT),
            (Value::Host(host), _) => self.call_host(host.id, args),
            _ => Err(Fault::Type),
        }
    }

    /// A built function of one argument. Recursion follows the function value's own nesting,
    /// which is bounded where it is made. Results are handed on by reference: see
    /// [`Charged`].
    fn func1(&self, func: &Func<'a>, x: &Value<'a>) -> R<'a> {
        let [a, b, c] = &func.args;
        match func.kind {
            FuncKind::Compose => self.then(a, &self.call1(b, x)),
            FuncKind::Chain => self.then(a, &self.then(b, &self.call1(c, x))),
            FuncKind::Fork => match &self.call1(b, x) {
                Ok(y) => match &self.call1(c, x) {
                    Ok(z) => self.call2(a, y, z),
                    Err(fault) => Err(*fault),
                },
                Err(fault) => Err(*fault),
            },
            FuncKind::Matcher => self.matches(&self.call1(a, x), b),
            FuncKind::Rbind if func.arity == 1 => self.call2(a, x, b),
            FuncKind::Lbind if func.arity == 1 => self.call2(a, b, x),
            FuncKind::Power => self.power(a, b.int()?, x),
            FuncKind::Rbind | FuncKind::Lbind => Err(Fault::Arity),
        }
    }

    /// Calls a function with what another call gave.
    #[inline]
    fn then(&self, f: &Value<'a>, x: &R<'a>) -> R<'a> {
        match x {
            Ok(x) => self.call1(f, x),
            Err(fault) => Err(*fault),
        }
    }

    fn matches(&self, a: &R<'a>, b: &Value<'a>) -> R<'a> {
        let a = a.as_ref().map_err(|fault| *fault)?;
        self.charge(a.size().min(b.size()))?;
        Ok(Value::bool(order::equal(*a, *b)))
    }

    /// A built function of two or three arguments: only binders make those.
    fn func_n(&self, func: &Func<'a>, args: &[Value<'a>]) -> R<'a> {
        let [f, fixed, _] = func.args;
        if args.len() != func.arity as usize {
            return Err(Fault::Arity);
        }
        match (func.kind, args) {
            (FuncKind::Rbind, &[x, y]) => self.call(f, &[x, y, fixed]),
            (FuncKind::Lbind, &[x, y]) => self.call(f, &[fixed, x, y]),
            (FuncKind::Rbind, &[x, y, z]) => self.call(f, &[x, y, z, fixed]),
            (FuncKind::Lbind, &[x, y, z]) => self.call(f, &[fixed, x, y, z]),
            _ => Err(Fault::Arity),
        }
    }

    /// Calls an op with one argument: as [`Cx::op`], with less to decide.
    #[inline]
    pub(crate) fn op1(&self, op: Op, x: &Value<'a>) -> R<'a> {
        match ENTRIES[op.index()].charged {
            Charged::One(charged) => {
                self.count(op);
                charged(self, x)
            }
            _ => self.op(op, std::slice::from_ref(x)),
        }
    }

    /// Calls an op with two arguments: as [`Cx::op`], with less to decide.
    #[inline]
    pub(crate) fn op2(&self, op: Op, x: &Value<'a>, y: &Value<'a>) -> R<'a> {
        match ENTRIES[op.index()].charged {
            Charged::Two(charged) => {
                self.count(op);
                charged(self, x, y)
            }
            _ => self.op(op, &[*x, *y]),
        }
    }

    /// Calls an op with three arguments: as [`Cx::op`], with less to decide.
    #[inline]
    pub(crate) fn op3(&self, op: Op, args: [&Value<'a>; 3]) -> R<'a> {
        match ENTRIES[op.index()].charged {
            Charged::Three(charged) => {
                self.count(op);
                charged(self, args)
            }
            _ => self.op(op, &args.map(|v| *v)),
        }
    }

    /// Calls an op: arity, the name's readings, cost, kernel.
    pub fn op(&self, op: Op, args: &[Value<'a>]) -> R<'a> {
        let entry = &ENTRIES[op.index()];
        self.count(op);
        if args.len() < entry.arity.0 as usize || args.len() > entry.arity.1 as usize {
            return Err(Fault::Arity);
        }
        if let KernelFn::Builder(build) = entry.kernel {
            self.charge(Cost::CALL)?;
            return build(self, op, args);
        }
        self.charge(arguments_cost(entry.cost, args))?;
        if entry.plain || takes_as_they_are(op, args) {
            return self.settle(entry.cost, self.run(entry, op, args));
        }
        self.op_reading(entry, op, args)
    }

    /// Calls an op whose name reads its arguments in some way.
    fn op_reading(&self, entry: &OpEntry, op: Op, args: &[Value<'a>]) -> R<'a> {
        if let Some(answer) = zero_answer(self, op, args) {
            return answer;
        }
        let mut read = [Value::Int(0); 4];
        read[..args.len()].copy_from_slice(args);
        for &(reading, place) in op.info().readings {
            match reading {
                Reading::Unchanged => return Ok(read[place]),
                Reading::SameKind if read[0].is_set() != read[place].is_set() => {
                    return Err(Fault::Type);
                }
                _ => read[place] = self.read(reading, read[place])?,
            }
        }
        self.settle(entry.cost, self.run(entry, op, &read[..args.len()]))
    }

    #[inline]
    fn count(&self, op: Op) {
        let calls = &self.calls[op.index()];
        calls.set(calls.get() + self.weight.get());
    }

    #[inline]
    fn run(&self, entry: &OpEntry, op: Op, args: &[Value<'a>]) -> R<'a> {
        match (entry.kernel, args) {
            (KernelFn::One(k), &[a]) => k(self, a),
            (KernelFn::Two(k), &[a, b]) => k(self, a, b),
            (KernelFn::Three(k), &[a, b, c]) => k(self, a, b, c),
            // The optional key of nth_by_key is identity when left out.
            (KernelFn::Three(k), &[a, b]) => k(self, a, b, identity_of(op)),
            (KernelFn::Four(k), &[a, b, c, d]) => k(self, [a, b, c, d]),
            _ => Err(Fault::Arity),
        }
    }

    /// Reads an argument as the op's name says.
    fn read(&self, reading: Reading, v: Value<'a>) -> R<'a> {
        match reading {
            Reading::TupleOnly if v.is_set() => Err(Fault::Type),
            Reading::AsTuple if v.is_set() => self.tuple_from(v),
            Reading::AsSet if v.is_tuple() => self.set_from(v),
            Reading::PairsOnly if v.is_set() && self.first_is_cell(v) == Some(true) => {
                Err(Fault::Type)
            }
            Reading::CellsOnly if v.is_set() && self.first_is_cell(v) == Some(false) => {
                Err(Fault::Type)
            }
            _ => Ok(v),
        }
    }
}

/// Whether an op's readings leave its arguments as they are, told by their forms alone.
#[inline]
fn takes_as_they_are(op: Op, args: &[Value<'_>]) -> bool {
    let info = op.info();
    let fits = |&(reading, place): &(Reading, usize)| match reading {
        Reading::AsSet => args[place].is_set(),
        Reading::AsTuple | Reading::TupleOnly => args[place].is_tuple(),
        Reading::PairsOnly => matches!(args[place], Value::Poses(_)),
        Reading::CellsOnly => matches!(args[place], Value::Cells(_)),
        Reading::SameKind | Reading::Unchanged => false,
    };
    let stands_in = info.zero.is_some() && matches!(args.first(), Some(Value::Int(_)));
    !stands_in && info.readings.iter().all(fits)
}

fn identity_of<'a>(op: Op) -> Value<'a> {
    Op::lookup(op.dialect(), "identity").map_or(Value::AnyFn, Value::Op)
}

/// What a `batt` name answers to the Int 0 in place of its container.
fn zero_answer<'a>(cx: &Cx<'a>, op: Op, args: &[Value<'a>]) -> Option<R<'a>> {
    let zero = op.info().zero?;
    if !matches!(args.first(), Some(Value::Int(0))) {
        return None;
    }
    Some(match zero {
        Zero::Unit => Ok(Value::UNIT),
        Zero::EmptySet => Ok(Value::EMPTY),
        Zero::UnitSet => cx.set(&mut [Value::UNIT]),
        Zero::Zero => Ok(Value::Int(0)),
    })
}
