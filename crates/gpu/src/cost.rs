//! When a device is worth it: what a batch is expected to take there and on the CPU.
//!
//! A device is measured once, with our own programs merged on the samples of all our own tasks (most programs meet tasks that they
//! were not written for, as in a search), and the result is kept in a file; every batch that runs afterwards refines it. The steps of a batch
//! are those of its plans on all samples, whether programs get that far or not. Nothing here touches results.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use std::{fs, io};

use exec::batch::{Job, run_jobs};
use exec::data::{Sample, cache_folder, sets};
use exec::run::{Inputs, Rules};
use lang::Dialect;
use serde_json::{Value as Json, json};

use crate::device::{Device, DeviceError, DeviceInfo, Done};
use crate::ops::{self, OpCosts, embedded_plan};
use crate::team::{Options, Team};

/// A file's entries, by device.
type Fields = serde_json::Map<String, Json>;

/// How much a new measurement counts against what was known.
const WEIGHT: f64 = 0.3;

/// How many times as much, or as little, as measured a step may be thought to take.
const FURTHEST: f64 = 16.0;

/// Samples of the measured batches: one that shows what a batch costs at least, and one that
/// shows what a step costs.
const FEW: usize = 1;
const MANY: usize = 500;

/// What is known of a device's speed, and of the CPU's beside it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Speeds {
    /// Seconds that the smallest batch takes: launch and both transfers.
    pub batch_seconds: f64,
    /// Seconds per step on the device.
    pub step_seconds: f64,
    /// Seconds that the smallest batch takes on the CPU.
    pub cpu_batch_seconds: f64,
    /// Seconds per step and thread on the CPU.
    pub cpu_step_seconds: f64,
}

impl Speeds {
    /// Expected seconds of some steps on the device.
    pub fn on_device(&self, steps: f64) -> f64 {
        self.batch_seconds + steps * self.step_seconds
    }

    /// Expected seconds of some steps on the CPU.
    pub fn on_cpu(&self, steps: f64, threads: usize) -> f64 {
        self.cpu_batch_seconds + steps * self.cpu_step_seconds / threads.max(1) as f64
    }

    /// Steps from which the device is expected to win; `None` if it never does.
    pub fn break_even(&self, threads: usize) -> Option<f64> {
        let gain = self.cpu_step_seconds / threads.max(1) as f64 - self.step_seconds;
        (gain > 0.0).then(|| (self.batch_seconds - self.cpu_batch_seconds).max(0.0) / gain)
    }

    /// Several devices that share batches out: a batch waits for the slowest to start.
    pub fn together(self, other: Speeds) -> Speeds {
        let step_seconds = 1.0 / (1.0 / self.step_seconds + 1.0 / other.step_seconds);
        let batch_seconds = self.batch_seconds.max(other.batch_seconds);
        Speeds { batch_seconds, step_seconds, ..self }
    }

    /// Learns from a batch that ran on the device, all of it; `measured` is what was known at first.
    pub fn learn_device(&mut self, measured: &Speeds, steps: f64, seconds: f64) {
        let expected = self.on_device(steps);
        learn(&mut self.step_seconds, measured.step_seconds, (steps, expected, seconds));
    }

    /// Learns from a batch that ran on the CPU, all of it.
    pub fn learn_cpu(&mut self, measured: &Speeds, steps: f64, seconds: f64, threads: usize) {
        let expected = self.on_cpu(steps, threads);
        let steps = steps / threads.max(1) as f64;
        learn(&mut self.cpu_step_seconds, measured.cpu_step_seconds, (steps, expected, seconds));
    }
}

/// Corrects what a step takes by what a batch of so many steps was expected to take, and took. A batch says as much of steps as these are of its time:
/// small ones, which may well take less than the smallest that was measured, say little. However many there are, they lead only so far away from what was measured.
fn learn(step: &mut f64, measured: f64, (steps, expected, seconds): (f64, f64, f64)) {
    if steps > 0.0 && expected > 0.0 && seconds > 0.0 {
        let share = (steps * *step / expected).min(1.0);
        let ratio = (seconds / expected).clamp(1.0 / FURTHEST, FURTHEST);
        let learned = *step * (1.0 + WEIGHT * share * (ratio - 1.0));
        *step = learned.clamp(measured / FURTHEST, measured * FURTHEST);
    }
}

/// The steps that programs of some jobs have.
pub fn steps_of(jobs: &[Job<'_>]) -> f64 {
    jobs.iter().map(|job| job.plan.steps.len() as f64).sum()
}

/// The speeds of a device: from the file, or measured and put there.
pub fn speeds(device: Box<dyn Device + Send>) -> (Box<dyn Device + Send>, Done<Speeds>) {
    if let Some(known) = known(device.info()) {
        return (device, Ok(known));
    }
    let (device, measured) = measure(device);
    if let Ok(speeds) = measured {
        // Where that fails it is measured again next time.
        let _ = keep(device.info(), speeds);
    }
    (device, measured)
}

/// What was measured of a device earlier.
pub fn known(info: &DeviceInfo) -> Option<Speeds> {
    speeds_of(load().get(&key(info))?)
}

/// What ops take on a device: from the file, or measured and put there if the device is faster than a thread of the CPU at all. `None` if nobody knows.
pub fn op_costs(device: &mut dyn Device, speeds: Speeds) -> Option<OpCosts> {
    let known = known_ops(device.info());
    if known.is_some() || speeds.break_even(1).is_none() {
        return known;
    }
    let costs = ops::measure(device, speeds).ok()?;
    let _ = keep_ops(device.info(), &costs);
    Some(costs)
}

/// What was measured of a device's ops earlier.
pub fn known_ops(info: &DeviceInfo) -> Option<OpCosts> {
    OpCosts::read(&load().get(&key(info))?["ops"])
}

/// Keeps what was measured of a device's ops, or says why it cannot be kept.
pub fn keep_ops(info: &DeviceInfo, costs: &OpCosts) -> io::Result<()> {
    keep_fields(info, json!({ "ops": costs.json() }))
}

fn key(info: &DeviceInfo) -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "{}:{} {} driver {} arcbatt {version}",
        info.backend, info.index, info.name, info.driver
    )
}

/// Measures a device and the CPU with the same batches.
pub fn measure(device: Box<dyn Device + Send>) -> (Box<dyn Device + Send>, Done<Speeds>) {
    let Ok(data) = sets::embedded() else {
        return (device, Err(DeviceError::Launch("no tasks to measure with".into())));
    };
    let plan = embedded_plan(Dialect::Arc);
    let samples = data.tasks.iter().flat_map(|task| task.samples().map(|s| (&task.demo[..], s)));
    let samples: Vec<(&[Sample], &Sample)> = samples.collect();
    let samples = samples.iter().cycle().take(MANY);
    let jobs: Vec<Job<'_>> = samples
        .map(|&(demo, sample)| {
            let inputs = Inputs { demo, input: &sample.input, target: None };
            Job { plan: &plan, inputs }
        })
        .collect();
    let mut team = Team::new(vec![device], Options::DEFAULT);
    // The first batch compiles, which is no part of what is measured.
    let few = [0, 1].map(|_| timed(&mut team, &jobs[..FEW]))[1];
    let many = timed(&mut team, &jobs);
    let [cpu_few, cpu_many] = [&jobs[..FEW], &jobs].map(|jobs| {
        let started = Instant::now();
        run_jobs(jobs, Rules::default(), 1, &AtomicBool::new(false), |_, _| ());
        started.elapsed().as_secs_f64()
    });
    let steps = steps_of(&jobs[FEW..]);
    let error = team.stats().errors.first().cloned();
    let speeds = Speeds {
        batch_seconds: picoseconds(few),
        step_seconds: picoseconds((many - few) / steps),
        cpu_batch_seconds: picoseconds(cpu_few),
        cpu_step_seconds: picoseconds((cpu_many - cpu_few) / steps),
    };
    let device = team.into_devices().remove(0);
    (device, error.map_or(Ok(speeds), |e| Err(DeviceError::Launch(e))))
}

/// The programs that are part of this binary, merged.
/// A time in seconds to the nearest picosecond, one at least. So few digits come back from JSON as
/// they were, which is not so for all numbers.
pub(crate) fn picoseconds(seconds: f64) -> f64 {
    (seconds * 1e12).round().max(1.0) / 1e12
}

fn timed(team: &mut Team, jobs: &[Job<'_>]) -> f64 {
    let started = Instant::now();
    team.run_jobs(jobs, Rules::default(), 1, &AtomicBool::new(false), |_, _| ());
    started.elapsed().as_secs_f64()
}

/// Where measurements are kept; nothing if the system does not say where the user's files are.
pub fn file() -> Option<PathBuf> {
    cache_folder().map(|folder| folder.join("devices.json"))
}

/// What was measured earlier; anything unreadable is measured anew.
fn load() -> Fields {
    let text = file().and_then(|file| fs::read(file).ok()).unwrap_or_default();
    serde_json::from_slice(&text).unwrap_or_default()
}

fn speeds_of(json: &Json) -> Option<Speeds> {
    let number = |name: &str| json[name].as_f64().filter(|n| n.is_finite() && *n > 0.0);
    Some(Speeds {
        batch_seconds: number("batch_seconds")?,
        step_seconds: number("step_seconds")?,
        cpu_batch_seconds: number("cpu_batch_seconds")?,
        cpu_step_seconds: number("cpu_step_seconds")?,
    })
}

/// Keeps what was measured of a device, or says why it cannot be kept.
pub fn keep(info: &DeviceInfo, s: Speeds) -> io::Result<()> {
    let fields = json!({
        "batch_seconds": s.batch_seconds,
        "step_seconds": s.step_seconds,
        "cpu_batch_seconds": s.cpu_batch_seconds,
        "cpu_step_seconds": s.cpu_step_seconds,
    });
    keep_fields(info, fields)
}

/// Puts fields into a device's entry, beside what else is there.
fn keep_fields(info: &DeviceInfo, fields: Json) -> io::Result<()> {
    let nowhere = || io::Error::other("neither HOME nor ARCBATT_CACHE is set");
    let file = file().ok_or_else(nowhere)?;
    let mut all = load();
    let entry = all.entry(key(info)).or_insert_with(|| json!({}));
    let mut known = entry.as_object().cloned().unwrap_or_default();
    known.extend(fields.as_object().cloned().unwrap_or_default());
    *entry = Json::Object(known);
    file.parent().map_or(Ok(()), fs::create_dir_all)?;
    fs::write(file, Json::Object(all).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPEEDS: Speeds = Speeds {
        batch_seconds: 1e-3,
        step_seconds: 1e-8,
        cpu_batch_seconds: 1e-5,
        cpu_step_seconds: 1e-7,
    };

    #[test]
    fn a_device_wins_from_its_break_even_on() {
        let steps = SPEEDS.break_even(2).expect("it is faster");
        assert!(SPEEDS.on_device(1.1 * steps) < SPEEDS.on_cpu(1.1 * steps, 2));
        assert!(SPEEDS.on_device(0.9 * steps) > SPEEDS.on_cpu(0.9 * steps, 2));
        assert_eq!(SPEEDS.break_even(10), None, "ten threads are as fast as the device");
    }

    #[test]
    fn devices_share_steps_but_not_the_wait() {
        let slow = Speeds { batch_seconds: 2e-3, step_seconds: 3e-8, ..SPEEDS };
        let both = SPEEDS.together(slow);
        assert!((both.step_seconds - 7.5e-9).abs() < 1e-15 && both.batch_seconds == 2e-3);
        assert_eq!(both, slow.together(SPEEDS));
    }

    #[test]
    fn times_come_back_from_json_as_they_were() {
        for number in 0..10_000 {
            let seconds = picoseconds(f64::from(number) * 1.000_003_7e-9 / 3.0);
            let text = json!(seconds).to_string();
            assert_eq!(serde_json::from_str::<f64>(&text).unwrap(), seconds, "{text}");
        }
        assert_eq!(picoseconds(-1.0), 1e-12);
    }

    #[test]
    fn what_is_learned_moves_towards_what_was_seen() {
        let mut speeds = Speeds { batch_seconds: 0.0, cpu_batch_seconds: 0.0, ..SPEEDS };
        let first = speeds;
        (0..60).for_each(|_| speeds.learn_device(&first, 1000.0, 1000.0 * 5e-8));
        assert!((speeds.step_seconds - 5e-8).abs() < 1e-9, "{speeds:?}");
        (0..60).for_each(|_| speeds.learn_cpu(&first, 1000.0, 1000.0 * 1e-8, 2));
        assert!((speeds.cpu_step_seconds - 2e-8).abs() < 1e-9, "{speeds:?}");
    }

    #[test]
    fn learning_does_not_run_away() {
        let mut speeds = SPEEDS;
        // Empty batches, and clocks that stand still, say nothing.
        for (steps, seconds) in [(0.0, 1.0), (0.0, 0.0), (100.0, 0.0)] {
            speeds.learn_device(&SPEEDS, steps, seconds);
            speeds.learn_cpu(&SPEEDS, steps, seconds, 2);
        }
        assert_eq!(speeds, SPEEDS);
        // A batch that is smaller than the smallest measured one takes less, whatever its steps take.
        (0..1000).for_each(|_| speeds.learn_device(&SPEEDS, 10.0, 0.5e-3));
        assert!(speeds.step_seconds > 0.9 * SPEEDS.step_seconds, "{speeds:?}");
        // Once a machine is busy, or was, that ends somewhere.
        (0..1000).for_each(|_| speeds.learn_device(&SPEEDS, 1e9, 1e6));
        assert_eq!(speeds.step_seconds, FURTHEST * SPEEDS.step_seconds);
        (0..1000).for_each(|_| speeds.learn_cpu(&SPEEDS, 1e9, 1e-9, 2));
        assert_eq!(speeds.cpu_step_seconds, SPEEDS.cpu_step_seconds / FURTHEST);
    }
}
