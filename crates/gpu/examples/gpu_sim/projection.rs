//! What counts mean for real devices, by arithmetic: a roofline. Nothing of it was measured there.

use std::fmt::Write;

use gpu::ptxas::ARCHS;

use crate::counts::Access;
use crate::thousands;
use crate::work::Row;

/// A device. Clocks and bandwidths are those of data sheets, latencies those that others
/// measured with microbenchmarks, rounded.
struct Gpu {
    name: &'static str,
    arch: u32,
    multiprocessors: f64,
    gigahertz: f64,
    /// Cycles until the next instruction can use a result, until a load from the first cache, from the second one and from memory has come.
    latencies: [f64; 4],
    /// Of the second cache and of memory.
    gigabytes_per_second: [f64; 2],
}

const GPUS: [Gpu; 3] = [
    Gpu {
        name: "T4",
        arch: 75,
        multiprocessors: 40.0,
        gigahertz: 1.59,
        latencies: [4.0, 32.0, 190.0, 300.0],
        gigabytes_per_second: [1270.0, 320.0],
    },
    Gpu {
        name: "P100",
        arch: 60,
        multiprocessors: 56.0,
        gigahertz: 1.33,
        latencies: [6.0, 80.0, 235.0, 480.0],
        gigabytes_per_second: [1620.0, 732.0],
    },
    Gpu {
        name: "L4",
        arch: 89,
        multiprocessors: 58.0,
        gigahertz: 2.04,
        latencies: [4.0, 35.0, 270.0, 560.0],
        gigabytes_per_second: [1500.0, 300.0],
    },
];

/// Integer instructions of warps that a multiprocessor starts in a cycle: 64 lanes on all three.
const ISSUE: f64 = 2.0;

struct Projected {
    warps: f64,
    spills: f64,
    issue: f64,
    latency: f64,
    /// By the second cache, by memory, and by memory if no cache held anything.
    bandwidth: [f64; 3],
}

impl Projected {
    fn all(&self) -> f64 {
        let [cache, memory, _] = self.bandwidth;
        self.issue.min(self.latency).min(cache).min(memory)
    }
}

/// Items per second that each limit allows.
fn project(gpu: &Gpu, row: &Row, kernel: &Kernel) -> Projected {
    let (counts, items) = (&row.counts, row.items as f64);
    let (global, local) = (&counts.global, &counts.local);
    let both = |of: fn(&Access) -> f64| of(global) + of(local);
    let threads = ARCHS.iter().find(|a| a.number == gpu.arch).map_or(0, |a| a.threads);
    let warps = (kernel.occupancy / 100.0 * f64::from(threads) / 32.0).round();
    let spills = counts.spills(kernel.spilled);
    let cycles_per_second = gpu.multiprocessors * gpu.gigahertz * 1e9;
    let [result, near, far, memory] = gpu.latencies;
    // A warp alone waits for every result and every load; what it stores goes its way.
    let waits = (counts.warp_instructions + counts.shared_conflicts + spills) * result
        + (both(Access::loads) + counts.shared_accesses + spills) * near
        + both(|a| a.passed_loads) * (far - near)
        + both(|a| a.memory_loads) * (memory - far);
    let sectors =
        [both(|a| a.passed_sectors), both(|a| a.memory_sectors), both(|a| a.bytes_moved() / 32.0)];
    let [cache, memory] = gpu.gigabytes_per_second;
    let ways = [(cache, sectors[0]), (memory, sectors[1]), (memory, sectors[2] + 4.0 * spills)];
    Projected {
        warps,
        spills: spills / items,
        issue: cycles_per_second * ISSUE * items / (counts.warp_instructions + spills),
        latency: cycles_per_second * warps * items / waits,
        bandwidth: ways.map(|(gigabytes, sectors)| gigabytes * 1e9 * items / (32.0 * sectors)),
    }
}

/// What the page's table says of `run_plan`.
struct Kernel {
    /// In percent.
    occupancy: f64,
    /// Bytes, in all of its functions.
    spilled: f64,
}

fn kernel(page: &str, arch: u32) -> Result<Kernel, String> {
    let line = page.lines().find(|line| line.starts_with("| `run_plan` |"));
    let line = line.ok_or("the page has no line of run_plan")?;
    let cells: Vec<&str> = line.trim_matches(['|', ' ']).split('|').collect();
    let at = ARCHS.iter().position(|a| a.number == arch).unwrap_or(0);
    let number = |cell: Option<&&str>| {
        let values: Vec<&str> = cell.map_or(vec![], |cell| cell.trim().split(" / ").collect());
        let value = values.get(at).or(values.first()).copied().unwrap_or_default();
        value.parse().map_err(|_| format!("{value} is no number"))
    };
    Ok(Kernel { occupancy: number(cells.last())?, spilled: number(cells.get(2))? })
}

/// The table of devices for a row of counts.
pub fn table(row: &Row, page: &str) -> Result<String, String> {
    let mut columns = Vec::new();
    for gpu in &GPUS {
        columns.push((gpu, project(gpu, row, &kernel(page, gpu.arch)?)));
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
    line("accesses of spilled words per item, estimated", &|_, p| thousands(p.spills));
    line("limit: instructions started, 2 a cycle", &|_, p| thousands(p.issue));
    line("limit: warps wait for results and memory", &|_, p| thousands(p.latency));
    line("limit: bandwidth of the second cache", &|_, p| thousands(p.bandwidth[0]));
    line("limit: bandwidth of memory", &|_, p| thousands(p.bandwidth[1]));
    line("the same, if no cache held anything", &|_, p| thousands(p.bandwidth[2]));
    line("**projected**", &|_, p| thousands(p.all()));
    line("share of the issue limit", &|_, p| format!("{:.0} %", 100.0 * p.all() / p.issue));
    if let Some(cpu) = row.cpu {
        let what = format!(
            "against the CPU engine on two threads here ({} a second, by processor time)",
            thousands(cpu)
        );
        line(&what, &|_, p| format!("{:.1} x", p.all() / cpu));
    }
    Ok(text)
}
