//! Kinds of values for random calls, and which declared types take them.

use lang::{Op, Ty};

/// What a random value is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// An integer.
    Int,
    /// A tuple of two integers.
    Pair,
    /// A colour with its position.
    Cell,
    /// A tuple of integers.
    Row,
    /// A tuple of pairs.
    Pairs,
    /// A grid.
    Grid,
    /// A tuple of grids.
    Grids,
    /// A tuple of objects.
    ObjectTuple,
    /// A set of integers.
    Ints,
    /// A set of cells.
    Object,
    /// A set of pairs.
    Indices,
    /// A set of objects.
    Objects,
    /// A set of sets of pairs.
    IndicesSet,
}

use Kind::*;

impl Kind {
    /// Every kind; `kind as usize` is its place.
    pub const ALL: [Kind; 13] = [
        Int,
        Pair,
        Cell,
        Row,
        Pairs,
        Grid,
        Grids,
        ObjectTuple,
        Ints,
        Object,
        Indices,
        Objects,
        IndicesSet,
    ];

    /// What its elements are; nothing if they are of several kinds or it has none.
    pub fn element(self) -> Option<Kind> {
        Some(match self {
            Pair | Row | Ints => Int,
            Pairs | Indices => Pair,
            Grid => Row,
            Grids => Grid,
            Object => Cell,
            ObjectTuple | Objects => Object,
            IndicesSet => Indices,
            Int | Cell => return None,
        })
    }

    /// Whether it is a set.
    pub fn is_set(self) -> bool {
        matches!(self, Ints | Object | Indices | Objects | IndicesSet)
    }

    /// Whether it has no empty value.
    pub fn is_fixed(self) -> bool {
        matches!(self, Int | Pair | Cell)
    }
}

/// Whether a parameter of a declared type takes values of a kind.
pub fn accepts(ty: Ty, kind: Kind) -> bool {
    match ty {
        Ty::Any | Ty::Untyped => true,
        Ty::Boolean | Ty::Integer => kind == Int,
        Ty::Numerical => matches!(kind, Int | Pair),
        Ty::IntegerTuple => kind == Pair,
        Ty::Cell => kind == Cell,
        Ty::Grid => kind == Grid,
        Ty::Tuple => !kind.is_set() && !matches!(kind, Int | Cell),
        Ty::TupleTuple => matches!(kind, Pairs | Grid | Grids),
        Ty::FrozenSet => kind.is_set(),
        Ty::IntegerSet => matches!(kind, Ints | Row),
        Ty::Object => kind == Object,
        Ty::Objects => kind == Objects,
        Ty::Indices => kind == Indices,
        Ty::IndicesSet => kind == IndicesSet,
        Ty::Patch => matches!(kind, Object | Indices),
        Ty::Element => matches!(kind, Grid | Object),
        Ty::Piece => matches!(kind, Grid | Object | Indices),
        Ty::Container => kind != Int,
        Ty::ContainerContainer => {
            matches!(kind, Pairs | Grid | Grids | ObjectTuple | Objects | IndicesSet)
        }
        _ => false,
    }
}

/// What an op gives for arguments of these kinds, as far as its declared type says.
pub fn result(op: Op, args: &[Kind]) -> Option<Kind> {
    // It is declared to give a set, but counts.
    if op.name() == "numcolors" {
        return Some(Int);
    }
    Some(match op.returns() {
        Ty::Boolean | Ty::Integer => Int,
        Ty::IntegerTuple => Pair,
        Ty::Grid => Grid,
        Ty::Object => Object,
        Ty::Objects => Objects,
        Ty::Indices => Indices,
        Ty::IntegerSet => Ints,
        Ty::Numerical if args.contains(&Pair) => Pair,
        ty @ (Ty::Numerical | Ty::Patch | Ty::Piece | Ty::Element) => {
            return args.first().copied().filter(|&first| accepts(ty, first));
        }
        _ => return None,
    })
}
