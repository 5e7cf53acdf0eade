//! Files of golden vectors: read within limits, run on all threads, counted by op.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use exec::arena::Arena;
use exec::batch::on_threads;
use exec::cx::Cx;
use exec::vectors::{self, Outcome, run_line};
use flate2::read::MultiGzDecoder;
use gpu::calls::{Calls, Said};
use gpu::device::{Device, DeviceError};
use lang::Dialect;
use serde_json::{Value as Json, json};

use crate::failure::{Failure, Told};
use crate::files::read_all;
use crate::output::{Output, printable};
use crate::reference::shortened;

/// Largest file, unpacked.
const FILE_LIMIT: u64 = 1 << 28;

/// Longest line.
const LINE_LIMIT: usize = 8 << 20;

/// Failures kept and shown.
const SHOW_AT_MOST: usize = 20;

/// Lines that a thread takes at a time.
const TAKE: usize = 64;

/// Vectors that go to a device together.
const ON_DEVICE: usize = 500;

/// Memory a thread keeps between lines.
const KEEP_BYTES: usize = 1 << 20;

/// A vector that did not pass.
pub struct Failed {
    place: (usize, String),
    op: String,
    args: String,
    expected: String,
    got: String,
}

/// How many vectors of each op passed and failed.
#[derive(Default)]
pub struct Tally {
    /// Vectors that passed.
    pub passed: usize,
    /// Vectors that did not, and lines that are none.
    pub failed: usize,
    ops: BTreeMap<String, (usize, usize)>,
    failures: Vec<Failed>,
}

/// Reads a file, unpacked if it is gzipped.
pub fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let failed = |error: io::Error| Failure::usage(format!("{}: {error}", path.display()));
    let mut file = File::open(path).map_err(failed)?;
    let mut start = Vec::new();
    file.by_ref().take(2).read_to_end(&mut start).map_err(failed)?;
    let zipped = start == [0x1f, 0x8b];
    let whole = io::Cursor::new(start).chain(file);
    let name = path.display();
    match zipped {
        true => read_all(MultiGzDecoder::new(whole), &format!("{name}, unpacked"), FILE_LIMIT),
        false => read_all(whole, &name.to_string(), FILE_LIMIT),
    }
}

/// The lines that say something, with their numbers from 0.
fn lines_of(bytes: &[u8]) -> Vec<(usize, &[u8])> {
    let lines = bytes.split(|&b| b == b'\n').enumerate();
    lines.filter(|(_, line)| !line.trim_ascii().is_empty()).collect()
}

/// Runs the vectors of one file.
pub fn run(bytes: &[u8], name: &str, dialect: Dialect, threads: usize) -> Result<Tally, Failure> {
    let lines = lines_of(bytes);
    if lines.is_empty() {
        return Err(Failure::usage(format!("{name}: no vectors in it")));
    }
    let next = AtomicUsize::new(0);
    let threads = threads.clamp(1, lines.len().div_ceil(TAKE));
    let parts = on_threads(threads, || work(&lines, name, dialect, &next));
    let mut all = Tally::default();
    parts.into_iter().for_each(|part| all.add(part));
    all.failures.sort_by(|a, b| a.place.cmp(&b.place));
    Ok(all)
}

fn work(lines: &[(usize, &[u8])], name: &str, dialect: Dialect, next: &AtomicUsize) -> Tally {
    let (mut arena, mut tally) = (Arena::new(), Tally::default());
    loop {
        let first = next.fetch_add(TAKE, Ordering::Relaxed);
        if first >= lines.len() {
            return tally;
        }
        for &(number, line) in lines.iter().skip(first).take(TAKE) {
            arena.reset(KEEP_BYTES);
            let (op, outcome) = run_bytes(&arena, dialect, line);
            tally.count(op, outcome, line, (number + 1, name));
        }
    }
}

/// Runs the vectors of one file on a device; what it hands back the CPU does, and is counted.
pub fn run_on(
    device: &mut dyn Device,
    bytes: &[u8],
    name: &str,
    dialect: Dialect,
) -> Result<(Tally, usize), DeviceError> {
    let lines = lines_of(bytes);
    let (mut arena, mut tally, mut back) = (Arena::new(), Tally::default(), 0);
    for part in lines.chunks(ON_DEVICE) {
        arena.reset(KEEP_BYTES);
        let cx = Cx::new(&arena, dialect);
        let read = |line: &[u8]| {
            let json: Json = serde_json::from_slice(line).map_err(|e| format!("not JSON: {e}"))?;
            let op = json["op"].as_str().unwrap_or_default().to_string();
            let (f, args) = vectors::call(&cx, &op, &json)?;
            Ok::<_, String>((op, json, f, args))
        };
        let calls: Vec<_> = part.iter().map(|(_, line)| read(line)).collect();
        let good = || calls.iter().flatten();
        let list: Vec<_> = good().map(|(_, _, f, args)| (*f, &args[..])).collect();
        let packed = Calls::new(dialect, &list, vectors::STEP_LIMIT);
        let (words, total) = (packed.words(), packed.total_words());
        let (block, lanes) = (device.info().usual_block(), packed.lanes());
        let answers = device.run(("run_calls", block, lanes), words, total, packed.answers())?;
        let mut number = 0;
        for (call, &(at, line)) in calls.iter().zip(part) {
            let (op, outcome) = match call {
                Err(e) => (String::new(), Outcome::Malformed(e.clone())),
                Ok((op, json, f, args)) => {
                    number += 1;
                    let got = match packed.said(&cx, &answers, number - 1) {
                        Said::Done(got, _) => got,
                        Said::HandedBack(_) => {
                            back += 1;
                            cx.start_step(vectors::STEP_LIMIT);
                            cx.call(*f, args)
                        }
                    };
                    let outcome = vectors::expect(&cx, json, got);
                    (op.clone(), outcome.unwrap_or_else(Outcome::Malformed))
                }
            };
            tally.count(op, outcome, line, (at + 1, name));
        }
    }
    Ok((tally, back))
}

fn run_bytes(arena: &Arena, dialect: Dialect, line: &[u8]) -> (String, Outcome) {
    if line.len() > LINE_LIMIT {
        let limit = LINE_LIMIT >> 20;
        return (String::new(), Outcome::Malformed(format!("longer than {limit} MB")));
    }
    match std::str::from_utf8(line) {
        Ok(line) => run_line(arena, dialect, line),
        Err(_) => (String::new(), Outcome::Malformed("not UTF-8".into())),
    }
}

impl Tally {
    fn count(&mut self, op: String, outcome: Outcome, line: &[u8], (number, file): (usize, &str)) {
        let passed = outcome == Outcome::Passed;
        let shown = printable(if op.is_empty() { "(no op)" } else { &op });
        let counts = self.ops.entry(shown.clone()).or_default();
        if passed {
            self.passed += 1;
            counts.0 += 1;
            return;
        }
        self.failed += 1;
        counts.1 += 1;
        // Threads meet lines in file order, so the first of all are among the first of each.
        if self.failures.len() < SHOW_AT_MOST {
            let (expected, got) = match outcome {
                Outcome::Differs { expected, got } => (expected, got),
                Outcome::Malformed(reason) => ("a vector".into(), format!("malformed: {reason}")),
                Outcome::Passed => return,
            };
            let place = (number, file.to_string());
            let args = arguments(line);
            self.failures.push(Failed { place, op: shown, args, expected, got });
        }
    }

    /// Adds the counts of another part.
    pub fn add(&mut self, other: Tally) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.failures.extend(other.failures);
        for (op, (passed, failed)) in other.ops {
            let counts = self.ops.entry(op).or_default();
            counts.0 += passed;
            counts.1 += failed;
        }
    }

    /// Shows the first differences; the last line says how many passed and failed.
    pub fn show(&self, output: &mut Output) -> Told {
        for failed in self.failures.iter().take(SHOW_AT_MOST) {
            let Failed { place: (line, file), op, args, expected, got } = failed;
            output.line(&format!("{file}:{line}: {op}({})", printable(args)))?;
            output.line(&format!("    expected  {}", printable(expected)))?;
            output.line(&format!("    got       {}", printable(got)))?;
        }
        if self.failed > SHOW_AT_MOST {
            output.line(&format!("and {} more", self.failed - SHOW_AT_MOST))?;
        }
        output.line(&format!("{} passed, {} failed", self.passed, self.failed))
    }

    /// The same for machines.
    pub fn json(&self, dialect: Dialect, seconds: f64) -> Json {
        let op = |(name, (passed, failed)): (&String, &(usize, usize))| {
            (name.clone(), json!({ "passed": passed, "failed": failed }))
        };
        let failure = |f: &Failed| {
            let (line, file) = &f.place;
            json!({
                "file": file, "line": line, "op": f.op, "args": f.args,
                "expected": shortened(&f.expected, 2000), "got": shortened(&f.got, 2000),
            })
        };
        json!({
            "passed": self.passed,
            "failed": self.failed,
            "stats": {
                "dialect": dialect.name(),
                "seconds": seconds,
                "ops": self.ops.iter().map(op).collect::<serde_json::Map<_, _>>(),
            },
            "failures": self.failures.iter().take(SHOW_AT_MOST).map(failure).collect::<Vec<_>>(),
        })
    }
}

/// The arguments of a vector in a few words; the line itself if it has none.
fn arguments(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(&line[..line.len().min(LINE_LIMIT)]);
    let json: Json = serde_json::from_str(&text).unwrap_or_default();
    match json["args"].as_array() {
        Some(args) => {
            let args = args.iter().map(|a| shortened(&a.to_string(), 100));
            args.collect::<Vec<_>>().join(", ")
        }
        None => shortened(text.trim(), 100),
    }
}
