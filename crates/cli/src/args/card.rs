//! The arguments of `batt card`.

use std::path::PathBuf;

use clap::Args;
use evolve::limits::{MUTATION_RATE, SEED};

use super::evolve::probability;
use super::values::{task_list, whole};
use super::{DataArgs, DialectArg};

/// `batt card ...`
#[derive(Args)]
#[command(after_help = CARD)]
pub struct CardArgs {
    /// Program files; without any: the store's programs, else those at hand
    #[arg(value_name = "FILES")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub source: DataArgs,
    /// Only these tasks: ids separated by commas, or a file of ids
    #[arg(long, value_name = "IDS", value_parser = task_list)]
    pub tasks: Option<String>,
    /// A random sample of so many tasks
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub count: Option<u32>,
    /// Take the best program of each task, and take it as it is
    #[arg(long)]
    pub freeze_solvers: bool,
    /// Take differs as they are
    #[arg(long)]
    pub freeze_differs: bool,
    /// Where all random choices come from
    #[arg(long, value_name = "N", default_value_t = SEED, value_parser = whole)]
    pub seed: u64,
    /// Probability that one function or argument of a line is changed
    #[arg(long, value_name = "R", default_value_t = MUTATION_RATE.usual, value_parser = probability)]
    pub mutation_rate: f64,
    /// The database file with the programs
    #[arg(long, value_name = "FILE", conflicts_with = "files")]
    pub store: Option<PathBuf>,
    /// The dialect of the batt; programs of the other one are left out
    #[arg(long, default_value = "auto")]
    pub dialect: DialectArg,
    /// Write the batt here, and its step table beside it with the ending .json
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

const CARD: &str = "\
Merges one program per task and the differs into one function `batt` that computes every
shared line once, and mutates them unless they are frozen. Programs `differ_<name>` in FILES
join the built-in differs. Where a task has several programs, stored ones are drawn by score,
those of files with equal chances. The same seed gives the same batt, byte for byte.

A batt has one dialect. Its file is Python, can be edited, and is read by every command that
takes program files.

Examples:
  batt card my.py                                   one batt, printed
  batt card my.py --freeze-solvers --freeze-differs -o batt.py
  batt card --count 20 --seed 7 -o batt.py          20 tasks of the store; also batt.json
  batt card --tasks 007bbfb7,0520fde7 --mutation-rate 0.05
  batt card --data embedded --dialect arc --json";
