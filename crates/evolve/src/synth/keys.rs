//! What tells that two tasks are one: their pairs and programs, from every side and in all colours.

use exec::data::{Sample, Task, TaskGrid};
use lang::{ConstValue, Dag, Hash128, Node, NodeId, Op, Ty};
use xxhash_rust::xxh3::{Xxh3Default, xxh3_128};

use crate::code::Code;
use crate::forms::{Change, Symmetry};
use crate::mutate::const_value;
use crate::mutate::tables::slot_ty;

/// What no other task of a set may have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Keys {
    /// Of its pairs in any order.
    pub pairs: u128,
    /// Of its program.
    pub program: u128,
}

impl Keys {
    /// The keys of a task and its program.
    pub fn of(task: &Task, code: &Code) -> Keys {
        // They are kept in one set, where a pair of tasks and a pair of programs must not meet.
        Keys { pairs: pairs_key(task) << 1, program: program_key(code) << 1 | 1 }
    }
}

/// The id of a task: of its pairs as they are, in their order.
pub(super) fn task_id(task: &Task) -> String {
    let mut hasher = Xxh3Default::new();
    hasher.update(&(task.demo.len() as u64).to_le_bytes());
    task.samples().for_each(|sample| hasher.update(&bytes(sample, &mut |cell| cell)));
    Hash128(hasher.digest128()).to_string()
}

/// The smallest key of the eight sides that a task has.
fn pairs_key(task: &Task) -> u128 {
    let key = |symmetry| {
        let change = Change::of_symmetry(symmetry);
        let turned = |sample: &Sample| Sample {
            input: change.grid(&sample.input),
            output: sample.output.as_ref().map(|output| change.grid(output)),
        };
        key_of_side(&task.samples().map(turned).collect::<Vec<_>>())
    };
    Symmetry::ALL.into_iter().map(key).min().expect("eight sides")
}

/// Pairs in an order that their colours do not decide, colours numbered as they come. Where two pairs differ in colours
/// alone, the order is that of the colours after all: such a task may be met again in other colours,
/// but never as it is.
fn key_of_side(samples: &[Sample]) -> u128 {
    let own = |sample: &Sample| {
        let mut seen = Numbered::default();
        (xxh3_128(&bytes(sample, &mut |cell| seen.number(cell))), bytes(sample, &mut |cell| cell))
    };
    let mut order: Vec<((u128, Vec<u8>), &Sample)> = samples.iter().map(|s| (own(s), s)).collect();
    order.sort_by(|a, b| a.0.cmp(&b.0));
    let (mut hasher, mut seen) = (Xxh3Default::new(), Numbered::default());
    for (_, sample) in order {
        hasher.update(&bytes(sample, &mut |cell| seen.number(cell)));
    }
    hasher.digest128()
}

/// Colours by the order in which they come.
#[derive(Default)]
struct Numbered {
    seen: Vec<i64>,
}

impl Numbered {
    fn number(&mut self, colour: impl Into<i64>) -> i8 {
        let colour = colour.into();
        let at = self.seen.iter().position(|&seen| seen == colour);
        at.unwrap_or_else(|| {
            self.seen.push(colour);
            self.seen.len() - 1
        }) as i8
    }
}

fn bytes(sample: &Sample, colour: &mut dyn FnMut(i8) -> i8) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut push = |grid: &TaskGrid| {
        bytes.extend([grid.height() as u8, grid.width() as u8]);
        bytes.extend(grid.cells().iter().map(|&cell| colour(cell) as u8));
    };
    push(&sample.input);
    sample.output.iter().for_each(push);
    bytes
}

/// The smallest key of a program and of what it is called when everything is turned.
fn program_key(code: &Code) -> u128 {
    let key = |symmetry| program_side(code, symmetry);
    SIDES.into_iter().map(key).min().expect("eight sides")
}

/// A symmetry as what it does to names of ops and constants: rows for columns first, then upside
/// down, then left for right.
#[derive(Clone, Copy)]
struct Side {
    swaps: bool,
    flips: [bool; 2],
}

const SIDES: [Side; 8] = {
    let mut sides = [Side { swaps: false, flips: [false; 2] }; 8];
    let mut at = 0;
    while at < 8 {
        sides[at] = Side { swaps: at & 1 == 1, flips: [at & 2 == 2, at & 4 == 4] };
        at += 1;
    }
    sides
};

/// The key of a program from one side, colours numbered in the order of their first use.
fn program_side(code: &Code, side: Side) -> u128 {
    let (dag, mut seen) = (code.dag(), Numbered::default());
    let mut hashes = vec![0u128; dag.len()];
    for id in dag.ids() {
        let mut hasher = Xxh3Default::new();
        match dag.node(id) {
            Node::Call(op, _) | Node::Fn(op) => hasher.update(side.name(op).as_bytes()),
            node => match const_value(node) {
                Some(ConstValue::Pair(a, b)) => {
                    let (a, b) = side.pair(a, b);
                    hasher.update(format!("({a}, {b})").as_bytes());
                }
                Some(ConstValue::Int(n)) => hasher.update(n.to_string().as_bytes()),
                None => hasher.update(&dag.hash(id).0.to_le_bytes()),
            },
        }
        for (at, &arg) in dag.operands(id).iter().enumerate() {
            let part = match colour(dag, id, at, arg) {
                Some(colour) => seen.number(colour) as u128,
                None => hashes[arg.index()],
            };
            hasher.update(&part.to_le_bytes());
        }
        hashes[id.index()] = hasher.digest128();
    }
    hashes[code.root().index()]
}

/// The colour that an argument is, where the op, or its like in the other dialect, takes one.
fn colour(dag: &Dag, line: NodeId, at: usize, arg: NodeId) -> Option<i64> {
    let Node::Call(op, _) = dag.node(line) else { return None };
    let takes = |op: Op| op.arity() > at && slot_ty(op, at) == Ty::C_;
    match const_value(dag.node(arg))? {
        ConstValue::Int(n) if op.kernel().ops().any(takes) => Some(n),
        _ => None,
    }
}

/// Names that change places when rows become columns, when up becomes down, and when left becomes right. What is not
/// here is called the same from every side, or is taken for another program.
const SWAPPED: &[(&str, &str)] = &[
    ("hmirror", "vmirror"),
    ("rot90", "rot270"),
    ("tophalf", "lefthalf"),
    ("bottomhalf", "righthalf"),
    ("hconcat", "vconcat"),
    ("hupscale", "vupscale"),
    ("hsplit", "vsplit"),
    ("hline", "vline"),
    ("hfrontier", "vfrontier"),
    ("hmatching", "vmatching"),
    ("hperiod", "vperiod"),
    ("uppermost", "leftmost"),
    ("lowermost", "rightmost"),
    ("height", "width"),
    ("urcorner", "llcorner"),
];
const FLIPPED: [&[(&str, &str)]; 2] = [
    &[
        ("dmirror", "cmirror"),
        ("rot90", "rot270"),
        ("tophalf", "bottomhalf"),
        ("uppermost", "lowermost"),
        ("ulcorner", "llcorner"),
        ("urcorner", "lrcorner"),
    ],
    &[
        ("dmirror", "cmirror"),
        ("rot90", "rot270"),
        ("lefthalf", "righthalf"),
        ("leftmost", "rightmost"),
        ("ulcorner", "urcorner"),
        ("llcorner", "lrcorner"),
    ],
];

impl Side {
    fn name(self, op: Op) -> String {
        let own = op.name();
        // Names of `batt` end in what they are read as: `hmirror_t`.
        let (stem, end) = own.split_at(own.find('_').unwrap_or(own.len()));
        let swap = |name: &'static str, table: &[(&'static str, &'static str)]| {
            let find = |&(a, b): &(&'static str, &'static str)| match name {
                name if name == a => Some(b),
                name if name == b => Some(a),
                _ => None,
            };
            table.iter().find_map(find).unwrap_or(name)
        };
        let mut name = if self.swaps { swap(stem, SWAPPED) } else { stem };
        for (flips, table) in self.flips.into_iter().zip(FLIPPED) {
            name = if flips { swap(name, table) } else { name };
        }
        format!("{name}{end}")
    }

    /// A direction.
    fn pair(self, a: i64, b: i64) -> (i64, i64) {
        let (a, b) = if self.swaps { (b, a) } else { (a, b) };
        let flip = |flips: bool, n: i64| if flips { n.wrapping_neg() } else { n };
        (flip(self.flips[0], a), flip(self.flips[1], b))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::Stream;

    fn code(body: &str) -> Code {
        let text = format!("def solve_a(I):\n    return {body}\n");
        Code::of_program(&lang::parse(text.as_bytes(), "t", None).programs[0])
    }

    fn task(seed: u64) -> Task {
        let mut stream = Stream::new(seed, 0, "task", 0);
        let mut grid = || {
            let (height, width) = (2 + stream.below(3), 2 + stream.below(4));
            let cells = (0..height * width).map(|_| stream.below(10) as i8).collect();
            TaskGrid::new(height as u16, width as u16, cells).unwrap()
        };
        let mut sample = || Sample { input: grid(), output: Some(grid()) };
        let demo = vec![sample(), sample(), sample()];
        Task { id: "t".into(), demo, test: vec![sample()] }
    }

    #[test]
    fn a_task_is_one_from_every_side_in_all_colours_and_orders() {
        for seed in 0..40 {
            let task = task(seed);
            let (key, other) = (pairs_key(&task), pairs_key(&super::tests::task(seed + 1000)));
            assert_ne!(key, other);
            for draw in 0..8 {
                let mut changed = Change::draw(&mut Stream::new(seed, 1, "", draw)).task(&task);
                changed.demo.rotate_left(draw as usize % 3);
                std::mem::swap(&mut changed.demo[0], &mut changed.test[0]);
                assert_eq!(pairs_key(&changed), key);
            }
            let mut less = task.clone();
            less.demo.pop();
            assert_ne!(pairs_key(&less), key);
        }
    }

    #[test]
    fn equal_pairs_are_found_where_pairs_differ_in_colours_alone() {
        let mut task = task(1);
        let pair = task.demo[0].clone();
        let colours = [0, 2, 1, 4, 3, 6, 5, 8, 7, 9];
        let change = Change::new(Symmetry::Same, colours).unwrap();
        task.demo[1] = Sample {
            input: change.grid(&pair.input),
            output: pair.output.as_ref().map(|output| change.grid(output)),
        };
        let key = pairs_key(&task);
        task.demo.swap(0, 1);
        assert_eq!(pairs_key(&task), key);
    }

    #[test]
    fn a_program_is_one_in_all_colours_and_seen_from_every_side() {
        let key = |body: &str| program_key(&code(body));
        assert_eq!(key("replace(I, 1, 2)"), key("replace(I, 5, 3)"));
        assert_ne!(key("replace(I, 1, 2)"), key("replace(I, 1, 1)"));
        assert_ne!(key("upscale(I, 2)"), key("upscale(I, 3)"));
        assert_eq!(key("hmirror(I)"), key("vmirror(I)"));
        assert_eq!(key("tophalf(I)"), key("righthalf(I)"));
        assert_eq!(key("dmirror(I)"), key("cmirror(I)"));
        assert_ne!(key("dmirror(I)"), key("hmirror(I)"));
        assert_eq!(key("rot90(tophalf(I))"), key("rot270(bottomhalf(I))"));
        assert_ne!(key("hmirror(tophalf(I))"), key("vmirror(tophalf(I))"));
        let beam = |direction: &str| key(&format!("fill(I, 3, shoot(ORIGIN, {direction}))"));
        assert_eq!(beam("UP"), beam("RIGHT"));
        assert_ne!(beam("UP"), beam("UNITY"));
    }

    #[test]
    fn an_id_tells_the_pairs_and_what_is_asked() {
        let task = task(5);
        let mut asked = task.clone();
        let pair = asked.demo.pop().unwrap();
        asked.test.insert(0, pair);
        assert_eq!(task_id(&task).len(), 32);
        assert_ne!(task_id(&task), task_id(&asked));
    }
}
