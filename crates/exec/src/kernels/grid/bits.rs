//! Comparing bytes many at a time, one bit of answer each.

use crate::cx::Cx;

/// Cells that one word answers for.
pub(crate) const WORD: usize = 64;

const BLOCK: usize = 16;

/// A copy with some more cells behind the last one, as comparing takes whole blocks.
#[inline]
pub(crate) fn padded<'a>(cx: &Cx<'a>, cells: &[i8]) -> &'a [i8] {
    let padded = cx.arena.filled(cells.len() + BLOCK, 0i8);
    padded[..cells.len()].copy_from_slice(cells);
    padded
}

/// Bits 0..n.
#[inline]
pub(crate) fn low_bits(n: usize) -> u64 {
    if n >= WORD { u64::MAX } else { (1 << n) - 1 }
}

/// The numbers of the set bits, ascending.
#[inline]
pub(crate) fn ones(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let one = (bits != 0).then(|| bits.trailing_zeros() as usize);
        bits &= bits.wrapping_sub(1);
        one
    })
}

/// Which of the `len` bytes from `a` on equal those from `b` on; `len` is at most [`WORD`] and
/// the cells are [`padded`].
#[inline]
pub(crate) fn same(cells: &[i8], a: usize, b: usize, len: usize) -> u64 {
    blocks(len, |i| equal_bytes(block(cells, a + i), block(cells, b + i)))
}

/// Which of the `len` bytes from `at` on equal `colour`; the cells are [`padded`].
#[inline]
pub(crate) fn equal_to(cells: &[i8], at: usize, len: usize, colour: i8) -> u64 {
    blocks(len, |i| equal_bytes(block(cells, at + i), &[colour; BLOCK]))
}

#[inline]
fn blocks(len: usize, answer: impl Fn(usize) -> u64) -> u64 {
    let mut bits = answer(0);
    let mut i = BLOCK;
    while i < len {
        bits |= answer(i) << i;
        i += BLOCK;
    }
    bits & low_bits(len)
}

#[inline]
fn block(cells: &[i8], at: usize) -> &[i8; BLOCK] {
    cells[at..].first_chunk().unwrap_or(&[0; BLOCK])
}

#[cfg(target_arch = "x86_64")]
#[inline]
fn equal_bytes(a: &[i8; BLOCK], b: &[i8; BLOCK]) -> u64 {
    use std::arch::x86_64::{_mm_cmpeq_epi8, _mm_loadu_si128, _mm_movemask_epi8};
    // SAFETY: every x86-64 has SSE2, and unaligned loads of 16 bytes stay inside the arrays.
    unsafe {
        let (a, b) = (_mm_loadu_si128(a.as_ptr().cast()), _mm_loadu_si128(b.as_ptr().cast()));
        _mm_movemask_epi8(_mm_cmpeq_epi8(a, b)) as u64
    }
}

#[cfg(not(target_arch = "x86_64"))]
#[inline]
fn equal_bytes(a: &[i8; BLOCK], b: &[i8; BLOCK]) -> u64 {
    a.iter().zip(b).enumerate().fold(0, |bits, (i, (a, b))| bits | ((a == b) as u64) << i)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_stop_at_the_length_and_at_the_end_of_the_cells() {
        let cells: Vec<i8> = (0..100 + BLOCK).map(|i| (i % 7) as i8).collect();
        for (a, b, len) in [(0, 7, 64), (0, 1, 20), (93, 86, 7), (36, 29, 64), (99, 1, 1)] {
            let slow =
                (0..len).fold(0u64, |bits, i| bits | ((cells[a + i] == cells[b + i]) as u64) << i);
            assert_eq!(same(&cells, a, b, len), slow, "{a} {b} {len}");
        }
        assert_eq!(equal_to(&cells, 95, 5, 4), 1);
        assert_eq!(same(&cells, 100, 100, 0), 0);
        assert_eq!(ones(0b1010_0001).collect::<Vec<_>>(), [0, 5, 7]);
    }
}
