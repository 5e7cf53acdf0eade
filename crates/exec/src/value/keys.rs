//! Sorting packed keys.

/// Fewer keys are sorted by comparison.
const FEW: usize = 20;

/// Most places in a bit map per key; sparser keys are sorted by comparison.
const PLACES_PER_KEY: u64 = 128;

/// Words of the bit map that most sets need: 30 x 30 places, one or two colours.
const SMALL_WORDS: usize = 32;

/// Lines of a box that get a word each, where a line fits one.
const LINES: usize = 128;

/// Sorts packed elements and drops repeats, in place.
#[inline]
pub fn sort_dedup(keys: &mut [u32]) -> &[u32] {
    if keys.is_sorted_by(|a, b| a < b) {
        return keys;
    }
    let len = keys.len();
    let sorted = if len < FEW {
        None
    } else {
        // The parts of a key are (colour, row, column) or, for cells of `batt`, (row, column,
        // colour). Splitting at the wrong places is only slower.
        Box3::<24, 12>::around(keys)
            .and_then(|b| b.sort_dedup(keys))
            .or_else(|| Box3::<20, 8>::around(keys).and_then(|b| b.sort_dedup(keys)))
    };
    let len = sorted.unwrap_or_else(|| sort_by_comparison(keys));
    &keys[..len]
}

fn sort_by_comparison(keys: &mut [u32]) -> usize {
    keys.sort_unstable();
    let mut len = 1;
    for i in 1..keys.len() {
        let key = keys[i];
        keys[len] = key;
        len += (key != keys[len - 1]) as usize;
    }
    len
}

/// The smallest box of three parts, split at bits `A` and `B`, that holds some keys. Numbering
/// the places of the box in order gives small numbers, which sort in a bit map.
struct Box3<const A: u32, const B: u32> {
    low: [u32; 3],
    size: [u32; 3],
}

impl<const A: u32, const B: u32> Box3<A, B> {
    #[inline]
    fn parts(key: u32) -> [u32; 3] {
        [key >> A, key >> B & ((1 << (A - B)) - 1), key & ((1 << B) - 1)]
    }

    fn around(keys: &[u32]) -> Option<Box3<A, B>> {
        let (mut low, mut high) = ([u32::MAX; 3], [0; 3]);
        for &key in keys {
            let parts = Self::parts(key);
            for i in 0..3 {
                low[i] = low[i].min(parts[i]);
                high[i] = high[i].max(parts[i]);
            }
        }
        let size = [0, 1, 2].map(|i| high[i] - low[i] + 1);
        let places = size.iter().map(|&s| s as u64).product::<u64>();
        (places <= PLACES_PER_KEY * keys.len() as u64).then_some(Box3 { low, size })
    }

    /// Marks every key in a bit map and reads the map back in order.
    fn sort_dedup(&self, keys: &mut [u32]) -> Option<usize> {
        let places = self.size.iter().product::<u32>() as usize;
        let lines = places / self.size[2] as usize;
        if self.size[2] <= 64 && lines <= LINES.min(2 * keys.len()) {
            return self.sort_dedup_lines(&mut [0; LINES][..lines], keys);
        }
        // Most boxes are small, and clearing a large map would cost more than the rest.
        if places <= 64 * SMALL_WORDS {
            self.sort_dedup_in(&mut [0; SMALL_WORDS], keys)
        } else {
            self.sort_dedup_in(&mut vec![0; places.div_ceil(64)], keys)
        }
    }

    /// The same with a word for each line of at most 64 places.
    fn sort_dedup_lines(&self, map: &mut [u64], keys: &mut [u32]) -> Option<usize> {
        let [_, rows, _] = self.size;
        for &key in keys.iter() {
            let [a, b, c] = Self::parts(key);
            let line = (a - self.low[0]) * rows + (b - self.low[1]);
            *map.get_mut(line as usize)? |= 1 << ((c - self.low[2]) % 64);
        }
        let mut len = 0;
        for (a, lines) in (self.low[0]..).zip(map.chunks_exact(rows as usize)) {
            for (b, &line) in (self.low[1]..).zip(lines) {
                let (first, mut bits) = (a << A | b << B | self.low[2], line);
                while bits != 0 {
                    *keys.get_mut(len)? = first + bits.trailing_zeros();
                    bits &= bits - 1;
                    len += 1;
                }
            }
        }
        Some(len)
    }

    fn sort_dedup_in(&self, map: &mut [u64], keys: &mut [u32]) -> Option<usize> {
        let [_, rows, cols] = self.size;
        for &key in keys.iter() {
            let [a, b, c] = Self::parts(key);
            let place = ((a - self.low[0]) * rows + (b - self.low[1])) * cols + (c - self.low[2]);
            *map.get_mut(place as usize / 64)? |= 1 << (place % 64);
        }
        let mut len = 0;
        // Rows are walked as they are numbered, so no place has to be divided up again.
        let (mut start, mut next) = (0u32, [self.low[0], self.low[1]]);
        for (word, &bits) in map.iter().enumerate() {
            let mut bits = bits;
            while bits != 0 {
                let place = word as u32 * 64 + bits.trailing_zeros();
                bits &= bits - 1;
                while place - start >= cols {
                    start += cols;
                    next[1] += 1;
                    if next[1] == self.low[1] + rows {
                        next = [next[0] + 1, self.low[1]];
                    }
                }
                *keys.get_mut(len)? = next[0] << A | next[1] << B | (self.low[2] + place - start);
                len += 1;
            }
        }
        Some(len)
    }
}

#[cfg(test)]
mod tests {
    use judge::Random;

    use super::*;

    #[test]
    fn sorts_like_a_sort() {
        let mut random = Random::new(7);
        let mut random = |n: u32| random.below(n as usize) as u32;
        for round in 0..3000 {
            let len = random(if round % 50 == 0 { 30_000 } else { 200 }) as usize + 1;
            let (rows, cols, colours) = (random(40) + 1, random(70) + 1, random(11) + 1);
            let mut keys: Vec<u32> = (0..len)
                .map(|_| {
                    let (r, c, k) =
                        (2040 + random(rows), 2030 + random(cols), 128 + random(colours));
                    match round % 3 {
                        0 => k << 24 | r << 12 | c,
                        1 => r << 20 | c << 8 | k,
                        _ => random(u32::MAX),
                    }
                })
                .collect();
            let mut expected = keys.clone();
            expected.sort_unstable();
            expected.dedup();
            assert_eq!(sort_dedup(&mut keys), expected);
        }
    }
}
