//! Sets as tuples in canonical order.

use std::cmp::Ordering;

use pyo3::{Python, ffi};

use super::rank::{Kinds, PART, of_parts, rank, ranked_extreme};
use super::raw::{self, Obj};
use crate::convert::ints;
use crate::convert::objects::View;

/// Elements of a set that are sorted without asking for memory.
const FEW: usize = 16;

/// An element to be sorted, with what it is sorted by.
type Ranked = (u64, Obj);

const NOTHING: Ranked = (0, std::ptr::null_mut());

/// The elements of a container in order as a tuple; a tuple is its own.
pub unsafe fn totuple(_: Python<'_>, args: &[Obj]) -> Option<Obj> {
    let args = raw::args::<1>(args)?;
    unsafe {
        let container = args[0];
        if raw::is_small_tuple(container) {
            return raw::share(container);
        }
        if !raw::is_small_set(container) {
            return None;
        }
        match raw::set_len(container) {
            0..2 => raw::made(ffi::PySequence_Tuple(container)),
            len @ 2..=FEW => sorted(container, &mut [NOTHING; FEW][..len]),
            len => sorted(container, &mut vec![NOTHING; len]),
        }
    }
}

/// The elements of a set in order as a tuple, with as many places to sort them in.
unsafe fn sorted(set: Obj, places: &mut [Ranked]) -> Option<Obj> {
    unsafe {
        let view = View::known()?;
        let sets = raw::is_set(raw::any(set)?);
        if !(sets && sort_objects(view, set, places).is_some()) {
            sort_by_ranks(view, set, sets, places)?;
        }
        raw::tuple_sharing(places.len(), |i| places[i].1)
    }
}

/// Puts every element of a set into a place of its own, with what it is sorted by.
#[inline(always)]
unsafe fn rank_all(
    set: Obj,
    places: &mut [Ranked],
    mut rank: impl FnMut(Obj) -> Option<u64>,
) -> Option<()> {
    unsafe {
        let mut free = places.iter_mut();
        raw::each(set, |element| {
            *free.next()? = (rank(element)?, element);
            Some(())
        })?;
        // Every place has an element.
        free.next().is_none().then_some(())
    }
}

/// Sorts elements; whether no two of them have the same rank.
fn sort(ranked: &mut [Ranked]) -> bool {
    ranked.sort_unstable_by_key(|&(rank, _)| rank);
    ranked.windows(2).all(|two| two[0].0 != two[1].0)
}

/// The rank of what tells elements apart: themselves, or the smallest elements of sets.
#[inline(always)]
unsafe fn key_rank(view: View, element: Obj, set: bool) -> Option<u64> {
    unsafe {
        match set {
            true => ranked_extreme(view, element, Ordering::Less).map(|(rank, _)| rank),
            false => rank(view, element),
        }
    }
}

/// Sorts elements of one kind, of which no two sets have the same smallest element.
#[inline(never)]
unsafe fn sort_by_ranks(view: View, set: Obj, sets: bool, places: &mut [Ranked]) -> Option<()> {
    unsafe {
        let mut kinds = Kinds::default();
        rank_all(set, places, |element| {
            if raw::is_set(element) != sets {
                return None;
            }
            let rank = key_rank(view, element, sets)?;
            kinds.note(rank);
            Some(rank)
        })?;
        (sort(places) && kinds.are_one()).then_some(())
    }
}

/// Objects of up to this size are looked at as a whole at once.
const SMALL_OBJECT: usize = 4;

/// Marks what an object is sorted by as complete: else there is but its colour.
const WHOLE: u64 = 1;

/// Sorts objects of `arc`, no two with the same smallest cell.
///
/// Every cell of every object has to be looked at, so as little as possible is done for each: of larger
/// objects first the colours alone, and positions only where objects have the same smallest colour.
unsafe fn sort_objects(view: View, set: Obj, places: &mut [Ranked]) -> Option<()> {
    unsafe {
        rank_all(set, places, |object| match raw::is_set(object) {
            true if raw::set_len(object) <= SMALL_OBJECT => smallest_cell(view, object),
            true => smallest_colour(view, object),
            false => None,
        })?;
        places.sort_unstable_by_key(|&(rank, _)| rank);
        let colour = |&(rank, _): &Ranked| rank >> (2 * PART);
        for same in places.chunk_by_mut(|a, b| colour(a) == colour(b)) {
            if same.len() == 1 {
                continue;
            }
            // Those with nothing but a colour stand first.
            for (rank, object) in same.iter_mut().take_while(|(rank, _)| rank & WHOLE == 0) {
                *rank = smallest_place(view, *object, *rank)?;
            }
            if !sort(same) {
                return None;
            }
        }
        Some(())
    }
}

/// A number that sorts like the smallest cell of an object.
#[inline(never)]
unsafe fn smallest_cell(view: View, object: Obj) -> Option<u64> {
    let (mut smallest, mut all) = (u64::MAX, 0);
    unsafe {
        raw::each(object, |cell| {
            let &[colour, position] = view.tuple(cell)?;
            let &[row, col] = view.tuple(position)?;
            let parts = [colour, row, col].map(|part| view.ints.offset(part) as u64);
            let [colour, row, col] = parts;
            all |= colour | row | col;
            smallest = smallest.min(of_parts(WHOLE, parts));
            Some(())
        })?;
    }
    (smallest < u64::MAX && all < ints::NEAR as u64).then_some(smallest)
}

/// A number that sorts like the smallest colour of an object.
#[inline(never)]
unsafe fn smallest_colour(view: View, object: Obj) -> Option<u64> {
    let (mut smallest, mut all) = (u64::MAX, 0);
    unsafe {
        raw::each(object, |cell| {
            let &[colour, _] = view.tuple(cell)?;
            let colour = view.ints.offset(colour) as u64;
            all |= colour;
            smallest = smallest.min(colour);
            Some(())
        })?;
    }
    (all < ints::NEAR as u64).then_some(of_parts(0, [smallest, 0, 0]))
}

/// A number that sorts like the smallest cell of an object whose smallest colour is known.
#[inline(never)]
unsafe fn smallest_place(view: View, object: Obj, rank: u64) -> Option<u64> {
    let (mut smallest, mut all) = (u64::MAX, 0);
    unsafe {
        raw::each(object, |cell| {
            let &[colour, position] = view.tuple(cell)?;
            if view.ints.offset(colour) as u64 == rank >> (2 * PART) {
                let &[row, col] = view.tuple(position)?;
                let [row, col] = [row, col].map(|part| view.ints.offset(part) as u64);
                all |= row | col;
                smallest = smallest.min(row << PART | col);
            }
            Some(())
        })?;
    }
    (all < ints::NEAR as u64).then_some(rank | smallest | WHOLE)
}
