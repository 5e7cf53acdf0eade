//! `batt report --png`.

use std::fs;

use evolve::store::{Access, Store};

use super::{best, searched, tasks};
use crate::support::{Ended, Scratch};

fn draw(scratch: &Scratch, more: &[&str]) -> Ended {
    scratch.batt(&[&["report", "--store", "found.db", "--png"], more].concat())
}

/// Reads a PNG file from end to end; its width and height.
fn checked(file: &[u8]) -> (u32, u32) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    reader.finish().unwrap();
    assert!(pixels.iter().any(|byte| *byte != pixels[0]), "something is drawn");
    reader.info().size()
}

#[test]
fn a_store_that_solve_filled_has_pictures() {
    let scratch = Scratch::new("report-solved");
    let id = "e4d14648";
    let solve = ["solve", "--data", "embedded", "--tasks", id, "--effort", "0.1", "--threads", "1"];
    let solved = scratch.batt(&[&solve[..], &["--store", "found.db"]].concat());
    assert_eq!(solved.code, 0, "{solved:?}");
    for subject in [format!("task={id}"), format!("program={id}"), "scores".into(), "map".into()] {
        let ended = draw(&scratch, &[&subject, "-o", "a.png"]);
        assert_eq!(ended.code, 0, "{subject}: {ended:?}");
        checked(&fs::read(scratch.path("a.png")).unwrap());
    }
    draw(&scratch, &[&format!("task={id}"), "-o", "a.svg"]);
    let from = Store::open(&scratch.path("found.db"), Access::Read).unwrap().finders().unwrap();
    let svg = fs::read_to_string(scratch.path("a.svg")).unwrap();
    assert!(svg.contains(&format!("(from: {})", from[0].1)), "{from:?}");
    let report = scratch.batt(&["report", "--store", "found.db"]);
    assert!(report.code == 0 && report.out.contains("1 task, 1 program"), "{report:?}");
}

#[test]
fn every_subject_is_a_picture() {
    let scratch = searched("report-png");
    let task = tasks(&scratch).remove(0);
    let hash = best(&scratch, &task);
    let subjects = [
        format!("task={task}"),
        format!("program={task}"),
        format!("program={}", &hash[..12]),
        "scores".into(),
        "map".into(),
    ];
    for subject in subjects {
        let mut files = Vec::new();
        for _ in 0..2 {
            let ended = draw(&scratch, &[&subject, "-o", "p.png"]);
            assert_eq!(ended.code, 0, "{subject}: {}", ended.err);
            files.push(fs::read(scratch.path("p.png")).unwrap());
        }
        let (width, height) = checked(&files[0]);
        assert!((100..=1000).contains(&width) && height > 100, "{subject}: {width} x {height}");
        assert!(files[0] == files[1], "{subject} twice");
        let ended = draw(&scratch, &[&subject, "-o", "p.svg"]);
        assert_eq!(ended.code, 0, "{subject}: {}", ended.err);
        let svg = fs::read_to_string(scratch.path("p.svg")).unwrap();
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{subject}");
    }
}

#[test]
fn samples_runs_and_tests_can_be_chosen() {
    let scratch = searched("report-png-choice");
    let task = tasks(&scratch).remove(0);
    let svg = |more: &[&str]| {
        let ended = draw(&scratch, &[more, &["-o", "p.svg"]].concat());
        assert_eq!(ended.code, 0, "{more:?}: {}", ended.err);
        fs::read_to_string(scratch.path("p.svg")).unwrap()
    };
    let program = format!("program={task}");
    assert!(svg(&[&program]).contains(", on demo 1<"));
    assert!(svg(&[&program, "--sample", "demo2"]).contains(", on demo 2<"));
    let shown = svg(&[&program, "--sample", "test 1", "--test"]);
    assert!(shown.contains(", on test 1<") && shown.contains(">right<"), "{shown}");
    let hidden = draw(&scratch, &[&program, "--sample", "test1", "-o", "hidden.svg"]);
    assert!(hidden.code == 2 && hidden.err.contains("ask for it: --test"), "{}", hidden.err);
    assert!(!scratch.path("hidden.svg").exists());
    assert!(svg(&["map", "--run", "1"]).contains("found.db, run 1"));
    assert!(svg(&["scores"]).contains("search time, seconds"));
}

#[test]
fn what_is_not_there_is_said() {
    let scratch = searched("report-png-unknown");
    for (subject, more, said, hint) in [
        ("task=nosuch", &[][..], "nosuch", "batt store ls"),
        ("program=nosuch", &[], "no task or program nosuch", "batt store ls"),
        ("program=0000000000000000", &[], "0000000000000000", "batt store show TASK"),
        ("map", &["--run", "77"], "no run 77", "batt store ls"),
        ("tasks", &[], "write task=ID", "--help"),
    ] {
        let ended = draw(&scratch, &[&[subject, "-o", "p.png"], more].concat());
        assert!(ended.code == 2 && ended.err.contains(said), "{subject}: {}", ended.err);
        assert!(ended.err.contains(hint), "{subject}: {}", ended.err);
        for not_here in ["panic", "/api/", "map of all tasks"] {
            assert!(!ended.err.contains(not_here), "{subject}: {}", ended.err);
        }
    }
    let program = format!("program={}", tasks(&scratch)[0]);
    let ended = draw(&scratch, &[&program, "--sample", "demo100", "-o", "p.png"]);
    assert!(ended.code == 2 && ended.err.contains("it has demo 1, "), "{}", ended.err);
    assert_eq!(draw(&scratch, &["map"]).code, 2, "no place to write to");
    assert!(!scratch.path("p.png").exists());
}

#[test]
fn data_that_is_not_at_hand_is_asked_for() {
    let scratch = Scratch::new("report-png-data");
    let pair = r#"{ "input": [[1, 2]], "output": [[2, 1]] }"#;
    scratch.write("mine.json", format!(r#"{{ "t": {{ "train": [{pair}], "test": [] }} }}"#));
    scratch.write("p.py", "def solve_x(I):\n    return vmirror(I)\n");
    let data = ["--data", "mine.json", "--store", "found.db"];
    let evolve = ["evolve", "p.py", "--generations", "1", "--population", "4"];
    let ended = scratch.batt(&[&evolve[..], &data].concat());
    assert_eq!(ended.code, 0, "{}", ended.err);
    let subjects = ["program=t".to_string(), format!("program={}", best(&scratch, "t"))];
    for subject in &subjects {
        for more in [&[][..], &["--sample", "demo1"]] {
            let ended = draw(&scratch, &[&[subject, "-o", "p.svg"], more].concat());
            assert!(ended.code == 2 && ended.err.contains("--data DATA"), "{}", ended.err);
            assert!(ended.err.contains("is not at hand"), "{}", ended.err);
        }
        let ended = draw(&scratch, &[subject, "-o", "p.svg", "--data", "mine.json"]);
        assert_eq!(ended.code, 0, "{}", ended.err);
    }
}

/// The picture in the README is what the commands there make.
#[test]
fn the_picture_of_the_readme() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../");
    let readme = fs::read_to_string(format!("{root}README.md")).unwrap();
    let scratch = Scratch::new("report-readme");
    let commands = readme.lines().filter_map(|line| line.strip_prefix("    batt "));
    let commands: Vec<&str> = commands.filter(|line| line.contains("picture.db")).collect();
    assert_eq!(commands.len(), 2, "{commands:?}");
    fs::create_dir(scratch.path("docs")).unwrap();
    for command in commands {
        let args = command.split_whitespace();
        let args = args.map(|arg| arg.replace("testdata/", &format!("{root}testdata/")));
        let ended = scratch.batt(&args.collect::<Vec<_>>());
        assert_eq!(ended.code, 0, "{command}: {}", ended.err);
    }
    let made = fs::read(scratch.path("docs/program.png")).unwrap();
    checked(&made);
    if std::env::var_os("BLESS").is_some() {
        fs::write(format!("{root}docs/program.png"), &made).unwrap();
    }
    let kept = fs::read(format!("{root}docs/program.png")).unwrap();
    assert!(made == kept, "BLESS=1 cargo test readme writes docs/program.png anew");
}
