//! What people call the samples of a task: counted from 1, demo and test samples apart.

use std::fmt;
use std::str::FromStr;

use super::Task;

/// The name of a sample, such as `demo 1`; the places in it are counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SampleName {
    /// A sample that shows the rule.
    Demo(usize),
    /// A sample to be answered.
    Test(usize),
}

impl SampleName {
    /// The sample at a place among all of a task with so many demo samples, which come first.
    pub fn at(demo: usize, index: usize) -> SampleName {
        match index.checked_sub(demo) {
            None => SampleName::Demo(index),
            Some(test) => SampleName::Test(test),
        }
    }

    /// Its place among all samples of a task, if there is such a one.
    pub fn index_in(self, task: &Task) -> Option<usize> {
        match self {
            SampleName::Demo(at) => Some(at).filter(|at| *at < task.demo.len()),
            SampleName::Test(at) if at < task.test.len() => Some(task.demo.len() + at),
            SampleName::Test(_) => None,
        }
    }

    /// The samples that a task has, as people may write them: `demo 1 to demo 3, test 1`.
    pub fn all_of(task: &Task) -> String {
        let range = |name: &str, count: usize| match count {
            0 => format!("no {name} sample"),
            1 => format!("{name} 1"),
            last => format!("{name} 1 to {name} {last}"),
        };
        format!("{}, {}", range("demo", task.demo.len()), range("test", task.test.len()))
    }
}

impl fmt::Display for SampleName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SampleName::Demo(at) => write!(f, "demo {}", at.saturating_add(1)),
            SampleName::Test(at) => write!(f, "test {}", at.saturating_add(1)),
        }
    }
}

impl FromStr for SampleName {
    type Err = &'static str;

    /// Reads `demo1`, `demo 1`, `test1`.
    fn from_str(text: &str) -> Result<SampleName, Self::Err> {
        let number = |part: &str| {
            let digits = text.strip_prefix(part)?.trim_start();
            let plain = digits.bytes().all(|b| b.is_ascii_digit());
            digits.parse::<usize>().ok().filter(|_| plain)?.checked_sub(1)
        };
        let demo = number("demo").map(SampleName::Demo);
        demo.or_else(|| number("test").map(SampleName::Test))
            .ok_or("write demo1, demo2, … or test1: samples are counted from 1")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Sample, TaskGrid};

    #[test]
    fn names_are_read_as_they_are_written() {
        for (demo, index, name) in
            [(2, 0, "demo 1"), (2, 1, "demo 2"), (2, 2, "test 1"), (0, 9, "test 10")]
        {
            let sample = SampleName::at(demo, index);
            assert_eq!(sample.to_string(), name);
            assert_eq!((name.parse(), name.replace(' ', "").parse()), (Ok(sample), Ok(sample)));
        }
        let last = SampleName::Demo(usize::MAX);
        assert_eq!(last.to_string(), format!("demo {}", usize::MAX));
    }

    #[test]
    fn other_spellings_are_refused() {
        for text in [
            "",
            "0",
            "1",
            "demo",
            "demo0",
            "demo-1",
            "demo+1",
            "train[0]",
            "demo[0]",
            "test 1 ",
            "demo 99999999999999999999",
            "Demo 1",
            "test1.5",
        ] {
            assert!(text.parse::<SampleName>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_task_has_the_samples_that_it_has() {
        let input = TaskGrid::new(1, 1, vec![1]).unwrap();
        let sample = Sample { input: input.clone(), output: Some(input) };
        let (demo, test) = (vec![sample.clone(), sample.clone()], vec![sample]);
        let mut task = Task { id: "t".into(), demo, test };
        for index in 0..3 {
            assert_eq!(SampleName::at(2, index).index_in(&task), Some(index));
        }
        assert_eq!(SampleName::Demo(2).index_in(&task), None);
        assert_eq!(SampleName::Test(1).index_in(&task), None);
        assert_eq!(SampleName::all_of(&task), "demo 1 to demo 2, test 1");
        task.test.clear();
        assert_eq!(SampleName::all_of(&task), "demo 1 to demo 2, no test sample");
    }
}
