//! How often batch patterns occur in programs merged into one batt, and what share of the time of all steps they take.
//!
//! `patterns [FILE ...]`: the reference programs and the embedded ones, or those of files (`batt` in a name says the dialect), on the first demo
//! sample of every tenth ARC-AGI-1 training task. Every step that ran is called again, three times, and the fastest counts.

use std::collections::{HashMap, HashSet};
use std::time::Instant;

use exec::cx::Cx;
use exec::data::{Task, sets};
use exec::plan::{Action, Plan, Slot, Source, Step};
use exec::run::{Budget, Inputs, Rules, Run, Worker};
use exec::value::Value;
use lang::{Dag, Dialect, Input, Kernel};

const EVERY: usize = 10;
const TIMES: usize = 3;

/// Nanoseconds, by what could be done about them, and steps.
#[derive(Default)]
struct Sums {
    all: Part,
    of_task: Part,
    /// Objects of grids; where one grid is asked for several types; what one labelling with and without background saves of it.
    objects: Part,
    objects_several: Part,
    objects_saved: Part,
    /// Maps; several maps over one container; the passes that one in their place saves; calls on the elements that several of them make.
    maps: Part,
    maps_several: Part,
    maps_saved: Part,
    calls_saved: Part,
}

#[derive(Default, Clone, Copy)]
struct Part {
    steps: u64,
    nanos: f64,
}

impl Part {
    fn add(&mut self, nanos: f64) {
        self.steps += 1;
        self.nanos += nanos;
    }
}

fn main() {
    let files: Vec<String> = std::env::args().skip(1).collect();
    let data = sets::resolve(Some("arc1-training")).expect("the data is fetched");
    let tasks: Vec<&Task> = data.tasks.iter().step_by(EVERY).collect();
    for (name, dag) in batts(&files) {
        let (plan, mut worker, mut sums) = (Plan::new(&dag), Worker::default(), Sums::default());
        for task in &tasks {
            let inputs = Inputs { demo: &task.demo, input: &task.demo[0].input, target: None };
            worker.run(&plan, inputs, Rules::default(), |run| look(&plan, run, &mut sums));
        }
        print(&name, &plan, &sums);
    }
}

fn batts(files: &[String]) -> Vec<(String, Dag)> {
    let dialect = |name: &str| if name.contains("batt") { Dialect::Batt } else { Dialect::Arc };
    let merged = |name: &str, bytes: &[u8]| {
        let mut dag = Dag::new(dialect(name));
        let programs = lang::parse(bytes, name, Some(dialect(name))).programs;
        programs.iter().for_each(|program| _ = dag.merge(&program.dag));
        (name.to_string(), dag)
    };
    if files.is_empty() {
        let sources = sets::rearc_programs().into_iter().chain(sets::embedded_programs());
        return sources.map(|source| merged(&source.name, &source.bytes)).collect();
    }
    let read = |file: &String| std::fs::read(file).expect("a file that can be read");
    files.iter().map(|file| merged(file, &read(file))).collect()
}

fn look(plan: &Plan, run: &Run<'_, '_>, sums: &mut Sums) {
    let mut grids: HashMap<Slot, Vec<(i64, f64)>> = HashMap::new();
    let mut containers: HashMap<Slot, Vec<(Slot, f64)>> = HashMap::new();
    let mut of_task: Vec<Option<bool>> = plan.sources.iter().map(reads_s).collect();
    for slot in plan.step_slots() {
        let step = plan.step(slot).expect("a step");
        let args = plan.args(step);
        let reads = args.iter().map(|s| of_task[s.index()]);
        of_task.push(reads.reduce(|a, b| Some(a? | b?)).flatten());
        let values: Option<Vec<Value<'_>>> = args.iter().map(|s| run.value(*s)?.ok()).collect();
        let (Some(values), Some(_)) = (values, run.value(slot)) else { continue };
        let nanos = time(run.cx, step, &values);
        sums.all.add(nanos);
        if of_task[slot.index()] == Some(true) {
            sums.of_task.add(nanos);
        }
        match kernel(step) {
            Some(Kernel::Objects | Kernel::ObjectsPacked) => {
                sums.objects.add(nanos);
                grids.entry(args[0]).or_default().push((object_type(&values), nanos));
            }
            Some(Kernel::Apply | Kernel::Rapply | Kernel::Mapply) => {
                sums.maps.add(nanos);
                containers.entry(args[1]).or_default().push((args[0], nanos));
            }
            _ => {}
        }
    }
    for types in grids.values().filter(|types| types.len() > 1) {
        types.iter().for_each(|(_, nanos)| sums.objects_several.add(*nanos));
        // Univalued objects without background are those with it but for one colour: of two the cheaper one is saved.
        for diagonal in [0, 1i64] {
            let find = |bg| types.iter().find(|(kind, _)| *kind == 4 + 2 * diagonal + bg);
            if let (Some(a), Some(b)) = (find(0), find(1)) {
                sums.objects_saved.add(a.1.min(b.1));
            }
        }
    }
    for (container, maps) in containers.iter().filter(|(_, maps)| maps.len() > 1) {
        maps.iter().for_each(|(_, nanos)| sums.maps_several.add(*nanos));
        let Some(Ok(container)) = run.value(*container) else { continue };
        let pass = time_pass(run.cx, plan.dialect, container);
        (1..maps.len()).for_each(|_| sums.maps_saved.add(pass));
        let mut made = HashSet::new();
        for (function, _) in maps {
            let mut own = Vec::new();
            calls_made(plan, *function, (&made, &mut own), &mut |function| {
                let Some(Ok(function)) = run.value(function) else { return };
                sums.calls_saved.add(time_map(run.cx, plan.dialect, function, container));
            });
            made.extend(own);
        }
    }
}

/// Walks the functions that a map calls on its elements, as far as no earlier map over them does; compiled functions share what
/// one of them calls twice.
fn calls_made(
    plan: &Plan,
    function: Slot,
    (made, own): (&HashSet<Slot>, &mut Vec<Slot>),
    again: &mut impl FnMut(Slot),
) {
    if made.contains(&function) {
        return again(function);
    }
    own.push(function);
    let Some(step) = plan.step(function) else { return };
    let args = plan.args(step);
    let inner = match kernel(step) {
        Some(Kernel::Compose | Kernel::Chain) => &args[args.len() - 1..],
        Some(Kernel::Fork) => &args[1..],
        _ => &[],
    };
    inner.iter().for_each(|&inner| calls_made(plan, inner, (made, own), again));
}

/// Whether S is read; nothing where another parameter is.
fn reads_s(source: &Source) -> Option<bool> {
    match source {
        Source::Input(Input::S) => Some(true),
        Source::Input(_) => None,
        _ => Some(false),
    }
}

fn kernel(step: &Step) -> Option<Kernel> {
    match step.action {
        Action::Call(op) => Some(op.kernel()),
        Action::Apply => None,
    }
}

/// Univalued, diagonal, without background, as bits from above.
fn object_type(values: &[Value<'_>]) -> i64 {
    let int = |v: &Value<'_>| if let Value::Int(n) = v { *n } else { 0 };
    match values {
        [_, packed] => int(packed),
        [_, flags @ ..] => flags.iter().fold(0, |sum, flag| 2 * sum + i64::from(int(flag) != 0)),
        [] => 0,
    }
}

fn time<'a>(cx: &Cx<'a>, step: &Step, values: &[Value<'a>]) -> f64 {
    fastest(cx, || match step.action {
        Action::Call(op) => {
            let _ = cx.op(op, values);
        }
        Action::Apply => {
            let _ = cx.call(values[0], &values[1..]);
        }
    })
}

/// A map that does next to nothing over a container.
fn time_pass<'a>(cx: &Cx<'a>, dialect: Dialect, container: Value<'a>) -> f64 {
    let op = |kernel: Kernel| kernel.ops().find(|op| op.dialect() == dialect).expect("in both");
    let identity = Value::Op(op(Kernel::Identity));
    time_map(cx, dialect, identity, container)
}

fn time_map<'a>(cx: &Cx<'a>, dialect: Dialect, function: Value<'a>, container: Value<'a>) -> f64 {
    let op = |kernel: Kernel| kernel.ops().find(|op| op.dialect() == dialect).expect("in both");
    fastest(cx, || {
        let _ = cx.op(op(Kernel::Apply), &[function, container]);
    })
}

fn fastest(cx: &Cx<'_>, call: impl Fn()) -> f64 {
    let once = |_| {
        let mark = cx.arena.mark();
        cx.start_step(Budget::TIGHT.step);
        let began = Instant::now();
        call();
        let nanos = began.elapsed().as_nanos() as f64;
        // SAFETY: nothing that the call made is used.
        unsafe { cx.arena.rewind(&mark) };
        nanos
    };
    (0..TIMES).map(once).fold(f64::MAX, f64::min)
}

fn print(name: &str, plan: &Plan, sums: &Sums) {
    println!("{name}: {} programs, {} steps", plan.programs.len(), plan.steps.len());
    let line = |what: &str, part: Part| {
        let share = 100.0 * part.nanos / sums.all.nanos;
        println!("  {:>8} {:>9.3} ms {share:>6.2} %  {what}", part.steps, part.nanos / 1e6);
    };
    line("all steps that ran", sums.all);
    line("read S alone", sums.of_task);
    line("objects of a grid", sums.objects);
    line("  several types of one grid", sums.objects_several);
    line("  saved by one labelling with and without background", sums.objects_saved);
    line("maps", sums.maps);
    line("  several over one container", sums.maps_several);
    line("  passes saved by one in their place", sums.maps_saved);
    line("  calls on elements that several of them make", sums.calls_saved);
}
