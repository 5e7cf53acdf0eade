//! Random legal steps of states on the embedded tasks, on one thread: what a step takes, without Python.
//!
//! ```text
//! cargo build --profile quick -p arcbatt-evolve --example state_steps
//! valgrind --tool=callgrind --toggle-collect='evolve::state::batch::step*' target/quick/examples/state_steps
//! ```

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use evolve::state::{Line, State, Wanted, World, step};
use exec::run::Budget;
use judge::{Random, material};
use lang::Dialect;

const STATES: usize = 1024;
const LINES: usize = 10;
const WALKS: usize = 20;

fn main() {
    let world = |task: &exec::data::Task| {
        Arc::new(World::new(Arc::new(task.clone()), Dialect::Arc, Budget::TIGHT, 32, 64))
    };
    let worlds: Vec<Arc<World>> = material::tasks().iter().map(world).collect();
    let (mut random, mut spent) = (Random::new(1), Duration::ZERO);
    for _ in 0..WALKS {
        let mut states: Vec<State> =
            (0..STATES).map(|at| State::new(worlds[at % worlds.len()].clone())).collect();
        for _ in 0..LINES {
            let lines: Vec<Line> = states.iter().map(|state| drawn(state, &mut random)).collect();
            let started = Instant::now();
            let mut steps: Vec<_> = states.iter_mut().zip(lines.into_iter().map(Some)).collect();
            step(&mut steps, Wanted::default(), 0, &AtomicBool::new(false));
            spent += started.elapsed();
        }
    }
    let steps = (STATES * LINES * WALKS) as f64;
    println!("{:.2} us a step", spent.as_secs_f64() * 1e6 / steps);
}

/// A line that declared types allow.
fn drawn(state: &State, random: &mut Random) -> Line {
    let (world, vocabulary) = (state.world(), state.world().vocabulary());
    let mut mask = vec![0; world.mask_bytes()];
    world.fits(state.lines(), &mut mask);
    let rows: Vec<&[u8]> = mask.chunks_exact(world.word_count()).collect();
    loop {
        let op = random.below(vocabulary.op_count());
        let word = |&class: &u8| {
            let row = rows[usize::from(class)];
            let fitting: Vec<i64> =
                (0..).zip(row).filter(|(_, fits)| **fits == 1).map(|(word, _)| word).collect();
            random.choose(&fitting)
        };
        let words: Option<Vec<i64>> = vocabulary.places[op].iter().map(word).collect();
        if let Some(line) = words.and_then(|words| state.line(op as i64, &words).ok()) {
            return line;
        }
    }
}
