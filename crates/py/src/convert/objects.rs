//! Python objects by the fastest way that works: what is found out once, when the module loads.
//!
//! The stable interface offers a function call for everything, where a conversion wants a load. So
//! the module looks at a few objects when it loads and remembers where tuples keep their elements
//! (integers: see [`ints`], sets: see [`sets`]); what does not look as expected is done by function
//! calls.

use std::cell::UnsafeCell;
use std::ffi::CStr;
use std::ptr::null_mut;

use pyo3::ffi::{self, Py_ssize_t, PyObject, PyTypeObject};
use pyo3::{PyResult, Python};

use super::ints::{self, Ints, SMALL, small, small_object};
use super::sets;

/// Rows and columns 0..SIDE and colours 0..COLOURS have tuples of their own, made once.
const SIDE: usize = 32;
const COLOURS: usize = 10;

type Vectorcall = unsafe extern "C" fn(
    callable: *mut PyObject,
    args: *const *mut PyObject,
    count: usize,
    names: *mut PyObject,
) -> *mut PyObject;

/// What is known of the interpreter, and the tuples made once.
struct Objects {
    /// Whether small integers are counted: from Python 3.12 on they live for ever.
    counted: bool,
    /// Where a tuple's elements begin; 0 where that is not known.
    tuple_items: usize,
    vectorcall: Option<Vectorcall>,
    pairs: [*mut PyObject; SIDE * SIDE],
    cells: [[*mut PyObject; SIDE * SIDE * COLOURS]; 2],
}

struct Shared(UnsafeCell<Objects>);

// SAFETY: only touched by threads that hold the interpreter's lock.
unsafe impl Sync for Shared {}

static OBJECTS: Shared = Shared(UnsafeCell::new(Objects {
    counted: true,
    tuple_items: 0,
    vectorcall: None,
    pairs: [null_mut(); SIDE * SIDE],
    cells: [[null_mut(); SIDE * SIDE * COLOURS]; 2],
}));

/// # Safety
/// The interpreter's lock is held.
#[inline(always)]
unsafe fn objects() -> *mut Objects {
    OBJECTS.0.get()
}

/// Looks at the interpreter. Called once, when the module loads.
pub fn prepare(py: Python<'_>) -> PyResult<()> {
    ints::prepare(py)?;
    // SAFETY: `py` stands for the lock; nothing else is running in this module yet.
    unsafe {
        let o = &mut *objects();
        let version = py.version_info();
        o.counted = (version.major, version.minor) < (3, 12);
        find_tuple_items(py, o)?;
        o.vectorcall =
            symbol(c"PyObject_Vectorcall").map(|f| std::mem::transmute::<usize, Vectorcall>(f));
    }
    sets::prepare(py)
}

/// A tuple's fixed part is what its type calls its size; believed only if a look at a tuple finds
/// its elements there.
unsafe fn find_tuple_items(py: Python<'_>, o: &mut Objects) -> PyResult<()> {
    // SAFETY: a tuple of three is made and looked at behind its fixed part, where its elements or
    // its end are; `find` reads nothing beyond the object.
    unsafe {
        let tuple = ffi::PyTuple_New(3);
        if tuple.is_null() {
            return Err(pyo3::PyErr::fetch(py));
        }
        for i in 0..3 {
            let item = small_object(10 * i as i64);
            ffi::Py_INCREF(item);
            ffi::PyTuple_SetItem(tuple, i, item);
        }
        let size = pyo3::types::PyAnyMethods::getattr(
            &*py.get_type::<pyo3::types::PyTuple>(),
            "__basicsize__",
        )
        .and_then(|size| pyo3::types::PyAnyMethods::extract::<usize>(&size))?;
        let step = size_of::<*mut PyObject>();
        if size.is_multiple_of(step) && (3 * step..=5 * step).contains(&size) {
            let items = tuple.cast::<u8>().add(size).cast::<*mut PyObject>();
            let len = tuple.cast::<usize>().add(2).read();
            let found = len == 3 && (0..3).all(|i| *items.add(i) == small_object(10 * i as i64));
            o.tuple_items = if found { size } else { 0 };
        }
        ffi::Py_DECREF(tuple);
    }
    Ok(())
}

/// A function that the interpreter has but does not promise.
pub fn symbol(name: &CStr) -> Option<usize> {
    #[cfg(all(unix, target_pointer_width = "64"))]
    {
        unsafe extern "C" {
            fn dlsym(
                handle: *mut std::ffi::c_void,
                name: *const std::ffi::c_char,
            ) -> *mut std::ffi::c_void;
        }
        // "Look everywhere" is -2 on macOS and 0 elsewhere.
        let everywhere = if cfg!(target_os = "macos") { -2isize } else { 0 };
        // SAFETY: a lookup by name.
        let found = unsafe { dlsym(everywhere as *mut _, name.as_ptr()) };
        (!found.is_null()).then_some(found as usize)
    }
    #[cfg(not(all(unix, target_pointer_width = "64")))]
    {
        let _ = name;
        None
    }
}

/// A tuple's elements, for loops over many.
#[derive(Clone, Copy)]
pub struct Items {
    tuple: *mut PyObject,
    items: *mut *mut PyObject,
}

impl Items {
    /// The elements of a live tuple.
    ///
    /// # Safety
    /// A live tuple; the interpreter's lock is held.
    #[inline(always)]
    pub unsafe fn of(tuple: *mut PyObject) -> Items {
        // SAFETY: `prepare` checked where elements are.
        let items = unsafe {
            match (*objects()).tuple_items {
                0 => null_mut(),
                at => tuple.cast::<u8>().add(at).cast::<*mut PyObject>(),
            }
        };
        Items { tuple, items }
    }

    /// An element, borrowed.
    ///
    /// # Safety
    /// The tuple is alive and has such a place.
    #[inline(always)]
    pub unsafe fn get(self, place: usize) -> *mut PyObject {
        // SAFETY: as promised.
        unsafe {
            match self.items.is_null() {
                true => tuple_item_by_call(self.tuple, place),
                false => *self.items.add(place),
            }
        }
    }
}

/// As [`tuple_item`], where elements cannot be seen.
#[cold]
#[inline(never)]
unsafe fn tuple_item_by_call(tuple: *mut PyObject, place: usize) -> *mut PyObject {
    // SAFETY: as promised there.
    unsafe { ffi::PyTuple_GetItem(tuple, place as Py_ssize_t) }
}

/// As [`tuple_len`], where it cannot be seen.
#[cold]
#[inline(never)]
unsafe fn tuple_len_by_call(tuple: *mut PyObject) -> usize {
    // SAFETY: as promised there.
    unsafe { ffi::PyTuple_Size(tuple) as usize }
}

/// What is known of the interpreter, for loops over many objects: where tuples keep their
/// elements, and where the small integers are.
#[derive(Clone, Copy)]
pub struct View {
    tuple: *mut PyTypeObject,
    tuple_items: usize,
    pub ints: Ints,
}

impl View {
    /// What [`prepare`] found; nothing where elements or small integers cannot be seen.
    ///
    /// # Safety
    /// The interpreter's lock is held, now and when this is used.
    #[inline(always)]
    pub unsafe fn known() -> Option<View> {
        // SAFETY: read after `prepare`.
        let (tuple_items, ints) = unsafe { ((*objects()).tuple_items, Ints::known()) };
        let view = View { tuple: &raw mut ffi::PyTuple_Type, tuple_items, ints };
        (tuple_items != 0 && ints.are_in_a_row()).then_some(view)
    }

    /// The elements of a tuple of exactly `N`, borrowed.
    ///
    /// # Safety
    /// A live object; the result is not used for longer.
    #[inline(always)]
    pub unsafe fn tuple<'a, const N: usize>(
        self,
        object: *mut PyObject,
    ) -> Option<&'a [*mut PyObject; N]> {
        // SAFETY: as promised; `prepare` checked where length and elements are.
        unsafe {
            if !is_type(object, self.tuple) || object.cast::<usize>().add(2).read() != N {
                return None;
            }
            Some(&*object.cast::<u8>().add(self.tuple_items).cast())
        }
    }

    /// The elements of a tuple, borrowed.
    ///
    /// # Safety
    /// A live tuple; the result is not used for longer.
    #[inline(always)]
    pub unsafe fn elements<'a>(self, tuple: *mut PyObject) -> &'a [*mut PyObject] {
        // SAFETY: as promised; `prepare` checked where length and elements are.
        unsafe {
            let items = tuple.cast::<u8>().add(self.tuple_items).cast();
            std::slice::from_raw_parts(items, tuple_len(tuple))
        }
    }

    /// As [`Ints::get`].
    ///
    /// # Safety
    /// A live object.
    #[inline(always)]
    pub unsafe fn int(self, object: *mut PyObject) -> Option<i64> {
        // SAFETY: as promised; the lock is held.
        unsafe { self.ints.get(object) }
    }
}

/// Whether an object's type is exactly this one.
///
/// # Safety
/// A live object.
#[inline(always)]
pub unsafe fn is_type(object: *mut PyObject, class: *mut PyTypeObject) -> bool {
    // SAFETY: as promised.
    unsafe { ffi::Py_TYPE(object) == class }
}

/// Whether an object is a tuple, and not of a class made from it.
///
/// # Safety
/// A live object.
#[inline(always)]
pub unsafe fn is_tuple(object: *mut PyObject) -> bool {
    // SAFETY: as promised.
    unsafe { is_type(object, &raw mut ffi::PyTuple_Type) }
}

/// Number of elements of a tuple.
///
/// # Safety
/// A live tuple.
#[inline(always)]
pub unsafe fn tuple_len(tuple: *mut PyObject) -> usize {
    // SAFETY: as promised; the length of objects with a length is part of the stable interface.
    unsafe {
        match (*objects()).tuple_items {
            0 => tuple_len_by_call(tuple),
            _ => tuple.cast::<usize>().add(2).read(),
        }
    }
}

/// An element of a tuple, borrowed.
///
/// # Safety
/// A live tuple with such a place.
#[inline(always)]
pub unsafe fn tuple_item(tuple: *mut PyObject, place: usize) -> *mut PyObject {
    // SAFETY: as promised; `prepare` checked where elements are.
    unsafe { Items::of(tuple).get(place) }
}

/// Puts an element into a new tuple, which takes over the reference.
///
/// # Safety
/// A tuple that nothing else has seen, a place of it that is still empty.
#[inline(always)]
pub unsafe fn set_tuple_item(tuple: *mut PyObject, place: usize, item: *mut PyObject) {
    // SAFETY: as promised; `prepare` checked where elements are.
    unsafe {
        match (*objects()).tuple_items {
            0 => drop(ffi::PyTuple_SetItem(tuple, place as Py_ssize_t, item)),
            at => tuple.cast::<u8>().add(at).cast::<*mut PyObject>().add(place).write(item),
        }
    }
}

/// A new tuple of two; takes over both references. Null when there is no memory.
///
/// # Safety
/// Two references or nulls; the interpreter's lock is held.
pub unsafe fn tuple2(a: *mut PyObject, b: *mut PyObject) -> *mut PyObject {
    // SAFETY: the tuple is new.
    unsafe { tuple_of([a, b]) }
}

/// A new tuple; takes over the references. Null when there is no memory or an element is null.
///
/// # Safety
/// References or nulls; the interpreter's lock is held.
#[inline]
pub unsafe fn tuple_of<const N: usize>(items: [*mut PyObject; N]) -> *mut PyObject {
    // SAFETY: the tuple is new.
    unsafe {
        let tuple = match items.iter().any(|i| i.is_null()) {
            true => null_mut(),
            false => ffi::PyTuple_New(N as Py_ssize_t),
        };
        if tuple.is_null() {
            items.iter().for_each(|&i| ffi::Py_XDECREF(i));
            return tuple;
        }
        for (place, item) in items.into_iter().enumerate() {
            set_tuple_item(tuple, place, item);
        }
        tuple
    }
}

/// One more reference to an object.
///
/// # Safety
/// A live object; the interpreter's lock is held.
#[inline(always)]
pub unsafe fn share(object: *mut PyObject) -> *mut PyObject {
    // SAFETY: as promised. Before Python 3.12 counting is just that; from there on small integers
    // live for ever.
    unsafe {
        if (*objects()).counted {
            *object.cast::<Py_ssize_t>() += 1;
        } else if small(object).is_none() {
            ffi::Py_INCREF(object);
        }
    }
    object
}

/// Puts borrowed elements into a new tuple of `len`, which shares them.
///
/// # Safety
/// A tuple that nothing else has seen; live objects; the interpreter's lock is held.
#[inline(always)]
pub unsafe fn share_into(tuple: *mut PyObject, len: usize, pick: impl Fn(usize) -> *mut PyObject) {
    // SAFETY: as promised; `prepare` checked where elements are.
    unsafe {
        let Objects { tuple_items, counted, .. } = *objects();
        if tuple_items == 0 || !counted {
            (0..len).for_each(|place| set_tuple_item(tuple, place, share(pick(place))));
            return;
        }
        let items = tuple.cast::<u8>().add(tuple_items).cast::<*mut PyObject>();
        for place in 0..len {
            let object = pick(place);
            items.add(place).write(object);
            *object.cast::<Py_ssize_t>() += 1;
        }
    }
}

/// An integer, as a new reference.
///
/// # Safety
/// The interpreter's lock is held.
#[inline(always)]
pub unsafe fn new_int(n: i64) -> *mut PyObject {
    // SAFETY: inside the table.
    unsafe { if SMALL.contains(&n) { share(small_object(n)) } else { ffi::PyLong_FromLongLong(n) } }
}

/// True or False, as a new reference.
///
/// # Safety
/// The interpreter's lock is held.
#[inline]
pub unsafe fn new_bool(b: bool) -> *mut PyObject {
    // SAFETY: two objects that always live.
    unsafe {
        let object = if b { ffi::Py_True() } else { ffi::Py_False() };
        ffi::Py_INCREF(object);
        object
    }
}

/// The tuple (i, j), as a new reference; usually one that was made before.
///
/// # Safety
/// The interpreter's lock is held.
#[inline]
pub unsafe fn new_pair(i: i64, j: i64) -> *mut PyObject {
    let kept = (i as u64) < SIDE as u64 && (j as u64) < SIDE as u64;
    // SAFETY: the place is inside the table.
    unsafe {
        if !kept {
            return tuple2(new_int(i), new_int(j));
        }
        let place = &raw mut (*objects()).pairs[i as usize * SIDE + j as usize];
        kept_tuple(place, || tuple2(new_int(i), new_int(j)))
    }
}

/// The cell of a colour at (i, j) in a dialect's layout, as a new reference; usually one that
/// was made before.
///
/// # Safety
/// The interpreter's lock is held.
#[inline]
pub unsafe fn new_cell(batt: bool, colour: i64, i: i64, j: i64) -> *mut PyObject {
    let below = |x: i64, n: usize| (x as u64) < n as u64;
    // SAFETY: the place is inside the table.
    unsafe {
        let make = || match batt {
            false => tuple2(new_int(colour), new_pair(i, j)),
            true => tuple_of([new_int(i), new_int(j), new_int(colour)]),
        };
        if !(below(i, SIDE) && below(j, SIDE) && below(colour, COLOURS)) {
            return make();
        }
        let at = (colour as usize * SIDE + i as usize) * SIDE + j as usize;
        kept_tuple(&raw mut (*objects()).cells[batt as usize][at], make)
    }
}

/// The tuple of a place in a table, made at its first use.
#[inline(always)]
unsafe fn kept_tuple(
    place: *mut *mut PyObject,
    make: impl FnOnce() -> *mut PyObject,
) -> *mut PyObject {
    // SAFETY: a place of a table; what is in it stays.
    unsafe {
        if (*place).is_null() {
            *place = make();
            if (*place).is_null() {
                return null_mut();
            }
        }
        ffi::Py_INCREF(*place);
        *place
    }
}

/// Calls a Python function. Null with an error set when it failed.
///
/// # Safety
/// Live objects, and a free place before the first argument is not needed; the interpreter's
/// lock is held.
pub unsafe fn call(callable: *mut PyObject, args: &[*mut PyObject]) -> *mut PyObject {
    // SAFETY: as promised.
    unsafe {
        if let Some(vectorcall) = (*objects()).vectorcall {
            return vectorcall(callable, args.as_ptr(), args.len(), null_mut());
        }
        let tuple = ffi::PyTuple_New(args.len() as Py_ssize_t);
        if tuple.is_null() {
            return null_mut();
        }
        for (place, &item) in args.iter().enumerate() {
            ffi::Py_INCREF(item);
            set_tuple_item(tuple, place, item);
        }
        let out = ffi::PyObject_Call(callable, tuple, null_mut());
        ffi::Py_DECREF(tuple);
        out
    }
}
