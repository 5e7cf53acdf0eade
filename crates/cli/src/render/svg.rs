//! Figures as SVG.

use std::fmt::Write;

use exec::data::TaskGrid;

use super::figure::{ARROW, Figure, Item, TEXT_HEIGHT, extent, has_lines};
use super::rgb;

/// The drawing as an SVG document.
pub fn encode(figure: &Figure) -> String {
    let (w, h) = (figure.width, figure.height);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\">\n\
         <rect width=\"{w}\" height=\"{h}\" fill=\"#ffffff\"/>\n"
    );
    for item in &figure.items {
        // Writing to a string cannot fail.
        let _ = match item {
            Item::Grid { x, y, cell, grid } => draw_grid(&mut svg, *x, *y, *cell, grid),
            Item::Text { x, y, text } => draw_text(&mut svg, *x, *y, text),
            Item::Arrow { x, y } => draw_arrow(&mut svg, *x, *y),
        };
    }
    svg.push_str("</svg>\n");
    svg
}

fn draw_text(svg: &mut String, x: usize, y: usize, text: &str) -> std::fmt::Result {
    let baseline = y + TEXT_HEIGHT;
    writeln!(
        svg,
        "<text x=\"{x}\" y=\"{baseline}\" font-family=\"monospace\" font-size=\"18\" fill=\"#333333\">{}</text>",
        escaped(text)
    )
}

fn escaped(text: &str) -> String {
    let shown = text.chars().filter(|c| !c.is_control()).collect::<String>();
    shown.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn draw_arrow(svg: &mut String, x: usize, y: usize) -> std::fmt::Result {
    let (right, middle, bottom) = (x + ARROW, x + ARROW / 2, y + ARROW);
    writeln!(svg, "<path d=\"M{x} {y}H{right}L{middle} {bottom}z\" fill=\"#777777\"/>")
}

/// One rectangle per run of equal cells, one path for all lines: large grids stay small files.
fn draw_grid(
    svg: &mut String,
    x: usize,
    y: usize,
    cell: usize,
    grid: &TaskGrid,
) -> std::fmt::Result {
    writeln!(svg, "<g transform=\"translate({x} {y})\" shape-rendering=\"crispEdges\">")?;
    for (row, cells) in grid.rows().enumerate() {
        let mut column = 0;
        for run in cells.chunk_by(|a, b| a == b) {
            let [r, g, b] = rgb(run[0]);
            let (left, top, width) = (column * cell, row * cell, run.len() * cell);
            write!(svg, "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{cell}\" ")?;
            writeln!(svg, "fill=\"#{r:02x}{g:02x}{b:02x}\"/>")?;
            column += run.len();
        }
    }
    if has_lines(cell) {
        draw_lines(svg, cell, grid)?;
    }
    svg.push_str("</g>\n");
    Ok(())
}

fn draw_lines(svg: &mut String, cell: usize, grid: &TaskGrid) -> std::fmt::Result {
    let (width, height) = (extent(grid.width(), cell), extent(grid.height(), cell));
    svg.push_str("<path d=\"");
    for row in 0..=grid.height() {
        write!(svg, "M0 {}.5H{width}", row * cell)?;
    }
    for column in 0..=grid.width() {
        write!(svg, "M{}.5 0V{height}", column * cell)?;
    }
    svg.push_str("\" stroke=\"#555555\" fill=\"none\"/>\n");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped() {
        let items = vec![Item::Text { x: 0, y: 0, text: "<a> & \x1bb".into() }];
        let svg = encode(&Figure { width: 9, height: 9, items });
        assert!(svg.contains(">&lt;a&gt; &amp; b</text>"), "{svg}");
    }

    #[test]
    fn equal_cells_of_a_row_are_one_rectangle() {
        let grid = TaskGrid::new(2, 3, vec![1, 1, 2, 3, 3, 3]).unwrap();
        let items = vec![Item::Grid { x: 1, y: 2, cell: 10, grid: &grid }];
        let svg = encode(&Figure { width: 40, height: 40, items });
        assert_eq!(svg.matches("<rect x=").count(), 3);
        assert!(svg.contains("width=\"20\" height=\"10\" fill=\"#0074d9\""));
    }
}
