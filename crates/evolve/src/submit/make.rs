//! A submission for a whole data set, from a store or from programs.

use exec::data::{Dataset, Task};
use gpu::engine::Engine;
use lang::{Program, ProgramKind};

use super::{Attempts, Submission, attempts};
use crate::code::Code;
use crate::drive::read_program;
use crate::error::EvolveError;
use crate::kept::Kept;
use crate::score::{Entry, Pool, Settings, each, named, standing};
use crate::store::Store;

/// Programs of other tasks that are tried where a task has too few of its own.
const OTHERS: usize = 32;

/// The programs that answer.
pub struct Answerers {
    /// By task of the data set, its own programs: those that solve it first, then by rank.
    own: Vec<Vec<Code>>,
    /// Those that may be tried on other tasks too.
    others: Vec<Entry>,
}

/// A submission and where its attempts come from.
#[derive(Debug)]
pub struct Answers {
    /// What is handed in.
    pub submission: Submission,
    /// By task and test input.
    pub attempts: Vec<Vec<Attempts>>,
    /// Tasks that have programs of their own.
    pub with_programs: usize,
}

impl Answerers {
    /// The programs of a store; with `others`, the best of each task may be tried on all.
    pub fn of_store(store: &Store, data: &Dataset, others: bool) -> Result<Answerers, EvolveError> {
        let of_task = |task: &Task| {
            let mut kept = store.kept(&task.id)?;
            kept.sort_by_key(|k| (!k.standing.solved, k.standing.rank(), k.program.hash));
            codes(&kept)
        };
        let own = data.tasks.iter().map(of_task).collect::<Result<_, EvolveError>>()?;
        let others = if others { best_of_tasks(store)? } else { Vec::new() };
        Ok(Answerers { own, others })
    }

    /// Programs, each for the task in its name; with `others`, each may be tried on all.
    pub fn of_programs(
        programs: &[&Program],
        data: &Dataset,
        others: bool,
        threads: usize,
    ) -> Answerers {
        let solvers: Vec<&Program> =
            programs.iter().filter(|p| p.kind != ProgramKind::Differ).copied().collect();
        let own = each(data.tasks.len(), threads, |worker, t| {
            let task = &data.tasks[t];
            let of_task = solvers.iter().filter(|program| program.id == task.id);
            let mut ranked: Vec<_> = of_task
                .map(|program| {
                    let code = Code::of_program(program);
                    let standing = standing(&code, task, named(), worker);
                    ((!standing.solved, standing.rank(), code.hash()), code)
                })
                .collect();
            ranked.sort_by_key(|(rank, _)| *rank);
            ranked.into_iter().map(|(_, code)| code).collect()
        });
        let entry = |program: &&Program| Entry {
            name: program.name.clone(),
            task: program.id.clone(),
            code: Code::of_program(program),
        };
        Answerers { own, others: if others { solvers.iter().map(entry).collect() } else { vec![] } }
    }

    /// Tasks that have programs of their own.
    pub fn with_programs(&self) -> usize {
        self.own.iter().filter(|programs| !programs.is_empty()).count()
    }

    /// Two attempts for every test input. `seen` hears of every test input that is done, in each dialect of the task's
    /// programs; tasks that are short of outputs are done twice if others may be tried.
    pub fn answer(mut self, data: &Dataset, threads: usize, seen: impl Fn() + Sync) -> Answers {
        let tasks: Vec<usize> = (0..data.tasks.len()).collect();
        let mut all = self.attempt(data, &tasks, threads, &seen);
        let with_programs = self.with_programs();
        if !self.others.is_empty() {
            let is_short = |&t: &usize| all[t].iter().any(|attempts| attempts.from_programs < 2);
            let short: Vec<usize> = tasks.into_iter().filter(is_short).collect();
            self.add_others(data, threads, &short);
            let again = self.attempt(data, &short, threads, &seen);
            short.into_iter().zip(again).for_each(|(t, attempts)| all[t] = attempts);
        }
        let grids = |task: &Vec<Attempts>| task.iter().map(|a| a.grids.clone()).collect();
        let ids = data.tasks.iter().map(|task| task.id.clone());
        let mut submission = Submission { tasks: ids.zip(all.iter().map(grids)).collect() };
        submission.add_unread(data);
        Answers { submission, attempts: all, with_programs }
    }

    /// The attempts for some tasks, in their order.
    fn attempt(
        &self,
        data: &Dataset,
        tasks: &[usize],
        threads: usize,
        seen: &(impl Fn() + Sync),
    ) -> Vec<Vec<Attempts>> {
        let own: Vec<&[Code]> = tasks.iter().map(|&t| &*self.own[t]).collect();
        let tasks: Vec<&Task> = tasks.iter().map(|&t| &data.tasks[t]).collect();
        attempts((&tasks, &own), named(), threads, seen)
    }

    /// Scores the others on the tasks that are short of outputs.
    fn add_others(&mut self, data: &Dataset, threads: usize, short: &[usize]) {
        let tasks: Vec<&Task> = short.iter().map(|&t| &data.tasks[t]).collect();
        let pool = Pool::merge(std::mem::take(&mut self.others), &[]);
        let scored = pool.score(&mut Engine::cpu(), &tasks, &Settings::new(threads, None), || {});
        for (&t, score) in short.iter().zip(scored.tasks) {
            let useful = score.rows.iter().filter(|row| row.standing.demo_score > 0).take(OTHERS);
            self.own[t].extend(useful.map(|row| pool.entries()[row.program].code.clone()));
        }
    }
}

fn codes(kept: &[Kept]) -> Result<Vec<Code>, EvolveError> {
    kept.iter().map(|kept| read_program(&kept.program)).collect()
}

/// The best program of every task.
fn best_of_tasks(store: &Store) -> Result<Vec<Entry>, EvolveError> {
    let mut best = store.kept_all()?;
    best.dedup_by(|b, a| a.task == b.task);
    let entry = |(kept, code): (&Kept, Code)| Entry {
        name: kept.program.hash.to_string(),
        task: kept.task.clone(),
        code,
    };
    Ok(best.iter().zip(codes(&best)?).map(entry).collect())
}
