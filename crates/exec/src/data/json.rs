//! A cursor over JSON text that knows where it is.
//!
//! Task files are large, flat and sometimes broken in one place. A general parser would
//! either build a tree many times their size or give up on a whole file for one `NaN`; this
//! one cuts a file into its entries by brackets alone and then reads each entry strictly,
//! so a broken task costs only itself. Nothing here recurses.

/// What is wrong, in words.
pub(super) type Fault = String;

/// Text of a file as messages show it: of bounded length, on one line.
pub(super) fn cut(text: &str, most: usize) -> String {
    let mut chars = text.chars();
    let start: String = chars.by_ref().take(most).flat_map(char::escape_debug).collect();
    if chars.next().is_some() { start + "…" } else { start }
}

/// An entry of an object: its key and the text of its value.
pub(super) struct Member<'a> {
    pub key: String,
    pub value: &'a str,
}

/// A position in JSON text.
pub(super) struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    pub fn new(text: &'a str) -> Cursor<'a> {
        Cursor { text, at: 0 }
    }

    /// The next byte that is not white space, without taking it.
    #[inline]
    pub fn peek(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        while let Some(b' ' | b'\n' | b'\t' | b'\r') = bytes.get(self.at) {
            self.at += 1;
        }
        bytes.get(self.at).copied()
    }

    /// Takes the next byte if it is the given one.
    #[inline]
    pub fn take(&mut self, byte: u8) -> bool {
        let there = self.peek() == Some(byte);
        self.at += there as usize;
        there
    }

    /// Takes one decimal digit that stands alone: the whole of nearly every task file.
    #[inline]
    pub fn digit(&mut self) -> Option<i8> {
        let digit = self.peek().filter(u8::is_ascii_digit)?;
        match self.text.as_bytes().get(self.at + 1) {
            Some(b',' | b']' | b' ' | b'\n' | b'\r' | b'\t') => {}
            _ => return None,
        }
        self.at += 1;
        Some((digit - b'0') as i8)
    }

    /// Fails unless only white space is left.
    pub fn end(&mut self) -> Result<(), Fault> {
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(format!("{} after the end", self.found())),
        }
    }

    /// Names what comes next, for messages.
    pub fn found(&mut self) -> String {
        match self.peek() {
            None => "the end of the text".into(),
            Some(b'"') => "a string".into(),
            Some(b'{') => "an object".into(),
            Some(b'[') => "a list".into(),
            Some(_) => format!("`{}`", self.word()),
        }
    }

    /// The number, name or single character that comes next, shortened.
    pub fn word(&mut self) -> String {
        self.peek();
        let rest = &self.text[self.at..];
        let long = |c: char| c.is_alphanumeric() || matches!(c, '+' | '-' | '.' | '_');
        let word: String = rest.chars().take_while(|&c| long(c)).take(24).collect();
        if word.is_empty() {
            rest.chars().take(1).flat_map(char::escape_debug).collect()
        } else {
            word
        }
    }

    /// Takes a list and calls `item` for each element with its index.
    pub fn list(
        &mut self,
        mut item: impl FnMut(&mut Self, usize) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        self.open(b'[', "a list")?;
        if self.take(b']') {
            return Ok(());
        }
        for index in 0.. {
            item(self, index)?;
            if self.separator(b']')? {
                break;
            }
        }
        Ok(())
    }

    /// Takes an object and calls `item` for each entry.
    pub fn object(
        &mut self,
        mut item: impl FnMut(Member<'a>) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        self.open(b'{', "an object")?;
        if self.take(b'}') {
            return Ok(());
        }
        loop {
            let key = self.key()?;
            item(Member { key, value: self.value()? })?;
            if self.separator(b'}')? {
                return Ok(());
            }
        }
    }

    /// Takes an opening bracket, or says what is there instead of `what`.
    pub fn open(&mut self, bracket: u8, what: &str) -> Result<(), Fault> {
        if self.take(bracket) {
            return Ok(());
        }
        Err(format!("expected {what}, found {}", self.found()))
    }

    /// After an element: true at the closing bracket, false at a comma.
    #[inline]
    pub fn separator(&mut self, close: u8) -> Result<bool, Fault> {
        if self.take(b',') {
            return Ok(false);
        }
        if self.take(close) {
            return Ok(true);
        }
        let found = self.found();
        Err(format!("expected `,` or `{}`, found {found}", close as char))
    }

    /// Takes a key and its colon.
    fn key(&mut self) -> Result<String, Fault> {
        if self.peek() != Some(b'"') {
            return Err(format!("expected a key, found {}", self.found()));
        }
        let quoted = self.string()?;
        let shown = || cut(quoted.trim_matches('"'), 40);
        let key =
            serde_json::from_str(quoted).map_err(|_| format!("bad string \"{}\"", shown()))?;
        if self.take(b':') { Ok(key) } else { Err(format!("no `:` after \"{}\"", shown())) }
    }

    /// Takes a string, quotes included, escapes left as they are.
    fn string(&mut self) -> Result<&'a str, Fault> {
        let start = self.at;
        let mut escaped = false;
        for (offset, byte) in self.text.as_bytes()[start + 1..].iter().enumerate() {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => {
                    self.at = start + offset + 2;
                    return Ok(&self.text[start..self.at]);
                }
                _ => {}
            }
        }
        Err("a string is not closed".into())
    }

    /// Takes the text of one value, looking at brackets and strings only.
    pub fn value(&mut self) -> Result<&'a str, Fault> {
        let first = self.peek();
        let start = self.at;
        match first {
            Some(b'{' | b'[') => self.bracketed()?,
            Some(b'"') => drop(self.string()?),
            _ => self.scalar()?,
        }
        Ok(&self.text[start..self.at])
    }

    fn scalar(&mut self) -> Result<(), Fault> {
        let rest = &self.text.as_bytes()[self.at..];
        let end = rest.iter().position(|b| b",]}: \n\r\t".contains(b)).unwrap_or(rest.len());
        self.at += end;
        if end == 0 { Err(format!("expected a value, found {}", self.found())) } else { Ok(()) }
    }

    fn bracketed(&mut self) -> Result<(), Fault> {
        let start = self.at;
        let mut depth = 0usize;
        while let Some(&byte) = self.text.as_bytes().get(self.at) {
            match byte {
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth -= 1,
                b'"' => {
                    self.string()?;
                    continue;
                }
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                return Ok(());
            }
        }
        self.at = start;
        Err("a bracket is not closed".into())
    }

    /// What is wrong with a text, and where.
    pub fn at(&self, what: &str, fault: Fault) -> Fault {
        let (line, column) = self.place();
        format!("{what}: line {line}, column {column}: {fault}")
    }

    /// Line and column of the position, both from 1.
    fn place(&self) -> (usize, usize) {
        let before = &self.text[..self.at.min(self.text.len())];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = before.bytes().filter(|&b| b == b'\n').count() + 1;
        (line, before[line_start..].chars().count() + 1)
    }
}
