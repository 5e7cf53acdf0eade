//! The elements of frozensets, read where Python keeps them.
//!
//! Every set that comes in is walked, and a walk by function calls costs more than most ops. So
//! the module looks at a set when it loads and notices where its table is; where that looks
//! different, elements are asked for one by one.

use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use pyo3::ffi::{self, Py_hash_t, Py_ssize_t, PyObject};
use pyo3::types::{PyAnyMethods, PyFrozenSet};
use pyo3::{PyResult, Python};

use super::objects::symbol;

/// Whether sets are as [`SetHead`] says.
static TABLES: AtomicBool = AtomicBool::new(false);

/// The interpreter's own walk over a set, a [`NextEntry`]; 0 where it has none.
static NEXT_ENTRY: AtomicUsize = AtomicUsize::new(0);

type NextEntry = unsafe extern "C" fn(
    set: *mut PyObject,
    place: *mut Py_ssize_t,
    key: *mut *mut PyObject,
    hash: *mut Py_hash_t,
) -> std::ffi::c_int;

/// The fixed part of a set: its elements are in a table of `mask` + 1 places.
#[repr(C)]
struct SetHead {
    base: PyObject,
    /// Places that are not free, those from which an element was taken out included.
    fill: Py_ssize_t,
    used: Py_ssize_t,
    mask: Py_ssize_t,
    table: *const SetEntry,
}

/// A place of a set's table. It is free where there is no key, and where an element was taken
/// out, which the hash tells: no element has that one.
#[repr(C)]
struct SetEntry {
    key: *mut PyObject,
    hash: Py_hash_t,
}

const TAKEN_OUT: Py_hash_t = -1;

/// Places of the table that lies in the set itself while it is small.
const FEW: usize = 8;

/// Looks at a set. Called once, when the module loads.
pub fn prepare(py: Python<'_>) -> PyResult<()> {
    NEXT_ENTRY.store(symbol(c"_PySet_NextEntry").unwrap_or(0), Ordering::Relaxed);
    TABLES.store(are_tables(py)?, Ordering::Relaxed);
    Ok(())
}

/// Whether sets are as [`SetHead`] says: believed if a small one, from which an element was
/// taken, looks like that through and through.
fn are_tables(py: Python<'_>) -> PyResult<bool> {
    let all = PyFrozenSet::new(py, [11, 22, 33])?;
    let set = all.call_method1("difference", (PyFrozenSet::new(py, [22])?,))?;
    let size: usize = py.get_type::<PyFrozenSet>().as_any().getattr("__basicsize__")?.extract()?;
    let head = set.as_ptr().cast::<SetHead>();
    // SAFETY: the size says that all of the head is in the object, and the table is read only if it
    // lies in the object as a whole.
    unsafe {
        if size < size_of::<SetHead>() + FEW * size_of::<SetEntry>() {
            return Ok(false);
        }
        let from = ((*head).table as usize).wrapping_sub(head as usize);
        let inside = from >= size_of::<SetHead>() && from <= size - FEW * size_of::<SetEntry>();
        let filled = (2..=3).contains(&(*head).fill);
        if (*head).used != 2 || !filled || (*head).mask != FEW as isize - 1 || !inside {
            return Ok(false);
        }
        let mut found = Vec::new();
        each_of_places(Places::of(head), |key| {
            found.push(key);
            true
        });
        let wanted = [11, 33].map(|n| super::objects::new_int(n));
        let same = found.len() == 2 && wanted.iter().all(|key| found.contains(key));
        wanted.into_iter().for_each(|n| ffi::Py_DECREF(n));
        Ok(same)
    }
}

/// Number of elements of a frozenset.
///
/// # Safety
/// A live frozenset; the interpreter's lock is held.
#[inline(always)]
pub unsafe fn len(set: *mut PyObject) -> usize {
    // SAFETY: as promised.
    unsafe {
        match TABLES.load(Ordering::Relaxed) {
            true => (*set.cast::<SetHead>()).used as usize,
            false => ffi::PySet_Size(set) as usize,
        }
    }
}

/// Walks a set that nobody changes meanwhile; stops when `f` says so. False when Python itself
/// failed, with its error set.
///
/// # Safety
/// A live frozenset; the interpreter's lock is held.
#[inline(always)]
pub unsafe fn each(set: *mut PyObject, f: impl FnMut(*mut PyObject) -> bool) -> bool {
    // SAFETY: a frozenset does not change, so its elements live as long as it does.
    unsafe {
        let listed: Vec<SetEntry>;
        let places = if TABLES.load(Ordering::Relaxed) {
            Places::of(set.cast::<SetHead>())
        } else {
            let Some(all) = listed_by_calls(set) else { return false };
            listed = all;
            Places { table: &listed, holes: false }
        };
        // One loop for both, so that `f` becomes part of it.
        each_of_places(places, f);
    }
    true
}

/// As [`each`], where tables can be seen: nothing where not, and where `f` gives nothing. There is one
/// loop only, so `f` becomes a part of it and its variables stay in registers.
///
/// # Safety
/// A live frozenset; the interpreter's lock is held.
#[inline(always)]
pub unsafe fn each_seen(
    set: *mut PyObject,
    mut f: impl FnMut(*mut PyObject) -> Option<()>,
) -> Option<()> {
    if !TABLES.load(Ordering::Relaxed) {
        return None;
    }
    let mut whole = Some(());
    // SAFETY: a frozenset does not change, so its elements live as long as it does.
    let places = unsafe { Places::of(set.cast::<SetHead>()) };
    each_of_places(
        places,
        #[inline(always)]
        |key| {
            whole = f(key);
            whole.is_some()
        },
    );
    whole
}

/// An element of a set, borrowed; null when it is empty, and when Python itself failed, with its
/// error set.
///
/// # Safety
/// A live frozenset; the interpreter's lock is held.
#[inline(always)]
pub unsafe fn any(set: *mut PyObject) -> *mut PyObject {
    // SAFETY: as promised.
    unsafe {
        if !TABLES.load(Ordering::Relaxed) {
            return listed_by_calls(set)
                .and_then(|all| all.first().map(|e| e.key))
                .unwrap_or(null_mut());
        }
        let table = Places::of(set.cast::<SetHead>()).table;
        table.iter().find(|place| place.is_taken()).map_or(null_mut(), |place| place.key)
    }
}

impl SetEntry {
    #[inline(always)]
    fn is_taken(&self) -> bool {
        !self.key.is_null() && self.hash != TAKEN_OUT
    }
}

/// The table of a set.
#[derive(Clone, Copy)]
struct Places<'a> {
    table: &'a [SetEntry],
    /// Whether elements may have been taken out.
    holes: bool,
}

impl<'a> Places<'a> {
    /// # Safety
    /// A live set that is as [`SetHead`] says and does not change meanwhile.
    #[inline(always)]
    unsafe fn of(set: *const SetHead) -> Places<'a> {
        // SAFETY: as promised.
        unsafe {
            let table = std::slice::from_raw_parts((*set).table, (*set).mask as usize + 1);
            Places { table, holes: (*set).fill != (*set).used }
        }
    }
}

/// Places that are looked at in one go.
const CHUNK: usize = 64;

/// Tables from this size on have elements all over the memory.
const MANY: usize = 2048;

/// Walks places of a set's table; stops when `f` says so.
///
/// Which places are free is as good as random, so a branch for each would be guessed wrong often:
/// a bit for each instead, and then from bit to bit.
#[inline(always)]
fn each_of_places(places: Places<'_>, mut f: impl FnMut(*mut PyObject) -> bool) {
    for chunk in places.table.chunks(CHUNK) {
        let bits = match chunk.first_chunk() {
            Some(few) if chunk.len() == FEW && !places.holes => keys_of_eight(few),
            _ => taken_bits(chunk, places.holes),
        };
        let taken = Taken { chunk, bits };
        if places.table.len() >= MANY {
            taken.for_each(soon);
        }
        for key in taken {
            if !f(key) {
                return;
            }
        }
    }
}

/// The elements in at most 64 places.
#[derive(Clone, Copy)]
struct Taken<'a> {
    chunk: &'a [SetEntry],
    /// A bit for every place with an element.
    bits: u64,
}

impl Iterator for Taken<'_> {
    type Item = *mut PyObject;

    #[inline(always)]
    fn next(&mut self) -> Option<*mut PyObject> {
        if self.bits == 0 {
            return None;
        }
        let place = self.bits.trailing_zeros() as usize;
        self.bits &= self.bits - 1;
        // SAFETY: there are no more bits than places.
        Some(unsafe { self.chunk.get_unchecked(place) }.key)
    }
}

/// A bit for every place with an element. Not inlined: a loop over elements does better without it.
#[inline(never)]
fn taken_bits(chunk: &[SetEntry], holes: bool) -> u64 {
    if holes {
        return chunk.iter().rev().fold(0, |bits, place| bits << 1 | place.is_taken() as u64);
    }
    let (eights, rest) = chunk.as_chunks::<FEW>();
    eights.iter().rev().fold(with_keys(rest), |bits, eight| bits << FEW | keys_of_eight(eight))
}

/// A bit for every place with a key, one after the other.
fn with_keys(places: &[SetEntry]) -> u64 {
    places.iter().rev().fold(0, |bits, place| bits << 1 | !place.key.is_null() as u64)
}

/// A bit for every place with a key, of eight.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn keys_of_eight(places: &[SetEntry; FEW]) -> u64 {
    use std::arch::x86_64::*;
    // SAFETY: every x86-64 has SSE2; a place has 16 bytes.
    unsafe {
        let place = |at: usize| _mm_loadu_si128((&raw const places[at]).cast());
        let keys = |at: usize| _mm_unpacklo_epi64(place(at), place(at + 1));
        // Halves of halves, made smaller so that only 0 becomes 0: a byte pair per key.
        let four = |at: usize| _mm_packs_epi32(keys(at), keys(at + 2));
        let bytes = _mm_packs_epi16(four(0), four(4));
        let free = _mm_cmpeq_epi16(bytes, _mm_setzero_si128());
        let free = _mm_movemask_epi8(_mm_packs_epi16(free, free));
        !free as u64 & 0xff
    }
}

/// A bit for every place with a key, of eight.
#[cfg(not(target_arch = "x86_64"))]
fn keys_of_eight(places: &[SetEntry; FEW]) -> u64 {
    with_keys(places)
}

/// Tells the processor that an object is about to be read.
#[inline(always)]
fn soon(object: *mut PyObject) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a hint; any address will do.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // The last byte of a tuple of two, which may lie in two lines of the cache.
        const TUPLE_OF_TWO: usize = 39;
        _mm_prefetch::<_MM_HINT_T0>(object.cast());
        _mm_prefetch::<_MM_HINT_T0>(object.cast::<i8>().wrapping_add(TUPLE_OF_TWO));
    }
    let _ = object;
}

/// The elements of a set, asked for one by one. Nothing when Python failed, with its error set.
#[cold]
unsafe fn listed_by_calls(set: *mut PyObject) -> Option<Vec<SetEntry>> {
    // SAFETY: as promised to `each`: the set keeps its elements. The address is that of such a
    // function.
    unsafe {
        let mut all = Vec::with_capacity(ffi::PySet_Size(set).max(0) as usize);
        let (mut place, mut key, mut hash) = (0, null_mut(), 0);
        let next = NEXT_ENTRY.load(Ordering::Relaxed);
        if let Some(next) = std::mem::transmute::<usize, Option<NextEntry>>(next) {
            while next(set, &mut place, &mut key, &mut hash) != 0 {
                all.push(SetEntry { key, hash });
            }
            return Some(all);
        }
        let iterator = ffi::PyObject_GetIter(set);
        if iterator.is_null() {
            return None;
        }
        loop {
            let key = ffi::PyIter_Next(iterator);
            if key.is_null() {
                break;
            }
            ffi::Py_DECREF(key);
            all.push(SetEntry { key, hash });
        }
        ffi::Py_DECREF(iterator);
        ffi::PyErr_Occurred().is_null().then_some(all)
    }
}
