//! Programs grown from nothing: typed calls of values that are there, cheapest first.
//!
//! ```text
//! I ──▶ calls of cost 1 ──▶ new values ──▶ calls of cost 2 ──▶ … ──▶ grids, those nearest to the outputs first
//! ```
//!
//! A call costs a little and what its arguments cost. All calls of one cost are made before those of
//! the next, in the order of the op table. A call that fails on one of the first two demo samples is
//! dropped, and so is one that gives there what a cheaper one gives. Nothing is drawn at random.
//!
//! With a [prior](crate::prior) costs are half bits: of an argument, how unlikely its head (its op, or the input) is under
//! the op that takes it. What a program around a call costs at least is added before calls are put in order, so
//! calls come in the order of the likeliest program that they may be part of.

mod table;
#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use exec::bank::{Bank, Memo, Num, Open, Scratch};
use exec::data::Task;
use exec::plan::Action;
use exec::run::{Budget, Inputs};
use lang::{Dag, Dialect, Input, NodeId};

use self::table::{Leaf, MOST_ARGS, Row, Slot, Table};
use crate::mutate::Kind;
use crate::points::Scorer;
use crate::prior::{Child, Odds};

/// Demo samples that values are looked at on.
const SAMPLES: usize = 2;

/// Values that further calls are made of.
const MOST_ITEMS: usize = 1 << 15;

/// What one call may cost: small programs are made of cheap steps.
const STEP: Budget = Budget { step: 1 << 15, program: 1 << 22 };

/// Slots that are filled per call, at most, where a prior decides what fills them: one may want what never comes.
const LOOKS_PER_CALL: u64 = 64;

/// Memory for values on one sample; growth ends there.
const MOST_BYTES: usize = 48 << 20;

/// Calls that are made in generation 0, and the most in one generation.
const FIRST_CALLS: u64 = 1 << 12;
const MOST_CALLS: u64 = 1 << 18;

/// The calls whose results a generation looks at. Programs grow in generations 0, 1, 4, 16, 64, 256 and 1024, twice as long
/// each time and from the beginning: so nothing has to be kept in between, all of it together takes twice as long as the last
/// time, and less and less of the time of a run.
pub fn calls_of(generation: u64) -> Option<Range<u64>> {
    if generation == 0 {
        return Some(0..FIRST_CALLS);
    }
    let round = generation.trailing_zeros() / 2;
    let end = (2 * FIRST_CALLS).checked_shl(round).filter(|&end| end <= MOST_CALLS)?;
    (generation == 1 << (2 * round)).then_some(end / 2..end)
}

/// The last generation in which programs grow.
pub const LAST_GENERATION: u64 = 1024;

/// What came of it.
pub struct Grown {
    /// The programs, merged: its roots, the most points on the first samples first.
    pub dag: Dag,
    /// By root: which call it was, counted from 1.
    pub calls: Vec<u64>,
    /// Steps computed, and steps that were known.
    pub steps: (u64, u64),
    /// Engine cost of the steps computed.
    pub cost: u64,
}

/// Grows programs for a task, by odds if there are any. `calls` are those whose results count; the ones before are made as
/// well. At most so many programs come of it, and none that counts once it is too late.
pub fn grow(
    task: &Task,
    dialect: Dialect,
    odds: Option<&Odds>,
    calls: Range<u64>,
    most: usize,
    (scratch, late): (&mut Scratch, &AtomicBool),
) -> Grown {
    let by_odds = odds.map(|odds| Table::by(odds, dialect));
    let table = by_odds.as_ref().unwrap_or_else(|| Table::of(dialect));
    let mut second = Scratch::new(scratch.tally.fresh());
    let mut banks = [Bank::new(dialect), Bank::new(dialect)];
    let [first_bank, second_bank] = &mut banks;
    let inputs = |at: usize| Inputs { demo: &task.demo, input: &task.demo[at].input, target: None };
    let mut places = Vec::with_capacity(SAMPLES);
    let given = [(first_bank, &mut *scratch), (second_bank, &mut second)];
    for (at, (bank, scratch)) in given.into_iter().enumerate().take(task.demo.len()) {
        if let Some(target) = &task.demo[at].output {
            let open = bank.open(scratch, inputs(at), STEP);
            places.push(GrowSample { open, scorer: Scorer::new(dialect, target) });
        }
    }
    let mut garden = Garden::new((table, dialect), (places, late), calls);
    garden.grow();
    let (dag, calls) = garden.best(most);
    let (counts, cost) = (banks.each_ref().map(Bank::counts), banks.iter().map(Bank::cost).sum());
    scratch.tally.add(&second.tally);
    let steps = (counts[0].0 + counts[1].0, counts[0].1 + counts[1].1);
    Grown { dag, calls, steps, cost }
}

/// One demo sample.
struct GrowSample<'o> {
    open: Open<'o>,
    scorer: Scorer,
}

/// A value by its numbers on the samples.
type Nums = [Num; SAMPLES];

/// Something that a call may take.
#[derive(Clone, Copy)]
struct Item {
    node: NodeId,
    nums: Nums,
}

/// A grid that may be an answer.
struct Answer {
    points: u32,
    node: NodeId,
    call: u64,
}

/// Values of one kind that cost the same to take where they cost the same to make.
struct Group {
    head: u16,
    /// By cost.
    items: Vec<Vec<Item>>,
}

/// Everything there is so far.
struct Garden<'o> {
    dag: Dag,
    table: &'o Table,
    places: Vec<GrowSample<'o>>,
    late: &'o AtomicBool,
    /// By place in the table; nothing for leaves that no sample knows.
    leaves: Vec<Option<Item>>,
    /// By kind.
    groups: Vec<Vec<Group>>,
    count: usize,
    seen: HashSet<Nums>,
    answers: Vec<Answer>,
    calls: Range<u64>,
    made: u64,
    /// Slots to fill that are left.
    looks: u64,
    /// The arguments of the call that is being put together, and how many of them are computed.
    args: Vec<Item>,
    computed: usize,
}

/// No more calls are to be made.
struct Enough;

impl<'o> Garden<'o> {
    fn new(
        (table, dialect): (&'o Table, Dialect),
        (places, late): (Vec<GrowSample<'o>>, &'o AtomicBool),
        calls: Range<u64>,
    ) -> Garden<'o> {
        let mut garden = Garden {
            dag: Dag::new(dialect),
            table,
            places,
            late,
            leaves: Vec::new(),
            groups: Kind::ALL.iter().map(|_| Vec::new()).collect(),
            count: 0,
            seen: HashSet::new(),
            answers: Vec::new(),
            looks: if table.is_by_odds() {
                calls.end.saturating_mul(LOOKS_PER_CALL)
            } else {
                u64::MAX
            },
            calls,
            made: 0,
            args: Vec::with_capacity(MOST_ARGS),
            computed: 0,
        };
        garden.leaves = table.leaves.iter().map(|&leaf| garden.leaf(leaf)).collect();
        garden
    }

    /// Makes all calls that count.
    fn grow(&mut self) {
        let input = self.dag.input(Input::I);
        let Some(item) = self.known(input) else { return };
        self.seen.insert(item.nums);
        self.keep(item, Child::Input(Input::I), 0);
        for cost in 1..self.table.most_cost {
            if self.level(cost).is_err() {
                return;
            }
        }
    }

    fn leaf(&mut self, leaf: Leaf) -> Option<Item> {
        let node = match leaf {
            Leaf::Const(constant) => self.dag.constant(constant),
            Leaf::Fn(op) => self.dag.function(op),
        };
        self.known(node.ok()?)
    }

    /// What needs no call.
    fn known(&mut self, node: NodeId) -> Option<Item> {
        let mut nums = Vec::with_capacity(SAMPLES);
        for place in &mut self.places {
            nums.push(place.open.node(&self.dag, node, &mut Memo::default()).result.ok()?);
        }
        let (first, last) = (*nums.first()?, *nums.last()?);
        Some(Item { node, nums: [first, last] })
    }

    /// All calls of one cost.
    fn level(&mut self, cost: u32) -> Result<(), Enough> {
        let table = self.table;
        for row in table.rows.iter().filter(|row| row.around <= cost) {
            let left = cost - row.around;
            self.fill(row, left, left + row.cost)?;
        }
        Ok(())
    }

    /// Puts everything into the next slot of a call that leaves so much for the others.
    fn fill(&mut self, row: &Row, left: u32, cost: u32) -> Result<(), Enough> {
        let Some(slot) = row.slots.get(self.args.len()) else {
            return if self.computed > 0 { self.call(row, cost) } else { Ok(()) };
        };
        self.looks = self.looks.checked_sub(1).ok_or(Enough)?;
        let is_last = self.args.len() + 1 == row.slots.len();
        let Some(free) = left.checked_sub(slot.behind) else { return Ok(()) };
        let fits = |cost: u32| if is_last { cost == free } else { cost <= free };
        for &(leaf, of_leaf) in slot.leaves.iter().filter(|leaf| fits(leaf.1)) {
            if let Some(item) = self.leaves[leaf] {
                self.with(item, row, left - of_leaf, cost)?;
            }
        }
        for kind in &slot.kinds {
            // What is being made is dearer than that, so groups and lists stay as they are.
            for group in 0..self.groups[*kind as usize].len() {
                self.fill_from((*kind, group), row, slot, left, cost)?;
            }
        }
        Ok(())
    }

    /// Puts the values of a group into a slot.
    fn fill_from(
        &mut self,
        (kind, group): (Kind, usize),
        row: &Row,
        slot: &Slot,
        left: u32,
        cost: u32,
    ) -> Result<(), Enough> {
        let head = slot.cost_of(self.groups[kind as usize][group].head);
        let Some(free) = head.and_then(|head| left.checked_sub(slot.behind + head)) else {
            return Ok(());
        };
        let (head, is_last) = (left - slot.behind - free, self.args.len() + 1 == row.slots.len());
        for of_item in if is_last { free } else { 0 }..=free {
            for at in 0..self.groups[kind as usize][group].items[of_item as usize].len() {
                let item = self.groups[kind as usize][group].items[of_item as usize][at];
                self.computed += 1;
                let filled = self.with(item, row, left - head - of_item, cost);
                self.computed -= 1;
                filled?;
            }
        }
        Ok(())
    }

    fn with(&mut self, item: Item, row: &Row, left: u32, cost: u32) -> Result<(), Enough> {
        self.args.push(item);
        let filled = self.fill(row, left, cost);
        self.args.pop();
        filled
    }

    /// Makes a call and keeps what is new.
    fn call(&mut self, row: &Row, cost: u32) -> Result<(), Enough> {
        if self.made >= self.calls.end || self.is_over() {
            return Err(Enough);
        }
        self.made += 1;
        let Some(nums) = self.compute(row) else { return Ok(()) };
        if !self.seen.insert(nums) {
            return Ok(());
        }
        let mut args = [self.args[0].node; MOST_ARGS];
        args.iter_mut().zip(&self.args).for_each(|(arg, item)| *arg = item.node);
        if let Ok(node) = self.dag.call(row.op, &args[..self.args.len()]) {
            self.keep(Item { node, nums }, Child::Op(row.op), cost);
        }
        Ok(())
    }

    /// Whether values take more memory than they may, or time is over; looked at now and then.
    fn is_over(&self) -> bool {
        let large = |place: &GrowSample<'_>| place.open.bank().bytes() > MOST_BYTES;
        let over = || self.late.load(Ordering::Relaxed) || self.places.iter().any(large);
        self.made.is_multiple_of(256) && over()
    }

    fn compute(&mut self, row: &Row) -> Option<Nums> {
        let mut nums = self.args[0].nums;
        for (at, place) in self.places.iter_mut().enumerate() {
            let mut args = [nums[at]; MOST_ARGS];
            args.iter_mut().zip(&self.args).for_each(|(arg, item)| *arg = item.nums[at]);
            let known = place.open.call(Action::Call(row.op), &args[..self.args.len()]);
            nums[at] = known.result.ok()?;
        }
        if self.places.len() == 1 {
            nums[1] = nums[0];
        }
        Some(nums)
    }

    /// Notes a new value.
    fn keep(&mut self, item: Item, made_by: Child, cost: u32) {
        let kind = Kind::of(self.places[0].open.value(item.nums[0]));
        if kind == Kind::Grid && self.made > self.calls.start {
            let (points, call) = (self.points(item), self.made);
            self.answers.push(Answer { points, node: item.node, call });
        }
        if kind != Kind::Function && self.count < MOST_ITEMS {
            let head = self.table.head(made_by);
            let most = self.table.most_cost as usize;
            let groups = &mut self.groups[kind as usize];
            let at = groups.iter().position(|group| group.head == head).unwrap_or_else(|| {
                groups.push(Group { head, items: vec![Vec::new(); most] });
                groups.len() - 1
            });
            groups[at].items[cost as usize].push(item);
            self.count += 1;
        }
    }

    fn points(&self, item: Item) -> u32 {
        let places = self.places.iter().zip(item.nums);
        places.map(|(place, num)| place.scorer.points(place.open.value(num)).points).sum()
    }

    /// The programs that come nearest.
    fn best(mut self, most: usize) -> (Dag, Vec<u64>) {
        self.answers.retain(|answer| answer.points > 0);
        // A stable sort: of equals the cheaper one comes first.
        self.answers.sort_by_key(|answer| std::cmp::Reverse(answer.points));
        self.answers.truncate(most);
        self.answers.iter().for_each(|answer| self.dag.add_root(answer.node));
        (self.dag.pruned(), self.answers.iter().map(|answer| answer.call).collect())
    }
}
