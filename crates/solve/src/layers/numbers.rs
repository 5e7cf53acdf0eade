//! Numbers for things that are known by a hash.

/// A map from hashes to numbers with open addressing: hashes are good already, so they are not hashed again.
#[derive(Default)]
pub struct NumberMap {
    keys: Vec<u64>,
    numbers: Vec<u32>,
    len: usize,
}

impl NumberMap {
    /// The number of a hash, `next` if it is new; and whether it is.
    #[inline]
    pub fn number(&mut self, key: u64, next: u32) -> (u32, bool) {
        // 0 marks free places.
        let key = if key == 0 { 1 } else { key };
        if self.len * 4 >= self.keys.len() * 3 {
            self.grow();
        }
        let mask = self.keys.len() - 1;
        let mut at = (key >> 20) as usize & mask;
        loop {
            match self.keys[at] {
                0 => {
                    self.keys[at] = key;
                    self.numbers[at] = next;
                    self.len += 1;
                    return (next, true);
                }
                found if found == key => return (self.numbers[at], false),
                _ => at = (at + 1) & mask,
            }
        }
    }

    fn grow(&mut self) {
        let size = (self.keys.len() * 2).max(256);
        let (keys, numbers) = (vec![0; size], vec![0; size]);
        let old = std::mem::replace(&mut self.keys, keys);
        let old_numbers = std::mem::replace(&mut self.numbers, numbers);
        for (key, number) in old.into_iter().zip(old_numbers) {
            if key != 0 {
                let mut at = (key >> 20) as usize & (size - 1);
                while self.keys[at] != 0 {
                    at = (at + 1) & (size - 1);
                }
                (self.keys[at], self.numbers[at]) = (key, number);
            }
        }
    }
}

/// Two numbers into one hash.
#[inline]
pub fn mix(a: u64, b: u64) -> u64 {
    let wide = (a ^ 0x9E37_79B9_7F4A_7C15) as u128 * (b ^ 0xD1B5_4A32_D192_ED03) as u128;
    let folded = (wide as u64) ^ (wide >> 64) as u64;
    folded.rotate_left(23).wrapping_mul(0x9FB2_1C65_1E98_DF25) ^ a
}
