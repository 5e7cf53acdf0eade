//! How much stack a thread has: how far down ops and Python functions may call each other, and whether
//! the engine may run here.

/// Bytes of stack that they may take together: a quarter of what threads usually have.
const MOST: usize = 2 << 20;

/// Bytes that are left for a call and all that it does before the next one is looked at: conversions of
/// nested values, and Python's own frames.
const MARGIN: usize = 256 << 10;

/// The lowest address that calls may reach which begin `here`.
pub fn floor(here: usize) -> usize {
    here.saturating_sub(MOST).max(lowest(here))
}

/// Whether so many bytes of this thread's stack are left, as far as is known.
pub fn has(bytes: usize) -> bool {
    let here = std::ptr::from_ref(&bytes).addr();
    lowest(here).checked_add(bytes).is_some_and(|needed| needed <= here)
}

/// The end of this thread's stack, and the margin. Code may run on a stack that is not the thread's own.
#[cfg(target_os = "linux")]
fn lowest(here: usize) -> usize {
    thread_local! {
        /// Looked up once: the system reads a file for it.
        static BOUNDS: Option<(usize, usize)> = bounds();
    }
    match BOUNDS.try_with(|&bounds| bounds) {
        Ok(Some((end, size))) if here.wrapping_sub(end) < size => end + MARGIN.min(size / 2),
        _ => unknown(here),
    }
}

#[cfg(not(target_os = "linux"))]
fn lowest(here: usize) -> usize {
    unknown(here)
}

/// Where nothing is known of the stack: it has 512 KiB or more, of which half may be in use.
fn unknown(here: usize) -> usize {
    here.saturating_sub(MARGIN / 2)
}

/// The lowest address of this thread's stack, and its size.
#[cfg(target_os = "linux")]
fn bounds() -> Option<(usize, usize)> {
    let mut attributes = std::mem::MaybeUninit::uninit();
    let (mut end, mut size) = (std::ptr::null_mut(), 0);
    // SAFETY: the attributes are asked of where they were filled in, and given back once.
    unsafe {
        if libc::pthread_getattr_np(libc::pthread_self(), attributes.as_mut_ptr()) != 0 {
            return None;
        }
        let known = libc::pthread_attr_getstack(attributes.as_ptr(), &mut end, &mut size) == 0;
        libc::pthread_attr_destroy(attributes.as_mut_ptr());
        known.then_some((end as usize, size))
    }
}
