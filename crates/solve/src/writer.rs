//! Programs in line form, written call by call.

use std::fmt::Display;

/// Lines of a program in the `batt` dialect. Equal calls are one line.
#[derive(Clone, Default, Debug)]
pub struct Writer {
    lines: Vec<(String, String)>,
}

impl Writer {
    /// No lines yet.
    pub fn new() -> Writer {
        Writer::default()
    }

    /// The name of a call's result: of an earlier line if it stands there already.
    pub fn call(&mut self, op: &str, args: &[&dyn Display]) -> String {
        let args: Vec<String> = args.iter().map(|arg| arg.to_string()).collect();
        let call = format!("{op}({})", args.join(", "));
        if let Some((name, _)) = self.lines.iter().find(|(_, other)| *other == call) {
            return name.clone();
        }
        let name = format!("x{}", self.lines.len() + 1);
        self.lines.push((name.clone(), call));
        name
    }

    /// The lines, with the result in `O`.
    pub fn finish(mut self, result: &str) -> Vec<String> {
        if self.lines.last().is_none_or(|(name, _)| name != result) {
            self.call("identity", &[&result]);
        }
        if let Some((name, _)) = self.lines.last_mut() {
            *name = "O".to_string();
        }
        self.lines.into_iter().map(|(name, call)| format!("{name} = {call}")).collect()
    }
}

/// A program after another one: its `I` is what the first one gives.
pub fn after(first: &[String], then: &[String]) -> Vec<String> {
    if then.is_empty() {
        return Vec::new();
    }
    let shift = first.len();
    let mut lines: Vec<String> = first.to_vec();
    if let Some(last) = lines.last_mut() {
        *last = last.replacen("O =", &format!("x{shift} ="), 1);
    }
    lines.extend(then.iter().map(|line| renamed(line, shift)));
    lines
}

/// A line whose variables have higher numbers and whose `I` is the last one before them.
fn renamed(line: &str, shift: usize) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut words = String::new();
    let mut rest = line;
    while let Some(start) = rest.find(is_word) {
        let end = rest[start..].find(|c| !is_word(c)).map_or(rest.len(), |end| start + end);
        let word = &rest[start..end];
        words.push_str(&rest[..start]);
        match word.strip_prefix('x').and_then(|n| n.parse::<usize>().ok()) {
            Some(n) => words.push_str(&format!("x{}", n + shift)),
            None if word == "I" => words.push_str(&format!("x{shift}")),
            None => words.push_str(word),
        }
        rest = &rest[end..];
    }
    words + rest
}
