//! All golden vectors of both dialects; every op name must have some that ran.

use std::collections::BTreeMap;

use exec::arena::Arena;
use exec::vectors::{Outcome, run_line};
use judge::vectors::lines;
use lang::{Dialect, Op};

/// Passed vectors by op name; panics at the first that differs.
fn run_all(dialect: Dialect) -> BTreeMap<String, usize> {
    let mut arena = Arena::new();
    let mut passed = BTreeMap::new();
    for line in lines(dialect) {
        let (op, outcome) = run_line(&arena, dialect, &line);
        assert_eq!(outcome, Outcome::Passed, "{line}");
        *passed.entry(op).or_default() += 1;
        arena.reset(1 << 20);
    }
    passed
}

fn every_name_has_vectors(dialect: Dialect) {
    let passed = run_all(dialect);
    let missing: Vec<_> =
        Op::of(dialect).map(Op::name).filter(|n| !passed.contains_key(*n)).collect();
    assert!(missing.is_empty(), "no vectors for {missing:?} in {dialect}");
    // What is counted is what the table has, besides calls of function values.
    assert_eq!(passed.len(), Op::of(dialect).count() + 1);
}

#[test]
fn arc_vectors_pass_and_cover_every_name() {
    every_name_has_vectors(Dialect::Arc);
}

#[test]
fn batt_vectors_pass_and_cover_every_name() {
    every_name_has_vectors(Dialect::Batt);
}

#[test]
fn a_wrong_expectation_is_noticed() {
    let arena = Arena::new();
    let differs = |line| matches!(run_line(&arena, Dialect::Arc, line).1, Outcome::Differs { .. });
    assert!(differs(r#"{"op":"add","args":[1,2],"out":4}"#));
    assert!(differs(r#"{"op":"add","args":[1,2],"err":true}"#));
    assert!(differs(r#"{"op":"first","args":[[]],"err":"type"}"#));
    assert!(differs(r#"{"op":"totuple","args":[{"set":[1]}],"out":{"set":[1]}}"#));
    let malformed = |line| matches!(run_line(&arena, Dialect::Arc, line).1, Outcome::Malformed(_));
    assert!(malformed("{"));
    assert!(malformed(r#"{"op":"nonsense","args":[],"out":1}"#));
    assert!(malformed(r#"{"op":"add","args":[1,2]}"#));
    assert!(malformed(r#"{"op":"add","args":[1.5,2],"out":3}"#));
}
