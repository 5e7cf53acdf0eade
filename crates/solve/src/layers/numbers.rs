//! Numbers for things that are known by a hash.

/// A map from hashes to numbers with open addressing: hashes are good already, so they are not hashed again.
#[derive(Default)]
pub struct NumberMap {
    /// Hashes with their numbers side by side: one look at memory finds both. 0 marks free places.
    places: Vec<(u64, u32)>,
    len: usize,
}

impl NumberMap {
    /// The number of a hash, `next` if it is new; and whether it is.
    #[inline]
    pub fn number(&mut self, key: u64, next: u32) -> (u32, bool) {
        let key = if key == 0 { 1 } else { key };
        if self.len * 3 >= self.places.len() * 2 {
            self.grow();
        }
        let mask = self.places.len() - 1;
        let mut at = (key >> 20) as usize & mask;
        loop {
            match self.places[at] {
                (0, _) => {
                    self.places[at] = (key, next);
                    self.len += 1;
                    return (next, true);
                }
                (found, number) if found == key => return (number, false),
                _ => at = (at + 1) & mask,
            }
        }
    }

    /// Looks at the places of hashes that are asked for next: memory answers many questions in the time of one.
    #[inline]
    pub fn fetch(&self, keys: impl Iterator<Item = u64>) {
        let Some(mask) = self.places.len().checked_sub(1) else { return };
        let seen = keys.fold(0, |all, key| all ^ self.places[(key >> 20) as usize & mask].0);
        std::hint::black_box(seen);
    }

    #[cold]
    fn grow(&mut self) {
        let size = (self.places.len() * 2).max(1024);
        let old = std::mem::replace(&mut self.places, vec![(0, 0); size]);
        for place in old.into_iter().filter(|&(key, _)| key != 0) {
            let mut at = (place.0 >> 20) as usize & (size - 1);
            while self.places[at].0 != 0 {
                at = (at + 1) & (size - 1);
            }
            self.places[at] = place;
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
