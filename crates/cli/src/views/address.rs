//! The addresses of views: what people link to, the server answers and reports hold.

use std::borrow::Cow;
use std::fmt;

use lang::Hash128;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// The place of a store among those that are shown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct StoreNo(pub usize);

/// One side of a comparison: a run of a store, or the store as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SideNo {
    /// The store.
    pub store: StoreNo,
    /// The run; nothing for all that the store holds.
    pub run: Option<i64>,
}

/// Something to look at.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum View {
    /// The stores and their runs.
    Stores,
    /// A run: progress, rates, errors, the map of its tasks.
    Overview { store: StoreNo, run: Option<i64> },
    /// A store as a whole, whatever its runs: the map of all its tasks.
    Whole { store: StoreNo },
    /// A task: its samples, its programs and what these make of them.
    Task { store: StoreNo, task: String, test: bool },
    /// What a program gives on the samples of a task.
    Outputs { store: StoreNo, program: String, task: Option<String>, test: bool },
    /// A program: its source and where it came from.
    Program { store: StoreNo, program: String, task: Option<String> },
    /// A program step by step on one sample.
    Trace { store: StoreNo, program: String, task: Option<String>, sample: usize, test: bool },
    /// What the engine did in a run.
    Engine { store: StoreNo, run: Option<i64> },
    /// Two runs or stores side by side.
    Compare { a: SideNo, b: SideNo },
}

/// Longest address that is looked at.
const LONGEST: usize = 2048;

impl View {
    /// Reads an address: a path as it stands in a request, and the query after the `?`.
    pub fn parse(path: &str, query: &str) -> Option<View> {
        if path.len() + query.len() > LONGEST {
            return None;
        }
        let parts = path.strip_prefix("/api/")?.split('/').map(decoded);
        let parts = parts.collect::<Option<Vec<String>>>()?;
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        let q = Query::parse(query)?;
        Some(match parts[..] {
            ["stores"] => {
                q.only(&[])?;
                View::Stores
            }
            ["compare"] => {
                let q = q.only(&["a", "b"])?;
                View::Compare { a: SideNo::parse(q.get("a")?)?, b: SideNo::parse(q.get("b")?)? }
            }
            [store, "overview"] if q.get("run") == Some("-") => {
                q.only(&["run"])?;
                View::Whole { store: StoreNo::parse(store)? }
            }
            [store, "overview"] => View::Overview {
                store: StoreNo::parse(store)?,
                run: q.only(&["run"])?.number("run")?,
            },
            [store, "engine"] => View::Engine {
                store: StoreNo::parse(store)?,
                run: q.only(&["run"])?.number("run")?,
            },
            [store, "task", task] => {
                let test = q.only(&["test"])?.flag("test")?;
                View::Task { store: StoreNo::parse(store)?, task: name_of(task).into(), test }
            }
            [store, "outputs", program] => {
                let q = q.only(&["task", "test"])?;
                let (task, test) = (q.text("task"), q.flag("test")?);
                View::Outputs {
                    store: StoreNo::parse(store)?,
                    program: digits(program)?,
                    task,
                    test,
                }
            }
            [store, "program", program] => {
                let task = q.only(&["task"])?.text("task");
                View::Program { store: StoreNo::parse(store)?, program: digits(program)?, task }
            }
            [store, "trace", program] => {
                let q = q.only(&["task", "sample", "test"])?;
                let (task, test) = (q.text("task"), q.flag("test")?);
                let sample = q.number("sample")?.map_or(Some(0), |n| usize::try_from(n).ok())?;
                let (store, program) = (StoreNo::parse(store)?, digits(program)?);
                View::Trace { store, program, task, sample, test }
            }
            _ => return None,
        })
    }

    /// Whether an address names a program by something that is no hash.
    pub fn lacks_hash(path: &str) -> bool {
        let parts: Vec<&str> = path.split('/').collect();
        let ["", "api", store, "program" | "outputs" | "trace", program] = parts[..] else {
            return false;
        };
        let hash = decoded(program).and_then(|text| digits(&text));
        StoreNo::parse(store).is_some() && hash.is_none()
    }

    /// Its address in canonical form.
    pub fn path(&self) -> String {
        self.to_string()
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut params = Params::default();
        match self {
            View::Stores => f.write_str("/api/stores")?,
            View::Compare { a, b } => {
                f.write_str("/api/compare")?;
                params.add("a", Some(a));
                params.add("b", Some(b));
            }
            View::Overview { store, run } => {
                write!(f, "/api/{}/overview", store.0)?;
                params.add("run", run.as_ref());
            }
            View::Whole { store } => write!(f, "/api/{}/overview?run=-", store.0)?,
            View::Engine { store, run } => {
                write!(f, "/api/{}/engine", store.0)?;
                params.add("run", run.as_ref());
            }
            View::Task { store, task, test } => {
                write!(f, "/api/{}/task/{}", store.0, part_of(task))?;
                params.flag("test", *test);
            }
            View::Outputs { store, program, task, test } => {
                write!(f, "/api/{}/outputs/{program}", store.0)?;
                params.text("task", task.as_deref());
                params.flag("test", *test);
            }
            View::Program { store, program, task } => {
                write!(f, "/api/{}/program/{program}", store.0)?;
                params.text("task", task.as_deref());
            }
            View::Trace { store, program, task, sample, test } => {
                write!(f, "/api/{}/trace/{program}", store.0)?;
                params.text("task", task.as_deref());
                params.add("sample", Some(sample).filter(|n| **n > 0));
                params.flag("test", *test);
            }
        }
        f.write_str(&params.0)
    }
}

impl StoreNo {
    fn parse(text: &str) -> Option<StoreNo> {
        number(text).and_then(|n| usize::try_from(n).ok()).map(StoreNo)
    }
}

impl SideNo {
    /// Reads `0:3`, run 3 of store 0, or `0:-`, all of store 0.
    pub fn parse(text: &str) -> Option<SideNo> {
        let (store, run) = text.split_once(':')?;
        let run = if run == "-" { None } else { Some(number(run)?) };
        Some(SideNo { store: StoreNo::parse(store)?, run })
    }
}

impl fmt::Display for SideNo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.run {
            Some(run) => write!(f, "{}:{run}", self.store.0),
            None => write!(f, "{}:-", self.store.0),
        }
    }
}

/// A number as we write it: no sign, no zeros before it.
fn number(text: &str) -> Option<i64> {
    let plain = text.bytes().all(|b| b.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    text.parse().ok().filter(|_| plain)
}

/// The first digits of a hash, at least four.
fn digits(text: &str) -> Option<String> {
    let hex = text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
    let whole = Hash128(0).to_string().len();
    (hex && (4..=whole).contains(&text.len())).then(|| text.to_string())
}

/// The parameters of a query, each at most once.
struct Query(Vec<(String, String)>);

impl Query {
    fn parse(query: &str) -> Option<Query> {
        let mut pairs: Vec<(String, String)> = Vec::new();
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=')?;
            let (name, value) = (decoded(name)?, decoded(value)?);
            if pairs.len() == 8 || pairs.iter().any(|(known, _)| *known == name) {
                return None;
            }
            pairs.push((name, value));
        }
        Some(Query(pairs))
    }

    /// Refuses parameters of other names.
    fn only(self, names: &[&str]) -> Option<Query> {
        self.0.iter().all(|(name, _)| names.contains(&name.as_str())).then_some(self)
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    fn text(&self, name: &str) -> Option<String> {
        self.get(name).map(str::to_string)
    }

    /// A number, if it is there; nothing at all if it is none.
    fn number(&self, name: &str) -> Option<Option<i64>> {
        self.get(name).map_or(Some(None), |text| number(text).map(Some))
    }

    fn flag(&self, name: &str) -> Option<bool> {
        match self.get(name) {
            None | Some("0") => Some(false),
            Some("1") => Some(true),
            Some(_) => None,
        }
    }
}

/// Parameters that are being written.
#[derive(Default)]
struct Params(String);

impl Params {
    fn add(&mut self, name: &str, value: Option<&impl ToString>) {
        let Some(value) = value else { return };
        self.0.push(if self.0.is_empty() { '?' } else { '&' });
        self.0 += &format!("{name}={}", encoded(&value.to_string()));
    }

    fn text(&mut self, name: &str, value: Option<&str>) {
        self.add(name, value.map(str::to_string).as_ref());
    }

    fn flag(&mut self, name: &str, value: bool) {
        self.add(name, Some(&1).filter(|_| value));
    }
}

/// A name as a part of a path. Browsers take away the parts `.` and `..`, however they are
/// encoded, so these have a `~` in front, and names that look like that have one more. The front
/// end does the same.
fn part_of(name: &str) -> String {
    let mark = if is_dots(name) { "~" } else { "" };
    format!("{mark}{}", encoded(name))
}

/// The name that a decoded part of a path stands for.
fn name_of(part: &str) -> &str {
    part.strip_prefix('~').filter(|rest| is_dots(rest)).unwrap_or(part)
}

/// Whether this is `.` or `..` after any number of `~`.
fn is_dots(text: &str) -> bool {
    matches!(text.trim_start_matches('~'), "." | "..")
}

/// What is written as `%` and its number, as `encodeURIComponent` of the front end does.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'!')
    .remove(b'~')
    .remove(b'*')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')');

/// Text as a part of an address.
fn encoded(text: &str) -> String {
    utf8_percent_encode(text, ENCODED).to_string()
}

/// The text that a part of an address stands for; none where a `%` stands for no byte.
fn decoded(part: &str) -> Option<String> {
    let hex = |rest: &str| rest.bytes().take(2).filter(u8::is_ascii_hexdigit).count() == 2;
    let whole = part.split('%').skip(1).all(hex);
    percent_decode_str(part).decode_utf8().ok().filter(|_| whole).map(Cow::into_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(address: &str) -> Option<View> {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        View::parse(path, query)
    }

    #[test]
    fn addresses_are_read_as_they_are_written() {
        for address in [
            "/api/stores",
            "/api/0/overview",
            "/api/1/overview?run=3",
            "/api/1/overview?run=-",
            "/api/0/engine?run=12",
            "/api/0/task/007bbfb7?test=1",
            "/api/0/task/a%2Fb%20%3Cc%3E",
            "/api/0/outputs/00ff?task=t%26u&test=1",
            "/api/0/program/0123456789abcdef0123456789abcdef?task=007bbfb7",
            "/api/0/trace/00ff?task=t&sample=2&test=1",
            "/api/compare?a=0%3A1&b=1%3A-",
        ] {
            assert_eq!(read(address).expect(address).path(), address);
        }
        assert_eq!(read("/api/0/trace/00ff?sample=0").unwrap().path(), "/api/0/trace/00ff");
    }

    #[test]
    fn no_name_is_a_step_in_a_path() {
        let path = |name: &str| {
            let view = View::Task { store: StoreNo(0), task: name.into(), test: false };
            assert_eq!(View::parse(&view.path(), ""), Some(view.clone()));
            view.path()
        };
        for (name, part) in [
            (".", "~."),
            ("..", "~.."),
            ("~.", "~~."),
            ("~~..", "~~~.."),
            ("...", "..."),
            ("~", "~"),
            ("~a.", "~a."),
            ("./..", ".%2F.."),
        ] {
            assert_eq!(path(name), format!("/api/0/task/{part}"));
        }
    }

    #[test]
    fn everything_else_is_refused() {
        let long = format!("/api/0/task/{}", "a".repeat(LONGEST));
        let no_hashes = [
            "/api/0/program/abc",
            "/api/0/outputs/ABCD",
            "/api/0/trace/0123456789abcdef0123456789abcdef0",
            "/api/0/program/",
        ];
        let others = [
            "",
            "/",
            "/api",
            "/api/",
            "/api/stores/",
            "/api/stores?x=1",
            "/api/-1/overview",
            "/api/00/overview",
            "/api/99999999999999999999/overview",
            "/api/0/overview?run=",
            "/api/0/overview?run=--",
            "/api/0/overview?run=-&test=1",
            "/api/0/engine?run=-",
            "/api/0/overview?run=1&run=1",
            "/api/0/overview?run",
            "/api/0/task/a?test=2",
            "/api/0/task/%F",
            "/api/0/task/%+1",
            "/api/0/task/%FF",
            "/api/0/programs/abcd",
            "/api/x/program/abc",
            "/api/compare?a=0:1",
            "/api/compare?a=0&b=1",
            &long,
        ];
        for (addresses, lacking) in [(&no_hashes[..], true), (&others[..], false)] {
            for address in addresses {
                assert_eq!(read(address), None, "{address}");
                assert_eq!(View::lacks_hash(address), lacking, "{address}");
            }
        }
        assert!(!View::lacks_hash("/api/0/program/00ff") && !View::lacks_hash("/api/0/task/abc"));
    }
}
