//! Tasks on their way out, in the forms that people train with and hand on.
//!
//! ```text
//! task, program, facts ── Record ── Form::piece ──> bytes for each file ── Writer ──> files, whole or not at all
//! ```
//!
//! To write tasks as they come: [`Writer::create`], [`Writer::add`] for each, [`Writer::finish`]. Many
//! threads may make pieces ([`Form::piece`]) for one writer that pushes them in order ([`Writer::push`]).
//! In shards: a writer for each, named by [`shard`]; its files take their places together in `finish`,
//! the last one last, so [`Form::is_there`] says which shards are done and need not be made again.
//!
//! [`export`] does all of it for a data set, with changed copies of its tasks.

mod arrays;
mod change;
mod export;
mod text;
mod writer;

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use exec::data::Task;
use serde_json::{Map, Value};

pub use arrays::{PAD, SIDE};
pub use change::{BadId, Change, Symmetry, undo};
pub(crate) use export::copies;
pub use export::{Exported, Wish, export};
pub(crate) use text::{known, push_grid};
pub use writer::{Writer, Written};

/// A form that tasks are written in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Form {
    /// Kaggle's challenges and solutions, by id; null is an output that is not known.
    Kaggle,
    /// A task in each line, with its id, program and facts.
    Jsonl,
    /// A list of pairs for each id; those of the test are marked.
    Pairs,
    /// A chat in each line: grids as text, the program as answer.
    Messages,
    /// Arrays of numpy: padded grids, ids, where tasks and groups of tasks begin.
    Arrays,
}

impl Form {
    /// All forms.
    pub const ALL: [Form; 5] =
        [Form::Kaggle, Form::Jsonl, Form::Pairs, Form::Messages, Form::Arrays];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Form::Kaggle => "kaggle",
            Form::Jsonl => "jsonl",
            Form::Pairs => "pairs",
            Form::Messages => "messages",
            Form::Arrays => "arrays",
        }
    }

    /// The form of a name.
    pub fn of_name(name: &str) -> Option<Form> {
        Form::ALL.into_iter().find(|form| form.name() == name)
    }

    /// Whether its records hold programs and facts.
    pub fn has_programs(self) -> bool {
        matches!(self, Form::Jsonl | Form::Messages)
    }

    /// What its files are called behind the name of the set.
    fn ends(self) -> &'static [&'static str] {
        match self {
            Form::Kaggle => &["_challenges.json", "_solutions.json"],
            Form::Jsonl => &[".jsonl"],
            Form::Pairs => &["_pairs.json"],
            Form::Messages => &["_messages.jsonl"],
            Form::Arrays => &arrays::ENDS,
        }
    }

    /// The files of a set of this name.
    pub fn files(self, folder: &Path, name: &str) -> Vec<PathBuf> {
        let stem = stem(name);
        self.ends().iter().map(|end| folder.join(format!("{stem}{end}"))).collect()
    }

    /// Whether a set or shard of this name was written to its end.
    pub fn is_there(self, folder: &Path, name: &str) -> bool {
        self.files(folder, name).last().is_some_and(|file| file.is_file())
    }

    /// What a record is in this form.
    pub fn piece(self, record: &Record<'_>) -> Piece {
        let task = record.task;
        let parts = match self {
            Form::Kaggle => text::kaggle(task),
            Form::Jsonl => vec![text::line(record)],
            Form::Pairs => vec![text::pairs(task)],
            Form::Messages => vec![text::messages(record)],
            Form::Arrays => arrays::samples(task),
        };
        Piece { id: task.id.clone(), samples: task.samples().count(), parts }
    }
}

/// The name of a shard of a set.
pub fn shard(name: &str, number: usize) -> String {
    format!("{name}-{number:05}")
}

/// What files of a set of this name begin with: what could be no name of a file becomes `_`.
fn stem(name: &str) -> String {
    let fits = |c: char| if c.is_alphanumeric() || "-_.+".contains(c) { c } else { '_' };
    let stem: String = name.trim_start_matches('.').chars().take(60).map(fits).collect();
    if stem.is_empty() { "tasks".into() } else { stem }
}

/// A task and what is known of it.
#[derive(Clone, Copy)]
pub struct Record<'a> {
    /// The task.
    pub task: &'a Task,
    /// The text of a program that solves it: `program` in jsonl, the answer in messages.
    pub program: Option<&'a str>,
    /// What else is to be told of it: `facts` in jsonl and messages, where it is not empty.
    pub facts: Option<&'a Map<String, Value>>,
}

impl<'a> Record<'a> {
    /// A task of which nothing else is known.
    pub fn of(task: &'a Task) -> Record<'a> {
        Record { task, program: None, facts: None }
    }
}

/// A record as the files of a form hold it; [`Writer::push`] takes it.
pub struct Piece {
    id: String,
    samples: usize,
    /// Bytes for each of the files that grow with every record.
    parts: Vec<Vec<u8>>,
}
