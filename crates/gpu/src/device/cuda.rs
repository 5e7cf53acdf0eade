//! NVIDIA devices, through the driver's own library.
//!
//! No machine of ours has one: what is checked here is that it compiles, that the kernels pass
//! NVRTC and ptxas, and that a machine without a driver is told so. `batt selftest --backend cuda`
//! checks the rest where there is a device.

use std::collections::{BTreeMap, HashMap};
use std::ffi::{CStr, CString, c_void};
use std::io::Read;
use std::ptr::null_mut;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Instant;

use cudarc::driver::result::{self as driver, DriverError};
use cudarc::driver::sys;
use flate2::read::GzDecoder;

use super::nvrtc::{Nvrtc, Target, names_lines};
use super::program::{Kept, Program};
use super::runner::Driver;
use super::{Backend, DeviceError, DeviceInfo, Done, Found, LANES};

/// For drivers on machines without NVRTC: PTX of an old version for the oldest architecture,
/// written by `make gpu-report`.
const FALLBACK: &[u8] = include_bytes!("../../kernels/fallback.ptx.gz");

/// Every function of the driver that is called below, by us or by `cudarc`, which panics when it
/// comes upon a missing one.
const FUNCTIONS: [&str; 24] = [
    "cuInit",
    "cuDriverGetVersion",
    "cuDeviceGetCount",
    "cuDeviceGet",
    "cuDeviceGetName",
    "cuDeviceTotalMem_v2",
    "cuDeviceGetAttribute",
    "cuDevicePrimaryCtxRetain",
    "cuDevicePrimaryCtxRelease_v2",
    "cuCtxSetCurrent",
    "cuStreamCreate",
    "cuStreamDestroy_v2",
    "cuStreamSynchronize",
    "cuMemAlloc_v2",
    "cuMemFree_v2",
    "cuMemcpyHtoDAsync_v2",
    "cuMemcpyDtoHAsync_v2",
    "cuModuleLoadDataEx",
    "cuModuleUnload",
    "cuModuleGetFunction",
    "cuFuncGetAttribute",
    "cuLaunchKernel",
    "cuGetErrorName",
    "cuGetErrorString",
];

fn said(error: DriverError) -> String {
    let text = |found: Result<&CStr, DriverError>| {
        found.map_or(String::new(), |s| format!(" {}", s.to_string_lossy()))
    };
    let (name, why) = (text(error.error_name()), text(error.error_string()));
    format!("CUDA error {}{name}:{why}", error.0 as u32)
}

fn lost(error: DriverError) -> DeviceError {
    memory_or(error, DeviceError::Lost)
}

fn memory_or(error: DriverError, other: fn(String) -> DeviceError) -> DeviceError {
    match error.0 {
        sys::CUresult::CUDA_ERROR_OUT_OF_MEMORY => DeviceError::Memory(said(error)),
        _ => other(said(error)),
    }
}

/// Errors of a launch that say nothing of the device's health.
fn launch_error(error: DriverError) -> DeviceError {
    match error.0 {
        sys::CUresult::CUDA_ERROR_INVALID_VALUE
        | sys::CUresult::CUDA_ERROR_INVALID_HANDLE
        | sys::CUresult::CUDA_ERROR_NOT_FOUND
        | sys::CUresult::CUDA_ERROR_NOT_SUPPORTED
        | sys::CUresult::CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES => DeviceError::Launch(said(error)),
        _ => lost(error),
    }
}

/// Loads the driver's library and starts it, once. Nothing else may be called before.
fn start() -> Done {
    static STARTED: OnceLock<Done> = OnceLock::new();
    STARTED.get_or_init(try_start).clone()
}

fn try_start() -> Done {
    // SAFETY: a library's start-up code is trusted as any program's is.
    if !unsafe { sys::is_culib_present() } {
        let why = "no CUDA driver library (libcuda): install the NVIDIA driver";
        return Err(DeviceError::Missing(why.to_string()));
    }
    // SAFETY: it is present, so this does not panic; the functions are only looked up.
    let library = unsafe { sys::culib() };
    let there = |name: &&&str| unsafe { library.get::<*const c_void>(**name) }.is_ok();
    if let Some(name) = FUNCTIONS.iter().find(|name| !there(name)) {
        let why = format!("the NVIDIA driver is too old: its library has no {name}");
        return Err(DeviceError::Missing(why));
    }
    driver::init().map_err(|error| {
        let hint = "is the driver loaded, and the device visible (nvidia-smi)?";
        DeviceError::NoDevice(format!("{}; {hint}", said(error)))
    })
}

fn count() -> Done<usize> {
    start()?;
    let count = driver::device::get_count().map_err(|e| DeviceError::NoDevice(said(e)))?;
    match usize::try_from(count) {
        Ok(n) if n > 0 => Ok(n),
        _ => Err(DeviceError::NoDevice("the NVIDIA driver sees no device".to_string())),
    }
}

/// Every CUDA device, usable or not.
pub(super) fn list() -> Done<Vec<Found>> {
    let found = |index: usize| match describe(index) {
        Ok((info, ..)) => Found::Device(info),
        Err(why) => Found::Unusable { backend: Backend::Cuda, index: Some(index), why },
    };
    Ok((0..count()?).map(found).collect())
}

/// What a device says of itself, its handle and its architecture.
fn describe(index: usize) -> Done<(DeviceInfo, sys::CUdevice, u32)> {
    use sys::CUdevice_attribute as Attribute;
    let count = count()?;
    if index >= count {
        let why = format!("no CUDA device {index}: there are {count}");
        return Err(DeviceError::NoDevice(why));
    }
    let failed = |e| DeviceError::NoDevice(said(e));
    let device = driver::device::get(index as i32).map_err(failed)?;
    // SAFETY: the device is one that the driver gave.
    let attribute = |which| unsafe { driver::device::get_attribute(device, which) };
    let number = |which| attribute(which).map(|n| n.max(0) as u32).map_err(failed);
    let arch = 10 * number(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?
        + number(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?;
    // SAFETY: as above.
    let memory_bytes = unsafe { driver::device::total_mem(device) }.map_err(failed)? as u64;
    let info = DeviceInfo {
        backend: Backend::Cuda,
        index,
        name: name(device).map_err(failed)?,
        driver: format!("CUDA {}, sm_{arch}", version()),
        memory_bytes,
        max_buffer_bytes: memory_bytes,
        compute_units: number(Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?,
        software: false,
        lanes: LANES,
    };
    Ok((info, device, arch))
}

fn name(device: sys::CUdevice) -> Result<String, DriverError> {
    let mut name = [0u8; 256];
    // SAFETY: one byte less than there is room for, so that a zero ends it.
    unsafe {
        sys::cuDeviceGetName(name.as_mut_ptr().cast(), name.len() as i32 - 1, device).result()?;
    }
    let name = CStr::from_bytes_until_nul(&name).unwrap_or_default();
    Ok(name.to_string_lossy().trim().to_string())
}

fn version() -> String {
    let mut version = 0;
    // SAFETY: one place for one number.
    match unsafe { sys::cuDriverGetVersion(&raw mut version) }.result() {
        Ok(()) => format!("{}.{}", version / 1000, version % 1000 / 10),
        Err(_) => "unknown".to_string(),
    }
}

/// Compiled kernels, for `cuModuleLoadDataEx`.
type Image = Arc<Vec<u8>>;

/// Kernels for an architecture, compiled once per process, and kept for the next one.
fn compiled(arch: u32, program: Program) -> Done<Image> {
    static CACHE: Mutex<BTreeMap<(u32, Program), Image>> = Mutex::new(BTreeMap::new());
    // Others that need the same wait here.
    let mut cache = CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(image) = cache.get(&(arch, program)) {
        return Ok(image.clone());
    }
    let nvrtc = Nvrtc::get()?;
    let (source, target) = (program.cuda_source(), best_target(&nvrtc.archs(), arch));
    let compiler = format!("NVRTC {:?} {target:?} {}", nvrtc.version(), names_lines());
    let kept = Kept::new(&source, &compiler);
    let mut image = match kept.load() {
        Some(image) => image,
        None => {
            let image = nvrtc.compile(&source, target)?;
            kept.save(&image);
            image
        }
    };
    // PTX is text and ends with a zero; machine code knows its length.
    image.push(0);
    let image = Arc::new(image);
    cache.insert((arch, program), image.clone());
    Ok(image)
}

/// Which kernels a device should get: those of the compiler that is found, or those that we carry along.
pub(super) fn expected_kernels() -> String {
    match Nvrtc::get() {
        Ok(nvrtc) => {
            let (major, minor) = nvrtc.version();
            format!("compiled by NVRTC {major}.{minor}")
        }
        Err(why) => embedded(&why.to_string()),
    }
}

fn embedded(why: &str) -> String {
    format!("the embedded PTX, as {}", why.lines().next().unwrap_or_default())
}

/// Machine code where the compiler knows the device, since any driver of the same major version
/// takes it; else PTX of the latest architecture before it, for the driver to finish.
fn best_target(known: &[u32], arch: u32) -> Target {
    if known.contains(&arch) {
        return Target::Binary(arch);
    }
    Target::Ptx(known.iter().copied().filter(|&a| a < arch).max().unwrap_or(arch))
}

/// An opened device: the process's context of it, and a stream of its own.
pub(super) struct Stream {
    info: DeviceInfo,
    device: sys::CUdevice,
    arch: u32,
    context: sys::CUcontext,
    stream: sys::CUstream,
    buffer: Option<sys::CUdeviceptr>,
    modules: BTreeMap<Program, sys::CUmodule>,
    /// Where the last module came from.
    origin: Option<String>,
    /// Kernels used so far, with the largest group each can have.
    kernels: HashMap<String, (sys::CUfunction, usize)>,
}

// SAFETY: the driver's objects may be used from any thread in which their context is current,
// and every method makes it so first.
unsafe impl Send for Stream {}

impl Stream {
    /// Opens a device.
    pub fn open(index: usize) -> Done<Stream> {
        let (info, device, arch) = describe(index)?;
        let failed = |e| memory_or(e, DeviceError::NoDevice);
        // SAFETY: the device is one that the driver gave.
        let context = unsafe { driver::primary_ctx::retain(device) }.map_err(failed)?;
        // From here on dropping it gives the context back.
        let mut opened = Stream {
            info,
            device,
            arch,
            context,
            stream: null_mut(),
            buffer: None,
            modules: BTreeMap::new(),
            origin: None,
            kernels: HashMap::new(),
        };
        opened.bind()?;
        let kind = driver::stream::StreamKind::NonBlocking;
        opened.stream = driver::stream::create(kind).map_err(failed)?;
        Ok(opened)
    }

    /// Makes the context this thread's.
    fn bind(&self) -> Done {
        // SAFETY: the context is held until we are dropped.
        unsafe { driver::ctx::set_current(self.context) }.map_err(lost)
    }

    /// Waits until the stream has done everything.
    fn finish(&self) -> Done {
        // SAFETY: the stream is held until we are dropped.
        unsafe { driver::stream::synchronize(self.stream) }.map_err(lost)
    }

    fn held(&self) -> Done<sys::CUdeviceptr> {
        self.buffer.ok_or_else(|| DeviceError::Memory("no buffer is held".to_string()))
    }

    /// A module with the kernels: compiled here, or else the one we carry along.
    fn load(&mut self, program: Program) -> Done<sys::CUmodule> {
        let compiled = compiled(self.arch, program).and_then(|image| load_image(&image));
        let Err(DeviceError::Compile(why) | DeviceError::Missing(why)) = compiled else {
            self.origin = Some(expected_kernels());
            return compiled;
        };
        self.origin = Some(embedded(&why));
        if program == Program::Ops || FALLBACK.is_empty() {
            return Err(DeviceError::Compile(why));
        }
        let mut text = Vec::new();
        GzDecoder::new(FALLBACK)
            .read_to_end(&mut text)
            .map_err(|e| DeviceError::Compile(format!("{why}\nembedded PTX: {e}")))?;
        let image = CString::new(text).unwrap_or_default();
        load_image(image.as_bytes_with_nul()).map_err(|e| match e {
            DeviceError::Compile(also) => {
                DeviceError::Compile(format!("{why}\nembedded PTX: {also}"))
            }
            e => e,
        })
    }

    fn function(&self, module: sys::CUmodule, name: &str) -> Done<(sys::CUfunction, usize)> {
        let c_name = CString::new(name).map_err(|e| DeviceError::Launch(e.to_string()))?;
        // SAFETY: the module is loaded.
        let function = unsafe { driver::module::get_function(module, c_name) };
        let function = function.map_err(launch_error)?;
        let which = sys::CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK;
        // SAFETY: the function is the module's.
        let most = unsafe { driver::function::get_function_attribute(function, which) };
        Ok((function, most.map_or(1, |n| n.max(1) as usize)))
    }
}

/// Loads PTX or machine code that ends with a zero, with what the driver's compiler says of it.
fn load_image(image: &[u8]) -> Done<sys::CUmodule> {
    use sys::CUjit_option as Option;
    let mut log = vec![0u8; 8192];
    let mut options = [Option::CU_JIT_ERROR_LOG_BUFFER, Option::CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES];
    // The driver takes the number in the place of a pointer.
    let size = std::ptr::without_provenance_mut::<c_void>(log.len() - 1);
    let mut values = [log.as_mut_ptr().cast::<c_void>(), size];
    let mut module = null_mut();
    // SAFETY: the image is whole, and there are as many values as options.
    let result = unsafe {
        sys::cuModuleLoadDataEx(
            &raw mut module,
            image.as_ptr().cast(),
            options.len() as u32,
            options.as_mut_ptr(),
            values.as_mut_ptr(),
        )
    };
    let log = CStr::from_bytes_until_nul(&log).unwrap_or_default().to_string_lossy();
    match result.result() {
        Ok(()) => Ok(module),
        Err(error) if is_loss(error) => Err(DeviceError::Lost(said(error))),
        Err(error) => Err(match memory_or(error, DeviceError::Compile) {
            DeviceError::Compile(why) => DeviceError::Compile(format!("{why}\n{}", log.trim())),
            error => error,
        }),
    }
}

/// Errors of a load that are not about what is loaded.
fn is_loss(error: DriverError) -> bool {
    matches!(
        error.0,
        sys::CUresult::CUDA_ERROR_INVALID_CONTEXT
            | sys::CUresult::CUDA_ERROR_CONTEXT_IS_DESTROYED
            | sys::CUresult::CUDA_ERROR_DEINITIALIZED
            | sys::CUresult::CUDA_ERROR_ECC_UNCORRECTABLE
            | sys::CUresult::CUDA_ERROR_ILLEGAL_ADDRESS
            | sys::CUresult::CUDA_ERROR_LAUNCH_FAILED
    )
}

impl Driver for Stream {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn kernels(&self) -> String {
        self.origin.clone().unwrap_or_else(expected_kernels)
    }

    fn compile(&mut self, kernel: &str) -> Done {
        if self.kernels.contains_key(kernel) {
            return Ok(());
        }
        self.bind()?;
        let program = Program::of(kernel);
        let module = match self.modules.get(&program) {
            Some(&module) => module,
            None => {
                let module = self.load(program)?;
                self.modules.insert(program, module);
                module
            }
        };
        let function = self.function(module, kernel)?;
        self.kernels.insert(kernel.to_string(), function);
        Ok(())
    }

    fn release(&mut self) {
        if let Some(buffer) = self.buffer.take() {
            let _ = self.bind();
            // SAFETY: it was allocated in this context, and every use of it has been waited for.
            let _ = unsafe { driver::free_sync(buffer) };
        }
    }

    fn allocate(&mut self, bytes: usize) -> Done {
        self.bind()?;
        // SAFETY: what the memory holds does not matter: it is words.
        self.buffer = Some(unsafe { driver::malloc_sync(bytes) }.map_err(lost)?);
        Ok(())
    }

    fn write(&mut self, first: usize, words: &[u32]) -> Done {
        self.bind()?;
        let to = self.held()? + 4 * first as u64;
        // In the stream, since a plain copy may still be under way when it returns.
        // SAFETY: the range lies in the buffer, and the words stay until all is done.
        unsafe { driver::memcpy_htod_async(to, words, self.stream) }.map_err(lost)?;
        self.finish()
    }

    fn launch(&mut self, kernel: &str, block: usize, lanes: usize) -> Done<f64> {
        self.bind()?;
        let Some(&(function, most)) = self.kernels.get(kernel) else {
            return Err(DeviceError::Launch(format!("{kernel} is not compiled")));
        };
        let mut buffer = self.held()?;
        let block = self.info.block(block, most);
        let blocks = lanes.div_ceil(block).max(1);
        let mut arguments = [(&raw mut buffer).cast::<c_void>()];
        let (grid, block) = ((blocks as u32, 1, 1), (block as u32, 1, 1));
        let start = Instant::now();
        // SAFETY: the kernel takes one pointer, to a buffer that is held until it has ended.
        unsafe { driver::launch_kernel(function, grid, block, 0, self.stream, &mut arguments) }
            .map_err(launch_error)?;
        self.finish()?;
        Ok(start.elapsed().as_secs_f64())
    }

    fn read(&mut self, first: usize, into: &mut [u32]) -> Done {
        self.bind()?;
        let from = self.held()? + 4 * first as u64;
        // SAFETY: the range lies in the buffer, and the words stay until all is done.
        unsafe { driver::memcpy_dtoh_async(into, from, self.stream) }.map_err(lost)?;
        self.finish()
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        self.release();
        let _ = self.bind();
        // SAFETY: all of these are ours, unused from here on, and given back once. Errors are
        // what a lost device answers.
        unsafe {
            for &module in self.modules.values() {
                let _ = driver::module::unload(module);
            }
            if !self.stream.is_null() {
                let _ = driver::stream::destroy(self.stream);
            }
            let _ = driver::primary_ctx::release(self.device);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_gets_its_own_code_or_what_it_can_finish() {
        let known = [60, 75, 89];
        assert_eq!(best_target(&known, 75), Target::Binary(75));
        assert_eq!(best_target(&known, 86), Target::Ptx(75));
        assert_eq!(best_target(&known, 120), Target::Ptx(89));
        assert_eq!(best_target(&known, 50), Target::Ptx(50));
    }
}
