//! Python's tokens, one at a time.
//!
//! Everything that valid Python may contain is recognised, so that code which is not part of a
//! program can be skipped; what a token means is the parser's business. Brackets are counted
//! here: their nesting is limited before any tree exists.

use crate::source::{Fail, Span, is_unprintable};

/// How deep brackets may nest.
pub const MAX_NESTING: usize = 200;

/// Kinds of tokens. `Op` is every operator that programs have no use for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tok {
    Name,
    Number,
    Str,
    FormatStr,
    Open(u8),
    Close(u8),
    Comma,
    Colon,
    Semicolon,
    Equal,
    Minus,
    Dot,
    Arrow,
    At,
    Op,
    Newline,
    End,
    /// The text is not Python here; the failure waits in the cursor.
    Bad,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    pub kind: Tok,
    pub span: Span,
}

/// The white space before the first token of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Indent {
    /// The column, with tab stops every eight columns as in Python.
    pub width: u32,
    pub span: Span,
}

/// Reads tokens from a text.
///
/// Invariant: `pos` is on a character boundary and `brackets` has at most [`MAX_NESTING`]
/// entries.
pub(crate) struct Lexer<'s> {
    text: &'s str,
    pos: usize,
    /// The number of the line that `pos` is on, from 1.
    line: u32,
    brackets: Vec<(u8, usize)>,
    at_line_start: bool,
    indent: Indent,
}

type Result<T> = std::result::Result<T, Box<Fail>>;

impl<'s> Lexer<'s> {
    pub(crate) fn new(text: &'s str) -> Self {
        let pos = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let (brackets, indent) = (Vec::new(), Indent::default());
        Lexer { text, pos, line: 1, brackets, at_line_start: true, indent }
    }

    /// The indentation of the line that the last token is on.
    pub(crate) fn indent(&self) -> Indent {
        self.indent
    }

    /// The line of the end of the last token.
    pub(crate) fn line(&self) -> u32 {
        self.line
    }

    /// How many brackets are open after the last token.
    pub(crate) fn depth(&self) -> usize {
        self.brackets.len()
    }

    /// Goes back to the start of a name just read.
    pub(crate) fn rewind(&mut self, name: Span) {
        self.pos = name.start as usize;
    }

    /// Goes to a name in a line that stands in no brackets. Lines are no longer counted rightly then.
    pub(crate) fn go_to(&mut self, name: Span) {
        self.brackets.clear();
        self.at_line_start = false;
        self.pos = name.start as usize;
    }

    /// Goes on at the next line that starts with `def` or a decorator in the first column, or at
    /// the end. The line that starts at the current position counts, unless it is the one at `begin`.
    pub(crate) fn recover(&mut self, begin: usize) {
        self.brackets.clear();
        self.at_line_start = true;
        while self.pos < self.text.len() {
            let before = self.text.as_bytes()[..self.pos].last();
            let line_starts = matches!(before, Some(b'\n' | b'\r'));
            if self.pos > begin && line_starts && (self.at_def() || self.peek(0) == b'@') {
                break;
            }
            self.skip_line();
            self.newline();
        }
    }

    fn skip_line(&mut self) {
        let rest = &self.text.as_bytes()[self.pos..];
        self.pos += rest.iter().position(|b| matches!(b, b'\n' | b'\r')).unwrap_or(rest.len());
    }

    fn at_def(&self) -> bool {
        let rest = &self.text.as_bytes()[self.pos..];
        rest.starts_with(b"def") && rest.get(3).is_some_and(|b| matches!(b, b' ' | b'\t'))
    }

    fn peek(&self, ahead: usize) -> u8 {
        // 0 stands for the end; a real NUL is no valid character either.
        self.text.as_bytes().get(self.pos + ahead).copied().unwrap_or(0)
    }

    /// Steps over a line break if there is one.
    fn newline(&mut self) -> bool {
        let len = match self.peek(0) {
            b'\n' => 1,
            b'\r' if self.peek(1) == b'\n' => 2,
            b'\r' => 1,
            _ => return false,
        };
        self.pos += len;
        self.line += 1;
        true
    }

    pub(crate) fn next(&mut self) -> Result<Token> {
        if self.at_line_start {
            self.start_line();
        }
        self.skip_blanks()?;
        let start = self.pos;
        let kind = match self.peek(0) {
            0 if start >= self.text.len() => self.end()?,
            b'\n' | b'\r' => self.end_line(),
            b'0'..=b'9' => self.number(),
            b'.' if self.peek(1).is_ascii_digit() => self.number(),
            b'"' | b'\'' => self.string(false)?,
            c if is_name_start(c) => self.name()?,
            _ => self.operator()?,
        };
        Ok(Token { kind, span: Span::new(start, self.pos) })
    }

    /// Finds the first line with a token on it and measures its indentation.
    fn start_line(&mut self) {
        loop {
            let start = self.pos;
            let width = self.measure();
            if self.peek(0) == b'#' {
                self.skip_line();
            }
            if !self.newline() {
                self.at_line_start = false;
                self.indent = Indent { width, span: Span::new(start, self.pos) };
                return;
            }
        }
    }

    fn measure(&mut self) -> u32 {
        let mut width = 0;
        loop {
            match self.peek(0) {
                b' ' => width += 1,
                b'\t' => width = (width / 8 + 1) * 8,
                b'\x0c' => width = 0,
                _ => return width,
            }
            self.pos += 1;
        }
    }

    /// Steps over white space, comments, continued lines, and line breaks inside brackets.
    fn skip_blanks(&mut self) -> Result<()> {
        loop {
            match self.peek(0) {
                b' ' | b'\t' | b'\x0c' => self.pos += 1,
                b'#' => self.skip_line(),
                b'\\' => self.continue_line()?,
                b'\n' | b'\r' if !self.brackets.is_empty() => {
                    self.newline();
                    if self.at_def() {
                        return Err(self.unclosed());
                    }
                }
                _ => return Ok(()),
            }
        }
    }

    fn continue_line(&mut self) -> Result<()> {
        let start = self.pos;
        self.pos += 1;
        if self.newline() && self.pos < self.text.len() {
            return Ok(());
        }
        let message = "a backslash must be followed by a line break and another line";
        Err(Fail::new(Span::new(start, start + 1), message))
    }

    fn end(&mut self) -> Result<Tok> {
        if !self.brackets.is_empty() {
            return Err(self.unclosed());
        }
        // A last line without a line break still ends.
        let first = self.indent.span.end as usize == self.pos || self.at_line_start;
        self.at_line_start = true;
        self.indent = Indent { width: 0, span: Span::new(self.pos, self.pos) };
        Ok(if first { Tok::End } else { Tok::Newline })
    }

    fn end_line(&mut self) -> Tok {
        self.newline();
        self.at_line_start = true;
        Tok::Newline
    }

    /// The innermost bracket is never closed. Only asked inside brackets.
    pub(crate) fn unclosed(&self) -> Box<Fail> {
        let (bracket, at) = *self.brackets.last().expect("only asked inside brackets");
        Fail::new(Span::new(at, at + 1), format!("`{}` is never closed", bracket as char))
    }

    /// Numbers of all kinds, read loosely: [`int_value`] decides what they are.
    fn number(&mut self) -> Tok {
        loop {
            match self.peek(0) {
                b'e' | b'E' if matches!(self.peek(1), b'+' | b'-') => self.pos += 2,
                b'.' | b'_' => self.pos += 1,
                c if c.is_ascii_alphanumeric() => self.pos += 1,
                _ => return Tok::Number,
            }
        }
    }

    fn name(&mut self) -> Result<Tok> {
        let start = self.pos;
        while is_name_byte(self.peek(0)) {
            self.pos += 1;
        }
        if self.peek(0) >= 0x80 || self.pos == start {
            self.unicode_name()?;
        }
        let name = &self.text[start..self.pos];
        if matches!(self.peek(0), b'"' | b'\'') && is_string_prefix(name) {
            return self.string(name.contains(['f', 'F', 't', 'T']));
        }
        Ok(Tok::Name)
    }

    fn unicode_name(&mut self) -> Result<()> {
        let rest = &self.text[self.pos..];
        let len = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        if len == 0 {
            return Err(self.bad_character());
        }
        self.pos += len;
        Ok(())
    }

    fn bad_character(&mut self) -> Box<Fail> {
        let c = self.text[self.pos..].chars().next().unwrap_or('\0');
        let span = Span::new(self.pos, self.pos + c.len_utf8());
        let shown = if is_unprintable(c) { String::new() } else { format!("`{c}` ") };
        Fail::new(span, format!("unexpected character {shown}(U+{:04X})", c as u32))
    }

    /// A string, from its opening quote on. A replacement field of a format string may contain
    /// the same quotes since Python 3.12; such a string is read as several, which is good enough
    /// for text that is skipped.
    fn string(&mut self, format: bool) -> Result<Tok> {
        let (start, quote, line) = (self.pos, self.peek(0), self.line);
        let triple = self.peek(1) == quote && self.peek(2) == quote;
        self.pos += if triple { 3 } else { 1 };
        loop {
            let c = self.peek(0);
            if c == quote && (!triple || (self.peek(1) == quote && self.peek(2) == quote)) {
                self.pos += if triple { 3 } else { 1 };
                return Ok(if format { Tok::FormatStr } else { Tok::Str });
            }
            match c {
                0 if self.pos >= self.text.len() => break,
                b'\n' | b'\r' if !triple => break,
                b'\n' | b'\r' => _ = self.newline(),
                b'\\' => self.escaped(),
                _ => self.pos += 1,
            }
        }
        // What follows is read again, or one bad string would swallow the rest of the file.
        self.pos = start + if triple { 3 } else { 1 };
        self.line = line;
        Err(Fail::new(Span::new(start, self.pos), "this string is never closed"))
    }

    /// A backslash in a string takes the next character along, a line break included.
    fn escaped(&mut self) {
        self.pos += 1;
        if !self.newline() && self.pos < self.text.len() {
            self.pos += 1;
        }
    }

    fn operator(&mut self) -> Result<Tok> {
        let two = [self.peek(0), self.peek(1)];
        match &two {
            b"->" => return Ok(self.take(2, Tok::Arrow)),
            b"**" | b"//" | b"<<" | b">>" => {
                let len = if self.peek(2) == b'=' { 3 } else { 2 };
                return Ok(self.take(len, Tok::Op));
            }
            b"==" | b"!=" | b"<=" | b">=" | b":=" | b"+=" | b"-=" | b"*=" | b"/=" | b"%="
            | b"&=" | b"|=" | b"^=" | b"@=" => return Ok(self.take(2, Tok::Op)),
            _ => {}
        }
        match two[0] {
            c @ (b'(' | b'[' | b'{') => self.open(c),
            c @ (b')' | b']' | b'}') => self.close(c),
            b',' => Ok(self.take(1, Tok::Comma)),
            b':' => Ok(self.take(1, Tok::Colon)),
            b';' => Ok(self.take(1, Tok::Semicolon)),
            b'=' => Ok(self.take(1, Tok::Equal)),
            b'-' => Ok(self.take(1, Tok::Minus)),
            b'.' => Ok(self.take(1, Tok::Dot)),
            b'@' => Ok(self.take(1, Tok::At)),
            b'+' | b'*' | b'/' | b'%' | b'<' | b'>' | b'&' | b'|' | b'^' | b'~' => {
                Ok(self.take(1, Tok::Op))
            }
            _ => Err(self.bad_character()),
        }
    }

    fn take(&mut self, len: usize, kind: Tok) -> Tok {
        self.pos += len;
        kind
    }

    fn open(&mut self, bracket: u8) -> Result<Tok> {
        if self.brackets.len() == MAX_NESTING {
            let span = Span::new(self.pos, self.pos + 1);
            let message = format!("brackets are nested more than {MAX_NESTING} deep");
            return Err(Fail::new(span, message).help("give parts of the expression names"));
        }
        self.brackets.push((bracket, self.pos));
        Ok(self.take(1, Tok::Open(bracket)))
    }

    fn close(&mut self, bracket: u8) -> Result<Tok> {
        let span = Span::new(self.pos, self.pos + 1);
        let shown = bracket as char;
        match self.brackets.pop() {
            Some((open, _)) if closing(open) == bracket => Ok(self.take(1, Tok::Close(bracket))),
            Some((open, _)) => {
                Err(Fail::new(span, format!("`{shown}` does not close `{}`", open as char)))
            }
            None => Err(Fail::new(span, format!("`{shown}` closes nothing"))),
        }
    }
}

fn closing(open: u8) -> u8 {
    match open {
        b'(' => b')',
        b'[' => b']',
        _ => b'}',
    }
}

fn is_name_start(c: u8) -> bool {
    c.is_ascii_alphabetic() || c == b'_' || c >= 0x80
}

fn is_name_byte(c: u8) -> bool {
    c.is_ascii_alphanumeric() || c == b'_'
}

fn is_string_prefix(name: &str) -> bool {
    let known = |c: u8| matches!(c.to_ascii_lowercase(), b'r' | b'b' | b'u' | b'f' | b't');
    name.len() <= 2 && name.bytes().all(known)
}

/// The value of an integer literal; the minus sign is a token of its own in Python.
pub(crate) fn int_value(text: &str, negative: bool) -> std::result::Result<i64, &'static str> {
    let lower = text.to_ascii_lowercase();
    let (digits, radix) = match lower.get(..2) {
        Some("0x") => (&lower[2..], 16),
        Some("0o") => (&lower[2..], 8),
        Some("0b") => (&lower[2..], 2),
        _ => (&lower[..], 10),
    };
    if radix == 10 && is_float(digits) {
        return Err("floating point and complex numbers are not part of the language");
    }
    let value = magnitude(digits, radix)?;
    i64::try_from(if negative { -value } else { value }).map_err(|_| TOO_LARGE)
}

const TOO_LARGE: &str = "integers are limited to 64 bits";

fn magnitude(digits: &str, radix: u32) -> std::result::Result<i128, &'static str> {
    let clean = digits.replace('_', "");
    let spaced = digits.ends_with('_') || digits.contains("__");
    // Python refuses 007, which once was octal, but takes 00.
    let octal = radix == 10 && clean.starts_with('0') && clean.bytes().any(|b| b != b'0');
    if clean.is_empty() || spaced || octal || !clean.chars().all(|c| c.is_digit(radix)) {
        return Err("this is not a valid number");
    }
    i128::from_str_radix(&clean, radix).map_err(|_| TOO_LARGE)
}

fn is_float(digits: &str) -> bool {
    let marked = digits.contains(['.', 'e', 'j']);
    marked && digits.bytes().all(|b| b.is_ascii_digit() || b".ej+-_".contains(&b))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<Tok> {
        let mut lexer = Lexer::new(text);
        let mut kinds = Vec::new();
        loop {
            let kind = lexer.next().expect("valid tokens").kind;
            kinds.push(kind);
            if kind == Tok::End {
                return kinds;
            }
        }
    }

    #[test]
    fn a_line_without_a_break_ends() {
        use Tok::{End, Equal, Name, Newline, Number};
        assert_eq!(kinds("x = 1"), [Name, Equal, Number, Newline, End]);
        assert_eq!(kinds("x = 1\r\n\r\n"), [Name, Equal, Number, Newline, End]);
        assert_eq!(kinds("# only a comment"), [End]);
        assert_eq!(kinds("\u{feff}\x0cx"), [Name, Newline, End]);
        assert_eq!(kinds("  "), [End]);
    }

    #[test]
    fn lines_are_joined() {
        use Tok::{Close, End, Name, Newline, Number, Open};
        let call = [Name, Open(b'('), Number, Close(b')'), Newline, End];
        assert_eq!(kinds("f(\n# why\n1\r\n)\n"), call);
        assert_eq!(kinds("f\\\n(1)\n"), call);
    }

    #[test]
    fn strings_of_all_kinds() {
        use Tok::{End, FormatStr, Name, Newline, Str};
        assert_eq!(kinds(r#"'a' "b\"" r'\\' u'é'"#), [Str, Str, Str, Str, Newline, End]);
        assert_eq!(kinds("rb'''\"\n''' F\"{a}\""), [Str, FormatStr, Newline, End]);
        assert_eq!(kinds("'\\\n' \"\" abc"), [Str, Str, Name, Newline, End]);
        assert!(Lexer::new("'abc\n'").next().is_err());
    }

    #[test]
    fn integers() {
        let plain = |text| int_value(text, false);
        assert_eq!(plain("1_000"), Ok(1000));
        assert_eq!(plain("0xFf"), Ok(255));
        assert_eq!(plain("0b1_0"), Ok(2));
        assert_eq!(plain("00"), Ok(0));
        assert_eq!(plain("9223372036854775807"), Ok(i64::MAX));
        assert_eq!(int_value("9223372036854775808", true), Ok(i64::MIN));
        for bad in ["9223372036854775808", "007", "1.5", "1e5", "2j", "0x", "1__0", "3x", "1_"] {
            assert!(plain(bad).is_err(), "{bad}");
        }
        assert_eq!(plain(&"9".repeat(1000)), Err(TOO_LARGE));
    }

    #[test]
    fn brackets_are_limited_and_matched() {
        let deep = "(".repeat(1_000_000);
        let mut lexer = Lexer::new(&deep);
        let fail = (0..).find_map(|_| lexer.next().err()).expect("too deep");
        assert_eq!(fail.span.start as usize, MAX_NESTING);
        assert!(Lexer::new("]").next().is_err());
    }
}
