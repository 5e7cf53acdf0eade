//! The layers of one sample, equal ones once.

use exec::layers::Layer;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::bank::Id;
use super::numbers::{NumberMap, mix};

/// First row and column, height and width.
pub type PlaceAndSize = (i16, i16, u8, u8);

/// What is known of a layer.
#[derive(Clone, Copy)]
pub struct Sheet {
    row: i16,
    col: i16,
    height: u8,
    width: u8,
    /// A bit for each colour in it.
    pub colours: u16,
    start: u32,
    /// Of the picture alone, without its place.
    pub hash: u64,
}

impl Sheet {
    /// Where it lies and how large it is.
    #[inline]
    pub fn place_and_size(&self) -> PlaceAndSize {
        (self.row, self.col, self.height, self.width)
    }
}

/// Hashes of a layer.
#[derive(Clone, Copy)]
pub struct Hashes {
    picture: u64,
    /// With its place.
    whole: u64,
}

impl Hashes {
    /// Those of this layer.
    #[inline]
    pub fn of(x: Layer<'_>) -> Hashes {
        let picture = picture_hash(x.height, x.width, x.cells);
        let place = (x.row as u16 as u64) << 16 | x.col as u16 as u64;
        Hashes { picture, whole: mix(picture, place) }
    }
}

/// Layers by their numbers.
///
/// Invariant: equal layers have equal numbers.
#[derive(Default)]
pub struct Sheets {
    all: Vec<Sheet>,
    cells: Vec<u8>,
    numbers: NumberMap,
}

impl Sheets {
    /// Makes room for so many layers of common size.
    pub fn reserve(&mut self, layers: usize) {
        self.all.reserve(layers);
        self.cells.reserve(100 * layers);
    }

    /// Bytes in use, roughly.
    pub fn bytes(&self) -> usize {
        self.cells.len() + self.all.len() * 48
    }

    /// What is known of a layer.
    #[inline]
    pub fn get(&self, id: Id) -> &Sheet {
        &self.all[id.index()]
    }

    /// The layer of a number.
    #[inline]
    pub fn layer(&self, id: Id) -> Layer<'_> {
        let s = self.get(id);
        let (height, width, start) = (s.height as usize, s.width as usize, s.start as usize);
        let cells = &self.cells[start..start + height * width];
        Layer { row: s.row, col: s.col, height, width, cells }
    }

    /// Numbers a layer.
    #[inline]
    pub fn add(&mut self, x: Layer<'_>) -> Id {
        self.add_hashed(x, Hashes::of(x))
    }

    /// Numbers a layer whose hashes are at hand.
    pub fn add_hashed(&mut self, x: Layer<'_>, hashes: Hashes) -> Id {
        let (number, new) = self.numbers.number(hashes.whole, self.all.len() as u32);
        if new {
            self.all.push(Sheet {
                row: x.row,
                col: x.col,
                height: x.height as u8,
                width: x.width as u8,
                colours: x.cells.iter().fold(0, |colours, &cell| colours | 1 << cell),
                start: self.cells.len() as u32,
                hash: hashes.picture,
            });
            self.cells.extend_from_slice(x.cells);
        }
        Id(number)
    }

    /// Looks for layers that are numbered next, all at once.
    pub fn fetch(&self, layers: impl Iterator<Item = Hashes>) {
        self.numbers.fetch(layers.map(|hashes| hashes.whole));
    }
}

/// Hash of a picture by size and colours.
pub fn picture_hash(height: usize, width: usize, cells: &[u8]) -> u64 {
    if cells.len() <= 16 {
        // The general function takes longer to start than a small picture takes to read.
        let mut word = [0u8; 16];
        word[..cells.len()].copy_from_slice(cells);
        let word = u128::from_le_bytes(word);
        return mix(mix(word as u64, (word >> 64) as u64), (height << 8 | width) as u64);
    }
    xxh3_64_with_seed(cells, (height << 8 | width) as u64)
}
