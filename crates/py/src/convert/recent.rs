//! Values of objects that a thread met a moment ago: a grid or patch is usually handed from op to op,
//! and need not be read again each time.
//!
//! An object in here is held, so its address is its own; and it is a tuple or frozenset of tuples of
//! integers, which cannot change.

use std::cell::RefCell;

use exec::value::build::Maker;
use exec::value::{Value, View};
use lang::Dialect;
use pyo3::prelude::*;

/// How many objects are held.
const MOST: usize = 16;

/// Elements of the largest, and of the smallest that is worth it.
const SIZES: std::ops::RangeInclusive<usize> = 8..=2048;

/// What an object is, packed.
enum Packed {
    Grid(usize, usize, Box<[i8]>),
    Cells(Box<[u32]>),
    Poses(Box<[u32]>),
}

impl Packed {
    fn of(v: Value<'_>) -> Option<Packed> {
        match v.view() {
            View::Grid(g) if SIZES.contains(&g.cells.len()) => {
                Some(Packed::Grid(g.height, g.width, g.cells.into()))
            }
            View::Cells(keys) if SIZES.contains(&keys.len()) => Some(Packed::Cells(keys.into())),
            View::Poses(keys) if SIZES.contains(&keys.len()) => Some(Packed::Poses(keys.into())),
            _ => None,
        }
    }

    fn value<'a>(&self, maker: Maker<'a>) -> Option<Value<'a>> {
        match self {
            Packed::Grid(height, width, cells) => {
                maker.grid(*height, *width, maker.arena.copy(cells)).ok()
            }
            Packed::Cells(keys) => Some(maker.cells(maker.arena.copy(keys))),
            Packed::Poses(keys) => Some(maker.poses(maker.arena.copy(keys))),
        }
    }
}

#[derive(Default)]
struct Recent {
    /// Addresses of the objects; 0 where there is none.
    addresses: [usize; MOST],
    entries: [Option<(Py<PyAny>, Dialect, Packed)>; MOST],
    /// Where the next goes.
    next: usize,
}

thread_local! {
    static RECENT: RefCell<Recent> = RefCell::default();
}

/// The value of an object, if it is one of those.
pub fn value<'a>(object: &Bound<'_, PyAny>, maker: Maker<'a>) -> Option<Value<'a>> {
    let address = object.as_ptr().addr();
    let found = |recent: &RefCell<Recent>| {
        let recent = recent.borrow();
        let place = recent.addresses.iter().position(|&known| known == address)?;
        let (_, dialect, packed) = recent.entries[place].as_ref()?;
        if *dialect == maker.lay.dialect { packed.value(maker) } else { None }
    };
    RECENT.try_with(found).ok().flatten()
}

/// Remembers the value of an object, which is written as just this object.
pub fn add(object: &Bound<'_, PyAny>, dialect: Dialect, v: Value<'_>) {
    let Some(packed) = Packed::of(v) else { return };
    let address = object.as_ptr().addr();
    // What is let go of is freed when nothing is borrowed any more.
    let _ = RECENT.try_with(|recent| {
        let mut recent = recent.borrow_mut();
        let known = recent.addresses.iter().position(|&known| known == address);
        let place = known.unwrap_or(recent.next);
        recent.next = if known.is_none() { (place + 1) % MOST } else { recent.next };
        recent.addresses[place] = address;
        recent.entries[place].replace((object.clone().unbind(), dialect, packed))
    });
}
