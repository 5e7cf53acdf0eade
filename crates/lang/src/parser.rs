//! Program files: finds the program functions, reads them, skips everything else.

use std::collections::HashMap;

use crate::batt::{self, Batt};
use crate::error::ParseError;
use crate::expr::is_keyword;
use crate::function::{Kind, Reader};
use crate::helpers::Helpers;
use crate::lexer::Tok;
use crate::program::{Parsed, Program, ProgramKind, UNNAMED};
use crate::resolve::{Asked, Resolver, Scratch};
use crate::skip::LineCheck;
use crate::source::{Fail, MAX_SOURCE, Source, Span, quote};
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
    read(source, file, dialect, false)
}

/// As [`parse`], and says which arguments cannot be what their calls are declared to take. That are warnings: declarations say
/// less than ops do, and no program is refused for them.
pub fn parse_checked(source: &[u8], file: &str, dialect: Option<Dialect>) -> Parsed {
    read(source, file, dialect, true)
}

fn read(source: &[u8], file: &str, dialect: Option<Dialect>, checked: bool) -> Parsed {
    let mut parsed = Parsed::default();
    match as_text(source) {
        Ok(text) => {
            let mut parser = Parser { checked, ..Parser::new(text, file, dialect) };
            parser.file();
            parsed.warnings = parser.warnings;
            parsed.programs = parser.programs;
            parsed.batts = parser.batts;
            parsed.errors = parser.errors;
            parsed.unnamed = parser.unnamed;
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
    reader: Reader<'s>,
    /// The dialect that the caller or the last import asks for.
    asked: Option<(Dialect, Asked)>,
    helpers: Helpers<'s>,
    scratch: Scratch<'s>,
    /// Where each program function was defined.
    defined: HashMap<&'s str, Span>,
    programs: Vec<Program>,
    batts: Vec<Batt>,
    unnamed: Option<Program>,
    errors: Vec<ParseError>,
    /// Whether arguments are compared with what is declared, and what came of it.
    checked: bool,
    warnings: Vec<ParseError>,
    dropped: usize,
}

type Result<T, E = Box<Fail>> = std::result::Result<T, E>;

impl<'s> Parser<'s> {
    fn new(text: &'s str, file: &'s str, dialect: Option<Dialect>) -> Self {
        Parser {
            source: Source::new(text, file),
            reader: Reader::new(text),
            asked: dialect.map(|dialect| (dialect, Asked::Caller)),
            helpers: Helpers::new(text),
            scratch: Scratch::default(),
            defined: HashMap::new(),
            programs: Vec::new(),
            batts: Vec::new(),
            unnamed: None,
            errors: Vec::new(),
            checked: false,
            warnings: Vec::new(),
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
        while self.reader.cursor.kind() != Tok::End {
            let begin = self.reader.cursor.token.span.start;
            if let Err(fail) = self.top_level() {
                self.report(*fail, None);
                self.reader.cursor.recover(begin);
            }
        }
        if self.defined.is_empty() && !self.unnamed() {
            self.report(*no_programs(self.source.text), None);
        }
        if self.dropped > 0 {
            let end = Span::new(self.source.text.len(), self.source.text.len());
            let fail = Fail::new(end, format!("{} more errors are not shown", self.dropped));
            self.errors.push(self.source.locate(*fail, None));
        }
    }

    /// Reads the one program of a file that is named after no task, if there is one.
    fn unnamed(&mut self) -> bool {
        let Some(name) = UNNAMED.into_iter().find(|name| self.helpers.has(name)) else {
            return false;
        };
        let Some(span) = self.helpers.place(name) else { return false };
        self.reader.cursor.go_to(span);
        self.reader.function.name = span;
        self.reader.function.line = self.source.line(span.start as usize);
        match self.read_program(ProgramKind::Solve, "") {
            Ok(program) => {
                self.unnamed = Some(program);
                let fail = Fail::new(span, format!("`{name}` is named after no task"));
                let help = "call it `solve_<id>`, or say for which task it is where you run it";
                self.report(*fail.help(help), Some(name));
            }
            Err(fails) => fails.into_iter().for_each(|fail| self.report(fail, Some(name))),
        }
        true
    }

    /// One top-level statement with everything indented below it.
    fn top_level(&mut self) -> Result<()> {
        self.no_indent()?;
        let decorated = self.decorators()?;
        if self.reader.cursor.kind() == Tok::Name && self.reader.cursor.word() == "def" {
            return self.def(decorated);
        }
        let (start, line) = (self.reader.cursor.token.span, self.reader.cursor.lexer().line());
        let compound = self.skip_line(true)?;
        self.note_import(start.to(self.reader.cursor.token.span), line);
        if compound { self.skip_block() } else { Ok(()) }
    }

    /// `from arcbatt.dsl import *` tells the dialect of what follows, unless the caller did.
    fn note_import(&mut self, span: Span, line: u32) {
        let mut words = self.reader.cursor.slice(span).split_whitespace();
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
        let indented = self.reader.cursor.lexer().indent().width > 0;
        if indented { Err(self.reader.cursor.fail("unexpected indentation")) } else { Ok(()) }
    }

    /// Skips decorators; tells where the first one is.
    fn decorators(&mut self) -> Result<Option<Span>> {
        let mut first = None;
        while self.reader.cursor.kind() == Tok::At {
            first.get_or_insert(self.reader.cursor.token.span);
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
            match self.reader.cursor.kind() {
                Tok::End => return Ok(colon),
                Tok::Bad => return Err(self.reader.cursor.fail("")),
                kind => {
                    if check && !checker.accepts(kind, self.reader.cursor.word()) {
                        return Err(self.reader.cursor.fail("this is not Python"));
                    }
                    self.reader.cursor.bump();
                    if kind == Tok::Newline {
                        return Ok(colon);
                    }
                    colon = kind == Tok::Colon;
                }
            }
        }
    }

    fn skip_block(&mut self) -> Result<()> {
        while self.reader.cursor.kind() != Tok::End && self.reader.cursor.lexer().indent().width > 0
        {
            self.skip_line(false)?;
        }
        Ok(())
    }

    fn def(&mut self, decorated: Option<Span>) -> Result<()> {
        let begin = self.reader.cursor.token.span.start;
        self.reader.function.line = self.reader.cursor.lexer().line();
        self.reader.cursor.bump();
        if self.reader.cursor.kind() != Tok::Name || is_keyword(self.reader.cursor.word()) {
            return Err(self.reader.cursor.fail("a function name is missing here"));
        }
        let name = self.reader.cursor.word();
        let kind = ProgramKind::of_name(name);
        if kind.is_none() && name != batt::NAME {
            self.skip_line(false)?;
            return self.skip_block();
        }
        self.reader.function.name = self.reader.cursor.token.span;
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
        let at_line =
            self.reader.cursor.lexer().indent().span.end == self.reader.cursor.token.span.start;
        let outside = self.reader.cursor.lexer().indent().width == 0;
        let bad = self.reader.cursor.kind() == Tok::Bad;
        if bad || !(at_line && outside && self.reader.cursor.token.span.start > begin) {
            self.reader.cursor.recover(begin);
        }
    }

    fn program(
        &mut self,
        kind: ProgramKind,
        id: &'s str,
        decorated: Option<Span>,
    ) -> Result<(), Vec<Fail>> {
        let name = self.reader.cursor.word();
        self.check_name(name, id, decorated).map_err(|fail| vec![*fail])?;
        let program = self.read_program(kind, id)?;
        self.programs.push(program);
        Ok(())
    }

    fn read_program(&mut self, kind: ProgramKind, id: &str) -> Result<Program, Vec<Fail>> {
        self.reader.read(Kind::Program).map_err(|fail| vec![*fail])?;
        let (dag, labels, misfits) = self.resolver(kind).resolve()?;
        let name = self.source.slice(self.reader.function.name);
        for misfit in misfits.into_iter().take(MAX_ERRORS - self.warnings.len().min(MAX_ERRORS)) {
            let place = self.source.locate(misfit, Some(name.to_string()));
            self.warnings.push(ParseError { is_warning: true, ..place });
        }
        let function = &self.reader.function;
        Ok(Program {
            name: name.to_string(),
            kind,
            id: id.to_string(),
            dialect: dag.dialect(),
            params: function.params.len(),
            line: function.line,
            dag,
            labels,
        })
    }

    fn batt(&mut self, decorated: Option<Span>) -> Result<(), Vec<Fail>> {
        self.check_name(batt::NAME, batt::NAME, decorated).map_err(|fail| vec![*fail])?;
        self.reader.read(Kind::Batt).map_err(|fail| vec![*fail])?;
        // Its differs read C; that its solvers do not is checked entry by entry.
        let batt = self.resolver(ProgramKind::Differ).resolve_batt()?;
        self.batts.push(Batt { line: self.reader.function.line, ..batt });
        Ok(())
    }

    fn resolver(&mut self, kind: ProgramKind) -> Resolver<'_, 's> {
        let (source, function) = (&mut self.source, &self.reader.function);
        let mut resolver =
            Resolver::new(source, function, &mut self.scratch, &mut self.helpers, kind);
        resolver.suggest = self.errors.len() < MAX_SUGGESTIONS;
        resolver.asked = self.asked;
        resolver.checked = self.checked;
        resolver
    }

    fn check_name(&mut self, name: &'s str, id: &str, decorated: Option<Span>) -> Result<()> {
        let span = self.reader.cursor.token.span;
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
}

fn no_programs(text: &str) -> Box<Fail> {
    let empty = text.trim_start_matches('\u{feff}').trim().is_empty();
    let message = if empty { "no programs: the file is empty" } else { "no programs in this file" };
    let help = "programs are functions: `def solve_<id>(I):`, `def verify_<id>(I):` or \
                `def differ_<name>(S, I, C):`";
    Fail::new(Span::default(), message).help(help)
}
