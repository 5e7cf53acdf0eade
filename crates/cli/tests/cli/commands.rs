//! What a terminal, a picture or a pipe gets; the rest is in `testdata/consoles/commands.md`.

use std::fs;
use std::io::Read;

use crate::support::{Scratch, TASK, ended, finish, start};

#[test]
fn colours_only_when_asked_for() {
    let scratch = Scratch::new("colour");
    scratch.write("one.json", TASK);
    let show = |when: &str, name: &str, value: &str| {
        let mut command = scratch.command(&["show", "one.json", "--color", when]);
        command.env(name, value);
        finish(command).out
    };
    assert!(show("always", "COLORTERM", "truecolor").contains("\x1b[48;2;0;116;217m"));
    assert!(show("always", "TERM", "xterm-256color").contains("\x1b[48;5;"));
    assert!(!show("auto", "TERM", "xterm-256color").contains('\x1b'));
    assert!(!show("never", "COLORTERM", "truecolor").contains('\x1b'));
}

#[test]
fn writes_pictures() {
    let scratch = Scratch::new("pictures");
    scratch.write("one.json", TASK);
    let done = scratch.batt(&["show", "one.json", "--png", "a.png", "--svg", "a.svg"]);
    assert_eq!((done.code, done.out.lines().count()), (0, 2));
    let png = fs::read(scratch.path("a.png")).unwrap();
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n") && png.ends_with(b"IEND\xaeB`\x82"));
    let svg = fs::read_to_string(scratch.path("a.svg")).unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n") && svg.contains("#0074d9"));
    let failed = scratch.batt(&["show", "one.json", "--png", "no/such/folder/a.png"]);
    assert!(failed.code == 2 && failed.err.contains("cannot write"), "{}", failed.err);
}

#[test]
fn a_closed_pipe_is_quiet() {
    let scratch = Scratch::new("pipe");
    for args in [&["ops", "--json"][..], &["completions", "bash"], &["--help"], &["ops"]] {
        let mut child = start(scratch.command(args));
        let mut first = [0; 10];
        child.stdout.take().unwrap().read_exact(&mut first).unwrap();
        let ended = ended(child.wait_with_output().unwrap());
        assert_eq!((ended.code, ended.err.as_str()), (0, ""), "{args:?}");
    }
}
