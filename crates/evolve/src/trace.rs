//! From a place in a batt back to a program that stands alone.
//!
//! What a batt says of a program is not believed: the program is cut out, run by itself on
//! every sample and compared. A difference is a defect of the engine, never of the program.

use std::fmt::Debug;

use exec::data::Task;
use exec::run::{Rules, Worker};

use crate::code::{Code, solver_name};
use crate::kept::{Kept, Origin};
use crate::score::standing;
use crate::standing::Standing;

/// A program gave something else alone than it gave in the batt.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{program} on task {task} gives something else alone than in the batt: {what}\n{text}")]
pub struct Mismatch {
    /// The program's name.
    pub program: String,
    /// The task.
    pub task: String,
    /// What differs.
    pub what: String,
    /// The program's text.
    pub text: String,
}

/// Runs a program alone and gives what the store keeps of it; nothing if its text is too long. `seen` is what the batt said.
pub fn trace(
    name: &str,
    code: &Code,
    task: &Task,
    seen: &Standing,
    rules: Rules,
    worker: &mut Worker,
) -> Result<Option<Kept>, Mismatch> {
    let alone = standing(code, task, rules, worker);
    compare(name, code, task, &alone, seen)?;
    Ok(Kept::new(&task.id, code, alone, Origin::default()))
}

/// Compares what a program gives alone with what the batt said of it.
pub fn compare(
    name: &str,
    code: &Code,
    task: &Task,
    alone: &Standing,
    seen: &Standing,
) -> Result<(), Mismatch> {
    if alone == seen {
        return Ok(());
    }
    let (program, what) = (name.to_string(), differences(alone, seen).join(", "));
    let text = code.text(&solver_name(&task.id));
    Err(Mismatch { program, task: task.id.clone(), what, text })
}

fn differences(alone: &Standing, seen: &Standing) -> Vec<String> {
    let say = |what: &str, alone: &dyn Debug, seen: &dyn Debug| {
        let (alone, seen) = (format!("{alone:?}"), format!("{seen:?}"));
        (alone != seen).then(|| format!("{what} {alone} instead of {seen}"))
    };
    let all = [
        say("demo score", &alone.demo_score, &seen.demo_score),
        say("right demo samples", &alone.demo_right, &seen.demo_right),
        say("demo samples", &alone.demo_count, &seen.demo_count),
        say("fits the demos", &alone.solved, &seen.solved),
        say("cost", &alone.cost, &seen.cost),
        say("outputs", &alone.outputs.0, &seen.outputs.0),
        say("right test samples", &alone.test_right, &seen.test_right),
        say("test samples", &alone.test_count, &seen.test_count),
    ];
    all.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use exec::data::{Sample, TaskGrid};

    use super::*;
    use crate::score::{Entry, rules};

    fn code(body: &str) -> Code {
        let text = format!("def solve_t(I):\n    return {body}\n");
        let parsed = lang::parse(text.as_bytes(), "t.py", None);
        Entry::of_program(&parsed.programs[0]).expect("a solver").code
    }

    fn task() -> Task {
        let grid = |cells: &[i8]| TaskGrid::new(1, 2, cells.to_vec()).expect("a row");
        let sample = Sample { input: grid(&[1, 2]), output: Some(grid(&[2, 1])) };
        Task { id: "t".into(), demo: vec![sample.clone()], test: vec![sample] }
    }

    #[test]
    fn a_program_that_holds_is_kept() {
        let (code, task, mut worker) = (code("vmirror(I)"), task(), Worker::default());
        let seen = standing(&code, &task, rules(), &mut worker);
        let traced = trace("solve_t", &code, &task, &seen, rules(), &mut worker);
        let Ok(Some(kept)) = traced else { panic!("{traced:?}") };
        assert_eq!(kept.program.text, "def solve_t(I):\n    x1 = vmirror(I)\n    return x1\n");
        assert_eq!((kept.standing, kept.program.hash), (seen, code.hash()));
    }

    #[test]
    fn every_difference_is_told() {
        let (code, task, mut worker) = (code("vmirror(I)"), task(), Worker::default());
        let good = standing(&code, &task, rules(), &mut worker);
        type Change = fn(&mut Standing);
        let changed: [(&str, Change); 5] = [
            ("demo score 1000 instead of 999", |s| s.demo_score = 999),
            ("cost", |s| s.cost += 1),
            ("fits the demos true instead of false", |s| s.solved = false),
            ("outputs", |s| s.outputs.0.0 += 1),
            ("right test samples 1 instead of 0", |s| s.test_right = 0),
        ];
        for (what, change) in changed {
            let mut seen = good;
            change(&mut seen);
            let traced = trace("solve_t", &code, &task, &seen, rules(), &mut worker);
            let message = traced.expect_err("a mismatch").to_string();
            assert!(
                message.starts_with("solve_t on task t") && message.contains(what),
                "{message}"
            );
        }
    }

    #[test]
    fn long_texts_are_refused() {
        let line = |i: usize| match i {
            1 => "    x1 = fill(I, 1, asindices(I))\n".to_string(),
            _ => format!("    x{i} = fill(x{}, {i}, asindices(I))\n", i - 1),
        };
        let lines: String = (1..900).map(line).collect();
        let text = format!("def solve_t(I):\n{lines}    return x899\n");
        let parsed = lang::parse(text.as_bytes(), "t.py", None);
        let code = Entry::of_program(&parsed.programs[0]).expect("a solver").code;
        let (task, mut worker) = (task(), Worker::default());
        let seen = standing(&code, &task, rules(), &mut worker);
        let traced = trace("solve_t", &code, &task, &seen, rules(), &mut worker);
        assert!(code.text("solve_t").len() > crate::code::MAX_TEXT);
        assert_eq!(traced, Ok(None));
    }
}
