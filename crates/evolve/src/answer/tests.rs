//! Attempts from candidates of our own making.

use ::solve::portfolio::{Ended, Solution};
use ::solve::{Candidate, Candidates, Problem, choose};

use super::*;

fn row(cells: &[i8]) -> TaskGrid {
    TaskGrid::new(1, cells.len() as u16, cells.to_vec()).expect("a row")
}

/// Mirrored rows.
fn task() -> Task {
    let pair =
        |input: &[i8], output: &[i8]| Sample { input: row(input), output: Some(row(output)) };
    let demo = vec![pair(&[1, 2], &[2, 1]), pair(&[5, 6, 7], &[7, 6, 5])];
    Task { id: "t".into(), demo, test: vec![pair(&[3, 4], &[4, 3])] }
}

fn candidate(line: &str, fits: [bool; 2], output: &[i8], cost: f64) -> Candidate {
    Candidate {
        strategy: "some",
        outputs: vec![Some((&row(output)).into())],
        fits: fits.to_vec(),
        cost,
        left_out: None,
        program: if line.is_empty() { Vec::new() } else { vec![line.to_string()] },
    }
}

fn answered(all: Vec<Candidate>) -> Answered {
    let (task, found) = (task(), Candidates { all });
    let answers = choose::answers(&Problem::of(&task), &found.all);
    let solution =
        Solution { candidates: found.all, answers, work: Vec::new(), ended: Ended::Tried };
    let wish = Wish { storing: true, details: true, ..Wish::default() };
    Answered::new(&task, solution, &wish, &mut Worker::default())
}

fn is_defect(answered: Answered) -> bool {
    let task = task();
    defect(&[Solved { task: &task, answered, seconds: 0.5, cut: false }]).is_some()
}

#[test]
fn candidates_answer_and_guesses_fill_up() {
    let good = answered(vec![candidate("O = vmirror_t(I)", [true, true], &[4, 3], 2.0)]);
    let [first, second] = &good.tests[0];
    assert_eq!((&first.grid, &second.grid), (&row(&[4, 3]), &row(&[3, 4])));
    assert!(first.giver.is_some() && second.giver.is_none());
    let program = good.found[0].program.as_ref().expect("a program");
    assert!(program.starts_with("def solve_t(S, I, C):\n") && program.contains("vmirror_t(I)"));
    assert!(good.fits_demos && good.broken.is_empty());
    assert_eq!((good.answered(), good.guesses(), good.kept.len()), (1, 1, 1));
    assert_eq!(good.kept[0].origin.strategy.as_deref(), Some("some"));
    assert!(good.kept[0].standing.solved && good.kept[0].standing.test_right == 1);
    assert!(!is_defect(good));
}

#[test]
fn the_likelier_output_comes_first() {
    let two = answered(vec![
        candidate("O = hmirror_t(I)", [false, false], &[3, 4], 1.0),
        candidate("O = vmirror_t(I)", [true, true], &[4, 3], 9.0),
    ]);
    let grids = two.tests[0].each_ref().map(|attempt| attempt.grid.clone());
    assert_eq!(grids, [row(&[4, 3]), row(&[3, 4])]);
    assert!(two.tests[0].iter().all(|attempt| attempt.giver.is_some()));
    assert_eq!((two.guesses(), two.found.len()), (0, 2));
    assert_eq!(two.kept.len(), 1, "a program that fits nothing is not kept");
    let task = task();
    let totals = Totals::of(&[Solved { task: &task, answered: two, seconds: 0.5, cut: true }]);
    assert_eq!((totals.known, totals.right, totals.right_first), (1, 1, 1));
    let some = &totals.strategies["some"];
    assert_eq!((some.answered, some.right, totals.cpu_seconds), (1, 1, 0.5));
}

#[test]
fn outputs_without_a_program_are_attempts_too() {
    let silent = answered(vec![candidate("", [true, true], &[4, 3], 2.0)]);
    assert_eq!((silent.answered(), silent.kept.len()), (1, 0));
    assert!(silent.found[0].program.is_none() && silent.broken.is_empty());
    assert!(!is_defect(silent));
}

#[test]
fn what_does_not_hold_is_a_defect_and_not_kept() {
    for (line, fits, output) in [
        ("O = vmirror_t(I)", [true, true], [3, 3]),
        ("O = hmirror_t(I)", [true, true], [3, 4]),
        ("O = vmirror_t(I)", [true, false], [4, 3]),
        ("O = nonesuch(I)", [true, true], [4, 3]),
    ] {
        let broken = answered(vec![candidate(line, fits, &output, 2.0)]);
        assert_eq!((broken.broken.len(), broken.kept.len()), (1, 0), "{line}");
        assert_eq!(broken.tests[0][0].grid, row(&output), "the attempt stays");
        assert!(broken.found[0].program.is_none());
        assert!(is_defect(broken));
    }
}

#[test]
fn a_failing_strategy_leaves_guesses() {
    let failed = Answered::guessed(&task(), How::Failed);
    assert_eq!((failed.tests.len(), failed.guesses()), (1, 2));
    assert!(is_defect(failed));
}

#[test]
fn outputs_that_no_task_has_are_not_handed_in() {
    let long = answered(vec![candidate("", [true, true], &[1; 31], 2.0)]);
    assert_eq!((long.answered(), long.guesses()), (0, 2));
}

#[test]
fn seconds_end_tasks_whatever_the_effort() {
    let noise = |seed: usize| {
        let cells = (0..900).map(|i| ((i * i + seed * i * 7 + i / 3) % 10) as i8).collect();
        TaskGrid::new(30, 30, cells).expect("a grid")
    };
    let pair = |seed: usize| Sample { input: noise(seed), output: Some(noise(seed + 50)) };
    let task = |id: usize| Task {
        id: format!("noise{id}"),
        demo: (0..3).map(|i| pair(id + 5 * i)).collect(),
        test: vec![pair(id + 30)],
    };
    let tasks = [task(1), task(2), task(3)];
    let wish = Wish { effort: 1e6, seconds_per_task: Some(0.02), threads: 2, ..Wish::default() };
    let tasks: Vec<&Task> = tasks.iter().collect();
    let solved = solve_all(&tasks, &wish, &AtomicBool::new(false), |_, _| ());
    assert!(solved.iter().all(|solved| solved.cut && solved.answered.tests.len() == 1));
}
