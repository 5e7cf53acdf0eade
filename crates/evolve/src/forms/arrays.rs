//! Tasks as arrays of numpy, in files that `numpy.load` reads without anything else.
//!
//! | file | type and shape | what |
//! |---|---|---|
//! | `_inputs` | u1 (samples, 30, 30) | input grids, [`PAD`] beyond their edges |
//! | `_outputs` | u1 (samples, 30, 30) | output grids, [`PAD`] alone where they are not known |
//! | `_sizes` | u1 (samples, 4) | height and width of input and output; 0 where it is not known |
//! | `_is_test` | b1 (samples,) | whether the sample is one of the test |
//! | `_puzzle_indices` | i8 (puzzles + 1,) | samples of puzzle p: from place p to place p + 1 |
//! | `_puzzle_ids` | U (puzzles,) | ids of tasks |
//! | `_group_indices` | i8 (groups + 1,) | puzzles of group g: a task and its changed copies |

use exec::data::{MAX_SIDE, Sample, Task, TaskGrid};

/// Rows and columns of every grid.
pub const SIDE: usize = MAX_SIDE;
/// What is beyond the edge of a grid.
pub const PAD: u8 = 10;

/// What the files are called behind the name of the set: first those that grow with every sample.
#[rustfmt::skip]
pub const ENDS: [&str; 7] = [
    "_inputs.npy", "_outputs.npy", "_sizes.npy", "_is_test.npy",
    "_puzzle_indices.npy", "_puzzle_ids.npy", "_group_indices.npy",
];

/// Bytes before the numbers.
const HEAD: usize = 128;

/// The samples of a task for the files that grow.
pub fn samples(task: &Task) -> Vec<Vec<u8>> {
    let count = task.samples().count();
    let grids = || Vec::with_capacity(count * SIDE * SIDE);
    let (mut inputs, mut outputs) = (grids(), grids());
    let (mut sizes, mut is_test) = (Vec::with_capacity(4 * count), Vec::with_capacity(count));
    for (at, Sample { input, output }) in task.samples().enumerate() {
        pad(&mut inputs, Some(input));
        pad(&mut outputs, output.as_ref());
        let size = |grid: Option<&TaskGrid>| grid.map_or([0; 2], |g| [g.height(), g.width()]);
        let size = size(Some(input)).into_iter().chain(size(output.as_ref()));
        sizes.extend(size.map(|side| side as u8));
        is_test.push(u8::from(at >= task.demo.len()));
    }
    vec![inputs, outputs, sizes, is_test]
}

/// Readers let no grid in that is larger.
fn pad(bytes: &mut Vec<u8>, grid: Option<&TaskGrid>) {
    let start = bytes.len();
    bytes.resize(start + SIDE * SIDE, PAD);
    let places = bytes[start..].chunks_exact_mut(SIDE);
    for (place, row) in places.zip(grid.into_iter().flat_map(TaskGrid::rows)) {
        place.iter_mut().zip(row).for_each(|(place, &cell)| *place = cell as u8);
    }
}

/// The first bytes of a file of a type and shape, always as many.
pub fn head(kind: &str, shape: &str) -> Vec<u8> {
    let mut head = b"\x93NUMPY\x01\x00".to_vec();
    head.extend((HEAD as u16 - 10).to_le_bytes());
    let told = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({shape}), }}");
    head.extend(told.bytes());
    head.resize(HEAD - 1, b' ');
    head.push(b'\n');
    head
}

/// What is at the beginning of a growing file of so many samples.
pub fn growing_head(part: usize, samples: usize) -> Vec<u8> {
    match part {
        0 | 1 => head("|u1", &format!("{samples}, {SIDE}, {SIDE}")),
        2 => head("|u1", &format!("{samples}, 4")),
        _ => head("|b1", &format!("{samples},")),
    }
}

/// Where puzzles and groups begin, and what puzzles are called.
pub struct Index {
    puzzles: Vec<u64>,
    ids: Vec<String>,
    groups: Vec<u64>,
}

impl Index {
    /// Nothing yet.
    pub fn new() -> Index {
        Index { puzzles: vec![0], ids: Vec::new(), groups: vec![0] }
    }

    /// Takes a puzzle that goes on to a number of samples; what was made from the same task as the
    /// one before is of its group.
    pub fn push(&mut self, id: &str, samples: usize) {
        let first = |id| super::Change::first(id).0;
        if self.ids.last().is_some_and(|last| first(last) != first(id)) {
            self.groups.push(self.ids.len() as u64);
        }
        self.ids.push(id.to_string());
        self.puzzles.push(samples as u64);
    }

    /// The files that are written at the end.
    pub fn files(mut self) -> [Vec<u8>; 3] {
        if !self.ids.is_empty() {
            self.groups.push(self.ids.len() as u64);
        }
        [numbers(&self.puzzles), texts(&self.ids), numbers(&self.groups)]
    }
}

fn numbers(numbers: &[u64]) -> Vec<u8> {
    let mut bytes = head("<i8", &format!("{},", numbers.len()));
    bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    bytes
}

fn texts(texts: &[String]) -> Vec<u8> {
    let longest = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0).max(1);
    let mut bytes = head(&format!("<U{longest}"), &format!("{},", texts.len()));
    for text in texts {
        let end = bytes.len() + 4 * longest;
        bytes.extend(text.chars().flat_map(|c| u32::from(c).to_le_bytes()));
        bytes.resize(end, 0);
    }
    bytes
}
