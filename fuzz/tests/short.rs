//! A short fixed run of both fuzzers, as part of the test suite.

use fuzz::guard::on_deep_stack;
use fuzz::memory::Counting;
use fuzz::target::{Finding, Target};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn run(target: Target, seeds: std::ops::Range<u64>) {
    let findings: Vec<Finding> =
        on_deep_stack(|| seeds.filter_map(|seed| target.check(seed)).take(3).collect());
    let shown = |f: &Finding| format!("seed {}: {}\n{}\n", f.seed, f.what, f.text);
    assert!(findings.is_empty(), "{}", findings.iter().map(shown).collect::<String>());
}

#[test]
fn files() {
    run(Target::Parser, 0..1500);
}

#[test]
fn programs() {
    run(Target::Programs, 0..600);
}
