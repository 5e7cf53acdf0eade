use exec::data::{Dataset, Split}; use exec::run::*; use exec::plan::Plan; use std::path::Path; use std::time::Instant;
fn main(){
 let a:Vec<String>=std::env::args().collect();
 let data=Dataset::load_split(Path::new(&a[1]),Split::Train).unwrap();
 let src=std::fs::read(&a[2]).unwrap(); let every:usize=a.get(3).map_or(1,|s|s.parse().unwrap());
 let ps=lang::parse(&src,"v",None).programs; let mut dag=lang::Dag::new(ps[0].dialect); for p in &ps { dag.merge(&p.dag); }
 let plan=Plan::new(&dag); let mut w=Worker::default(); let mut t=vec![];
 let samples:Vec<_>=data.tasks.iter().flat_map(|t|t.samples().map(move|s|(t,s))).filter(|(_,s)|{let c=s.input.cells().len(); a.get(4).is_none()||(a[4].parse::<usize>().unwrap()..=a[5].parse::<usize>().unwrap()).contains(&c)}).step_by(every).collect();
 for round in 0..a.get(6).map_or(2,|s|s.parse::<usize>().unwrap()) { t.clear(); for (task,s) in &samples { let i=Inputs{demo:&task.demo,input:&s.input,target:None}; let t0=Instant::now(); w.run(&plan,i,Rules{policy:Policy::Pile{patched:0},..Rules::default()},|r|{std::hint::black_box(r.outcomes().len());}); t.push((t0.elapsed().as_secs_f64()*1e3,s.input.cells().len(),task.id.clone())); } let _=round; }
 let n=t.len(); t.sort_by(|a,b|a.0.total_cmp(&b.0)); println!("n {n} sum {:.2}s median {:.2} p90 {:.1} p99 {:.1} max {:.1} over100 {}", t.iter().map(|x|x.0).sum::<f64>()/1e3, t[n/2].0,t[n*9/10].0,t[n*99/100].0,t[n-1].0,t.iter().filter(|x|x.0>100.0).count()); println!("min {:?}", &t[0]);
}
