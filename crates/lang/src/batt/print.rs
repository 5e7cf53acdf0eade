//! A batt as a Python file that people read and compare.

use std::fmt::Write;

use super::{Batt, NAME, line_numbers};
use crate::print::{line_call, operand};
use crate::source::is_unprintable;
use crate::types::Dialect;

/// The Python file of a batt. [`crate::parse`] reads it back: the same lines, entries and dialect.
pub fn to_python(batt: &Batt) -> String {
    let mut text = String::new();
    head(&mut text, batt);
    let _ = write!(text, "\n\ndef {NAME}(task_id, S, I, C, log_path):\n");
    let numbers = line_numbers(&batt.dag);
    for (at, id) in batt.lines().enumerate() {
        let _ = write!(text, "    x{} = ", at + 1);
        line_call(&mut text, &batt.dag, id, &numbers);
        note(&mut text, batt.notes.get(at));
        text.push('\n');
    }
    solvers(&mut text, batt, &numbers);
    differs(&mut text, batt, &numbers);
    text.push_str("    return o, s\n");
    text
}

/// The module that a dialect's names are imported from.
pub(crate) fn module(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Arc => "arcbatt.dsl",
        Dialect::Batt => "arcbatt.dsl_batt",
    }
}

fn head(text: &mut String, batt: &Batt) {
    if !batt.about.is_empty() {
        text.push_str("\"\"\"");
        for (at, line) in batt.about.iter().enumerate() {
            text.push_str(if at == 0 { "" } else { "\n" });
            text.extend(line.chars().map(plain));
        }
        text.push_str("\n\"\"\"\n");
    }
    let _ = writeln!(text, "from {} import *", module(batt.dialect()));
}

fn note(text: &mut String, note: Option<&String>) {
    if let Some(note) = note.filter(|note| !note.is_empty()) {
        text.push_str("  # ");
        text.extend(note.chars().map(plain));
    }
}

/// Keeps remarks from ending where they should not.
fn plain(c: char) -> char {
    if c == '"' || c == '\\' || is_unprintable(c) { '_' } else { c }
}

fn solvers(text: &mut String, batt: &Batt, numbers: &[u32]) {
    open(text, 'o', batt.solvers.is_empty());
    for entry in &batt.solvers {
        let mutated = if entry.mutated { "True" } else { "False" };
        let _ = write!(text, "        ({}, {mutated}, {}, ", entry.step, quoted(&entry.id));
        operand(text, &batt.dag, entry.node, numbers);
        text.push_str("),\n");
    }
    close(text, batt.solvers.is_empty());
}

fn differs(text: &mut String, batt: &Batt, numbers: &[u32]) {
    open(text, 's', batt.differs.is_empty());
    for entry in &batt.differs {
        let solver = entry.solver.as_deref().map_or("None".into(), quoted);
        let _ = write!(text, "        ({}, {solver}, {}, ", entry.step, quoted(&entry.name));
        operand(text, &batt.dag, entry.node, numbers);
        text.push_str("),\n");
    }
    close(text, batt.differs.is_empty());
}

fn open(text: &mut String, name: char, empty: bool) {
    let _ = write!(text, "    {name} = ({}", if empty { "" } else { "\n" });
}

fn close(text: &mut String, empty: bool) {
    text.push_str(if empty { ")\n" } else { "    )\n" });
}

/// A name in quotes. Names are words; what is none could end the string early.
fn quoted(name: &str) -> String {
    let word = |c: char| if c.is_alphanumeric() { c } else { '_' };
    format!("\"{}\"", name.chars().map(word).collect::<String>())
}
