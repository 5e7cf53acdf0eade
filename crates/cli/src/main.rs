//! The `batt` command as a binary; the Python package has it too.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(cli::main(std::env::args_os().skip(1)) as u8)
}
