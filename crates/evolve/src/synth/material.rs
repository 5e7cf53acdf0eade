//! What tasks are made from: programs, and the inputs of real tasks.

use std::collections::{HashMap, HashSet};

use exec::data::{Dataset, Task};
use lang::{Dialect, Hash128, Input};
use xxhash_rust::xxh3::Xxh3Default;

use super::weights::Weights;
use crate::code::Code;
use crate::mutate::Donors;
use crate::prior::Guide;

/// A program that tasks are made from.
#[derive(Clone, Debug)]
pub struct Parent {
    /// What it is called.
    pub name: String,
    /// The task that it was written for or found on, if that is known.
    pub task: String,
    /// The program.
    pub code: Code,
}

/// The programs of one dialect.
pub(super) struct Family {
    pub dialect: Dialect,
    /// By their number among all programs.
    pub members: Vec<usize>,
    /// The same programs, to cross with.
    pub donors: Donors,
    /// By task: those that are for it.
    pub of_task: HashMap<usize, Vec<usize>>,
}

/// Programs and tasks, made ready to draw from.
pub struct Material {
    pub(super) tasks: Vec<Task>,
    pub(super) parents: Vec<Parent>,
    pub(super) families: Vec<Family>,
    pub(super) weights: Weights,
    pub(super) guide: Guide,
    /// The version of the data.
    pub data: String,
    /// Programs that were left out: they read the demo pairs of a task, and a new task has none before they ran.
    pub left_out: usize,
}

impl Material {
    /// Takes what can be used; equal programs count once, the first of them.
    pub fn new(programs: impl IntoIterator<Item = Parent>, data: &Dataset) -> Material {
        let (mut seen, mut parents, mut left_out) = (HashSet::new(), Vec::new(), 0);
        for parent in programs {
            if parent.code.reads(Input::S) || parent.code.reads(Input::C) {
                left_out += 1;
            } else if seen.insert((parent.code.hash(), parent.task.clone())) {
                parents.push(parent);
            }
        }
        let weights = Weights::fitted(parents.iter().map(|parent| &parent.code));
        let family = |dialect| Family::new(dialect, &parents, data);
        let families = Dialect::ALL.into_iter().filter_map(family).collect();
        let (tasks, data) = (data.tasks.clone(), data.version.clone());
        Material { tasks, parents, families, weights, guide: Guide::NONE, data, left_out }
    }

    /// Goes by priors in what mutation draws.
    pub fn by(self, guide: Guide) -> Material {
        Material { guide, ..self }
    }

    /// How many programs there are.
    pub fn programs(&self) -> usize {
        self.parents.len()
    }

    /// How many tasks there are.
    pub fn tasks(&self) -> usize {
        self.tasks.len()
    }

    /// Fingerprints of the programs, with what they are called and for, and of the ids of the tasks.
    pub fn fingerprints(&self) -> [Hash128; 2] {
        let [mut programs, mut tasks] = [Xxh3Default::new(), Xxh3Default::new()];
        let add = |hasher: &mut Xxh3Default, text: &str| {
            hasher.update(&(text.len() as u64).to_le_bytes());
            hasher.update(text.as_bytes());
        };
        for parent in &self.parents {
            programs.update(&parent.code.hash().0.to_le_bytes());
            add(&mut programs, &parent.name);
            add(&mut programs, &parent.task);
        }
        self.tasks.iter().for_each(|task| add(&mut tasks, &task.id));
        [programs, tasks].map(|hasher| Hash128(hasher.digest128()))
    }
}

impl Family {
    /// The programs of a dialect, if there are any.
    fn new(dialect: Dialect, parents: &[Parent], data: &Dataset) -> Option<Family> {
        let (mut members, mut of_task) = (Vec::new(), HashMap::<usize, Vec<usize>>::new());
        let own = parents.iter().enumerate().filter(|(_, p)| p.code.dialect() == dialect);
        for (number, parent) in own {
            members.push(number);
            if let Ok(task) = data.tasks.binary_search_by(|task| task.id.cmp(&parent.task)) {
                of_task.entry(task).or_default().push(number);
            }
        }
        let donors = Donors::new(dialect, members.iter().map(|&number| &parents[number].code));
        (!members.is_empty()).then_some(Family { dialect, members, donors, of_task })
    }
}
