//! Errors of program files, shown the way compilers show them.

use std::fmt;

/// One thing that is wrong in a program file, or is likely to be.
///
/// Invariant: `source_line` can be printed as it is, and `caret + span_len` lies within it or
/// just behind its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// The file, as the caller named it.
    pub file: String,
    /// Line number from 1.
    pub line: u32,
    /// Column from 1, counted in characters.
    pub column: u32,
    /// Whether the program can be run all the same.
    pub is_warning: bool,
    /// What is wrong.
    pub message: String,
    /// What could be done about it.
    pub help: Option<String>,
    /// The line as shown: tabs expanded, control characters escaped, cut around the place.
    pub source_line: String,
    /// Where in `source_line` the marked part starts, in characters from 0.
    pub caret: usize,
    /// How many characters of `source_line` are marked.
    pub span_len: usize,
    /// The program function it is in, if it is in one.
    pub function: Option<String>,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.line.to_string();
        let margin = " ".repeat(number.len());
        let what = if self.is_warning { "warning" } else { "error" };
        writeln!(f, "{what}: {}", self.message)?;
        writeln!(f, "{margin} --> {}:{}:{}", self.file, self.line, self.column)?;
        if !self.source_line.is_empty() {
            writeln!(f, "{margin}  |")?;
            writeln!(f, " {number} | {}", self.source_line)?;
            let marks = "^".repeat(self.span_len);
            write!(f, "{margin}  | {}{marks}", " ".repeat(self.caret))?;
        } else {
            write!(f, "{margin}  |")?;
        }
        match &self.help {
            Some(help) => write!(f, "\n{margin}  = help: {help}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for ParseError {}
