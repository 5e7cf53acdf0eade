//! What a body may add to the grid, or change of itself: cells with the colours that they have by nature.

use super::relations::{same_columns, same_rows};
use super::segment::{NEAR4, NEAR8};
use super::shape::{Bitmap, holes};
use super::{Body, Cell, Scene};

/// Sets of directions for rays, as bits over [`DIRECTIONS`].
pub const RAYS: [u8; 15] = [
    0b0001,
    0b0010,
    0b0100,
    0b1000,
    0b0011,
    0b1100,
    0b1111,
    0b1_0000,
    0b10_0000,
    0b100_0000,
    0b1000_0000,
    0b1001_0000,
    0b0110_0000,
    0b1111_0000,
    0b1111_1111,
];

/// Up, down, left, right, then the diagonals.
pub const DIRECTIONS: [(i16, i16); 8] =
    [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1)];

/// Number of kinds of extra cells.
pub const EXTRAS: usize = 87;

/// The extra cells of body `i`, inside the grid, in order of drawing.
pub fn extra(scene: &Scene, i: usize, kind: usize) -> Vec<Cell> {
    let body = &scene.bodies[i];
    let mut cells = match kind {
        0..15 => rays(scene, i, RAYS[kind], false),
        15..30 => rays(scene, i, RAYS[kind - 15], true),
        30..45 => around(scene, i, kind),
        45..51 => mirrored(body, kind - 45),
        51..69 => part(scene, body, kind),
        69..73 => copies(scene, body, kind - 69),
        73 => onward(scene, body),
        74 => body
            .cells
            .iter()
            .copied()
            .filter(|&(r, c, _)| (r - body.top + c - body.left) % 2 == 1)
            .collect(),
        75 => {
            painted(holes(body).into_iter().max_by_key(Vec::len).unwrap_or_default(), body.colour())
        }
        76..87 => super::pointed::pointed(scene, i, kind - 76),
        _ => Vec::new(),
    };
    cells.retain(|&(r, c, _)| scene.field.index(r, c).is_some());
    cells
}

fn painted(mut cells: Vec<Cell>, colour: u8) -> Vec<Cell> {
    cells.iter_mut().for_each(|cell| cell.2 = colour);
    cells
}

fn rays(scene: &Scene, i: usize, directions: u8, blocked: bool) -> Vec<Cell> {
    let mut cells = Vec::new();
    for (d, &step) in DIRECTIONS.iter().enumerate().filter(|(d, _)| directions >> d & 1 == 1) {
        let _ = d;
        for &(r, c, v) in &scene.bodies[i].cells {
            ray(scene, i, (r, c, v), step, blocked, &mut cells);
        }
    }
    cells
}

/// One ray from a cell on the body's rim; those that start towards the body itself are left out.
pub(super) fn ray(
    scene: &Scene,
    i: usize,
    from: Cell,
    step: (i16, i16),
    blocked: bool,
    cells: &mut Vec<Cell>,
) {
    let (mut r, mut c) = (from.0 + step.0, from.1 + step.1);
    while let Some(at) = scene.field.index(r, c) {
        let owner = scene.owner[at] as usize;
        let stops = if blocked { scene.field.cells[at] != scene.ground } else { owner == i };
        if stops {
            return;
        }
        cells.push((r, c, from.2));
        (r, c) = (r + step.0, c + step.1);
    }
}

fn around(scene: &Scene, i: usize, kind: usize) -> Vec<Cell> {
    let body = &scene.bodies[i];
    let colour = body.colour();
    match kind {
        30 => painted(holes(body).concat(), colour),
        31 => rest_of_box(body, colour),
        32 => ring(body.top - 1, body.left - 1, body.bottom + 1, body.right + 1, colour),
        33 => neighbours(scene, i, &NEAR8, colour),
        34 => neighbours(scene, i, &NEAR4, colour),
        35 => ring(body.top - 2, body.left - 2, body.bottom + 2, body.right + 2, colour),
        36 => [
            (body.top - 1, body.left - 1),
            (body.top - 1, body.right + 1),
            (body.bottom + 1, body.left - 1),
            (body.bottom + 1, body.right + 1),
        ]
        .map(|(r, c)| (r, c, colour))
        .to_vec(),
        37..43 => links(scene, i, kind - 37),
        43 | 44 => from_odd(scene, i, kind == 44),
        _ => Vec::new(),
    }
}

fn rest_of_box(body: &Body, colour: u8) -> Vec<Cell> {
    let map = Bitmap::of(body, false);
    let cell = |at: usize| {
        (body.top + (at / map.width) as i16, body.left + (at % map.width) as i16, colour)
    };
    (0..map.cells.len()).filter(|&at| map.cells[at] == 0).map(cell).collect()
}

fn ring(top: i16, left: i16, bottom: i16, right: i16, colour: u8) -> Vec<Cell> {
    let on = |r: i16, c: i16| r == top || r == bottom || c == left || c == right;
    (top..=bottom)
        .flat_map(|r| (left..=right).filter(move |&c| on(r, c)).map(move |c| (r, c, colour)))
        .collect()
}

fn neighbours(scene: &Scene, i: usize, steps: &[(i16, i16)], colour: u8) -> Vec<Cell> {
    let near = |&(r, c, _): &Cell| {
        steps.iter().map(move |s| (r + s.0, c + s.1, colour)).collect::<Vec<_>>()
    };
    let mut cells: Vec<Cell> = scene.bodies[i].cells.iter().flat_map(near).collect();
    cells.sort_unstable();
    cells.dedup();
    cells.retain(|&(r, c, _)| scene.owner_at(r, c) != Some(i));
    cells
}

/// Straight lines to other bodies: to equals by colour (0..3) or to any (3..6), in rows, columns or both.
fn links(scene: &Scene, i: usize, kind: usize) -> Vec<Cell> {
    let body = &scene.bodies[i];
    let colour = body.colour();
    let mut cells = Vec::new();
    for (j, other) in scene.bodies.iter().enumerate().filter(|&(j, _)| j != i) {
        let _ = j;
        if kind < 3 && other.colour() != colour {
            continue;
        }
        if kind % 3 != 1
            && same_rows(body, other)
            && (other.right < body.left || other.left > body.right)
        {
            let (from, to) = (body.right.min(other.right) + 1, body.left.max(other.left) - 1);
            let rows = body.top.max(other.top)..=body.bottom.min(other.bottom);
            cells.extend(rows.flat_map(|r| (from..=to).map(move |c| (r, c, colour))));
        }
        if !kind.is_multiple_of(3)
            && same_columns(body, other)
            && (other.bottom < body.top || other.top > body.bottom)
        {
            let (from, to) = (body.bottom.min(other.bottom) + 1, body.top.max(other.top) - 1);
            let cols = body.left.max(other.left)..=body.right.min(other.right);
            cells.extend(cols.flat_map(|c| (from..=to).map(move |r| (r, c, colour))));
        }
    }
    cells
}

/// Rays from the rarest-coloured cells, in the direction in which they lie from the body's middle.
fn from_odd(scene: &Scene, i: usize, away: bool) -> Vec<Cell> {
    let body = &scene.bodies[i];
    let odd = body.odd_colour();
    if body.palette().count_ones() < 2 {
        return Vec::new();
    }
    let mut cells = Vec::new();
    for &cell in body.cells.iter().filter(|c| c.2 == odd) {
        let sign = |twice: i16, low: i16, high: i16| (2 * twice - low - high).signum();
        let (down, over) =
            (sign(cell.0, body.top, body.bottom), sign(cell.1, body.left, body.right));
        if (down, over) == (0, 0) {
            continue;
        }
        let step = if away { (-down, -over) } else { (down, over) };
        let mut from = cell;
        while scene.owner_at(from.0 + step.0, from.1 + step.1) == Some(i) {
            from = (from.0 + step.0, from.1 + step.1, from.2);
        }
        ray(scene, i, from, step, true, &mut cells);
    }
    cells
}

fn mirrored(body: &Body, kind: usize) -> Vec<Cell> {
    let (sum_rows, sum_cols) = (body.top + body.bottom, body.left + body.right);
    let square = body.height() == body.width();
    let mut cells = Vec::new();
    for &(r, c, v) in &body.cells {
        let (y, x) = (r - body.top, c - body.left);
        let (dr, dc) = (body.top + x, body.left + y);
        let (lr, ud, half) =
            ((r, sum_cols - c, v), (sum_rows - r, c, v), (sum_rows - r, sum_cols - c, v));
        let turns = [(dr, sum_cols - dc, v), (sum_rows - dr, dc, v)];
        let diagonals = [(dr, dc, v), (sum_rows - dr, sum_cols - dc, v)];
        match kind {
            0 => cells.push(lr),
            1 => cells.push(ud),
            2 => cells.extend([lr, ud, half]),
            3 if square => {
                cells.extend([lr, ud, half, turns[0], turns[1], diagonals[0], diagonals[1]])
            }
            4 => cells.push(half),
            5 if square => cells.extend([half, turns[0], turns[1]]),
            _ => {}
        }
    }
    let own = Bitmap::of(body, false);
    let free = |&(r, c, _): &Cell| {
        own.cells[(r - body.top) as usize * own.width + (c - body.left) as usize] == 0
    };
    cells.retain(free);
    cells
}

/// Parts of the body itself, or of its box.
fn part(scene: &Scene, body: &Body, kind: usize) -> Vec<Cell> {
    let map = Bitmap::of(body, false);
    let on = |r: i16, c: i16| {
        let (y, x) = (r - body.top, c - body.left);
        let inside = y >= 0 && x >= 0 && y < body.height() && x < body.width();
        inside && map.cells[y as usize * map.width + x as usize] != 0
    };
    let near = |cell: &Cell, steps: &[(i16, i16)]| {
        steps.iter().filter(|s| on(cell.0 + s.0, cell.1 + s.1)).count()
    };
    let (main, odd, main_of) = (body.colour(), body.odd_colour(), body.palette().count_ones());
    let edge =
        |c: &Cell| (c.0 == body.top || c.0 == body.bottom, c.1 == body.left || c.1 == body.right);
    let wanted = |cell: &Cell| match kind {
        51 => true,
        52 => near(cell, &NEAR8) < 8,
        53 => near(cell, &NEAR4) < 4,
        54 => near(cell, &NEAR8) == 8,
        55 => edge(cell) == (true, true),
        56 => main_of > 1 && cell.2 == odd,
        57 => main_of > 1 && cell.2 == main,
        58 => cell.2 == scene.ground,
        59 => cell.2 != scene.ground,
        60 => near(cell, &NEAR4) <= 1,
        61 => cell.0 == body.top,
        62 => cell.0 == body.bottom,
        63 => cell.1 == body.left,
        64 => cell.1 == body.right,
        _ => false,
    };
    match kind {
        65 => ring(body.top, body.left, body.bottom, body.right, main),
        66 => (body.top + 1..body.bottom)
            .flat_map(|r| (body.left + 1..body.right).map(move |c| (r, c, main)))
            .collect(),
        67 => ring(body.top + 1, body.left + 1, body.bottom - 1, body.right - 1, main),
        68 => vec![((body.top + body.bottom) / 2, (body.left + body.right) / 2, main)],
        _ => body.cells.iter().copied().filter(wanted).collect(),
    }
}

/// Copies side by side in one direction until the edge.
fn copies(scene: &Scene, body: &Body, direction: usize) -> Vec<Cell> {
    let (down, over) = DIRECTIONS[direction];
    let (down, over) = (down * body.height(), over * body.width());
    let mut cells = Vec::new();
    if body.cells.is_empty() {
        return cells;
    }
    for k in 1..=scene.field.height.max(scene.field.width) as i16 {
        let before = cells.len();
        let moved = body.cells.iter().map(|&(r, c, v)| (r + k * down, c + k * over, v));
        cells.extend(moved.filter(|&(r, c, _)| scene.field.index(r, c).is_some()));
        if cells.len() == before {
            break;
        }
    }
    cells
}

/// A straight or diagonal line goes on at both ends until an obstacle.
fn onward(scene: &Scene, body: &Body) -> Vec<Cell> {
    let (Some(&first), Some(&last)) = (body.cells.first(), body.cells.last()) else {
        return Vec::new();
    };
    let step = ((last.0 - first.0).signum(), (last.1 - first.1).signum());
    let straight = body.cells.iter().all(|c| {
        let (down, over) = (c.0 - first.0, c.1 - first.1);
        down * step.1 == over * step.0
    });
    let mut cells = Vec::new();
    if body.cells.len() > 1 && straight {
        let i = scene.owner_at(first.0, first.1).unwrap_or(usize::MAX);
        ray(scene, i, last, step, true, &mut cells);
        ray(scene, i, first, (-step.0, -step.1), true, &mut cells);
    }
    cells
}
