//! `batt devices`: what there is to compute on, and what it costs to use it.

use gpu::cost::{self, Speeds};
use gpu::device::{self, DeviceInfo, Found};
use serde_json::{Value, json};

use crate::args::Threads;
use crate::args::gpu::DevicesArgs;
use crate::failure::{Exit, Outcome, Told};
use crate::output::{Output, plural, printable, shown};

const SOFTWARE: &str = "it is the CPU in disguise; auto:software would consider it";
const LATER: &str = "auto takes the first device that is one";

/// What was found, and what is known of it.
struct Row {
    found: Found,
    speeds: Option<Speeds>,
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
    for row in rows.iter_mut().filter(|_| args.measure) {
        let progress = output.spinner("measuring");
        row.measure();
        progress.finish_and_clear();
    }
    let threads = Threads(0).get();
    if output.json {
        output.value(&as_json(&rows, threads))?;
    } else {
        show(&rows, threads, args.measure, output)?;
    }
    Ok(if rows.iter().any(|row| row.error.is_some()) { Exit::Bad } else { Exit::Ok })
}

fn rows(found: Vec<Found>) -> Vec<Row> {
    let mut taken = false;
    let row = |found: Found| {
        let (speeds, left) = match &found {
            Found::Unusable { .. } => (None, Some("not usable".to_string())),
            Found::Device(info) => {
                let left = match info.software {
                    true => Some(SOFTWARE.to_string()),
                    false => std::mem::replace(&mut taken, true).then(|| LATER.to_string()),
                };
                (cost::known(info), left)
            }
        };
        Row { found, speeds, error: None, unkept: None, left }
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

    /// Measures the device and keeps what it is.
    fn measure(&mut self) {
        let Found::Device(info) = &self.found else { return };
        let measured = device::open(info.backend, info.index).and_then(|d| cost::measure(d).1);
        match measured {
            Ok(speeds) => {
                self.unkept = cost::keep(info, speeds).err().map(|error| error.to_string());
                self.speeds = Some(speeds);
            }
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

fn show(rows: &[Row], threads: usize, measured: bool, output: &mut Output) -> Told {
    for row in rows {
        let name = output.bold(&row.name());
        match &row.found {
            Found::Device(info) => {
                output.line(&format!("{name}  {}", printable(&info.name)))?;
                output.line(&format!("    {}", info_line(info)))?;
                show_speed(row, threads, output)?;
            }
            Found::Unusable { why, .. } => {
                output.line(&format!("{name}  not usable: {}", printable(&why.to_string())))?;
            }
        }
        output.line("")?;
    }
    match rows.iter().find(|row| row.left.is_none()) {
        Some(row) => output.line(&format!(
            "--backend auto uses {} for batches where it should win, else the CPU",
            row.name()
        ))?,
        None => output.line("--backend auto uses the CPU: there is no hardware device")?,
    }
    for row in rows.iter().filter(|row| row.info().is_some()) {
        if let Some(left) = &row.left {
            output.line(&format!("    {} is left alone: {left}", row.name()))?;
        }
    }
    if measured { output.line(&output.dim(&where_kept(rows))) } else { Ok(()) }
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

fn as_json(rows: &[Row], threads: usize) -> Value {
    let device = |row: &Row| {
        let mut value = info_json(row.info()?);
        value["auto"] = json!(row.left.is_none());
        value["left_alone"] = json!(row.left);
        value["measured"] = json!(row.speeds.map(|speeds| speeds_json(&speeds, threads)));
        value["error"] = json!(row.error);
        Some(value)
    };
    let unusable = |row: &Row| match &row.found {
        Found::Device(_) => None,
        Found::Unusable { backend, index, why } => Some(json!({
            "backend": backend.name(), "index": index, "kind": why.kind(), "why": why.to_string(),
        })),
    };
    let auto = rows.iter().find(|row| row.left.is_none()).map_or("cpu".into(), Row::name);
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
    use gpu::device::{Backend, DeviceError};

    use super::*;

    fn device(index: usize, software: bool) -> Found {
        Found::Device(DeviceInfo {
            backend: Backend::Cuda,
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
    fn auto_takes_the_first_hardware_device() {
        let why = DeviceError::Missing("no library".into());
        let gone = Found::Unusable { backend: Backend::OpenCl, index: None, why };
        let rows = rows(vec![gone, device(0, true), device(1, false), device(2, false)]);
        let taken: Vec<bool> = rows.iter().map(|row| row.left.is_none()).collect();
        assert_eq!(taken, [false, false, true, false]);
        let json = as_json(&rows, 2);
        assert_eq!(
            (&json["auto"], &json["devices"][0]["left_alone"]),
            (&json!("cuda:1"), &json!(SOFTWARE))
        );
        assert_eq!(json["unusable"][0]["why"], "no library");
    }

    #[test]
    fn measurements_that_cannot_be_kept_are_not_said_to_be() {
        let mut rows = rows(vec![device(0, false)]);
        assert!(where_kept(&rows).starts_with("measurements are kept"));
        assert_eq!(as_json(&rows, 2)["not_kept"], Value::Null);
        rows[0].unkept = Some("no such folder".into());
        assert!(where_kept(&rows).starts_with("measurements could not be kept"));
        assert_eq!(as_json(&rows, 2)["not_kept"], "no such folder");
    }
}
