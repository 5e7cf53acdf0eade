//! The named constants of both dialects.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use crate::types::Dialect;

/// What a constant stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ConstValue {
    /// An integer; booleans are 0 and 1.
    Int(i64),
    /// A pair of integers.
    Pair(i64, i64),
}

/// What kind of thing a constant names: decides its hint for mutation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Group {
    /// `T` and `F`.
    Booleans,
    /// Integers.
    Integers,
    /// Pairs of integers.
    Pairs,
    /// Ranks counted from the first element.
    RanksFromFirst,
    /// Ranks counted from the last element.
    RanksFromLast,
    /// Symbols.
    Symbols,
    /// Colours.
    Colours,
    /// Angles.
    Angles,
    /// Scales.
    Scales,
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

const fn c(
    dialect: Dialect,
    name: &'static str,
    value: ConstValue,
    group: Group,
    ranges: &'static [&'static str],
) -> ConstInfo {
    ConstInfo { dialect, name, value, group, ranges }
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

/// Every constant of both dialects.
#[rustfmt::skip]
pub static CONSTANTS: &[ConstInfo] = &[
    c(Dialect::Arc, "F", ConstValue::Int(0), Group::Booleans, &[]),
    c(Dialect::Arc, "T", ConstValue::Int(1), Group::Booleans, &[]),
    c(Dialect::Arc, "ZERO", ConstValue::Int(0), Group::Integers, &[]),
    c(Dialect::Arc, "ONE", ConstValue::Int(1), Group::Integers, &[]),
    c(Dialect::Arc, "TWO", ConstValue::Int(2), Group::Integers, &[]),
    c(Dialect::Arc, "THREE", ConstValue::Int(3), Group::Integers, &[]),
    c(Dialect::Arc, "FOUR", ConstValue::Int(4), Group::Integers, &[]),
    c(Dialect::Arc, "FIVE", ConstValue::Int(5), Group::Integers, &[]),
    c(Dialect::Arc, "SIX", ConstValue::Int(6), Group::Integers, &[]),
    c(Dialect::Arc, "SEVEN", ConstValue::Int(7), Group::Integers, &[]),
    c(Dialect::Arc, "EIGHT", ConstValue::Int(8), Group::Integers, &[]),
    c(Dialect::Arc, "NINE", ConstValue::Int(9), Group::Integers, &[]),
    c(Dialect::Arc, "TEN", ConstValue::Int(10), Group::Integers, &[]),
    c(Dialect::Arc, "NEG_ONE", ConstValue::Int(-1), Group::Integers, &[]),
    c(Dialect::Arc, "NEG_TWO", ConstValue::Int(-2), Group::Integers, &[]),
    c(Dialect::Arc, "DOWN", ConstValue::Pair(1, 0), Group::Pairs, &[]),
    c(Dialect::Arc, "RIGHT", ConstValue::Pair(0, 1), Group::Pairs, &[]),
    c(Dialect::Arc, "UP", ConstValue::Pair(-1, 0), Group::Pairs, &[]),
    c(Dialect::Arc, "LEFT", ConstValue::Pair(0, -1), Group::Pairs, &[]),
    c(Dialect::Arc, "ORIGIN", ConstValue::Pair(0, 0), Group::Pairs, &[]),
    c(Dialect::Arc, "UNITY", ConstValue::Pair(1, 1), Group::Pairs, &[]),
    c(Dialect::Arc, "NEG_UNITY", ConstValue::Pair(-1, -1), Group::Pairs, &[]),
    c(Dialect::Arc, "UP_RIGHT", ConstValue::Pair(-1, 1), Group::Pairs, &[]),
    c(Dialect::Arc, "DOWN_LEFT", ConstValue::Pair(1, -1), Group::Pairs, &[]),
    c(Dialect::Arc, "ZERO_BY_TWO", ConstValue::Pair(0, 2), Group::Pairs, &[]),
    c(Dialect::Arc, "TWO_BY_ZERO", ConstValue::Pair(2, 0), Group::Pairs, &[]),
    c(Dialect::Arc, "TWO_BY_TWO", ConstValue::Pair(2, 2), Group::Pairs, &[]),
    c(Dialect::Arc, "THREE_BY_THREE", ConstValue::Pair(3, 3), Group::Pairs, &[]),
    c(Dialect::Batt, "F", ConstValue::Int(0), Group::Booleans, &["B_NAMES", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "T", ConstValue::Int(1), Group::Booleans, &["B_NAMES", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "F0", ConstValue::Int(0), Group::RanksFromFirst, &["F_NAMES", "FL_NAMES", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "F1", ConstValue::Int(1), Group::RanksFromFirst, &["F_NAMES", "FL_NAMES", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "F2", ConstValue::Int(2), Group::RanksFromFirst, &["F_NAMES", "FL_NAMES", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "F3", ConstValue::Int(3), Group::RanksFromFirst, &["F_NAMES", "FL_NAMES", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "F4", ConstValue::Int(4), Group::RanksFromFirst, &["F_NAMES", "FL_NAMES", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "F5", ConstValue::Int(5), Group::RanksFromFirst, &["F_NAMES", "FL_NAMES", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "F6", ConstValue::Int(6), Group::RanksFromFirst, &["F_NAMES", "FL_NAMES", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "F7", ConstValue::Int(7), Group::RanksFromFirst, &["F_NAMES", "FL_NAMES", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "F8", ConstValue::Int(8), Group::RanksFromFirst, &["F_NAMES", "FL_NAMES", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "F9", ConstValue::Int(9), Group::RanksFromFirst, &["F_NAMES", "FL_NAMES", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "L1", ConstValue::Int(-1), Group::RanksFromLast, &["L_NAMES", "FL_NAMES", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "L2", ConstValue::Int(-2), Group::RanksFromLast, &["L_NAMES", "FL_NAMES", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "L3", ConstValue::Int(-3), Group::RanksFromLast, &["L_NAMES", "FL_NAMES", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "L4", ConstValue::Int(-4), Group::RanksFromLast, &["L_NAMES", "FL_NAMES", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "L5", ConstValue::Int(-5), Group::RanksFromLast, &["L_NAMES", "FL_NAMES", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "L6", ConstValue::Int(-6), Group::RanksFromLast, &["L_NAMES", "FL_NAMES", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "L7", ConstValue::Int(-7), Group::RanksFromLast, &["L_NAMES", "FL_NAMES", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "L8", ConstValue::Int(-8), Group::RanksFromLast, &["L_NAMES", "FL_NAMES", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "L9", ConstValue::Int(-9), Group::RanksFromLast, &["L_NAMES", "FL_NAMES", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "L10", ConstValue::Int(-10), Group::RanksFromLast, &["L_NAMES", "FL_NAMES", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "R0", ConstValue::Int(0), Group::Symbols, &["R4_NAMES", "R8_NAMES", "R_NAMES", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "R1", ConstValue::Int(1), Group::Symbols, &["R4_NAMES", "R8_NAMES", "R_NAMES", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "R2", ConstValue::Int(2), Group::Symbols, &["R4_NAMES", "R8_NAMES", "R_NAMES", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "R3", ConstValue::Int(3), Group::Symbols, &["R4_NAMES", "R8_NAMES", "R_NAMES", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "R4", ConstValue::Int(4), Group::Symbols, &["R8_NAMES", "R_NAMES", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "R5", ConstValue::Int(5), Group::Symbols, &["R8_NAMES", "R_NAMES", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "R6", ConstValue::Int(6), Group::Symbols, &["R8_NAMES", "R_NAMES", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "R7", ConstValue::Int(7), Group::Symbols, &["R8_NAMES", "R_NAMES", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "R8", ConstValue::Int(8), Group::Symbols, &["R_NAMES", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "R9", ConstValue::Int(9), Group::Symbols, &["R_NAMES", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "NEG_TWO", ConstValue::Int(-2), Group::Integers, &["CONSTANTS", "GENERIC_CONSTANTS", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "NEG_ONE", ConstValue::Int(-1), Group::Integers, &["CONSTANTS", "GENERIC_CONSTANTS", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "ZERO", ConstValue::Int(0), Group::Integers, &["CONSTANTS", "GENERIC_CONSTANTS", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "ONE", ConstValue::Int(1), Group::Integers, &["CONSTANTS", "GENERIC_CONSTANTS", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "TWO", ConstValue::Int(2), Group::Integers, &["CONSTANTS", "GENERIC_CONSTANTS", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "THREE", ConstValue::Int(3), Group::Integers, &["CONSTANTS", "GENERIC_CONSTANTS", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "FOUR", ConstValue::Int(4), Group::Integers, &["CONSTANTS", "GENERIC_CONSTANTS", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "FIVE", ConstValue::Int(5), Group::Integers, &["CONSTANTS", "GENERIC_CONSTANTS", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "SIX", ConstValue::Int(6), Group::Integers, &["CONSTANTS", "GENERIC_CONSTANTS", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "SEVEN", ConstValue::Int(7), Group::Integers, &["CONSTANTS", "GENERIC_CONSTANTS", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "EIGHT", ConstValue::Int(8), Group::Integers, &["CONSTANTS", "GENERIC_CONSTANTS", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "NINE", ConstValue::Int(9), Group::Integers, &["CONSTANTS", "GENERIC_CONSTANTS", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "TEN", ConstValue::Int(10), Group::Integers, &["CONSTANTS", "GENERIC_CONSTANTS", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "NEG_TEN", ConstValue::Int(-10), Group::Integers, &["CONSTANTS", "GENERIC_CONSTANTS", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "NEG_NINE", ConstValue::Int(-9), Group::Integers, &["CONSTANTS", "GENERIC_CONSTANTS", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "NEG_EIGHT", ConstValue::Int(-8), Group::Integers, &["CONSTANTS", "GENERIC_CONSTANTS", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "NEG_SEVEN", ConstValue::Int(-7), Group::Integers, &["CONSTANTS", "GENERIC_CONSTANTS", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "NEG_SIX", ConstValue::Int(-6), Group::Integers, &["CONSTANTS", "GENERIC_CONSTANTS", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "NEG_FIVE", ConstValue::Int(-5), Group::Integers, &["CONSTANTS", "GENERIC_CONSTANTS", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "NEG_FOUR", ConstValue::Int(-4), Group::Integers, &["CONSTANTS", "GENERIC_CONSTANTS", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "NEG_THREE", ConstValue::Int(-3), Group::Integers, &["CONSTANTS", "GENERIC_CONSTANTS", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "HUNDRED", ConstValue::Int(100), Group::Integers, &["CONSTANTS", "GENERIC_CONSTANTS", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "THOUSAND", ConstValue::Int(1000), Group::Integers, &["CONSTANTS", "GENERIC_CONSTANTS", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "BLACK", ConstValue::Int(0), Group::Colours, &["COLORS", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "BLUE", ConstValue::Int(1), Group::Colours, &["COLORS", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "RED", ConstValue::Int(2), Group::Colours, &["COLORS", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "GREEN", ConstValue::Int(3), Group::Colours, &["COLORS", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "YELLOW", ConstValue::Int(4), Group::Colours, &["COLORS", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "GRAY", ConstValue::Int(5), Group::Colours, &["COLORS", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "MAGENTA", ConstValue::Int(6), Group::Colours, &["COLORS", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "ORANGE", ConstValue::Int(7), Group::Colours, &["COLORS", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "CYAN", ConstValue::Int(8), Group::Colours, &["COLORS", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "BURGUNDY", ConstValue::Int(9), Group::Colours, &["COLORS", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "A0", ConstValue::Int(0), Group::Angles, &["A4_NAMES", "A8_NAMES"]),
    c(Dialect::Batt, "A1", ConstValue::Int(1), Group::Angles, &["A4_NAMES", "A8_NAMES"]),
    c(Dialect::Batt, "A2", ConstValue::Int(2), Group::Angles, &["A4_NAMES", "A8_NAMES"]),
    c(Dialect::Batt, "A3", ConstValue::Int(3), Group::Angles, &["A4_NAMES", "A8_NAMES"]),
    c(Dialect::Batt, "A4", ConstValue::Int(4), Group::Angles, &["A8_NAMES"]),
    c(Dialect::Batt, "A5", ConstValue::Int(5), Group::Angles, &["A8_NAMES"]),
    c(Dialect::Batt, "A6", ConstValue::Int(6), Group::Angles, &["A8_NAMES"]),
    c(Dialect::Batt, "A7", ConstValue::Int(7), Group::Angles, &["A8_NAMES"]),
    c(Dialect::Batt, "A8", ConstValue::Int(8), Group::Angles, &[]),
    c(Dialect::Batt, "A9", ConstValue::Int(9), Group::Angles, &[]),
    c(Dialect::Batt, "SM2", ConstValue::Int(2), Group::Scales, &["S4_NAMES"]),
    c(Dialect::Batt, "SM3", ConstValue::Int(3), Group::Scales, &["S4_NAMES"]),
    c(Dialect::Batt, "SD2", ConstValue::Int(-2), Group::Scales, &["S4_NAMES"]),
    c(Dialect::Batt, "SD3", ConstValue::Int(-3), Group::Scales, &["S4_NAMES"]),
    c(Dialect::Batt, "DOWN", ConstValue::Pair(1, 0), Group::Pairs, &["PAIR_GENERIC_CONSTANTS", "GENERIC_CONSTANTS", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "RIGHT", ConstValue::Pair(0, 1), Group::Pairs, &["PAIR_GENERIC_CONSTANTS", "GENERIC_CONSTANTS", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "UP", ConstValue::Pair(-1, 0), Group::Pairs, &["PAIR_GENERIC_CONSTANTS", "GENERIC_CONSTANTS", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "LEFT", ConstValue::Pair(0, -1), Group::Pairs, &["PAIR_GENERIC_CONSTANTS", "GENERIC_CONSTANTS", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "ORIGIN", ConstValue::Pair(0, 0), Group::Pairs, &["PAIR_GENERIC_CONSTANTS", "GENERIC_CONSTANTS", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "UNITY", ConstValue::Pair(1, 1), Group::Pairs, &["PAIR_GENERIC_CONSTANTS", "GENERIC_CONSTANTS", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "NEG_UNITY", ConstValue::Pair(-1, -1), Group::Pairs, &["PAIR_GENERIC_CONSTANTS", "GENERIC_CONSTANTS", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "UP_RIGHT", ConstValue::Pair(-1, 1), Group::Pairs, &["PAIR_GENERIC_CONSTANTS", "GENERIC_CONSTANTS", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "DOWN_LEFT", ConstValue::Pair(1, -1), Group::Pairs, &["PAIR_GENERIC_CONSTANTS", "GENERIC_CONSTANTS", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "ZERO_BY_TWO", ConstValue::Pair(0, 2), Group::Pairs, &["PAIR_GENERIC_CONSTANTS", "GENERIC_CONSTANTS", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "TWO_BY_ZERO", ConstValue::Pair(2, 0), Group::Pairs, &["PAIR_GENERIC_CONSTANTS", "GENERIC_CONSTANTS", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "TWO_BY_TWO", ConstValue::Pair(2, 2), Group::Pairs, &["PAIR_GENERIC_CONSTANTS", "GENERIC_CONSTANTS", "ALL_CONSTANTS"]),
    c(Dialect::Batt, "THREE_BY_THREE", ConstValue::Pair(3, 3), Group::Pairs, &["PAIR_GENERIC_CONSTANTS", "GENERIC_CONSTANTS", "ALL_CONSTANTS"]),];
