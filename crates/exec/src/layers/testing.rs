//! Hand-drawn pictures and random layers for the tests of functions on layers.

use super::{Desk, Layer, MAX_SIDE};

/// A function from a layer to a layer.
pub(super) type One = fn(Layer<'_>, i32, &mut Desk) -> Option<()>;

/// What a function makes of a picture that lies at row 2, column 3, and where that lies. Rows are
/// parted by `/`, `.` is 0.
pub(super) fn placed(f: One, k: i32, picture: &str) -> Option<(i16, i16, String)> {
    let digit = |c: char| c.to_digit(10).unwrap_or(0) as u8;
    let cells: Vec<u8> = picture.chars().filter(|&c| c != '/').map(digit).collect();
    let height = picture.split('/').count();
    let x = Layer { row: 2, col: 3, height, width: cells.len() / height, cells: &cells };
    assert_eq!(x.cells.len(), x.height * x.width, "{picture}");
    let mut desk = Desk::new();
    f(x, k, &mut desk)?;
    assert_eq!(desk.len(), 1);
    let y = desk.layer(0);
    let draw = |&c: &u8| if c == 0 { '.' } else { (b'0' + c) as char };
    let rows: Vec<String> = y.rows().map(|row| row.iter().map(draw).collect()).collect();
    Some((y.row, y.col, rows.join("/")))
}

/// What a function makes of a picture, wherever it lies; empty if it does not apply.
pub(super) fn drawn(f: One, k: i32, picture: &str) -> String {
    placed(f, k, picture).map(|(_, _, rows)| rows).unwrap_or_default()
}

/// Runs functions over random layers of all sizes with each parameter and some absurd ones.
pub(super) fn survive(functions: &[One]) {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut random = |n: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % n
    };
    let mut desk = Desk::new();
    for round in 0..160 {
        let side = if round % 40 == 39 { MAX_SIDE as u64 } else { 30 };
        let short = if round % 2 == 0 { 6 } else { side };
        let (height, width) = (random(short) as usize + 1, random(side) as usize + 1);
        let (colours, gaps) = (random(10) + 1, random(4));
        let (py, px) = (random(7) as usize + 1, random(7) as usize + 1);
        let tile: Vec<u8> = (0..64).map(|_| random(colours) as u8).collect();
        let mut cells = vec![0; height * width];
        for (i, cell) in cells.iter_mut().enumerate() {
            let (row, col) = (i / width, i % width);
            *cell = match round % 3 {
                0 => tile[row % py * 8 + col % px],
                1 => tile[(row.abs_diff(height / 2) + col.abs_diff(width / 2)) % 64],
                _ => random(colours) as u8,
            };
            if random(5) < gaps {
                *cell = 0;
            }
        }
        let place = [0, 7, -3, 1000, -1000, i16::MAX][round % 6];
        let x = Layer { row: place, col: -(place / 2), height, width, cells: &cells };
        for &f in functions {
            for k in (-3..=20).chain([-1000, 1000, i32::MIN, i32::MAX]) {
                desk.clear();
                if f(x, k, &mut desk).is_some() {
                    assert_eq!(desk.len(), 1);
                    let y = desk.layer(0);
                    assert_eq!(y.cells.len(), y.height * y.width);
                    assert!(y.cells.iter().all(|&c| c <= 9));
                }
            }
        }
    }
}
