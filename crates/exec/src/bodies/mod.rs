//! Bodies: the parts of a grid as rules per object see them.
//!
//! Pure functions on plain bytes behind the ops `bodies_b`, `attribute_b`, `derive_b`, `test_b` and so on. A [`Scene`] is a grid cut into bodies; everything per body is a list with one entry per body, in
//! reading order of the bodies' first cells. Nothing here fails or panics: what makes no sense gives an empty
//! list, an empty body or no value.

pub mod act;
pub mod attributes;
pub mod cut;
pub mod draw;
pub mod extras;
pub mod moves;
mod pointed;
pub mod relations;
pub mod segment;
pub mod shape;
pub mod values;

/// A grid of colours 0..=9 as plain bytes, rows one after the other.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Field {
    /// Number of rows.
    pub height: usize,
    /// Number of columns.
    pub width: usize,
    /// The colours: `height * width` of them.
    pub cells: Vec<u8>,
}

impl Field {
    /// A grid of one colour.
    pub fn plain(height: usize, width: usize, colour: u8) -> Field {
        Field { height, width, cells: vec![colour; height * width] }
    }

    /// The colour at a place, if it is inside.
    #[inline]
    pub fn get(&self, row: i16, col: i16) -> Option<u8> {
        self.index(row, col).map(|at| self.cells[at])
    }

    /// Where a place lies among the cells, if it is inside.
    #[inline]
    pub fn index(&self, row: i16, col: i16) -> Option<usize> {
        let inside =
            row >= 0 && col >= 0 && (row as usize) < self.height && (col as usize) < self.width;
        inside.then(|| row as usize * self.width + col as usize)
    }

    /// Paints a cell if it is inside.
    #[inline]
    pub fn put(&mut self, row: i16, col: i16, colour: u8) {
        if let Some(at) = self.index(row, col) {
            self.cells[at] = colour;
        }
    }

    /// The most common colour; the smallest of equally common ones.
    pub fn common(&self) -> u8 {
        let mut counts = [0usize; 16];
        self.cells.iter().for_each(|&c| counts[c as usize & 15] += 1);
        (0..10).rev().max_by_key(|&c| counts[c]).unwrap_or(0) as u8
    }
}

/// A cell of a body: row, column, colour.
pub type Cell = (i16, i16, u8);

/// A set of cells with its box.
///
/// Invariant: cells in reading order, no place twice; an empty body has the box 0, 0, -1, -1.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Body {
    /// The cells in reading order.
    pub cells: Vec<Cell>,
    /// First row of the box.
    pub top: i16,
    /// First column of the box.
    pub left: i16,
    /// Last row of the box.
    pub bottom: i16,
    /// Last column of the box.
    pub right: i16,
    main: u8,
}

impl Body {
    /// From cells in any order; where a place comes twice, the first counts.
    pub fn of(mut cells: Vec<Cell>) -> Body {
        cells.sort_by_key(|&(r, c, _)| (r, c));
        cells.dedup_by_key(|&mut (r, c, _)| (r, c));
        let rows = || cells.iter().map(|c| c.0);
        let cols = || cells.iter().map(|c| c.1);
        let (top, left) = (rows().min().unwrap_or(0), cols().min().unwrap_or(0));
        let (bottom, right) = (rows().max().unwrap_or(-1), cols().max().unwrap_or(-1));
        let main = main_colour(&cells);
        Body { cells, top, left, bottom, right, main }
    }

    /// Rows of its box.
    pub fn height(&self) -> i16 {
        self.bottom - self.top + 1
    }

    /// Columns of its box.
    pub fn width(&self) -> i16 {
        self.right - self.left + 1
    }

    /// The colours that occur, as bits.
    pub fn palette(&self) -> u16 {
        self.cells.iter().fold(0, |mask, &(_, _, c)| mask | 1 << (c & 15))
    }

    /// Its most common colour; the smallest of equally common ones.
    #[inline]
    pub fn colour(&self) -> u8 {
        self.main
    }

    /// Its rarest colour; the smallest of equally rare ones.
    pub fn odd_colour(&self) -> u8 {
        let mut counts = [0usize; 16];
        self.cells.iter().for_each(|&(_, _, c)| counts[c as usize & 15] += 1);
        (0..10).filter(|&c| counts[c] > 0).min_by_key(|&c| counts[c]).unwrap_or(0) as u8
    }

    /// The same body elsewhere.
    pub fn moved(&self, down: i16, over: i16) -> Body {
        let cells = self.cells.iter().map(|&(r, c, v)| (r + down, c + over, v)).collect();
        let (top, bottom) = (self.top + down, self.bottom + down);
        Body {
            cells,
            top,
            left: self.left + over,
            bottom,
            right: self.right + over,
            main: self.main,
        }
    }

    /// The same places in one colour.
    pub fn painted(&self, colour: u8) -> Body {
        let mut body = self.clone();
        body.cells.iter_mut().for_each(|cell| cell.2 = colour);
        body.main = main_colour(&body.cells);
        body
    }

    /// This body, and cells of another where it has none.
    pub fn joined(&self, other: &Body) -> Body {
        Body::of(self.cells.iter().chain(&other.cells).copied().collect())
    }
}

fn main_colour(cells: &[Cell]) -> u8 {
    let mut counts = [0usize; 16];
    cells.iter().for_each(|&(_, _, c)| counts[c as usize & 15] += 1);
    let mut best = 0;
    (1..10).for_each(|c| {
        if counts[c] > counts[best] {
            best = c
        }
    });
    best as u8
}

/// A grid cut into bodies.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The grid.
    pub field: Field,
    /// What lies behind the bodies.
    pub ground: u8,
    /// The bodies in reading order of their first cells.
    pub bodies: Vec<Body>,
    /// For every cell of the grid: the body it belongs to, [`NOBODY`] outside of bodies.
    pub owner: Vec<u16>,
}

/// In [`Scene::owner`]: no body.
pub const NOBODY: u16 = u16::MAX;

impl Scene {
    /// A grid with bodies in it. Where bodies overlap, the later one owns the cell.
    pub fn new(field: Field, ground: u8, bodies: Vec<Body>) -> Scene {
        let mut owner = vec![NOBODY; field.cells.len()];
        for (i, body) in bodies.iter().enumerate().take(NOBODY as usize) {
            for &(r, c, _) in &body.cells {
                if let Some(at) = field.index(r, c) {
                    owner[at] = i as u16;
                }
            }
        }
        Scene { field, ground, bodies, owner }
    }

    /// The body at a place.
    pub fn owner_at(&self, row: i16, col: i16) -> Option<usize> {
        let owner = self.owner[self.field.index(row, col)?];
        (owner != NOBODY).then_some(owner as usize)
    }
}
