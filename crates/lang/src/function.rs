//! Reads one function: parameters, lines, the value that it returns.

use crate::expr::{ExprParser, is_keyword};
use crate::lexer::Tok;
use crate::source::{Fail, Span, quote};
use crate::syntax::{Cursor, Function, Statement};

/// What a function is, which says how many parameters it has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Program,
    Batt,
    /// A function that programs of the file call.
    Helper,
}

/// A place in a file and the last function that was read there.
pub(crate) struct Reader<'s> {
    pub cursor: Cursor<'s>,
    pub function: Function,
    exprs: ExprParser,
}

type Result<T> = std::result::Result<T, Box<Fail>>;

impl<'s> Reader<'s> {
    pub(crate) fn new(text: &'s str) -> Self {
        let (function, exprs) = (Function::default(), ExprParser::default());
        Reader { cursor: Cursor::new(text), function, exprs }
    }

    /// Reads a function from its name on, to the first token of the line behind it.
    pub(crate) fn read(&mut self, kind: Kind) -> Result<()> {
        self.exprs.entries = kind == Kind::Batt;
        self.function.params.clear();
        self.function.statements.clear();
        self.function.items.clear();
        self.cursor.bump();
        self.parameters(kind)?;
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

    fn parameters(&mut self, kind: Kind) -> Result<()> {
        let open = self.cursor.token.span;
        self.expect(Tok::Open(b'('), "`(`")?;
        while self.cursor.kind() != Tok::Close(b')') {
            self.parameter()?;
            if self.cursor.kind() == Tok::Comma {
                self.cursor.bump();
            }
        }
        let span = open.to(self.cursor.bump().span);
        match (kind, self.function.params.len()) {
            (Kind::Helper, _) | (Kind::Batt, 5) | (Kind::Program, 1 | 3) => Ok(()),
            (Kind::Batt, n) => {
                let fail = Fail::new(span, format!("a batt has five parameters, not {n}"));
                Err(fail.help("write `(task_id, S, I, C, log_path)`"))
            }
            (Kind::Program, n) => {
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
                let fail = self.cursor.fail(format!("`{word}` is not part of the language"));
                Err(match instead_of(word) {
                    Some(help) => fail.help(help),
                    None => fail,
                })
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

/// What to write in the place of a statement of Python.
fn instead_of(word: &str) -> Option<&'static str> {
    Some(match word {
        "for" => "there are no loops: `apply`, `mapply` and `sfilter` go through a container",
        "while" => "there are no loops: `power(function, n)` repeats a function",
        "if" | "elif" | "else" | "match" => "write `x = branch(condition, a, b)`",
        "def" => "define functions in the first column, outside of programs",
        "class" => "there are no classes: values are numbers, tuples, sets and functions",
        "import" | "from" => "imports stand at the top of the file; every op is known by its name",
        _ => return None,
    })
}
