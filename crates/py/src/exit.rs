//! Daemon threads when the interpreter ends.
//!
//! Up to Python 3.13, a thread that asks for the lock of an interpreter which is ending is ended by
//! `pthread_exit`, wherever it is. glibc does that by unwinding the stack, and Rust's frames are not made
//! for it: the process crashes. A guard in Rust does not help, since the unwinder in a wheel is another
//! than glibc's. So such a thread waits for the end of the process instead, as in Python 3.14: before
//! glibc leaves a frame it calls the handlers of `_pthread_cleanup_push` that lie in frames it has left,
//! and one that lies outside of the stack comes before all frames. Where there is no such function,
//! threads end without unwinding.

use std::cell::OnceCell;
use std::ffi::{CStr, c_int, c_void};
use std::mem::MaybeUninit;
use std::ptr::null_mut;

use pyo3::ffi;

type Routine = unsafe extern "C" fn(*mut c_void);
type Push = unsafe extern "C" fn(*mut Handler, Routine, *mut c_void);

/// What the system keeps of a handler; it fills in all of it.
#[repr(C)]
struct Handler {
    routine: Routine,
    arg: *mut c_void,
    cancel_type: c_int,
    previous: *mut Handler,
}

thread_local! {
    /// This thread's handler, in memory that is never part of a stack. Freed when the thread has ended
    /// by itself: nobody looks for handlers then.
    static HANDLER: OnceCell<Box<MaybeUninit<Handler>>> = const { OnceCell::new() };
}

/// Makes this thread outlive the interpreter. To be called before Python code runs, or the interpreter's
/// lock is given up, below frames of Rust.
#[inline]
pub fn prepare_thread() {
    // A thread whose variables are gone already calls no more Python.
    let _ = HANDLER.try_with(|handler| _ = handler.get_or_init(registered));
}

#[cold]
fn registered() -> Box<MaybeUninit<Handler>> {
    let mut handler = Box::new(MaybeUninit::uninit());
    if let Some(push) = symbol(c"_pthread_cleanup_push") {
        // SAFETY: the system's function of this name; the handler stays where it is as long as the thread.
        unsafe { std::mem::transmute::<usize, Push>(push)(handler.as_mut_ptr(), wait, null_mut()) };
    }
    handler
}

/// Called when the thread is made to end: waits for ever if that is for the interpreter's end.
unsafe extern "C" fn wait(_: *mut c_void) {
    while is_ending() {
        std::thread::park();
    }
}

fn is_ending() -> bool {
    // The second is the name before Python 3.13.
    let ask = symbol(c"Py_IsFinalizing").or_else(|| symbol(c"_Py_IsFinalizing"));
    // SAFETY: functions without arguments that may be called at any time.
    unsafe {
        let ending = ask.is_some_and(|ask| {
            std::mem::transmute::<usize, unsafe extern "C" fn() -> c_int>(ask)() != 0
        });
        ending || ffi::Py_IsInitialized() == 0
    }
}

/// A function that the system or the interpreter has but does not promise.
#[cfg(unix)]
fn symbol(name: &CStr) -> Option<usize> {
    unsafe extern "C" {
        fn dlsym(handle: *mut c_void, name: *const std::ffi::c_char) -> *mut c_void;
    }
    // "Look everywhere" is -2 on macOS and 0 elsewhere.
    let everywhere = if cfg!(target_os = "macos") { -2isize } else { 0 };
    // SAFETY: a lookup by name.
    let found = unsafe { dlsym(everywhere as *mut _, name.as_ptr()) };
    (!found.is_null()).then_some(found as usize)
}

#[cfg(not(unix))]
fn symbol(_: &CStr) -> Option<usize> {
    None
}
