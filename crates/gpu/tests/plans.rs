//! Whole merged batts on devices: every outcome is the engine's, whatever the device.

mod common;

use std::sync::atomic::AtomicBool;

use common::batts::{Batt, compare, embedded, reference, steps_as_programs, subset, too_large};
use common::host_device::HostDevice;
use common::opencl;
use exec::batch::run_jobs;
use exec::run::{Budget, Policy, Rules, Run};
use gpu::device::{DeviceError, Faulty};
use gpu::team::{Options, Team};
use lang::Dialect;

/// The kernels as plain C, under the sanitizers.
fn host() -> Option<Team> {
    host_groups(1)
}

/// The same for groups of so many lanes.
fn host_groups(lanes: usize) -> Option<Team> {
    Some(Team::new(vec![Box::new(HostDevice::build(lanes)?)], Options::DEFAULT))
}

const POLICIES: [Policy; 4] =
    [Policy::Strict, Policy::Safe, Policy::Pile { patched: 0 }, Policy::Pile { patched: 2 }];

#[test]
fn embedded_programs_under_all_policies_on_the_host() {
    let Some(mut team) = host() else { return };
    for batt in embedded() {
        for policy in POLICIES {
            let rules = Rules { policy, ..Rules::default() };
            compare(&mut team, &batt, &batt.plan(), rules);
        }
    }
    assert!(team.stats().gpu_ops > 0);
}

#[test]
fn embedded_programs_under_all_policies_in_groups() {
    let Some(mut team) = host_groups(32) else { return };
    for batt in embedded() {
        for policy in POLICIES {
            compare(&mut team, &batt, &batt.plan(), Rules { policy, ..Rules::default() });
        }
    }
    assert!(team.stats().gpu_ops > 0);
}

#[test]
fn what_outgrows_a_groups_memory_goes_back() {
    host_groups(32).iter_mut().for_each(too_large);
}

#[test]
fn small_budgets_end_programs_at_the_same_step() {
    let Some(mut team) = host() else { return };
    let batt = &embedded()[0];
    for limit in [1, 20, 200, 2_000] {
        for (step, program) in [(limit, 1 << 22), (1 << 22, limit), (limit, limit)] {
            let rules = Rules { budget: Budget { step, program }, ..Rules::default() };
            compare(&mut team, batt, &batt.plan(), rules);
        }
    }
}

/// Sums of all pairs of numbers: more than devices are given, and less than what a named program has.
const DEAR: &str = "def solve_dear(I):
    x1 = interval(0, 900, 1)
    x2 = rbind(apply, x1)
    x3 = lbind(lbind, add)
    x4 = chain(maximum, x2, x3)
    return apply(x4, x1)
";

#[test]
fn what_is_too_dear_for_devices_goes_back_to_the_cpu() {
    let Some(mut team) = host() else { return };
    let programs = lang::parse(DEAR.as_bytes(), "dear", Some(Dialect::Arc)).programs;
    let few = subset(&embedded()[0], 3, 1, 2);
    let batt = Batt::new(Dialect::Arc, &programs, few.samples);
    let plan = batt.plan();
    let outcome = |run: &Run<'_, '_>| (run.outcomes()[0].result.is_ok(), run.outcomes()[0].cost);
    let stop = AtomicBool::new(false);
    let alone = run_jobs(&batt.jobs(&plan), Rules::NAMED, 1, &stop, |_, run| outcome(run));
    let fits = |&(ok, cost): &(bool, u64)| ok && cost > Budget::TIGHT.program;
    assert!(alone.results.iter().flatten().all(fits), "{:?}", alone.results);
    for policy in POLICIES {
        compare(&mut team, &batt, &plan, Rules { policy, ..Rules::NAMED });
    }
    assert!(team.stats().cpu_ops > 0);
    // Where failures are patched a program may cost less.
    let programs = lang::parse(DEAR.replace("900", "2200").as_bytes(), "dear", Some(Dialect::Arc));
    let batt = Batt::new(Dialect::Arc, &programs.programs, batt.samples[..1].to_vec());
    let pile = Rules { policy: Policy::Pile { patched: 2 }, ..Rules::NAMED };
    compare(&mut team, &batt, &batt.plan(), pile);
}

#[test]
fn reference_programs_step_by_step_on_the_host() {
    let (Some(mut team), Some(batt)) = (host(), reference(40)) else { return };
    let stats = compare(&mut team, &batt, &batt.plan(), Rules::default());
    println!("{stats:#?}");
    // Every step is a program of its own here, so every single value is compared.
    let steps = steps_as_programs(&subset(&batt, 7, 60, 4));
    compare(&mut team, &steps, &steps.plan(), Rules::default());
}

#[test]
fn fifty_random_batts_on_opencl() {
    let (Some(device), Some(batt)) = (opencl(), reference(1)) else { return };
    let mut team = Team::new(vec![device], Options::DEFAULT);
    for seed in 0..50 {
        let part = subset(&batt, seed, 1 + (seed as usize * 7) % 60, 8);
        let policy = POLICIES[seed as usize % POLICIES.len()];
        let rules = Rules { policy, ..Rules::default() };
        compare(&mut team, &part, &part.plan(), rules);
        if seed % 5 == 0 {
            let steps = steps_as_programs(&part);
            compare(&mut team, &steps, &steps.plan(), rules);
        }
    }
    println!("{:#?}", team.stats());
}

#[test]
fn block_sizes_lanes_and_parts_change_nothing() {
    let Some(batt) = reference(1) else { return };
    let part = subset(&batt, 99, 30, 12);
    for (block, lanes, size) in [(1, 1, 100), (4, 16, 5), (64, 64, 100), (3, 7, 1)] {
        let Some(device) = opencl() else { return };
        let options = Options { block: Some(block), lanes: Some(lanes), part: Some(size) };
        compare(&mut Team::new(vec![device], options), &part, &part.plan(), Rules::default());
    }
}

#[test]
fn a_covered_batt_takes_one_transfer_each_way() {
    let (Some(device), batt) = (opencl(), &embedded()[0]) else { return };
    let mut team = Team::new(vec![device], Options::DEFAULT);
    compare(&mut team, batt, &batt.plan(), Rules::default());
    let before = team.stats().counters;
    compare(&mut team, batt, &batt.plan(), Rules::default());
    let after = team.stats().counters;
    assert_eq!(after.launches - before.launches, 1);
    assert_eq!(after.transfers_up - before.transfers_up, 1);
    assert_eq!(after.transfers_down - before.transfers_down, 1);
}

#[test]
fn several_contexts_share_a_batch_and_one_may_fail() {
    let Some(batt) = reference(1) else { return };
    let part = subset(&batt, 5, 20, 200);
    let (Some(a), Some(b)) = (opencl(), opencl()) else { return };
    let options = Options { part: Some(20), ..Options::DEFAULT };
    let mut both = Team::new(vec![a, b], options);
    let stats = compare(&mut both, &part, &part.plan(), Rules::default());
    assert!(stats.errors.is_empty() && stats.counters.launches >= 10, "{stats:?}");
    for error in failures() {
        let (Some(a), Some(b)) = (opencl(), opencl()) else { return };
        let kind = error.kind();
        let mut team = Team::new(vec![Box::new(Faulty::new(a, 0, error)), b], options);
        let stats = compare(&mut team, &part, &part.plan(), Rules::default());
        assert_eq!(stats.fallbacks.get(kind), Some(&1), "{stats:?}");
    }
}

#[test]
fn a_device_that_fails_alone_leaves_the_rest_to_the_cpu() {
    let batt = &embedded()[0];
    for error in failures() {
        let Some(device) = opencl() else { return };
        let kind = error.kind();
        let mut team = Team::new(vec![Box::new(Faulty::new(device, 0, error))], Options::DEFAULT);
        let stats = compare(&mut team, batt, &batt.plan(), Rules::default());
        assert_eq!(stats.fallbacks.get(kind), Some(&1), "{stats:?}");
        assert_eq!(stats.errors.len(), 1, "told in words");
        // Later batches go on as well.
        compare(&mut team, batt, &batt.plan(), Rules::default());
    }
}

fn failures() -> [DeviceError; 4] {
    [
        DeviceError::Lost("injected".into()),
        DeviceError::Memory("injected".into()),
        DeviceError::Compile("injected".into()),
        DeviceError::Launch("injected".into()),
    ]
}

#[test]
fn a_thousand_batches_take_no_more_memory_than_ten() {
    let (Some(device), batt) = (opencl(), &embedded()[0]) else { return };
    let mut team = Team::new(vec![device], Options::DEFAULT);
    let plan = batt.plan();
    let jobs = batt.jobs(&plan);
    let mut batches = |n: usize| {
        for _ in 0..n {
            let stop = AtomicBool::new(false);
            team.run_jobs(&jobs[..1 + n % 3], Rules::default(), 1, &stop, |_, _| ());
        }
        team.stats().counters.memory_high
    };
    let high = batches(10);
    assert_eq!(batches(1_000), high);
}
