//! What the tests of functions on layers share: pictures drawn by hand and at random.

use crate::layers::{Desk, Layer};

/// A layer that owns its cells.
pub struct Picture {
    row: i16,
    col: i16,
    width: usize,
    cells: Vec<u8>,
}

/// A function on a layer.
pub type OnOne = fn(Layer<'_>, i32, &mut Desk) -> Option<()>;
/// A function on a list.
pub type OnList = fn(&[Layer<'_>], i32, &mut Desk) -> Option<()>;
/// A function on a layer and a frame.
pub type OnTwo = fn(Layer<'_>, Layer<'_>, i32, &mut Desk) -> Option<()>;

impl Picture {
    /// From rows of digits; dots are transparent.
    pub fn new(rows: &[&str]) -> Picture {
        Picture::at(0, 0, rows)
    }

    /// The same at a place.
    pub fn at(row: i16, col: i16, rows: &[&str]) -> Picture {
        let digit = |c: char| c.to_digit(10).unwrap_or(0) as u8;
        let cells = rows.iter().flat_map(|line| line.chars().map(digit)).collect();
        Picture { row, col, width: rows[0].len(), cells }
    }

    /// Some picture: sides 1..=30, sparse or dense, few colours or many.
    pub fn random(seed: u64) -> Picture {
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut next = |n: u64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 33) % n
        };
        (0..20).for_each(|_| _ = next(2));
        let most = [3, 10, 30][next(3) as usize];
        let (height, width) = (1 + next(most), 1 + next(most));
        let (colours, density) = (1 + next(9), next(11));
        let mut cell = || if next(10) < density { (1 + next(colours)) as u8 } else { 0 };
        let cells = (0..height * width).map(|_| cell()).collect();
        let (row, col) = (next(20) as i16 - 5, next(20) as i16 - 5);
        Picture { row, col, width: width as usize, cells }
    }

    /// The layer.
    pub fn layer(&self) -> Layer<'_> {
        let Picture { row, col, width, ref cells } = *self;
        Layer { row, col, height: cells.len() / width, width, cells }
    }
}

/// A layer as text, rows separated by a slash.
fn text(x: Layer<'_>) -> String {
    let digit = |&cell: &u8| if cell == 0 { '.' } else { (b'0' + cell) as char };
    x.rows().map(|row| row.iter().map(digit).collect::<String>()).collect::<Vec<_>>().join("/")
}

/// What is on the desk as text, layers separated by blanks; `-` if the function did not apply.
fn shown(applies: Option<()>, desk: &Desk) -> String {
    let all = || desk.layers().map(text).collect::<Vec<_>>().join(" ");
    applies.map_or("-".to_string(), |()| all())
}

/// The answer of a function on a layer.
pub fn one(f: OnOne, rows: &[&str], k: i32) -> String {
    let mut desk = Desk::new();
    shown(f(Picture::new(rows).layer(), k, &mut desk), &desk)
}

/// The answer of a function on two layers.
pub fn two(f: OnTwo, x: &Picture, frame: &Picture, k: i32) -> String {
    let mut desk = Desk::new();
    shown(f(x.layer(), frame.layer(), k, &mut desk), &desk)
}

/// The answer of a function that makes a layer of a list.
pub fn gathered(f: OnList, list: &[Picture], k: i32) -> String {
    let mut desk = Desk::new();
    let list: Vec<_> = list.iter().map(Picture::layer).collect();
    shown(f(&list, k, &mut desk), &desk)
}

/// The numbers that a function chooses from a list, none if it does not apply.
pub fn chosen(f: OnList, list: &[Picture], k: i32) -> Vec<u16> {
    let mut desk = Desk::new();
    let list: Vec<_> = list.iter().map(Picture::layer).collect();
    f(&list, k, &mut desk).map(|()| desk.chosen).unwrap_or_default()
}

/// Parameters to try: all that mean something and many that do not.
pub fn params() -> impl Iterator<Item = i32> {
    (-3..=130).chain([i32::MIN, i32::MAX])
}

/// Whether what is on the desk is sound after a function applied.
pub fn sound(desk: &Desk, sheets: std::ops::RangeInclusive<usize>) -> bool {
    sheets.contains(&desk.len())
        && desk.layers().all(|x| x.cells.len() == x.height * x.width)
        && desk.layers().all(|x| x.cells.iter().all(|&cell| cell <= 9))
}

/// Runs functions on layers over many pictures.
pub fn try_all(functions: &[OnOne], sheets: std::ops::RangeInclusive<usize>) {
    let mut desk = Desk::new();
    for seed in 0..60 {
        let p = Picture::random(seed);
        for f in functions {
            for k in params() {
                desk.clear();
                if f(p.layer(), k, &mut desk).is_some() {
                    assert!(sound(&desk, sheets.clone()), "seed {seed}, parameter {k}");
                }
            }
        }
    }
}

/// Runs functions on lists over many lists; `numbers` says whether they choose or draw.
pub fn try_lists(functions: &[OnList], numbers: bool) {
    let mut desk = Desk::new();
    for seed in 0..60u64 {
        let pictures: Vec<_> = (0..seed % 9).map(|i| Picture::random(seed * 9 + i / 2)).collect();
        let list: Vec<_> = pictures.iter().map(Picture::layer).collect();
        for f in functions {
            for k in params() {
                desk.clear();
                if f(&list, k, &mut desk).is_none() {
                    continue;
                }
                if numbers {
                    assert!(!desk.chosen.is_empty());
                    assert!(desk.chosen.iter().all(|&i| (i as usize) < list.len()));
                } else {
                    assert!(sound(&desk, 1..=1), "seed {seed}, parameter {k}");
                }
            }
        }
    }
}
