//! Our kernels on the simulator, as CUDA, with the look for races: all vectors, whole batts of our own under every policy, and the
//! reference programs on a few samples.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use exec::arena::Arena;
use exec::batch::run_jobs;
use exec::cx::Cx;
use exec::run::{Policy, Rules};
use exec::value::Value;
use gpu::device::{self, Backend};
use gpu::team::{Options, Team};
use lang::{Dialect, Op};

use crate::common::batts::{Batt, compare, embedded, numbers, reference, too_large};
use crate::common::{Call, Tally, compare_calls, vector_calls};
use crate::elsewhere::{Looks, inside};

const POLICIES: [Policy; 3] = [Policy::Strict, Policy::Safe, Policy::Pile { patched: 2 }];

fn is_inside(test: &str) -> bool {
    inside(&format!("whole::{test}"), Path::new(""), (2, Looks::ForRaces))
}

/// Makes calls on the device and on the engine.
fn compare_parts<'a>(cx: &Cx<'a>, parts: &[&[Call<'a>]]) {
    let mut device = device::open(Backend::Cuda, 0).unwrap();
    let mut tally = Tally::default();
    for part in parts {
        compare_calls(cx, part, &mut tally, |c| {
            let (first, end) = c.answers();
            let start = ("run_calls", 64, c.lanes());
            let read = device.run(start, c.words(), c.total_words(), (first, end)).unwrap();
            [vec![0; first], read].concat()
        });
    }
    println!("{}: {tally}", cx.lay.dialect);
    assert!(tally.wrong.is_empty(), "{}", tally.shown(20));
}

/// Runs all vectors of a dialect.
fn vectors(dialect: Dialect) {
    let arena = Arena::new();
    let cx = Cx::new(&arena, dialect);
    let calls = vector_calls(&cx);
    compare_parts(&cx, &calls.chunks(2000).collect::<Vec<_>>());
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

/// A copy takes whole values, and the last row of the last grid begins within one: it must end before the counters that all groups change.
#[test]
fn copies_end_before_the_counters() {
    if !is_inside("copies_end_before_the_counters") {
        return;
    }
    let arena = Arena::new();
    let cx = Cx::new(&arena, Dialect::Arc);
    let op = |name| Value::Op(Op::lookup(Dialect::Arc, name).unwrap());
    let function = cx.call(op("fork"), &["astuple", "last", "width"].map(op)).unwrap();
    let grid = cx.grid(3, 5, &[7; 15]).unwrap();
    compare_parts(&cx, &[&vec![("last row".into(), function, vec![grid]); 8]]);
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
        for policy in POLICIES {
            embedded().iter().for_each(|b| whole(b, Rules { policy, ..Rules::default() }));
        }
    }
}

#[test]
fn reference_programs() {
    if is_inside("reference_programs") {
        for policy in POLICIES {
            reference(430).iter().for_each(|b| whole(b, Rules { policy, ..Rules::default() }));
        }
    }
}

#[test]
fn what_outgrows_a_groups_memory_goes_back() {
    if is_inside("what_outgrows_a_groups_memory_goes_back") {
        too_large(&mut team());
    }
}

#[test]
fn programs_that_were_sent_stay() {
    if !is_inside("programs_that_were_sent_stay") {
        return;
    }
    let (mut team, stop) = (team(), AtomicBool::new(false));
    let batt = &embedded()[0];
    let plan = batt.plan();
    let jobs = batt.jobs(&plan);
    let wanted = run_jobs(&jobs, Rules::default(), 1, &stop, |_, run| numbers(run));
    let got = team.run_jobs(&jobs, Rules::default(), 1, &stop, |_, run| numbers(run));
    assert_eq!(wanted.results, got.results);
    // Once more: the programs are there, and only inputs are sent.
    let before = team.stats();
    let again = team.run_jobs(&jobs, Rules::default(), 1, &stop, |_, run| numbers(run));
    assert_eq!(wanted.results, again.results);
    let now = team.stats();
    assert_eq!(now.counters.transfers_up, before.counters.transfers_up + 1, "{now:?}");
    let (sent, kept) = (now.counters.bytes_up, now.kept_bytes);
    assert!(sent - before.counters.bytes_up < kept - before.kept_bytes, "{now:?}");
}
