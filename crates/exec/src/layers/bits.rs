//! Rows of cells as bits, and back: eight cells at a time.
//!
//! Bit 0 is the first cell. Rows have at most 40 cells, so one word is enough.

/// One in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of each byte.
const HIGH: u64 = ONES << 7;
/// Brings the lowest bits of eight bytes together in the highest byte.
const GATHER: u64 = 0x0102_0408_1020_4080;

/// The first eight cells as a word; those that are missing are 0.
#[inline]
pub(super) fn word(cells: &[u8]) -> u64 {
    if let Some(&eight) = cells.first_chunk() {
        return u64::from_le_bytes(eight);
    }
    let mut word = 0;
    for &cell in cells.iter().rev() {
        word = word << 8 | u64::from(cell);
    }
    word
}

/// The lowest bits of eight bytes as eight bits.
#[inline]
pub(super) fn gather(word: u64) -> u64 {
    (word & ONES).wrapping_mul(GATHER) >> 56
}

/// The bits of the first `n` cells.
#[inline]
pub(super) fn first(n: usize) -> u64 {
    if n >= 64 { u64::MAX } else { (1 << n) - 1 }
}

/// Which cells of a row are set.
#[inline]
pub(super) fn set(row: &[u8]) -> u64 {
    let mut bits = 0;
    for start in (0..row.len()).step_by(8) {
        let word = word(&row[start..row.len().min(start + 8)]);
        bits |= gather((word + (HIGH - ONES)) >> 7) << start;
    }
    bits
}

/// The cells of a row whose bits are set; the others are empty.
#[inline]
pub(super) fn keep(row: &[u8], bits: u64, out: &mut [u8]) {
    let row = &row[..out.len()];
    for (i, to) in out.iter_mut().enumerate() {
        *to = row[i] & ((bits >> i & 1) as u8).wrapping_neg();
    }
}

/// All bits of `room` that hang together with bits of `seed`, which lie in it.
#[inline]
pub(super) fn flood(room: u64, seed: u64) -> u64 {
    // A carry runs from the first seed of a stretch to its end.
    let mut found = ((room.wrapping_add(seed) ^ room) & room) | seed;
    let mut way = room;
    for by in [1, 2, 4, 8, 16, 32] {
        found |= way & (found >> by);
        way &= way >> by;
    }
    found
}
