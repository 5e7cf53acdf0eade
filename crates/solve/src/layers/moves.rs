//! What can be done with a row: functions with their parameters and frames.

use exec::layers::{Kind, TABLE};

use super::prior;

/// What a layer is fitted to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Frame {
    /// The input.
    Input = 0,
    /// An empty layer of the output's size.
    Output = 1,
}

/// A function with everything but the layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    /// Row of the table of functions.
    pub function: usize,
    /// Its parameter.
    pub param: i32,
    /// What it fits to, for functions that do.
    pub frame: Frame,
}

/// All moves, in the order in which they are tried.
pub struct Moves {
    all: Vec<Move>,
    on_layer: Vec<u16>,
    on_list: Vec<u16>,
    /// Places of moves among those for a layer and those for a list.
    ranks: [Vec<u16>; 2],
    gives_list: Vec<bool>,
    costs: Vec<u16>,
    sieves: Vec<Sieve>,
    fits_size: Vec<bool>,
    /// By move: one that gives the same where the input is as large as the output.
    same: Vec<u16>,
    /// By move: one that applies to the same layers, asked before.
    first: Vec<u16>,
}

/// What the colours in a layer tell of a move: whether it applies, and whether it changes anything.
///
/// Each mask has a bit for each colour, and a layer has none of them or some.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sieve {
    /// It does not apply to a layer that has none of the colours of a mask.
    needs: [u16; 2],
    /// It leaves a layer as it is that has none of the colours of a mask.
    changes: [u16; 2],
}

impl Sieve {
    const EMPTY: u16 = 1;
    /// All colours but 0.
    const INK: u16 = 0b11_1111_1110;
    /// Every layer has one of these.
    const ANY: u16 = Sieve::EMPTY | Sieve::INK;

    fn of(step: Move) -> Sieve {
        const ANY: u16 = Sieve::ANY;
        const EMPTY: u16 = Sieve::EMPTY;
        const INK: u16 = Sieve::INK;
        let own = 1 << step.param.rem_euclid(10);
        let (needs, changes) = match (TABLE[step.function].name, step.param) {
            ("keep_l", _) => ([own, ANY], [INK & !own, ANY]),
            ("drop_l", _) => ([INK & !own, ANY], [own, ANY]),
            ("recolour_l", _) => ([INK, ANY], [INK & !own, ANY]),
            ("fillzero_l", _) => ([ANY, ANY], [EMPTY, ANY]),
            ("invert_l", _) => ([EMPTY, ANY], [ANY, ANY]),
            ("patch_l", _) => ([own, ANY & !own], [ANY, ANY]),
            ("period_l" | "holes_l", _) => ([EMPTY, INK], [ANY, ANY]),
            ("rays_l" | "beams_l" | "connect_l" | "fall_l" | "fall_whole_l", _)
            | ("grow_l", 2 | 3) => ([ANY, ANY], [EMPTY, INK]),
            ("flood_l", _) => ([own, ANY], [EMPTY, ANY]),
            ("crop_l" | "squeeze_l" | "fill_l" | "dilate_l" | "grow_l", _)
            | ("mirrored_l" | "lines_l", 0..=2) => ([INK, ANY], [EMPTY, ANY]),
            ("common_l" | "uncommon_l" | "majority_l" | "exchange_l" | "denoise_l", _)
            | ("solid_l" | "boxed_l" | "frame_l" | "border_l" | "inside_l" | "core_l", _)
            | ("ring_l" | "crowd_l" | "mirrored_l" | "mended_l" | "centre_l" | "balance_l", _)
            | ("lines_l" | "span_l" | "pair_lines_l" | "stamp_l" | "tallies_l", _) => {
                ([INK, ANY], [ANY, ANY])
            }
            _ => ([ANY, ANY], [ANY, ANY]),
        };
        Sieve { needs, changes }
    }

    /// What becomes of a layer with these colours, if that can be told.
    #[inline]
    pub fn left(self, colours: u16) -> Option<Left> {
        let lacks = |masks: [u16; 2]| colours & masks[0] == 0 || colours & masks[1] == 0;
        if lacks(self.needs) {
            Some(Left::Nothing)
        } else {
            lacks(self.changes).then_some(Left::All)
        }
    }
}

/// What a move leaves of a layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Left {
    /// It does not apply.
    Nothing,
    /// The layer as it is.
    All,
}

/// Whether a move looks only at the size and place of what it fits to, and gives a layer of that size and place as it
/// is.
fn fits_size(step: Move) -> bool {
    match TABLE[step.function].name {
        "embed_l" | "tile_l" | "scale_l" | "checker_l" => true,
        "mirror_l" => step.param < 4,
        "wrap_l" => step.param < 2,
        _ => false,
    }
}

impl Moves {
    /// The moves of the table.
    pub fn of_table() -> Moves {
        let mut moves = Moves {
            all: vec![],
            on_layer: vec![],
            on_list: vec![],
            ranks: [vec![], vec![]],
            gives_list: vec![],
            costs: vec![],
            sieves: vec![],
            fits_size: vec![],
            same: vec![],
            first: vec![],
        };
        for (function, row) in TABLE.iter().enumerate() {
            let frames: &[Frame] = match row.kind {
                Kind::Fit(_) => &[Frame::Output, Frame::Input],
                _ => &[Frame::Input],
            };
            for &frame in frames {
                for (place, &param) in row.params.iter().enumerate() {
                    moves.push(Move { function, param, frame }, prior::cost(function, place));
                }
            }
        }
        for list in [false, true] {
            let mut on =
                std::mem::take(if list { &mut moves.on_list } else { &mut moves.on_layer });
            on.sort_by_key(|&number| moves.cost(number as usize, list));
            moves.ranks[list as usize] = ranks(&on, moves.len());
            *(if list { &mut moves.on_list } else { &mut moves.on_layer }) = on;
        }
        moves
    }

    fn push(&mut self, step: Move, cost: u16) {
        let number = self.all.len() as u16;
        let kind = TABLE[step.function].kind;
        self.all.push(step);
        self.sieves.push(Sieve::of(step));
        self.fits_size.push(fits_size(step));
        self.same.push(self.alike(step).unwrap_or(number));
        self.first.push(self.forerunner(step).unwrap_or(number));
        self.gives_list.push(matches!(kind, Kind::Split(_) | Kind::Filter(_)));
        self.costs.push(cost);
        match kind {
            Kind::One(_) | Kind::Fit(_) => {
                self.on_layer.push(number);
                self.on_list.push(number);
            }
            Kind::Split(_) => self.on_layer.push(number),
            _ => self.on_list.push(number),
        }
    }

    /// Number of moves.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// The move of a number.
    #[inline]
    pub fn get(&self, number: usize) -> Move {
        self.all[number]
    }

    /// An earlier move that is the same but for what it fits to.
    fn alike(&self, step: Move) -> Option<u16> {
        let other = Move { frame: Frame::Output, ..step };
        self.all.iter().position(|&m| m == other && fits_size(m)).map(|at| at as u16)
    }

    /// An earlier move that applies where this one does and nowhere else: parts of patched layers need the patch.
    fn forerunner(&self, step: Move) -> Option<u16> {
        let whole = Move { param: step.param % 10, ..step };
        let is_patch = TABLE[step.function].name == "patch_l";
        self.all.iter().position(|&m| m == whole && is_patch).map(|at| at as u16)
    }

    /// What colours tell of a move.
    #[inline]
    pub fn sieve(&self, number: usize) -> Sieve {
        self.sieves[number]
    }

    /// Whether a move gives a layer as it is that has the size and place of what it fits to.
    #[inline]
    pub fn fits_size(&self, number: usize) -> bool {
        self.fits_size[number]
    }

    /// The move that stands for this one where both frames have one size and place.
    #[inline]
    pub fn same(&self, number: usize) -> usize {
        self.same[number] as usize
    }

    /// A move that applies where this one does and nowhere else, and is cheaper; or the move itself.
    #[inline]
    pub fn first(&self, number: usize) -> usize {
        self.first[number] as usize
    }

    /// The moves for a layer or a list.
    pub fn on(&self, list: bool) -> &[u16] {
        if list { &self.on_list } else { &self.on_layer }
    }

    /// The place of a move in the order in which they are tried on a layer or a list.
    #[inline]
    pub fn rank(&self, number: usize, list: bool) -> usize {
        self.ranks[list as usize][number] as usize
    }

    /// Whether a move gives a list when it is made on one, or on a layer.
    pub fn gives_list(&self, number: usize, list: bool) -> bool {
        match TABLE[self.all[number].function].kind {
            Kind::One(_) | Kind::Fit(_) => list,
            _ => self.gives_list[number],
        }
    }

    /// What a move adds to the cost of a row, or of a row of lists.
    pub fn cost(&self, number: usize, list: bool) -> u16 {
        let each =
            list && matches!(TABLE[self.all[number].function].kind, Kind::One(_) | Kind::Fit(_));
        self.costs[number] + if each { prior::EACH } else { 0 }
    }

    /// Units per cell.
    pub fn weight(&self, _number: usize) -> u64 {
        2
    }
}

/// The place of each move in an order; those that are not in it come after it.
fn ranks(order: &[u16], count: usize) -> Vec<u16> {
    let mut ranks = vec![u16::MAX; count];
    for (rank, &number) in order.iter().enumerate() {
        ranks[number as usize] = rank as u16;
    }
    let others = ranks.iter_mut().filter(|rank| **rank == u16::MAX);
    (order.len() as u16..).zip(others).for_each(|(next, rank)| *rank = next);
    ranks
}

#[cfg(test)]
mod tests {
    use exec::layers::{Desk, Layer};

    use super::*;

    /// Pictures of all kinds that sieves tell apart: empty, full, of one colour and of several.
    fn pictures() -> Vec<(usize, usize, Vec<u8>)> {
        let mut seed = 1u32;
        let mut next = |n: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) % n
        };
        let mut made = vec![];
        for palette in [&[0][..], &[3], &[0, 3], &[1, 2], &[0, 0, 0, 4, 7], &[0, 1, 2, 5, 9]] {
            for _ in 0..30 {
                let (height, width) = (1 + next(5) as usize, 1 + next(5) as usize);
                let cell = |_| palette[next(palette.len() as u32) as usize];
                made.push((height, width, (0..height * width).map(cell).collect()));
            }
        }
        made
    }

    fn colours(x: Layer<'_>) -> u16 {
        x.cells.iter().fold(0, |colours, &cell| colours | 1 << cell)
    }

    #[test]
    fn sieves_tell_what_functions_do() {
        let (mut desk, mut told) = (Desk::new(), [0; 2]);
        for &step in &Moves::of_table().all {
            let Kind::One(f) = TABLE[step.function].kind else { continue };
            for (height, width, cells) in &pictures() {
                let x = Layer { row: 2, col: -1, height: *height, width: *width, cells };
                let Some(left) = Sieve::of(step).left(colours(x)) else { continue };
                desk.clear();
                let done = f(x, step.param, &mut desk).map(|()| desk.layer(0));
                let wanted = (left == Left::All).then_some(x);
                assert_eq!(done, wanted, "{} {}", TABLE[step.function].name, step.param);
                told[usize::from(left == Left::All)] += 1;
            }
        }
        assert!(told.iter().all(|&n| n > 1000), "{told:?}");
    }

    #[test]
    fn what_fits_stays_and_only_sizes_count() {
        let moves = Moves::of_table();
        let (mut desk, mut other_desk) = (Desk::new(), Desk::new());
        for (number, &step) in moves.all.iter().enumerate().filter(|(_, m)| fits_size(**m)) {
            let Kind::Fit(f) = TABLE[step.function].kind else { panic!("fits to nothing") };
            let same = moves.get(moves.same(number));
            assert_eq!(same, Move { frame: Frame::Output, ..step });
            for pair in pictures().windows(2) {
                let [x, frame] = [&pair[0], &pair[1]];
                let layer = |(height, width, cells)| Layer { row: 0, col: 0, height, width, cells };
                let x = layer((x.0, x.1, &x.2[..]));
                desk.clear();
                f(x, x, step.param, &mut desk).unwrap();
                assert_eq!(desk.layer(0), x, "{} {}", TABLE[step.function].name, step.param);
                let empty = vec![0; frame.2.len()];
                let answers =
                    [(&mut desk, &frame.2), (&mut other_desk, &empty)].map(|(desk, cells)| {
                        desk.clear();
                        f(x, layer((frame.0, frame.1, &cells[..])), step.param, desk)
                            .map(|()| desk.layer(0))
                    });
                assert_eq!(answers[0], answers[1]);
            }
        }
    }

    #[test]
    fn parts_of_patches_need_the_patch() {
        let (moves, mut desk) = (Moves::of_table(), Desk::new());
        let pairs =
            (0..moves.len()).map(|at| (at, moves.first(at))).filter(|(at, first)| at != first);
        let mut applied = 0;
        for (number, first) in pairs {
            let Kind::One(f) = TABLE[moves.get(number).function].kind else { panic!("no layer") };
            for (height, width, cells) in &pictures() {
                let x = Layer { row: 0, col: 0, height: *height, width: *width, cells };
                let [a, b] = [number, first].map(|n| f(x, moves.get(n).param, &mut desk).is_some());
                assert_eq!(a, b);
                applied += usize::from(a);
                desk.clear();
            }
        }
        assert!(applied > 0);
    }
}
