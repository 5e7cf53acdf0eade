//! The index of a folder of shards: what they were made with, and which are done.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::feed::Position;
use super::filter::Reasons;
use super::shards::SynthError;
use crate::files::{Files, WriteError};

/// What the index is called.
const NAME: &str = "synth.json";

/// Which tasks a seed gives: another number where another version gives others.
pub const ENGINE: &str = concat!("arcbatt-", env!("CARGO_PKG_VERSION"), "/synth-1");

/// What shards were made with that went by no prior.
pub(super) const NO_PRIOR: &str = "none";

/// What all shards of a folder have in common; in the order of people's interest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MadeWith {
    /// [`ENGINE`].
    pub engine: String,
    /// The name of the form.
    pub form: String,
    /// See [`super::Settings`].
    pub seed: u64,
    /// See [`super::Settings`].
    pub pairs: u32,
    /// See [`super::Settings`].
    pub budget: u64,
    /// Changed copies of every task.
    pub augment: u32,
    /// Tasks in a shard.
    pub shard_size: u64,
    /// The version of the data.
    pub data: String,
    /// A fingerprint of the ids of its tasks.
    pub tasks: String,
    /// A fingerprint of the programs.
    pub programs: String,
    /// The hash of the priors, or [`NO_PRIOR`].
    pub prior: String,
}

impl MadeWith {
    /// The first thing that is not the same in another one: its name, and what it is in both.
    pub fn difference(&self, other: &MadeWith) -> Option<(String, String, String)> {
        let [a, b] = [self, other].map(|made| match serde_json::to_value(made) {
            Ok(Value::Object(map)) => map,
            _ => serde_json::Map::new(),
        });
        let named = a.iter().find(|(name, value)| b.get(*name) != Some(value));
        named.map(|(name, value)| {
            let other = b.get(name).map_or("nothing".into(), Value::to_string);
            (name.replace('_', "-"), value.to_string(), other)
        })
    }
}

/// A shard that is done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shard {
    /// Its files, with their sizes.
    pub files: BTreeMap<String, u64>,
    /// Its tasks, changed copies not counted.
    pub tasks: u64,
    /// Those with their changed copies.
    pub records: u64,
    /// Pairs of all these.
    pub samples: u64,
    /// Programs that were tried for it.
    pub tried: u64,
    /// Why these gave no task, by name.
    pub left_out: BTreeMap<String, u64>,
    /// Where the search for the next shard begins.
    pub next: Position,
}

impl Shard {
    /// Counts by name.
    pub(super) fn named(reasons: &Reasons) -> BTreeMap<String, u64> {
        let met = reasons.iter().filter(|(_, times)| *times > 0);
        met.map(|(reason, times)| (reason.name().to_string(), times)).collect()
    }

    /// Whether its files are there in full.
    fn is_whole(&self, folder: &Path) -> bool {
        self.files.iter().all(|(name, size)| {
            fs::metadata(folder.join(name)).is_ok_and(|meta| meta.is_file() && meta.len() == *size)
        })
    }
}

/// The index.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Index {
    /// What all shards were made with.
    pub made_with: MadeWith,
    /// Those that are done, in order.
    pub shards: Vec<Shard>,
}

impl Index {
    /// Where the index of a folder is.
    pub fn path(folder: &Path) -> PathBuf {
        folder.join(NAME)
    }

    /// The index of a folder, if there is one. Shards from the first one on whose files are not
    /// there as they were written are left out.
    pub(super) fn read(folder: &Path) -> Result<Option<Index>, SynthError> {
        let path = Index::path(folder);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(SynthError::Unreadable(path, error.to_string())),
        };
        let read = serde_json::from_slice::<Index>(&bytes);
        let mut index = read.map_err(|error| SynthError::Unreadable(path, error.to_string()))?;
        let whole = index.shards.iter().take_while(|shard| shard.is_whole(folder)).count();
        index.shards.truncate(whole);
        Ok(Some(index))
    }

    /// Writes it, whole or not at all.
    pub(super) fn write(&self, folder: &Path) -> Result<(), WriteError> {
        let text = serde_json::to_string_pretty(self).expect("string keys alone") + "\n";
        let mut files = Files::synced();
        files.write(&Index::path(folder), text.as_bytes())?;
        files.settle()
    }
}
