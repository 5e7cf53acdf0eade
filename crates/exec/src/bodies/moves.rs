//! Bodies that move.

use super::extras::DIRECTIONS;
use super::{Body, Scene};

/// Number of kinds of moves.
pub const MOVES: usize = 17;

/// The bodies after a move of those in `mask`; the others stay as they are and are in the way.
pub fn moved(scene: &Scene, mask: &[bool], kind: usize, values: &[i64]) -> Vec<Body> {
    match kind {
        0..8 => slid(scene, mask, DIRECTIONS[kind]),
        _ => (0..scene.bodies.len())
            .map(|i| one(scene, mask, i, kind, values.get(i).copied().unwrap_or(0)))
            .collect(),
    }
}

fn one(scene: &Scene, mask: &[bool], i: usize, kind: usize, value: i64) -> Body {
    let body = &scene.bodies[i];
    if !mask[i] {
        return body.clone();
    }
    let (down, over) = vector(scene, i, kind, value);
    body.moved(down, over)
}

/// By how much a body moves, for the kinds that do not depend on other movers.
pub fn vector(scene: &Scene, i: usize, kind: usize, value: i64) -> (i16, i16) {
    match kind {
        8..12 => {
            let (down, over) = DIRECTIONS[kind - 8];
            let far = value.clamp(-60, 60) as i16;
            (down * far, over * far)
        }
        12 => towards(scene, i, value, 0),
        14 => towards(scene, i, value, scene.bodies[i].cells.len() + 1),
        15 | 16 => heading(scene, i, value, kind == 16),
        13 => {
            let value = value.clamp(0, 9999);
            ((value / 100 - 50) as i16, (value % 100 - 50) as i16)
        }
        _ => (0, 0),
    }
}

/// In the direction of the nearest body of a colour: one step, or until the next one would hit it.
fn heading(scene: &Scene, i: usize, colour: i64, far: bool) -> (i16, i16) {
    let body = &scene.bodies[i];
    let others =
        scene.bodies.iter().enumerate().filter(|(j, b)| *j != i && b.colour() as i64 == colour);
    let Some((_, other)) = others.min_by_key(|(_, b)| super::relations::distance(body, b)) else {
        return (0, 0);
    };
    let sign = |low: i16, high: i16, to_low: i16, to_high: i16| {
        (to_low > high) as i16 - (to_high < low) as i16
    };
    let down = sign(body.top, body.bottom, other.top, other.bottom);
    let over = sign(body.left, body.right, other.left, other.right);
    let free = |k: i16| {
        body.cells.iter().all(|c| {
            let at = scene.field.index(c.0 + k * down, c.1 + k * over);
            at.is_some_and(|at| {
                scene.field.cells[at] == scene.ground || scene.owner[at] as usize == i
            })
        })
    };
    let most = if far { 40 } else { 1 };
    let steps = (1..=most).take_while(|&k| (down, over) != (0, 0) && free(k)).count() as i16;
    (down * steps, over * steps)
}

/// Straight to the nearest body of a colour and at least a size that shares rows or columns.
fn towards(scene: &Scene, i: usize, colour: i64, least: usize) -> (i16, i16) {
    let body = &scene.bodies[i];
    let mut best: Option<(i16, (i16, i16))> = None;
    for (j, other) in scene.bodies.iter().enumerate() {
        if j == i || other.cells.len() < least || other.colour() as i64 != colour {
            continue;
        }
        for step in DIRECTIONS.into_iter().take(4) {
            if let Some(gap) = gap(body, other, step)
                && best.is_none_or(|(least, _)| gap < least)
            {
                best = Some((gap, (step.0 * gap, step.1 * gap)));
            }
        }
    }
    best.map_or((0, 0), |b| b.1)
}

/// How far a body can go in a direction until it touches the other; nothing if it never does.
fn gap(body: &Body, other: &Body, step: (i16, i16)) -> Option<i16> {
    let mut least: Option<i16> = None;
    for a in &body.cells {
        for b in &other.cells {
            let (down, over) = (b.0 - a.0, b.1 - a.1);
            let ahead = down * step.0 + over * step.1;
            let aside = down * step.1 + over * step.0;
            if aside == 0 && ahead > 0 {
                least = Some(least.map_or(ahead - 1, |l| l.min(ahead - 1)));
            }
        }
    }
    least
}

/// Slides all bodies of the mask until the grid's edge, a body that stays or another that has come to rest.
fn slid(scene: &Scene, mask: &[bool], step: (i16, i16)) -> Vec<Body> {
    let field = &scene.field;
    let moving = |at: usize| mask.get(scene.owner[at] as usize).copied().unwrap_or(false);
    let mut taken: Vec<bool> =
        (0..field.cells.len()).map(|at| field.cells[at] != scene.ground && !moving(at)).collect();
    let ahead = |b: &Body| {
        let far = |low: i16, high: i16, sign: i16| {
            if sign > 0 {
                -high
            } else if sign < 0 {
                low
            } else {
                0
            }
        };
        (far(b.top, b.bottom, step.0) + far(b.left, b.right, step.1), b.cells.first().copied())
    };
    let mut order: Vec<usize> = (0..scene.bodies.len()).filter(|&i| mask[i]).collect();
    order.sort_by_key(|&i| ahead(&scene.bodies[i]));
    let mut after = scene.bodies.clone();
    for i in order {
        let body = &scene.bodies[i];
        let free = |far: i16| {
            let at = |c: &super::Cell| field.index(c.0 + far * step.0, c.1 + far * step.1);
            body.cells.iter().all(|c| at(c).is_some_and(|at| !taken[at]))
        };
        let mut far = 0;
        while far < 64 && free(far + 1) {
            far += 1;
        }
        after[i] = body.moved(far * step.0, far * step.1);
        after[i].cells.iter().filter_map(|c| field.index(c.0, c.1)).for_each(|at| taken[at] = true);
    }
    after
}
