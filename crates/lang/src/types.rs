//! Dialects and the declared types of the op table.

use std::fmt;
use std::str::FromStr;

/// The two dialects of the language.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Dialect {
    /// The public arc-dsl language: a cell is `(colour, (row, column))`.
    Arc,
    /// The language of batts: a cell is `(row, column, colour)`.
    Batt,
}

impl Dialect {
    /// Both dialects.
    pub const ALL: [Dialect; 2] = [Dialect::Arc, Dialect::Batt];

    /// `arc` or `batt`.
    pub fn name(self) -> &'static str {
        match self {
            Dialect::Arc => "arc",
            Dialect::Batt => "batt",
        }
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Dialect {
    type Err = String;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        match s {
            "arc" => Ok(Dialect::Arc),
            "batt" => Ok(Dialect::Batt),
            _ => Err(format!("unknown dialect `{s}`: use arc or batt")),
        }
    }
}

/// An enum whose variants are documented by what people are told of them.
macro_rules! worded {
    ($(#[$meta:meta])* pub enum $Name:ident { $($(#[doc = $doc:literal])+ $variant:ident,)+ }) => {
        $(#[$meta])*
        pub enum $Name { $($(#[doc = $doc])+ $variant),+ }

        impl $Name {
            /// All of them.
            pub const ALL: &'static [$Name] = &[$($Name::$variant),+];

            /// What it means, in words.
            pub fn doc(self) -> &'static str {
                match self { $($Name::$variant => concat!($($doc),+).trim_ascii()),+ }
            }
        }
    };
}
pub(crate) use worded;

macro_rules! define_types {
    ($($(#[doc = $doc:literal])+ $name:ident => $default:ident,)+) => {
        /// A declared type, spelled as the dialects spell it.
        #[allow(non_camel_case_types)]
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Ty { $($(#[doc = $doc])+ $name),+ }

        impl Ty {
            /// Every declared type.
            pub const ALL: &'static [Ty] = &[$(Ty::$name),+];

            /// The type as the dialects spell it.
            pub fn name(self) -> &'static str {
                match self { $(Ty::$name => stringify!($name)),+ }
            }

            /// What the type stands for, in words.
            pub fn doc(self) -> &'static str {
                match self { $(Ty::$name => concat!($($doc),+).trim_ascii()),+ }
            }

            /// The value that a failing step of this return type takes under the `safe` policy.
            pub fn safe_default(self) -> SafeDefault {
                match self { $(Ty::$name => SafeDefault::$default),+ }
            }
        }
    };
}

/// The value a failing step takes under the `safe` policy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SafeDefault {
    /// 0
    Zero,
    /// `{}`
    EmptySet,
    /// `()`
    Unit,
    /// `()`, where a container of either kind was declared: not patched by `pile`.
    UnitOfEither,
    /// The function of any number of arguments that returns `()`.
    Function,
}

define_types! {
    /// anything
    Any => UnitOfEither,
    /// anything (no annotation)
    Untyped => UnitOfEither,
    /// integer used for its truth value
    Boolean => Zero,
    /// integer
    Integer => Zero,
    /// integer or pair of integers
    Numerical => Zero,
    /// colour
    C_ => Zero,
    /// rank counted from the first, 0 and up
    F_ => Zero,
    /// rank counted from the last, -1 and down
    L_ => Zero,
    /// rank counted from either end
    FL => Zero,
    /// symbol
    R_ => Zero,
    /// symbol of four values
    R4 => Zero,
    /// symbol of eight values
    R8 => Zero,
    /// angle of four values
    A4 => Zero,
    /// angle of eight values
    A8 => Zero,
    /// row
    I_ => Zero,
    /// column
    J_ => Zero,
    /// pair of integers
    IntegerTuple => Unit,
    /// pair of integers
    IJ => Unit,
    /// cell: a position with its colour
    Cell => Unit,
    /// tuple of rows of colours
    Grid => Unit,
    /// tuple
    Tuple => Unit,
    /// tuple of tuples
    TupleTuple => Unit,
    /// tuple of (input grid, output grid)
    Samples => Unit,
    /// set
    FrozenSet => EmptySet,
    /// set of integers
    IntegerSet => EmptySet,
    /// set of cells
    Object => EmptySet,
    /// set of objects
    Objects => EmptySet,
    /// set of positions
    Indices => EmptySet,
    /// set of sets of positions
    IndicesSet => EmptySet,
    /// object or indices
    Patch => EmptySet,
    /// object or grid
    Element => UnitOfEither,
    /// grid or patch
    Piece => UnitOfEither,
    /// tuple or set
    Container => UnitOfEither,
    /// container of containers
    ContainerContainer => UnitOfEither,
    /// function
    Callable => Function,
    /// picture with a place: (grid, (row, column)), or a grid at (0, 0)
    Layer => Unit,
    /// tuple of layers
    Layers => Unit,
}

impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Ty::Untyped { "Any" } else { self.name() })
    }
}
