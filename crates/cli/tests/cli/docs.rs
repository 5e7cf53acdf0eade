//! The consoles in the documentation show what the commands print.

use std::fs;

use crate::support::{Scratch, finish};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../");

/// The pages whose consoles and links are tried.
const PAGES: [&str; 5] =
    ["README.md", "docs/programs.md", "docs/search.md", "docs/data.md", "docs/exactness.md"];

/// A command of a console and the lines below it.
struct Shown<'t> {
    command: &'t str,
    lines: Vec<&'t str>,
}

fn consoles(text: &str) -> Vec<Shown<'_>> {
    let blocks = text.split("```console\n").skip(1).filter_map(|rest| rest.split("```").next());
    let mut shown: Vec<Shown<'_>> = Vec::new();
    for line in blocks.flat_map(str::lines) {
        match (line.strip_prefix("$ "), shown.last_mut()) {
            (Some(command), _) => shown.push(Shown { command, lines: Vec::new() }),
            (None, Some(last)) => last.lines.push(line),
            (None, None) => panic!("a console begins with a command, not with {line}"),
        }
    }
    shown
}

/// Runs a command as a reader would and returns what appears.
fn run(scratch: &Scratch, command: &str) -> String {
    let args = command.strip_prefix("batt ").unwrap_or_else(|| panic!("cannot run {command}"));
    let args: Vec<String> =
        args.split(' ').map(|arg| arg.replace("testdata/", &format!("{ROOT}testdata/"))).collect();
    let mut command = scratch.command(&args);
    command.env("COLUMNS", "80");
    let ended = finish(command);
    ended.err + &ended.out
}

/// Times differ from run to run, and the reader has fetched the data.
fn comparable<'t>(lines: impl Iterator<Item = &'t str>) -> Vec<String> {
    let is_timed = |line: &str| line.contains(" ms") || line.contains(" per second");
    lines.filter(|line| !is_timed(line)).map(|l| l.replace("missing", "present")).collect()
}

#[test]
fn consoles_show_what_commands_print() {
    for page in PAGES {
        let text = fs::read_to_string(format!("{ROOT}{page}")).unwrap();
        let scratch = Scratch::new("docs");
        let consoles = consoles(&text);
        assert!(!consoles.is_empty(), "{page}");
        for Shown { command, lines } in consoles {
            if let Some(file) = command.strip_prefix("cat ") {
                scratch.write(file, lines.join("\n") + "\n");
                continue;
            }
            let printed = run(&scratch, command);
            let (cut, lines) = match lines.split_last() {
                Some((&"...", lines)) => (true, lines.to_vec()),
                _ => (false, lines),
            };
            let mut printed = comparable(printed.lines());
            let expected = comparable(lines.into_iter());
            if cut {
                printed.truncate(expected.len());
            }
            assert_eq!(printed.join("\n"), expected.join("\n"), "{page}: {command}");
        }
    }
}

#[test]
fn links_lead_somewhere() {
    for page in PAGES {
        let text = fs::read_to_string(format!("{ROOT}{page}")).unwrap();
        let folder = page.rsplit_once('/').map_or("", |(folder, _)| folder);
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let path = format!("{ROOT}{folder}/{link}");
            assert!(fs::exists(&path).unwrap(), "{page}: {link}");
        }
    }
}
