//! Priors from JSON.

use std::collections::BTreeMap;

use lang::{Dialect, Op};
use serde_json::{Map, Value};

use super::slots::is_known;
use super::{MOST_WEIGHT, Prior, PriorError, Priors, Row, Wrong};

/// Most letters of what stands in a file that an error shows.
const MOST_SHOWN: usize = 40;

type Read<T> = Result<T, PriorError>;

impl Priors {
    /// Reads a file.
    pub fn read(text: &str) -> Read<Priors> {
        let value = serde_json::from_str(text).map_err(|error| not_json(text, &error))?;
        let mut map = object("", value)?;
        let tasks = map.remove("tasks").map_or(Ok(Map::new()), |tasks| object("tasks", tasks))?;
        let task = |(id, value): (String, Value)| {
            let at = format!("tasks.{id}");
            Ok((id, prior(&format!("{at}."), object(&at, value)?)?))
        };
        Ok(Priors {
            all: prior("", map)?,
            tasks: tasks.into_iter().map(task).collect::<Read<_>>()?,
        })
    }
}

/// What the reader says, and the entry that it was at. JSON knows no NaN, which other writers use all the same.
fn not_json(text: &str, error: &serde_json::Error) -> PriorError {
    let line = text.lines().nth(error.line().saturating_sub(1)).unwrap_or("");
    let (before, after) =
        line.split_at_checked(error.column().saturating_sub(1)).unwrap_or((line, ""));
    let key = before.rsplit('"').nth(1).filter(|key| key.len() <= MOST_SHOWN).unwrap_or("");
    let is_word = |word: &&&str| after.trim_start_matches('-').starts_with(**word);
    match ["NaN", "Infinity"].iter().find(is_word) {
        Some(word) => PriorError::new(key, Wrong::NotANumber(word.to_string())),
        None => PriorError::new(key, Wrong::NotJson(error.to_string())),
    }
}

fn object(at: &str, value: Value) -> Read<Map<String, Value>> {
    match value {
        Value::Object(map) => Ok(map),
        _ => Err(PriorError::new(at, Wrong::NotAnObject)),
    }
}

/// `before` is what stands before the names of its entries.
fn prior(before: &str, map: Map<String, Value>) -> Read<Prior> {
    let mut prior = Prior::default();
    for (key, value) in map {
        let at = format!("{before}{key}");
        match key.as_str() {
            "other" => prior.other = weight(&at, &value)?,
            "any" => prior.any = row(&at, value)?,
            "root" => prior.root = row(&at, value)?,
            "arguments" => prior.arguments = arguments(&at, object(&at, value)?)?,
            _ => return Err(PriorError::new(at, Wrong::UnknownKey)),
        }
    }
    Ok(prior)
}

fn arguments(at: &str, map: Map<String, Value>) -> Read<BTreeMap<String, Vec<Row>>> {
    map.into_iter()
        .map(|(op, value)| Ok((op.clone(), rows(&format!("{at}.{op}"), op, value)?)))
        .collect()
}

fn rows(at: &str, op: String, value: Value) -> Read<Vec<Row>> {
    let arity = Dialect::ALL.into_iter().filter_map(|d| Op::lookup(d, &op)).map(Op::arity).max();
    let Some(arity) = arity else { return Err(PriorError::new(at, Wrong::UnknownOp(op))) };
    let Value::Array(rows) = value else { return Err(PriorError::new(at, Wrong::NotAList)) };
    if rows.len() > arity {
        return Err(PriorError::new(at, Wrong::TooManyRows(arity)));
    }
    rows.into_iter().enumerate().map(|(i, value)| row(&format!("{at}[{i}]"), value)).collect()
}

fn row(at: &str, value: Value) -> Read<Row> {
    let mut row = Row::new();
    for (name, value) in object(at, value)? {
        let at = format!("{at}.{name}");
        if !is_known(&name) {
            return Err(PriorError::new(at, Wrong::UnknownName(name)));
        }
        row.insert(name, weight(&at, &value)?);
    }
    Ok(row)
}

fn weight(at: &str, value: &Value) -> Read<f64> {
    match value.as_f64() {
        Some(weight) => checked(at, weight),
        None => Err(PriorError::new(at, Wrong::NotANumber(shown(value)))),
    }
}

/// A weight, if it is one.
pub(super) fn checked(at: &str, weight: f64) -> Read<f64> {
    match weight {
        weight if weight < 0.0 => Err(PriorError::new(at, Wrong::Negative(weight))),
        weight if weight <= MOST_WEIGHT => Ok(weight),
        weight => Err(PriorError::new(at, Wrong::TooLarge(weight))),
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::Null => "nothing (null)".into(),
        Value::Array(_) => "a list".into(),
        Value::Object(_) => "an object".into(),
        plain => plain.to_string().chars().take(MOST_SHOWN).collect(),
    }
}
