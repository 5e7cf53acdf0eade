//! `place_p`: where a cell lies.

use super::{Facts, Family, Kind, PLACE, each, small};

/// Positions in the grid.
pub const FAMILY: Family =
    Family { name: "place_p", code: PLACE, count: 32, kind: |_| Kind::Number, fill: place };

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
