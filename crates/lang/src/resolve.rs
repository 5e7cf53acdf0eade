//! From a function as written to its Dag: every name looked up, every call checked.

use std::collections::HashMap;

use crate::constants::Const;
use crate::dag::{Dag, DagError, Input, Lit, NodeId};
use crate::expr::SET_HELP;
use crate::names::{Global, closest, global, other, signature};
use crate::ops::Op;
use crate::parser::ProgramKind;
use crate::source::{Fail, Source, Span, quote};
use crate::syntax::{Function, Item, ItemAt};
use crate::types::Dialect;

/// A function reports at most this many errors.
const MAX_FAILS: usize = 3;

/// What a name or an expression stands for while a function is read.
#[derive(Clone, Debug)]
enum Value {
    Node(NodeId),
    /// An op not yet known to be called or to be passed on as a function.
    Op(Op),
    /// A literal not yet known to be part of a larger one.
    Lit(Lit),
    Bool(bool),
    /// Something wrong that was reported already.
    Bad,
}

/// A value on the stack, with its place and the keyword it was passed by.
struct Entry {
    value: Value,
    span: Span,
    keyword: Option<Span>,
}

/// Reads one function.
pub(crate) struct Resolver<'r, 's> {
    source: &'r mut Source<'s>,
    function: &'r Function,
    kind: ProgramKind,
    forced: bool,
    dag: Dag,
    variables: HashMap<&'s str, (Value, Span)>,
    stack: Vec<Entry>,
    args: Vec<NodeId>,
    fails: Vec<Box<Fail>>,
}

impl<'r, 's> Resolver<'r, 's> {
    pub(crate) fn new(
        source: &'r mut Source<'s>,
        function: &'r Function,
        kind: ProgramKind,
    ) -> Self {
        Resolver {
            source,
            function,
            kind,
            forced: false,
            dag: Dag::new(Dialect::Arc),
            variables: HashMap::new(),
            stack: Vec::new(),
            args: Vec::new(),
            fails: Vec::new(),
        }
    }

    /// The function's dialect and code, or what is wrong with it.
    pub(crate) fn resolve(
        mut self,
        forced: Option<Dialect>,
    ) -> Result<(Dialect, Dag), Vec<Box<Fail>>> {
        let usual = if self.function.params.len() == 3 { Dialect::Batt } else { Dialect::Arc };
        self.forced = forced.is_some();
        let mut dialect = forced.unwrap_or(usual);
        let mut root = self.run(dialect);
        // The dialect is only looked into when the usual one does not fit.
        if !self.fails.is_empty() && forced.is_none() && self.fits_only(other(usual)) {
            dialect = other(usual);
            root = self.run(dialect);
        }
        match root {
            Some(root) if self.fails.is_empty() => {
                self.dag.add_root(root);
                Ok((dialect, self.dag.pruned()))
            }
            _ => Err(self.fails),
        }
    }

    /// Whether the names used are found in `dialect` and some of them nowhere else.
    fn fits_only(&self, dialect: Dialect) -> bool {
        let names: Vec<Span> = self.globals();
        let has = |d, span: &Span| global(d, self.source.slice(*span)).is_some();
        let mut only = names.iter().filter(|n| has(dialect, n) && !has(other(dialect), n));
        let foreign = names.iter().any(|n| !has(dialect, n) && has(other(dialect), n));
        only.next().is_some() && !foreign
    }

    /// The names used that the function does not assign itself.
    fn globals(&self) -> Vec<Span> {
        let params = self.function.params.iter().copied();
        let own: std::collections::HashSet<&str> = (self.function.statements.iter())
            .filter_map(|s| s.target)
            .chain(params)
            .map(|span| self.source.slice(span))
            .collect();
        let names = self.function.items.iter().filter(|i| matches!(i.item, Item::Name { .. }));
        names.map(|i| i.span).filter(|&s| !own.contains(self.source.slice(s))).collect()
    }

    /// Reads the whole function in a dialect; the node it returns, if all went well.
    fn run(&mut self, dialect: Dialect) -> Option<NodeId> {
        self.dag = Dag::new(dialect);
        self.variables.clear();
        self.fails.clear();
        self.parameters();
        let function = self.function;
        let mut start = 0;
        for statement in &function.statements {
            let items = &function.items[start as usize..statement.end as usize];
            start = statement.end;
            let value = self.expression(items);
            if self.fails.len() >= MAX_FAILS {
                return None;
            }
            match statement.target {
                Some(target) => self.assign(target, value),
                None => return self.node(value),
            }
        }
        None
    }

    fn fail(&mut self, fail: Box<Fail>) -> Value {
        if self.fails.len() < MAX_FAILS {
            self.fails.push(fail);
        }
        Value::Bad
    }

    fn line(&mut self, span: Span) -> u32 {
        self.source.line(span.start as usize)
    }

    fn parameters(&mut self) {
        let function = self.function;
        let inputs = if function.params.len() == 3 { &Input::ALL[..] } else { &[Input::I] };
        for (&span, &input) in function.params.iter().zip(inputs) {
            let name = self.source.slice(span);
            if let Some(what) = self.global_kind(name) {
                self.fail(Fail::new(span, format!("this parameter hides the {what} `{name}`")));
            }
            let node = self.dag.input(input);
            self.variables.insert(name, (Value::Node(node), span));
        }
    }

    fn global_kind(&self, name: &str) -> Option<&'static str> {
        match global(self.dag.dialect(), name)? {
            Global::Op(_) => Some("op"),
            Global::Const(_) => Some("constant"),
        }
    }

    fn assign(&mut self, target: Span, value: Value) {
        let name = self.source.slice(target);
        if let Some(what) = self.global_kind(name) {
            let message = format!("`{name}` is the name of {what} and cannot be assigned");
            let message = message.replace("of op", "of an op").replace("of const", "of a const");
            self.fail(Fail::new(target, message));
            return;
        }
        // An op keeps being an op under its new name; everything else is a node from here on.
        let value = match value {
            Value::Op(op) => Value::Op(op),
            other => self.node(other).map_or(Value::Bad, Value::Node),
        };
        if let Some((_, first)) = self.variables.get(name).cloned() {
            self.assigned_twice(name, target, first);
        } else {
            self.variables.insert(name, (value, target));
        }
    }

    fn assigned_twice(&mut self, name: &str, target: Span, first: Span) {
        let shown = quote(name);
        let fail = if self.function.params.contains(&first) {
            Fail::new(target, format!("`{shown}` is a parameter and cannot be assigned"))
        } else {
            let line = self.line(first);
            Fail::new(target, format!("`{shown}` is assigned twice"))
                .help(format!("it was assigned at line {line}; every name is assigned once"))
        };
        self.fail(fail);
    }

    /// Makes a node of a value.
    fn node(&mut self, value: Value) -> Option<NodeId> {
        match value {
            Value::Node(node) => Some(node),
            Value::Op(op) => Some(self.dag.function(op).expect("looked up in this dialect")),
            Value::Lit(lit) => Some(self.dag.lit(&lit)),
            Value::Bool(value) => Some(self.dag.boolean(value)),
            Value::Bad => None,
        }
    }

    fn expression(&mut self, items: &[ItemAt]) -> Value {
        self.stack.clear();
        for &ItemAt { item, span } in items {
            let value = match item {
                Item::Name { callee } => self.name(span, callee),
                Item::Int(value) => Value::Lit(Lit::Int(value)),
                Item::Bool(value) => Value::Bool(value),
                Item::Tuple(count) => self.tuple(count as usize),
                Item::Call(count) => self.call(count as usize, span),
                Item::Keyword => {
                    self.stack.last_mut().expect("an argument").keyword = Some(span);
                    continue;
                }
            };
            self.stack.push(Entry { value, span, keyword: None });
            if self.fails.len() >= MAX_FAILS {
                return Value::Bad;
            }
        }
        self.stack.pop().expect("one value is left").value
    }

    fn name(&mut self, span: Span, callee: bool) -> Value {
        let name = self.source.slice(span);
        if let Some((value, at)) = self.variables.get(name) {
            let reads_c = self.function.params.get(2) == Some(at);
            if reads_c && !self.kind.reads_c() {
                return self.solver_reads_c(span);
            }
            return value.clone();
        }
        match global(self.dag.dialect(), name) {
            Some(Global::Op(op)) => Value::Op(op),
            Some(Global::Const(constant)) => {
                Value::Node(self.dag.constant(constant).expect("looked up in this dialect"))
            }
            None => {
                let fail = self.unknown(name, span, callee);
                self.fail(fail)
            }
        }
    }

    fn solver_reads_c(&mut self, span: Span) -> Value {
        let name = quote(self.source.slice(span));
        let fail = Fail::new(span, format!("a solver cannot read `{name}`, the comparison grid"));
        self.fail(fail.help("it is the answer that a solver has to find; only differs read it"))
    }

    fn tuple(&mut self, count: usize) -> Value {
        let start = self.stack.len() - count;
        let entries: Vec<Value> = self.stack.drain(start..).map(|e| e.value).collect();
        if entries.iter().all(|v| matches!(v, Value::Lit(_) | Value::Bool(_))) {
            return Value::Lit(Lit::Tuple(entries.into_iter().filter_map(literal).collect()));
        }
        let nodes: Option<Vec<NodeId>> = entries.into_iter().map(|v| self.node(v)).collect();
        nodes.map_or(Value::Bad, |nodes| Value::Node(self.tuple_of(&nodes)))
    }

    /// A tuple of values: `repeat(a, ONE)`, `astuple(a, b)`, and further ones appended.
    fn tuple_of(&mut self, nodes: &[NodeId]) -> NodeId {
        match *nodes {
            [] => self.dag.lit(&Lit::Tuple(Vec::new())),
            [only] => self.one_tuple(only),
            [a, b, ref rest @ ..] => {
                let pair = self.known_call("astuple", &[a, b]);
                rest.iter().fold(pair, |all, &item| {
                    let item = self.one_tuple(item);
                    self.known_call("combine", &[all, item])
                })
            }
        }
    }

    fn one_tuple(&mut self, item: NodeId) -> NodeId {
        let one = self.dag.lit(&Lit::Int(1));
        self.known_call("repeat", &[item, one])
    }

    fn known_call(&mut self, name: &str, args: &[NodeId]) -> NodeId {
        let op = Op::lookup(self.dag.dialect(), name).expect("in both dialects");
        self.dag.call(op, args).expect("two arguments")
    }

    fn call(&mut self, count: usize, span: Span) -> Value {
        let start = self.stack.len() - count;
        let args: Vec<Entry> = self.stack.drain(start..).collect();
        let callee = self.stack.pop().expect("the function of a call");
        match callee.value {
            Value::Op(op) => self.call_op(op, callee.span, args, span),
            Value::Node(function) => self.apply(function, callee.span, args),
            Value::Lit(_) | Value::Bool(_) => self.not_a_function(callee.span),
            Value::Bad => Value::Bad,
        }
    }

    fn not_a_function(&mut self, span: Span) -> Value {
        let shown = quote(self.source.slice(span));
        self.fail(Fail::new(span, format!("`{shown}` is not a function")))
    }

    fn apply(&mut self, function: NodeId, callee: Span, args: Vec<Entry>) -> Value {
        if let Some(keyword) = args.iter().find_map(|arg| arg.keyword) {
            let message = "the parameters of a function value have no names";
            return self.fail(Fail::new(keyword, message));
        }
        let args: Option<Vec<NodeId>> = args.into_iter().map(|a| self.node(a.value)).collect();
        let Some(args) = args else { return Value::Bad };
        match self.dag.apply(function, &args) {
            Ok(node) => Value::Node(node),
            Err(_) => self.not_a_function(callee),
        }
    }

    fn call_op(&mut self, op: Op, callee: Span, args: Vec<Entry>, span: Span) -> Value {
        let given = args.len();
        let places = match self.places(op, &args) {
            Ok(places) => places,
            Err(fail) => return self.fail(fail),
        };
        // Optional parameters come last, so the arguments given must be the first ones.
        if !op.takes(given) || places.iter().any(|&place| place >= given) {
            return self.wrong_arity(op, callee.to(span), given);
        }
        self.args.clear();
        self.args.resize(given, NodeId(0));
        for (arg, place) in args.into_iter().zip(places) {
            let Some(node) = self.node(arg.value) else { return Value::Bad };
            self.args[place] = node;
        }
        match self.dag.call(op, &self.args) {
            Ok(node) => Value::Node(node),
            Err(DagError::Arity(..)) => self.wrong_arity(op, callee.to(span), given),
            Err(error) => self.fail(Fail::new(callee, error.to_string())),
        }
    }

    fn wrong_arity(&mut self, op: Op, span: Span, given: usize) -> Value {
        let (most, least) = (op.arity(), op.arity() - op.info().optional);
        let takes = if most == least { most.to_string() } else { format!("{least} or {most}") };
        let plural = if takes == "1" { "argument" } else { "arguments" };
        let message = format!("`{}` takes {takes} {plural}, not {given}", op.name());
        self.fail(Fail::new(span, message).help(signature(op)))
    }

    /// Which parameter each argument is for.
    fn places(&self, op: Op, args: &[Entry]) -> Result<Vec<usize>, Box<Fail>> {
        let mut places = Vec::with_capacity(args.len());
        let mut keywords = false;
        for (i, arg) in args.iter().enumerate() {
            let place = match arg.keyword {
                None if keywords => {
                    let message = "an argument without a keyword cannot follow one with a keyword";
                    return Err(Fail::new(arg.span, message));
                }
                None => i,
                Some(keyword) => self.place_of(op, keyword)?,
            };
            if let (true, Some(keyword)) = (places.contains(&place), arg.keyword) {
                let name = op.params()[place].name;
                return Err(Fail::new(keyword, format!("`{name}` is given twice"))
                    .help(signature(op)));
            }
            keywords |= arg.keyword.is_some();
            places.push(place);
        }
        Ok(places)
    }

    fn place_of(&self, op: Op, keyword: Span) -> Result<usize, Box<Fail>> {
        let name = self.source.slice(keyword);
        op.params().iter().position(|p| p.name == name).ok_or_else(|| {
            let message = format!("`{}` has no parameter `{}`", op.name(), quote(name));
            Fail::new(keyword, message).help(signature(op))
        })
    }

    /// Why a name means nothing here.
    fn unknown(&mut self, name: &str, span: Span, callee: bool) -> Box<Fail> {
        let shown = quote(name);
        if let Some(line) = self.assigned_later(name) {
            return Fail::new(span, format!("`{shown}` is used before it is assigned"))
                .help(format!("it is assigned at line {line}"));
        }
        if ProgramKind::of_name(name).is_some() {
            return Fail::new(span, format!("`{shown}` is a program: programs cannot call each other"));
        }
        if matches!(name, "frozenset" | "set") {
            return Fail::new(span, "sets cannot be written out").help(SET_HELP);
        }
        if let Some(found) = global(other(self.dag.dialect()), name) {
            return self.other_dialect(name, span, found);
        }
        let what = if callee { "op" } else { "name" };
        let fail = Fail::new(span, format!("unknown {what} `{shown}`"));
        match self.nearest(name) {
            Some(near) => fail.help(format!("did you mean `{near}`?")),
            None => fail,
        }
    }

    fn assigned_later(&mut self, name: &str) -> Option<u32> {
        let mut targets = self.function.statements.iter().filter_map(|s| s.target);
        let target = targets.find(|&t| self.source.slice(t) == name)?;
        Some(self.line(target))
    }

    fn other_dialect(&mut self, name: &str, span: Span, found: Global) -> Box<Fail> {
        let (own, foreign) = (self.dag.dialect(), other(self.dag.dialect()));
        let fail = Fail::new(span, format!("`{name}` belongs to dialect {foreign}"));
        let equal: Vec<&str> = match found {
            Global::Op(op) => op.kernel().ops().filter(|o| o.dialect() == own).map(Op::name).collect(),
            Global::Const(_) => Vec::new(),
        };
        let why = self.why_dialect();
        let equal = match &equal[..] {
            [] => String::new(),
            names => format!("; {own} has `{}`", names.join("`, `")),
        };
        fail.help(format!("this function is read as {own} because {why}{equal}"))
    }

    fn why_dialect(&mut self) -> String {
        let own = self.dag.dialect();
        if self.forced {
            return "that dialect was asked for".to_string();
        }
        let only = |span: &&Span| {
            let name = self.source.slice(**span);
            global(own, name).is_some() && global(other(own), name).is_none()
        };
        match self.globals().iter().find(only) {
            Some(&span) => {
                format!("of `{}` at line {}", self.source.slice(span), self.line(span))
            }
            None => format!("it has {} parameters", self.function.params.len()),
        }
    }

    /// The nearest op, constant or variable in scope.
    fn nearest(&self, name: &str) -> Option<String> {
        let dialect = self.dag.dialect();
        let mut names: Vec<&str> = self.variables.keys().copied().take(1000).collect();
        names.sort_unstable();
        Op::of(dialect).for_each(|op| names.push(op.name()));
        Const::of(dialect).for_each(|constant| names.push(constant.name()));
        closest(names, name).map(str::to_string)
    }
}

fn literal(value: Value) -> Option<Lit> {
    match value {
        Value::Lit(lit) => Some(lit),
        Value::Bool(value) => Some(Lit::Int(value.into())),
        _ => None,
    }
}
