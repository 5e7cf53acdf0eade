//! The golden vectors that are part of the binary: calls, each with a checksum of what it gives.

use std::io::Read;

use exec::arena::Arena;
use exec::cx::Cx;
use exec::value::fingerprint::fingerprint;
use exec::value::{R, Value};
use exec::vectors;
use flate2::read::GzDecoder;
use gpu::calls::{Calls, GROUP_WORDS, Said, default_limit};
use gpu::device::{Device, Done};
use judge::vectors::same;
use lang::Dialect;
use serde_json::{Value as Json, json};

use super::findings::Tally;

/// All golden vectors, packed by a test: `BLESS=1 cargo test selftest` does it again.
const PACKED: &[u8] = include_bytes!("../../../../../testdata/selftest/vectors.txt.gz");

/// Most calls of one launch.
const CALLS: usize = 1024;

/// Words that a call takes in a buffer beside its group's memory, generously.
const CALL_WORDS: usize = 1 << 14;

/// A call of an op or function and what it must give.
pub struct Vector {
    dialect: Dialect,
    op: String,
    /// An object with the arguments, as in golden vectors.
    json: Json,
    check: String,
}

/// Unpacks the vectors. An error would be one of ours.
pub fn all() -> Result<Vec<Vector>, String> {
    let mut text = String::new();
    GzDecoder::new(PACKED).read_to_string(&mut text).map_err(|error| error.to_string())?;
    text.lines().map(|line| parse(line).ok_or_else(|| format!("not a vector: {line}"))).collect()
}

/// Reads `arc fill [arguments] checksum`.
fn parse(line: &str) -> Option<Vector> {
    let mut words = line.split(' ');
    let dialect = Dialect::ALL.into_iter().find(|d| Some(d.name()) == words.clone().next())?;
    let op = words.nth(1)?.to_string();
    let args: Json = serde_json::from_str(words.next()?).ok()?;
    Some(Vector { dialect, op, json: json!({ "args": args }), check: words.next()?.to_string() })
}

/// A checksum of a value in 16 bits, or the kind of a failure.
fn check(result: R<'_>) -> String {
    match result {
        Err(fault) => fault.name().to_string(),
        Ok(value) => {
            let print = fingerprint(value);
            let folded = (0..8).fold(0, |sum, i| sum ^ (print >> (16 * i)) as u16);
            format!("{folded:04x}")
        }
    }
}

/// The CPU engine against the checksums.
pub fn on_cpu(vectors: &[Vector]) -> Tally {
    let (mut arena, mut tally) = (Arena::new(), Tally::default());
    for vector in vectors {
        arena.reset(1 << 20);
        let cx = Cx::new(&arena, vector.dialect);
        cx.start_step(default_limit());
        match vectors::call(&cx, &vector.op, &vector.json) {
            Err(why) => tally.differs(format!("{} {}: {why}", vector.dialect, vector.op)),
            Ok((function, args)) => {
                let got = cx.call(function, &args);
                match check(got) == vector.check {
                    true => tally.equal += 1,
                    false => tally.differs(described(&cx, vector, &args, got, &vector.check)),
                }
            }
        }
    }
    tally
}

fn described<'a>(
    cx: &Cx<'a>,
    vector: &Vector,
    args: &[Value<'a>],
    got: R<'a>,
    not: &str,
) -> String {
    let args: Vec<String> = args.iter().map(|&a| vectors::describe(cx, Ok(a))).collect();
    let (op, dialect, got) = (&vector.op, vector.dialect, vectors::describe(cx, got));
    format!("{dialect} {op}({}) gives {got}, not {not}", args.join(", "))
}

/// A device against the CPU engine: value, failure and cost of every call.
pub fn on_device(vectors: &[Vector], device: &mut dyn Device, block: usize) -> Done<Tally> {
    let room = device.limit() / 2 / (4 * (GROUP_WORDS + CALL_WORDS) as u64);
    let most = (room as usize).clamp(1, CALLS);
    let mut tally = Tally::default();
    for dialect in Dialect::ALL {
        let own: Vec<&Vector> = vectors.iter().filter(|v| v.dialect == dialect).collect();
        for part in own.chunks(most) {
            compare(dialect, part, device, block, &mut tally)?;
        }
    }
    Ok(tally)
}

fn compare(
    dialect: Dialect,
    part: &[&Vector],
    device: &mut dyn Device,
    block: usize,
    tally: &mut Tally,
) -> Done {
    let arena = Arena::new();
    let cx = Cx::new(&arena, dialect);
    let call = |v: &&Vector| vectors::call(&cx, &v.op, &v.json).ok();
    let calls: Vec<_> =
        part.iter().filter_map(|v| call(v).map(|(f, args)| (*v, f, args))).collect();
    let list: Vec<_> = calls.iter().map(|(_, f, args)| (*f, &args[..])).collect();
    let buffer = Calls::new(dialect, &list, default_limit());
    let (words, total, lanes) = (buffer.words(), buffer.total_words(), buffer.lanes());
    let answers = device.run(("run_calls", block, lanes), words, total, buffer.answers())?;
    for (i, (vector, function, args)) in calls.iter().enumerate() {
        let said = buffer.said(&cx, &answers, i);
        cx.start_step(default_limit());
        let wanted = cx.call(*function, args);
        let cost = cx.spent().min(default_limit());
        match said {
            Said::HandedBack(reason) => tally.hand_back(reason.name(), 1),
            Said::Done(got, c) if same(got, wanted) && c == cost => tally.equal += 1,
            Said::Done(got, c) => {
                let not = format!("{} for {cost}", vectors::describe(&cx, wanted));
                let text = described(&cx, vector, args, got, &not);
                tally.differs(format!("{text} (it costs {c})"));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    const TESTDATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata");

    /// The lines of all golden vectors, those with like arguments side by side: they pack best so.
    fn lines() -> Vec<String> {
        let of =
            |dialect| judge::vectors::lines(dialect).into_iter().map(move |l| packed(dialect, &l));
        let mut lines: Vec<_> = Dialect::ALL.into_iter().flat_map(of).collect();
        lines.sort();
        lines.into_iter().map(|(args, (head, check))| format!("{head} {args} {check}")).collect()
    }

    fn packed(dialect: Dialect, line: &str) -> (String, (String, String)) {
        let json: Json = serde_json::from_str(line).unwrap();
        let op = json["op"].as_str().unwrap();
        let arena = Arena::new();
        let cx = Cx::new(&arena, dialect);
        let check = match json.get("out") {
            Some(out) => check(Ok(vectors::value(&cx, out).unwrap())),
            // Recorded failures have no kind: the engine's is taken.
            None => {
                let (function, args) = vectors::call(&cx, op, &json).unwrap();
                cx.start_step(default_limit());
                check(cx.call(function, &args))
            }
        };
        (json["args"].to_string(), (format!("{dialect} {op}"), check))
    }

    #[test]
    fn selftest_has_all_golden_vectors() {
        let lines = lines();
        let mut text = String::new();
        GzDecoder::new(PACKED).read_to_string(&mut text).unwrap_or_default();
        if text.lines().eq(lines.iter()) {
            return;
        }
        let path = format!("{TESTDATA}/selftest/vectors.txt.gz");
        assert!(std::env::var_os("BLESS").is_some(), "{path} is old: BLESS=1 cargo test selftest");
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all((lines.join("\n") + "\n").as_bytes()).unwrap();
        std::fs::write(path, encoder.finish().unwrap()).unwrap();
    }

    #[test]
    fn the_engine_passes_and_a_wrong_checksum_does_not() {
        let mut all = all().unwrap();
        assert!(all.len() > 10_000);
        let tally = on_cpu(&all);
        assert_eq!((tally.equal, tally.different), (all.len(), 0), "{:?}", tally.shown);
        all.truncate(3);
        all[1].check = "wrong".into();
        let tally = on_cpu(&all);
        assert_eq!((tally.equal, tally.different, tally.shown.len()), (2, 1, 1));
    }
}
