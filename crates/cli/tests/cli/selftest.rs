//! `batt selftest`.

use std::fs;

use serde_json::Value;

use crate::devices::{with_opencl, without_drivers};
use crate::support::{Scratch, finish};

#[test]
fn the_cpu_engine_passes_its_vectors() {
    let scratch = Scratch::new("selfcpu");
    let ended = scratch.batt(&["selftest", "--backend", "cpu", "-o", "report.txt"]);
    assert_eq!(ended.code, 0, "{ended:?}");
    let last = ended.out.lines().last().unwrap();
    assert!(last.starts_with("verdict: PASS: cpu: "), "{last}");
    assert_eq!(fs::read_to_string(scratch.path("report.txt")).unwrap(), ended.out);
    let (json, _) = scratch.json(&["selftest", "--backend", "cpu"]);
    assert_eq!(json["passed"], true);
    assert!(json["cpu_vectors"]["equal"].as_u64().unwrap() > 10_000);
    let nowhere = scratch.batt(&["selftest", "--backend", "cpu", "-o", "no/such/folder"]);
    assert!(nowhere.code == 2 && nowhere.out.contains("verdict: PASS"), "{}", nowhere.err);
}

#[test]
fn a_report_comes_out_even_where_the_device_is_missing() {
    let scratch = Scratch::new("selfmissing");
    let mut command = scratch.command(&["selftest", "--backend", "opencl", "-o", "report.txt"]);
    without_drivers(&scratch, &mut command);
    let ended = finish(command);
    assert_eq!(ended.code, 2, "{ended:?}");
    let report = fs::read_to_string(scratch.path("report.txt")).unwrap();
    assert!(report.contains("opencl  not usable: ") && report.contains("verdict: FAIL: opencl"));
    // Without a GPU the CPU is tested.
    let mut command = scratch.command(&["selftest", "--json"]);
    without_drivers(&scratch, &mut command);
    let json: Value = serde_json::from_str(&finish(command).out).unwrap();
    let no_gpu = json["devices"].as_array().unwrap().is_empty();
    assert!(!no_gpu || json["verdict"].as_str().unwrap().starts_with("PASS: cpu: "), "{json}");
}

#[test]
fn an_opencl_device_gives_what_the_engine_gives() {
    let Some(scratch) = with_opencl("selfopencl") else { return };
    let (json, ended) = scratch.json(&["selftest", "--backend", "opencl:0"]);
    assert_eq!((ended.code, &json["passed"]), (0, &true.into()), "{}", ended.out);
    let tested = &json["tested"][0];
    assert!(tested["vectors"]["equal"].as_u64().unwrap() > 10_000, "{}", tested["vectors"]);
    let batts = tested["batts"].as_array().unwrap();
    for policy in ["strict", "safe", "pile"] {
        let of_policy = batts.iter().filter(|batt| batt["policy"] == policy);
        let blocks = of_policy.map(|batt| batt["block"].to_string());
        assert!(blocks.collect::<std::collections::BTreeSet<_>>().len() >= 3, "{policy}");
    }
    assert!(batts.iter().all(|batt| batt["gpu_ops"].as_u64().unwrap() > 0));
    assert!(tested["speeds"]["batch_seconds"].as_f64().unwrap() > 0.0);
    let counters = &tested["counters"];
    assert!(counters["memory_high"].as_u64() <= counters["limit_bytes"].as_u64());
}
