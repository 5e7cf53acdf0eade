//! Why a name means nothing, and what may have been meant.

use crate::constants::Const;
use crate::expr::SET_HELP;
use crate::names::{Global, closest, global, other};
use crate::ops::Op;
use crate::program::ProgramKind;
use crate::resolve::{Asked, Resolver};
use crate::source::{Fail, Span, quote};

impl Resolver<'_, '_> {
    /// Why a name means nothing here.
    pub(crate) fn unknown(&mut self, name: &str, span: Span, callee: bool) -> Box<Fail> {
        let shown = quote(name);
        if let Some(line) = self.assigned_later(name) {
            return Fail::new(span, format!("`{shown}` is used before it is assigned"))
                .help(format!("it is assigned at line {line}"));
        }
        if ProgramKind::of_name(name).is_some() {
            return Fail::new(
                span,
                format!("`{shown}` is a program: programs cannot call each other"),
            );
        }
        if matches!(name, "frozenset" | "set") {
            return Fail::new(span, "sets cannot be written out").help(SET_HELP);
        }
        if let Some(found) = global(other(self.dag.dialect()), name) {
            return self.other_dialect(name, span, found);
        }
        let what = if callee { "op" } else { "name" };
        let fail = Fail::new(span, format!("unknown {what} `{shown}`"));
        match self.suggest.then(|| self.nearest(name)).flatten() {
            Some(near) => fail.help(format!("did you mean `{near}`?")),
            None => fail,
        }
    }

    fn assigned_later(&mut self, name: &str) -> Option<u32> {
        let function = self.calling.last().map_or(self.function, |(_, helper)| helper);
        let mut targets = function.statements.iter().filter_map(|s| s.target);
        let target = targets.find(|&t| self.source.slice(t) == name)?;
        Some(self.line(target))
    }

    fn other_dialect(&mut self, name: &str, span: Span, found: Global) -> Box<Fail> {
        let (own, foreign) = (self.dag.dialect(), other(self.dag.dialect()));
        let fail = Fail::new(span, format!("`{name}` belongs to dialect {foreign}"));
        let equal: Vec<&str> = match found {
            Global::Op(op) => {
                op.kernel().ops().filter(|o| o.dialect() == own).map(Op::name).collect()
            }
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
        match self.asked {
            Some((_, Asked::Caller)) => return "that dialect was asked for".to_string(),
            Some((_, Asked::Import(line))) => return format!("of the import at line {line}"),
            None => {}
        }
        let globals = self.globals();
        let only = |span: &&Span| {
            let name = self.source.slice(**span);
            global(own, name).is_some() && global(other(own), name).is_none()
        };
        match globals.iter().find(only) {
            Some(&span) => {
                format!("of `{}` at line {}", self.source.slice(span), self.line(span))
            }
            None if self.function.params.len() == 1 => "it has one parameter".to_string(),
            None if self.function.params.len() == 3 => "it has three parameters".to_string(),
            None => "batts usually are".to_string(),
        }
    }

    /// The nearest op, constant or variable in scope.
    fn nearest(&self, name: &str) -> Option<String> {
        let dialect = self.dag.dialect();
        let variables = self.scratch.variables.keys().copied().take(1000);
        let mut names: Vec<&str> = variables.chain(self.helpers.names().take(1000)).collect();
        names.sort_unstable();
        Op::of(dialect).for_each(|op| names.push(op.name()));
        Const::of(dialect).for_each(|constant| names.push(constant.name()));
        closest(names, name).map(str::to_string)
    }
}
