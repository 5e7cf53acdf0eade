//! What is done to bodies: one number chooses, values per body say how.

use super::extras::{EXTRAS, extra};
use super::moves::{MOVES, moved};
use super::{Body, Cell, Scene};

/// Leave as it is.
pub const KEEP: usize = 0;
/// Take away.
pub const DELETE: usize = 1;
/// First kind with extra cells ([`extra`]): in the colour that the value says, -1 leaves the natural one.
pub const EXTRA: usize = 2;
/// First kind with extra cells and without the body itself.
pub const ONLY: usize = EXTRA + EXTRAS;
/// First kind of move.
pub const MOVE: usize = ONLY + EXTRAS;
/// Number of kinds.
pub const KINDS: usize = MOVE + MOVES;

/// The bodies of `mask` after an act; bodies outside of it stay as they are.
pub fn act(scene: &Scene, mask: &[bool], kind: usize, values: &[i64]) -> Vec<Body> {
    if kind >= MOVE {
        return moved(scene, mask, kind - MOVE, values);
    }
    let one = |i: usize| match mask[i] {
        true => single(scene, i, kind, values.get(i).copied().unwrap_or(-1)),
        false => scene.bodies[i].clone(),
    };
    (0..scene.bodies.len()).map(one).collect()
}

/// One body after an act that does not depend on other acts.
pub fn single(scene: &Scene, i: usize, kind: usize, value: i64) -> Body {
    match kind {
        DELETE => Body::of(Vec::new()),
        EXTRA..ONLY => with_extra(&scene.bodies[i].cells, extra(scene, i, kind - EXTRA), value),
        ONLY..MOVE => with_extra(&[], extra(scene, i, kind - ONLY), value),
        _ => scene.bodies[i].clone(),
    }
}

/// Extra cells over a body's own.
pub fn with_extra(own: &[Cell], mut cells: Vec<Cell>, value: i64) -> Body {
    if (0..10).contains(&value) {
        cells.iter_mut().for_each(|c| c.2 = value as u8);
    }
    cells.extend_from_slice(own);
    Body::of(cells)
}
