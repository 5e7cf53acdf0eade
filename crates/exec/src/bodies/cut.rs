//! Grids cut out of a scene: one body, or a list of bodies put together.

use super::{Body, Field, Scene};

/// Number of ways of [`cut`].
pub const CUTS: usize = 6;

/// A body as a grid of its own; nothing where that has no cells.
pub fn cut(scene: &Scene, body: &Body, how: usize) -> Option<Field> {
    let alone = |ground: u8| {
        let mut field =
            Field::plain(body.height().max(0) as usize, body.width().max(0) as usize, ground);
        body.cells.iter().for_each(|&(r, c, v)| field.put(r - body.top, c - body.left, v));
        Some(field).filter(|f| !f.cells.is_empty())
    };
    match how {
        0 => window(&scene.field, body.top, body.left, body.bottom, body.right),
        1 => alone(scene.ground),
        2 => window(&scene.field, body.top + 1, body.left + 1, body.bottom - 1, body.right - 1),
        3 => alone(0),
        4 => Some(Field::plain(1, 1, body.colour())),
        5 => window(&scene.field, body.top - 1, body.left - 1, body.bottom + 1, body.right + 1),
        _ => None,
    }
}

fn window(field: &Field, top: i16, left: i16, bottom: i16, right: i16) -> Option<Field> {
    field.index(top, left)?;
    field.index(bottom, right)?;
    if top > bottom || left > right {
        return None;
    }
    let cells =
        (top..=bottom).flat_map(|r| (left..=right).filter_map(move |c| field.get(r, c))).collect();
    Some(Field { height: (bottom - top + 1) as usize, width: (right - left + 1) as usize, cells })
}

/// A grid turned: bit 0 flips rows, bit 1 flips columns, bit 2 transposes first.
pub fn turned(field: &Field, how: usize) -> Field {
    let map = super::shape::Bitmap {
        height: field.height,
        width: field.width,
        cells: field.cells.clone(),
    };
    let map = map.turned(how);
    Field { height: map.height, width: map.width, cells: map.cells }
}

/// Number of ways of [`join`].
pub const JOINS: usize = 9;

/// Ways of [`join`] from here on: cells of their colours fill a grid of constant size; 10000 x order + 100 x rows +
/// columns, with order 1 by rows, 2 by columns, 3 by rows to and fro.
pub const JOIN_FILL: usize = 10_000;

/// A grid from a list of bodies.
pub fn join(scene: &Scene, list: &[&Body], how: usize) -> Option<Field> {
    let colours: Vec<u8> = list.iter().map(|b| b.colour()).collect();
    let (count, most) = (list.len(), list.iter().map(|b| b.cells.len()).max()?);
    if count > 30 || most > 900 {
        return None;
    }
    let bars = |at: &dyn Fn(usize, usize) -> (usize, usize), height: usize, width: usize| {
        let mut field = Field::plain(height, width, scene.ground);
        for (i, body) in list.iter().enumerate() {
            for k in 0..body.cells.len() {
                let (r, c) = at(i, k);
                field.put(r as i16, c as i16, colours[i]);
            }
        }
        Some(field).filter(|f| f.height <= 30 && f.width <= 30)
    };
    match how {
        0 => Some(Field { height: 1, width: count, cells: colours }),
        1 => Some(Field { height: count, width: 1, cells: colours }),
        2 | 3 => boxes(scene, list, how == 3),
        4 => bars(&|i, k| (i, k), count, most),
        5 => bars(&|i, k| (k, i), most, count),
        6 => bars(&|i, k| (most - 1 - k, i), most, count),
        7 => Some(nested(&colours)),
        8 => {
            let mut field = Field::plain(count, count, scene.ground);
            colours.iter().enumerate().for_each(|(i, &c)| field.put(i as i16, i as i16, c));
            Some(field)
        }
        JOIN_FILL.. => filled(scene.ground, &colours, how),
        _ => None,
    }
}

fn filled(ground: u8, colours: &[u8], how: usize) -> Option<Field> {
    let (order, height, width) = (how / JOIN_FILL, how / 100 % 100, how % 100);
    if height * width == 0 || height > 30 || width > 30 || colours.len() > height * width {
        return None;
    }
    let mut field = Field::plain(height, width, ground);
    for (i, &colour) in colours.iter().enumerate() {
        let (row, col) = match order {
            2 => (i % height, i / height),
            3 if i / width % 2 == 1 => (i / width, width - 1 - i % width),
            _ => (i / width, i % width),
        };
        field.put(row as i16, col as i16, colour);
    }
    Some(field)
}

fn boxes(scene: &Scene, list: &[&Body], down: bool) -> Option<Field> {
    let parts: Option<Vec<Field>> = list.iter().map(|b| cut(scene, b, 0)).collect();
    let parts = parts?;
    let side = |f: &Field| if down { f.width } else { f.height };
    let first = side(parts.first()?);
    if parts.iter().any(|p| side(p) != first) {
        return None;
    }
    let total: usize = parts.iter().map(|f| if down { f.height } else { f.width }).sum();
    if total > 60 {
        return None;
    }
    if down {
        return Some(Field {
            height: total,
            width: first,
            cells: parts.into_iter().flat_map(|p| p.cells).collect(),
        });
    }
    let row =
        |r: usize| parts.iter().flat_map(move |p| p.cells[r * p.width..(r + 1) * p.width].to_vec());
    Some(Field { height: first, width: total, cells: (0..first).flat_map(row).collect() })
}

fn nested(colours: &[u8]) -> Field {
    let side = 2 * colours.len() - 1;
    let mut field = Field::plain(side, side, 0);
    for (at, cell) in field.cells.iter_mut().enumerate() {
        let (r, c) = (at / side, at % side);
        let depth = r.min(c).min(side - 1 - r).min(side - 1 - c);
        *cell = colours[depth.min(colours.len() - 1)];
    }
    field
}
