//! When a device is worth it: what a batch is expected to take there and on the CPU.
//!
//! A device is measured once, with a batch of grids made for it, and the result is kept in a file;
//! every batch that runs afterwards refines it. Nothing here touches results.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use std::{fs, io};

use exec::batch::{Job, run_jobs};
use exec::data::{Sample, TaskGrid, cache_folder};
use exec::plan::Plan;
use exec::run::{Inputs, Rules};
use lang::{Dag, Dialect};
use serde_json::{Value as Json, json};

use crate::device::{Device, DeviceError, DeviceInfo, Done};
use crate::team::{Options, Team};

/// How much a new measurement counts against what was known.
const WEIGHT: f64 = 0.3;

/// Samples of the measured batches: one that shows what a batch costs at least, and one that
/// shows what a step costs.
const FEW: usize = 1;
const MANY: usize = 2_000;

/// A program of every kind of work, for measuring.
const PROGRAM: &str = "\
def solve_measure(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = mapply(toindices, x1)
    x4 = fill(I, ONE, x3)
    x5 = rot90(x4)
    x6 = hmirror(x5)
    x7 = replace(x6, TWO, THREE)
    x8 = ofcolor(x7, THREE)
    x9 = shift(x8, UNITY)
    x10 = combine(x8, x9)
    x11 = difference(x10, x9)
    x12 = fill(x7, FOUR, x11)
    x13 = paint(x12, x2)
    x14 = sfilter(x1, compose(positive, size))
    x15 = apply(color, x14)
    x16 = upscale(x13, TWO)
    x17 = crop(x16, ORIGIN, THREE_BY_THREE)
    return x17
";

/// What is known of a device's speed, and of the CPU's beside it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Speeds {
    /// Seconds that the smallest batch takes: launch and both transfers.
    pub batch_seconds: f64,
    /// Seconds per step on the device.
    pub step_seconds: f64,
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
        steps * self.cpu_step_seconds / threads.max(1) as f64
    }

    /// Steps from which the device is expected to win; `None` if it never does.
    pub fn break_even(&self, threads: usize) -> Option<f64> {
        let gain = self.cpu_step_seconds / threads.max(1) as f64 - self.step_seconds;
        (gain > 0.0).then(|| self.batch_seconds / gain)
    }

    /// Learns from a batch that ran on the device.
    pub fn learn_device(&mut self, steps: u64, seconds: f64) {
        if steps > 0 {
            let seen = ((seconds - self.batch_seconds) / steps as f64).max(1e-12);
            self.step_seconds += WEIGHT * (seen - self.step_seconds);
        }
    }

    /// Learns from a batch that ran on the CPU.
    pub fn learn_cpu(&mut self, steps: u64, seconds: f64, threads: usize) {
        if steps > 0 {
            let seen = seconds * threads.max(1) as f64 / steps as f64;
            self.cpu_step_seconds += WEIGHT * (seen - self.cpu_step_seconds);
        }
    }
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
    load().remove(&key(info))
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
    let mut dag = Dag::new(Dialect::Arc);
    let parsed = lang::parse(PROGRAM.as_bytes(), "measure", Some(Dialect::Arc));
    parsed.programs.iter().for_each(|p| {
        dag.merge(&p.dag);
    });
    let plan = Plan::new(&dag);
    let samples: Vec<Sample> = (0..MANY).map(sample).collect();
    let job = |s| Job { plan: &plan, inputs: inputs(s) };
    let jobs: Vec<Job<'_>> = samples.iter().map(job).collect();
    let mut team = Team::new(vec![device], Options::DEFAULT);
    // The first batch compiles, which is no part of what is measured.
    let few = [0, 1].map(|_| timed(&mut team, &jobs[..FEW]))[1];
    let many = timed(&mut team, &jobs);
    let steps = (plan.steps.len() * (MANY - FEW)) as f64;
    let started = Instant::now();
    run_jobs(&jobs, Rules::default(), 1, &AtomicBool::new(false), |_, _| ());
    let cpu = started.elapsed().as_secs_f64();
    let error = team.stats().errors.first().cloned();
    let speeds = Speeds {
        batch_seconds: picoseconds(few),
        step_seconds: picoseconds((many - few) / steps),
        cpu_step_seconds: picoseconds(cpu / (plan.steps.len() * MANY) as f64),
    };
    let device = team.into_devices().remove(0);
    (device, error.map_or(Ok(speeds), |e| Err(DeviceError::Launch(e))))
}

/// A time in seconds to the nearest picosecond, one at least. So few digits come back from JSON as
/// they were, which is not so for all numbers.
fn picoseconds(seconds: f64) -> f64 {
    (seconds * 1e12).round().max(1.0) / 1e12
}

fn timed(team: &mut Team, jobs: &[Job<'_>]) -> f64 {
    let started = Instant::now();
    team.run_jobs(jobs, Rules::default(), 1, &AtomicBool::new(false), |_, _| ());
    started.elapsed().as_secs_f64()
}

/// A grid of 10 x 10 with a few objects, different for every number.
fn sample(i: usize) -> Sample {
    let cell = |p: usize| {
        let mixed = (p + 131 * i).wrapping_mul(2_654_435_761) >> 7;
        if mixed.is_multiple_of(3) { (mixed / 3 % 4) as i8 } else { 0 }
    };
    let grid = TaskGrid::new(10, 10, (0..100).map(cell).collect());
    Sample { input: grid.expect("a square of colours"), output: None }
}

fn inputs(sample: &Sample) -> Inputs<'_> {
    Inputs { demo: &[], input: &sample.input, target: None }
}

/// Where measurements are kept; nothing if the system does not say where the user's files are.
pub fn file() -> Option<PathBuf> {
    cache_folder().map(|folder| folder.join("devices.json"))
}

/// What was measured earlier; anything unreadable is measured anew.
fn load() -> BTreeMap<String, Speeds> {
    let text = file().and_then(|file| fs::read(file).ok()).unwrap_or_default();
    let json: Json = serde_json::from_slice(&text).unwrap_or_default();
    let entries = json.as_object().into_iter().flatten();
    entries.filter_map(|(key, value)| Some((key.clone(), speeds_of(value)?))).collect()
}

fn speeds_of(json: &Json) -> Option<Speeds> {
    let number = |name: &str| json[name].as_f64().filter(|n| n.is_finite() && *n > 0.0);
    Some(Speeds {
        batch_seconds: number("batch_seconds")?,
        step_seconds: number("step_seconds")?,
        cpu_step_seconds: number("cpu_step_seconds")?,
    })
}

/// Keeps what was measured of a device, or says why it cannot be kept.
pub fn keep(info: &DeviceInfo, speeds: Speeds) -> io::Result<()> {
    let nowhere = || io::Error::other("neither HOME nor ARCBATT_CACHE is set");
    let file = file().ok_or_else(nowhere)?;
    let mut all = load();
    all.insert(key(info), speeds);
    let entry = |(key, s): (String, Speeds)| {
        let fields = json!({
            "batch_seconds": s.batch_seconds,
            "step_seconds": s.step_seconds,
            "cpu_step_seconds": s.cpu_step_seconds,
        });
        (key, fields)
    };
    let json: serde_json::Map<String, Json> = all.into_iter().map(entry).collect();
    file.parent().map_or(Ok(()), fs::create_dir_all)?;
    fs::write(file, Json::Object(json).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_wins_from_its_break_even_on() {
        let speeds = Speeds { batch_seconds: 1e-3, step_seconds: 1e-8, cpu_step_seconds: 1e-7 };
        let steps = speeds.break_even(2).expect("it is faster");
        assert!(speeds.on_device(1.1 * steps) < speeds.on_cpu(1.1 * steps, 2));
        assert!(speeds.on_device(0.9 * steps) > speeds.on_cpu(0.9 * steps, 2));
        assert_eq!(speeds.break_even(10), None, "ten threads are as fast as the device");
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
        let mut speeds = Speeds { batch_seconds: 0.0, step_seconds: 1e-8, cpu_step_seconds: 1e-7 };
        (0..30).for_each(|_| speeds.learn_device(1000, 1000.0 * 5e-8));
        assert!((speeds.step_seconds - 5e-8).abs() < 1e-9);
        (0..30).for_each(|_| speeds.learn_cpu(1000, 1000.0 * 1e-8, 2));
        assert!((speeds.cpu_step_seconds - 2e-8).abs() < 1e-9);
    }
}
