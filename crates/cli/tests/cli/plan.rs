//! `batt plan`.

use serde_json::Value;

use crate::devices::with_opencl;
use crate::support::Scratch;

fn count(json: &Value, key: &str) -> u64 {
    json[key].as_u64().unwrap_or_else(|| panic!("{key}: {json}"))
}

#[test]
fn embedded_programs_are_counted_without_a_device() {
    let scratch = Scratch::new("plan");
    let (json, ended) = scratch.json(&["plan", "--data", "embedded", "--backend", "cpu"]);
    assert_eq!((ended.code, &json["imagined"]), (0, &true.into()), "{ended:?}");
    let batts = json["batts"].as_array().unwrap();
    let dialects: Vec<&str> = batts.iter().map(|b| b["dialect"].as_str().unwrap()).collect();
    assert_eq!(dialects, ["arc", "batt"]);
    for batt in batts {
        assert_eq!((count(batt, "programs"), count(batt, "samples")), (20, 82));
        assert_eq!((count(batt, "launches"), count(batt, "transfers_up")), (1, 2));
        assert!(count(batt, "bytes_staying") < count(batt, "bytes_up"));
        assert!(count(batt, "covered_programs") <= 20);
        assert!(count(batt, "covered_steps") <= count(batt, "steps"));
        let lacks = batt["lacking"].as_object().unwrap().values().map(|n| n.as_u64().unwrap());
        let uncovered = count(batt, "steps") - count(batt, "covered_steps");
        assert!(lacks.sum::<u64>() >= uncovered, "{batt}");
        assert_eq!(count(batt, "items"), count(batt, "chunks") * count(batt, "device_samples"));
        assert!(count(batt, "bytes_up") > 0 && count(batt, "bytes_down_estimated") > 0);
        assert!(count(batt, "buffer_bytes") <= count(batt, "limit_bytes"));
        assert!(batt["expected"].is_null(), "nothing was measured of an imagined device");
    }
    let plain = scratch.batt(&["plan", "--data", "embedded", "--backend", "cpu"]);
    assert!(plain.code == 0 && plain.out.contains("an imagined GPU"), "{}", plain.out);
    assert!(plain.out.contains("estimated") && plain.out.contains("ops lacking"), "{}", plain.out);
}

#[test]
fn less_memory_makes_more_launches() {
    let scratch = Scratch::new("planmemory");
    let program = |i: usize| format!("def solve_p{i}(I):\n    return canvas({i}, (3, 3))\n\n\n");
    scratch.write("p.py", (0..60).map(program).collect::<String>());
    let launches = |more: &[&str]| {
        let args = ["plan", "p.py", "--data", "embedded", "--backend", "cpu"];
        let (json, _) = scratch.json(&[&args[..], more].concat());
        count(&json["batts"][0], "launches")
    };
    assert!(launches(&["--device-memory", "16"]) > launches(&[]));
}

#[test]
fn a_plan_for_a_device_is_what_a_run_does() {
    let Some(scratch) = with_opencl("planrun") else { return };
    let program =
        "def solve_2099cb8f(I):\n    return upscale(trim(subgrid(ofcolor(I, 5), I)), 2)\n";
    scratch.write("p.py", program);
    let args = ["p.py", "--data", "embedded", "--tasks", "2099cb8f", "--backend", "opencl:0"];
    let (plan, ended) = scratch.json(&[&["plan"], &args[..]].concat());
    assert_eq!((ended.code, &plan["imagined"]), (0, &false.into()));
    let (run, _) = scratch.json(&[&["run"], &args[..]].concat());
    let (batt, stats) = (&plan["batts"][0], &run["stats"]);
    for key in ["launches", "transfers_up", "transfers_down", "bytes_up"] {
        assert_eq!(count(batt, key), count(stats, key), "{key}");
    }
    assert_eq!(count(batt, "device_steps_estimated"), count(stats, "gpu_ops"));
    // A device that shares its memory hands back what was written, any other what was expected.
    let down = count(stats, "bytes_down");
    assert!(down > 0 && down <= count(batt, "bytes_down_estimated"));
}
