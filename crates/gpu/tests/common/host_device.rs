//! The kernels as plain C in the place of a device.

use gpu::device::{Backend, Counters, Device, DeviceError, DeviceInfo};
use gpu::host::Host;

const SANITIZED: [&str; 4] =
    ["-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"];

/// Runs kernels in a process of their own.
pub struct HostDevice {
    info: DeviceInfo,
    host: Host,
    _folder: tempfile::TempDir,
    words: Vec<u32>,
    counters: Counters,
}

impl HostDevice {
    /// Compiles the kernels with the system's compiler and its sanitizers.
    pub fn build() -> Result<HostDevice, String> {
        let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
        let host = match Host::build(folder.path(), &SANITIZED) {
            Ok(host) => host,
            Err(e) if e.starts_with("cc:") => return Err(format!("no C compiler ({e})")),
            Err(e) => panic!("{e}"),
        };
        let info = DeviceInfo {
            backend: Backend::OpenCl,
            index: 0,
            name: "host".into(),
            driver: "C".into(),
            memory_bytes: 1 << 30,
            max_buffer_bytes: 1 << 30,
            compute_units: 1,
            software: true,
        };
        Ok(HostDevice { info, host, _folder: folder, words: vec![], counters: Counters::default() })
    }
}

impl Device for HostDevice {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn run(
        &mut self,
        kernel: &str,
        _block: usize,
        upload: &[u32],
        total_words: usize,
        _lanes: usize,
        download: (usize, usize),
    ) -> Result<Vec<u32>, DeviceError> {
        self.words = self.host.run(kernel, upload, total_words).map_err(DeviceError::Lost)?;
        self.counters.launches += 1;
        self.read(download.0, download.1)
    }

    fn read(&mut self, first: usize, end: usize) -> Result<Vec<u32>, DeviceError> {
        Ok(self.words[first..end].to_vec())
    }

    fn prepare(&mut self, _kernel: &str, _block: usize) -> Result<(), DeviceError> {
        Ok(())
    }

    fn set_limit(&mut self, _bytes: u64) {}

    fn limit(&self) -> u64 {
        self.info.memory_bytes
    }

    fn held_bytes(&self) -> u64 {
        0
    }

    fn counters(&self) -> &Counters {
        &self.counters
    }
}
