//! Bump memory for the values of one sample.
//!
//! Values are plain copies that point into an arena, so making one is a pointer bump and
//! dropping one is nothing at all. A run marks the arena, computes, and rewinds to the mark.

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::cell::{Cell, RefCell};
use std::mem::{align_of, size_of};
use std::ptr::NonNull;

const FIRST_CHUNK: usize = 64 << 10;
const ALIGN: usize = 16;

/// A place in an arena to rewind to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    chunk: usize,
    ptr: *mut u8,
    position: usize,
}

struct Chunk {
    start: NonNull<u8>,
    size: usize,
}

/// Bump memory that can be rewound to a [`Mark`].
///
/// Invariant: `ptr..end` is the unused tail of chunk number `current`; chunks after it are
/// empty and kept for reuse.
pub struct Arena {
    ptr: Cell<*mut u8>,
    end: Cell<*mut u8>,
    /// What to add to the address in `ptr` to get the position, wrapping.
    base: Cell<usize>,
    current: Cell<usize>,
    chunks: RefCell<Vec<Chunk>>,
}

impl Default for Arena {
    fn default() -> Self {
        Arena::new()
    }
}

impl Arena {
    /// An arena with its first chunk ready.
    pub fn new() -> Arena {
        Arena::starting_with(FIRST_CHUNK)
    }

    /// An arena whose first chunk has `bytes` bytes: for owners of many small ones.
    pub fn starting_with(bytes: usize) -> Arena {
        let arena = Arena {
            ptr: Cell::new(std::ptr::null_mut()),
            end: Cell::new(std::ptr::null_mut()),
            base: Cell::new(0),
            current: Cell::new(0),
            chunks: RefCell::new(Vec::new()),
        };
        arena.chunks.borrow_mut().push(Chunk::new(bytes.max(ALIGN)));
        arena.enter(0, 0);
        arena
    }

    /// Goes on at the start of a chunk, which has that position.
    fn enter(&self, index: usize, position: usize) {
        let chunks = self.chunks.borrow();
        let chunk = &chunks[index];
        self.current.set(index);
        self.ptr.set(chunk.start.as_ptr());
        self.base.set(position.wrapping_sub(chunk.start.as_ptr() as usize));
        // SAFETY: one past the end of the chunk's own allocation.
        self.end.set(unsafe { chunk.start.as_ptr().add(chunk.size) });
    }

    /// Room for `len` values of `T`, not yet written.
    #[inline]
    fn raw<T>(&self, len: usize) -> NonNull<T> {
        const { assert!(align_of::<T>() <= ALIGN) };
        let Some(bytes) = len.checked_mul(size_of::<T>()) else { too_large() };
        let aligned = self.ptr.get().wrapping_add(align_of::<T>() - 1);
        let start = aligned.map_addr(|a| a & !(align_of::<T>() - 1));
        if (self.end.get() as usize).saturating_sub(start as usize) < bytes {
            return self.raw_in_next_chunk(bytes).cast();
        }
        self.ptr.set(start.wrapping_add(bytes));
        // SAFETY: `start` lies inside a chunk, which is never at address 0.
        unsafe { NonNull::new_unchecked(start).cast() }
    }

    #[cold]
    fn raw_in_next_chunk(&self, bytes: usize) -> NonNull<u8> {
        let mut chunks = self.chunks.borrow_mut();
        let mut next = self.current.get() + 1;
        while next < chunks.len() && chunks[next].size < bytes {
            next += 1;
        }
        if next == chunks.len() {
            let last = chunks[next - 1].size;
            let Some(bytes) = bytes.checked_next_multiple_of(ALIGN) else { too_large() };
            chunks.push(Chunk::new((last * 2).min(8 << 20).max(bytes)));
        }
        drop(chunks);
        self.enter(next, self.position());
        let start = self.ptr.get();
        self.ptr.set(start.wrapping_add(bytes));
        // SAFETY: the start of a live chunk is not null.
        unsafe { NonNull::new_unchecked(start) }
    }

    /// A slice of `len` copies of `fill`.
    #[expect(clippy::mut_from_ref, reason = "each call hands out memory that nothing else has")]
    #[inline]
    pub fn filled<T: Copy>(&self, len: usize, fill: T) -> &mut [T] {
        let start = self.raw::<T>(len);
        // SAFETY: `raw` gave room for `len` values that nothing else points to; all are written
        // before the slice exists.
        unsafe {
            for i in 0..len {
                start.as_ptr().add(i).write(fill);
            }
            std::slice::from_raw_parts_mut(start.as_ptr(), len)
        }
    }

    /// A slice of `len` values, each made from its place.
    #[expect(clippy::mut_from_ref, reason = "each call hands out memory that nothing else has")]
    #[inline]
    pub fn from_fn<T: Copy>(&self, len: usize, mut f: impl FnMut(usize) -> T) -> &mut [T] {
        let start = self.raw::<T>(len);
        // SAFETY: as in `filled`. `f` may use the arena, but gets other memory.
        unsafe {
            for i in 0..len {
                start.as_ptr().add(i).write(f(i));
            }
            std::slice::from_raw_parts_mut(start.as_ptr(), len)
        }
    }

    /// A copy of a slice.
    #[expect(clippy::mut_from_ref, reason = "each call hands out memory that nothing else has")]
    #[inline]
    pub fn copy<T: Copy>(&self, from: &[T]) -> &mut [T] {
        let start = self.raw::<T>(from.len());
        // SAFETY: as in `filled`; source and target cannot overlap, the target is new.
        unsafe {
            std::ptr::copy_nonoverlapping(from.as_ptr(), start.as_ptr(), from.len());
            std::slice::from_raw_parts_mut(start.as_ptr(), from.len())
        }
    }

    /// One value.
    #[inline]
    pub fn one<T: Copy>(&self, value: T) -> &T {
        &self.copy(std::slice::from_ref(&value))[0]
    }

    /// The present place.
    #[inline]
    pub fn mark(&self) -> Mark {
        Mark { chunk: self.current.get(), ptr: self.ptr.get(), position: self.position() }
    }

    /// Bytes handed out up to now. Chunks that were passed over since they are too small do not count, nor do unused
    /// tails: what a step seems to take must not depend on what earlier samples asked for.
    #[inline]
    pub fn position(&self) -> usize {
        (self.ptr.get() as usize).wrapping_add(self.base.get())
    }

    /// Bytes handed out since a mark.
    #[inline]
    pub fn since(&self, mark: &Mark) -> usize {
        self.position() - mark.position
    }

    /// Whether a pointer into this arena was handed out after the mark.
    pub fn is_after<T>(&self, mark: &Mark, ptr: *const T) -> bool {
        let address = ptr as usize;
        let chunks = self.chunks.borrow();
        match chunks.iter().rposition(|c| c.holds(address)) {
            Some(index) if index == mark.chunk => address >= mark.ptr as usize,
            Some(index) => index > mark.chunk,
            None => false,
        }
    }

    /// Whether a pointer lies in this arena.
    pub fn owns<T>(&self, ptr: *const T) -> bool {
        self.chunks.borrow().iter().rev().any(|c| c.holds(ptr as usize))
    }

    /// Forgets everything handed out since the mark.
    ///
    /// # Safety
    /// Nothing handed out since the mark may be used again.
    #[inline]
    pub unsafe fn rewind(&self, mark: &Mark) {
        if self.current.get() != mark.chunk {
            self.enter(mark.chunk, 0);
            self.base.set(mark.position.wrapping_sub(mark.ptr as usize));
        }
        self.ptr.set(mark.ptr);
    }

    /// Bytes reserved from the system.
    pub fn reserved(&self) -> usize {
        self.chunks.borrow().iter().map(|c| c.size).sum()
    }

    /// Forgets everything and gives back memory beyond `keep` bytes.
    pub fn reset(&mut self, keep: usize) {
        let chunks = self.chunks.get_mut();
        while chunks.len() > 1 && chunks.iter().map(|c| c.size).sum::<usize>() > keep {
            chunks.pop();
        }
        self.enter(0, 0);
    }
}

/// Nothing that is asked for this way could be written either.
#[cold]
fn too_large() -> ! {
    panic!("more values than memory can hold")
}

impl Chunk {
    fn holds(&self, address: usize) -> bool {
        let start = self.start.as_ptr() as usize;
        (start..start + self.size).contains(&address)
    }

    fn layout(size: usize) -> Layout {
        Layout::from_size_align(size, ALIGN).unwrap_or_else(|_| too_large())
    }

    fn new(size: usize) -> Chunk {
        let layout = Chunk::layout(size);
        // SAFETY: chunk sizes are never 0.
        let start = unsafe { alloc(layout) };
        let start = NonNull::new(start).unwrap_or_else(|| handle_alloc_error(layout));
        Chunk { start, size }
    }
}

impl Drop for Chunk {
    fn drop(&mut self) {
        // SAFETY: allocated in `Chunk::new` with the same layout.
        unsafe { dealloc(self.start.as_ptr(), Chunk::layout(self.size)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rewinding_reuses_memory_and_keeps_what_is_older() {
        let arena = Arena::new();
        let old = arena.copy(&[1u32, 2, 3]);
        let mark = arena.mark();
        for round in 0..3 {
            let big = arena.filled(1 << 20, round as u8);
            assert!(arena.is_after(&mark, big.as_ptr()));
            assert!(arena.since(&mark) >= 1 << 20);
            // SAFETY: `big` is not used below.
            unsafe { arena.rewind(&mark) };
        }
        assert!(!arena.is_after(&mark, old.as_ptr()));
        assert_eq!(old, [1, 2, 3]);
        assert!(arena.reserved() < 4 << 20);
    }

    #[test]
    fn alignment_holds_after_odd_sizes() {
        let arena = Arena::new();
        arena.filled(3, 1u8);
        let words = arena.filled(2, 7u64);
        assert_eq!(words.as_ptr() as usize % 8, 0);
        assert_eq!(words, [7, 7]);
    }

    #[test]
    fn lengths_beyond_all_memory_are_refused() {
        for len in [usize::MAX / 8 + 2, usize::MAX / 8] {
            let refused = std::panic::catch_unwind(|| Arena::new().filled(len, 1u64).len());
            assert!(refused.is_err(), "{len} words");
        }
    }
}
