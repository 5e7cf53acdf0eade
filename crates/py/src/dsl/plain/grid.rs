//! Grids: cut, joined, turned. Rows that stay as they are stay the same objects.

use std::ops::Range;

use pyo3::{Python, ffi};

use super::patch;
use super::raw::{self, LIMIT, Obj};

/// Whether it is a tuple of tuples, not too large.
#[inline(always)]
pub unsafe fn is_rows(o: Obj) -> bool {
    unsafe {
        let mut size = 0;
        raw::is_small_tuple(o)
            && raw::items(o).all(|row| {
                size += if raw::is_tuple(row) { raw::len(row) } else { LIMIT };
                size < LIMIT
            })
    }
}

/// Height and width of a grid whose rows all have one length; it has at least one row.
#[inline(always)]
pub unsafe fn even(grid: Obj) -> Option<(usize, usize)> {
    unsafe {
        if !raw::is_tuple(grid) || raw::len(grid) == 0 {
            return None;
        }
        let first = raw::item(grid, 0);
        let width = if raw::is_tuple(first) { raw::len(first) } else { return None };
        let height = raw::len(grid);
        let even = |row: Obj| raw::is_tuple(row) && raw::len(row) == width;
        let small = height.saturating_mul(width.max(1)) <= LIMIT;
        (small && raw::items(grid).all(even)).then_some((height, width))
    }
}

/// The tuple of what `make` gives for each of some rows.
#[inline(always)]
unsafe fn by_row(grid: Obj, rows: Range<usize>, make: impl Fn(Obj) -> Option<Obj>) -> Option<Obj> {
    unsafe { raw::tuple_of(rows.len(), |i| make(raw::item(grid, rows.start + i))) }
}

// ---- turned

pub unsafe fn hmirror(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe { if is_rows(args[0]) { raw::backwards(args[0]) } else { None } }
}

pub unsafe fn vmirror(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe {
        let grid = args[0];
        if !is_rows(grid) {
            return None;
        }
        by_row(grid, 0..raw::len(grid), |row| raw::backwards(row))
    }
}

pub unsafe fn rot180(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe {
        let grid = args[0];
        if !is_rows(grid) {
            return None;
        }
        let last = raw::len(grid);
        raw::tuple_of(last, |i| raw::backwards(raw::item(grid, last - 1 - i)))
    }
}

/// Columns become rows: the first one first or last, each from the top or from the bottom.
#[inline(always)]
unsafe fn transposed<const LAST_FIRST: bool, const UPWARDS: bool>(grid: Obj) -> Option<Obj> {
    unsafe {
        let (height, width) = even(grid)?;
        raw::tuple_of(width, |i| {
            let col = if LAST_FIRST { width - 1 - i } else { i };
            raw::tuple_of(height, |k| {
                let row = if UPWARDS { height - 1 - k } else { k };
                raw::share(raw::item(raw::item(grid, row), col))
            })
        })
    }
}

pub unsafe fn dmirror(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe { transposed::<false, false>(args[0]) }
}

pub unsafe fn cmirror(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe { transposed::<true, true>(args[0]) }
}

pub unsafe fn rot90(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe { transposed::<false, true>(args[0]) }
}

pub unsafe fn rot270(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe { transposed::<true, false>(args[0]) }
}

// ---- cut

pub unsafe fn tophalf(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe {
        let grid = args[0];
        if raw::is_small_tuple(grid) { raw::slice(grid, 0, raw::len(grid) / 2) } else { None }
    }
}

pub unsafe fn bottomhalf(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe {
        let grid = args[0];
        if !raw::is_small_tuple(grid) {
            return None;
        }
        let len = raw::len(grid);
        raw::slice(grid, len - len / 2, len)
    }
}

/// The part of every row that a range names.
#[inline(always)]
unsafe fn columns(grid: Obj, rows: Range<usize>, cols: Range<usize>) -> Option<Obj> {
    unsafe { by_row(grid, rows, |row| raw::slice(row, cols.start, cols.end)) }
}

pub unsafe fn lefthalf(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe {
        let (height, width) = even(args[0]).filter(|&(_, width)| width > 1)?;
        columns(args[0], 0..height, 0..width / 2)
    }
}

pub unsafe fn righthalf(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe {
        let (height, width) = even(args[0]).filter(|&(_, width)| width > 1)?;
        columns(args[0], 0..height, width - width / 2..width)
    }
}

pub unsafe fn trim(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe {
        let (height, width) = even(args[0]).filter(|&(height, width)| height > 2 && width > 2)?;
        columns(args[0], 1..height - 1, 1..width - 1)
    }
}

/// The part of 0..len that a slice from start to start + dim takes; see the engine's crop.
#[inline(always)]
fn span(start: i64, dim: i64, len: usize) -> Range<usize> {
    let len = len as i64;
    let bound = |x: i64| if x < 0 { (x + len).max(0) } else { x.min(len) };
    let (from, to) = (bound(start), bound(start.saturating_add(dim)));
    from as usize..to.max(from) as usize
}

/// A rectangle of a grid, clipped; with `inside` only one that lies in it, () otherwise.
#[inline(always)]
unsafe fn rectangle(grid: Obj, start: (i64, i64), dims: (i64, i64), inside: bool) -> Option<Obj> {
    unsafe {
        let (height, width) = even(grid)?;
        let fits = |start: i64, dim: i64, len: usize| {
            (start as u64) < len as u64 && start.saturating_add(dim) <= len as i64
        };
        if inside && !(fits(start.0, dims.0, height) && fits(start.1, dims.1, width)) {
            return raw::made(ffi::PyTuple_New(0));
        }
        columns(grid, span(start.0, dims.0, height), span(start.1, dims.1, width))
    }
}

pub unsafe fn crop(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<3>(args)?;
    unsafe { rectangle(args[0], raw::prefix(args[1])?, raw::prefix(args[2])?, false) }
}

pub unsafe fn crop_inside(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<3>(args)?;
    unsafe { rectangle(args[0], raw::prefix(args[1])?, raw::prefix(args[2])?, true) }
}

pub unsafe fn subgrid<const BATT: bool>(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<2>(args)?;
    unsafe {
        let b = patch::bounds::<BATT>(args[0])?;
        rectangle(args[1], (b.top, b.left), (b.height(), b.width()), BATT)
    }
}

/// A grid in n pieces along one axis.
#[inline(always)]
unsafe fn split(args: &[Obj], down: bool, inside: bool) -> Option<Obj> {
    unsafe {
        let n = raw::int(args[1]).filter(|n| (1..=64).contains(n))?;
        let (height, width) = even(args[0])?;
        let (height, width) = (height as i64, width as i64);
        let side = if down { height } else { width };
        let step = side / n + (side % n != 0) as i64;
        raw::tuple_of(n as usize, |i| {
            let at = i as i64 * step;
            match down {
                true => rectangle(args[0], (at, 0), (side / n, width), inside),
                false => rectangle(args[0], (0, at), (height, side / n), inside),
            }
        })
    }
}

pub unsafe fn hsplit<const BATT: bool>(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<2>(args)?;
    unsafe { split(&args, false, BATT) }
}

pub unsafe fn vsplit<const BATT: bool>(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<2>(args)?;
    unsafe { split(&args, true, BATT) }
}

pub unsafe fn index(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<2>(args)?;
    unsafe {
        let (row, col) = raw::pair(args[1])?;
        let (height, width) = even(args[0])?;
        if (row as u64) < height as u64 && (col as u64) < width as u64 {
            return raw::share(raw::item(raw::item(args[0], row as usize), col as usize));
        }
        raw::made(ffi::PyTuple_New(0))
    }
}

// ---- joined and made

pub unsafe fn hconcat(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<2>(args)?;
    unsafe {
        let (a, b) = (args[0], args[1]);
        let ((height, width), (other, more)) = (even(a)?, even(b)?);
        let height = height.min(other);
        if height * (width + more) > LIMIT {
            return None;
        }
        let join = |i| raw::made(ffi::PySequence_Concat(raw::item(a, i), raw::item(b, i)));
        raw::tuple_of(height, join)
    }
}

pub unsafe fn vconcat(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<2>(args)?;
    unsafe {
        let (a, b) = (args[0], args[1]);
        if !is_rows(a) || !is_rows(b) {
            return None;
        }
        raw::made(ffi::PySequence_Concat(a, b))
    }
}

/// A tuple that has one object in all places; takes it over.
#[inline(always)]
unsafe fn copies(o: Obj, times: usize) -> Option<Obj> {
    unsafe {
        let out = raw::tuple_of(times, |_| raw::share(o));
        ffi::Py_DecRef(o);
        out
    }
}

pub unsafe fn canvas(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<2>(args)?;
    unsafe {
        raw::int(args[0])?;
        let (height, width) = raw::prefix(args[1])?;
        let (height, width) = (height.max(0) as usize, width.max(0) as usize);
        if height.saturating_mul(width.max(1)) > LIMIT || width > LIMIT {
            return None;
        }
        copies(copies(raw::share(args[0])?, width)?, height)
    }
}

/// A row with every element repeated.
#[inline(always)]
unsafe fn wider(row: Obj, factor: usize) -> Option<Obj> {
    unsafe { raw::tuple_of(raw::len(row) * factor, |i| raw::share(raw::item(row, i / factor))) }
}

/// A grid with rows and columns repeated.
#[inline(always)]
unsafe fn scaled(args: &[Obj], down: bool, right: bool) -> Option<Obj> {
    unsafe {
        let factor = raw::int(args[1]).filter(|f| (1..=64).contains(f))? as usize;
        let (height, width) = even(args[0])?;
        let (down, right) = (if down { factor } else { 1 }, if right { factor } else { 1 });
        if height * width * down * right > LIMIT {
            return None;
        }
        let mut last: Obj = std::ptr::null_mut();
        raw::tuple_of(height * down, |i| {
            if i % down > 0 {
                return raw::share(last);
            }
            let row = raw::item(args[0], i / down);
            last = if right > 1 { wider(row, right)? } else { raw::share(row)? };
            Some(last)
        })
    }
}

pub unsafe fn hupscale(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<2>(args)?;
    unsafe { scaled(&args, false, true) }
}

pub unsafe fn vupscale(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<2>(args)?;
    unsafe { scaled(&args, true, false) }
}

pub unsafe fn upscale(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<2>(args)?;
    unsafe { scaled(&args, true, true) }
}

pub unsafe fn downscale(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<2>(args)?;
    unsafe {
        let factor = raw::int(args[1]).filter(|f| (1..=64).contains(f))? as usize;
        let (height, width) = even(args[0])?;
        raw::tuple_of(height.div_ceil(factor), |i| {
            let row = raw::item(args[0], i * factor);
            raw::tuple_of(width.div_ceil(factor), |k| raw::share(raw::item(row, k * factor)))
        })
    }
}
