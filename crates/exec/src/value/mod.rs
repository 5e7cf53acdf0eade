//! Values: 16 bytes each, plain copies, pointing into an arena.
//!
//! Every value has exactly one form, so equality never compares two forms of one thing:
//!
//! | value | form |
//! |---|---|
//! | integer | `Int` |
//! | tuple of two 32-bit integers | `Pair` |
//! | cell whose parts fit | `Cell` |
//! | other tuple of integers -128..127 (not empty) | `Row` |
//! | tuple of rows of one length, each a tuple of integers -128..127 | `Grid` |
//! | any other tuple, and `()` | `Tuple` |
//! | set of integers 0..63, and `{}` | `Bits` |
//! | set of pairs that fit, of cells that fit | `Poses`, `Cells` |
//! | any other set | `Set` |
//! | function | `Op`, `Func`, `AnyFn`, `Host` |
//!
//! The constructors in `build` choose the form; nothing else makes containers.

pub mod build;
pub mod check;
pub mod fingerprint;
pub mod items;
pub mod keys;
pub mod kind;
pub mod layout;
pub mod order;
pub(crate) mod seen;
pub mod text;

use std::marker::PhantomData;
use std::ptr::NonNull;

use lang::Op;

pub use items::Items;
pub use layout::Layout;

/// Why a call failed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Fault {
    /// An argument of the wrong kind.
    Type,
    /// A wrong number of arguments.
    Arity,
    /// Nothing to choose from.
    Empty,
    /// A place that does not exist.
    Index,
    /// A number outside the op's domain, or integer overflow.
    Domain,
    /// Too much work, too large a value, or too deep a nesting.
    Budget,
}

impl Fault {
    /// Every kind of failure.
    pub const ALL: [Fault; 6] =
        [Fault::Type, Fault::Arity, Fault::Empty, Fault::Index, Fault::Domain, Fault::Budget];

    /// What the kind means, for people.
    pub fn explain(self) -> &'static str {
        match self {
            Fault::Type => "an argument of the wrong kind",
            Fault::Arity => "a wrong number of arguments",
            Fault::Empty => "nothing to choose from",
            Fault::Index => "a place that does not exist",
            Fault::Domain => "a number outside the domain",
            Fault::Budget => "too much work, too large or too deep",
        }
    }

    /// The kind as messages and JSON spell it.
    pub fn name(self) -> &'static str {
        match self {
            Fault::Type => "type",
            Fault::Arity => "arity",
            Fault::Empty => "empty",
            Fault::Index => "index",
            Fault::Domain => "domain",
            Fault::Budget => "budget",
        }
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// What a call gives.
pub type R<'a> = Result<Value<'a>, Fault>;

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

    fn address(self) -> *const T {
        self.0.as_ptr()
    }
}

/// A value. See the module's table for which form holds what.
#[derive(Clone, Copy, Debug)]
pub enum Value<'a> {
    /// An integer; booleans are 0 and 1.
    Int(i64),
    /// A tuple of two integers.
    Pair(i32, i32),
    /// A cell, packed by the dialect's [`Layout`].
    Cell(u32),
    /// A tuple of small integers.
    Row(RowPtr<'a>),
    /// A grid of small integers with at least one row.
    Grid(GridPtr<'a>),
    /// Any other tuple.
    Tuple(Seq<'a>),
    /// A set of integers 0..63, one bit each.
    Bits(u64),
    /// A non-empty set of cells: packed, ascending.
    Cells(Keys<'a>),
    /// A non-empty set of pairs: packed, ascending.
    Poses(Keys<'a>),
    /// Any other set: canonical order, no repeats.
    Set(Seq<'a>),
    /// An op as a function.
    Op(Op),
    /// A function made by an op.
    Func(&'a Func<'a>),
    /// The function of any number of arguments that returns `()`.
    AnyFn,
    /// A function of the program that embeds the engine: see [`HostCalls`](crate::cx::HostCalls).
    Host(HostFn),
}

/// Pointer and length of packed elements, 12 bytes.
#[derive(Clone, Copy, Debug)]
#[repr(C, packed(4))]
pub struct Keys<'a> {
    len: u32,
    ptr: Ptr<'a, u32>,
}

/// Pointer and length of a row, 12 bytes.
#[derive(Clone, Copy, Debug)]
#[repr(C, packed(4))]
pub struct RowPtr<'a> {
    len: u32,
    ptr: Ptr<'a, i8>,
}

/// Pointer and shape of a grid, 12 bytes.
#[derive(Clone, Copy, Debug)]
#[repr(C, packed(4))]
pub struct GridPtr<'a> {
    height: u16,
    width: u16,
    ptr: Ptr<'a, i8>,
}

/// Pointer and length of general elements, 12 bytes; a [`Header`] stands before them.
#[derive(Clone, Copy, Debug)]
#[repr(C, packed(4))]
pub struct Seq<'a> {
    len: u32,
    ptr: Ptr<'a, Value<'a>>,
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

/// A function made by an op: the op's name and its arguments, not a host closure.
#[derive(Clone, Copy, Debug)]
pub struct Func<'a> {
    /// The builder it was made by.
    pub op: Op,
    /// Which builder that is.
    pub kind: FuncKind,
    /// How many arguments a call takes.
    pub arity: u8,
    /// Levels of nesting of its arguments.
    pub depth: u32,
    /// Size of its arguments together, plus 1.
    pub size: u32,
    /// The builder's arguments; unused places hold 0.
    pub args: [Value<'a>; 3],
}

/// A function that the embedding program gave: a number it knows it by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HostFn {
    /// Which function; equal numbers are equal functions.
    pub id: u32,
    /// How many arguments a call takes.
    pub arity: u8,
}

/// The function builders, by what a call gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FuncKind {
    /// outer(inner(x))
    Compose,
    /// h(g(f(x)))
    Chain,
    /// f(x) == target
    Matcher,
    /// f(x, fixed)
    Rbind,
    /// f(fixed, x)
    Lbind,
    /// f(f(…f(x)))
    Power,
    /// outer(a(x), b(x))
    Fork,
}

impl FuncKind {
    /// How many arguments the builder takes.
    pub fn args(self) -> usize {
        match self {
            FuncKind::Chain | FuncKind::Fork => 3,
            _ => 2,
        }
    }
}

/// A value with its container's elements as slices: what kernels match on.
#[derive(Clone, Copy, Debug)]
pub enum View<'a> {
    /// An integer.
    Int(i64),
    /// A tuple of two integers.
    Pair(i32, i32),
    /// A packed cell.
    Cell(u32),
    /// A tuple of small integers.
    Row(&'a [i8]),
    /// A grid.
    Grid(Grid<'a>),
    /// Any other tuple.
    Tuple(&'a [Value<'a>]),
    /// A set of integers 0..63.
    Bits(u64),
    /// A set of packed cells.
    Cells(&'a [u32]),
    /// A set of packed pairs.
    Poses(&'a [u32]),
    /// Any other set.
    Set(&'a [Value<'a>]),
    /// A function.
    Fn,
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

impl<'a> Value<'a> {
    /// The empty tuple.
    pub const UNIT: Value<'static> = Value::Tuple(Seq::EMPTY);
    /// The empty set.
    pub const EMPTY: Value<'static> = Value::Bits(0);

    /// 1 or 0.
    #[inline]
    pub fn bool(b: bool) -> Value<'static> {
        Value::Int(b as i64)
    }

    /// The value with its elements as slices.
    #[inline]
    pub fn view(self) -> View<'a> {
        match self {
            Value::Int(n) => View::Int(n),
            Value::Pair(a, b) => View::Pair(a, b),
            Value::Cell(c) => View::Cell(c),
            Value::Row(r) => View::Row(r.slice()),
            Value::Grid(g) => View::Grid(g.grid()),
            Value::Tuple(t) => View::Tuple(t.slice()),
            Value::Bits(b) => View::Bits(b),
            Value::Cells(k) => View::Cells(k.slice()),
            Value::Poses(k) => View::Poses(k.slice()),
            Value::Set(s) => View::Set(s.slice()),
            Value::Op(_) | Value::Func(_) | Value::AnyFn | Value::Host(_) => View::Fn,
        }
    }

    /// The integer, or a `type` fault.
    #[inline]
    pub fn int(self) -> Result<i64, Fault> {
        match self {
            Value::Int(n) => Ok(n),
            _ => Err(Fault::Type),
        }
    }

    /// Truth value: 0, `()` and `{}` are false.
    #[inline]
    pub fn truth(self) -> bool {
        match self {
            Value::Int(n) => n != 0,
            Value::Tuple(t) => t.len != 0,
            Value::Bits(b) => b != 0,
            _ => true,
        }
    }

    /// Whether it is a tuple in any form.
    #[inline]
    pub fn is_tuple(self) -> bool {
        use Value::{Cell, Grid, Pair, Row, Tuple};
        matches!(self, Pair(..) | Cell(_) | Row(_) | Grid(_) | Tuple(_))
    }

    /// Whether it is a set in any form.
    #[inline]
    pub fn is_set(self) -> bool {
        matches!(self, Value::Bits(_) | Value::Cells(_) | Value::Poses(_) | Value::Set(_))
    }

    /// Whether it is a function in any form.
    #[inline]
    pub fn is_function(self) -> bool {
        matches!(self, Value::Op(_) | Value::Func(_) | Value::AnyFn | Value::Host(_))
    }

    /// Whether it is `()` or `{}`.
    #[inline]
    pub fn is_empty_container(self) -> bool {
        match self {
            Value::Tuple(t) => t.len == 0,
            Value::Bits(b) => b == 0,
            _ => false,
        }
    }

    /// The empty container of the value's own kind; `()` for what is no container.
    #[inline]
    pub fn empty_like(self) -> Value<'static> {
        if self.is_set() { Value::EMPTY } else { Value::UNIT }
    }

    /// Elements counted through nested containers, cells of a grid (rows, if it has no columns);
    /// 1 for a plain value. Budgets are defined on this number.
    #[inline]
    pub fn size(&self) -> u64 {
        // The common forms by predictable branches; a jump table would not be predicted.
        match *self {
            Value::Int(_) | Value::Pair(..) | Value::Cell(_) => 1,
            Value::Cells(k) | Value::Poses(k) => k.len as u64,
            _ => self.size_of_others(),
        }
    }

    #[inline(never)]
    fn size_of_others(&self) -> u64 {
        match *self {
            Value::Row(r) => r.len as u64,
            Value::Grid(g) => g.height as u64 * g.width.max(1) as u64,
            Value::Tuple(s) | Value::Set(s) => s.header().size as u64,
            Value::Bits(b) => b.count_ones() as u64,
            Value::Cells(k) | Value::Poses(k) => k.len as u64,
            Value::Func(f) => f.size as u64,
            Value::Int(_) | Value::Pair(..) | Value::Cell(_) => 1,
            Value::Op(_) | Value::AnyFn | Value::Host(_) => 1,
        }
    }

    /// What it adds to the size of a general container: at least 1, and a general container in
    /// it counts itself too, so that nesting is not free.
    #[inline]
    pub(crate) fn size_as_element(self) -> u64 {
        match self {
            Value::Tuple(_) | Value::Set(_) => self.size() + 1,
            _ => self.size().max(1),
        }
    }

    /// The least memory that the value takes outside of itself.
    #[inline]
    pub(crate) fn least_bytes(self) -> usize {
        let bytes = match self {
            Value::Row(_) | Value::Grid(_) => 1,
            Value::Cells(_) | Value::Poses(_) => 4,
            // Elements of packed containers inside take less than an element of their own.
            Value::Tuple(s) | Value::Set(s) => return 16 * s.len as usize,
            _ => return 0,
        };
        bytes * self.size() as usize
    }

    /// Levels of nesting; 0 for a plain value.
    #[inline]
    pub fn depth(&self) -> u32 {
        match *self {
            Value::Int(_) | Value::Op(_) | Value::AnyFn | Value::Host(_) => 0,
            Value::Pair(..) | Value::Row(_) | Value::Bits(_) => 1,
            Value::Cell(_) | Value::Grid(_) | Value::Poses(_) => 2,
            Value::Cells(_) => 3,
            Value::Tuple(s) | Value::Set(s) => s.header().depth,
            Value::Func(f) => f.depth,
        }
    }

    /// Where the value's memory is, if it has any.
    pub(crate) fn address(self) -> Option<*const u8> {
        match self {
            Value::Row(RowPtr { ptr, .. }) | Value::Grid(GridPtr { ptr, .. }) => {
                Some(ptr.address().cast())
            }
            Value::Cells(Keys { ptr, .. }) | Value::Poses(Keys { ptr, .. }) => {
                Some(ptr.address().cast())
            }
            Value::Tuple(s) | Value::Set(s) => {
                let ptr = s.ptr;
                (s.len > 0).then(|| ptr.address().cast())
            }
            Value::Func(f) => Some(std::ptr::from_ref(f).cast()),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hot_types_stay_small() {
        assert_eq!(size_of::<Value>(), 16);
        assert_eq!(size_of::<R>(), 16);
        assert_eq!(size_of::<Option<R>>(), 16);
        assert_eq!(size_of::<Header>(), size_of::<Value>());
    }
}
