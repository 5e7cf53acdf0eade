//! From a function as written to its Dag: every name looked up, every call checked.

use std::mem;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::dag::Dag;
use crate::helpers::{self, Helpers};
use crate::misfit::Called;
use crate::names::{Global, global, other, signature};
use crate::node::{Input, Lit, NodeId};
use crate::ops::Op;
use crate::program::{Label, Labels, ProgramKind};
use crate::source::{Fail, Source, Span, quote};
use crate::syntax::{Function, Item, ItemAt};
use crate::types::Dialect;

/// A function reports at most this many errors.
const MAX_FAILS: usize = 3;

/// What a name or an expression stands for while a function is read.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Node(NodeId),
    /// An op not yet known to be called or to be passed on as a function.
    Op(Op),
    /// A literal not yet known to be part of a larger one.
    Lit(Lit),
    Bool(bool),
    /// A helper function that is about to be called.
    Helper,
    /// Something wrong that was reported already.
    Bad,
}

/// A value on the stack, with its place and the keyword it was passed by.
pub(crate) struct StackValue {
    pub value: Value,
    pub span: Span,
    keyword: Option<Span>,
}

/// Space that is reused from function to function.
#[derive(Default)]
pub(crate) struct Scratch<'s> {
    /// Parameters and variables, each with the place of its definition.
    pub variables: FxHashMap<&'s str, (Value, Span)>,
    pub stack: Vec<StackValue>,
    args: Vec<NodeId>,
    pub places: Vec<usize>,
    /// Where nodes were written: as a variable's value, or as a call.
    written: Vec<(NodeId, Span, bool)>,
    /// Where the arguments of calls were written, if they are to be checked.
    pub called: Vec<Called>,
}

/// Reads one function.
pub(crate) struct Resolver<'r, 's> {
    pub source: &'r mut Source<'s>,
    pub function: &'r Function,
    pub scratch: &'r mut Scratch<'s>,
    pub helpers: &'r mut Helpers<'s>,
    /// The helpers whose lines are being read, the innermost last.
    pub calling: Vec<(&'s str, Rc<Function>)>,
    /// Lines of helpers that were read so far.
    pub inlined: usize,
    kind: ProgramKind,
    /// The dialect that was asked for, and by whom.
    pub asked: Option<(Dialect, Asked)>,
    /// Whether similar names are looked for. Off after many errors: it takes longest.
    pub suggest: bool,
    /// Whether arguments are compared with what is declared.
    pub checked: bool,
    pub dag: Dag,
    pub fails: Vec<Fail>,
}

/// Who asks for a dialect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Asked {
    /// The caller of the parser.
    Caller,
    /// The import at this line.
    Import(u32),
}

impl<'r, 's> Resolver<'r, 's> {
    pub(crate) fn new(
        source: &'r mut Source<'s>,
        function: &'r Function,
        scratch: &'r mut Scratch<'s>,
        helpers: &'r mut Helpers<'s>,
        kind: ProgramKind,
    ) -> Self {
        Resolver {
            source,
            function,
            scratch,
            helpers,
            calling: Vec::new(),
            inlined: 0,
            kind,
            asked: None,
            suggest: true,
            checked: false,
            dag: Dag::new(Dialect::Arc),
            fails: Vec::new(),
        }
    }

    /// The function's code, where its steps were written and what is likely to be wrong, or what is wrong with it.
    pub(crate) fn resolve(mut self) -> Result<(Dag, Labels, Vec<Fail>), Vec<Fail>> {
        let usual = if self.function.params.len() == 3 { Dialect::Batt } else { Dialect::Arc };
        match self.settle(usual, Resolver::run) {
            Some(root) if self.fails.is_empty() => {
                self.dag.add_root(root);
                let misfits = self.misfits();
                Ok((self.dag.pruned(), self.labels(), misfits))
            }
            _ => Err(self.fails),
        }
    }

    /// The first place of each node; a variable goes before a call within a line.
    fn labels(&mut self) -> Labels {
        let mut labels = FxHashMap::default();
        for (node, span, named) in mem::take(&mut self.scratch.written) {
            let name = named.then(|| self.source.slice(span).to_string());
            let label = Label { name, line: self.line(span) };
            let first = labels.entry(self.dag.hash(node)).or_insert_with(|| label.clone());
            if first.name.is_none() && label.name.is_some() {
                *first = label;
            }
        }
        Labels::new(labels)
    }

    /// Reads the function in the dialect that was asked for, else in the usual one, else in the
    /// other if only that fits.
    pub(crate) fn settle<T>(
        &mut self,
        usual: Dialect,
        run: fn(&mut Self, Dialect) -> Option<T>,
    ) -> Option<T> {
        if let Some((dialect, _)) = self.asked {
            return run(self, dialect);
        }
        let read = run(self, usual);
        // The dialect is only looked into when the usual one does not fit.
        if self.fails.is_empty() || !self.fits_only(other(usual)) {
            return read;
        }
        run(self, other(usual))
    }

    /// Whether the names used are found in `dialect` and some of them nowhere else.
    fn fits_only(&mut self, dialect: Dialect) -> bool {
        let names: Vec<Span> = self.globals();
        let has = |d, span: &Span| global(d, self.source.slice(*span)).is_some();
        let mut only = names.iter().filter(|n| has(dialect, n) && !has(other(dialect), n));
        let foreign = names.iter().any(|n| !has(dialect, n) && has(other(dialect), n));
        only.next().is_some() && !foreign
    }

    /// The names used that the function, and the helpers that it calls, do not assign themselves.
    pub(crate) fn globals(&mut self) -> Vec<Span> {
        let mut names = self.globals_of(self.function);
        let (mut at, mut seen) = (0, FxHashSet::default());
        while let Some(&span) = names.get(at) {
            at += 1;
            let name = self.source.slice(span);
            if self.helpers.has(name)
                && seen.insert(name)
                && let Some(Ok(helper)) = self.helpers.get(name)
            {
                names.extend(self.globals_of(&helper));
            }
        }
        names
    }

    fn globals_of(&self, function: &Function) -> Vec<Span> {
        let targets = function.statements.iter().filter_map(|s| s.target);
        let own: FxHashSet<&str> =
            targets.chain(function.params.iter().copied()).map(|s| self.source.slice(s)).collect();
        let names = function.items.iter().filter(|i| matches!(i.item, Item::Name { .. }));
        names.map(|i| i.span).filter(|&s| !own.contains(self.source.slice(s))).collect()
    }

    /// Reads the whole function in a dialect; the node it returns, if all went well.
    fn run(&mut self, dialect: Dialect) -> Option<NodeId> {
        self.begin(dialect);
        let value = self.lines(self.function)?;
        self.node(value)
    }

    /// Reads the lines of a function; what it returns, unless too much is wrong.
    pub(crate) fn lines(&mut self, function: &Function) -> Option<Value> {
        for (target, items) in function.assignments() {
            let value = self.expression(items);
            if self.is_full() {
                return None;
            }
            self.assign(target, value);
        }
        let value = self.expression(function.returned());
        (!self.is_full()).then_some(value)
    }

    /// Starts reading in a dialect.
    pub(crate) fn begin(&mut self, dialect: Dialect) {
        self.dag = Dag::new(dialect);
        self.scratch.variables.clear();
        self.scratch.written.clear();
        self.scratch.called.clear();
        self.calling.clear();
        self.inlined = 0;
        self.fails.clear();
        self.parameters();
    }

    /// Whether so much is wrong that reading on makes no sense.
    pub(crate) fn is_full(&self) -> bool {
        self.fails.len() >= MAX_FAILS
    }

    #[allow(clippy::boxed_local)]
    pub(crate) fn fail(&mut self, fail: Box<Fail>) -> Value {
        if !self.is_full() {
            self.fails.push(*fail);
        }
        Value::Bad
    }

    pub(crate) fn line(&mut self, span: Span) -> u32 {
        self.source.line(span.start as usize)
    }

    fn parameters(&mut self) {
        let function = self.function;
        let (params, inputs) = match &function.params[..] {
            // The task and the log mean nothing to the lines of a batt.
            [_, inputs @ .., _] if inputs.len() == 3 => (inputs, &Input::ALL[..]),
            [_, _, _] => (&function.params[..], &Input::ALL[..]),
            params => (params, &[Input::I][..]),
        };
        for (&span, &input) in params.iter().zip(inputs) {
            let name = self.source.slice(span);
            if let Some(what) = self.global_kind(name) {
                self.fail(Fail::new(span, format!("this parameter hides the {what} `{name}`")));
            }
            let node = self.dag.input(input);
            self.scratch.variables.insert(name, (Value::Node(node), span));
        }
    }

    fn global_kind(&self, name: &str) -> Option<&'static str> {
        match global(self.dag.dialect(), name)? {
            Global::Op(_) => Some("op"),
            Global::Const(_) => Some("constant"),
        }
    }

    pub(crate) fn assign(&mut self, target: Span, value: Value) {
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
        if let Value::Node(node) = value {
            self.scratch.written.push((node, target, true));
        }
        if let Some((_, first)) = self.scratch.variables.get(name).cloned() {
            self.assigned_twice(name, target, first);
        } else {
            self.scratch.variables.insert(name, (value, target));
        }
    }

    fn assigned_twice(&mut self, name: &str, target: Span, first: Span) {
        let shown = quote(name);
        let function = self.calling.last().map_or(self.function, |(_, helper)| helper);
        let fail = if function.params.contains(&first) {
            Fail::new(target, format!("`{shown}` is a parameter and cannot be assigned"))
        } else {
            let line = self.line(first);
            Fail::new(target, format!("`{shown}` is assigned twice"))
                .help(format!("it was assigned at line {line}; every name is assigned once"))
        };
        self.fail(fail);
    }

    pub(crate) fn node(&mut self, value: Value) -> Option<NodeId> {
        node(&mut self.dag, value)
    }

    pub(crate) fn expression(&mut self, items: &[ItemAt]) -> Value {
        self.scratch.stack.clear();
        for &ItemAt { item, span } in items {
            let value = match item {
                Item::Name { callee } => self.name(span, callee),
                Item::Int(value) => Value::Lit(Lit::Int(value)),
                Item::Bool(value) => Value::Bool(value),
                Item::Str | Item::None => self.not_a_value(span),
                Item::Tuple(count) => self.tuple(count as usize),
                Item::Call(count) => self.call(count as usize),
                Item::Keyword => {
                    self.scratch.stack.last_mut().expect("an argument").keyword = Some(span);
                    continue;
                }
            };
            self.scratch.stack.push(StackValue { value, span, keyword: None });
            if self.is_full() {
                return Value::Bad;
            }
        }
        self.scratch.stack.pop().expect("one value is left").value
    }

    fn not_a_value(&mut self, span: Span) -> Value {
        let fail = Fail::new(span, "strings and None are not part of the language");
        self.fail(fail.help("in a batt they stand in the entries of `o` and `s` alone"))
    }

    fn name(&mut self, span: Span, callee: bool) -> Value {
        let name = self.source.slice(span);
        // Names of ops cannot be assigned: the order only saves a look-up.
        let found = if callee { self.global(name) } else { self.variable(name, span) };
        let found =
            found.or_else(|| if callee { self.variable(name, span) } else { self.global(name) });
        found.unwrap_or_else(|| match self.helpers.has(name) {
            true if callee => Value::Helper,
            is_helper => {
                let unknown = |own: &mut Self| own.unknown(name, span, callee);
                let fail = if is_helper { helpers::no_value(name, span) } else { unknown(self) };
                self.fail(fail)
            }
        })
    }

    fn global(&mut self, name: &str) -> Option<Value> {
        Some(match global(self.dag.dialect(), name)? {
            Global::Op(op) => Value::Op(op),
            Global::Const(constant) => {
                Value::Node(self.dag.constant(constant).expect("looked up in this dialect"))
            }
        })
    }

    fn variable(&mut self, name: &str, span: Span) -> Option<Value> {
        let (value, at) = self.scratch.variables.get(name)?;
        if !self.kind.reads_c() && self.function.params.get(2) == Some(at) {
            return Some(self.solver_reads_c(span));
        }
        Some(value.clone())
    }

    fn solver_reads_c(&mut self, span: Span) -> Value {
        let name = quote(self.source.slice(span));
        let fail = Fail::new(span, format!("a solver cannot read `{name}`, the comparison grid"));
        self.fail(fail.help("it is the answer that a solver has to find; only differs read it"))
    }

    fn tuple(&mut self, count: usize) -> Value {
        let start = self.scratch.stack.len() - count;
        let entries: Vec<Value> = self.scratch.stack.drain(start..).map(|e| e.value).collect();
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

    fn call(&mut self, count: usize) -> Value {
        let start = self.scratch.stack.len() - count;
        let callee = &self.scratch.stack[start - 1];
        let at = callee.span;
        let value = match callee.value {
            Value::Op(op) => self.call_op(op, start, at),
            Value::Node(function) => self.apply(function, start, at),
            Value::Helper => self.call_helper(at, start),
            Value::Lit(_) | Value::Bool(_) => self.not_a_function(at),
            Value::Bad => Value::Bad,
        };
        self.scratch.stack.truncate(start - 1);
        if let Value::Node(node) = value {
            self.scratch.written.push((node, at, false));
        }
        value
    }

    fn not_a_function(&mut self, span: Span) -> Value {
        let shown = quote(self.source.slice(span));
        self.fail(Fail::new(span, format!("`{shown}` is not a function")))
    }

    /// Moves the values from `start` on to `args`, in the order of the parameters; tells whether
    /// all of them are good.
    fn take_args(&mut self, start: usize) -> bool {
        let Scratch { stack, args, places, .. } = &mut *self.scratch;
        args.clear();
        args.resize(stack.len() - start, NodeId(0));
        let mut good = true;
        for (i, entry) in stack.drain(start..).enumerate() {
            match node(&mut self.dag, entry.value) {
                Some(node) => args[places.get(i).copied().unwrap_or(i)] = node,
                None => good = false,
            }
        }
        good
    }

    fn apply(&mut self, function: NodeId, start: usize, callee: Span) -> Value {
        if let Some(keyword) = self.scratch.stack[start..].iter().find_map(|arg| arg.keyword) {
            let message = "the parameters of a function value have no names";
            return self.fail(Fail::new(keyword, message));
        }
        self.scratch.places.clear();
        if !self.take_args(start) {
            return Value::Bad;
        }
        match self.dag.apply(function, &self.scratch.args) {
            Ok(node) => Value::Node(node),
            Err(_) => self.not_a_function(callee),
        }
    }

    fn call_op(&mut self, op: Op, start: usize, callee: Span) -> Value {
        let given = self.scratch.stack.len() - start;
        let place = |name: &str| op.params().iter().position(|p| p.name == name);
        if let Err(fail) = self.find_places(start, op.name(), place, &|| signature(op)) {
            return self.fail(fail);
        }
        // Optional parameters come last, so the arguments given must be the first ones.
        if !op.takes(given) || self.scratch.places.iter().any(|&place| place >= given) {
            return self.wrong_arity(op, callee, given);
        }
        let spans = self.arg_spans(start);
        if !self.take_args(start) {
            return Value::Bad;
        }
        let node = self.dag.call(op, &self.scratch.args);
        if self.checked {
            let args = self.scratch.args.iter().copied().zip(spans).collect();
            self.scratch.called.push(Called { op, args });
        }
        Value::Node(node.expect("dialect and argument count were checked"))
    }

    fn wrong_arity(&mut self, op: Op, span: Span, given: usize) -> Value {
        let (most, least) = (op.arity(), op.arity() - op.info().optional);
        let takes = if most == least { most.to_string() } else { format!("{least} or {most}") };
        let plural = if takes == "1" { "argument" } else { "arguments" };
        let message = format!("`{}` takes {takes} {plural}, not {given}", op.name());
        self.fail(Fail::new(span, message).help(signature(op)))
    }

    /// Works out which parameter each argument is for; leaves `places` empty when there are no
    /// keywords. `place` finds a parameter by its name.
    pub(crate) fn find_places(
        &mut self,
        start: usize,
        callee: &str,
        place: impl Fn(&str) -> Option<usize>,
        shown: &dyn Fn() -> String,
    ) -> Result<(), Box<Fail>> {
        let mut places = mem::take(&mut self.scratch.places);
        places.clear();
        let args = &self.scratch.stack[start..];
        let positional = args.iter().take_while(|arg| arg.keyword.is_none()).count();
        if positional < args.len() {
            places.extend(0..positional);
            for arg in &args[positional..] {
                let keyword = arg.keyword.ok_or_else(|| {
                    let message = "an argument without a keyword cannot follow one with a keyword";
                    Fail::new(arg.span, message)
                })?;
                let name = self.source.slice(keyword);
                let place = place(name).ok_or_else(|| {
                    let message = format!("`{callee}` has no parameter `{}`", quote(name));
                    Fail::new(keyword, message).help(shown())
                })?;
                if places.contains(&place) {
                    let fail = Fail::new(keyword, format!("`{name}` is given twice"));
                    return Err(fail.help(shown()));
                }
                places.push(place);
            }
        }
        self.scratch.places = places;
        Ok(())
    }
}

/// Makes a node of a value.
fn node(dag: &mut Dag, value: Value) -> Option<NodeId> {
    match value {
        Value::Node(node) => Some(node),
        Value::Op(op) => Some(dag.function(op).expect("looked up in this dialect")),
        Value::Lit(lit) => Some(dag.lit(&lit)),
        Value::Bool(value) => Some(dag.boolean(value)),
        Value::Helper | Value::Bad => None,
    }
}

fn literal(value: Value) -> Option<Lit> {
    match value {
        Value::Lit(lit) => Some(lit),
        Value::Bool(value) => Some(Lit::Int(value.into())),
        _ => None,
    }
}
