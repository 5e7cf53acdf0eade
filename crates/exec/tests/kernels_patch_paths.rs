//! Patch, colour, measure and relation kernels: fast paths against slow ones, on pseudo-random
//! patches near the origin and the same patches so far away that nothing packs.

use exec::arena::Arena;
use exec::cx::Cx;
use exec::value::{Value, order};
use exec::vectors::describe;
use lang::{Dialect, Family, Op};

/// A small generator, enough to spread test patches.
struct Random(u64);

impl Random {
    fn below(&mut self, n: i64) -> i64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as i64 % n
    }

    /// Up to 24 (colour, row, column) in a small box; colours may share a position.
    fn cells(&mut self) -> Vec<(i64, i64, i64)> {
        let (count, height, width) = (1 + self.below(24), 1 + self.below(12), 1 + self.below(12));
        let colours = 1 + self.below(3);
        let (top, left) = (self.below(20) - 8, self.below(20) - 8);
        (0..count)
            .map(|_| (self.below(colours), top + self.below(height), left + self.below(width)))
            .collect()
    }
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

fn op(cx: &Cx<'_>, name: &str) -> Op {
    Op::lookup(cx.lay.dialect, name).unwrap_or_else(|| panic!("no op {name}"))
}

fn text<'a>(cx: &Cx<'a>, name: &str, args: &[Value<'a>]) -> String {
    describe(cx, cx.op(op(cx, name), args))
}

fn name_in(dialect: Dialect, op: &'static str) -> &'static str {
    match (dialect, op) {
        (Dialect::Batt, "height") => "height_f",
        (Dialect::Batt, "width") => "width_f",
        (Dialect::Batt, "shape") => "shape_f",
        (Dialect::Batt, "square") => "square_f",
        (Dialect::Batt, "portrait") => "portrait_f",
        (Dialect::Batt, "hmirror") => "hmirror_f",
        (Dialect::Batt, "vmirror") => "vmirror_f",
        (Dialect::Batt, "dmirror") => "dmirror_f",
        (Dialect::Batt, "cmirror") => "cmirror_f",
        (Dialect::Batt, "palette") => "palette_f",
        (Dialect::Batt, "mostcolor") => "mostcolor_f",
        (Dialect::Batt, "leastcolor") => "leastcolor_f",
        (Dialect::Batt, "numcolors") => "numcolors_f",
        _ => op,
    }
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
    let mut random = Random(7);
    let mut arena = Arena::new();
    for round in 0..300 {
        let cells = random.cells();
        let by = FAR[round % FAR.len()];
        for dialect in Dialect::ALL {
            let cx = Cx::new(&arena, dialect);
            for make in [object as Make, indices as Make] {
                let (near, far) = (make(&cx, &cells, (0, 0)), make(&cx, &cells, by));
                assert!(!matches!(far, Value::Cells(_) | Value::Poses(_)));
                for (name, moves) in ON_ONE {
                    let op = op(&cx, name_in(dialect, name));
                    let (a, b) = (cx.op(op, &[near]), cx.op(op, &[far]));
                    agree(&cx, name, moves, a.expect(name), b.expect(name), by);
                }
            }
            let (near, far) = (object(&cx, &cells, (0, 0)), object(&cx, &cells, by));
            for name in ON_OBJECTS {
                let op = op(&cx, name_in(dialect, name));
                let (a, b) = (cx.op(op, &[near]), cx.op(op, &[far]));
                agree(&cx, name, Moves::Stays, a.expect(name), b.expect(name), by);
            }
        }
        arena.reset(1 << 20);
    }
}

#[test]
fn ops_of_two_patches_agree_near_and_far() {
    let mut random = Random(11);
    let mut arena = Arena::new();
    for round in 0..1500 {
        let (a, b) = (random.cells(), random.cells());
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
    let mut random = Random(23);
    let mut arena = Arena::new();
    for _ in 0..1500 {
        let (a, b) = (random.cells(), random.cells());
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
    let mut random = Random(31);
    let mut arena = Arena::new();
    for _ in 0..200 {
        let cells = random.cells();
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

/// Grids with a colour beyond a byte go the slow way; changed back they must agree.
#[test]
fn grids_of_bytes_agree_with_grids_of_large_numbers() {
    let mut random = Random(41);
    let mut arena = Arena::new();
    for _ in 0..300 {
        let (height, width) = (1 + random.below(12), 1 + random.below(12));
        let colours = 1 + random.below(9);
        let cells: Vec<Vec<i64>> =
            (0..height).map(|_| (0..width).map(|_| random.below(colours) - 2).collect()).collect();
        let cx = Cx::new(&arena, Dialect::Arc);
        let grid = |plus: i64| {
            let ints = |row: &Vec<i64>| row.iter().map(|&n| Value::Int(n + plus)).collect();
            cx.from_rows(&cells.iter().map(ints).collect::<Vec<Vec<_>>>()).expect("small")
        };
        let (near, far) = (grid(0), grid(1000));
        let int = Value::Int;
        for name in ["mostcolor", "leastcolor"] {
            let got: i64 = text(&cx, name, &[near]).parse().expect("a colour");
            assert_eq!((got + 1000).to_string(), text(&cx, name, &[far]));
        }
        assert_eq!(text(&cx, "numcolors", &[near]), text(&cx, "numcolors", &[far]));
        assert_eq!(
            text(&cx, "colorcount", &[near, int(1)]),
            text(&cx, "colorcount", &[far, int(1001)])
        );
        assert_eq!(text(&cx, "ofcolor", &[near, int(1)]), text(&cx, "ofcolor", &[far, int(1001)]));
        assert_eq!(text(&cx, "asindices", &[near]), text(&cx, "asindices", &[far]));
        for name in ["hmirror", "vmirror", "dmirror", "cmirror"] {
            let (a, b) = (op(&cx, name), op(&cx, "replace"));
            let mirrored = cx.op(a, &[far]).expect(name);
            // Bring the large colours back one by one.
            let back = (-2..9).try_fold(mirrored, |g, n| cx.op(b, &[g, int(n + 1000), int(n)]));
            assert_eq!(text(&cx, name, &[near]), describe(&cx, back), "{name}");
        }
        arena.reset(1 << 20);
    }
}

/// A value of any kind, mostly near to patches and grids and sometimes extreme.
fn anything<'a>(cx: &Cx<'a>, random: &mut Random, depth: u32) -> Value<'a> {
    let number = |random: &mut Random| match random.below(12) {
        0 => [i64::MAX, i64::MIN, 2047, -2048, 2048, 127, -129][random.below(7) as usize],
        1 => random.below(5000) - 2500,
        _ => random.below(6) - 1,
    };
    let kind = if depth == 0 { random.below(4) } else { random.below(8) };
    let parts = |random: &mut Random, n: i64| -> Vec<Value<'a>> {
        (0..n).map(|_| anything(cx, random, depth - 1)).collect()
    };
    match kind {
        0 => Value::Int(number(random)),
        1 => cx.pair(number(random), number(random)),
        2 => cx.cell(Value::Int(number(random)), number(random), number(random)).expect("small"),
        3 => Value::Op(op(cx, "identity")),
        4 => {
            let n = random.below(4);
            cx.tuple(&parts(random, n)).expect("small")
        }
        5 => {
            let n = random.below(4);
            cx.set(&mut parts(random, n)).expect("small")
        }
        _ => {
            let cells: Vec<_> =
                (0..1 + random.below(4)).map(|_| (random.below(3), number(random), 1)).collect();
            let by = (0, random.below(3));
            let far = cells.iter().any(|c| c.1.unsigned_abs() > 1 << 40);
            match random.below(3) {
                _ if far => Value::EMPTY,
                0 => object(cx, &cells, by),
                1 => indices(cx, &cells, by),
                _ => cx.tuple_from(object(cx, &cells, by)).expect("small"),
            }
        }
    }
}

#[test]
fn odd_arguments_never_panic() {
    let families = [Family::Colour, Family::Measure, Family::Relation, Family::Patch];
    let mut random = Random(53);
    let mut arena = Arena::new();
    for op in Op::all().filter(|op| families.contains(&op.kernel().info().family)) {
        for _ in 0..400 {
            let cx = Cx::new(&arena, op.dialect());
            let args: Vec<_> =
                (0..op.info().params.len()).map(|_| anything(&cx, &mut random, 2)).collect();
            cx.start_step(1 << 24);
            // Describing walks the whole result, so a malformed one shows as well.
            describe(&cx, cx.op(op, &args));
            arena.reset(1 << 20);
        }
    }
}
