//! The tables themselves: every row makes sense.

use std::collections::HashSet;

use lang::{Const, ConstValue, Dialect, Group, Hint, Kernel, Op, Ty, signature};

#[test]
fn all_names_are_there() {
    assert_eq!(Op::of(Dialect::Arc).count(), 160);
    assert_eq!(Op::of(Dialect::Batt).count(), 417);
    assert_eq!(Op::COUNT, 577);
}

#[test]
fn names_are_unique_and_found() {
    for dialect in Dialect::ALL {
        let mut seen = HashSet::new();
        for op in Op::of(dialect) {
            assert!(seen.insert(op.name()), "{dialect} has {} twice", op.name());
            assert_eq!(Op::lookup(dialect, op.name()), Some(op));
            assert_eq!(Op::from_index(op.index()), Some(op));
        }
        for constant in Const::of(dialect) {
            assert!(seen.insert(constant.name()), "{dialect} has {} twice", constant.name());
            assert_eq!(Const::lookup(dialect, constant.name()), Some(constant));
        }
        for input in ["S", "I", "C"] {
            assert!(!seen.contains(input), "{dialect} uses {input}");
        }
    }
}

#[test]
fn rows_are_sane() {
    for op in Op::all() {
        let (info, shown) = (op.info(), signature(op));
        assert!((1..=8).contains(&op.arity()), "{shown}");
        assert!(info.optional < op.arity(), "{shown}");
        assert!(op.takes(op.arity()) && !op.takes(op.arity() + 1), "{shown}");
        let names: HashSet<&str> = op.params().iter().map(|p| p.name).collect();
        assert_eq!(names.len(), op.arity(), "{shown}: parameters of one name");
        for &(reading, place) in info.readings {
            assert!(place < op.arity(), "{shown}: {reading:?} of argument {place}");
            assert_eq!(op.dialect(), Dialect::Batt, "{shown}");
        }
        assert!(info.zero.is_none() || op.dialect() == Dialect::Batt, "{shown}");
    }
}

#[test]
fn kernels_have_names_and_docs() {
    let mut seen = HashSet::new();
    for &kernel in Kernel::ALL {
        assert!(seen.insert(kernel.name()), "{} twice", kernel.name());
        assert!(kernel.ops().next().is_some(), "{} has no name", kernel.name());
        assert!(kernel.doc().ends_with('.'), "{}: {}", kernel.name(), kernel.doc());
        assert!(!kernel.info().errors.is_empty(), "{}", kernel.name());
    }
}

#[test]
fn types_are_used() {
    let mut used: HashSet<Ty> = Op::all().map(Op::returns).collect();
    used.extend(Op::all().flat_map(|op| op.params().iter().map(|p| p.ty)));
    used.extend(Dialect::ALL.into_iter().flat_map(Const::of).map(|c| Hint::of_const(c).ty()));
    let unused: Vec<Ty> = Ty::ALL.iter().copied().filter(|ty| !used.contains(ty)).collect();
    // Part of the dialects' vocabulary, but no signature uses it.
    assert_eq!(unused, [Ty::IndicesSet]);
}

#[test]
fn literals_have_one_constant() {
    for constant in Dialect::ALL.into_iter().flat_map(Const::of) {
        let info = constant.info();
        if matches!(info.group, Group::Integers | Group::Pairs) {
            assert_eq!(Const::for_value(info.dialect, info.value), Some(constant));
        }
    }
    assert_eq!(Const::for_value(Dialect::Arc, ConstValue::Int(100)), None);
    let hundred = Const::for_value(Dialect::Batt, ConstValue::Int(100));
    assert_eq!(hundred.map(Const::name), Some("HUNDRED"));
}
