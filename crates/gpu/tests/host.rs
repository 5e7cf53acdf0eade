//! The kernels as plain C, under the compiler's sanitizers, against the engine.

mod common;

use common::{Tally, compare_calls, vector_calls};
use exec::arena::Arena;
use exec::cx::Cx;
use gpu::host::Host;
use lang::Dialect;

const SANITIZED: [&str; 4] =
    ["-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"];

/// The kernels' answers to all vectors of a dialect, compared with the engine's.
fn all_vectors(dialect: Dialect) {
    let folder = tempfile::tempdir().unwrap();
    let host = match Host::build(folder.path(), &SANITIZED) {
        Ok(host) => host,
        Err(e) if e.starts_with("cc:") => return println!("skipped: no C compiler ({e})"),
        Err(e) => panic!("{e}"),
    };
    let arena = Arena::new();
    let cx = Cx::new(&arena, dialect);
    let calls = vector_calls(&cx);
    let mut tally = Tally::default();
    for part in calls.chunks(500) {
        compare_calls(&cx, part, &mut tally, |calls| {
            host.run("run_calls", calls.words(), calls.total_words()).unwrap()
        });
    }
    println!("{tally}");
    assert!(tally.wrong.is_empty(), "{} wrong:\n{}", tally.wrong.len(), tally.shown(40));
}

#[test]
fn arc_vectors_give_what_the_engine_gives() {
    all_vectors(Dialect::Arc);
}

#[test]
fn batt_vectors_give_what_the_engine_gives() {
    all_vectors(Dialect::Batt);
}
