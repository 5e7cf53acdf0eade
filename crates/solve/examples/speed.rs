//! Functions applied to layers per second and core: `speed [SET]`.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use exec::data::known;
use solve::{Budget, Problem, layers};

fn main() {
    let set = std::env::args().nth(1);
    let data = known::resolve(set.as_deref()).expect("a data set");
    let (mut applied, mut computed, mut units) = (0, 0, 0);
    let (start, stop) = (Instant::now(), AtomicBool::new(false));
    for task in data.tasks.iter().step_by(8) {
        let mut budget = Budget::new(40_000_000, 300 << 20, &stop);
        let (a, c) = layers::applications(&Problem::of(task), &mut budget);
        (applied, computed, units) = (applied + a, computed + c, units + budget.spent());
    }
    let seconds = start.elapsed().as_secs_f64();
    let rate = |n: u64| n as f64 / seconds / 1e6;
    println!(
        "{seconds:.1} s: {:.2} million applications per second, {:.2} computed, {:.0} units",
        rate(applied), rate(computed), rate(units)
    );
}
