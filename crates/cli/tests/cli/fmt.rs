//! `batt fmt`.

use std::io::Write;
use std::process::Stdio;

use crate::support::{Scratch, ended, start};

#[test]
fn embedded_style_programs_of_both_dialects_round_trip() {
    let scratch = Scratch::new("dialects");
    for name in ["programs_arc.py", "programs_batt.py"] {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/embedded/");
        let (before, ended) = scratch.json(&["fmt", &format!("{folder}{name}")]);
        assert_eq!(ended.code, 0);
        scratch.write(name, scratch.batt(&["fmt", &format!("{folder}{name}")]).out);
        assert_eq!(scratch.json(&["fmt", name]).0, before, "{name}");
    }
}

#[test]
fn programs_that_have_no_inlined_form() {
    let scratch = Scratch::new("inline");
    let lines: String =
        (1..200).map(|i| format!("    x{i} = hconcat(x{}, x{})\n", i - 1, i - 1)).collect();
    scratch
        .write("p.py", format!("def solve_a(I):\n    x0 = vmirror(I)\n{lines}    return x199\n"));
    let ended = scratch.batt(&["fmt", "p.py", "--inline"]);
    assert!(ended.code == 1 && ended.out.is_empty() && ended.err.contains("solve_a"), "{ended:?}");
    let (json, _) = scratch.json(&["fmt", "p.py", "--inline"]);
    assert!(json["programs"][0]["text"].is_null() && json["programs"][0]["reason"].is_string());
}

#[test]
fn reads_standard_input() {
    let scratch = Scratch::new("stdin");
    let mut command = scratch.command(&["fmt", "-"]);
    command.stdin(Stdio::piped());
    let mut child = start(command);
    child
        .stdin
        .take()
        .unwrap()
        .write_all(b"def solve_a(I):\n    return vmirror(hmirror(I))\n")
        .unwrap();
    let ended = ended(child.wait_with_output().unwrap());
    assert!(ended.code == 0 && ended.out.starts_with("def solve_a(I):\n    x1 = "), "{ended:?}");
}
