//! Random calls: arguments by declared type, functions that fit what they are applied to.

use lang::{Dialect, Kernel, Op, Ty};
use serde_json::{Value as Json, json};

use super::kind::{Kind, accepts, result};
use super::pool::{Rng, Scene, elements};

/// What a function is wanted for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Want {
    Anything,
    Condition,
    Key,
    Container,
}

/// Ops with known differences are called, but not from inside other ops, where a difference
/// could not be recognised.
const APART: [Kernel; 4] = [Kernel::Index, Kernel::Occurrences, Kernel::Argmax, Kernel::Argmin];

/// How deep functions are built of functions.
const DEPTH: usize = 2;

/// A function and what it gives, as far as that is known.
type Function = (Json, Option<Kind>);

/// Makes the arguments of random calls.
pub struct Generator<'s> {
    scene: &'s Scene,
    rng: &'s mut Rng,
}

/// A call in the form of the golden vectors: op and arguments.
pub type Call = (&'static str, Vec<Json>);

impl<'s> Generator<'s> {
    /// Takes values from a scene.
    pub fn new(scene: &'s Scene, rng: &'s mut Rng) -> Generator<'s> {
        Generator { scene, rng }
    }

    /// A random call of an op; function builders are called and their function applied.
    pub fn call(&mut self, op: Op) -> Call {
        match op.kernel() {
            Kernel::Compose
            | Kernel::Chain
            | Kernel::Matcher
            | Kernel::Power
            | Kernel::Fork
            | Kernel::Rbind
            | Kernel::Lbind => ("call", self.builder(op)),
            Kernel::Rapply => (op.name(), self.rapply()),
            Kernel::Papply | Kernel::Mpapply | Kernel::Prapply => (op.name(), self.on_two(op)),
            _ if op.params().iter().any(|p| p.ty == Ty::Callable) => (op.name(), self.mapped(op)),
            _ => (op.name(), self.plain(op)),
        }
    }

    fn kind(&mut self, accept: impl Fn(Kind) -> bool) -> Kind {
        let kinds: Vec<Kind> = Kind::ALL.into_iter().filter(|&k| accept(k)).collect();
        self.rng.pick(&kinds).copied().unwrap_or(Kind::Int)
    }

    /// A value of a kind, now and then an empty one.
    fn value(&mut self, kind: Kind) -> Json {
        if !kind.is_fixed() && self.rng.one_in(16) {
            return if kind.is_set() { json!({ "set": [] }) } else { json!([]) };
        }
        self.rng.pick(self.scene.values(kind)).cloned().unwrap_or(json!(0))
    }

    /// Arguments by declared type; the later ones often resemble or come from earlier ones.
    fn plain(&mut self, op: Op) -> Vec<Json> {
        let mut args: Vec<(Kind, Json)> = Vec::new();
        // The container comes first, so that a value can be taken from it.
        let mut places: Vec<usize> = (0..op.arity()).collect();
        places.sort_by_key(|&i| op.params()[i].ty == Ty::Any);
        for &place in &places {
            let arg = self.related(op.params()[place].ty, args.last().cloned());
            args.push(arg);
        }
        let mut out = vec![Json::Null; op.arity()];
        places.iter().zip(args).for_each(|(&place, (_, v))| out[place] = v);
        out
    }

    fn related(&mut self, ty: Ty, before: Option<(Kind, Json)>) -> (Kind, Json) {
        let Some((kind, value)) = before else { return self.of_type(ty) };
        if ty == Ty::Any
            && !self.rng.one_in(4)
            && let (Some(element), Some(v)) = (kind.element(), self.rng.pick(elements(&value)))
        {
            return (element, v.clone());
        }
        match self.rng.below(8) {
            0 if accepts(ty, kind) => (kind, value),
            1..6 if accepts(ty, kind) => (kind, self.value(kind)),
            _ => self.of_type(ty),
        }
    }

    fn of_type(&mut self, ty: Ty) -> (Kind, Json) {
        let kind = self.kind(|k| accepts(ty, k));
        let value = match ty {
            Ty::Boolean if !self.rng.one_in(8) => json!(self.rng.below(2)),
            _ => self.value(kind),
        };
        (kind, value)
    }

    /// A container and a function of its elements.
    fn mapped(&mut self, op: Op) -> Vec<Json> {
        let container = op.params().iter().find(|p| p.ty != Ty::Callable).map_or(Ty::Any, |p| p.ty);
        let kind = self.kind(|k| accepts(container, k) && k.element().is_some());
        let want = match op.kernel() {
            Kernel::Sfilter | Kernel::Mfilter | Kernel::Extract => Want::Condition,
            Kernel::Mapply => Want::Container,
            Kernel::Apply => Want::Anything,
            _ => Want::Key,
        };
        // Filtering and merging needs containers inside.
        let kind = match op.kernel() {
            Kernel::Mfilter => self.kind(|k| accepts(Ty::ContainerContainer, k)),
            _ => kind,
        };
        let (function, _) = self.function(kind.element().unwrap_or(Kind::Int), want, DEPTH);
        let argument = |p: &lang::Param| match p.ty {
            Ty::Callable => function.clone(),
            _ => self.value(kind),
        };
        op.params().iter().map(argument).collect()
    }

    fn on_two(&mut self, op: Op) -> Vec<Json> {
        let ty = if op.kernel() == Kernel::Prapply { Ty::Container } else { Ty::Tuple };
        let fits = |k: Kind| accepts(ty, k) && k.element().is_some();
        let a = self.kind(fits);
        let b = if self.rng.one_in(3) { self.kind(fits) } else { a };
        let elements = (a.element().unwrap_or(Kind::Int), b.element().unwrap_or(Kind::Int));
        let want = if op.kernel() == Kernel::Mpapply { Want::Container } else { Want::Anything };
        let outer = self.binary(elements.0, elements.1, want);
        vec![json!({ "fn": outer.name() }), self.value(a), self.value(b)]
    }

    fn rapply(&mut self) -> Vec<Json> {
        let kind = self.kind(|_| true);
        let count = 1 + self.rng.below(3);
        let functions: Vec<Json> =
            (0..count).map(|_| self.function(kind, Want::Anything, 1).0).collect();
        let functions =
            if self.rng.one_in(2) { json!(functions) } else { json!({ "set": functions }) };
        vec![functions, self.value(kind)]
    }

    /// A function made by this builder, and what to apply it to.
    fn builder(&mut self, op: Op) -> Vec<Json> {
        let kind = self.kind(|_| true);
        if let (Kernel::Rbind | Kernel::Lbind, 0) = (op.kernel(), self.rng.below(3)) {
            return self.bound_of_three(op);
        }
        let (function, _) = self.built(op.kernel(), kind, Want::Anything, DEPTH);
        vec![function, self.value(kind)]
    }

    /// An op of three arguments with one of them fixed.
    fn bound_of_three(&mut self, binder: Op) -> Vec<Json> {
        let three: Vec<Op> = simple_ops().filter(|op| op.arity() == 3).collect();
        let Some(&op) = self.rng.pick(&three) else { return vec![] };
        let mut args = self.plain(op);
        let fixed =
            if binder.kernel() == Kernel::Rbind { args.pop() } else { Some(args.remove(0)) };
        let function = json!({ "fn": binder.name(), "args": [{ "fn": op.name() }, fixed] });
        args.insert(0, function);
        args
    }

    /// A function that takes values of a kind.
    fn function(&mut self, kind: Kind, want: Want, depth: usize) -> Function {
        if depth == 0 || self.rng.below(5) < 2 {
            return self.unary(kind, want);
        }
        let builders: &[Kernel] = match want {
            Want::Condition => &[Kernel::Matcher, Kernel::Rbind, Kernel::Compose, Kernel::Lbind],
            Want::Container => &[Kernel::Rbind, Kernel::Lbind, Kernel::Compose, Kernel::Fork],
            _ => &[
                Kernel::Rbind,
                Kernel::Lbind,
                Kernel::Compose,
                Kernel::Fork,
                Kernel::Chain,
                Kernel::Power,
            ],
        };
        let builder = self.rng.pick(builders).copied().unwrap_or(Kernel::Compose);
        self.built(builder, kind, want, depth)
    }

    fn built(&mut self, builder: Kernel, kind: Kind, want: Want, depth: usize) -> Function {
        match builder {
            Kernel::Rbind | Kernel::Lbind => self.bound(builder, kind, want),
            Kernel::Matcher => self.matcher(kind, depth),
            Kernel::Fork => self.fork(kind, want, depth),
            Kernel::Chain => self.chain(kind, want, depth),
            Kernel::Power => self.power(kind),
            _ => self.compose(kind, want, depth),
        }
    }

    fn unary(&mut self, kind: Kind, want: Want) -> Function {
        let fits = |op: &Op| {
            op.arity() == 1 && accepts(op.params()[0].ty, kind) && gives(*op, &[kind], want)
        };
        let ops: Vec<Op> = simple_ops().filter(fits).collect();
        match self.rng.pick(&ops) {
            Some(&op) => (json!({ "fn": op.name() }), result(op, &[kind])),
            None => (json!({ "fn": "identity" }), Some(kind)),
        }
    }

    fn binary(&mut self, a: Kind, b: Kind, want: Want) -> Op {
        let takes = |op: &Op| accepts(op.params()[0].ty, a) && accepts(op.params()[1].ty, b);
        let two = || simple_ops().filter(|op| op.arity() == 2).filter(takes);
        let ops: Vec<Op> = two().filter(|&op| gives(op, &[a, b], want)).collect();
        let any: Vec<Op> = two().collect();
        // Everything can be compared, so there is always one.
        self.rng.pick(if ops.is_empty() { &any } else { &ops }).copied().expect("equality")
    }

    fn bound(&mut self, builder: Kernel, kind: Kind, want: Want) -> Function {
        let fixed = self.kind(|_| true);
        let (a, b) = if builder == Kernel::Rbind { (kind, fixed) } else { (fixed, kind) };
        let op = self.binary(a, b, want);
        let function = json!({ "fn": op.name() });
        (build(builder, [function, self.value(fixed)]), result(op, &[a, b]))
    }

    fn matcher(&mut self, kind: Kind, depth: usize) -> Function {
        let (function, gives) = self.function(kind, Want::Key, depth - 1);
        let target = self.value(gives.unwrap_or(Kind::Int));
        (build(Kernel::Matcher, [function, target]), Some(Kind::Int))
    }

    fn compose(&mut self, kind: Kind, want: Want, depth: usize) -> Function {
        let (inner, between) = self.known(kind, depth);
        let (outer, gives) = self.function(between, want, depth - 1);
        (build(Kernel::Compose, [outer, inner]), gives)
    }

    fn chain(&mut self, kind: Kind, want: Want, depth: usize) -> Function {
        let (f, first) = self.known(kind, 1);
        let (g, second) = self.known(first, 1);
        let (h, gives) = self.function(second, want, depth - 1);
        (build(Kernel::Chain, [h, g, f]), gives)
    }

    fn fork(&mut self, kind: Kind, want: Want, depth: usize) -> Function {
        let ((a, from_a), (b, from_b)) = (self.known(kind, depth), self.known(kind, depth));
        let op = self.binary(from_a, from_b, want);
        (build(Kernel::Fork, [json!({ "fn": op.name() }), a, b]), result(op, &[from_a, from_b]))
    }

    fn power(&mut self, kind: Kind) -> Function {
        let same = |op: &Op| {
            op.arity() == 1
                && accepts(op.params()[0].ty, kind)
                && result(*op, &[kind]) == Some(kind)
        };
        let ops: Vec<Op> = simple_ops().filter(same).collect();
        let name = self.rng.pick(&ops).map_or("identity", |op| op.name());
        let times = json!(1 + self.rng.below(3));
        (build(Kernel::Power, [json!({ "fn": name }), times]), Some(kind))
    }

    /// A function whose result is of a known kind.
    fn known(&mut self, kind: Kind, depth: usize) -> (Json, Kind) {
        for _ in 0..4 {
            if let (function, Some(gives)) = self.function(kind, Want::Anything, depth - 1) {
                return (function, gives);
            }
        }
        (json!({ "fn": "identity" }), kind)
    }
}

fn build<const N: usize>(builder: Kernel, args: [Json; N]) -> Json {
    let name = builder.ops().find(|op| op.dialect() == Dialect::Arc).map_or("", |op| op.name());
    json!({ "fn": name, "args": Vec::from(args) })
}

/// Ops without function arguments that may be used inside functions.
fn simple_ops() -> impl Iterator<Item = Op> {
    let plain = |op: &Op| op.params().iter().all(|p| !matches!(p.ty, Ty::Callable | Ty::Untyped));
    Op::of(Dialect::Arc)
        .filter(plain)
        .filter(|op| !APART.contains(&op.kernel()) && op.kernel() != Kernel::Rapply)
}

fn gives(op: Op, args: &[Kind], want: Want) -> bool {
    let gives = result(op, args);
    match want {
        Want::Anything => true,
        Want::Condition => op.returns() == Ty::Boolean,
        Want::Key => matches!(gives, Some(Kind::Int | Kind::Pair)),
        Want::Container => gives.is_some_and(|k| k.element().is_some()),
    }
}
