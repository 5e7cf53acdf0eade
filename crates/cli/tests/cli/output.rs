//! What commands print and write where that is hard: closed pipes, full disks, paths that are no
//! text, input without end.

use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::process::Command;

use crate::support::{Scratch, ended, finish, start};

const PROGRAM: &str = "def solve_e4d14648(I):\n    return vmirror(I)\n";
const BETTER: &str = "def solve_e4d14648(I):\n    return cmirror(I)\n";

/// A folder with a program in `arcbatt.db` and a better one in `better.db`.
fn with_stores(test: &str) -> Scratch {
    let scratch = Scratch::new(test);
    scratch.write("p.py", PROGRAM);
    scratch.write("better.py", BETTER);
    for (file, store) in [("p.py", "arcbatt.db"), ("better.py", "better.db")] {
        let import = ["store", "import", file, "--data", "embedded", "--store", store];
        assert_eq!(scratch.batt(&import).code, 0, "{file}");
    }
    scratch
}

/// The exit code of a command whose output nobody reads.
fn unread(scratch: &Scratch, args: &[&str]) -> i32 {
    let mut child = start(scratch.command(args));
    drop(child.stdout.take());
    ended(child.wait_with_output().unwrap()).code
}

/// The same on a disk without room.
fn on_full_disk(scratch: &Scratch, args: &[&str]) -> (i32, String) {
    let mut command = scratch.command(args);
    command.stdout(File::options().write(true).open("/dev/full").unwrap());
    let ended = finish(command);
    (ended.code, ended.err)
}

#[test]
fn stores_are_merged_whoever_reads_about_it() {
    let scratch = with_stores("mergeunread");
    // More lines than are kept back before anything is printed.
    let deep = ["x", "y"].map(|name| name.repeat(180)).join("/");
    fs::create_dir_all(scratch.path(&deep)).unwrap();
    let copies: Vec<String> = (0..30).map(|n| format!("{deep}/{n}.db")).collect();
    for copy in &copies {
        fs::copy(scratch.path("arcbatt.db"), scratch.path(copy)).unwrap();
    }
    let mut args = vec!["store", "merge", "--store", "all.db"];
    args.extend(copies.iter().map(String::as_str));
    args.push("better.db");
    assert_eq!(unread(&scratch, &args), 0);
    let (json, _) = scratch.json(&["store", "ls", "--store", "all.db"]);
    assert_eq!((&json["programs"], &json["fits_demos"]), (&2.into(), &1.into()));
    // Nor does a full disk under the messages leave a store out, but it is told.
    args[3] = "again.db";
    let (code, complaint) = on_full_disk(&scratch, &args);
    assert!(code == 1 && complaint.contains("cannot write the output"), "{complaint}");
    assert_eq!(scratch.json(&["store", "ls", "--store", "again.db"]).0["programs"], 2);
}

#[test]
fn a_report_to_keep_is_written_whoever_reads_the_printed_one() {
    let scratch = Scratch::new("selfunread");
    assert_eq!(unread(&scratch, &["selftest", "--backend", "cpu", "-o", "report.txt"]), 0);
    let report = fs::read_to_string(scratch.path("report.txt")).unwrap();
    assert!(report.contains("verdict: PASS: cpu: "), "{report}");
}

#[test]
fn an_unread_command_ends_as_it_would_otherwise() {
    let scratch = Scratch::new("codeunread");
    scratch.write("p.py", PROGRAM);
    assert_eq!(unread(&scratch, &["run", "p.py", "--data", "embedded"]), 1, "not solved");
    assert_eq!(unread(&scratch, &["run", "p.py", "--data", "nowhere", "--json"]), 2);
}

#[test]
fn a_failure_after_the_report_is_part_of_it() {
    let scratch = Scratch::new("onevalue");
    let (json, ended) = scratch.json(&["selftest", "--backend", "cpu", "-o", "no/such/folder"]);
    assert_eq!((ended.code, &json["passed"]), (2, &true.into()), "{ended:?}");
    assert!(json["error"].as_str().unwrap().starts_with("cannot write no/such/folder"), "{json}");
    let (json, ended) = scratch.json(&["selftest", "--backend", "cuda:99"]);
    assert_eq!((ended.code, &json["passed"]), (2, &false.into()), "{ended:?}");
    assert!(json["error"].is_string() && json["cpu_vectors"].is_object(), "{json}");
}

#[test]
#[cfg(target_os = "linux")]
fn paths_need_not_be_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let scratch = with_stores("notext");
    let odd = OsStr::from_bytes(b"caf\xe9");
    let folder = scratch.folder.join(odd);
    fs::create_dir(&folder).unwrap();
    for store in ["arcbatt.db", "better.db"] {
        fs::copy(scratch.path(store), folder.join(store)).unwrap();
    }
    let commands: [&[&str]; 5] = [
        &["store", "ls", "--json"],
        &["store", "merge", "better.db", "--json"],
        &["store", "export", "programs", "--json"],
        &["data", "ls", "--json"],
        &["devices", "--json"],
    ];
    for args in commands {
        // Relative paths are told as they were given: the odd name comes in through all of them.
        let mut command = scratch.command(args);
        if args[0] == "store" {
            command.arg("--store").arg(folder.join("arcbatt.db"));
        }
        command.current_dir(&folder).env("ARCBATT_CACHE", folder.join("cache"));
        let ended = finish(command);
        let json: serde_json::Value = serde_json::from_str(&ended.out).expect(&ended.err);
        assert!(ended.code < 2 && json["error"].is_null(), "{args:?}: {ended:?}");
        let told = ended.out.contains("caf\u{fffd}") || args[1] == "export";
        assert!(told, "{args:?}: {}", ended.out);
    }
    let mut command = scratch.command(&["store", "export", "--json"]);
    command.arg(folder.join("here"));
    let ended = finish(command);
    assert!(ended.code == 0 && ended.out.contains("caf\u{fffd}/here"), "{ended:?}");
    fs::write(folder.join("dsl.py"), "").unwrap();
    let mut command = scratch.command(&["verify", "--reference"]);
    command.arg(&folder).args(["--programs", "p.py", "--data", "embedded"]);
    let ended = finish(command);
    assert!(ended.code == 2 && ended.err.contains("the path is not UTF-8"), "{ended:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_under_the_output_is_reported() {
    let scratch = with_stores("full");
    for args in [&["ops"][..], &["ops", "--json"], &["store", "ls"], &["data", "ls", "--json"]] {
        let (code, complaint) = on_full_disk(&scratch, args);
        assert!(
            code == 1 && complaint.contains("cannot write the output"),
            "{args:?}: {complaint}"
        );
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_under_a_file_is_reported_and_nothing_is_left() {
    let scratch = with_stores("fullfile");
    fs::create_dir(scratch.path("programs")).unwrap();
    scratch.write("programs/mine.txt", "mine");
    for link in ["full.py", "programs/index.json"] {
        symlink("/dev/full", scratch.path(link)).unwrap();
    }
    let commands: [&[&str]; 6] = [
        &["submit", "--data", "embedded", "-o", "/dev/full"],
        &["report", "--data", "embedded", "-o", "/dev/full"],
        &["show", "e4d14648", "--data", "embedded", "--svg", "new.svg", "--png", "/dev/full"],
        &["card", "p.py", "--data", "embedded", "-o", "full.py"],
        &["selftest", "--backend", "cpu", "-o", "/dev/full"],
        &["store", "export", "programs"],
    ];
    for args in commands {
        let ended = scratch.batt(args);
        assert_eq!(ended.code, 1, "{args:?}: {ended:?}");
        assert!(ended.err.contains("cannot write"), "{args:?}: {}", ended.err);
    }
    assert!(!scratch.path("new.svg").exists() && !scratch.path("full.json").exists());
    let left = fs::read_dir(scratch.path("programs")).unwrap().flatten();
    let mut left: Vec<_> = left.map(|entry| entry.file_name()).collect();
    left.sort();
    assert_eq!(left, ["index.json", "mine.txt"]);
}

/// What leads to a device is written to; a file put in its place would be the end of the device.
#[test]
fn devices_are_not_replaced() {
    let scratch = with_stores("device");
    symlink("/dev/null", scratch.path("out.py")).unwrap();
    for args in [&["submit"][..], &["card", "p.py"]] {
        let ended = scratch.batt(&[args, &["--data", "embedded", "-o", "out.py"]].concat());
        assert_eq!(ended.code, 0, "{ended:?}");
    }
    assert!(fs::symlink_metadata(scratch.path("out.py")).unwrap().is_symlink());
}

#[test]
fn an_export_that_fails_leaves_the_last_one() {
    let scratch = with_stores("exportfails");
    assert_eq!(scratch.batt(&["store", "export", "programs"]).code, 0);
    let index = fs::read(scratch.path("programs/index.json")).unwrap();
    fs::create_dir(scratch.path("programs/e4d14648_02.py")).unwrap();
    assert_eq!(scratch.batt(&["store", "merge", "better.db"]).code, 0);
    let ended = scratch.batt(&["store", "export", "programs"]);
    assert!(ended.code == 2 && ended.err.contains("e4d14648_02.py"), "{ended:?}");
    assert_eq!(fs::read(scratch.path("programs/index.json")).unwrap(), index);
    let first = fs::read_to_string(scratch.path("programs/e4d14648_01.py")).unwrap();
    assert!(first.contains("vmirror"), "{first}");
}

#[test]
#[cfg(target_os = "linux")]
fn input_without_end_is_refused() {
    let scratch = Scratch::new("endless");
    let batt = env!("CARGO_BIN_EXE_batt");
    for args in [&["run", "/dev/zero"][..], &["fmt", "/dev/zero"], &["trace", "/dev/zero::solve_a"]]
    {
        // Read to its end it would take all memory there is.
        let mut shell = Command::new("sh");
        shell.args(["-c", r#"ulimit -v 1000000; exec "$0" "$@""#, batt]).args(args);
        let ended = ended(shell.current_dir(&*scratch.folder).output().unwrap());
        assert_eq!(ended.code, 2, "{args:?}: {ended:?}");
        assert!(ended.err.contains("/dev/zero: larger than 64 MiB"), "{}", ended.err);
    }
    let mut command = scratch.command(&["fmt", "-"]);
    command.stdin(File::open("/dev/zero").unwrap());
    let ended = finish(command);
    assert!(ended.code == 2 && ended.err.contains("standard input: larger"), "{ended:?}");
}
