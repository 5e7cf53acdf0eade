//! Pictures for the tests of functions on layers, drawn by hand and at random, and the laws that hold for all of them.

use judge::Random;

use super::{Desk, Kind, Layer, MAX_LIST, MAX_SIDE, TABLE};

/// A layer that owns its cells.
pub(super) struct Picture {
    row: i16,
    col: i16,
    width: usize,
    cells: Vec<u8>,
}

impl Picture {
    /// From rows of digits; dots are transparent.
    pub(super) fn new(rows: &[&str]) -> Picture {
        Picture::at(0, 0, rows)
    }

    /// The same at a place.
    pub(super) fn at(row: i16, col: i16, rows: &[&str]) -> Picture {
        let digit = |c: char| c.to_digit(10).unwrap_or(0) as u8;
        let cells = rows.iter().flat_map(|line| line.chars().map(digit)).collect();
        Picture { row, col, width: rows[0].len(), cells }
    }

    /// Some picture: tiles, rings or noise, sparse or dense, few colours or many.
    pub(super) fn random(seed: u64) -> Picture {
        let mut random = Random::new(seed);
        let side = random.pick(&[3, 10, 30, 30, MAX_SIDE]);
        let (height, width) = (1 + random.below(side), 1 + random.below(side));
        let (colours, density, kind) = (random.below(10), random.below(11), random.below(3));
        let (rows, cols) = (1 + random.below(7), 1 + random.below(7));
        let tile: [u8; 64] = std::array::from_fn(|_| random.below(colours + 1) as u8);
        let mut cell = |row: usize, col: usize| match kind {
            _ if random.below(10) >= density => 0,
            0 => tile[row % rows * 8 + col % cols],
            1 => tile[(row.abs_diff(height / 2) + col.abs_diff(width / 2)) % 64],
            _ => random.below(colours + 1) as u8,
        };
        let cells = (0..height * width).map(|i| cell(i / width, i % width)).collect();
        let near = random.within(-5, 15) as i16;
        let place = random.pick(&[near, near, near, 0, 1000, -1000, i16::MAX]);
        Picture { row: place, col: -(place / 2), width, cells }
    }

    /// The layer.
    pub(super) fn layer(&self) -> Layer<'_> {
        let Picture { row, col, width, ref cells } = *self;
        Layer { row, col, height: cells.len() / width, width, cells }
    }
}

/// Whether what a function left on the desk is what its kind promises.
fn is_sound(kind: Kind, list: usize, desk: &Desk) -> bool {
    let sheets = match kind {
        Kind::Pick(_) | Kind::Filter(_) => {
            return !desk.chosen.is_empty() && desk.chosen.iter().all(|&i| (i as usize) < list);
        }
        Kind::Split(_) => 1..=MAX_LIST,
        _ => 1..=1,
    };
    sheets.contains(&desk.len())
        && desk.layers().all(|x| x.cells.len() == x.height * x.width)
        && desk.layers().all(|x| x.cells.iter().all(|&cell| cell <= 9))
}

/// Every function on many pictures and lists, with parameters that mean something and many that do not.
#[test]
fn whatever_it_is_given_a_function_gives_sound_layers_or_none() {
    let params = || (-3..=130).chain([-1000, 1000, i32::MIN, i32::MAX]);
    let mut desk = Desk::new();
    for seed in 0..100 {
        let pictures: Vec<_> =
            (0..2 + seed % 9).map(|i| Picture::random(seed * 9 + i / 2)).collect();
        let list: Vec<_> = pictures[2..].iter().map(Picture::layer).collect();
        let (x, frame) = (pictures[0].layer(), Picture::random(!seed));
        for (function, k) in TABLE.iter().flat_map(|f| params().map(move |k| (f, k))) {
            desk.clear();
            let applies = match function.kind {
                Kind::One(f) | Kind::Split(f) => f(x, k, &mut desk),
                Kind::Fit(f) => f(x, frame.layer(), k, &mut desk),
                Kind::Pick(f) | Kind::Filter(f) | Kind::Gather(f) => f(&list, k, &mut desk),
            };
            let sound = applies.is_none() || is_sound(function.kind, list.len(), &desk);
            assert!(sound, "{} with {k}, seed {seed}", function.name);
        }
    }
}
