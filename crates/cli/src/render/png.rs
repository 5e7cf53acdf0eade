//! Figures as PNG: an indexed image with the palette of the grids.

use std::io::Write;

use exec::data::TaskGrid;
use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};

use super::figure::{ARROW, Figure, Item, TEXT_ADVANCE, TEXT_HEIGHT, extent, has_lines};
use super::{OTHER, PALETTE, Rgb, font};

/// Indices of the image's palette after the ten colours.
const WHITE: u8 = 10;
const LINE: u8 = 11;
const INK: u8 = 12;
const SHADE: u8 = 13;
const EXTRA: [Rgb; 4] = [OTHER, [0x55, 0x55, 0x55], [0x33, 0x33, 0x33], [0x77, 0x77, 0x77]];

/// The drawing as a PNG file.
pub fn encode(figure: &Figure) -> Vec<u8> {
    let mut image = Image::new(figure.width, figure.height);
    for item in &figure.items {
        match item {
            Item::Grid { x, y, cell, grid } => image.grid(*x, *y, *cell, grid),
            Item::Text { x, y, text } => image.text(*x, *y, text),
            Item::Arrow { x, y } => image.arrow(*x, *y),
        }
    }
    image.file()
}

/// One byte per pixel.
struct Image {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

impl Image {
    fn new(width: usize, height: usize) -> Image {
        Image { width, height, pixels: vec![WHITE; width * height] }
    }

    /// Fills a rectangle; what lies outside is left out.
    fn fill(&mut self, x: usize, y: usize, width: usize, height: usize, colour: u8) {
        let (left, right) = (x.min(self.width), (x + width).min(self.width));
        for row in y.min(self.height)..(y + height).min(self.height) {
            self.pixels[row * self.width..][left..right].fill(colour);
        }
    }

    fn grid(&mut self, x: usize, y: usize, cell: usize, grid: &TaskGrid) {
        let line = has_lines(cell) as usize;
        if line > 0 {
            self.fill(x, y, extent(grid.width(), cell), extent(grid.height(), cell), LINE);
        }
        for (row, cells) in grid.rows().enumerate() {
            for (column, &colour) in cells.iter().enumerate() {
                let index = if (0..10).contains(&colour) { colour as u8 } else { WHITE };
                let (left, top) = (x + column * cell + line, y + row * cell + line);
                self.fill(left, top, cell - line, cell - line, index);
            }
        }
    }

    fn text(&mut self, x: usize, y: usize, text: &str) {
        let dot = TEXT_HEIGHT / font::HEIGHT;
        for (at, letter) in text.chars().enumerate() {
            for (row, column) in font::dots(letter) {
                let left = x + at * TEXT_ADVANCE + column * dot;
                self.fill(left, y + row * dot, dot, dot, INK);
            }
        }
    }

    fn arrow(&mut self, x: usize, y: usize) {
        for row in 0..ARROW / 2 {
            self.fill(x + row, y + row * 2, ARROW - 2 * row, 2, SHADE);
        }
    }

    fn file(&self) -> Vec<u8> {
        let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
        let size = [self.width as u32, self.height as u32].map(u32::to_be_bytes).concat();
        // 8 bits per pixel, palette, the only compression, filter and interlace there are.
        chunk(&mut file, b"IHDR", &[&size[..], &[8, 3, 0, 0, 0]].concat());
        chunk(&mut file, b"PLTE", &[PALETTE.as_flattened(), EXTRA.as_flattened()].concat());
        chunk(&mut file, b"IDAT", &self.packed());
        chunk(&mut file, b"IEND", &[]);
        file
    }

    /// The rows, each preceded by its filter: none.
    fn packed(&self) -> Vec<u8> {
        let mut zlib = ZlibEncoder::new(Vec::new(), Compression::default());
        for row in self.pixels.chunks_exact(self.width) {
            // Writing to a vector cannot fail.
            let _ = zlib.write_all(&[0]).and_then(|()| zlib.write_all(row));
        }
        zlib.finish().unwrap_or_default()
    }
}

fn chunk(file: &mut Vec<u8>, kind: &[u8; 4], content: &[u8]) {
    let mut crc = Crc::new();
    crc.update(kind);
    crc.update(content);
    file.extend((content.len() as u32).to_be_bytes());
    file.extend(kind);
    file.extend(content);
    file.extend(crc.sum().to_be_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::read::ZlibDecoder;
    use std::io::Read;

    #[test]
    fn pixels_are_where_they_should_be() {
        let grid = TaskGrid::new(1, 2, vec![3, 99]).unwrap();
        let items = vec![Item::Grid { x: 1, y: 1, cell: 1, grid: &grid }];
        let file = encode(&Figure { width: 4, height: 3, items });
        let start = file.windows(4).position(|w| w == b"IDAT").unwrap() + 4;
        let mut rows = Vec::new();
        ZlibDecoder::new(&file[start..]).read_to_end(&mut rows).unwrap();
        let w = WHITE;
        assert_eq!(rows, [0, w, w, w, w, 0, w, 3, w, w, 0, w, w, w, w]);
    }

    #[test]
    fn what_lies_outside_is_left_out() {
        let mut image = Image::new(3, 3);
        image.fill(2, 2, 50, 50, INK);
        image.fill(9, 9, 1, 1, INK);
        image.text(1, 1, "outside");
        assert_eq!(image.pixels.len(), 9);
    }
}
