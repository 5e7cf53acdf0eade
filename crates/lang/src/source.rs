//! A program file as text: where an offset is, and how its line is shown.

use crate::error::ParseError;

/// A range of bytes. Files are at most [`MAX_SOURCE`] long, so 32 bits do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    pub(crate) fn new(start: usize, end: usize) -> Span {
        Span { start: start as u32, end: end as u32 }
    }

    pub(crate) fn to(self, end: Span) -> Span {
        Span { start: self.start, end: end.end }
    }
}

/// The largest file that is read, in bytes.
pub const MAX_SOURCE: usize = 64 << 20;

/// One problem found while reading, before its place is worked out.
#[derive(Clone, Debug)]
pub(crate) struct Fail {
    pub span: Span,
    pub message: String,
    pub help: Option<String>,
}

impl Fail {
    pub(crate) fn new(span: Span, message: impl Into<String>) -> Box<Fail> {
        Box::new(Fail { span, message: message.into(), help: None })
    }

    pub(crate) fn help(mut self: Box<Self>, help: impl Into<String>) -> Box<Fail> {
        self.help = Some(help.into());
        self
    }
}

/// Line numbers are counted from the nearest earlier multiple of this many bytes.
const BLOCK: usize = 128;
/// How many characters of a long line are shown around the place of an error.
const WINDOW: usize = 100;

/// The text of one file.
///
/// Invariant: `text` is at most [`MAX_SOURCE`] bytes long.
pub(crate) struct Source<'s> {
    pub text: &'s str,
    pub file: &'s str,
    /// Line breaks before each block; filled when a line is first asked for.
    blocks: Vec<u32>,
}

impl<'s> Source<'s> {
    pub(crate) fn new(text: &'s str, file: &'s str) -> Self {
        Source { text, file, blocks: Vec::new() }
    }

    pub(crate) fn slice(&self, span: Span) -> &'s str {
        &self.text[span.start as usize..span.end as usize]
    }

    /// The line number of an offset, from 1.
    pub(crate) fn line(&mut self, offset: usize) -> u32 {
        if self.blocks.is_empty() {
            self.index();
        }
        let block = offset / BLOCK;
        1 + self.blocks[block] + count_breaks(self.text.as_bytes(), block * BLOCK, offset)
    }

    fn index(&mut self) {
        let bytes = self.text.as_bytes();
        let mut breaks = 0;
        for start in (0..=bytes.len()).step_by(BLOCK) {
            self.blocks.push(breaks);
            breaks += count_breaks(bytes, start, (start + BLOCK).min(bytes.len()));
        }
    }

    fn line_start(&self, offset: usize) -> usize {
        let before = &self.text.as_bytes()[..offset];
        before.iter().rposition(|&b| b == b'\n' || b == b'\r').map_or(0, |at| at + 1)
    }

    /// Gives a problem its place in the file.
    pub(crate) fn locate(&mut self, fail: Fail, function: Option<String>) -> ParseError {
        let start = (fail.span.start as usize).min(self.text.len());
        let line_start = self.line_start(start);
        let rest = &self.text[line_start..];
        let line_text = &rest[..rest.find(['\n', '\r']).unwrap_or(rest.len())];
        let at = (start - line_start).min(line_text.len());
        let end = (fail.span.end as usize).saturating_sub(line_start).clamp(at, line_text.len());
        let shown = excerpt(line_text, at, end);
        ParseError {
            file: self.file.to_string(),
            line: self.line(start),
            column: line_text[..at].trim_start_matches('\u{feff}').chars().count() as u32 + 1,
            is_warning: false,
            message: fail.message,
            help: fail.help,
            source_line: shown.text,
            caret: shown.caret,
            span_len: shown.len.max(1),
            function,
        }
    }
}

/// Line breaks that end in `from..to`: `\n`, `\r\n` and a lone `\r`.
fn count_breaks(bytes: &[u8], from: usize, to: usize) -> u32 {
    let is_break = |i: &usize| match bytes[*i] {
        b'\n' => true,
        b'\r' => bytes.get(i + 1) != Some(&b'\n'),
        _ => false,
    };
    (from..to).filter(is_break).count() as u32
}

struct Excerpt {
    text: String,
    caret: usize,
    len: usize,
}

/// The part of a line around `at..end`, made safe to print, with the caret's place in it.
fn excerpt(line: &str, at: usize, end: usize) -> Excerpt {
    let before = line[..at].char_indices().rev().nth(WINDOW / 2).map_or(0, |(i, _)| i);
    let after = line[at..].char_indices().nth(WINDOW / 2).map_or(line.len(), |(i, _)| at + i);
    let mut text = String::from(if before > 0 { "…" } else { "" });
    line[before..at].chars().for_each(|c| push_shown(&mut text, c));
    let caret = text.chars().count();
    line[at..end.min(after)].chars().for_each(|c| push_shown(&mut text, c));
    let len = text.chars().count() - caret;
    line[end.min(after)..after].chars().for_each(|c| push_shown(&mut text, c));
    text.push_str(if after < line.len() { "…" } else { "" });
    // White space behind the last character goes, unless the marks stand in it.
    let shown = text.trim_end().chars().count().max(caret + len);
    Excerpt { text: text.chars().take(shown).collect(), caret, len }
}

/// Tabs become four spaces; whatever would disturb a terminal is escaped.
fn push_shown(text: &mut String, c: char) {
    match c {
        '\t' => text.push_str("    "),
        '\u{feff}' | '\u{c}' => {}
        c if is_unprintable(c) => text.extend(c.escape_unicode()),
        c => text.push(c),
    }
}

/// Control characters and the invisible ones that change the direction or order of text.
pub(crate) fn is_unprintable(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A piece of the file as quoted in a message: short and safe to print.
pub(crate) fn quote(text: &str) -> String {
    let mut shown = String::new();
    text.chars().take(60).for_each(|c| push_shown(&mut shown, c));
    if text.chars().nth(60).is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(text: &str, start: usize) -> ParseError {
        Source::new(text, "f.py").locate(*Fail::new(Span::new(start, start), "m"), None)
    }

    #[test]
    fn lines_end_in_three_ways() {
        let text = "a\nb\r\nc\rd";
        assert_eq!([0, 2, 5, 7, 8].map(|at| place(text, at).line), [1, 2, 3, 4, 4]);
    }

    #[test]
    fn columns_count_characters() {
        assert_eq!(place("é = ö", 5).column, 5);
        assert_eq!(place("\u{feff}x", 3).column, 1);
    }

    #[test]
    fn lines_beyond_the_first_block() {
        let text = "x\r\n".repeat(5000);
        assert_eq!(place(&text, 3 * 4999).line, 5000);
        assert_eq!(place(&text, text.len()).line, 5001);
    }

    #[test]
    fn long_lines_are_cut_and_controls_escaped() {
        let error = place(&format!("{}\x1b[31m{}", "a".repeat(5000), "b".repeat(5000)), 5000);
        assert!(error.source_line.chars().count() < WINDOW + 12, "{}", error.source_line);
        assert!(error.source_line.contains("\\u{1b}"));
        assert_eq!(error.source_line.chars().nth(error.caret), Some('\\'));
    }
}
