//! Random calls: arguments by declared type, functions that take what they are applied to.
//!
//! Whether a value is of a type is what the engine's relation of kinds and types says; whether a
//! function takes a value is found out by calling it.

use exec::value::kind::{Kind, fits};
use exec::value::{R, Value};
use exec::vectors::builder_kind;
use lang::{Family, Kernel, Op, SafeDefault, Ty, slot_hint};

use crate::values::{Generator, Style};

/// How deep functions are made of functions.
const DEPTH: usize = 2;

/// Functions that are tried before one is taken that fails.
const TRIES: usize = 10;

/// Values of the pool that are looked at before one is made.
const DRAWS: usize = 20;

/// Cost of a call that is tried.
const STEP_LIMIT: u64 = 1 << 15;

/// Largest value that a pool keeps of what is found in a grid.
const SMALL: u64 = 150;

/// Ops that differ from the reference on purpose: not called from inside other ops, where that
/// could not be recognised.
const APART: [Kernel; 4] = [Kernel::Index, Kernel::Occurrences, Kernel::Argmax, Kernel::Argmin];

const BUILDERS: [Kernel; 9] = [
    Kernel::Rbind,
    Kernel::Rbind,
    Kernel::Lbind,
    Kernel::Lbind,
    Kernel::Compose,
    Kernel::Fork,
    Kernel::Chain,
    Kernel::Matcher,
    Kernel::Power,
];

/// A function value and its arguments.
pub type Call<'a> = (Value<'a>, Vec<Value<'a>>);

/// The declared type of an op's parameter, with what is known better.
fn slot_ty(op: Op, place: usize) -> Ty {
    slot_hint(op, place).ty()
}

/// What an op has use for in the result of a function that it maps.
fn is_wanted(kernel: Kernel, v: Value<'_>) -> bool {
    match kernel {
        Kernel::Sfilter | Kernel::Mfilter | Kernel::Extract => matches!(v, Value::Int(_)),
        Kernel::Mapply | Kernel::Mpapply => v.is_set() || v.is_tuple(),
        Kernel::Argmax | Kernel::Argmin | Kernel::Valmax | Kernel::Valmin | Kernel::Order => {
            matches!(Kind::of(v), Kind::Int | Kind::Pair | Kind::Cell)
        }
        _ => true,
    }
}

impl<'a> Generator<'_, 'a> {
    /// Puts a grid into the pool, with what can be found in it.
    pub fn look_at(&mut self, grid: Value<'a>) {
        let mut found = vec![grid; 3];
        for kernel in [Kernel::Hmirror, Kernel::Rot90, Kernel::Dmirror, Kernel::Trim] {
            found.push(self.kernel(kernel, &[grid]));
        }
        found.push(self.kernel(Kernel::Hsplit, &[grid, Value::Int(2)]));
        for flags in [[1, 1, 1], [1, 0, 0], [0, 1, 1], [1, 0, 1]] {
            let [a, b, c] = flags.map(Value::Int);
            found.push(self.kernel(Kernel::Objects, &[grid, a, b, c]));
        }
        let whole = [Kernel::Partition, Kernel::Fgpartition, Kernel::Asobject, Kernel::Palette];
        found.extend(whole.map(|kernel| self.kernel(kernel, &[grid])));
        // The objects and rows, then their cells, positions and integers.
        for _ in 0..2 {
            for v in found.clone() {
                let items: Vec<_> = self.cx.items(v).into_iter().flatten().take(3).collect();
                found.extend(items);
                if v.is_set() {
                    found.push(self.kernel(Kernel::Totuple, &[v]));
                }
                if matches!(v, Value::Cells(_)) {
                    // One that lies partly outside.
                    found.push(self.kernel(Kernel::Shift, &[v, self.cx.pair(2, -3)]));
                    found.push(self.kernel(Kernel::Toindices, &[v]));
                }
            }
        }
        for _ in 0..10 {
            found.extend([Value::Int(self.number()), self.pair()]);
        }
        self.pool.extend(found.into_iter().filter(|v| v.size() <= SMALL));
    }

    /// A value of a declared type, nearly always.
    pub fn of_type(&mut self, ty: Ty) -> Value<'a> {
        if self.strays(12) || self.style == Style::Huge && self.random.one_in(4) {
            return self.any(2);
        }
        let from_pool = if self.style == Style::Tame { 80 } else { 20 };
        let known = self.random.chance(from_pool).then(|| self.known(|v| fits(ty, v))).flatten();
        known.unwrap_or_else(|| self.made(ty))
    }

    /// A value of the pool, if one is soon found.
    fn known(&mut self, wanted: impl Fn(Value<'a>) -> bool) -> Option<Value<'a>> {
        (0..DRAWS).find_map(|_| self.random.choose(&self.pool).filter(|&v| wanted(v)))
    }

    fn made(&mut self, ty: Ty) -> Value<'a> {
        let either = self.random.one_in(2);
        match ty {
            Ty::Boolean => Value::Int(self.random.within(0, 1)),
            Ty::Numerical if either => self.pair(),
            Ty::Integer | Ty::Numerical | Ty::I_ | Ty::J_ => Value::Int(self.number()),
            ty if ty.safe_default() == SafeDefault::Zero => Value::Int(self.random.within(-1, 9)),
            Ty::IntegerTuple | Ty::IJ => self.pair(),
            Ty::Cell => {
                let patch = self.patch(true);
                self.item(patch).unwrap_or(patch)
            }
            Ty::Grid if self.strays(8) => self.odd_grid(),
            Ty::Grid => self.grid(),
            Ty::Object => self.patch(true),
            Ty::Indices => self.patch(false),
            Ty::Patch => self.patch(either),
            Ty::Objects => self.objects(true),
            Ty::IndicesSet => self.objects(false),
            Ty::Element | Ty::Piece if either => self.grid(),
            Ty::Element => self.patch(true),
            Ty::Piece => {
                let coloured = self.random.one_in(2);
                self.patch(coloured)
            }
            Ty::Samples => self.samples(),
            Ty::Layer => self.layer(),
            Ty::Layers => self.layers(),
            Ty::IntegerSet => self.container(true, 0),
            Ty::FrozenSet => self.container(true, 2),
            Ty::Tuple | Ty::TupleTuple => self.container(false, 2),
            Ty::Container | Ty::ContainerContainer if self.random.one_in(3) => self.objects(true),
            Ty::Container | Ty::ContainerContainer => self.container(either, 2),
            Ty::Callable => Value::Op(self.random.pick(&self.ops)),
            _ => self.any(2),
        }
    }

    /// An element of a container.
    fn item(&mut self, v: Value<'a>) -> Option<Value<'a>> {
        let items = self.cx.items(v).ok()?;
        items.get(self.random.below(items.len()))
    }

    /// A value for a parameter, which often resembles or comes from the argument before.
    fn related(&mut self, ty: Ty, before: Option<Value<'a>>) -> Value<'a> {
        let Some(before) = before else { return self.of_type(ty) };
        if ty == Ty::Any
            && !self.random.one_in(4)
            && let Some(v) = self.item(before)
        {
            return v;
        }
        match self.random.below(8) {
            0 if fits(ty, before) => before,
            1 if self.style > Style::Tame => self.like(before),
            2 | 3 if matches!(ty, Ty::Object | Ty::Patch) && matches!(before, Value::Grid(_)) => {
                self.piece(before)
            }
            1..6 if fits(ty, before) => {
                let known = self.known(|v| Kind::of(v) == Kind::of(before));
                known.unwrap_or_else(|| self.of_type(ty))
            }
            _ => self.of_type(ty),
        }
    }

    /// Cells of a part of a grid, so that they are found in it.
    fn piece(&mut self, grid: Value<'a>) -> Value<'a> {
        let mut pair = |low| self.cx.pair(self.random.within(low, 3), self.random.within(low, 3));
        let (start, size) = (pair(0), pair(1));
        let part = self.kernel(Kernel::Crop, &[grid, start, size]);
        self.kernel(Kernel::Asobject, &[part])
    }

    /// Arguments for an op: values by declared type, functions of what they will meet.
    pub fn args(&mut self, op: Op) -> Vec<Value<'a>> {
        if op.kernel() == Kernel::Rapply {
            return self.functions_and_value();
        }
        let count = op.arity() - self.random.below(op.info().optional + 1);
        let mut places: Vec<usize> = (0..count).collect();
        // Containers come first, then what is taken from them, then functions of their elements.
        places.sort_by_key(|&place| match slot_ty(op, place) {
            Ty::Callable => 2,
            Ty::Any => 1,
            _ => 0,
        });
        let mut args = vec![Value::UNIT; count];
        for (i, &place) in places.iter().enumerate() {
            let before: Vec<_> = places[..i].iter().map(|&place| args[place]).collect();
            args[place] = match slot_ty(op, place) {
                Ty::Callable => {
                    let on = self.met(op, &before);
                    self.function(&on, DEPTH, |v| is_wanted(op.kernel(), v))
                }
                ty => self.related(ty, before.last().copied()),
            };
            // A reference takes more in place of integers than the engine does.
            let mapped = (0..count).any(|place| slot_ty(op, place) == Ty::Callable);
            if mapped && self.style == Style::Tame && self.is_mixed(args[place]) {
                args[place] = self.container(false, 0);
            }
        }
        args
    }

    /// Whether a container holds integers and others.
    fn is_mixed(&self, v: Value<'a>) -> bool {
        let is_int = |v: Value<'a>| matches!(v, Value::Int(_));
        self.cx.items(v).is_ok_and(|mut items| {
            let first = items.next().is_some_and(is_int);
            items.any(|v| is_int(v) != first)
        })
    }

    fn functions_and_value(&mut self) -> Vec<Value<'a>> {
        let (value, n) = (self.of_type(Ty::Any), 1 + self.random.below(3));
        let mut all: Vec<_> = (0..n).map(|_| self.function(&[value], 1, |_| true)).collect();
        let functions =
            if self.random.one_in(2) { self.cx.tuple(&all) } else { self.cx.set(&mut all) };
        vec![functions.unwrap_or(Value::UNIT), value]
    }

    /// What a function that an op calls is called with.
    fn met(&mut self, op: Op, before: &[Value<'a>]) -> Vec<Value<'a>> {
        let of_two = matches!(op.kernel(), Kernel::Papply | Kernel::Mpapply | Kernel::Prapply);
        let mut met = Vec::new();
        for &v in before.iter().filter(|v| v.is_set() || v.is_tuple()).take(1 + of_two as usize) {
            let Some(mut item) = self.item(v) else { continue };
            if op.kernel().info().family == Family::Samples {
                item = self.item(item).unwrap_or(item);
            }
            met.push(item);
        }
        while met.len() < 1 + of_two as usize {
            met.push(self.of_type(Ty::Any));
        }
        met
    }

    /// A call of an op. What makes functions is called, or its function is.
    pub fn call(&mut self, op: Op) -> Call<'a> {
        if builder_kind(op).is_none() || self.strays(3) {
            return (Value::Op(op), self.args(op));
        }
        let binds = matches!(op.kernel(), Kernel::Rbind | Kernel::Lbind);
        if binds && self.random.one_in(3) {
            return self.bound_of_three(op);
        }
        let on = vec![self.of_type(Ty::Any)];
        (self.built(op.kernel(), &on, DEPTH), on)
    }

    /// An op of three arguments with one of them fixed.
    fn bound_of_three(&mut self, binder: Op) -> Call<'a> {
        let three = |op: &&Op| op.arity() == 3 && self.may_be_inside(**op);
        let three: Vec<Op> = self.ops.iter().filter(three).copied().collect();
        let Some(op) = self.random.choose(&three) else { return (Value::Op(binder), vec![]) };
        let mut args = self.args(op);
        let last = if binder.kernel() == Kernel::Rbind { args.len().saturating_sub(1) } else { 0 };
        let fixed = if args.is_empty() { Value::UNIT } else { args.remove(last) };
        (self.kernel(binder.kernel(), &[Value::Op(op), fixed]), args)
    }

    /// A function for these arguments: nearly always one that takes them and gives what is wanted.
    pub fn function(
        &mut self,
        on: &[Value<'a>],
        depth: usize,
        wanted: impl Fn(Value<'a>) -> bool,
    ) -> Value<'a> {
        for _ in 0..TRIES {
            let function = self.candidate(on, depth);
            if self.result(function, on).is_ok_and(&wanted) || self.strays(20) {
                return function;
            }
        }
        match on.len() {
            1 => self.op(Kernel::Identity).map_or(Value::AnyFn, Value::Op),
            _ => self.op(Kernel::Equality).map_or(Value::AnyFn, Value::Op),
        }
    }

    fn result(&self, function: Value<'a>, on: &[Value<'a>]) -> R<'a> {
        self.cx.start_step(STEP_LIMIT);
        self.cx.call(function, on)
    }

    /// A function for these arguments by their types; whether it takes them is not known.
    pub fn candidate(&mut self, on: &[Value<'a>], depth: usize) -> Value<'a> {
        if depth == 0 || on.len() != 1 || self.random.chance(40) {
            return self.op_for(on, None).map_or(Value::AnyFn, Value::Op);
        }
        let builder = self.random.pick(&BUILDERS);
        self.built(builder, on, depth - 1)
    }

    /// Whether an op may be called inside other ops.
    fn may_be_inside(&self, op: Op) -> bool {
        let plain = |place| !matches!(slot_ty(op, place), Ty::Callable | Ty::Untyped);
        self.style > Style::Tame
            || (0..op.arity()).all(plain)
                && !APART.contains(&op.kernel())
                && op.kernel() != Kernel::Rapply
    }

    /// An op whose parameters are declared for these arguments, besides one at a place.
    fn op_for(&mut self, on: &[Value<'a>], besides: Option<usize>) -> Option<Op> {
        let loose = self.strays(10);
        let takes = |op: &&Op| {
            let mut places = (0..op.arity()).filter(|&place| Some(place) != besides).zip(on);
            op.arity() == on.len() + usize::from(besides.is_some())
                && self.may_be_inside(**op)
                && (loose || places.all(|(place, &v)| fits(slot_ty(**op, place), v)))
        };
        let ops: Vec<Op> = self.ops.iter().filter(takes).copied().collect();
        self.random.choose(&ops)
    }

    /// A function that a builder makes for these arguments.
    fn built(&mut self, builder: Kernel, on: &[Value<'a>], depth: usize) -> Value<'a> {
        let inner = |this: &mut Self, on: &[Value<'a>]| {
            let function = this.function(on, depth.saturating_sub(1), |_| true);
            (function, this.result(function, on).unwrap_or(Value::UNIT))
        };
        let args = match builder {
            Kernel::Rbind | Kernel::Lbind => {
                let place = if builder == Kernel::Rbind { on.len() } else { 0 };
                let Some(op) = self.op_for(on, Some(place)) else { return Value::AnyFn };
                vec![Value::Op(op), self.related(slot_ty(op, place), on.first().copied())]
            }
            Kernel::Matcher => {
                let (function, gives) = inner(self, on);
                vec![function, self.related(Ty::Untyped, Some(gives))]
            }
            Kernel::Power => {
                let kind = on.first().map(|&v| Kind::of(v));
                let same = |v| Some(Kind::of(v)) == kind;
                let times = Value::Int(self.random.within(1, 3));
                vec![self.function(on, 0, same), times]
            }
            Kernel::Fork => {
                let ((a, from_a), (b, from_b)) = (inner(self, on), inner(self, on));
                vec![self.function(&[from_a, from_b], 0, |_| true), a, b]
            }
            Kernel::Chain => {
                let (f, first) = inner(self, on);
                let (g, second) = inner(self, &[first]);
                vec![inner(self, &[second]).0, g, f]
            }
            _ => {
                let (f, first) = inner(self, on);
                vec![inner(self, &[first]).0, f]
            }
        };
        match self.kernel(builder, &args) {
            function if function.is_function() => function,
            _ => self.op(Kernel::Identity).map_or(Value::AnyFn, Value::Op),
        }
    }
}
