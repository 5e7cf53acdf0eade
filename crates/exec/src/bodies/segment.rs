//! Ways to cut a grid into bodies.

use super::{Body, Cell, Field, Scene};

/// Number of ways.
pub const WAYS: usize = 20;

/// Whether the ground of a way is the most common colour instead of 0.
pub fn on_common(way: usize) -> bool {
    matches!(way, 4..=7 | 9)
}

/// Cuts a grid; the ground is 0 or the most common colour ([`on_common`]).
pub fn cut(field: Field, way: usize) -> Scene {
    let ground = if on_common(way) { field.common() } else { 0 };
    let bodies = bodies(&field, ground, way);
    Scene::new(field, ground, bodies)
}

/// The bodies of a grid in reading order of their first cells.
pub fn bodies(field: &Field, ground: u8, way: usize) -> Vec<Body> {
    let apart = |v: u8| v != ground;
    match way {
        0 | 4 => connected(field, apart, |a, b| a == b, &NEAR4),
        1 | 5 => connected(field, apart, |a, b| a == b, &NEAR8),
        2 | 6 => connected(field, apart, |_, _| true, &NEAR4),
        3 | 7 => connected(field, apart, |_, _| true, &NEAR8),
        8 | 9 => by_colour(field, ground),
        10 => connected(field, |_| true, |a, b| a == b, &NEAR4),
        11 => connected(field, |v| v == 0, |a, b| a == b, &NEAR4),
        12 | 13 => lattice(field, way == 13),
        14 => lines(field, true),
        15 => lines(field, false),
        16 => connected(field, apart, |_, _| true, &NEAR24),
        17 => connected(field, apart, |a, b| a == b, &[(-1, 0), (1, 0)]),
        18 => connected(field, apart, |a, b| a == b, &[(0, -1), (0, 1)]),
        19 => connected(field, apart, |_, _| false, &[]),
        _ => Vec::new(),
    }
}

/// Steps to the four neighbours.
pub const NEAR4: [(i16, i16); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];
/// Steps to the eight neighbours.
pub const NEAR8: [(i16, i16); 8] =
    [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
const NEAR24: [(i16, i16); 24] = {
    let (mut steps, mut at, mut i) = ([(0, 0); 24], 0, 0);
    while i < 25 {
        let step = (i / 5 - 2, i % 5 - 2);
        if step.0 != 0 || step.1 != 0 {
            steps[at] = step;
            at += 1;
        }
        i += 1;
    }
    steps
};

/// Parts of cells that pass `member`, joined along `steps` where `same` holds.
pub fn connected(
    field: &Field,
    member: impl Fn(u8) -> bool,
    same: impl Fn(u8, u8) -> bool,
    steps: &[(i16, i16)],
) -> Vec<Body> {
    let mut seen = vec![false; field.cells.len()];
    let mut bodies = Vec::new();
    for start in 0..field.cells.len() {
        if seen[start] || !member(field.cells[start]) {
            continue;
        }
        seen[start] = true;
        let mut cells: Vec<Cell> = vec![cell_at(field, start)];
        let mut next = 0;
        while next < cells.len() {
            let (row, col, value) = cells[next];
            next += 1;
            for &(down, over) in steps {
                let Some(at) = field.index(row + down, col + over) else { continue };
                if !seen[at] && member(field.cells[at]) && same(value, field.cells[at]) {
                    seen[at] = true;
                    cells.push(cell_at(field, at));
                }
            }
        }
        bodies.push(Body::of(cells));
    }
    bodies
}

fn cell_at(field: &Field, at: usize) -> Cell {
    ((at / field.width) as i16, (at % field.width) as i16, field.cells[at])
}

fn by_colour(field: &Field, ground: u8) -> Vec<Body> {
    let mut cells: Vec<Vec<Cell>> = vec![Vec::new(); 10];
    for at in 0..field.cells.len() {
        let cell = cell_at(field, at);
        if cell.2 != ground && cell.2 < 10 {
            cells[cell.2 as usize].push(cell);
        }
    }
    let mut bodies: Vec<Body> = cells.into_iter().filter(|c| !c.is_empty()).map(Body::of).collect();
    bodies.sort_by_key(|body| (body.cells[0].0, body.cells[0].1));
    bodies
}

fn lines(field: &Field, rows: bool) -> Vec<Body> {
    let count = if rows { field.height } else { field.width };
    let key = |at: usize| if rows { at / field.width } else { at % field.width };
    let mut cells: Vec<Vec<Cell>> = vec![Vec::new(); count];
    (0..field.cells.len()).for_each(|at| cells[key(at)].push(cell_at(field, at)));
    cells.into_iter().map(Body::of).collect()
}

/// The rectangles between full lines of the separator colour; nothing where there are no such lines.
fn lattice(field: &Field, framed: bool) -> Vec<Body> {
    let Some(colour) = separator(field) else { return Vec::new() };
    let rows = spans(field.height, |r| {
        (0..field.width).all(|c| field.cells[r * field.width + c] == colour)
    });
    let cols = spans(field.width, |c| {
        (0..field.height).all(|r| field.cells[r * field.width + c] == colour)
    });
    let wide = if framed { 1 } else { 0 };
    let mut bodies = Vec::new();
    for &(top, bottom) in &rows {
        for &(left, right) in &cols {
            let mut cells = Vec::new();
            for r in top.saturating_sub(wide)..(bottom + wide).min(field.height) {
                for c in left.saturating_sub(wide)..(right + wide).min(field.width) {
                    cells.push(cell_at(field, r * field.width + c));
                }
            }
            bodies.push(Body::of(cells));
        }
    }
    bodies
}

/// The colour of full lines that cut the grid into at least two and at most 400 parts: that with most parts, the
/// ground 0 last.
pub fn separator(field: &Field) -> Option<u8> {
    let parts = |colour: u8| {
        let full_row =
            |r: usize| (0..field.width).all(|c| field.cells[r * field.width + c] == colour);
        let full_col =
            |c: usize| (0..field.height).all(|r| field.cells[r * field.width + c] == colour);
        spans(field.height, full_row).len() * spans(field.width, full_col).len()
    };
    let good = |c: &u8| (2..=400).contains(&parts(*c));
    (1..10u8).rev().filter(good).max_by_key(|&c| parts(c)).or_else(|| Some(0).filter(good))
}

/// Runs of lines that are no separators: (first, behind the last).
fn spans(count: usize, is_line: impl Fn(usize) -> bool) -> Vec<(usize, usize)> {
    let mut spans: Vec<(usize, usize)> = Vec::new();
    let mut open = None;
    for i in 0..=count {
        let line = i == count || is_line(i);
        match (open, line) {
            (None, false) => open = Some(i),
            (Some(first), true) => {
                spans.push((first, i));
                open = None;
            }
            _ => {}
        }
    }
    spans
}
