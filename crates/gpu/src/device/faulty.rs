//! A device that fails on demand, for tests of what happens then.

use super::{Counters, Device, DeviceError, DeviceInfo, Done, Span, Start};

/// A device whose n-th run fails with a chosen error. After a loss every later run fails too.
pub struct Faulty {
    inner: Box<dyn Device + Send>,
    /// Run to fail, counted from 0, and how.
    faults: Vec<(usize, DeviceError)>,
    runs: usize,
    lost: Option<DeviceError>,
}

impl Faulty {
    /// Makes the run with a number, counted from 0, fail.
    pub fn new(inner: Box<dyn Device + Send>, run: usize, error: DeviceError) -> Faulty {
        Faulty { inner, faults: vec![(run, error)], runs: 0, lost: None }
    }

    /// Makes another run fail.
    pub fn and(mut self, run: usize, error: DeviceError) -> Faulty {
        self.faults.push((run, error));
        self
    }

    /// The runs asked for so far, failed ones included.
    pub fn runs(&self) -> usize {
        self.runs
    }

    fn check(&self) -> Done {
        self.lost.clone().map_or(Ok(()), Err)
    }

    /// Counts a run and fails it if it is one of those.
    fn count(&mut self) -> Done {
        let now = self.runs;
        self.runs += 1;
        self.check()?;
        let Some((_, error)) = self.faults.iter().find(|(run, _)| *run == now) else {
            return Ok(());
        };
        if let DeviceError::Lost(_) = error {
            self.lost = Some(error.clone());
        }
        Err(error.clone())
    }
}

impl Device for Faulty {
    fn info(&self) -> &DeviceInfo {
        self.inner.info()
    }

    fn kernels(&self) -> String {
        self.inner.kernels()
    }

    fn hold(&mut self, words: usize) -> Done<u64> {
        self.check()?;
        self.inner.hold(words)
    }

    fn write(&mut self, at: usize, words: &[u32]) -> Done {
        self.check()?;
        self.inner.write(at, words)
    }

    fn run(
        &mut self,
        start: Start<'_>,
        upload: &[u32],
        words: usize,
        read: Span,
    ) -> Done<Vec<u32>> {
        self.count()?;
        self.inner.run(start, upload, words, read)
    }

    fn read(&mut self, first: usize, end: usize) -> Done<Vec<u32>> {
        self.check()?;
        self.inner.read(first, end)
    }

    fn shared(&mut self, total_words: usize) -> Done<Option<&mut [u32]>> {
        self.check()?;
        self.inner.shared(total_words)
    }

    fn run_shared(&mut self, start: Start<'_>, upload: usize) -> Done {
        self.count()?;
        self.inner.run_shared(start, upload)
    }

    fn count_written(&mut self, words: usize) {
        self.inner.count_written(words);
    }

    fn count_read(&mut self, first: usize, end: usize) {
        self.inner.count_read(first, end);
    }

    fn answers(&self, first: usize, end: usize) -> &[u32] {
        self.inner.answers(first, end)
    }

    fn prepare(&mut self, kernel: &str, block: usize) -> Done {
        self.check()?;
        self.inner.prepare(kernel, block)
    }

    fn set_limit(&mut self, bytes: u64) {
        self.inner.set_limit(bytes);
    }

    fn limit(&self) -> u64 {
        self.inner.limit()
    }

    fn held_bytes(&self) -> u64 {
        self.inner.held_bytes()
    }

    fn counters(&self) -> &Counters {
        self.inner.counters()
    }
}
