//! Scoring on the embedded tasks.

use std::time::Duration;

use exec::data::{Dataset, Sample, TaskGrid};
use exec::run::Worker;

use super::*;
use crate::differs::{BUILTIN, from_program};
use crate::trace::trace;

const TASKS: &[u8] = include_bytes!("../../../../testdata/embedded/tasks.json");
const ARC: &str = include_str!("../../../../testdata/embedded/programs_arc.py");
const BATT: &str = include_str!("../../../../testdata/embedded/programs_batt.py");

fn embedded() -> Dataset {
    Dataset::parse("embedded", TASKS).expect("our own tasks")
}

fn entries_of(text: &str) -> Vec<Entry> {
    let parsed = lang::parse(text.as_bytes(), "programs", None);
    assert!(parsed.errors.is_empty(), "{:?}", parsed.errors);
    parsed.programs.iter().filter_map(Entry::of_program).collect()
}

fn all_entries() -> Vec<Entry> {
    [entries_of(ARC), entries_of(BATT)].concat()
}

fn settings(threads: usize) -> Settings {
    Settings::new(threads, None)
}

fn grid(rows: &[&[i8]]) -> TaskGrid {
    let cells = rows.concat();
    TaskGrid::new(rows.len() as u16, rows[0].len() as u16, cells).expect("a rectangle")
}

fn sample(input: &[&[i8]], output: &[&[i8]]) -> Sample {
    Sample { input: grid(input), output: Some(grid(output)) }
}

#[test]
fn every_program_stands_in_the_batt_as_it_stands_alone() {
    let data = embedded();
    let tasks: Vec<&Task> = data.tasks.iter().collect();
    let pool = Pool::merge(all_entries(), &[]);
    let scored = pool.score(&mut Engine::cpu(), &tasks, &settings(2), || {});
    assert_eq!((scored.tasks.len(), scored.left_out, scored.timed_out), (tasks.len(), 0, false));
    let mut worker = Worker::default();
    for (task, score) in tasks.iter().zip(&scored.tasks) {
        assert_eq!((&score.task, score.rows.len()), (&task.id, pool.entries().len()));
        assert!(score.is_solved(), "{}", task.id);
        assert!(score.rows.is_sorted_by_key(|row| row.standing.rank()));
        for row in &score.rows {
            let entry = &pool.entries()[row.program];
            let code = pool.traced(row.program).expect("it is in a batt");
            assert_eq!(code.hash(), entry.code.hash());
            let own = trace(&entry.name, &code, task, &row.standing, rules(), &mut worker);
            assert!(matches!(own, Ok(Some(_))), "{own:?}");
            assert_eq!(row.points.iter().sum::<u32>(), row.standing.demo_score);
            assert_eq!(entry.task == task.id, row.standing.solved, "{}", entry.name);
        }
    }
}

#[test]
fn threads_change_nothing() {
    let data = embedded();
    let tasks: Vec<&Task> = data.tasks.iter().collect();
    let pool = Pool::merge(all_entries(), &[]);
    let rows = |threads| {
        let scored = pool.score(&mut Engine::cpu(), &tasks, &settings(threads), || {});
        format!("{:?}", scored.tasks)
    };
    let one = rows(1);
    assert_eq!(one, rows(3));
    assert_eq!(one, rows(8));
}

/// Reads the answer off S, as far as it is there.
const CHEAT: &str = "\
def solve_t(S, I, C):
    x1 = matcher(first_t, I)
    x2 = sfilter_t(S, x1)
    x3 = first_t(x2)
    x4 = last_t(x3)
    return x4


def solve_u(S, I, C):
    x1 = c_zo(S, p_g)
    x2 = first_t(x1)
    x3 = asindices(I)
    x4 = fill(I, x2, x3)
    return x4
";

#[test]
fn looking_the_answer_up_is_not_solving() {
    let demo = vec![
        sample(&[&[1, 1]], &[&[7, 7]]),
        sample(&[&[2, 2], &[2, 2]], &[&[7, 7], &[7, 7]]),
        sample(&[&[3]], &[&[7]]),
    ];
    let test = vec![sample(&[&[4, 4]], &[&[7, 7]])];
    let task = Task { id: "t".into(), demo, test };
    let pool = Pool::merge(entries_of(CHEAT), &[]);
    let scored = pool.score(&mut Engine::cpu(), &[&task], &settings(2), || {});
    let by_name = |name: &str| {
        let rows = scored.tasks[0].rows.iter();
        rows.map(|row| (&pool.entries()[row.program].name, row.standing))
            .find(|(n, _)| *n == name)
            .expect("scored")
            .1
    };
    let (cheat, honest) = (by_name("solve_t"), by_name("solve_u"));
    assert_eq!(
        (cheat.demo_right, cheat.demo_score, cheat.solved, cheat.test_right),
        (3, 3000, false, 0)
    );
    assert_eq!(
        (honest.demo_right, honest.demo_score, honest.solved, honest.test_right),
        (3, 3000, true, 1)
    );
    let mut worker = Worker::default();
    for entry in pool.entries() {
        let alone = standing(&entry.code, &task, rules(), &mut worker);
        assert_eq!(alone, by_name(&entry.name));
    }
}

#[test]
fn test_outputs_reach_nothing_but_the_test_result() {
    let data = embedded();
    let mut blind = data.clone();
    for sample in blind.tasks.iter_mut().flat_map(|task| &mut task.test) {
        sample.output = None;
    }
    let pool = Pool::merge(entries_of(BATT), &[]);
    let run = |data: &Dataset| {
        let tasks: Vec<&Task> = data.tasks.iter().collect();
        let mut scored = pool.score(&mut Engine::cpu(), &tasks, &settings(1), || {}).tasks;
        let rows = scored.iter_mut().flat_map(|task| &mut task.rows);
        rows.for_each(|row| {
            (row.standing.test_right, row.standing.test_count, row.test_faults) = (0, 0, [0; 6]);
        });
        format!("{scored:?}")
    };
    assert_eq!(run(&data), run(&blind));
}

#[test]
fn improvements_are_over_the_input() {
    let task = Task {
        id: "t".into(),
        demo: vec![sample(&[&[1, 2]], &[&[2, 1]]), sample(&[&[5]], &[&[5]])],
        test: vec![],
    };
    let text = "def solve_t(I):\n    return vmirror(I)\n\n\ndef solve_u(I):\n    return first(I)\n";
    let half = "def differ_half(S, I, C):\n    x1 = equality(I, C)\n    x2 = multiply(x1, 500)\n    return astuple(x2, ())\n";
    let bad = "def differ_bad(S, I, C):\n    return first(())\n";
    let parse = |text: &str| lang::parse(text.as_bytes(), "d.py", Some(Dialect::Arc)).programs;
    let differs: Vec<_> =
        [parse(half), parse(bad)].concat().iter().filter_map(from_program).collect();
    let pool = Pool::merge(entries_of(text), &differs);
    let names: Vec<&str> = pool.differ_names().collect();
    assert_eq!(names[BUILTIN..], ["half", "bad"]);
    let scored = pool.score(&mut Engine::cpu(), &[&task], &settings(1), || {});
    let [good, wrong] = &scored.tasks[0].rows[..] else { panic!("two rows") };
    // Cells and the one dot of the first input lie wrong; the second input is right as it is.
    assert_eq!(good.improvements, [0, 0, 100, 100, 1000, 0, 0, 500, 0]);
    assert_eq!((good.failed_differs, good.faults), (2, [0; 6]));
    // A row of cells is no grid: it loses all that the inputs have.
    assert_eq!(wrong.standing.demo_score, 0);
    assert_eq!(wrong.improvements[5..8], [-2000, -2000, -500]);
}

#[test]
fn failures_are_counted_by_kind_and_samples() {
    let task = Task {
        id: "t".into(),
        demo: vec![sample(&[&[1, 2]], &[&[2, 1]]), sample(&[&[5]], &[&[5]])],
        test: vec![sample(&[&[1]], &[&[1]])],
    };
    let text = "def solve_t(I):\n    return first(totuple(ofcolor(I, 9)))\n";
    let pool = Pool::merge(entries_of(text), &[]);
    let scored = pool.score(&mut Engine::cpu(), &[&task], &settings(1), || {});
    let row = &scored.tasks[0].rows[0];
    assert_eq!((row.faults, row.test_faults), ([0, 0, 2, 0, 0, 0], [0, 0, 1, 0, 0, 0]));
    assert_eq!((row.points.as_slice(), row.standing.solved), ([0, 0].as_slice(), false));
}

#[test]
fn without_time_nothing_runs_and_that_is_said() {
    let data = embedded();
    let tasks: Vec<&Task> = data.tasks.iter().collect();
    let pool = Pool::merge(entries_of(ARC), &[]);
    let scored =
        pool.score(&mut Engine::cpu(), &tasks, &Settings::new(2, Some(Duration::ZERO)), || {});
    assert!(scored.timed_out && scored.tasks.is_empty());
    assert_eq!((scored.left_out, scored.stats.steps), (tasks.len(), 0));
}
