//! Kernels of family `body`: the parts of a grid, and rules per part.
//!
//! A scene is `(grid, ground, bodies)`; bodies are a tuple of sets of cells; what is said of each of them is a tuple of
//! integers in their order. Where a mask or values are one integer, it stands for all bodies.

use crate::bodies::act::{KINDS, act};
use crate::bodies::attributes::{ATTRIBUTES, attribute};
use crate::bodies::{Body, Field, Scene, cut, draw, segment, values};
use crate::cx::Cx;
use crate::kernels::layer::{self, below};
use crate::value::layout::{self, Layout};
use crate::value::{Fault, R, Value, View};

/// Longest side of a grid with bodies.
const MAX_SIDE: usize = 60;
/// Most bodies of a scene, and entries of lists.
const MAX_BODIES: usize = 3600;

fn field<'a>(cx: &Cx<'a>, v: Value<'a>) -> Result<Field, Fault> {
    let grid = layer::grid(cx, v, MAX_SIDE)?;
    Ok(Field { height: grid.height, width: grid.width, cells: grid.cells.into() })
}

fn body<'a>(cx: &Cx<'a>, v: Value<'a>) -> Result<Body, Fault> {
    let lay = cx.lay;
    match v.view() {
        View::Cells(keys) => {
            keys.iter().map(|&key| cell(lay, key)).collect::<Result<_, _>>().map(Body::of)
        }
        _ if v.is_set() && v.is_empty_container() => Ok(Body::of(Vec::new())),
        _ => Err(Fault::Type),
    }
}

fn cell(lay: Layout, key: u32) -> Result<(i16, i16, u8), Fault> {
    let (pos, colour) = (lay.pos(key), lay.colour(key));
    let (row, col) = (layout::row(pos), layout::col(pos));
    let near = |x: i32| x.unsigned_abs() <= 1000;
    Fault::Domain.unless((0..=9).contains(&colour) && near(row) && near(col))?;
    Ok((row as i16, col as i16, colour as u8))
}

/// The elements of a tuple, not too many.
fn elements<'a>(cx: &Cx<'a>, v: Value<'a>) -> Result<Vec<Value<'a>>, Fault> {
    let items = if v.is_tuple() { cx.items(v)? } else { return Err(Fault::Type) };
    if items.len() > MAX_BODIES { Err(Fault::Domain) } else { Ok(items.collect()) }
}

fn bodies<'a>(cx: &Cx<'a>, v: Value<'a>) -> Result<Vec<Body>, Fault> {
    elements(cx, v)?.into_iter().map(|v| body(cx, v)).collect()
}

fn scene<'a>(cx: &Cx<'a>, v: Value<'a>) -> Result<Scene, Fault> {
    let View::Tuple(&[grid, ground, list]) = v.view() else { return Err(Fault::Type) };
    let ground = below(ground, 10)? as u8;
    Ok(Scene::new(field(cx, grid)?, ground, bodies(cx, list)?))
}

fn integers<'a>(cx: &Cx<'a>, v: Value<'a>) -> Result<Vec<i64>, Fault> {
    elements(cx, v)?.into_iter().map(Value::int).collect()
}

/// One integer for each of `count` bodies.
fn each<'a>(cx: &Cx<'a>, v: Value<'a>, count: usize) -> Result<Vec<i64>, Fault> {
    if let Value::Int(n) = v {
        return Ok(vec![n; count]);
    }
    let list = integers(cx, v)?;
    if list.len() == count { Ok(list) } else { Err(Fault::Domain) }
}

fn mask<'a>(cx: &Cx<'a>, v: Value<'a>, count: usize) -> Result<Vec<bool>, Fault> {
    Ok(each(cx, v, count)?.into_iter().map(|n| n == 1).collect())
}

fn grid_value<'a>(cx: &Cx<'a>, field: &Field) -> R<'a> {
    let cells = cx.new_cells(field.height, field.width)?;
    cells.iter_mut().zip(&field.cells).for_each(|(to, &from)| *to = from as i8);
    cx.grid(field.height, field.width, cells)
}

fn body_value<'a>(cx: &Cx<'a>, body: &Body) -> R<'a> {
    let lay = cx.lay;
    let key = |&(row, col, colour): &(i16, i16, u8)| {
        Some(lay.cell(colour as i8, layout::pos(row.into(), col.into())?))
    };
    let mut keys: Vec<u32> =
        body.cells.iter().map(key).collect::<Option<_>>().ok_or(Fault::Domain)?;
    keys.sort_unstable();
    Ok(cx.cells(cx.arena.copy(&keys)))
}

fn bodies_value<'a>(cx: &Cx<'a>, bodies: &[Body]) -> R<'a> {
    let list: Vec<Value<'a>> =
        bodies.iter().map(|body| body_value(cx, body)).collect::<Result<_, _>>()?;
    cx.tuple(&list)
}

fn integers_value<'a>(cx: &Cx<'a>, list: impl Iterator<Item = i64>) -> R<'a> {
    let list: Vec<Value<'a>> = list.map(Value::Int).collect();
    cx.tuple(&list)
}

/// A grid cut into bodies.
pub fn scene_b<'a>(cx: &Cx<'a>, grid: Value<'a>, way: Value<'a>) -> R<'a> {
    let cut = segment::cut(field(cx, grid)?, below(way, segment::WAYS)?);
    let list = bodies_value(cx, &cut.bodies)?;
    cx.tuple(&[grid, Value::Int(cut.ground.into()), list])
}

/// The bodies of a scene.
pub fn bodies_b<'a>(_: &Cx<'a>, scene: Value<'a>) -> R<'a> {
    let View::Tuple(&[_, _, list]) = scene.view() else { return Err(Fault::Type) };
    Ok(list)
}

/// One integer per body.
pub fn attribute_b<'a>(cx: &Cx<'a>, scene: Value<'a>, k: Value<'a>) -> R<'a> {
    let (scene, k) = (self::scene(cx, scene)?, below(k, ATTRIBUTES.len())?);
    integers_value(cx, attribute(&scene, ATTRIBUTES[k].0).into_iter())
}

/// Values among each other.
pub fn derive_b<'a>(cx: &Cx<'a>, values: Value<'a>, how: Value<'a>) -> R<'a> {
    let (list, how) = (integers(cx, values)?, below(how, values::DERIVED)?);
    integers_value(cx, values::derive(&list, how).into_iter())
}

/// A mask from values.
pub fn test_b<'a>(cx: &Cx<'a>, values: Value<'a>, how: Value<'a>, with: Value<'a>) -> R<'a> {
    let (list, how, with) = (integers(cx, values)?, below(how, 6)?, with.int()?);
    integers_value(cx, values::test(&list, how, with).into_iter().map(i64::from))
}

/// A table from values to values.
pub fn look_up_b<'a>(cx: &Cx<'a>, [values, keys, results, default]: [Value<'a>; 4]) -> R<'a> {
    let (list, keys, results) =
        (integers(cx, values)?, integers(cx, keys)?, integers(cx, results)?);
    integers_value(cx, values::look_up(&list, &keys, &results, default.int()?).into_iter())
}

/// Bodies of both masks.
pub fn both_b<'a>(cx: &Cx<'a>, a: Value<'a>, b: Value<'a>) -> R<'a> {
    let a = integers(cx, a)?;
    let b = each(cx, b, a.len())?;
    integers_value(cx, a.into_iter().zip(b).map(|(a, b)| (a == 1 && b == 1) as i64))
}

/// Bodies after an act on those of a mask.
pub fn act_b<'a>(cx: &Cx<'a>, [scene, mask, kind, values]: [Value<'a>; 4]) -> R<'a> {
    let scene = self::scene(cx, scene)?;
    let count = scene.bodies.len();
    let (mask, kind, values) =
        (self::mask(cx, mask, count)?, below(kind, KINDS)?, each(cx, values, count)?);
    bodies_value(cx, &act(&scene, &mask, kind, &values))
}

/// Per body one or the other.
pub fn choose_b<'a>(cx: &Cx<'a>, mask: Value<'a>, then: Value<'a>, other: Value<'a>) -> R<'a> {
    let (then, other) = (elements(cx, then)?, elements(cx, other)?);
    let mask = self::mask(cx, mask, then.len())?;
    Fault::Domain.unless(then.len() == other.len())?;
    let chosen = then
        .into_iter()
        .zip(other)
        .zip(mask)
        .map(|((then, other), yes)| if yes { then } else { other });
    cx.tuple(&chosen.collect::<Vec<_>>())
}

/// Per body one over the other.
pub fn join_each_b<'a>(cx: &Cx<'a>, first: Value<'a>, second: Value<'a>) -> R<'a> {
    let (first, second) = (bodies(cx, first)?, bodies(cx, second)?);
    Fault::Domain.unless(first.len() == second.len())?;
    let joined: Vec<Body> = first.iter().zip(&second).map(|(a, b)| a.joined(b)).collect();
    bodies_value(cx, &joined)
}

/// The grid with bodies replaced.
pub fn draw_b<'a>(cx: &Cx<'a>, scene: Value<'a>, after: Value<'a>, over: Value<'a>) -> R<'a> {
    let (scene, after) = (self::scene(cx, scene)?, bodies(cx, after)?);
    Fault::Domain.unless(after.len() == scene.bodies.len())?;
    grid_value(cx, &draw::draw(&scene, &after, over.int()? == 1))
}

/// One cell per body.
pub fn matrix_b<'a>(cx: &Cx<'a>, bodies: Value<'a>) -> R<'a> {
    let made = draw::matrix(&self::bodies(cx, bodies)?).ok_or(Fault::Domain)?;
    grid_value(cx, &made)
}

/// The bodies of a mask, by value.
pub fn sort_b<'a>(cx: &Cx<'a>, [bodies, mask, values, down]: [Value<'a>; 4]) -> R<'a> {
    let list = elements(cx, bodies)?;
    let (mask, values, down) =
        (self::mask(cx, mask, list.len())?, each(cx, values, list.len())?, down.int()? == 1);
    let mut order: Vec<usize> = (0..list.len()).filter(|&i| mask[i]).collect();
    order
        .sort_by(|&a, &b| if down { values[b].cmp(&values[a]) } else { values[a].cmp(&values[b]) });
    cx.tuple(&order.into_iter().map(|i| list[i]).collect::<Vec<_>>())
}

/// A body as a grid.
pub fn cut_b<'a>(cx: &Cx<'a>, scene: Value<'a>, body: Value<'a>, how: Value<'a>) -> R<'a> {
    let (scene, body) = (self::scene(cx, scene)?, self::body(cx, body)?);
    let made = cut::cut(&scene, &body, below(how, usize::MAX)?).ok_or(Fault::Domain)?;
    grid_value(cx, &made)
}

/// A grid from a list of bodies.
pub fn join_b<'a>(cx: &Cx<'a>, scene: Value<'a>, list: Value<'a>, how: Value<'a>) -> R<'a> {
    let (scene, list) = (self::scene(cx, scene)?, bodies(cx, list)?);
    let list: Vec<&Body> = list.iter().collect();
    let made = cut::join(&scene, &list, below(how, usize::MAX)?).ok_or(Fault::Domain)?;
    grid_value(cx, &made)
}
