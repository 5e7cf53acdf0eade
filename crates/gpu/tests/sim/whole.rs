//! Our kernels on the simulator: some of the vectors and the embedded programs, as CUDA.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use exec::arena::Arena;
use exec::batch::run_jobs;
use exec::cx::Cx;
use exec::run::{Policy, Rules};
use gpu::device::{self, Backend};
use gpu::team::{Options, Team};
use lang::Dialect;

use crate::common::batts::{compare, embedded, numbers};
use crate::common::{Tally, compare_calls, vector_calls};
use crate::elsewhere::inside;

/// Every so many vectors one is run: all of them are `make gpu-sim`'s.
const STRIDE: usize = 6;

#[test]
fn some_vectors() {
    if !inside("whole::some_vectors", Path::new(""), 2) {
        return;
    }
    let mut device = device::open(Backend::Cuda, 0).unwrap();
    for dialect in Dialect::ALL {
        let arena = Arena::new();
        let cx = Cx::new(&arena, dialect);
        let calls: Vec<_> = vector_calls(&cx).into_iter().step_by(STRIDE).collect();
        let mut tally = Tally::default();
        for part in calls.chunks(2000) {
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
}

#[test]
fn embedded_programs() {
    if !inside("whole::embedded_programs", Path::new(""), 2) {
        return;
    }
    let mut team = Team::new(vec![device::open(Backend::Cuda, 0).unwrap()], Options::DEFAULT);
    let stop = AtomicBool::new(false);
    for batt in embedded() {
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
        for policy in [Policy::Strict, Policy::Safe, Policy::PILE] {
            let rules = Rules { policy, ..Rules::default() };
            compare(&mut team, &batt, &batt.plan(), rules);
        }
    }
    let stats = team.stats();
    assert!(stats.coverage() > 95.0 && stats.errors.is_empty(), "{stats:?}");
}
