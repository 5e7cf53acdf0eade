//! Rectangles of text that can be put beside each other.

/// Lines of text of one visible width; escape sequences take no room.
///
/// Invariant: every line is padded to `width`.
#[derive(Clone, Default)]
pub struct Block {
    lines: Vec<String>,
    width: usize,
}

impl Block {
    /// An empty block of this width.
    pub fn new(width: usize) -> Block {
        Block { lines: Vec::new(), width }
    }

    /// One line of plain text.
    pub fn line(text: &str) -> Block {
        Block { lines: vec![text.to_string()], width: text.chars().count() }
    }

    /// Adds a line whose visible width the caller knows.
    pub fn push(&mut self, mut line: String, visible: usize) {
        line.extend(std::iter::repeat_n(' ', self.width.saturating_sub(visible)));
        self.lines.push(line);
    }

    /// Visible columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Lines.
    pub fn height(&self) -> usize {
        self.lines.len()
    }

    /// Puts `other` to the right, tops aligned.
    pub fn beside(mut self, gap: usize, other: Block) -> Block {
        let height = self.height().max(other.height());
        self.lines.resize(height, " ".repeat(self.width));
        for (at, line) in self.lines.iter_mut().enumerate() {
            let right = other.lines.get(at);
            line.extend(std::iter::repeat_n(' ', gap));
            line.push_str(right.unwrap_or(&" ".repeat(other.width)));
        }
        self.width += gap + other.width;
        self
    }

    /// Puts `other` below, left edges aligned.
    pub fn above(mut self, other: Block) -> Block {
        let width = self.width.max(other.width);
        let missing = width - self.width;
        self.lines.iter_mut().for_each(|line| line.extend(std::iter::repeat_n(' ', missing)));
        self.width = width;
        for line in other.lines {
            self.push(line, other.width);
        }
        self
    }

    /// Puts the block into the middle of `height` lines, if it is lower.
    pub fn centred(self, height: usize) -> Block {
        let mut block = Block::new(self.width);
        let above = height.saturating_sub(self.height()) / 2;
        block.lines.resize(above, " ".repeat(self.width));
        block.lines.extend(self.lines);
        block
    }

    /// The lines without trailing space.
    pub fn text(&self) -> String {
        self.lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
    }
}

/// Places blocks from left to right in rows no wider than `width`.
pub fn flow(blocks: Vec<Block>, gap: usize, width: usize) -> Vec<Block> {
    let mut rows: Vec<Block> = Vec::new();
    for block in blocks {
        match rows.pop() {
            Some(row) if row.width() + gap + block.width() <= width => {
                rows.push(row.beside(gap, block));
            }
            Some(row) => rows.extend([row, block]),
            None => rows.push(block),
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_line_up() {
        let mut grid = Block::new(2);
        grid.push("ab".into(), 2);
        grid.push("c".into(), 1);
        let both = grid.clone().beside(1, Block::line("xyz"));
        assert_eq!((both.width(), both.text().as_str()), (6, "ab xyz\nc\n"));
        assert_eq!(
            Block::line("t").above(grid).beside(1, Block::line("|")).text(),
            "t  |\nab\nc\n"
        );
    }

    #[test]
    fn rows_break_at_the_width() {
        let blocks = vec![Block::line("aaaa"), Block::line("bbb"), Block::line("ccccccccccc")];
        let rows: Vec<String> = flow(blocks, 1, 8).iter().map(Block::text).collect();
        assert_eq!(rows, ["aaaa bbb\n", "ccccccccccc\n"]);
    }
}
