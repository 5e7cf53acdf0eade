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
        Some(HostDevice { info, host, words: vec![], counters: Counters::default() })
    }
}

impl Device for HostDevice {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn run(
        &mut self,
        start: Start<'_>,
        upload: &[u32],
        words: usize,
        read: Span,
    ) -> Done<Vec<u32>> {
        self.words = self
            .host
            .run(start.0, upload, words, self.counters.launches as u32 + 1)
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
