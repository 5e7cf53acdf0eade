//! `batt devices`: what there is to compute on, and what it costs to use it.

mod ops;

use gpu::cost::{self, Speeds};
use gpu::device::{self, Backend, DeviceInfo, Found};
use gpu::ops::OpCosts;
use serde_json::{Value, json};

use crate::args::Threads;
use crate::args::gpu::DevicesArgs;
use crate::failure::{Exit, Outcome, Told};
use crate::output::{Output, plural, printable, shown};

const SOFTWARE: &str = "it is the CPU in disguise; auto:software would consider it";
const OTHER: &str = "auto takes the GPUs of CUDA, which may be the same";

/// What was found, and what is known of it.
struct Row {
    found: Found,
    speeds: Option<Speeds>,
    ops: Option<OpCosts>,
    /// Which kernels it gets and why.
    kernels: Option<String>,
    /// Why it could not be measured.
    error: Option<String>,
    /// Why what was measured could not be kept.
    unkept: Option<String>,
    /// Why `auto` leaves it alone; nothing if it is taken.
    left: Option<String>,
}

/// Lists devices, measured anew if asked for.
pub fn run(args: &DevicesArgs, output: &mut Output) -> Outcome {
    let mut rows = rows(device::list());
    for row in &mut rows {
        let unknown = args.ops && (row.speeds.is_none() || row.ops.is_none());
        if args.measure || unknown {
            let progress = output.spinner("measuring");
            row.measure(args.ops);
            progress.finish_and_clear();
        }
    }
    let threads = Threads(0).get();
    if output.json {
        output.value(&as_json(&rows, threads, args.ops))?;
    } else {
        show(&rows, threads, args, output)?;
    }
    Ok(if rows.iter().any(|row| row.error.is_some()) { Exit::Bad } else { Exit::Ok })
}

fn rows(found: Vec<Found>) -> Vec<Row> {
    let is_gpu = |found: &Found, of: Backend| match found {
        Found::Device(info) => !info.software && info.backend == of,
        Found::Unusable { .. } => false,
    };
    let has_cuda = found.iter().any(|found| is_gpu(found, Backend::Cuda));
    let row = |found: Found| {
        let left = match &found {
            Found::Unusable { .. } => Some("not usable".to_string()),
            Found::Device(info) if info.software => Some(SOFTWARE.to_string()),
            Found::Device(_) => {
                (has_cuda && is_gpu(&found, Backend::OpenCl)).then(|| OTHER.to_string())
            }
        };
        let row =
            Row { found, speeds: None, ops: None, kernels: None, error: None, unkept: None, left };
        let Some(info) = row.info() else { return row };
        let (speeds, ops) = (cost::known(info), cost::known_ops(info));
        let kernels = Some(device::kernels(info.backend));
        Row { speeds, ops, kernels, ..row }
    };
    found.into_iter().map(row).collect()
}

impl Row {
    fn info(&self) -> Option<&DeviceInfo> {
        match &self.found {
            Found::Device(info) => Some(info),
            Found::Unusable { .. } => None,
        }
    }

    /// Measures the device, and its ops if asked for or if they were measured before, and keeps what it is.
    fn measure(&mut self, ops: bool) {
        let Found::Device(info) = &self.found else { return };
        let (opened, speeds) = match device::open(info.backend, info.index).map(cost::measure) {
            Ok((opened, Ok(speeds))) => (Some(opened), Ok(speeds)),
            Ok((_, Err(error))) | Err(error) => (None, Err(error)),
        };
        let kept = speeds.clone().and_then(|speeds| {
            let mut kept = cost::keep(info, speeds);
            self.speeds = Some(speeds);
            let Some(mut device) = opened else { return Ok(kept) };
            if ops || self.ops.is_some() {
                let costs = gpu::ops::measure(&mut *device, speeds)?;
                kept = kept.and(cost::keep_ops(info, &costs));
                self.ops = Some(costs);
            }
            self.kernels = Some(device.kernels());
            Ok(kept)
        });
        match kept {
            Ok(kept) => self.unkept = kept.err().map(|error| error.to_string()),
            Err(error) => self.error = Some(error.to_string()),
        }
    }

    fn name(&self) -> String {
        match &self.found {
            Found::Device(info) => format!("{}:{}", info.backend, info.index),
            Found::Unusable { backend, index: Some(index), .. } => format!("{backend}:{index}"),
            Found::Unusable { backend, index: None, .. } => backend.to_string(),
        }
    }
}

/// What is known of a device's speed, in words.
pub fn speed_lines(speeds: &Speeds, threads: usize) -> Vec<String> {
    let even = match speeds.break_even(threads) {
        Some(steps) => format!("it should win from {steps:.0} steps on"),
        None => "no batch is large enough for it to win".into(),
    };
    vec![
        format!("smallest batch {:.3} ms, launch and both transfers", 1e3 * speeds.batch_seconds),
        format!(
            "a step takes {:.1} ns there and {:.1} ns on a CPU thread; against {}: {even}",
            1e9 * speeds.step_seconds,
            1e9 * speeds.cpu_step_seconds,
            plural(threads as u64, "thread"),
        ),
    ]
}

/// The same for machines.
pub fn speeds_json(speeds: &Speeds, threads: usize) -> Value {
    json!({
        "batch_seconds": speeds.batch_seconds,
        "step_seconds": speeds.step_seconds,
        "cpu_batch_seconds": speeds.cpu_batch_seconds,
        "cpu_step_seconds": speeds.cpu_step_seconds,
        "break_even_steps": speeds.break_even(threads),
    })
}

/// A device's facts for machines.
pub fn info_json(info: &DeviceInfo) -> Value {
    json!({
        "backend": info.backend.name(),
        "index": info.index,
        "name": info.name,
        "driver": info.driver,
        "software": info.software,
        "memory_bytes": info.memory_bytes,
        "max_buffer_bytes": info.max_buffer_bytes,
        "compute_units": info.compute_units,
    })
}

/// A device's facts in a line.
pub fn info_line(info: &DeviceInfo) -> String {
    let kind = if info.software { "software" } else { "hardware" };
    let gib = |bytes: u64| bytes as f64 / (1u64 << 30) as f64;
    format!(
        "{kind}, {}, {:.1} GiB (largest buffer {:.1} GiB), driver {}",
        plural(info.compute_units.into(), "compute unit"),
        gib(info.memory_bytes),
        gib(info.max_buffer_bytes),
        printable(&info.driver),
    )
}

fn show(rows: &[Row], threads: usize, args: &DevicesArgs, output: &mut Output) -> Told {
    for row in rows {
        let name = output.bold(&row.name());
        match &row.found {
            Found::Device(info) => {
                output.line(&format!("{name}  {}", printable(&info.name)))?;
                output.line(&format!("    {}", info_line(info)))?;
                let kernels = row.kernels.as_deref().unwrap_or_default();
                output.line(&format!("    kernels: {}", printable(kernels)))?;
                show_speed(row, threads, output)?;
                if let Some(costs) = row.ops.as_ref().filter(|_| args.ops) {
                    show_ops(costs, threads, output)?;
                }
            }
            Found::Unusable { why, .. } => {
                output.line(&format!("{name}  not usable: {}", printable(&why.to_string())))?;
            }
        }
        output.line("")?;
    }
    match &taken(rows)[..] {
        [] => output.line("--backend auto uses the CPU: there is no hardware device")?,
        names => output.line(&format!(
            "--backend auto uses {} for batches where it should win, else the CPU",
            names.join(" + ")
        ))?,
    }
    for row in rows.iter().filter(|row| row.info().is_some()) {
        if let Some(left) = &row.left {
            output.line(&format!("    {} is left alone: {left}", row.name()))?;
        }
    }
    if args.measure { output.line(&output.dim(&where_kept(rows))) } else { Ok(()) }
}

/// The devices that `auto` takes.
fn taken(rows: &[Row]) -> Vec<String> {
    rows.iter().filter(|row| row.left.is_none()).map(Row::name).collect()
}

fn show_ops(costs: &OpCosts, threads: usize, output: &mut Output) -> Told {
    output.line("")?;
    output.table(&ops::table(costs, threads))?;
    output.line("")?;
    output.line(&format!(
        "With --backend auto a program whose steps should take longer on the device than on {} stays on the CPU.",
        plural(threads as u64, "thread"),
    ))
}

/// Where measurements are, or why they are nowhere.
fn where_kept(rows: &[Row]) -> String {
    let file = cost::file().map_or(String::new(), |file| format!(" in {}", shown(&file)));
    match unkept(rows) {
        None => format!("measurements are kept{file}"),
        Some(why) => format!("measurements could not be kept{file}: {why}"),
    }
}

fn unkept(rows: &[Row]) -> Option<&str> {
    rows.iter().find_map(|row| row.unkept.as_deref())
}

fn show_speed(row: &Row, threads: usize, output: &mut Output) -> Told {
    match (&row.error, &row.speeds) {
        (Some(error), _) => output.line(&format!("    cannot be measured: {}", printable(error))),
        (None, Some(speeds)) => speed_lines(speeds, threads)
            .iter()
            .try_for_each(|line| output.line(&format!("    {line}"))),
        (None, None) => output.line("    not measured yet: batt devices --measure"),
    }
}

fn as_json(rows: &[Row], threads: usize, with_ops: bool) -> Value {
    let device = |row: &Row| {
        let mut value = info_json(row.info()?);
        value["auto"] = json!(row.left.is_none());
        value["left_alone"] = json!(row.left);
        value["measured"] = json!(row.speeds.map(|speeds| speeds_json(&speeds, threads)));
        value["kernels"] = json!(row.kernels);
        value["error"] = json!(row.error);
        if with_ops {
            value["ops"] = json!(row.ops.as_ref().map(|costs| ops::json(costs, threads)));
        }
        Some(value)
    };
    let unusable = |row: &Row| match &row.found {
        Found::Device(_) => None,
        Found::Unusable { backend, index, why } => Some(json!({
            "backend": backend.name(), "index": index, "kind": why.kind(), "why": why.to_string(),
        })),
    };
    let taken = taken(rows);
    let auto = if taken.is_empty() { "cpu".to_string() } else { taken.join(" + ") };
    json!({
        "devices": rows.iter().filter_map(device).collect::<Vec<_>>(),
        "unusable": rows.iter().filter_map(unusable).collect::<Vec<_>>(),
        "auto": auto,
        "threads": threads,
        "kept_in": cost::file().map(|file| shown(&file)),
        "not_kept": unkept(rows),
    })
}

#[cfg(test)]
mod tests {
    use gpu::device::DeviceError;

    use super::*;

    fn device(backend: Backend, index: usize, software: bool) -> Found {
        Found::Device(DeviceInfo {
            backend,
            index,
            name: "test".into(),
            driver: "1".into(),
            memory_bytes: 1 << 30,
            max_buffer_bytes: 1 << 30,
            compute_units: 4,
            software,
            lanes: if software { 1 } else { gpu::device::LANES },
        })
    }

    #[test]
    fn auto_takes_all_gpus_of_one_backend() {
        let why = DeviceError::Missing("no library".into());
        let gone = Found::Unusable { backend: Backend::OpenCl, index: None, why };
        let (opencl, cuda) = (Backend::OpenCl, Backend::Cuda);
        let mut found = vec![gone, device(opencl, 0, true), device(opencl, 1, false)];
        let auto = |found: &[Found]| as_json(&rows(found.to_vec()), 2, false)["auto"].clone();
        assert_eq!(auto(&found[..2]), "cpu");
        assert_eq!(auto(&found), "opencl:1");
        found.extend([device(cuda, 0, false), device(cuda, 1, false)]);
        assert_eq!(auto(&found), "cuda:0 + cuda:1");
        let json = as_json(&rows(found), 2, true);
        let left = |i: usize| &json["devices"][i]["left_alone"];
        assert_eq!((left(0), left(1), left(2)), (&json!(SOFTWARE), &json!(OTHER), &Value::Null));
        assert_eq!(json["unusable"][0]["why"], "no library");
        assert_eq!(json["devices"][2]["ops"], Value::Null);
    }

    #[test]
    fn measurements_that_cannot_be_kept_are_not_said_to_be() {
        let mut rows = rows(vec![device(Backend::Cuda, 0, false)]);
        assert!(where_kept(&rows).starts_with("measurements are kept"));
        assert_eq!(as_json(&rows, 2, false)["not_kept"], Value::Null);
        rows[0].unkept = Some("no such folder".into());
        assert!(where_kept(&rows).starts_with("measurements could not be kept"));
        assert_eq!(as_json(&rows, 2, false)["not_kept"], "no such folder");
    }
}
