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

    /// The lines that the result needs, which is in `O`.
    pub fn finish(mut self, result: &str) -> Vec<String> {
        if !self.lines.iter().any(|(name, _)| name == result) {
            self.call("identity", &[&result]);
        } else {
            while self.lines.last().is_some_and(|(name, _)| name != result) {
                self.lines.pop();
            }
        }
        if let Some((name, _)) = self.lines.last_mut() {
            *name = "O".to_string();
        }
        needed(self.lines.into_iter().map(|(name, call)| format!("{name} = {call}")).collect())
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
    let input = [("I", format!("x{shift}"))];
    lines.extend(then.iter().map(|line| renamed(line, shift, &input)));
    needed(lines)
}

/// A program inside another one: first lines with what stands for its parameters, as far as it uses them, and a last
/// line with what becomes of its result.
pub fn inside(
    given: &[(&str, String)],
    body: &[String],
    last: impl Fn(&str) -> String,
) -> Vec<String> {
    if body.is_empty() {
        return Vec::new();
    }
    let mut lines: Vec<String> =
        given.iter().enumerate().map(|(i, (_, call))| format!("x{} = {call}", i + 1)).collect();
    let shift = lines.len();
    let names: Vec<(&str, String)> =
        given.iter().enumerate().map(|(i, (name, _))| (*name, format!("x{}", i + 1))).collect();
    lines.extend(body.iter().map(|line| renamed(line, shift, &names)));
    let result = format!("x{}", lines.len());
    if let Some(line) = lines.last_mut() {
        *line = line.replacen("O =", &format!("{result} ="), 1);
    }
    lines.push(format!("O = {}", last(&result)));
    needed(lines)
}

/// A line whose variables have higher numbers, with other names for some.
fn renamed(line: &str, shift: usize, names: &[(&str, String)]) -> String {
    rewritten(line, |word| match number(word) {
        Some(n) => Some(format!("x{}", n + shift)),
        None => names.iter().find(|(name, _)| *name == word).map(|(_, other)| other.clone()),
    })
}

/// The number of a variable.
fn number(word: &str) -> Option<usize> {
    word.strip_prefix('x').and_then(|n| n.parse().ok())
}

/// A line with some of its words replaced.
fn rewritten(line: &str, mut replace: impl FnMut(&str) -> Option<String>) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut words = String::new();
    let mut rest = line;
    while let Some(start) = rest.find(is_word) {
        let end = rest[start..].find(|c| !is_word(c)).map_or(rest.len(), |end| start + end);
        let word = &rest[start..end];
        words.push_str(&rest[..start]);
        words.push_str(&replace(word).unwrap_or_else(|| word.to_string()));
        rest = &rest[end..];
    }
    words + rest
}

/// The lines that the last one needs, numbered from 1: line n assigns variable n.
pub fn needed(lines: Vec<String>) -> Vec<String> {
    let mut needs = vec![false; lines.len() + 1];
    needs[lines.len()] = true;
    for at in (1..=lines.len()).rev() {
        if needs[at] {
            rewritten(&lines[at - 1], |word| {
                needs[number(word).filter(|&n| n < at).unwrap_or(at)] = true;
                None
            });
        }
    }
    let mut numbers = vec![0; lines.len() + 1];
    for at in 1..=lines.len() {
        numbers[at] = numbers[at - 1] + needs[at] as usize;
    }
    let rename =
        |line: &String| rewritten(line, |word| Some(format!("x{}", numbers[number(word)?])));
    lines
        .iter()
        .zip(&needs[1..])
        .filter(|(_, needed)| **needed)
        .map(|(line, _)| rename(line))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.split("; ").map(str::to_string).collect()
    }

    #[test]
    fn only_lines_that_are_needed_stay() {
        let mut writer = Writer::new();
        let unused = writer.call("crop_l", &[&"I"]);
        let turned = writer.call("turn_l", &[&"I", &1]);
        assert_eq!(writer.call("crop_l", &[&"I"]), unused);
        let twice = writer.call("turn_l", &[&turned, &2]);
        writer.call("trim_l", &[&twice]);
        assert_eq!(writer.finish(&twice), lines("x1 = turn_l(I, 1); O = turn_l(x1, 2)"));
        assert_eq!(Writer::new().finish("I"), lines("O = identity(I)"));
    }

    #[test]
    fn one_after_the_other() {
        let then = lines("x1 = near_p(I, 12); O = grid_p(x1)");
        let both = after(&lines("x1 = crop_l(I); O = picture_l(x1)"), &then);
        assert_eq!(
            both,
            lines("x1 = crop_l(I); x2 = picture_l(x1); x3 = near_p(x2, 12); O = grid_p(x3)")
        );
    }

    #[test]
    fn one_inside_the_other() {
        let given =
            [("I", "ranked_l(I, 0)".to_string()), ("S", "ranked_pairs_l(S, 0, ())".to_string())];
        let back = |o: &str| format!("unranked_l({o}, I, 0, ())");
        let plain = inside(&given, &lines("O = picture_l(I)"), back);
        assert_eq!(
            plain,
            lines("x1 = ranked_l(I, 0); x2 = picture_l(x1); O = unranked_l(x2, I, 0, ())")
        );
        let shown = inside(&given, &lines("x1 = shown_l(S, I, 0); O = picture_l(x1)"), back);
        assert_eq!(
            shown[1..4].join("; "),
            "x2 = ranked_pairs_l(S, 0, ()); x3 = shown_l(x2, x1, 0); x4 = picture_l(x3)"
        );
    }
}
