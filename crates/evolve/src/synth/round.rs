//! A round: programs tried on one list of inputs, and the tasks that came of it.
//!
//! ```text
//! scene ─┬─▶ sow: programs as they are, cut short ──┐
//!        └─▶ breed: mutated, chained, joined ───────┴─▶ judge ──▶ simplify ──▶ run alone ──▶ found
//! ```
//!
//! All programs of a round are in one Dag, and for each input there is a bank: what one program computed, the
//! others look up. A round is a function of its number, the seed, the settings and the material.

mod breed;
mod harvest;

use std::collections::HashSet;
use std::sync::Arc;

use exec::bank::{Bank, Memo, Num, Open, Scratch};
use exec::data::{Task, TaskGrid};
use exec::run::{Budget, Inputs, Worker};
use exec::value::View;
use lang::{Dag, Input, Node, NodeId, Op, Ty};

use super::filter::{Grade, Reason, Reasons};
use super::keys::Keys;
use super::material::{Family, Material};
use super::scene::Scene;
use super::{Made, Settings};
use crate::mutate::ProbeSample;
use crate::mutate::tables::{Tables, slot_ty};
use crate::prior::Odds;
use crate::stream::Stream;
use crate::trace::Mismatch;

/// Inputs beside those that a task must have: programs may fail on some.
const SPARE: usize = 3;
/// Programs of other tasks that are tried as they are.
const OTHERS: usize = 8;
/// Programs of the task itself at most.
const OWN: usize = 64;
/// Shorter programs that are cut from one.
const CUTS: usize = 3;
/// The chance of such programs, and of what is cut from them, to give a task in a round.
const OFFERED: f64 = 0.1;

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
    material: &Material,
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
        odds: material.guide.odds(&task.id, family.dialect),
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
    material: &'r Material,
    settings: &'r Settings,
    family: &'r Family,
    /// What mutation goes by, if anything.
    odds: Option<Arc<Odds>>,
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

    /// Judges a program and keeps what comes of it.
    fn offer(&mut self, candidate: Candidate) -> Done {
        self.out.tried += 1;
        match self.judged(candidate)? {
            Ok(found) => self.out.found.push(found),
            Err(reason) => self.out.reasons.count(reason),
        }
        Ok(())
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

/// The ops of so many grids that give a grid.
fn grid_ops(dag: &Dag, arguments: usize) -> impl Iterator<Item = Op> {
    let is_grid = |op: Op, at: usize| slot_ty(op, at) == Ty::Grid;
    let fits = move |op: &Op| op.returns() == Ty::Grid && (0..arguments).all(|at| is_grid(*op, at));
    Tables::of(dag.dialect()).ops(arguments).iter().copied().filter(fits)
}

fn bit(input: Input) -> u8 {
    1 << input as u8
}
