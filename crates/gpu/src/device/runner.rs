//! What all backends do alike: limits, growth of the buffer, checks, counting.

use std::time::Instant;

use super::{Counters, Device, DeviceError, DeviceInfo};

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
    /// Compiles the program that holds a kernel, unless that was done.
    fn compile(&mut self, kernel: &str) -> Result<(), DeviceError>;
    /// Gives the buffer back.
    fn release(&mut self);
    /// Takes a buffer. None is held.
    fn allocate(&mut self, bytes: usize) -> Result<(), DeviceError>;
    /// Writes the buffer's first words.
    fn write(&mut self, words: &[u32]) -> Result<(), DeviceError>;
    /// Runs a compiled kernel for at least so many lanes; the seconds it took.
    fn launch(&mut self, kernel: &str, block: usize, lanes: usize) -> Result<f64, DeviceError>;
    /// Reads words from the buffer.
    fn read(&mut self, first: usize, into: &mut [u32]) -> Result<(), DeviceError>;
}

/// A device on top of a backend.
pub(super) struct Runner<D> {
    driver: D,
    limit: u64,
    held: u64,
    /// Words of the last run's buffer: what may be read.
    words: usize,
    counters: Counters,
    lost: Option<DeviceError>,
}

impl<D: Driver> Runner<D> {
    pub fn new(driver: D) -> Runner<D> {
        let limit = default_limit(driver.info());
        Runner { driver, limit, held: 0, words: 0, counters: Counters::default(), lost: None }
    }

    /// Remembers a loss.
    fn note<T>(&mut self, result: Result<T, DeviceError>) -> Result<T, DeviceError> {
        if let Err(DeviceError::Lost(_)) = result {
            self.lost = result.as_ref().err().cloned();
        }
        result
    }

    fn check(&self) -> Result<(), DeviceError> {
        self.lost.clone().map_or(Ok(()), Err)
    }

    fn release(&mut self) {
        self.driver.release();
        self.held = 0;
        self.words = 0;
    }

    /// Makes the buffer large enough. What it held is lost when it grows.
    fn reserve(&mut self, words: usize) -> Result<(), DeviceError> {
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
        self.counters.memory_high = self.counters.memory_high.max(size);
        Ok(())
    }

    fn compile(&mut self, kernel: &str) -> Result<(), DeviceError> {
        let start = Instant::now();
        let result = self.driver.compile(kernel);
        self.counters.compile_seconds += start.elapsed().as_secs_f64();
        result
    }

    fn write(&mut self, upload: &[u32]) -> Result<(), DeviceError> {
        self.driver.write(upload)?;
        self.counters.transfers_up += 1;
        self.counters.bytes_up += 4 * upload.len() as u64;
        Ok(())
    }

    fn fetch(&mut self, first: usize, end: usize) -> Result<Vec<u32>, DeviceError> {
        let mut words = vec![0; end - first];
        if words.is_empty() {
            return Ok(words);
        }
        self.driver.read(first, &mut words)?;
        self.counters.transfers_down += 1;
        self.counters.bytes_down += 4 * words.len() as u64;
        Ok(words)
    }

    fn try_run(
        &mut self,
        (kernel, block, lanes): (&str, usize, usize),
        upload: &[u32],
        total_words: usize,
        download: (usize, usize),
    ) -> Result<Vec<u32>, DeviceError> {
        self.compile(kernel)?;
        self.reserve(total_words)?;
        self.words = total_words;
        self.write(upload)?;
        self.counters.device_seconds += self.driver.launch(kernel, block, lanes)?;
        self.counters.launches += 1;
        self.fetch(download.0, download.1)
    }
}

fn default_limit(info: &DeviceInfo) -> u64 {
    (info.memory_bytes / 5 * 4).min(info.max_buffer_bytes)
}

/// What no device can be asked to do.
fn check_shape(
    (kernel, block, lanes): (&str, usize, usize),
    upload: usize,
    total: usize,
    download: (usize, usize),
) -> Result<(), DeviceError> {
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

    fn run(
        &mut self,
        kernel: &str,
        block: usize,
        upload: &[u32],
        total_words: usize,
        lanes: usize,
        download: (usize, usize),
    ) -> Result<Vec<u32>, DeviceError> {
        self.check()?;
        let start = (kernel, block, lanes);
        check_shape(start, upload.len(), total_words, download)?;
        let result = self.try_run(start, upload, total_words, download);
        self.note(result)
    }

    fn read(&mut self, first: usize, end: usize) -> Result<Vec<u32>, DeviceError> {
        self.check()?;
        if first > end || end > self.words {
            let why = format!("words {first}..{end} of a buffer of {}", self.words);
            return Err(DeviceError::Launch(why));
        }
        let result = self.fetch(first, end);
        self.note(result)
    }

    fn prepare(&mut self, kernel: &str, block: usize) -> Result<(), DeviceError> {
        let (start, before) = (Instant::now(), self.counters.clone());
        // Some drivers compile for a size of group when it is first asked for.
        let result = self.run(kernel, block, &IDLE, IDLE.len(), 1, (0, 0));
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
