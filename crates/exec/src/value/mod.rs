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

pub mod arena;
pub mod build;
pub mod check;
mod fault;
pub mod fingerprint;
pub mod items;
pub mod keys;
pub mod kind;
pub mod layout;
pub mod order;
mod pointers;
pub(crate) mod seen;
pub mod text;

use lang::Op;

pub use fault::Fault;
pub use items::Items;
pub use layout::Layout;
pub use pointers::{Grid, GridPtr, Header, Keys, RowPtr, Seq};

/// What a call gives.
pub type R<'a> = Result<Value<'a>, Fault>;

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
