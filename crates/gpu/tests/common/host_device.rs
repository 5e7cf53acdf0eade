//! The kernels as plain C in the place of a device.

use gpu::device::{Counters, Device, DeviceError, DeviceInfo, Done, Span, Start};
use gpu::host::Host;
use gpu::show::Imagined;

use super::host::{Bytes, sanitized};

/// Runs kernels in a process of their own.
pub struct HostDevice {
    info: DeviceInfo,
    host: Host,
    words: Vec<u32>,
    /// The word after the last that was written.
    written: usize,
    buffers: u64,
    counters: Counters,
}

impl HostDevice {
    /// The kernels for groups of so many lanes, built with sanitizers; nothing without a C compiler.
    pub fn build(lanes: usize) -> Option<HostDevice> {
        let host = sanitized(Bytes::Words, lanes)?;
        let (memory_bytes, max_buffer_bytes) = (1 << 30, 1 << 30);
        let info = Imagined::notebook().info().clone();
        let info = DeviceInfo {
            memory_bytes,
            max_buffer_bytes,
            compute_units: 1,
            software: true,
            lanes,
            ..info
        };
        let counters = Counters::default();
        Some(HostDevice { info, host, words: vec![], written: 0, buffers: 0, counters })
    }
}

impl Device for HostDevice {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    /// What is read back is not what was written, so every batch begins with nothing.
    fn hold(&mut self, words: usize) -> Done<u64> {
        self.buffers += 1;
        self.words = vec![0; words];
        self.written = 0;
        Ok(self.buffers)
    }

    fn write(&mut self, at: usize, words: &[u32]) -> Done {
        self.words[at..at + words.len()].copy_from_slice(words);
        self.written = self.written.max(at + words.len());
        Ok(())
    }

    fn run(
        &mut self,
        start: Start<'_>,
        upload: &[u32],
        words: usize,
        read: Span,
    ) -> Done<Vec<u32>> {
        self.words.resize(words, 0);
        self.words[..upload.len()].copy_from_slice(upload);
        let sent = &self.words[..upload.len().max(self.written).min(words)];
        self.words = self
            .host
            .run(start.0, sent, words, self.counters.launches as u32 + 1)
            .map_err(DeviceError::Lost)?;
        self.counters.launches += 1;
        self.read(read.0, read.1)
    }

    fn read(&mut self, first: usize, end: usize) -> Done<Vec<u32>> {
        Ok(self.words[first..end].to_vec())
    }

    fn limit(&self) -> u64 {
        self.info.memory_bytes
    }

    fn counters(&self) -> &Counters {
        &self.counters
    }
}

/// A device whose memory the host does not share.
pub struct Copied(pub Box<dyn Device + Send>);

impl Device for Copied {
    fn info(&self) -> &DeviceInfo {
        self.0.info()
    }

    fn hold(&mut self, words: usize) -> Done<u64> {
        self.0.hold(words)
    }

    fn write(&mut self, at: usize, words: &[u32]) -> Done {
        self.0.write(at, words)
    }

    fn run(
        &mut self,
        start: Start<'_>,
        upload: &[u32],
        words: usize,
        read: Span,
    ) -> Done<Vec<u32>> {
        self.0.run(start, upload, words, read)
    }

    fn read(&mut self, first: usize, end: usize) -> Done<Vec<u32>> {
        self.0.read(first, end)
    }

    fn set_limit(&mut self, bytes: u64) {
        self.0.set_limit(bytes);
    }

    fn limit(&self) -> u64 {
        self.0.limit()
    }

    fn counters(&self) -> &Counters {
        self.0.counters()
    }
}
