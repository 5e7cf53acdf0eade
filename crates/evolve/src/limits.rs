//! What users may set, what it is where they do not, and what it may be: said once, for the command and for Python.

use std::ops::RangeInclusive;
use std::time::Duration;

use ::solve::portfolio::UNITS_PER_EFFORT;
use exec::run::Budget;

/// A number that users may set.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limit<T> {
    /// What it is called.
    pub name: &'static str,
    /// What it is where nothing else is said.
    pub usual: T,
    /// What it is at least.
    pub least: T,
    /// What it is at most.
    pub most: T,
}

const fn limit<T>(name: &'static str, usual: T, least: T, most: T) -> Limit<T> {
    Limit { name, usual, least, most }
}

impl<T: Copy + PartialOrd> Limit<T> {
    /// The number, if it is allowed, else what is.
    pub fn check(&self, number: T) -> Result<T, &Limit<T>> {
        let fits = self.least <= number && number <= self.most;
        if fits { Ok(number) } else { Err(self) }
    }
}

impl Limit<u32> {
    /// What is allowed.
    pub fn range(&self) -> RangeInclusive<i64> {
        self.least.into()..=self.most.into()
    }
}

impl Limit<u64> {
    /// What is allowed.
    pub fn range(&self) -> RangeInclusive<u64> {
        self.least..=self.most
    }
}

/// Where all random choices come from.
pub const SEED: u64 = 1;

/// Candidates per task and generation of a search.
pub const POPULATION: Limit<u32> = limit("population", 512, 1, 1_000_000);

/// Probability that an element of a program is mutated.
pub const MUTATION_RATE: Limit<f64> = limit("mutation_rate", 0.01, 0.0, 1.0);

/// Megabytes for values that a search has seen before.
pub const SEARCH_MEMORY: Limit<u32> = limit("memory", 512, 1, 1_000_000);

/// Work of strategies on a task before a search, as [`EFFORT`]; 0 leaves them out.
pub const SEARCH_EFFORT: Limit<f64> = limit("solve", 0.05, 0.0, 1e9);

/// Units of work that a program may take on a sample; the most is what no machine gets done in a day.
pub const BUDGET: Limit<u64> = limit("budget", Budget::TIGHT.program, 1, 1 << 50);

/// How long a search goes on that has no end of its own.
pub const SEARCH_TIME: Duration = Duration::from_secs(600);

/// Work on a task that nobody wrote a program for: about so many seconds of a processor.
pub const EFFORT: Limit<f64> = limit("effort", 1.0, 0.0, 1e9);

/// The units of work that an effort is.
pub fn units(effort: f64) -> u64 {
    (effort * UNITS_PER_EFFORT as f64) as u64
}

/// Processor seconds per such task on average; without, only the effort counts.
pub const SECONDS_PER_TASK: Limit<f64> = limit("seconds_per_task", 1.0, 0.0, 1e9);

/// Megabytes that such a task may take.
pub const TASK_MEMORY: Limit<u32> = limit("memory", 300, 1, 1_000_000);

/// Lines that a partial program may have.
pub const STATE_LINES: Limit<u32> = limit("lines", 32, 1, 1000);

/// Megabytes for the values of all partial programs of a task.
pub const STATE_MEMORY: Limit<u32> = limit("memory", 256, 1, 1_000_000);

/// Changed copies of a task that are exported with it.
pub const AUGMENT: Limit<u32> = limit("augment", 0, 0, 1000);

/// Pairs of a task that is made, at least; the last one is asked for.
pub const PAIRS: Limit<u32> = limit("pairs", 4, 2, 30);

/// Tasks that are made: what tells them apart takes some 80 bytes of memory for each.
pub const SYNTH_COUNT: Limit<u64> = limit("count", 1000, 1, 100_000_000);

/// Tasks in a shard.
pub const SHARD_SIZE: Limit<u64> = limit("shard_size", 10_000, 1, 1_000_000);

/// Units of work that the program of such a task may take on an input.
pub const SYNTH_BUDGET: Limit<u64> = limit("budget", 1 << 18, 1, Budget::TIGHT.program);

/// The most threads that are started.
const MOST_THREADS: usize = 1024;

/// The threads asked for; 0 are as many as this process has processors.
pub fn threads(asked: usize) -> usize {
    match asked {
        0 => std::thread::available_parallelism().map_or(1, |n| n.get()),
        n => n.min(MOST_THREADS),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_values_are_allowed_and_what_lies_beyond_is_told() {
        for limit in [MUTATION_RATE, SEARCH_EFFORT, EFFORT, SECONDS_PER_TASK] {
            assert_eq!(limit.check(limit.usual), Ok(limit.usual), "{}", limit.name);
            assert!(limit.check(f64::NAN).is_err() && limit.check(-0.1).is_err(), "{}", limit.name);
        }
        for limit in [POPULATION, SEARCH_MEMORY, TASK_MEMORY] {
            assert_eq!(limit.check(limit.usual), Ok(limit.usual), "{}", limit.name);
            assert!(limit.check(0).is_err() && !limit.range().contains(&0), "{}", limit.name);
        }
        assert_eq!(MUTATION_RATE.check(1.5).expect_err("no probability").name, "mutation_rate");
        assert_eq!((threads(5), threads(1 << 20)), (5, 1024));
    }
}
