//! The arguments of `batt report`.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use exec::data::SampleName;

use super::DataArgs;
use super::values::task_list;

/// `batt report ...`
#[derive(Args)]
#[command(after_help = REPORT)]
pub struct ReportArgs {
    /// The database file to report on; may be given several times, to compare them
    /// [default: $ARCBATT_STORE, else arcbatt.db in the current folder]
    #[arg(long, value_name = "FILE")]
    pub store: Vec<PathBuf>,
    #[command(flatten)]
    pub source: DataArgs,
    /// Where to write [default: report.html]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Only these tasks: ids separated by commas, or a file of ids
    #[arg(long, value_name = "IDS", conflicts_with_all = ["all", "png"], value_parser = task_list)]
    pub tasks: Option<String>,
    /// Every task with a program, instead of the best 200 of each store
    #[arg(long, conflicts_with = "png")]
    pub all: bool,
    /// How many programs of each task can be looked into
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "png", value_parser = clap::value_parser!(u32).range(..=32))]
    pub programs: u32,
    /// Test outputs as well, and what programs give on test inputs
    #[arg(long)]
    pub test: bool,
    /// One picture instead: task=ID, program=HASH, program=ID (the task's best), scores, map
    #[arg(long, value_name = "WHAT", requires = "output")]
    pub png: Option<Subject>,
    /// With program=…: the sample, as demo1 or test1 (with --test) [default: demo1]
    #[arg(long, value_name = "SAMPLE", requires = "png")]
    pub sample: Option<SampleName>,
    /// With scores and map: the run's number instead of the last
    #[arg(long, value_name = "N", requires = "png", value_parser = clap::value_parser!(i64).range(0..))]
    pub run: Option<i64>,
}

const REPORT: &str = "\
The report is what `batt serve` shows, in one HTML file that opens from disk in any browser:
runs and their progress, the map of tasks, tasks with their best programs, these programs step
by step, what the engine did, comparisons. It loads nothing and needs no network. The same store
gives the same file. Test outputs are left out unless you ask for them, so a report can be shown to people
who still want to think about the tasks.

A picture is a PNG file, or an SVG file if the name of the output ends in .svg.

Examples:
  batt report                                       arcbatt.db as report.html
  batt report --store found.db -o found.html
  batt report --store a.db --store b.db -o both.html      side by side
  batt report --tasks 007bbfb7,0520fde7 --programs 5 --test
  batt report --png task=007bbfb7 -o task.png             samples, and what the best program gives
  batt report --png program=007bbfb7 --sample test1 --test -o program.png
  batt report --png scores -o scores.svg
  batt report --png map --run 2 -o map.png";

/// What a picture shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Subject {
    /// A task with the outputs of its best program.
    Task(String),
    /// A program, by the first digits of its hash or by a task whose best it is.
    Program(String),
    /// The curves of a run.
    Scores,
    /// All tasks of a run.
    Map,
}

impl FromStr for Subject {
    type Err = String;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        match s.split_once('=').map_or((s, ""), |(what, which)| (what, which)) {
            ("task", id) if !id.is_empty() => Ok(Subject::Task(id.into())),
            ("program", name) if !name.is_empty() => Ok(Subject::Program(name.into())),
            ("scores", "") => Ok(Subject::Scores),
            ("map", "") => Ok(Subject::Map),
            _ => Err("write task=ID, program=HASH, program=ID, scores or map".into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subjects() {
        let read = |s: &str| s.parse::<Subject>().ok();
        assert_eq!(read("task=a=b"), Some(Subject::Task("a=b".into())));
        assert_eq!(read("program=00ff"), Some(Subject::Program("00ff".into())));
        assert_eq!((read("scores"), read("map")), (Some(Subject::Scores), Some(Subject::Map)));
        for bad in ["", "task", "task=", "program", "map=1", "tasks=1"] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }
}
