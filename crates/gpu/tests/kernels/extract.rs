//! Ops on colours and from grids to objects: random calls on the kernels as plain C, under
//! sanitizers, against the engine.

use exec::cx::Cx;
use exec::value::Value;
use lang::{Dialect, Kernel, Op};

use crate::common::Call;
use crate::common::random::{Random, compare_on_host, rounds};

/// The kernels of `colour.h` and `extract.h`.
const KERNELS: [&str; 21] = [
    "palette",
    "palette_tuple",
    "numcolors",
    "mostcolor",
    "leastcolor",
    "colorcount",
    "color",
    "colorfilter",
    "ofcolor",
    "recolor",
    "replace",
    "switch",
    "objects",
    "objects_packed",
    "partition",
    "fgpartition",
    "frontiers",
    "occurrences",
    "toobject",
    "asobject",
    "is_no_grid",
];

/// Colours of a grid: few, as many as there are in tasks, and some that few ops have room for.
const COLOURS: [&[i64]; 7] = [
    &[0, 3],
    &[0, 1, 2],
    &[0, 0, 0, 0, 5, 7],
    &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    &[-1, 0, 15, 16],
    &[-128, 127, 63, 64, 0],
    &[4],
];

fn grid<'a>(cx: &Cx<'a>, random: &mut Random) -> Value<'a> {
    let side = |random: &mut Random| match random.below(12) {
        0 => 1,
        1 => 60 + random.below(10),
        2 => random.pick(&[128, 129, 200]),
        _ => 1 + random.below(30),
    };
    let (height, mut width) = (side(random).min(70), side(random));
    if random.below(40) == 0 {
        width = 0;
    }
    let colours = random.pick(&COLOURS);
    // How often the next cell has the colour of the last one, or of the one above.
    let (again, above) = (random.pick(&[0, 50, 90]), random.pick(&[0, 50]));
    let mut rows: Vec<Vec<i64>> = Vec::new();
    for r in 0..height {
        let mut row: Vec<i64> = Vec::new();
        while row.len() < width {
            let chance = random.below(100);
            row.push(match row.last() {
                Some(&last) if chance < again => last,
                _ if r > 0 && random.below(100) < above => rows[r - 1][row.len()],
                _ => random.pick(colours),
            });
        }
        rows.push(row);
    }
    if random.below(60) == 0 && width > 1 {
        rows[height / 2][0] = 300;
    }
    if random.below(60) == 0 {
        rows[height - 1].push(1);
    }
    let row =
        |row: Vec<i64>| cx.tuple(&row.into_iter().map(Value::Int).collect::<Vec<_>>()).unwrap();
    cx.tuple(&rows.into_iter().map(row).collect::<Vec<_>>()).unwrap()
}

fn patch<'a>(cx: &Cx<'a>, random: &mut Random) -> Value<'a> {
    let cell = random.below(3) > 0;
    let most = random.pick(&[1, 2, 4, 12, 60, 300]);
    let spread = random.pick(&[2, 5, 30, 70]);
    let colours = random.pick(&COLOURS);
    let far = random.below(30) == 0;
    let element = |random: &mut Random| {
        let row = random.below(spread) as i64 - random.pick(&[0, 1]);
        let col = random.below(spread) as i64;
        let row = if far && random.below(9) == 0 { random.pick(&[2047, 2048, -2049]) } else { row };
        if cell {
            cx.cell(Value::Int(random.pick(colours)), row, col).unwrap()
        } else {
            cx.pair(row, col)
        }
    };
    let mut elements: Vec<_> = (0..1 + random.below(most)).map(|_| element(random)).collect();
    if random.below(20) == 0 {
        let place = random.below(elements.len());
        elements[place] =
            random.pick(&[Value::Int(2), Value::UNIT, Value::Pair(1, 1), Value::EMPTY]);
    }
    if random.below(4) == 0 { cx.tuple(&elements).unwrap() } else { cx.set(&mut elements).unwrap() }
}

/// Cells of a grid's corner, so that they are found in it.
fn piece<'a>(cx: &Cx<'a>, random: &mut Random, grid: Value<'a>) -> Value<'a> {
    let (height, width) = (1 + random.below(3), 1 + random.below(3));
    let (mut cells, mut rows) = (Vec::new(), cx.items(grid).unwrap());
    for r in 0..height {
        let Some(row) = rows.next() else { break };
        for (c, v) in cx.items(row).unwrap().take(width).enumerate() {
            cells.push(cx.cell(v, r as i64, c as i64).unwrap());
        }
    }
    cx.set(&mut cells).unwrap()
}

fn objects<'a>(cx: &Cx<'a>, random: &mut Random) -> Value<'a> {
    let dialect = if cx.is_batt() { Dialect::Batt } else { Dialect::Arc };
    let mut args = vec![grid(cx, random)];
    args.extend((0..3).map(|_| Value::Int(random.below(2) as i64)));
    let found = match random.below(6) {
        0 => {
            let mut some: Vec<_> = (0..random.below(6)).map(|_| patch(cx, random)).collect();
            cx.set(&mut some).ok()
        }
        _ => cx.op(Op::lookup(dialect, "objects").unwrap(), &args).ok(),
    };
    let found = found.unwrap_or(Value::EMPTY);
    if random.below(6) == 0 { cx.tuple_from(found).unwrap() } else { found }
}

fn any<'a>(cx: &Cx<'a>, random: &mut Random) -> Value<'a> {
    match random.below(9) {
        0 => Value::Int(random.below(12) as i64 - 1),
        1 => random.pick(&[Value::UNIT, Value::EMPTY]),
        2 => random.pick(&[Value::Bits(5), Value::Pair(1, 2), Value::Int(128), Value::Int(-128)]),
        3 => cx.tuple(&[Value::Int(1), Value::Int(2), Value::Int(3)]).unwrap(),
        4 => objects(cx, random),
        5 => Value::Op(Op::all().next().unwrap()),
        6 => patch(cx, random),
        _ => grid(cx, random),
    }
}

/// A value of the kind that a parameter's name asks for, nearly always.
fn argument<'a>(
    cx: &Cx<'a>,
    random: &mut Random,
    op: Op,
    name: &str,
    before: &[Value<'a>],
) -> Value<'a> {
    if random.below(12) == 0 {
        return any(cx, random);
    }
    match name {
        "grid" => grid(cx, random),
        "obj"
            if op.kernel().name() == "occurrences"
                && before[0].is_tuple()
                && random.below(3) > 0 =>
        {
            let whole = cx.items(before[0]).is_ok_and(|mut rows| rows.all(|r| r.is_tuple()));
            if whole { piece(cx, random, before[0]) } else { patch(cx, random) }
        }
        "obj" | "patch" | "indices" => patch(cx, random),
        "element" => {
            if random.below(2) == 0 {
                patch(cx, random)
            } else {
                grid(cx, random)
            }
        }
        "objs" => objects(cx, random),
        "univalued" | "diagonal" | "without_bg" => Value::Int(random.below(2) as i64),
        "type" => Value::Int(random.below(8) as i64),
        "x" => any(cx, random),
        _ if random.below(15) == 0 => {
            Value::Int(random.pick(&[-129, 128, 127, -128, 16, 300, 1 << 40]))
        }
        _ => Value::Int(random.below(10) as i64),
    }
}

/// Every op on random arguments, and some on a part of a grid, whose cells may start anywhere.
fn random_calls<'a>(cx: &Cx<'a>, dialect: Dialect, random: &mut Random) -> Vec<Call<'a>> {
    let known = |kernel: Kernel| KERNELS.contains(&kernel.name());
    let ops: Vec<_> = Op::of(dialect).filter(|op| known(op.kernel())).collect();
    let built =
        |name: &str, args: &[Value<'a>]| cx.op(Op::lookup(dialect, name).unwrap(), args).unwrap();
    let half = Value::Op(Op::lookup(dialect, "bottomhalf").unwrap());
    let mut calls = Vec::new();
    for op in ops {
        for _ in 0..rounds() {
            let mut args = Vec::new();
            for param in op.params() {
                args.push(argument(cx, random, op, param.name, &args));
            }
            if op.params()[0].name == "grid" && random.below(2) == 0 {
                let mut f = Value::Op(op);
                for &arg in args[1..].iter().rev() {
                    f = built("rbind", &[f, arg]);
                }
                calls.push((op.name().to_string(), built("compose", &[f, half]), vec![args[0]]));
            }
            calls.push((op.name().to_string(), Value::Op(op), args));
        }
    }
    calls
}

#[test]
fn arc_objects_and_colours_are_those_of_the_engine() {
    compare_on_host(Dialect::Arc, random_calls);
}

#[test]
fn batt_objects_and_colours_are_those_of_the_engine() {
    compare_on_host(Dialect::Batt, random_calls);
}
