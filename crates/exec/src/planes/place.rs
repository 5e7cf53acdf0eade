//! `place_p`: where a cell lies.

use super::{Facts, Family, Kind, PLACE, each, small};

/// Positions in the grid.
pub const FAMILY: Family = Family {
    name: "place_p",
    code: PLACE,
    count: WORDS.len() as i32,
    describe: |k| WORDS[k as usize].to_string(),
    kind: |_| Kind::Number,
    fill: place,
};

const WORDS: [&str; 32] = [
    "row",
    "column",
    "row from below",
    "column from the right",
    "row modulo 2",
    "column modulo 2",
    "row plus column modulo 2",
    "row modulo 3",
    "column modulo 3",
    "row plus column modulo 3",
    "row minus column modulo 3",
    "distance to the edge",
    "distance to the edge modulo 2",
    "on the main diagonal",
    "on the other diagonal",
    "row against the middle: 0 above, 1 on it, 2 below",
    "column against the middle: 0 left, 1 on it, 2 right",
    "row against column: 0 above the diagonal, 1 on it, 2 below",
    "the same for the other diagonal",
    "row modulo 4",
    "column modulo 4",
    "row from below modulo 2",
    "column from the right modulo 2",
    "row from below modulo 3",
    "column from the right modulo 3",
    "row plus column from the right modulo 2",
    "row plus column modulo 4",
    "row minus column modulo 4",
    "row plus column",
    "row minus column plus width",
    "in the corner",
    "on the edge",
];

fn place(facts: &Facts<'_>, k: i32, out: &mut [i8]) {
    let (h, w) = (facts.grid.height, facts.grid.width);
    each(facts, out, |r, c| {
        let (below, right) = (h - 1 - r, w - 1 - c);
        let edge = r.min(c).min(below).min(right);
        let against = |a: usize, b: usize| (a > b) as usize + (a >= b) as usize;
        small(match k {
            0 => r,
            1 => c,
            2 => below,
            3 => right,
            4 => r % 2,
            5 => c % 2,
            6 => (r + c) % 2,
            7 => r % 3,
            8 => c % 3,
            9 => (r + c) % 3,
            10 => (r + 2 * c) % 3,
            11 => edge,
            12 => edge % 2,
            13 => (r == c) as usize,
            14 => (r == right) as usize,
            15 => against(r, below),
            16 => against(c, right),
            17 => against(r, c),
            18 => against(r, right),
            19 => r % 4,
            20 => c % 4,
            21 => below % 2,
            22 => right % 2,
            23 => below % 3,
            24 => right % 3,
            25 => (r + right) % 2,
            26 => (r + c) % 4,
            27 => (r + 3 * c) % 4,
            28 => r + c,
            29 => r + w - c,
            30 => (r.min(below) == 0 && c.min(right) == 0) as usize,
            _ => (edge == 0) as usize,
        })
    });
}
