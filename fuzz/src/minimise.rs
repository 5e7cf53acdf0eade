//! Smaller cases that still fail.

use std::cell::Cell;

use exec::plan::Plan;
use lang::{Dag, parse, to_lines};

use crate::Verdict;
use crate::case::Case;

/// Tries that a minimisation may take.
const TRIES: usize = 400;

/// The kind of a finding: its words without numbers, so that a smaller case may differ in them.
pub fn kind(finding: &str) -> String {
    let words = finding.split(|c: char| !c.is_alphabetic()).filter(|w| w.len() > 2);
    words.take(6).collect::<Vec<_>>().join(" ")
}

/// A smaller case with the same kind of finding.
pub fn case(mut case: Case, finding: &str, check: impl Fn(&Case) -> Verdict) -> Case {
    let wanted = kind(finding);
    let fails = |case: &Case| check(case).is_err_and(|e| kind(&e) == wanted);
    let tries = Cell::new(TRIES);
    let may_try = |_: &Case| tries.replace(tries.get().saturating_sub(1)) > 0;
    loop {
        let smaller = candidates(&case).take_while(may_try).find(fails);
        match smaller {
            Some(smaller) => case = smaller,
            None => return case,
        }
    }
}

/// Cases that are a little smaller, the smallest first.
fn candidates(case: &Case) -> impl Iterator<Item = Case> + '_ {
    let without = |i: usize| {
        let mut smaller = case.clone();
        smaller.programs.remove(i);
        smaller
    };
    let many = case.programs.len() > 1;
    let fewer = (0..case.programs.len()).filter(move |_| many).map(without);
    let scenes = (0..case.scenes.len()).filter(|_| case.scenes.len() > 1).map(|i| {
        let scenes = vec![case.scenes[i].clone()];
        Case { scenes, ..case.clone() }
    });
    let shorter = (0..case.programs.len()).flat_map(move |i| {
        shorter(&case.programs[i]).into_iter().map(move |dag| {
            let mut smaller = case.clone();
            smaller.programs[i] = dag;
            smaller
        })
    });
    fewer.chain(scenes).chain(shorter)
}

/// Programs with fewer steps: an inner step as the result, or a step replaced by a leaf.
fn shorter(dag: &Dag) -> Vec<Dag> {
    let text = to_lines("differ_a", dag, dag.roots()[0], 3);
    let lines: Vec<&str> = text.lines().collect();
    let calls = lines.len() - 2;
    let cut = (1..calls).map(|n| format!("{}\n    return x{n}\n", lines[..=n].join("\n")));
    let replaced = (1..=calls).rev().flat_map(|n| {
        let lines = &lines;
        ["I", "()", "0", "1"].map(|leaf| replace(lines, n, leaf))
    });
    let steps = |dag: &Dag| Plan::new(dag).steps.len();
    let read = |text: String| {
        let parsed = parse(text.as_bytes(), "smaller", Some(dag.dialect()));
        parsed.programs.into_iter().next().map(|p| p.dag)
    };
    cut.chain(replaced).filter_map(read).filter(|d| steps(d) < steps(dag)).collect()
}

/// The program without line `n`, its variable replaced.
fn replace(lines: &[&str], n: usize, leaf: &str) -> String {
    let name = format!("x{n}");
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let mut text = String::new();
    for (i, line) in lines.iter().enumerate().filter(|(i, _)| *i != n) {
        let mut rest = *line;
        while let Some(at) = rest.find(word).filter(|_| i > 0) {
            let len = rest[at..].find(|c| !word(c)).unwrap_or(rest.len() - at);
            let found = &rest[at..at + len];
            text.push_str(&rest[..at]);
            text.push_str(if found == name { leaf } else { found });
            rest = &rest[at + len..];
        }
        text.push_str(rest);
        text.push('\n');
    }
    text
}

/// A shorter file with the same kind of finding.
pub fn file(mut bytes: Vec<u8>, finding: &str, check: impl Fn(&[u8]) -> Verdict) -> Vec<u8> {
    let wanted = kind(finding);
    let fails = |bytes: &[u8]| check(bytes).is_err_and(|e| kind(&e) == wanted);
    let mut piece = bytes.len().div_ceil(2);
    let mut tries = 10 * TRIES;
    while piece > 0 && tries > 0 {
        let mut at = 0;
        while at < bytes.len() && tries > 0 {
            tries -= 1;
            let end = (at + piece).min(bytes.len());
            let without = [&bytes[..at], &bytes[end..]].concat();
            if fails(&without) { bytes = without } else { at = end }
        }
        piece /= 2;
    }
    bytes
}
