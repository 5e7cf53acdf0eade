//! Program files that are a little, or very, wrong.

use std::fmt::Write;

use judge::Random;
use judge::material::FILES;
use lang::{Const, Dialect, Op, to_inline, to_lines};

use crate::case::Case;

/// Pieces of text that mean something to the reader of Python.
const TOKENS: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    ";",
    "=",
    "==",
    "->",
    ".",
    "@",
    "-",
    "--",
    "+",
    "*",
    "**",
    "\\",
    "\\\n",
    "\n",
    "\r",
    "\r\n",
    "\t",
    "    ",
    "  ",
    "\u{c}",
    "\0",
    "#",
    "# c\n",
    "'",
    "\"",
    "'''",
    "\"\"\"",
    "f'",
    "rb\"",
    "'a' \"b\"",
    "def ",
    "return ",
    "return",
    "lambda ",
    "None",
    "True",
    "False",
    "not ",
    "if ",
    "else ",
    "class ",
    "import os",
    "from a import *",
    "async ",
    "pass",
    "0",
    "1",
    "-1",
    "007",
    "0x1F",
    "1_000",
    "1e3",
    "1.5",
    "9223372036854775807",
    "-9223372036854775808",
    "9223372036854775808",
    "99999999999999999999999",
    "(0, 1)",
    "(1,)",
    "()",
    "(,)",
    "x1",
    "x2",
    "I",
    "S",
    "C",
    "O",
    "solve_a",
    "batt",
    "\"a\"",
    "o",
    "s",
    "differ_",
    "é",
    "ﬁ",
    "名",
    "\u{feff}",
    "\u{2028}",
    "𝐈",
    "\u{301}",
    "$",
    "?",
    "!",
    "`",
];

/// The file of a seed.
pub fn file(seed: u64) -> Vec<u8> {
    let mut random = Random::new(seed);
    let mut bytes = base(&mut random);
    if random.chance(3) {
        bytes.extend(bomb(&mut random).into_bytes());
    }
    for _ in 0..random.below(8) {
        mutate(&mut random, &mut bytes);
    }
    bytes
}

/// One of our files, a part of one, or random programs.
fn base(random: &mut Random) -> Vec<u8> {
    match random.below(4) {
        0 => random.pick(FILES).to_vec(),
        1 => {
            let file = random.pick(FILES);
            let start = random.below(file.len());
            let end = start + random.below(1500);
            file[start..end.min(file.len())].to_vec()
        }
        2 => soup(random).into_bytes(),
        _ => printed(random).into_bytes(),
    }
}

/// Grown programs in line form or inlined.
fn printed(random: &mut Random) -> String {
    let Ok(case) = Case::random(random.bits()) else { return String::new() };
    let mut text = String::new();
    for (i, dag) in case.programs.iter().enumerate() {
        let name = format!("{}{i}", random.pick(&["solve_", "verify_", "differ_"]));
        let (root, params) = (dag.roots()[0], random.pick(&[1, 3]));
        let inline = random.chance(50).then(|| to_inline(&name, dag, root, params).ok()).flatten();
        text += &inline.unwrap_or_else(|| to_lines(&name, dag, root, params));
    }
    text
}

/// Names and tokens in any order, in something like a function.
fn soup(random: &mut Random) -> String {
    let dialect = random.pick(&Dialect::ALL);
    let ops: Vec<&str> = Op::of(dialect).map(Op::name).collect();
    let constants: Vec<&str> = Const::of(dialect).map(Const::name).collect();
    let mut text = format!("def solve_{}({}):\n", random.below(3), random.pick(&["I", "S, I, C"]));
    for line in 0..random.below(6) {
        let _ = write!(text, "    x{line} = {}(", random.pick(&ops));
        for _ in 0..random.below(5) {
            text += match random.below(4) {
                0 => random.pick(&constants),
                1 => random.pick(&ops),
                2 => "I",
                _ => random.pick(TOKENS),
            };
            text += random.pick(&[", ", ", ", "(", "), "]);
        }
        text += ")\n";
    }
    text + "    return x1\n"
}

/// Nesting, repetition or length far beyond what programs have.
fn bomb(random: &mut Random) -> String {
    let n = 1 + random.below(100_000);
    let open =
        random.pick(&["(", "[", "{", "vmirror(", "-", "not ", "rbind(I, ", "((", "lambda: "]);
    let body = match random.below(5) {
        0 => open.repeat(n),
        1 => format!("{}I{}", open.repeat(n), ")".repeat(n)),
        2 => format!("rbind(add, I){}", "(I)".repeat(n)),
        3 => "9".repeat(n),
        _ => format!("({})", "1, ".repeat(n)),
    };
    let lines = random.chance(30).then(|| "    x = vmirror(I)\n".repeat(n / 10));
    format!("\ndef solve_bomb(I):\n{}    return {body}\n", lines.unwrap_or_default())
}

fn mutate(random: &mut Random, bytes: &mut Vec<u8>) {
    let at = random.below(bytes.len() + 1);
    match random.below(9) {
        0 if at < bytes.len() => bytes[at] = random.bits() as u8,
        1 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
        2 => cut(random, bytes, at),
        3 => repeat(random, bytes, at),
        4 => bytes.truncate(at.max(20)),
        5 => swap_lines(random, bytes),
        6 => replace_word(random, bytes, at),
        _ => insert(bytes, at, random.pick(TOKENS).as_bytes()),
    }
}

fn insert(bytes: &mut Vec<u8>, at: usize, piece: &[u8]) {
    bytes.splice(at..at, piece.iter().copied());
}

fn cut(random: &mut Random, bytes: &mut Vec<u8>, at: usize) {
    let end = (at + random.below(40)).min(bytes.len());
    bytes.drain(at..end);
}

fn repeat(random: &mut Random, bytes: &mut Vec<u8>, at: usize) {
    let end = (at + random.below(60)).min(bytes.len());
    let piece = bytes[at..end].repeat(1 + random.below(3));
    let to = random.below(bytes.len() + 1);
    insert(bytes, to, &piece);
}

fn swap_lines(random: &mut Random, bytes: &mut Vec<u8>) {
    let mut lines: Vec<Vec<u8>> = bytes.split(|&b| b == b'\n').map(<[u8]>::to_vec).collect();
    let (a, b) = (random.below(lines.len()), random.below(lines.len()));
    lines.swap(a, b);
    *bytes = lines.join(&b'\n');
}

/// Puts a token in the place of the word around a byte.
fn replace_word(random: &mut Random, bytes: &mut Vec<u8>, at: usize) {
    let word = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
    let start = bytes[..at].iter().rposition(|b| !word(b)).map_or(0, |i| i + 1);
    let end = bytes[at..].iter().position(|b| !word(b)).map_or(bytes.len(), |i| at + i);
    bytes.splice(start..end, random.pick(TOKENS).bytes());
}
