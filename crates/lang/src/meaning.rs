//! What a number means as an argument of one of the solver's ops: its documentation lists them.
//!
//! The documentation is the only list there is: `0 row; 1 column; 2 row from below` says what `place_p(x, 2)` asks for.

use crate::constants::{Const, ConstValue};
use crate::ops::Op;
use crate::types::Dialect;

/// The words for a number in the documentation of an op of the solver, if they are there.
pub fn meaning(op: Op, number: i64) -> Option<String> {
    if !op.kernel().info().family.is_solvers() {
        return None;
    }
    let doc = op.kernel().doc();
    let words: Vec<&str> = doc.split_whitespace().collect();
    let at = (0..words.len()).find(|&at| is_item(&words, at) && words[at] == number.to_string())?;
    let item: Vec<&str> = item(&words[at + 1..]).collect();
    let said = item.join(" ");
    let said = said.trim_end_matches([';', '.', ',']);
    (!said.is_empty()).then(|| said.to_string())
}

/// Whether a word begins an item of a list: a number after the end of something, and no range.
fn is_item(words: &[&str], at: usize) -> bool {
    let begins = |before: &str| before.ends_with([':', ';', ',', '=']) || before == "and";
    let next = |n: usize| words.get(at + n).copied().unwrap_or_default();
    is_number(words[at])
        && at > 0
        && begins(words[at - 1])
        && !(next(1) == "to" && is_number(next(2)))
}

fn is_number(word: &str) -> bool {
    word.parse::<i64>().is_ok()
}

/// The words of an item: until a semicolon or a full stop, or where a comma or "and" comes before the next number.
fn item<'w>(words: &'w [&'w str]) -> impl Iterator<Item = &'w str> {
    let ends = |at: usize| {
        let next = words.get(at + 1).copied().unwrap_or_default();
        let and = next == "and" && words.get(at + 2).is_some_and(|word| is_number(word));
        words[at].ends_with([';', '.']) || words[at].ends_with(',') && is_number(next) || and
    };
    let last = (0..words.len()).find(|&at| ends(at)).unwrap_or(words.len().saturating_sub(1));
    words.iter().take(last + 1).copied()
}

/// A program's text in line form with what numbers mean behind the lines, for people.
pub fn explained(text: &str, dialect: Dialect) -> String {
    let line = |line: &str| match comment(line, dialect) {
        Some(comment) => format!("{line}  # {comment}\n"),
        None => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

/// What the number means that chooses what the op of a line does.
fn comment(line: &str, dialect: Dialect) -> Option<String> {
    let (_, call) = line.split_once(" = ")?;
    let (op, args) = call.split_once('(')?;
    let op = Op::lookup(dialect, op)?;
    let arg = args.trim_end_matches(')').split(", ").nth(choice(op)?)?;
    meaning(op, number(arg, dialect)?)
}

/// The parameter that the documentation lists values of: `how = 0 equal to value; …`, else the last one.
fn choice(op: Op) -> Option<usize> {
    let (doc, params) = (op.kernel().doc(), op.params());
    let listed = |param: &crate::ops::Param| doc.contains(&format!("{} = ", param.name));
    params.iter().position(listed).or(params.len().checked_sub(1))
}

fn number(arg: &str, dialect: Dialect) -> Option<i64> {
    match Const::lookup(dialect, arg).map(Const::value) {
        Some(ConstValue::Int(n)) => Some(n),
        Some(_) => None,
        None => arg.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(op: &str, number: i64) -> Option<String> {
        meaning(Op::lookup(Dialect::Batt, op).expect("an op"), number)
    }

    #[test]
    fn lists_of_every_form_are_read() {
        assert_eq!(said("place_p", 20).as_deref(), Some("column modulo 4"));
        assert_eq!(said("place_p", 0).as_deref(), Some("row"));
        assert_eq!(said("place_p", 31).as_deref(), Some("on the edge"));
        assert_eq!(said("turn_l", 7).as_deref(), Some("at the other one"));
        assert_eq!(said("pick_l", 1).as_deref(), Some("fewest set cells"));
        assert_eq!(said("pick_l", 0).as_deref(), Some("most"));
        assert_eq!(said("scene_b", 8).as_deref(), Some("by colour, on 0"));
        assert_eq!(
            said("act_b", 188).as_deref().map(|s| s.starts_with("to the nearest")),
            Some(true)
        );
    }

    #[test]
    fn what_is_not_listed_has_no_meaning() {
        assert_eq!(said("place_p", 99), None);
        assert_eq!(said("act_b", 3), None);
        assert_eq!(said("keep_l", 3), None);
        assert_eq!(said("vmirror_t", 1), None);
    }

    #[test]
    fn lines_get_their_words() {
        let test = "    x3 = test_b(x2, ONE, FIVE)";
        assert_eq!(explained(test, Dialect::Batt), format!("{test}  # at least value\n"));
        let text =
            "def solve_t(S, I, C):\n    x1 = place_p(I, FOUR)\n    x2 = crop_l(I)\n    return x2\n";
        let told = "def solve_t(S, I, C):\n    x1 = place_p(I, FOUR)  # row modulo 2\n    x2 = crop_l(I)\n    return x2\n";
        assert_eq!(explained(text, Dialect::Batt), told);
    }
}
