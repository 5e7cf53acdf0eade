//! Mutants: elements are drawn, edited, and the rest of the program is put on top of them.

use std::collections::HashMap;
use std::sync::Arc;

use lang::{Dag, Hints, Node, NodeId, compatible, slot_hint};

use super::outline::{Element, Outline};
use super::settings::Settings;
use super::tables::Tables;
use super::text::describe;
use super::work::{Edit, Scratch, Verdict, Work};
use super::{Donors, Facts, Mutation, Probe, Seen};
use crate::prior::Odds;
use crate::stream::Stream;

/// Whole programs tried per mutant while they fail or change nothing.
const ATTEMPTS: usize = 3;

/// Attempts that draw elements by the rate. Of many edits in a long program one is likely to
/// fail; later attempts make one edit only.
const BY_RATE: usize = 2;

/// What mutation goes by.
pub(super) struct Rules<'a> {
    pub settings: &'a Settings,
    pub facts: &'a Facts,
    pub donors: &'a Donors,
    /// What is likely where; without, everything is as likely as anything.
    pub odds: Option<&'a Odds>,
}

/// A program made from another.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// Its result; the parent's if nothing was edited.
    pub root: NodeId,
    /// The edits, in the order of the parent's lines.
    pub log: Vec<Mutation>,
    /// The programs it was crossed with, by their number among the donors.
    pub donors: Vec<usize>,
    /// What it gives on the samples of the probe; nothing without a probe.
    pub seen: Option<Seen>,
    /// How many lines were run to find it.
    pub probes: u32,
}

/// Makes mutants of programs in one Dag.
///
/// Invariant: one mutator works on one Dag, which only grows.
pub struct Mutator<'a> {
    rules: Rules<'a>,
    hints: Hints,
    outlines: HashMap<NodeId, Arc<Outline>>,
    scratch: Scratch,
    chosen: Vec<Chosen>,
}

/// An element that is edited.
#[derive(Clone, Copy)]
struct Chosen {
    element: Element,
    explain: bool,
}

impl<'a> Mutator<'a> {
    /// A mutator of programs of one task.
    pub fn new(settings: &'a Settings, facts: &'a Facts, donors: &'a Donors) -> Mutator<'a> {
        Mutator {
            rules: Rules { settings, facts, donors, odds: None },
            hints: Hints::default(),
            outlines: HashMap::new(),
            scratch: Scratch::default(),
            chosen: Vec::new(),
        }
    }

    /// Draws by odds, which must be of the programs' dialect.
    pub fn by(mut self, odds: Option<&'a Odds>) -> Mutator<'a> {
        self.rules.odds = odds;
        self
    }

    /// A mutant of the program that ends in `root`: new lines become new nodes of `dag`.
    ///
    /// With a probe, edits that fail or give what stood there are tried again, a bounded number
    /// of times. Without one, declared types are all that is known.
    pub fn mutate(
        &mut self,
        dag: &mut Dag,
        root: NodeId,
        stream: &mut Stream,
        probe: Option<&mut dyn Probe>,
    ) -> Mutant {
        let outline = self.outline(dag, root);
        let (tables, settings) = (Tables::of(dag.dialect()), self.rules.settings);
        let mut work = Work {
            rules: &self.rules,
            tables,
            outline: &outline,
            hints: &mut self.hints,
            scratch: &mut self.scratch,
            dag,
            stream,
            // Shortens the life of the probe's type, which only a coercion does.
            probe: probe.map(|probe| probe as &mut dyn Probe),
            probes: 0,
        };
        let mut best = Best { verdict: None, root, edits: Vec::new(), log: Vec::new() };
        for attempt in 0..ATTEMPTS {
            if attempt == 0 || settings.at_least_one {
                let rate = if attempt < BY_RATE { settings.rate } else { 0.0 };
                choose(&mut self.chosen, settings, rate, &outline, work.stream);
            }
            if self.chosen.is_empty() || best.offer(&mut work, root, &self.chosen) {
                break;
            }
        }
        best.into_mutant(&mut work)
    }

    /// Whether all calls among the nodes from `first` on take arguments that are compatible with
    /// their slots.
    pub fn is_typed_since(&mut self, dag: &Dag, first: usize) -> bool {
        self.hints.extend(dag);
        let hints = &self.hints;
        dag.ids_from(first).all(|id| match dag.node(id) {
            Node::Call(op, args) => {
                let fits = |(i, &arg)| compatible(&slot_hint(op, i), hints.get(arg));
                args.iter().enumerate().all(fits)
            }
            _ => true,
        })
    }

    fn outline(&mut self, dag: &Dag, root: NodeId) -> Arc<Outline> {
        self.hints.extend(dag);
        let (hints, facts) = (&self.hints, self.rules.facts);
        let make = || Arc::new(Outline::new(dag, root, hints, facts));
        self.outlines.entry(root).or_insert_with(make).clone()
    }
}

/// Draws the elements to edit, each with its chance.
fn choose(
    chosen: &mut Vec<Chosen>,
    settings: &Settings,
    rate: f64,
    outline: &Outline,
    stream: &mut Stream,
) {
    chosen.clear();
    let mut free = false;
    for &element in &outline.elements {
        let known = element.explained.is_some_and(|e| settings.weights.get(e.operator()) > 0);
        if known && stream.chance(settings.explained) {
            chosen.push(Chosen { element, explain: true });
        } else if rate > 0.0 && stream.chance(rate) {
            chosen.push(Chosen { element, explain: false });
            free = true;
        }
    }
    if settings.at_least_one && !free {
        choose_one(chosen, outline, stream);
    }
}

/// Adds one element, any with the same chance.
fn choose_one(chosen: &mut Vec<Chosen>, outline: &Outline, stream: &mut Stream) {
    let at = stream.below(outline.elements.len());
    let Some(&element) = outline.elements.get(at) else { return };
    let key = |element: &Element| (element.line, element.place.unwrap_or(usize::MAX));
    let place = chosen.partition_point(|other| key(&other.element) < key(&element));
    let same = chosen.get(place).is_some_and(|other| key(&other.element) == key(&element));
    chosen.splice(place..place + usize::from(same), [Chosen { element, explain: false }]);
}

/// The best program so far.
struct Best {
    verdict: Option<Verdict>,
    root: NodeId,
    edits: Vec<Edit>,
    log: Vec<Mutation>,
}

impl Best {
    /// Makes one attempt and keeps it if it is better. True if there is no need for another.
    fn offer(&mut self, work: &mut Work<'_>, root: NodeId, chosen: &[Chosen]) -> bool {
        let Some(new) = attempt(work, chosen) else { return false };
        let verdict = work.verdict(root, new);
        if self.verdict.is_none_or(|best| verdict > best) {
            self.verdict = Some(verdict);
            self.root = new;
            self.edits.clone_from(&work.scratch.edits);
            self.log = self.edits.iter().map(|edit| describe(work, edit)).collect();
        }
        // Where nothing is tried and copies are welcome, whatever was drawn is the mutant.
        verdict == Verdict::New || work.probe.is_none() && !work.rules.settings.at_least_one
    }

    fn into_mutant(self, work: &mut Work<'_>) -> Mutant {
        let mut donors: Vec<usize> = self.edits.iter().filter_map(|edit| edit.donor).collect();
        donors.sort_unstable();
        donors.dedup();
        let seen = work.seen(self.root);
        Mutant { root: self.root, log: self.log, donors, seen, probes: work.probes }
    }
}

/// Edits the chosen elements and puts the lines that use them on top. Nothing if a line fails.
fn attempt(work: &mut Work<'_>, chosen: &[Chosen]) -> Option<NodeId> {
    work.scratch.edits.clear();
    work.scratch.now.clear();
    work.scratch.now.extend(work.outline.lines.iter().map(|line| line.node));
    let mut chosen = chosen.iter().peekable();
    for line in chosen.peek()?.element.line..work.outline.lines.len() {
        if !work.rebuild(line) {
            return None;
        }
        while let Some(next) = chosen.next_if(|next| next.element.line == line) {
            if next.explain {
                work.explain(next.element);
            } else {
                work.edit(next.element);
            }
        }
    }
    work.scratch.now.last().copied()
}
