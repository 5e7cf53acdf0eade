//! What cases are made from: our own programs and tasks, and random grids.

use std::sync::OnceLock;

use exec::data::{Dataset, Sample, Task, TaskGrid};
use lang::{Dialect, Program, parse};

use crate::Random;

macro_rules! texts {
    ($($path:literal),+ $(,)?) => {
        &[$(include_bytes!(concat!("../../../testdata/", $path))),+]
    };
}

/// Program files: the embedded ones, and small ones that show what the parser reads and refuses.
pub static FILES: &[&[u8]] = texts![
    "embedded/programs_arc.py",
    "embedded/programs_batt.py",
    "batts/small.py",
    "programs/arity.py",
    "programs/batt_function.py",
    "programs/batt.py",
    "programs/broken.py",
    "programs/constructs.py",
    "programs/crlf_bom.py",
    "programs/functions.py",
    "programs/keywords.py",
    "programs/layout.py",
    "programs/line_form.py",
    "programs/literals.py",
];

/// The embedded tasks.
pub fn tasks() -> &'static [Task] {
    static TASKS: OnceLock<Vec<Task>> = OnceLock::new();
    TASKS.get_or_init(|| {
        let json = include_bytes!("../../../testdata/embedded/tasks.json");
        Dataset::parse("embedded", json).expect("our own tasks are readable").tasks
    })
}

/// The embedded programs of a dialect.
pub fn programs(dialect: Dialect) -> &'static [Program] {
    static PROGRAMS: OnceLock<[Vec<Program>; 2]> = OnceLock::new();
    let read = |dialect| parse(FILES[dialect as usize], "embedded", Some(dialect)).programs;
    &PROGRAMS.get_or_init(|| Dialect::ALL.map(read))[dialect as usize]
}

/// What a program reads: demo pairs, an input, perhaps a target.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The demo pairs.
    pub demo: Vec<Sample>,
    /// The input grid.
    pub input: TaskGrid,
    /// The target.
    pub target: Option<TaskGrid>,
}

impl Scene {
    /// What the engine is given.
    pub fn inputs(&self) -> exec::run::Inputs<'_> {
        exec::run::Inputs { demo: &self.demo, input: &self.input, target: self.target.as_ref() }
    }

    /// A sample of an embedded task, or a random one.
    pub fn random(random: &mut Random) -> Scene {
        if random.chance(30) {
            let task = &tasks()[random.below(tasks().len())];
            let samples: Vec<_> = task.samples().collect();
            let sample = random.pick(&samples).clone();
            return Scene { demo: task.demo.clone(), input: sample.input, target: sample.output };
        }
        let pair = |random: &mut Random| {
            let input = random_grid(random);
            Sample { input, output: random.chance(90).then(|| random_grid(random)) }
        };
        let demo = (0..random.below(4)).map(|_| pair(random)).collect();
        let Sample { input, output } = pair(random);
        Scene { demo, input, target: output }
    }
}

/// A small grid of few colours: noise, or blocks on a ground.
pub fn random_grid(random: &mut Random) -> TaskGrid {
    let side = |random: &mut Random| {
        let most = if random.chance(10) { 30 } else { 9 };
        1 + random.below(most)
    };
    let (height, width) = (side(random), side(random));
    let colours: Vec<i8> = (0..1 + random.below(4)).map(|_| random.below(10) as i8).collect();
    let ground = colours[0];
    let mut cells = vec![ground; height * width];
    if random.chance(50) {
        cells.iter_mut().for_each(|cell| *cell = random.pick(&colours));
    } else {
        (0..random.below(5)).for_each(|_| draw_block(random, &mut cells, width, &colours));
    }
    TaskGrid::new(height as u16, width as u16, cells).expect("sides are at least 1")
}

fn draw_block(random: &mut Random, cells: &mut [i8], width: usize, colours: &[i8]) {
    let height = cells.len() / width;
    let (top, left) = (random.below(height), random.below(width));
    let (rows, cols) = (1 + random.below(height - top), 1 + random.below(width - left));
    let colour = random.pick(colours);
    for row in top..top + rows {
        cells[row * width + left..][..cols].fill(colour);
    }
}
