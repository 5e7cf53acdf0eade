//! What the simulator counts: kernels whose counts are known beforehand.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::driver::Driver;
use crate::elsewhere::{Looks, inside};
use crate::instructions::PTX;

/// Runs a kernel on one warp; what was counted.
fn counts(kernel: &str) -> Value {
    let driver = Driver::load(PTX).unwrap().unwrap();
    let report = std::env::var("CUDASIM_REPORT").unwrap();
    driver.run(kernel, (1, 32), &[3; 128], &[0; 512]).unwrap();
    let text = fs::read_to_string(report).unwrap();
    let last: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!((&last["kernel"], &last["warps"]), (&kernel.into(), &1.into()));
    last
}

fn share(counts: &Value, part: &str, whole: &str) -> f64 {
    counts[part].as_f64().unwrap() / counts[whole].as_f64().unwrap()
}

#[test]
fn memory() {
    let folder = tempfile::tempdir().unwrap();
    if !inside("counted::memory", &folder.path().join("report"), (1, Looks::AtCosts)) {
        return;
    }
    // Vectors side by side: two loads and a store, 512, 256 and 512 bytes, all of them used.
    let global = &counts("vectors")["global"];
    assert_eq!((&global["accesses"], &global["stores"]), (&3.into(), &1.into()));
    assert_eq!((&global["sectors"], &global["lines"]), (&40.into(), &10.into()));
    assert_eq!(global["bytes_used"], 1280);
    // Four words of each thread side by side, one by one: a quarter of each sector.
    let global = &counts("specials")["global"];
    assert_eq!((&global["accesses"], &global["sectors"]), (&4.into(), &64.into()));
    assert_eq!(global["bytes_used"], 4 * 128);
    // Everybody reads the same word: one sector each. At the end a store of four.
    let global = &counts("scalar_work")["global"];
    assert_eq!(global["sectors"].as_u64(), global["accesses"].as_u64().map(|n| n + 3));
    let shared = counts("one_bank");
    assert_eq!((&shared["shared_accesses"], &shared["shared_conflicts"]), (&2.into(), &62.into()));
    let shared = counts("reversed");
    assert_eq!((&shared["shared_accesses"], &shared["shared_conflicts"]), (&4.into(), &0.into()));
    assert!(counts("own_memory")["local"]["accesses"].as_u64() > Some(0));
}

#[test]
fn lanes() {
    let folder = tempfile::tempdir().unwrap();
    if !inside("counted::lanes", &folder.path().join("report"), (1, Looks::AtCosts)) {
        return;
    }
    let [active, useful] =
        [("lane_instructions", "warp_instructions"), ("useful_lanes", "operand_instructions")];
    let both = |kernel| {
        let counts = counts(kernel);
        (share(&counts, active.0, active.1), share(&counts, useful.0, useful.1))
    };
    let (active, useful) = both("scalar_work");
    assert!(active > 31.0 && useful < 2.0, "{active} {useful}");
    let (active, useful) = both("own_work");
    assert!(active == 32.0 && useful > 28.0, "{active} {useful}");
    let (active, _) = both("one_by_one");
    assert!(active < 20.0, "{active}");
    let counts = counts("one_by_one");
    assert_eq!(counts["divergent_branches"], 32);
    let histogram = counts["active_lanes"].as_array().unwrap();
    let all: u64 = histogram.iter().map(|n| n.as_u64().unwrap()).sum();
    assert_eq!(Some(all), counts["warp_instructions"].as_u64());
}

/// All lines, without what may differ.
fn report(path: &Path) -> Vec<Value> {
    let read = |line: &str| {
        let mut line: Value = serde_json::from_str(line).unwrap();
        line["seconds"].take();
        line
    };
    fs::read_to_string(path).unwrap().lines().map(read).collect()
}

#[test]
fn nothing_depends_on_threads() {
    let folder = tempfile::tempdir().unwrap();
    let paths = ["1", "3"].map(|threads| folder.path().join(threads));
    for (path, threads) in paths.iter().zip([1, 3]) {
        if inside("counted::nothing_depends_on_threads", path, (threads, Looks::AtCosts)) {
            let driver = Driver::load(PTX).unwrap().unwrap();
            let input: Vec<u32> = (0..256).map(|i| 300 + i * i).collect();
            driver.run("handed_out", (7, 64), &input, &[0; 400]).unwrap();
            driver.run("calls", (8, 32), &input, &[0; 256]).unwrap();
            driver.run("atomics", (8, 32), &input, &[0; 272]).unwrap();
            return;
        }
    }
    if paths[0].exists() {
        let [one, three] = paths.map(|path| report(&path));
        assert_eq!((one.len(), &one), (3, &three));
    }
}
