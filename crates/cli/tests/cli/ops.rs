//! `batt ops`: the whole list, and what is generated from it.

use std::fs;

use crate::support::Scratch;

#[test]
fn all_ops_are_listed_with_an_example() {
    let scratch = Scratch::new("ops");
    let all = scratch.batt(&["ops"]);
    assert!(all.code == 0 && all.out.contains("objects") && all.out.contains("mir_rot_t"));
    assert!(!scratch.batt(&["ops", "--dialect", "arc"]).out.contains("mir_rot_t"));
    let (all, _) = scratch.json(&["ops"]);
    let all = all.as_array().unwrap();
    assert_eq!(all.iter().filter(|op| op["dialect"] == "arc").count(), 160);
    assert!(all.iter().all(|op| op["example"].is_string()));
}

#[test]
fn the_reference_page_is_up_to_date() {
    let scratch = Scratch::new("page");
    let page = scratch.batt(&["ops", "--markdown"]);
    assert_eq!(page.code, 0);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/ops.md");
    let written = fs::read_to_string(path).unwrap_or_default();
    assert!(written == page.out, "docs/ops.md is not what the op table says: run `make docs`");
}

/// `BLESS=1 cargo test stubs_of_the_python` rewrites them, as `make docs` does.
#[test]
fn the_stubs_of_the_python_package_are_up_to_date() {
    let scratch = Scratch::new("stubs");
    for (dialect, file) in [("arc", "dsl.pyi"), ("batt", "dsl_batt.pyi")] {
        let stub = scratch.batt(&["ops", "--stubs", dialect]);
        assert_eq!(stub.code, 0, "{}", stub.err);
        let path = format!("{}/../../python/arcbatt/{file}", env!("CARGO_MANIFEST_DIR"));
        if std::env::var_os("BLESS").is_some() {
            fs::write(&path, &stub.out).unwrap();
        }
        let written = fs::read_to_string(&path).unwrap_or_default();
        assert!(written == stub.out, "{file} is not what the op table says: run `make docs`");
    }
}

#[test]
fn every_command_has_examples_and_a_completion() {
    let scratch = Scratch::new("commands");
    let commands = ["run", "trace", "verify", "fmt", "data", "show", "ops", "completions"];
    let help = scratch.batt(&["--help"]).out;
    let tour = scratch.batt::<&str>(&[]).out;
    assert!(help.contains("Exit codes:") && help.contains("Examples:"));
    for command in commands {
        let help_of = scratch.batt(&[command, "--help"]);
        assert!(help_of.code == 0 && help_of.out.contains("Examples:"), "{command}");
        assert!(help.contains(&format!("\n  {command} ")), "{command}");
    }
    for command in ["run", "trace", "verify", "fmt"] {
        assert!(tour.contains(&format!("  batt {command}")), "{command}: {tour}");
        assert!(help.contains(&format!("  batt {command}")), "{command}: {help}");
    }
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = scratch.batt(&["completions", shell]).out;
        assert!(commands.iter().all(|command| script.contains(command)), "{shell}");
    }
    for command in [&["data", "get"][..], &["data", "ls"]] {
        let help_of = scratch.batt(&[command, &["--help"]].concat());
        assert!(help_of.out.contains("Examples:"), "{command:?}");
    }
}
