//! The work that is counted: vectors by family, merged batts.

use std::collections::BTreeMap;
use std::fs;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use exec::arena::Arena;
use exec::batch::{Job, run_jobs};
use exec::cx::Cx;
use exec::data::{Sample, Task};
use exec::plan::Plan;
use exec::run::{Inputs, Rules};
use exec::value::Value;
use gpu::calls::{Calls, default_limit};
use gpu::device::{self, Backend, Device};
use gpu::source;
use gpu::team::{Options, Team};
use judge::material;
use lang::{Dag, Dialect, Family, Program};

use crate::{Counts, needs, processor};

/// A line of the table.
#[derive(Clone)]
pub struct Row {
    pub name: String,
    pub items: usize,
    pub counts: Counts,
    /// Items per second of the CPU engine on two threads, by processor time, measured beside.
    pub cpu: Option<f64>,
}

/// Samples of the merged batts of reference programs: one warp's worth.
const SAMPLES: usize = 32;

/// Runs on the CPU engine.
const ROUNDS: usize = 10;

/// Calls of a launch.
const PART: usize = 2048;

fn open() -> Result<Box<dyn Device + Send>, String> {
    device::open(Backend::Cuda, 0).map_err(|e| format!("no simulator: {e}"))
}

/// The file that the simulator writes its counts to.
pub fn report_path() -> Result<String, String> {
    std::env::var("CUDASIM_REPORT").map_err(|_| "CUDASIM_REPORT names no file".into())
}

/// Runs something and reads what the simulator counted meanwhile.
fn counted(
    name: &str,
    items: usize,
    run: impl FnOnce() -> Result<(), String>,
) -> Result<Row, String> {
    let path = report_path()?;
    let before = fs::read_to_string(&path).unwrap_or_default().len();
    let start = Instant::now();
    run()?;
    let report = fs::read_to_string(&path).map_err(|e| format!("{path}: {e}"))?;
    let mut counts = Counts::default();
    report[before..].lines().try_for_each(|line| counts.add(line))?;
    let (seconds, done) = (start.elapsed().as_secs_f64(), counts.warp_instructions);
    eprintln!("{name}: {items} items, {:.1} M warp instructions, {seconds:.1} s", done / 1e6);
    Ok(Row { name: name.to_string(), items, counts, cpu: None })
}

/// All golden vectors, by the family of the op that they are about.
pub fn families() -> Result<Vec<Row>, String> {
    let arena = Arena::new();
    let contexts = Dialect::ALL.map(|dialect| Cx::new(&arena, dialect));
    let mut by_family: BTreeMap<Family, Vec<(Dialect, Vec<Call<'_>>)>> = BTreeMap::new();
    for cx in &contexts {
        let mut calls: BTreeMap<Family, Vec<Call<'_>>> = BTreeMap::new();
        for (_, f, args) in judge::vectors::calls(cx) {
            let Value::Op(op) = f else { continue };
            if source::knows(op.kernel()) {
                calls.entry(op.kernel().info().family).or_default().push((f, args));
            }
        }
        for (family, calls) in calls {
            by_family.entry(family).or_default().push((cx.lay.dialect, calls));
        }
    }
    let mut device = open()?;
    let row = |(family, calls): (Family, Vec<(Dialect, Vec<Call<'_>>)>)| {
        let items = calls.iter().map(|(_, c)| c.len()).sum();
        let name = format!("vectors of family {family:?}");
        counted(&name, items, || calls.iter().try_for_each(|(d, c)| run_calls(&mut *device, *d, c)))
    };
    by_family.into_iter().map(row).collect()
}

type Call<'a> = (Value<'a>, Vec<Value<'a>>);

fn run_calls(device: &mut dyn Device, dialect: Dialect, calls: &[Call<'_>]) -> Result<(), String> {
    for part in calls.chunks(PART) {
        let list: Vec<_> = part.iter().map(|(f, args)| (*f, &args[..])).collect();
        let calls = Calls::new(dialect, &list, default_limit());
        let start = ("run_calls", device.info().usual_block(), calls.lanes());
        let run = device.run(start, calls.words(), calls.total_words(), calls.answers());
        run.map_err(|e| e.to_string())?;
    }
    Ok(())
}

type Case = (Vec<Sample>, Sample);

fn samples_of(tasks: &[Task]) -> Vec<Case> {
    let of = |task: &Task| -> Vec<Case> {
        task.samples().map(|s| (task.demo.clone(), s.clone())).collect()
    };
    tasks.iter().flat_map(of).collect()
}

fn merged(
    name: &str,
    dialect: Dialect,
    programs: &[Program],
    samples: &[Case],
    options: Options,
) -> Result<Row, String> {
    let mut dag = Dag::new(dialect);
    programs.iter().for_each(|p| {
        dag.merge(&p.dag);
    });
    let plan = Plan::new(&dag);
    let jobs: Vec<Job<'_>> = samples
        .iter()
        .map(|(demo, sample)| {
            let target = sample.output.as_ref();
            Job { plan: &plan, inputs: Inputs { demo, input: &sample.input, target } }
        })
        .collect();
    let cpu = Some(samples.len() as f64 / seconds_on_cpu(&jobs));
    let mut team = Team::new(vec![open()?], options);
    let row = counted(name, samples.len(), || {
        let stop = AtomicBool::new(false);
        team.run_jobs(&jobs, Rules::default(), 1, &stop, |_, _| ());
        let stats = team.stats();
        eprintln!("coverage {:.1} %, fallbacks {:?}", stats.coverage(), stats.fallbacks);
        if stats.errors.is_empty() { Ok(()) } else { Err(stats.errors.join("\n")) }
    })?;
    Ok(Row { cpu, ..row })
}

/// What two threads would take that nothing else keeps from their cores: half of the processor's time, the mean of some runs.
fn seconds_on_cpu(jobs: &[Job<'_>]) -> f64 {
    let before = processor::seconds();
    for _ in 0..ROUNDS {
        run_jobs(jobs, Rules::default(), 2, &AtomicBool::new(false), |_, _| ());
    }
    (processor::seconds() - before) / (2 * ROUNDS) as f64
}

/// The embedded programs on the embedded tasks.
pub fn embedded() -> Result<Vec<Row>, String> {
    let samples = samples_of(material::tasks());
    let row = |dialect| {
        let name = format!("merged batt of the embedded programs, {dialect}");
        merged(&name, dialect, material::programs(dialect), &samples, Options::DEFAULT)
    };
    Dialect::ALL.map(row).into_iter().collect()
}

/// How reference programs are run, and on which samples.
pub struct Way {
    name: &'static str,
    options: Options,
    /// The kernels were tuned on some samples, and not on the others, which lie half way between these.
    other: bool,
}

/// A group for each sample makes few chunks of the batt, as when samples fill a device.
const LARGE: Options = Options { lanes: Some(SAMPLES), ..Options::DEFAULT };
pub const WAYS: [Way; 3] = [
    Way { name: "in a small batch", options: Options::DEFAULT, other: false },
    Way { name: "as in a large batch", options: LARGE, other: false },
    Way { name: "as in a large batch, other samples", options: LARGE, other: true },
];

/// All reference programs on samples of all kinds of tasks; nothing if they are not fetched.
pub fn reference(ways: &[Way]) -> Result<Vec<Row>, String> {
    let Some((programs, data)) = needs::reference() else { return Ok(vec![]) };
    let all = samples_of(&data.tasks);
    let step = all.len() / SAMPLES;
    let row = |way: &Way| {
        let first = if way.other { step / 2 } else { 0 };
        let samples: Vec<Case> =
            all.iter().skip(first).step_by(step).take(SAMPLES).cloned().collect();
        let name = format!("merged batt of {} reference programs, {}", programs.len(), way.name);
        merged(&name, Dialect::Arc, &programs, &samples, way.options)
    };
    ways.iter().map(row).collect()
}
