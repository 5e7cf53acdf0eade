//! The search on the embedded tasks: the same on any number of threads, with any memory, in one
//! go or in pieces.

#[path = "../../../testdata/needs.rs"]
mod needs;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use evolve::code::Code;
use evolve::drive::{self, Ended, Evolution};
use evolve::error::{EvolveError, Refusal};
use evolve::generation::{Counters, Generation, OpCount};
use evolve::kept::Kept;
use evolve::prior::{Guide, Priors, fit};
use evolve::search::{GROWTH, Member, Search, Settings};
use evolve::store::record::RunPlan;
use evolve::store::{Access, Store};
use exec::data::{Dataset, Sample, Task, TaskGrid};
use gpu::engine::Engine;
use gpu::team::Options;

fn testdata(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/embedded").join(name);
    fs::read(path).expect("part of the repository")
}

fn data() -> Dataset {
    Dataset::parse("embedded", &testdata("tasks.json")).expect("good data")
}

/// Both dialects.
fn pool() -> Vec<Code> {
    let read = |file| lang::parse(&testdata(file), file, None).programs;
    let programs = ["programs_arc.py", "programs_batt.py"].into_iter().flat_map(read);
    programs.map(|program| Code::of_program(&program)).collect()
}

fn settings(threads: usize, memory: usize) -> Settings {
    Settings {
        seed: 5,
        population: 40,
        threads,
        memory,
        solve_units: 0,
        beyond: true,
        most_calls: 1 << 14,
        ..Settings::default()
    }
}

/// What a generation changed, without times and cache counts.
fn plain(generation: Generation) -> Generation {
    Generation { counters: generation.counters.comparable(), ..generation }
}

fn generations(search: &mut Search<'_>, pool: &[Code], count: usize) -> Vec<Generation> {
    let next = |search: &mut Search<'_>| match search.next_generation() {
        0 => search.seed(pool),
        _ => search.breed(),
    };
    (0..count).map(|_| plain(next(search).expect("no mismatch"))).collect()
}

fn tasks(data: &Dataset) -> Vec<&Task> {
    data.tasks.iter().take(8).collect()
}

#[test]
fn threads_and_memory_change_nothing() {
    let (data, pool) = (data(), pool());
    let run = |threads, memory| {
        let mut search = Search::new(settings(threads, memory), &tasks(&data), &pool);
        generations(&mut search, &pool, 4)
    };
    let one = run(1, 64 << 20);
    assert_eq!(one, run(3, 64 << 20));
    // So little that banks forget all the time.
    assert_eq!(one, run(2, 0));
}

#[test]
fn computed_steps_are_counted_by_op_and_pattern() {
    let (data, pool) = (data(), pool());
    let run = |threads| {
        let mut search = Search::new(settings(threads, 64 << 20), &tasks(&data), &pool);
        let first = search.seed(&pool).expect("no mismatch").counters;
        (first, search.breed().expect("no mismatch").counters)
    };
    let (first, second) = run(1);
    for counters in [&first, &second] {
        let calls = |counts: &BTreeMap<String, OpCount>| counts.values().map(|c| c.calls).sum();
        let (ops, patterns): (u64, u64) = (calls(&counters.ops), calls(&counters.patterns));
        assert!(ops > 0 && ops == counters.steps_run && patterns == ops, "{counters:?}");
        let nanos: u64 = counters.ops.values().map(|c| c.nanos).sum();
        assert!(nanos > 0, "some steps were timed");
        assert!(counters.values_high > 0 && counters.fallbacks.is_empty());
    }
    for op in ["arc.objects", "batt.o_g", "arc.call"] {
        assert!(first.ops.get(op).is_some_and(|count| count.calls > 0), "{op}: {:?}", first.ops);
    }
    let names: Vec<&str> = first.patterns.keys().map(String::as_str).collect();
    assert_eq!(names, ["maps over containers", "object types", "other", "sample extraction"]);
    // Times are those of threads, counts are not.
    let counts = |c: &Counters| c.ops.iter().map(|(n, c)| (n.clone(), c.calls)).collect::<Vec<_>>();
    let (again, more) = run(3);
    assert_eq!((counts(&again), counts(&more)), (counts(&first), counts(&second)));
}

/// A store knows when the present session of its run is going to end.
#[test]
fn sessions_say_when_they_end() {
    let (data, pool) = (data(), pool());
    let folder = judge::Scratch::new("plan");
    let mut store = Store::open(&folder.join("a.db"), Access::Create).expect("a new store");
    let search = Settings { population: 8, memory: 1 << 26, beyond: true, ..Settings::default() };
    let options = drive::Options { search, generations: Some(1), ..drive::Options::default() };
    let stop = AtomicBool::new(false);
    let mut first = Evolution::start(&mut store, &data, &tasks(&data), pool, &options).unwrap();
    let summary = first.run(&options, &stop, |_| {}).expect("no mismatch");
    let (run, row) = store.last_run().unwrap().expect("a run");
    assert_eq!(row.plan, Some(RunPlan { generations: Some(1), seconds: None }));
    assert!(row.counters.seconds > 0.0 && !row.counters.ops.is_empty());
    assert_eq!(row.counters.ops, summary.total.ops);
    assert_eq!(row.counters.comparable(), summary.total.comparable());
    let later =
        drive::Options { generations: None, time: Some(Duration::from_secs(60)), ..options };
    drop(Evolution::resume(&mut store, &data, &later).expect("it goes on"));
    let plan = store.run(run).unwrap().plan.expect("a plan");
    let left = plan.seconds.expect("a time") - row.counters.seconds;
    assert!(plan.generations.is_none() && (left - 60.0).abs() < 1e-6, "{plan:?}");
}

#[test]
fn devices_change_nothing() {
    let choice = "opencl".parse().expect("a backend");
    let engine = match Engine::open(&choice, Options::DEFAULT) {
        Ok(engine) => engine,
        Err(why) => return needs::missing("opencl", why),
    };
    let (data, pool) = (data(), pool());
    let mut search = Search::new(settings(2, 64 << 20), &tasks(&data), &pool);
    let by_cpu = generations(&mut search, &pool, 8);
    let mut search = Search::new(settings(2, 64 << 20), &tasks(&data), &pool);
    search.use_engine(engine);
    assert_eq!(by_cpu, generations(&mut search, &pool, 8));
    let before = search.engine().stats().expect("a device").fallbacks;
    let counters = search.breed().expect("no mismatch").counters;
    // One launch for each dialect, whatever the number of tasks.
    assert!(counters.device_memory_high > 0, "{counters:?}");
    assert!((1..=2).contains(&counters.devices["launches"]), "{counters:?}");
    let mut sum = before;
    counters.fallbacks.into_iter().for_each(|(why, count)| *sum.entry(why).or_default() += count);
    assert_eq!(sum, search.engine().stats().expect("a device").fallbacks);
    let stats = search.engine().stats().expect("a device");
    // Steps of mutants, most of them never seen before.
    assert!(stats.gpu_ops > 10_000 && stats.errors.is_empty(), "{stats:?}");
}

#[test]
fn a_part_of_the_tasks_gives_a_part_of_the_result() {
    let (data, pool) = (data(), pool());
    let all = tasks(&data);
    let whole = generations(&mut Search::new(settings(2, 1 << 26), &all, &pool), &pool, 3);
    let some: Vec<&Task> = all.iter().copied().skip(1).step_by(2).collect();
    let part = generations(&mut Search::new(settings(2, 1 << 26), &some, &pool), &pool, 3);
    let ids: Vec<&str> = some.iter().map(|task| task.id.as_str()).collect();
    for (whole, part) in whole.iter().zip(&part) {
        let own: Vec<&Kept> =
            whole.added.iter().filter(|kept| ids.contains(&kept.task.as_str())).collect();
        assert_eq!(own, part.added.iter().collect::<Vec<_>>());
    }
}

#[test]
fn going_on_is_the_same_as_never_stopping() {
    let (data, pool) = (data(), pool());
    let whole = generations(&mut Search::new(settings(2, 1 << 26), &tasks(&data), &pool), &pool, 5);
    let mut first = Search::new(settings(2, 1 << 26), &tasks(&data), &pool);
    let before = generations(&mut first, &pool, 3);
    let mut second = Search::new(settings(1, 1 << 26), &tasks(&data), &pool);
    let kept = first.kept().flat_map(|(task, members)| {
        members.iter().map(move |member| (task.to_string(), Member::clone(member)))
    });
    second.restore(Some(2), kept.collect::<Vec<_>>());
    let after = generations(&mut second, &pool, 2);
    assert_eq!(whole, [before, after].concat());
}

fn guide(text: &str) -> Guide {
    Guide::by(Priors::read(text).expect("a prior"))
}

/// A prior of the programs that come with the tasks.
fn fitted() -> Guide {
    Guide::by(fit(&pool()).into())
}

#[test]
fn a_prior_steers_the_same_way_on_any_number_of_threads() {
    let (data, pool) = (data(), pool());
    let run = |guide: Guide, threads| {
        let mut search = Search::new(settings(threads, 64 << 20), &tasks(&data), &pool);
        search.go_by(guide);
        generations(&mut search, &pool, 3)
    };
    let without = run(Guide::NONE, 1);
    let with = run(fitted(), 1);
    assert_ne!(with, without);
    assert_eq!(with, run(fitted(), 3));
    // Priors that say nothing are none, for all tasks and for single ones.
    assert_eq!(without, run(guide("{}"), 1));
    let ids: Vec<String> = data.tasks.iter().map(|task| format!("{:?}: {{}}", task.id)).collect();
    let silent = format!("{{\"root\": {{\"fill\": 1}}, \"tasks\": {{{}}}}}", ids.join(", "));
    assert_eq!(without, run(guide(&silent), 1));
}

#[test]
fn a_run_goes_on_by_its_prior_alone() {
    let (data, pool) = (data(), pool());
    let folder = judge::Scratch::new("prior");
    let search = Settings { memory: 1 << 26, ..settings(2, 1 << 26) };
    let options = |guide: Guide, generations| drive::Options {
        search,
        generations: Some(generations),
        guide,
        ..drive::Options::default()
    };
    let stop = AtomicBool::new(false);
    let run = |name: &str, guide: Guide, pieces: &[u64]| {
        let mut store = Store::open(&folder.join(name), Access::Create).expect("a new store");
        for (at, &until) in pieces.iter().enumerate() {
            let options = options(guide.clone(), until);
            let mut evolution = match at {
                0 => Evolution::start(&mut store, &data, &tasks(&data), pool.clone(), &options),
                _ => Evolution::resume(&mut store, &data, &options),
            };
            evolution
                .as_mut()
                .expect("it goes on")
                .run(&options, &stop, |_| {})
                .expect("no mismatch");
        }
        store
    };
    let kept = |store: &Store| -> Vec<Kept> { store.kept_all().expect("a good store") };
    let whole = run("whole.db", fitted(), &[3]);
    let pieces = run("pieces.db", fitted(), &[1, 3]);
    let plain = run("plain.db", Guide::NONE, &[3]);
    assert_eq!(kept(&whole), kept(&pieces));
    assert_ne!(kept(&whole), kept(&plain));
    let refused = |mut store: Store, guide: Guide| {
        let resumed = Evolution::resume(&mut store, &data, &options(guide, 5));
        match resumed.err().expect("another prior") {
            EvolveError::Wish(refusal) => refusal,
            error => panic!("{error}"),
        }
    };
    let (own, other) = (fitted().hash().unwrap(), guide("{\"root\": {\"fill\": 1}}"));
    let given = other.hash().unwrap();
    assert_eq!(refused(whole, Guide::NONE), Refusal::PriorMissing(own));
    assert_eq!(refused(pieces, other.clone()), Refusal::OtherPrior { of_run: Some(own), given });
    assert_eq!(refused(plain, other), Refusal::OtherPrior { of_run: None, given });
}

#[test]
fn what_cannot_grow_ends() {
    let data = data();
    let pool = codes("def solve_t(I):\n    return I\n");
    let folder = judge::Scratch::new("barren");
    let mut store = Store::open(&folder.join("a.db"), Access::Create).expect("a new store");
    // Nothing but the input may be the result, so there is no call to make and no line to mutate.
    let guide = guide("{\"other\": 0, \"root\": {\"I\": 1}}");
    let search = Settings { beyond: false, ..settings(2, 1 << 26) };
    let options = drive::Options { search, guide, ..drive::Options::default() };
    let mut evolution =
        Evolution::start(&mut store, &data, &tasks(&data), pool.clone(), &options).unwrap();
    let summary = evolution.run(&options, &AtomicBool::new(false), |_| {}).expect("no mismatch");
    assert_eq!((summary.ended, summary.total.mutants), (Ended::Barren, 0));
    // The same program without a prior: calls of the input grow beside it.
    let mut search = Search::new(settings(2, 1 << 26), &tasks(&data), &pool);
    let first = generations(&mut search, &pool, 2);
    assert!(first[0].counters.sources.get(GROWTH).is_some_and(|&grown| grown > 100));
    assert!(first[1].counters.mutants > 100 && !search.is_barren());
}

#[test]
fn it_finds_what_the_pool_solves_and_improves_the_rest() {
    let (data, pool) = (data(), pool());
    let mut search = Search::new(settings(2, 1 << 26), &tasks(&data), &pool);
    let all = generations(&mut search, &pool, 6);
    assert_eq!(all[0].counters.candidates, (pool.len() * 8) as u64);
    assert!((240..=320).contains(&all[1].counters.candidates));
    let mutants: u64 = all.iter().map(|g| g.counters.mutants).sum();
    let ok: u64 = all.iter().map(|g| g.counters.mutants_ok).sum();
    let changed: u64 = all.iter().map(|g| g.counters.mutants_changed).sum();
    let typed: u64 = all.iter().map(|g| g.counters.mutants_typed).sum();
    assert!(mutants > 1200 && typed == mutants, "{typed} of {mutants} are well typed");
    assert!(ok * 10 >= mutants * 8, "{ok} of {mutants} run");
    assert!(changed * 2 >= mutants, "{changed} of {mutants} change something");
    for (task, members) in search.kept() {
        assert!(members.len() <= 32, "{task}");
        assert!(members.iter().any(|m| m.standing.solved), "{task}");
        assert!(members.is_sorted_by_key(|m| m.standing.rank()), "{task}");
    }
    assert!(all[1..].iter().any(|g| !g.added.is_empty()));
}

#[test]
fn kept_programs_read_back_and_never_see_the_target() {
    let (data, pool) = (data(), pool());
    let mut search = Search::new(settings(2, 1 << 26), &tasks(&data), &pool);
    for generation in generations(&mut search, &pool, 4) {
        for kept in generation.added {
            let text = &kept.program.text;
            let parsed = lang::parse(text.as_bytes(), "kept", Some(kept.program.dialect));
            assert!(parsed.errors.is_empty(), "{text}");
            let code = Code::of_program(&parsed.programs[0]);
            assert_eq!(code.hash(), kept.program.hash, "{text}");
            assert!(!code.reads(lang::Input::C), "{text}");
            let from_file = kept.origin.found_by() == "file";
            assert_eq!(from_file, kept.origin.generation == 0, "{:?}", kept.origin);
        }
    }
}

/// A program that looks the answer up in S is right on all demo samples and solves nothing. It
/// must not keep out one that does, however cheap it is.
#[test]
fn looking_answers_up_does_not_keep_solvers_out() {
    let set = br#"{"t": {"train": [{"input": [[1, 2]], "output": [[2, 1]]},
        {"input": [[5, 6]], "output": [[6, 5]]}], "test": [{"input": [[1, 0]]}]}}"#;
    let data = Dataset::parse("set", set).expect("good data");
    let turns: String = (2..42).map(|i| format!("    x{i} = rot90(x{})\n", i - 1)).collect();
    let text = format!(
        "def solve_a(S, I, C):\n    x1 = matcher(first_t, I)\n    x2 = sfilter_t(S, x1)\n    \
            x3 = first_t(x2)\n    x4 = last_t(x3)\n    return x4\n\n\n\
            def solve_b(S, I, C):\n    x1 = vmirror_t(I)\n{turns}    return x41\n\n\n\
            def solve_c(S, I, C):\n    x1 = vmirror_t(I)\n{turns}    return x37\n"
    );
    let parsed = lang::parse(text.as_bytes(), "p.py", None);
    let pool: Vec<Code> = parsed.programs.iter().map(Code::of_program).collect();
    assert_eq!(pool.len(), 3, "{:?}", parsed.errors);
    let mut search = Search::new(settings(1, 1 << 20), &tasks(&data), &pool);
    search.seed(&pool).expect("no mismatch");
    let (_, kept) = search.kept().next().expect("a task");
    let seen: Vec<_> = kept.iter().map(|m| (m.standing.demo_right, m.standing.solved)).collect();
    assert_eq!(seen, [(2, false), (2, true), (2, true)], "the cheaper ones first");
}

/// The dearest program may be the only one there is, also on a task of one sample.
#[test]
fn a_dear_program_is_kept_if_it_is_the_best() {
    // Every cell against every other one, tens of thousands of pairs, for a colour: no line can go.
    let text = "def solve_t(I):\n    x1 = asobject(I)\n    x2 = product(x1, x1)\n    \
        x3 = compose(flip, fork(equality, first, last))\n    x4 = size(sfilter(x2, x3))\n    \
        x5 = canvas(subtract(x4, 38214), (2, 2))\n    return x5\n";
    let pool = vec![Code::of_program(&lang::parse(text.as_bytes(), "t.py", None).programs[0])];
    let cells: Vec<i8> = (0..196).map(|i| (i % 7) as i8).collect();
    let square = |side, cells: &[i8]| TaskGrid::new(side, side, cells.to_vec()).expect("a square");
    let demo = vec![Sample { input: square(14, &cells), output: Some(square(2, &[6; 4])) }];
    let task = Task { id: "t".into(), demo, test: vec![] };
    let mut search = Search::new(settings(1, 1 << 26), &[&task], &pool);
    let first = generations(&mut search, &pool, 2);
    let kept = &first[0].added;
    assert!(kept.len() == 1 && kept[0].standing.solved, "{kept:?}");
    assert!(kept[0].standing.cost > 1 << 17, "dear: {}", kept[0].standing.cost);
}

fn codes(text: &str) -> Vec<Code> {
    lang::parse(text.as_bytes(), "t.py", None).programs.iter().map(Code::of_program).collect()
}

/// Open tasks have mutants, grown programs and what strategies find; in pieces it is all the same.
#[test]
fn open_tasks_go_on_in_pieces() {
    let (data, pool) = (data(), codes("def solve_t(I):\n    return I\n"));
    let tasks: Vec<&Task> = data.tasks.iter().take(4).collect();
    let settings = |threads| Settings {
        solve_units: 200_000,
        beyond: false,
        population: 24,
        ..settings(threads, 1 << 26)
    };
    let mut search = Search::new(settings(2), &tasks, &pool);
    let whole = generations(&mut search, &pool, 6);
    let sum = |key: &str| whole.iter().filter_map(|g| g.counters.sources.get(key)).sum::<u64>();
    assert!(sum("growth") > 50 && sum("file") == 4, "{:?}", whole[0].counters.sources);
    let mut parts = Vec::new();
    for stop in [1, 2, 3] {
        let mut first = Search::new(settings(1), &tasks, &pool);
        let mut all = generations(&mut first, &pool, stop);
        let mut second = Search::new(settings(3), &tasks, &pool);
        let kept = first.kept().flat_map(|(task, members)| {
            members.iter().map(move |member| (task.to_string(), Member::clone(member)))
        });
        second.restore(Some(stop as u64 - 1), kept.collect::<Vec<_>>());
        all.extend(generations(&mut second, &pool, 6 - stop));
        parts.push(all);
    }
    assert!(parts.iter().all(|part| *part == whole));
}

#[test]
fn solved_tasks_take_no_more_candidates() {
    let (data, pool) = (data(), pool());
    let settings = |beyond| Settings { beyond, ..settings(1, 1 << 26) };
    let mut search = Search::new(settings(false), &tasks(&data), &pool);
    let first = search.seed(&pool).expect("no mismatch").counters;
    assert_eq!(first.solved_by, BTreeMap::from([("file".to_string(), 8)]));
    assert!(search.is_solved() && !first.sources.contains_key("growth"));
    assert_eq!(search.breed().expect("no mismatch").counters.candidates, 0);
    let mut search = Search::new(settings(true), &tasks(&data), &pool);
    search.seed(&pool).expect("no mismatch");
    assert!(search.breed().expect("no mismatch").counters.candidates > 200);
}
