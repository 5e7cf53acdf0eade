//! What CUDA's assembler says of the kernels: registers, spills, stack, shared memory, and how
//! many threads a multiprocessor can then hold.

use std::collections::BTreeMap;
use std::fmt::Write;

/// An architecture, and what a multiprocessor of it can hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arch {
    /// Its number, as in `sm_75`.
    pub number: u32,
    /// A device that has it.
    pub device: &'static str,
    /// Threads.
    pub threads: u32,
    /// Groups of threads.
    pub blocks: u32,
    /// Bytes of shared memory.
    pub shared: u32,
    /// Parts that it consists of, which share its registers evenly.
    pub parts: u32,
}

/// The architectures that kernels are checked for.
pub const ARCHS: [Arch; 4] = [
    Arch { number: 60, device: "P100", threads: 2048, blocks: 32, shared: 64 << 10, parts: 2 },
    Arch { number: 75, device: "T4", threads: 1024, blocks: 16, shared: 64 << 10, parts: 4 },
    Arch { number: 89, device: "L4", threads: 1536, blocks: 24, shared: 100 << 10, parts: 4 },
    Arch { number: 120, device: "RTX 50", threads: 1536, blocks: 24, shared: 100 << 10, parts: 4 },
];

/// Lanes of a group, for occupancy.
pub const BLOCK: u32 = 64;

/// Kernels that must not spill: components and partitions.
pub const FIRST: [&str; 4] = ["op_objects", "op_objects_packed", "op_fgpartition", "op_partition"];

/// Registers that a kernel may take more than the table says before a check fails.
const SLACK: u32 = 8;

/// What one kernel takes, its functions included.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Usage {
    /// Registers of a thread.
    pub registers: u32,
    /// Bytes written because registers ran out.
    pub spill_stores: u32,
    /// Bytes read back.
    pub spill_loads: u32,
    /// Bytes of a thread's stack.
    pub stack: u32,
    /// Bytes of a group's shared memory.
    pub shared: u32,
}

impl Usage {
    /// Bytes spilled, both ways.
    pub fn spills(&self) -> u32 {
        self.spill_stores + self.spill_loads
    }

    /// The share of a multiprocessor's threads that can be there at once, in percent.
    ///
    /// A multiprocessor has 65536 registers, the same number in each part, and gives them to
    /// warps of 32 threads in units of 256. Groups stay whole.
    pub fn occupancy(&self, arch: Arch) -> u32 {
        let warps_of_block = BLOCK.div_ceil(32);
        let registers_of_warp = (32 * self.registers).next_multiple_of(256).max(256);
        let by_registers = arch.parts * (65536 / arch.parts / registers_of_warp);
        let by_shared = arch.shared.checked_div(self.shared).unwrap_or(arch.blocks);
        let warps = by_registers.min(arch.threads / 32);
        let blocks = (warps / warps_of_block).min(arch.blocks).min(by_shared);
        (100 * 32 * blocks * warps_of_block + arch.threads / 2) / arch.threads
    }
}

/// Usage by kernel.
pub type Usages = BTreeMap<String, Usage>;

/// Reads what `ptxas -v` prints. Functions stand after the kernel they were compiled for.
pub fn parse(log: &str) -> Result<Usages, String> {
    let mut all = Usages::new();
    let mut kernel = None;
    for line in log.lines() {
        if line.contains("error") || line.contains("cannot be statically determined") {
            return Err(line.to_string());
        }
        if let Some((_, rest)) = line.split_once("Compiling entry function '") {
            let name = rest.split('\'').next().unwrap_or_default().to_string();
            all.insert(name.clone(), Usage::default());
            kernel = Some(name);
        }
        if let Some(usage) = kernel.as_ref().and_then(|name| all.get_mut(name)) {
            read_line(line, usage);
        }
    }
    if all.is_empty() { Err(format!("ptxas names no kernel:\n{log}")) } else { Ok(all) }
}

fn read_line(line: &str, usage: &mut Usage) {
    // "Used 128 registers, …" has the number before the word, as all parts have.
    let line = line.rsplit_once(" : ").map_or(line, |(_, rest)| rest);
    for part in line.split(',') {
        let part = part.trim().trim_start_matches("Used ").trim_start_matches("used ");
        let Some((number, what)) = part.split_once(' ') else { continue };
        let Ok(number) = number.parse::<u32>() else { continue };
        match what {
            "registers" => usage.registers = number,
            "bytes cumulative stack size" => usage.stack = usage.stack.max(number),
            "bytes stack frame" => usage.stack = usage.stack.max(number),
            "bytes spill stores" => usage.spill_stores += number,
            "bytes spill loads" => usage.spill_loads += number,
            "bytes smem" => usage.shared = number,
            _ => {}
        }
    }
}

/// Usage by architecture, in the order of [`ARCHS`].
pub type Report = [Usages; 4];

/// Kernels of the first priority that spill anywhere.
pub fn forbidden_spills(report: &Report) -> Vec<String> {
    let of_arch = |(arch, usages): (&Arch, &Usages)| {
        let number = arch.number;
        let spilling = |(name, usage): (&String, &Usage)| {
            let bad = FIRST.contains(&name.as_str()) && usage.spills() > 0;
            bad.then(|| format!("{name} spills {} bytes on sm_{number}", usage.spills()))
        };
        usages.iter().filter_map(spilling).collect::<Vec<_>>()
    };
    ARCHS.iter().zip(report).flat_map(of_arch).collect()
}

/// The page's part: one line per kernel, numbers for the architectures in their order.
pub fn table(report: &Report) -> String {
    let names: Vec<String> = ARCHS.iter().map(|a| format!("sm_{}", a.number)).collect();
    let mut text = format!(
        "Numbers stand for {}. Bytes spilled are stores and loads, with those of the functions that\n\
         a kernel calls. Occupancy is the share of a multiprocessor's {} threads that can be there at once: whole\n\
         groups of {BLOCK}, as many as the 65536 registers allow, which warps of 32 threads take in units of 256 from one of\n\
         the multiprocessor's {} parts.\n\n\
         | kernel | registers | bytes spilled | stack | shared | occupancy % |\n|---|---|---|---|---|---|\n",
        names.join(" / "),
        ARCHS.map(|a| a.threads.to_string()).join(" / "),
        ARCHS.map(|a| a.parts.to_string()).join(" / "),
    );
    let kernels: std::collections::BTreeSet<&String> =
        report.iter().flat_map(|u| u.keys()).collect();
    for kernel in kernels {
        let usage: Vec<_> = report.iter().map(|u| u.get(kernel).copied()).collect();
        let column = |of: fn(Usage, Arch) -> u32| {
            let cells = usage
                .iter()
                .zip(ARCHS)
                .map(|(u, a)| u.map_or("-".into(), |u| of(u, a).to_string()));
            let cells: Vec<String> = cells.collect();
            let alike = cells.iter().all(|c| *c == cells[0]);
            if alike { cells[0].clone() } else { cells.join(" / ") }
        };
        let _ = writeln!(
            text,
            "| `{kernel}` | {} | {} | {} | {} | {} |",
            column(|u, _| u.registers),
            column(|u, _| u.spills()),
            column(|u, _| u.stack),
            column(|u, _| u.shared),
            column(|u, a| u.occupancy(a)),
        );
    }
    text
}

/// A table's line: name, registers, and the other numbers as they stand there.
type Row<'t> = (Vec<u32>, [&'t str; 3]);

fn rows(table: &str) -> BTreeMap<&str, Row<'_>> {
    let row = |line| {
        let mut cells = str::strip_prefix(line, "| `")?.split('|').map(str::trim);
        let name = cells.next()?.trim_end_matches('`');
        let registers = cells.next()?.split(" / ").map(|n| n.parse().unwrap_or(0)).collect();
        Some((name, (registers, [cells.next()?, cells.next()?, cells.next()?])))
    };
    table.lines().filter_map(row).collect()
}

/// Where a table is no longer true: other kernels, other spills, stack or shared memory, or more
/// registers than [`SLACK`] allows.
pub fn differences(old: &str, new: &str) -> Vec<String> {
    let (old, new) = (rows(old), rows(new));
    let mut told: Vec<String> =
        old.keys().filter(|k| !new.contains_key(*k)).map(|k| format!("{k} is gone")).collect();
    for (kernel, (registers, others)) in &new {
        let Some((was, were)) = old.get(kernel) else {
            told.push(format!("{kernel} is new"));
            continue;
        };
        let each = |r: &[u32], i: usize| r.get(i).or(r.first()).copied().unwrap_or(0);
        for (i, arch) in ARCHS.iter().enumerate() {
            let (was, is) = (each(was, i), each(registers, i));
            if is > was + SLACK {
                told.push(format!(
                    "{kernel} takes {is} registers on sm_{}, not {was}",
                    arch.number
                ));
            }
        }
        for (what, (was, is)) in ["spills", "stack", "shared"].iter().zip(were.iter().zip(others)) {
            if was != is {
                told.push(format!("{kernel}: {what} {is}, not {was}"));
            }
        }
    }
    told
}

/// The marks around the generated part of a page.
const MARKS: [&str; 2] = ["<!-- gpu-report: start -->\n", "<!-- gpu-report: end -->"];

/// The generated part of a page: before it, itself, after it.
pub fn split_page(page: &str) -> Option<(&str, &str, &str)> {
    let start = page.find(MARKS[0])? + MARKS[0].len();
    let end = start + page[start..].find(MARKS[1])?;
    Some((&page[..start], &page[start..end], &page[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = "\
ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function 'op_fill' for 'sm_75'
ptxas info    : Function properties for op_fill
    800 bytes stack frame, 0 bytes spill stores, 4 bytes spill loads
ptxas info    : Used 60 registers, used 0 barriers, 816 bytes cumulative stack size, 16 bytes smem, 360 bytes cmem[0]
ptxas info    : Compile time = 73.956 ms
ptxas info    : Function properties for _ZN1fEPii
    0 bytes stack frame, 660 bytes spill stores, 808 bytes spill loads
ptxas info    : Compiling entry function 'run_plan' for 'sm_75'
ptxas info    : Function properties for run_plan
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 182 registers, used 0 barriers
";

    #[test]
    fn functions_count_for_their_kernel() {
        let usages = parse(LOG).unwrap();
        let fill =
            Usage { registers: 60, spill_stores: 660, spill_loads: 812, stack: 816, shared: 16 };
        assert_eq!(usages["op_fill"], fill);
        assert_eq!(usages["run_plan"], Usage { registers: 182, ..Usage::default() });
        assert!(parse("").is_err());
        assert!(parse("ptxas fatal   : error").is_err());
        let unbounded =
            "warning : Stack size for entry function 'a' cannot be statically determined";
        assert!(parse(unbounded).is_err());
    }

    #[test]
    fn occupancy_is_that_of_the_scarcest() {
        let of =
            |registers, arch: usize| Usage { registers, ..Usage::default() }.occupancy(ARCHS[arch]);
        assert_eq!([of(32, 0), of(32, 1), of(32, 2)], [100, 100, 100]);
        // 64 registers: 32 warps of 64.
        assert_eq!(of(64, 0), 50);
        // 182 registers are 5888 a warp: 5 warps to a half, 2 to a quarter.
        assert_eq!([of(182, 0), of(182, 1)], [16, 25]);
        let shared = Usage { registers: 32, shared: 32 << 10, ..Usage::default() };
        assert_eq!(shared.occupancy(ARCHS[0]), 6);
    }

    #[test]
    fn a_check_allows_a_few_registers_and_nothing_else() {
        let usage = Usage { registers: 60, stack: 16, ..Usage::default() };
        let of = |usage: Usage| {
            let usages: Usages = [("op_fill".to_string(), usage)].into();
            table(&[usages.clone(), usages.clone(), usages.clone(), usages])
        };
        let old = of(usage);
        assert!(differences(&old, &old).is_empty());
        assert!(differences(&old, &of(Usage { registers: 68, ..usage })).is_empty());
        assert_eq!(differences(&old, &of(Usage { registers: 69, ..usage })).len(), 4);
        let spilling = Usage { spill_loads: 4, ..usage };
        assert_eq!(differences(&old, &of(spilling)), ["op_fill: spills 4, not 0"]);
        assert_eq!(differences(&old, ""), ["op_fill is gone"]);
        assert_eq!(differences("", &old), ["op_fill is new"]);
    }

    #[test]
    fn the_generated_part_is_found() {
        let page = "a\n<!-- gpu-report: start -->\nold\n<!-- gpu-report: end -->\nb\n";
        let (before, part, after) = split_page(page).unwrap();
        assert_eq!(part, "old\n");
        assert_eq!([before, part, after].concat(), page);
        assert_eq!(split_page("none"), None);
    }
}
