//! The golden vectors: those recorded from the reference, and our own.

use std::io::Read;

use exec::cx::Cx;
use exec::value::{R, Value, order};
use exec::vectors::call;
use flate2::read::GzDecoder;
use lang::Dialect;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/vectors");

/// Largest argument of a vector that others are made of.
const SMALL: u64 = 1000;

/// A function value with its arguments, under the name of the op it is about.
pub type Named<'a> = (String, Value<'a>, Vec<Value<'a>>);

/// The lines of all vectors of a dialect.
///
/// # Panics
/// If the files are not there: they are part of the sources.
pub fn lines(dialect: Dialect) -> Vec<String> {
    let recorded = std::fs::read(format!("{FOLDER}/{dialect}.jsonl.gz")).expect("a file");
    let mut text = String::new();
    GzDecoder::new(&recorded[..]).read_to_string(&mut text).expect("gzipped text");
    text += &std::fs::read_to_string(format!("{FOLDER}/extra_{dialect}.jsonl")).expect("a file");
    text.lines().map(str::to_string).collect()
}

/// The calls of all vectors of a context's dialect.
///
/// # Panics
/// If one is malformed.
pub fn calls<'a>(cx: &Cx<'a>) -> Vec<Named<'a>> {
    let read = |line: String| {
        let json: serde_json::Value = serde_json::from_str(&line).expect("JSON");
        let op = json["op"].as_str().expect("an op").to_string();
        let (f, args) = call(cx, &op, &json).expect("a call");
        (op, f, args)
    };
    lines(cx.lay.dialect).into_iter().map(read).collect()
}

/// The arguments of all vectors that are not large: a pool that has something of everything.
pub fn arguments<'a>(cx: &Cx<'a>) -> Vec<Value<'a>> {
    let all = calls(cx).into_iter().flat_map(|(_, _, args)| args);
    all.filter(|v| v.size() < SMALL).collect()
}

/// Whether two calls ended alike: with equal values, or with faults of one kind.
pub fn same(a: R<'_>, b: R<'_>) -> bool {
    match (a, b) {
        (Ok(a), Ok(b)) => order::equal(a, b),
        (a, b) => a.err() == b.err(),
    }
}
