//! The kernels as plain C.

use std::path::Path;

use exec::arena::Arena;
use exec::cx::Cx;
use gpu::host::Host;
use lang::Dialect;

use super::{Call, Tally, compare_calls, needs};

const SANITIZED: [&str; 4] =
    ["-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"];

/// Calls that go to the kernels together: each has memory of its own.
const AT_ONCE: usize = 500;

/// Calls of each op; `ROUNDS` makes more.
pub fn rounds() -> usize {
    std::env::var("ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(60)
}

/// How the kernels read and write bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bytes {
    /// In whole words, as on GPUs.
    Words,
    /// At any place, as on the cores of a CPU.
    Anywhere,
}

/// The kernels for groups of so many lanes built with the sanitizers, once for all tests; nothing without a C compiler.
pub fn sanitized(bytes: Bytes, lanes: usize) -> Option<Host> {
    let form = if bytes == Bytes::Words { "-DANY_BYTE=0" } else { "-DANY_BYTE=1" };
    let flags = [&SANITIZED[..], &[form]].concat();
    let folder = Path::new(option_env!("CARGO_TARGET_TMPDIR").unwrap_or("target/tmp"));
    match Host::build(folder, lanes, &flags) {
        Ok(host) => Some(host),
        Err(e) if e.starts_with("cc:") => {
            needs::missing("cc", format!("no C compiler ({e})"));
            None
        }
        Err(e) => panic!("{e}"),
    }
}

/// Compares calls on the kernels in one of their forms with the engine. A seed chooses the order of lanes.
pub fn compare_on_host(
    (bytes, lanes, seed): (Bytes, usize, u32),
    dialect: Dialect,
    make: impl for<'a> Fn(&Cx<'a>) -> Vec<Call<'a>>,
) {
    let Some(host) = sanitized(bytes, lanes) else { return };
    let arena = Arena::new();
    let cx = Cx::new(&arena, dialect);
    let calls = make(&cx);
    let mut tally = Tally::default();
    for part in calls.chunks(AT_ONCE) {
        compare_calls(&cx, part, &mut tally, |calls| {
            host.run("run_calls", calls.words(), calls.total_words(), seed).unwrap()
        });
    }
    println!("{tally}");
    assert!(tally.wrong.is_empty(), "{} wrong:\n{}", tally.wrong.len(), tally.shown(40));
}
