//! Everything a command prints: text for people or JSON for machines.

use std::env;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::path::Path;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::args::{Common, When};
use crate::failure::{Failure, Told};

/// How many colours the terminal has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Depth {
    /// None: digits.
    Plain,
    /// The 256 colours of xterm.
    Indexed,
    /// 24 bits.
    True,
}

/// Standard output with its conventions.
pub struct Output {
    out: BufWriter<Stdout>,
    /// Machines are reading: one JSON value and nothing else.
    pub json: bool,
    /// The colours that may be used.
    pub depth: Depth,
    /// Columns of the terminal.
    pub width: usize,
    /// Nobody reads any more. Commands go on: what they do may outlast what they print.
    closed: bool,
    /// The one JSON value has been printed.
    answered: bool,
}

impl Output {
    /// Looks at the arguments and the terminal.
    pub fn new(common: &Common) -> Output {
        let depth = match common.color {
            When::Never => Depth::Plain,
            When::Always => terminal_depth(Depth::Indexed),
            When::Auto if set("NO_COLOR") || !io::stdout().is_terminal() => Depth::Plain,
            When::Auto => terminal_depth(Depth::Plain),
        };
        let out = BufWriter::new(io::stdout());
        let (json, width) = (common.json, terminal_width());
        Output { out, json, depth, width, closed: false, answered: false }
    }

    /// Writes, unless nobody reads.
    fn tell(&mut self, write: impl FnOnce(&mut BufWriter<Stdout>) -> io::Result<()>) -> Told {
        if self.closed {
            return Ok(());
        }
        match write(&mut self.out) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => self.closed = true,
            told => told?,
        }
        Ok(())
    }

    /// Writes text as it is.
    pub fn text(&mut self, text: &str) -> Told {
        self.tell(|out| out.write_all(text.as_bytes()))
    }

    /// Writes a line.
    pub fn line(&mut self, text: &str) -> Told {
        self.text(text)?;
        self.text("\n")
    }

    /// Writes a value as JSON.
    pub fn value(&mut self, value: &impl Serialize) -> Told {
        self.answered = true;
        // Our values have string keys only and write to a stream, so all errors are the stream's.
        self.tell(|out| serde_json::to_writer(out, value).map_err(io::Error::from))?;
        self.text("\n")
    }

    /// Hands everything written so far to the reader.
    pub fn flush(&mut self) -> Told {
        self.tell(BufWriter::flush)
    }

    /// Bold text, where colours are allowed.
    pub fn bold(&self, text: &str) -> String {
        self.styled("1", text)
    }

    /// Faint text, where colours are allowed.
    pub fn dim(&self, text: &str) -> String {
        self.styled("2", text)
    }

    fn styled(&self, code: &str, text: &str) -> String {
        match self.depth {
            Depth::Plain => text.to_string(),
            _ => format!("\x1b[{code}m{text}\x1b[0m"),
        }
    }

    /// Tells people why the command failed, and machines too if they are listening and have not
    /// got their one value yet.
    pub fn complain(&mut self, failure: &Failure) {
        if self.json && !self.answered {
            // The failure is what matters now; another one while telling it is not.
            let _ = self.value(&failure.json()).and_then(|()| self.flush());
        }
        let _ = self.flush();
        eprintln_quietly(&format!("batt: {}", failure.message));
        if let Some(hint) = &failure.hint {
            eprintln_quietly(&format!("  {hint}"));
        }
    }

    /// A remark for people that is not part of the result.
    pub fn note(&mut self, text: &str) {
        let _ = self.flush();
        eprintln_quietly(text);
    }

    /// A line that shows that something is going on, only on a terminal.
    pub fn spinner(&self, text: &str) -> ProgressBar {
        if !io::stderr().is_terminal() {
            return ProgressBar::hidden();
        }
        let style = ProgressStyle::with_template("{spinner} {msg} {elapsed}");
        let spinner = ProgressBar::new_spinner().with_message(text.to_string());
        spinner.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        spinner.enable_steady_tick(Duration::from_millis(100));
        spinner
    }

    /// A bar for work of known length, only on a terminal.
    pub fn bar(&self, text: &str, length: u64) -> ProgressBar {
        if !io::stderr().is_terminal() {
            return ProgressBar::hidden();
        }
        let style = ProgressStyle::with_template("{msg} {bar:40} {pos} of {len}, {eta} left");
        let bar = ProgressBar::new(length).with_message(text.to_string());
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar
    }

    /// Rows in columns, as narrow as their content; the last one is not padded.
    pub fn table(&mut self, rows: &[Vec<String>]) -> Told {
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |c: usize| rows.iter().filter_map(|r| r.get(c)).map(|s| visible(s)).max();
        let widths: Vec<usize> = (0..columns).map(|c| width(c).unwrap_or(0)).collect();
        for row in rows {
            let padded = |(cell, width): (&String, &usize)| {
                format!("{cell}{}", " ".repeat(width.saturating_sub(visible(cell))))
            };
            let cells: Vec<String> = row.iter().zip(&widths).map(padded).collect();
            self.line(cells.join("  ").trim_end())?;
        }
        Ok(())
    }
}

/// Columns that text takes: escape sequences, which end in `m`, take none.
fn visible(text: &str) -> usize {
    let mut parts = text.split('\x1b');
    let plain = parts.next().map_or(0, |part| part.chars().count());
    let rest = parts.map(|part| part.split_once('m').map_or(0, |(_, rest)| rest.chars().count()));
    plain + rest.sum::<usize>()
}

/// `eprintln!` panics when standard error is closed.
fn eprintln_quietly(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

fn set(name: &str) -> bool {
    env::var_os(name).is_some_and(|value| !value.is_empty())
}

fn terminal_depth(dumb: Depth) -> Depth {
    let has = |name: &str, words: &[&str]| {
        env::var(name).is_ok_and(|value| words.iter().any(|word| value.contains(word)))
    };
    if has("COLORTERM", &["truecolor", "24bit"]) {
        Depth::True
    } else if cfg!(unix) && (!set("TERM") || has("TERM", &["dumb"])) {
        dumb
    } else {
        Depth::Indexed
    }
}

fn terminal_width() -> usize {
    let asked = env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let seen = || console::Term::stdout().size_checked().map(|(_, columns)| columns as usize);
    asked.or_else(seen).unwrap_or(100).clamp(20, 1000)
}

/// Breaks text into lines of at most `width` characters, where words allow it.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

/// A number of things: `1 task`, `2 tasks`.
pub fn plural(n: u64, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// A path as text. JSON has no other way to say one, and panics at a path that is not UTF-8.
pub fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// Text from files as it can be shown: no control characters, not endless.
pub fn printable(text: &str) -> String {
    let shown = text.chars().take(300).map(|c| if c.is_control() { '\u{fffd}' } else { c });
    shown.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wraps_at_words() {
        assert_eq!(wrapped("one two  three", 8), ["one two", "three"]);
        assert_eq!(wrapped("extraordinary", 5), ["extraordinary"]);
        assert!(wrapped("", 5).is_empty());
    }

    #[test]
    fn escapes_take_no_room() {
        assert_eq!(visible("\x1b[1mtäsk\x1b[0m!"), 5);
        assert_eq!((visible("ms"), visible("")), (2, 0));
    }

    #[test]
    fn control_characters_do_not_reach_the_terminal() {
        assert_eq!(printable("a\x1b[31mb"), "a\u{fffd}[31mb");
    }
}
