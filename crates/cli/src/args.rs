//! The command line.

pub mod card;
pub mod data;
pub mod device;
pub mod evaluate;
pub mod evolve;
pub mod gpu;
pub mod grade;
pub mod ops;
pub mod report;
pub mod score;
pub mod serve;
pub mod solve;
pub mod store;
pub mod submit;
mod values;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use exec::data::SampleName;
use exec::run::Budget;
use lang::Dialect;

use values::{task_list, units, whole};

const EXIT_CODES: &str = "\
Exit codes:
  0    everything asked for was done
  1    it ran, but some results are bad: unsolved samples, unreadable tasks or functions,
       failed checks, a full disk
  2    wrong usage or unreadable input
  3    internal error, please report
  130  stopped at once by a second Ctrl-C

Environment:
  ARCBATT_CACHE  folder for fetched data (else $XDG_CACHE_HOME/arcbatt, ~/.cache/arcbatt)
  ARCBATT_STORE  the store to use without --store (else arcbatt.db in the current folder)
  NO_COLOR       set it to turn colours off";

const EXAMPLES: &str = "\
Examples:
  batt                        a short tour
  batt data get               fetch ARC-AGI-1, ARC-AGI-2 and 400 programs, once
  batt run                    run the programs at hand and see what they solve
  batt trace cddb23ef         see a program work, step by step
  batt show 007bbfb7          draw a task
  batt ops mirror             which ops mirror?
  batt fmt solvers.py         programs in canonical form
  batt solve --tasks 007bbfb7 --effort 5
                              look for programs; two attempts for every test input
  batt evolve --time 10m      search for programs; what is good goes to a store
  batt store ls               what was found, task by task
  batt serve                  watch the search in the browser, look at what it found
  batt report -o r.html       the same in one file
  batt score solvers.py       points on tasks, demo and test samples apart
  batt card solvers.py        merge and mutate programs into one batt
  batt submit -o s.json       two attempts for every test input, from the store
  batt verify --reference     compare the engine with the Python reference
  batt devices                what there is to compute on
";

/// Runs, inspects and draws ARC grid programs.
#[derive(Parser)]
#[command(name = "batt", version, after_help = format!("{EXAMPLES}\n{EXIT_CODES}"))]
pub struct Cli {
    /// What to do; nothing gives the tour.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// What every command takes.
    #[command(flatten)]
    pub common: Common,
}

/// What every command takes.
#[derive(Args)]
pub struct Common {
    /// Print one JSON value for machines and nothing else
    #[arg(long, global = true)]
    pub json: bool,
    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: When,
}

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum When {
    /// On a terminal that can show them, unless NO_COLOR is set
    Auto,
    /// Even into a file or pipe
    Always,
    /// Digits instead
    Never,
}

/// The commands.
#[derive(Subcommand)]
pub enum Command {
    /// Run programs on the samples of the tasks in their names
    Run(RunArgs),
    /// Show a program step by step on one sample, every value drawn
    Trace(TraceArgs),
    /// Check the engine against golden vectors or a Python reference
    Verify(VerifyArgs),
    /// Print programs in canonical line form
    Fmt(FmtArgs),
    /// Answer tasks: two attempts for every test input, and the programs that give them
    Solve(solve::SolveArgs),
    /// Merge programs into one batt, mutated unless frozen
    Card(card::CardArgs),
    /// Score programs on tasks: points, differs, demo and test apart
    Score(score::ScoreArgs),
    /// Say what programs in the words of a model are worth, JSON line by JSON line
    Evaluate(evaluate::EvaluateArgs),
    /// Search for programs: mutate, run, score, keep, generation after generation
    Evolve(evolve::EvolveArgs),
    /// Write two attempts for every test input from the programs of a store
    Submit(submit::SubmitArgs),
    /// Grade a submission against the right outputs
    Grade(grade::GradeArgs),
    /// List, show, export, import, check and merge stored programs
    Store(store::StoreArgs),
    /// Watch a search and look at what it found, in the browser
    Serve(serve::ServeArgs),
    /// Write what a store holds into one HTML file, or single pictures
    Report(report::ReportArgs),
    /// Fetch data sets, see which there are, write them in other forms
    #[command(subcommand, after_help = data::DATA)]
    Data(data::DataCommand),
    /// Draw a task in the terminal, as PNG or as SVG
    Show(ShowArgs),
    /// Search and explain the ops of the language
    Ops(ops::OpsArgs),
    /// List the devices to compute on, and what it costs to use them
    Devices(gpu::DevicesArgs),
    /// Count what a device would get to run programs merged into one batt
    Plan(gpu::PlanArgs),
    /// Test a device against the CPU engine and print a report to send back
    Selftest(gpu::SelftestArgs),
    /// Print a completion script for a shell
    #[command(after_help = COMPLETIONS)]
    Completions {
        /// The shell
        shell: Shell,
    },
}

const COMPLETIONS: &str = "\
Examples:
  batt completions bash > ~/.local/share/bash-completion/completions/batt
  batt completions zsh > ~/.zfunc/_batt
  batt completions fish > ~/.config/fish/completions/batt.fish";

/// `batt run ...`
#[derive(Args)]
#[command(after_help = RUN)]
pub struct RunArgs {
    /// Program files; without any: the reference programs if fetched, else the embedded ones
    #[arg(value_name = "FILES")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub source: DataArgs,
    /// Only these tasks: ids separated by commas, or a file of ids
    #[arg(long, value_name = "IDS", value_parser = task_list)]
    pub tasks: Option<String>,
    /// The dialect of the files
    #[arg(long, default_value = "auto")]
    pub dialect: DialectArg,
    /// What happens when a step fails
    #[arg(long, default_value = "strict")]
    pub policy: PolicyArg,
    /// Most work of a program on one sample, in units: see docs/exactness.md
    #[arg(long, value_name = "UNITS", default_value_t = Budget::GENEROUS.program, value_parser = units)]
    pub budget: u64,
    #[command(flatten)]
    pub device: device::DeviceArgs,
    /// How many threads; 0 takes all cores
    #[arg(long, value_name = "N", default_value_t = Threads(0))]
    pub threads: Threads,
    /// Run so often and report the fastest time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub repeat: u32,
    /// List every program, however many there are
    #[arg(long)]
    pub all: bool,
}

const RUN: &str = "\
Each program `solve_<id>` or `verify_<id>` runs on all samples of task <id>.
Functions that cannot be read are reported and counted; the others still run. `fits` counts the demo
samples with the right output, `right` the tests; unknown where their outputs are not there.

Examples:
  batt run                                   the reference programs on ARC-AGI-1 training
  batt run --data embedded                   our own small tasks, no download needed
  batt run my_solvers.py --tasks 007bbfb7
  batt run my_solvers.py --data tasks/ --policy safe
  batt run --threads 1 --repeat 5 --json";

/// How many threads to use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threads(pub usize);

impl Threads {
    /// The number asked for, or that of the machine.
    pub fn get(self) -> usize {
        ::evolve::limits::threads(self.0)
    }
}

impl std::str::FromStr for Threads {
    type Err = String;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        s.parse().map(Threads).map_err(|_| "a number of threads, 0 for all cores".into())
    }
}

impl std::fmt::Display for Threads {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A dialect, or a look at the program.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DialectArg {
    /// Told by each function's parameters and ops
    Auto,
    /// The public arc-dsl language
    Arc,
    /// The language of batts
    Batt,
}

impl DialectArg {
    /// The dialect, if one is forced.
    pub fn get(self) -> Option<Dialect> {
        match self {
            DialectArg::Auto => None,
            DialectArg::Arc => Some(Dialect::Arc),
            DialectArg::Batt => Some(Dialect::Batt),
        }
    }
}

/// What happens when a step fails.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PolicyArg {
    /// The programs that use the step fail, and no other
    Strict,
    /// The step takes the default value of its op's return type
    Safe,
    /// Steps that use it do not run; the first two failures are patched where possible
    Pile,
}

impl PolicyArg {
    /// The policy with its usual setting.
    pub fn get(self) -> exec::run::Policy {
        match self {
            PolicyArg::Strict => exec::run::Policy::Strict,
            PolicyArg::Safe => exec::run::Policy::Safe,
            PolicyArg::Pile => exec::run::Policy::PILE,
        }
    }
}

/// `batt trace ...`
#[derive(Args)]
#[command(after_help = TRACE)]
pub struct TraceArgs {
    /// A program's name or its task's id, a file with one program for the task, FILE::name, or, of a
    /// store, a task with programs or at least 4 of the first digits of a program's hash
    #[arg(value_name = "PROGRAM")]
    pub program: String,
    /// Id of a task, or the path of one task's JSON file; else the task in the program's name
    #[arg(value_name = "TASK")]
    pub task: Option<String>,
    #[command(flatten)]
    pub source: DataArgs,
    /// The store that has the program; digits of a hash are looked for in the usual one anyway
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
    /// Which sample: demo1, demo2, … or test1
    #[arg(long, value_name = "SAMPLE", default_value = "demo1")]
    pub sample: SampleName,
    /// The dialect of the program
    #[arg(long, default_value = "auto")]
    pub dialect: DialectArg,
    /// What happens when a step fails
    #[arg(long, default_value = "strict")]
    pub policy: PolicyArg,
    /// Most work of a program on one sample, in units: see docs/exactness.md
    #[arg(long, value_name = "UNITS", default_value_t = Budget::GENEROUS.program, value_parser = units)]
    pub budget: u64,
}

const TRACE: &str = "\
Exit code 1 says that the program fails or that its output differs from the expected one.

Examples:
  batt trace cddb23ef                          the program of an embedded task, on its task
  batt trace verify_007bbfb7 007bbfb7          a reference program, if fetched
  batt trace my_solvers.py::solve_007bbfb7 --sample test1
  batt trace my_solvers.py 007bbfb7 --policy safe
  batt trace cddb23ef --dialect batt --json
  batt trace 3fb91c --store found.db           a program of a store";

/// `batt verify ...`
#[derive(Args)]
#[command(after_help = VERIFY)]
#[command(group(clap::ArgGroup::new("judge").required(true).args(["vectors", "reference"])))]
pub struct VerifyArgs {
    /// A file of golden vectors, gzipped or not; may be given several times
    #[arg(long, value_name = "FILE")]
    pub vectors: Vec<PathBuf>,
    /// The dialect of the vectors: arc or batt
    #[arg(long)]
    pub dialect: Option<Dialect>,
    /// How many threads run vectors; 0 takes all cores
    #[arg(long, value_name = "N", default_value_t = Threads(0))]
    pub threads: Threads,
    #[command(flatten)]
    pub device: device::DeviceArgs,
    /// A folder with a Python dsl.py of dialect arc; without DIR the fetched one
    #[arg(long, value_name = "DIR", num_args = 0..=1)]
    pub reference: Option<Option<PathBuf>>,
    /// The programs to compare; else verifiers.py in DIR
    #[arg(long, value_name = "FILE", requires = "reference")]
    pub programs: Option<PathBuf>,
    #[command(flatten)]
    pub source: DataArgs,
    /// Only these tasks: ids separated by commas, or a file of ids
    #[arg(long, value_name = "IDS", requires = "reference", value_parser = task_list)]
    pub tasks: Option<String>,
    /// How many random calls to compare
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(..=10_000_000))]
    pub calls: u32,
    /// Where random calls start from
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole)]
    pub seed: u64,
    /// Most work of a program on one sample, in units: see docs/exactness.md
    #[arg(long, value_name = "UNITS", default_value_t = Budget::GENEROUS.program, value_parser = units)]
    pub budget: u64,
    /// How long the reference may take for one program on one sample
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=3600))]
    pub timeout: u32,
}

const VERIFY: &str = "\
Golden vectors are lines of JSON: {\"op\", \"args\", \"out\"}, or \"err\": true where the call fails.

The reference is run by python3 ($PYTHON names another one). Every program runs on every
sample of its task, then random calls are made of every op. Where the reference agrees as
soon as its sets are in canonical order, the difference is put down to set order.

Examples:
  batt verify --vectors testdata/vectors/arc.jsonl.gz --dialect arc
  batt verify --reference                            after `batt data get`
  batt verify --reference DIR --programs my.py --data tasks/
  batt verify --reference --tasks 007bbfb7 --calls 0 --json";

/// `batt fmt ...`
#[derive(Args)]
#[command(after_help = FMT)]
pub struct FmtArgs {
    /// Program files, or - for standard input
    #[arg(value_name = "FILES", required = true)]
    pub files: Vec<PathBuf>,
    /// One nested expression per program instead of lines
    #[arg(long)]
    pub inline: bool,
    /// The dialect of the files
    #[arg(long, default_value = "auto")]
    pub dialect: DialectArg,
}

const FMT: &str = "\
Equal programs print alike, whatever their variables were called and in whatever order
their lines stood. Lines that the result does not need are left out.

Examples:
  batt fmt solvers.py
  batt fmt solvers.py --inline
  batt fmt solvers.py --json            with the content hash of each program";

/// `batt show ...`
#[derive(Args)]
#[command(after_help = SHOW)]
pub struct ShowArgs {
    /// Id of a task, or the path of one task's JSON file
    #[arg(value_name = "TASK")]
    pub task: String,
    #[command(flatten)]
    pub source: DataArgs,
    /// Write a PNG picture instead of drawing in the terminal
    #[arg(long, value_name = "FILE")]
    pub png: Option<PathBuf>,
    /// Write an SVG picture instead of drawing in the terminal
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

const SHOW: &str = "\
Examples:
  batt show 007bbfb7                          looked for in every set at hand
  batt show 007bbfb7 --data arc1-training
  batt show 007bbfb7 --png task.png --svg task.svg
  batt show my_task.json
  batt show 007bbfb7 --color always | less -R";

/// Where tasks come from.
#[derive(Args)]
pub struct DataArgs {
    /// A data set's name (see `batt data ls`), a folder of <id>.json files or of such folders, a
    /// JSON file of tasks or pairs (FILE#train or FILE#eval picks a split), JSON lines (.jsonl), or
    /// Kaggle's *_challenges.json
    #[arg(long, value_name = "SET|PATH")]
    pub data: Option<String>,
}

impl Cli {
    /// Reads the command line, or tells what is wrong with it. Its first word is the command's name.
    pub fn read(words: &[OsString]) -> Result<Cli, clap::Error> {
        let mut command = with_negative_numbers(Cli::command());
        let matches = command.try_get_matches_from_mut(words)?;
        Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
    }

    /// Whether machines are listening, as far as that can be told of a wrong command line.
    pub fn is_for_machines(words: &[OsString]) -> bool {
        words.iter().take_while(|word| *word != "--").any(|word| word == "--json")
    }
}

/// Takes `-1` for the value of the option before it and not for another option: what reads the
/// value knows which ones there are.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let with = |arg: clap::Arg| match arg.get_long() {
        Some(_) if arg.get_action().takes_values() => arg.allow_negative_numbers(true),
        _ => arg,
    };
    command.mut_args(with).mut_subcommands(with_negative_numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
