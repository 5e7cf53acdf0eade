//! Colours of grids, and grids painted on. Rows that stay as they are stay the same objects.

use std::mem::MaybeUninit;

use pyo3::{Python, ffi};

use super::grid::{even, is_rows};
use super::patch::{self, Parts};
use super::raw::{self, Obj};
use crate::convert::objects::View;

// ---- colours

/// The distinct elements of the rows of a grid of integers.
unsafe fn colours(grid: Obj) -> Option<Obj> {
    unsafe {
        let set = raw::new_set()?;
        // Cells beside each other mostly have one colour.
        let (mut last, mut before) = (std::ptr::null_mut(), std::ptr::null_mut());
        let mut cells = raw::items(grid).flat_map(|row| raw::items(row));
        let read = cells.try_for_each(|cell| {
            if cell == last || cell == before {
                return Some(());
            }
            (before, last) = (last, cell);
            raw::int(cell)?;
            raw::put(set, raw::share(cell))
        });
        raw::finished(set, read)
    }
}

/// The colours of a grid or object that has any.
unsafe fn palette_of<const BATT: bool>(element: Obj) -> Option<Obj> {
    unsafe { if is_rows(element) { colours(element) } else { patch::colours::<BATT>(element) } }
}

pub unsafe fn palette<const BATT: bool>(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe { palette_of::<BATT>(args[0]) }
}

pub unsafe fn numcolors<const BATT: bool>(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe {
        let set = palette_of::<BATT>(args[0])?;
        let number = raw::set_len(set) as i64;
        ffi::Py_DecRef(set);
        raw::new_int(number)
    }
}

pub unsafe fn colorcount<const BATT: bool>(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<2>(args)?;
    unsafe {
        let (element, colour) = (args[0], args[1]);
        raw::int(colour)?;
        let mut count = 0;
        let mut look = |cell: Obj| {
            count += raw::same(cell, colour)? as i64;
            Some(())
        };
        if is_rows(element) {
            raw::items(element).flat_map(|row| raw::items(row)).try_for_each(look)?;
        } else {
            patch::each::<BATT>(element, |spot| look(spot.colour?))?;
        }
        raw::new_int(count)
    }
}

pub unsafe fn ofcolor(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<2>(args)?;
    unsafe {
        let (grid, colour) = (args[0], args[1]);
        raw::int(colour)?;
        if !is_rows(grid) {
            return None;
        }
        let set = raw::new_set()?;
        let found = raw::items(grid).enumerate().try_for_each(|(r, row)| {
            raw::items(row).enumerate().try_for_each(|(c, cell)| match raw::same(cell, colour)? {
                true => raw::put(set, raw::new_pair(r as i64, c as i64)),
                false => Some(()),
            })
        });
        raw::finished(set, found)
    }
}

/// Rows with every cell put through `f`; rows without any of two colours stay.
#[inline(always)]
unsafe fn recoloured(grid: Obj, a: Obj, b: Obj, f: impl Fn(Obj) -> Option<Obj>) -> Option<Obj> {
    unsafe {
        if !is_rows(grid) {
            return None;
        }
        raw::tuple_of(raw::len(grid), |r| {
            let row = raw::item(grid, r);
            let mut hit = false;
            for cell in raw::items(row) {
                hit |= raw::same(cell, a)? || raw::same(cell, b)?;
            }
            if !hit {
                return raw::share(row);
            }
            raw::tuple_of(raw::len(row), |c| raw::share(f(raw::item(row, c))?))
        })
    }
}

pub unsafe fn replace(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<3>(args)?;
    unsafe {
        let (old, new) = (args[1], args[2]);
        raw::int(old)?;
        raw::int(new)?;
        recoloured(args[0], old, old, |cell| Some(if raw::same(cell, old)? { new } else { cell }))
    }
}

pub unsafe fn switch(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<3>(args)?;
    unsafe {
        let (a, b) = (args[1], args[2]);
        raw::int(a)?;
        raw::int(b)?;
        recoloured(args[0], a, b, |cell| {
            Some(match (raw::same(cell, a)?, raw::same(cell, b)?) {
                (true, _) => b,
                (_, true) => a,
                _ => cell,
            })
        })
    }
}

// ---- painting

/// Cells and rows of the largest grid that is painted here.
const CELLS: usize = 1024;
const ROWS: usize = 64;

/// A grid being painted on: its rows are copied when they are first touched.
struct Painting<'c> {
    grid: Obj,
    height: usize,
    width: usize,
    /// One bit per row that was copied.
    touched: u64,
    /// The cells of touched rows; others are not there.
    cells: &'c mut Cells,
}

/// Kept apart from the rest: it is too large to be moved about.
type Cells = [MaybeUninit<Obj>; CELLS];

const NO_CELLS: Cells = [MaybeUninit::uninit(); CELLS];

impl<'c> Painting<'c> {
    #[inline(always)]
    unsafe fn new(grid: Obj, cells: &'c mut Cells) -> Option<Painting<'c>> {
        let (height, width) = unsafe { even(grid)? };
        if height > ROWS || height * width > CELLS {
            return None;
        }
        Some(Painting { grid, height, width, touched: 0, cells })
    }

    /// The place of a position, if it lies in the grid; its row is there afterwards.
    #[inline(always)]
    unsafe fn at(&mut self, row: i64, col: i64) -> Option<usize> {
        if row as u64 >= self.height as u64 || col as u64 >= self.width as u64 {
            return None;
        }
        let r = row as usize;
        if self.touched >> r & 1 == 0 {
            self.touched |= 1 << r;
            let to = &mut self.cells[r * self.width..(r + 1) * self.width];
            unsafe {
                let from = raw::items(raw::item(self.grid, r));
                to.iter_mut().zip(from).for_each(|(to, cell)| *to = MaybeUninit::new(cell));
            }
        }
        Some(r * self.width + col as usize)
    }

    unsafe fn finish(&self) -> Option<Obj> {
        unsafe {
            raw::tuple_of(self.height, |r| {
                if self.touched >> r & 1 == 0 {
                    return raw::share(raw::item(self.grid, r));
                }
                let row = &self.cells[r * self.width..(r + 1) * self.width];
                raw::tuple_of(self.width, |c| raw::share(row[c].assume_init()))
            })
        }
    }
}

/// The positions of a patch that lie in a grid: by row, a bit for every column.
struct Mask {
    height: i64,
    width: i64,
    rows: [u64; SIDE],
}

/// Rows and columns of the largest grid that is filled here.
const SIDE: usize = u64::BITS as usize;

impl Mask {
    #[inline(always)]
    unsafe fn of(grid: Obj) -> Option<Mask> {
        let (height, width) = unsafe { even(grid)? };
        let mask = Mask { height: height as i64, width: width as i64, rows: [0; SIDE] };
        (height <= SIDE && width <= SIDE).then_some(mask)
    }

    /// Most patches lie in the grid as a whole, with small integers; some have thousands of positions
    /// all around it.
    #[inline(always)]
    unsafe fn put(&mut self, view: View, Parts { row, col, .. }: Parts) -> Option<()> {
        // One branch for all that may be the matter: a difference below 0 has its highest bit.
        let (mut r, mut c) = (view.ints.unsigned(row) as i64, view.ints.unsigned(col) as i64);
        if (r - self.height) & (c - self.width) >= 0 {
            (r, c) = unsafe { (view.ints.read(row)?, view.ints.read(col)?) };
            if r | c | (self.height - 1).wrapping_sub(r) | (self.width - 1).wrapping_sub(c) < 0 {
                return Some(());
            }
        }
        let (r, c) = (r as usize, c as usize);
        self.rows[r % SIDE] |= 1 << (c % SIDE);
        Some(())
    }

    /// The grid with the positions set to a colour. Rows that come out alike are mostly one object.
    unsafe fn filled(&self, grid: Obj, colour: Obj) -> Option<Obj> {
        unsafe {
            let view = View::known()?;
            // What was made last: the positions, the row before, the row after. No positions, no row yet.
            let mut made: [(u64, &[Obj], Obj); 4] = [(0, &[], std::ptr::null_mut()); 4];
            let mut next = 0;
            raw::tuple_of(raw::len(grid), |r| {
                let (row, bits) = (raw::item(grid, r), self.rows[r]);
                let cells = view.elements(row);
                if all_are(cells, bits, colour) {
                    return raw::share(row);
                }
                if let Some(&(.., new)) = made.iter().find(|m| m.0 == bits && m.1 == cells) {
                    return raw::share(new);
                }
                let new = raw::tuple_sharing(cells.len(), |c| {
                    if bits >> c & 1 == 1 { colour } else { cells[c] }
                })?;
                made[next % made.len()] = (bits, cells, new);
                next += 1;
                Some(new)
            })
        }
    }
}

/// Whether all cells with a bit have a colour.
#[inline(always)]
fn all_are(cells: &[Obj], mut bits: u64, colour: Obj) -> bool {
    while bits != 0 && cells.get(bits.trailing_zeros() as usize) == Some(&colour) {
        bits &= bits - 1;
    }
    bits == 0
}

pub unsafe fn fill<const BATT: bool>(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<3>(args)?;
    unsafe {
        let (grid, colour, patch) = (args[0], args[1], args[2]);
        let mut mask = Mask::of(grid)?;
        raw::int(colour)?;
        // The order does not matter here, so a tuple will do. Two loops with the same body in each.
        if raw::is_tuple(patch) {
            patch::each_parts_of_tuple::<BATT>(patch, |view, parts| mask.put(view, parts))?;
        } else {
            patch::each_parts::<BATT>(
                patch,
                #[inline(always)]
                |view, parts| mask.put(view, parts),
            )?;
        }
        mask.filled(grid, colour)
    }
}

/// Whether one integer is larger than another.
unsafe fn larger(a: Obj, b: Obj) -> Option<bool> {
    unsafe { Some(raw::int(a)? > raw::int(b)?) }
}

pub unsafe fn paint<const BATT: bool>(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<2>(args)?;
    unsafe {
        let mut cells = NO_CELLS;
        let mut painting = Painting::new(args[0], &mut cells)?;
        let mut painted = [false; CELLS];
        patch::each::<BATT>(args[1], |spot| {
            let colour = spot.colour?;
            raw::int(colour)?;
            if let Some(at) = painting.at(spot.row, spot.col) {
                // In canonical order the largest colour of a position comes last.
                if !painted[at] || larger(colour, painting.cells[at].assume_init())? {
                    painting.cells[at].write(colour);
                }
                painted[at] = true;
            }
            Some(())
        })?;
        painting.finish()
    }
}
