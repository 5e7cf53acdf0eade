//! A function as written: flat code in postfix order, names not yet looked up.
//!
//! Flat because a tree would have to be walked and dropped by recursion.

use crate::lexer::{Lexer, Tok, Token};
use crate::source::{Fail, Span};

/// One instruction of an expression. Operands come before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Item {
    /// A name, used as a value or as the function of a call.
    Name {
        callee: bool,
    },
    Int(i64),
    Bool(bool),
    /// A string: only in the entries of a batt.
    Str,
    /// `None`: only in the entries of a batt.
    None,
    /// Makes a tuple of the last values.
    Tuple(u32),
    /// Names the last value as a keyword argument; the span is the keyword's.
    Keyword,
    /// Calls the value below the last `n` ones with these.
    Call(u32),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ItemAt {
    pub item: Item,
    pub span: Span,
}

/// `target = items`, or `return items`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Statement {
    pub target: Option<Span>,
    /// End of its items; they start where those of the statement before end.
    pub end: u32,
}

/// A parsed function. Reused from one function to the next.
///
/// Invariant: after a successful parse the last statement, and only that, has no target.
#[derive(Default)]
pub(crate) struct Function {
    pub name: Span,
    pub line: u32,
    pub params: Vec<Span>,
    pub statements: Vec<Statement>,
    pub items: Vec<ItemAt>,
}

impl Function {
    /// Each assignment: its target and the code of its value.
    pub(crate) fn assignments(&self) -> impl Iterator<Item = (Span, &[ItemAt])> {
        let mut start = 0;
        self.statements.iter().filter_map(move |statement| {
            let items = &self.items[start as usize..statement.end as usize];
            start = statement.end;
            Some((statement.target?, items))
        })
    }

    /// The code of the value that is returned.
    pub(crate) fn returned(&self) -> &[ItemAt] {
        let before = self.statements.iter().rev().nth(1).map_or(0, |statement| statement.end);
        &self.items[before as usize..]
    }
}

/// The lexer with one token of lookahead. A failure of the lexer is kept until the bad token is
/// reached, so that whatever stands before it is still read.
pub(crate) struct Cursor<'s> {
    pub text: &'s str,
    lexer: Lexer<'s>,
    pub token: Token,
    fail: Option<Box<Fail>>,
}

impl<'s> Cursor<'s> {
    pub(crate) fn new(text: &'s str) -> Self {
        let token = Token { kind: Tok::End, span: Span::default() };
        let mut cursor = Cursor { text, lexer: Lexer::new(text), token, fail: None };
        cursor.bump();
        cursor
    }

    /// Takes the current token and reads the next one.
    pub(crate) fn bump(&mut self) -> Token {
        let taken = self.token;
        match self.lexer.next() {
            Ok(token) => self.token = token,
            Err(fail) => {
                self.token = Token { kind: Tok::Bad, span: fail.span };
                self.fail = Some(fail);
            }
        }
        taken
    }

    pub(crate) fn kind(&self) -> Tok {
        self.token.kind
    }

    /// The text of the current token.
    pub(crate) fn word(&self) -> &'s str {
        self.slice(self.token.span)
    }

    pub(crate) fn slice(&self, span: Span) -> &'s str {
        &self.text[span.start as usize..span.end as usize]
    }

    pub(crate) fn lexer(&self) -> &Lexer<'s> {
        &self.lexer
    }

    /// Why the current token cannot stand here: the lexer's reason, else the one given.
    pub(crate) fn fail(&mut self, message: impl Into<String>) -> Box<Fail> {
        self.fail.take().unwrap_or_else(|| Fail::new(self.token.span, message))
    }

    /// Makes a name that was read before the current token.
    pub(crate) fn go_to(&mut self, name: Span) {
        self.lexer.go_to(name);
        self.fail = None;
        self.bump();
    }

    /// Goes on at the next top-level `def` after the offset `begin`.
    pub(crate) fn recover(&mut self, begin: u32) {
        if self.token.kind == Tok::Name {
            self.lexer.rewind(self.token.span);
        }
        self.fail = None;
        self.lexer.recover(begin as usize);
        self.bump();
    }
}
