//! Figures as PNG.

use std::collections::BTreeMap;

use png::{ColorType, Compression, Encoder, Filter};

use super::figure::{ARROW, Figure, SHADE, Shape, Size, cell_ink, extent, has_lines, line_ink};
use super::font::{FINE, Glyph};
use super::picture::Picture;
use super::{OTHER, Rgb};

/// The drawing as a PNG file.
pub fn encode(figure: &Figure) -> Vec<u8> {
    let mut image = Image::new(figure.width.max(1), figure.height.max(1));
    for item in &figure.items {
        image.draw(item.x, item.y, &item.shape);
    }
    image.file()
}

/// One colour per pixel.
struct Image {
    width: usize,
    height: usize,
    pixels: Vec<Rgb>,
}

impl Image {
    fn new(width: usize, height: usize) -> Image {
        Image { width, height, pixels: vec![OTHER; width * height] }
    }

    fn draw(&mut self, x: usize, y: usize, shape: &Shape) {
        match shape {
            Shape::Grid { cell, picture } => self.grid(x, y, *cell, picture),
            Shape::Text { text, size, ink } => self.text(x, y, text, *size, *ink),
            Shape::Arrow => self.arrow(x, y),
            Shape::Rect { width, height, fill } => self.fill(x, y, *width, *height, *fill),
            Shape::Mark { width, height } => self.mark(x, y, *width, *height),
            Shape::Line { points, ink } => {
                for pair in points.windows(2) {
                    let moved = |at: usize| (pair[at].0 + x, pair[at].1 + y);
                    self.segment(moved(0), moved(1), *ink);
                }
            }
        }
    }

    /// Fills a rectangle; what lies outside is left out.
    fn fill(&mut self, x: usize, y: usize, width: usize, height: usize, colour: Rgb) {
        let (left, right) = (x.min(self.width), (x + width).min(self.width));
        for row in y.min(self.height)..(y + height).min(self.height) {
            self.pixels[row * self.width..][left..right].fill(colour);
        }
    }

    /// Covers a part of a pixel, in 255ths.
    fn blend(&mut self, x: usize, y: usize, ink: Rgb, part: usize) {
        if x < self.width && y < self.height && part > 0 {
            let pixel = &mut self.pixels[y * self.width + x];
            let mixed =
                |at: usize| (ink[at] as usize * part + pixel[at] as usize * (255 - part)) / 255;
            *pixel = [mixed(0) as u8, mixed(1) as u8, mixed(2) as u8];
        }
    }

    fn grid(&mut self, x: usize, y: usize, cell: usize, picture: &Picture) {
        let line = has_lines(cell) as usize;
        if line > 0 {
            let (width, height) = (extent(picture.width(), cell), extent(picture.height(), cell));
            self.fill(x, y, width, height, line_ink(picture));
        }
        for (row, marks) in picture.lines().enumerate() {
            for (column, mark) in marks.iter().enumerate() {
                let (left, top) = (x + column * cell + line, y + row * cell + line);
                self.fill(left, top, cell - line, cell - line, cell_ink(*mark));
            }
        }
    }

    fn text(&mut self, x: usize, y: usize, text: &str, size: Size, ink: Rgb) {
        for (at, letter) in text.chars().enumerate() {
            self.letter(x + at * size.advance(), y, &Glyph::fine(letter), size, ink);
        }
    }

    /// Each pixel is as dark as the part of it that fine dots cover. The advance of a letter is six
    /// dots, so a pixel is `6 * FINE / advance` fine dots wide: a third of a fine dot is the unit.
    fn letter(&mut self, x: usize, y: usize, glyph: &Glyph, size: Size, ink: Rgb) {
        let side = 6 * FINE * 3 / size.advance();
        let pixels = |dots: usize| (dots * 3).div_ceil(side);
        for row in 0..pixels(glyph.rows()) {
            for column in 0..pixels(glyph.columns()) {
                let units = (0..side * side).filter(|unit| {
                    let (v, u) = (row * side + unit / side, column * side + unit % side);
                    glyph.dark(v / 3, u / 3)
                });
                self.blend(x + column, y + row, ink, units.count() * 255 / (side * side));
            }
        }
    }

    fn arrow(&mut self, x: usize, y: usize) {
        for row in 0..ARROW / 2 {
            self.fill(x + row, y + row * 2, ARROW - 2 * row, 2, SHADE);
        }
    }

    /// White inside of black, both on the cell's own ground.
    fn mark(&mut self, x: usize, y: usize, width: usize, height: usize) {
        for (inset, ink) in [(0, [0; 3]), (1, [0; 3]), (2, OTHER)] {
            let (w, h) = (width.saturating_sub(2 * inset), height.saturating_sub(2 * inset));
            if w < 3 || h < 3 {
                continue;
            }
            let (left, top) = (x + inset, y + inset);
            self.fill(left, top, w, 1, ink);
            self.fill(left, top + h - 1, w, 1, ink);
            self.fill(left, top, 1, h, ink);
            self.fill(left + w - 1, top, 1, h, ink);
        }
    }

    /// A straight line with soft edges: pixels within a pixel of it are covered in full.
    fn segment(&mut self, from: (usize, usize), to: (usize, usize), ink: Rgb) {
        let span = |a: usize, b: usize| a.min(b).saturating_sub(2)..a.max(b) + 3;
        let rows = span(from.1, to.1);
        let columns = span(from.0, to.0);
        for y in rows.start..rows.end.min(self.height) {
            for x in columns.start..columns.end.min(self.width) {
                // Sixteen steps, so that few colours come of it.
                let part = ((1.5 - distance((x, y), from, to)).clamp(0.0, 1.0) * 15.0) as usize;
                self.blend(x, y, ink, part * 17);
            }
        }
    }

    fn file(&self) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, self.width as u32, self.height as u32);
        encoder.set_compression(Compression::High);
        // Few colours in plain areas: what filters are for is not in these pictures.
        encoder.set_filter(Filter::NoFilter);
        let (kind, colours, bytes) = match self.palette() {
            Some((colours, numbers)) => (ColorType::Indexed, colours, numbers),
            None => (ColorType::Rgb, Vec::new(), self.pixels.as_flattened().to_vec()),
        };
        encoder.set_color(kind);
        if !colours.is_empty() {
            encoder.set_palette(colours.into_flattened());
        }
        let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(&bytes));
        written.expect("a vector takes everything, and there is a byte for every pixel");
        file
    }

    /// The colours in the order in which they occur and the number of each pixel's, if a byte can
    /// number them.
    fn palette(&self) -> Option<(Vec<Rgb>, Vec<u8>)> {
        let (mut colours, mut known) = (Vec::new(), BTreeMap::new());
        let mut numbers = Vec::with_capacity(self.pixels.len());
        for run in self.pixels.chunk_by(|a, b| a == b) {
            let number = *known.entry(run[0]).or_insert_with(|| {
                colours.push(run[0]);
                colours.len() - 1
            });
            numbers.resize(numbers.len() + run.len(), u8::try_from(number).ok()?);
        }
        Some((colours, numbers))
    }
}

/// How far a point is from the nearest one of a line.
fn distance(point: (usize, usize), from: (usize, usize), to: (usize, usize)) -> f64 {
    let vector =
        |a: (usize, usize), b: (usize, usize)| (b.0 as f64 - a.0 as f64, b.1 as f64 - a.1 as f64);
    let (line, way) = (vector(from, to), vector(from, point));
    let length = line.0 * line.0 + line.1 * line.1;
    let along = if length > 0.0 { (way.0 * line.0 + way.1 * line.1) / length } else { 0.0 };
    let along = along.clamp(0.0, 1.0);
    let (dx, dy) = (way.0 - along * line.0, way.1 - along * line.1);
    (dx * dx + dy * dy).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::figure::INK;

    /// Size, palette, and the bytes of the rows.
    fn unpacked(file: &[u8]) -> ((u32, u32), Option<Vec<u8>>, Vec<u8>) {
        let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
        let mut rows = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut rows).unwrap();
        let info = reader.info();
        (info.size(), info.palette.as_ref().map(|colours| colours.to_vec()), rows)
    }

    #[test]
    fn pixels_are_where_they_should_be() {
        let grid = Figure::picture(Picture::of_text(["3?"].into_iter()), 1);
        let (size, palette, rows) = unpacked(&encode(&Figure::blank(4, 3).with(1, 1, grid)));
        assert_eq!((size, rows), ((4, 3), vec![0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
        assert_eq!(palette.unwrap(), [0xFF, 0xFF, 0xFF, 0x2E, 0xCC, 0x40]);
    }

    #[test]
    fn many_colours_need_no_palette() {
        let mut figure = Figure::blank(300, 1);
        for x in 0..300 {
            let fill = [(x / 2) as u8, (x % 2) as u8, 7];
            figure.put(x, 0, Shape::Rect { width: 1, height: 1, fill });
        }
        let (_, palette, rows) = unpacked(&encode(&figure));
        assert_eq!((palette, &rows[..6], rows.len()), (None, &[0, 0, 7, 0, 1, 7][..], 900));
    }

    #[test]
    fn what_lies_outside_is_left_out() {
        let mut image = Image::new(3, 3);
        image.fill(2, 2, 50, 50, INK);
        image.fill(9, 9, 1, 1, INK);
        image.text(1, 1, "outside", Size::Large, INK);
        image.mark(2, 2, 90, 90);
        image.segment((0, 0), (500, 2), INK);
        image.segment((1, 1), (1, 1), INK);
        assert_eq!(image.pixels.len(), 9);
    }

    #[test]
    fn lines_cover_what_they_cross() {
        let mut image = Image::new(9, 9);
        image.segment((1, 4), (7, 4), INK);
        let pixel = |x: usize, y: usize| image.pixels[y * 9 + x];
        assert_eq!((pixel(4, 4), pixel(4, 0), pixel(4, 8)), (INK, OTHER, OTHER));
        assert!(pixel(4, 3) != OTHER && pixel(4, 3) == pixel(4, 5));
    }
}
