//! NVRTC, the compiler of CUDA C that comes with CUDA.
//!
//! Loaded by hand: `cudarc` finds it by its own list of names only, while notebooks keep it in
//! all kinds of folders, and its enum of results has no room for a newer library's answers.

use std::ffi::{CString, c_char, c_int, c_void};
use std::ptr::{null, null_mut};
use std::sync::OnceLock;

use libloading::Library;

use super::{DeviceError, Done};

/// The variable that names the library's file.
pub const VARIABLE: &str = "ARCBATT_NVRTC";

/// Set by those who look for faults: PTX then names lines of its source, and the simulator's messages do.
pub const LINES_VARIABLE: &str = "ARCBATT_NVRTC_LINES";

/// Whether what is compiled names lines.
pub(super) fn names_lines() -> bool {
    std::env::var_os(LINES_VARIABLE).is_some()
}

/// Where the library is looked for, in this order.
const NAMES: [&str; 7] = [
    "libnvrtc.so.12",
    "libnvrtc.so.13",
    "libnvrtc.so.11.2",
    "libnvrtc.so",
    "/usr/local/cuda/lib64/libnvrtc.so",
    "nvrtc64_120_0.dll",
    "nvrtc64_130_0.dll",
];

/// What kernels are compiled to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Target {
    /// PTX of a virtual architecture, such as 60: any later device's driver can finish it.
    Ptx(u32),
    /// Machine code of one architecture.
    Binary(u32),
}

impl Target {
    /// The option that says it to the compiler.
    pub fn option(self) -> String {
        match self {
            Target::Ptx(arch) => format!("--gpu-architecture=compute_{arch}"),
            Target::Binary(arch) => format!("--gpu-architecture=sm_{arch}"),
        }
    }
}

type Program = *mut c_void;
type Size = unsafe extern "C" fn(Program, *mut usize) -> c_int;
type Text = unsafe extern "C" fn(Program, *mut c_char) -> c_int;
type Create = unsafe extern "C" fn(
    *mut Program,
    *const c_char,
    *const c_char,
    c_int,
    *const *const c_char,
    *const *const c_char,
) -> c_int;

/// The loaded library.
pub struct Nvrtc {
    create: Create,
    compile: unsafe extern "C" fn(Program, c_int, *const *const c_char) -> c_int,
    destroy: unsafe extern "C" fn(*mut Program) -> c_int,
    version: unsafe extern "C" fn(*mut c_int, *mut c_int) -> c_int,
    arch_count: unsafe extern "C" fn(*mut c_int) -> c_int,
    archs: unsafe extern "C" fn(*mut c_int) -> c_int,
    log: (Size, Text),
    ptx: (Size, Text),
    binary: (Size, Text),
    /// Keeps the functions above where they are.
    _library: Library,
}

/// A program that is destroyed with us.
struct Held<'n>(&'n Nvrtc, Program);

impl Drop for Held<'_> {
    fn drop(&mut self) {
        // SAFETY: made by the same library, and destroyed once.
        unsafe { (self.0.destroy)(&raw mut self.1) };
    }
}

impl Nvrtc {
    /// The library, loaded once per process.
    pub fn get() -> Done<&'static Nvrtc> {
        static LOADED: OnceLock<Done<Nvrtc>> = OnceLock::new();
        LOADED.get_or_init(Nvrtc::find).as_ref().map_err(Clone::clone)
    }

    fn find() -> Done<Nvrtc> {
        if let Some(path) = std::env::var_os(VARIABLE) {
            // SAFETY: a library's start-up code is trusted as any program's is.
            let library = unsafe { Library::new(&path) };
            let library = library.map_err(|e| DeviceError::Missing(format!("{VARIABLE}: {e}")))?;
            return Nvrtc::bind(library);
        }
        // SAFETY: as above.
        let library = NAMES.iter().find_map(|name| unsafe { Library::new(*name) }.ok());
        let why = || format!("no NVRTC library: install CUDA, or set {VARIABLE} to its file");
        Nvrtc::bind(library.ok_or_else(|| DeviceError::Missing(why()))?)
    }

    fn bind(library: Library) -> Done<Nvrtc> {
        fn of<F: Copy>(library: &Library, name: &str) -> Done<F> {
            // SAFETY: the types are those of nvrtc.h, the same since CUDA 11.2.
            let found = unsafe { library.get::<F>(name) };
            found.map(|f| *f).map_err(|e| DeviceError::Missing(format!("NVRTC is too old: {e}")))
        }
        let pair = |size, text| Ok((of(&library, size)?, of(&library, text)?));
        Ok(Nvrtc {
            create: of(&library, "nvrtcCreateProgram")?,
            compile: of(&library, "nvrtcCompileProgram")?,
            destroy: of(&library, "nvrtcDestroyProgram")?,
            version: of(&library, "nvrtcVersion")?,
            arch_count: of(&library, "nvrtcGetNumSupportedArchs")?,
            archs: of(&library, "nvrtcGetSupportedArchs")?,
            log: pair("nvrtcGetProgramLogSize", "nvrtcGetProgramLog")?,
            ptx: pair("nvrtcGetPTXSize", "nvrtcGetPTX")?,
            binary: pair("nvrtcGetCUBINSize", "nvrtcGetCUBIN")?,
            _library: library,
        })
    }

    /// The library's version, such as 12.9.
    pub fn version(&self) -> (u32, u32) {
        let (mut major, mut minor) = (0, 0);
        // SAFETY: two places for two numbers.
        unsafe { (self.version)(&raw mut major, &raw mut minor) };
        (major.max(0) as u32, minor.max(0) as u32)
    }

    /// The architectures it knows, such as 60 and 75, in ascending order.
    pub fn archs(&self) -> Vec<u32> {
        let mut count = 0;
        // SAFETY: one place for one number.
        if unsafe { (self.arch_count)(&raw mut count) } != 0 {
            return Vec::new();
        }
        let mut archs = vec![0; count.clamp(0, 1000) as usize];
        // SAFETY: as many places as the library says.
        if archs.len() != count as usize || unsafe { (self.archs)(archs.as_mut_ptr()) } != 0 {
            return Vec::new();
        }
        let mut archs: Vec<u32> = archs.into_iter().map(|a| a.max(0) as u32).collect();
        archs.sort_unstable();
        archs
    }

    /// Compiles a source.
    pub fn compile(&self, source: &str, target: Target) -> Done<Vec<u8>> {
        let failed = |what: &str, code| DeviceError::Compile(format!("NVRTC {what}: error {code}"));
        let c_string = |text: &str| CString::new(text).map_err(|_| failed("source", 0));
        let (text, option) = (c_string(source)?, c_string(&target.option())?);
        let mut program = Held(self, null_mut());
        // SAFETY: strings end with a zero, there are no headers, and the program is valid below.
        unsafe {
            let name = c"arcbatt.cu".as_ptr();
            let code = (self.create)(&raw mut program.1, text.as_ptr(), name, 0, null(), null());
            if code != 0 {
                // What was not created must not be destroyed.
                std::mem::forget(program);
                return Err(failed("create", code));
            }
            let mut options = vec![option.as_ptr(), c"--disable-warnings".as_ptr()];
            if names_lines() {
                options.push(c"-lineinfo".as_ptr());
            }
            let code = (self.compile)(program.1, options.len() as c_int, options.as_ptr());
            if code != 0 {
                let log = text_of(self.log, program.1).unwrap_or_default();
                let log = String::from_utf8_lossy(&log);
                let log = log.trim_matches(['\0', '\n', ' ']);
                return Err(DeviceError::Compile(format!("NVRTC error {code}\n{log}")));
            }
            let read = if matches!(target, Target::Ptx(_)) { self.ptx } else { self.binary };
            text_of(read, program.1).map_err(|code| failed("result", code))
        }
    }
}

/// Reads one of a program's results.
///
/// # Safety
///
/// The functions belong together, and the program is valid.
unsafe fn text_of((size, text): (Size, Text), program: Program) -> Result<Vec<u8>, c_int> {
    let mut bytes = 0;
    // SAFETY: one place for one number.
    let code = unsafe { size(program, &raw mut bytes) };
    if code != 0 {
        return Err(code);
    }
    let mut all = vec![0u8; bytes];
    // SAFETY: as many places as the library says.
    let code = unsafe { text(program, all.as_mut_ptr().cast()) };
    if code == 0 { Ok(all) } else { Err(code) }
}
