//! What stays on a device between batches: packed programs, demo pairs and the table of ops, found again by their content.
//!
//! header, inputs, answers │ blocks that stay │ groups' memory
//!
//! Blocks hold word numbers, so they stay where they are. They are forgotten when the buffer is another one, when its parts
//! have to be laid out anew, and after any failure; then they are sent again. No result depends on it.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use xxhash_rust::xxh3::xxh3_128;

use crate::device::{DeviceError, Done};
use crate::encode;

/// Most words that are kept for later, beyond what a batch needs itself: 64 MB.
const MOST_WORDS: usize = 16 << 20;

/// The share of what a device may hold that is kept, at most.
const SHARE: usize = 8;

/// Words for blocks where a buffer may take so many.
pub fn usual_words(limit: usize) -> usize {
    (limit / SHARE).min(MOST_WORDS)
}

/// Words that many batches may share, with word numbers counted from their own first word.
#[derive(Clone, Debug)]
pub struct Block {
    words: Vec<u32>,
    /// Which of them are word numbers.
    numbers: Vec<u32>,
    key: u128,
}

impl Block {
    /// These words, of which some are word numbers.
    pub fn new(mut words: Vec<u32>, numbers: Vec<u32>) -> Block {
        // Values stand at multiples of four words, in every block.
        words.resize(words.len().next_multiple_of(4), 0);
        let key = xxh3_128(encode::bytes(&words));
        Block { words, numbers, key }
    }

    /// How many words there are.
    pub fn size(&self) -> usize {
        self.words.len()
    }

    /// The words as they are where the first of them has this number.
    fn at(&self, first: usize) -> Vec<u32> {
        let mut words = self.words.clone();
        self.numbers.iter().for_each(|&i| words[i as usize] += first as u32);
        words
    }
}

/// Where the blocks of a batch are.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// By block: its first word.
    pub at: Vec<usize>,
    /// What has to be sent: first word and words, those that lie side by side together.
    pub fresh: Vec<(usize, Vec<u32>)>,
    /// Words that were there already.
    pub known: usize,
}

impl Places {
    /// Words that have to be sent.
    pub fn sent(&self) -> usize {
        self.fresh.iter().map(|(_, words)| words.len()).sum()
    }

    fn send(&mut self, at: usize, words: Vec<u32>) {
        match self.fresh.last_mut() {
            Some((first, before)) if *first + before.len() == at => before.extend(words),
            _ => self.fresh.push((at, words)),
        }
    }
}

/// The blocks on a device.
#[derive(Default)]
pub struct Resident {
    /// The device's number of the buffer.
    buffer: Option<u64>,
    /// The first word that is theirs, and how many are.
    first: usize,
    words: usize,
    kept: HashMap<u128, Kept>,
    /// Words that hold nothing: the first, and how many.
    gaps: BTreeMap<usize, usize>,
    /// Blocks by the batch that used them last.
    ages: BTreeSet<(u64, u128)>,
    /// The number of the present batch.
    batch: u64,
}

#[derive(Clone, Copy)]
struct Kept {
    at: usize,
    words: usize,
    last: u64,
}

impl Resident {
    /// Lays a buffer out: blocks lie behind at least `front` words and take at least `blocks`; both together
    /// take at most `most`, if they can. The first word of the blocks, and the one after their last.
    pub fn lay_out(
        &mut self,
        front: usize,
        blocks: usize,
        limit: usize,
        most: usize,
    ) -> (usize, usize) {
        let fits = self.first >= front && self.words >= blocks && self.first + self.words <= most;
        if !fits {
            let words = usual_words(limit).min(most.saturating_sub(front)).max(blocks) / 4 * 4;
            // As much again in front, so that the next larger batch does not move them.
            let more = front.min(MOST_WORDS).min(most.saturating_sub(front + words));
            (self.first, self.words) = ((front + more).next_multiple_of(4), words);
            if self.first + words > most {
                self.first = front.next_multiple_of(4);
            }
            self.forget();
        }
        (self.first, self.first + self.words)
    }

    /// Forgets all blocks if they are in another buffer than this one.
    pub fn see(&mut self, buffer: u64) {
        if self.buffer.replace(buffer) != Some(buffer) {
            self.forget();
        }
    }

    /// Forgets all blocks.
    pub fn forget(&mut self) {
        self.kept.clear();
        self.ages.clear();
        self.gaps = BTreeMap::from([(self.first, self.words)]);
    }

    /// Finds a place for every block of a batch, most of them where they are.
    pub fn place(&mut self, blocks: &[Block]) -> Done<Places> {
        self.batch += 1;
        if let Some(places) = self.try_place(blocks) {
            return Ok(places);
        }
        // There is room enough, but in pieces.
        self.forget();
        let places = self.try_place(blocks);
        places.ok_or_else(|| DeviceError::Memory(format!("{} words for programs", self.words)))
    }

    fn try_place(&mut self, blocks: &[Block]) -> Option<Places> {
        let mut places = Places::default();
        for block in blocks {
            let known = self.kept.get(&block.key).copied();
            let at = match known {
                Some(kept) => {
                    places.known += kept.words;
                    self.ages.remove(&(kept.last, block.key));
                    kept.at
                }
                None => {
                    let at = self.take(block.size())?;
                    places.send(at, block.at(at));
                    at
                }
            };
            self.kept.insert(block.key, Kept { at, words: block.size(), last: self.batch });
            self.ages.insert((self.batch, block.key));
            places.at.push(at);
        }
        Some(places)
    }

    /// Words of a gap. Blocks make room, the least recently used ones first, but none of the present batch.
    fn take(&mut self, words: usize) -> Option<usize> {
        loop {
            if let Some((&at, &free)) = self.gaps.iter().find(|(_, free)| **free >= words) {
                self.gaps.remove(&at);
                if free > words {
                    self.gaps.insert(at + words, free - words);
                }
                return Some(at);
            }
            let &(last, key) = self.ages.first()?;
            if last == self.batch {
                return None;
            }
            self.ages.pop_first();
            let Kept { at, words, .. } = self.kept.remove(&key)?;
            self.free(at, words);
        }
    }

    /// Makes a gap, one with those beside it.
    fn free(&mut self, mut at: usize, mut words: usize) {
        if let Some(behind) = self.gaps.remove(&(at + words)) {
            words += behind;
        }
        if let Some((&before, &free)) = self.gaps.range(..at).next_back()
            && before + free == at
        {
            (at, words) = (before, words + free);
        }
        self.gaps.insert(at, words);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(n: u32, words: usize) -> Block {
        Block::new([vec![n, 0], vec![7; words - 2]].concat(), vec![1])
    }

    /// A place for 16 blocks of 16 words behind 100 words.
    fn resident() -> Resident {
        let mut resident = Resident::default();
        assert_eq!(resident.lay_out(100, 256, 0, 356), (100, 356));
        resident.see(1);
        resident
    }

    #[test]
    fn blocks_are_sent_once_and_told_where_they_are() {
        let mut resident = resident();
        let blocks = [block(1, 16), block(2, 16), block(1, 16)];
        let first = resident.place(&blocks).unwrap();
        assert_eq!((&first.at[..], first.known), (&[100, 116, 100][..], 16));
        assert_eq!((first.fresh.len(), first.sent()), (1, 32), "one transfer");
        assert_eq!((first.fresh[0].1[1], first.fresh[0].1[17]), (100, 116), "word numbers");
        let second = resident.place(&blocks).unwrap();
        assert_eq!((second.sent(), second.known, second.at), (0, 48, first.at));
    }

    #[test]
    fn the_least_recently_used_go_first() {
        let mut resident = resident();
        for n in 0..16 {
            resident.place(&[block(n, 16)]).unwrap();
        }
        assert_eq!(resident.place(&[block(0, 16)]).unwrap().sent(), 0);
        // Two that lie side by side make room for one: not the first, which was just used.
        assert_eq!(resident.place(&[block(99, 32)]).unwrap().at, [116]);
        assert_eq!(resident.place(&[block(0, 16)]).unwrap().sent(), 0);
        assert_eq!(resident.place(&[block(3, 16)]).unwrap().sent(), 0);
        assert_eq!(resident.place(&[block(1, 16)]).unwrap().sent(), 16);
    }

    #[test]
    fn a_batch_that_fits_always_finds_room() {
        let mut resident = resident();
        let all: Vec<Block> = (0..16).map(|n| block(n, 16)).collect();
        resident.place(&all).unwrap();
        // Every second one stays in use, and what is left is in pieces of 16 words.
        let mut half: Vec<Block> = (0..16).step_by(2).map(|n| block(n, 16)).collect();
        half.extend((0..4).map(|n| block(100 + n, 32)));
        let places = resident.place(&half).unwrap();
        assert_eq!((places.known, places.sent()), (0, 256), "all anew");
        assert!(resident.place(&[block(1, 260)]).is_err());
    }

    #[test]
    fn another_buffer_or_layout_forgets() {
        let mut resident = resident();
        let sent = |resident: &mut Resident| resident.place(&[block(1, 16)]).unwrap().sent();
        assert_eq!((sent(&mut resident), sent(&mut resident)), (16, 0));
        resident.see(1);
        assert_eq!(sent(&mut resident), 0);
        resident.see(2);
        assert_eq!(sent(&mut resident), 16);
        // Smaller batches change nothing, a larger one does.
        assert_eq!(resident.lay_out(50, 100, 0, 356), (100, 356));
        assert_eq!(sent(&mut resident), 0);
        let (first, end) = resident.lay_out(200, 100, 1600, 2000);
        assert!(first >= 200 && end - first == 200, "{first} {end}");
        assert_eq!(sent(&mut resident), 16);
        // Less memory than before.
        assert_eq!(resident.lay_out(100, 100, 1600, 240), (100, 240));
    }
}
