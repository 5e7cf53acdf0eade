use evolve::code::Code;
use exec::data::Dataset;
use exec::plan::Plan;
use exec::run::*;
use std::path::Path;
fn main() {
    let data = Dataset::load(Path::new(&std::env::args().nth(1).unwrap())).unwrap();
    let src = std::fs::read(std::env::args().nth(2).unwrap()).unwrap();
    let mut w = Worker::default();
    let mut costs = vec![];
    let mut worst = vec![];
    for p in lang::parse(&src, "v", None).programs {
        let c = Code::of_program(&p);
        let Some(t) = data.get(&p.id) else { continue };
        let plan = Plan::new(c.dag());
        let mut m = 0;
        for s in t.samples() {
            let i = Inputs { demo: &t.demo, input: &s.input, target: None };
            let c = w.run(&plan, i, Rules::default(), |r| r.outcomes()[0].cost);
            costs.push(c);
            m = m.max(c);
        }
        worst.push(m);
    }
    costs.sort();
    worst.sort();
    for q in [50, 75, 90, 95, 98, 99] {
        println!(
            "{q}%: sample {} program {}",
            costs[costs.len() * q / 100],
            worst[worst.len() * q / 100]
        );
    }
    println!("{:?}", &worst[worst.len() - 12..]);
}
