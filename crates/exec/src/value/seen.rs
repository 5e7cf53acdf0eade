//! What was already made of the packed sets inside one large container.
//!
//! The pairs of a product hold the same few sets over and over. Whoever walks such a container
//! keeps what it made of a set here, and finds it again by where the set lies in memory.

use super::{Keys, Value};

/// Places to remember sets in.
const PLACES: usize = 64;

/// Shorter containers are not worth setting the places up.
const SHORTEST: u32 = 16;

/// A set by its memory: where, how long, and whether of cells.
type Key = (usize, u32, bool);

/// Remembers one thing per packed set, as long as nothing else takes its place.
pub struct Seen<T>(Vec<Option<(Key, T)>>);

impl<T: Copy> Seen<T> {
    /// Ready for walking a value; remembers nothing in one without many parts.
    #[inline]
    pub fn within(v: Value<'_>) -> Seen<T> {
        match v {
            Value::Tuple(s) | Value::Set(s) if s.len >= SHORTEST && s.header().depth > 3 => {
                Seen(vec![None; PLACES])
            }
            _ => Seen(Vec::new()),
        }
    }

    /// What was remembered for a set, or else what `make` makes of it, to be remembered.
    #[inline]
    pub fn or_make(&mut self, v: Value<'_>, make: impl FnOnce() -> T) -> T {
        let (Value::Cells(keys) | Value::Poses(keys)) = v else { return make() };
        if self.0.is_empty() {
            return make();
        }
        let Keys { len, ptr } = keys;
        let key = (ptr.address() as usize, len, matches!(v, Value::Cells(_)));
        // Sets often lie one after the other, at distances of a multiple of 4.
        let place = ((key.0 >> 2).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58) % PLACES;
        match self.0[place] {
            Some((known, made)) if known == key => made,
            _ => self.0[place].insert((key, make())).1,
        }
    }
}
