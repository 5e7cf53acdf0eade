//! Figures as SVG.

use std::fmt::{Result, Write};

use super::Rgb;
use super::figure::{
    ARROW, Figure, Item, SHADE, Shape, Size, cell_ink, extent, has_lines, line_ink,
};
use super::picture::Picture;

/// The drawing as an SVG document.
pub fn encode(figure: &Figure) -> String {
    let (w, h) = (figure.width, figure.height);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\">\n\
         <rect width=\"{w}\" height=\"{h}\" fill=\"#ffffff\"/>\n"
    );
    for item in &figure.items {
        // Writing to a string cannot fail.
        let _ = draw(&mut svg, item);
    }
    svg.push_str("</svg>\n");
    svg
}

fn draw(svg: &mut String, Item { x, y, shape }: &Item) -> Result {
    match shape {
        Shape::Grid { cell, picture } => draw_grid(svg, *x, *y, *cell, picture),
        Shape::Text { text, size, ink } => draw_text(svg, *x, *y, text, *size, *ink),
        Shape::Arrow => draw_arrow(svg, *x, *y),
        Shape::Rect { width, height, fill } => {
            write!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" ")?;
            writeln!(svg, "fill=\"{}\"/>", Hex(*fill))
        }
        Shape::Mark { width, height } => {
            let inside =
                |inset: usize| (width.saturating_sub(2 * inset), height.saturating_sub(2 * inset));
            draw_frame(svg, (x + 1, y + 1), inside(1), "#000000", 2)?;
            draw_frame(svg, (x + 2, y + 2), inside(2), "#ffffff", 1)
        }
        Shape::Line { points, ink } => draw_line(svg, *x, *y, points, *ink),
    }
}

/// A colour as SVG writes it.
struct Hex(Rgb);

impl std::fmt::Display for Hex {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> Result {
        let [r, g, b] = self.0;
        write!(f, "#{r:02x}{g:02x}{b:02x}")
    }
}

/// The width is given, so that text takes the same room whatever font the viewer has.
fn draw_text(svg: &mut String, x: usize, y: usize, text: &str, size: Size, ink: Rgb) -> Result {
    let (baseline, font) = (y + size.capital(), size.advance() * 5 / 3);
    let width = text.chars().count() * size.advance();
    write!(
        svg,
        "<text x=\"{x}\" y=\"{baseline}\" font-family=\"monospace\" font-size=\"{font}\" "
    )?;
    write!(svg, "xml:space=\"preserve\" textLength=\"{width}\" fill=\"{}\">", Hex(ink))?;
    writeln!(svg, "{}</text>", escaped(text))
}

fn escaped(text: &str) -> String {
    let shown = text.chars().map(|c| if is_text(c) { c } else { '\u{fffd}' });
    let shown = shown.collect::<String>();
    shown.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Whether a character can be shown and XML takes it: of those that Rust knows, it refuses most
/// control characters, which cannot be shown anyway, and these two, in any form.
fn is_text(c: char) -> bool {
    !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}')
}

fn draw_arrow(svg: &mut String, x: usize, y: usize) -> Result {
    let (right, middle, bottom) = (x + ARROW, x + ARROW / 2, y + ARROW);
    writeln!(svg, "<path d=\"M{x} {y}H{right}L{middle} {bottom}z\" fill=\"{}\"/>", Hex(SHADE))
}

fn draw_frame(
    svg: &mut String,
    (x, y): (usize, usize),
    (width, height): (usize, usize),
    ink: &str,
    thick: usize,
) -> Result {
    write!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" ")?;
    writeln!(svg, "fill=\"none\" stroke=\"{ink}\" stroke-width=\"{thick}\"/>")
}

fn draw_line(svg: &mut String, x: usize, y: usize, points: &[(usize, usize)], ink: Rgb) -> Result {
    svg.push_str("<polyline points=\"");
    points.iter().try_for_each(|point| write!(svg, "{},{} ", point.0 + x, point.1 + y))?;
    writeln!(svg, "\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>", Hex(ink))
}

/// One rectangle per run of equal cells, one path for all lines: large grids stay small files.
fn draw_grid(svg: &mut String, x: usize, y: usize, cell: usize, picture: &Picture) -> Result {
    writeln!(svg, "<g transform=\"translate({x} {y})\" shape-rendering=\"crispEdges\">")?;
    for (row, marks) in picture.lines().enumerate() {
        let mut column = 0;
        for run in marks.chunk_by(|a, b| a == b) {
            let (left, top, width) = (column * cell, row * cell, run.len() * cell);
            write!(svg, "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{cell}\" ")?;
            writeln!(svg, "fill=\"{}\"/>", Hex(cell_ink(run[0])))?;
            column += run.len();
        }
    }
    if has_lines(cell) {
        draw_lines(svg, cell, picture)?;
    }
    svg.push_str("</g>\n");
    Ok(())
}

fn draw_lines(svg: &mut String, cell: usize, picture: &Picture) -> Result {
    let (width, height) = (extent(picture.width(), cell), extent(picture.height(), cell));
    svg.push_str("<path d=\"");
    for row in 0..=picture.height() {
        write!(svg, "M0 {}.5H{width}", row * cell)?;
    }
    for column in 0..=picture.width() {
        write!(svg, "M{}.5 0V{height}", column * cell)?;
    }
    writeln!(svg, "\" stroke=\"{}\" fill=\"none\"/>", Hex(line_ink(picture)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::figure::INK;

    #[test]
    fn text_is_escaped() {
        let svg = encode(&Figure::text("<a> & \x1bb", Size::Small, INK));
        assert!(svg.contains(">&lt;a&gt; &amp; \u{fffd}b</text>"), "{svg}");
    }

    #[test]
    fn every_character_leaves_the_file_well_formed() {
        // `Char` of XML 1.0.
        let is_char = |c: char| {
            matches!(c, '\t' | '\n' | '\r' | '\u{20}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}')
                || c >= '\u{10000}'
        };
        let all: String = ('\0'..=char::MAX).collect();
        let refused: Vec<char> = escaped(&all).chars().filter(|c| !is_char(*c)).collect();
        assert!(refused.is_empty(), "{refused:?}");
        assert_eq!(escaped("a\u{fffe}\u{ffff}b\u{1fffe}"), "a\u{fffd}\u{fffd}b\u{1fffe}");
    }

    #[test]
    fn equal_cells_of_a_row_are_one_rectangle() {
        let picture = Picture::of_text(["112", "333"].into_iter());
        let svg = encode(&Figure::picture(picture, 10));
        assert_eq!(svg.matches("<rect x=").count(), 3);
        assert!(svg.contains("width=\"20\" height=\"10\" fill=\"#0074d9\""));
    }

    #[test]
    fn every_shape_is_written() {
        let mut figure = Figure::blank(50, 50);
        figure.put(1, 2, Shape::Line { points: vec![(0, 0), (3, 4)], ink: INK });
        figure.put(5, 5, Shape::Mark { width: 9, height: 9 });
        let svg = encode(&figure.with(7, 7, Figure::arrow()));
        assert!(svg.contains("points=\"1,2 4,6 \""), "{svg}");
        assert_eq!(svg.matches("stroke-width").count(), 3);
        assert!(svg.contains("M7 7H21L14 21z"));
    }
}
