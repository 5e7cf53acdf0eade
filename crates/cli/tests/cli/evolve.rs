//! `batt evolve`: the loop, its store, and what may happen to it.

use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread;

use evolve::generation::Counters;
use evolve::kept::Kept;
use evolve::store::record::RunRow;
use evolve::store::{Access, Store};

use serde_json::Value;

use crate::support::{Ended, Scratch, TASK, ended, start};

/// A quick run on the tasks that are part of the binary, which its programs solve.
const RUN: [&str; 8] =
    ["evolve", "--data", "embedded", "--population", "24", "--generations", "5", "--beyond"];

/// The summary that a run prints, and its exit code.
fn summary(scratch: &Scratch, args: &[&str]) -> (Value, i32) {
    let (json, ended) = scratch.json(args);
    (json, ended.code)
}

fn with<'a>(first: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [first, more].concat()
}

/// Everything a store holds, times and cache counts aside.
fn content(scratch: &Scratch, store: &str) -> (Vec<Kept>, Vec<RunRow>, Vec<(u64, Counters)>) {
    let store = Store::open(&scratch.path(store), Access::Read).expect("a store");
    let mut runs = Vec::new();
    let mut statistics = Vec::new();
    for (id, mut run) in store.runs().expect("runs") {
        let rows = store.statistics(id).expect("statistics");
        statistics.extend(rows.iter().map(|(number, counters)| (*number, counters.comparable())));
        run.counters = run.counters.comparable();
        // Of the last session alone.
        run.plan = None;
        runs.push(run);
    }
    (store.kept_all().expect("programs"), runs, statistics)
}

#[test]
fn finds_programs_and_says_so() {
    let scratch = Scratch::new("evolve");
    let (json, code) = summary(&scratch, &RUN);
    assert_eq!(code, 0, "{json}");
    assert_eq!(json["generations"], 6, "the pool's and five more: {json}");
    assert_eq!((&json["seed"], &json["ended"]), (&1.into(), &"generations".into()));
    let number = |key: &str| json[key].as_u64().unwrap_or_else(|| panic!("{key}: {json}"));
    assert_eq!(number("fits_demos"), number("tasks"), "the pool solves all: {json}");
    assert!(number("mutants") > 1000 && number("new_programs") > 100, "{json}");
    assert_eq!(number("mutants_typed"), number("mutants"));
    assert!(number("mutants_ok") * 10 >= number("mutants") * 8, "{json}");
    assert!(number("mutants_changed") * 2 >= number("mutants"), "{json}");
    assert!(json["candidate_samples_per_second"].as_f64().is_some_and(|rate| rate > 0.0));
    assert!(json["data_version"].as_str().is_some_and(|v| v.starts_with("embedded")), "{json}");
    let checked = scratch.batt(&["store", "check"]);
    assert_eq!(checked.code, 0, "{checked:?}");
}

#[test]
fn threads_and_shards_give_the_same_store() {
    let scratch = Scratch::new("evolveshards");
    for (threads, store) in [("1", "one.db"), ("3", "three.db")] {
        let ended = scratch.batt(&with(&RUN, &["--threads", threads, "--store", store]));
        assert_eq!(ended.code, 0, "{ended:?}");
    }
    let whole = content(&scratch, "one.db");
    assert_eq!(whole, content(&scratch, "three.db"));
    for (shard, store) in [("1/3", "s1.db"), ("2/3", "s2.db"), ("3/3", "s3.db")] {
        let ended = scratch.batt(&with(&RUN, &["--shard", shard, "--store", store]));
        assert_eq!(ended.code, 0, "{ended:?}");
    }
    let merged = scratch.batt(&["store", "merge", "s3.db", "s1.db", "--store", "s2.db"]);
    assert_eq!(merged.code, 0, "{merged:?}");
    assert_eq!(whole.0, content(&scratch, "s2.db").0);
}

/// A run that is let go on its own.
fn spawn(scratch: &Scratch, args: &[&str]) -> Child {
    let mut command = scratch.command(args);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    start(command)
}

/// Waits until a generation is in the store, or the process has ended.
fn wait_for(scratch: &Scratch, child: &mut Child, generation: Option<u64>) {
    while child.try_wait().expect("a child").is_none() {
        let store = Store::open(&scratch.path("killed.db"), Access::Read);
        let last = store.and_then(|store| store.last_run());
        if let Ok(Some((_, run))) = last
            && run.generation >= generation
        {
            return;
        }
        thread::yield_now();
    }
}

#[test]
fn a_killed_run_goes_on_as_if_nothing_had_happened() {
    let scratch = Scratch::new("evolvekill");
    let ended = scratch.batt(&with(&RUN, &["--store", "whole.db"]));
    assert_eq!(ended.code, 0, "{ended:?}");
    // Killed while the pool is run, right after a commit, and on the way.
    let mut args = with(&RUN, &["--store", "killed.db"]);
    for generation in [None, Some(0), Some(2), Some(3)] {
        let mut child = spawn(&scratch, &args);
        wait_for(&scratch, &mut child, generation);
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        args = vec!["evolve", "--data", "embedded", "--generations", "5", "--resume"];
        args.extend(["--store", "killed.db"]);
        let store = Store::open(&scratch.path("killed.db"), Access::Read).expect("still a store");
        let (_, run) = store.last_run().expect("readable").expect("a run");
        assert!(run.generation >= generation, "{:?} is lost", generation);
    }
    let ended = scratch.batt(&args);
    assert_eq!(ended.code, 0, "{ended:?}");
    assert_eq!(content(&scratch, "whole.db"), content(&scratch, "killed.db"));
    assert_eq!(scratch.batt(&["store", "check", "--store", "killed.db"]).code, 0);
    // Going on beyond the end makes the later generations.
    args[4] = "6";
    let (json, _) = summary(&scratch, &args);
    assert_eq!((&json["generations"], &json["last_generation"]), (&1.into(), &6.into()), "{json}");
}

/// A run that goes on until somebody ends it.
const ENDLESS: [&str; 8] =
    ["evolve", "--data", "embedded", "--time", "1h", "--beyond", "--store", "killed.db"];

#[cfg(unix)]
fn interrupt(child: &Child) {
    let mut kill = Command::new("kill");
    kill.args(["-INT", &child.id().to_string()]);
    assert!(kill.status().expect("kill is there").success());
}

/// What a run says that somebody ends after something happened to its files.
#[cfg(unix)]
fn ended_after(scratch: &Scratch, happens: impl FnOnce()) -> Ended {
    let mut child = start(scratch.command(&ENDLESS));
    wait_for(scratch, &mut child, Some(1));
    happens();
    interrupt(&child);
    ended(child.wait_with_output().expect("it ends"))
}

#[cfg(unix)]
#[test]
fn a_store_taken_away_is_no_success() {
    let scratch = Scratch::new("evolvegone");
    let store = scratch.path("killed.db");
    let gone = ended_after(&scratch, || fs::remove_file(&store).unwrap());
    assert_eq!((gone.code, gone.out.as_str()), (1, ""), "{gone:?}");
    assert!(gone.err.contains("killed.db: the store was removed"), "{gone:?}");
    let scratch = Scratch::new("evolvecut");
    let store = scratch.path("killed.db");
    let cut = ended_after(&scratch, || fs::write(&store, "").unwrap());
    assert_eq!((cut.code, cut.out.as_str()), (1, ""), "{cut:?}");
    assert!(cut.err.contains("killed.db: the store was cut off"), "{cut:?}");
}

#[cfg(unix)]
#[test]
fn without_its_lock_file_a_run_stops() {
    let scratch = Scratch::new("evolvelock");
    let first = ended_after(&scratch, || {
        fs::remove_file(scratch.path("killed.db.lock")).unwrap();
        let second = ["evolve", "--data", "embedded", "--store", "killed.db", "--generations", "0"];
        let second = scratch.batt(&second);
        assert_eq!(second.code, 0, "{second:?}");
    });
    assert_eq!((first.code, first.out.as_str()), (1, ""), "{first:?}");
    assert!(first.err.contains("lock file beside the store was removed"), "{first:?}");
    assert_eq!(scratch.batt(&["store", "check", "--store", "killed.db"]).code, 0);
}

#[cfg(unix)]
#[test]
fn pipes_among_the_data_are_not_waited_for() {
    let scratch = Scratch::new("evolvepipe");
    scratch.write("set/a.json", TASK);
    let made = Command::new("mkfifo").arg(scratch.path("set/b.json")).status();
    assert!(made.expect("mkfifo is there").success());
    let evolve = ["evolve", "--from-nothing", "--data", "set", "--generations", "0"];
    for args in [&evolve[..], &["run", "--data", "set"]] {
        let ended = scratch.batt(args);
        assert_eq!(ended.code, 1, "{ended:?}");
        let said = format!("{}{}", ended.out, ended.err);
        assert!(said.contains("no regular file but a pipe"), "{ended:?}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_generation() {
    let scratch = Scratch::new("evolvestop");
    let args = with(&ENDLESS, &["--json"]);
    let mut child = start(scratch.command(&args));
    wait_for(&scratch, &mut child, Some(1));
    interrupt(&child);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    let json: Value = serde_json::from_slice(&output.stdout).expect("a summary");
    assert_eq!(json["ended"], "stopped");
    let store = Store::open(&scratch.path("killed.db"), Access::Read).expect("a store");
    let (_, run) = store.last_run().expect("readable").expect("a run");
    assert_eq!(json["last_generation"].as_u64(), run.generation);
}

#[test]
fn two_runs_do_not_share_a_store() {
    let scratch = Scratch::new("evolvetwo");
    let mut child = spawn(&scratch, &ENDLESS);
    wait_for(&scratch, &mut child, Some(0));
    let refused = scratch.batt(&["evolve", "--data", "embedded", "--store", "killed.db"]);
    assert_eq!(refused.code, 2, "{refused:?}");
    let said = format!("another process (pid {}) is writing", child.id());
    assert!(refused.err.contains(&said), "{}", refused.err);
    // Looking is allowed meanwhile.
    assert_eq!(scratch.batt(&["store", "ls", "--store", "killed.db"]).code, 0);
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
}

#[test]
fn resuming_on_other_data_changes_nothing() {
    let scratch = Scratch::new("evolveother");
    let set = |cell: u8| {
        format!(r#"{{"a": {{"train":[{{"input":[[{cell},1]],"output":[[1,0]]}}],"test":[]}}}}"#)
    };
    scratch.write("one.json", set(0));
    scratch.write("two.json", set(2));
    scratch.write("p.py", "def solve_a(I):\n    return hmirror(I)\n");
    let run = ["evolve", "p.py", "--data", "one.json", "--population", "8", "--generations", "1"];
    assert_eq!(summary(&scratch, &run).1, 0);
    let before = content(&scratch, "arcbatt.db");
    let other = ["evolve", "--resume", "--data", "two.json"];
    let (json, code) = summary(&scratch, &other);
    let hint = json["hint"].as_str().unwrap_or_default();
    assert!(code == 2 && hint.contains("file or folder that is called one"), "{json}");
    let allowed = scratch.batt(&with(&other, &["--allow-changed-data"]));
    assert_eq!(allowed.code, 2, "{allowed:?}");
    assert_eq!(content(&scratch, "arcbatt.db"), before);
}

/// A task that one op solves, and one that no program solves: its outputs are noise.
fn simple(scratch: &Scratch) {
    let turned = r#"{"train":[{"input":[[1,2],[0,3]],"output":[[0,1],[3,2]]},
        {"input":[[4,0],[5,6]],"output":[[5,4],[6,0]]}],"test":[{"input":[[7,8],[0,1]]}]}"#;
    let noise = r#"{"train":[{"input":[[1,2],[0,3]],"output":[[5,1,4]]},
        {"input":[[4,0],[5,6]],"output":[[9],[2]]}],"test":[{"input":[[7,8],[0,1]]}]}"#;
    scratch.write("set.json", format!(r#"{{"noise": {noise}, "turned": {turned}}}"#));
}

#[test]
fn strategies_give_programs_to_start_from() {
    let scratch = Scratch::new("evolvesolve");
    simple(&scratch);
    let run = ["evolve", "--from-nothing", "--data", "set.json", "--generations", "2"];
    for (threads, store) in [("1", "one.db"), ("3", "three.db")] {
        let more = ["--solve", "0.01", "--threads", threads, "--store", store];
        let (json, code) = summary(&scratch, &with(&run, &more));
        assert_eq!((code, &json["fitted_by"]["strategies"]), (0, &1.into()), "{json}");
        let strategies = json["started_from"]["strategies"].as_object().expect("by name");
        assert!(strategies.contains_key("layers"), "{json}");
    }
    let whole = content(&scratch, "one.db");
    assert_eq!(whole, content(&scratch, "three.db"));
    assert_eq!(whole.1[0].settings.solve_units, 2_000_000);
    let by_strategy = |kept: &&Kept| !["growth", "mutation"].contains(&kept.origin.found_by());
    let solver = whole.0.iter().filter(by_strategy).find(|kept| kept.standing.solved);
    assert!(solver.is_some_and(|kept| kept.origin.strategy.is_some()), "{solver:?}");
    // In pieces it is the same: what strategies may do is the run's, not the session's.
    let first = ["--solve", "0.01", "--store", "parts.db", "--time", "0"];
    assert_eq!(scratch.batt(&with(&run, &first)).code, 0);
    for last in ["0", "1", "2"] {
        let more = ["evolve", "--resume", "--data", "set.json", "--generations", last];
        assert_eq!(scratch.batt(&with(&more, &["--store", "parts.db"])).code, 0);
    }
    assert_eq!(whole, content(&scratch, "parts.db"));
}

/// Wherever time ends a session, the next one goes on as if it had not.
#[test]
fn sessions_that_time_ends_go_on_exactly() {
    let scratch = Scratch::new("evolvetime");
    let whole = scratch.batt(&with(&RUN, &["--store", "whole.db"]));
    assert_eq!(whole.code, 0, "{whole:?}");
    let mut args = with(&RUN, &["--store", "parts.db", "--time", "0.02"]);
    let mut late = 0;
    for millis in 1..2000 {
        let (json, code) = summary(&scratch, &args);
        assert_eq!(code, 0, "{json}");
        if json["ended"] == "generations" {
            break;
        }
        assert_eq!(json["ended"], "time", "{json}");
        let store = Store::open(&scratch.path("parts.db"), Access::Read).expect("a store");
        let (_, run) = store.last_run().expect("readable").expect("a run");
        assert_eq!(json["last_generation"].as_u64(), run.generation, "{json}");
        late += 1;
        args = ["evolve", "--data", "embedded", "--generations", "5", "--resume"].to_vec();
        args.extend(["--store", "parts.db", "--time"]);
        // Longer and longer, so that every generation is made at last.
        args.push(Box::leak(format!("{}", f64::from(millis) / 50.0).into_boxed_str()));
    }
    assert!(late > 0, "no session was cut");
    assert_eq!(content(&scratch, "whole.db"), content(&scratch, "parts.db"));
}
