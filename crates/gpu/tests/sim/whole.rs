//! Our kernels on the simulator, as CUDA, with the look for races: all vectors, whole batts of our own under every policy, and the
//! reference programs on a few samples.

use std::path::Path;

use exec::arena::Arena;
use exec::cx::Cx;
use exec::run::{Policy, Rules};
use gpu::device::{self, Backend};
use gpu::team::{Options, Team};
use lang::Dialect;

use crate::common::batts::{Batt, compare, embedded, reference, too_large};
use crate::common::{Tally, compare_calls, vector_calls};
use crate::elsewhere::{Looks, inside};

fn is_inside(test: &str) -> bool {
    inside(&format!("whole::{test}"), Path::new(""), (2, Looks::ForRaces))
}

/// Runs all vectors of a dialect.
fn vectors(dialect: Dialect) {
    let mut device = device::open(Backend::Cuda, 0).unwrap();
    let arena = Arena::new();
    let cx = Cx::new(&arena, dialect);
    let mut tally = Tally::default();
    for part in vector_calls(&cx).chunks(2000) {
        compare_calls(&cx, part, &mut tally, |c| {
            let (first, end) = c.answers();
            let start = ("run_calls", 64, c.lanes());
            let read = device.run(start, c.words(), c.total_words(), (first, end)).unwrap();
            [vec![0; first], read].concat()
        });
    }
    println!("{dialect}: {tally}");
    assert!(tally.wrong.is_empty(), "{}", tally.shown(20));
}

#[test]
fn arc_vectors() {
    if is_inside("arc_vectors") {
        vectors(Dialect::Arc);
    }
}

#[test]
fn batt_vectors() {
    if is_inside("batt_vectors") {
        vectors(Dialect::Batt);
    }
}

fn team() -> Team {
    Team::new(vec![device::open(Backend::Cuda, 0).unwrap()], Options::DEFAULT)
}

fn whole(batt: &Batt, rules: Rules) {
    let stats = compare(&mut team(), batt, &batt.plan(), rules);
    assert!(stats.gpu_ops > 0 && stats.errors.is_empty(), "{stats:?}");
}

#[test]
fn embedded_programs() {
    if is_inside("embedded_programs") {
        for policy in [Policy::Strict, Policy::Safe, Policy::Pile { patched: 2 }] {
            embedded().iter().for_each(|b| whole(b, Rules { policy, ..Rules::default() }));
        }
    }
}

#[test]
fn reference_programs() {
    if is_inside("reference_programs") {
        reference(430).iter().for_each(|batt| whole(batt, Rules::default()));
    }
}

#[test]
fn what_outgrows_a_groups_memory_goes_back() {
    if is_inside("what_outgrows_a_groups_memory_goes_back") {
        too_large(&mut team());
    }
}
