//! Kernels of family `plane`: one small number for every cell.

use super::layer::{below, not_small};
use super::same_text;
use crate::cx::Cx;
use crate::planes::{self, Facts, Plane, TABLE};
use crate::value::{Fault, R, Value};

/// Longest side of a plane.
const MAX_SIDE: usize = 60;

/// Reads a grid of small numbers.
fn plane<'a>(cx: &Cx<'a>, v: Value<'a>) -> Result<Plane<'a>, Fault> {
    let Value::Grid(grid) = v else { return Err(not_small(cx, v)) };
    let grid = grid.grid();
    let fits = |side: usize| (1..=MAX_SIDE).contains(&side);
    Fault::Domain.unless(fits(grid.height) && fits(grid.width))?;
    Ok(Plane { height: grid.height, width: grid.width, cells: grid.cells })
}

/// A number that planes can hold.
fn small(v: Value<'_>) -> Result<i8, Fault> {
    i8::try_from(v.int()?).map_err(|_| Fault::Domain)
}

/// A number of lines or parts.
fn count(v: Value<'_>) -> Result<usize, Fault> {
    below(v, MAX_SIDE + 1)
}

/// Two of them.
fn counts<'a>(cx: &Cx<'a>, v: Value<'a>) -> Result<(usize, usize), Fault> {
    let items = cx.items(v)?;
    match (items.len(), items.get(0), items.get(1)) {
        (2, Some(rows), Some(cols)) if v.is_tuple() => {
            let (rows, cols) = (rows.int()?, cols.int()?);
            Ok((count(Value::Int(rows))?, count(Value::Int(cols))?))
        }
        _ => Err(Fault::Type),
    }
}

/// A plane of the size of another one, filled by a function.
fn filled<'a>(cx: &Cx<'a>, like: Plane<'a>, fill: impl FnOnce(&mut [i8])) -> R<'a> {
    let cells = cx.new_cells(like.height, like.width)?;
    fill(cells);
    cx.grid(like.height, like.width, cells)
}

/// A plane that may not exist.
fn made<'a>(cx: &Cx<'a>, made: Option<(usize, usize, Vec<i8>)>) -> R<'a> {
    let (height, width, cells) = made.ok_or(Fault::Domain)?;
    cx.grid(height, width, cx.arena.copy(&cells))
}

/// Makes a kernel from each family of features. A name that the table does not have does not compile.
macro_rules! families {
    ($($name:ident)+) => { $(
        #[doc = concat!("`", stringify!($name), "` of the table of features.")]
        pub fn $name<'a>(cx: &Cx<'a>, grid: Value<'a>, k: Value<'a>) -> R<'a> {
            feature(cx, const { family(stringify!($name)) }, grid, k)
        }
    )+ };
}

families! { near_p kin_p place_p mirror_p ray_p line_p object_p whole_p rank_p period_p }

/// The place of a name in the table.
const fn family(name: &str) -> usize {
    let mut code = 0;
    while !same_text(TABLE[code].name, name) {
        code += 1;
    }
    code
}

fn feature<'a>(cx: &Cx<'a>, code: usize, grid: Value<'a>, k: Value<'a>) -> R<'a> {
    let (grid, k, family) = (plane(cx, grid)?, k.int()?, &TABLE[code]);
    Fault::Domain.unless((0..family.count as i64).contains(&k))?;
    filled(cx, grid, |out| (family.fill)(&Facts::new(grid), k as i32, out))
}

/// 1 where a plane is at least a bound.
pub fn least_p<'a>(cx: &Cx<'a>, plane: Value<'a>, bound: Value<'a>) -> R<'a> {
    let (plane, bound) = (self::plane(cx, plane)?, small(bound)?);
    filled(cx, plane, |out| planes::least(plane.cells, bound, out))
}

/// 1 where a plane has a value.
pub fn same_p<'a>(cx: &Cx<'a>, plane: Value<'a>, value: Value<'a>) -> R<'a> {
    let (plane, value) = (self::plane(cx, plane)?, small(value)?);
    filled(cx, plane, |out| planes::same(plane.cells, value, out))
}

/// One plane or the other, cell by cell.
pub fn where_p<'a>(cx: &Cx<'a>, test: Value<'a>, then: Value<'a>, other: Value<'a>) -> R<'a> {
    let (test, then, other) = (plane(cx, test)?, plane(cx, then)?, plane(cx, other)?);
    let size = |p: Plane<'_>| (p.height, p.width);
    Fault::Domain.unless(size(test) == size(then) && size(test) == size(other))?;
    filled(cx, test, |out| planes::select(test.cells, then.cells, other.cells, out))
}

/// One value everywhere.
pub fn flat_p<'a>(cx: &Cx<'a>, grid: Value<'a>, value: Value<'a>) -> R<'a> {
    let (plane, value) = (plane(cx, grid)?, small(value)?);
    filled(cx, plane, |out| planes::flat(value, out))
}

/// What is no colour becomes 0.
pub fn grid_p<'a>(cx: &Cx<'a>, plane: Value<'a>) -> R<'a> {
    let plane = self::plane(cx, plane)?;
    let clean = planes::clean(plane.cells);
    filled(cx, plane, |out| out.iter_mut().zip(clean).for_each(|(to, from)| *to = from as i8))
}

/// One of equal parts.
pub fn part_p<'a>(cx: &Cx<'a>, [grid, size, gap, k]: [Value<'a>; 4]) -> R<'a> {
    let (plane, (rows, cols), gap) = (plane(cx, grid)?, counts(cx, size)?, count(gap)?);
    let k = usize::try_from(k.int()?).map_err(|_| Fault::Domain)?;
    made(cx, planes::part(plane, rows, cols, gap, k))
}

/// Cells enlarged.
pub fn scale_p<'a>(cx: &Cx<'a>, grid: Value<'a>, factor: Value<'a>) -> R<'a> {
    let (plane, (rows, cols)) = (plane(cx, grid)?, counts(cx, factor)?);
    made(cx, planes::scale(plane, rows, cols))
}

/// A grid repeated.
pub fn tile_p<'a>(cx: &Cx<'a>, grid: Value<'a>, size: Value<'a>, mirror: Value<'a>) -> R<'a> {
    let (plane, (rows, cols), mirror) = (plane(cx, grid)?, counts(cx, size)?, mirror.int()? != 0);
    made(cx, planes::tile(plane, rows, cols, mirror))
}

/// A number for each block of a size.
pub fn block_p<'a>(cx: &Cx<'a>, [grid, size, gap, what]: [Value<'a>; 4]) -> R<'a> {
    let (plane, (height, width), gap) = (plane(cx, grid)?, counts(cx, size)?, count(gap)?);
    made(cx, planes::block(plane, height, width, gap, below(what, planes::SUMMARIES)?))
}

/// A number for each of some blocks.
pub fn lattice_p<'a>(cx: &Cx<'a>, [grid, size, gap, what]: [Value<'a>; 4]) -> R<'a> {
    let (plane, (rows, cols), gap) = (plane(cx, grid)?, counts(cx, size)?, count(gap)?);
    made(cx, planes::lattice(plane, rows, cols, gap, below(what, planes::SUMMARIES)?))
}

#[cfg(test)]
mod tests {
    use lang::{Dialect, Family, Op};

    use super::*;

    #[test]
    fn every_family_of_features_is_an_op() {
        for family in TABLE {
            let op = Op::lookup(Dialect::Batt, family.name).expect(family.name);
            assert_eq!(op.kernel().info().family, Family::Plane);
        }
    }
}
