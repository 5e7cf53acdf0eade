//! Generations that are ended before they are done.

use std::hint::black_box;

use super::*;

fn testdata(name: &str) -> Vec<u8> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/embedded/");
    std::fs::read(format!("{root}{name}")).expect("part of the repository")
}

/// A search over some tasks, and its pool: programs of other tasks among them.
fn with_search<T>(threads: usize, work: impl FnOnce(Search<'_>, &[Code]) -> T) -> T {
    let data = exec::data::Dataset::parse("embedded", &testdata("tasks.json")).expect("good data");
    let tasks: Vec<&Task> = data.tasks.iter().take(6).collect();
    let programs = lang::parse(&testdata("programs_arc.py"), "arc", None).programs;
    let pool: Vec<Code> = programs.iter().skip(3).map(Code::of_program).collect();
    let settings = Settings {
        population: 24,
        threads,
        solve_units: 400_000,
        beyond: true,
        ..Settings::default()
    };
    work(Search::new(settings, &tasks, &pool), &pool)
}

type Plain = (Generation, Vec<Hash128>);

/// What a generation changed, times and cache counts aside, and what is kept then.
fn plain(search: &Search<'_>, generation: Generation) -> Plain {
    let counters = generation.counters.comparable();
    (Generation { counters, ..generation }, kept(search))
}

fn kept(search: &Search<'_>) -> Vec<Hash128> {
    search.kept().flat_map(|(_, members)| members).map(|member| member.code.hash()).collect()
}

fn next(search: &mut Search<'_>, pool: &[Code]) -> Result<Plain, Unmade> {
    let made = if search.next_generation() == 0 { search.seed(pool) } else { search.breed() };
    made.map(|generation| plain(search, generation))
}

fn whole() -> Vec<Plain> {
    with_search(2, |mut search, pool| {
        (0..3).map(|_| next(&mut search, pool).expect("no mismatch")).collect()
    })
}

#[test]
fn a_generation_that_is_late_leaves_no_trace() {
    let whole = whole();
    with_search(1, |mut search, pool| {
        let late = Arc::new(AtomicBool::new(false));
        search.end_when(Arc::clone(&late));
        for expected in whole {
            let before = kept(&search);
            late.store(true, Ordering::Relaxed);
            assert_eq!(next(&mut search, pool), Err(Unmade::Late));
            assert_eq!(kept(&search), before);
            // Time is over while the third task of some is at work.
            late.store(false, Ordering::Relaxed);
            let (tasks, at) = (Mutex::new(0), search.next);
            let cut = search.round(
                pool.len(),
                |_| true,
                |island, scratch, rules| {
                    let mut tasks = tasks.lock().expect("no panic");
                    *tasks += 1;
                    late.fetch_or(*tasks == 3, Ordering::Relaxed);
                    if at == 0 {
                        island.seed(pool, scratch, rules)
                    } else {
                        island.breed(scratch, rules, at)
                    }
                },
            );
            assert_eq!((cut, *tasks.lock().expect("no panic")), (Err(Unmade::Late), 3));
            assert_eq!(kept(&search), before);
            late.store(false, Ordering::Relaxed);
            assert_eq!(next(&mut search, pool), Ok(expected));
        }
    });
}

/// Wherever it is cut: pools, strategies, growth, mutants.
#[test]
fn time_may_be_over_anywhere() {
    let whole = whole();
    with_search(2, |mut search, pool| {
        for (number, expected) in whole.into_iter().enumerate() {
            let mut spins = 1u64 << 12;
            loop {
                let (late, before) = (Arc::new(AtomicBool::new(false)), kept(&search));
                search.end_when(Arc::clone(&late));
                let made = std::thread::scope(|scope| {
                    scope.spawn(|| {
                        (0..spins).for_each(|n| _ = black_box(n));
                        late.store(true, Ordering::Relaxed);
                    });
                    next(&mut search, pool)
                });
                match made {
                    Ok(made) => break assert!(made == expected, "generation {number}"),
                    Err(cut) => assert_eq!((cut, kept(&search)), (Unmade::Late, before)),
                }
                spins *= 4;
            }
        }
    });
}
