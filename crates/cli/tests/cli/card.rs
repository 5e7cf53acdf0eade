//! `batt card`.

use std::fs;

use crate::support::Scratch;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/");
const FROZEN: [&str; 2] = ["--freeze-solvers", "--freeze-differs"];

fn testdata(name: &str) -> String {
    format!("{ROOT}{name}")
}

/// `BLESS=1 cargo test` rewrites the expected files; review the difference.
#[test]
fn a_small_batt_byte_for_byte() {
    let scratch = Scratch::new("cardgolden");
    let programs = testdata("batts/programs.py");
    let args = ["card", &programs, "--data", "embedded", "--seed", "7", "-o", "small.py"];
    let ended = scratch.batt(&[&args[..], &FROZEN].concat());
    assert_eq!(ended.code, 0, "{ended:?}");
    assert!(ended.out.contains("seed 7") && ended.out.contains("small.json"), "{}", ended.out);
    for name in ["small.py", "small.json"] {
        let actual = fs::read_to_string(scratch.path(name)).unwrap();
        let golden = testdata(&format!("batts/{name}"));
        if std::env::var_os("BLESS").is_some() {
            fs::write(&golden, &actual).unwrap();
        }
        let expected = fs::read_to_string(&golden).unwrap_or_default();
        assert_eq!(actual, expected, "run with BLESS=1 if intended");
    }
}

#[test]
fn a_batt_runs_as_its_programs_do() {
    let scratch = Scratch::new("cardrun");
    for dialect in ["arc", "batt"] {
        let programs = testdata(&format!("embedded/programs_{dialect}.py"));
        let ended = scratch.batt(&[&["card", &programs, "-o", "batt.py"][..], &FROZEN].concat());
        assert_eq!(ended.code, 0, "{ended:?}");
        let results = |file: &str| {
            let (json, ended) = scratch.json(&["run", file, "--data", "embedded"]);
            (json["results"].clone(), json["fits_demos"].clone(), ended.code)
        };
        assert_eq!(results("batt.py"), results(&programs));
    }
}

#[test]
fn the_seed_decides() {
    let scratch = Scratch::new("cardseed");
    let programs = testdata("embedded/programs_batt.py");
    let card = |seed: &str, name: &str| {
        let args = ["card", &programs, "--count", "5", "--mutation-rate", "0.1", "--seed", seed];
        let ended = scratch.batt(&[&args[..], &["-o", name]].concat());
        assert_eq!(ended.code, 0, "{ended:?}");
        let read = |name: &str| fs::read_to_string(scratch.path(name)).unwrap();
        (read(name), read(&name.replace(".py", ".json")))
    };
    let one = card("5", "one.py");
    assert_eq!(one, card("5", "two.py"));
    assert_ne!(one, card("6", "three.py"));
    assert!(one.0.contains("Seed 5,") && one.0.contains("mutated\n"), "{}", one.0);
    // Without a file the same text is printed.
    let args = ["card", &programs, "--count", "5", "--mutation-rate", "0.1", "--seed", "5"];
    let printed = scratch.batt(&args);
    assert_eq!(printed.out, one.0);
    assert!(printed.err.starts_with("seed 5: 5 solvers"), "{}", printed.err);
}

#[test]
fn fmt_prints_a_batt_in_canonical_form() {
    let scratch = Scratch::new("cardfmt");
    let programs = testdata("batts/programs.py");
    scratch.batt(&["card", &programs, "-o", "b.py"]);
    let once = scratch.batt(&["fmt", "b.py"]);
    assert_eq!(once.code, 0, "{ended:?}", ended = once);
    assert!(once.out.starts_with("from arcbatt.dsl_batt import *\n\n\ndef batt(task_id, S, I, C"));
    scratch.write("again.py", &once.out);
    assert_eq!(scratch.batt(&["fmt", "again.py"]).out, once.out);
    let (json, _) = scratch.json(&["fmt", "b.py"]);
    assert_eq!(
        (&json["batts"][0]["solvers"], &json["batts"][0]["text"]),
        (&3.into(), &once.out.into())
    );
}

#[test]
fn an_edited_batt_says_where_it_is_wrong() {
    let scratch = Scratch::new("cardedit");
    let programs = testdata("batts/programs.py");
    let text = scratch.batt(&[&["card", &programs][..], &FROZEN].concat()).out;
    scratch.write("b.py", text.replace("False, \"0478b356\"", "Maybe, \"0478b356\""));
    let ended = scratch.batt(&["run", "b.py", "--data", "embedded"]);
    assert!(ended.code != 0 && ended.err.contains("expected True or False here"), "{ended:?}");
    assert!(ended.err.contains("b.py:"), "{ended:?}");
}

#[test]
fn programs_of_a_store() {
    let scratch = Scratch::new("cardstore");
    let programs = testdata("embedded/programs_batt.py");
    let search = ["evolve", &programs, "--data", "embedded", "--generations", "1"];
    let ended = scratch.batt(&[&search[..], &["--population", "4", "--store", "s.db"]].concat());
    assert_eq!(ended.code, 0, "{ended:?}");
    let stored = ["card", "--store", "s.db", "--data", "embedded"];
    let card = |more: &[&str]| scratch.batt(&[&stored[..], more].concat()).out;
    assert!(!card(&[]).is_empty() && card(&[]) == card(&[]) && card(&[]) != card(&["--seed", "2"]));
    // The best program of each task solves it.
    scratch.batt(&[&stored[..], &FROZEN, &["-o", "best.py"]].concat());
    let (json, _) = scratch.json(&["run", "best.py", "--data", "embedded"]);
    assert!(json["tasks"].as_u64() > Some(10), "{json}");
    assert_eq!(json["fits_demos"], json["tasks"]);
}

/// A mutated differ has a name of its own, so that a batt can be scored, stored and merged again.
#[test]
fn mutated_batts_can_be_used_again() {
    let scratch = Scratch::new("cardagain");
    let programs = testdata("embedded/programs_batt.py");
    let args = ["card", &programs, "--mutation-rate", "0.05", "-o", "one.py"];
    let (one, ended) = scratch.json(&args);
    assert_eq!(ended.code, 0, "{ended:?}");
    assert_ne!(one["mutated"], one["mutated_programs"], "some differ is mutated: {one}");
    let (scored, ended) = scratch.json(&["score", "one.py", "--data", "embedded"]);
    assert_eq!(ended.code, 0, "{ended:?}");
    assert!(scored["error"].is_null(), "{scored}");
    let ended = scratch.batt(&["card", "one.py", "--mutation-rate", "0.05", "-o", "two.py"]);
    assert_eq!(ended.code, 0, "{ended:?}");
    let names = fs::read_to_string(scratch.path("two.py")).unwrap();
    assert!(names.contains("_m"), "{names}");
    let mut words = names.split(|c: char| !c.is_alphanumeric() && c != '_');
    let longest = "differ_missing_colours_m12345678".len();
    assert!(words.all(|word| word.len() <= longest), "names do not grow: {names}");
    let (stored, _) = scratch.json(&["store", "import", "one.py", "--data", "embedded"]);
    let mutated = one["mutated"].as_u64().unwrap() - one["mutated_programs"].as_u64().unwrap();
    assert_eq!(stored["differs"], mutated, "the built-in ones are not stored: {stored}");
}

#[test]
fn a_program_of_many_lines_is_dealt_too() {
    let scratch = Scratch::new("cardlong");
    let long = vec!["I"; 64_000].join(",");
    scratch.write("long.py", format!("def solve_e4d14648(I):\n    return ({long})\n"));
    let (json, ended) = scratch.json(&["card", "long.py", "--data", "embedded", "-o", "batt.py"]);
    assert_eq!((ended.code, &json["programs"]), (0, &1.into()), "{ended:?}");
}
