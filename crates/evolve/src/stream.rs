//! Random choices: one stream per (seed, generation, task, candidate).
//!
//! A choice depends on its stream alone, never on threads, shards or what ran before; and on
//! ChaCha and integer arithmetic alone, so it is the same on every machine.

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use xxhash_rust::xxh3::xxh3_64;

/// A stream of random choices.
#[derive(Clone, Debug)]
pub struct Stream(ChaCha8Rng);

impl Stream {
    /// The stream of one candidate.
    pub fn new(seed: u64, generation: u64, task: &str, candidate: u64) -> Stream {
        let words = [seed, generation, xxh3_64(task.as_bytes()), candidate];
        let mut key = [0; 32];
        for (place, word) in key.chunks_exact_mut(8).zip(words) {
            place.copy_from_slice(&word.to_le_bytes());
        }
        Stream(ChaCha8Rng::from_seed(key))
    }

    /// A number below `n`; 0 if `n` is 0. Uniform up to one part in 2^64.
    pub fn below(&mut self, n: usize) -> usize {
        ((self.0.next_u64() as u128 * n as u128) >> 64) as usize
    }

    /// Whether something of this probability happens.
    pub fn chance(&mut self, probability: f64) -> bool {
        // 53 bits are what a double holds exactly.
        ((self.0.next_u64() >> 11) as f64) < probability * (1u64 << 53) as f64
    }

    /// One of the items; nothing if there are none.
    pub fn pick<'t, T>(&mut self, items: &'t [T]) -> Option<&'t T> {
        let at = self.below(items.len());
        items.get(at)
    }

    /// A place drawn by weight; nothing if all weights are 0.
    pub fn roulette(&mut self, weights: impl Iterator<Item = u64> + Clone) -> Option<usize> {
        let total: u128 = weights.clone().map(u128::from).sum();
        let mut left = (self.0.next_u64() as u128 * total) >> 64;
        for (place, weight) in weights.enumerate() {
            match left.checked_sub(weight.into()) {
                Some(rest) => left = rest,
                None => return Some(place),
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Stores of runs that go on later depend on these numbers.
    #[test]
    fn streams_are_pinned() {
        let mut stream = Stream::new(1, 2, "007bbfb7", 3);
        let numbers: Vec<usize> = (0..6).map(|_| stream.below(1000)).collect();
        let mut again = Stream::new(1, 2, "007bbfb7", 3);
        assert_eq!(numbers, (0..6).map(|_| again.below(1000)).collect::<Vec<_>>());
        for other in [
            Stream::new(2, 2, "007bbfb7", 3),
            Stream::new(1, 3, "007bbfb7", 3),
            Stream::new(1, 2, "007bbfb8", 3),
            Stream::new(1, 2, "007bbfb7", 4),
        ] {
            let mut other = other;
            assert_ne!(numbers, (0..6).map(|_| other.below(1000)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn choices_follow_their_weights() {
        let mut stream = Stream::new(0, 0, "", 0);
        let mut seen = [0; 3];
        for _ in 0..10_000 {
            let place = stream.roulette([1, 0, 3].into_iter()).expect("some weight");
            seen[place] += 1;
        }
        assert_eq!(seen[1], 0);
        assert!((2300..2700).contains(&seen[0]), "{seen:?}");
        assert_eq!(stream.roulette([0, 0].into_iter()), None);
        let hits = (0..10_000).filter(|_| stream.chance(0.25)).count();
        assert!((2300..2700).contains(&hits), "{hits}");
        assert!(!stream.chance(0.0) && stream.chance(1.0));
        assert_eq!((stream.below(0), stream.pick::<u8>(&[])), (0, None));
    }
}
