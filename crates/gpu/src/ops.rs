//! Which ops a device is worth: what a step of each takes there and on the CPU.
//!
//! The calls that the embedded programs make on the embedded tasks are made on both, op by op, as many at once as keep the device busy, and
//! only the time in kernels counts. Then all times are scaled so that they add up to those of whole batches (`cost.rs`): what a batch takes beside its
//! calls is the same for all ops.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Instant;

use exec::arena::Arena;
use exec::cx::Cx;
use exec::data::sets;
use exec::plan::{Action, Plan};
use exec::run::{Inputs, Rules, Run, Worker};
use exec::value::Value;
use lang::{Dag, Dialect, Gpu, Kernel};
use serde_json::{Value as Json, json};

use crate::calls::{Calls, GROUP_WORDS, default_limit};
use crate::cost::{Speeds, picoseconds};
use crate::device::{Device, Done};
use crate::source;
use crate::team::usual_groups;

/// Different calls of an op that are measured, at most.
const MOST_CALLS: usize = 64;

/// Calls that are made at once: at least, and at most.
const AT_ONCE: (usize, usize) = (64, 1024);

/// Times that each measurement is repeated; the shortest counts.
const ROUNDS: usize = 3;

/// How many times as much a step may seem to take on a device before that speaks against it, by priority: measurements are good to
/// such factors, and in doubt the ops that devices were made for go there.
const DOUBT: [f64; 4] = [2.0, 1.5, 1.25, 1.0];

/// Which ops go to devices first: 1 to 3, and 4 for the rest.
pub fn priority(kernel: Kernel) -> usize {
    match kernel {
        Kernel::Objects
        | Kernel::ObjectsPacked
        | Kernel::Palette
        | Kernel::PaletteTuple
        | Kernel::Fgpartition => 1,
        Kernel::Difference | Kernel::Mapply | Kernel::Apply => 2,
        Kernel::Ofcolor | Kernel::Colorfilter | Kernel::Replace | Kernel::Fill => 3,
        _ => 4,
    }
}

/// What a step of an op takes, in seconds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OpCost {
    /// Of the whole device.
    pub device: f64,
    /// Of one thread of the CPU.
    pub cpu: f64,
}

impl OpCost {
    /// Whether a step of the op counts for the device, against so many threads.
    pub fn pays(self, priority: usize, threads: usize) -> bool {
        self.saves(priority, threads) >= 0.0
    }

    /// Seconds that a step on the device should save, against so many threads.
    fn saves(self, priority: usize, threads: usize) -> f64 {
        self.cpu / threads.max(1) as f64 - self.device / DOUBT[priority - 1]
    }
}

/// What steps take, by op.
#[derive(Clone, PartialEq, Debug)]
pub struct OpCosts {
    measured: BTreeMap<Kernel, OpCost>,
    /// By kernel, and last for calls of computed functions: what was measured, else what ops of its class take.
    all: Vec<OpCost>,
}

impl OpCosts {
    /// From what was measured.
    pub fn new(measured: BTreeMap<Kernel, OpCost>) -> OpCosts {
        let whole = mean(measured.values());
        let of_class = |class: Gpu| {
            let same = measured.iter().filter(|(kernel, _)| kernel.info().gpu == class);
            mean(same.map(|(_, cost)| cost)).or(whole)
        };
        let nothing = OpCost { device: 0.0, cpu: 0.0 };
        let of = |kernel: &Kernel| {
            let known = measured.get(kernel).copied();
            known.or_else(|| of_class(kernel.info().gpu)).unwrap_or(nothing)
        };
        let computed = of_class(Gpu::HigherOrder).unwrap_or(nothing);
        let all = Kernel::ALL.iter().map(of).chain([computed]).collect();
        OpCosts { measured, all }
    }

    /// What was measured, in the order of the op table.
    pub fn measured(&self) -> impl Iterator<Item = (Kernel, OpCost)> {
        self.measured.iter().map(|(kernel, cost)| (*kernel, *cost))
    }

    /// Seconds that a program on a device should save, against so many threads. Steps that only build a function take nothing.
    pub fn saves(&self, plan: &Plan, program: usize, threads: usize) -> f64 {
        let steps = plan.programs[program].steps.iter().filter_map(|&slot| plan.step(slot));
        steps
            .map(|step| match step.action {
                Action::Call(op) if source::is_builder(op.kernel()) => 0.0,
                Action::Call(op) => {
                    self.all[op.kernel() as usize].saves(priority(op.kernel()), threads)
                }
                Action::Apply => self.all[Kernel::ALL.len()].saves(DOUBT.len(), threads),
            })
            .sum()
    }

    /// Several devices that share batches out.
    pub fn together(self, other: &OpCosts) -> OpCosts {
        let both = |(kernel, cost): (Kernel, OpCost)| {
            let also = other.all[kernel as usize];
            let device = 1.0 / (1.0 / cost.device + 1.0 / also.device);
            (kernel, OpCost { device, ..cost })
        };
        OpCosts::new(self.measured.into_iter().map(both).collect())
    }

    /// As it is kept.
    pub fn json(&self) -> Json {
        let entry = |(kernel, cost): (Kernel, OpCost)| {
            let times = json!({ "device_seconds": cost.device, "cpu_seconds": cost.cpu });
            (kernel.name().to_string(), times)
        };
        Json::Object(self.measured().map(entry).collect())
    }

    /// From what was kept; ops that are unknown or without sense are left out, and nothing is made of nothing.
    pub fn read(json: &Json) -> Option<OpCosts> {
        let entry = |(name, times): (&String, &Json)| {
            let kernel = *Kernel::ALL.iter().find(|kernel| kernel.name() == name)?;
            let time = |of: &str| times[of].as_f64().filter(|n| n.is_finite() && *n > 0.0);
            Some((kernel, OpCost { device: time("device_seconds")?, cpu: time("cpu_seconds")? }))
        };
        let measured: BTreeMap<_, _> = json.as_object()?.iter().filter_map(entry).collect();
        (!measured.is_empty()).then(|| OpCosts::new(measured))
    }
}

fn mean<'c>(costs: impl Iterator<Item = &'c OpCost> + Clone) -> Option<OpCost> {
    let count = costs.clone().count() as f64;
    let sum = |of: fn(&OpCost) -> f64| costs.clone().map(of).sum::<f64>() / count;
    (count > 0.0).then(|| OpCost { device: sum(|c| c.device), cpu: sum(|c| c.cpu) })
}

/// Calls of one op that programs make, and how many there are in all.
#[derive(Default)]
struct Met<'a> {
    calls: Vec<(Value<'a>, Vec<Value<'a>>)>,
    count: f64,
}

/// Measures ops on a device and on the CPU. `speeds` are those of whole batches.
pub fn measure(device: &mut dyn Device, speeds: Speeds) -> Done<OpCosts> {
    let mut sums: BTreeMap<Kernel, (f64, OpCost)> = BTreeMap::new();
    for dialect in Dialect::ALL {
        let arena = Arena::new();
        for (kernel, met) in met(&Cx::new(&arena, dialect), dialect) {
            let cost =
                OpCost { device: on_device(device, dialect, &met)?, cpu: on_cpu(dialect, &met) };
            let (count, sum) =
                sums.entry(kernel).or_insert((0.0, OpCost { device: 0.0, cpu: 0.0 }));
            *count += met.count;
            sum.device += met.count * cost.device;
            sum.cpu += met.count * cost.cpu;
        }
    }
    Ok(OpCosts::new(scaled(&sums, speeds)))
}

/// Mean times by op, on a scale on which the mean step takes what it takes in a batch.
fn scaled(sums: &BTreeMap<Kernel, (f64, OpCost)>, speeds: Speeds) -> BTreeMap<Kernel, OpCost> {
    let all = |of: fn(&(f64, OpCost)) -> f64| sums.values().map(of).sum::<f64>();
    let steps = all(|(count, _)| *count);
    let device = speeds.step_seconds * steps / all(|(_, sum)| sum.device);
    let cpu = speeds.cpu_step_seconds * steps / all(|(_, sum)| sum.cpu);
    let of = |(&kernel, (count, sum)): (&Kernel, &(f64, OpCost))| {
        let time = |sum: f64, scale: f64| picoseconds(sum / count * scale);
        (kernel, OpCost { device: time(sum.device, device), cpu: time(sum.cpu, cpu) })
    };
    sums.iter().map(of).collect()
}

/// The calls that embedded programs of a dialect make on embedded tasks, by op: of each sample one, copied into a context.
fn met<'a>(cx: &Cx<'a>, dialect: Dialect) -> BTreeMap<Kernel, Met<'a>> {
    let mut all = BTreeMap::new();
    let Ok(data) = sets::embedded() else { return all };
    let plan = embedded_plan(dialect);
    let mut worker = Worker::default();
    for task in &data.tasks {
        for sample in task.samples() {
            let inputs = Inputs { demo: &task.demo, input: &sample.input, target: None };
            worker.run(&plan, inputs, Rules::default(), |run| note(cx, &plan, run, &mut all));
        }
    }
    all
}

fn note<'a>(cx: &Cx<'a>, plan: &Plan, run: &Run<'_, '_>, all: &mut BTreeMap<Kernel, Met<'a>>) {
    let mut seen = Vec::new();
    for slot in plan.step_slots().filter(|&slot| run.value(slot).is_some()) {
        let Some(step) = plan.step(slot) else { continue };
        let Action::Call(op) = step.action else { continue };
        let kernel = op.kernel();
        let args = plan.args(step).iter().map(|&arg| run.value(arg)?.ok());
        let Some(args) = args.collect::<Option<Vec<_>>>() else { continue };
        if source::is_builder(kernel) || !source::knows(kernel) {
            continue;
        }
        let met: &mut Met<'a> = all.entry(kernel).or_default();
        met.count += 1.0;
        if met.calls.len() < MOST_CALLS && !seen.contains(&kernel) {
            seen.push(kernel);
            let args = args.into_iter().map(|v| cx.copy_where(v, &|_| true)).collect();
            met.calls.push((Value::Op(op), args));
        }
    }
}

/// The embedded programs of a dialect, merged.
pub(crate) fn embedded_plan(dialect: Dialect) -> Plan {
    let sources = Dialect::ALL.into_iter().zip(sets::embedded_programs());
    let mut dag = Dag::new(dialect);
    for (_, source) in sources.filter(|(of, _)| *of == dialect) {
        for program in lang::parse(&source.bytes, &source.name, Some(dialect)).programs {
            dag.merge(&program.dag);
        }
    }
    Plan::new(&dag)
}

/// Seconds in kernels per call, with the whole device at work.
fn on_device(device: &mut dyn Device, dialect: Dialect, met: &Met<'_>) -> Done<f64> {
    let info = device.info();
    let fit = (device.limit() / (8 * GROUP_WORDS as u64)) as usize;
    let usual = info.compute_units as usize * usual_groups(info);
    let count = usual.clamp(AT_ONCE.0, AT_ONCE.1).min(fit.max(1));
    let calls = met.calls.iter().map(|(f, args)| (*f, &args[..]));
    let calls: Vec<_> = calls.cycle().take(count).collect();
    let packed = Calls::new(dialect, &calls, default_limit());
    let start = ("run_calls", info.usual_block(), packed.lanes());
    let (first, _) = packed.answers();
    let mut least = f64::INFINITY;
    for _ in 0..ROUNDS {
        let before = device.counters().device_seconds;
        device.run(start, packed.words(), packed.total_words(), (first, first + 1))?;
        least = least.min(device.counters().device_seconds - before);
    }
    Ok((least / count as f64).max(1e-12))
}

/// Seconds per call on this thread.
fn on_cpu(dialect: Dialect, met: &Met<'_>) -> f64 {
    let round = || {
        let arena = Arena::new();
        let cx = Cx::new(&arena, dialect);
        let started = Instant::now();
        for (f, args) in &met.calls {
            cx.start_step(default_limit());
            let _ = black_box(cx.call(*f, args));
        }
        started.elapsed().as_secs_f64()
    };
    let least = (0..ROUNDS).map(|_| round()).fold(f64::INFINITY, f64::min);
    (least / met.calls.len() as f64).max(1e-12)
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVEN: OpCost = OpCost { device: 3e-6, cpu: 2e-6 };

    fn plan(body: &str) -> Plan {
        let text = format!("def solve_x(I):\n    return {body}\n");
        let parsed = lang::parse(text.as_bytes(), "test", Some(Dialect::Arc));
        let mut dag = Dag::new(Dialect::Arc);
        dag.merge(&parsed.programs[0].dag);
        Plan::new(&dag)
    }

    #[test]
    fn in_doubt_the_ops_go_there_that_devices_were_made_for() {
        assert_eq!([1, 2, 3, 4].map(|priority| EVEN.pays(priority, 1)), [true, true, false, false]);
        assert!(!EVEN.pays(1, 2), "there are more threads");
    }

    #[test]
    fn what_was_not_measured_takes_what_its_class_takes() {
        let fast = OpCost { device: 1e-6, cpu: 5e-6 };
        let costs = OpCosts::new([(Kernel::Rot90, fast), (Kernel::Replace, EVEN)].into());
        let saves = |body: &str| costs.saves(&plan(body), 0, 1);
        assert!((saves("rot90(I)") - 4e-6).abs() < 1e-12);
        assert_eq!(saves("rot270(I)"), saves("rot90(I)"), "moves cells, too");
        assert!(saves("replace(I, 1, 2)") < 0.0);
        // Of no class that was measured: the mean of all.
        assert!((saves("height(I)") - 1.5e-6).abs() < 1e-12);
        let sum = saves("replace(rot90(I), 1, 2)");
        assert!((sum - saves("replace(I, 1, 2)") - 4e-6).abs() < 1e-12);
        assert_eq!(OpCosts::new(BTreeMap::new()).saves(&plan("rot90(I)"), 0, 1), 0.0);
    }

    #[test]
    fn devices_share_steps() {
        let costs = OpCosts::new([(Kernel::Add, EVEN)].into());
        let both: Vec<_> = costs.clone().together(&costs).measured().collect();
        let half = OpCost { device: 1.5e-6, ..EVEN };
        assert!((both[0].1.device - half.device).abs() < 1e-15 && both[0].1.cpu == half.cpu);
    }

    #[test]
    fn times_add_up_to_those_of_batches() {
        let sum = |count: f64, device: f64, cpu: f64| {
            (count, OpCost { device: count * device, cpu: count * cpu })
        };
        let sums = [(Kernel::Add, sum(3.0, 1e-6, 1e-7)), (Kernel::Fill, sum(1.0, 5e-6, 9e-7))];
        let speeds = Speeds {
            batch_seconds: 1e-3,
            step_seconds: 4e-6,
            cpu_batch_seconds: 1e-5,
            cpu_step_seconds: 6e-7,
        };
        let scaled = scaled(&sums.into(), speeds);
        assert_eq!(scaled[&Kernel::Add], OpCost { device: 2e-6, cpu: 2e-7 });
        assert_eq!(scaled[&Kernel::Fill], OpCost { device: 1e-5, cpu: 1.8e-6 });
    }

    #[test]
    fn what_makes_no_sense_is_measured_anew() {
        let read = |text: &str| OpCosts::read(&serde_json::from_str(text).unwrap());
        let odd = [
            "null",
            "{}",
            "[1]",
            r#"{"add": 3}"#,
            r#"{"no op": {"device_seconds": 1.0, "cpu_seconds": 1.0}}"#,
        ];
        assert!(odd.iter().all(|text| read(text).is_none()));
        let some = read(
            r#"{"add": {"device_seconds": 1.0, "cpu_seconds": 2.0}, "fill": {"device_seconds": -1.0, "cpu_seconds": 2.0}}"#,
        );
        assert_eq!(some.unwrap().measured().count(), 1);
    }
}
