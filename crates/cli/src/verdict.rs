//! Whether programs fit the demos, and whether they are right on the tests: two things, in the words that all commands use.

use evolve::standing::Standing;
use serde_json::{Map, Value, json};

/// How tasks stand.
#[derive(Clone, Copy, Default)]
pub struct Verdict {
    /// All tasks.
    pub tasks: usize,
    /// Those with a program that fits the demos.
    pub fits: usize,
    /// Those of them whose program is right on the tests.
    pub right: usize,
    /// Those of them where that is known.
    pub known: usize,
}

impl Verdict {
    /// Adds a task: whether a program fits its demos, and whether it is right on the tests, if that is known.
    pub fn add(&mut self, fits: bool, right: Option<bool>) {
        self.tasks += 1;
        self.fits += usize::from(fits);
        self.right += usize::from(fits && right == Some(true));
        self.known += usize::from(fits && right.is_some());
    }

    /// In a line.
    pub fn told(&self) -> String {
        let Verdict { tasks, fits, right, known } = *self;
        let tasks = if tasks == 1 { "1 task".to_string() } else { format!("{tasks} tasks") };
        let fitted = format!("fits the demos: {fits} of {tasks}");
        match (fits, known) {
            (0, _) => fitted,
            (_, 0) => {
                format!("{fitted}; right on the tests: not known, their outputs are not there")
            }
            _ if fits == known => format!("{fitted}; right on the tests: {right} of {fits}"),
            _ => {
                format!("{fitted}; right on the tests: {right} of {known} whose outputs are there")
            }
        }
    }

    /// For machines.
    pub fn json(&self) -> Map<String, Value> {
        let right = (self.known > 0).then_some(self.right);
        let fields = [
            ("tasks", json!(self.tasks)),
            ("fits_demos", json!(self.fits)),
            ("right_on_tests", json!(right)),
            ("tests_known", json!(self.known)),
        ];
        fields.into_iter().map(|(key, number)| (key.to_string(), number)).collect()
    }
}

/// Yes, no, or that nobody knows: a cell of a table.
pub fn cell(known: Option<bool>) -> &'static str {
    match known {
        Some(true) => "yes",
        Some(false) => "no",
        None => "unknown",
    }
}

/// Demo samples that are right, and whether that is only so as long as S holds their own pairs: a cell of a table.
pub fn fits(standing: &Standing) -> String {
    let peeks = standing.is_all_right() && !standing.solved;
    let shown = share(standing.demo_right as usize, standing.demo_count as usize);
    if peeks { shown + " with its own pair in S" } else { shown }
}

/// So many of those that are known: a cell of a table.
pub fn share(right: usize, known: usize) -> String {
    if known == 0 { "unknown".to_string() } else { format!("{right}/{known}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_known_is_said_to_be_so() {
        let of = |tasks: &[(bool, Option<bool>)]| {
            let mut verdict = Verdict::default();
            tasks.iter().for_each(|&(fits, right)| verdict.add(fits, right));
            verdict.told()
        };
        assert_eq!(of(&[(false, Some(true))]), "fits the demos: 0 of 1 task");
        let none = "fits the demos: 1 of 1 task; right on the tests: not known, their outputs are not there";
        assert_eq!(of(&[(true, None)]), none);
        let all = "fits the demos: 2 of 3 tasks; right on the tests: 1 of 2";
        assert_eq!(of(&[(true, Some(true)), (true, Some(false)), (false, None)]), all);
        let some =
            "fits the demos: 2 of 2 tasks; right on the tests: 1 of 1 whose outputs are there";
        assert_eq!(of(&[(true, Some(true)), (true, None)]), some);
    }
}
