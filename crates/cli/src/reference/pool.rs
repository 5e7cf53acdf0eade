//! Values for random calls, cut out of real grids.

use exec::arena::Arena;
use exec::cx::Cx;
use exec::data::{Dataset, TaskGrid};
use exec::value::text;
use exec::vectors;
use lang::{Dialect, Op};
use serde_json::{Value as Json, json};

use super::Ours;
use super::kind::Kind;

/// Grids are cut to this height and width: Python must stay quick.
const SIDE: usize = 8;

/// Values with a longer text are left out.
const TEXT_LIMIT: usize = 1500;

/// Random numbers (splitmix64): the same for a seed on every machine.
pub struct Rng(u64);

impl Rng {
    /// Starts from a seed.
    pub fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n.max(1) as u64) as usize
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of some things.
    pub fn pick<'t, T>(&mut self, things: &'t [T]) -> Option<&'t T> {
        things.get(self.below(things.len()))
    }
}

/// Calls ops of the `arc` dialect on values in the form of the golden vectors.
pub struct Engine {
    arena: Arena,
}

impl Engine {
    /// An engine with memory of its own.
    pub fn new() -> Engine {
        Engine { arena: Arena::new() }
    }

    /// Calls an op; `call` applies the first argument to the others. An error says which value
    /// cannot be read.
    pub fn call(&mut self, op: &str, args: &[Json]) -> Result<Ours, String> {
        self.arena.reset(1 << 20);
        let cx = Cx::new(&self.arena, Dialect::Arc);
        let args = args.iter().map(|a| vectors::value(&cx, a)).collect::<Result<Vec<_>, _>>()?;
        cx.start_step(vectors::STEP_LIMIT);
        let got = match (op, &args[..]) {
            ("call", [f, rest @ ..]) => cx.call(*f, rest),
            _ => cx.op(Op::lookup(Dialect::Arc, op).ok_or("no such op")?, &args),
        };
        let written = |v| {
            let mut out = String::new();
            text::json(cx.lay, v, &mut out);
            serde_json::from_str(&out).map_err(|error| error.to_string())
        };
        got.map_or_else(|fault| Ok(Err(fault)), |v| Ok(Ok(written(v)?)))
    }

    /// As [`Engine::call`], where only a value is of use.
    pub fn value(&mut self, op: &str, args: &[Json]) -> Option<Json> {
        self.call(op, args).ok()?.ok()
    }
}

/// A grid and what can be found in it, by kind.
pub struct Scene {
    values: [Vec<Json>; Kind::ALL.len()],
}

/// The elements of a container.
pub fn elements(v: &Json) -> &[Json] {
    v.get("set").unwrap_or(v).as_array().map_or(&[], Vec::as_slice)
}

impl Scene {
    /// The values of a kind; never empty.
    pub fn values(&self, kind: Kind) -> &[Json] {
        &self.values[kind as usize]
    }

    fn new(grid: &TaskGrid, rng: &mut Rng, engine: &mut Engine) -> Scene {
        let mut scene = Scene { values: Default::default() };
        let grid = window(grid, rng);
        scene.add_plain(rng);
        scene.add_grids(&grid, engine);
        scene.add_objects(&grid, engine);
        scene.add_sets(&grid, engine);
        scene.fill_gaps();
        scene
    }

    fn add(&mut self, kind: Kind, values: impl IntoIterator<Item = Json>) {
        let small = |v: &Json| v.to_string().len() <= TEXT_LIMIT;
        self.values[kind as usize].extend(values.into_iter().filter(small));
    }

    fn add_plain(&mut self, rng: &mut Rng) {
        let mut int = |low: i64, high: i64| low + rng.below((high - low + 1) as usize) as i64;
        let mut pairs: Vec<Json> = (0..4).map(|_| json!([int(-4, 8), int(-4, 8)])).collect();
        // Some in one row and on both diagonals.
        let (i, j) = (int(0, 5), int(0, 5));
        pairs.extend([json!([i, j]), json!([i, j + 3]), json!([i + 2, j + 2])]);
        pairs.extend([json!([i + 3, j - 3]), json!([0, 0])]);
        let ints: Vec<Json> = (0..8).map(|_| json!(int(0, 9))).collect();
        let others = [json!(int(-3, 3)), json!(int(-3, 3)), json!(int(10, 14)), json!(0), json!(1)];
        let rows = (0..3).map(|n| (0..2 + n).map(|_| int(-2, 9)).collect());
        self.add(Kind::Row, rows);
        self.add(Kind::Pairs, [pairs[1..4].into(), json!([pairs[0], pairs[1], pairs[0]])]);
        self.add(Kind::Pair, pairs);
        self.add(Kind::Int, ints.into_iter().chain(others));
    }

    fn add_grids(&mut self, grid: &Json, engine: &mut Engine) {
        let one = std::slice::from_ref(grid);
        let turned: Vec<Json> = ["hmirror", "rot90", "dmirror", "trim"]
            .iter()
            .filter_map(|op| engine.value(op, one))
            .filter(|g| !elements(g).is_empty())
            .chain(elements(grid).first().map(|row| json!([row])))
            .collect();
        self.add(Kind::Row, elements(grid).iter().take(2).cloned());
        self.add(
            Kind::Grids,
            [turned.clone().into(), json!([grid, turned.first().unwrap_or(grid)])],
        );
        self.add(Kind::Grids, engine.value("hsplit", &[grid.clone(), json!(2)]));
        self.add(Kind::Grid, [grid.clone(), grid.clone(), grid.clone()]);
        self.add(Kind::Grid, turned);
    }

    fn add_objects(&mut self, grid: &Json, engine: &mut Engine) {
        for flags in [[1, 1, 1], [1, 0, 0], [0, 1, 1], [1, 0, 1]] {
            let mut args = vec![grid.clone()];
            args.extend(flags.map(|flag| json!(flag)));
            self.add(Kind::Objects, engine.value("objects", &args));
        }
        let one = std::slice::from_ref(grid);
        self.add(Kind::Objects, engine.value("partition", one));
        self.add(Kind::Objects, engine.value("fgpartition", one));
        self.add(Kind::Object, engine.value("asobject", one));
        for objects in self.values(Kind::Objects).to_vec() {
            self.add(Kind::ObjectTuple, [elements(&objects).into()]);
            self.add(Kind::Object, elements(&objects).iter().take(3).cloned());
            // One that lies partly outside.
            let last = elements(&objects).last().cloned();
            let moved = last.and_then(|object| engine.value("shift", &[object, json!([2, -3])]));
            self.add(Kind::Object, moved);
            let sets = engine.value("apply", &[json!({ "fn": "toindices" }), objects]);
            self.add(Kind::IndicesSet, sets);
        }
    }

    fn add_sets(&mut self, grid: &Json, engine: &mut Engine) {
        for object in self.values(Kind::Object).to_vec() {
            self.add(Kind::Cell, elements(&object).iter().take(2).cloned());
            self.add(Kind::Indices, engine.value("toindices", &[object]));
        }
        for indices in self.values(Kind::Indices).to_vec() {
            self.add(Kind::Pair, elements(&indices).iter().take(1).cloned());
            self.add(Kind::Pairs, [elements(&indices).into()]);
        }
        self.add(Kind::Ints, engine.value("palette", std::slice::from_ref(grid)));
        self.add(Kind::Ints, [json!({ "set": [-2, 0, 3, 7, 12] })]);
    }

    /// A grid of one colour has few objects: something must be there all the same.
    fn fill_gaps(&mut self) {
        let cell = json!([3, [1, 2]]);
        let object = json!({ "set": [cell, [3, [2, 2]]] });
        let indices = json!({ "set": [[0, 1], [1, 1]] });
        let stand_ins = [
            (Kind::Cell, cell.clone()),
            (Kind::Object, object.clone()),
            (Kind::Indices, indices.clone()),
            (Kind::Objects, json!({ "set": [object] })),
            (Kind::ObjectTuple, json!([object])),
            (Kind::IndicesSet, json!({ "set": [indices] })),
        ];
        for (kind, value) in stand_ins {
            if self.values(kind).is_empty() {
                self.add(kind, [value]);
            }
        }
    }
}

/// A part of a grid that is small enough.
fn window(grid: &TaskGrid, rng: &mut Rng) -> Json {
    let (height, width) = (grid.height().min(SIDE), grid.width().min(SIDE));
    let top = rng.below(grid.height() - height + 1);
    let left = rng.below(grid.width() - width + 1);
    let rows = grid.rows().skip(top).take(height);
    rows.map(|row| row[left..left + width].to_vec()).collect::<Vec<_>>().into()
}

/// Scenes of a number of grids of the data.
pub fn scenes(data: &Dataset, count: usize, rng: &mut Rng, engine: &mut Engine) -> Vec<Scene> {
    let samples = || data.tasks.iter().flat_map(|task| task.samples());
    let grids: Vec<&TaskGrid> =
        samples().flat_map(|s| [Some(&s.input), s.output.as_ref()]).flatten().collect();
    let chosen: Vec<&TaskGrid> = (0..count).filter_map(|_| rng.pick(&grids).copied()).collect();
    chosen.into_iter().map(|grid| Scene::new(grid, rng, engine)).collect()
}
