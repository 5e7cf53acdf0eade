//! The file of a submission: `{"<id>": [{"attempt_1": grid, "attempt_2": grid}, …], …}`.

use std::collections::HashSet;
use std::fmt::{self, Write};

use exec::data::{Dataset, MAX_SIDE, SampleName, TaskGrid};
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::{ATTEMPTS, guesses_for_unread};
use crate::forms::push_grid;

/// Largest file of a submission that is read, in bytes: some thousand tasks take a tenth of it.
pub const MAX_BYTES: u64 = 256 << 20;

const KEYS: [&str; ATTEMPTS] = ["attempt_1", "attempt_2"];

/// Attempts by task and test input.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Submission {
    /// Ids and, for each test input, the attempts; in the order of the file.
    pub tasks: Vec<(String, Vec<[TaskGrid; ATTEMPTS]>)>,
}

impl Submission {
    /// Reads the text of a file. The message says what is wrong and where.
    pub fn parse(bytes: &[u8]) -> Result<Submission, String> {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let mut json = serde_json::Deserializer::from_slice(bytes);
        let tasks = File.deserialize(&mut json).map_err(|error| error.to_string())?;
        json.end().map_err(|error| error.to_string())?;
        Ok(Submission { tasks })
    }

    /// The text of a file.
    pub fn to_json(&self) -> String {
        let mut text = String::from("{");
        for (at, (id, inputs)) in self.tasks.iter().enumerate() {
            text.push_str(if at == 0 { "" } else { ",\n " });
            let _ = write!(text, "{}: [", serde_json::Value::from(id.as_str()));
            for (at, attempts) in inputs.iter().enumerate() {
                text.push_str(if at == 0 { "{" } else { ", {" });
                for (at, (key, grid)) in KEYS.iter().zip(attempts).enumerate() {
                    text.push_str(if at == 0 { "" } else { ", " });
                    let _ = write!(text, "\"{key}\": ");
                    push_grid(&mut text, grid, ", ");
                }
                text.push('}');
            }
            text.push(']');
        }
        text.push_str("}\n");
        text
    }

    /// Adds guesses for the tasks that cannot be read, see [`guesses_for_unread`].
    pub fn add_unread(&mut self, data: &Dataset) {
        self.tasks.extend(guesses_for_unread(data));
        self.tasks.sort_by(|a, b| a.0.cmp(&b.0));
    }

    /// The attempts for a task.
    pub fn get(&self, id: &str) -> Option<&[[TaskGrid; ATTEMPTS]]> {
        self.tasks.iter().find(|(task, _)| task == id).map(|(_, attempts)| attempts.as_slice())
    }

    /// What does not fit the tasks of a data set: tasks without attempts, ids that are no task,
    /// wrong numbers of test inputs. Tasks that cannot be read are nobody's fault.
    pub fn problems(&self, data: &Dataset) -> Vec<String> {
        let given: HashSet<&str> = self.tasks.iter().map(|(id, _)| id.as_str()).collect();
        let missing = data.tasks.iter().filter(|task| !given.contains(task.id.as_str()));
        let missing = missing.map(|task| format!("task {}: no attempts", task.id));
        let unreadable = |id: &str| data.bad.iter().any(|bad| bad.id == id);
        let wrong = self.tasks.iter().filter_map(|(id, attempts)| {
            let Some(task) = data.get(id) else {
                return (!unreadable(id)).then(|| format!("{id:?}: no task of this id"));
            };
            let (given, wanted) = (attempts.len(), task.test.len());
            (given != wanted)
                .then(|| format!("task {id}: attempts for {given} test inputs, it has {wanted}"))
        });
        missing.chain(wrong).collect()
    }
}

/// Puts the place before a message; the line and column at its end stay there.
fn at<E: Error>(place: impl fmt::Display, error: impl fmt::Display) -> E {
    E::custom(format_args!("{place}: {error}"))
}

struct File;

impl<'de> DeserializeSeed<'de> for File {
    type Value = Vec<(String, Vec<[TaskGrid; ATTEMPTS]>)>;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<Self::Value, D::Error> {
        json.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for File {
    type Value = Vec<(String, Vec<[TaskGrid; ATTEMPTS]>)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with a list of attempts for each task id")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let (mut tasks, mut seen) = (Vec::new(), HashSet::new());
        while let Some(id) = map.next_key::<String>()? {
            if !seen.insert(id.clone()) {
                return Err(at(format_args!("task {id:?}"), "occurs twice"));
            }
            let inputs = map.next_value_seed(Inputs);
            let inputs = inputs.map_err(|error| at(format_args!("task {id:?}"), error))?;
            tasks.push((id, inputs));
        }
        Ok(tasks)
    }
}

struct Inputs;

impl<'de> DeserializeSeed<'de> for Inputs {
    type Value = Vec<[TaskGrid; ATTEMPTS]>;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<Self::Value, D::Error> {
        json.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Inputs {
    type Value = Vec<[TaskGrid; ATTEMPTS]>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list with the attempts for each test input")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut inputs = Vec::new();
        loop {
            let place = SampleName::Test(inputs.len()).to_string();
            match seq.next_element_seed(Pair).map_err(|error| at(place, error))? {
                Some(pair) => inputs.push(pair),
                None => return Ok(inputs),
            }
        }
    }
}

struct Pair;

impl<'de> DeserializeSeed<'de> for Pair {
    type Value = [TaskGrid; ATTEMPTS];

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<Self::Value, D::Error> {
        json.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Pair {
    type Value = [TaskGrid; ATTEMPTS];

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with attempt_1 and attempt_2")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut found: [Option<TaskGrid>; ATTEMPTS] = [None, None];
        while let Some(key) = map.next_key::<String>()? {
            let Some(place) = KEYS.iter().position(|&known| known == key) else {
                map.next_value::<IgnoredAny>()?;
                return Err(at(format_args!("key {key:?}"), "only attempt_1 and attempt_2"));
            };
            let grid = map.next_value_seed(Grid).map_err(|error| at(&key, error))?;
            if found[place].replace(grid).is_some() {
                return Err(at(&key, "occurs twice"));
            }
        }
        match found {
            [Some(first), Some(second)] => Ok([first, second]),
            [None, _] => Err(A::Error::custom("no attempt_1")),
            [_, None] => Err(A::Error::custom("no attempt_2")),
        }
    }
}

struct Grid;

impl<'de> DeserializeSeed<'de> for Grid {
    type Value = TaskGrid;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<TaskGrid, D::Error> {
        json.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Grid {
    type Value = TaskGrid;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a grid, a list of rows")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<TaskGrid, A::Error> {
        let (mut cells, mut height, mut width) = (Vec::new(), 0, 0);
        loop {
            let row = seq.next_element_seed(Row { cells: &mut cells });
            let Some(length) = row.map_err(|error| at(format_args!("row {height}"), error))? else {
                break;
            };
            let fault = match height {
                0 => None,
                MAX_SIDE => Some(format!("more than {MAX_SIDE} rows")),
                _ if length == width => None,
                _ => Some(format!("{length} cells, row 0 has {width}")),
            };
            if let Some(fault) = fault {
                return Err(at(format_args!("row {height}"), fault));
            }
            (height, width) = (height + 1, length);
        }
        TaskGrid::new(height as u16, width as u16, cells)
            .ok_or_else(|| A::Error::custom("a grid without rows"))
    }
}

/// Reads one row to the end of the cells; gives its length.
struct Row<'c> {
    cells: &'c mut Vec<i8>,
}

impl<'de> DeserializeSeed<'de> for Row<'_> {
    type Value = usize;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<usize, D::Error> {
        json.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Row<'_> {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a row, a list of colours 0-9")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<usize, A::Error> {
        let mut length = 0;
        loop {
            let place = format_args!("column {length}");
            let Some(cell) = seq.next_element::<i64>().map_err(|error| at(place, error))? else {
                break;
            };
            match i8::try_from(cell) {
                _ if length == MAX_SIDE => {
                    return Err(A::Error::custom(format_args!("more than {MAX_SIDE} cells")));
                }
                Ok(colour @ 0..=9) => self.cells.push(colour),
                _ => return Err(at(place, format_args!("{cell} is not a colour 0-9"))),
            }
            length += 1;
        }
        if length == 0 { Err(A::Error::custom("no cells")) } else { Ok(length) }
    }
}
