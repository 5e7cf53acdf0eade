//! The consoles in the documentation show what the commands print.

use std::fs;

use crate::support::{Scratch, finish};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../");

/// The pages whose consoles and links are tried.
const PAGES: [&str; 8] = [
    "README.md",
    "docs/dashboard.md",
    "docs/programs.md",
    "docs/search.md",
    "docs/solve.md",
    "docs/data.md",
    "docs/exactness.md",
    "docs/gpu.md",
];

/// A command of a console and the lines below it.
struct Shown<'t> {
    command: &'t str,
    lines: Vec<&'t str>,
}

impl Shown<'_> {
    /// Whether the end is left out, and the lines that are there.
    fn split(&self) -> (bool, &[&str]) {
        match self.lines.split_last() {
            Some((&"...", lines)) => (true, lines),
            _ => (false, &self.lines),
        }
    }

    /// As it stands on the page.
    fn text(&self) -> String {
        let lines: String = self.lines.iter().map(|line| format!("{line}\n")).collect();
        format!("$ {}\n{lines}", self.command)
    }
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

/// Whether a console shows what was printed, all of it or the beginning before `...`.
fn agree(shown: &Shown<'_>, printed: &str) -> Result<(), (String, String)> {
    let (cut, lines) = shown.split();
    let mut printed = comparable(printed.lines());
    let expected = comparable(lines.iter().copied());
    if cut {
        printed.truncate(expected.len());
    }
    if printed == expected { Ok(()) } else { Err((printed.join("\n"), expected.join("\n"))) }
}

/// The console as it should be: as many lines as before if it is cut.
fn blessed(shown: &Shown<'_>, printed: &str) -> String {
    let (cut, lines) = shown.split();
    let most = if cut { lines.len() } else { usize::MAX };
    let mut text = format!("$ {}\n", shown.command);
    let printed = printed.lines().take(most).map(|line| line.replace("missing", "present"));
    printed.chain(cut.then(|| "...".into())).for_each(|line| text += &(line + "\n"));
    text
}

/// Runs the consoles of a page in order; the page as it should be.
fn play(page: &str, text: &str, bless: bool) -> String {
    let scratch = Scratch::new("docs");
    let (mut done, mut rest) = (String::new(), text);
    for shown in consoles(text) {
        if let Some(file) = shown.command.strip_prefix("cat ") {
            scratch.write(file, shown.lines.join("\n") + "\n");
            continue;
        }
        let printed = run(&scratch, shown.command);
        let Err((left, right)) = agree(&shown, &printed) else { continue };
        assert!(bless, "{page}: {}\nprints\n{left}\nbut the page has\n{right}", shown.command);
        let old = shown.text();
        let (before, after) = rest.split_once(&old).unwrap();
        done = done + before + &blessed(&shown, &printed);
        rest = after;
    }
    done + rest
}

/// `BLESS=1 cargo test docs::` rewrites what differs.
#[test]
fn consoles_show_what_commands_print() {
    let bless = std::env::var_os("BLESS").is_some();
    for page in PAGES {
        let path = format!("{ROOT}{page}");
        let text = fs::read_to_string(&path).unwrap();
        assert!(!consoles(&text).is_empty(), "{page}");
        let should = play(page, &text, bless);
        if should != text {
            fs::write(&path, should).unwrap();
        }
    }
}

/// The headings of a page as links name them.
fn anchors(text: &str) -> Vec<String> {
    let heads = text.lines().filter_map(|line| line.trim_start_matches('#').strip_prefix(' '));
    heads.map(|head| head.to_lowercase().replace(' ', "-")).collect()
}

#[test]
fn links_lead_somewhere() {
    for page in PAGES {
        let text = fs::read_to_string(format!("{ROOT}{page}")).unwrap();
        let (folder, name) = page.rsplit_once('/').unwrap_or(("", page));
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let (file, place) = link.split_once('#').unwrap_or((link, ""));
            let file = if file.is_empty() { name } else { file };
            let path = format!("{ROOT}{folder}/{file}");
            assert!(fs::exists(&path).unwrap(), "{page}: {link}");
            let found = || anchors(&fs::read_to_string(&path).unwrap()).contains(&place.into());
            assert!(place.is_empty() || found(), "{page}: {link}");
        }
    }
}
