//! The arguments of `batt evolve`.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::Args;
use evolve::limits::{BUDGET, MUTATION_RATE, POPULATION, SEARCH_EFFORT, SEARCH_MEMORY, SEED};
use evolve::shard::Shard;

use super::device::DeviceArgs;
use super::prior::GuideArgs;
use super::values::{amount, task_list, units, whole};
use super::{DataArgs, DialectArg, Threads};

/// `batt evolve ...`
#[derive(Args)]
#[command(after_help = EVOLVE)]
pub struct EvolveArgs {
    /// Program files to start from; without any: the store's programs, else those at hand
    #[arg(value_name = "FILES")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub source: DataArgs,
    /// Only these tasks: ids separated by commas, or a file of ids
    #[arg(long, value_name = "IDS", value_parser = task_list)]
    pub tasks: Option<String>,
    /// The database file that keeps what is found
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
    /// How long: 30s, 10m, 2h; what is under way then is left out [default: 10m unless --generations]
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    pub time: Option<Span>,
    /// How many generations of mutants in all
    #[arg(long, value_name = "N", value_parser = whole)]
    pub generations: Option<u64>,
    /// Candidates per task and generation
    #[arg(long, value_name = "N", default_value_t = POPULATION.usual, value_parser = clap::value_parser!(u32).range(POPULATION.range()))]
    pub population: u32,
    /// Where all random choices come from
    #[arg(long, value_name = "N", default_value_t = SEED, value_parser = whole)]
    pub seed: u64,
    /// Probability that one function or argument of a line is changed
    #[arg(long, value_name = "R", default_value_t = MUTATION_RATE.usual, value_parser = probability)]
    pub mutation_rate: f64,
    /// Work of the strategies of `batt solve` on each task before the first mutants, as its --effort; 0: without them
    #[arg(long, value_name = "EFFORT", default_value_t = SEARCH_EFFORT.usual, value_parser = amount)]
    pub solve: f64,
    /// Most work of a program on one sample, in units: see docs/exactness.md
    #[arg(long, value_name = "UNITS", default_value_t = BUDGET.usual, value_parser = units)]
    pub budget: u64,
    #[command(flatten)]
    pub guide: GuideArgs,
    /// Start without programs, whatever there is
    #[arg(long, conflicts_with_all = ["files", "resume"])]
    pub from_nothing: bool,
    /// Tasks with a program that fits their demos go on, for cheaper programs and other ones, instead of leaving the time to the others
    #[arg(long, visible_alias = "keep-going")]
    pub beyond: bool,
    /// Go on with the last run of the store, exactly as if it had never stopped
    #[arg(long, conflicts_with_all = ["files", "tasks", "population", "seed", "mutation_rate", "solve", "budget", "beyond", "shard", "allow_changed_data"])]
    pub resume: bool,
    /// Only part i of n of the tasks, as 1/4: for job arrays, each with a store of its own
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// The dialect of the files
    #[arg(long, default_value = "auto")]
    pub dialect: DialectArg,
    /// How many threads; 0 takes all cores
    #[arg(long, value_name = "N", default_value_t = Threads(0))]
    pub threads: Threads,
    #[command(flatten)]
    pub device: DeviceArgs,
    /// Memory for values seen before, in megabytes
    #[arg(long, value_name = "MB", default_value_t = SEARCH_MEMORY.usual, value_parser = clap::value_parser!(u32).range(SEARCH_MEMORY.range()))]
    pub memory: u32,
    /// Drop what is stored for tasks that changed since, instead of refusing to work on them
    #[arg(long)]
    pub allow_changed_data: bool,
}

const EVOLVE: &str = "\
Programs are mutated, run on the demo samples of every task, scored, and the best and the
different ones kept in the store, generation after generation. For tasks that the programs at the
start do not solve, the strategies of `batt solve` look for programs too, and small programs grow from
nothing, typed calls of the input, cheapest first. A task with a program that fits its demos takes no
more time, for more programs would not change its answer much and other tasks need the time; a run
in which all are fitted ends. --beyond goes on with them. Test outputs are used for reports alone.
Every random choice follows from the seed, so a run bounded by generations gives the same programs on
any number of threads or shards. When --time is over, the generation under way is left out as a
whole, so that --resume goes on exactly. Ctrl-C ends the generation under way and stops; a second
one stops at once and loses that generation.

Examples:
  batt evolve --time 10m                              the programs at hand, all tasks
  batt evolve my.py --tasks 007bbfb7,0520fde7 --generations 50
  batt evolve --solve 1 --generations 100             strategies first, for about a second per task
  batt evolve --prior prior.json --time 10m           likely programs first, see batt prior
  batt evolve --resume --time 8h                      goes on where it stopped
  batt evolve --shard 1/4 --store part1.db            one of four machines; then:
  batt store merge part2.db part3.db part4.db --store part1.db
  batt evolve --data embedded --generations 5 --json";

/// A length of time as people write it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span(pub Duration);

impl FromStr for Span {
    type Err = String;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        let digits = s.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let unit = match &s[digits.len()..] {
            "" | "s" => 1.0,
            "m" | "min" => 60.0,
            "h" => 3600.0,
            "d" => 86400.0,
            _ => return Err("write 90s, 10m, 2h or 1d".into()),
        };
        let number: f64 = digits.parse().map_err(|_| "write 90s, 10m, 2h or 1d")?;
        let seconds = Duration::try_from_secs_f64(number * unit);
        seconds.map(Span).map_err(|_| "a length of time is 0 or more, and not endless".into())
    }
}

/// A number from 0 to 1.
pub fn probability(s: &str) -> Result<f64, String> {
    let allowed = s.parse().ok().and_then(|p| MUTATION_RATE.check(p).ok());
    allowed.ok_or_else(|| "a probability is a number from 0 to 1".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_of_time() {
        let seconds = |s: &str| s.parse::<Span>().map(|span| span.0.as_secs_f64());
        assert_eq!(seconds("90"), Ok(90.0));
        assert_eq!(seconds("1.5m"), Ok(90.0));
        assert_eq!(seconds("2h"), Ok(7200.0));
        assert_eq!(seconds("0s"), Ok(0.0));
        for bad in ["", "-1", "ten", "5 parsecs", "1e400", "nan", "m"] {
            assert!(seconds(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn probabilities() {
        assert_eq!(probability("0.25"), Ok(0.25));
        assert!(probability("1.1").is_err() && probability("NaN").is_err());
    }
}
