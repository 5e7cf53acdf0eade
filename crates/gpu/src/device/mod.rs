//! Devices: what is there, and a buffer of words run by a kernel.
//!
//! Libraries are loaded at run time. Where there is none, [`list`] says so and [`open`] gives an
//! error; nothing here panics, whatever a driver answers.

mod cuda;
mod faulty;
pub mod nvrtc;
mod opencl;
pub mod program;
mod runner;

use std::fmt;

pub use faulty::Faulty;

/// A way to talk to devices.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Backend {
    /// Any OpenCL 1.2 device.
    OpenCl,
    /// NVIDIA devices through their own driver.
    Cuda,
}

impl Backend {
    /// Every backend.
    pub const ALL: [Backend; 2] = [Backend::OpenCl, Backend::Cuda];

    /// The name that people write.
    pub fn name(self) -> &'static str {
        match self {
            Backend::OpenCl => "opencl",
            Backend::Cuda => "cuda",
        }
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a device says of itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeviceInfo {
    /// How to talk to it.
    pub backend: Backend,
    /// Its number among the backend's devices.
    pub index: usize,
    /// Its name.
    pub name: String,
    /// Version of its driver.
    pub driver: String,
    /// Its memory.
    pub memory_bytes: u64,
    /// The largest buffer it gives.
    pub max_buffer_bytes: u64,
    /// Multiprocessors, or cores.
    pub compute_units: u32,
    /// Whether it is the CPU in disguise.
    pub software: bool,
    /// Lanes that work on one item together: [`LANES`] on GPUs whose blocks hold so many, else 1.
    pub lanes: usize,
}

/// Lanes of a GPU that work on one item: what its hardware runs in step.
pub const LANES: usize = 32;

impl DeviceInfo {
    /// Lanes of a block that suit the device: a core runs one at a time.
    pub fn usual_block(&self) -> usize {
        if self.software { 1 } else { 64 }
    }

    /// Lanes of a block where so many are asked for: whole groups, and no more than `most` lanes.
    pub(crate) fn block(&self, asked: usize, most: usize) -> usize {
        (asked.min(most) / self.lanes).max(1) * self.lanes
    }
}

impl fmt::Display for DeviceInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.software { "software" } else { "hardware" };
        let (gib, units) = (self.memory_bytes as f64 / (1u64 << 30) as f64, self.compute_units);
        write!(f, "{}:{} {}", self.backend, self.index, self.name)?;
        write!(f, " ({kind}, {units} units, ")?;
        if self.lanes > 1 {
            write!(f, "groups of {} lanes, ", self.lanes)?;
        }
        write!(f, "{gib:.1} GiB, driver {})", self.driver)
    }
}

/// What something asked of a device gives.
pub type Done<T = ()> = Result<T, DeviceError>;

/// Why a device did not do what was asked. Each holds what the library or driver said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DeviceError {
    /// The library of a backend cannot be loaded.
    Missing(String),
    /// The library is there, a device is not.
    NoDevice(String),
    /// The kernels do not compile.
    Compile(String),
    /// The device's memory, or what we may use of it, does not suffice.
    Memory(String),
    /// The device stopped working; later runs fail as well.
    Lost(String),
    /// A kernel cannot be started.
    Launch(String),
}

impl DeviceError {
    /// A word for the kind of failure, for counting.
    pub fn kind(&self) -> &'static str {
        match self {
            DeviceError::Missing(_) => "missing",
            DeviceError::NoDevice(_) => "no device",
            DeviceError::Compile(_) => "compile",
            DeviceError::Memory(_) => "memory",
            DeviceError::Lost(_) => "lost",
            DeviceError::Launch(_) => "launch",
        }
    }
}

impl fmt::Display for DeviceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DeviceError::Missing(why) | DeviceError::NoDevice(why) => f.write_str(why),
            DeviceError::Compile(log) => write!(f, "kernels do not compile: {log}"),
            DeviceError::Memory(why) => write!(f, "not enough device memory: {why}"),
            DeviceError::Lost(why) => write!(f, "device lost: {why}"),
            DeviceError::Launch(why) => write!(f, "kernel not started: {why}"),
        }
    }
}

impl std::error::Error for DeviceError {}

/// What was done on a device since it was opened.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Counters {
    /// Kernels started.
    pub launches: u64,
    /// Transfers to the device.
    pub transfers_up: u64,
    /// Transfers from the device.
    pub transfers_down: u64,
    /// Bytes to the device.
    pub bytes_up: u64,
    /// Bytes from the device.
    pub bytes_down: u64,
    /// Time in kernels, by the device's clock where it has one.
    pub device_seconds: f64,
    /// Time spent compiling.
    pub compile_seconds: f64,
    /// The largest buffer held.
    pub memory_high: u64,
}

impl Counters {
    /// Adds another device's counts. The high-water mark is that of the fuller device.
    pub fn add(&mut self, other: &Counters) {
        self.launches += other.launches;
        self.transfers_up += other.transfers_up;
        self.transfers_down += other.transfers_down;
        self.bytes_up += other.bytes_up;
        self.bytes_down += other.bytes_down;
        self.device_seconds += other.device_seconds;
        self.compile_seconds += other.compile_seconds;
        self.memory_high = self.memory_high.max(other.memory_high);
    }
}

/// A kernel, the lanes of a block, and how many groups there are at least. Blocks are full: kernels
/// ignore groups beyond their count. A device that cannot run blocks so large runs smaller ones.
pub type Start<'k> = (&'k str, usize, usize);

/// Words of a buffer: the first, and the one after the last.
pub type Span = (usize, usize);

/// A device with one buffer, kept between runs.
///
/// The buffer's words beyond the upload hold what was written there or anything at all when a kernel starts.
pub trait Device {
    /// What it is.
    fn info(&self) -> &DeviceInfo;

    /// Which kernels it runs and why these, in words; before the first run those that are expected.
    fn kernels(&self) -> String {
        kernels(self.info().backend)
    }

    /// Makes the buffer large enough for so many words and gives its number. A buffer of another number than before holds
    /// nothing of what was written earlier.
    fn hold(&mut self, words: usize) -> Done<u64>;

    /// Writes words into the buffer that is held, the first one at a place. They stay until something else is written there.
    fn write(&mut self, at: usize, words: &[u32]) -> Done;

    /// Writes `upload` to the start of a buffer of so many words, starts a kernel, and
    /// reads.
    fn run(&mut self, start: Start<'_>, upload: &[u32], words: usize, read: Span)
    -> Done<Vec<u32>>;

    /// Reads words of the last run's buffer.
    fn read(&mut self, first: usize, end: usize) -> Done<Vec<u32>>;

    /// The first words of the buffer as memory of the host, if the device works on such memory:
    /// what is written there need not be sent. They hold what they held before, in a buffer of the same number.
    fn shared(&mut self, total_words: usize) -> Done<Option<&mut [u32]>> {
        let _ = total_words;
        Ok(None)
    }

    /// As [`Device::run`] with the first `upload` words of [`Device::shared`], and nothing read.
    fn run_shared(&mut self, start: Start<'_>, upload: usize) -> Done {
        let _ = upload;
        Err(DeviceError::Launch(format!("{}: no memory is shared", start.0)))
    }

    /// Counts words of shared memory as written, beside those of a run.
    fn count_written(&mut self, words: usize) {
        let _ = words;
    }

    /// Counts words of shared memory as read.
    fn count_read(&mut self, first: usize, end: usize) {
        let _ = (first, end);
    }

    /// Words of shared memory after a run; none where none is shared.
    fn answers(&self, first: usize, end: usize) -> &[u32] {
        let _ = (first, end);
        &[]
    }

    /// Compiles a kernel for groups of a size, which its first run would do otherwise.
    fn prepare(&mut self, kernel: &str, block: usize) -> Done {
        let _ = (kernel, block);
        Ok(())
    }

    /// Sets the most that the buffer may take. A larger one is given back at once.
    fn set_limit(&mut self, bytes: u64) {
        let _ = bytes;
    }

    /// The most that the buffer may take: 80 % of the device's memory unless set, and never more
    /// than its largest buffer.
    fn limit(&self) -> u64;

    /// What the buffer takes now.
    fn held_bytes(&self) -> u64 {
        0
    }

    /// What was done since the device was opened.
    fn counters(&self) -> &Counters;
}

/// What a search for devices comes upon.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// A device that can be opened.
    Device(DeviceInfo),
    /// A backend, or a device of one, that cannot be used.
    Unusable {
        /// The backend.
        backend: Backend,
        /// The device, if it is one of several.
        index: Option<usize>,
        /// What is wrong.
        why: DeviceError,
    },
}

/// Every device of every backend, or why there is none.
pub fn list() -> Vec<Found> {
    let of = |backend| match backend {
        Backend::OpenCl => opencl::list(),
        Backend::Cuda => cuda::list(),
    };
    let found = |backend| {
        of(backend).unwrap_or_else(|why| vec![Found::Unusable { backend, index: None, why }])
    };
    Backend::ALL.into_iter().flat_map(found).collect()
}

/// Which kernels devices of a backend should get, in words.
pub fn kernels(backend: Backend) -> String {
    match backend {
        Backend::OpenCl => "compiled by the device's driver".to_string(),
        Backend::Cuda => cuda::expected_kernels(),
    }
}

/// Opens a device. The same one may be opened several times: each has a queue and a buffer of its
/// own, and the limits do not know of each other.
pub fn open(backend: Backend, index: usize) -> Done<Box<dyn Device + Send>> {
    match backend {
        Backend::OpenCl => Ok(Box::new(runner::Runner::new(opencl::Queue::open(index)?))),
        Backend::Cuda => Ok(Box::new(runner::Runner::new(cuda::Stream::open(index)?))),
    }
}
