//! Program files: finds the program functions, reads them, skips everything else.

use std::collections::HashMap;

use crate::batt::{self, Batt};
use crate::error::ParseError;
use crate::expr::{ExprParser, is_keyword};
use crate::lexer::Tok;
use crate::program::{Parsed, Program, ProgramKind};
use crate::resolve::{Asked, Resolver, Scratch};
use crate::skip::LineCheck;
use crate::source::{Fail, MAX_SOURCE, Source, Span, quote};
use crate::syntax::{Cursor, Function, Statement};
use crate::types::Dialect;

/// Errors beyond this many are counted but not kept.
const MAX_ERRORS: usize = 10_000;
/// After this many errors no similar names are looked for.
const MAX_SUGGESTIONS: usize = 1_000;

/// Reads a program file. Nothing in it is executed.
///
/// `file` is only used in messages. Without a dialect each function's is detected: three
/// parameters mean `batt`, one means `arc`, unless names are used that only the other has.
pub fn parse(source: &[u8], file: &str, dialect: Option<Dialect>) -> Parsed {
    let mut parsed = Parsed::default();
    match as_text(source) {
        Ok(text) => {
            let mut parser = Parser::new(text, file, dialect);
            parser.file();
            parsed.programs = parser.programs;
            parsed.batts = parser.batts;
            parsed.errors = parser.errors;
        }
        Err(fail) => {
            // The place can be worked out in the part that is text.
            let valid = source.utf8_chunks().next().map_or("", |chunk| chunk.valid());
            let text = if source.len() > MAX_SOURCE { "" } else { valid };
            parsed.errors.push(Source::new(text, &quote(file)).locate(*fail, None));
        }
    }
    parsed
}

fn as_text(source: &[u8]) -> Result<&str, Box<Fail>> {
    if source.len() > MAX_SOURCE {
        let size = source.len();
        let message = format!("the file has {size} bytes; at most {MAX_SOURCE} are read");
        return Err(Fail::new(Span::default(), message));
    }
    std::str::from_utf8(source).map_err(|e| {
        let (at, byte) = (e.valid_up_to(), source[e.valid_up_to()]);
        let message = format!("not UTF-8: byte 0x{byte:02x} at offset {at}");
        Fail::new(Span::new(at, at), message)
    })
}

struct Parser<'s> {
    source: Source<'s>,
    cursor: Cursor<'s>,
    /// The dialect that the caller or the last import asks for.
    asked: Option<(Dialect, Asked)>,
    exprs: ExprParser,
    function: Function,
    scratch: Scratch<'s>,
    /// Where each program function was defined.
    defined: HashMap<&'s str, Span>,
    programs: Vec<Program>,
    batts: Vec<Batt>,
    errors: Vec<ParseError>,
    dropped: usize,
}

type Result<T, E = Box<Fail>> = std::result::Result<T, E>;

impl<'s> Parser<'s> {
    fn new(text: &'s str, file: &'s str, dialect: Option<Dialect>) -> Self {
        Parser {
            source: Source::new(text, file),
            cursor: Cursor::new(text),
            asked: dialect.map(|dialect| (dialect, Asked::Caller)),
            exprs: ExprParser::default(),
            function: Function::default(),
            scratch: Scratch::default(),
            defined: HashMap::new(),
            programs: Vec::new(),
            batts: Vec::new(),
            errors: Vec::new(),
            dropped: 0,
        }
    }

    fn report(&mut self, fail: Fail, function: Option<&str>) {
        if self.errors.len() < MAX_ERRORS {
            let error = self.source.locate(fail, function.map(str::to_string));
            self.errors.push(error);
        } else {
            self.dropped += 1;
        }
    }

    fn file(&mut self) {
        while self.cursor.kind() != Tok::End {
            let begin = self.cursor.token.span.start;
            if let Err(fail) = self.top_level() {
                self.report(*fail, None);
                self.cursor.recover(begin);
            }
        }
        if self.defined.is_empty() {
            self.report(*no_programs(self.source.text), None);
        }
        if self.dropped > 0 {
            let end = Span::new(self.source.text.len(), self.source.text.len());
            let fail = Fail::new(end, format!("{} more errors are not shown", self.dropped));
            self.errors.push(self.source.locate(*fail, None));
        }
    }

    /// One top-level statement with everything indented below it.
    fn top_level(&mut self) -> Result<()> {
        self.no_indent()?;
        let decorated = self.decorators()?;
        if self.cursor.kind() == Tok::Name && self.cursor.word() == "def" {
            return self.def(decorated);
        }
        let (start, line) = (self.cursor.token.span, self.cursor.lexer().line());
        let compound = self.skip_line(true)?;
        self.note_import(start.to(self.cursor.token.span), line);
        if compound { self.skip_block() } else { Ok(()) }
    }

    /// `from arcbatt.dsl import *` tells the dialect of what follows, unless the caller did.
    fn note_import(&mut self, span: Span, line: u32) {
        let mut words = self.cursor.slice(span).split_whitespace();
        if words.next() != Some("from") || matches!(self.asked, Some((_, Asked::Caller))) {
            return;
        }
        let (module, import) = (words.next(), words.next());
        let named = |dialect: &Dialect| module == Some(batt::module(*dialect));
        if let Some(dialect) =
            Dialect::ALL.into_iter().find(named).filter(|_| import == Some("import"))
        {
            self.asked = Some((dialect, Asked::Import(line)));
        }
    }

    fn no_indent(&mut self) -> Result<()> {
        let indented = self.cursor.lexer().indent().width > 0;
        if indented { Err(self.cursor.fail("unexpected indentation")) } else { Ok(()) }
    }

    /// Skips decorators; tells where the first one is.
    fn decorators(&mut self) -> Result<Option<Span>> {
        let mut first = None;
        while self.cursor.kind() == Tok::At {
            first.get_or_insert(self.cursor.token.span);
            self.skip_line(false)?;
        }
        Ok(first)
    }

    /// Skips to the end of a line; tells whether it ends in a colon. Checks, if asked to, that
    /// the tokens could be Python.
    fn skip_line(&mut self, check: bool) -> Result<bool> {
        let mut checker = LineCheck::default();
        let mut colon = false;
        loop {
            match self.cursor.kind() {
                Tok::End => return Ok(colon),
                Tok::Bad => return Err(self.cursor.fail("")),
                kind => {
                    if check && !checker.accepts(kind, self.cursor.word()) {
                        return Err(self.cursor.fail("this is not Python"));
                    }
                    self.cursor.bump();
                    if kind == Tok::Newline {
                        return Ok(colon);
                    }
                    colon = kind == Tok::Colon;
                }
            }
        }
    }

    fn skip_block(&mut self) -> Result<()> {
        while self.cursor.kind() != Tok::End && self.cursor.lexer().indent().width > 0 {
            self.skip_line(false)?;
        }
        Ok(())
    }

    fn def(&mut self, decorated: Option<Span>) -> Result<()> {
        let begin = self.cursor.token.span.start;
        self.function.line = self.cursor.lexer().line();
        self.cursor.bump();
        if self.cursor.kind() != Tok::Name || is_keyword(self.cursor.word()) {
            return Err(self.cursor.fail("a function name is missing here"));
        }
        let name = self.cursor.word();
        let kind = ProgramKind::of_name(name);
        if kind.is_none() && name != batt::NAME {
            self.skip_line(false)?;
            return self.skip_block();
        }
        self.function.name = self.cursor.token.span;
        let read = match kind {
            Some((kind, id)) => self.program(kind, id, decorated),
            None => self.batt(decorated),
        };
        if let Err(fails) = read {
            fails.into_iter().for_each(|fail| self.report(fail, Some(name)));
            self.skip_rest(begin);
        }
        Ok(())
    }

    /// Leaves a bad function.
    fn skip_rest(&mut self, begin: u32) {
        // A function that was read to its end leaves the cursor on the first token of a line.
        let at_line = self.cursor.lexer().indent().span.end == self.cursor.token.span.start;
        let outside = self.cursor.lexer().indent().width == 0;
        let bad = self.cursor.kind() == Tok::Bad;
        if bad || !(at_line && outside && self.cursor.token.span.start > begin) {
            self.cursor.recover(begin);
        }
    }

    fn program(
        &mut self,
        kind: ProgramKind,
        id: &'s str,
        decorated: Option<Span>,
    ) -> Result<(), Vec<Fail>> {
        let name = self.cursor.word();
        self.check_name(name, id, decorated).map_err(|fail| vec![*fail])?;
        self.read_function(false).map_err(|fail| vec![*fail])?;
        let dag = self.resolver(kind).resolve()?;
        self.programs.push(Program {
            name: name.to_string(),
            kind,
            id: id.to_string(),
            dialect: dag.dialect(),
            params: self.function.params.len(),
            line: self.function.line,
            dag,
        });
        Ok(())
    }

    fn batt(&mut self, decorated: Option<Span>) -> Result<(), Vec<Fail>> {
        self.check_name(batt::NAME, batt::NAME, decorated).map_err(|fail| vec![*fail])?;
        self.read_function(true).map_err(|fail| vec![*fail])?;
        // Its differs read C; that its solvers do not is checked entry by entry.
        let batt = self.resolver(ProgramKind::Differ).resolve_batt()?;
        self.batts.push(Batt { line: self.function.line, ..batt });
        Ok(())
    }

    fn resolver(&mut self, kind: ProgramKind) -> Resolver<'_, 's> {
        let mut resolver = Resolver::new(&mut self.source, &self.function, &mut self.scratch, kind);
        resolver.suggest = self.errors.len() < MAX_SUGGESTIONS;
        resolver.asked = self.asked;
        resolver
    }

    fn check_name(&mut self, name: &'s str, id: &str, decorated: Option<Span>) -> Result<()> {
        let span = self.cursor.token.span;
        if let Some(&first) = self.defined.get(name) {
            let line = self.source.line(first.start as usize);
            let fail = Fail::new(span, format!("`{}` is defined twice", quote(name)));
            return Err(fail.help(format!("the first one is at line {line}")));
        }
        self.defined.insert(name, span);
        if id.is_empty() {
            return Err(Fail::new(span, format!("an id is missing after `{name}`")));
        }
        match decorated {
            Some(at) => Err(Fail::new(at, "a program cannot be decorated")),
            None => Ok(()),
        }
    }

    fn read_function(&mut self, batt: bool) -> Result<()> {
        self.exprs.entries = batt;
        self.function.params.clear();
        self.function.statements.clear();
        self.function.items.clear();
        self.cursor.bump();
        self.parameters(batt)?;
        self.skip_annotation(&[Tok::Colon])?;
        self.expect(Tok::Colon, "`:`")?;
        self.body()?;
        let name = self.function.name;
        match self.function.statements.last() {
            Some(Statement { target: None, .. }) => Ok(()),
            _ => Err(Fail::new(name, "this function has no `return`")),
        }
    }

    fn expect(&mut self, kind: Tok, shown: &str) -> Result<()> {
        if self.cursor.kind() != kind {
            return Err(self.cursor.fail(format!("expected {shown} here")));
        }
        self.cursor.bump();
        Ok(())
    }

    fn parameters(&mut self, batt: bool) -> Result<()> {
        let open = self.cursor.token.span;
        self.expect(Tok::Open(b'('), "`(`")?;
        while self.cursor.kind() != Tok::Close(b')') {
            self.parameter()?;
            if self.cursor.kind() == Tok::Comma {
                self.cursor.bump();
            }
        }
        let span = open.to(self.cursor.bump().span);
        match self.function.params.len() {
            5 if batt => Ok(()),
            n if batt => {
                let fail = Fail::new(span, format!("a batt has five parameters, not {n}"));
                Err(fail.help("write `(task_id, S, I, C, log_path)`"))
            }
            1 | 3 => Ok(()),
            n => {
                let fail = Fail::new(span, format!("a program cannot have {n} parameters"));
                Err(fail.help("write `(I)`, or `(S, I, C)`"))
            }
        }
    }

    fn parameter(&mut self) -> Result<()> {
        let (span, word) = (self.cursor.token.span, self.cursor.word());
        if self.cursor.kind() != Tok::Name || is_keyword(word) {
            return Err(self.cursor.fail("expected the name of a parameter here"));
        }
        if self.function.params.iter().any(|&p| self.cursor.slice(p) == word) {
            return Err(self.cursor.fail(format!("two parameters are named `{}`", quote(word))));
        }
        self.function.params.push(span);
        self.cursor.bump();
        self.skip_annotation(&[Tok::Comma, Tok::Close(b')'), Tok::Equal])?;
        match self.cursor.kind() {
            Tok::Comma | Tok::Close(b')') => Ok(()),
            Tok::Equal => Err(self.cursor.fail("a parameter of a program has no default")),
            _ => Err(self.cursor.fail("expected `,` or `)` here")),
        }
    }

    /// Skips `: type` or `-> type` up to one of the tokens given, outside of brackets.
    fn skip_annotation(&mut self, until: &[Tok]) -> Result<()> {
        if !matches!(self.cursor.kind(), Tok::Colon | Tok::Arrow) || until[0] == self.cursor.kind()
        {
            return Ok(());
        }
        let depth = self.cursor.lexer().depth();
        self.cursor.bump();
        loop {
            // A closing bracket in `until` has already lowered the depth when it is seen.
            let closes = matches!(self.cursor.kind(), Tok::Close(_));
            let outside = self.cursor.lexer().depth() + usize::from(closes) == depth;
            match self.cursor.kind() {
                Tok::Newline | Tok::End | Tok::Bad => break,
                kind if outside && until.contains(&kind) => break,
                _ => self.cursor.bump(),
            };
        }
        Ok(())
    }

    fn body(&mut self) -> Result<()> {
        if self.cursor.kind() != Tok::Newline {
            return self.simple_line(true);
        }
        self.cursor.bump();
        let block = self.cursor.lexer().indent();
        if block.width == 0 || self.cursor.kind() == Tok::End {
            return Err(self.cursor.fail("expected an indented block here"));
        }
        let mut first = true;
        while self.cursor.kind() != Tok::End && self.cursor.lexer().indent().width > 0 {
            self.check_indent(block.width, self.cursor.slice(block.span))?;
            self.simple_line(first)?;
            first = false;
        }
        Ok(())
    }

    fn check_indent(&mut self, width: u32, white: &str) -> Result<()> {
        let indent = self.cursor.lexer().indent();
        if indent.width > width {
            return Err(self.cursor.fail("unexpected indentation"));
        } else if indent.width < width {
            return Err(self.cursor.fail("this indentation fits no line before it"));
        }
        let own = self.cursor.slice(indent.span);
        let same = own.trim_matches('\x0c') == white.trim_matches('\x0c');
        if same { Ok(()) } else { Err(self.cursor.fail("tabs and spaces are mixed")) }
    }

    /// The statements of one line, separated by semicolons.
    fn simple_line(&mut self, first: bool) -> Result<()> {
        self.statement(first)?;
        while self.cursor.kind() == Tok::Semicolon {
            self.cursor.bump();
            if self.cursor.kind() != Tok::Newline {
                self.statement(false)?;
            }
        }
        match self.cursor.kind() {
            Tok::Newline => _ = self.cursor.bump(),
            Tok::End => {}
            _ => return Err(self.cursor.fail("expected the end of the line here")),
        }
        Ok(())
    }

    fn statement(&mut self, first: bool) -> Result<()> {
        if matches!(self.function.statements.last(), Some(Statement { target: None, .. })) {
            return Err(self.cursor.fail("`return` must be the last statement"));
        }
        match self.cursor.kind() {
            Tok::Str if first => self.docstring(),
            Tok::Name if self.cursor.word() == "return" => {
                self.cursor.bump();
                self.value(None)
            }
            Tok::Name if !is_keyword(self.cursor.word()) => self.assignment(),
            Tok::Name => {
                let word = self.cursor.word();
                Err(self.cursor.fail(format!("`{word}` is not part of the language")))
            }
            _ => Err(self.cursor.fail("expected an assignment or `return` here")),
        }
    }

    fn docstring(&mut self) -> Result<()> {
        while self.cursor.kind() == Tok::Str {
            self.cursor.bump();
        }
        Ok(())
    }

    fn assignment(&mut self) -> Result<()> {
        let target = self.cursor.bump().span;
        self.skip_annotation(&[Tok::Equal])?;
        match self.cursor.kind() {
            Tok::Equal => {
                self.cursor.bump();
                self.value(Some(target))
            }
            Tok::Open(b'(') => {
                let fail = Fail::new(target, "the result of this call is not used");
                Err(fail.help("write `x = ...`"))
            }
            _ => Err(self.no_assignment()),
        }
    }

    fn no_assignment(&mut self) -> Box<Fail> {
        let word = self.cursor.word();
        match self.cursor.kind() {
            Tok::Comma => self.cursor.fail("assign one name at a time"),
            Tok::Dot => self.cursor.fail("attributes are not part of the language"),
            Tok::Open(b'[') => self.cursor.fail("subscripts are not part of the language"),
            Tok::Op => self.cursor.fail(format!("`{word}` is not part of the language")),
            _ => {
                let fail = self.cursor.fail("expected `=` here");
                fail.help("a program consists of `name = expression` lines and one `return`")
            }
        }
    }

    fn value(&mut self, target: Option<Span>) -> Result<()> {
        self.exprs.parse(&mut self.cursor, &mut self.function.items)?;
        let end = self.function.items.len() as u32;
        self.function.statements.push(Statement { target, end });
        Ok(())
    }
}

fn no_programs(text: &str) -> Box<Fail> {
    let empty = text.trim_start_matches('\u{feff}').trim().is_empty();
    let message = if empty { "no programs: the file is empty" } else { "no programs in this file" };
    let help = "programs are functions: `def solve_<id>(I):`, `def verify_<id>(I):` or \
                `def differ_<name>(S, I, C):`";
    Fail::new(Span::default(), message).help(help)
}
