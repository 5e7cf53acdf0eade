//! What a batch would be on devices: counted from plans and samples, with nothing run.

use std::collections::{BTreeMap, HashSet};

use exec::batch::Job;
use exec::plan::{Action, Plan, Slot, Source};
use exec::run::Rules;

use crate::chunks::{Chunks, is_covered, step_is_covered};
use crate::device::{Backend, Counters, Device, DeviceError, DeviceInfo, Done, Span, Start};
use crate::inputs::Reads;
use crate::source;
use crate::team::{Options, Team};

/// Programs and steps of a merged batt, and which of them devices have code for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Coverage {
    /// Programs.
    pub programs: usize,
    /// Programs that devices have all code for.
    pub covered_programs: usize,
    /// Steps, each counted once, function builders left out.
    pub steps: usize,
    /// Steps that only build a function.
    pub builders: usize,
    /// Steps that devices have code for, function builders left out.
    pub covered_steps: usize,
    /// What devices lack, and how many steps need it.
    pub lacking: BTreeMap<String, usize>,
}

impl Coverage {
    /// Counts a plan.
    pub fn of(plan: &Plan) -> Coverage {
        let mut coverage = Coverage { programs: plan.programs.len(), ..Coverage::default() };
        coverage.covered_programs =
            (0..plan.programs.len()).filter(|&p| is_covered(plan, p)).count();
        for slot in plan.step_slots() {
            let covered = step_is_covered(plan, slot);
            match is_builder(plan, slot) {
                true => coverage.builders += 1,
                false => {
                    coverage.steps += 1;
                    coverage.covered_steps += usize::from(covered);
                }
            }
            if !covered {
                *coverage.lacking.entry(lack(plan, slot)).or_default() += 1;
            }
        }
        coverage
    }
}

fn is_builder(plan: &Plan, slot: Slot) -> bool {
    matches!(plan.step(slot).map(|s| s.action), Some(Action::Call(op)) if source::is_builder(op.kernel()))
}

/// Why devices cannot run a step.
fn lack(plan: &Plan, slot: Slot) -> String {
    let Some(step) = plan.step(slot) else { return "no step".into() };
    let called = match step.action {
        Action::Call(op) => Some(op),
        Action::Apply => None,
    };
    let given = plan.args(step).iter().filter_map(|s| match plan.sources.get(s.index()) {
        Some(Source::Op(op)) => Some(*op),
        _ => None,
    });
    let unknown = called.into_iter().chain(given).find(|op| !source::knows(op.kernel()));
    unknown.map_or("a literal that is no value, or too many operands".into(), |op| op.name().into())
}

/// What devices would get of a batch and send back.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Load {
    /// Samples of the batch.
    pub samples: usize,
    /// Samples that devices get.
    pub device_samples: usize,
    /// Parts that the batch is cut into: each is one launch and one transfer down.
    pub parts: usize,
    /// Groups of programs that share steps.
    pub chunks: usize,
    /// Chunks on samples, in all parts.
    pub items: usize,
    /// Programs on samples that devices run.
    pub outcomes: usize,
    /// Lanes of the largest part.
    pub lanes: usize,
    /// Memory of a group.
    pub group_bytes: u64,
    /// Transfers to devices where nothing is known there yet.
    pub transfers_up: usize,
    /// Bytes to devices, exactly.
    pub bytes_up: u64,
    /// Those of them that stay there for later batches.
    pub bytes_staying: u64,
    /// Bytes from devices, if results are as large as a first batch expects.
    pub bytes_down: u64,
    /// The largest buffer.
    pub buffer_bytes: u64,
    /// The most that the buffer may take.
    pub limit_bytes: u64,
    /// Steps on devices if no program ends early, function builders left out.
    pub device_steps: u64,
    /// Steps on the CPU if no program ends early, function builders left out.
    pub cpu_steps: u64,
}

impl Load {
    /// Counts what devices would get together. Nothing runs on them.
    pub fn of(jobs: &[Job<'_>], rules: Rules, devices: &mut Vec<Box<dyn Device + Send>>) -> Load {
        let limit_bytes = devices.iter().map(|d| d.limit()).min().unwrap_or(0);
        let mut load = Load { samples: jobs.len(), limit_bytes, ..Load::default() };
        let mut team = Team::new(std::mem::take(devices), Options::DEFAULT);
        let plans = team.packs(jobs, rules, |pack, range| {
            let area = pack.area();
            load.parts += 1;
            load.items += pack.items();
            load.outcomes += pack.outcomes();
            load.lanes = load.lanes.max(pack.lanes());
            load.bytes_up += 4 * (area.upload() + pack.blocks().sent()) as u64;
            load.bytes_staying += 4 * pack.blocks().sent() as u64;
            load.transfers_up += 1 + pack.blocks().fresh.len();
            load.bytes_down += 4 * (range.1 - range.0) as u64;
            load.buffer_bytes = load.buffer_bytes.max(4 * area.total as u64);
            load.group_bytes = load.group_bytes.max(4 * area.groups.words as u64);
        });
        *devices = team.into_devices();
        load.chunks = plans.iter().map(|(_, chunks)| chunks.len()).sum();
        for (plan, chunks) in &plans {
            let of_plan = jobs.iter().filter(|job| std::ptr::eq(job.plan, *plan));
            let fits = |job: &&Job<'_>| Reads::of(plan).fit(job);
            let (fit, unfit) = of_plan.partition::<Vec<&Job<'_>>, _>(fits);
            let all: Vec<usize> = (0..plan.programs.len()).collect();
            let (device, rest) = steps(plan, chunks);
            load.device_samples += if chunks.is_empty() { 0 } else { fit.len() };
            load.device_steps += device * fit.len() as u64;
            load.cpu_steps += rest * fit.len() as u64;
            load.cpu_steps += distinct(plan, &all) * unfit.len() as u64;
        }
        load
    }

    /// Share of the steps that devices would run, in percent.
    pub fn coverage(&self) -> f64 {
        100.0 * self.device_steps as f64 / (self.device_steps + self.cpu_steps).max(1) as f64
    }
}

/// Steps of a sample on devices, where each chunk shares its own, and on the CPU.
fn steps(plan: &Plan, chunks: &Chunks) -> (u64, u64) {
    let on_device = chunks.programs().iter().map(|programs| distinct(plan, programs)).sum();
    let rest: Vec<usize> = (0..plan.programs.len()).filter(|&p| !is_covered(plan, p)).collect();
    (on_device, distinct(plan, &rest))
}

/// Different steps of some programs, function builders left out.
fn distinct(plan: &Plan, programs: &[usize]) -> u64 {
    let steps = programs.iter().flat_map(|&p| &plan.programs[p].steps);
    let mut seen = HashSet::new();
    steps.filter(|&&slot| !is_builder(plan, slot) && seen.insert(slot)).count() as u64
}

/// A device that is not there: to count with where there is none.
pub struct Imagined {
    info: DeviceInfo,
    limit: u64,
    counters: Counters,
}

impl Imagined {
    /// A GPU as notebooks have it: 40 multiprocessors and 16 GB.
    pub fn notebook() -> Imagined {
        let memory_bytes = 16_000_000_000;
        let info = DeviceInfo {
            backend: Backend::Cuda,
            index: 0,
            name: "imagined".into(),
            driver: "none".into(),
            memory_bytes,
            max_buffer_bytes: memory_bytes,
            compute_units: 40,
            software: false,
            lanes: crate::device::LANES,
        };
        Imagined { info, limit: memory_bytes / 5 * 4, counters: Counters::default() }
    }
}

fn not_there() -> DeviceError {
    DeviceError::NoDevice("this device is only imagined".into())
}

impl Device for Imagined {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn hold(&mut self, _words: usize) -> Done<u64> {
        Err(not_there())
    }

    fn write(&mut self, _at: usize, _words: &[u32]) -> Done {
        Err(not_there())
    }

    fn run(&mut self, _: Start<'_>, _: &[u32], _: usize, _: Span) -> Done<Vec<u32>> {
        Err(not_there())
    }

    fn read(&mut self, _first: usize, _end: usize) -> Done<Vec<u32>> {
        Err(not_there())
    }

    fn prepare(&mut self, _kernel: &str, _block: usize) -> Done {
        Err(not_there())
    }

    fn set_limit(&mut self, bytes: u64) {
        self.limit = bytes.min(self.info.max_buffer_bytes);
    }

    fn limit(&self) -> u64 {
        self.limit
    }

    fn counters(&self) -> &Counters {
        &self.counters
    }
}

#[cfg(test)]
mod tests {
    use exec::data::{Sample, TaskGrid};
    use exec::run::Inputs;
    use lang::{Dag, Dialect};

    use super::*;

    /// Two programs that share a step, one of them with a function builder.
    const PROGRAMS: &str = "\
def solve_a(I):
    x1 = hmirror(I)
    return vmirror(x1)


def solve_b(I):
    x1 = hmirror(I)
    x2 = compose(rot90, rot90)
    return x2(x1)
";

    fn plan() -> Plan {
        let mut dag = Dag::new(Dialect::Arc);
        let parsed = lang::parse(PROGRAMS.as_bytes(), "test", Some(Dialect::Arc));
        parsed.programs.iter().for_each(|p| drop(dag.merge(&p.dag)));
        Plan::new(&dag)
    }

    #[test]
    fn steps_are_counted_once_and_builders_apart() {
        let coverage = Coverage::of(&plan());
        assert_eq!((coverage.programs, coverage.covered_programs), (2, 2), "{coverage:?}");
        assert_eq!((coverage.steps, coverage.builders), (3, 1), "{coverage:?}");
        assert_eq!(coverage.covered_steps, 3);
        assert!(coverage.lacking.is_empty());
    }

    #[test]
    fn a_batch_is_one_launch_until_its_memory_does_not_suffice() {
        let plan = plan();
        let grid = TaskGrid::new(10, 10, vec![1; 100]).expect("a grid");
        let samples: Vec<Sample> =
            (0..50).map(|_| Sample { input: grid.clone(), output: None }).collect();
        let job = |i: usize| Job {
            plan: &plan,
            inputs: Inputs { demo: &[], input: &samples[i].input, target: None },
        };
        let jobs: Vec<Job<'_>> = (0..50).map(job).collect();
        let of = |limit: Option<u64>| {
            let mut device = Imagined::notebook();
            limit.into_iter().for_each(|bytes| device.set_limit(bytes));
            Load::of(&jobs, Rules::default(), &mut vec![Box::new(device)])
        };
        let load = of(None);
        assert_eq!((load.parts, load.samples, load.device_samples), (1, 50, 50), "{load:?}");
        assert_eq!((load.items, load.outcomes, load.chunks), (50, 100, 1));
        assert_eq!((load.device_steps, load.cpu_steps), (150, 0));
        assert!(load.bytes_up > 50 * 100 && load.bytes_down > 0);
        assert!(load.buffer_bytes <= load.limit_bytes && load.lanes == 50);
        let small = of(Some(4_500_000));
        assert!(small.parts > 1 && small.buffer_bytes <= small.limit_bytes, "{small:?}");
        assert_eq!((small.outcomes, small.device_steps), (100, 150));
    }

    #[test]
    fn an_imagined_device_runs_nothing() {
        let mut device = Imagined::notebook();
        assert!(device.run(("run_plan", 1, 1), &[0], 1, (0, 0)).is_err());
        assert!(device.read(0, 1).is_err() && device.prepare("run_plan", 1).is_err());
    }
}
