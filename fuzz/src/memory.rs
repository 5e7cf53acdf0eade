//! An allocator that knows how much is in use, and refuses what would stop the machine.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

static IN_USE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

/// Memory beyond this is refused, which ends the process.
const REFUSED_ABOVE: usize = 3 << 30;

/// The system's allocator with counters.
pub struct Counting;

// SAFETY: all memory comes from the system's allocator; refusing is allowed.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let in_use = IN_USE.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        PEAK.fetch_max(in_use, Ordering::Relaxed);
        if in_use > REFUSED_ABOVE {
            return std::ptr::null_mut();
        }
        // SAFETY: passed on as it came.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        IN_USE.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: passed on as it came.
        unsafe { System.dealloc(ptr, layout) }
    }
}

/// Forgets the peak up to now.
pub fn restart() {
    PEAK.store(IN_USE.load(Ordering::Relaxed), Ordering::Relaxed);
}

/// Most bytes that were in use at once since [`restart`]; 0 without [`Counting`] at work.
pub fn peak() -> usize {
    PEAK.load(Ordering::Relaxed)
}
