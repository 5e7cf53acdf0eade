//! A smoke run of the benchmark gives every number.

#[path = "../../testdata/needs.rs"]
mod needs;

use std::fs;
use std::process::Command;

use judge::Scratch;
use serde_json::Value as Json;

/// Paths into the JSON that must hold a number above 0.
const NUMBERS: &[&str] = &[
    "/setting/cores",
    "/setting/python_passes",
    "/setting/our_passes",
    "/whole/programs",
    "/whole/samples",
    "/whole/python_seconds",
    "/whole/python_right",
    "/whole/python_calls",
    "/whole/program_calls",
    "/whole/ratio",
    "/whole/scaling",
    "/whole/ns_per_python_call",
    "/whole/ns_per_program_call",
    "/whole/ours/seconds",
    "/whole/ours/two_threads_seconds",
    "/whole/ours/right",
    "/whole/ours/calls",
    "/whole/ours/steps",
    "/whole/ours/peak_bytes",
    "/whole/reading/parse_ms",
    "/whole/reading/merge_ms",
    "/whole/reading/plan_ms",
    "/whole/reading/nodes",
    "/whole/merged/seconds",
    "/whole/merged/steps_shared",
    "/whole/merged/apart_seconds",
    "/batt/programs",
    "/batt/calls",
    "/batt/all_samples",
    "/batt/median_ms",
    "/batt/slowest_ms",
    "/batt/steps",
    "/batt/steps_shared",
    "/batt/ratio",
    "/batt/samples/0/python_ms",
    "/batt/samples/0/ours_ms",
    "/search/evolve/rate",
    "/search/evolve/ok",
    "/search/evolve/changed",
    "/search/card/ms",
    "/search/card/shared",
    "/search/store/rate",
    "/search/store/open_ms",
    "/programs/0/python_ms",
    "/programs/0/ours_ms",
    "/steps/0/us",
    "/ops/0/timed",
    "/ops/0/python_ns",
    "/ops/0/ours_ns",
    "/ops/0/median_ns",
    "/kernels/0/ns",
    "/scalars/0/ns",
];

fn bench() -> Command {
    Command::new(env!("CARGO_BIN_EXE_arcbatt-bench"))
}

/// Why the run cannot be made here, if it cannot.
fn reason_to_skip(stderr: &str) -> Option<&str> {
    let reasons = ["is not in the cache folder", "no home folder", "python3: No such file"];
    stderr.lines().find(|line| reasons.iter().any(|reason| line.contains(reason)))
}

#[test]
fn quick_run_gives_every_number() {
    let folder = Scratch::new("bench-quick");
    let (json, page) = (folder.join("quick.json"), folder.join("quick.md"));
    let mut command = bench();
    let out = command.arg("--quick").arg("--json").arg(&json).arg("--write").arg(&page).output();
    let out = out.unwrap();
    let stderr = String::from_utf8_lossy(&out.stderr);
    if let Some(reason) = reason_to_skip(&stderr) {
        return needs::missing(if reason.contains("python3") { "python" } else { "data" }, reason);
    }
    assert!(out.status.success(), "{stderr}");
    let report: Json = serde_json::from_slice(&fs::read(&json).unwrap()).unwrap();
    for path in NUMBERS {
        let number = report.pointer(path).and_then(Json::as_f64);
        assert!(number.is_some_and(|n| n > 0.0), "{path}: {number:?}");
    }
    // Three of them are of devices, where there is one.
    let rows = report["devices"]["rows"].as_array().map_or(0, Vec::len);
    let of_devices = if rows > 0 { 3 } else { 0 };
    // Five are of the dashboard, where the command is built beside this one.
    let of_dashboard = if report["dashboard"].is_null() { 0 } else { 5 };
    let targets = 21 + of_devices + of_dashboard;
    assert_eq!(report["targets"].as_array().map(Vec::len), Some(targets));
    let page_text = fs::read_to_string(&page).unwrap();
    assert!(page_text.contains("## Ops on real calls") && page_text.contains("smoke run"));
}

#[test]
fn an_empty_cache_is_explained() {
    let out =
        bench().env("ARCBATT_CACHE", Scratch::new("bench-nothing").join("none")).output().unwrap();
    let stderr = String::from_utf8_lossy(&out.stderr);
    assert!(!out.status.success() && stderr.contains("batt data get"), "{stderr}");
}
