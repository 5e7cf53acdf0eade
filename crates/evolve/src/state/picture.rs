//! What a state looks like to a network: pictures of 30 x 30 bytes, and a few numbers about each value.
//!
//! ```text
//! grids   state x sample x plane x 30 x 30      planes: input, target, then the last lines in their order
//! facts   state x sample x plane x 4            kind, fault, two numbers
//! ```
//!
//! A cell is a colour 0-9, or [`OUTSIDE`], [`MARK`], [`OTHER`]. Grids start at the top left, sets are drawn where they
//! are, sets of sets all at once; what has no picture is [`OUTSIDE`] everywhere. Targets of test inputs are never shown.

use std::slice::ChunksExactMut;

use exec::data::TaskGrid;
use exec::value::kind::Kind;
use exec::value::{Layout, Value, View, layout};

use super::track::{Desk, Track};

/// Rows and columns of a picture.
pub const SIDE: usize = 30;

/// A cell outside of what is drawn.
pub const OUTSIDE: u8 = 10;

/// A position of a set without colours.
pub const MARK: u8 = 11;

/// A cell that holds a number other than 0-9.
pub const OTHER: u8 = 12;

/// Numbers about a value: its kind (0: there is none, else 1 + its place in [`Kind::ALL`]), its fault (0: none, else 1 + its place in
/// `Fault::ALL`), and two that say how large it is: height and width of a grid; an integer or the parts of a pair or a cell's
/// position, 128 added; else how many elements it has.
pub const FACTS: usize = 4;

/// Planes before those of lines.
const GIVEN: usize = 2;

const CELLS: usize = SIDE * SIDE;

/// How much of a state is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frame {
    /// The first so many samples, demo samples before test inputs.
    pub samples: usize,
    /// The last so many lines.
    pub lines: usize,
}

impl Frame {
    /// Pictures of a sample.
    pub fn planes(&self) -> usize {
        GIVEN + self.lines
    }

    /// Bytes of a state's pictures.
    pub fn grid_bytes(&self) -> usize {
        self.samples * self.planes() * CELLS
    }

    /// Bytes of a state's facts.
    pub fn fact_bytes(&self) -> usize {
        self.samples * self.planes() * FACTS
    }

    /// Takes the room for many states apart.
    pub(super) fn sights<'s>(&self, grids: &'s mut [u8], facts: &'s mut [u8]) -> Sights<'s> {
        // With nothing to be shown there is no room, and chunks have at least one byte.
        let grids = grids.chunks_exact_mut((self.planes() * CELLS).max(1));
        let facts = facts.chunks_exact_mut((self.planes() * FACTS).max(1));
        Sights { frame: *self, grids, facts }
    }
}

/// The room for pictures, state by state and sample by sample.
pub(super) struct Sights<'s> {
    frame: Frame,
    grids: ChunksExactMut<'s, u8>,
    facts: ChunksExactMut<'s, u8>,
}

impl<'s> Sights<'s> {
    /// The room of the next state's samples.
    pub fn next_state(&mut self) -> impl Iterator<Item = Sight<'s>> + use<'s> {
        let Sights { frame, grids, facts } = self;
        let lines = frame.lines;
        let room = grids.by_ref().zip(facts.by_ref()).take(frame.samples);
        let room: Vec<Sight<'s>> =
            room.map(|(grids, facts)| Sight { grids, facts, lines }).collect();
        room.into_iter()
    }
}

/// The room for the pictures of one state on one sample.
pub(super) struct Sight<'s> {
    grids: &'s mut [u8],
    facts: &'s mut [u8],
    lines: usize,
}

impl Sight<'_> {
    /// Shows that there is no such sample.
    pub fn blank(self) {
        self.grids.fill(OUTSIDE);
        self.facts.fill(0);
    }

    /// Draws a state.
    pub fn draw(&mut self, lay: Layout, desk: &Desk<'_>, track: &Track) {
        let (own, grids) = self.grids.split_at_mut(GIVEN * CELLS);
        own.copy_from_slice(&desk.given.grids);
        grids.fill(OUTSIDE);
        let (own, facts) = self.facts.split_at_mut(GIVEN * FACTS);
        own.copy_from_slice(&desk.given.facts);
        facts.fill(0);
        let planes = grids.chunks_exact_mut(CELLS).zip(facts.chunks_exact_mut(FACTS));
        let first = track.cells.len().saturating_sub(self.lines);
        for (cell, (picture, facts)) in track.cells[first..].iter().zip(planes) {
            match cell.known.result {
                Ok(num) => draw_value(lay, desk.value(num), picture, facts),
                Err(fault) => facts[1] = 1 + fault as u8,
            }
        }
    }
}

/// The planes before those of lines, the same for all states: input and target.
pub(super) struct Given {
    grids: [u8; GIVEN * CELLS],
    facts: [u8; GIVEN * FACTS],
}

impl Given {
    /// Draws them once.
    pub fn new(input: &TaskGrid, target: Option<&TaskGrid>) -> Given {
        let mut given = Given { grids: [OUTSIDE; GIVEN * CELLS], facts: [0; GIVEN * FACTS] };
        let planes = given.grids.chunks_exact_mut(CELLS).zip(given.facts.chunks_exact_mut(FACTS));
        for (grid, (picture, facts)) in [Some(input), target].into_iter().zip(planes) {
            let Some(grid) = grid else { continue };
            let (height, width) = (grid.height(), grid.width());
            draw_grid((height, width, grid.cells()), picture);
            facts.copy_from_slice(&[kind_code(Kind::Grid), 0, small(height), small(width)]);
        }
        given
    }
}

fn kind_code(kind: Kind) -> u8 {
    let at = Kind::ALL.iter().position(|&other| other == kind);
    1 + at.unwrap_or_default() as u8
}

fn small(n: usize) -> u8 {
    n.min(255) as u8
}

fn signed(n: i64) -> u8 {
    (n.clamp(-128, 127) + 128) as u8
}

fn draw_grid((height, width, cells): (usize, usize, &[i8]), picture: &mut [u8]) {
    if width == 0 {
        return;
    }
    let shown = width.min(SIDE);
    let rows = picture.chunks_exact_mut(SIDE).zip(cells.chunks_exact(width));
    for (to, row) in rows.take(height) {
        to[..shown].iter_mut().zip(&row[..shown]).for_each(|(to, &cell)| *to = colour(cell));
    }
}

fn colour(cell: i8) -> u8 {
    // Without a branch, so that rows are coloured many cells at a time.
    let cell = cell as u8;
    if cell <= 9 { cell } else { OTHER }
}

fn put(pos: u32, cell: u8, picture: &mut [u8]) {
    let (row, column) = (layout::row(pos), layout::col(pos));
    let inside = |n: i32| usize::try_from(n).ok().filter(|&n| n < SIDE);
    if let (Some(row), Some(column)) = (inside(row), inside(column)) {
        picture[row * SIDE + column] = cell;
    }
}

fn draw_value(lay: Layout, value: Value<'_>, picture: &mut [u8], facts: &mut [u8]) {
    facts[0] = kind_code(Kind::of(value));
    let (a, b) = match value.view() {
        View::Int(n) => (signed(n), 0),
        View::Pair(a, b) => (signed(a.into()), signed(b.into())),
        View::Cell(cell) => {
            let pos = lay.pos(cell);
            (signed(layout::row(pos).into()), signed(layout::col(pos).into()))
        }
        View::Grid(grid) => (small(grid.height), small(grid.width)),
        View::Row(row) => (small(row.len()), 0),
        View::Cells(keys) | View::Poses(keys) => (small(keys.len()), 0),
        View::Bits(bits) => (bits.count_ones() as u8, 0),
        View::Tuple(items) | View::Set(items) => (small(items.len()), 0),
        View::Fn => (0, 0),
    };
    (facts[2], facts[3]) = (a, b);
    match value.view() {
        View::Set(items) => items.iter().for_each(|&item| draw_flat(lay, item, picture)),
        _ => draw_flat(lay, value, picture),
    }
}

/// Draws what is no set of sets.
fn draw_flat(lay: Layout, value: Value<'_>, picture: &mut [u8]) {
    match value.view() {
        View::Grid(grid) => draw_grid((grid.height, grid.width, grid.cells), picture),
        View::Cells(keys) => {
            keys.iter().for_each(|&key| put(lay.pos(key), colour(lay.colour(key)), picture));
        }
        View::Poses(keys) => keys.iter().for_each(|&pos| put(pos, MARK, picture)),
        _ => {}
    }
}
