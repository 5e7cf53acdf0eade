//! The results as the page docs/performance.md.

use std::fmt::Write;

use crate::report::{
    BattSample, CalledFrom, Dashboard, DeviceRow, KernelTime, OpTime, Report, Search,
};

/// Rows of the tables that show only what is largest.
const TOP: usize = 15;

/// The whole page.
pub fn page(report: &Report) -> String {
    let sections = [
        head(report),
        targets(report),
        whole(report),
        batt(report),
        search(report),
        dashboard(report),
        devices(report),
        where_time_goes(report),
        programs(report),
        ops(report),
        kernels(report),
        scalars(report),
    ];
    sections.join("\n")
}

/// A number with three digits that count.
pub fn number(value: f64) -> String {
    match value.abs() {
        x if x >= 100.0 => format!("{value:.0}"),
        x if x >= 10.0 => format!("{value:.1}"),
        x if x >= 1.0 => format!("{value:.2}"),
        x if x >= 0.1 => format!("{value:.3}"),
        _ => format!("{value:.4}"),
    }
}

/// A large count with its thousands apart.
fn count(n: u64) -> String {
    let digits = n.to_string();
    let groups: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .filter_map(|group| std::str::from_utf8(group).ok())
        .collect();
    groups.join(",")
}

fn optional(value: Option<f64>) -> String {
    value.map_or("-".into(), number)
}

/// A table; columns other than the first `left` are numbers.
fn table(heads: &[&str], left: usize, rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let rule = |i| if i < left { "---" } else { "---:" };
    let rules: Vec<&str> = (0..heads.len()).map(rule).collect();
    let mut out = format!("| {} |\n| {} |\n", heads.join(" | "), rules.join(" | "));
    for row in rows {
        let _ = writeln!(out, "| {} |", row.join(" | "));
    }
    out
}

fn head(report: &Report) -> String {
    let set = &report.setting;
    let quick = if report.quick { "\n**A smoke run: these numbers mean little.**\n" } else { "" };
    format!(
        "# Performance\n\n\
         Made by `make bench` (`arcbatt-bench --write docs/performance.md`); every number here was \
         measured in that one\nrun. Do not edit.\n{quick}\n\
         - machine: {}, {} cores\n\
         - arcbatt {}, rustc {}\n\
         - {}\n\
         - tasks and programs: {}\n\
         - passes: {} of CPython, {} of ours for each number of threads, in turns; the best pass counts\n",
        set.cpu,
        set.cores,
        set.arcbatt,
        set.rustc,
        set.python,
        set.data,
        set.python_passes,
        set.our_passes,
    )
}

fn targets(report: &Report) -> String {
    let rows = report.targets.iter().map(|target| {
        let measured = target.measured.clone().unwrap_or("not measured".into());
        let met = if target.met { "yes" } else { "no" };
        vec![target.what.clone(), target.goal.clone(), measured, met.into()]
    });
    let table = table(&["what", "goal", "measured", "reached"], 4, rows);
    format!("## Numbers to reach\n\n{table}")
}

fn whole(report: &Report) -> String {
    let (all, ours) = (&report.whole, &report.whole.ours);
    let row = |what: &str, python: String, ours: String| vec![what.into(), python, ours];
    let none = || "-".to_string();
    let rows = vec![
        row("seconds, one thread", number(all.python_seconds), number(ours.seconds)),
        row("seconds, two threads", none(), number(ours.two_threads_seconds)),
        row("samples with the right output", count(all.python_right), count(ours.right)),
        row("calls of ops that programs make", count(all.program_calls), count(ours.calls)),
        row("calls of ops, those inside ops included", count(all.python_calls), none()),
        row("steps", none(), count(ours.steps)),
        row("steps shared", none(), count(ours.steps_shared)),
        row("peak memory, MB", none(), optional(all.peak_memory_mb)),
        row("of it values of one sample at most, MB", none(), number(ours.peak_bytes as f64 / 1e6)),
        row("parsing, ms", none(), number(all.reading.parse_ms)),
        row("merging, ms", none(), number(all.reading.merge_ms)),
        row("planning, ms", none(), number(all.reading.plan_ms)),
    ];
    format!(
        "## All programs on all samples\n\n\
         {} programs `verify_*` on {} samples of ARC-AGI-1 training. Execution only: CPython's grids are \
         tuples beforehand and\nits clock runs around each program call; ours includes starting threads and \
         comparing results. Memory, parsing (all\nprograms of the file, median) and threads are those of a \
         process that does nothing else.\n\n{}\n\
         One thread is **{} x** CPython; two threads are {} x one. That is {} ns for each of CPython's {} \
         calls, {} ns for each\ncall that programs make. Each task has one program, so there is nothing to \
         share.\n\n\
         Merging the programs turns {} nodes into {}. All programs on {} samples of any tasks: {} ms and \
         {} steps merged,\nwith {} steps shared; {} ms and {} steps one by one.\n",
        all.programs,
        count(all.samples as u64),
        table(&["", "CPython", "arcbatt"], 1, rows),
        number(all.ratio),
        number(all.scaling),
        number(all.ns_per_python_call),
        count(all.python_calls),
        number(all.ns_per_program_call),
        count(all.reading.nodes as u64),
        count(all.reading.nodes_merged as u64),
        all.merged.samples,
        number(all.merged.seconds * 1e3),
        count(all.merged.steps),
        count(all.merged.steps_shared),
        number(all.merged.apart_seconds * 1e3),
        count(all.merged.apart_steps),
    )
}

fn batt(report: &Report) -> String {
    let batt = &report.batt;
    let row = |sample: &BattSample| {
        let at_least = if sample.capped { "at least " } else { "" };
        let size = format!("{} x {}", sample.height, sample.width);
        let python = format!("{at_least}{}", number(sample.python_ms));
        let ratio = format!("{at_least}{}", number(sample.ratio()));
        vec![format!("`{}`", sample.task), size, python, number(sample.ours_ms), ratio]
    };
    let mut samples: Vec<&BattSample> = batt.samples.iter().collect();
    samples.sort_by(|a, b| a.ours_ms.total_cmp(&b.ours_ms));
    let heads = ["sample of", "input", "CPython ms", "arcbatt ms", "ratio"];
    format!(
        "## The merged batt\n\n\
         {} programs merged into {} calls, all run on one sample of any task, one thread. CPython runs \
         the same calls as one\nfunction in which a failing call skips its users; after {} s it is ended, \
         and its time counts as that. Ours has budgets.\n\n\
         Ours on all {} samples: median {} ms, slowest {} ms, {} steps and {} shared; budgets ended {} of \
         {} runs of a program.\nMedian ratio on the samples below: **{} x**.\n\n{}",
        batt.programs,
        count(batt.calls as u64),
        batt.cap_seconds,
        count(batt.all_samples as u64),
        number(batt.median_ms),
        number(batt.slowest_ms),
        count(batt.steps),
        count(batt.steps_shared),
        count(batt.over_budget),
        count((batt.programs * batt.all_samples) as u64),
        number(batt.ratio),
        table(&heads, 1, samples.into_iter().map(row)),
    )
}

fn dashboard(report: &Report) -> String {
    let Some(dashboard) = &report.dashboard else { return String::new() };
    let Dashboard { load, watching, .. } = dashboard;
    format!(
        "## The dashboard\n\n\
         `batt serve` on a store of {} results: the first overview takes {} ms, seen from outside, the next ones {} ms; \
         then the\nserver holds {} MB. A browser loads {} kB to show the overview of the search above.\n\n\
         {} requests at {} per second for {} s, on 16 connections, all views in turn, while `batt evolve` writes to the \
         store with two\nthreads: {} without a good answer; times from when a request was due: median {} ms, 95 % within \
         {} ms, 99 % within {} ms, slowest\n{} ms. The server holds {} MB afterwards.\n\n\
         A search on two threads, watched for {} s and then not, {} times in turns: while somebody has the overview open, the \
         server takes **{} %**\nof the processor time. The search is {} % slower then (mean of the pairs, standard error {} %).\n",
        count(dashboard.results),
        number(dashboard.overview_ms),
        number(dashboard.again_ms),
        optional(dashboard.idle_mb),
        number(dashboard.page_kb),
        count(load.requests as u64),
        number(load.per_second),
        number(load.seconds),
        load.failed,
        number(load.median_ms),
        number(load.p95_ms),
        number(load.p99_ms),
        number(load.slowest_ms),
        optional(load.memory_mb),
        number(watching.seconds),
        watching.pairs,
        number(watching.server_percent),
        number(watching.cost_percent),
        number(watching.error_percent),
    )
}

fn search(report: &Report) -> String {
    let Search { evolve, card, store } = &report.search;
    let evolve_text = format!(
        "The first {} tasks of ARC-AGI-1 training, {} programs as pool, {} candidates per task and generation, two threads, \
         built-in\ndiffers and commits included. Running the pool on all tasks took {} s. Then {} generations in {} s: {} \
         candidates,\n{} candidates x samples, **{} per second**; {} programs kept, which fit the demos of {} tasks. \
         Of the mutants\n{} % were well typed, {} % ran without error and {} % changed something; {} % of all steps had \
         been seen before.",
        evolve.tasks,
        evolve.pool,
        evolve.population,
        number(evolve.pool_seconds),
        evolve.generations,
        number(evolve.seconds),
        count(evolve.candidates),
        count(evolve.candidate_samples),
        count(evolve.rate as u64),
        count(evolve.new_programs),
        evolve.solved,
        number(evolve.typed),
        number(evolve.ok),
        number(evolve.changed),
        number(evolve.known),
    );
    format!(
        "## The search\n\n{evolve_text}\n\n\
         Merging {} programs with the built-in differs on every result into one batt and writing it with its step table takes \
         {} ms:\n{} steps, {} more shared.\n\n\
         The store takes {} programs per second in transactions of 10,000 up to {} results; opening it then and reading one \
         task\ntakes {} ms.\n",
        card.programs,
        number(card.ms),
        count(card.steps as u64),
        count(card.shared),
        count(store.rate as u64),
        count(store.results),
        number(store.open_ms),
    )
}

fn devices(report: &Report) -> String {
    let devices = &report.devices;
    let heads = [
        "program",
        "samples",
        "CPU, ms",
        "device, ms",
        "of it the kernel",
        "device / CPU",
        "launches",
        "transfers",
        "kB moved",
        "on the device, %",
    ];
    let row = |row: &DeviceRow| {
        vec![
            format!("`{}`", row.what),
            count(row.samples as u64),
            number(row.cpu_ms),
            number(row.device_ms),
            number(row.kernel_ms),
            number(row.device_ms / row.cpu_ms),
            row.launches.to_string(),
            row.transfers.to_string(),
            count(row.kilobytes),
            number(row.coverage),
        ]
    };
    format!(
        "## Devices\n\n{}. The CPU engine runs on two threads; the device's time has packing, transfers and reading back in \
         it.\nA software device is the same silicon, so this shows what the kernels waste, not what a GPU gains: \
         docs/gpu.md says\nwhat can be expected there.\n\n{}",
        devices.name,
        table(&heads, 1, devices.rows.iter().map(row)),
    )
}

fn where_time_goes(report: &Report) -> String {
    let total: f64 = report.steps.iter().map(|step| step.us).sum();
    let rows = report.steps.iter().take(TOP).map(|step| {
        let per_step = step.us * 1e3 / step.steps.max(1) as f64;
        let share = format!("{:.1} %", step.us / total.max(1e-9) * 100.0);
        let name = format!("`{}`", step.op);
        vec![name, count(step.steps), number(step.us), number(per_step), share]
    });
    let table = table(&["step", "steps", "us in all", "ns per step", "share"], 1, rows);
    format!(
        "## Where our time goes\n\n\
         Steps of the best pass by op, the functions they call included; the {TOP} largest.\n\n{table}"
    )
}

fn programs(report: &Report) -> String {
    let ratio = |program: &&crate::report::ProgramTime| program.python_ms / program.ours_ms;
    let mut ratios: Vec<f64> = report.programs.iter().map(|program| ratio(&program)).collect();
    ratios.sort_by(f64::total_cmp);
    let at = |share: f64| ratios.get((ratios.len() as f64 * share) as usize).copied();
    let rows = report.programs.iter().take(TOP).map(|program| {
        let times = [program.python_ms, program.ours_ms, ratio(&program)].map(number);
        [vec![format!("`{}`", program.id)], times.to_vec()].concat()
    });
    let table = table(&["program", "CPython ms", "arcbatt ms", "ratio"], 1, rows);
    format!(
        "## Programs\n\n\
         Ratio by program: lowest {}, a tenth below {}, median {}, highest {}. The {TOP} that take most \
         of our time:\n\n{table}",
        optional(at(0.0)),
        optional(at(0.1)),
        optional(at(0.5)),
        optional(ratios.last().copied()),
    )
}

fn ops(report: &Report) -> String {
    let different: usize = report.ops.iter().map(|op| op.different).sum();
    let left_out: usize = report.ops.iter().map(|op| op.left_out).sum();
    let timed: usize = report.ops.iter().map(|op| op.timed).sum();
    let row = |op: &OpTime| {
        let ratio = op.python_ns / op.ours_ns.max(1e-9);
        let times = [op.python_ns, op.ours_ns, op.median_ns, op.slowest_ns, ratio].map(number);
        let names = vec![format!("`{}`", op.op), count(op.calls), op.timed.to_string()];
        [names, times.to_vec()].concat()
    };
    let heads = [
        "op",
        "calls in a pass",
        "timed",
        "CPython ns",
        "arcbatt ns",
        "median",
        "slowest",
        "ratio",
    ];
    let rows = report.ops.iter().filter(|op| op.timed > 0).map(row);
    format!(
        "## Ops on real calls\n\n\
         Calls recorded while the programs run, directly by a program or through a function; at most two \
         of an op from one\nprogram on one sample, then a random choice, so that no program dominates. Both \
         sides run the very same {} calls in\nloops, ours as steps with a budget of their own (means; median and slowest call of ours). Arguments that \
         are functions are taken apart and rebuilt. {different} of the\ncalls give different values, for \
         Python's sets have an order of their own; {left_out} kept calls were left out because they\nfail \
         or give None. No program calls: {}.\n\n{}",
        count(timed as u64),
        if report.not_called.is_empty() { "-".into() } else { report.not_called.join(", ") },
        table(&heads, 1, rows),
    )
}

fn kernels(report: &Report) -> String {
    let row = |time: &KernelTime| {
        vec![format!("`{}`", time.call), count(time.grids as u64), number(time.ns)]
    };
    format!(
        "## Kernels on all training inputs\n\n\
         The same call on every input grid it can be made on, arguments prepared beforehand; mean.\n\n{}",
        table(&["call", "inputs", "ns"], 1, report.kernels.iter().map(row)),
    )
}

fn scalars(report: &Report) -> String {
    let rows = |place: CalledFrom| {
        let chosen = report.scalars.iter().filter(move |time| time.place == place);
        chosen.map(|time| vec![format!("`{}`", time.what), number(time.ns)])
    };
    let mapped = rows(CalledFrom::Packed).chain(rows(CalledFrom::General));
    format!(
        "## Small ops\n\n\
         As steps: a program that is one long chain of them, through the interpreter.\n\n{}\n\
         Inside mapped functions: per element and call, over containers of 100 elements; making the \
         result is included, the\ncomparison of a `matcher` counts as a call.\n\n{}",
        table(&["step", "ns per step"], 1, rows(CalledFrom::Step)),
        table(&["mapped function", "ns per call"], 1, mapped),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_three_digits() {
        let shown = [12345.6, 99.94, 1.234, 0.1234, 0.01234].map(number);
        assert_eq!(shown, ["12346", "99.9", "1.23", "0.123", "0.0123"]);
        assert_eq!([7, 1234, 1234567].map(count), ["7", "1,234", "1,234,567"]);
    }
}
