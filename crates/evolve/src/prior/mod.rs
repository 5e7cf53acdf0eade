//! Priors: which op, constant or input stands where in programs, so that a search tries what is likely first.
//!
//! ```text
//! programs ──▶ fit ──▶ Prior: weights by name, as a JSON file ──▶ Odds: bits by number ──▶ growth, mutation
//! ```
//!
//! A prior is written by anyone: counted here, by hand, by a network. What its weights mean is said in docs/prior.md.

mod error;
mod fit;
mod guide;
mod odds;
mod read;
mod slots;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use lang::Hash128;
use serde_json::{Map, Value, json};
use xxhash_rust::xxh3::xxh3_128;

pub use error::{PriorError, Wrong};
pub use fit::{Fitted, fit, fit_without};
pub use guide::Guide;
pub use odds::{BIT, Bits, NEVER, Odds, weight};
pub use slots::{Child, Place, Slots};

/// Weights by name.
pub type Row = BTreeMap<String, f64>;

/// What the names of a row that has others too weigh together, where a file does not say.
pub const OTHER: f64 = 1.0;

/// The largest weight: sums of as many as there are names stay exact enough.
pub const MOST_WEIGHT: f64 = 1e12;

/// Which names stand where, by weight.
///
/// Invariant: made by [`Priors::read`] or [`fit`], so all names are known in some dialect, no op has more rows than
/// parameters, and weights are from 0 to [`MOST_WEIGHT`].
#[derive(Clone, PartialEq, Debug)]
pub struct Prior {
    /// What all names weigh together in each row beside their own weights.
    pub other: f64,
    /// How often names occur at all.
    pub any: Row,
    /// What the result of a program is.
    pub root: Row,
    /// By op: what stands as each of its arguments.
    pub arguments: BTreeMap<String, Vec<Row>>,
}

impl Default for Prior {
    fn default() -> Prior {
        Prior { other: OTHER, any: Row::new(), root: Row::new(), arguments: BTreeMap::new() }
    }
}

impl Prior {
    /// Whether it says nothing: then everything is as without a prior.
    pub fn is_empty(&self) -> bool {
        let says = |row: &Row| row.values().any(|&weight| weight > 0.0);
        let arguments = self.arguments.values().flatten();
        ![&self.any, &self.root].into_iter().chain(arguments).any(says)
    }

    fn to_json(&self) -> Map<String, Value> {
        let mut map = Map::new();
        map.insert("other".into(), json!(self.other));
        map.insert("any".into(), json!(self.any));
        map.insert("root".into(), json!(self.root));
        map.insert("arguments".into(), json!(self.arguments));
        map
    }
}

/// A file of priors: one for all tasks, and others for some.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Priors {
    /// For tasks that have none of their own.
    pub all: Prior,
    /// By task.
    pub tasks: BTreeMap<String, Prior>,
}

impl From<Prior> for Priors {
    fn from(all: Prior) -> Priors {
        Priors { all, tasks: BTreeMap::new() }
    }
}

impl Priors {
    /// The prior of a task.
    pub fn of(&self, task: &str) -> &Prior {
        self.tasks.get(task).unwrap_or(&self.all)
    }

    /// As a file has them: the same for the same priors, one row a line.
    pub fn to_json(&self) -> String {
        let mut map = self.all.to_json();
        if !self.tasks.is_empty() {
            let task = |(id, prior): (&String, &Prior)| (id.clone(), prior.to_json().into());
            map.insert("tasks".into(), Value::Object(self.tasks.iter().map(task).collect()));
        }
        let mut text = String::new();
        print(&Value::Object(map), 0, &mut text);
        text + "\n"
    }

    /// What a run is known by that goes by these priors: of equal ones the same, however their files are laid out.
    pub fn hash(&self) -> Hash128 {
        Hash128(xxh3_128(self.to_json().as_bytes()))
    }
}

/// Objects that hold others take lines of their own; rows are one line.
fn print(value: &Value, depth: usize, text: &mut String) {
    let nests = |value: &Value| value.is_object() || value.is_array();
    let (open, items, close): (_, Vec<(String, &Value)>, _) = match value {
        Value::Object(map) if map.values().any(nests) => (
            '{',
            map.iter().map(|(key, value)| (format!("{}: ", json!(key)), value)).collect(),
            '}',
        ),
        Value::Array(rows) if rows.iter().any(nests) => {
            ('[', rows.iter().map(|row| (String::new(), row)).collect(), ']')
        }
        _ => return text.push_str(&value.to_string()),
    };
    text.push(open);
    for (at, (key, item)) in items.into_iter().enumerate() {
        text.push_str(if at == 0 { "\n" } else { ",\n" });
        text.extend(std::iter::repeat_n(' ', depth + 1));
        text.push_str(&key);
        print(item, depth + 1, text);
    }
    text.push('\n');
    text.extend(std::iter::repeat_n(' ', depth));
    text.push(close);
}
