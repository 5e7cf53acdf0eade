//! A round: programs tried on one list of inputs, and the tasks that came of it.
//!
//! ```text
//! scene ─┬─▶ sow: programs as they are, cut short ──┐
//!        └─▶ breed: mutated, chained, joined ───────┴─▶ judge ──▶ simplify ──▶ run alone ──▶ found
//! ```
//!
//! All programs of a round are in one Dag, and for each input there is a bank: what one program computed, the
//! others look up. A round is a function of its number, the seed, the settings and the material.

use std::collections::HashSet;

use exec::bank::{Bank, Memo, Num, Open, Scratch};
use exec::data::{Sample, Task, TaskGrid};
use exec::plan::Plan;
use exec::run::{Budget, Inputs, Policy, Rules, Worker, is_grid};
use exec::value::View;
use exec::value::fingerprint::fingerprint;
use lang::{Dag, Input, Node, NodeId, Op, Ty};
use xxhash_rust::xxh3::xxh3_64;

use super::facts::{Left, facts};
use super::filter::{Grade, Reason, Reasons, grade, together};
use super::keys::{Keys, task_id};
use super::material::{Family, Material};
use super::scene::Scene;
use super::{Made, Settings};
use crate::code::{Code, MAX_TEXT, solver_name};
use crate::mutate::tables::{Tables, slot_ty};
use crate::mutate::{BankProbe, Facts, Mutator, ProbeSample};
use crate::simplify::{plainest_root, replaced};
use crate::stream::Stream;
use crate::trace::Mismatch;

/// Inputs beside those that a task must have: programs may fail on some.
const SPARE: usize = 3;
/// Pairs of a task beyond those that it must have, fewer than this.
const MORE: usize = 3;
/// Programs of other tasks that are tried as they are.
const OTHERS: usize = 8;
/// Programs of the task itself at most.
const OWN: usize = 64;
/// Shorter programs that are cut from one.
const CUTS: usize = 3;
/// The chance of such programs, and of what is cut from them, to give a task in a round.
const OFFERED: f64 = 0.1;
/// Programs that are bred, and tasks after which a round ends: tasks of a round look alike.
const BRED: usize = 48;
const ENOUGH: usize = 8;
/// The share of elements that a mutant changes.
const RATE: f64 = 0.05;
/// Edits and steps that lie between a program and those it was made from.
const MOST_STEPS: usize = 3;
/// Lines of a program that is simplified: of longer ones nobody sees what they do.
const MOST_LINES: usize = 32;
/// Memory for the values of one input, after which a round ends.
const MOST_BYTES: usize = 24 << 20;

/// What a thread uses for round after round.
#[derive(Default)]
pub struct Bench {
    scratches: Vec<Scratch>,
    worker: Worker,
}

/// A task with what no other may have.
pub(super) struct Found {
    pub made: Made,
    pub keys: Keys,
}

/// What a round gave.
#[derive(Default)]
pub(super) struct Yield {
    pub found: Vec<Found>,
    /// Programs that were tried.
    pub tried: u64,
    pub reasons: Reasons,
}

/// Makes the round of a number.
pub(super) fn round(
    material: &Material<'_>,
    settings: &Settings,
    number: u64,
    bench: &mut Bench,
) -> Result<Yield, Box<Mismatch>> {
    let mut stream = Stream::new(settings.seed, number, "synth", 0);
    // One task after the other, so that every program is tried on its own; after as many laps as there are
    // dialects, each task had all of them.
    let count = material.tasks.len() as u64;
    let (lap, at) = (number / count, ((number % count + settings.seed % count) % count) as usize);
    let families = material.families.len() as u64;
    let family = &material.families[((number % count + lap) % families) as usize];
    let task = &material.tasks[at];
    let scene = Scene::draw(task, settings.pairs as usize + SPARE, &mut stream);
    let Bench { scratches, worker } = bench;
    scratches.resize_with(scratches.len().max(scene.inputs.len()), Scratch::default);
    let mut banks: Vec<Bank> = scene.inputs.iter().map(|_| Bank::new(family.dialect)).collect();
    let budget = Budget::of(settings.budget);
    let open = |((bank, scratch), input): ((_, _), _)| Place::new(bank, scratch, input, budget);
    let places = banks.iter_mut().zip(scratches).zip(&scene.inputs).map(open).collect();
    let mut round = Round {
        material,
        settings,
        family,
        task,
        is_first: lap < families,
        scene: &scene,
        stream,
        dag: Dag::new(family.dialect),
        reads: Vec::new(),
        places,
        live: Vec::new(),
        seen: HashSet::new(),
        simple: Vec::new(),
        worker,
        out: Yield::default(),
    };
    round.sow(at)?;
    round.breed()?;
    Ok(round.out)
}

/// One input.
struct Place<'o> {
    open: Open<'o>,
    memo: Memo,
    input: &'o TaskGrid,
}

impl<'o> Place<'o> {
    fn new(
        bank: &'o mut Bank,
        scratch: &'o mut Scratch,
        input: &'o TaskGrid,
        budget: Budget,
    ) -> Place<'o> {
        let inputs = Inputs { demo: &[], input, target: None };
        Place { open: bank.open(scratch, inputs, budget), memo: Memo::default(), input }
    }

    fn probed(&mut self) -> ProbeSample<'_, 'o> {
        ProbeSample { open: &mut self.open, memo: &mut self.memo }
    }

    fn number(&mut self, dag: &Dag, node: NodeId) -> Result<Num, Reason> {
        Ok(self.open.node(dag, node, &mut self.memo).result?)
    }
}

/// A program and where it comes from.
#[derive(Clone)]
struct Candidate {
    root: NodeId,
    /// By their number among all programs, the first one first.
    parents: Vec<usize>,
    /// What was done to them.
    made: Vec<String>,
    /// Whether it was written for this task.
    own: bool,
}

/// A program that runs on enough inputs to be the parent of others.
#[derive(Clone)]
struct Live {
    candidate: Candidate,
    /// Two inputs that it runs on.
    runs: [usize; 2],
}

/// An output of a program that may stand in a task.
#[derive(Clone, Copy)]
struct Output {
    place: usize,
    number: Num,
    print: u128,
    grade: Grade,
}

struct Round<'r, 'o> {
    material: &'r Material<'r>,
    settings: &'r Settings,
    family: &'r Family,
    task: &'r Task,
    /// Whether the task comes for the first time.
    is_first: bool,
    scene: &'r Scene,
    stream: Stream,
    dag: Dag,
    /// By node, the inputs that it reads, see [`bit`].
    reads: Vec<u8>,
    places: Vec<Place<'o>>,
    live: Vec<Live>,
    /// What programs gave on all inputs.
    seen: HashSet<u64>,
    /// Programs of one line, once they are asked for.
    simple: Vec<NodeId>,
    worker: &'r mut Worker,
    out: Yield,
}

type Done = Result<(), Box<Mismatch>>;

impl Round<'_, '_> {
    /// Tries programs as they are, those of the task first, and cut short.
    fn sow(&mut self, task: usize) -> Done {
        let own = self.family.of_task.get(&task).map_or(&[][..], Vec::as_slice);
        let own: Vec<(usize, bool)> = own.iter().take(OWN).map(|&number| (number, true)).collect();
        let others = (0..OTHERS).filter_map(|_| self.stream.pick(&self.family.members).copied());
        let others: Vec<(usize, bool)> = others.map(|number| (number, false)).collect();
        for (number, own) in own.into_iter().chain(others) {
            let root = self.dag.merge(self.material.parents[number].code.dag())[0];
            let candidate = Candidate { root, parents: vec![number], made: Vec::new(), own };
            self.offer_once(candidate.clone(), own)?;
            self.cut(&candidate)?;
        }
        Ok(())
    }

    /// Programs as they are come in round after round, and give a task once. Those of the task are tried in every first
    /// lap, others now and then; else they are only there to make others of.
    fn offer_once(&mut self, candidate: Candidate, own: bool) -> Done {
        if own && self.is_first || self.stream.chance(OFFERED) {
            return self.offer(candidate);
        }
        let _ = self.outputs(&candidate);
        Ok(())
    }

    /// Tries what a program has made on its way, where that is a grid.
    fn cut(&mut self, whole: &Candidate) -> Done {
        let steps = self.dag.steps(whole.root);
        let lines = steps.into_iter().filter(|&id| self.dag.node(id).is_call());
        let lines: Vec<(usize, NodeId)> = (1..).zip(lines).collect();
        let mut cuts = 0;
        for &(line, root) in lines.iter().rev().skip(1) {
            if cuts == CUTS {
                break;
            }
            if self.is_grid(root) {
                cuts += 1;
                let made = vec![format!("ended at line {line}")];
                self.offer_once(Candidate { root, made, ..whole.clone() }, false)?;
            }
        }
        Ok(())
    }

    fn is_grid(&mut self, node: NodeId) -> bool {
        let reads_input = self.reads(node) == bit(Input::I);
        let Some(place) = self.places.first_mut().filter(|_| reads_input) else { return false };
        let number = place.number(&self.dag, node);
        number.is_ok_and(|number| matches!(place.open.value(number).view(), View::Grid(_)))
    }

    /// Makes programs of those that run.
    fn breed(&mut self) -> Done {
        let (settings, facts) = (crate::mutate::Settings::of_search(RATE), Facts::none());
        let settings = crate::mutate::Settings { solvers: true, ..settings };
        let family = self.family;
        let mut mutator = Mutator::new(&settings, &facts, &family.donors);
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

    /// Judges a program and keeps what comes of it.
    fn offer(&mut self, candidate: Candidate) -> Done {
        self.out.tried += 1;
        match self.judged(candidate)? {
            Ok(found) => self.out.found.push(found),
            Err(reason) => self.out.reasons.count(reason),
        }
        Ok(())
    }

    /// The task that a program makes of the inputs, or why there is none; the cheapest look first.
    fn judged(&mut self, candidate: Candidate) -> Result<Result<Found, Reason>, Box<Mismatch>> {
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
    fn outputs(&mut self, candidate: &Candidate) -> Result<Vec<Output>, Reason> {
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
            of_task.and_then(|sample| sample.output.as_ref()).is_some_and(|grid| is_grid(value, grid))
        })
    }

    fn found(
        &mut self,
        candidate: &Candidate,
        chosen: &[Output],
    ) -> Result<Result<Found, Reason>, Box<Mismatch>> {
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
                Some(Err(exec::value::Fault::Budget)) => return Ok((cost, u64::MAX)),
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

    /// The inputs that a node reads.
    fn reads(&mut self, node: NodeId) -> u8 {
        for id in self.dag.ids_from(self.reads.len()) {
            let own = match self.dag.node(id) {
                Node::Input(input) => bit(input),
                _ => 0,
            };
            let operands = self.dag.operands(id).iter().map(|operand| self.reads[operand.index()]);
            self.reads.push(operands.fold(own, |all, one| all | one));
        }
        self.reads[node.index()]
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

/// What a program gives on an input.
fn output(place: &mut Place<'_>, dag: &Dag, root: NodeId, at: usize) -> Result<Output, Reason> {
    let number = place.number(dag, root)?;
    let value = place.open.value(number);
    let grade = grade(value, place.input)?;
    Ok(Output { place: at, number, print: fingerprint(value), grade })
}

/// The ops of so many grids that give a grid.
fn grid_ops(dag: &Dag, arguments: usize) -> impl Iterator<Item = Op> {
    let is_grid = |op: Op, at: usize| slot_ty(op, at) == Ty::Grid;
    let fits = move |op: &Op| {
        op.returns() == Ty::Grid && (0..arguments).all(|at| is_grid(*op, at))
    };
    Tables::of(dag.dialect()).ops(arguments).iter().copied().filter(fits)
}

fn bit(input: Input) -> u8 {
    1 << input as u8
}
