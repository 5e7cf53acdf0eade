//! Programs made of those that run: mutated, put behind each other, joined.

use lang::{Input, NodeId, Op};

use super::{Candidate, Done, Live, Place, Round, grid_ops};
use crate::mutate::{BankProbe, Facts, Mutator, Settings};
use crate::simplify::replaced;

/// Programs that are bred, and tasks after which a round ends: tasks of a round look alike.
const BRED: usize = 48;
const ENOUGH: usize = 8;
/// The share of elements that a mutant changes.
const RATE: f64 = 0.05;
/// Memory for the values of one input, after which a round ends.
const MOST_BYTES: usize = 24 << 20;

impl Round<'_, '_> {
    /// Makes programs of those that run.
    pub(super) fn breed(&mut self) -> Done {
        let facts = Facts::none();
        let settings = Settings { solvers: true, ..Settings::of_search(RATE) };
        let (family, odds) = (self.family, self.odds.clone());
        let mutator = Mutator::new(&settings, &facts, &family.donors);
        let mut mutator = mutator.by(odds.as_deref());
        for _ in 0..BRED {
            let large = |place: &Place<'_>| place.open.bank().bytes() > MOST_BYTES;
            let enough = self.out.found.len() >= ENOUGH;
            if enough || self.live.is_empty() || self.places.iter().any(large) {
                break;
            }
            let parent = self.live[self.stream.below(self.live.len())].clone();
            let bred = match self.stream.below(20) {
                0..=3 => self.chained(&parent),
                4 => self.joined(&parent),
                _ => self.mutated(&parent, &mut mutator),
            };
            if let Some(candidate) = bred {
                self.offer(candidate)?;
            }
        }
        Ok(())
    }

    /// An edit or some.
    fn mutated(&mut self, parent: &Live, mutator: &mut Mutator<'_>) -> Option<Candidate> {
        let (dag, stream) = (&mut self.dag, &mut self.stream);
        let [first, second] = parent.runs;
        let (before, after) = self.places.split_at_mut(second);
        let (first, second) = (before[first].probed(), after[0].probed());
        let mut probe = BankProbe::new(first, Some(second));
        let mutant = mutator.mutate(dag, parent.candidate.root, stream, Some(&mut probe));
        if mutant.log.is_empty() {
            return None;
        }
        let donors = mutant.donors.iter().map(|&donor| self.family.members[donor]);
        let made = mutant.log.iter().map(ToString::to_string).collect();
        Some(parent.candidate.with(mutant.root, donors, made))
    }

    /// Another program takes what this one gives for its input.
    fn chained(&mut self, parent: &Live) -> Option<Candidate> {
        let (root, number, name) = self.another()?;
        let (steps, input) = (self.dag.steps(root), self.dag.input(Input::I));
        steps.contains(&input).then_some(())?;
        let chained = replaced(&mut self.dag, &steps, input, parent.candidate.root)?;
        let made = vec![format!("then {name}")];
        Some(parent.candidate.with(chained, number, made))
    }

    /// An op of two grids takes what two programs give.
    fn joined(&mut self, parent: &Live) -> Option<Candidate> {
        let other = self.live[self.stream.below(self.live.len())].candidate.clone();
        let ops: Vec<Op> = grid_ops(&self.dag, 2).collect();
        let op = *self.stream.pick(&ops)?;
        let root = self.dag.call(op, &[parent.candidate.root, other.root]).ok()?;
        let with = self.name_of(&other);
        let made = vec![format!("{} with {with}", op.name())];
        (other.root != parent.candidate.root).then_some(())?;
        Some(parent.candidate.with(root, other.parents, made))
    }

    /// A program that runs here, or any.
    fn another(&mut self) -> Option<(NodeId, Vec<usize>, String)> {
        if self.stream.chance(0.5) {
            let live = self.live[self.stream.below(self.live.len())].candidate.clone();
            let name = self.name_of(&live);
            return Some((live.root, live.parents, name));
        }
        let number = *self.stream.pick(&self.family.members)?;
        let parent = &self.material.parents[number];
        Some((self.dag.merge(parent.code.dag())[0], vec![number], parent.name.clone()))
    }

    fn name_of(&self, candidate: &Candidate) -> String {
        let name = &self.material.parents[candidate.parents[0]].name;
        match candidate.made.is_empty() {
            true => name.clone(),
            false => format!("{name} ({})", candidate.made.join(", ")),
        }
    }
}

impl Candidate {
    /// One more step.
    fn with(
        &self,
        root: NodeId,
        parents: impl IntoIterator<Item = usize>,
        made: Vec<String>,
    ) -> Candidate {
        let mut candidate = Candidate { root, own: false, ..self.clone() };
        for parent in parents {
            if !candidate.parents.contains(&parent) {
                candidate.parents.push(parent);
            }
        }
        candidate.made.extend(made);
        candidate
    }
}
