//! `ray_p`: what a cell sees.

use super::kin::AROUND;
use super::{Facts, Family, Kind, NONE, RAY, each, small};

/// First colours and distances in eight directions, and what they have in common.
pub const FAMILY: Family = Family { name: "ray_p", code: RAY, count: 56, kind, fill: ray };

/// Opposite directions: up and down, left and right, the diagonals.
const PAIRS: [(usize, usize); 4] = [(0, 3), (1, 2), (4, 7), (5, 6)];

fn kind(k: i32) -> Kind {
    if matches!(k, 8..16 | 23 | 25..28 | 36..40 | 49 | 51..54) {
        Kind::Number
    } else {
        Kind::Colour
    }
}

fn ray(facts: &Facts<'_>, k: i32, out: &mut [i8]) {
    if (48..54).contains(&k) {
        return flood(facts, k, out);
    }
    let see = |r: usize, c: usize, d: usize| seen(facts, r, c, d);
    let pair = |r: usize, c: usize, p: usize| {
        let (one, other) = (see(r, c, PAIRS[p].0).0, see(r, c, PAIRS[p].1).0);
        if one == other { one } else { NONE }
    };
    each(facts, out, |r, c| match k {
        0..8 => see(r, c, k as usize).0,
        8..16 => see(r, c, k as usize - 8).1,
        16..20 => pair(r, c, k as usize - 16),
        20 => (0..2).map(|p| pair(r, c, p)).find(|&v| v != NONE).unwrap_or(NONE),
        21 => (0..4).map(|p| pair(r, c, p)).find(|&v| v != NONE).unwrap_or(NONE),
        22 => Some(pair(r, c, 0)).filter(|&v| v == pair(r, c, 1)).unwrap_or(NONE),
        23 => small((0..4).filter(|&d| see(r, c, d).0 != NONE).count()),
        24 => nearest(facts, r, c).1,
        25 => nearest(facts, r, c).0,
        26 => small((0..8).filter(|&d| see(r, c, d).0 != NONE).count()),
        27 => distinct(facts, r, c),
        28..36 => last(facts, r, c, k as usize - 28),
        36..40 => ink(facts, r, c, k as usize - 36),
        40..48 => other(facts, r, c, k as usize - 40),
        54 => across(facts, r, c),
        _ => corner(facts, r, c),
    });
}

/// First colour in a direction and its distance.
fn seen(facts: &Facts<'_>, r: usize, c: usize, d: usize) -> (i8, i8) {
    find(facts, r, c, d, |colour| facts.is_ink(colour))
}

fn find(facts: &Facts<'_>, r: usize, c: usize, d: usize, stops: impl Fn(i8) -> bool) -> (i8, i8) {
    let (y, x) = AROUND[d];
    let (mut r, mut c, mut steps) = (r as isize, c as isize, 0);
    loop {
        (r, c, steps) = (r + y, c + x, steps + 1);
        let colour = facts.grid.get(r, c);
        if colour == NONE {
            return (NONE, NONE);
        }
        if stops(colour) {
            return (colour, small(steps));
        }
    }
}

fn other(facts: &Facts<'_>, r: usize, c: usize, d: usize) -> i8 {
    let own = facts.grid.get(r as isize, c as isize);
    find(facts, r, c, d, |colour| facts.is_ink(colour) && colour != own).0
}

fn nearest(facts: &Facts<'_>, r: usize, c: usize) -> (i8, i8) {
    let all = (0..4).map(|d| seen(facts, r, c, d)).filter(|s| s.0 != NONE);
    all.min_by_key(|s| s.1).map_or((NONE, NONE), |(colour, steps)| (steps, colour))
}

fn distinct(facts: &Facts<'_>, r: usize, c: usize) -> i8 {
    let all = (0..4).map(|d| seen(facts, r, c, d).0).filter(|&s| s != NONE);
    all.fold(0u16, |mask, colour| mask | 1 << (colour & 15)).count_ones() as i8
}

fn last(facts: &Facts<'_>, r: usize, c: usize, d: usize) -> i8 {
    let (y, x) = AROUND[d];
    let (h, w) = (facts.grid.height as isize, facts.grid.width as isize);
    let room = |at: usize, step: isize, side: isize| match step {
        0 => isize::MAX,
        1 => side - 1 - at as isize,
        _ => at as isize,
    };
    let steps = room(r, y, h).min(room(c, x, w));
    facts.grid.get(r as isize + y * steps, c as isize + x * steps)
}

fn ink(facts: &Facts<'_>, r: usize, c: usize, d: usize) -> i8 {
    let (y, x) = AROUND[d];
    let (mut r, mut c, mut cells) = (r as isize + y, c as isize + x, 0);
    while facts.grid.get(r, c) != NONE {
        cells += facts.is_ink(facts.grid.get(r, c)) as usize;
        (r, c) = (r + y, c + x);
    }
    small(cells)
}

/// The colour seen both ways on the axis on which it is nearer.
fn across(facts: &Facts<'_>, r: usize, c: usize) -> i8 {
    let pair = |(a, b): (usize, usize)| (seen(facts, r, c, a), seen(facts, r, c, b));
    let alike = PAIRS[..2].iter().map(|&p| pair(p)).filter(|(a, b)| a.0 == b.0 && a.0 != NONE);
    alike.min_by_key(|(a, b)| a.1.saturating_add(b.1)).map_or(NONE, |(a, _)| a.0)
}

/// The colour seen on two sides at a right angle.
fn corner(facts: &Facts<'_>, r: usize, c: usize) -> i8 {
    let sees = |d: usize| seen(facts, r, c, d).0;
    let meet = [(0, 1), (0, 2), (3, 1), (3, 2)].into_iter().map(|(a, b)| (sees(a), sees(b)));
    meet.into_iter().find(|(a, b)| a == b && *a != NONE).map_or(NONE, |(a, _)| a)
}

/// Nearest colours and distances, spreading from all cells that are not background.
fn flood(facts: &Facts<'_>, k: i32, out: &mut [i8]) {
    let around = if matches!(k, 48 | 49 | 52) { &AROUND[..4] } else { &AROUND[..] };
    let (cells, width) = (facts.grid.cells, facts.grid.width);
    let ink = |at: &usize| facts.is_ink(cells[*at]);
    let mut found: Vec<usize> = (0..cells.len()).filter(ink).collect();
    let mut near: Vec<(i8, i8)> =
        cells.iter().map(|&c| if facts.is_ink(c) { (c, 0) } else { (NONE, NONE) }).collect();
    let mut next = 0;
    while next < found.len() {
        let at = found[next];
        next += 1;
        for (y, x) in around {
            let (r, c) = ((at / width) as isize + y, (at % width) as isize + x);
            let inside = r >= 0 && c >= 0 && r < facts.grid.height as isize && c < width as isize;
            let to = if inside { r as usize * width + c as usize } else { continue };
            if near[to].1 == NONE {
                near[to] = (near[at].0, near[at].1.saturating_add(1));
                found.push(to);
            }
        }
    }
    for (cell, &(colour, distance)) in out.iter_mut().zip(&near) {
        *cell = match k {
            48 | 50 => colour,
            52 | 53 if distance != NONE => distance % 2,
            _ => distance,
        };
    }
}
