//! What fits where, worked out once per dialect: mutation asks thousands of times a second.

use std::sync::OnceLock;

use lang::{Const, ConstValue, Dialect, Group, Kernel, Op, Ty, compatible_ty, slot_hint};

/// A set of declared types, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Types(u64);

const _: () = assert!(Ty::ALL.len() <= 64);

impl Types {
    /// Every type.
    pub const ALL: Types = Types(u64::MAX);

    /// Whether a type is in it.
    #[inline]
    pub fn has(self, ty: Ty) -> bool {
        self.0 >> ty as u32 & 1 == 1
    }

    /// The types in both.
    pub fn and(self, other: Types) -> Types {
        Types(self.0 & other.0)
    }

    /// The same with one more.
    pub fn with(self, ty: Ty) -> Types {
        Types(self.0 | 1 << ty as u32)
    }

    /// What a slot accepts.
    #[inline]
    pub fn accepted_by(slot: Ty) -> Types {
        static TABLE: OnceLock<Vec<Types>> = OnceLock::new();
        let row = |&slot: &Ty| {
            let accepted = Ty::ALL.iter().filter(|&&ty| compatible_ty(slot, ty));
            accepted.fold(Types(0), |types, &ty| types.with(ty))
        };
        TABLE.get_or_init(|| Ty::ALL.iter().map(row).collect())[slot as usize]
    }
}

/// The hint of an op's parameter as one name.
pub(crate) fn slot_ty(op: Op, place: usize) -> Ty {
    slot_hint(op, place).ty()
}

/// Whether programs of the solver are made of an op.
pub(crate) fn is_solvers(op: Op) -> bool {
    op.kernel().info().family.is_solvers()
}

/// The ops and constants of one dialect, sorted for drawing.
pub(crate) struct Tables {
    by_count: Vec<Vec<Op>>,
    /// The same for ops of the solver.
    solvers: Vec<Vec<Op>>,
    ranges: Vec<Vec<Const>>,
}

impl Tables {
    /// The tables of a dialect.
    pub fn of(dialect: Dialect) -> &'static Tables {
        static TABLES: [OnceLock<Tables>; 2] = [const { OnceLock::new() }; 2];
        TABLES[dialect as usize].get_or_init(|| Tables::new(dialect))
    }

    fn new(dialect: Dialect) -> Tables {
        let by_count = |solvers: bool| {
            let drawn = || Op::of(dialect).filter(|&op| is_solvers(op) == solvers);
            let most = drawn().map(Op::arity).max().unwrap_or(0);
            let taking = |n| drawn().filter(|op| op.takes(n)).collect();
            (0..=most).map(taking).collect()
        };
        Tables {
            by_count: by_count(false),
            solvers: by_count(true),
            ranges: Ty::ALL.iter().map(|&ty| range(dialect, ty)).collect(),
        }
    }

    /// The ops that take this many arguments.
    pub fn ops(&self, arguments: usize) -> &[Op] {
        self.by_count.get(arguments).map_or(&[], |ops| ops)
    }

    /// The ops of the solver that take this many arguments.
    pub fn solvers(&self, arguments: usize) -> &[Op] {
        self.solvers.get(arguments).map_or(&[], |ops| ops)
    }

    /// The ops of one argument that do something.
    pub fn unary(&self) -> impl Iterator<Item = Op> {
        self.ops(1).iter().copied().filter(|op| op.kernel() != Kernel::Identity)
    }

    /// The constants offered in a slot of this type, in range order.
    pub fn range(&self, slot: Ty) -> &[Const] {
        &self.ranges[slot as usize]
    }
}

/// The constants that a slot is offered. `arc` has no named ranges: there a range is a group.
fn range(dialect: Dialect, slot: Ty) -> Vec<Const> {
    let (name, group) = match slot {
        Ty::Boolean => ("B_NAMES", Group::Booleans),
        Ty::F_ => ("F_NAMES", Group::RanksFromFirst),
        Ty::L_ => ("L_NAMES", Group::RanksFromLast),
        Ty::FL => ("FL_NAMES", Group::RanksFromFirst),
        Ty::R_ => ("R_NAMES", Group::Symbols),
        Ty::R4 => ("R4_NAMES", Group::Symbols),
        Ty::R8 => ("R8_NAMES", Group::Symbols),
        Ty::A4 => ("A4_NAMES", Group::Angles),
        Ty::A8 => ("A8_NAMES", Group::Angles),
        Ty::C_ => ("COLORS", Group::Colours),
        Ty::Integer | Ty::I_ | Ty::J_ => ("CONSTANTS", Group::Integers),
        Ty::IJ | Ty::IntegerTuple => ("PAIR_GENERIC_CONSTANTS", Group::Pairs),
        _ => return Vec::new(),
    };
    let in_range = |constant: &Const| match dialect {
        Dialect::Arc => constant.info().group == group,
        Dialect::Batt => constant.info().ranges.contains(&name),
    };
    Const::of(dialect).filter(in_range).collect()
}

/// The type whose range a constant of this value is drawn from, in a slot of this type: the
/// slot's own range, or where it has none that of the constant.
pub(super) fn range_ty(slot: Ty, own: Ty, value: ConstValue) -> Ty {
    match (slot, value) {
        (Ty::Numerical, ConstValue::Int(_)) => Ty::Integer,
        (Ty::Numerical, ConstValue::Pair(..)) => Ty::IJ,
        (Ty::IJ | Ty::IntegerTuple, ConstValue::Pair(..)) => Ty::IJ,
        (slot, ConstValue::Int(_)) if is_number(slot) => slot,
        _ => own,
    }
}

fn is_number(ty: Ty) -> bool {
    use Ty::*;
    matches!(ty, Boolean | Integer | C_ | F_ | L_ | FL | R_ | R4 | R8 | A4 | A8 | I_ | J_)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_say_what_compatible_says() {
        for &slot in Ty::ALL {
            for &ty in Ty::ALL {
                assert_eq!(Types::accepted_by(slot).has(ty), compatible_ty(slot, ty));
            }
        }
    }

    #[test]
    fn ranges_of_both_dialects() {
        let names = |dialect, ty| -> Vec<&str> {
            Tables::of(dialect).range(ty).iter().map(|c| c.name()).collect()
        };
        assert_eq!(names(Dialect::Arc, Ty::Boolean), ["F", "T"]);
        assert_eq!(names(Dialect::Arc, Ty::Integer).len(), 13);
        assert_eq!(names(Dialect::Arc, Ty::IntegerTuple).len(), 13);
        assert_eq!(names(Dialect::Batt, Ty::A4), ["A0", "A1", "A2", "A3"]);
        assert_eq!(names(Dialect::Batt, Ty::FL).len(), 20);
        assert_eq!(names(Dialect::Batt, Ty::C_).len(), 10);
        assert!(names(Dialect::Batt, Ty::Grid).is_empty());
    }

    #[test]
    fn every_offered_constant_fits_its_slot() {
        for dialect in Dialect::ALL {
            for &slot in Ty::ALL {
                for &constant in Tables::of(dialect).range(slot) {
                    let hint = lang::Hint::of_const(constant);
                    assert!(compatible_ty(slot, hint.ty()), "{slot} {}", constant.name());
                }
            }
        }
    }
}
