//! Programs in what a language model wrote: prose around code, Markdown fences, several functions, bare lines.

use crate::program::{Parsed, Program};
use crate::types::Dialect;
use crate::{ParseError, parse};

/// The longest completion that is looked at, in bytes.
pub const MAX_COMPLETION: usize = 1 << 20;
/// Fenced blocks that are tried, the last ones of a text.
const MAX_BLOCKS: usize = 8;
/// What the input is called where lines stand without a function.
const INPUTS: [&str; 4] = ["I", "grid", "input_grid", "input"];

/// The program of a completion, or why there is none: what is wrong with the code that was most likely meant. A program that is
/// named after `task` goes before others, the last one before the first.
pub fn completion(text: &str, task: &str, dialect: Option<Dialect>) -> Result<Program, String> {
    if text.len() > MAX_COMPLETION {
        let size = text.len();
        return Err(format!("the completion has {size} bytes; at most {MAX_COMPLETION} are read"));
    }
    let mut first = None;
    for code in codes(text) {
        match program(&code, task, dialect) {
            Ok(program) => return Ok(program),
            Err(error) => _ = first.get_or_insert(error),
        }
    }
    Err(first.map_or("no code in the completion".into(), |error: Box<ParseError>| {
        format!("{} (line {} of the code: {})", error.message, error.line, error.source_line.trim())
    }))
}

/// What may be code, likeliest first: fenced blocks from the last to the first, then what looks like code anywhere.
fn codes(text: &str) -> impl Iterator<Item = String> {
    let mut blocks = fenced(text);
    blocks.reverse();
    blocks.truncate(MAX_BLOCKS);
    blocks.push(text.to_string());
    blocks.into_iter().filter_map(|block| functions(&block).or_else(|| bare(&block)))
}

/// The insides of Markdown fences; the last one may be left open.
fn fenced(text: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut open: Option<(&str, String)> = None;
    for line in text.lines() {
        let trimmed = line.trim_start();
        let marks = if trimmed.starts_with("~~~") { "~~~" } else { "```" };
        match &mut open {
            None if trimmed.starts_with(marks) => open = Some((marks, String::new())),
            None => {}
            Some((mark, _)) if trimmed.starts_with(*mark) => {
                blocks.extend(open.take().map(|(_, block)| block));
            }
            Some((_, block)) => {
                block.push_str(line);
                block.push('\n');
            }
        }
    }
    blocks.extend(open.map(|(_, block)| block));
    blocks
}

/// The functions of a text with what belongs to them, moved to the margin; nothing if there are none.
fn functions(text: &str) -> Option<String> {
    let is_def = |line: &str| line.trim_start().starts_with("def ");
    let margin = text.lines().find(|line| is_def(line)).map(indent)?;
    let (mut code, mut inside) = (String::new(), false);
    for line in text.lines() {
        let (deep, own) = (indent(line), line.trim_start());
        let starts = deep == margin && (is_def(line) || own.starts_with('@'));
        let goes_on = own.is_empty() || deep > margin || own.starts_with([')', ']', '#']);
        let imports = own.starts_with("from ") && own.contains(" import ");
        inside = starts || (inside && goes_on);
        if inside || (deep == margin && imports) {
            code.push_str(line.get(margin..).unwrap_or_default());
            code.push('\n');
        }
    }
    Some(code)
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches([' ', '\t']).len()
}

/// Lines such as `x1 = …` and `O = …`, made a function; nothing if there are none.
fn bare(text: &str) -> Option<String> {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| is_line(line)).collect();
    let result = match lines.iter().any(|line| line.starts_with("return ")) {
        true => None,
        false => {
            let names: Vec<&str> = lines.iter().filter_map(|line| target(line)).collect();
            Some(*names.iter().find(|name| **name == "O").or(names.last())?)
        }
    };
    let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    let input = INPUTS.iter().find(|input| words.clone().any(|word| word == **input));
    let is_batt = words.any(|word| word == "S");
    let params = match (input, is_batt) {
        (_, true) => "S, I, C".to_string(),
        (input, false) => input.unwrap_or(&"I").to_string(),
    };
    let mut code = format!("def solve({params}):\n");
    lines.iter().for_each(|line| code += &format!("    {line}\n"));
    result.iter().for_each(|name| code += &format!("    return {name}\n"));
    Some(code)
}

fn is_line(line: &str) -> bool {
    line.starts_with("return ") || target(line).is_some()
}

/// The name that a line assigns to.
fn target(line: &str) -> Option<&str> {
    let (name, value) = line.split_once('=')?;
    let name = name.split(':').next().unwrap_or_default().trim();
    let mut letters = name.chars();
    let is_name = letters.next().is_some_and(|c| c.is_alphabetic() || c == '_')
        && letters.all(|c| c.is_alphanumeric() || c == '_');
    (is_name && !value.starts_with('=') && !value.trim().is_empty()).then_some(name)
}

/// The program of some code.
fn program(code: &str, task: &str, dialect: Option<Dialect>) -> Result<Program, Box<ParseError>> {
    let mut parsed = parse(code.as_bytes(), "completion", dialect);
    if parsed.programs.is_empty() && parsed.unnamed.is_none() && is_unnamed(&parsed) {
        // A function of any other name may be meant: the last one.
        let mut defs = code.lines().filter_map(|line| line.strip_prefix("def ")?.split_once('('));
        if let Some((name, _)) = defs.next_back() {
            let code = format!("{code}\ndef solve(I):\n    return {}(I)\n", name.trim());
            parsed = parse(code.as_bytes(), "completion", dialect);
        }
    }
    parsed.name_after([task]);
    let own = parsed.programs.iter().position(|program| program.id == task);
    let at = own.or(parsed.programs.len().checked_sub(1));
    match at {
        Some(at) => Ok(parsed.programs.swap_remove(at)),
        None => Err(Box::new(parsed.errors.swap_remove(0))),
    }
}

/// Whether all that is wrong is that no function is named as programs are.
fn is_unnamed(parsed: &Parsed) -> bool {
    matches!(&parsed.errors[..], [error] if error.function.is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> String {
        match completion(text, "abc", None) {
            Ok(program) => crate::to_lines("p", &program.dag, program.dag.roots()[0], 1),
            Err(why) => why,
        }
    }

    const TURN: &str = "def p(I):\n    x1 = rot90(I)\n    return x1\n";

    #[test]
    fn code_is_found_however_it_is_put() {
        let told = [
            "def solve(I):\n    return rot90(I)",
            "Sure!\n```python\ndef transform(grid):\n    return rot90(grid)\n```\nIt turns the grid.",
            "First try:\n```\ndef solve(I):\n    return I\n```\nBetter:\n```py\ndef solve(I):\n    return rot90(I)\n```",
            "```python\nx1 = rot90(I)\nO = x1",
            "The answer is:\nx1 = rot90(I)\nO = x1\nas 2 == 2 shows.",
            "  def solve_abc(I):\n      O = rot90(I)\n      return O\n\n  Done.",
            "def my_idea(grid):\n    return rot90(grid)\n",
            "from dsl import *\nfrom constants import *\n\ndef helper(g):\n    return rot90(g)\n\ndef solve_other(I):\n    return helper(I)\n",
            "def solve_abc(I):\n    return rot90(I)\n\ndef solve_xyz(I):\n    return I\n",
            "<think>def is a keyword</think>\n~~~\nreturn rot90(grid)\n~~~",
            "x1 = rot90(input_grid)",
        ];
        for text in told {
            assert_eq!(lines(text), TURN, "{text}");
        }
    }

    #[test]
    fn what_is_no_program_says_why() {
        let told = [
            ("", "no code in the completion"),
            ("I do not know.", "no code in the completion"),
            (
                "def solve(grid):\n    for row in grid:\n        pass\n    return grid",
                "`for` is not part of the language (line 2 of the code: for row in grid:)",
            ),
            (
                "```python\nimport numpy as np\ndef transform(grid):\n    return np.rot90(grid)\n```",
                "attributes are not part of the language (line 2 of the code: return np.rot90(grid))",
            ),
            (
                "def solve(I):\n    return rott90(I)",
                "unknown op `rott90` (line 2 of the code: return rott90(I))",
            ),
        ];
        for (text, why) in told {
            assert_eq!(lines(text), why, "{text}");
        }
        assert!(lines(&"a".repeat(MAX_COMPLETION + 1)).contains("at most"));
    }

    #[test]
    fn hostile_text_gives_a_reason() {
        let deep = format!("x = {}I{}", "rot90(".repeat(5000), ")".repeat(5000));
        let many = "```\nx = 1 +\n```\n".repeat(20_000);
        for text in
            [deep.as_str(), &many, "\0\0def solve(I):\n\0", "```", "def ", "def (", "=\n=", "x="]
        {
            assert!(completion(text, "abc", None).is_err(), "{text:.40}");
        }
    }
}
