//! The simulator's library, built and called as a program calls a driver's.

use std::ffi::{CStr, CString, c_char, c_int, c_uint, c_void};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::ptr::null_mut;

use libloading::Library;

use crate::common::needs;

/// The folder with the library, built where it is missing or older than its sources.
pub fn folder() -> Option<PathBuf> {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gpu-sim");
    if let Err(e) = Command::new("g++").arg("--version").output() {
        needs::missing("cxx", format!("no C++ compiler ({e})"));
        return None;
    }
    // Tests of this file run at once, in threads or in processes: one builds, the others wait.
    std::fs::create_dir_all(&folder).unwrap();
    let lock = std::fs::File::create(folder.join("lock")).unwrap();
    lock.lock().unwrap();
    let built = Command::new("sh").arg(crate_folder.join("sim/build")).arg(&folder).output();
    let built = built.expect("a shell");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    Some(folder)
}

/// Functions of the library, and a module that was loaded.
pub struct Driver {
    library: Library,
    module: *mut c_void,
}

const ERROR_LOG: [c_int; 2] = [5, 6];

impl Driver {
    /// Loads a module.
    pub fn load(ptx: &str) -> Option<Result<Driver, String>> {
        // SAFETY: our own library.
        let library = unsafe { Library::new(folder()?.join("libcuda.so.1")) }.expect("a library");
        let (text, mut names) = (CString::new(ptx).unwrap(), ERROR_LOG);
        let (mut module, mut log) = (null_mut(), vec![0u8; 1000]);
        let size = std::ptr::without_provenance_mut::<c_void>(log.len());
        let mut values = [log.as_mut_ptr().cast::<c_void>(), size];
        type Load = unsafe extern "C" fn(
            *mut *mut c_void,
            *const c_char,
            c_uint,
            *mut c_int,
            *mut *mut c_void,
        ) -> c_int;
        // SAFETY: the types are those of cuda.h, and the log has room for what it is said to.
        let code = unsafe {
            let load = library.get::<Load>("cuModuleLoadDataEx").unwrap();
            load(&raw mut module, text.as_ptr(), 2, names.as_mut_ptr(), values.as_mut_ptr())
        };
        Some(match code {
            0 => Ok(Driver { library, module }),
            _ => Err(CStr::from_bytes_until_nul(&log).unwrap().to_string_lossy().into_owned()),
        })
    }

    /// Runs a kernel that takes words and gives words: what it leaves of `out`.
    pub fn run(
        &self,
        kernel: &str,
        (blocks, threads): (u32, u32),
        input: &[u32],
        out: &[u32],
    ) -> Result<Vec<u32>, String> {
        let (from, to) = (self.send(input), self.send(out));
        let said = self.launch(kernel, blocks, threads, &mut [from, to]);
        let mut result = vec![0u32; out.len()];
        // SAFETY: as many words as were sent, which nobody else knows of.
        unsafe {
            let copy = self
                .library
                .get::<unsafe extern "C" fn(*mut u32, u64, usize, *mut c_void) -> c_int>(
                    "cuMemcpyDtoHAsync_v2",
                )
                .unwrap();
            assert_eq!(copy(result.as_mut_ptr(), to, 4 * out.len(), null_mut()), 0);
            let free =
                self.library.get::<unsafe extern "C" fn(u64) -> c_int>("cuMemFree_v2").unwrap();
            assert_eq!([free(from), free(to)], [0, 0]);
        }
        said.map(|()| result)
    }

    fn send(&self, words: &[u32]) -> u64 {
        let mut at = 0u64;
        // SAFETY: there is room for all words.
        unsafe {
            let allocate = self
                .library
                .get::<unsafe extern "C" fn(*mut u64, usize) -> c_int>("cuMemAlloc_v2")
                .unwrap();
            assert_eq!(allocate(&raw mut at, 4 * words.len().max(1)), 0);
            let copy = self
                .library
                .get::<unsafe extern "C" fn(u64, *const u32, usize, *mut c_void) -> c_int>(
                    "cuMemcpyHtoDAsync_v2",
                )
                .unwrap();
            assert_eq!(copy(at, words.as_ptr(), 4 * words.len(), null_mut()), 0);
        }
        at
    }

    fn launch(
        &self,
        kernel: &str,
        blocks: u32,
        threads: u32,
        buffers: &mut [u64; 2],
    ) -> Result<(), String> {
        type Get = unsafe extern "C" fn(*mut *mut c_void, *mut c_void, *const c_char) -> c_int;
        type Launch = unsafe extern "C" fn(
            *mut c_void,
            c_uint,
            c_uint,
            c_uint,
            c_uint,
            c_uint,
            c_uint,
            c_uint,
            *mut c_void,
            *mut *mut c_void,
            *mut *mut c_void,
        ) -> c_int;
        let name = CString::new(kernel).unwrap();
        let mut function = null_mut();
        let mut arguments = buffers.each_mut().map(|at| (at as *mut u64).cast::<c_void>());
        // SAFETY: the kernel is the module's, and takes two pointers.
        unsafe {
            let get = self.library.get::<Get>("cuModuleGetFunction").unwrap();
            assert_eq!(get(&raw mut function, self.module, name.as_ptr()), 0, "{kernel}");
            let launch = self.library.get::<Launch>("cuLaunchKernel").unwrap();
            let arguments = arguments.as_mut_ptr();
            let none = null_mut();
            let code =
                launch(function, blocks, 1, 1, threads, 1, 1, 0, null_mut(), arguments, none);
            assert_eq!(code, 0);
        }
        self.finish()
    }

    fn finish(&self) -> Result<(), String> {
        let mut text: *const c_char = std::ptr::null();
        // SAFETY: the text stays until the next launch.
        unsafe {
            let wait = self
                .library
                .get::<unsafe extern "C" fn(*mut c_void) -> c_int>("cuStreamSynchronize")
                .unwrap();
            let code = wait(null_mut());
            if code == 0 {
                return Ok(());
            }
            let said = self
                .library
                .get::<unsafe extern "C" fn(c_int, *mut *const c_char) -> c_int>("cuGetErrorString")
                .unwrap();
            said(code, &raw mut text);
            Err(CStr::from_ptr(text).to_string_lossy().into_owned())
        }
    }
}
