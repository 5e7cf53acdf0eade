//! `period_p`: patterns that repeat or mirror themselves, partly hidden under one colour.

use super::{Facts, Family, Kind, NONE, PERIOD, Plane, each, small};

/// What a pattern says, for each colour that may hide it: `k` is the colour times the number of [`ATTRIBUTES`]
/// plus the attribute.
pub const FAMILY: Family = Family {
    name: "period_p",
    code: PERIOD,
    count: 10 * ATTRIBUTES as i32,
    kind: |k| {
        if matches!(k as usize % ATTRIBUTES, 5 | 6) { Kind::Number } else { Kind::Colour }
    },
    fill: period,
};

/// How many attributes there are.
pub(super) const ATTRIBUTES: usize = 8;

fn period(facts: &Facts<'_>, k: i32, out: &mut [i8]) {
    let hides = (k as usize / ATTRIBUTES) as i8;
    let grid = facts.grid;
    match k as usize % ATTRIBUTES {
        0 => tiled(grid, hides, out),
        1 => lined(facts, hides, false, out),
        2 => lined(facts, hides, true, out),
        3 => mirrored(facts, hides, false, out),
        4 => mirrored(facts, hides, true, out),
        what @ (5 | 6) => {
            let tile = smallest_tile(grid, hides).map_or((0, 0), |(h, w, _)| (h, w));
            each(facts, out, |r, c| match what {
                5 if tile.0 > 0 => small(r % tile.0),
                6 if tile.1 > 0 => small(c % tile.1),
                _ => NONE,
            });
        }
        _ => both(facts, hides, out),
    }
}

/// The smallest tile that explains every cell that is not hidden, and of which every cell is known.
fn smallest_tile(grid: Plane<'_>, hides: i8) -> Option<(usize, usize, Vec<i8>)> {
    let (h, w) = (grid.height, grid.width);
    let mut sizes: Vec<(usize, usize)> =
        (1..=h).flat_map(|p| (1..=w).map(move |q| (p, q))).collect();
    sizes.retain(|&(p, q)| p * q * 2 <= h * w && p <= 24 && q <= 24);
    sizes.sort_by_key(|&(p, q)| (p * q, p.abs_diff(q), p));
    sizes.into_iter().find_map(|(p, q)| Some((p, q, tile(grid, hides, p, q)?)))
}

fn tile(grid: Plane<'_>, hides: i8, p: usize, q: usize) -> Option<Vec<i8>> {
    let mut tile = vec![NONE; p * q];
    for r in 0..grid.height {
        let (cells, row) = (&grid.cells[r * grid.width..], &mut tile[r % p * q..][..q]);
        for c in 0..grid.width {
            let known = &mut row[c % q];
            match cells[c] {
                colour if colour == hides || colour == *known => {}
                colour if *known == NONE => *known = colour,
                _ => return None,
            }
        }
    }
    (!tile.contains(&NONE)).then_some(tile)
}

fn tiled(grid: Plane<'_>, hides: i8, out: &mut [i8]) {
    let Some((p, q, tile)) = smallest_tile(grid, hides) else { return out.fill(NONE) };
    for (at, cell) in out.iter_mut().enumerate() {
        *cell = tile[at / grid.width % p * q + at % grid.width % q];
    }
}

fn lined(facts: &Facts<'_>, hides: i8, columns: bool, out: &mut [i8]) {
    let grid = facts.grid;
    let (lines, length) =
        if columns { (grid.width, grid.height) } else { (grid.height, grid.width) };
    let place = |line: usize, at: usize| {
        if columns { at * grid.width + line } else { line * grid.width + at }
    };
    for line in 0..lines {
        let cells: Vec<i8> = (0..length).map(|at| grid.cells[place(line, at)]).collect();
        let plane = Plane { height: 1, width: length, cells: &cells };
        let found = (1..=length / 2).find_map(|q| Some((q, tile(plane, hides, 1, q)?)));
        for at in 0..length {
            out[place(line, at)] = found.as_ref().map_or(NONE, |(q, tile)| tile[at % q]);
        }
    }
}

/// The axis nearest to the middle at which a grid, hidden cells aside, is its own mirror image: twice its place.
fn axis(grid: Plane<'_>, hides: i8, columns: bool) -> Option<isize> {
    let (h, w) = (grid.height as isize, grid.width as isize);
    let side = if columns { w } else { h };
    let agrees = |sum: isize| {
        (0..h).all(|r| {
            (0..w).all(|c| {
                let own = grid.cells[(r * w + c) as usize];
                let other = if columns { grid.get(r, sum - c) } else { grid.get(sum - r, c) };
                own == other || own == hides || other == hides || other == NONE
            })
        })
    };
    let mut sums: Vec<isize> = (side / 2..=side * 3 / 2).collect();
    sums.sort_by_key(|sum| ((sum - (side - 1)).abs(), *sum));
    sums.into_iter().find(|&sum| agrees(sum))
}

fn is_swapped(grid: Plane<'_>, hides: i8) -> bool {
    let (h, w) = (grid.height, grid.width);
    let pair = |r: usize, c: usize| (grid.cells[r * w + c], grid.cells[c * w + r]);
    h == w
        && (0..h).all(|r| {
            (0..r).all(|c| matches!(pair(r, c), (a, b) if a == b || a == hides || b == hides))
        })
}

fn mirrored(facts: &Facts<'_>, hides: i8, swaps: bool, out: &mut [i8]) {
    let grid = facts.grid;
    let (x, y) = (axis(grid, hides, true), axis(grid, hides, false));
    let swaps = swaps && is_swapped(grid, hides);
    each(facts, out, |r, c| {
        let (r, c) = (r as isize, c as isize);
        let mut places = vec![(r, c)];
        if let Some(x) = x {
            places.push((r, x - c));
        }
        if let Some(y) = y {
            places.extend(places.clone().into_iter().map(|(r, c)| (y - r, c)));
        }
        if swaps {
            places.extend(places.clone().into_iter().map(|(r, c)| (c, r)));
        }
        let colours = places.into_iter().map(|(r, c)| grid.get(r, c));
        colours.into_iter().find(|&v| v != hides && v != NONE).unwrap_or(hides)
    });
}

fn both(facts: &Facts<'_>, hides: i8, out: &mut [i8]) {
    tiled(facts.grid, hides, out);
    if out.first() == Some(&NONE) {
        mirrored(facts, hides, true, out);
    }
}
