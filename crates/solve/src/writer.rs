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
