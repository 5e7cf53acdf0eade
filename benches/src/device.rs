//! Devices against our own CPU engine, on batches of several sizes.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use exec::batch::{Job, run_jobs};
use exec::data::{Dataset, Sample, Task};
use exec::plan::Plan;
use exec::run::{Inputs, Rules};
use gpu::device::{self, Backend};
use gpu::team::{Options as Use, Team};
use lang::{Dag, Dialect};

use crate::data::{self, Files};
use crate::options::Options;
use crate::report::{DeviceRow, Devices};

/// Programs of one op, and which goal they belong to.
const SINGLE: [(&str, Kind); 8] = [
    ("rot90(I)", Kind::Transform),
    ("hmirror(I)", Kind::Transform),
    ("dmirror(I)", Kind::Transform),
    ("replace(I, ZERO, ONE)", Kind::Transform),
    ("upscale(I, TWO)", Kind::Transform),
    ("fill(I, ONE, asindices(I))", Kind::Other),
    ("objects(I, T, F, T)", Kind::Labelling),
    ("objects(I, F, T, F)", Kind::Labelling),
];

/// What a row is measured for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Transform,
    Labelling,
    Other,
}

/// Threads of the CPU engine, as many as the device has cores here.
const THREADS: usize = 2;

/// All rows; none where there is no OpenCL device.
pub fn all(options: &Options, files: &Files) -> Result<Devices, String> {
    let device = match device::open(Backend::OpenCl, 0) {
        Ok(device) => device,
        Err(why) => return Ok(Devices { name: format!("none: {why}"), ..Devices::default() }),
    };
    let name = device.info().to_string();
    let mut team = Team::new(vec![device], Use::DEFAULT);
    let (programs, tasks) = (data::parse(&files.source()?)?, data::tasks(files)?);
    let samples = samples(&tasks);
    let mut devices = Devices { name, ..Devices::default() };
    for (body, kind) in SINGLE {
        let plan = plan_of(body)?;
        for &size in options.device_batches() {
            let row = row(&mut team, &plan, &samples, size, body.to_string(), options.passes);
            let is_largest = options.device_batches().last() == Some(&size);
            let worst = match kind {
                Kind::Transform if is_largest => Some(&mut devices.transforms),
                Kind::Labelling if is_largest => Some(&mut devices.labelling),
                _ => None,
            };
            if let Some(worst) = worst {
                *worst = worst.max(row.device_ms / row.cpu_ms);
            }
            devices.rows.push(row);
        }
    }
    let mut dag = Dag::new(Dialect::Arc);
    programs.iter().for_each(|p| {
        dag.merge(&p.dag);
    });
    let (plan, spread) = (Plan::new(&dag), spread(&samples));
    for &size in options.device_batts() {
        let what = format!("{} programs merged", programs.len());
        let row = row(&mut team, &plan, &spread, size, what, 1);
        devices.coverage = row.coverage;
        devices.rows.push(row);
    }
    Ok(devices)
}

fn plan_of(body: &str) -> Result<Plan, String> {
    let text = format!("def solve_bench(I):\n    return {body}\n");
    let parsed = lang::parse(text.as_bytes(), "bench", Some(Dialect::Arc));
    let program = parsed.programs.first().ok_or_else(|| format!("{body} does not parse"))?;
    Ok(Plan::new(&program.dag))
}

type Case<'d> = (&'d Task, &'d Sample);

fn samples(tasks: &Dataset) -> Vec<Case<'_>> {
    tasks.tasks.iter().flat_map(|task| task.samples().map(move |sample| (task, sample))).collect()
}

/// The samples in an order that makes any first part a fair choice.
fn spread<'d>(samples: &[Case<'d>]) -> Vec<Case<'d>> {
    // A step that has no factor in common with any length up to its square.
    (0..samples.len()).map(|i| samples[i * 7919 % samples.len()]).collect()
}

fn row<'d>(
    team: &mut Team,
    plan: &'d Plan,
    samples: &[Case<'d>],
    size: usize,
    what: String,
    repeat: usize,
) -> DeviceRow {
    let job = |(task, sample): Case<'d>| Job {
        plan,
        inputs: Inputs { demo: &task.demo, input: &sample.input, target: None },
    };
    let jobs: Vec<Job<'d>> = samples.iter().copied().cycle().take(size).map(job).collect();
    let (stop, rules) = (AtomicBool::new(false), Rules::default());
    // The first batch tells how large results are.
    team.run_jobs(&jobs[..1], rules, THREADS, &stop, |_, _| ());
    let mut best = DeviceRow { what, samples: size, ..DeviceRow::default() };
    (best.cpu_ms, best.device_ms) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..repeat.max(1) {
        let started = Instant::now();
        run_jobs(&jobs, rules, THREADS, &stop, |_, _| ());
        best.cpu_ms = best.cpu_ms.min(1e3 * started.elapsed().as_secs_f64());
        let before = team.stats();
        let started = Instant::now();
        team.run_jobs(&jobs, rules, THREADS, &stop, |_, _| ());
        let device_ms = 1e3 * started.elapsed().as_secs_f64();
        let after = team.stats();
        if device_ms < best.device_ms {
            best.device_ms = device_ms;
            let (a, b) = (&after.counters, &before.counters);
            best.kernel_ms = 1e3 * (a.device_seconds - b.device_seconds);
            best.launches = a.launches - b.launches;
            best.transfers = a.transfers_up + a.transfers_down - b.transfers_up - b.transfers_down;
            best.kilobytes = (a.bytes_up + a.bytes_down - b.bytes_up - b.bytes_down) / 1000;
            let (gpu, cpu) = (after.gpu_ops - before.gpu_ops, after.cpu_ops - before.cpu_ops);
            best.coverage = 100.0 * gpu as f64 / (gpu + cpu).max(1) as f64;
        }
    }
    best
}
