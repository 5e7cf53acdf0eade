//! Odds: a prior as bits by number, for the inner loops of a search.
//!
//! Everything is worked out once per prior with sums in the order of numbers, and logarithms are taken of integers: the
//! same odds on every machine.

use lang::{Dialect, Op};

use super::slots::{Child, Place, Slots, named};
use super::{Prior, Row};

/// How unlikely something is, in parts of a bit: see [`BIT`].
pub type Bits = u16;

/// A bit.
pub const BIT: Bits = 16;

/// What is never to be tried.
pub const NEVER: Bits = Bits::MAX;

/// The share that is told from 0, as a power of two.
const LEAST_SHARE: u32 = 40;

/// What a prior says of every place of a dialect.
#[derive(Clone, Debug)]
pub struct Odds {
    slots: &'static Slots,
    /// By number of the place, then of the child.
    bits: Vec<Bits>,
}

impl Odds {
    /// The odds of a dialect.
    pub fn new(prior: &Prior, dialect: Dialect) -> Odds {
        let slots = Slots::of(dialect);
        let any = weights(&prior.any, dialect, slots);
        let rows = rows_by_place(prior, dialect, slots);
        let mut bits = Vec::with_capacity(rows.len() * slots.children.len());
        for (row, fitting) in rows.into_iter().zip(&slots.fitting) {
            let own = weights(row, dialect, slots);
            bits.extend(shares(&own, &any, fitting, prior.other).into_iter().map(bits_of));
        }
        Odds { slots, bits }
    }

    /// How unlikely it is that this stands there, in parts of a [`BIT`].
    pub fn bits(&self, place: Place, child: Child) -> Bits {
        self.row(place)[self.slots.child(child)]
    }

    /// By number of the child: how unlikely it is at a place.
    pub fn row(&self, place: Place) -> &[Bits] {
        let children = self.slots.children.len();
        &self.bits[self.slots.place(place) * children..][..children]
    }

    /// The places and children of its dialect.
    pub fn slots(&self) -> &'static Slots {
        self.slots
    }
}

/// By number of the child: the weights of a row.
fn weights(row: &Row, dialect: Dialect, slots: &Slots) -> Vec<f64> {
    let mut weights = vec![0.0; slots.children.len()];
    for (name, &weight) in row {
        let meant = named(dialect, name);
        let part = weight / meant.len().max(1) as f64;
        meant.into_iter().for_each(|child| weights[slots.child(child)] += part);
    }
    weights
}

/// By number of the place: what is written for it. Names of the dialect's own come before those that mean the same.
fn rows_by_place<'p>(prior: &'p Prior, dialect: Dialect, slots: &Slots) -> Vec<&'p Row> {
    static NOTHING: Row = Row::new();
    let mut rows = vec![&NOTHING; slots.places.len()];
    rows[0] = &prior.root;
    let is_own = |(name, _): &(&String, &Vec<Row>)| Op::lookup(dialect, name).is_some();
    let (own, others): (Vec<_>, Vec<_>) = prior.arguments.iter().partition(is_own);
    for (name, of_op) in others.into_iter().chain(own) {
        for child in named(dialect, name) {
            let Child::Op(op) = child else { continue };
            for (at, row) in of_op.iter().enumerate().take(op.arity()) {
                rows[slots.place(Place::Argument(op, at))] = row;
            }
        }
    }
    rows
}

/// A row's own weights, and beside them `other`, shared out over what fits as `any` says, which in its turn has `other`
/// beside it, shared out evenly.
fn shares(own: &[f64], any: &[f64], fitting: &[u16], other: f64) -> Vec<f64> {
    let mut at_all = vec![0.0; own.len()];
    fitting.iter().for_each(|&n| at_all[n as usize] = any[n as usize]);
    let mut evenly = vec![0.0; own.len()];
    fitting.iter().for_each(|&n| evenly[n as usize] = 1.0 / fitting.len() as f64);
    mixed(own, &mixed(&at_all, &evenly, other), other)
}

/// Shares of weights, and of `other` that is shared out as `base` says; where nothing has weight, those of `base`.
fn mixed(own: &[f64], base: &[f64], other: f64) -> Vec<f64> {
    let total = own.iter().sum::<f64>() + other;
    match total > 0.0 {
        true => own.iter().zip(base).map(|(own, base)| (own + other * base) / total).collect(),
        false => base.to_vec(),
    }
}

/// How unlikely a share is.
pub(super) fn bits_of(share: f64) -> Bits {
    if share <= 0.0 {
        return NEVER;
    }
    let parts = (share * (1u64 << LEAST_SHARE) as f64) as u64;
    let most = LEAST_SHARE * u32::from(BIT);
    (most - log2(parts.clamp(1, 1 << LEAST_SHARE))) as Bits
}

/// The logarithm of a number above 0, in parts of a [`BIT`], cut off: by squaring, with integers alone.
fn log2(number: u64) -> u32 {
    let whole = number.ilog2();
    let mut rest = u128::from(number) << (63 - whole);
    let mut bits = whole;
    let mut part = BIT;
    while part > 1 {
        part /= 2;
        rest = (rest * rest) >> 63;
        let above = rest >= 1 << 64;
        bits = bits * 2 + u32::from(above);
        rest >>= u32::from(above);
    }
    bits
}

/// By parts of a bit: 2^16 times as likely as it is with that much less.
const DOWN: [u64; BIT as usize] = [
    65536, 62757, 60097, 57549, 55109, 52772, 50535, 48393, 46341, 44376, 42495, 40693, 38968,
    37316, 35734, 34219,
];

/// How often to draw what has so many bits more than the likeliest.
pub fn weight(more: u32) -> u64 {
    let (whole, part) = (more / u32::from(BIT), more % u32::from(BIT));
    (DOWN[part as usize] << 24).checked_shr(whole).unwrap_or(0)
}
