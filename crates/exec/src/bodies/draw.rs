//! Grids from bodies.

use super::{Body, Field, NOBODY, Scene};

/// The grid with every body replaced by what became of it. First all bodies make place for the ground; then comes
/// what lies where the same body was before; then what lies elsewhere, with `over` on anything, otherwise on the
/// ground alone.
pub fn draw(scene: &Scene, after: &[Body], over: bool) -> Field {
    let mut field = scene.field.clone();
    for (at, &owner) in scene.owner.iter().enumerate() {
        if owner != NOBODY {
            field.cells[at] = scene.ground;
        }
    }
    let own = |i: usize, at: usize| scene.owner[at] as usize == i;
    paint(&mut field, after, own);
    let cleared = field.cells.clone();
    paint(&mut field, after, |i, at| !own(i, at) && (over || cleared[at] == scene.ground));
    field
}

fn paint(field: &mut Field, after: &[Body], wanted: impl Fn(usize, usize) -> bool) {
    for (i, body) in after.iter().enumerate() {
        for &(r, c, v) in &body.cells {
            if let Some(at) = field.index(r, c).filter(|&at| wanted(i, at)) {
                field.cells[at] = v;
            }
        }
    }
}

/// One cell per body, in its colour, at its rank of row and column; nothing unless each place has one body.
pub fn matrix(after: &[Body]) -> Option<Field> {
    let ranks = |of: &dyn Fn(&Body) -> i16| {
        let mut all: Vec<i16> = after.iter().map(of).collect();
        all.sort_unstable();
        all.dedup();
        all
    };
    let (rows, cols) = (ranks(&|b| b.top), ranks(&|b| b.left));
    if rows.len() * cols.len() != after.len() || after.len() > 900 {
        return None;
    }
    let mut field = Field::plain(rows.len(), cols.len(), 10);
    for body in after {
        let (r, c) = (rows.binary_search(&body.top).ok()?, cols.binary_search(&body.left).ok()?);
        field.put(r as i16, c as i16, body.colour());
    }
    field.cells.iter().all(|&c| c < 10).then_some(field)
}
