//! Frames: grids of the output's size, made from the input, that features are taken from.

use exec::planes::{self, Plane, SUMMARIES, side};

use crate::problem::{Picture, Problem};

/// A grid of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    /// Number of rows.
    pub height: usize,
    /// Number of columns.
    pub width: usize,
    /// The numbers.
    pub cells: Vec<i8>,
}

impl Grid {
    /// The grid as features see it.
    pub fn plane(&self) -> Plane<'_> {
        Plane { height: self.height, width: self.width, cells: &self.cells }
    }
}

impl From<&Picture> for Grid {
    fn from(picture: &Picture) -> Grid {
        let cells = picture.cells.iter().map(|&colour| colour as i8).collect();
        Grid { height: picture.height, width: picture.width, cells }
    }
}

/// A way to make a grid from the input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Base {
    /// The input itself.
    Input,
    /// One of rows x cols parts with a gap between them.
    Part { rows: usize, cols: usize, gap: usize, k: usize },
    /// Each cell enlarged.
    Scale { rows: usize, cols: usize },
    /// The input repeated.
    Tile { rows: usize, cols: usize, mirror: bool },
    /// A number for each block of a size.
    Block { height: usize, width: usize, gap: usize, what: usize },
    /// A number for each of rows x cols blocks.
    Lattice { rows: usize, cols: usize, gap: usize, what: usize },
}

impl Base {
    /// The grid, if the input allows it.
    pub fn make(&self, input: &Grid) -> Option<Grid> {
        let plane = input.plane();
        let (height, width, cells) = match *self {
            Base::Input => return Some(input.clone()),
            Base::Part { rows, cols, gap, k } => planes::part(plane, rows, cols, gap, k)?,
            Base::Scale { rows, cols } => planes::scale(plane, rows, cols)?,
            Base::Tile { rows, cols, mirror } => planes::tile(plane, rows, cols, mirror)?,
            Base::Block { height, width, gap, what } => {
                planes::block(plane, height, width, gap, what)?
            }
            Base::Lattice { rows, cols, gap, what } => {
                planes::lattice(plane, rows, cols, gap, what)?
            }
        };
        Some(Grid { height, width, cells })
    }

    /// The call that makes it; nothing for the input.
    pub fn call(&self) -> Option<String> {
        Some(match *self {
            Base::Input => return None,
            Base::Part { rows, cols, gap, k } => format!("part_p(I, ({rows}, {cols}), {gap}, {k})"),
            Base::Scale { rows, cols } => format!("scale_p(I, ({rows}, {cols}))"),
            Base::Tile { rows, cols, mirror } => {
                format!("tile_p(I, ({rows}, {cols}), {})", mirror as u8)
            }
            Base::Block { height, width, gap, what } => {
                format!("block_p(I, ({height}, {width}), {gap}, {what})")
            }
            Base::Lattice { rows, cols, gap, what } => {
                format!("lattice_p(I, ({rows}, {cols}), {gap}, {what})")
            }
        })
    }
}

/// Grids of one size that an output of that size is told from.
pub type Frame = Vec<Base>;

/// Frames that suit all demos, the plainest first.
pub fn frames(problem: &Problem) -> Vec<Frame> {
    let sizes: Vec<Sizes> =
        problem.demos.iter().map(|d| (d.input.size(), d.output.size())).collect();
    if sizes.is_empty() {
        return Vec::new();
    }
    if problem.same_size() {
        return vec![vec![Base::Input]];
    }
    let mut frames = enlarged(&sizes);
    frames.extend(parts(&sizes));
    frames.extend(blocks(&sizes));
    frames
}

/// Size of an input and of its output.
type Sizes = ((usize, usize), (usize, usize));

fn enlarged(sizes: &[Sizes]) -> Vec<Frame> {
    let ((h, w), (oh, ow)) = sizes[0];
    let (rows, cols) = (oh / h, ow / w);
    let suits = |s: &Sizes| (s.0.0 * rows, s.0.1 * cols) == s.1;
    if rows * cols < 2 || !sizes.iter().all(suits) {
        return Vec::new();
    }
    let mirror = |mirror: bool| Base::Tile { rows, cols, mirror };
    vec![vec![Base::Scale { rows, cols }, mirror(false), mirror(true)]]
}

fn parts(sizes: &[Sizes]) -> Vec<Frame> {
    let mut frames = Vec::new();
    for gap in [1, 0, 2] {
        for rows in 1..=5 {
            for cols in 1..=5 {
                let fits = |s: &Sizes| {
                    side(s.0.0, rows, gap) == Some(s.1.0) && side(s.0.1, cols, gap) == Some(s.1.1)
                };
                if (2..=12).contains(&(rows * cols)) && sizes.iter().all(fits) {
                    frames.push(
                        (0..rows * cols).map(|k| Base::Part { rows, cols, gap, k }).collect(),
                    );
                }
            }
        }
    }
    frames
}

fn blocks(sizes: &[Sizes]) -> Vec<Frame> {
    let mut frames = Vec::new();
    let (_, (rows, cols)) = sizes[0];
    for gap in [0, 1, 2] {
        let block = |s: &Sizes| Some((side(s.0.0, s.1.0, gap)?, side(s.0.1, s.1.1, gap)?));
        let Some(blocks) = sizes.iter().map(block).collect::<Option<Vec<_>>>() else { continue };
        let (height, width) = blocks[0];
        if blocks.iter().all(|&b| b == (height, width)) {
            frames.push(
                (0..SUMMARIES).map(|what| Base::Block { height, width, gap, what }).collect(),
            );
        }
        if sizes.iter().all(|s| s.1 == (rows, cols)) {
            frames
                .push((0..SUMMARIES).map(|what| Base::Lattice { rows, cols, gap, what }).collect());
        }
    }
    frames
}
