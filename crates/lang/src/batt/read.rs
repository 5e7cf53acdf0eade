//! A batt function as written: its lines as in any program, then the entries of `o` and `s`.

use std::collections::HashSet;
use std::ops::Range;

use super::{Batt, DifferEntry, SolverEntry, is_word};
use crate::dag::Dag;
use crate::node::{Input, Node, NodeId};
use crate::resolve::Resolver;
use crate::source::{Fail, Span, quote};
use crate::syntax::{Item, ItemAt};
use crate::types::Dialect;

const SOLVER: &str = "an entry of `o` is written `(step, mutated, \"task\", value),`";
const DIFFER: &str = "an entry of `s` is written `(step, \"task\" or None, \"differ\", value),`";
const RETURN: &str = "a batt ends in `return o, s`";

/// The entries of a batt with their places in the file.
#[derive(Default)]
struct Entries {
    solvers: Vec<(SolverEntry, Span)>,
    differs: Vec<(DifferEntry, Span)>,
}

/// Where the postfix code of each item begins.
struct Code<'i> {
    items: &'i [ItemAt],
    starts: Vec<usize>,
}

type Result<T> = std::result::Result<T, Box<Fail>>;

impl Resolver<'_, '_> {
    /// The batt that the function is, or what is wrong with it.
    pub(crate) fn resolve_batt(mut self) -> std::result::Result<Batt, Vec<Fail>> {
        match self.settle(Dialect::Batt, Resolver::run_batt) {
            Some(entries) if self.fails.is_empty() => {
                let solvers = entries.solvers.into_iter().map(|(entry, _)| entry).collect();
                let differs = entries.differs.into_iter().map(|(entry, _)| entry).collect();
                Ok(Batt::new(self.dag, solvers, differs))
            }
            _ => Err(self.fails),
        }
    }

    fn run_batt(&mut self, dialect: Dialect) -> Option<Entries> {
        self.begin(dialect);
        let read = self.read_lines();
        let checked = read.and_then(|entries| check(&self.dag, &entries).map(|()| entries));
        checked.map_err(|fail| self.fail(fail)).ok()
    }

    fn read_lines(&mut self) -> Result<Entries> {
        let (o, s) = self.returned()?;
        let (mut solvers, mut differs) = (None, None);
        for (target, items) in self.function.assignments() {
            let name = self.source.slice(target);
            if name == self.source.slice(o) {
                self.once(target, solvers.is_some())?;
                solvers = Some(self.entries(items, SOLVER, Resolver::solver)?);
            } else if name == self.source.slice(s) {
                self.once(target, differs.is_some())?;
                differs = Some(self.entries(items, DIFFER, Resolver::differ)?);
            } else {
                let value = self.expression(items);
                self.assign(target, value);
            }
            if self.is_full() {
                break;
            }
        }
        let missing = |span| move || Fail::new(span, "this name is not assigned").help(RETURN);
        let solvers = solvers.ok_or_else(missing(o))?;
        Ok(Entries { solvers, differs: differs.ok_or_else(missing(s))? })
    }

    /// The two names that the function returns.
    fn returned(&self) -> Result<(Span, Span)> {
        let items = self.function.returned();
        let name = |item: &ItemAt| matches!(item.item, Item::Name { .. });
        match items {
            [o, s, tuple] if name(o) && name(s) && tuple.item == Item::Tuple(2) => {
                let (first, second) = (self.source.slice(o.span), self.source.slice(s.span));
                let two = Fail::new(s.span, "these are the same name").help(RETURN);
                if first == second { Err(two) } else { Ok((o.span, s.span)) }
            }
            _ => {
                let span = items.last().map_or(self.function.name, |item| item.span);
                Err(Fail::new(span, "expected two names here").help(RETURN))
            }
        }
    }

    fn once(&self, target: Span, again: bool) -> Result<()> {
        let name = quote(self.source.slice(target));
        let fail = || Fail::new(target, format!("`{name}` is assigned twice"));
        if again { Err(fail().help("every name is assigned once")) } else { Ok(()) }
    }

    /// The entries of a list, each read by `read` from its four parts.
    fn entries<T>(
        &mut self,
        items: &[ItemAt],
        help: &str,
        read: fn(&mut Self, &Code<'_>, &[Range<usize>; 4]) -> Result<T>,
    ) -> Result<Vec<(T, Span)>> {
        let code = Code::new(items);
        let wrong = |span, message: &str| Fail::new(span, message).help(help);
        let all = code.parts(0..items.len());
        let all = all.ok_or_else(|| wrong(code.span(0..items.len()), "expected entries here"))?;
        let mut entries = Vec::with_capacity(all.len());
        for range in all {
            let span = code.span(range.clone());
            let parts = code.parts(range).ok_or_else(|| wrong(span, "expected an entry here"))?;
            let parts: [Range<usize>; 4] =
                parts.try_into().map_err(|_| wrong(span, "an entry has four parts"))?;
            let entry = read(self, &code, &parts);
            entries.push((entry.map_err(|fail| or_help(fail, help))?, span));
        }
        Ok(entries)
    }

    fn solver(&mut self, code: &Code<'_>, parts: &[Range<usize>; 4]) -> Result<SolverEntry> {
        let [step, mutated, id, value] = parts;
        code.step(step)?;
        let mutated = code.boolean(mutated)?;
        let id = self.word(code, id)?.to_string();
        Ok(SolverEntry { step: 0, mutated, id, node: self.entry_value(code, value)? })
    }

    fn differ(&mut self, code: &Code<'_>, parts: &[Range<usize>; 4]) -> Result<DifferEntry> {
        let [step, solver, name, value] = parts;
        code.step(step)?;
        let on_input = code.only(solver).is_some_and(|item| item == Item::None);
        let solver = if on_input { None } else { Some(self.word(code, solver)?.to_string()) };
        let name = self.word(code, name)?.to_string();
        Ok(DifferEntry { step: 0, solver, name, node: self.entry_value(code, value)? })
    }

    /// A name in quotes.
    fn word(&self, code: &Code<'_>, range: &Range<usize>) -> Result<&str> {
        let span = code.span(range.clone());
        if code.only(range) != Some(Item::Str) {
            return Err(Fail::new(span, "expected a name in quotes here"));
        }
        let text = self.source.slice(span);
        let inner = ['"', '\''].iter().find_map(|&q| text.strip_prefix(q)?.strip_suffix(q));
        inner.filter(|inner| is_word(inner)).ok_or_else(|| {
            let fail = Fail::new(span, "this cannot be the name of a task or differ");
            fail.help("names are made of letters, digits and underscores")
        })
    }

    fn entry_value(&mut self, code: &Code<'_>, range: &Range<usize>) -> Result<NodeId> {
        let value = self.expression(&code.items[range.clone()]);
        // What is wrong with the expression was reported already; any node will do.
        Ok(self.node(value).unwrap_or_else(|| self.dag.input(Input::I)))
    }
}

fn or_help(fail: Box<Fail>, help: &str) -> Box<Fail> {
    if fail.help.is_some() { fail } else { fail.help(help) }
}

/// What must hold between entries.
fn check(dag: &Dag, entries: &Entries) -> Result<()> {
    let reads_c = reads_c(dag);
    let mut known = HashSet::new();
    for (entry, span) in &entries.solvers {
        if !known.insert(entry.id.as_str()) {
            return Err(Fail::new(*span, format!("solver `{}` is listed twice", quote(&entry.id))));
        }
        if reads_c[entry.node.index()] {
            let fail = Fail::new(*span, "this solver reads `C`, the comparison grid");
            return Err(fail.help("it is the answer that a solver has to find"));
        }
    }
    let mut differs = HashSet::new();
    for (entry, span) in &entries.differs {
        if let Some(id) = entry.solver.as_deref().filter(|id| !known.contains(id)) {
            let fail = Fail::new(*span, format!("there is no solver `{}`", quote(id)));
            return Err(fail.help("an entry of `s` names a solver of `o`, or None for the input"));
        }
        if !differs.insert((&entry.solver, &entry.name)) {
            let message = format!("differ `{}` is listed twice here", quote(&entry.name));
            return Err(Fail::new(*span, message));
        }
    }
    Ok(())
}

/// Which nodes need the comparison grid.
fn reads_c(dag: &Dag) -> Vec<bool> {
    let mut reads: Vec<bool> = Vec::with_capacity(dag.len());
    for id in dag.ids() {
        let own = dag.node(id) == Node::Input(Input::C);
        reads.push(own || dag.operands(id).iter().any(|operand| reads[operand.index()]));
    }
    reads
}

impl<'i> Code<'i> {
    fn new(items: &'i [ItemAt]) -> Code<'i> {
        let (mut starts, mut open) = (Vec::with_capacity(items.len()), Vec::new());
        for (at, item) in items.iter().enumerate() {
            let operands = match item.item {
                Item::Tuple(count) => count as usize,
                Item::Call(count) => count as usize + 1,
                Item::Keyword => 1,
                _ => 0,
            };
            let first = open.len() - operands;
            let start = open.get(first).copied().unwrap_or(at);
            open.truncate(first);
            open.push(start);
            starts.push(start);
        }
        Code { items, starts }
    }

    /// The parts of a tuple; nothing if the code is of something else.
    fn parts(&self, range: Range<usize>) -> Option<Vec<Range<usize>>> {
        let Item::Tuple(count) = self.items[range.end - 1].item else {
            return None;
        };
        let mut end = range.end - 1;
        let mut parts = Vec::with_capacity(count as usize);
        for _ in 0..count {
            parts.push(self.starts[end - 1]..end);
            end = self.starts[end - 1];
        }
        parts.reverse();
        Some(parts)
    }

    fn span(&self, range: Range<usize>) -> Span {
        self.items[range.end - 1].span
    }

    /// The item of code that is one item.
    fn only(&self, range: &Range<usize>) -> Option<Item> {
        (range.len() == 1).then(|| self.items[range.start].item)
    }

    /// Steps are for readers: they follow from the values.
    fn step(&self, range: &Range<usize>) -> Result<()> {
        match self.only(range) {
            Some(Item::Int(0..)) => Ok(()),
            _ => Err(Fail::new(self.span(range.clone()), "expected the number of a step here")),
        }
    }

    fn boolean(&self, range: &Range<usize>) -> Result<bool> {
        match self.only(range) {
            Some(Item::Bool(value)) => Ok(value),
            _ => Err(Fail::new(self.span(range.clone()), "expected True or False here")),
        }
    }
}
