//! `whole_p` and `rank_p`: the colours of the grid as a whole.

use super::facts::{commonest, commonest_but, rarest_but, slot};
use super::object::Cut;
use super::{Facts, Family, Kind, NONE, RANK as RANK_CODE, WHOLE, each, small};

/// One value for the grid.
pub const FAMILY: Family = Family {
    name: "whole_p",
    code: WHOLE,
    count: 24,
    kind: |k| if k < 18 { Kind::Colour } else { Kind::Number },
    fill: |facts, k, out| out.fill(whole(facts, k)),
};

/// Colours of the cell and its neighbours by how common they are.
pub const RANK: Family =
    Family { name: "rank_p", code: RANK_CODE, count: 12, kind: |_| Kind::Number, fill: rank };

fn whole(facts: &Facts<'_>, k: i32) -> i8 {
    let (h, w) = (facts.grid.height as isize, facts.grid.width as isize);
    let (counts, background) = (&facts.counts, facts.background);
    match k {
        0 => commonest(counts),
        1 => background,
        2 => nth(facts, 0),
        3 => nth(facts, 1),
        4 => rarest_but(counts, NONE),
        5 => rarest_but(counts, background),
        6 => (0..10).find(|&c| counts[c as usize] == 1).unwrap_or(NONE),
        7..11 | 17 => of_objects(facts, k),
        11 => facts.grid.get(0, 0),
        12 => facts.grid.get(0, w - 1),
        13 => facts.grid.get(h - 1, 0),
        14 => facts.grid.get(h - 1, w - 1),
        15 => facts.grid.get(h / 2, w / 2),
        16 => nth(facts, 2),
        18 => small(counts.iter().filter(|&&n| n > 0).count()),
        19 => small(facts.segments(Cut::Corners as usize).objects.len()),
        20 => small(h as usize),
        21 => small(w as usize),
        22 => (h == w) as i8,
        _ => small(counts[slot(nth(facts, 0))]),
    }
}

/// The n-th commonest colour, background aside.
fn nth(facts: &Facts<'_>, n: usize) -> i8 {
    order(facts).get(n).copied().unwrap_or(NONE)
}

/// Colours from common to rare, background aside.
fn order(facts: &Facts<'_>) -> Vec<i8> {
    let mut order: Vec<i8> =
        (0..10).filter(|&c| facts.counts[c as usize] > 0 && facts.is_ink(c)).collect();
    order.sort_by_key(|&c| (std::cmp::Reverse(facts.counts[c as usize]), c));
    order
}

fn of_objects(facts: &Facts<'_>, k: i32) -> i8 {
    let objects = &facts.segments(Cut::Corners as usize).objects;
    let mut counts = [0; 16];
    objects.iter().for_each(|o| counts[slot(o.main)] += 1);
    let colour = |o: Option<&super::segment::Object>| o.map_or(NONE, |o| o.main);
    match k {
        7 => colour(objects.iter().rev().max_by_key(|o| o.cells.len())),
        8 => colour(objects.iter().min_by_key(|o| o.cells.len())),
        9 => commonest_but(&counts, NONE),
        10 => rarest_but(&counts, NONE),
        _ => colour(objects.iter().find(|o| o.alike == 0)),
    }
}

fn rank(facts: &Facts<'_>, k: i32, out: &mut [i8]) {
    let order = order(facts);
    let of = |colour: i8| match order.iter().position(|&c| c == colour) {
        Some(at) => (at + 1) as i8,
        None if colour == facts.background => 0,
        None => NONE,
    };
    let (y, x) = if k < 9 { (k as isize / 3 - 1, k as isize % 3 - 1) } else { (0, 0) };
    let mut objects = [0usize; 16];
    if k == 11 {
        facts
            .segments(Cut::Corners as usize)
            .objects
            .iter()
            .for_each(|o| objects[slot(o.main)] += 1);
    }
    each(facts, out, |r, c| {
        let colour = facts.grid.get(r as isize + y, c as isize + x);
        match k {
            0..9 => of(colour),
            9 if facts.is_ink(colour) => order.len() as i8 + 1 - of(colour),
            9 => 0,
            10 => small(facts.counts[slot(colour)]),
            _ => (0..16).all(|s| s == slot(colour) || objects[s] < objects[slot(colour)]) as i8,
        }
    });
}
