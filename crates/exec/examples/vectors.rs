//! Runs golden vectors from standard input: `zcat FILE.gz | vectors DIALECT [OP…]`.

use std::collections::BTreeMap;

use exec::arena::Arena;
use exec::vectors::{Outcome, run_line};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let dialect = args.first().and_then(|d| d.parse().ok()).expect("first argument: arc or batt");
    let mut arena = Arena::new();
    let mut counts: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for line in std::io::stdin().lines().map_while(Result::ok) {
        let (op, outcome) = run_line(&arena, dialect, &line);
        arena.reset(1 << 20);
        if args.len() > 1 && !args[1..].contains(&op) {
            continue;
        }
        let entry = counts.entry(op).or_default();
        if outcome == Outcome::Passed {
            entry.0 += 1;
        } else {
            entry.1 += 1;
            if entry.1 <= 2 {
                println!("{}\n    {outcome:?}", line.chars().take(400).collect::<String>());
            }
        }
    }
    for (op, (_, failed)) in &counts {
        if *failed > 0 {
            println!("{op}: {failed} failed");
        }
    }
    let (passed, failed) = counts.values().fold((0, 0), |(p, f), c| (p + c.0, f + c.1));
    println!("{passed} passed, {failed} failed");
}
