//! The `batt` command, for the binary and for the Python package.

mod args;
mod commands;
mod devices;
mod examples;
mod failure;
mod fetch;
mod files;
mod golden;
mod hints;
#[cfg(test)]
#[path = "../../../testdata/needs.rs"]
mod needs;
mod output;
mod priors;
mod programs;
mod reference;
mod render;
mod serve;
mod sources;
mod stop;
mod stores;
mod verdict;
mod views;
mod wheel;

use std::ffi::OsString;
use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};

use args::Cli;
pub use failure::Exit;
use failure::Failure;
use output::Output;

/// Runs the command with the words behind its name. All that it prints is written when this returns. It
/// takes the process: the first search or server catches Ctrl-C and keeps it.
pub fn main(args: impl IntoIterator<Item = OsString>) -> Exit {
    let words: Vec<OsString> = std::iter::once("batt".into()).chain(args).collect();
    let before = panic::take_hook();
    panic::set_hook(Box::new(|info| {
        // `eprintln!` would panic again if nobody reads standard error.
        let _ = writeln!(io::stderr(), "batt: internal error, please report: {info}");
    }));
    let exit = guarded(|| run(&words));
    panic::set_hook(before);
    // Rust does this at the end of its own processes, and says as little if nobody reads.
    let _ = io::stdout().flush();
    exit
}

/// Turns a panic into an exit code. A hook that exits would do too, but would also end
/// panics that someone below catches on purpose.
fn guarded(run: impl FnOnce() -> Exit) -> Exit {
    panic::catch_unwind(AssertUnwindSafe(run)).unwrap_or(Exit::Internal)
}

fn run(words: &[OsString]) -> Exit {
    let cli = match Cli::read(words) {
        Ok(cli) => cli,
        Err(error) => return explain_usage(&error, words),
    };
    let mut output = Output::new(&cli.common);
    let result = commands::run(cli, &mut output).and_then(|exit| {
        output.flush()?;
        Ok(exit)
    });
    result.unwrap_or_else(|failure| report(failure, &mut output))
}

/// Prints clap's help, version or complaint: the first two are what was asked for.
fn explain_usage(error: &clap::Error, words: &[OsString]) -> Exit {
    let wrong = error.use_stderr();
    if wrong && Cli::is_for_machines(words) {
        let _ = writeln!(io::stdout(), "{}", Failure::from(error).json());
    }
    // A closed pipe must not turn a help text into a panic.
    let _ = error.print();
    if wrong { Exit::Usage } else { Exit::Ok }
}

fn report(failure: Failure, output: &mut Output) -> Exit {
    output.complain(&failure);
    failure.exit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_internal_error() {
        assert_eq!(guarded(|| Exit::Bad), Exit::Bad);
        assert_eq!(guarded(|| panic!("on purpose")), Exit::Internal);
    }
}
