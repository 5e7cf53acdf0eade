//! The arguments of `batt devices`, `batt plan` and `batt selftest`.

use std::path::PathBuf;

use clap::Args;
use gpu::engine::Choice;

use super::values::task_list;
use super::{DataArgs, DialectArg};

/// `batt devices ...`
#[derive(Args)]
#[command(after_help = DEVICES)]
pub struct DevicesArgs {
    /// Measure every device anew and keep the result
    #[arg(long)]
    pub measure: bool,
    /// Show what a step of each op takes there and on the CPU; measured if that is not known
    #[arg(long)]
    pub ops: bool,
}

const DEVICES: &str = "\
Lists every OpenCL and CUDA device and says why something is not usable. What was measured of a
device is kept in the cache folder: `--backend auto` measures a device at its first use,
--measure does it now. `auto` leaves programs to the CPU that are made of ops which take longer on
the device: --ops shows these times, the ops first that devices were made for.

Examples:
  batt devices
  batt devices --measure
  batt devices --ops
  batt devices --json";

/// `batt plan ...`
#[derive(Args)]
#[command(after_help = PLAN)]
pub struct PlanArgs {
    /// Program files; without any: the reference programs if fetched, else the embedded ones
    #[arg(value_name = "FILES")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub source: DataArgs,
    /// Only the programs and samples of these tasks: ids separated by commas, or a file of ids
    #[arg(long, value_name = "IDS", value_parser = task_list)]
    pub tasks: Option<String>,
    /// The dialect of the files; programs of the other one are left out
    #[arg(long, default_value = "auto")]
    pub dialect: DialectArg,
    /// The devices to count with: as in `batt run`; auto imagines a GPU where there is none
    #[arg(long, value_name = "WHERE", default_value = "auto")]
    pub backend: Choice,
    /// Most memory of a device to use, in MB; else 80 % of what it has
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(16..))]
    pub device_memory: Option<u64>,
}

const PLAN: &str = "\
Merges all programs of a dialect into one batt and counts what a device would get to run it on
every sample of the data: launches, transfers, bytes, memory, and which ops it lacks. Nothing
runs and no device is needed. Numbers that depend on what programs do are marked as estimated.

Examples:
  batt plan --data embedded                    our own programs on our own tasks
  batt plan my_solvers.py --data arc1-training
  batt plan batt.py --data embedded --backend opencl
  batt plan --tasks 007bbfb7,0520fde7 --json";

/// `batt selftest ...`
#[derive(Args)]
#[command(after_help = SELFTEST)]
pub struct SelftestArgs {
    /// What to test: as in `batt run`; auto takes the first GPU, or the CPU where there is none
    #[arg(long, value_name = "WHERE", default_value = "auto")]
    pub backend: Choice,
    /// Write the report here too
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

const SELFTEST: &str = "\
Runs all golden vectors and whole batts on a device and compares every value, error and cost
with the CPU engine: all policies, several block sizes, then speed and memory. The reference
programs are compared too if they were fetched. The CPU engine is tested first, alone.
The last line is the verdict; exit code 1 says that something differs or failed.

Examples:
  batt selftest --backend cuda -o report.txt
  batt selftest --backend opencl:0 --json
  batt selftest --backend cpu";
