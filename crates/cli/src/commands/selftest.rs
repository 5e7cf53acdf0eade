//! `batt selftest`: a device against the CPU engine, in a report to send back.

mod batts;
mod findings;
mod vectors;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use gpu::cost;
use gpu::device::{self, Backend, Device, DeviceError, DeviceInfo, Done, Found};
use gpu::engine::Choice;
use gpu::source;
use gpu::team::Options;
use lang::Kernel;
use serde_json::{Map, Value, json};

use super::devices::{info_json, info_line, speed_lines, speeds_json};
use crate::args::Threads;
use crate::args::device::failure;
use crate::args::gpu::SelftestArgs;
use crate::failure::{Exit, Failure, Outcome, Told};
use crate::files::write_file;
use crate::output::{Output, plural};
use batts::{BLOCKS, Batt, POLICIES};
use findings::{Report, Tally};
use vectors::Vector;

/// Programs from which on a batt is large.
const LARGE: usize = 100;

/// The kernels that batches and calls use.
const KERNELS: [&str; 2] = ["run_plan", "run_calls"];

/// A device, or why it is none.
type Opened = Done<Box<dyn Device + Send>>;

/// Tests what was asked for and reports.
pub fn run(args: &SelftestArgs, output: &mut Output) -> Outcome {
    let mut report = Report::default();
    about(&mut report);
    let wanted = wanted(&args.backend, &device::list(), &mut report);
    let vectors = vectors::all().map_err(Failure::bad)?;
    let progress = output.spinner("testing the CPU engine");
    cpu(&vectors, &mut report);
    progress.finish_and_clear();
    let wanted = wanted.and_then(|numbers| open(&args.backend, numbers));
    let devices = match wanted {
        Ok(devices) => devices,
        Err(missing) => {
            report.head(&format!("test of {}", args.backend));
            report.fail(&missing.message);
            report.verdict(&args.backend.to_string());
            report.error(&missing);
            deliver(args, &mut report, output)?;
            return Err(missing);
        }
    };
    let batts = batts_at_hand(devices.is_empty(), &mut report)?;
    let names: Vec<String> = devices.iter().map(|d| d.info().to_string()).collect();
    let mut values = Vec::new();
    for device in devices {
        let progress = output.spinner(&format!("testing {}", device.info()));
        values.push(test(device, &vectors, &batts, &mut report));
        progress.finish_and_clear();
    }
    report.value("tested", json!(values));
    let what = if names.is_empty() { "cpu".into() } else { names.join(" + ") };
    report.verdict(&what);
    deliver(args, &mut report, output)?;
    Ok(if report.is_good() { Exit::Ok } else { Exit::Bad })
}

/// Writes the report to a file if one is named, and prints it: also where it could not be written.
fn deliver(args: &SelftestArgs, report: &mut Report, output: &mut Output) -> Told {
    let written = args.output.as_deref().map_or(Ok(()), |path| match output.json {
        true => write_file(path, format!("{}\n", report.json()).as_bytes()),
        false => write_file(path, report.text().as_bytes()),
    });
    if let Err(failure) = &written {
        report.error(failure);
    }
    match output.json {
        true => output.value(&report.json())?,
        false => output.text(report.text())?,
    }
    written
}

fn about(report: &mut Report) {
    let known = Kernel::ALL.iter().filter(|&&kernel| source::knows(kernel)).count();
    let (version, threads) = (env!("CARGO_PKG_VERSION"), Threads(0).get());
    let (system, processor) = (std::env::consts::OS, std::env::consts::ARCH);
    report.head(&format!("batt selftest, version {version}"));
    report.line(&format!("{system} on {processor}, {}", plural(threads as u64, "thread")));
    report.line(&format!("devices have code for {known} of {} kernels", Kernel::ALL.len()));
    report.value("version", json!(version));
    report.value("system", json!(system));
    report.value("processor", json!(processor));
    report.value("threads", json!(threads));
    report.value("kernels", json!({ "all": Kernel::ALL.len(), "on_devices": known }));
}

/// Lists what is there; the devices to test.
fn wanted(
    choice: &Choice,
    found: &[Found],
    report: &mut Report,
) -> Result<Vec<(Backend, usize)>, Failure> {
    report.head("devices");
    let (mut there, mut unusable) = (Vec::new(), Vec::new());
    for found in found {
        match found {
            Found::Device(info) => {
                let (backend, index) = (info.backend, info.index);
                report.line(&format!("{backend}:{index}  {}", info.name));
                report.line(&format!("    {}", info_line(info)));
                there.push(info);
            }
            Found::Unusable { backend, why, .. } => {
                report.line(&format!("{backend}  not usable: {why}"));
                unusable.push(json!({ "backend": backend.name(), "why": why.to_string() }));
            }
        }
    }
    report.value("devices", there.iter().map(|info| info_json(info)).collect());
    report.value("unusable", json!(unusable));
    let number = |info: &&DeviceInfo| (info.backend, info.index);
    Ok(match choice {
        Choice::Cpu => Vec::new(),
        Choice::Auto { software } => {
            there.iter().filter(|i| *software || !i.software).map(number).take(1).collect()
        }
        Choice::Devices(backend, named) if !named.is_empty() => {
            named.iter().map(|&index| (*backend, index)).collect()
        }
        Choice::Devices(backend, _) => {
            let all: Vec<_> = there.iter().filter(|i| i.backend == *backend).map(number).collect();
            if all.is_empty() {
                let why = found.iter().find_map(|found| match found {
                    Found::Unusable { backend: other, why, .. } if other == backend => Some(why),
                    _ => None,
                });
                let none = DeviceError::NoDevice(format!("no {backend} device"));
                return Err(failure(choice, why.unwrap_or(&none)));
            }
            all
        }
    })
}

fn open(
    choice: &Choice,
    numbers: Vec<(Backend, usize)>,
) -> Result<Vec<Box<dyn Device + Send>>, Failure> {
    let opened: Result<Vec<_>, _> =
        numbers.into_iter().map(|(backend, index)| device::open(backend, index)).collect();
    opened.map_err(|error| failure(choice, &error))
}

/// The batts that devices are tested with.
fn batts_at_hand(none: bool, report: &mut Report) -> Result<Vec<Batt>, Failure> {
    if none {
        return Ok(Vec::new());
    }
    let mut batts = batts::embedded()?;
    match batts::reference() {
        Some(batt) => batts.push(batt),
        None => {
            report.head("reference programs");
            report.line("not compared: they are not fetched (batt data get)");
        }
    }
    Ok(batts)
}

/// The CPU engine against the vectors.
fn cpu(vectors: &[Vector], report: &mut Report) {
    report.head("CPU engine");
    let tally = vectors::on_cpu(vectors);
    report.tally("golden vectors", &tally);
    report.compared.0 = tally.equal;
    report.value("cpu_vectors", tally.json());
}

/// A stage of a test that can fail in any way without ending the test.
fn stage<T>(report: &mut Report, name: &str, run: impl FnOnce() -> Result<T, String>) -> Option<T> {
    // Whatever a driver makes of our buffers, a report has to come out of it.
    let result = catch_unwind(AssertUnwindSafe(run));
    let result = result.unwrap_or_else(|_| Err("internal error, please report".into()));
    result.map_err(|error| report.fail(&format!("{name}: {error}"))).ok()
}

/// Tests a device; what came of it, for machines.
fn test(
    device: Box<dyn Device + Send>,
    vectors: &[Vector],
    batts: &[Batt],
    report: &mut Report,
) -> Value {
    let info = device.info().clone();
    report.head(&format!("test of {}:{} {}", info.backend, info.index, info.name));
    let mut values = Map::new();
    values.insert("device".into(), info_json(&info));
    let mut test = Test { device: Ok(device), report, values };
    if test.compile() {
        test.vectors(vectors);
        test.batts(batts);
        test.speed();
        test.memory();
    }
    Value::Object(test.values)
}

/// A test of a device under way.
struct Test<'r> {
    device: Opened,
    report: &'r mut Report,
    values: Map<String, Value>,
}

impl Test<'_> {
    /// Runs a stage with the device, which the stage gives back.
    fn with_device<T>(
        &mut self,
        name: &str,
        run: impl FnOnce(Box<dyn Device + Send>) -> (Opened, Result<T, String>),
    ) -> Option<T> {
        let gone =
            || Err(DeviceError::Lost("an earlier stage did not give the device back".into()));
        let device = std::mem::replace(&mut self.device, gone());
        let kept = &mut self.device;
        stage(self.report, name, || {
            let (device, result) = run(device.map_err(|error| error.to_string())?);
            *kept = device;
            result
        })
    }

    fn compile(&mut self) -> bool {
        let compiled = self.with_device("compiling", |mut device| {
            let started = Instant::now();
            let block = device.info().usual_block();
            let result = KERNELS.iter().try_for_each(|kernel| device.prepare(kernel, block));
            let seconds = started.elapsed().as_secs_f64();
            (Ok(device), result.map(|()| seconds).map_err(|error| error.to_string()))
        });
        if let Some(seconds) = compiled {
            self.report.line(&format!("compiling took {seconds:.2} s"));
            self.values.insert("compile_seconds".into(), json!(seconds));
        }
        compiled.is_some()
    }

    fn vectors(&mut self, vectors: &[Vector]) {
        let tally = self.with_device("golden vectors", |mut device| {
            let block = device.info().usual_block();
            let tally = vectors::on_device(vectors, &mut *device, block);
            (Ok(device), tally.map_err(|error| error.to_string()))
        });
        let Some(tally) = tally else { return };
        self.report.tally("golden vectors", &tally);
        if tally.equal == 0 {
            self.report.fail("golden vectors: the device answered none");
        }
        self.report.compared.0 += tally.equal;
        self.values.insert("vectors".into(), tally.json());
    }

    fn batts(&mut self, batts: &[Batt]) {
        let mut values = Vec::new();
        for batt in batts {
            // One size shows the speed, and several are for batts that take no time.
            let blocks = if batt.programs() < LARGE { &BLOCKS[..] } else { &BLOCKS[..1] };
            values.extend(self.batt(batt, blocks));
        }
        self.values.insert("batts".into(), json!(values));
    }

    /// Compares a batt under all policies with some block sizes.
    fn batt(&mut self, batt: &Batt, blocks: &[Option<usize>]) -> Vec<Value> {
        let (programs, samples) = (batt.programs() as u64, batt.samples() as u64);
        let (programs, samples) = (plural(programs, "program"), plural(samples, "sample"));
        let sizes: Vec<String> =
            blocks.iter().map(|b| b.map_or("the usual".into(), |n| n.to_string())).collect();
        let sizes = sizes.join(", ");
        self.report.line(&format!("{}: {programs} on {samples}, blocks: {sizes}", batt.name));
        let threads = Threads(0).get();
        let mut values = Vec::new();
        for (policy_name, policy) in POLICIES {
            let wanted = batts::on_cpu(batt, policy, threads);
            let mut all = Tally::default();
            let mut usual = None;
            for &block in blocks {
                let size = block.map_or("usual blocks".into(), |n| format!("blocks of {n}"));
                let name = format!("{}, {policy_name}, {size}", batt.name);
                let compared = self.with_device(&name, |device| {
                    let options = Options { block, ..Options::DEFAULT };
                    let (device, compared) =
                        batts::compare(batt, policy, options, threads, &wanted, device);
                    let gone = || DeviceError::Lost("no device came back".into());
                    (device.ok_or_else(gone), Ok(compared))
                });
                let Some(compared) = compared else { continue };
                for error in &compared.stats.errors {
                    self.report.fail(&format!("{name}: {error}"));
                }
                let mut value = compared.json();
                value["batt"] = json!(batt.name);
                value["policy"] = json!(policy_name);
                value["block"] = json!(block);
                values.push(value);
                usual.get_or_insert(compared.words());
                all.add(compared.tally, &size);
            }
            self.report.tally(&format!("{}, {policy_name}", batt.name), &all);
            usual.iter().for_each(|words| self.report.line(&format!("    {words}")));
            self.report.compared.1 += all.equal;
        }
        values
    }

    fn speed(&mut self) {
        let speeds = self.with_device("speed", |device| {
            let (device, speeds) = cost::measure(device);
            (Ok(device), speeds.map_err(|error| error.to_string()))
        });
        let Some(speeds) = speeds else { return };
        let threads = Threads(0).get();
        speed_lines(&speeds, threads).iter().for_each(|line| self.report.line(line));
        self.values.insert("speeds".into(), speeds_json(&speeds, threads));
    }

    fn memory(&mut self) {
        let seen = self.with_device("memory", |device| {
            let seen = (device.limit(), device.counters().clone(), device.kernels());
            (Ok(device), Ok(seen))
        });
        let Some((limit, counters, kernels)) = seen else { return };
        self.report.line(&format!("kernels: {kernels}"));
        self.values.insert("kernels".into(), json!(kernels));
        let megabytes = |bytes: u64| bytes as f64 / 1e6;
        self.report.line(&format!(
            "memory: the largest buffer took {:.1} MB, {:.1} MB are allowed",
            megabytes(counters.memory_high),
            megabytes(limit),
        ));
        if counters.memory_high > limit {
            self.report.fail("memory: more was used than is allowed");
        }
        self.report.line(&format!(
            "in all: {} launches, {} transfers up ({:.1} MB), {} down ({:.1} MB), {:.2} s in kernels",
            counters.launches,
            counters.transfers_up,
            megabytes(counters.bytes_up),
            counters.transfers_down,
            megabytes(counters.bytes_down),
            counters.device_seconds,
        ));
        let value = json!({
            "limit_bytes": limit, "memory_high": counters.memory_high,
            "launches": counters.launches, "transfers_up": counters.transfers_up,
            "transfers_down": counters.transfers_down, "bytes_up": counters.bytes_up,
            "bytes_down": counters.bytes_down, "device_seconds": counters.device_seconds,
        });
        self.values.insert("counters".into(), value);
    }
}

#[cfg(test)]
mod tests;
