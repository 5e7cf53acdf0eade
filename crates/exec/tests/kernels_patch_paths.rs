//! Patch, colour, measure and relation kernels: fast paths against slow ones, on pseudo-random
//! patches near the origin and the same patches so far away that nothing packs.

use exec::arena::Arena;
use exec::cx::Cx;
use exec::value::{Value, order};
use exec::vectors::describe;
use judge::Random;
use lang::{Dialect, Op};

/// Up to 24 (colour, row, column) in a small box; colours may share a position.
fn cells(random: &mut Random) -> Vec<(i64, i64, i64)> {
    let (count, colours) = (1 + random.below(24), random.within(0, 2));
    let (height, width) = (random.within(0, 11), random.within(0, 11));
    let (top, left) = (random.within(-8, 11), random.within(-8, 11));
    let mut cell = || {
        let (colour, row) = (random.within(0, colours), random.within(top, top + height));
        (colour, row, random.within(left, left + width))
    };
    (0..count).map(|_| cell()).collect()
}

type Make = for<'a> fn(&Cx<'a>, &[(i64, i64, i64)], (i64, i64)) -> Value<'a>;

fn object<'a>(cx: &Cx<'a>, cells: &[(i64, i64, i64)], by: (i64, i64)) -> Value<'a> {
    let cell = |&(colour, r, c): &(i64, i64, i64)| cx.cell(Value::Int(colour), r + by.0, c + by.1);
    cx.set(&mut cells.iter().map(|c| cell(c).expect("small")).collect::<Vec<_>>()).expect("small")
}

fn indices<'a>(cx: &Cx<'a>, cells: &[(i64, i64, i64)], by: (i64, i64)) -> Value<'a> {
    let pair = |&(_, r, c): &(i64, i64, i64)| cx.pair(r + by.0, c + by.1);
    cx.set(&mut cells.iter().map(pair).collect::<Vec<_>>()).expect("small")
}

/// How an op's result moves when its patches do.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Moves {
    /// Not at all.
    Stays,
    /// As a patch.
    Patch,
    /// As a pair.
    Pair,
    /// As an integer along rows or columns.
    Row,
    Col,
}

/// Far enough that no position of a test patch packs.
const FAR: [(i64, i64); 4] = [(5000, 0), (0, -7000), (1 << 40, 1 << 40), (-90_000, 4_000)];

#[track_caller]
fn agree<'a>(
    cx: &Cx<'a>,
    what: &str,
    moves: Moves,
    near: Value<'a>,
    far: Value<'a>,
    by: (i64, i64),
) {
    let pair = cx.pair(by.0, by.1);
    let add = |a: Value<'a>, b: i64| cx.op(op(cx, "add"), &[a, Value::Int(b)]);
    let moved = match moves {
        Moves::Stays => Ok(near),
        Moves::Patch => cx.op(op(cx, "shift"), &[near, pair]),
        Moves::Pair => cx.op(op(cx, "add"), &[near, pair]),
        Moves::Row => add(near, by.0),
        Moves::Col => add(near, by.1),
    };
    let moved = moved.expect(what);
    let (want, got) = (describe(cx, Ok(moved)), describe(cx, Ok(far)));
    assert!(order::equal(moved, far), "{what} moved by {by:?}: want {want}, got {got}");
}

/// The op of a name, in `batt` the one for sets if there is one.
fn op(cx: &Cx<'_>, name: &str) -> Op {
    let found = Op::lookup(cx.lay.dialect, &format!("{name}_f"));
    found.or(Op::lookup(cx.lay.dialect, name)).unwrap_or_else(|| panic!("no op {name}"))
}

/// Ops of one patch.
const ON_ONE: [(&str, Moves); 26] = [
    ("height", Moves::Stays),
    ("width", Moves::Stays),
    ("shape", Moves::Stays),
    ("square", Moves::Stays),
    ("portrait", Moves::Stays),
    ("uppermost", Moves::Row),
    ("lowermost", Moves::Row),
    ("leftmost", Moves::Col),
    ("rightmost", Moves::Col),
    ("ulcorner", Moves::Pair),
    ("urcorner", Moves::Pair),
    ("llcorner", Moves::Pair),
    ("lrcorner", Moves::Pair),
    ("center", Moves::Pair),
    ("corners", Moves::Patch),
    ("box", Moves::Patch),
    ("inbox", Moves::Patch),
    ("outbox", Moves::Patch),
    ("backdrop", Moves::Patch),
    ("delta", Moves::Patch),
    ("toindices", Moves::Patch),
    ("normalize", Moves::Stays),
    ("hmirror", Moves::Patch),
    ("vmirror", Moves::Patch),
    ("dmirror", Moves::Patch),
    ("cmirror", Moves::Patch),
];

/// Ops of one object that read colours.
const ON_OBJECTS: [&str; 6] =
    ["palette", "mostcolor", "leastcolor", "numcolors", "hperiod", "vperiod"];

/// Ops of two patches.
const ON_TWO: [&str; 6] =
    ["hmatching", "vmatching", "manhattan", "adjacent", "position", "gravitate"];

#[test]
fn ops_of_one_patch_agree_near_and_far() {
    let mut random = Random::new(7);
    let mut arena = Arena::new();
    for round in 0..300 {
        let cells = cells(&mut random);
        let by = FAR[round % FAR.len()];
        for dialect in Dialect::ALL {
            let cx = Cx::new(&arena, dialect);
            for make in [object as Make, indices as Make] {
                let (near, far) = (make(&cx, &cells, (0, 0)), make(&cx, &cells, by));
                assert!(!matches!(far, Value::Cells(_) | Value::Poses(_)));
                for (name, moves) in ON_ONE {
                    let op = op(&cx, name);
                    let (a, b) = (cx.op(op, &[near]), cx.op(op, &[far]));
                    agree(&cx, name, moves, a.expect(name), b.expect(name), by);
                }
            }
            let (near, far) = (object(&cx, &cells, (0, 0)), object(&cx, &cells, by));
            for name in ON_OBJECTS {
                let op = op(&cx, name);
                let (a, b) = (cx.op(op, &[near]), cx.op(op, &[far]));
                agree(&cx, name, Moves::Stays, a.expect(name), b.expect(name), by);
            }
        }
        arena.reset(1 << 20);
    }
}

#[test]
fn ops_of_two_patches_agree_near_and_far() {
    let mut random = Random::new(11);
    let mut arena = Arena::new();
    for round in 0..1500 {
        let (a, b) = (cells(&mut random), cells(&mut random));
        let by = FAR[round % FAR.len()];
        for dialect in Dialect::ALL {
            let cx = Cx::new(&arena, dialect);
            let near = [object(&cx, &a, (0, 0)), indices(&cx, &b, (0, 0))];
            let far = [object(&cx, &a, by), indices(&cx, &b, by)];
            for name in ON_TWO {
                let op = op(&cx, name);
                let (x, y) = (cx.op(op, &near).expect(name), cx.op(op, &far).expect(name));
                agree(&cx, name, Moves::Stays, x, y, by);
            }
        }
        arena.reset(1 << 20);
    }
}

/// Ops of two patches, straight from their definitions.
#[test]
fn distances_and_gravity_match_their_definitions() {
    let mut random = Random::new(23);
    let mut arena = Arena::new();
    for _ in 0..1500 {
        let (a, b) = (cells(&mut random), cells(&mut random));
        let distance = |dr: i64, dc: i64| {
            let pair = |x: &(i64, i64, i64), y: &(i64, i64, i64)| {
                (x.1 + dr - y.1).abs() + (x.2 + dc - y.2).abs()
            };
            a.iter().flat_map(|x| b.iter().map(move |y| pair(x, y))).min().expect("not empty")
        };
        let cx = Cx::new(&arena, Dialect::Arc);
        let args = [object(&cx, &a, (0, 0)), object(&cx, &b, (0, 0))];
        let call = |name: &str| describe(&cx, cx.op(op(&cx, name), &args));
        assert_eq!(call("manhattan"), distance(0, 0).to_string());
        assert_eq!(call("adjacent"), ((distance(0, 0) == 1) as i64).to_string());
        let middle = |cells: &[(i64, i64, i64)], part: fn(&(i64, i64, i64)) -> i64| {
            let (low, high) = (cells.iter().map(part).min(), cells.iter().map(part).max());
            let (low, high) = (low.expect("not empty"), high.expect("not empty"));
            low + (high - low + 1) / 2
        };
        let share = a.iter().any(|x| b.iter().any(|y| x.2 == y.2));
        let toward = |part| if middle(&a, part) < middle(&b, part) { 1 } else { -1 };
        let d = if share { (toward(|c| c.1), 0) } else { (0, toward(|c| c.2)) };
        let n = (0..42).find(|n| distance(n * d.0, n * d.1) == 1).unwrap_or(42);
        assert_eq!(call("gravitate"), format!("[{},{}]", n * d.0, n * d.1));
        arena.reset(1 << 20);
    }
}

/// Packed tuples of cells go the listed way and must give what their sets give.
#[test]
fn tuples_of_cells_agree_with_sets() {
    let mut random = Random::new(31);
    let mut arena = Arena::new();
    for _ in 0..200 {
        let cells = cells(&mut random);
        for dialect in Dialect::ALL {
            let cx = Cx::new(&arena, dialect);
            let set = object(&cx, &cells, (0, 0));
            let tuple = cx.tuple_from(set).expect("small");
            for name in ["box", "delta", "toindices", "normalize", "center", "centerofmass"] {
                let op = op(&cx, name);
                let (a, b) = (cx.op(op, &[set]), cx.op(op, &[tuple]));
                agree(&cx, name, Moves::Stays, a.expect(name), b.expect(name), (0, 0));
            }
        }
        arena.reset(1 << 20);
    }
}
