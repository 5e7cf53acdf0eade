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
    sieves: Vec<Option<Sieve>>,
}

/// A move that takes one colour out of a layer, or all others: often the colours in a layer tell what it gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sieve {
    /// A bit for each colour that it takes away.
    gone: u16,
}

impl Sieve {
    /// The bits of all colours but 0.
    const ALL: u16 = 0b11_1111_1110;

    fn of(step: Move) -> Option<Sieve> {
        match TABLE[step.function].name {
            "keep_l" => Some(Sieve { gone: Sieve::ALL & !(1 << step.param) }),
            "drop_l" => Some(Sieve { gone: 1 << step.param }),
            _ => None,
        }
    }

    /// What becomes of a layer with these colours, if that can be told: nothing is left of it, or all.
    #[inline]
    pub fn left(self, colours: u16) -> Option<Left> {
        match (colours & Sieve::ALL & !self.gone, colours & self.gone) {
            (0, _) => Some(Left::Nothing),
            (_, 0) => Some(Left::All),
            _ => None,
        }
    }
}

/// What a sieve leaves of a layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Left {
    /// Not one cell: it does not apply.
    Nothing,
    /// The layer as it is.
    All,
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

    /// The sieve that a move is, if it is one.
    #[inline]
    pub fn sieve(&self, number: usize) -> Option<Sieve> {
        self.sieves[number]
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
