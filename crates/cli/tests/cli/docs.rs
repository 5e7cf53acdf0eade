//! The consoles in the documentation, and those in `testdata/consoles`, show what the commands print.

use std::fs;

use serde_json::Value;

use crate::support::{Ended, Scratch, finish};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../");

/// The pages whose consoles and links are tried.
const PAGES: [&str; 11] = [
    "README.md",
    "docs/dashboard.md",
    "docs/programs.md",
    "docs/search.md",
    "docs/prior.md",
    "docs/solve.md",
    "docs/data.md",
    "docs/exactness.md",
    "docs/gpu.md",
    "docs/synth.md",
    "docs/training.md",
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

/// Times differ from run to run.
fn is_timed(line: &str) -> bool {
    line.contains(" ms") || line.contains(" per second")
}

/// A page and the folder that its commands run in.
struct Page {
    path: String,
    /// Whether it is for readers: they have fetched the data, and are not told of exit codes.
    is_doc: bool,
    scratch: Scratch,
}

impl Page {
    fn new(path: String) -> Page {
        let scratch = Scratch::new(&format!("docs-{}", path.replace('/', "-")));
        Page { is_doc: !path.starts_with("testdata"), path, scratch }
    }

    /// What appears when a reader enters a command. A file that is not there yet is made.
    fn printed(&self, shown: &Shown<'_>) -> String {
        let (command, pointers) = shown.command.split_once(" | at ").unwrap_or((shown.command, ""));
        let (command, input) = command.split_once(" < ").unwrap_or((command, ""));
        let words: Vec<&str> = command.split(' ').collect();
        match words[..] {
            ["batt", ref args @ ..] => self.batt(args, input, pointers),
            ["cat", file] if self.is_doc || !self.scratch.path(file).exists() => {
                let text = shown.lines.join("\n") + "\n";
                self.scratch.write(file, &text);
                text
            }
            ["cat", file] => fs::read_to_string(self.scratch.path(file)).unwrap(),
            ["rm", file] => {
                fs::remove_file(self.scratch.path(file)).unwrap();
                String::new()
            }
            ["ls", folder] => {
                let entries = fs::read_dir(self.scratch.path(folder)).unwrap().flatten();
                let mut names: Vec<_> = entries.map(|entry| entry.file_name()).collect();
                names.sort();
                names.iter().map(|name| format!("{}\n", name.display())).collect()
            }
            _ => panic!("cannot run {command}"),
        }
    }

    /// Runs `batt`; of JSON, what is at the pointers. For tests, lines of the other output are
    /// marked, and the exit code is told where it is not 0.
    fn batt(&self, args: &[&str], input: &str, pointers: &str) -> String {
        let here = |arg: &&str| arg.replace("testdata/", &format!("{ROOT}testdata/"));
        let mut command = self.scratch.command(&args.iter().map(here).collect::<Vec<_>>());
        command.env("COLUMNS", "80");
        if !input.is_empty() {
            command.stdin(fs::File::open(self.scratch.path(input)).unwrap());
        }
        let Ended { code, mut out, err } = finish(command);
        if !pointers.is_empty() {
            let json: Value = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{out}"));
            let at = |pointer| json.pointer(pointer).map_or("nothing".into(), Value::to_string);
            out = pointers.split(' ').map(|p| format!("{p} {}\n", at(p))).collect();
        }
        if self.is_doc {
            return err + &out;
        }
        let marked = err.lines().map(|line| format!("! {line}").trim_end().to_string() + "\n");
        let exit = (code != 0).then(|| format!("exit {code}\n"));
        let told: String = marked.chain([out]).chain(exit).collect();
        told.replace(ROOT, "").replace(&*self.scratch.folder.to_string_lossy(), "FOLDER")
    }

    fn comparable<'t>(&self, lines: impl Iterator<Item = &'t str>) -> Vec<String> {
        lines.filter(|line| !is_timed(line)).map(|line| self.fetched(line)).collect()
    }

    fn fetched(&self, line: &str) -> String {
        if self.is_doc { line.replace("missing", "present") } else { line.to_string() }
    }

    /// Whether a console shows what was printed, all of it or the beginning before `...`.
    fn agree(&self, shown: &Shown<'_>, printed: &str) -> Result<(), (String, String)> {
        let (cut, lines) = shown.split();
        let mut printed = self.comparable(printed.lines());
        let expected = self.comparable(lines.iter().copied());
        if cut {
            printed.truncate(expected.len());
        }
        if printed == expected { Ok(()) } else { Err((printed.join("\n"), expected.join("\n"))) }
    }

    /// The console as it should be: as many lines as before if it is cut.
    fn blessed(&self, shown: &Shown<'_>, printed: &str) -> String {
        let (cut, lines) = shown.split();
        let most = if cut { lines.len() } else { usize::MAX };
        let mut text = format!("$ {}\n", shown.command);
        let printed = printed.lines().filter(|line| self.is_doc || !is_timed(line));
        let printed = printed.take(most).map(|line| self.fetched(line));
        printed.chain(cut.then(|| "...".into())).for_each(|line| text += &(line + "\n"));
        text
    }

    /// Runs the consoles in order; what differs is rewritten if it is blessed.
    fn play(&self, bless: bool) {
        let path = format!("{ROOT}{}", self.path);
        let text = fs::read_to_string(&path).unwrap();
        assert!(!consoles(&text).is_empty(), "{path}");
        let (mut done, mut rest) = (String::new(), text.as_str());
        for shown in consoles(&text) {
            let printed = self.printed(&shown);
            let Err((left, right)) = self.agree(&shown, &printed) else { continue };
            assert!(bless, "{path}: {}\nprints\n{left}\nbut the page has\n{right}", shown.command);
            let (before, after) = rest.split_once(&shown.text()).unwrap();
            done = done + before + &self.blessed(&shown, &printed);
            rest = after;
        }
        if !done.is_empty() {
            fs::write(&path, done + rest).unwrap();
        }
    }
}

/// `BLESS=1 cargo test docs::` rewrites what differs; review the difference.
#[test]
fn consoles_show_what_commands_print() {
    let bless = std::env::var_os("BLESS").is_some();
    let tests = fs::read_dir(format!("{ROOT}testdata/consoles")).unwrap().flatten();
    let tests = tests.map(|test| format!("testdata/consoles/{}", test.file_name().display()));
    std::thread::scope(|scope| {
        for path in PAGES.map(String::from).into_iter().chain(tests) {
            scope.spawn(move || Page::new(path).play(bless));
        }
    });
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
