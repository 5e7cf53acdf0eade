//! Kaggle's rule: a test output is right if one of the two attempts equals it, and the score is
//! the share of right test outputs.

use exec::data::{Dataset, Task};

use crate::submit::Submission;

/// What one task got.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TaskGrade {
    /// The task.
    pub task: String,
    /// For each test input whether an attempt is right; nothing where the output is not known.
    pub right: Vec<Option<bool>>,
}

impl TaskGrade {
    fn of(task: &Task, submission: &Submission) -> TaskGrade {
        let attempts = submission.get(&task.id).unwrap_or_default();
        let right = task.test.iter().enumerate().map(|(place, sample)| {
            let output = sample.output.as_ref()?;
            Some(attempts.get(place).is_some_and(|pair| pair.contains(output)))
        });
        TaskGrade { task: task.id.clone(), right: right.collect() }
    }

    /// Test outputs that count.
    pub fn outputs(&self) -> usize {
        self.right.iter().flatten().count()
    }

    /// Test outputs that are right.
    pub fn right_outputs(&self) -> usize {
        self.right.iter().flatten().filter(|right| **right).count()
    }

    /// Whether all its test outputs are right.
    pub fn is_right(&self) -> bool {
        self.outputs() > 0 && self.right_outputs() == self.outputs()
    }
}

/// What a submission got.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grade {
    /// The tasks, in the order of the data set.
    pub tasks: Vec<TaskGrade>,
}

impl Grade {
    /// Grades a submission that fits the data: see [`Submission::problems`]. What is missing in it
    /// is not right.
    pub fn new(submission: &Submission, data: &Dataset) -> Grade {
        Grade { tasks: data.tasks.iter().map(|task| TaskGrade::of(task, submission)).collect() }
    }

    /// Test outputs that count.
    pub fn outputs(&self) -> usize {
        self.tasks.iter().map(TaskGrade::outputs).sum()
    }

    /// Test outputs that are right.
    pub fn right_outputs(&self) -> usize {
        self.tasks.iter().map(TaskGrade::right_outputs).sum()
    }

    /// Tasks with at least one known test output.
    pub fn graded_tasks(&self) -> usize {
        self.tasks.iter().filter(|task| task.outputs() > 0).count()
    }

    /// Tasks whose test outputs are all right.
    pub fn right_tasks(&self) -> usize {
        self.tasks.iter().filter(|task| task.is_right()).count()
    }

    /// Test inputs whose output is not known.
    pub fn unknown_outputs(&self) -> usize {
        self.tasks.iter().map(|task| task.right.len()).sum::<usize>() - self.outputs()
    }

    /// The share of right test outputs, 0 to 1; nothing if no output is known.
    pub fn score(&self) -> Option<f64> {
        let outputs = self.outputs();
        (outputs > 0).then(|| self.right_outputs() as f64 / outputs as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SET: &str = r#"{
        "a": {"train": [{"input": [[1]], "output": [[1]]}],
              "test": [{"input": [[1]], "output": [[1]]}, {"input": [[2]], "output": [[2, 2]]}]},
        "b": {"train": [{"input": [[1]], "output": [[1]]}], "test": [{"input": [[1]], "output": [[5]]}]},
        "c": {"train": [{"input": [[1]], "output": [[1]]}], "test": [{"input": [[1]]}]}}"#;

    fn graded(submission: &str) -> Grade {
        let data = Dataset::parse("set", SET.as_bytes()).expect("a set");
        Grade::new(&Submission::parse(submission.as_bytes()).expect("a submission"), &data)
    }

    #[test]
    fn either_attempt_counts_and_every_output_counts_once() {
        let grade = graded(
            r#"{"a": [{"attempt_1": [[1]], "attempt_2": [[1]]}, {"attempt_1": [[0]], "attempt_2": [[2, 2]]}],
                "b": [{"attempt_1": [[5, 5]], "attempt_2": [[5], [5]]}],
                "c": [{"attempt_1": [[1]], "attempt_2": [[2]]}]}"#,
        );
        assert_eq!((grade.right_outputs(), grade.outputs(), grade.unknown_outputs()), (2, 3, 1));
        assert_eq!((grade.right_tasks(), grade.graded_tasks()), (1, 2));
        assert_eq!(grade.score(), Some(2.0 / 3.0));
        let half = graded(r#"{"a": [{"attempt_1": [[0]], "attempt_2": [[1]]}]}"#);
        assert_eq!((half.right_outputs(), half.right_tasks()), (1, 0));
    }

    #[test]
    fn without_known_outputs_there_is_no_score() {
        let mut grade = graded("{}");
        assert_eq!(grade.score(), Some(0.0));
        grade.tasks.retain(|task| task.task == "c");
        assert_eq!((grade.score(), grade.right_tasks()), (None, 0));
    }
}
