//! A font of 5 x 7 dots for labels in pictures: printable ASCII. Larger sizes have their corners
//! smoothed, so that letters look written rather than stacked.

/// Rows of dots from the top of a capital to the line that letters stand on.
pub const HEIGHT: usize = 7;
const WIDTH: usize = 5;
/// Rows below the line, for the letters that hang.
const BELOW: usize = 2;
/// Each dot becomes so many rows and columns of finer ones.
pub const FINE: usize = 4;

/// Each letter's rows from top to bottom, the leftmost dot in the highest of five bits.
#[rustfmt::skip]
const LETTERS: [(char, [u8; HEIGHT]); 95] = [
    (' ', [0; HEIGHT]),                  ('!', [4, 4, 4, 4, 4, 0, 4]),
    ('"', [10, 10, 10, 0, 0, 0, 0]),     ('#', [10, 10, 31, 10, 31, 10, 10]),
    ('$', [4, 15, 20, 14, 5, 30, 4]),    ('%', [24, 25, 2, 4, 8, 19, 3]),
    ('&', [12, 18, 20, 8, 21, 18, 13]),  ('\'', [4, 4, 8, 0, 0, 0, 0]),
    ('(', [2, 4, 8, 8, 8, 4, 2]),        (')', [8, 4, 2, 2, 2, 4, 8]),
    ('*', [0, 4, 21, 14, 21, 4, 0]),     ('+', [0, 4, 4, 31, 4, 4, 0]),
    (',', [0, 0, 0, 12, 4, 8, 0]),       ('-', [0, 0, 0, 31, 0, 0, 0]),
    ('.', [0, 0, 0, 0, 0, 12, 12]),      ('/', [0, 1, 2, 4, 8, 16, 0]),
    ('0', [14, 17, 19, 21, 25, 17, 14]), ('1', [4, 12, 4, 4, 4, 4, 14]),
    ('2', [14, 17, 1, 2, 4, 8, 31]),     ('3', [31, 2, 4, 2, 1, 17, 14]),
    ('4', [2, 6, 10, 18, 31, 2, 2]),     ('5', [31, 16, 30, 1, 1, 17, 14]),
    ('6', [6, 8, 16, 30, 17, 17, 14]),   ('7', [31, 1, 2, 4, 8, 8, 8]),
    ('8', [14, 17, 17, 14, 17, 17, 14]), ('9', [14, 17, 17, 15, 1, 2, 12]),
    (':', [0, 0, 12, 12, 0, 12, 12]),    (';', [12, 12, 0, 12, 4, 8, 0]),
    ('<', [2, 4, 8, 16, 8, 4, 2]),       ('=', [0, 0, 31, 0, 31, 0, 0]),
    ('>', [8, 4, 2, 1, 2, 4, 8]),        ('?', [14, 17, 1, 2, 4, 0, 4]),
    ('@', [14, 17, 1, 13, 21, 21, 14]),  ('A', [14, 17, 17, 31, 17, 17, 17]),
    ('B', [30, 17, 17, 30, 17, 17, 30]), ('C', [14, 17, 16, 16, 16, 17, 14]),
    ('D', [30, 17, 17, 17, 17, 17, 30]), ('E', [31, 16, 16, 30, 16, 16, 31]),
    ('F', [31, 16, 16, 30, 16, 16, 16]), ('G', [14, 17, 16, 23, 17, 17, 15]),
    ('H', [17, 17, 17, 31, 17, 17, 17]), ('I', [14, 4, 4, 4, 4, 4, 14]),
    ('J', [7, 2, 2, 2, 2, 18, 12]),      ('K', [17, 18, 20, 24, 20, 18, 17]),
    ('L', [16, 16, 16, 16, 16, 16, 31]), ('M', [17, 27, 21, 21, 17, 17, 17]),
    ('N', [17, 17, 25, 21, 19, 17, 17]), ('O', [14, 17, 17, 17, 17, 17, 14]),
    ('P', [30, 17, 17, 30, 16, 16, 16]), ('Q', [14, 17, 17, 17, 21, 18, 13]),
    ('R', [30, 17, 17, 30, 20, 18, 17]), ('S', [15, 16, 16, 14, 1, 1, 30]),
    ('T', [31, 4, 4, 4, 4, 4, 4]),       ('U', [17, 17, 17, 17, 17, 17, 14]),
    ('V', [17, 17, 17, 17, 17, 10, 4]),  ('W', [17, 17, 17, 21, 21, 21, 10]),
    ('X', [17, 17, 10, 4, 10, 17, 17]),  ('Y', [17, 17, 17, 10, 4, 4, 4]),
    ('Z', [31, 1, 2, 4, 8, 16, 31]),     ('[', [14, 8, 8, 8, 8, 8, 14]),
    ('\\', [0, 16, 8, 4, 2, 1, 0]),      (']', [14, 2, 2, 2, 2, 2, 14]),
    ('^', [4, 10, 17, 0, 0, 0, 0]),      ('_', [0, 0, 0, 0, 0, 0, 31]),
    ('`', [8, 4, 2, 0, 0, 0, 0]),        ('a', [0, 0, 14, 1, 15, 17, 15]),
    ('b', [16, 16, 22, 25, 17, 17, 30]), ('c', [0, 0, 14, 16, 16, 17, 14]),
    ('d', [1, 1, 13, 19, 17, 17, 15]),   ('e', [0, 0, 14, 17, 31, 16, 14]),
    ('f', [6, 9, 8, 28, 8, 8, 8]),       ('g', [15, 17, 17, 17, 15, 1, 14]),
    ('h', [16, 16, 22, 25, 17, 17, 17]), ('i', [4, 0, 12, 4, 4, 4, 14]),
    ('j', [2, 0, 6, 2, 2, 18, 12]),      ('k', [16, 16, 18, 20, 24, 20, 18]),
    ('l', [12, 4, 4, 4, 4, 4, 14]),      ('m', [0, 0, 26, 21, 21, 17, 17]),
    ('n', [0, 0, 22, 25, 17, 17, 17]),   ('o', [0, 0, 14, 17, 17, 17, 14]),
    ('p', [30, 17, 17, 17, 30, 16, 16]), ('q', [15, 17, 17, 17, 15, 1, 1]),
    ('r', [0, 0, 22, 25, 16, 16, 16]),   ('s', [0, 0, 15, 16, 14, 1, 30]),
    ('t', [8, 8, 28, 8, 8, 9, 6]),       ('u', [0, 0, 17, 17, 17, 19, 13]),
    ('v', [0, 0, 17, 17, 17, 10, 4]),    ('w', [0, 0, 17, 17, 21, 21, 10]),
    ('x', [0, 0, 17, 10, 4, 10, 17]),    ('y', [17, 17, 17, 17, 15, 1, 14]),
    ('z', [0, 0, 31, 2, 4, 8, 31]),      ('{', [2, 4, 4, 8, 4, 4, 2]),
    ('|', [4, 4, 4, 4, 4, 4, 4]),        ('}', [8, 4, 4, 2, 4, 4, 8]),
    ('~', [0, 0, 8, 21, 2, 0, 0]),
];

/// Drawn for letters that the font lacks.
const BOX: [u8; HEIGHT] = [31, 17, 17, 17, 17, 17, 31];
/// Their rows begin lower by `BELOW`.
const HANGING: &str = ",;gpqy";

/// A letter as dark and light dots.
pub struct Glyph {
    rows: usize,
    columns: usize,
    dots: Vec<bool>,
}

impl Glyph {
    /// The letter in fine dots, `FINE` to each side of a dot, with smooth corners.
    pub fn fine(letter: char) -> Glyph {
        Glyph::of(letter).doubled().doubled()
    }

    fn of(letter: char) -> Glyph {
        let known = (letter as usize).checked_sub(' ' as usize).and_then(|at| LETTERS.get(at));
        let art = known.map_or(BOX, |(_, art)| *art);
        let lowered = if HANGING.contains(letter) { BELOW } else { 0 };
        let (rows, columns) = (HEIGHT + BELOW, WIDTH);
        let dot = |at: usize| {
            let row = (at / columns).checked_sub(lowered).and_then(|row| art.get(row));
            row.is_some_and(|bits| bits >> (WIDTH - 1 - at % columns) & 1 == 1)
        };
        Glyph { rows, columns, dots: (0..rows * columns).map(dot).collect() }
    }

    /// Whether a dot is dark; there are none outside.
    pub fn dark(&self, row: usize, column: usize) -> bool {
        row < self.rows && column < self.columns && self.dots[row * self.columns + column]
    }

    /// Rows of dots.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Columns of dots.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Twice the size. A quarter of a dot takes the colour of its two outer neighbours where these
    /// agree and the other two neighbours do not go on with it: that rounds corners and fills
    /// stairs.
    fn doubled(&self) -> Glyph {
        let (rows, columns) = (self.rows * 2, self.columns * 2);
        let dot = |at: usize| {
            let (row, column) = (at / columns, at % columns);
            let (r, c) = (row / 2, column / 2);
            let (above, below) = (self.dark(r.wrapping_sub(1), c), self.dark(r + 1, c));
            let (left, right) = (self.dark(r, c.wrapping_sub(1)), self.dark(r, c + 1));
            let (near, far) = if row % 2 == 0 { (above, below) } else { (below, above) };
            let (side, other) = if column % 2 == 0 { (left, right) } else { (right, left) };
            let smooth = near == side && near != other && side != far;
            if smooth { near } else { self.dark(r, c) }
        };
        Glyph { rows, columns, dots: (0..rows * columns).map(dot).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn art(glyph: &Glyph) -> Vec<String> {
        let dot = |row, column| if glyph.dark(row, column) { '#' } else { '.' };
        let row = |row| (0..glyph.columns()).map(|column| dot(row, column)).collect();
        (0..glyph.rows()).map(row).collect()
    }

    #[test]
    fn every_printable_character_has_its_own_letter() {
        let mut seen = std::collections::BTreeMap::new();
        for (at, (letter, _)) in LETTERS.iter().enumerate() {
            assert_eq!(*letter as usize, ' ' as usize + at, "in order");
            assert_eq!(seen.insert(art(&Glyph::of(*letter)), *letter), None, "{letter}");
        }
        assert_eq!(art(&Glyph::of('\u{e9}')), art(&Glyph::of('\u{1b}')));
        assert_eq!(seen.get(&art(&Glyph::of('\u{e9}'))), None, "the box is no letter");
    }

    #[test]
    fn some_letters_hang() {
        assert_eq!(art(&Glyph::of('L'))[6..], ["#####", ".....", "....."]);
        assert_eq!(art(&Glyph::of('p'))[6..], ["####.", "#....", "#...."]);
    }

    #[test]
    fn stairs_are_smoothed() {
        let fine = Glyph::of('/').doubled();
        assert_eq!(art(&fine)[2..6], ["........##", ".......###", "......###.", ".....###.."]);
    }
}
