//! Sets of small numbers as words of bits.

/// A set of numbers below a length that all sets of one family share.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Bits(Vec<u64>);

impl Bits {
    /// The empty set.
    pub fn none(length: usize) -> Bits {
        Bits(vec![0; length.div_ceil(64)])
    }

    /// From truth values.
    pub fn of(values: impl Iterator<Item = bool>, length: usize) -> Bits {
        let mut bits = Bits::none(length);
        values.enumerate().filter(|(_, on)| *on).for_each(|(i, _)| bits.set(i));
        bits
    }

    /// Adds a number.
    #[inline]
    pub fn set(&mut self, i: usize) {
        self.0[i / 64] |= 1 << (i % 64);
    }

    /// Whether a number is in it.
    #[inline]
    pub fn has(&self, i: usize) -> bool {
        self.0[i / 64] >> (i % 64) & 1 == 1
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&w| w == 0)
    }

    /// How many numbers are in it.
    pub fn count(&self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Those in both.
    pub fn and(&self, other: &Bits) -> Bits {
        Bits(self.0.iter().zip(&other.0).map(|(a, b)| a & b).collect())
    }

    /// Those in either.
    pub fn or(&self, other: &Bits) -> Bits {
        Bits(self.0.iter().zip(&other.0).map(|(a, b)| a | b).collect())
    }

    /// Those in this one alone.
    pub fn minus(&self, other: &Bits) -> Bits {
        Bits(self.0.iter().zip(&other.0).map(|(a, b)| a & !b).collect())
    }

    /// Whether all of it is in the other.
    #[inline]
    pub fn within(&self, other: &Bits) -> bool {
        self.every(|i, a| a & !other.0[i] == 0)
    }

    /// Whether what it has in common with `among` is in the other.
    #[inline]
    pub fn within_among(&self, among: &Bits, other: &Bits) -> bool {
        self.every(|i, a| a & among.0[i] & !other.0[i] == 0)
    }

    /// Whether what both have in common with `among` is in the other.
    #[inline]
    pub fn both_within(&self, and: &Bits, among: &Bits, other: &Bits) -> bool {
        self.every(|i, a| a & and.0[i] & among.0[i] & !other.0[i] == 0)
    }

    #[inline]
    fn every(&self, holds: impl Fn(usize, u64) -> bool) -> bool {
        for (i, &word) in self.0.iter().enumerate() {
            if !holds(i, word) {
                return false;
            }
        }
        true
    }

    /// Whether there is something in common.
    pub fn meets(&self, other: &Bits) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// Number of words.
    pub fn words(&self) -> usize {
        self.0.len()
    }

    /// The numbers in rising order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let word = |(i, &w): (usize, &u64)| {
            (0..64).filter(move |b| w >> b & 1 == 1).map(move |b| i * 64 + b)
        };
        self.0.iter().enumerate().flat_map(word)
    }
}
