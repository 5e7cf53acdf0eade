//! Random programs, grown step by step on a real sample.
//!
//! Every node is computed as it is added, and most steps that fail are left behind. So programs
//! get deep into the engine instead of failing at their first line.

use exec::arena::Arena;
use exec::cx::Cx;
use exec::run::task_grid;
use exec::value::kind::fits;
use exec::value::{R, Value};
use lang::{Const, ConstValue, Dag, Dialect, Input, Lit, Node, NodeId, Op, Ty};

use crate::Random;
use crate::material::Scene;
use crate::values::EDGES;

/// Cost of one step while growing: keeps most programs small.
const STEP_LIMIT: u64 = 1 << 15;

/// A program of up to some steps, grown on a sample of its own.
pub fn random(dialect: Dialect, random: &mut Random, most: usize) -> Dag {
    let (arena, scene) = (Arena::new(), Scene::random(random));
    let cx = Cx::new(&arena, dialect);
    let mut grower = Grower::new(&cx, &scene);
    let steps = random.below(most);
    grower.grow(random, steps);
    grower.finish(random)
}

/// A Dag with the value of each node on one sample.
#[derive(Clone)]
pub struct Grower<'c, 'a> {
    /// The Dag grown so far.
    pub dag: Dag,
    cx: &'c Cx<'a>,
    scene: &'a Scene,
    /// By node.
    values: Vec<R<'a>>,
    /// The nodes that later steps may use.
    live: Vec<NodeId>,
}

impl<'c, 'a> Grower<'c, 'a> {
    /// An empty Dag on a sample.
    pub fn new(cx: &'c Cx<'a>, scene: &'a Scene) -> Self {
        let dag = Dag::new(cx.lay.dialect);
        Grower { dag, cx, scene, values: Vec::new(), live: Vec::new() }
    }

    /// Adds a number of steps.
    pub fn grow(&mut self, random: &mut Random, steps: usize) {
        for _ in 0..steps {
            let before = self.dag.len();
            let node = self.step(random);
            if self.values[node.index()].is_ok() || random.chance(12) {
                self.live.push(node);
            }
            // Builders and easy calls made for arguments.
            let made = (before..self.dag.len()).filter_map(|i| self.dag.id_at(i));
            self.live.extend(made.filter(|id| self.values[id.index()].is_ok()));
        }
    }

    /// The finished program: its result is one of the last steps.
    pub fn finish(mut self, random: &mut Random) -> Dag {
        let calls: Vec<NodeId> =
            self.live.iter().copied().filter(|&id| self.dag.node(id).is_call()).collect();
        let late = &calls[calls.len().saturating_sub(4)..];
        let root = random.choose(late).unwrap_or_else(|| self.input(Input::I));
        self.dag.add_root(root);
        self.dag.pruned()
    }

    fn step(&mut self, random: &mut Random) -> NodeId {
        if random.chance(8)
            && let Some(function) = self.computed_function(random)
        {
            let count = if random.chance(85) { 1 } else { random.below(7) };
            let args: Vec<NodeId> = (0..count).map(|_| self.any(random)).collect();
            let node = self.dag.apply(function, &args).expect("a computed function");
            return self.compute(node);
        }
        let op = op_of(self.dag.dialect(), random, |_| true).expect("dialects have ops");
        // Few functions fit the elements of a container, so several are tried.
        let takes_function = (0..op.arity()).any(|place| slot_ty(op, place) == Ty::Callable);
        let tries = if takes_function { 8 } else { 1 };
        let mut node = self.call(random, op);
        for _ in 1..tries {
            if self.values[node.index()].is_ok() {
                break;
            }
            node = self.call(random, op);
        }
        node
    }

    fn call(&mut self, random: &mut Random, op: Op) -> NodeId {
        let count = op.arity() - random.below(op.info().optional + 1);
        let args: Vec<NodeId> =
            (0..count).map(|place| self.argument(random, slot_ty(op, place))).collect();
        self.call_with(op, &args)
    }

    fn call_with(&mut self, op: Op, args: &[NodeId]) -> NodeId {
        let node = self.dag.call(op, args).expect("arity and dialect fit");
        self.compute(node)
    }

    fn computed_function(&self, random: &mut Random) -> Option<NodeId> {
        let is_function = |&id: &NodeId| {
            let function = self.values[id.index()].is_ok_and(Value::is_function);
            self.dag.node(id).is_call() && (function || random.clone().chance(3))
        };
        let functions: Vec<NodeId> = self.live.iter().copied().filter(is_function).collect();
        random.choose(&functions)
    }

    /// Any node, or a leaf while there is none.
    fn any(&mut self, random: &mut Random) -> NodeId {
        let known = random.choose(&self.live).filter(|_| random.chance(80));
        known.unwrap_or_else(|| self.leaf(random))
    }

    /// An argument for a parameter of a declared type, most of the time one that fits.
    fn argument(&mut self, random: &mut Random, ty: Ty) -> NodeId {
        if random.chance(5) {
            return self.any(random);
        }
        let fits = |&&id: &&NodeId| self.values[id.index()].is_ok_and(|v| fits(ty, v));
        let known: Vec<NodeId> = self.live.iter().filter(fits).copied().collect();
        // Late ones are preferred: that makes programs deep.
        let late = if random.chance(50) { known.len().saturating_sub(4) } else { 0 };
        match random.choose(&known[late..]) {
            Some(node) if random.chance(if is_plain(ty) { 45 } else { 85 }) => node,
            _ => self.made(random, ty),
        }
    }

    /// A new node whose value should be of a type.
    fn made(&mut self, random: &mut Random, ty: Ty) -> NodeId {
        match ty {
            Ty::Callable => self.function(random),
            Ty::Grid => self.input(Input::I),
            Ty::Samples => self.input(Input::S),
            Ty::IntegerTuple | Ty::IJ => self.pair(random),
            Ty::Numerical if random.chance(40) => self.pair(random),
            ty if is_plain(ty) => self.integer(random),
            Ty::Any | Ty::Untyped => self.any(random),
            ty => {
                let easy = |op: Op| lang::compatible_ty(ty, op.returns()) && is_easy(op);
                match op_of(self.dag.dialect(), random, easy) {
                    Some(op) => self.call(random, op),
                    None => self.leaf(random),
                }
            }
        }
    }

    fn leaf(&mut self, random: &mut Random) -> NodeId {
        match random.below(8) {
            0 => self.integer(random),
            1 => self.pair(random),
            2 => self.function(random),
            3 => {
                let lit = literal(random, 3);
                let node = self.dag.lit(&lit);
                self.compute(node)
            }
            4 => {
                let all: Vec<Const> = Const::of(self.dag.dialect()).collect();
                let node = match random.one_in(4) {
                    true => self.dag.boolean(random.one_in(2)),
                    false => self.dag.constant(random.pick(&all)).expect("own dialect"),
                };
                self.compute(node)
            }
            5 if self.dag.dialect() == Dialect::Batt => self.input(Input::S),
            6 if self.dag.dialect() == Dialect::Batt => self.input(Input::C),
            _ => self.input(Input::I),
        }
    }

    fn input(&mut self, input: Input) -> NodeId {
        let node = self.dag.input(input);
        self.compute(node)
    }

    fn integer(&mut self, random: &mut Random) -> NodeId {
        let n = integer(random);
        let node = self.dag.lit(&Lit::Int(n));
        self.compute(node)
    }

    fn pair(&mut self, random: &mut Random) -> NodeId {
        let lit = Lit::Tuple(vec![Lit::Int(integer(random)), Lit::Int(integer(random))]);
        let node = self.dag.lit(&lit);
        self.compute(node)
    }

    /// A function: an op, or something a builder makes.
    fn function(&mut self, random: &mut Random) -> NodeId {
        if random.chance(50) {
            return self.op_function(random, 1);
        }
        let builders =
            ["rbind", "lbind", "compose", "fork", "matcher", "chain", "power", "rbind", "lbind"];
        let name = random.pick(&builders);
        let op = Op::lookup(self.dag.dialect(), name).expect("both dialects have builders");
        let inner = |grower: &mut Self, random: &mut Random, arity| match random.chance(25) {
            true => grower.function(random),
            false => grower.op_function(random, arity),
        };
        let first = match name {
            "rbind" | "lbind" | "fork" => inner(self, random, 2),
            _ => inner(self, random, 1),
        };
        let mut args = vec![first];
        while args.len() < op.arity() {
            args.push(match name {
                "power" => self.integer(random),
                "rbind" | "lbind" | "matcher" => self.any(random),
                _ => inner(self, random, 1),
            });
        }
        self.call_with(op, &args)
    }

    fn op_function(&mut self, random: &mut Random, arity: usize) -> NodeId {
        let wanted = |op: Op| op.arity() == arity;
        let arity_counts = random.chance(90);
        let op = op_of(self.dag.dialect(), random, |op| !arity_counts || wanted(op));
        let node = self.dag.function(op.expect("every arity has ops")).expect("own dialect");
        self.compute(node)
    }

    /// Computes a node that was just asked for, unless it is an old one.
    fn compute(&mut self, node: NodeId) -> NodeId {
        if node.index() == self.values.len() {
            let value = self.value_of(node);
            self.values.push(value);
        }
        node
    }

    fn value_of(&self, node: NodeId) -> R<'a> {
        let cx = self.cx;
        cx.start_step(STEP_LIMIT);
        let values = |args: &[NodeId]| -> Result<Vec<Value<'a>>, _> {
            args.iter().map(|id| self.values[id.index()]).collect()
        };
        match self.dag.node(node) {
            Node::Input(input) => input_value(cx, self.scene, input),
            Node::Const(constant) => Ok(const_value(cx, constant)),
            Node::Lit(lit) => literal_value(cx, lit),
            Node::Fn(op) => Ok(Value::Op(op)),
            Node::Call(op, args) => cx.op(op, &values(args)?),
            Node::Apply(f, args) => cx.call(self.values[f.index()]?, &values(args)?),
        }
    }
}

fn input_value<'a>(cx: &Cx<'a>, scene: &'a Scene, input: Input) -> R<'a> {
    match input {
        Input::I => task_grid(cx, &scene.input),
        Input::C => scene.target.as_ref().map_or(Ok(Value::UNIT), |g| task_grid(cx, g)),
        Input::S => {
            let pair = |sample: &'a exec::data::Sample| {
                let output = sample.output.as_ref();
                let output = output.map_or(Ok(Value::UNIT), |g| task_grid(cx, g))?;
                cx.two(task_grid(cx, &sample.input)?, output)
            };
            let pairs: Result<Vec<_>, _> = scene.demo.iter().map(pair).collect();
            cx.tuple(&pairs?)
        }
    }
}

fn const_value<'a>(cx: &Cx<'a>, constant: Const) -> Value<'a> {
    match constant.value() {
        ConstValue::Int(n) => Value::Int(n),
        ConstValue::Pair(a, b) => cx.pair(a, b),
    }
}

fn literal_value<'a>(cx: &Cx<'a>, lit: &Lit) -> R<'a> {
    match lit {
        Lit::Int(n) => Ok(Value::Int(*n)),
        Lit::Tuple(items) => {
            let items: Result<Vec<_>, _> = items.iter().map(|l| literal_value(cx, l)).collect();
            cx.tuple(&items?)
        }
    }
}

/// Mostly small, sometimes at an edge.
fn integer(random: &mut Random) -> i64 {
    match random.below(20) {
        0 => random.pick(EDGES),
        1 => random.within(-40, 40),
        _ => random.within(-2, 9),
    }
}

fn literal(random: &mut Random, depth: usize) -> Lit {
    let plain = depth == 0 || random.chance(30);
    if plain {
        return Lit::Int(integer(random));
    }
    match random.below(4) {
        // A grid, perhaps a ragged one.
        0 => {
            let width = random.below(5);
            let ragged = random.chance(20);
            let row = |random: &mut Random| {
                let width = width + if ragged { random.below(2) } else { 0 };
                Lit::Tuple((0..width).map(|_| Lit::Int(random.within(0, 9))).collect())
            };
            Lit::Tuple((0..random.below(5)).map(|_| row(random)).collect())
        }
        1 => Lit::Tuple((0..random.below(9)).map(|_| Lit::Int(integer(random))).collect()),
        _ => Lit::Tuple((0..random.below(4)).map(|_| literal(random, depth - 1)).collect()),
    }
}

fn op_of(dialect: Dialect, random: &mut Random, wanted: impl Fn(Op) -> bool) -> Option<Op> {
    let ops: Vec<Op> = Op::of(dialect).filter(|&op| wanted(op)).collect();
    random.choose(&ops)
}

/// Whether an op needs nothing but grids and plain values.
fn is_easy(op: Op) -> bool {
    let easy =
        |ty: Ty| is_plain(ty) || matches!(ty, Ty::Grid | Ty::Any | Ty::IJ | Ty::IntegerTuple);
    op.returns() != Ty::Any && op.params().iter().all(|p| easy(p.ty))
}

fn slot_ty(op: Op, place: usize) -> Ty {
    lang::slot_hint(op, place).ty()
}

/// Integers by any name.
fn is_plain(ty: Ty) -> bool {
    ty.safe_default() == lang::SafeDefault::Zero
}
