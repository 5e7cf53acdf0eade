//! scratch
use exec::batch::{Job, run_jobs};
use exec::data::{Dataset, Split};
use exec::plan::Plan;
use exec::run::{Inputs, Rules, is_grid};
use std::sync::atomic::AtomicBool;

fn main() {
    let a: Vec<String> = std::env::args().collect();
    let src = std::fs::read(&a[1]).unwrap();
    let t = std::time::Instant::now();
    let parsed = lang::parse(&src, "v.py", None);
    println!(
        "parse {:?} {} programs {} errors",
        t.elapsed(),
        parsed.programs.len(),
        parsed.errors.len()
    );
    let t = std::time::Instant::now();
    let mut all = lang::Dag::new(lang::Dialect::Arc);
    for p in &parsed.programs {
        all.merge(&p.dag);
    }
    println!("merge {:?} {} nodes", t.elapsed(), all.len());
    let data = Dataset::load_split(a[2].as_ref(), Split::Train).unwrap();
    let t = std::time::Instant::now();
    let plans: Vec<_> = parsed.programs.iter().map(|p| (p.id.clone(), Plan::new(&p.dag))).collect();
    println!("plans {:?}", t.elapsed());
    let mut jobs = vec![];
    let mut meta = vec![];
    for (id, plan) in &plans {
        let Some(task) = data.get(id) else { continue };
        for s in task.samples() {
            jobs.push(Job {
                plan,
                inputs: Inputs { demo: &task.demo, input: &s.input, target: s.output.as_ref() },
            });
            meta.push((id.clone(), s.output.as_ref()));
        }
    }
    let threads: usize = a.get(3).map_or(1, |x| x.parse().unwrap());
    let stop = AtomicBool::new(false);
    let mut best = f64::MAX;
    let mut last = None;
    for _ in 0..a.get(4).map_or(10, |x| x.parse().unwrap()) {
        let b = run_jobs(&jobs, Rules::default(), threads, &stop, |i, run| {
            let o = run.outcomes()[0];
            let want = jobs[i].inputs.target.unwrap();
            (o.result.map(|v| is_grid(v, want)), o.cost)
        });
        best = best.min(b.seconds);
        last = Some(b);
    }
    let b = last.unwrap();
    let ok = b.results.iter().filter(|r| matches!(r, Some((Ok(true), _)))).count();
    println!(
        "{} jobs, {ok} ok, best {best:.4}s, calls {} steps {} peak {} failures {:?} maxcost {}",
        jobs.len(),
        b.stats.calls(),
        b.stats.steps,
        b.stats.peak_bytes,
        b.stats.failures,
        b.results.iter().map(|r| r.as_ref().unwrap().1).max().unwrap()
    );
    let mut bad: Vec<_> = meta
        .iter()
        .zip(&b.results)
        .filter(|(_, r)| !matches!(r, Some((Ok(true), _))))
        .map(|(m, r)| (m.0.clone(), format!("{:?}", r)))
        .collect();
    bad.dedup();
    println!("{} bad {:?}", bad.len(), &bad[..bad.len().min(40)]);
    let mut w = exec::run::Worker::default();
    let mut per: std::collections::BTreeMap<String, f64> = Default::default();
    let mut tot = 0.0;
    for (j, m) in jobs.iter().zip(&meta) {
        let mut t = f64::MAX;
        for _ in 0..a.get(5).map_or(1, |x| x.parse().unwrap()) {
            let s = std::time::Instant::now();
            w.run(j.plan, j.inputs, Rules::default(), |_| ());
            t = t.min(s.elapsed().as_secs_f64());
        }
        *per.entry(m.0.clone()).or_default() += t;
        tot += t;
    }
    let mut per: Vec<_> = per.into_iter().collect();
    per.sort_by(|a, b| b.1.total_cmp(&a.1));
    println!(
        "sum of best {:.2} ms; {:?}",
        tot * 1e3,
        per.iter().take(25).map(|(k, t)| format!("{k} {:.2}", t * 1e3)).collect::<Vec<_>>()
    );
    let mut ops: Vec<_> =
        lang::Op::all().map(|o| (o, b.stats.ops[o.index()])).filter(|x| x.1.calls > 0).collect();
    ops.sort_by(|a, b| b.1.nanos.total_cmp(&a.1.nanos));
    for (o, s) in ops.iter().take(30) {
        println!(
            "{:14} calls {:7} steps {:6} {:9.1} us  {:8.1} ns/step",
            o.name(),
            s.calls,
            s.steps,
            s.nanos / 1e3,
            s.nanos / s.steps.max(1) as f64
        );
    }
}
