//! What all backends do alike: limits, growth of the buffer, checks, counting.

use std::ptr::NonNull;
use std::time::Instant;

use super::{Counters, Device, DeviceError, DeviceInfo, Done, Span, Start};

/// A buffer grows by steps of this many bytes.
const STEP: u64 = 1 << 20;

/// Words that tell a kernel to do nothing: no lanes.
const IDLE: [u32; 32] = [0; 32];

/// The few things a backend does for itself. Each call ends when the device is done with it.
///
/// [`Runner`] checks what it passes on: ranges lie inside the buffer.
pub(super) trait Driver {
    /// What the device is.
    fn info(&self) -> &DeviceInfo;
    /// Which kernels it runs and why these, in words.
    fn kernels(&self) -> String {
        super::kernels(self.info().backend)
    }
    /// Compiles the program that holds a kernel, unless that was done.
    fn compile(&mut self, kernel: &str) -> Done;
    /// Gives the buffer back.
    fn release(&mut self);
    /// Takes a buffer. None is held.
    fn allocate(&mut self, bytes: usize) -> Done;
    /// Writes words to the buffer.
    fn write(&mut self, first: usize, words: &[u32]) -> Done;
    /// Runs a compiled kernel for at least so many lanes; the seconds it took.
    fn launch(&mut self, kernel: &str, block: usize, lanes: usize) -> Done<f64>;
    /// Reads words from the buffer.
    fn read(&mut self, first: usize, into: &mut [u32]) -> Done;
    /// Whether the device works on memory of the host.
    fn can_share(&self) -> bool {
        false
    }
    /// Gives the whole buffer to the host, until the next call of any of the above.
    fn share(&mut self) -> Done {
        Err(DeviceError::Launch("no memory is shared".to_string()))
    }
    /// Where the buffer is while the host has it: as many bytes as were allocated, ours to read and
    /// write.
    fn shared(&self) -> Option<NonNull<u32>> {
        None
    }
}

/// A device on top of a backend.
pub(super) struct Runner<D> {
    driver: D,
    limit: u64,
    held: u64,
    /// Buffers that were taken so far.
    buffers: u64,
    /// Words of the last run's buffer: what may be read.
    words: usize,
    counters: Counters,
    lost: Option<DeviceError>,
}

impl<D: Driver> Runner<D> {
    pub fn new(driver: D) -> Runner<D> {
        let limit = default_limit(driver.info());
        let counters = Counters::default();
        Runner { driver, limit, held: 0, buffers: 0, words: 0, counters, lost: None }
    }

    /// Remembers a loss.
    fn note<T>(&mut self, result: Done<T>) -> Done<T> {
        if let Err(DeviceError::Lost(_)) = result {
            self.lost = result.as_ref().err().cloned();
        }
        result
    }

    fn check(&self) -> Done {
        self.lost.clone().map_or(Ok(()), Err)
    }

    fn release(&mut self) {
        self.driver.release();
        self.held = 0;
        self.words = 0;
    }

    /// Makes the buffer large enough. What it held is lost when it grows.
    fn reserve(&mut self, words: usize) -> Done {
        let need = 4 * words as u64;
        if words > u32::MAX as usize {
            let why = format!("{words} words, but kernels count them in 32 bits");
            return Err(DeviceError::Memory(why));
        }
        if need > self.limit {
            let why = format!("{need} bytes needed, {} allowed", self.limit);
            return Err(DeviceError::Memory(why));
        }
        if need <= self.held {
            return Ok(());
        }
        let roomy = need.max(self.held + self.held / 2).next_multiple_of(STEP).min(self.limit);
        self.release();
        let exact = need.max(4);
        let size = match self.driver.allocate(roomy as usize) {
            Err(DeviceError::Memory(_)) if exact < roomy => {
                self.driver.allocate(exact as usize)?;
                exact
            }
            result => result.map(|()| roomy)?,
        };
        self.held = size;
        self.buffers += 1;
        self.counters.memory_high = self.counters.memory_high.max(size);
        Ok(())
    }

    fn compile(&mut self, kernel: &str) -> Done {
        let start = Instant::now();
        let result = self.driver.compile(kernel);
        self.counters.compile_seconds += start.elapsed().as_secs_f64();
        result
    }

    fn send(&mut self, first: usize, words: &[u32]) -> Done {
        self.driver.write(first, words)?;
        self.count_up(words.len());
        Ok(())
    }

    fn count_up(&mut self, words: usize) {
        self.counters.transfers_up += 1;
        self.counters.bytes_up += 4 * words as u64;
    }

    fn count_down(&mut self, words: usize) {
        self.counters.transfers_down += 1;
        self.counters.bytes_down += 4 * words as u64;
    }

    fn fetch(&mut self, first: usize, end: usize) -> Done<Vec<u32>> {
        let mut words = vec![0; end - first];
        if words.is_empty() {
            return Ok(words);
        }
        self.driver.read(first, &mut words)?;
        self.count_down(words.len());
        Ok(words)
    }

    fn try_run(
        &mut self,
        (kernel, block, lanes): Start<'_>,
        upload: &[u32],
        total_words: usize,
        download: Span,
    ) -> Done<Vec<u32>> {
        self.compile(kernel)?;
        self.reserve(total_words)?;
        self.words = total_words;
        self.send(0, upload)?;
        self.launch(kernel, block, lanes)?;
        self.fetch(download.0, download.1)
    }

    fn launch(&mut self, kernel: &str, block: usize, lanes: usize) -> Done {
        let lanes = lanes * self.driver.info().lanes;
        self.counters.device_seconds += self.driver.launch(kernel, block, lanes)?;
        self.counters.launches += 1;
        Ok(())
    }

    /// The launch takes the buffer from the host, which is all it takes to send it.
    fn try_run_shared(&mut self, (kernel, block, lanes): Start<'_>, upload: usize) -> Done {
        self.compile(kernel)?;
        self.count_up(upload);
        self.launch(kernel, block, lanes)?;
        self.driver.share()
    }

    fn check_range(&self, first: usize, end: usize) -> Done {
        if first <= end && end <= self.words {
            return Ok(());
        }
        let why = format!("words {first}..{end} of a buffer of {}", self.words);
        Err(DeviceError::Launch(why))
    }
}

fn default_limit(info: &DeviceInfo) -> u64 {
    (info.memory_bytes / 5 * 4).min(info.max_buffer_bytes)
}

/// What no device can be asked to do.
fn check_shape(
    (kernel, block, lanes): Start<'_>,
    upload: usize,
    total: usize,
    download: Span,
) -> Done {
    let wrong = |what: &str| Err(DeviceError::Launch(format!("{kernel}: {what}")));
    if upload == 0 || upload > total {
        return wrong("the upload is empty or larger than the buffer");
    }
    if download.0 > download.1 || download.1 > total {
        return wrong("the download is not inside the buffer");
    }
    if block == 0 || lanes.checked_add(block).is_none_or(|n| n > i32::MAX as usize) {
        return wrong("no lanes to a group, or too many lanes");
    }
    Ok(())
}

impl<D: Driver> Device for Runner<D> {
    fn info(&self) -> &DeviceInfo {
        self.driver.info()
    }

    fn kernels(&self) -> String {
        self.driver.kernels()
    }

    fn hold(&mut self, words: usize) -> Done<u64> {
        self.check()?;
        let result = self.reserve(words).map(|()| self.buffers);
        self.words = words;
        self.note(result)
    }

    fn write(&mut self, at: usize, words: &[u32]) -> Done {
        self.check()?;
        self.check_range(at, at.saturating_add(words.len()))?;
        let result = self.send(at, words);
        self.note(result)
    }

    fn run(
        &mut self,
        start: Start<'_>,
        upload: &[u32],
        words: usize,
        read: Span,
    ) -> Done<Vec<u32>> {
        self.check()?;
        check_shape(start, upload.len(), words, read)?;
        let result = self.try_run(start, upload, words, read);
        self.note(result)
    }

    fn read(&mut self, first: usize, end: usize) -> Done<Vec<u32>> {
        self.check()?;
        self.check_range(first, end)?;
        let result = self.fetch(first, end);
        self.note(result)
    }

    fn shared(&mut self, total_words: usize) -> Done<Option<&mut [u32]>> {
        self.check()?;
        if !self.driver.can_share() {
            return Ok(None);
        }
        let result = self.reserve(total_words).and_then(|()| self.driver.share());
        self.note(result)?;
        self.words = total_words;
        // SAFETY: the buffer is the host's now, has room for these words, and goes back to the
        // device in calls that take `self`.
        let words =
            |at: NonNull<u32>| unsafe { std::slice::from_raw_parts_mut(at.as_ptr(), total_words) };
        Ok(self.driver.shared().map(words))
    }

    fn run_shared(&mut self, start: Start<'_>, upload: usize) -> Done {
        self.check()?;
        if self.driver.shared().is_none() {
            return Err(DeviceError::Launch(format!("{}: no memory is shared", start.0)));
        }
        check_shape(start, upload, self.words, (0, 0))?;
        let result = self.try_run_shared(start, upload);
        self.note(result)
    }

    fn count_written(&mut self, words: usize) {
        self.count_up(words);
    }

    fn count_read(&mut self, first: usize, end: usize) {
        self.count_down(end.saturating_sub(first));
    }

    fn answers(&self, first: usize, end: usize) -> &[u32] {
        if self.check_range(first, end).is_err() {
            return &[];
        }
        // SAFETY: as in `shared`.
        let words =
            |at: NonNull<u32>| unsafe { std::slice::from_raw_parts(at.as_ptr(), self.words) };
        self.driver.shared().map_or(&[], |at| &words(at)[first..end])
    }

    fn prepare(&mut self, kernel: &str, block: usize) -> Done {
        let (start, before) = (Instant::now(), self.counters.clone());
        // Some drivers compile for a size of group when it is first asked for.
        let result = self.run((kernel, block, 1), &IDLE, IDLE.len(), (0, 0));
        let compile_seconds = before.compile_seconds + start.elapsed().as_secs_f64();
        let memory_high = self.counters.memory_high;
        self.counters = Counters { compile_seconds, memory_high, ..before };
        result.map(|_| ())
    }

    fn set_limit(&mut self, bytes: u64) {
        self.limit = bytes.min(self.info().max_buffer_bytes);
        if self.held > self.limit {
            self.release();
        }
    }

    fn limit(&self) -> u64 {
        self.limit
    }

    fn held_bytes(&self) -> u64 {
        self.held
    }

    fn counters(&self) -> &Counters {
        &self.counters
    }
}
