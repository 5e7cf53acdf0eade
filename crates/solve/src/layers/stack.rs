//! Answers assembled from layers: a stack of rules, each closing cells that are still open.

use exec::layers::Layer;

use super::numbers::{NumberMap, mix};
use super::rows::{RowId, Rows};
use crate::budget::{Budget, Worked};
use crate::problem::{Picture, Problem};

/// What a rule does with a placed layer. Only open cells are written; they are closed then.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Action {
    /// Copies its colours where it is set.
    CopySet,
    /// Writes 0 where it is empty.
    CopyEmpty,
    /// Copies everything.
    CopyAll,
    /// One colour where it is set.
    PaintSet(u8),
    /// One colour where it is empty.
    PaintEmpty(u8),
}

/// A rule of a stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rule {
    /// The row of layers.
    pub row: RowId,
    /// Whether layers are moved to the origin, or lie as they are.
    pub at_origin: bool,
    /// What is done with them.
    pub action: Action,
}

/// A stack of rules that explains demos.
#[derive(Clone, Debug)]
pub struct Stack {
    /// The rules; earlier ones go first.
    pub rules: Vec<Rule>,
    /// Which demos are explained without a wrong or open cell.
    pub fits: Vec<bool>,
    /// Sum of the costs of the rows and of the rules.
    pub cost: u32,
}

struct Piece {
    row: RowId,
    at_origin: bool,
    cost: u16,
}

/// All placed layers as bit vectors over the cells of all demo outputs.
///
/// Invariant: each demo's cells begin at a word of their own; bits beyond a demo's cells are 0 in all vectors.
pub struct Pieces {
    pieces: Vec<Piece>,
    words: usize,
    /// First word of each demo, and the end.
    starts: Vec<usize>,
    valid: Vec<u64>,
    /// Target cells of each colour.
    colour: Vec<[u64; 10]>,
    set: Vec<u64>,
    equal: Vec<u64>,
    seen: NumberMap,
    rows_done: usize,
    target: Vec<Picture>,
    placed: Vec<u8>,
}

/// Cost of a rule beside its row's.
const RULE_COST: u32 = 3;
const MOST_RULES: usize = 10;
const MOST_PIECES: usize = 120_000;

impl Pieces {
    /// No pieces yet.
    pub fn new(problem: &Problem) -> Pieces {
        let mut starts = vec![0];
        for demo in &problem.demos {
            let last = *starts.last().unwrap_or(&0);
            starts.push(last + demo.output.cells.len().div_ceil(64));
        }
        let words = *starts.last().unwrap_or(&0);
        let (mut valid, mut colour) = (vec![0u64; words], vec![[0u64; 10]; words]);
        for (demo, &start) in problem.demos.iter().zip(&starts) {
            for (i, &cell) in demo.output.cells.iter().enumerate() {
                valid[start + i / 64] |= 1 << (i % 64);
                colour[start + i / 64][cell as usize] |= 1 << (i % 64);
            }
        }
        Pieces {
            pieces: vec![],
            words,
            starts,
            valid,
            colour,
            set: vec![],
            equal: vec![],
            seen: NumberMap::default(),
            rows_done: 0,
            target: problem.demos.iter().map(|d| d.output.clone()).collect(),
            placed: vec![],
        }
    }

    /// Places the layers of all rows that are new.
    pub fn add_rows(&mut self, rows: &Rows<'_>, budget: &mut Budget<'_>) -> Worked {
        while self.rows_done < rows.len() && self.pieces.len() < MOST_PIECES {
            let row = RowId(self.rows_done as u32);
            self.rows_done += 1;
            if rows.row(row).is_list {
                continue;
            }
            let lies_elsewhere = (0..self.target.len()).any(|d| {
                let layer = rows.bank(d).layer(rows.id(row, d));
                (layer.row, layer.col) != (0, 0)
            });
            self.place(rows, row, false, budget)?;
            if lies_elsewhere {
                self.place(rows, row, true, budget)?;
            }
        }
        Ok(())
    }

    fn place(
        &mut self,
        rows: &Rows<'_>,
        row: RowId,
        at_origin: bool,
        budget: &mut Budget<'_>,
    ) -> Worked {
        let at = self.set.len();
        self.set.resize(at + self.words, 0);
        self.equal.resize(at + self.words, 0);
        for (d, target) in self.target.iter().enumerate() {
            let layer = rows.bank(d).layer(rows.id(row, d));
            place(layer, at_origin, target.height, target.width, &mut self.placed);
            budget.spend(target.cells.len() as u64 / 4)?;
            for (i, (cells, wanted)) in
                self.placed.chunks(64).zip(target.cells.chunks(64)).enumerate()
            {
                let (set, equal) = compare(cells, wanted);
                self.set[at + self.starts[d] + i] = set;
                self.equal[at + self.starts[d] + i] = equal;
            }
        }
        let vectors = self.set[at..].iter().chain(&self.equal[at..]);
        let key = vectors.fold(self.words as u64, |h, &w| mix(h, w));
        if self.seen.number(key, 0).1 {
            self.pieces.push(Piece { row, at_origin, cost: rows.row(row).cost });
        } else {
            self.set.truncate(at);
            self.equal.truncate(at);
        }
        Ok(())
    }
}

/// Bits of the set cells and of those equal to the wanted ones.
#[inline]
fn compare(cells: &[u8], wanted: &[u8]) -> (u64, u64) {
    let (mut set, mut equal) = (0u64, 0u64);
    for (i, (&cell, &wanted)) in cells.iter().zip(wanted).enumerate() {
        set |= ((cell != 0) as u64) << i;
        equal |= ((cell == wanted) as u64) << i;
    }
    (set, equal)
}

/// The cells of a layer within a picture of this size.
pub fn place(layer: Layer<'_>, at_origin: bool, height: usize, width: usize, cells: &mut Vec<u8>) {
    cells.clear();
    cells.resize(height * width, 0);
    let (row, col) = if at_origin { (0, 0) } else { (layer.row as isize, layer.col as isize) };
    let (from_col, to_col) = (col.max(0), (col + layer.width as isize).min(width as isize));
    if from_col >= to_col {
        return;
    }
    let n = (to_col - from_col) as usize;
    for (i, line) in layer.rows().enumerate() {
        let r = row + i as isize;
        if (0..height as isize).contains(&r) {
            let to = r as usize * width + from_col as usize;
            cells[to..to + n].copy_from_slice(&line[(from_col - col) as usize..][..n]);
        }
    }
}

/// A rule that may be chosen: a piece with an action whose colour is still free.
#[derive(Clone, Copy)]
struct Option_ {
    piece: u32,
    /// 0 copy set, 1 copy empty, 2 copy all, 3 paint set, 4 paint empty.
    kind: u8,
}

/// Finds stacks among pieces up to a cost.
pub struct Stacker<'p> {
    pieces: &'p Pieces,
    /// By guide: options with the most cells that they could close, largest first.
    order: Vec<Vec<(u16, Option_)>>,
    /// By option: the first word that may hold a wrong open cell.
    wrong_at: Vec<u8>,
}

impl<'p> Stacker<'p> {
    /// With the pieces whose rows cost at most this.
    pub fn new(pieces: &'p Pieces, cost: u16, budget: &mut Budget<'_>) -> Worked<Stacker<'p>> {
        let demos = pieces.starts.len() - 1;
        let mut order = vec![Vec::new(); demos];
        for (number, _) in pieces.pieces.iter().enumerate().filter(|(_, p)| p.cost <= cost) {
            budget.spend(pieces.words as u64 / 2)?;
            let at = number * pieces.words;
            for (demo, order) in order.iter_mut().enumerate() {
                let words = pieces.starts[demo]..pieces.starts[demo + 1];
                let all: u32 = pieces.valid[words.clone()].iter().map(|w| w.count_ones()).sum();
                let set: u32 = words.map(|w| pieces.set[at + w].count_ones()).sum();
                for (kind, most) in [(0, set), (1, all - set), (2, all), (3, set), (4, all - set)] {
                    if most > 0 {
                        order.push((most as u16, Option_ { piece: number as u32, kind }));
                    }
                }
            }
        }
        for order in &mut order {
            // Ties: cheaper rows, then copies before paint: a fixed order, whatever the sort does.
            order.sort_by_key(|&(most, o)| {
                (u16::MAX - most, pieces.pieces[o.piece as usize].cost, o.piece, o.kind)
            });
        }
        Ok(Stacker { pieces, order, wrong_at: vec![0; pieces.pieces.len() * 5] })
    }

    /// The stack that grows by the rule that closes most cells of the guide and makes no cell of the active
    /// demos wrong.
    pub fn greedy(
        &mut self,
        guide: usize,
        active: &[bool],
        budget: &mut Budget<'_>,
    ) -> Worked<Stack> {
        let mut open = self.pieces.valid.clone();
        for (demo, &active) in active.iter().enumerate() {
            if !active {
                open[self.pieces.starts[demo]..self.pieces.starts[demo + 1]].fill(0);
            }
        }
        self.wrong_at.fill(0);
        let mut rules = Vec::new();
        while rules.len() < MOST_RULES && open.iter().any(|&w| w != 0) {
            // When the guide is done, the demo with most open cells leads.
            let open_in = |demo: usize| -> u32 {
                open[self.pieces.starts[demo]..self.pieces.starts[demo + 1]]
                    .iter()
                    .map(|w| w.count_ones())
                    .sum()
            };
            let guide = if open_in(guide) > 0 {
                guide
            } else {
                (0..active.len()).rev().max_by_key(|&d| open_in(d)).unwrap_or(guide)
            };
            let Some((option, colour)) = self.best(guide, &open, budget)? else { break };
            self.close(option, &mut open);
            rules.push(self.rule(option, colour));
        }
        Ok(self.pieces.judged(rules))
    }

    /// The option that closes most.
    fn best(
        &mut self,
        guide: usize,
        open: &[u64],
        budget: &mut Budget<'_>,
    ) -> Worked<Option<(Option_, u8)>> {
        let mut best: Option<(u32, u32, Option_, u8)> = None;
        let words = self.pieces.starts[guide]..self.pieces.starts[guide + 1];
        let order = std::mem::take(&mut self.order[guide]);
        let mut looked = 0;
        for &(most, option) in &order {
            if best.is_some_and(|(gain, ..)| (most as u32) < gain) {
                break;
            }
            looked += 1;
            let Some(colour) = self.allowed(option, open) else { continue };
            let cover = |w: usize| open[w] & self.cover(option, w);
            let gain: u32 = words.clone().map(|w| cover(w).count_ones()).sum();
            let cost = self.cost(option);
            if gain > 0 && best.is_none_or(|(g, c, ..)| gain > g || gain == g && cost < c) {
                best = Some((gain, cost, option, colour));
            }
        }
        self.order[guide] = order;
        budget.spend(4 * looked)?;
        budget.check()?;
        Ok(best.map(|(_, _, option, colour)| (option, colour)))
    }

    fn cost(&self, option: Option_) -> u32 {
        let paint = if option.kind >= 3 { 3 } else { 0 };
        self.pieces.pieces[option.piece as usize].cost as u32 + paint
    }

    #[inline]
    fn cover(&self, option: Option_, w: usize) -> u64 {
        let set = self.pieces.set[option.piece as usize * self.pieces.words + w];
        match option.kind {
            0 | 3 => set,
            1 | 4 => !set,
            _ => !0,
        }
    }

    /// The colour that an option paints with, if it makes no open cell wrong. Cells close and never open within a
    /// stack, so a word without wrong open cells stays so.
    #[inline]
    fn allowed(&mut self, option: Option_, open: &[u64]) -> Option<u8> {
        let (pieces, at) = (self.pieces, option.piece as usize * self.pieces.words);
        if option.kind < 3 {
            let place = option.piece as usize * 5 + option.kind as usize;
            let mut w = self.wrong_at[place] as usize;
            while w < pieces.words && open[w] & self.cover(option, w) & !pieces.equal[at + w] == 0 {
                w += 1;
            }
            self.wrong_at[place] = w.min(255) as u8;
            return (w >= pieces.words).then_some(0);
        }
        let mut w = 0;
        while w < pieces.words && open[w] & self.cover(option, w) == 0 {
            w += 1;
        }
        if w == pieces.words {
            return None;
        }
        let first = (open[w] & self.cover(option, w)).trailing_zeros();
        let colour = (0..10).find(|&c| pieces.colour[w][c] >> first & 1 == 1)?;
        let right = (w..pieces.words)
            .all(|w| open[w] & self.cover(option, w) & !pieces.colour[w][colour] == 0);
        right.then_some(colour as u8)
    }

    fn close(&self, option: Option_, open: &mut [u64]) {
        for (w, open) in open.iter_mut().enumerate() {
            *open &= !self.cover(option, w);
        }
    }

    fn rule(&self, option: Option_, colour: u8) -> Rule {
        let piece = &self.pieces.pieces[option.piece as usize];
        let action = match option.kind {
            0 => Action::CopySet,
            1 => Action::CopyEmpty,
            2 => Action::CopyAll,
            3 => Action::PaintSet(colour),
            _ => Action::PaintEmpty(colour),
        };
        Rule { row: piece.row, at_origin: piece.at_origin, action }
    }
}

impl Pieces {
    /// What rules explain, on all demos.
    pub fn judged(&self, rules: Vec<Rule>) -> Stack {
        let pieces = self;
        let mut open = pieces.valid.clone();
        let mut wrong = vec![0u64; pieces.words];
        let mut cost = 0;
        for rule in &rules {
            let number = pieces
                .pieces
                .iter()
                .position(|p| p.row == rule.row && p.at_origin == rule.at_origin);
            let Some(number) = number else { continue };
            cost += pieces.pieces[number].cost as u32 + RULE_COST;
            for w in 0..pieces.words {
                let (set, equal) = (
                    pieces.set[number * pieces.words + w],
                    pieces.equal[number * pieces.words + w],
                );
                let (cover, right) = match rule.action {
                    Action::CopySet => (set, equal),
                    Action::CopyEmpty => (!set, equal),
                    Action::CopyAll => (!0, equal),
                    Action::PaintSet(c) => (set, pieces.colour[w][c as usize]),
                    Action::PaintEmpty(c) => (!set, pieces.colour[w][c as usize]),
                };
                wrong[w] |= open[w] & cover & !right;
                open[w] &= !cover;
            }
        }
        let demos = pieces.starts.len() - 1;
        let words = |demo: usize| pieces.starts[demo]..pieces.starts[demo + 1];
        let none = |bits: &[u64]| bits.iter().all(|&w| w == 0);
        // Cells that stay open are 0 in the end.
        let open_wrong = |w: usize| open[w] & !pieces.colour[w][0] != 0;
        let fits =
            (0..demos).map(|d| none(&wrong[words(d)]) && !words(d).any(open_wrong)).collect();
        Stack { rules, fits, cost }
    }
}

/// What a stack gives in a picture of this size, `layers` being its rules' layers (nothing where one cannot be made).
pub fn draw(rules: &[Rule], layers: &[Option<Layer<'_>>], height: usize, width: usize) -> Picture {
    let mut picture = Picture::plain(height, width, 0);
    let mut open = vec![true; height * width];
    let mut placed = Vec::new();
    for (rule, layer) in rules.iter().zip(layers) {
        let Some(layer) = layer else { continue };
        place(*layer, rule.at_origin, height, width, &mut placed);
        for ((cell, open), &from) in picture.cells.iter_mut().zip(&mut open).zip(&placed) {
            let (covers, colour) = match rule.action {
                Action::CopySet => (from != 0, from),
                Action::CopyEmpty => (from == 0, 0),
                Action::CopyAll => (true, from),
                Action::PaintSet(c) => (from != 0, c),
                Action::PaintEmpty(c) => (from == 0, c),
            };
            if *open && covers {
                (*cell, *open) = (colour, false);
            }
        }
    }
    picture
}
