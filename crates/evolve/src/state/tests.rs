//! States are judged by the engine: whatever is done to them, a line gives what its program gives.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use exec::plan::Plan;
use exec::run::{Budget, Inputs, Rules, Worker};
use exec::value::Fault;
use exec::value::fingerprint::fingerprint;
use judge::{Random, material};
use lang::{Dialect, Hint, Node, Ty, compatible, hint_of, slot_hint};

use super::*;

type Print = Result<u128, Fault>;

fn world(task: &str, dialect: Dialect, budget: Budget, memory: u32) -> Arc<World> {
    let task = material::tasks().iter().find(|other| other.id == task).expect("embedded");
    Arc::new(World::new(Arc::new(task.clone()), dialect, budget, 24, memory))
}

fn fresh(dialect: Dialect) -> State {
    State::new(world("2099cb8f", dialect, Budget::TIGHT, 64))
}

/// A line that the mask offers.
fn offered(state: &State, random: &mut Random) -> Line {
    let (vocabulary, words) = (state.world.vocabulary, state.world.word_count());
    let mut mask = vec![0; vocabulary.classes.len() * words];
    state.world.fits(&state.lines, &mut mask);
    loop {
        let op = random.below(vocabulary.op_count());
        let chosen: Option<Vec<i64>> = (vocabulary.places[op].iter())
            .map(|&class| {
                let row = &mask[usize::from(class) * words..][..words];
                let fitting: Vec<i64> =
                    (0..words).filter(|&at| row[at] == 1).map(|at| at as i64).collect();
                random.choose(&fitting)
            })
            .collect();
        if let Some(chosen) = chosen {
            return state.line(op as i64, &chosen).expect("what is offered is a line");
        }
    }
}

fn add(state: &mut State, line: Line) {
    let stop = AtomicBool::new(false);
    assert_eq!(step(&mut [(state, Some(line))], Wanted::default(), 0, &stop), Stepped::Done);
}

fn walked(mut state: State, random: &mut Random, lines: usize) -> State {
    for _ in 0..lines {
        let line = offered(&state, random);
        add(&mut state, line);
    }
    state
}

/// A line by names.
fn named(state: &State, op: &str, words: &[&str]) -> Line {
    let (world, vocabulary) = (&state.world, state.world.vocabulary);
    let op =
        vocabulary.ops.iter().position(|other| other.name() == op).unwrap_or(vocabulary.ops.len());
    let word = |name: &&str| {
        let mut all = 0..world.word_count();
        all.find(|&word| world.word_name(word) == *name).expect("a word") as i64
    };
    state.line(op as i64, &words.iter().map(word).collect::<Vec<_>>()).expect("a line")
}

fn prints(state: &mut State, line: Option<usize>) -> Vec<Print> {
    let samples = 0..state.world.samples();
    samples.map(|sample| state.value((line, sample), |value| value.map(fingerprint))).collect()
}

/// What the engine gives, sample by sample.
fn run(state: &State, line: Option<usize>) -> Vec<Print> {
    let (task, program) = (state.world.task.clone(), state.program(line));
    let (plan, mut worker) = (Plan::new(&program.dag), Worker::default());
    let rules = Rules { budget: state.world.budget, ..Rules::default() };
    let one = |sample: &Sample| {
        let inputs = Inputs { demo: &task.demo, input: &sample.input, target: None };
        worker.run(&plan, inputs, rules, |run| run.outcomes()[0].result.map(fingerprint))
    };
    task.samples().map(one).collect()
}

fn is_exact(state: &mut State) {
    for line in (0..state.lines.len()).map(Some).chain([None]) {
        let (own, engine) = (prints(state, line), run(state, line));
        assert_eq!(own, engine, "{line:?} of {:#?}", state.text());
        if let Some(line) = line {
            assert!(state.faults(line).eq(engine.iter().map(|print| print.err())));
        }
    }
}

#[test]
fn lines_give_what_their_programs_give() {
    for (number, task) in material::tasks().iter().enumerate() {
        for dialect in Dialect::ALL {
            let mut random = Random::new(number as u64);
            let world = world(&task.id, dialect, Budget::TIGHT, 64);
            is_exact(&mut walked(State::new(world), &mut random, 10));
        }
    }
}

/// Where all lines together cost more than a program may, it is what a line needs that counts.
#[test]
fn budgets_end_lines_where_they_end_programs() {
    let mut ended = 0;
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let budget = Budget { step: 700, program: 1000 + 50 * seed };
        let world = world("2099cb8f", Dialect::ALL[seed as usize % 2], budget, 64);
        let mut state = walked(State::new(world), &mut random, 16);
        is_exact(&mut state);
        let faults = (0..state.lines.len()).flat_map(|line| state.faults(line));
        ended += faults.flatten().filter(|&fault| fault == Fault::Budget).count();
        state.truncate(9);
        is_exact(&mut walked(state, &mut random, 2));
    }
    assert!(ended > 200, "{ended}");
}

#[test]
fn programs_of_the_embedded_set_solve_their_tasks_line_by_line() {
    let mut solved = 0;
    for program in Dialect::ALL.iter().flat_map(|&dialect| material::programs(dialect)) {
        let Some(task) = material::tasks().iter().find(|task| task.id == program.id) else {
            continue;
        };
        let mut state = State::new(world(&task.id, program.dialect, Budget::TIGHT, 64));
        let dag = &program.dag;
        let mut names = vec![String::new(); dag.len()];
        for id in dag.ids() {
            let args: Vec<&str> =
                dag.operands(id).iter().map(|arg| names[arg.index()].as_str()).collect();
            let name = match dag.node(id) {
                Node::Call(op, _) => op.name(),
                Node::Apply(..) => "",
                _ => {
                    let mut words = state.world.vocabulary.words.iter();
                    let word = words.find(|word| same(dag, id, **word));
                    names[id.index()] = word.map_or("?", |word| word.name()).to_string();
                    continue;
                }
            };
            let line = named(&state, name, &args);
            add(&mut state, line);
            names[id.index()] = format!("x{}", state.lines.len());
        }
        let last = state.last();
        assert_eq!(
            state.program(last).dag.hash(state.program(last).dag.roots()[0]),
            dag.hash(dag.roots()[0])
        );
        solved += usize::from(state.score(last) == 1.0);
    }
    assert!(solved >= 20, "{solved}");
}

fn same(dag: &Dag, id: NodeId, word: Word) -> bool {
    match dag.node(id) {
        Node::Input(input) => word == Word::Input(input),
        Node::Const(constant) => word == Word::Const(constant),
        Node::Fn(op) => word == Word::Fn(op),
        _ => false,
    }
}

#[test]
fn a_fork_goes_its_own_way_and_undo_goes_back() {
    for seed in 0..20 {
        let mut random = Random::new(seed);
        let mut state = walked(fresh(Dialect::ALL[seed as usize % 2]), &mut random, 8);
        let (hash, values) = (state.hash(), state.value_hash());
        let mut fork = walked(state.clone(), &mut random, 5);
        assert_eq!((state.hash(), state.value_hash(), state.lines.len()), (hash, values, 8));
        is_exact(&mut fork);
        fork.truncate(8);
        assert_eq!((fork.hash(), fork.value_hash(), fork.text()), (hash, values, state.text()));
        assert_eq!(
            fork.tracks.iter().map(|t| t.cells.clone()).collect::<Vec<_>>(),
            state.tracks.iter().map(|t| t.cells.clone()).collect::<Vec<_>>()
        );
    }
}

#[test]
fn hashes_are_of_what_is_there_and_of_the_last_line() {
    let lines = |names: &[(&str, &[&str])]| {
        let mut state = fresh(Dialect::Arc);
        for (op, words) in names {
            let line = named(&state, op, words);
            add(&mut state, line);
        }
        (state.hash(), state.value_hash())
    };
    let one = lines(&[("vmirror", &["I"]), ("hmirror", &["I"]), ("rot90", &["x1"])]);
    let other_order = lines(&[("hmirror", &["I"]), ("vmirror", &["I"]), ("rot90", &["x2"])]);
    let twice =
        lines(&[("vmirror", &["I"]), ("vmirror", &["I"]), ("hmirror", &["I"]), ("rot90", &["x1"])]);
    let other_last = lines(&[("vmirror", &["I"]), ("rot90", &["x1"]), ("hmirror", &["I"])]);
    assert!(one == other_order && one == twice);
    assert!(one.0 != other_last.0 && one.1 != other_last.1);
    // Other calls of the same value: two half turns are none.
    let (none, turned) =
        (lines(&[("rot180", &["I"])]), lines(&[("rot90", &["I"]), ("rot90", &["x1"])]));
    let again = lines(&[("rot90", &["I"]), ("rot180", &["I"])]);
    assert!(none.0 != turned.0 && turned.0 != again.0 && turned.1 == again.1);
}

#[test]
fn the_mask_offers_what_declared_types_allow_and_nothing_else() {
    for dialect in Dialect::ALL {
        let state = walked(fresh(dialect), &mut Random::new(5), 12);
        let (vocabulary, words) = (state.world.vocabulary, state.world.word_count());
        let mut mask = vec![7; vocabulary.classes.len() * words];
        state.world.fits(&state.lines, &mut mask);
        let (mut dag, nodes) = dag_of(vocabulary, &state.lines);
        let fixed: Vec<NodeId> = vocabulary.words.iter().map(|word| word.node(&mut dag)).collect();
        let hints: Vec<Hint> =
            fixed.iter().chain(&nodes).map(|&node| hint_of(&dag, node)).collect();
        for (line, &node) in state.lines.iter().zip(&nodes) {
            assert_eq!(line.ty, hint_of(&dag, node).ty(), "{:?}", state.text());
        }
        for (number, &op) in vocabulary.ops.iter().enumerate() {
            for place in 0..MOST_PLACES {
                let row = &mask[usize::from(vocabulary.places[number][place]) * words..][..words];
                for (word, &fits) in row.iter().enumerate() {
                    let expected = match word.checked_sub(1).map(|at| hints.get(at)) {
                        None => place >= op.arity() || op.takes(place),
                        Some(Some(hint)) => {
                            place < op.arity() && compatible(&slot_hint(op, place), hint)
                        }
                        Some(None) => false,
                    };
                    assert_eq!(
                        fits == 1,
                        expected,
                        "{} {place} {}",
                        op.name(),
                        state.world.word_name(word)
                    );
                }
            }
        }
    }
}

#[test]
fn functions_are_called_and_what_is_none_is_refused() {
    let mut state = fresh(Dialect::Arc);
    let i = 1;
    let call = state.world.vocabulary.ops.len() as i64;
    assert_eq!(state.line(call, &[i, i]), Err(Misuse::NoFunction));
    let line = named(&state, "rbind", &["upscale", "TWO"]);
    add(&mut state, line);
    let line = named(&state, "", &["x1", "I"]);
    assert_eq!(line.ty(), Ty::Element);
    add(&mut state, line);
    assert_eq!(state.text(), ["x1 = rbind(upscale, TWO)", "x2 = x1(I)"]);
    is_exact(&mut state);
}

#[test]
fn numbers_that_are_no_line_are_told_apart() {
    let mut state = fresh(Dialect::Arc);
    let (words, ops) =
        (state.world.vocabulary.first_line() as i64, state.world.vocabulary.ops.len() as i64);
    for op in [-1, ops + 1, i64::MAX, i64::MIN] {
        assert_eq!(state.line(op, &[1]), Err(Misuse::Op(op)));
    }
    for word in [-1, words, words + 1, i64::MAX, i64::MIN] {
        assert_eq!(state.line(0, &[word]), Err(Misuse::Word { place: 0, word }));
    }
    let objects =
        state.world.vocabulary.ops.iter().position(|op| op.name() == "objects").expect("an op");
    assert_eq!(state.line(objects as i64, &[]), Err(Misuse::Count { op: objects, given: 0 }));
    assert_eq!(
        state.line(objects as i64, &[1, 0, 1, 1]),
        Err(Misuse::Count { op: objects, given: 1 })
    );
    assert_eq!(state.line(ops, &[1]), Err(Misuse::Count { op: ops as usize, given: 1 }));
    // Behind the last argument anything may stand.
    assert!(state.line(0, &[1, 99999, -4, 3, 3, 3, 3, 3, 3]).is_ok());
    for _ in 0..24 {
        let line = named(&state, "identity", &["I"]);
        add(&mut state, line);
    }
    assert_eq!(state.line(0, &[1]), Err(Misuse::Full));
    let mut mask = vec![1; state.world.vocabulary.classes.len() * state.world.word_count()];
    state.world.fits(&state.lines, &mut mask);
    assert!(mask.iter().all(|&fits| fits == 0));
}

/// Many states of two tasks, all stepped at once so many times.
fn crowd(threads: usize, memory: u32, rounds: usize) -> (Vec<Vec<Print>>, Vec<u8>, usize) {
    let worlds =
        ["2099cb8f", "e4d14648"].map(|task| world(task, Dialect::Arc, Budget::TIGHT, memory));
    let mut states: Vec<State> = (0..60).map(|n| State::new(worlds[n % 2].clone())).collect();
    let mut random = Random::new(11);
    let frame = Frame { samples: 2, lines: 3 };
    let (mut grids, mut facts) =
        (vec![99; 60 * frame.grid_bytes()], vec![99; 60 * frame.fact_bytes()]);
    let (stop, mut largest) = (AtomicBool::new(false), 0);
    for round in 0..rounds {
        states
            .iter_mut()
            .filter(|state| state.lines.len() > 15)
            .for_each(|state| state.truncate(1));
        let lines: Vec<Line> = states.iter().map(|state| offered(state, &mut random)).collect();
        let mut steps: Vec<_> = states.iter_mut().zip(lines.into_iter().map(Some)).collect();
        let seen = (round + 1 == rounds).then_some((frame, &mut grids[..], &mut facts[..]));
        step(&mut steps, Wanted { seen, masks: None }, threads, &stop);
        largest = largest.max(worlds.iter().map(|world| world.bytes()).max().unwrap_or(0));
    }
    let given = states.iter_mut().map(|state| prints(state, state.last())).collect();
    (given, grids.into_iter().chain(facts).collect(), largest)
}

#[test]
fn neither_threads_nor_forgetting_change_what_states_hold() {
    let (given, seen, free) = crowd(0, 64, 400);
    for (threads, memory) in [(1, 64), (3, 64), (2, 1)] {
        let (again, pictures, largest) = crowd(threads, memory, 400);
        assert!(given == again && seen == pictures, "{threads} threads, {memory} MB");
        if memory == 1 {
            assert!(largest < free, "a small bank forgets: {largest} and {free} bytes");
        }
    }
}

#[test]
fn a_stop_leaves_states_as_they_were() {
    let mut states: Vec<State> =
        (0..40).map(|_| walked(fresh(Dialect::Arc), &mut Random::new(3), 2)).collect();
    let before: Vec<Vec<String>> = states.iter().map(State::text).collect();
    let mut steps: Vec<(&mut State, Option<Line>)> = Vec::new();
    for state in &mut states {
        let line = named(state, "rot90", &["I"]);
        steps.push((state, Some(line)));
    }
    assert_eq!(step(&mut steps, Wanted::default(), 2, &AtomicBool::new(true)), Stepped::Stopped);
    assert_eq!(states.iter().map(State::text).collect::<Vec<_>>(), before);
    states.iter_mut().for_each(is_exact);
}

#[test]
fn pictures_are_of_inputs_targets_and_the_last_lines() {
    let mut state = fresh(Dialect::Arc);
    for (op, words) in [
        ("ofcolor", ["I", "FIVE"]),
        ("subgrid", ["x1", "I"]),
        ("colorcount", ["I", "TWO"]),
        ("add", ["I", "I"]),
    ] {
        let line = named(&state, op, &words);
        add(&mut state, line);
    }
    let task = state.world.task.clone();
    let frame = Frame { samples: task.demo.len() + 2, lines: 4 };
    let (mut grids, mut facts) = (vec![99; frame.grid_bytes()], vec![99; frame.fact_bytes()]);
    let seen = Some((frame, &mut grids[..], &mut facts[..]));
    step(&mut [(&mut state, None)], Wanted { seen, masks: None }, 0, &AtomicBool::new(false));
    let plane = |sample: usize, plane: usize| &grids[(sample * 6 + plane) * 900..][..900];
    let fact = |sample: usize, plane: usize| &facts[(sample * 6 + plane) * 4..][..4];
    let input = &task.demo[0].input;
    assert!((0..30).all(|row| (0..30).all(|column| {
        let expected = input.get(row, column).map_or(picture::OUTSIDE, |cell| cell as u8);
        plane(0, 0)[row * 30 + column] == expected
    })));
    assert_eq!(fact(0, 0), [4, 0, 10, 10]);
    assert_eq!(plane(0, 2).iter().filter(|&&cell| cell == picture::MARK).count(), 16);
    assert_eq!((fact(0, 2), fact(0, 3)), (&[7, 0, 16, 0][..], &[4, 0, 5, 5][..]));
    assert_eq!(fact(0, 4), [1, 0, 128 + 2, 0]);
    assert_eq!(
        (fact(0, 5), plane(0, 5)[0]),
        (&[0, 1 + Fault::Type as u8, 0, 0][..], picture::OUTSIDE)
    );
    // No target of a test input, and nothing where there is no sample.
    let test = task.demo.len();
    assert!(fact(test, 0) != [0; 4] && fact(test, 1) == [0; 4]);
    assert!(
        (0..6)
            .all(|at| fact(test + 1, at) == [0; 4] && plane(test + 1, at).iter().all(|&c| c == 10))
    );
}
