//! `batt completions`: scripts that let shells complete our arguments.

use clap::CommandFactory;
use clap_complete::Shell;
use serde_json::json;

use crate::args::Cli;
use crate::failure::{Exit, Outcome};
use crate::output::Output;

/// Prints the script for a shell.
pub fn run(shell: Shell, output: &mut Output) -> Outcome {
    // The generator panics when a pipe closes; memory does not.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "batt", &mut script);
    let script = String::from_utf8_lossy(&script);
    if output.json {
        output.value(&json!({ "shell": shell.to_string(), "script": script }))?;
    } else {
        output.text(&script)?;
    }
    Ok(Exit::Ok)
}
