//! Both dialects against a plain oracle.

use std::collections::BTreeSet;

use exec::cx::Cx;
use exec::data::{Dataset, TaskGrid};
use exec::plan::Plan;
use exec::run::{Inputs, Rules, Worker};
use exec::value::{R, Value, order};
use lang::{Dag, Dialect};

use super::*;
use crate::stream::Stream;

/// What a differ has to show.
#[derive(Clone, PartialEq, Debug)]
enum Detail {
    Nothing,
    Colour(i8),
    Dot(usize, usize, i8),
    Places(BTreeSet<(usize, usize)>),
}

type Dots = BTreeSet<(usize, usize, i8)>;

fn palette(grid: &TaskGrid) -> BTreeSet<i8> {
    grid.cells().iter().copied().collect()
}

fn dots(grid: &TaskGrid) -> Dots {
    let count = |colour| grid.cells().iter().filter(|&&cell| cell == colour).count();
    let most = palette(grid).into_iter().rev().max_by_key(|&colour| count(colour));
    let mut dots = Dots::new();
    for (r, row) in grid.rows().enumerate() {
        for (c, &colour) in row.iter().enumerate() {
            let near = [(r.wrapping_sub(1), c), (r + 1, c), (r, c.wrapping_sub(1)), (r, c + 1)];
            let alone = near.iter().all(|&(r, c)| grid.get(r, c) != Some(colour));
            if alone && Some(colour) != most {
                dots.insert((r, c, colour));
            }
        }
    }
    dots
}

/// The first dot in the dialect's order of cells.
fn first_dot(dialect: Dialect, dots: &Dots) -> Detail {
    let first = match dialect {
        Dialect::Arc => dots.iter().min_by_key(|&&(r, c, colour)| (colour, r, c)),
        Dialect::Batt => dots.first(),
    };
    first.map_or(Detail::Nothing, |&(r, c, colour)| Detail::Dot(r, c, colour))
}

fn less(count: usize) -> u32 {
    1000 - 100 * count.min(10) as u32
}

/// What the specification says, cell by cell.
fn oracle(dialect: Dialect, i: &TaskGrid, c: &TaskGrid) -> Vec<(u32, Detail)> {
    let (ours, theirs) = (palette(i), palette(c));
    let colours = |a: &BTreeSet<i8>, b: &BTreeSet<i8>| {
        let only: Vec<i8> = a.difference(b).copied().collect();
        (less(only.len()), only.first().map_or(Detail::Nothing, |&c| Detail::Colour(c)))
    };
    let objects = |a: &TaskGrid, b: &TaskGrid| {
        let only: Dots = dots(a).difference(&dots(b)).copied().collect();
        (less(only.len()), first_dot(dialect, &only))
    };
    let (height, width) = (i.height().max(c.height()), i.width().max(c.width()));
    let places = (0..height).flat_map(|r| (0..width).map(move |c| (r, c)));
    let (mut equal, mut other) = (0, BTreeSet::new());
    for (r, col) in places {
        match (i.get(r, col), c.get(r, col)) {
            (None, None) => {}
            (a, b) if a == b => equal += 1,
            _ => drop(other.insert((r, col))),
        }
    }
    let cells = i.cells().len().max(c.cells().len()) as u32;
    let places = if other.is_empty() { Detail::Nothing } else { Detail::Places(other) };
    let shape = (i.height(), i.width()) == (c.height(), c.width());
    let common = 1000 * ours.intersection(&theirs).count() / ours.union(&theirs).count();
    vec![
        colours(&ours, &theirs),
        colours(&theirs, &ours),
        objects(i, c),
        objects(c, i),
        (1000 * equal / cells, places),
        (if shape { 1000 } else { 0 }, Detail::Nothing),
        (common as u32, Detail::Nothing),
    ]
}

fn detail_value<'a>(cx: &Cx<'a>, detail: &Detail) -> R<'a> {
    match detail {
        Detail::Nothing => Ok(Value::UNIT),
        Detail::Colour(colour) => Ok(Value::Int(*colour as i64)),
        Detail::Dot(r, c, colour) => {
            cx.set(&mut [cx.cell(Value::Int(*colour as i64), *r as i64, *c as i64)?])
        }
        Detail::Places(places) => {
            let pairs = places.iter().map(|&(r, c)| cx.pair(r as i64, c as i64));
            cx.set(&mut pairs.collect::<Vec<_>>())
        }
    }
}

fn check(worker: &mut Worker, plan: &Plan, i: &TaskGrid, c: &TaskGrid) {
    let inputs = Inputs { demo: &[], input: i, target: Some(c) };
    worker.run(plan, inputs, Rules::default(), |run| {
        let wanted = oracle(plan.dialect, i, c);
        for ((outcome, (score, detail)), name) in run.outcomes().iter().zip(wanted).zip(NAMES) {
            let value = outcome.result.expect("differs do not fail on grids");
            let detail_value = detail_value(run.cx, &detail).expect("small");
            let whole = run.cx.two(Value::Int(score as i64), detail_value).expect("small");
            let what = format!("{name}, {}: {i:?} for {c:?}", plan.dialect);
            assert_eq!(score_of(run.cx.lay, value), Ok(score), "{what}");
            assert!(order::equal(value, whole), "{what}: not {detail:?}");
        }
    });
}

/// A random grid: few colours on few cells make equal, missing and one-coloured grids common.
pub fn random_grid(stream: &mut Stream) -> TaskGrid {
    let side = [1, 2, 3, 5, 12, 30][stream.below(6)];
    let (height, width) = (1 + stream.below(side), 1 + stream.below(side));
    let (lowest, colours) =
        [(0, 1), (0, 2), (0, 3), (0, 10), (4, 16), (-128, 256)][stream.below(6)];
    let cell = |stream: &mut Stream| (lowest + stream.below(colours) as i32) as i8;
    let cells = (0..height * width).map(|_| cell(stream)).collect();
    TaskGrid::new(height as u16, width as u16, cells).expect("a rectangle")
}

/// The grid with some cells changed.
pub fn altered(grid: &TaskGrid, stream: &mut Stream) -> TaskGrid {
    let mut cells = grid.cells().to_vec();
    for _ in 0..1 + stream.below(4) {
        let at = stream.below(cells.len());
        cells[at] = stream.below(10) as i8;
    }
    TaskGrid::new(grid.height() as u16, grid.width() as u16, cells).expect("a rectangle")
}

/// Pairs of candidate and target: of our tasks, random ones, and near misses.
pub fn pairs(random: usize) -> Vec<(TaskGrid, TaskGrid)> {
    let tasks = include_bytes!("../../../../testdata/embedded/tasks.json");
    let data = Dataset::parse("embedded", tasks).expect("our own tasks");
    let samples = data.tasks.iter().flat_map(|task| &task.demo);
    let mut pairs: Vec<(TaskGrid, TaskGrid)> =
        samples.filter_map(|s| Some((s.input.clone(), s.output.clone()?))).collect();
    let mut stream = Stream::new(7, 0, "differs", 0);
    for _ in 0..random {
        let (a, b) = (random_grid(&mut stream), random_grid(&mut stream));
        pairs.push((altered(&b, &mut stream), b.clone()));
        pairs.push((a, b));
    }
    let same: Vec<_> = pairs.iter().step_by(9).map(|(_, b)| (b.clone(), b.clone())).collect();
    pairs.extend(same);
    pairs
}

fn merged(dialect: Dialect) -> Plan {
    let mut dag = Dag::new(dialect);
    builtin(dialect).iter().for_each(|differ| drop(dag.merge(differ.code.dag())));
    Plan::new(&dag)
}

#[test]
fn both_files_hold_the_seven_differs() {
    for dialect in [Dialect::Arc, Dialect::Batt] {
        let names: Vec<&str> = builtin(dialect).iter().map(|d| d.name.as_str()).collect();
        assert_eq!(names, NAMES);
        for differ in builtin(dialect) {
            let (dag, root) = (differ.code.dag(), differ.code.root());
            assert_eq!(lang::verify(dag, root, ProgramKind::Differ), Ok(()));
            assert_eq!(differ.code.dialect(), dialect);
        }
    }
}

#[test]
fn differs_give_what_the_oracle_gives() {
    let pairs = pairs(700);
    let mut worker = Worker::default();
    for dialect in [Dialect::Arc, Dialect::Batt] {
        let plan = merged(dialect);
        pairs.iter().for_each(|(i, c)| check(&mut worker, &plan, i, c));
    }
}

#[test]
fn scores_outside_of_a_differs_range_are_no_scores() {
    let arena = exec::arena::Arena::new();
    let cx = Cx::new(&arena, Dialect::Arc);
    let pair = |score| cx.two(Value::Int(score), Value::UNIT).expect("small");
    let cell = cx.cell(Value::Int(100), 1, 2).expect("small");
    assert_eq!(score_of(cx.lay, pair(1000)), Ok(1000));
    assert_eq!(score_of(cx.lay, Value::Pair(7, 3)), Ok(7));
    assert_eq!(score_of(cx.lay, cell), Ok(100));
    let set = cx.set(&mut [Value::Int(1), Value::Int(2)]).expect("small");
    for bad in [pair(-1), pair(1001), Value::Int(5), Value::UNIT, set] {
        assert!(score_of(cx.lay, bad).is_err(), "{bad:?}");
    }
}
