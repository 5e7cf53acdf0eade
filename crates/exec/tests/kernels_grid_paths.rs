//! Byte grids and general grids must agree: every op runs on a grid of small colours and on the
//! same grid with 1000 added to every colour, which takes the other path.

use exec::arena::Arena;
use exec::cx::Cx;
use exec::vectors::{describe, value};
use judge::Random;
use lang::{Dialect, Op};
use serde_json::{Value as Json, json};

const LIFT: i64 = 1000;

/// What the numbers in an argument or result are.
#[derive(Clone, Copy)]
enum Kind {
    /// Colours all over.
    Colours,
    /// A set of cells, or a set of those.
    Cells,
    /// No colours.
    Plain,
}

use Kind::{Cells, Colours, Plain};

fn lift(dialect: Dialect, kind: Kind, json: &Json, by: i64) -> Json {
    let each = |items: &Vec<Json>| -> Json {
        items.iter().map(|v| lift(dialect, kind, v, by)).collect::<Vec<_>>().into()
    };
    match (kind, json) {
        (Plain, _) => json.clone(),
        (Colours, Json::Number(n)) => (n.as_i64().expect("an integer") + by).into(),
        (Cells, Json::Array(cell)) if dialect == Dialect::Arc => {
            json!([lift(dialect, Colours, &cell[0], by), cell[1]])
        }
        (Cells, Json::Array(cell)) => {
            json!([cell[0], cell[1], lift(dialect, Colours, &cell[2], by)])
        }
        (_, Json::Array(items)) => each(items),
        (_, Json::Object(set)) => json!({"set": each(set["set"].as_array().expect("a set"))}),
        _ => panic!("unexpected {json}"),
    }
}

fn run(dialect: Dialect, op: &str, args: &[Json]) -> Result<Json, String> {
    let arena = Arena::new();
    let cx = Cx::new(&arena, dialect);
    let args: Vec<_> = args.iter().map(|a| value(&cx, a).expect("a value")).collect();
    // In `batt` the op for grids, if there is one.
    let op = Op::lookup(dialect, &format!("{op}_t")).or(Op::lookup(dialect, op));
    let out = cx.op(op.expect("an op"), &args);
    let text = describe(&cx, out);
    if out.is_err() { Err(text) } else { Ok(serde_json::from_str(&text).expect("JSON")) }
}

#[track_caller]
fn agree(dialect: Dialect, op: &str, args: &[(Kind, Json)], result: Kind) {
    let plain: Vec<_> = args.iter().map(|(_, a)| a.clone()).collect();
    let lifted: Vec<_> = args.iter().map(|(k, a)| lift(dialect, *k, a, LIFT)).collect();
    let fast = run(dialect, op, &plain);
    let slow = run(dialect, op, &lifted).map(|out| lift(dialect, result, &out, -LIFT));
    assert_eq!(fast, slow, "{} {op} {}", dialect.name(), Json::from(plain));
}

fn grid(random: &mut Random, height: usize, width: usize, colours: i64) -> Json {
    let mut row = || (0..width).map(|_| random.within(0, colours - 1)).collect::<Vec<_>>();
    Json::from((0..height).map(|_| Json::from(row())).collect::<Vec<_>>())
}

/// Some row and column in and around a grid.
fn place(random: &mut Random, spread: i64) -> [i64; 2] {
    [random.within(-1, spread - 2), random.within(-1, spread - 2)]
}

/// Cells in and around a grid; several may share a position.
fn cells(random: &mut Random, dialect: Dialect, n: usize, spread: i64, colours: i64) -> Json {
    let mut cell = || match (dialect, place(random, spread), random.within(0, colours - 1)) {
        (Dialect::Arc, place, colour) => json!([colour, place]),
        (Dialect::Batt, [row, col], colour) => json!([row, col, colour]),
    };
    json!({"set": (0..n).map(|_| cell()).collect::<Vec<_>>()})
}

fn places(random: &mut Random, n: usize, spread: i64) -> Json {
    json!({"set": (0..n).map(|_| place(random, spread)).collect::<Vec<_>>()})
}

/// Calls `f` with grids of many shapes, sparse and noisy.
fn each_grid(mut f: impl FnMut(Dialect, &mut Random, Json)) {
    let shapes = [
        (1, 1),
        (1, 2),
        (2, 1),
        (1, 9),
        (9, 1),
        (2, 2),
        (3, 3),
        (3, 0),
        (5, 7),
        (10, 10),
        (13, 4),
        (4, 16),
        (6, 17),
        (16, 33),
        (2, 64),
        (3, 65),
        (4, 130),
        (70, 3),
    ];
    for dialect in Dialect::ALL {
        let mut random = Random::new(7);
        for round in 0..6 {
            for (height, width) in shapes {
                let grid = grid(&mut random, height, width, [1, 2, 2, 3, 5, 10][round]);
                f(dialect, &mut random, grid);
            }
        }
    }
}

#[test]
fn reshaping() {
    each_grid(|dialect, random, grid| {
        let g = || (Colours, grid.clone());
        for op in ["rot90", "rot180", "rot270", "trim", "compress"] {
            agree(dialect, op, &[g()], Colours);
        }
        for op in ["tophalf", "bottomhalf", "lefthalf", "righthalf"] {
            agree(dialect, op, &[g()], Colours);
        }
        for op in ["hupscale", "vupscale", "upscale", "downscale", "hsplit", "vsplit"] {
            for n in -1..8 {
                agree(dialect, op, &[g(), (Plain, n.into())], Colours);
            }
        }
        for _ in 0..10 {
            let pair = |d: &mut Random| (Plain, json!([d.within(-4, 4), d.within(-4, 4)]));
            agree(dialect, "crop", &[g(), pair(random), pair(random)], Colours);
        }
    });
}

#[test]
fn joining() {
    each_grid(|dialect, random, grid| {
        let g = || (Colours, grid.clone());
        let (height, width) = (random.below(8), random.below(12));
        for other in
            [self::grid(random, height, width, 2), self::grid(random, 20, 140, 2), grid.clone()]
        {
            let b = || (Colours, other.clone());
            agree(dialect, "hconcat", &[g(), b()], Colours);
            agree(dialect, "vconcat", &[g(), b()], Colours);
            agree(dialect, "cellwise", &[g(), b(), (Colours, 5.into())], Colours);
        }
        let loc = (Plain, json!(place(random, 12)));
        agree(dialect, "index", &[g(), loc], Colours);
    });
}

#[test]
fn drawing() {
    each_grid(|dialect, random, grid| {
        let g = || (Colours, grid.clone());
        for spread in [4, 12] {
            let places = places(random, 10, spread);
            for patch in [(Plain, places), (Cells, cells(random, dialect, 12, spread, 3))] {
                let colour = (Colours, random.within(0, 3).into());
                agree(dialect, "fill", &[g(), colour.clone(), patch.clone()], Colours);
                agree(dialect, "underfill", &[g(), colour, patch.clone()], Colours);
                agree(dialect, "cover", &[g(), patch.clone()], Colours);
                agree(dialect, "toobject", &[patch.clone(), g()], Cells);
                agree(dialect, "subgrid", &[patch.clone(), g()], Colours);
            }
            let object = (Cells, cells(random, dialect, 12, spread, 3));
            let offset = (Plain, json!([random.within(-2, 2), random.within(-2, 2)]));
            agree(dialect, "paint", &[g(), object.clone()], Colours);
            agree(dialect, "underpaint", &[g(), object.clone()], Colours);
            agree(dialect, "move", &[g(), object.clone(), offset], Colours);
            let upscale = if dialect == Dialect::Arc { "upscale" } else { "upscale_f" };
            agree(dialect, upscale, &[object, (Plain, random.within(0, 4).into())], Cells);
        }
    });
}

#[test]
fn colours() {
    each_grid(|dialect, _, grid| {
        let g = || (Colours, grid.clone());
        for op in ["mostcolor", "leastcolor", "hmirror", "vmirror", "dmirror", "cmirror"] {
            agree(dialect, op, &[g()], Colours);
        }
        agree(dialect, "palette", &[g()], Colours);
        agree(dialect, "numcolors", &[g()], Plain);
        agree(dialect, "asindices", &[g()], Plain);
        let ofcolor = if dialect == Dialect::Arc { "ofcolor" } else { "f_ofcolor" };
        for colour in 0..3 {
            agree(dialect, "colorcount", &[g(), (Colours, colour.into())], Plain);
            agree(dialect, ofcolor, &[g(), (Colours, colour.into())], Plain);
            let other = [g(), (Colours, colour.into()), (Colours, 7.into())];
            agree(dialect, "replace", &other, Colours);
            agree(dialect, "switch", &other, Colours);
        }
    });
}

#[test]
fn extracting() {
    each_grid(|dialect, _, grid| {
        let g = || (Colours, grid.clone());
        for op in ["partition", "fgpartition", "frontiers", "asobject"] {
            agree(dialect, op, &[g()], Cells);
        }
        for flags in 0..8 {
            let flag = |bit: i32| (Plain, json!(flags / bit % 2));
            agree(dialect, "objects", &[g(), flag(4), flag(2), flag(1)], Cells);
        }
    });
}

#[test]
fn looking_for_objects() {
    each_grid(|dialect, random, grid| {
        for n in [1, 2, 3, 5] {
            let object = cells(random, dialect, n, 2 + n as i64 / 2, 2);
            let args = [(Colours, grid.clone()), (Cells, object)];
            agree(dialect, "occurrences", &args, Plain);
        }
    });
}

/// Positions beyond those that can be packed: a long row against the same row cut in two.
#[test]
fn long_grids_have_no_packed_objects() {
    let row: Vec<i64> = (0..2100).map(|i| (i % 700 == 0) as i64).collect();
    for dialect in Dialect::ALL {
        let long = [json!([row]), 1.into(), 0.into(), 1.into()];
        let found = run(dialect, "objects", &long).expect("objects");
        assert_eq!(found["set"].as_array().map(Vec::len), Some(3));
        let all = run(dialect, "asobject", &[json!([row])]).expect("an object");
        assert_eq!(all["set"].as_array().map(Vec::len), Some(2100));
        let lines = run(dialect, "frontiers", &[json!([row])]).expect("objects");
        assert_eq!(lines["set"].as_array().map(Vec::len), Some(2100));
    }
}
