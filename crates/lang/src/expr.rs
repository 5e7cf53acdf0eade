//! Expressions, read with an explicit stack into postfix code.

use crate::lexer::{Tok, int_value};
use crate::source::{Fail, Span, quote};
use crate::syntax::{Cursor, Item, ItemAt};

type Result<T> = std::result::Result<T, Box<Fail>>;

/// An open bracket, or the expression itself at the bottom of the stack.
#[derive(Default)]
struct Frame {
    /// Whether the bracket holds the arguments of a call.
    call: bool,
    start: u32,
    count: u32,
    comma: bool,
    /// The keyword of the argument being read.
    keyword: Option<Span>,
}

/// What the reader looks for next.
enum State {
    Operand,
    Continuation,
    Done,
}

/// Reads expressions. The stack is kept between expressions to save allocations.
#[derive(Default)]
pub(crate) struct ExprParser {
    /// Whether strings and `None` are read: the entries of a batt hold them.
    pub entries: bool,
    frames: Vec<Frame>,
}

impl ExprParser {
    /// Appends the code of one expression to `items`; stops before the token that ends it.
    pub(crate) fn parse(&mut self, cursor: &mut Cursor<'_>, items: &mut Vec<ItemAt>) -> Result<()> {
        self.frames.clear();
        self.frames.push(Frame { start: cursor.token.span.start, ..Frame::default() });
        let (entries, frames) = (self.entries, &mut self.frames);
        let mut reader = Reader { cursor, items, frames, entries };
        let mut state = State::Operand;
        loop {
            state = match state {
                State::Operand => reader.operand()?,
                State::Continuation => reader.continuation()?,
                State::Done => return Ok(()),
            }
        }
    }
}

struct Reader<'r, 's> {
    cursor: &'r mut Cursor<'s>,
    items: &'r mut Vec<ItemAt>,
    frames: &'r mut Vec<Frame>,
    entries: bool,
}

impl Reader<'_, '_> {
    fn frame(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("the bottom frame stays")
    }

    fn emit(&mut self, item: Item, span: Span) -> State {
        self.items.push(ItemAt { item, span });
        State::Continuation
    }

    fn open(&mut self, call: bool, start: u32) -> State {
        self.cursor.bump();
        self.frames.push(Frame { call, start, ..Frame::default() });
        State::Operand
    }

    fn operand(&mut self) -> Result<State> {
        let span = self.cursor.token.span;
        match self.cursor.kind() {
            Tok::Open(b'(') => Ok(self.open(false, span.start)),
            Tok::Name => self.name(),
            Tok::Number => self.number(span, false),
            Tok::Minus => self.negative(span),
            Tok::Str if self.entries => {
                self.cursor.bump();
                Ok(self.emit(Item::Str, span))
            }
            Tok::Close(b')') if self.may_end() => Ok(self.close()),
            Tok::Newline | Tok::Semicolon | Tok::End if self.bare_tuple() => Ok(self.finish()),
            _ => Err(self.no_operand()),
        }
    }

    /// Whether the bracket may close here although no operand was read: `()`, `f()`, `(a,)`.
    fn may_end(&mut self) -> bool {
        let inside = self.frames.len() > 1;
        let frame = self.frame();
        inside && (frame.comma || frame.count == 0) && frame.keyword.is_none()
    }

    /// Whether the expression ends in a comma, as in `return a,`.
    fn bare_tuple(&mut self) -> bool {
        self.frames.len() == 1 && self.frame().comma
    }

    fn name(&mut self) -> Result<State> {
        let (word, span) = (self.cursor.word(), self.cursor.token.span);
        let item = match word {
            "True" => Item::Bool(true),
            "False" => Item::Bool(false),
            "None" if self.entries => Item::None,
            _ if is_keyword(word) => return Err(self.keyword_operand(word)),
            _ => Item::Name { callee: false },
        };
        self.cursor.bump();
        let frame = self.frame();
        if frame.call && frame.keyword.is_none() && self.cursor.kind() == Tok::Equal {
            self.frame().keyword = Some(span);
            self.cursor.bump();
            return Ok(State::Operand);
        }
        Ok(self.emit(item, span))
    }

    fn number(&mut self, start: Span, negative: bool) -> Result<State> {
        let span = start.to(self.cursor.token.span);
        let value = int_value(self.cursor.word(), negative);
        let value = value.map_err(|message| Fail::new(span, message))?;
        self.cursor.bump();
        Ok(self.emit(Item::Int(value), span))
    }

    /// A minus sign belongs to the number behind it; nothing else can be negated.
    fn negative(&mut self, start: Span) -> Result<State> {
        self.cursor.bump();
        match self.cursor.kind() {
            Tok::Number => self.number(start, true),
            Tok::Bad => Err(self.cursor.fail("")),
            _ => Err(Fail::new(start, "only a number can follow a minus sign")
                .help("write `invert(x)` to negate a value")),
        }
    }

    fn continuation(&mut self) -> Result<State> {
        match self.cursor.kind() {
            Tok::Open(b'(') => {
                let callee = self.items.last_mut().expect("an operand was read");
                if let Item::Name { callee } = &mut callee.item {
                    *callee = true;
                }
                let start = callee.span.start;
                Ok(self.open(true, start))
            }
            Tok::Comma => {
                self.end_element();
                self.frame().comma = true;
                self.cursor.bump();
                Ok(State::Operand)
            }
            Tok::Close(b')') if self.frames.len() > 1 => {
                self.end_element();
                Ok(self.close())
            }
            Tok::Newline | Tok::Semicolon | Tok::End if self.frames.len() == 1 => {
                self.end_element();
                Ok(self.finish())
            }
            _ => Err(self.no_continuation()),
        }
    }

    fn end_element(&mut self) {
        let frame = self.frame();
        frame.count += 1;
        if let Some(keyword) = frame.keyword.take() {
            self.emit(Item::Keyword, keyword);
        }
    }

    fn close(&mut self) -> State {
        let frame = self.frames.pop().expect("checked by the caller");
        let end = self.cursor.bump().span.end;
        let span = Span { start: frame.start, end };
        if frame.call {
            self.emit(Item::Call(frame.count), span)
        } else if frame.comma || frame.count == 0 {
            self.emit(Item::Tuple(frame.count), span)
        } else {
            State::Continuation
        }
    }

    fn finish(&mut self) -> State {
        let frame = self.frames.pop().expect("the bottom frame");
        if frame.comma {
            let end = self.cursor.token.span.start;
            self.emit(Item::Tuple(frame.count), Span { start: frame.start, end });
        }
        State::Done
    }

    fn keyword_operand(&mut self, word: &str) -> Box<Fail> {
        let fail = self.cursor.fail(format!("`{word}` is not part of the language"));
        match word {
            "lambda" => fail.help("build functions with compose, chain, fork, lbind and rbind"),
            "not" => fail.help("write `flip(x)`"),
            "None" => fail.help("`()` stands for nothing"),
            _ => fail,
        }
    }

    fn no_operand(&mut self) -> Box<Fail> {
        let word = self.cursor.word();
        match self.cursor.kind() {
            Tok::Str | Tok::FormatStr => self.cursor.fail("strings are not part of the language"),
            Tok::Open(b'[') => {
                let fail = self.cursor.fail("lists are not part of the language");
                fail.help("write a tuple: `(a, b)`")
            }
            Tok::Open(_) => {
                let fail = self.cursor.fail("sets and dictionaries cannot be written out");
                fail.help(SET_HELP)
            }
            Tok::Op if word.starts_with('*') => {
                self.cursor.fail("starred expressions are not part of the language")
            }
            Tok::Dot => self.cursor.fail("`...` and attributes are not part of the language"),
            Tok::Op | Tok::At => self.no_operator(word),
            _ => self.cursor.fail("an expression is missing here"),
        }
    }

    fn no_operator(&mut self, word: &str) -> Box<Fail> {
        let fail = self.cursor.fail(format!("operator `{word}` is not part of the language"));
        match op_for(word) {
            Some(op) => fail.help(format!("write `{op}(a, b)`")),
            None => fail,
        }
    }

    fn no_continuation(&mut self) -> Box<Fail> {
        let word = self.cursor.word();
        if self.frames.len() > 1 && self.cursor.kind() == Tok::Name && self.is_next_line() {
            return self.cursor.lexer().unclosed();
        }
        match self.cursor.kind() {
            Tok::Op | Tok::Minus | Tok::At => self.no_operator(word),
            Tok::Dot => self.cursor.fail("attributes are not part of the language"),
            Tok::Open(b'[') => {
                let fail = self.cursor.fail("subscripts are not part of the language");
                fail.help("write `first(x)`, `last(x)` or `index(grid, place)`")
            }
            Tok::Equal if self.frames.len() == 1 => self.cursor.fail("assign one name at a time"),
            Tok::Name => self.no_keyword_continuation(word),
            _ => self.cursor.fail(format!("unexpected `{}`", quote(word.trim_end()))),
        }
    }

    /// Whether the current token is on another line than the operand before it.
    fn is_next_line(&self) -> bool {
        let end = self.items.last().map_or(0, |item| item.span.end);
        let between = Span { start: end, end: self.cursor.token.span.start };
        self.cursor.slice(between).contains(['\n', '\r'])
    }

    fn no_keyword_continuation(&mut self, word: &str) -> Box<Fail> {
        match word {
            "if" => {
                let fail = self.cursor.fail("conditional expressions are not part of the language");
                fail.help("write `branch(condition, a, b)`")
            }
            "for" | "async" => {
                let fail = self.cursor.fail("comprehensions are not part of the language");
                fail.help("write `apply(function, container)`")
            }
            "and" | "or" | "in" | "is" | "not" => self.no_operator(word),
            _ => self.cursor.fail(format!("unexpected `{}`", quote(word))),
        }
    }
}

/// How an empty or small set is made.
pub(crate) const SET_HELP: &str =
    "write `initset(x)` for a set of one element, `difference(s, s)` for an empty one";

/// The op that does the work of a Python operator.
fn op_for(operator: &str) -> Option<&'static str> {
    Some(match operator {
        "+" => "add",
        "-" => "subtract",
        "*" => "multiply",
        "//" => "divide",
        "==" => "equality",
        ">" => "greater",
        "and" => "both",
        "or" => "either",
        "in" => "contained",
        _ => return None,
    })
}

/// Python's reserved words, apart from `True` and `False`.
pub(crate) fn is_keyword(word: &str) -> bool {
    const KEYWORDS: [&str; 33] = [
        "None", "and", "as", "assert", "async", "await", "break", "class", "continue", "def",
        "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in",
        "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with",
        "yield",
    ];
    KEYWORDS.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ops::Op;
    use crate::types::Dialect;

    #[test]
    fn suggested_ops_exist() {
        let operators = ["+", "-", "*", "//", "==", ">", "and", "or", "in"];
        let others = ["compose", "branch", "apply", "initset", "difference", "flip", "index"];
        for dialect in Dialect::ALL {
            for name in operators.iter().filter_map(|o| op_for(o)).chain(others) {
                assert!(Op::lookup(dialect, name).is_some(), "{dialect} {name}");
            }
        }
    }
}
