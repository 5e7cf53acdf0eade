//! One file per subcommand.

mod card;
mod completions;
mod data;
mod devices;
mod evaluate;
mod evolve;
mod fmt;
mod grade;
mod ops;
mod plan;
mod report;
mod run;
mod score;
mod selftest;
mod serve;
mod show;
mod solve;
mod store;
mod submit;
mod tour;
mod trace;
mod verify;

use crate::args::data::DataCommand;
use crate::args::{Cli, Command};
use crate::failure::Outcome;
use crate::output::Output;

/// Runs what the command line asks for.
pub fn run(cli: Cli, output: &mut Output) -> Outcome {
    match cli.command {
        None => tour::run(output),
        Some(Command::Data(DataCommand::Get { force })) => data::get(force, output),
        Some(Command::Data(DataCommand::Ls)) => data::ls(output),
        Some(Command::Data(DataCommand::Export(args))) => data::export::run(&args, output),
        Some(Command::Run(args)) => run::run(&args, output),
        Some(Command::Score(args)) => score::run(&args, output),
        Some(Command::Submit(args)) => submit::run(&args, output),
        Some(Command::Grade(args)) => grade::run(&args, output),
        Some(Command::Trace(args)) => trace::run(&args, output),
        Some(Command::Verify(args)) => verify::run(&args, output),
        Some(Command::Fmt(args)) => fmt::run(&args, output),
        Some(Command::Card(args)) => card::run(&args, output),
        Some(Command::Evaluate(args)) => evaluate::run(&args, output),
        Some(Command::Evolve(args)) => evolve::run(&args, output),
        Some(Command::Solve(args)) => solve::run(&args, output),
        Some(Command::Store(args)) => store::run(&args, output),
        Some(Command::Serve(args)) => serve::run(&args, output),
        Some(Command::Report(args)) => report::run(&args, output),
        Some(Command::Show(args)) => show::run(&args, output),
        Some(Command::Ops(args)) => ops::run(&args, output),
        Some(Command::Devices(args)) => devices::run(&args, output),
        Some(Command::Plan(args)) => plan::run(&args, output),
        Some(Command::Selftest(args)) => selftest::run(&args, output),
        Some(Command::Completions { shell }) => completions::run(shell, output),
    }
}
