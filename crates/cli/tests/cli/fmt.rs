//! `batt fmt`.

use std::io::Write;
use std::process::Stdio;

use crate::support::{Scratch, ended, start};

const MESSY: &str = "\
# Two ways to write one program.
def solve_a(I):
    unused = hmirror(I)
    second = fill(grid=I, value=3, patch=ofcolor(I, 2))
    return vmirror(second)


def solve_b(I):
    q = ofcolor(I, TWO)
    return vmirror(fill(I, THREE, q))
";

#[test]
fn prints_line_form_and_inlined_form() {
    let scratch = Scratch::new("fmt");
    scratch.write("p.py", MESSY);
    let lines = scratch.batt(&["fmt", "p.py"]);
    let body = "    x1 = ofcolor(I, TWO)\n    x2 = fill(I, THREE, x1)\n    x3 = vmirror(x2)\n    return x3\n";
    let expected = format!("def solve_a(I):\n{body}\n\ndef solve_b(I):\n{body}");
    assert_eq!((lines.code, lines.out), (0, expected));
    let inline = scratch.batt(&["fmt", "p.py", "--inline"]);
    let call = "    return vmirror(fill(I, THREE, ofcolor(I, TWO)))\n";
    assert_eq!(inline.out, format!("def solve_a(I):\n{call}\n\ndef solve_b(I):\n{call}"));
}

#[test]
fn formatting_is_stable_and_keeps_the_hash() {
    let scratch = Scratch::new("stable");
    scratch.write("p.py", MESSY);
    let hashes = |file: &str| -> Vec<String> {
        let (json, _) = scratch.json(&["fmt", file]);
        let programs = json["programs"].as_array().unwrap();
        programs.iter().map(|p| p["hash"].as_str().unwrap().to_string()).collect()
    };
    let before = hashes("p.py");
    assert_eq!(before[0], before[1], "equal programs have equal hashes");
    for style in [&["fmt", "p.py"][..], &["fmt", "p.py", "--inline"]] {
        let printed = scratch.batt(style).out;
        scratch.write("again.py", &printed);
        assert_eq!(hashes("again.py"), before);
        let again = [&["fmt", "again.py"], &style[2..]].concat();
        assert_eq!(scratch.batt(&again).out, printed);
    }
}

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
fn a_bad_function_exits_with_1_and_the_others_are_printed() {
    let scratch = Scratch::new("fmtbad");
    scratch.write("p.py", format!("def solve_c(I):\n    return vmiror(I)\n\n\n{MESSY}"));
    let ended = scratch.batt(&["fmt", "p.py"]);
    assert!(ended.code == 1 && ended.out.contains("def solve_b"), "{ended:?}");
    assert!(ended.err.contains("p.py:2:12") && ended.err.contains("vmirror"), "{}", ended.err);
    let (json, ended) = scratch.json(&["fmt", "p.py"]);
    assert_eq!((ended.code, json["programs"].as_array().unwrap().len()), (1, 2));
    assert_eq!(
        (&json["errors"][0]["function"], &json["errors"][0]["line"]),
        (&"solve_c".into(), &2.into())
    );
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
    child.stdin.take().unwrap().write_all(MESSY.as_bytes()).unwrap();
    let ended = ended(child.wait_with_output().unwrap());
    assert!(ended.code == 0 && ended.out.starts_with("def solve_a(I):\n    x1 = "), "{ended:?}");
}
