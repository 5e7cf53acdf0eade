//! The numbers to reach, and whether they are.

use crate::report::{
    Batt, CalledFrom, Dashboard, Devices, KernelTime, ScalarTime, Search, Target, Whole,
};

/// All of them.
pub fn all(
    whole: &Whole,
    batt: &Batt,
    search: &Search,
    dashboard: &Option<Dashboard>,
    devices: &Devices,
    kernels: &[KernelTime],
    scalars: &[ScalarTime],
) -> Vec<Target> {
    let of_batt = format!("merged batt of {} programs", batt.programs);
    let reading_ms = whole.reading.parse_ms + whole.reading.merge_ms;
    let mut targets = vec![
        least("all programs, one thread: times CPython's speed", 100.0, "x", whole.ratio),
        least("two threads: times one thread's speed", 1.7, "x", whole.scaling),
        most("peak memory", 150.0, "MB", whole.peak_memory_mb),
        most("parsing and merging all programs", 50.0, "ms", Some(reading_ms)),
        most("`batt run --data embedded`, cold start", 100.0, "ms", whole.cold_start_ms),
        least(&format!("{of_batt}, median sample: times CPython's speed"), 200.0, "x", batt.ratio),
        most(&format!("{of_batt}, slowest sample"), 100.0, "ms", Some(batt.slowest_ms)),
    ];
    targets.extend(of_search(search));
    targets.extend(dashboard.iter().flat_map(of_dashboard));
    targets.extend(of_devices(devices));
    for kernel in kernels {
        if let Some(us) = kernel.goal_us {
            let what = format!("`{}`, mean over training inputs", kernel.call);
            targets.push(most(&what, us, "us", Some(kernel.ns / 1e3)));
        }
    }
    for (place, what, ns) in [
        (CalledFrom::Step, "scalar op as a step, slowest", 30.0),
        (CalledFrom::Packed, "scalar op in a function mapped over a packed set, slowest", 12.0),
        (CalledFrom::General, "the same over a container that is not packed, slowest", 12.0),
    ] {
        targets.push(most(what, ns, "ns", slowest(scalars, place)));
    }
    targets
}

/// Nothing where there is no device.
fn of_devices(devices: &Devices) -> Vec<Target> {
    if devices.rows.is_empty() {
        return Vec::new();
    }
    let (transforms, labelling) = (Some(devices.transforms), Some(devices.labelling));
    vec![
        most("device: batches of grid transforms, times the CPU engine's", 2.0, "x", transforms),
        most("device: batches of component labelling, times the CPU's", 4.0, "x", labelling),
        least("device: steps of the merged batt that run there", 80.0, "%", devices.coverage),
    ]
}

fn of_search(search: &Search) -> [Target; 6] {
    let Search { evolve, card, store } = search;
    let opening = format!("opening a store of {} results", store.results);
    [
        least("`evolve`, candidates x samples per second", 50_000.0, "", evolve.rate),
        least("mutants that run without error", 80.0, "%", evolve.ok),
        least("mutants that change something", 50.0, "%", evolve.changed),
        most("merging all programs and writing the batt", 100.0, "ms", Some(card.ms)),
        least("store: programs inserted per second", 50_000.0, "", store.rate),
        most(&opening, 50.0, "ms", Some(store.open_ms)),
    ]
}

fn of_dashboard(dashboard: &Dashboard) -> [Target; 5] {
    let Dashboard { results, load, watching, .. } = dashboard;
    let overview = format!("dashboard: overview of {results} results, first request");
    [
        most(&overview, 200.0, "ms", Some(dashboard.overview_ms)),
        most("dashboard: page with the overview, as sent", 300.0, "kB", Some(dashboard.page_kb)),
        most("dashboard: idle memory, that store open", 60.0, "MB", dashboard.idle_mb),
        most(
            "dashboard: processor time that watching takes from `evolve`",
            2.0,
            "%",
            Some(watching.server_percent),
        ),
        least("dashboard: requests per second beside a writer", 499.0, "", load.per_second),
    ]
}

fn slowest(scalars: &[ScalarTime], place: CalledFrom) -> Option<f64> {
    let times = scalars.iter().filter(|time| time.place == place).map(|time| time.ns);
    times.max_by(f64::total_cmp)
}

fn least(what: &str, goal: f64, unit: &str, measured: f64) -> Target {
    let (goal_text, shown) = (format!("at least {goal} {unit}"), with_unit(measured, unit));
    let goal_text = goal_text.trim_end().to_string();
    Target { what: what.into(), goal: goal_text, measured: Some(shown), met: measured >= goal }
}

fn most(what: &str, goal: f64, unit: &str, measured: Option<f64>) -> Target {
    Target {
        what: what.into(),
        goal: format!("under {goal} {unit}"),
        measured: measured.map(|measured| with_unit(measured, unit)),
        met: measured.is_some_and(|measured| measured < goal),
    }
}

fn with_unit(value: f64, unit: &str) -> String {
    format!("{} {unit}", crate::page::number(value)).trim_end().to_string()
}
