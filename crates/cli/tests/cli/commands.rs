//! Tour, help, ops, show, completions, pipes.

use std::fs;
use std::io::Read;

use crate::support::{Scratch, TASK, ended, finish, start};

#[test]
fn alone_it_gives_a_tour() {
    let scratch = Scratch::new("tour");
    let tour = scratch.batt::<&str>(&[]);
    assert_eq!((tour.code, tour.err.as_str()), (0, ""));
    for word in ["Try:", "batt show", "batt data get", "embedded@", "160 ops"] {
        assert!(tour.out.contains(word), "{word}: {}", tour.out);
    }
    assert!(!tour.out.contains('\x1b'), "no colours in a pipe");
    let (json, _) = scratch.json(&[]);
    assert_eq!(json["fetched"], false);
}

#[test]
fn help_teaches_with_examples_and_exit_codes() {
    let scratch = Scratch::new("help");
    let help = scratch.batt(&["--help"]);
    assert_eq!(help.code, 0);
    assert!(help.out.contains("Exit codes:") && help.out.contains("Examples:"));
    for command in [&["show", "--help"][..], &["ops", "--help"], &["data", "get", "--help"]] {
        let help = scratch.batt(command);
        assert!(help.code == 0 && help.out.contains("Examples:"), "{command:?}");
    }
}

#[test]
fn wrong_usage_exits_with_2() {
    let scratch = Scratch::new("usage");
    for args in [&["shwo"][..], &["show"], &["ops", "--dialect", "x"], &["completions", "ksh93"]] {
        let ended = scratch.batt(args);
        assert!(ended.code == 2 && ended.out.is_empty() && !ended.err.is_empty(), "{args:?}");
    }
    assert!(scratch.batt(&["shwo"]).err.contains("show"), "suggests the nearest command");
}

#[test]
fn ops_are_listed_searched_and_explained() {
    let scratch = Scratch::new("ops");
    let all = scratch.batt(&["ops"]);
    assert!(all.code == 0 && all.out.contains("objects") && all.out.contains("mir_rot_t"));
    let arc = scratch.batt(&["ops", "--dialect", "arc"]);
    assert!(!arc.out.contains("mir_rot_t"));
    let found = scratch.batt(&["ops", "mirror", "diagonal"]);
    assert!(found.out.contains("cmirror") && !found.out.contains("upscale"));
    let one = scratch.batt(&["ops", "objects"]);
    for word in ["arc  objects(", "-> Objects", "errors", "cost", "gpu"] {
        assert!(one.out.contains(word), "{word}: {}", one.out);
    }
    let extract = scratch.batt(&["ops", "extract"]);
    assert!(extract.out.contains("arc  extract(") && extract.out.contains("batt extract("));
    assert!(scratch.batt(&["ops", "TWO_BY_TWO"]).out.contains("= (2, 2)"));
}

#[test]
fn ops_that_do_not_exist() {
    let scratch = Scratch::new("noops");
    let near = scratch.batt(&["ops", "objcts"]);
    assert_eq!(near.code, 1);
    assert!(near.err.contains("did you mean objects"), "{}", near.err);
    let longer = scratch.batt(&["ops", "rotate"]);
    assert!(longer.code == 0 && longer.out.contains("rot90") && longer.err.contains("beginning"));
    assert_eq!(scratch.batt(&["ops", "qqqqqqqq"]).code, 1);
}

#[test]
fn ops_as_json() {
    let scratch = Scratch::new("opsjson");
    let (all, _) = scratch.json(&["ops"]);
    let all = all.as_array().unwrap();
    assert_eq!(all.iter().filter(|op| op["dialect"] == "arc").count(), 160);
    let (one, _) = scratch.json(&["ops", "fill", "--dialect", "arc"]);
    assert_eq!(one[0]["params"].as_array().unwrap().len(), 3);
    let (none, ended) = scratch.json(&["ops", "qqqqqqqq"]);
    assert!(none["error"].is_string() && ended.code == 1);
}

#[test]
fn shows_a_task_of_a_folder() {
    let scratch = Scratch::new("show");
    scratch.write("tasks/one.json", TASK);
    let shown = scratch.batt(&["show", "one", "--data", "tasks"]);
    assert_eq!(shown.code, 0);
    let lines: Vec<&str> = shown.out.lines().collect();
    assert!(lines[0].starts_with("one  data tasks@"), "{}", lines[0]);
    assert_eq!(lines[2], "demo 1  2 x 2 -> 1 x 2    test 1  1 x 1 -> ?");
    assert_eq!(lines[3], "0 1  -> 9 8               6  -> ?");
    let (json, _) = scratch.json(&["show", "one", "--data", "tasks"]);
    assert_eq!(json["demo"][0]["output"][0][1], 8);
    assert!(json["test"][0]["output"].is_null());
    assert!(json["data_version"].as_str().unwrap().starts_with("tasks@"));
    assert_eq!(scratch.batt(&["show", "tasks/one.json"]).code, 0);
}

#[test]
fn shows_every_embedded_task() {
    let scratch = Scratch::new("embedded");
    let (list, _) = scratch.json(&["data", "ls"]);
    let sets = list["data"].as_array().unwrap();
    let embedded = sets.iter().find(|set| set["name"] == "embedded").unwrap();
    assert!(embedded["tasks"].as_u64().unwrap() >= 12);
    let tour = scratch.batt::<&str>(&[]).out;
    let id = tour.lines().find_map(|line| line.trim().strip_prefix("batt show ")).unwrap();
    let id = id.split(' ').next().unwrap();
    assert!(scratch.batt(&["show", id]).out.contains("data embedded@"));
}

#[test]
fn colours_only_when_asked_for() {
    let scratch = Scratch::new("colour");
    scratch.write("one.json", TASK);
    let show = |when: &str, name: &str, value: &str| {
        let mut command = scratch.command(&["show", "one.json", "--color", when]);
        command.env(name, value);
        finish(command).out
    };
    assert!(show("always", "COLORTERM", "truecolor").contains("\x1b[48;2;0;116;217m"));
    assert!(show("always", "TERM", "xterm-256color").contains("\x1b[48;5;"));
    assert!(!show("auto", "TERM", "xterm-256color").contains('\x1b'));
    assert!(!show("never", "COLORTERM", "truecolor").contains('\x1b'));
}

#[test]
fn writes_pictures() {
    let scratch = Scratch::new("pictures");
    scratch.write("one.json", TASK);
    let done = scratch.batt(&["show", "one.json", "--png", "a.png", "--svg", "a.svg"]);
    assert_eq!((done.code, done.out.lines().count()), (0, 2));
    let png = fs::read(scratch.path("a.png")).unwrap();
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n") && png.ends_with(b"IEND\xaeB`\x82"));
    let svg = fs::read_to_string(scratch.path("a.svg")).unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n") && svg.contains("#0074d9"));
    let failed = scratch.batt(&["show", "one.json", "--png", "no/such/folder/a.png"]);
    assert!(failed.code == 2 && failed.err.contains("cannot write"), "{}", failed.err);
}

#[test]
fn unknown_tasks_get_suggestions() {
    let scratch = Scratch::new("unknown");
    scratch.write("tasks/abcdef01.json", TASK);
    let near = scratch.batt(&["show", "abcdef00", "--data", "tasks"]);
    assert_eq!(near.code, 2);
    assert!(near.err.contains("did you mean abcdef01?"), "{}", near.err);
    let far = scratch.batt(&["show", "zzzzzzzz"]);
    assert!(far.code == 2 && far.err.contains("batt data ls"), "{}", far.err);
    let (json, _) = scratch.json(&["show", "zzzzzzzz"]);
    assert!(json["error"].as_str().unwrap().contains("zzzzzzzz"));
}

#[test]
fn completions_for_every_shell() {
    let scratch = Scratch::new("completions");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = scratch.batt(&["completions", shell]);
        assert!(script.code == 0 && script.out.contains("batt"), "{shell}");
    }
    let (json, _) = scratch.json(&["completions", "bash"]);
    assert_eq!(json["shell"], "bash");
}

#[test]
fn a_closed_pipe_is_quiet() {
    let scratch = Scratch::new("pipe");
    for args in [&["ops", "--json"][..], &["completions", "bash"], &["--help"], &["ops"]] {
        let mut child = start(scratch.command(args));
        let mut first = [0; 10];
        child.stdout.take().unwrap().read_exact(&mut first).unwrap();
        let ended = ended(child.wait_with_output().unwrap());
        assert_eq!((ended.code, ended.err.as_str()), (0, ""), "{args:?}");
    }
}

#[test]
fn wrong_usage_is_told_to_machines_too() {
    let scratch = Scratch::new("usage");
    let commands: [&[&str]; 4] =
        [&["evolve", "--population", "0"], &["run", "--bogus"], &["store"], &["nonsense"]];
    for args in commands {
        let (json, ended) = scratch.json(args);
        assert_eq!(ended.code, 2, "{args:?}: {ended:?}");
        assert!(json["error"].is_string() && json["hint"].is_string(), "{args:?}: {json}");
        let plain = scratch.batt(args);
        assert_eq!((plain.code, plain.out.as_str()), (2, ""), "{args:?}");
    }
    let (json, _) = scratch.json(&["evolve", "--population", "0"]);
    assert!(json["error"].as_str().unwrap().ends_with("0 is not in 1..=1000000"), "{json}");
    let help = scratch.batt(&["run", "--help", "--json"]);
    assert!(help.code == 0 && help.out.contains("Usage: batt run"), "{help:?}");
}

#[test]
fn negative_numbers_are_answered_with_what_is_allowed() {
    let scratch = Scratch::new("negative");
    let cases: [(&[&str], &str); 6] = [
        (&["card", "--seed", "-1"], "a whole number from 0 to 18446744073709551615"),
        (&["evolve", "--generations", "-1"], "a whole number from 0"),
        (&["evolve", "--time", "-1s"], "a length of time is 0 or more"),
        (&["evolve", "--mutation-rate", "-0.5"], "a number from 0 to 1"),
        (&["run", "--repeat", "-1"], "-1 is not in 1..=10000"),
        (&["trace", "e4d14648", "--sample", "-1"], "it has train[0] to train[2]"),
    ];
    for (args, said) in cases {
        let ended = scratch.batt(args);
        assert!(ended.code == 2 && ended.err.contains(said), "{args:?}: {}", ended.err);
    }
}
