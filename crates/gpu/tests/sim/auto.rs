//! `auto` on a simulated GPU and on OpenCL, with speeds and costs that a file says were measured: nothing here depends on time.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use exec::batch::{Job, run_jobs};
use exec::plan::{Action, Plan};
use exec::run::{Rules, Run};
use gpu::cost::{self, Speeds};
use gpu::device::{self, Backend, DeviceInfo, Found};
use gpu::engine::{Choice, Engine};
use gpu::ops::{OpCost, OpCosts};
use gpu::team::{Options, TeamStats};
use lang::Kernel;

use crate::common::batts::{Batt, embedded, numbers, subset};
use crate::common::opencl;
use crate::elsewhere::{again, simulated};

const SLOWER: Speeds = Speeds {
    batch_seconds: 1e-3,
    step_seconds: 1e-6,
    cpu_batch_seconds: 1e-6,
    cpu_step_seconds: 1e-7,
};
const FASTER: Speeds = Speeds {
    batch_seconds: 1e-6,
    step_seconds: 1e-12,
    cpu_batch_seconds: 1e-3,
    cpu_step_seconds: 1e-3,
};
/// Per step it wins, but no batch here is large enough.
const LATER: Speeds = Speeds { batch_seconds: 1e3, step_seconds: 1e-9, ..SLOWER };
const CHEAP: OpCost = OpCost { device: 1e-9, cpu: 1e-6 };
const DEAR: OpCost = OpCost { device: 1.0, cpu: 1e-6 };

/// What `auto` is asked to run, and the devices it may use.
struct Case {
    choice: Choice,
    devices: Vec<DeviceInfo>,
    batt: Batt,
}

impl Case {
    fn new(backend: Backend) -> Case {
        let device = |found| match found {
            Found::Device(info) if info.backend == backend => Some(info),
            _ => None,
        };
        let devices: Vec<DeviceInfo> = device::list().into_iter().filter_map(device).collect();
        let choice = Choice::Auto { software: devices[0].software };
        Case { choice, devices, batt: subset(&embedded()[0], 7, 12, 4) }
    }

    /// Says what was measured of all devices.
    fn keep(&self, speeds: Speeds, costs: &OpCosts) {
        for info in &self.devices {
            cost::keep(info, speeds).unwrap();
            cost::keep_ops(info, costs).unwrap();
        }
    }

    /// Runs the batt and compares it with the CPU: what devices did, and what was said.
    fn run(&self) -> (TeamStats, String) {
        let plan = self.batt.plan();
        let jobs = self.batt.jobs(&plan);
        let mut engine = self.engine();
        run_and_compare(&mut engine, &jobs, false);
        (engine.stats().unwrap(), engine.explain().join("\n"))
    }

    /// `auto`, which has seen what there is.
    fn engine(&self) -> Engine {
        let options = Options { part: Some(2), ..Options::DEFAULT };
        let mut engine = Engine::open(&self.choice, options).unwrap();
        engine.beats("anything", 1e9, Some(1e9), None);
        assert!(engine.stats().is_some());
        engine.explain();
        engine
    }
}

fn run_and_compare(engine: &mut Engine, jobs: &[Job<'_>], stopped: bool) {
    let stop = AtomicBool::new(stopped);
    let see = |_, run: &Run<'_, '_>| numbers(run);
    let wanted = run_jobs(jobs, Rules::default(), 1, &stop, see);
    let got = engine.run_jobs(jobs, Rules::default(), 1, &stop, see);
    assert!(stopped || wanted.results == got.results);
}

fn costs(costs: &[(Kernel, OpCost)]) -> OpCosts {
    OpCosts::new(costs.iter().copied().collect())
}

/// An op that some programs of a plan call and others do not, and how many do.
fn shared_op(plan: &Plan) -> (Kernel, u64) {
    let mut users: BTreeMap<Kernel, Vec<usize>> = BTreeMap::new();
    for (i, program) in plan.programs.iter().enumerate() {
        for step in program.steps.iter().filter_map(|&slot| plan.step(slot)) {
            if let Action::Call(op) = step.action {
                users.entry(op.kernel()).or_default().push(i);
            }
        }
    }
    users.values_mut().for_each(Vec::dedup);
    let all = plan.programs.len();
    let not_built = |k: &Kernel| !gpu::source::is_builder(*k);
    let some =
        users.iter().filter(|(k, _)| not_built(k)).find(|(_, u)| (2..all).contains(&u.len()));
    some.map(|(kernel, users)| (*kernel, users.len() as u64)).unwrap()
}

/// Batches go where they should end sooner.
fn batches(case: &Case) {
    for speeds in [SLOWER, LATER] {
        case.keep(speeds, &costs(&[(Kernel::Add, CHEAP)]));
        let (stats, said) = case.run();
        assert_eq!((stats.counters.launches, stats.gpu_ops), (0, 0), "{said}");
        assert!(said.ends_with(": cpu"), "{said}");
    }
    case.keep(FASTER, &costs(&[(Kernel::Add, CHEAP)]));
    let (stats, said) = case.run();
    assert!(stats.counters.launches > 0 && stats.gpu_ops > 0, "{said}");
    assert_eq!((stats.cpu_ops, stats.errors.len()), (0, 0), "{stats:?}");
    assert!(said.ends_with(": device"), "{said}");
}

/// Programs with an op that is dear on the device stay on the CPU; if all do, nothing is started.
fn programs(case: &Case) {
    let plan = case.batt.plan();
    let (op, users) = shared_op(&plan);
    case.keep(FASTER, &costs(&[(Kernel::Add, CHEAP), (op, DEAR)]));
    let (stats, said) = case.run();
    let left = stats.fallbacks.get("program: cheaper on the CPU").copied();
    // Ops of the same class that were not measured are dear, too.
    assert!(left >= Some(4 * users), "{}: {stats:?}", op.name());
    assert!(stats.cpu_ops > 0 && said.contains("stayed on the CPU"), "{said}");
    case.keep(FASTER, &costs(&[(Kernel::Add, DEAR)]));
    let (stats, said) = case.run();
    assert_eq!((stats.counters.launches, stats.gpu_ops), (0, 0), "{said}");
    let named = Choice::Devices(case.devices[0].backend, vec![]);
    let (stats, _) =
        Case { choice: named, batt: subset(&case.batt, 7, 12, 4), devices: vec![] }.run();
    assert!(stats.cpu_ops == 0 && stats.fallbacks.is_empty(), "devices that are named get all");
}

/// A batch that was stopped, or has nothing in it, teaches nothing.
fn stops(case: &Case) {
    case.keep(SLOWER, &costs(&[(Kernel::Add, CHEAP)]));
    let (plan, mut engine) = (case.batt.plan(), case.engine());
    let jobs = case.batt.jobs(&plan);
    run_and_compare(&mut engine, &jobs, true);
    let first = engine.explain().pop();
    for _ in 0..50 {
        run_and_compare(&mut engine, &jobs, true);
        run_and_compare(&mut engine, &[], false);
    }
    run_and_compare(&mut engine, &jobs, true);
    assert_eq!(engine.explain().pop(), first);
}

fn all(backend: Backend) {
    let case = Case::new(backend);
    batches(&case);
    programs(&case);
    stops(&case);
}

#[test]
fn on_a_simulated_gpu() {
    let cache = tempfile::tempdir().unwrap();
    let settings = || {
        let cache = ("ARCBATT_CACHE", cache.path().into());
        Some([simulated()?, vec![cache]].concat())
    };
    if again("auto::on_a_simulated_gpu", settings) {
        all(Backend::Cuda);
    }
}

#[test]
fn on_several_simulated_gpus() {
    let cache = tempfile::tempdir().unwrap();
    let settings = || {
        let cache = ("ARCBATT_CACHE", cache.path().into());
        Some([simulated()?, vec![cache, ("CUDASIM_DEVICES", "2".into())]].concat())
    };
    if !again("auto::on_several_simulated_gpus", settings) {
        return;
    }
    let case = Case::new(Backend::Cuda);
    case.keep(FASTER, &costs(&[(Kernel::Add, CHEAP)]));
    let name = case.engine().name();
    assert!(name.contains("cuda:0") && name.contains("cuda:1"), "{name}");
    let (stats, said) = case.run();
    assert!(stats.counters.launches >= 2 && stats.cpu_ops == 0, "{stats:?}\n{said}");
}

#[test]
fn on_opencl() {
    let cache = tempfile::tempdir().unwrap();
    let settings = || {
        opencl()?;
        Some(vec![("ARCBATT_CACHE", cache.path().into())])
    };
    if again("auto::on_opencl", settings) {
        all(Backend::OpenCl);
    }
}
