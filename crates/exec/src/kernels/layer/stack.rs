//! Layers from numbers and samples, layers drawn on each other, and what can be read off a layer.

use super::read::{Given, layer, number, picture, value};
use crate::cx::Cx;
use crate::kernels::samples::pairs;
use crate::layers::Layer;
use crate::value::order::equal;
use crate::value::{Fault, R, Value};

/// Longest side of a task's grid.
const GRID_SIDE: i64 = 30;

/// The picture of a layer, without its place.
pub fn picture_l<'a>(cx: &Cx<'a>, layer: Value<'a>) -> R<'a> {
    let x = self::layer(cx, layer)?;
    Fault::Domain.unless(x.height.max(x.width) as i64 <= GRID_SIDE)?;
    match layer {
        Value::Grid(_) => Ok(layer),
        _ => cx.items(layer)?.get(0).ok_or(Fault::Type),
    }
}

/// Rows of a layer, or members of a list.
pub fn height_l<'a>(cx: &Cx<'a>, layer: Value<'a>) -> R<'a> {
    Ok(Value::Int(match Given::read(cx, layer)? {
        Given::One(x) => x.height as i64,
        Given::List(list) => list.len() as i64,
    }))
}

/// Columns of a layer.
pub fn width_l<'a>(cx: &Cx<'a>, layer: Value<'a>) -> R<'a> {
    Ok(Value::Int(self::layer(cx, layer)?.width as i64))
}

/// A transparent layer.
pub fn blank_l<'a>(cx: &Cx<'a>, height: Value<'a>, width: Value<'a>) -> R<'a> {
    let height = number(height, 1..=GRID_SIDE)? as usize;
    let width = number(width, 1..=GRID_SIDE)? as usize;
    blank(cx, height, width)
}

fn blank<'a>(cx: &Cx<'a>, height: usize, width: usize) -> R<'a> {
    let grid = cx.grid(height, width, cx.new_cells(height, width)?)?;
    cx.tuple(&[grid, Value::Pair(0, 0)])
}

/// The output of a sample, transparent for the sample itself.
#[expect(non_snake_case, reason = "named as in the op table")]
pub fn shown_l<'a>(cx: &Cx<'a>, S: Value<'a>, I: Value<'a>, k: Value<'a>) -> R<'a> {
    let samples = pairs(cx, S)?;
    let k = usize::try_from(k.int()?).map_err(|_| Fault::Index)?;
    let &(input, output) = samples.get(k).ok_or(Fault::Index)?;
    let shown = layer(cx, output)?;
    match equal(input, I) {
        true => blank(cx, shown.height, shown.width),
        false => value(cx, Layer { row: 0, col: 0, ..shown }),
    }
}

/// What lies over a layer: by the colour on top and the one below, the colour that is seen.
fn drawn<'a>(cx: &Cx<'a>, x: Layer<'a>, below: Layer<'a>, seen: impl Fn(u8, u8) -> u8) -> R<'a> {
    let (down, right) = (x.row as isize, x.col as isize);
    let rows = below.rows().enumerate();
    let cells =
        rows.flat_map(|(r, line)| line.iter().enumerate().map(move |(c, &own)| (r, c, own)));
    let colours = cells.map(|(r, c, own)| seen(x.get(r as isize - down, c as isize - right), own));
    let grid = picture(cx, below.height, below.width, colours)?;
    cx.tuple(&[grid, Value::Pair(0, 0)])
}

/// The colours of a layer where it is set.
pub fn over_l<'a>(cx: &Cx<'a>, layer: Value<'a>, below: Value<'a>) -> R<'a> {
    let (x, below) = (self::layer(cx, layer)?, self::layer(cx, below)?);
    drawn(cx, x, below, |top, own| if top != 0 { top } else { own })
}

/// 0 where a layer is transparent.
pub fn hollow_l<'a>(cx: &Cx<'a>, layer: Value<'a>, below: Value<'a>) -> R<'a> {
    let (x, below) = (self::layer(cx, layer)?, self::layer(cx, below)?);
    drawn(cx, x, below, |top, own| if top != 0 { own } else { 0 })
}

/// One colour where a layer is set.
pub fn stain_l<'a>(cx: &Cx<'a>, layer: Value<'a>, below: Value<'a>, colour: Value<'a>) -> R<'a> {
    let (x, below) = (self::layer(cx, layer)?, self::layer(cx, below)?);
    let ink = number(colour, 0..=9)? as u8;
    drawn(cx, x, below, |top, own| if top != 0 { ink } else { own })
}

/// One colour where a layer is transparent.
pub fn around_l<'a>(cx: &Cx<'a>, layer: Value<'a>, below: Value<'a>, colour: Value<'a>) -> R<'a> {
    let (x, below) = (self::layer(cx, layer)?, self::layer(cx, below)?);
    let ink = number(colour, 0..=9)? as u8;
    drawn(cx, x, below, |top, own| if top != 0 { own } else { ink })
}
