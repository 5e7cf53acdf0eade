//! How useful stored differs are: what they say of the programs that a generation kept.

use exec::data::Task;
use gpu::engine::Engine;
use lang::Dialect;

use super::{BUILTIN, Differ, from_program};
use crate::code::Code;
use crate::generation::DifferNote;
use crate::score::{Entry, Pool, Settings};
use crate::store::record::DifferRow;

/// Stored differs, ready to be asked.
#[derive(Debug, Default)]
pub struct Advisers {
    /// Those of dialect arc first, as [`Pool::differ_names`] has them.
    differs: Vec<Differ>,
}

impl Advisers {
    /// The differs of a store; those that cannot be read are left to `batt store check`.
    pub fn new(rows: &[DifferRow]) -> Advisers {
        let read = |row: &DifferRow| {
            let parsed = lang::parse(row.text.as_bytes(), "store", Some(row.dialect));
            parsed.programs.first().and_then(from_program).filter(|d| d.code.hash() == row.hash)
        };
        let mut differs: Vec<Differ> = rows.iter().filter_map(read).collect();
        differs.sort_by_key(|differ| differ.code.dialect() == Dialect::Batt);
        Advisers { differs }
    }

    /// Whether there is nobody to ask.
    pub fn is_empty(&self) -> bool {
        self.differs.is_empty()
    }

    /// What each says of programs of one task: its improvement over the input on demo samples.
    pub fn notes(&self, task: &Task, codes: &[Code], threads: usize) -> Vec<DifferNote> {
        let entry =
            |code: &Code| Entry { name: String::new(), task: task.id.clone(), code: code.clone() };
        let pool = Pool::merge(codes.iter().map(entry).collect(), &self.differs);
        let scored = pool.score(&mut Engine::cpu(), &[task], &Settings::new(threads, None), || ());
        let rows: Vec<_> = scored.tasks.iter().flat_map(|task| &task.rows).collect();
        let note = |(place, differ): (usize, &Differ)| {
            let dialect = differ.code.dialect();
            let own = rows.iter().filter(|row| codes[row.program].dialect() == dialect);
            let mut note = DifferNote { hash: differ.code.hash(), runs: 0, improvement: 0 };
            for row in own {
                note.runs += u64::from(row.standing.demo_count);
                note.improvement += i64::from(row.improvements[BUILTIN + place]);
            }
            note
        };
        self.differs.iter().enumerate().map(note).collect()
    }
}

#[cfg(test)]
mod tests {
    use exec::data::{Sample, TaskGrid};

    use super::*;

    #[test]
    fn improvements_are_over_the_input() {
        let text = "def differ_same(S, I, C):\n    x1 = equality(I, C)\n    \
            x2 = multiply(x1, 1000)\n    x3 = astuple(x2, x1)\n    return x3\n";
        let parsed = lang::parse(text.as_bytes(), "d.py", None);
        let differ = &parsed.programs[0];
        let row = DifferRow {
            name: "same".into(),
            hash: differ.dag.hash(differ.dag.roots()[0]),
            dialect: differ.dialect,
            text: text.into(),
            runs: 0,
            improvement: 0,
        };
        let advisers = Advisers::new(std::slice::from_ref(&row));
        assert!(!advisers.is_empty() && Advisers::new(&[]).is_empty());
        let grid = |cells: &[i8]| TaskGrid::new(1, 2, cells.to_vec()).expect("a row");
        let sample = |a: &[i8], b: &[i8]| Sample { input: grid(a), output: Some(grid(b)) };
        let demo = vec![sample(&[1, 2], &[2, 1]), sample(&[3, 3], &[3, 3])];
        let task = Task { id: "t".into(), demo, test: vec![] };
        let code =
            |text: &str| Code::of_program(&lang::parse(text.as_bytes(), "p.py", None).programs[0]);
        let solver = code("def solve_t(S, I, C):\n    return vmirror_t(I)\n");
        // A program of the other dialect is not its business.
        let other = code("def solve_t(I):\n    return I\n");
        let notes = advisers.notes(&task, &[solver, other], 1);
        assert_eq!(notes, [DifferNote { hash: row.hash, runs: 2, improvement: 1000 }]);
    }
}
