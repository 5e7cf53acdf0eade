//! What counts mean for real devices, by arithmetic: a roofline. Nothing of it was measured there.

use std::fmt::Write;

use gpu::ptxas::ARCHS;

use crate::thousands;
use crate::work::Row;

/// A device. Clocks and bandwidths are those of data sheets, latencies those that others
/// measured with microbenchmarks, rounded.
struct Gpu {
    name: &'static str,
    arch: u32,
    multiprocessors: f64,
    gigahertz: f64,
    /// Cycles until the next instruction can use a result, until a load from the first and from the
    /// second cache has come.
    latencies: [f64; 3],
    gigabytes_per_second: f64,
}

const GPUS: [Gpu; 3] = [
    Gpu {
        name: "T4",
        arch: 75,
        multiprocessors: 40.0,
        gigahertz: 1.59,
        latencies: [4.0, 32.0, 190.0],
        gigabytes_per_second: 320.0,
    },
    Gpu {
        name: "P100",
        arch: 60,
        multiprocessors: 56.0,
        gigahertz: 1.33,
        latencies: [6.0, 80.0, 235.0],
        gigabytes_per_second: 732.0,
    },
    Gpu {
        name: "L4",
        arch: 89,
        multiprocessors: 58.0,
        gigahertz: 2.04,
        latencies: [4.0, 35.0, 270.0],
        gigabytes_per_second: 300.0,
    },
];

/// Integer instructions of warps that a multiprocessor starts in a cycle: 64 lanes on all three.
const ISSUE: f64 = 2.0;

struct Projected {
    warps: f64,
    issue: f64,
    latency: f64,
    uncached: f64,
}

impl Projected {
    fn best(&self) -> f64 {
        self.issue.min(self.latency)
    }

    fn worst(&self) -> f64 {
        self.best().min(self.uncached)
    }
}

/// Items per second that each limit allows.
fn project(gpu: &Gpu, row: &Row, occupancy: f64) -> Projected {
    let (counts, items) = (&row.counts, row.items as f64);
    let threads = ARCHS.iter().find(|a| a.number == gpu.arch).map_or(0, |a| a.threads);
    let warps = (occupancy / 100.0 * f64::from(threads) / 32.0).round();
    let cycles_per_second = gpu.multiprocessors * gpu.gigahertz * 1e9;
    let [result, near, far] = gpu.latencies;
    // A warp alone waits for every result; local and shared memory are near, the rest is far.
    let waits = counts.warp_instructions * result
        + counts.global.accesses * far
        + (counts.local.accesses + counts.shared_accesses) * near;
    let bytes = counts.global.bytes_moved() + counts.local.bytes_moved();
    Projected {
        warps,
        issue: cycles_per_second * ISSUE * items / counts.warp_instructions,
        latency: cycles_per_second * warps * items / waits,
        uncached: gpu.gigabytes_per_second * 1e9 * items / bytes,
    }
}

/// The occupancy of `run_plan` in the page's table of kernels, in percent.
fn occupancy(page: &str, arch: u32) -> Result<f64, String> {
    let line = page.lines().find(|line| line.starts_with("| `run_plan` |"));
    let cell = line.and_then(|line| line.trim_end_matches([' ', '|']).rsplit('|').next());
    let cell = cell.ok_or("the page has no line of run_plan")?;
    let values: Vec<&str> = cell.trim().split(" / ").collect();
    let at = ARCHS.iter().position(|a| a.number == arch).unwrap_or(0);
    let value = values.get(at).or(values.first()).ok_or("no occupancy")?;
    value.parse().map_err(|_| format!("{value} is no occupancy"))
}

/// The table of devices for a row of counts.
pub fn table(row: &Row, page: &str) -> Result<String, String> {
    let mut columns = Vec::new();
    for gpu in &GPUS {
        columns.push((gpu, project(gpu, row, occupancy(page, gpu.arch)?)));
    }
    let mut text = format!(
        "\n**A projection, not a measurement**, for: {}. Batts per second, one sample each.\n\n|",
        row.name
    );
    columns.iter().for_each(|(gpu, _)| text += &format!(" | {}", gpu.name));
    text += " |\n|---|---|---|---|\n";
    let mut line = |what: &str, cell: &dyn Fn(&Gpu, &Projected) -> String| {
        let cells: Vec<String> = columns.iter().map(|(gpu, p)| cell(gpu, p)).collect();
        let _ = writeln!(text, "| {what} | {} |", cells.join(" | "));
    };
    line("multiprocessors, clock", &|gpu, _| {
        format!("{} x {} GHz", gpu.multiprocessors, gpu.gigahertz)
    });
    line("warps that a multiprocessor holds (registers, ptxas)", &|_, p| p.warps.to_string());
    line("limit: instructions started, 2 a cycle", &|_, p| thousands(p.issue));
    line("limit: warps wait for results and memory", &|_, p| thousands(p.latency));
    line("limit: bandwidth, if no cache held anything", &|_, p| thousands(p.uncached));
    let range = |p: &Projected, show: &dyn Fn(f64) -> String| match (p.worst(), p.best()) {
        (worst, best) if worst < best => format!("{} to {}", show(worst), show(best)),
        (_, best) => show(best),
    };
    line("**projected**", &|_, p| range(p, &thousands));
    line("share of the issue limit, at best", &|_, p| {
        format!("{:.0} %", 100.0 * p.best() / p.issue)
    });
    if let Some(cpu) = row.cpu {
        let what =
            format!("against the CPU engine on two threads here ({} a second)", thousands(cpu));
        line(&what, &|_, p| range(p, &|n| format!("{:.1} x", n / cpu)));
    }
    Ok(text)
}
