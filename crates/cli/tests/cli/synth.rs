//! Shards of a process that is killed.

use std::collections::BTreeMap;
use std::fs;
use std::process::Stdio;
use std::thread;

use crate::support::{Scratch, start};

const MAKE: [&str; 9] =
    ["synth", "--data", "embedded", "--count", "100", "--shard-size", "25", "--augment", "1"];

fn args(folder: &'static str) -> Vec<&'static str> {
    [&MAKE[..], &["-o", folder]].concat()
}

/// The lock says whose it was.
fn content(scratch: &Scratch, folder: &str) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(scratch.path(folder)).unwrap().flatten();
    let named = entries
        .map(|e| (e.file_name().to_string_lossy().into_owned(), fs::read(e.path()).unwrap()));
    named.filter(|(name, _)| name != "synth.lock").collect()
}

#[test]
fn a_killed_process_loses_one_shard_and_the_next_makes_it_again() {
    let scratch = Scratch::new("synthkill");
    let ended = scratch.batt(&args("whole"));
    assert_eq!(ended.code, 0, "{ended:?}");
    // Killed in the first shard, and once each of the next is there.
    for awaited in ["synth.json", "synth-00000.jsonl", "synth-00001.jsonl"] {
        let mut command = scratch.command(&args("killed"));
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = start(command);
        let file = scratch.path("killed").join(awaited);
        while !file.exists() && child.try_wait().unwrap().is_none() {
            thread::yield_now();
        }
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        assert!(file.exists());
    }
    let ended = scratch.batt(&args("killed"));
    assert_eq!(ended.code, 0, "{ended:?}");
    assert_eq!(content(&scratch, "killed"), content(&scratch, "whole"));
}
