//! Extra cells that depend on another body: stamps, lines and rays with a direction from outside.

use super::extras::{DIRECTIONS, ray};
use super::relations::{distance, same_columns, same_rows};
use super::{Body, Cell, Scene};

/// The extra cells of kind 76 + `kind`.
pub fn pointed(scene: &Scene, i: usize, kind: usize) -> Vec<Cell> {
    let body = &scene.bodies[i];
    let mut cells = Vec::new();
    match kind {
        0 => anchored(scene, i, &mut cells),
        1 => centred(scene, i, &mut cells),
        2..6 => {
            let step = DIRECTIONS[kind + 2];
            let row = if step.0 < 0 { body.top } else { body.bottom };
            let col = if step.1 < 0 { body.left } else { body.right };
            ray(scene, i, (row, col, body.colour()), step, true, &mut cells);
        }
        6 => diagonals(scene, i, &mut cells),
        7 => aligned(scene, i)
            .into_iter()
            .for_each(|(_, step)| rays_of(scene, i, step, true, &mut cells)),
        8 => touched(scene, i)
            .into_iter()
            .for_each(|step| rays_of(scene, i, (-step.0, -step.1), true, &mut cells)),
        9 => aligned(scene, i)
            .into_iter()
            .for_each(|(_, step)| rays_of(scene, i, step, false, &mut cells)),
        10 => aligned(scene, i)
            .into_iter()
            .for_each(|(_, s)| rays_of(scene, i, (-s.0, -s.1), true, &mut cells)),
        _ => {}
    }
    cells
}

fn rays_of(scene: &Scene, i: usize, step: (i16, i16), blocked: bool, cells: &mut Vec<Cell>) {
    for &cell in &scene.bodies[i].cells {
        if scene.owner_at(cell.0 + step.0, cell.1 + step.1) != Some(i) {
            ray(scene, i, cell, step, blocked, cells);
        }
    }
}

/// The nearest body that shares rows or columns and lies beside, with the direction to it.
fn aligned(scene: &Scene, i: usize) -> Option<(usize, (i16, i16))> {
    let body = &scene.bodies[i];
    let step = |other: &Body| match (same_rows(body, other), same_columns(body, other)) {
        (true, false) => Some((0, if other.left > body.right { 1 } else { -1 })),
        (false, true) => Some((if other.top > body.bottom { 1 } else { -1 }, 0)),
        _ => None,
    };
    let others = scene.bodies.iter().enumerate().filter(|(j, _)| *j != i);
    let sided = others.filter_map(|(j, other)| step(other).map(|s| (distance(body, other), j, s)));
    sided.min_by_key(|&(far, j, _)| (far, j)).map(|(_, j, step)| (j, step))
}

/// The direction to the body that it touches by a side.
fn touched(scene: &Scene, i: usize) -> Option<(i16, i16)> {
    let near = |&(r, c, _): &Cell| {
        let other =
            |step: &(i16, i16)| scene.owner_at(r + step.0, c + step.1).is_some_and(|j| j != i);
        DIRECTIONS.into_iter().take(4).find(other)
    };
    scene.bodies[i].cells.iter().find_map(near)
}

/// The body with most colours, then most cells, laid so that its only cell of the own colour comes to lie here.
fn anchored(scene: &Scene, i: usize, cells: &mut Vec<Cell>) {
    let body = &scene.bodies[i];
    let colour = body.colour();
    let key = |j: &usize| {
        let b = &scene.bodies[*j];
        (b.palette().count_ones(), b.cells.len(), usize::MAX - *j)
    };
    let holds =
        |j: &usize| *j != i && scene.bodies[*j].cells.iter().filter(|c| c.2 == colour).count() == 1;
    let Some(from) = (0..scene.bodies.len()).filter(holds).max_by_key(key) else { return };
    let template = &scene.bodies[from];
    let Some(anchor) = template.cells.iter().find(|c| c.2 == colour) else { return };
    if template.cells.len() > 1 && body.cells.len() == 1 {
        let (down, over) = (body.top - anchor.0, body.left - anchor.1);
        cells.extend(template.cells.iter().map(|&(r, c, v)| (r + down, c + over, v)));
    }
}

/// The largest other body, its middle where the own middle is.
fn centred(scene: &Scene, i: usize, cells: &mut Vec<Cell>) {
    let body = &scene.bodies[i];
    let others = (0..scene.bodies.len()).filter(|&j| j != i);
    let Some(from) = others.max_by_key(|&j| (scene.bodies[j].cells.len(), usize::MAX - j)) else {
        return;
    };
    let template = &scene.bodies[from];
    if template.cells.len() <= body.cells.len() {
        return;
    }
    let down = (body.top + body.bottom - template.top - template.bottom).div_euclid(2);
    let over = (body.left + body.right - template.left - template.right).div_euclid(2);
    cells.extend(template.cells.iter().map(|&(r, c, v)| (r + down, c + over, v)));
}

/// Diagonal lines between single cells of one colour.
fn diagonals(scene: &Scene, i: usize, cells: &mut Vec<Cell>) {
    let body = &scene.bodies[i];
    let colour = body.colour();
    for other in scene.bodies.iter().filter(|b| b.colour() == colour && b.cells.len() == 1) {
        let (down, over) = (other.top - body.top, other.left - body.left);
        if body.cells.len() == 1 && down != 0 && down.abs() == over.abs() {
            let step = (down.signum(), over.signum());
            cells.extend(
                (1..down.abs()).map(|k| (body.top + k * step.0, body.left + k * step.1, colour)),
            );
        }
    }
}
