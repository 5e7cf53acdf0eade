//! Functions of a file that are no programs: programs may call them, and their lines take the call's place.

use std::mem;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::batt;
use crate::function::{Kind, Reader};
use crate::lexer::Tok;
use crate::program::ProgramKind;
use crate::resolve::{Resolver, Value};
use crate::source::{Fail, Span};
use crate::syntax::{Cursor, Function};

/// Lines of helpers that a program may consist of, and helpers that may be within each other.
const MAX_INLINED: usize = 100_000;
const MAX_CALLING: usize = 64;

/// The helpers of a file. Each is read when a program calls it for the first time, so that files whose other functions are plain
/// Python are no worse for them.
pub(crate) struct Helpers<'s> {
    text: &'s str,
    /// The names of all top-level functions that are no programs; as in Python the last one of a name counts. Looked for at the
    /// first unknown name.
    places: Option<FxHashMap<&'s str, Place>>,
    read: FxHashMap<&'s str, Result<Rc<Function>, Fail>>,
}

#[derive(Clone, Copy)]
struct Place {
    name: Span,
    decorated: bool,
}

impl<'s> Helpers<'s> {
    pub(crate) fn new(text: &'s str) -> Self {
        Helpers { text, places: None, read: FxHashMap::default() }
    }

    /// Whether a function of this name is in the file.
    pub(crate) fn has(&mut self, name: &str) -> bool {
        let text = self.text;
        self.places.get_or_insert_with(|| places(text)).contains_key(name)
    }

    /// The helper of a name that is there, or what is wrong with it.
    pub(crate) fn get(&mut self, name: &'s str) -> Option<Result<Rc<Function>, Fail>> {
        let place = *self.places.as_ref()?.get(name)?;
        let text = self.text;
        Some(self.read.entry(name).or_insert_with(|| read(text, place)).clone())
    }

    /// Where the name of a function that is there stands.
    pub(crate) fn place(&self, name: &str) -> Option<Span> {
        Some(self.places.as_ref()?.get(name)?.name)
    }

    /// The names that were found.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'s str> {
        self.places.iter().flat_map(|places| places.keys().copied())
    }
}

fn places(text: &str) -> FxHashMap<&str, Place> {
    let mut places = FxHashMap::default();
    let (mut cursor, mut decorated) = (Cursor::new(text), false);
    while cursor.kind() != Tok::End {
        let start = cursor.token.span.start;
        if cursor.kind() == Tok::Bad {
            cursor.recover(start);
            continue;
        }
        let indent = cursor.lexer().indent();
        let first = indent.width == 0 && indent.span.end == start && cursor.lexer().depth() == 0;
        let at = cursor.kind() == Tok::At;
        if first && cursor.kind() == Tok::Name && cursor.word() == "def" {
            cursor.bump();
            let name = cursor.word();
            if cursor.kind() == Tok::Name
                && ProgramKind::of_name(name).is_none()
                && name != batt::NAME
            {
                places.insert(name, Place { name: cursor.token.span, decorated });
            }
            decorated = false;
        } else if first {
            decorated = at;
        }
        cursor.bump();
    }
    places
}

fn read(text: &str, place: Place) -> Result<Rc<Function>, Fail> {
    if place.decorated {
        return Err(*Fail::new(place.name, "a function that programs call cannot be decorated"));
    }
    let mut reader = Reader::new(text);
    reader.cursor.go_to(place.name);
    reader.function.name = place.name;
    reader.read(Kind::Helper).map_err(|fail| *fail)?;
    Ok(Rc::new(reader.function))
}

impl Resolver<'_, '_> {
    /// Calls a helper: its lines are read with its parameters standing for the arguments.
    pub(crate) fn call_helper(&mut self, callee: Span, start: usize) -> Value {
        let name = self.source.slice(callee);
        let helper = match self.helpers.get(name) {
            Some(Ok(helper)) => helper,
            Some(Err(fail)) => return self.fail(Box::new(fail)),
            None => return Value::Bad,
        };
        if let Err(fail) = self.may_call(callee, &helper) {
            return self.fail(fail);
        }
        let (source, given) = (self.source.text, self.scratch.stack.len() - start);
        let text = |span: &Span| &source[span.start as usize..span.end as usize];
        let place = |name: &str| helper.params.iter().position(|p| text(p) == name);
        let params: Vec<&str> = helper.params.iter().map(text).collect();
        let shown = || format!("{name}({})", params.join(", "));
        if let Err(fail) = self.find_places(start, name, place, &shown) {
            return self.fail(fail);
        }
        if given != params.len() {
            let fail = format!("`{name}` takes {} arguments, not {given}", params.len());
            return self.fail(Fail::new(callee, fail).help(shown()));
        }
        let values: Vec<Value> = self.scratch.stack.drain(start..).map(|arg| arg.value).collect();
        let mut own = FxHashMap::default();
        for (i, value) in values.into_iter().enumerate() {
            let place = self.scratch.places.get(i).copied().unwrap_or(i);
            let value = match value {
                Value::Op(op) => Value::Op(op),
                other => self.node(other).map_or(Value::Bad, Value::Node),
            };
            own.insert(params[place], (value, helper.params[place]));
        }
        let variables = mem::replace(&mut self.scratch.variables, own);
        let stack = mem::take(&mut self.scratch.stack);
        self.calling.push((name, helper.clone()));
        let value = self.lines(&helper).unwrap_or(Value::Bad);
        self.calling.pop();
        self.scratch.stack = stack;
        self.scratch.variables = variables;
        value
    }

    /// Whether a helper may be called here: nothing calls itself, and there is an end to it.
    fn may_call(&mut self, callee: Span, helper: &Function) -> Result<(), Box<Fail>> {
        let name = self.source.slice(callee);
        if self.calling.iter().any(|(other, _)| *other == name) {
            let fail = Fail::new(callee, format!("`{name}` calls itself"));
            return Err(fail.help("there is no recursion: `power(function, n)` repeats a function"));
        }
        self.inlined += helper.statements.len();
        if self.calling.len() == MAX_CALLING || self.inlined > MAX_INLINED {
            let fail = format!(
                "with all that it calls the program has more than {MAX_INLINED} lines, or calls nest deeper than {MAX_CALLING}"
            );
            return Err(Fail::new(callee, fail));
        }
        Ok(())
    }
}

/// Why a helper cannot be handed on.
pub(crate) fn no_value(name: &str, span: Span) -> Box<Fail> {
    let fail =
        Fail::new(span, format!("`{name}` is a function of this file and can only be called"));
    fail.help("functions that are handed on are ops, or built from them: `compose`, `chain`, `fork`, `lbind`, `rbind`")
}
