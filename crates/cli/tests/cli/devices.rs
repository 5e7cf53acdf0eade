//! `batt devices`, and what devices do to other commands.

use std::process::Command;

use serde_json::Value;

use crate::needs;
use crate::support::{Ended, Scratch, finish};

/// Takes the OpenCL drivers away: the loader finds an empty folder in their place.
pub fn without_drivers(scratch: &Scratch, command: &mut Command) {
    std::fs::create_dir_all(scratch.path("no-drivers")).unwrap();
    command.env("OCL_ICD_VENDORS", scratch.path("no-drivers"));
    command.env("OCL_ICD_FILENAMES", "");
}

/// Gives a library in the place of OpenCL's that has none of its functions.
fn without_library(command: &mut Command) {
    command.env("OPENCL_DYLIB_PATH", "libm.so.6");
}

/// A scratch folder if there is an OpenCL device to test with; says so if there is none.
pub fn with_opencl(test: &str) -> Option<Scratch> {
    let scratch = Scratch::new(test);
    let (json, _) = scratch.json(&["devices"]);
    let there = json["devices"].as_array().unwrap().iter().any(|d| d["backend"] == "opencl");
    if !there {
        needs::missing("opencl", format!("no OpenCL device: {}", json["unusable"]));
    }
    there.then_some(scratch)
}

/// Whether CUDA cannot be used here, as on most machines that run tests.
fn has_no_cuda(scratch: &Scratch) -> bool {
    let (json, _) = scratch.json(&["devices"]);
    json["unusable"].as_array().unwrap().iter().any(|d| d["backend"] == "cuda")
}

fn parsed(ended: &Ended) -> Value {
    serde_json::from_str(&ended.out).unwrap_or_else(|error| panic!("{error}: {ended:?}"))
}

#[test]
fn devices_and_reasons_are_listed() {
    let scratch = Scratch::new("devices");
    let (json, ended) = scratch.json(&["devices"]);
    assert_eq!(ended.code, 0);
    let plain = scratch.batt(&["devices"]);
    assert_eq!(plain.code, 0);
    for device in json["devices"].as_array().unwrap() {
        let name = format!("{}:{}", device["backend"].as_str().unwrap(), device["index"]);
        assert!(plain.out.contains(&name), "{}", plain.out);
        assert!(device["memory_bytes"].as_u64().unwrap() > 0);
        let taken = json["auto"] == name;
        assert_eq!(device["left_alone"].is_null(), taken, "{device}");
        assert!(!(taken && device["software"] == true), "software is never taken unasked");
    }
    for missing in json["unusable"].as_array().unwrap() {
        let why = missing["why"].as_str().unwrap();
        assert!(!why.is_empty() && plain.out.contains("not usable: "), "{missing}");
    }
    assert!(plain.out.contains("--backend auto uses "), "{}", plain.out);
}

#[test]
fn a_measurement_is_kept() {
    let Some(scratch) = with_opencl("measure") else { return };
    let (before, _) = scratch.json(&["devices"]);
    assert!(before["devices"][0]["measured"].is_null());
    assert!(scratch.batt(&["devices"]).out.contains("not measured yet"));
    let (json, ended) = scratch.json(&["devices", "--measure"]);
    assert_eq!(ended.code, 0, "{ended:?}");
    let measured = &json["devices"][0]["measured"];
    for key in ["batch_seconds", "step_seconds", "cpu_step_seconds"] {
        assert!(measured[key].as_f64().unwrap() > 0.0, "{json}");
    }
    assert!(scratch.path("cache").join("devices.json").is_file());
    let (after, _) = scratch.json(&["devices"]);
    assert_eq!(after["devices"][0]["measured"], *measured);
    let plain = scratch.batt(&["devices"]).out;
    assert!(plain.contains("smallest batch") && plain.contains(" ns on a CPU thread"), "{plain}");
}

#[test]
fn nothing_breaks_where_there_is_no_opencl() {
    let scratch = Scratch::new("noopencl");
    let takes: [fn(&Scratch, &mut Command); 2] = [without_drivers, |_, c| without_library(c)];
    let count = if cfg!(target_os = "linux") { 2 } else { 1 };
    for take_away in &takes[..count] {
        let run = |args: &[&str]| {
            let mut command = scratch.command(args);
            take_away(&scratch, &mut command);
            finish(command)
        };
        let ended = run(&["devices", "--json"]);
        let json = parsed(&ended);
        assert_eq!(ended.code, 0);
        let of_opencl = |d: &&Value| d["backend"] == "opencl";
        assert!(json["devices"].as_array().unwrap().iter().all(|d| !of_opencl(&d)), "{json}");
        let gone = json["unusable"].as_array().unwrap().iter().find(of_opencl).unwrap();
        assert!(gone["why"].as_str().unwrap().contains("install"), "{gone}");
        assert_eq!(run(&["run", "--data", "embedded"]).code, 0);
        assert_eq!(run(&["run", "--data", "embedded", "--backend", "auto:software"]).code, 0);
        assert_eq!(run(&["plan", "--data", "embedded"]).code, 0);
        for command in ["run", "plan", "selftest"] {
            let ended = run(&[command, "--backend", "opencl"]);
            assert_eq!(ended.code, 2, "{command}: {ended:?}");
            assert!(ended.err.contains("batt devices"), "{command}: {}", ended.err);
        }
    }
}

#[test]
fn a_device_that_is_not_there_is_wrong_usage() {
    let scratch = Scratch::new("nocuda");
    let cases =
        if has_no_cuda(&scratch) { &["cuda", "cuda:0", "opencl:99"][..] } else { &["opencl:99"] };
    for backend in cases {
        for command in ["run", "plan", "selftest"] {
            let ended = scratch.batt(&[command, "--backend", backend]);
            assert_eq!(ended.code, 2, "{command} {backend}: {ended:?}");
            let said = format!("--backend {backend}: ");
            assert!(ended.err.contains(&said), "{command} {backend}: {}", ended.err);
            assert!(ended.err.contains("--backend cpu always works"), "{}", ended.err);
        }
    }
    let ended = scratch.batt(&["run", "--backend", "gpu"]);
    assert!(ended.code == 2 && ended.err.contains("auto:software"), "{}", ended.err);
}

#[test]
fn a_run_on_a_device_gives_the_same_and_says_what_it_did() {
    let Some(scratch) = with_opencl("rundevice") else { return };
    for policy in ["strict", "safe", "pile"] {
        let run = |backend: &str| {
            let args = ["run", "--data", "embedded", "--policy", policy, "--backend", backend];
            let (json, ended) = scratch.json(&args);
            assert_eq!(ended.code, 0, "{ended:?}");
            json
        };
        let (cpu, device) = (run("cpu"), run("opencl"));
        for key in ["programs", "tasks", "samples", "fits_demos", "right_samples", "failed"] {
            assert_eq!(cpu[key], device[key], "{policy}: {key}");
        }
        assert_eq!(cpu["results"], device["results"], "{policy}");
        let stats = &device["stats"];
        let keys = ["launches", "transfers_up", "transfers_down", "bytes_up", "bytes_down"];
        for key in keys.iter().chain(&["gpu_ops"]) {
            assert!(stats[*key].as_u64().unwrap() > 0, "{key}: {stats}");
        }
        assert!(stats["cpu_ops"].is_u64() && stats["fallbacks"].is_object(), "{stats}");
        let [on_device, on_cpu] = ["gpu_ops", "cpu_ops"].map(|key| stats[key].as_f64().unwrap());
        let coverage = 100.0 * on_device / (on_device + on_cpu);
        assert!((stats["coverage"].as_f64().unwrap() - coverage).abs() < 1e-9, "{stats}");
        assert!(stats["device_errors"].as_array().unwrap().is_empty(), "{stats}");
        assert!(
            device["backend"].as_str().unwrap().starts_with("opencl:0"),
            "{}",
            device["backend"]
        );
    }
    let explained = scratch.batt(&["run", "--data", "embedded", "--explain"]);
    assert!(explained.code == 0 && !explained.err.is_empty(), "{explained:?}");
}

#[test]
fn vectors_run_on_a_device_as_well() {
    let Some(scratch) = with_opencl("devicevectors") else { return };
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/vectors/extra_arc.jsonl");
    let count = std::fs::read_to_string(file).unwrap().lines().count();
    let args = ["verify", "--vectors", file, "--dialect", "arc", "--backend", "opencl:0"];
    let ended = scratch.batt(&args);
    assert_eq!(ended.code, 0, "{}", ended.err);
    // Once on the CPU, once on the device.
    assert!(ended.out.contains(&format!("{} passed, 0 failed", 2 * count)), "{}", ended.out);
    assert!(ended.err.contains(&format!("{count} passed, 0 failed")), "{}", ended.err);
}

#[test]
#[cfg(target_os = "linux")]
fn a_measurement_that_cannot_be_kept_is_not_said_to_be() {
    let Some(scratch) = with_opencl("unkept") else { return };
    let mut command = scratch.command(&["devices", "--measure"]);
    command.env("ARCBATT_CACHE", "/proc/nope");
    let ended = finish(command);
    let said = "measurements could not be kept in /proc/nope/devices.json: ";
    assert!(ended.code == 0 && ended.out.contains(said), "{ended:?}");
}
