//! OpenCL devices, through whatever library and drivers the machine has.
//!
//! Only the thin layer of `opencl3` is used: its own types panic when a release fails, which is
//! what a lost device does.

use std::collections::{BTreeMap, HashMap};
use std::ffi::{CString, c_void};
use std::ptr::{NonNull, null, null_mut};
use std::sync::{Mutex, PoisonError};

use opencl3::command_queue as commands;
use opencl3::context::context as contexts;
use opencl3::device::{CL_DEVICE_TYPE_ALL, CL_DEVICE_TYPE_CPU, Device};
use opencl3::error_codes::{self as codes, ClError};
use opencl3::event as events;
use opencl3::kernel as kernels;
use opencl3::memory;
use opencl3::platform;
use opencl3::program as programs;
use opencl3::types::{CL_BLOCKING, cl_device_id, cl_event};

use super::program::Program;
use super::runner::Driver;
use super::{Backend, DeviceError, DeviceInfo, Done, Found, LANES};

/// How many lanes work on one item: 32, or 1. For tests, and for drivers that cannot compile the one or the other.
pub const LANES_VARIABLE: &str = "ARCBATT_OPENCL_LANES";

/// Kernels are OpenCL C 1.2; what a compiler thinks of their style is of no interest at run time.
const OPTIONS: &str = "-cl-std=CL1.2 -w";

const INSTALL: &str = "install ocl-icd-libopencl1 and a driver \
     (pocl-opencl-icd for the CPU, or the one of the GPU's maker)";

/// Something to be released, whatever the driver says to that.
struct Owned(*mut c_void, unsafe fn(*mut c_void) -> Result<(), i32>);

impl Drop for Owned {
    fn drop(&mut self) {
        // SAFETY: the object was created with the library, and is released once.
        let _ = unsafe { (self.1)(self.0) };
    }
}

// SAFETY: OpenCL objects may be used from any thread; only arguments of a kernel must not be set
// by two threads at once, and a queue's kernels are its own.
unsafe impl Send for Owned {}

/// Memory of a buffer that the host has.
struct Mapped(NonNull<u32>);

// SAFETY: it is memory like any other, and only its queue knows of it.
unsafe impl Send for Mapped {}

/// An opened device: a context and a queue of its own.
pub(super) struct Queue {
    info: DeviceInfo,
    device: Device,
    context: Owned,
    queue: Owned,
    buffer: Option<Owned>,
    bytes: usize,
    /// Where the buffer is while the host has it.
    mapped: Option<Mapped>,
    programs: BTreeMap<Program, Owned>,
    /// Kernels used so far, with the largest group each can have.
    kernels: HashMap<String, (Owned, usize)>,
    /// Why it works with single lanes though groups were to be had.
    no_groups: Option<DeviceError>,
}

fn said(code: i32) -> String {
    format!("OpenCL error {code} ({})", ClError(code))
}

fn lost(code: i32) -> DeviceError {
    DeviceError::Lost(said(code))
}

/// For calls that take memory, now or at first use.
fn memory_or(code: i32, other: fn(String) -> DeviceError) -> DeviceError {
    match code {
        codes::CL_MEM_OBJECT_ALLOCATION_FAILURE
        | codes::CL_OUT_OF_HOST_MEMORY
        | codes::CL_INVALID_BUFFER_SIZE => DeviceError::Memory(said(code)),
        _ => other(said(code)),
    }
}

/// All devices of all platforms, in the order the library gives them.
fn device_ids() -> Done<Vec<cl_device_id>> {
    // PoCL 3.1 hands out devices that another thread has not finished setting up.
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let platforms = platform::platform::get_platform_ids().map_err(|code| match code {
        codes::DLOPEN_RUNTIME_LOAD_FAILED => {
            DeviceError::Missing(format!("no OpenCL library: {INSTALL}"))
        }
        codes::DLOPEN_FUNCTION_NOT_AVAILABLE => {
            DeviceError::Missing(format!("the OpenCL library lacks functions: {INSTALL}"))
        }
        codes::CL_PLATFORM_NOT_FOUND_KHR => {
            DeviceError::NoDevice(format!("no OpenCL driver: {INSTALL}"))
        }
        code => DeviceError::NoDevice(format!("OpenCL finds no platform: {}", said(code))),
    })?;
    // A platform that fails to list its devices has none.
    let devices =
        |&p: &_| opencl3::device::get_device_ids(p, CL_DEVICE_TYPE_ALL).unwrap_or_default();
    let ids: Vec<_> = platforms.iter().flat_map(devices).collect();
    if ids.is_empty() {
        let why = format!("OpenCL is installed but has no device: {INSTALL}");
        return Err(DeviceError::NoDevice(why));
    }
    Ok(ids)
}

/// Every OpenCL device, usable or not.
pub(super) fn list() -> Done<Vec<Found>> {
    let found = |(index, &id): (usize, &cl_device_id)| match describe(index, Device::new(id)) {
        Ok(info) => Found::Device(info),
        Err(why) => Found::Unusable { backend: Backend::OpenCl, index: Some(index), why },
    };
    Ok(device_ids()?.iter().enumerate().map(found).collect())
}

fn describe(index: usize, device: Device) -> Done<DeviceInfo> {
    let info = query(index, device).map_err(|e| DeviceError::NoDevice(said(e.0)))?;
    let ready = |asked: opencl3::Result<bool>| asked.unwrap_or(false);
    let version = device.version().unwrap_or_default();
    let why = if !ready(device.available()) {
        "is not available".to_string()
    } else if !ready(device.compiler_available()) {
        "has no compiler".to_string()
    } else if !ready(device.endian_little()) {
        "is big-endian".to_string()
    } else if !is_recent(&version) {
        format!("has {version}, and OpenCL 1.2 is needed")
    } else {
        return Ok(info);
    };
    Err(DeviceError::NoDevice(format!("{} {why}", info.name)))
}

fn query(index: usize, device: Device) -> opencl3::Result<DeviceInfo> {
    let software = device.dev_type()? & CL_DEVICE_TYPE_CPU != 0;
    let wished = std::env::var(LANES_VARIABLE).ok();
    Ok(DeviceInfo {
        backend: Backend::OpenCl,
        index,
        name: device.name()?.trim().to_string(),
        driver: device.driver_version()?.trim().to_string(),
        memory_bytes: device.global_mem_size()?,
        max_buffer_bytes: device.max_mem_alloc_size()?,
        compute_units: device.max_compute_units()?,
        software,
        lanes: lanes_of(software, device.max_work_group_size()?, wished.as_deref()),
    })
}

/// Lanes for an item: a whole group where blocks can be so large, but one on the CPU, whose cores take lanes one after the other.
fn lanes_of(software: bool, most: usize, wished: Option<&str>) -> usize {
    let wished = wished.and_then(|lanes| lanes.trim().parse().ok());
    match wished.unwrap_or(if software { 1 } else { LANES }) {
        LANES if most >= LANES => LANES,
        _ => 1,
    }
}

/// Whether "OpenCL 3.0 and more text" is 1.2 at least.
fn is_recent(version: &str) -> bool {
    let number = version.strip_prefix("OpenCL ").and_then(|v| v.split(' ').next());
    let parts = number.and_then(|n| n.split_once('.'));
    let parsed = parts.and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    parsed.is_some_and(|v: (u32, u32)| v >= (1, 2))
}

impl Queue {
    /// Opens a device in a context of its own.
    pub fn open(index: usize) -> Done<Queue> {
        let ids = device_ids()?;
        let &id = ids.get(index).ok_or_else(|| {
            DeviceError::NoDevice(format!("no OpenCL device {index}: there are {}", ids.len()))
        })?;
        let device = Device::new(id);
        let info = describe(index, device)?;
        let failed = |code| memory_or(code, DeviceError::NoDevice);
        let context = contexts::create_context(&[id], null(), None, null_mut()).map_err(failed)?;
        let context = Owned(context, contexts::release_context);
        // SAFETY: the device is the context's.
        let queue = unsafe {
            commands::create_command_queue(context.0, id, commands::CL_QUEUE_PROFILING_ENABLE)
        };
        let queue = Owned(queue.map_err(failed)?, commands::release_command_queue);
        Ok(Queue {
            info,
            device,
            context,
            queue,
            buffer: None,
            bytes: 0,
            mapped: None,
            programs: BTreeMap::new(),
            kernels: HashMap::new(),
            no_groups: None,
        })
    }

    /// A program for our context, compiled once per process where the driver gives it away.
    fn build(&self, program: Program) -> Done<Owned> {
        type Key = (usize, usize, Program);
        static BINARIES: Mutex<BTreeMap<Key, Vec<u8>>> = Mutex::new(BTreeMap::new());
        // Others that need the same wait here.
        let mut binaries = BINARIES.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (self.device.id() as usize, self.info.lanes, program);
        let kept = binaries.get(&key).and_then(|binary| self.build_binary(binary).ok());
        if let Some(built) = kept {
            return Ok(built);
        }
        let built = self.build_source(&program.source(self.info.lanes))?;
        // PoCL keeps what it compiles by itself, and to give a binary it would compile all
        // kernels for groups of any size.
        if !self.device.version().is_ok_and(|v| v.to_lowercase().contains("pocl")) {
            binaries.extend(binary_of(&built).map(|binary| (key, binary)));
        }
        Ok(built)
    }

    fn build_source(&self, text: &str) -> Done<Owned> {
        let program = programs::create_program_with_source(self.context.0, &[text]);
        let program = program.map_err(|code| memory_or(code, DeviceError::Compile))?;
        self.finish_build(Owned(program, programs::release_program))
    }

    fn build_binary(&self, binary: &[u8]) -> Done<Owned> {
        let devices = [self.device.id()];
        // SAFETY: the device is the context's, and the binary is what its driver gave.
        let program =
            unsafe { programs::create_program_with_binary(self.context.0, &devices, &[binary]) };
        let program = program.map_err(|code| memory_or(code, DeviceError::Compile))?;
        self.finish_build(Owned(program, programs::release_program))
    }

    fn finish_build(&self, program: Owned) -> Done<Owned> {
        let options = CString::new(OPTIONS).unwrap_or_default();
        let devices = [self.device.id()];
        match programs::build_program(program.0, &devices, &options, None, null_mut()) {
            Ok(()) => Ok(program),
            Err(code) => Err(match self.build_log(&program) {
                Some(log) => DeviceError::Compile(format!("{}\n{log}", said(code))),
                None => memory_or(code, DeviceError::Compile),
            }),
        }
    }

    fn build_log(&self, program: &Owned) -> Option<String> {
        let which = programs::CL_PROGRAM_BUILD_LOG;
        let log = programs::get_program_build_data(program.0, self.device.id(), which).ok()?;
        let log = String::from_utf8_lossy(&log).trim_matches(['\0', '\n', ' ']).to_string();
        (!log.is_empty()).then_some(log)
    }

    fn create_kernel(&self, program: &Owned, name: &str) -> Done<(Owned, usize)> {
        let failed = |code| memory_or(code, |why| DeviceError::Launch(format!("kernel: {why}")));
        let c_name = CString::new(name).map_err(|e| DeviceError::Launch(e.to_string()))?;
        let kernel = kernels::create_kernel(program.0, &c_name).map_err(failed)?;
        let kernel = Owned(kernel, kernels::release_kernel);
        let which = kernels::CL_KERNEL_WORK_GROUP_SIZE;
        let most = kernels::get_kernel_work_group_info(kernel.0, self.device.id(), which);
        let most = most.map_or(1, usize::from).max(1);
        Ok((kernel, most))
    }

    fn compile_for_group(&mut self, name: &str) -> Done {
        if self.kernels.contains_key(name) {
            return Ok(());
        }
        let program = Program::of(name);
        if !self.programs.contains_key(&program) {
            self.programs.insert(program, self.build(program)?);
        }
        if let Some(program) = self.programs.get(&program) {
            let (kernel, most) = self.create_kernel(program, name)?;
            if most < self.info.lanes {
                return Err(DeviceError::Launch(format!("{name} takes {most} lanes at most")));
            }
            self.kernels.insert(name.to_string(), (kernel, most));
        }
        Ok(())
    }

    fn held(&self) -> Done<*mut c_void> {
        let none = || DeviceError::Memory("no buffer is held".to_string());
        self.buffer.as_ref().map(|b| b.0).ok_or_else(none)
    }

    /// Gives the buffer back to the device.
    fn unshare(&mut self) -> Done {
        let Some(Mapped(at)) = self.mapped.take() else { return Ok(()) };
        let (queue, buffer) = (self.queue.0, self.held()?);
        // SAFETY: it was mapped from this buffer, and nobody uses it any more.
        let event = unsafe {
            commands::enqueue_unmap_mem_object(queue, buffer, at.as_ptr().cast(), 0, null())
        };
        finish(event.map_err(lost)?).map(|_| ()).map_err(lost)
    }
}

/// What a program was compiled to.
fn binary_of(program: &Owned) -> Option<Vec<u8>> {
    let all = programs::get_program_info(program.0, programs::CL_PROGRAM_BINARIES).ok()?;
    let binary = Vec::<Vec<u8>>::from(all).into_iter().next()?;
    (!binary.is_empty()).then_some(binary)
}

/// Waits for a command and gives its time on the device.
fn finish(event: cl_event) -> Result<f64, i32> {
    let event = Owned(event, events::release_event);
    events::wait_for_events(&[event.0])?;
    let time = |which| events::get_event_profiling_info(event.0, which).map(u64::from);
    let start = time(events::CL_PROFILING_COMMAND_START);
    let end = time(events::CL_PROFILING_COMMAND_END);
    // A driver without clocks is no reason to fail.
    Ok(start.and_then(|s| end.map(|e| e.saturating_sub(s))).unwrap_or(0) as f64 * 1e-9)
}

impl Driver for Queue {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn kernels(&self) -> String {
        let made = super::kernels(Backend::OpenCl);
        let Some(why) = &self.no_groups else { return made };
        let why = why.to_string();
        let errors = why.lines().filter(|line| line.contains("error"));
        let told: Vec<&str> = errors.chain(why.lines()).take(2).collect();
        format!("{made}, for single lanes, as those for groups failed: {}", told.join("; "))
    }

    fn compile(&mut self, kernel: &str) -> Done {
        match self.compile_for_group(kernel) {
            // A driver that takes no groups, or none so large, may take single lanes.
            Err(why) if self.info.lanes > 1 => {
                self.no_groups = Some(why);
                self.info.lanes = 1;
                self.programs.clear();
                self.kernels.clear();
                self.compile_for_group(kernel)
            }
            done => done,
        }
    }

    fn release(&mut self) {
        // What a lost device says to that is of no interest.
        let _ = self.unshare();
        self.buffer = None;
    }

    fn allocate(&mut self, bytes: usize) -> Done {
        // Memory that the host can have as it is, where host and device share theirs.
        let kind = if self.can_share() { memory::CL_MEM_ALLOC_HOST_PTR } else { 0 };
        let flags = memory::CL_MEM_READ_WRITE | kind;
        // SAFETY: no host memory is passed.
        let buffer = unsafe { memory::create_buffer(self.context.0, flags, bytes, null_mut()) };
        let buffer = buffer.map_err(|code| DeviceError::Memory(said(code)))?;
        self.buffer = Some(Owned(buffer, memory::release_mem_object));
        self.bytes = bytes;
        Ok(())
    }

    fn can_share(&self) -> bool {
        self.info.software
    }

    fn share(&mut self) -> Done {
        if self.mapped.is_some() {
            return Ok(());
        }
        let (queue, buffer, mut at) = (self.queue.0, self.held()?, null_mut());
        let flags = memory::CL_MAP_READ | memory::CL_MAP_WRITE;
        // SAFETY: the buffer is as large as that.
        let event = unsafe {
            let (size, at) = (self.bytes, &mut at);
            commands::enqueue_map_buffer(queue, buffer, CL_BLOCKING, flags, 0, size, at, 0, null())
        };
        finish(event.map_err(|code| memory_or(code, DeviceError::Lost))?).map_err(lost)?;
        let at = NonNull::new(at.cast()).ok_or_else(|| DeviceError::Lost("no memory".into()))?;
        self.mapped = Some(Mapped(at));
        Ok(())
    }

    fn shared(&self) -> Option<NonNull<u32>> {
        self.mapped.as_ref().map(|mapped| mapped.0)
    }

    fn write(&mut self, first: usize, words: &[u32]) -> Done {
        self.unshare()?;
        let (from, bytes) = (words.as_ptr().cast(), size_of_val(words));
        // SAFETY: the range lies in the buffer, and the words stay until the call returns.
        let event = unsafe {
            let (queue, buffer, to) = (self.queue.0, self.held()?, 4 * first);
            commands::enqueue_write_buffer(queue, buffer, CL_BLOCKING, to, bytes, from, 0, null())
        };
        // Memory may be taken only now.
        let event = event.map_err(|code| match code {
            codes::CL_OUT_OF_RESOURCES => DeviceError::Memory(said(code)),
            _ => memory_or(code, DeviceError::Lost),
        })?;
        finish(event).map(|_| ()).map_err(lost)
    }

    fn launch(&mut self, kernel: &str, block: usize, lanes: usize) -> Done<f64> {
        self.unshare()?;
        let (kernel, most) = match self.kernels.get(kernel) {
            Some((kernel, most)) => (kernel.0, *most),
            None => return Err(DeviceError::Launch(format!("{kernel} is not compiled"))),
        };
        let buffer = self.held()?;
        // Barriers are those of blocks, so a group has one of its own.
        let most = if self.info.lanes > 1 { self.info.lanes } else { most };
        let block = self.info.block(block, most);
        let all = lanes.div_ceil(block).max(1) * block;
        // SAFETY: the kernel takes one buffer, which is held until the kernel has ended.
        let event = unsafe {
            kernels::set_kernel_arg(kernel, 0, size_of_val(&buffer), (&raw const buffer).cast())
                .and_then(|()| {
                    commands::enqueue_nd_range_kernel(
                        self.queue.0,
                        kernel,
                        1,
                        null(),
                        &raw const all,
                        &raw const block,
                        0,
                        null(),
                    )
                })
        };
        let event = event.map_err(|code| memory_or(code, DeviceError::Launch))?;
        finish(event).map_err(lost)
    }

    fn read(&mut self, first: usize, into: &mut [u32]) -> Done {
        self.unshare()?;
        let (to, bytes) = (into.as_mut_ptr().cast(), size_of_val(into));
        // SAFETY: the range lies in the buffer, and the call returns when all is read.
        let event = unsafe {
            let (queue, buffer) = (self.queue.0, self.held()?);
            let from = 4 * first;
            commands::enqueue_read_buffer(queue, buffer, CL_BLOCKING, from, bytes, to, 0, null())
        };
        finish(event.map_err(|code| memory_or(code, DeviceError::Lost))?).map_err(lost)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::needs;

    #[test]
    fn a_compiled_program_serves_another_context() {
        let (Ok(first), Ok(mut second)) = (Queue::open(0), Queue::open(0)) else {
            return needs::missing("opencl", "no OpenCL device");
        };
        let text = "__kernel void seven(__global uint *m) { m[0] = 7; }";
        let binary = binary_of(&first.build_source(text).unwrap()).unwrap();
        let program = second.build_binary(&binary).unwrap();
        let kernel = second.create_kernel(&program, "seven").unwrap();
        second.kernels.insert("seven".into(), kernel);
        let mut word = [0];
        second.allocate(64).unwrap();
        second.launch("seven", 8, 1).unwrap();
        second.read(0, &mut word).unwrap();
        assert_eq!(word, [7]);
        assert!(second.build_binary(b"none").is_err());
    }

    #[test]
    fn a_compiler_error_comes_with_its_log() {
        let Ok(queue) = Queue::open(0) else {
            return needs::missing("opencl", "no OpenCL device");
        };
        let error = queue.build_source("__kernel void broken(").err();
        assert!(
            matches!(&error, Some(DeviceError::Compile(log)) if log.contains("error")),
            "{error:?}"
        );
    }

    #[test]
    fn groups_are_for_gpus_whose_blocks_hold_them() {
        assert_eq!([256, 32, 31, 1].map(|most| lanes_of(false, most, None)), [32, 32, 1, 1]);
        assert_eq!(lanes_of(true, 4096, None), 1);
        // What is wished for is done where it can be.
        assert_eq!(lanes_of(true, 4096, Some("32")), 32);
        assert_eq!(lanes_of(true, 16, Some("32")), 1);
        assert_eq!(lanes_of(false, 256, Some("1")), 1);
        assert_eq!(lanes_of(false, 256, Some("many")), 32);
    }

    #[test]
    fn a_driver_that_takes_no_groups_is_given_single_lanes() {
        let Ok(mut queue) = Queue::open(0) else {
            return needs::missing("opencl", "no OpenCL device");
        };
        // No source is for groups of so many, so that the compiler refuses it.
        queue.info.lanes = 64;
        queue.compile("run_calls").unwrap();
        assert_eq!(queue.info.lanes, 1);
        assert!(queue.kernels.contains_key("run_calls"));
        let told = queue.kernels();
        assert!(told.contains("for single lanes") && told.contains("at most 32 lanes"), "{told}");
    }

    /// Only the first half of a build, which all drivers can do: kernels themselves are made when they are needed.
    #[test]
    fn sources_for_groups_are_opencl_c() {
        let Ok(queue) = Queue::open(0) else {
            return needs::missing("opencl", "no OpenCL device");
        };
        for program in Program::ALL {
            queue.build_source(&program.source(LANES)).map(drop).unwrap();
        }
    }

    #[test]
    fn versions_are_compared_as_numbers() {
        assert!(is_recent("OpenCL 1.2 CUDA"));
        assert!(is_recent("OpenCL 3.0 PoCL HSTR: pthread"));
        assert!(!is_recent("OpenCL 1.1 old"));
        assert!(!is_recent("OpenCL"));
        assert!(!is_recent(""));
    }
}
