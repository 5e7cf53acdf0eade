//! Whole merged batts on devices: every outcome is the engine's, whatever the device.

mod common;

use std::sync::atomic::AtomicBool;

use common::batts::{Batt, compare, embedded, reference, steps_as_programs, subset, too_large};
use common::host_device::{Copied, HostDevice};
use common::opencl;
use exec::batch::run_jobs;
use exec::run::{Budget, Policy, Rules, Run};
use gpu::device::{Device, DeviceError, Faulty};
use gpu::team::{Options, Team};
use judge::material;
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

/// Failures are those of all programs in the order of steps, budgets or not, and little is left to the CPU.
#[test]
fn failures_are_logged_and_patched_on_the_host() {
    let Some(mut team) = host() else { return };
    for (batt, seed) in embedded().iter().zip(0..) {
        for patched in [1, 2, 5, 16] {
            let rules = Rules { policy: Policy::Pile { patched }, ..Rules::default() };
            compare(&mut team, batt, &batt.plan(), rules);
        }
        let few = subset(batt, seed, 12, 6);
        for program in [20, 200, 2_000, 20_000] {
            let budget = Budget { step: 1 << 22, program };
            let rules = Rules { policy: Policy::PILE, budget };
            compare(&mut team, &few, &few.plan(), rules);
        }
    }
    let stats = team.stats();
    println!("{stats:#?}");
    assert!(stats.coverage() > 95.0, "{stats:?}");
    let before = stats.gpu_ops;
    let rules = Rules { policy: Policy::Pile { patched: 17 }, ..Rules::default() };
    let batt = &embedded()[0];
    compare(&mut team, batt, &batt.plan(), rules);
    assert_eq!(team.stats().gpu_ops, before, "so long a log is for the CPU");
}

/// Colours that devices leave to the CPU.
const WIDE: &str = "def solve_wide(I):
    x1 = asindices(I)
    x2 = fill(I, 1000, x1)
    return hmirror(x2)

def solve_narrow(I):
    x1 = asindices(I)
    return size(x1)
";

/// Before the log is full the CPU runs the sample, afterwards the programs that need such a step.
#[test]
fn steps_that_are_handed_back_take_their_programs_along_under_pile() {
    let Some(mut team) = host() else { return };
    let mut programs = material::programs(Dialect::Arc).to_vec();
    programs.extend(lang::parse(WIDE.as_bytes(), "wide", Some(Dialect::Arc)).programs);
    let batt = Batt::new(Dialect::Arc, &programs, subset(&embedded()[0], 3, 1, 20).samples);
    for patched in [1, 2, 9] {
        let rules = Rules { policy: Policy::Pile { patched }, ..Rules::default() };
        compare(&mut team, &batt, &batt.plan(), rules);
    }
    let stats = team.stats();
    println!("{stats:#?}");
    assert!(stats.returned > 0 && stats.answered > 0, "{stats:?}");
    let whole = stats.fallbacks.get("sample: first failures not known").copied();
    let steps = stats.fallbacks.get("step: form of a value").copied();
    assert!((1..steps.unwrap()).contains(&whole.unwrap()), "{stats:?}");
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

/// All programs merged: garbage is dropped on the way, and few steps find no room.
#[test]
fn failures_of_reference_programs_are_logged_on_opencl() {
    let (Some(device), Some(batt)) = (opencl(), reference(40)) else { return };
    let mut team = Team::new(vec![device], Options::DEFAULT);
    let rules = Rules { policy: Policy::PILE, ..Rules::default() };
    let stats = compare(&mut team, &batt, &batt.plan(), rules);
    println!("{stats:#?}");
    assert!(stats.coverage() > 95.0, "{stats:?}");
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

/// What a batt cost to send: bytes, transfers, and bytes that were there.
fn sent(team: &mut Team, batt: &Batt) -> (u64, u64, u64) {
    let before = team.stats();
    let after = compare(team, batt, &batt.plan(), Rules::default());
    let (now, then) = (after.counters, before.counters);
    let (bytes, transfers) = (now.bytes_up - then.bytes_up, now.transfers_up - then.transfers_up);
    (bytes, transfers, after.kept_bytes - before.kept_bytes)
}

#[test]
fn a_covered_batt_takes_one_transfer_each_way_and_sends_programs_once() {
    for copied in [false, true] {
        let Some(device) = opencl() else { return };
        let mut team = Team::new(vec![owned(device, copied)], Options::DEFAULT);
        let [arc, batt] = &embedded()[..] else { panic!("two dialects") };
        let first = sent(&mut team, arc);
        assert_eq!((first.1, first.2), (2, 0), "programs, and inputs");
        let second = sent(&mut team, arc);
        let counters = team.stats().counters;
        assert_eq!((counters.launches, counters.transfers_down), (2, 2));
        assert_eq!((second.0 + second.2, second.1), (first.0, 1), "inputs alone");
        assert!(second.2 > second.0, "{second:?}");
        // The other dialect has other programs, but the tasks' demo pairs and the table of ops are the same.
        let other = sent(&mut team, batt);
        assert!(other.2 > 0 && other.1 == 2, "{other:?}");
        assert_eq!(sent(&mut team, arc), second);
    }
}

/// A device, as it is or without the memory that it shares with the host.
fn owned(device: Box<dyn Device + Send>, copied: bool) -> Box<dyn Device + Send> {
    if copied { Box::new(Copied(device)) } else { device }
}

#[test]
fn little_memory_keeps_what_was_used_last() {
    let Some(batt) = reference(1) else { return };
    for copied in [false, true] {
        let Some(device) = opencl() else { return };
        let mut team = Team::new(vec![owned(device, copied)], Options::DEFAULT);
        let limit = 16 << 20;
        team.set_limit(limit);
        let first = subset(&batt, 1, 100, 2);
        let (before, _, none) = sent(&mut team, &first);
        assert_eq!((sent(&mut team, &first).2 > 0, none), (true, 0));
        // More programs than there is room for; the first ones go, the last ones stay.
        let others: Vec<Batt> = (2..14).map(|seed| subset(&batt, seed, 100, 2)).collect();
        let all: u64 = others.iter().map(|other| sent(&mut team, other).0).sum();
        assert!(all > limit / 8, "{all} bytes are too few for this test");
        let (last, again) = (others.last().unwrap(), sent(&mut team, &first));
        assert!(again.0 > before / 2, "{again:?} of {before}");
        let (bytes, _, kept) = sent(&mut team, last);
        assert!(kept > bytes, "{kept} {bytes}");
        assert!(team.stats().counters.memory_high <= limit);
    }
}

#[test]
fn after_a_failure_everything_is_sent_again() {
    for copied in [false, true] {
        let Some(device) = opencl() else { return };
        let faulty = Faulty::new(device, 1, DeviceError::Memory("injected".into()));
        let mut team = Team::new(vec![owned(Box::new(faulty), copied)], Options::DEFAULT);
        let batt = &embedded()[0];
        let plan = batt.plan();
        compare(&mut team, batt, &plan, Rules::default());
        // The second batch fails, and is run in two halves by a device that holds nothing.
        let stats = compare(&mut team, batt, &plan, Rules::default());
        assert_eq!((stats.fallbacks.get("memory"), stats.counters.launches), (Some(&1), 3));
        let kept = stats.kept_bytes;
        assert!(kept > 0, "the second half finds what the first one brought");
        for _ in 0..2 {
            compare(&mut team, batt, &plan, Rules::default());
        }
        assert!(team.stats().kept_bytes > kept, "{:?}", team.stats());
    }
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
