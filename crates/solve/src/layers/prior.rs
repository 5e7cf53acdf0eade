//! What moves cost: bits, from how often functions occur in programs that answered training tasks.

use exec::layers::{Function, Kind, TABLE};

/// What a layer's function costs more on every member of a list.
pub const EACH: u16 = 2;

/// Cost of a function with its parameter of this place among those that are tried: first ones are the most useful.
pub fn cost(function: usize, place: usize) -> u16 {
    let row: &Function = &TABLE[function];
    let is_colour = row.params.len() >= 9 && row.params[..9] == [1, 2, 3, 4, 5, 6, 7, 8, 9];
    let param = match (row.kind, is_colour) {
        // Few of the nine colours are in a picture; the others fail at once.
        (_, true) => 1 + (place / 9) as u16,
        (Kind::Pick(_) | Kind::Filter(_), _) => (place as u16 + 1).ilog2() as u16,
        _ => ((place as u16 + 1).ilog2() as u16).div_ceil(2) + (place >= 15) as u16,
    };
    row.bits + param
}
