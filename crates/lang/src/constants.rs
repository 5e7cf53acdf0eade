//! The named constants of both dialects.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use crate::types::{Dialect, worded};

/// What a constant stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ConstValue {
    /// An integer; booleans are 0 and 1.
    Int(i64),
    /// A pair of integers.
    Pair(i64, i64),
}

worded! {
    /// What kind of thing a constant names: decides its hint for mutation.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Group {
        /// booleans
        Booleans,
        /// integers
        Integers,
        /// pairs
        Pairs,
        /// colours
        Colours,
        /// ranks from the first
        RanksFromFirst,
        /// ranks from the last
        RanksFromLast,
        /// symbols
        Symbols,
        /// angles
        Angles,
        /// scales
        Scales,
    }
}

/// One named constant of a dialect.
#[derive(Debug)]
pub struct ConstInfo {
    /// The dialect the name belongs to.
    pub dialect: Dialect,
    /// The name as programs write it.
    pub name: &'static str,
    /// Its value.
    pub value: ConstValue,
    /// What kind of thing it names.
    pub group: Group,
    /// The ranges it belongs to, from which mutation draws.
    pub ranges: &'static [&'static str],
}

const fn int(value: i64) -> ConstValue {
    ConstValue::Int(value)
}

const fn pair((row, col): (i64, i64)) -> ConstValue {
    ConstValue::Pair(row, col)
}

/// A named constant: an index into [`CONSTANTS`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Const(u16);

impl Const {
    /// The constants of one dialect, in table order.
    pub fn of(dialect: Dialect) -> impl Iterator<Item = Const> {
        (0..CONSTANTS.len() as u16).map(Const).filter(move |c| c.info().dialect == dialect)
    }

    /// Finds a name in a dialect.
    pub fn lookup(dialect: Dialect, name: &str) -> Option<Const> {
        static INDEX: OnceLock<[FxHashMap<&'static str, Const>; 2]> = OnceLock::new();
        let index = INDEX
            .get_or_init(|| Dialect::ALL.map(|d| Const::of(d).map(|c| (c.name(), c)).collect()));
        index[dialect as usize].get(name).copied()
    }

    /// The constant that a literal of this value stands for, if there is one: booleans are
    /// not considered, so that 1 becomes `ONE` and never `T`.
    pub fn for_value(dialect: Dialect, value: ConstValue) -> Option<Const> {
        Const::of(dialect).find(|c| {
            c.info().value == value && matches!(c.info().group, Group::Integers | Group::Pairs)
        })
    }

    /// Position among the constants of both dialects, for arrays indexed by constant.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The constant's row.
    pub fn info(self) -> &'static ConstInfo {
        &CONSTANTS[self.0 as usize]
    }

    /// The name as programs write it.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// Its value.
    pub fn value(self) -> ConstValue {
        self.info().value
    }
}

/// Makes the table: constants of the same ranges together.
macro_rules! constants {
    ($($dialect:ident $group:ident $form:ident $ranges:tt { $($name:ident $value:expr),* })*) => {
        /// Every constant of both dialects.
        pub static CONSTANTS: &[ConstInfo] = &[$($(ConstInfo {
            dialect: Dialect::$dialect,
            name: stringify!($name),
            value: $form($value),
            group: Group::$group,
            ranges: &$ranges,
        },)*)*];
    };
}

constants! {
    Arc Booleans int [] { F 0, T 1 }
    Arc Integers int [] {
        ZERO 0, ONE 1, TWO 2, THREE 3, FOUR 4, FIVE 5, SIX 6, SEVEN 7, EIGHT 8, NINE 9, TEN 10,
        NEG_ONE -1, NEG_TWO -2
    }
    Arc Pairs pair [] {
        DOWN (1, 0), RIGHT (0, 1), UP (-1, 0), LEFT (0, -1), ORIGIN (0, 0), UNITY (1, 1),
        NEG_UNITY (-1, -1), UP_RIGHT (-1, 1), DOWN_LEFT (1, -1), ZERO_BY_TWO (0, 2),
        TWO_BY_ZERO (2, 0), TWO_BY_TWO (2, 2), THREE_BY_THREE (3, 3)
    }
    Batt Booleans int ["B_NAMES"] { F 0, T 1 }
    Batt RanksFromFirst int ["F_NAMES", "FL_NAMES"] {
        F0 0, F1 1, F2 2, F3 3, F4 4, F5 5, F6 6, F7 7, F8 8, F9 9
    }
    Batt RanksFromLast int ["L_NAMES", "FL_NAMES"] {
        L1 -1, L2 -2, L3 -3, L4 -4, L5 -5, L6 -6, L7 -7, L8 -8, L9 -9, L10 -10
    }
    Batt Symbols int ["R4_NAMES", "R8_NAMES", "R_NAMES"] { R0 0, R1 1, R2 2, R3 3 }
    Batt Symbols int ["R8_NAMES", "R_NAMES"] { R4 4, R5 5, R6 6, R7 7 }
    Batt Symbols int ["R_NAMES"] { R8 8, R9 9 }
    Batt Integers int ["CONSTANTS"] {
        NEG_TWO -2, NEG_ONE -1, ZERO 0, ONE 1, TWO 2, THREE 3, FOUR 4, FIVE 5, SIX 6, SEVEN 7,
        EIGHT 8, NINE 9, TEN 10, NEG_TEN -10, NEG_NINE -9, NEG_EIGHT -8, NEG_SEVEN -7, NEG_SIX -6,
        NEG_FIVE -5, NEG_FOUR -4, NEG_THREE -3, HUNDRED 100, THOUSAND 1000
    }
    Batt Colours int ["COLORS"] {
        BLACK 0, BLUE 1, RED 2, GREEN 3, YELLOW 4, GRAY 5, MAGENTA 6, ORANGE 7, CYAN 8,
        BURGUNDY 9
    }
    Batt Angles int ["A4_NAMES", "A8_NAMES"] { A0 0, A1 1, A2 2, A3 3 }
    Batt Angles int ["A8_NAMES"] { A4 4, A5 5, A6 6, A7 7 }
    Batt Angles int [] { A8 8, A9 9 }
    Batt Scales int [] { SM2 2, SM3 3, SD2 -2, SD3 -3 }
    Batt Pairs pair ["PAIR_GENERIC_CONSTANTS"] {
        DOWN (1, 0), RIGHT (0, 1), UP (-1, 0), LEFT (0, -1), ORIGIN (0, 0), UNITY (1, 1),
        NEG_UNITY (-1, -1), UP_RIGHT (-1, 1), DOWN_LEFT (1, -1), ZERO_BY_TWO (0, 2),
        TWO_BY_ZERO (2, 0), TWO_BY_TWO (2, 2), THREE_BY_THREE (3, 3)
    }
}
