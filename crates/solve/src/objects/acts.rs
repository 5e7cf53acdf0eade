//! What may be done to bodies, and to which bodies of the demos it may have been done.

use std::collections::HashMap;

use exec::bodies::act::{DELETE, EXTRA, KEEP, MOVE, ONLY, single};
use exec::bodies::attributes::{ATTRIBUTES, Attribute, Kind};
use exec::bodies::extras::{DIRECTIONS, EXTRAS, extra};
use exec::bodies::moves::vector;
use exec::bodies::{Body, Cell, Field, NOBODY};

use super::bits::Bits;
use super::view::View;
use crate::budget::{Budget, Worked};

/// Acts with the same bodies and cells that are kept.
const ALIKE: usize = 3;

/// Where an act's value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// The same for all bodies.
    Constant(i64),
    /// An attribute of the body.
    Attribute(usize),
}

/// An act with what it may explain.
pub struct Act {
    /// Number of the act.
    pub kind: usize,
    /// Its value.
    pub source: Source,
    /// Bits of description.
    pub cost: f32,
    /// Bodies of demos to which it may have been done.
    pub could: Bits,
    /// Open cells that it explains if done to all of these.
    pub explains: Bits,
    /// Whether it changes anything in the demos.
    pub changes: bool,
}

/// What the demos' outputs should be, for acts.
pub struct Target<'a> {
    /// The outputs of the demos, as large as the inputs.
    pub outputs: &'a [Field],
    /// Open cells: places of no body whose colour changes. For each demo the number of each cell, or `usize::MAX`.
    pub open: Vec<Vec<usize>>,
    /// The demo of each open cell.
    pub demo_of: Vec<usize>,
}

impl Target<'_> {
    /// The target of a view.
    pub fn of<'a>(view: &View, outputs: &'a [Field]) -> Target<'a> {
        let mut demo_of = Vec::new();
        let mut open = Vec::new();
        for (d, output) in outputs.iter().enumerate() {
            let scene = &view.scenes[d];
            let mut numbers = vec![usize::MAX; output.cells.len()];
            for (at, number) in numbers.iter_mut().enumerate() {
                if scene.owner[at] == NOBODY && output.cells[at] != scene.field.cells[at] {
                    *number = demo_of.len();
                    demo_of.push(d);
                }
            }
            open.push(numbers);
        }
        Target { outputs, open, demo_of }
    }
}

/// Colours that acts take from bodies.
fn colour_sources() -> impl Iterator<Item = (usize, f32)> {
    let colours = |(i, row): (usize, &exec::bodies::attributes::Row)| {
        (row.1 == Kind::Colour).then_some((i, row.2))
    };
    ATTRIBUTES.iter().enumerate().filter_map(colours)
}

/// How the extra cells of one body agree with the output.
#[derive(Default)]
struct Profile {
    /// There are none.
    empty: bool,
    /// The body's other cells are kept.
    keeps: bool,
    /// The body's other cells are ground.
    clears: bool,
    /// There are other cells.
    leaves: bool,
    /// The output has the natural colours.
    natural: bool,
    /// The output differs from the input.
    changes: bool,
    /// The output's colours, as bits.
    colours: u16,
    /// Open cells among them.
    open: Vec<usize>,
}

/// Builds the acts of a view.
pub struct Workshop<'a, 'b> {
    view: &'a View,
    target: &'a Target<'b>,
    acts: Vec<Act>,
}

/// All acts that could have been done to some bodies, cheapest first.
pub fn acts(view: &View, target: &Target, budget: &mut Budget) -> Worked<Vec<Act>> {
    let mut shop = Workshop { view, target, acts: Vec::new() };
    shop.plain(KEEP, 0.0);
    shop.plain(DELETE, 2.0);
    for kind in 0..EXTRAS {
        budget.check()?;
        shop.extras(kind, budget)?;
    }
    if !view.of_demos(&vec![true; view.demos]).within(&shop.acts[0].could) {
        shop.moves(budget)?;
    }
    Ok(distinct(shop.acts))
}

/// Acts that may explain the same are alike in the demos: the cheapest few of them are enough.
fn distinct(mut acts: Vec<Act>) -> Vec<Act> {
    acts.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    let mut seen: HashMap<(Bits, Bits), usize> = HashMap::new();
    acts.retain(|act| {
        let count = seen.entry((act.could.clone(), act.explains.clone())).or_insert(0);
        *count += 1;
        *count <= ALIKE
    });
    acts
}

impl Workshop<'_, '_> {
    fn bodies(&self) -> impl Iterator<Item = (usize, usize, usize)> + use<'_> {
        let view = self.view;
        (0..view.demos)
            .flat_map(move |d| view.range(d).enumerate().map(move |(i, bit)| (d, i, bit)))
    }

    fn plain(&mut self, kind: usize, cost: f32) {
        let mut act = self.empty(kind, Source::Constant(-1), cost);
        for (d, i, bit) in self.bodies() {
            let after = single(&self.view.scenes[d], i, kind, -1);
            if self.agrees(d, i, &after, false) {
                act.could.set(bit);
                act.changes |= after != self.view.scenes[d].bodies[i];
            }
        }
        self.acts.push(act);
    }

    fn empty(&self, kind: usize, source: Source, cost: f32) -> Act {
        let could = Bits::none(self.view.total());
        let explains = Bits::none(self.target.demo_of.len());
        Act { kind, source, cost, could, explains, changes: false }
    }

    /// Whether a body may have become this: own places must agree, new ones agree or belong to others, left ones are
    /// ground (or anything, for movers).
    fn agrees(&self, d: usize, i: usize, after: &Body, mover: bool) -> bool {
        let (scene, output) = (&self.view.scenes[d], &self.target.outputs[d]);
        let painted = after.cells.iter().all(|&(r, c, v)| match output.index(r, c) {
            None => true,
            Some(at) => {
                output.cells[at] == v
                    || (scene.owner[at] != NOBODY && scene.owner[at] as usize != i && !mover)
            }
        });
        let stays = |cell: &Cell| {
            after.cells.binary_search_by_key(&(cell.0, cell.1), |c| (c.0, c.1)).is_ok()
        };
        let left = |cell: &Cell| output.get(cell.0, cell.1) != Some(scene.ground) && !stays(cell);
        painted && (mover || !scene.bodies[i].cells.iter().any(left))
    }

    fn explain(&self, act: &mut Act, d: usize, i: usize, bit: usize, after: &Body) {
        act.could.set(bit);
        act.changes |= *after != self.view.scenes[d].bodies[i];
        for &(r, c, v) in &after.cells {
            let Some(at) = self.target.outputs[d].index(r, c) else { continue };
            let open = self.target.open[d][at];
            if open != usize::MAX && self.target.outputs[d].cells[at] == v {
                act.explains.set(open);
            }
        }
    }

    /// Acts with one kind of extra cells, in all colours that may be meant.
    fn extras(&mut self, kind: usize, budget: &mut Budget) -> Worked {
        let mut profiles = Vec::with_capacity(self.view.starts[self.view.demos]);
        let mut stamps: Vec<Vec<u32>> =
            self.target.outputs.iter().map(|o| vec![0; o.cells.len()]).collect();
        let mut touched = 0;
        for (d, i, bit) in self.bodies() {
            let mut cells = extra(&self.view.scenes[d], i, kind);
            let stamp = bit as u32 + 1;
            cells.retain(|&(r, c, _)| {
                let at = self.target.outputs[d].index(r, c);
                at.is_some_and(|at| std::mem::replace(&mut stamps[d][at], stamp) != stamp)
            });
            touched += cells.len() + self.view.scenes[d].bodies[i].cells.len();
            profiles.push(self.profile(d, i, &cells, |at| stamps[d][at] == stamp));
        }
        budget.spend(6 * touched as u64)?;
        if profiles.iter().all(|p| p.empty) {
            return Ok(());
        }
        let mut sources = vec![(Source::Constant(-1), 2.0)];
        sources.extend((0..10).map(|c| (Source::Constant(c), 3.0)));
        sources.extend(colour_sources().map(|(a, cost)| (Source::Attribute(a), 4.0 + cost)));
        budget.spend((4 * profiles.len() * sources.len()) as u64)?;
        let base = if kind == 51 { 0.0 } else { 3.0 };
        for (source, cost) in sources {
            if !(kind == 51 && source == Source::Constant(-1)) {
                self.extra(EXTRA + kind, &profiles, source, base + cost);
            }
            if !(51..65).contains(&kind) {
                self.extra(ONLY + kind, &profiles, source, base + cost + 3.0);
            }
        }
        Ok(())
    }

    /// How a body's extra cells, each place once, agree with the output.
    fn profile(
        &self,
        d: usize,
        i: usize,
        cells: &[Cell],
        is_extra: impl Fn(usize) -> bool,
    ) -> Profile {
        let (scene, output) = (&self.view.scenes[d], &self.target.outputs[d]);
        let mut p =
            Profile { empty: cells.is_empty(), keeps: true, clears: true, ..Profile::default() };
        p.natural = true;
        for &(r, c, v) in cells {
            let Some(at) = output.index(r, c) else { continue };
            let colour = output.cells[at];
            if scene.owner[at] != NOBODY && scene.owner[at] as usize != i {
                continue;
            }
            p.natural &= colour == v;
            p.changes |= colour != scene.field.cells[at];
            p.colours |= 1 << (colour & 15);
            let open = self.target.open[d][at];
            if open != usize::MAX {
                p.open.push(open);
            }
        }
        for &(r, c, v) in &scene.bodies[i].cells {
            let Some(at) = output.index(r, c).filter(|&at| !is_extra(at)) else { continue };
            p.keeps &= output.cells[at] == v;
            p.clears &= output.cells[at] == scene.ground;
            p.leaves |= v != scene.ground;
        }
        p
    }

    fn extra(&mut self, kind: usize, profiles: &[Profile], source: Source, cost: f32) {
        let mut act = self.empty(kind, source, cost);
        for (bit, p) in profiles.iter().enumerate() {
            let value = match source {
                Source::Constant(value) => value,
                Source::Attribute(a) => self.view.values[a][bit],
            };
            let coloured = match value {
                0..10 => p.colours & !(1 << value) == 0,
                _ => source == Source::Constant(-1) && p.natural,
            };
            if !coloured || !(if kind < ONLY { p.keeps } else { p.clears }) {
                continue;
            }
            act.could.set(bit);
            act.changes |= p.changes || kind >= ONLY && p.leaves;
            p.open.iter().for_each(|&open| act.explains.set(open));
        }
        if act.changes {
            self.acts.push(act);
        }
    }

    fn moves(&mut self, budget: &mut Budget) -> Worked {
        let size: usize =
            self.bodies().map(|(d, i, _)| self.view.scenes[d].bodies[i].cells.len()).sum();
        for (direction, &step) in DIRECTIONS.iter().enumerate() {
            budget.spend(10 * size as u64)?;
            self.slide(direction, step);
        }
        let lengths = [
            Attribute::Height,
            Attribute::Width,
            Attribute::Size,
            Attribute::LongSide,
            Attribute::HoleCells,
        ];
        for direction in 0..4 {
            budget.spend(15 * size as u64)?;
            for amount in 1..=4 {
                self.shift(
                    MOVE + 8 + direction,
                    Source::Constant(amount),
                    6.0 + amount as f32 / 2.0,
                );
            }
            for attribute in lengths {
                self.shift(MOVE + 8 + direction, Source::Attribute(attribute as usize), 7.0);
            }
        }
        for kind in [12, 14, 15, 16] {
            self.headed(MOVE + kind, budget)?;
        }
        self.vectors(budget)
    }

    /// Moves until something is in the way: any distance at which the output agrees may be meant.
    fn slide(&mut self, direction: usize, step: (i16, i16)) {
        let mut act = self.empty(MOVE + direction, Source::Constant(0), 5.0);
        for (d, i, bit) in self.bodies() {
            let scene = &self.view.scenes[d];
            for far in 0..30 {
                let after = scene.bodies[i].moved(far * step.0, far * step.1);
                if after.cells.iter().any(|&(r, c, _)| scene.field.index(r, c).is_none()) {
                    break;
                }
                if self.agrees(d, i, &after, true) {
                    self.explain(&mut act, d, i, bit, &after);
                }
            }
        }
        if act.changes {
            self.acts.push(act);
        }
    }

    fn shift(&mut self, kind: usize, source: Source, cost: f32) {
        let view = self.view;
        let places: Vec<(usize, usize, usize)> = self.bodies().collect();
        self.shift_by(kind, source, cost, |bit, value| {
            let (d, i, _) = places[bit];
            let (down, over) = vector(&view.scenes[d], i, kind - MOVE, value);
            Some(view.scenes[d].bodies[i].moved(down, over))
        });
    }

    /// A move whose result for a body and a value is known; it still has to agree with the output.
    fn shift_by(
        &mut self,
        kind: usize,
        source: Source,
        cost: f32,
        after: impl Fn(usize, i64) -> Option<Body>,
    ) {
        let mut act = self.empty(kind, source, cost);
        for (d, i, bit) in self.bodies() {
            let value = match source {
                Source::Constant(value) => value,
                Source::Attribute(a) => self.view.values[a][bit],
            };
            let Some(after) = after(bit, value) else { continue };
            if self.agrees(d, i, &after, true) {
                self.explain(&mut act, d, i, bit, &after);
            }
        }
        if act.changes {
            self.acts.push(act);
        }
    }

    /// Moves towards a body of some colour.
    fn headed(&mut self, kind: usize, budget: &mut Budget) -> Worked {
        let mut verdicts: Vec<[Option<Body>; 10]> = Vec::new();
        for (d, i, _) in self.bodies() {
            let scene = &self.view.scenes[d];
            let there = scene.bodies.iter().fold(0u16, |bits, b| bits | 1 << b.colour());
            budget.spend((scene.bodies[i].cells.len() * scene.field.cells.len() / 4) as u64)?;
            verdicts.push(std::array::from_fn(|colour| {
                let (down, over) = match there >> colour & 1 {
                    1 => vector(scene, i, kind - MOVE, colour as i64),
                    _ => (0, 0),
                };
                Some(scene.bodies[i].moved(down, over))
                    .filter(|after| self.agrees(d, i, after, true))
            }));
        }
        let constants = (0..10).map(|c| (Source::Constant(c), 7.0));
        let attributes = colour_sources().map(|(a, cost)| (Source::Attribute(a), 7.0 + cost));
        for (source, cost) in constants.chain(attributes).collect::<Vec<_>>() {
            self.shift_by(kind, source, cost, |bit, value| match value {
                0..10 => verdicts[bit][value as usize].clone(),
                _ => None,
            });
        }
        Ok(())
    }

    /// Constant vectors, as many as the first demo's first body that is not kept allows.
    fn vectors(&mut self, budget: &mut Budget) -> Worked {
        let Some((d, i, _)) = self.bodies().find(|&(d, i, _)| {
            let body = &self.view.scenes[d].bodies[i];
            !self.agrees(d, i, body, false)
        }) else {
            return Ok(());
        };
        let body = &self.view.scenes[d].bodies[i];
        let output = &self.target.outputs[d];
        let mut found = Vec::new();
        for row in 0..output.height as i16 {
            for col in 0..output.width as i16 {
                let (down, over) = (row - body.top, col - body.left);
                let straight = (down == 0 || over == 0) && (down + over).abs() <= 4;
                if !straight
                    && down.abs() < 50
                    && over.abs() < 50
                    && self.agrees(d, i, &body.moved(down, over), true)
                {
                    found.push((down + 50) as i64 * 100 + (over + 50) as i64);
                }
            }
        }
        budget.spend((output.cells.len() * 4 + found.len().min(40) * 100) as u64)?;
        for value in found.into_iter().take(40) {
            self.shift(MOVE + 13, Source::Constant(value), 10.0);
        }
        Ok(())
    }
}

/// For each demo the colours that its bodies have in an output with one cell per body; nothing unless all outputs
/// are such.
pub fn matrix_target(view: &View, outputs: &[Field]) -> Option<Vec<Vec<u8>>> {
    let colours = |(d, output): (usize, &Field)| {
        let numbered: Vec<Body> = view.scenes[d].bodies.clone();
        let plan = exec::bodies::draw::matrix(&numbered)?;
        if (plan.height, plan.width) != (output.height, output.width) {
            return None;
        }
        let (rows, cols) = (Attribute::RowInGrid, Attribute::ColumnInGrid);
        let places = view.of_sample(rows, d).iter().zip(view.of_sample(cols, d));
        places.map(|(&r, &c)| output.get(r as i16, c as i16)).collect()
    };
    outputs.iter().enumerate().map(colours).collect()
}

/// Acts that give bodies the colours of a matrix.
pub fn matrix_acts(view: &View, colours: &[Vec<u8>], kind: usize) -> Vec<Act> {
    let wanted: Vec<i64> = colours.iter().flatten().map(|&c| c as i64).collect();
    let constants = (0..10).map(|c| (Source::Constant(c), 3.0));
    let sources =
        constants.chain(colour_sources().map(|(a, cost)| (Source::Attribute(a), 3.5 + cost)));
    let act = |(source, cost): (Source, f32)| {
        let value = |i: usize| match source {
            Source::Constant(value) => value,
            Source::Attribute(a) => view.values[a][i],
        };
        let could = Bits::of((0..wanted.len()).map(|i| value(i) == wanted[i]), view.total());
        let changes = !could.is_empty();
        changes.then(|| Act { kind, source, cost, could, explains: Bits::none(0), changes })
    };
    let mut acts: Vec<Act> = sources.filter_map(act).collect();
    acts.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    acts
}
