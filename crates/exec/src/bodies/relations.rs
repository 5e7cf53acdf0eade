//! How bodies lie to each other.

use super::attributes::Attribute;
use super::segment::{NEAR4, NEAR8};
use super::shape::Bitmap;
use super::{Body, Scene};

/// What is found once for all bodies of a scene: who touches whom, colours, shapes.
pub struct Kin {
    /// Colour of each body.
    pub colours: Vec<u8>,
    /// For each body the bodies that it touches: (body, by a side).
    pub touching: Vec<Vec<(usize, bool)>>,
    shapes: Vec<i64>,
    free_shapes: Vec<i64>,
    grid_counts: [usize; 10],
}

impl Kin {
    /// Of a scene.
    pub fn of(scene: &Scene) -> Kin {
        let touching = (0..scene.bodies.len()).map(|i| touching(scene, i)).collect();
        let maps: Vec<Bitmap> = scene.bodies.iter().map(|b| Bitmap::of(b, false)).collect();
        let mut grid_counts = [0; 10];
        scene.field.cells.iter().filter(|&&c| c < 10).for_each(|&c| grid_counts[c as usize] += 1);
        Kin {
            colours: scene.bodies.iter().map(Body::colour).collect(),
            touching,
            shapes: maps.iter().map(Bitmap::name).collect(),
            free_shapes: maps.iter().map(Bitmap::free_name).collect(),
            grid_counts,
        }
    }
}

fn touching(scene: &Scene, i: usize) -> Vec<(usize, bool)> {
    let mut found: Vec<(usize, bool)> = Vec::new();
    for &(r, c, _) in &scene.bodies[i].cells {
        for (down, over) in NEAR8 {
            let Some(other) = scene.owner_at(r + down, c + over).filter(|&other| other != i) else {
                continue;
            };
            let side = down == 0 || over == 0;
            match found.iter_mut().find(|(seen, _)| *seen == other) {
                Some((_, by_side)) => *by_side |= side,
                None => found.push((other, side)),
            }
        }
    }
    found.sort_unstable();
    found
}

/// A relational attribute of body `i`.
pub fn relation(scene: &Scene, kin: &Kin, i: usize, which: Attribute) -> i64 {
    use Attribute::*;
    let body = &scene.bodies[i];
    let touching = || kin.touching[i].iter().map(|t| t.0);
    match which {
        RowInGrid => steps(scene.bodies.iter().map(|b| b.top), body.top),
        ColumnInGrid => steps(scene.bodies.iter().map(|b| b.left), body.left),
        Touching => kin.touching[i].len() as i64,
        Adjacent => kin.touching[i].iter().filter(|t| t.1).count() as i64,
        TouchingColour => largest(scene, kin, touching()),
        TouchingPalette => palette(kin, touching()),
        Containers => containers(scene, i).count() as i64,
        ContainerColour => smallest(scene, kin, containers(scene, i)),
        Contents => contents(scene, i).count() as i64,
        ContentColour => largest(scene, kin, contents(scene, i)),
        ContentPalette => palette(kin, contents(scene, i)),
        TwinColour => largest(scene, kin, twins(kin, &kin.shapes, i)),
        FreeTwinColour => largest(scene, kin, twins(kin, &kin.free_shapes, i)),
        RowMates => others(scene, i).filter(|&j| same_rows(body, &scene.bodies[j])).count() as i64,
        ColumnMates => {
            others(scene, i).filter(|&j| same_columns(body, &scene.bodies[j])).count() as i64
        }
        LargestColour => largest(scene, kin, 0..scene.bodies.len()),
        SmallestColour => smallest(scene, kin, 0..scene.bodies.len()),
        RarestColour => grid_colour(scene, kin, false),
        SecondColour => grid_colour(scene, kin, true),
        SameColour => kin.colours.iter().filter(|&&c| c == kin.colours[i]).count() as i64,
        Larger => {
            let larger = |&j: &usize| {
                kin.colours[j] == kin.colours[i] && scene.bodies[j].cells.len() > body.cells.len()
            };
            (0..scene.bodies.len()).filter(larger).count() as i64
        }
        Framed => framed(scene, body) as i64,
        Enclosed => enclosed(scene, i) as i64,
        Bordering => bordering(scene, i),
        _ => nearest_colour(scene, kin, i, which),
    }
}

fn nearest_colour(scene: &Scene, kin: &Kin, i: usize, which: Attribute) -> i64 {
    use Attribute::*;
    let body = &scene.bodies[i];
    let wanted = |j: usize| {
        let other = &scene.bodies[j];
        let (rows, columns) = (same_rows(body, other), same_columns(body, other));
        let differs = kin.colours[j] != kin.colours[i];
        match which {
            NearestColour | NearestDistance => true,
            NearestOtherColour => differs,
            RowColour => differs && rows,
            ColumnColour => differs && columns,
            AboveColour => columns && other.bottom < body.top,
            BelowColour => columns && other.top > body.bottom,
            LeftColour => rows && other.right < body.left,
            RightColour => rows && other.left > body.right,
            _ => false,
        }
    };
    let nearest = others(scene, i)
        .filter(|&j| wanted(j))
        .map(|j| (distance(body, &scene.bodies[j]), j))
        .min();
    match nearest {
        None => -1,
        Some((far, _)) if which == NearestDistance => far as i64,
        Some((_, j)) => kin.colours[j] as i64,
    }
}

fn others(scene: &Scene, i: usize) -> impl Iterator<Item = usize> + '_ {
    (0..scene.bodies.len()).filter(move |&j| j != i)
}

fn twins<'a>(kin: &'a Kin, shapes: &'a [i64], i: usize) -> impl Iterator<Item = usize> + 'a {
    (0..shapes.len()).filter(move |&j| shapes[j] == shapes[i] && kin.colours[j] != kin.colours[i])
}

/// Whether two bodies share rows.
pub fn same_rows(a: &Body, b: &Body) -> bool {
    a.top <= b.bottom && b.top <= a.bottom
}

/// Whether two bodies share columns.
pub fn same_columns(a: &Body, b: &Body) -> bool {
    a.left <= b.right && b.left <= a.right
}

/// Distance between boxes: rows and columns between them, the larger first.
pub fn distance(a: &Body, b: &Body) -> i32 {
    let gap = |a0: i16, a1: i16, b0: i16, b1: i16| (b0 - a1).max(a0 - b1).max(0) as i32;
    let (down, over) =
        (gap(a.top, a.bottom, b.top, b.bottom), gap(a.left, a.right, b.left, b.right));
    down.max(over) * 64 + down.min(over)
}

fn encloses(outer: &Body, inner: &Body) -> bool {
    let inside = outer.top <= inner.top
        && outer.bottom >= inner.bottom
        && outer.left <= inner.left
        && outer.right >= inner.right;
    inside && (outer.height(), outer.width()) != (inner.height(), inner.width())
}

fn containers(scene: &Scene, i: usize) -> impl Iterator<Item = usize> + '_ {
    others(scene, i).filter(move |&j| encloses(&scene.bodies[j], &scene.bodies[i]))
}

fn contents(scene: &Scene, i: usize) -> impl Iterator<Item = usize> + '_ {
    others(scene, i).filter(move |&j| encloses(&scene.bodies[i], &scene.bodies[j]))
}

fn largest(scene: &Scene, kin: &Kin, of: impl Iterator<Item = usize>) -> i64 {
    let key = |&j: &usize| (scene.bodies[j].cells.len(), usize::MAX - j);
    of.max_by_key(key).map_or(-1, |j| kin.colours[j] as i64)
}

fn smallest(scene: &Scene, kin: &Kin, of: impl Iterator<Item = usize>) -> i64 {
    of.min_by_key(|&j| (scene.bodies[j].cells.len(), j)).map_or(-1, |j| kin.colours[j] as i64)
}

fn palette(kin: &Kin, of: impl Iterator<Item = usize>) -> i64 {
    of.fold(0, |bits, j| bits | 1 << kin.colours[j])
}

fn steps(values: impl Iterator<Item = i16>, value: i16) -> i64 {
    let mut below: Vec<i16> = values.filter(|&v| v < value).collect();
    below.sort_unstable();
    below.dedup();
    below.len() as i64
}

/// The rarest or the second most common colour of the grid, the ground left out.
fn grid_colour(scene: &Scene, kin: &Kin, second: bool) -> i64 {
    let there = |&c: &usize| kin.grid_counts[c] > 0 && c != scene.ground as usize;
    let mut order: Vec<usize> = (0..10).filter(there).collect();
    order.sort_by_key(|&c| usize::MAX - kin.grid_counts[c]);
    let colour = if second { order.get(1) } else { order.last() };
    colour.map_or(-1, |&c| c as i64)
}

fn framed(scene: &Scene, body: &Body) -> bool {
    let rows =
        (body.top - 1..=body.bottom + 1).flat_map(|r| [(r, body.left - 1), (r, body.right + 1)]);
    let cols = (body.left..=body.right).flat_map(|c| [(body.top - 1, c), (body.bottom + 1, c)]);
    let mut colours = rows.chain(cols).map(|(r, c)| scene.field.get(r, c));
    let Some(Some(first)) = colours.next() else { return false };
    first != scene.ground && colours.all(|c| c == Some(first))
}

fn enclosed(scene: &Scene, i: usize) -> bool {
    let field = &scene.field;
    let mut seen = vec![false; field.cells.len()];
    let mut queue: Vec<(i16, i16)> = scene.bodies[i].cells.iter().map(|c| (c.0, c.1)).collect();
    while let Some((r, c)) = queue.pop() {
        for (down, over) in NEAR4 {
            let Some(at) = field.index(r + down, c + over) else { return false };
            if !seen[at] && (field.cells[at] == scene.ground || scene.owner[at] as usize == i) {
                seen[at] = true;
                queue.push((r + down, c + over));
            }
        }
    }
    true
}

fn bordering(scene: &Scene, i: usize) -> i64 {
    let mut counts = [0usize; 10];
    for &(r, c, _) in &scene.bodies[i].cells {
        for (down, over) in NEAR4 {
            let Some(at) = scene.field.index(r + down, c + over) else { continue };
            let colour = scene.field.cells[at];
            if scene.owner[at] as usize != i && colour != scene.ground && colour < 10 {
                counts[colour as usize] += 1;
            }
        }
    }
    (0..10).rev().filter(|&c| counts[c] > 0).max_by_key(|&c| counts[c]).map_or(-1, |c| c as i64)
}
