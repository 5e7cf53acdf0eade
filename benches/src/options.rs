//! What the command line asks for.

use std::path::PathBuf;

/// Answer to `--help`.
pub const HELP: &str = "\
Measures arcbatt against the Python reference in one run.

Usage: arcbatt-bench [OPTIONS]

  --write FILE   write the page there (default: standard output)
  --json FILE    write all numbers there
  --repeat N     whole passes of CPython (default 3)
  --passes N     whole passes of ours (default 20)
  --quick        a smoke run: few programs, short loops
  --help         this text

Tasks and programs are those that `batt data get` fetches. ARCBATT_CACHE names another cache folder,
PYTHON another Python.
";

/// What to measure and where to write it.
#[derive(Debug)]
pub struct Options {
    /// File for the page.
    pub write: Option<PathBuf>,
    /// File for all numbers.
    pub json: Option<PathBuf>,
    /// Whole passes of CPython, at least 1.
    pub repeat: usize,
    /// Whole passes of ours, at least 1.
    pub passes: usize,
    /// Whether this is a smoke run.
    pub quick: bool,
}

impl Options {
    /// Reads the arguments.
    pub fn parse(args: &[String]) -> Result<Options, String> {
        let quick = args.iter().any(|arg| arg == "--quick");
        let (repeat, passes) = if quick { (1, 2) } else { (3, 20) };
        let mut options = Options { write: None, json: None, repeat, passes, quick };
        let mut args = args.iter();
        while let Some(name) = args.next() {
            if name != "--quick" {
                options.set(name, args.next())?;
            }
        }
        Ok(options)
    }

    fn set(&mut self, name: &str, value: Option<&String>) -> Result<(), String> {
        let given = || value.ok_or_else(|| format!("{name} needs a value"));
        match name {
            "--write" => self.write = Some(given()?.into()),
            "--json" => self.json = Some(given()?.into()),
            "--repeat" => self.repeat = times(name, given()?)?,
            "--passes" => self.passes = times(name, given()?)?,
            _ => return Err(format!("unknown option {name}: see --help")),
        }
        Ok(())
    }

    /// One program of how many is taken.
    pub fn every(&self) -> usize {
        if self.quick { 20 } else { 1 }
    }

    /// Calls kept of each op.
    pub fn keep(&self) -> usize {
        if self.quick { 10 } else { 200 }
    }

    /// Least length of a timing loop.
    pub fn seconds(&self) -> f64 {
        if self.quick { 0.0002 } else { 0.02 }
    }

    /// Samples that all programs run on, merged and one by one.
    pub fn foreign_samples(&self) -> usize {
        if self.quick { 2 } else { 20 }
    }

    /// Samples on which CPython runs all programs merged, about.
    pub fn batt_samples(&self) -> usize {
        if self.quick { 2 } else { 101 }
    }

    /// Longest time of CPython on one of them, in seconds.
    pub fn batt_seconds(&self) -> f64 {
        if self.quick { 2.0 } else { 10.0 }
    }

    /// Passes of ours over all samples, all programs merged.
    pub fn batt_passes(&self) -> usize {
        if self.quick { 1 } else { 2 }
    }

    /// Samples of the batches that a device gets.
    pub fn device_batches(&self) -> &'static [usize] {
        if self.quick { &[1, 100] } else { &[1, 10, 100, 1_000, 10_000, 50_000] }
    }

    /// The same for all programs merged.
    pub fn device_batts(&self) -> &'static [usize] {
        if self.quick { &[2] } else { &[1, 10, 100, 400] }
    }

    /// Tasks that are searched.
    pub fn search_tasks(&self) -> usize {
        if self.quick { 2 } else { 20 }
    }

    /// Candidates per task and generation of the search.
    pub fn search_population(&self) -> u32 {
        if self.quick { 16 } else { 512 }
    }

    /// How long it is searched, after the pool was run.
    pub fn search_seconds(&self) -> f64 {
        if self.quick { 0.0 } else { 20.0 }
    }

    /// Results in the store that is filled.
    pub fn store_results(&self) -> u64 {
        if self.quick { 2_000 } else { 1_000_000 }
    }

    /// Requests per second to the dashboard, and for how many seconds.
    pub fn load(&self) -> (u32, f64) {
        if self.quick { (100, 0.2) } else { (500, 30.0) }
    }

    /// Seconds for which a search is watched, and then not, and how often.
    pub fn watched(&self) -> (f64, usize) {
        if self.quick { (0.0, 1) } else { (2.0, 40) }
    }

    /// How often `batt` is started.
    pub fn cold_starts(&self) -> usize {
        if self.quick { 2 } else { 10 }
    }
}

fn times(name: &str, value: &str) -> Result<usize, String> {
    let number = value.parse().ok().filter(|n| (1..=1000).contains(n));
    number.ok_or_else(|| format!("{name} takes a number from 1 to 1000, not {value}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Options, String> {
        Options::parse(&text.split_whitespace().map(str::to_string).collect::<Vec<_>>())
    }

    #[test]
    fn reads_options_and_names_bad_ones() {
        let options = parse("--repeat 5 --quick --json out.json").unwrap();
        assert_eq!((options.repeat, options.passes, options.quick), (5, 2, true));
        assert_eq!(options.json, Some("out.json".into()));
        assert!(parse("--passes 0").unwrap_err().contains("from 1 to 1000"));
        assert!(parse("--fast").unwrap_err().contains("unknown option --fast"));
        assert!(parse("--write").unwrap_err().contains("needs a value"));
    }
}
