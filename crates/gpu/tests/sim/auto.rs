//! What `auto` makes of several GPUs.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use exec::batch::run_jobs;
use exec::run::Rules;
use gpu::cost::{self, Speeds};
use gpu::device::{self, Backend, Found};
use gpu::engine::{Choice, Engine};
use gpu::team::Options;
use judge::Scratch;

use crate::common::batts::{embedded, numbers, subset};
use crate::elsewhere::inside_with;

/// What a device is said to do, and the CPU beside it.
fn speeds(device: f64, cpu: f64) -> Speeds {
    let (batch_seconds, cpu_batch_seconds) = (1e-9, 1e-9);
    Speeds { batch_seconds, step_seconds: device, cpu_batch_seconds, cpu_step_seconds: cpu }
}

/// Says of all simulated GPUs that they were measured like this, and opens `auto`.
fn auto(speeds: Speeds) -> Engine {
    let found = device::list().into_iter().filter_map(|found| match found {
        Found::Device(info) if info.backend == Backend::Cuda => Some(info),
        _ => None,
    });
    let gpus = found.map(|info| cost::keep(&info, speeds).unwrap()).count();
    assert_eq!(gpus, 3);
    Engine::open(&Choice::Auto { software: false }, Options::DEFAULT).unwrap()
}

#[test]
fn all_gpus_share_a_batch_and_slow_ones_get_none() {
    let cache = Scratch::new("auto");
    let more = [("CUDASIM_DEVICES", "3"), ("ARCBATT_CACHE", cache.to_str().unwrap())];
    let name = "auto::all_gpus_share_a_batch_and_slow_ones_get_none";
    if !inside_with(name, Path::new(""), 2, &more) {
        return;
    }
    let batt = subset(&embedded()[0], 3, 4, 400);
    let plan = batt.plan();
    let (jobs, stop, rules) = (batt.jobs(&plan), AtomicBool::new(false), Rules::default());
    let wanted = run_jobs(&jobs, rules, 1, &stop, |_, run| numbers(run));
    let mut fast = auto(speeds(1e-12, 1.0));
    assert!(fast.beats("nothing", 1e9, Some(1e9), None));
    assert_eq!(["cuda:0", "cuda:1", "cuda:2"].map(|gpu| fast.name().contains(gpu)), [true; 3]);
    for _ in 0..2 {
        let got = fast.run_jobs(&jobs, rules, 1, &stop, |_, run| numbers(run));
        assert_eq!(got.results, wanted.results);
    }
    let stats = fast.stats().unwrap();
    assert!(stats.counters.launches > 6 && stats.errors.is_empty(), "{stats:?}");
    // Measured slower than the CPU, it is not used.
    let mut slow = auto(speeds(1.0, 1e-12));
    assert!(!slow.beats("anything", 1e9, Some(1.0), None));
    let got = slow.run_jobs(&jobs, rules, 1, &stop, |_, run| numbers(run));
    assert_eq!((got.results, slow.stats().unwrap().counters.launches), (wanted.results, 0));
}
