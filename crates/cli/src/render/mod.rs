//! Drawing grids, values and tasks: in the terminal, as SVG and as PNG.
//!
//! `block`, `picture`, `text` and `value` make lines of text; `figure` puts grids, text and lines
//! on a sheet, `samples` and `chart` make larger figures of that, `svg` and `png` write them.

mod block;
pub mod chart;
pub mod figure;
mod font;
mod picture;
mod png;
pub mod samples;
mod svg;
mod text;
mod value;

pub use block::{Block, flow};
pub use picture::{Mark, Picture, digit};
pub use samples::{sheet_figure, task_figure};
pub use text::{ARROW, Canvas, task_text};
pub use value::{
    Drawn, Values, Window, counted, elements_about, grid_about, is_drawn, places, written,
};

/// Red, green, blue.
pub type Rgb = [u8; 3];

/// The customary colours of ARC grids.
pub const PALETTE: [Rgb; 10] = [
    [0x00, 0x00, 0x00],
    [0x00, 0x74, 0xD9],
    [0xFF, 0x41, 0x36],
    [0x2E, 0xCC, 0x40],
    [0xFF, 0xDC, 0x00],
    [0xAA, 0xAA, 0xAA],
    [0xF0, 0x12, 0xBE],
    [0xFF, 0x85, 0x1B],
    [0x7F, 0xDB, 0xFF],
    [0x87, 0x0C, 0x25],
];

/// What programs can put into a grid besides the ten colours.
pub const OTHER: Rgb = [0xFF, 0xFF, 0xFF];

/// The colour of a cell.
pub fn rgb(cell: i8) -> Rgb {
    usize::try_from(cell).ok().and_then(|at| PALETTE.get(at).copied()).unwrap_or(OTHER)
}
