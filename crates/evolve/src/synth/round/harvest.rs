//! From a program to a task: what it gives is judged, some of it chosen, and the program made plain and run alone.

use std::collections::HashSet;

use exec::data::{Sample, Task, TaskGrid};
use exec::plan::Plan;
use exec::run::{Budget, Inputs, Policy, Rules, is_grid};
use exec::value::fingerprint::fingerprint;
use exec::value::{Fault, View};
use lang::{Dag, Input, NodeId, Op};
use xxhash_rust::xxh3::xxh3_64;

use super::{Candidate, Found, Live, Output, Place, Round, bit, grid_ops};
use crate::code::{Code, MAX_TEXT, solver_name};
use crate::simplify::plainest_root;
use crate::synth::Made;
use crate::synth::facts::{Left, facts};
use crate::synth::filter::{Reason, grade, together};
use crate::synth::keys::{Keys, task_id};
use crate::trace::Mismatch;

/// Pairs of a task beyond those that it must have, fewer than this.
const MORE: usize = 3;
/// Lines of a program that is simplified: of longer ones nobody sees what they do.
const MOST_LINES: usize = 32;
/// Edits and steps that lie between a program and those it was made from.
const MOST_STEPS: usize = 3;

/// A task, or why there is none.
type Judged = Result<Found, Reason>;

impl Round<'_, '_> {
    /// The task that a program makes of the inputs, or why there is none; the cheapest look first.
    pub(super) fn judged(&mut self, candidate: Candidate) -> Result<Judged, Box<Mismatch>> {
        let chosen = self.outputs(&candidate).and_then(|outputs| {
            let chosen = self.chosen(&candidate, &outputs);
            together(&chosen.iter().map(|o| (o.print, o.grade)).collect::<Vec<_>>())?;
            if self.is_given(&chosen) { Err(Reason::Given) } else { Ok(chosen) }
        });
        match chosen {
            Ok(chosen) => self.found(&candidate, &chosen),
            Err(reason) => Ok(Err(reason)),
        }
    }

    /// What a program gives where that may be an output, if there is enough of it.
    pub(super) fn outputs(&mut self, candidate: &Candidate) -> Result<Vec<Output>, Reason> {
        let reads = self.reads(candidate.root);
        if reads & (bit(Input::S) | bit(Input::C)) != 0 {
            return Err(Reason::ReadsSamples);
        }
        if reads & bit(Input::I) == 0 {
            return Err(Reason::NoInput);
        }
        let (mut outputs, mut first) = (Vec::new(), None);
        let (count, pairs) = (self.places.len(), self.settings.pairs as usize);
        for (at, place) in self.places.iter_mut().enumerate() {
            match output(place, &self.dag, candidate.root, at) {
                Ok(output) => outputs.push(output),
                Err(reason) => _ = first.get_or_insert(reason),
            }
            if outputs.len() + (count - at - 1) < pairs {
                return Err(first.unwrap_or(Reason::Alike));
            }
        }
        if candidate.made.len() < MOST_STEPS && outputs.len() > 1 {
            let runs = [outputs[0].place, outputs[1].place];
            self.live.push(Live { candidate: candidate.clone(), runs });
        }
        let prints = outputs.iter().flat_map(|o| o.print.to_le_bytes());
        let places = outputs.iter().map(|o| o.place as u8);
        let all: Vec<u8> = prints.chain(places).collect();
        if self.seen.insert(xxh3_64(&all)) { Ok(outputs) } else { Err(Reason::Repeats) }
    }

    /// Some of the outputs, those first that differ from each other. Where the program is the task's own, inputs of the
    /// task go before others.
    fn chosen(&mut self, candidate: &Candidate, outputs: &[Output]) -> Vec<Output> {
        let mut order = outputs.to_vec();
        for at in (1..order.len()).rev() {
            order.swap(at, self.stream.below(at + 1));
        }
        if candidate.own && candidate.made.is_empty() {
            order.sort_by_key(|output| (self.scene.given[output.place].is_none(), output.place));
        }
        let take = self.settings.pairs as usize + self.stream.below(MORE);
        let mut prints = HashSet::new();
        let (mut chosen, rest): (Vec<Output>, Vec<Output>) =
            order.into_iter().partition(|output| prints.insert(output.print));
        chosen.extend(rest);
        chosen.truncate(take);
        chosen
    }

    /// Whether all pairs are pairs of the task of the data.
    fn is_given(&self, chosen: &[Output]) -> bool {
        chosen.iter().all(|output| {
            let of_task = self.scene.given[output.place].and_then(|at| self.task.samples().nth(at));
            let value = self.places[output.place].open.value(output.number);
            of_task
                .and_then(|sample| sample.output.as_ref())
                .is_some_and(|grid| is_grid(value, grid))
        })
    }

    fn found(&mut self, candidate: &Candidate, chosen: &[Output]) -> Result<Judged, Box<Mismatch>> {
        let root = self.plainest(candidate.root, chosen);
        let code = Code::of_root(&self.dag, root);
        if code.size() > MOST_LINES || code.text(&solver_name("")).len() + 64 > MAX_TEXT {
            return Ok(Err(Reason::Long));
        }
        let mut task = self.task_of(chosen);
        task.id = task_id(&task);
        let cost = match self.cost_alone(&code, &task)? {
            cost if cost.1 > self.settings.budget => return Ok(Err(Reason::Cost)),
            cost => cost.0,
        };
        let keys = Keys::of(&task, &code);
        let left = self.left(&task, chosen);
        let facts = facts(self.material, &code, &candidate.parents, &candidate.made, left, cost);
        let inputs = chosen.iter().map(|output| self.scene.made[output.place].clone()).collect();
        Ok(Ok(Found { made: Made { task, code, facts: facts.with_inputs(inputs) }, keys }))
    }

    /// The program without what makes no difference on these inputs.
    fn plainest(&mut self, root: NodeId, chosen: &[Output]) -> NodeId {
        let places = &mut self.places;
        plainest_root(&mut self.dag, root, |dag, made| {
            let mut outputs = chosen.iter();
            outputs.all(|output| places[output.place].number(dag, made) == Ok(output.number))
        })
    }

    /// The pairs as a task; the last one is asked for.
    fn task_of(&self, chosen: &[Output]) -> Task {
        let sample = |output: &Output| {
            let place = &self.places[output.place];
            let View::Grid(grid) = place.open.value(output.number).view() else { return None };
            let sides = (grid.height as u16, grid.width as u16);
            let output = TaskGrid::new(sides.0, sides.1, grid.cells.to_vec());
            Some(Sample { input: place.input.clone(), output })
        };
        let mut demo: Vec<Sample> = chosen.iter().filter_map(sample).collect();
        let test = demo.split_off(demo.len() - 1);
        Task { id: String::new(), demo, test }
    }

    /// What the program costs on all inputs together, and at most on one, run alone by the engine: what banks say is
    /// not believed.
    fn cost_alone(&mut self, code: &Code, task: &Task) -> Result<(u64, u64), Box<Mismatch>> {
        let plan = Plan::new(code.dag());
        let rules = Rules { policy: Policy::Strict, budget: Budget::of(self.settings.budget) };
        let (mut sum, mut most) = (0, 0);
        for sample in task.samples() {
            let inputs = Inputs { demo: &[], input: &sample.input, target: None };
            let (result, cost) = self.worker.run(&plan, inputs, rules, |run| {
                let outcome = run.outcomes()[0];
                let right = |grid: &TaskGrid| outcome.result.map(|value| is_grid(value, grid));
                (sample.output.as_ref().map(right), outcome.cost)
            });
            match result {
                Some(Ok(true)) => {}
                // Steps were within the budget; all of them together are not.
                Some(Err(Fault::Budget)) => return Ok((cost, u64::MAX)),
                other => return Err(self.mismatch(code, task, &format!("{other:?}"))),
            }
            (sum, most) = (sum + cost, most.max(cost));
        }
        Ok((sum, most))
    }

    fn mismatch(&self, code: &Code, task: &Task, what: &str) -> Box<Mismatch> {
        let name = solver_name(&task.id);
        let (text, task) = (code.text(&name), task.id.clone());
        Box::new(Mismatch { program: name, task, what: what.into(), text })
    }

    /// What simple programs leave of the outputs.
    fn left(&mut self, task: &Task, chosen: &[Output]) -> Left {
        if self.simple.is_empty() {
            let input = self.dag.input(Input::I);
            let ops: Vec<Op> = grid_ops(&self.dag, 1).collect();
            self.simple.push(input);
            self.simple.extend(ops.iter().filter_map(|&op| self.dag.call(op, &[input]).ok()));
        }
        let mut left = Left::default();
        for &simple in &self.simple {
            let mut wrong = 0;
            for (output, sample) in chosen.iter().zip(task.samples()) {
                let place = &mut self.places[output.place];
                let number = place.number(&self.dag, simple).ok();
                let value = number.map(|number| place.open.value(number).view());
                wrong += left.wrong(value, sample.output.as_ref());
            }
            left.offer(wrong, chosen.len());
        }
        left
    }
}

/// What a program gives on an input.
fn output(place: &mut Place<'_>, dag: &Dag, root: NodeId, at: usize) -> Result<Output, Reason> {
    let number = place.number(dag, root)?;
    let value = place.open.value(number);
    let grade = grade(value, place.input)?;
    Ok(Output { place: at, number, print: fingerprint(value), grade })
}
