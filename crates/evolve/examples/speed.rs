use evolve::code::Code;
use evolve::mutate;
use evolve::search::{Search, Settings};
use exec::data::{Dataset, Split};
use exec::run::Budget;
use std::path::Path;
fn main() {
    let cache = exec::data::cache_folder().unwrap();
    let data = Dataset::load_split(&cache.join("arc1.json"), Split::Train)
        .or_else(|_| Dataset::load(Path::new(&std::env::args().nth(1).unwrap())))
        .unwrap();
    let src = std::fs::read(std::env::args().nth(2).unwrap()).unwrap();
    let pool: Vec<Code> =
        lang::parse(&src, "v", None).programs.iter().map(Code::of_program).collect();
    let tasks: Vec<_> = data
        .tasks
        .iter()
        .step_by(std::env::args().nth(7).map_or(1, |s| s.parse::<usize>().unwrap()))
        .take(20)
        .collect();
    let n: u32 = std::env::args().nth(3).map_or(256, |s| s.parse().unwrap());
    let gens: u32 = std::env::args().nth(4).map_or(10, |s| s.parse().unwrap());
    let threads: usize = std::env::args().nth(5).map_or(2, |s| s.parse().unwrap());
    let s = Settings {
        seed: 1,
        population: n,
        mutation: mutate::Settings { at_least_one: true, ..Default::default() },
        budget: Budget::default(),
        threads,
        memory: std::env::args().nth(6).map_or(256, |s| s.parse::<usize>().unwrap()) << 20,
    };
    let mut search = Search::new(s, &tasks, &pool);
    let g = search.seed(&pool).unwrap();
    println!(
        "seed {:.2}s {} added {}",
        g.counters.seconds,
        g.counters.candidate_samples,
        g.added.len()
    );
    let t = cpu();
    let mut tot = 0;
    for _ in 0..gens {
        let g = search.breed().unwrap();
        let c = &g.counters;
        tot += c.candidate_samples;
        println!(
            "gen {} {:.3}s cs/s {:.0} ok {:.3} changed {:.3} dropped {} dear {} added {} run {} known {} probes {}",
            g.number,
            c.seconds,
            c.candidate_samples as f64 / c.seconds,
            c.mutants_ok as f64 / c.mutants as f64,
            c.mutants_changed as f64 / c.mutants as f64,
            c.dropped,
            c.too_dear,
            g.added.len(),
            c.steps_run,
            c.steps_known,
            c.probes
        );
    }
    println!(
        "cpu per cs {:.1} us -> {:.0} cs/s on 2 cores",
        (cpu() - t) * 1e6 / tot as f64,
        2.0 * tot as f64 / (cpu() - t)
    );
}
fn cpu() -> f64 {
    let s = std::fs::read_to_string("/proc/self/stat").unwrap();
    let f: Vec<&str> = s.rsplit(')').next().unwrap().split_whitespace().collect();
    (f[11].parse::<f64>().unwrap() + f[12].parse::<f64>().unwrap()) / 100.0
}
