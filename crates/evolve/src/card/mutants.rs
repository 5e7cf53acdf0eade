//! Mutation of the programs that go into a batt.

use std::collections::HashMap;

use exec::bank::{Bank, Memo, Scratch};
use exec::data::Task;
use exec::run::{Budget, Inputs};
use lang::{Dag, Hash128, Node, NodeId};

use super::merge::Part;
use crate::code::Code;
use crate::mutate::{BankProbe, Donors, Facts, Mutant, Mutator, Probe, ProbeSample, Settings};
use crate::stream::Stream;

/// A mutant of a program. Where its task is known, edits that fail on the first demo sample or
/// change nothing there are tried again.
pub(super) fn solver(
    part: Part,
    task: Option<&Task>,
    settings: &Settings,
    donors: &Donors,
    stream: &mut Stream,
) -> Part {
    let facts = task.map_or_else(Facts::none, Facts::of);
    let mut mutator = Mutator::new(settings, &facts, donors);
    let mut dag = part.code.dag().clone();
    let root = part.code.root();
    let Some((task, sample)) = task.and_then(|task| Some((task, task.demo.first()?))) else {
        let mutant = mutator.mutate(&mut dag, root, stream, None);
        return mutated(part, &dag, mutant);
    };
    let inputs = Inputs { demo: &task.demo, input: &sample.input, target: None };
    let (mut scratch, mut bank) = (Scratch::default(), Bank::new(dag.dialect()));
    let mut memo = Memo::default();
    let mut open = bank.open(&mut scratch, inputs, Budget::default());
    let mut probe = BankProbe::new(ProbeSample { open: &mut open, memo: &mut memo }, None);
    let mutant = mutator.mutate(&mut dag, root, stream, Some(&mut probe as &mut dyn Probe));
    mutated(part, &dag, mutant)
}

/// A mutant of a differ: its lines go by declared types alone, since it belongs to no task.
pub(super) fn differ(part: Part, settings: &Settings, stream: &mut Stream) -> Part {
    let (facts, donors) = (Facts::none(), Donors::none(part.code.dialect()));
    let mut dag = part.code.dag().clone();
    let mutant =
        Mutator::new(settings, &facts, &donors).mutate(&mut dag, part.code.root(), stream, None);
    mutated(part, &dag, mutant)
}

fn mutated(part: Part, dag: &Dag, mutant: Mutant) -> Part {
    let code = Code::of_root(dag, mutant.root);
    if code.hash() == part.code.hash() {
        return part;
    }
    Part { code, parent: Some(part.code), log: mutant.log, ..part }
}

/// Which edits of a mutant made which of its lines: places in the log by the hash of a line.
///
/// The log counts lines of the parent. From the two results backwards, each line of the parent
/// belongs to the line that took its place, up to the arguments that were edited.
pub(super) fn edited_lines(part: &Part) -> HashMap<Hash128, Vec<usize>> {
    let mut edited = HashMap::new();
    let Some(parent) = &part.parent else { return edited };
    let (old, new) = (parent.dag(), part.code.dag());
    let numbers = line_numbers(old);
    let mut seen = vec![false; old.len()];
    let mut todo = vec![(parent.root(), part.code.root())];
    while let Some((before, after)) = todo.pop() {
        let known = std::mem::replace(&mut seen[before.index()], true);
        if known || old.hash(before) == new.hash(after) {
            continue;
        }
        let line = numbers[before.index()];
        let mine = |&place: &usize| part.log[place].line == line;
        let places: Vec<usize> = (0..part.log.len()).filter(mine).collect();
        let is_edited = |at: usize| {
            places.iter().any(|&place| part.log[place].argument == u32::try_from(at).ok())
        };
        let (old_args, new_args) = (arguments(old, before), arguments(new, after));
        let pairs = old_args.iter().zip(new_args).enumerate().filter(|(at, _)| !is_edited(*at));
        todo.extend(pairs.map(|(_, (&old, &new))| (old, new)));
        if let (Node::Apply(old, _), Node::Apply(new, _)) = (old.node(before), new.node(after)) {
            todo.push((old, new));
        }
        if !places.is_empty() {
            edited.insert(new.hash(after), places);
        }
    }
    edited
}

fn line_numbers(dag: &Dag) -> Vec<u32> {
    let mut count = 0;
    let number = |id| {
        count += u32::from(dag.node(id).is_call());
        if dag.node(id).is_call() { count } else { 0 }
    };
    dag.ids().map(number).collect()
}

fn arguments(dag: &Dag, id: NodeId) -> &[NodeId] {
    match dag.node(id) {
        Node::Call(_, args) | Node::Apply(_, args) => args,
        _ => &[],
    }
}
