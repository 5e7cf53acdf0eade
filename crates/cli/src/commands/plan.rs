//! `batt plan`: what a device would get of a merged batt, counted and not run.

use std::collections::BTreeSet;

use exec::batch::Job;
use exec::data::{Dataset, Sample, Task};
use exec::plan::Plan;
use exec::run::{Inputs, Rules};
use gpu::cost::{self, Speeds};
use gpu::device::{self, Device, Found};
use gpu::engine::{Choice, open_all};
use gpu::show::{Coverage, Imagined, Load};
use lang::{Dag, Dialect};
use serde_json::{Value, json};

use super::devices::info_json;
use super::run::{check_wanted, wanted_tasks};
use crate::args::Threads;
use crate::args::device::failure;
use crate::args::gpu::PlanArgs;
use crate::failure::{Exit, Failure, Outcome, Told};
use crate::output::{Output, plural, printable};
use crate::programs::Programs;
use crate::sources::resolve_data;

/// What a report says of the programs of one dialect.
struct Planned {
    dialect: Dialect,
    coverage: Coverage,
    load: Load,
    /// All steps of the batt on all samples, builders included, as the cost model counts them.
    steps: f64,
}

/// The devices that are counted with.
struct Devices {
    opened: Vec<Box<dyn Device + Send>>,
    /// Whether there is none and one is imagined.
    imagined: bool,
}

/// Counts and reports.
pub fn run(args: &PlanArgs, output: &mut Output) -> Outcome {
    let wanted = wanted_tasks(args.tasks.as_deref())?;
    let data = resolve_data(args.source.data.as_deref())?;
    check_wanted(wanted.iter().flatten(), &data)?;
    let programs = load(args, &data, wanted.as_ref(), output)?;
    let is_wanted = |task: &&Task| wanted.as_ref().is_none_or(|ids| ids.contains(&task.id));
    let tasks: Vec<&Task> = data.tasks.iter().filter(is_wanted).collect();
    if programs.programs.is_empty() || tasks.is_empty() {
        let missing = if tasks.is_empty() { "tasks" } else { "programs" };
        return Err(Failure::usage(format!("there are no {missing} to plan for"))
            .hint("see what there is: batt data ls"));
    }
    let mut devices = Devices::open(args)?;
    let plan = |dialect| plan(&programs, dialect, &tasks, &mut devices);
    let asked = |dialect: &Dialect| args.dialect.get().is_none_or(|asked| asked == *dialect);
    let planned: Vec<Planned> = Dialect::ALL.into_iter().filter(asked).filter_map(plan).collect();
    if output.json {
        output.value(&as_json(&planned, &devices, &data))?;
    } else {
        show(&planned, &devices, &data, output)?;
    }
    Ok(if programs.errors.is_empty() { Exit::Ok } else { Exit::Bad })
}

fn load(
    args: &PlanArgs,
    data: &Dataset,
    wanted: Option<&BTreeSet<String>>,
    output: &mut Output,
) -> Result<Programs, Failure> {
    let mut programs =
        Programs::load(&args.files, args.source.data.as_deref(), args.dialect.get())?;
    programs.join(data);
    if let Some(wanted) = wanted {
        programs.keep_tasks(wanted);
    }
    programs.note(output);
    Ok(programs)
}

/// The device that `auto` would take.
fn first(software: bool) -> Option<Box<dyn Device + Send>> {
    let usable = |found: Found| match found {
        Found::Device(info) if software || !info.software => {
            device::open(info.backend, info.index).ok()
        }
        _ => None,
    };
    device::list().into_iter().find_map(usable)
}

impl Devices {
    /// Those that were asked for, or a stand-in.
    fn open(args: &PlanArgs) -> Result<Devices, Failure> {
        let mut opened = match &args.backend {
            Choice::Devices(backend, indices) => {
                open_all(*backend, indices).map_err(|error| failure(&args.backend, &error))?
            }
            Choice::Auto { software } => first(*software).into_iter().collect(),
            Choice::Cpu => Vec::new(),
        };
        let imagined = opened.is_empty();
        if imagined {
            opened.push(Box::new(Imagined::notebook()));
        }
        if let Some(megabytes) = args.device_memory {
            opened.iter_mut().for_each(|device| device.set_limit(megabytes << 20));
        }
        Ok(Devices { opened, imagined })
    }

    /// What was measured of the first; nothing of an imagined one.
    fn speeds(&self) -> Option<Speeds> {
        self.opened.first().filter(|_| !self.imagined).and_then(|d| cost::known(d.info()))
    }

    fn name(&self) -> String {
        let name = |d: &dyn Device| match self.imagined {
            false => printable(&d.info().to_string()),
            true => {
                let (units, gb) = (d.info().compute_units, d.info().memory_bytes / 1_000_000_000);
                format!("an imagined GPU ({}, {gb} GB)", plural(units.into(), "compute unit"))
            }
        };
        self.opened.iter().map(|device| name(&**device)).collect::<Vec<_>>().join(" + ")
    }
}

/// Merges the programs of a dialect and counts; nothing if there are none.
fn plan(
    programs: &Programs,
    dialect: Dialect,
    tasks: &[&Task],
    devices: &mut Devices,
) -> Option<Planned> {
    let mut dag = Dag::new(dialect);
    let of_dialect = programs.programs.iter().filter(|p| p.dialect == dialect);
    of_dialect.for_each(|p| drop(dag.merge(&p.dag)));
    let plan = Plan::new(&dag);
    let samples = tasks.iter().flat_map(|task| task.samples().map(move |sample| (task, sample)));
    let jobs: Vec<Job<'_>> = samples
        .map(|(task, sample)| {
            let Sample { input, output } = sample;
            let inputs = Inputs { demo: &task.demo, input, target: output.as_ref() };
            Job { plan: &plan, inputs }
        })
        .collect();
    let load = Load::of(&jobs, Rules::default(), &mut devices.opened);
    let steps = (plan.steps.len() * jobs.len()) as f64;
    let coverage = Coverage::of(&plan);
    (coverage.programs > 0).then_some(Planned { dialect, coverage, load, steps })
}

impl Planned {
    fn rows(&self, speeds: Option<Speeds>) -> Vec<Vec<String>> {
        let Planned { coverage: c, load: l, .. } = self;
        let parts = l.parts as u64;
        let rows = [
            ("programs", format!("{}; devices have code for {}", c.programs, c.covered_programs)),
            (
                "steps",
                format!(
                    "{} and {} that build functions; devices have code for {} ({:.1} %)",
                    c.steps,
                    c.builders,
                    c.covered_steps,
                    percent(c.covered_steps, c.steps),
                ),
            ),
            ("ops lacking", lacking(c)),
            ("samples", format!("{}; devices get {}", l.samples, l.device_samples)),
            (
                "launches",
                format!(
                    "{parts}, with {} up and {} down (one more for results larger than expected)",
                    plural(l.transfers_up as u64, "transfer"),
                    plural(parts, "transfer"),
                ),
            ),
            (
                "work",
                format!(
                    "{}, {}, {}",
                    plural(l.chunks as u64, "chunk"),
                    plural(l.items as u64, "item"),
                    plural(l.lanes as u64, "group")
                ),
            ),
            (
                "bytes up",
                format!("{}; {} of them stay for later batches", l.bytes_up, l.bytes_staying),
            ),
            ("bytes down", format!("{}, estimated: sizes of results are not known", l.bytes_down)),
            (
                "memory",
                format!(
                    "{} for all, {} of them for each group; at most {} may be used",
                    megabytes(l.buffer_bytes),
                    megabytes(l.group_bytes),
                    megabytes(l.limit_bytes),
                ),
            ),
            (
                "coverage",
                format!(
                    "{:.1} %, estimated: {} steps on devices, {} on the CPU if no program ends early",
                    l.coverage(),
                    l.device_steps,
                    l.cpu_steps,
                ),
            ),
            ("expected", self.expected(speeds)),
        ];
        rows.into_iter().map(|(name, text)| vec![format!("  {name}"), text]).collect()
    }

    /// What the cost model says.
    fn expected(&self, speeds: Option<Speeds>) -> String {
        let threads = Threads(0).get();
        match speeds {
            None => "not known: nothing was measured (batt devices --measure)".into(),
            Some(speeds) => {
                let (device, cpu) =
                    (speeds.on_device(self.steps), speeds.on_cpu(self.steps, threads));
                format!(
                    "{:.2} ms on the device, {:.2} ms on {}, estimated from what was measured: {}",
                    1e3 * device,
                    1e3 * cpu,
                    plural(threads as u64, "thread"),
                    if device < cpu { "device" } else { "cpu" },
                )
            }
        }
    }

    fn json(&self, speeds: Option<Speeds>) -> Value {
        let Planned { coverage: c, load: l, .. } = self;
        let threads = Threads(0).get();
        let expected = speeds.map(|s| {
            json!({
                "device_seconds": s.on_device(self.steps),
                "cpu_seconds": s.on_cpu(self.steps, threads),
                "threads": threads,
            })
        });
        json!({
            "dialect": self.dialect.name(),
            "programs": c.programs,
            "covered_programs": c.covered_programs,
            "steps": c.steps,
            "builders": c.builders,
            "covered_steps": c.covered_steps,
            "lacking": c.lacking,
            "samples": l.samples,
            "device_samples": l.device_samples,
            "launches": l.parts,
            "transfers_up": l.transfers_up,
            "transfers_down": l.parts,
            "chunks": l.chunks,
            "items": l.items,
            "lanes": l.lanes,
            "programs_on_samples": l.outcomes,
            "bytes_up": l.bytes_up,
            "bytes_staying": l.bytes_staying,
            "bytes_down_estimated": l.bytes_down,
            "group_bytes": l.group_bytes,
            "buffer_bytes": l.buffer_bytes,
            "limit_bytes": l.limit_bytes,
            "device_steps_estimated": l.device_steps,
            "cpu_steps_estimated": l.cpu_steps,
            "coverage_estimated": l.coverage(),
            "expected": expected,
        })
    }
}

fn percent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}

/// What devices lack, what most steps need first.
fn lacking(coverage: &Coverage) -> String {
    let mut ops: Vec<(&String, &usize)> = coverage.lacking.iter().collect();
    ops.sort_by_key(|&(name, &count)| (std::cmp::Reverse(count), name));
    let words: Vec<String> = ops
        .iter()
        .map(|(name, count)| format!("{name} ({})", plural(**count as u64, "step")))
        .collect();
    if words.is_empty() { "none".into() } else { words.join(", ") }
}

fn show(planned: &[Planned], devices: &Devices, data: &Dataset, output: &mut Output) -> Told {
    for batt in planned {
        let head = format!(
            "batt of {}, dialect {}",
            plural(batt.coverage.programs as u64, "program"),
            batt.dialect
        );
        output.line(&output.bold(&head))?;
        output.table(&batt.rows(devices.speeds()))?;
        output.line("")?;
    }
    output.line(&format!("counted for {}", devices.name()))?;
    output.line(&output.dim(&format!("data {}", printable(&data.version))))
}

fn as_json(planned: &[Planned], devices: &Devices, data: &Dataset) -> Value {
    json!({
        "batts": planned.iter().map(|batt| batt.json(devices.speeds())).collect::<Vec<_>>(),
        "devices": devices.opened.iter().map(|d| info_json(d.info())).collect::<Vec<_>>(),
        "imagined": devices.imagined,
        "data_version": data.version,
    })
}
