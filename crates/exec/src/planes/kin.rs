//! `near_p` and `kin_p`: the cells around.

use super::facts::{commonest_but, slot};
use super::{Facts, Family, KIN as KIN_CODE, Kind, NEAR as NEAR_CODE, NONE, each, small};

/// Colour of one of the 25 cells around, rows one after the other; 12 is the cell itself.
pub const NEAR: Family =
    Family { name: "near_p", code: NEAR_CODE, count: 25, kind: |_| Kind::Colour, fill: near };

/// Counts over the cells around.
pub const KIN: Family =
    Family { name: "kin_p", code: KIN_CODE, count: 42, kind: kin_kind, fill: kin };

/// The eight neighbours, those of the sides first.
pub(super) const AROUND: [(isize, isize); 8] =
    [(-1, 0), (0, -1), (0, 1), (1, 0), (-1, -1), (-1, 1), (1, -1), (1, 1)];

fn near(facts: &Facts<'_>, k: i32, out: &mut [i8]) {
    let (down, right) = (k as isize / 5 - 2, k as isize % 5 - 2);
    each(facts, out, |r, c| facts.grid.get(r as isize + down, c as isize + right));
}

fn kin_kind(k: i32) -> Kind {
    if matches!(k, 6 | 7 | 8 | 11) { Kind::Colour } else { Kind::Number }
}

fn kin(facts: &Facts<'_>, k: i32, out: &mut [i8]) {
    let (sides, corners) = (&AROUND[..4], &AROUND[4..]);
    match k {
        0 => count(facts, &AROUND, out, |own, v| own == v),
        1 => count(facts, sides, out, |own, v| own == v),
        2 => count(facts, &AROUND, out, |_, v| facts.is_ink(v)),
        3 => count(facts, sides, out, |_, v| facts.is_ink(v)),
        4 => count(facts, corners, out, |_, v| facts.is_ink(v)),
        6 => main(facts, &AROUND, out),
        7 => main(facts, sides, out),
        5 | 8 => colours(facts, k == 8, out),
        9 => wide(facts, out),
        10 => count(facts, sides, out, |_, v| v == NONE),
        11 => main(facts, corners, out),
        12 => squares(facts, out),
        13 => count(facts, sides, out, |own, v| own != v),
        14..24 => count(facts, &AROUND, out, |_, v| v as i32 == k - 14),
        24..34 => count(facts, sides, out, |_, v| v as i32 == k - 24),
        _ => count(facts, &AROUND[k as usize - 34..][..1], out, |own, v| own == v),
    }
}

fn count(
    facts: &Facts<'_>,
    around: &[(isize, isize)],
    out: &mut [i8],
    counts: impl Fn(i8, i8) -> bool,
) {
    each(facts, out, |r, c| {
        let own = facts.grid.get(r as isize, c as isize);
        let hit = |&&(y, x): &&(isize, isize)| {
            counts(own, facts.grid.get(r as isize + y, c as isize + x))
        };
        small(around.iter().filter(hit).count())
    });
}

fn tally(facts: &Facts<'_>, around: &[(isize, isize)], r: usize, c: usize) -> [usize; 16] {
    let mut counts = [0; 16];
    for (y, x) in around {
        let colour = facts.grid.get(r as isize + y, c as isize + x);
        if facts.is_ink(colour) {
            counts[slot(colour)] += 1;
        }
    }
    counts
}

fn main(facts: &Facts<'_>, around: &[(isize, isize)], out: &mut [i8]) {
    each(facts, out, |r, c| commonest_but(&tally(facts, around, r, c), NONE));
}

fn colours(facts: &Facts<'_>, only: bool, out: &mut [i8]) {
    each(facts, out, |r, c| {
        let counts = tally(facts, &AROUND, r, c);
        let seen = counts.iter().filter(|&&n| n > 0).count();
        match only {
            false => small(seen),
            true if seen == 1 => commonest_but(&counts, NONE),
            true => NONE,
        }
    });
}

fn wide(facts: &Facts<'_>, out: &mut [i8]) {
    each(facts, out, |r, c| {
        let ink =
            |i: isize| facts.is_ink(facts.grid.get(r as isize + i / 5 - 2, c as isize + i % 5 - 2));
        small((0..25).filter(|&i| i != 12 && ink(i)).count())
    });
}

fn squares(facts: &Facts<'_>, out: &mut [i8]) {
    each(facts, out, |r, c| {
        let at = |y: isize, x: isize| facts.grid.get(r as isize + y, c as isize + x);
        let own = at(0, 0);
        let full = |(y, x): (isize, isize)| at(y, 0) == own && at(0, x) == own && at(y, x) == own;
        [(-1, -1), (-1, 1), (1, -1), (1, 1)].into_iter().any(full) as i8
    });
}
