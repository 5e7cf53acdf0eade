//! What moves cost: bits, from how often functions occur in programs that answered training tasks.

use exec::layers::{Function, Kind, TABLE};

/// Cost of each function, counted on ARC-AGI-1 training with two thirds of a use added to each. Functions of lists
/// cost what they do once there is a list.
const BITS: &[(&str, u16)] = &[
    ("crop_l", 5),
    ("turn_l", 5),
    ("half_l", 5),
    ("quarter_l", 6),
    ("trim_l", 7),
    ("origin_l", 5),
    ("keep_l", 5),
    ("drop_l", 5),
    ("recolour_l", 9),
    ("common_l", 6),
    ("uncommon_l", 8),
    ("majority_l", 8),
    ("invert_l", 7),
    ("unground_l", 9),
    ("exchange_l", 7),
    ("fillzero_l", 5),
    ("denoise_l", 6),
    ("fill_l", 6),
    ("holes_l", 7),
    ("solid_l", 9),
    ("boxed_l", 7),
    ("frame_l", 7),
    ("border_l", 7),
    ("inside_l", 7),
    ("core_l", 9),
    ("ring_l", 5),
    ("dilate_l", 6),
    ("mirrored_l", 6),
    ("mended_l", 7),
    ("patch_l", 5),
    ("period_l", 6),
    ("tile_of_l", 7),
    ("squeeze_l", 9),
    ("merge_l", 7),
    ("unlattice_l", 8),
    ("centre_l", 7),
    ("balance_l", 9),
    ("shift_l", 6),
    ("crowd_l", 6),
    ("grow_l", 7),
    ("connect_l", 5),
    ("rays_l", 4),
    ("fall_l", 6),
    ("fall_whole_l", 9),
    ("enlarge_l", 6),
    ("shrink_l", 10),
    ("twice_l", 5),
    ("square_l", 7),
    ("flood_l", 7),
    ("lines_l", 7),
    ("beams_l", 5),
    ("span_l", 7),
    ("pair_lines_l", 7),
    ("attract_l", 8),
    ("stamp_l", 10),
    ("tallies_l", 6),
    ("parts_l", 6),
    ("cut_l", 9),
    ("halves_l", 8),
    ("colours_l", 10),
    ("windows_l", 9),
    ("rows_l", 10),
    ("columns_l", 10),
    ("corners_l", 10),
    ("embed_l", 4),
    ("within_l", 6),
    ("tile_l", 6),
    ("scale_l", 9),
    ("product_l", 9),
    ("mirror_l", 8),
    ("wrap_l", 10),
    ("checker_l", 8),
    ("pick_l", 2),
    ("odd_l", 3),
    ("best_l", 5),
    ("rest_l", 5),
    ("sorted_l", 5),
    ("unique_l", 5),
    ("coloured_l", 5),
    ("other_l", 5),
    ("overlay_l", 3),
    ("pile_l", 3),
    ("join_l", 4),
    ("grid_l", 4),
    ("counts_l", 4),
];

/// What a layer's function costs more on every member of a list.
pub const EACH: u16 = 2;

/// Cost of a function with its parameter of this place among those that are tried: first ones are the most useful.
pub fn cost(function: usize, place: usize) -> u16 {
    let row: &Function = &TABLE[function];
    let bits = BITS.iter().find(|(name, _)| *name == row.name).map_or(10, |&(_, bits)| bits);
    let is_colour = row.params.len() >= 9 && row.params[..9] == [1, 2, 3, 4, 5, 6, 7, 8, 9];
    let param = match (row.kind, is_colour) {
        // Few of the nine colours are in a picture; the others fail at once.
        (_, true) => 1 + (place / 9) as u16,
        (Kind::Pick(_) | Kind::Filter(_), _) => (place as u16 + 1).ilog2() as u16,
        _ => ((place as u16 + 1).ilog2() as u16).div_ceil(2) + (place >= 15) as u16,
    };
    bits + param
}
