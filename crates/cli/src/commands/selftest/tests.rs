//! Devices that lie, fail or panic: the report says so and the test ends.

use gpu::device::{Counters, Span, Start};
use gpu::show::Imagined;

use super::*;

/// What a bad device does.
#[derive(Clone, Copy, PartialEq)]
enum Manner {
    /// Answers every question with words that look random.
    Lies,
    /// Answers with zeros: every program fails at its first step.
    Zeros,
    /// Answers with too few words.
    Short,
    /// Fails.
    Fails,
    /// Panics.
    Panics,
}

struct Bad {
    info: DeviceInfo,
    manner: Manner,
    counters: Counters,
}

impl Bad {
    fn new(manner: Manner) -> Bad {
        let info = Imagined::notebook().info().clone();
        Bad { info: DeviceInfo { compute_units: 1, ..info }, manner, counters: Counters::default() }
    }

    fn words(&self, count: usize) -> Done<Vec<u32>> {
        // Small numbers look most like tags, lengths and places.
        let word = |i: usize| (i as u32).wrapping_mul(2_654_435_761) >> (i % 32);
        match self.manner {
            Manner::Lies => Ok((0..count).map(word).collect()),
            Manner::Zeros => Ok(vec![0; count]),
            Manner::Short => Ok(vec![255; count / 3]),
            Manner::Fails => Err(DeviceError::Lost("unplugged".into())),
            Manner::Panics => panic!("on purpose"),
        }
    }
}

impl Device for Bad {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn hold(&mut self, _: usize) -> Done<u64> {
        Ok(0)
    }

    fn write(&mut self, _: usize, _: &[u32]) -> Done {
        Ok(())
    }

    fn run(&mut self, _: Start<'_>, _: &[u32], _: usize, (first, end): Span) -> Done<Vec<u32>> {
        self.words(end - first)
    }

    fn read(&mut self, first: usize, end: usize) -> Done<Vec<u32>> {
        self.words(end - first)
    }

    fn limit(&self) -> u64 {
        1 << 28
    }

    fn counters(&self) -> &Counters {
        &self.counters
    }
}

#[test]
fn bad_devices_end_in_a_verdict() {
    let all = vectors::all().unwrap();
    let batts = batts::embedded().unwrap();
    for manner in [Manner::Lies, Manner::Zeros, Manner::Short, Manner::Fails, Manner::Panics] {
        let mut report = Report::default();
        test(Box::new(Bad::new(manner)), &all[..200], &batts[..1], &mut report);
        report.verdict("a bad device");
        assert!(!report.is_good());
        let last = report.text().lines().last().unwrap();
        assert!(last.starts_with("verdict: FAIL: a bad device: "), "{last}");
        assert_eq!(report.json()["passed"], false);
    }
}

#[test]
fn auto_tests_hardware_and_names_must_be_there() {
    let mut report = Report::default();
    let info = |software| DeviceInfo { software, ..Imagined::notebook().info().clone() };
    let found = [Found::Device(info(true)), Found::Device(DeviceInfo { index: 1, ..info(false) })];
    let mut of = |choice: &str| wanted(&choice.parse().unwrap(), &found, &mut report);
    assert_eq!(of("auto").unwrap(), [(Backend::Cuda, 1)]);
    assert_eq!(of("auto:software").unwrap(), [(Backend::Cuda, 0)]);
    assert_eq!(of("cuda").unwrap(), [(Backend::Cuda, 0), (Backend::Cuda, 1)]);
    assert_eq!(of("cuda:7").unwrap(), [(Backend::Cuda, 7)]);
    assert!(of("cpu").unwrap().is_empty());
    assert_eq!(of("opencl").unwrap_err().exit, Exit::Usage);
}
