//! How fast the store is: programs inserted per second, generation by generation, and how long a
//! store of that many results takes to open.
//!
//! `cargo run --release -p arcbatt-evolve --example store_speed -- FILE [RESULTS] [GENERATION]`

use std::path::Path;
use std::time::Instant;

use evolve::mutate::{Mutation, Operator};
use evolve::store::record::*;
use evolve::store::{Access, Store};
use lang::{Dialect, Hash128};

/// A program of the usual length under a hash of its own; its text is nobody's.
fn kept(number: u64) -> Kept {
    let scatter = |salt: u128| (u128::from(number) + 1).wrapping_mul(salt | 1).rotate_left(64);
    let hash = Hash128(scatter(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c834));
    let line = |i: u64| format!("    x{i} = fill(I, TWO, x{})\n", i.saturating_sub(1));
    let lines: String = (1..12).map(line).collect();
    let task = format!("{:08x}", number / 32);
    let text = format!("def solve_{task}(S, I, C):\n{lines}    return x11\n");
    let mutation = Mutation {
        operator: Operator::Constant,
        line: 3,
        argument: Some(1),
        before: "TWO".into(),
        after: "THREE".into(),
    };
    Kept {
        task,
        program: ProgramRow { hash, dialect: Dialect::Batt, text, size: 11 },
        standing: Standing {
            demo_score: (number % 3000) as u32,
            demo_right: 0,
            demo_count: 3,
            solved: false,
            cost: number,
            outputs: Hash128Text(Hash128(scatter(0x1234_5678_9abc_def1))),
            test_right: 0,
            test_count: 1,
        },
        origin: Origin {
            parents: vec![Hash128Text(hash); 2],
            mutations: vec![mutation],
            seed: 1,
            generation: 1,
            candidate: number,
        },
    }
}

fn main() {
    let mut args = std::env::args().skip(1);
    let file = args.next().expect("give a file for the store");
    let mut number = |otherwise| args.next().and_then(|n| n.parse().ok()).unwrap_or(otherwise);
    let (results, size): (u64, u64) = (number(200_000), number(10_000));
    let mut store = Store::open(Path::new(&file), Access::Create).expect("a new store");
    let settings = RunSettings {
        engine: "speed".into(),
        data: "none".into(),
        data_version: "none".into(),
        tasks: Vec::new(),
        population: 0,
        mutation_rate: 0.0,
    };
    let (pool, counters) = (Vec::new(), Counters::default());
    let row = RunRow { seed: 1, settings, pool, generation: None, counters, finished: false };
    let run = store.start_run(&row).expect("a run");
    let mut seconds = 0.0;
    for generation in 0..results / size {
        let added = (generation * size..(generation + 1) * size).map(kept).collect();
        let generation = Generation { number: generation, added, ..Generation::default() };
        let started = Instant::now();
        store.commit(run, &generation).expect("a commit");
        let took = started.elapsed().as_secs_f64();
        seconds += took;
        println!("generation {}: {:.0} programs per second", generation.number, size as f64 / took);
    }
    println!("all: {:.0} programs per second", results as f64 / seconds);
    drop(store);
    for access in [Access::Read, Access::Write] {
        let started = Instant::now();
        let store = Store::open(Path::new(&file), access).expect("the store");
        let opened = started.elapsed();
        let kept = store.kept("00000001").expect("its rows").len();
        println!("{access:?}: open {opened:?}, first {kept} rows after {:?}", started.elapsed());
    }
}
