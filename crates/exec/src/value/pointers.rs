//! What values point to in an arena, 12 bytes each.

use std::marker::PhantomData;
use std::ptr::NonNull;

use super::Value;

/// A pointer to the first of some elements in an arena.
#[derive(Debug)]
pub struct Ptr<'a, T>(NonNull<T>, PhantomData<&'a [T]>);

impl<T> Clone for Ptr<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Ptr<'_, T> {}

impl<'a, T> Ptr<'a, T> {
    #[inline]
    fn new(slice: &'a [T]) -> Ptr<'a, T> {
        Ptr(NonNull::from(slice).cast(), PhantomData)
    }

    /// # Safety
    /// `len` must be at most the length of the slice the pointer was made from.
    #[inline]
    unsafe fn slice(self, len: usize) -> &'a [T] {
        // SAFETY: the slice lives for 'a, and `len` elements are in it.
        unsafe { std::slice::from_raw_parts(self.0.as_ptr(), len) }
    }

    pub(super) fn address(self) -> *const T {
        self.0.as_ptr()
    }
}

/// Pointer and length of packed elements, 12 bytes.
#[derive(Clone, Copy, Debug)]
#[repr(C, packed(4))]
pub struct Keys<'a> {
    pub(super) len: u32,
    pub(super) ptr: Ptr<'a, u32>,
}

/// Pointer and length of a row, 12 bytes.
#[derive(Clone, Copy, Debug)]
#[repr(C, packed(4))]
pub struct RowPtr<'a> {
    pub(super) len: u32,
    pub(super) ptr: Ptr<'a, i8>,
}

/// Pointer and shape of a grid, 12 bytes.
#[derive(Clone, Copy, Debug)]
#[repr(C, packed(4))]
pub struct GridPtr<'a> {
    pub(super) height: u16,
    pub(super) width: u16,
    pub(super) ptr: Ptr<'a, i8>,
}

/// Pointer and length of general elements, 12 bytes; a [`Header`] stands before them.
#[derive(Clone, Copy, Debug)]
#[repr(C, packed(4))]
pub struct Seq<'a> {
    pub(super) len: u32,
    pub(super) ptr: Ptr<'a, Value<'a>>,
}

/// What is known of a general container without looking at its elements.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Header {
    /// Elements, counted through nested containers.
    pub size: u32,
    /// Levels of nesting, 1 for a container of plain elements.
    pub depth: u32,
    /// Fills the header up to the size of a value, so that both fit one slice.
    pub(crate) pad: u64,
}

/// A grid's cells, row after row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid<'a> {
    /// Number of rows, at least 1.
    pub height: usize,
    /// Number of columns; may be 0.
    pub width: usize,
    /// `height * width` cells.
    pub cells: &'a [i8],
}

impl<'a> Grid<'a> {
    /// One row.
    #[inline]
    pub fn row(&self, r: usize) -> &'a [i8] {
        &self.cells[r * self.width..(r + 1) * self.width]
    }

    /// The rows from top to bottom.
    pub fn rows(self) -> impl ExactSizeIterator<Item = &'a [i8]> {
        (0..self.height).map(move |r| self.row(r))
    }

    /// The cell at a place that may lie outside.
    #[inline]
    pub fn get(&self, row: i64, col: i64) -> Option<i8> {
        let inside = |x: i64, n: usize| (x as u64) < n as u64;
        (inside(row, self.height) && inside(col, self.width))
            .then(|| self.cells[row as usize * self.width + col as usize])
    }
}

impl<'a> Keys<'a> {
    #[inline]
    pub(crate) fn new(keys: &'a [u32]) -> Keys<'a> {
        Keys { len: keys.len() as u32, ptr: Ptr::new(keys) }
    }

    /// The packed elements.
    #[inline]
    pub fn slice(self) -> &'a [u32] {
        // SAFETY: made from a slice of this length in `new`.
        unsafe { self.ptr.slice(self.len as usize) }
    }
}

impl<'a> RowPtr<'a> {
    #[inline]
    pub(crate) fn new(cells: &'a [i8]) -> RowPtr<'a> {
        RowPtr { len: cells.len() as u32, ptr: Ptr::new(cells) }
    }

    /// The row's elements.
    #[inline]
    pub fn slice(self) -> &'a [i8] {
        // SAFETY: made from a slice of this length in `new`.
        unsafe { self.ptr.slice(self.len as usize) }
    }
}

impl<'a> GridPtr<'a> {
    #[inline]
    pub(crate) fn new(height: u16, width: u16, cells: &'a [i8]) -> GridPtr<'a> {
        assert_eq!(height as usize * width as usize, cells.len());
        GridPtr { height, width, ptr: Ptr::new(cells) }
    }

    /// The grid's shape and cells.
    #[inline]
    pub fn grid(self) -> Grid<'a> {
        let (height, width) = (self.height as usize, self.width as usize);
        // SAFETY: `new` checked that there are this many cells.
        Grid { height, width, cells: unsafe { self.ptr.slice(height * width) } }
    }
}

impl<'a> Seq<'a> {
    /// `()` as a sequence.
    pub(crate) const EMPTY: Seq<'static> =
        Seq { len: 0, ptr: Ptr(NonNull::dangling(), PhantomData) };

    /// # Safety
    /// A [`Header`] must stand directly before the first element, unless there is none.
    #[inline]
    pub(crate) unsafe fn new(elements: &'a [Value<'a>]) -> Seq<'a> {
        Seq { len: elements.len() as u32, ptr: Ptr::new(elements) }
    }

    /// The elements.
    #[inline]
    pub fn slice(self) -> &'a [Value<'a>] {
        // SAFETY: made from a slice of this length.
        unsafe { self.ptr.slice(self.len as usize) }
    }

    /// What is known of the container as a whole.
    #[inline]
    pub fn header(self) -> Header {
        if self.len == 0 {
            return Header { size: 0, depth: 1, pad: 0 };
        }
        let ptr = self.ptr;
        // SAFETY: `new` was promised a header before the first element, in one allocation.
        unsafe { *ptr.0.as_ptr().cast::<Header>().sub(1) }
    }
}
