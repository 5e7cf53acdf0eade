//! Numbers as bytes and back, for tables that travel between processes.

/// Bytes to be sent.
#[derive(Default)]
pub(super) struct Writer(pub Vec<u8>);

impl Writer {
    pub fn byte(&mut self, n: u8) {
        self.0.push(n);
    }

    pub fn u32(&mut self, n: u32) {
        self.0.extend_from_slice(&n.to_le_bytes());
    }

    pub fn u64(&mut self, n: u64) {
        self.0.extend_from_slice(&n.to_le_bytes());
    }

    /// A list with its length before it.
    pub fn slice<T>(&mut self, items: &[T], each: impl Fn(&mut Writer, &T)) {
        self.u64(items.len() as u64);
        items.iter().for_each(|item| each(self, item));
    }
}

/// Bytes that came. Every answer is nothing where they end too soon.
pub(super) struct Reader<'b>(pub &'b [u8]);

impl<'b> Reader<'b> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*first)
    }

    pub fn byte(&mut self) -> Option<u8> {
        self.take::<1>().map(|[n]| n)
    }

    pub fn u32(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }

    pub fn u64(&mut self) -> Option<u64> {
        self.take().map(u64::from_le_bytes)
    }

    /// A list of bytes.
    pub fn bytes(&mut self) -> Option<&'b [u8]> {
        let len = usize::try_from(self.u64()?).ok()?;
        let (bytes, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        Some(bytes)
    }

    /// A list whose elements take at least `least` bytes each.
    pub fn list<T>(
        &mut self,
        least: usize,
        each: impl Fn(&mut Reader<'b>) -> Option<T>,
    ) -> Option<Vec<T>> {
        let len = usize::try_from(self.u64()?).ok()?;
        if len.checked_mul(least)? > self.0.len() {
            return None;
        }
        (0..len).map(|_| each(self)).collect()
    }
}
