//! The native scores against the programs.

use exec::arena::Arena;
use exec::cx::Cx;
use exec::value::order;

use super::*;
use crate::differs::tests::{pairs, random_grid};
use crate::stream::Stream;

const DIALECTS: [Dialect; 2] = [Dialect::Arc, Dialect::Batt];

/// What the programs say of a grid.
fn by_programs(
    dialect: Dialect,
    target: &TaskGrid,
    value: Value<'_>,
    worker: &mut Worker,
) -> Points {
    let scores = Judge::builtin(dialect).scores(worker, &[], target, value);
    let failed_differs = scores.iter().filter(|score| score.is_err()).count() as u32;
    let scores: Vec<u32> = scores.into_iter().map(|score| score.unwrap_or(0)).collect();
    let scores: [u32; BUILTIN] = scores.try_into().expect("seven");
    if scores == [PERFECT; BUILTIN] && is_grid(value, target) {
        return Points::RIGHT;
    }
    let points = scores.iter().sum::<u32>() / 7 / 2;
    Points { points, right: false, differs: scores, failed_differs }
}

#[test]
fn native_scores_are_those_of_the_programs() {
    let mut worker = Worker::default();
    for (i, c) in pairs(1500) {
        for dialect in DIALECTS {
            let arena = Arena::new();
            let cx = Cx::new(&arena, dialect);
            let value = exec::run::task_grid(&cx, &i).expect("a grid");
            let wanted = by_programs(dialect, &c, value, &mut worker);
            assert_eq!(Scorer::new(dialect, &c).points(value), wanted, "{i:?} for {c:?}");
        }
    }
}

#[test]
fn the_expected_output_gets_1000_and_everything_else_at_most_500() {
    for (i, c) in pairs(300) {
        let arena = Arena::new();
        let cx = Cx::new(&arena, Dialect::Arc);
        let points =
            Scorer::new(Dialect::Arc, &c).points(exec::run::task_grid(&cx, &i).expect("a grid"));
        assert_eq!(points.right, i == c);
        assert!(if points.right { points.points == 1000 } else { points.points <= 500 });
    }
}

/// Rows of any integers as a value.
fn rows<'a>(cx: &Cx<'a>, rows: &[Vec<i64>]) -> Value<'a> {
    let row = |row: &Vec<i64>| {
        cx.tuple(&row.iter().map(|&n| Value::Int(n)).collect::<Vec<_>>()).expect("small")
    };
    cx.tuple(&rows.iter().map(row).collect::<Vec<_>>()).expect("small")
}

/// Renaming colours without changing their order changes no score, however large they become.
#[test]
fn large_colours_are_scored_like_small_ones() {
    let mut stream = Stream::new(3, 0, "large", 0);
    for _ in 0..200 {
        let (i, c) = (random_grid(&mut stream), random_grid(&mut stream));
        let top = c.cells().iter().copied().max().expect("cells");
        // Colours that the target has not and that lie above its own move far away.
        let far = |n: i8| if n > top { (n as i64) << 40 } else { n as i64 };
        let cells: Vec<Vec<i64>> = i.rows().map(|r| r.iter().map(|&n| far(n)).collect()).collect();
        for dialect in DIALECTS {
            let arena = Arena::new();
            let cx = Cx::new(&arena, dialect);
            let scorer = Scorer::new(dialect, &c);
            let small = scorer.points(exec::run::task_grid(&cx, &i).expect("a grid"));
            assert_eq!(scorer.points(rows(&cx, &cells)), small, "{i:?} for {c:?}");
        }
    }
}

#[test]
fn grids_up_to_the_limit_and_beyond() {
    let cell = |i: usize| if i == 0 { 9 } else { (i % 7) as i8 };
    let target = TaskGrid::new(30, 30, (0..900).map(cell).collect()).expect("square");
    let mut worker = Worker::default();
    let shapes = [(128, 128), (545, 30), (1, 2048), (3000, 1), (2048, 9), (129, 128), (300, 300)];
    for (height, width) in shapes {
        // The target's cells first: with 30 columns they are all equal.
        let cells: Vec<i8> = (0..height * width).map(cell).collect();
        for dialect in DIALECTS {
            let arena = Arena::new();
            let cx = Cx::new(&arena, dialect);
            let value = cx.grid(height, width, &cells).expect("a grid");
            let wanted = by_programs(dialect, &target, value, &mut worker);
            assert_eq!(Scorer::new(dialect, &target).points(value), wanted, "{height}x{width}");
        }
    }
}

#[test]
fn a_huge_grid_makes_differs_fail_and_they_are_counted() {
    let target = TaskGrid::new(1, 1, vec![3]).expect("a cell");
    let cells: Vec<i8> = (0..1 << 17).map(|i| (i % 10) as i8).collect();
    let arena = Arena::new();
    let cx = Cx::new(&arena, Dialect::Batt);
    let value = cx.grid(4, 1 << 15, &cells).expect("the largest value there is");
    let points = Scorer::new(Dialect::Batt, &target).points(value);
    assert!(points.failed_differs > 0 && !points.right, "{points:?}");
    assert_eq!(points.differs[0], 100, "nine colours too many");
}

#[test]
fn what_is_no_grid_gets_nothing() {
    let target = TaskGrid::new(2, 2, vec![1, 2, 3, 4]).expect("a square");
    for dialect in DIALECTS {
        let arena = Arena::new();
        let cx = Cx::new(&arena, dialect);
        let scorer = Scorer::new(dialect, &target);
        let grid = exec::run::task_grid(&cx, &target).expect("a grid");
        let others = [
            Value::Int(1),
            Value::Pair(1, 2),
            Value::UNIT,
            Value::EMPTY,
            Value::AnyFn,
            cx.row(&[1, 2, 3, 4]),
            cx.grid(1, 0, &[]).expect("no cells"),
            cx.grid(3, 0, &[]).expect("no cells"),
            rows(&cx, &[vec![1, 2], vec![3]]),
            rows(&cx, &[vec![1 << 40, 2], vec![]]),
            cx.two(grid, grid).expect("small"),
            cx.set(&mut [grid]).expect("small"),
            cx.tuple(&[Value::Pair(1, 2), Value::Int(3)]).expect("small"),
        ];
        for value in others {
            assert_eq!(scorer.points(value), Points::default(), "{value:?}");
        }
        assert!(order::equal(grid, rows(&cx, &[vec![1, 2], vec![3, 4]])));
        assert_eq!(scorer.points(grid), Points::RIGHT);
    }
}

#[test]
fn the_dearest_everyday_grids_are_within_the_budget() {
    // Nearly all cells are equal and nearly all are dots.
    let checks = |n: usize| (0..n).map(|i| if i % 2 == 0 { 5 } else { (i % 3) as i8 }).collect();
    let grid =
        |rows: usize| TaskGrid::new(rows as u16, 32, checks(rows * 32)).expect("a rectangle");
    let (target, mut candidate) = (grid(MOST_SIDE - 1), grid(MOST_SIDE));
    assert_eq!(candidate.cells().len(), MOST_CELLS);
    candidate = crate::differs::tests::altered(&candidate, &mut Stream::new(0, 0, "", 0));
    for dialect in DIALECTS {
        let arena = Arena::new();
        let cx = Cx::new(&arena, dialect);
        let value = exec::run::task_grid(&cx, &candidate).expect("a grid");
        let wanted = by_programs(dialect, &target, value, &mut Worker::default());
        let scorer = Scorer::new(dialect, &target);
        assert!(scorer.is_everyday(&match value.view() {
            View::Grid(g) => g,
            _ => panic!("a grid"),
        }));
        assert_eq!((scorer.points(value), wanted.failed_differs), (wanted, 0));
    }
}
