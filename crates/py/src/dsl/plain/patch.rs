//! Positions and cells: where they are, and moved or recoloured.
//!
//! `BATT` says which layout cells have. Only frozensets are read here, and only such as hold either
//! cells or positions.

use pyo3::Python;

use crate::convert::objects::{self, View};

use super::raw::{self, LIMIT, Obj};

/// An element of a patch; all references borrowed.
#[derive(Clone, Copy)]
pub struct Spot {
    /// The colour of a cell.
    pub colour: Option<Obj>,
    /// The position as the element holds it: itself, or in `arc` the second part of a cell.
    pub place: Obj,
    pub row: i64,
    pub col: i64,
}

/// The parts of an element of a patch, its numbers not looked at; all references borrowed.
#[derive(Clone, Copy)]
pub struct Parts {
    /// As in [`Spot`].
    pub colour: Option<Obj>,
    pub place: Obj,
    pub row: Obj,
    pub col: Obj,
}

/// Takes one element apart, a cell or a position.
#[inline(always)]
unsafe fn parts<const BATT: bool, const CELL: bool>(view: View, element: Obj) -> Option<Parts> {
    unsafe {
        if !CELL {
            let &[row, col] = view.tuple(element)?;
            return Some(Parts { colour: None, place: element, row, col });
        }
        if BATT {
            let &[row, col, colour] = view.tuple(element)?;
            return Some(Parts { colour: Some(colour), place: element, row, col });
        }
        let &[colour, place] = view.tuple(element)?;
        let &[row, col] = view.tuple(place)?;
        Some(Parts { colour: Some(colour), place, row, col })
    }
}

/// Whether the first element of a patch says that there are cells in it.
#[inline(always)]
unsafe fn has_cells<const BATT: bool>(view: View, first: Obj) -> bool {
    unsafe { parts::<BATT, true>(view, first).is_some() }
}

impl Parts {
    #[inline(always)]
    unsafe fn spot(self, view: View) -> Option<Spot> {
        let Parts { colour, place, row, col } = self;
        unsafe { Some(Spot { colour, place, row: view.int(row)?, col: view.int(col)? }) }
    }
}

/// Calls `f` for every element of a patch, in Python's order; says whether they are cells. Nothing
/// where the patch is empty, holds both kinds, or `f` gives nothing.
#[inline(always)]
pub unsafe fn each<const BATT: bool>(
    patch: Obj,
    mut f: impl FnMut(Spot) -> Option<()>,
) -> Option<bool> {
    unsafe { each_parts::<BATT>(patch, |view, parts| f(parts.spot(view)?)) }
}

/// As [`each`], with numbers that were not looked at.
#[inline(always)]
pub unsafe fn each_parts<const BATT: bool>(
    patch: Obj,
    mut f: impl FnMut(View, Parts) -> Option<()>,
) -> Option<bool> {
    unsafe {
        if !raw::is_set(patch) || raw::set_len(patch) > LIMIT {
            return None;
        }
        let view = View::known()?;
        let cells = has_cells::<BATT>(view, raw::any(patch)?);
        // A loop for each, with nothing to decide inside.
        match cells {
            true => raw::each(
                patch,
                #[inline(always)]
                |element| f(view, parts::<BATT, true>(view, element)?),
            ),
            false => raw::each(
                patch,
                #[inline(always)]
                |element| f(view, parts::<BATT, false>(view, element)?),
            ),
        }?;
        Some(cells)
    }
}

/// As [`each_parts`], of a tuple of positions or cells.
#[inline(always)]
pub unsafe fn each_parts_of_tuple<const BATT: bool>(
    patch: Obj,
    mut f: impl FnMut(View, Parts) -> Option<()>,
) -> Option<bool> {
    unsafe {
        if raw::len(patch) == 0 || raw::len(patch) > 2 * LIMIT {
            return None;
        }
        let view = View::known()?;
        let cells = has_cells::<BATT>(view, raw::item(patch, 0));
        let mut all = view.elements(patch).iter();
        match cells {
            true => all.try_for_each(|&element| f(view, parts::<BATT, true>(view, element)?)),
            false => all.try_for_each(|&element| f(view, parts::<BATT, false>(view, element)?)),
        }?;
        Some(cells)
    }
}

/// First and last row and column.
#[derive(Clone, Copy)]
pub struct Bounds {
    pub top: i64,
    pub bottom: i64,
    pub left: i64,
    pub right: i64,
}

/// The box around a patch that is not empty, where its sides are no trouble.
#[inline(always)]
pub unsafe fn bounds<const BATT: bool>(patch: Obj) -> Option<Bounds> {
    const FAR: i64 = 1 << 40;
    let mut b = Bounds { top: FAR, bottom: -FAR, left: FAR, right: -FAR };
    unsafe {
        each::<BATT>(patch, |spot| {
            (b.top, b.bottom) = (b.top.min(spot.row), b.bottom.max(spot.row));
            (b.left, b.right) = (b.left.min(spot.col), b.right.max(spot.col));
            Some(())
        })?;
    }
    let near = |n: i64| (-FAR..FAR).contains(&n);
    (near(b.top) && near(b.bottom) && near(b.left) && near(b.right)).then_some(b)
}

impl Bounds {
    pub fn height(&self) -> i64 {
        self.bottom - self.top + 1
    }

    pub fn width(&self) -> i64 {
        self.right - self.left + 1
    }
}

/// Rows and columns of a piece: of a tuple those of a grid, of a set those of its box.
#[inline(always)]
unsafe fn shape_of<const BATT: bool>(piece: Obj) -> Option<(i64, i64)> {
    unsafe {
        if raw::is_tuple(piece) {
            return grid_shape(piece);
        }
        if raw::is_set(piece) && raw::set_len(piece) == 0 {
            return Some((0, 0));
        }
        bounds::<BATT>(piece).map(|b| (b.height(), b.width()))
    }
}

/// Rows and columns of a grid, by its first row.
#[inline(always)]
unsafe fn grid_shape(grid: Obj) -> Option<(i64, i64)> {
    unsafe {
        let height = raw::len(grid) as i64;
        if height == 0 {
            return Some((0, 0));
        }
        let row = raw::item(grid, 0);
        if raw::is_tuple(row) { Some((height, raw::len(row) as i64)) } else { None }
    }
}

pub unsafe fn height<const BATT: bool>(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe { raw::new_int(shape_of::<BATT>(args[0])?.0) }
}

pub unsafe fn width<const BATT: bool>(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe { raw::new_int(shape_of::<BATT>(args[0])?.1) }
}

pub unsafe fn shape<const BATT: bool>(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe {
        let (height, width) = shape_of::<BATT>(args[0])?;
        raw::new_pair(height, width)
    }
}

pub unsafe fn portrait<const BATT: bool>(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe {
        let (height, width) = shape_of::<BATT>(args[0])?;
        raw::new_bool(height > width)
    }
}

pub unsafe fn square<const BATT: bool>(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe {
        let piece = args[0];
        let (height, width) = shape_of::<BATT>(piece)?;
        if raw::is_tuple(piece) {
            return if height > 0 { raw::new_bool(height == width) } else { None };
        }
        let full = height as i128 * width as i128 == raw::set_len(piece) as i128;
        raw::new_bool(height == width && full)
    }
}

/// Height, width and number of elements of a patch.
#[inline(always)]
unsafe fn line_parts<const BATT: bool>(patch: Obj) -> Option<(i64, i64, i64)> {
    unsafe {
        let b = bounds::<BATT>(patch)?;
        Some((b.height(), b.width(), raw::set_len(patch) as i64))
    }
}

pub unsafe fn vline<const BATT: bool>(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe {
        let (height, width, len) = line_parts::<BATT>(args[0])?;
        raw::new_bool(width == 1 && height == len)
    }
}

pub unsafe fn hline<const BATT: bool>(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe {
        let (height, width, len) = line_parts::<BATT>(args[0])?;
        raw::new_bool(height == 1 && width == len)
    }
}

pub unsafe fn uppermost<const BATT: bool>(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe { raw::new_int(bounds::<BATT>(args[0])?.top) }
}

pub unsafe fn lowermost<const BATT: bool>(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe { raw::new_int(bounds::<BATT>(args[0])?.bottom) }
}

pub unsafe fn leftmost<const BATT: bool>(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe { raw::new_int(bounds::<BATT>(args[0])?.left) }
}

pub unsafe fn rightmost<const BATT: bool>(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe { raw::new_int(bounds::<BATT>(args[0])?.right) }
}

pub unsafe fn ulcorner<const BATT: bool>(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe { bounds::<BATT>(args[0]).and_then(|b| raw::new_pair(b.top, b.left)) }
}

pub unsafe fn urcorner<const BATT: bool>(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe { bounds::<BATT>(args[0]).and_then(|b| raw::new_pair(b.top, b.right)) }
}

pub unsafe fn llcorner<const BATT: bool>(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe { bounds::<BATT>(args[0]).and_then(|b| raw::new_pair(b.bottom, b.left)) }
}

pub unsafe fn lrcorner<const BATT: bool>(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe { bounds::<BATT>(args[0]).and_then(|b| raw::new_pair(b.bottom, b.right)) }
}

pub unsafe fn center<const BATT: bool>(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe {
        let b = bounds::<BATT>(args[0])?;
        raw::new_pair(b.top + b.height() / 2, b.left + b.width() / 2)
    }
}

// ---- colours of objects

/// The colour of the first cell in canonical order. In `arc` that is the smallest one, of whatever pairs
/// the set has.
#[inline(always)]
unsafe fn first_colour<const BATT: bool>(object: Obj) -> Option<i64> {
    unsafe {
        if BATT {
            let mut best = (i64::MAX, i64::MAX, i64::MAX);
            each::<BATT>(object, |spot| {
                best = best.min((spot.row, spot.col, raw::int(spot.colour?)?));
                Some(())
            })?;
            return Some(best.2);
        }
        if !raw::is_small_set(object) || raw::set_len(object) == 0 {
            return None;
        }
        let view = View::known()?;
        // Most objects have one colour.
        let (mut best, mut last) = (i64::MAX, std::ptr::null_mut());
        raw::each(object, |cell| {
            let &[colour, _] = view.tuple(cell)?;
            if colour != last {
                last = colour;
                best = best.min(raw::int(colour)?);
            }
            Some(())
        })?;
        Some(best)
    }
}

pub unsafe fn color<const BATT: bool>(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe { raw::new_int(first_colour::<BATT>(args[0])?) }
}

pub unsafe fn colorfilter<const BATT: bool>(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<2>(args)?;
    unsafe {
        let (objects, colour) = (args[0], raw::int(args[1])?);
        if !raw::is_small_set(objects) {
            return None;
        }
        let set = raw::new_set()?;
        let sifted = raw::each(objects, |object| match first_colour::<BATT>(object)? == colour {
            true => raw::put(set, raw::share(object)),
            false => Some(()),
        });
        raw::finished(set, sifted)
    }
}

/// The distinct colours of an object.
pub unsafe fn colours<const BATT: bool>(object: Obj) -> Option<Obj> {
    unsafe {
        let set = raw::new_set()?;
        // A colour met before is not put in again: most objects have one.
        let mut last: Option<Obj> = None;
        let read = each::<BATT>(object, |spot| {
            let colour = spot.colour?;
            raw::int(colour)?;
            if last != Some(colour) {
                last = Some(colour);
                return raw::put(set, raw::share(colour));
            }
            Some(())
        });
        raw::finished(set, read.map(|_| ()))
    }
}

// ---- patches made of patches

/// The set of what `make` gives for each element.
#[inline(always)]
unsafe fn mapped<const BATT: bool>(patch: Obj, make: impl Fn(Spot) -> Option<Obj>) -> Option<Obj> {
    unsafe {
        let set = raw::new_set()?;
        let read = each::<BATT>(patch, |spot| raw::put(set, make(spot)));
        raw::finished(set, read.map(|_| ()))
    }
}

pub unsafe fn toindices<const BATT: bool>(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe {
        let patch = args[0];
        if !raw::is_set(patch) || raw::set_len(patch) == 0 {
            return None;
        }
        if !has_cells::<BATT>(View::known()?, raw::any(patch)?) {
            // Positions only: to be seen before it is handed back.
            each::<BATT>(patch, |_| Some(()))?;
            return raw::share(patch);
        }
        mapped::<BATT>(patch, |spot| match BATT {
            true => raw::new_pair(spot.row, spot.col),
            false => raw::share(spot.place),
        })
    }
}

/// A cell of the dialect with a borrowed colour.
#[inline(always)]
unsafe fn cell<const BATT: bool>(colour: Obj, row: i64, col: i64) -> Option<Obj> {
    unsafe {
        match raw::int(colour) {
            Some(colour) => raw::made(objects::new_cell(BATT, colour, row, col)),
            None => None,
        }
    }
}

pub unsafe fn recolor<const BATT: bool>(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<2>(args)?;
    unsafe {
        let (colour, patch) = (args[0], args[1]);
        raw::int(colour)?;
        mapped::<BATT>(patch, |spot| match BATT {
            true => cell::<BATT>(colour, spot.row, spot.col),
            false => raw::two(raw::share(colour)?, raw::share(spot.place)?),
        })
    }
}

/// A patch moved by rows and columns.
#[inline(always)]
unsafe fn moved<const BATT: bool>(patch: Obj, down: i64, right: i64) -> Option<Obj> {
    unsafe {
        mapped::<BATT>(patch, |spot| {
            let (row, col) = (spot.row.checked_add(down)?, spot.col.checked_add(right)?);
            match spot.colour {
                Some(colour) => cell::<BATT>(colour, row, col),
                None => raw::new_pair(row, col),
            }
        })
    }
}

pub unsafe fn shift<const BATT: bool>(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<2>(args)?;
    unsafe {
        let (down, right) = raw::pair(args[1])?;
        moved::<BATT>(args[0], down, right)
    }
}

pub unsafe fn normalize<const BATT: bool>(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe {
        let b = bounds::<BATT>(args[0])?;
        moved::<BATT>(args[0], -b.top, -b.left)
    }
}
