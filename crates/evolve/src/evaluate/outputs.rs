//! What programs gave on one sample, each different output once.

use std::collections::HashMap;

use exec::value::{Layout, Value, View, text};
use xxhash_rust::xxh3::xxh3_64;

/// Outputs with more elements than this are not kept, so that memory follows the number of rows;
/// no output of a task has more than 900.
pub const LARGEST: u64 = 4096;

const GRID: u8 = 0;
const JSON: u8 = 1;

/// An output that was kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Output<'t> {
    /// A grid: height, width, cells row after row.
    Grid(u16, u16, &'t [u8]),
    /// Any other value, as golden vectors write it.
    Json(&'t str),
}

/// The different outputs on one sample, in the order of the first programs that gave them.
///
/// Invariant: `ends` ascends to the length of `bytes`, and every piece is as [`encode`] makes it.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Outputs {
    pub(super) bytes: Vec<u8>,
    pub(super) ends: Vec<u32>,
}

impl Outputs {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Memory in bytes.
    pub fn memory(&self) -> usize {
        self.bytes.capacity() + 4 * self.ends.capacity()
    }

    /// The output at a place.
    pub fn get(&self, place: u32) -> Option<Output<'_>> {
        decode(self.piece(place as usize)?)
    }

    pub(super) fn piece(&self, place: usize) -> Option<&[u8]> {
        let end = *self.ends.get(place)? as usize;
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        self.bytes.get(start..end)
    }

    pub(super) fn shrink(&mut self) {
        self.bytes.shrink_to_fit();
        self.ends.shrink_to_fit();
    }

    /// These, if the invariant holds.
    pub(super) fn sound(self) -> Option<Outputs> {
        let good = |place| self.piece(place).and_then(decode).is_some();
        let whole = self.ends.last().map_or(0, |&end| end as usize) == self.bytes.len();
        (whole && (0..self.len()).all(good)).then_some(self)
    }
}

/// Adds outputs, telling those apart that differ.
#[derive(Default)]
pub(super) struct Collector {
    pub outputs: Outputs,
    places: HashMap<u64, u32>,
    scratch: Vec<u8>,
}

impl Collector {
    /// The place of a value among the outputs.
    pub fn value(&mut self, lay: Layout, value: Value<'_>) -> u32 {
        let mut piece = std::mem::take(&mut self.scratch);
        piece.clear();
        encode(lay, value, &mut piece);
        let place = self.piece(&piece);
        self.scratch = piece;
        place
    }

    /// The place of an encoded output.
    pub fn piece(&mut self, piece: &[u8]) -> u32 {
        let next = self.outputs.len() as u32;
        let place = *self.places.entry(xxh3_64(piece)).or_insert(next);
        // Of two different outputs with one hash the second is stored as often as it comes.
        if place < next && self.outputs.piece(place as usize) == Some(piece) {
            return place;
        }
        self.outputs.bytes.extend_from_slice(piece);
        self.outputs.ends.push(self.outputs.bytes.len() as u32);
        next
    }
}

fn encode(lay: Layout, value: Value<'_>, out: &mut Vec<u8>) {
    if let View::Grid(grid) = value.view() {
        out.push(GRID);
        out.extend_from_slice(&(grid.height as u16).to_le_bytes());
        out.extend_from_slice(&(grid.width as u16).to_le_bytes());
        out.extend(grid.cells.iter().map(|&cell| cell as u8));
        return;
    }
    let mut json = String::new();
    text::json(lay, value, &mut json);
    out.push(JSON);
    out.extend_from_slice(json.as_bytes());
}

fn decode(piece: &[u8]) -> Option<Output<'_>> {
    match piece {
        [GRID, a, b, c, d, cells @ ..] => {
            let (height, width) = (u16::from_le_bytes([*a, *b]), u16::from_le_bytes([*c, *d]));
            let fits = cells.len() == height as usize * width as usize;
            fits.then_some(Output::Grid(height, width, cells))
        }
        [JSON, json @ ..] => std::str::from_utf8(json).ok().map(Output::Json),
        _ => None,
    }
}
