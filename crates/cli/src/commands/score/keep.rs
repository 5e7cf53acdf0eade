//! What was found is run alone, and kept.

use evolve::keep::Shelf;
use evolve::kept::{KEEP_PER_TASK, Kept};
use evolve::score::{Pool, Row, Scored, Settings, TaskScore, each};
use evolve::store::record::Made;
use evolve::store::{Added, Store};
use evolve::trace::{Mismatch, trace};
use exec::data::{Dataset, Task};

use crate::failure::{Exit, Failure};

/// What tracing gave.
#[derive(Default)]
pub struct AllTraced {
    /// Programs that may be kept, by task, best first.
    pub kept: Vec<Kept>,
    /// Programs whose text is too long.
    pub too_long: usize,
}

impl AllTraced {
    /// Programs that were run again alone.
    pub fn count(&self) -> usize {
        self.kept.len() + self.too_long
    }

    /// Programs that fit the demos and are kept without lines that do nothing.
    pub fn simplified(&self) -> usize {
        self.kept.iter().filter(|kept| kept.origin.simplified).count()
    }
}

/// Runs again alone what solves a task and the best of each task; with a store, everything that it
/// could keep.
pub fn trace_all(
    pool: &Pool,
    tasks: &[&Task],
    scored: &Scored,
    settings: &Settings,
    storing: bool,
) -> Result<AllTraced, Failure> {
    let found = |score: &TaskScore| tasks.iter().position(|task| task.id == score.task);
    let of_task = |score: &'_ TaskScore| -> Vec<(usize, Row)> {
        let Some(task) = found(score) else { return Vec::new() };
        let worth = |row: &&Row| row.standing.demo_score > 0;
        let best = score.rows.iter().filter(worth).take(if storing { KEEP_PER_TASK } else { 1 });
        let solved = score.rows.iter().filter(|row| row.standing.solved);
        let mut rows: Vec<(usize, Row)> =
            best.chain(solved).map(|row| (task, row.clone())).collect();
        rows.sort_by_key(|(_, row)| row.program);
        rows.dedup_by_key(|(_, row)| row.program);
        rows
    };
    let pieces: Vec<(usize, Row)> = scored.tasks.iter().flat_map(of_task).collect();
    let traced = each(pieces.len(), settings.threads, |worker, i| {
        let (task, row) = &pieces[i];
        let entry = &pool.entries()[row.program];
        let code = pool.traced(row.program).unwrap_or_else(|| entry.code.clone());
        let (task, rules) = (tasks[*task], settings.rules);
        let kept = trace(&entry.name, &code, task, &row.standing, rules, worker)?;
        match kept {
            Some(kept) if storing => Kept::plain(code, kept.standing, task, rules, worker),
            kept => Ok(kept),
        }
    });
    let mut all = AllTraced::default();
    for traced in traced {
        match traced.map_err(internal)? {
            Some(kept) => all.kept.push(kept),
            None => all.too_long += 1,
        }
    }
    Ok(all)
}

fn internal(mismatch: Mismatch) -> Failure {
    let message = format!("internal error, please report: {mismatch}");
    Failure { exit: Exit::Internal, ..Failure::usage(message) }
}

/// Hands the best of each task to the store.
pub fn store_all(
    store: Option<&mut Store>,
    traced: &AllTraced,
    data: &Dataset,
) -> Result<Option<Added>, Failure> {
    let Some(store) = store else { return Ok(None) };
    let of_tasks = traced.kept.chunk_by(|a, b| a.task == b.task);
    let worth = |kept: &&Kept| kept.standing.demo_score > 0;
    let best = of_tasks
        .flat_map(|task| Shelf::join(task.iter().filter(worth).cloned()).entries().to_vec());
    let rows: Vec<Kept> = best.collect();
    Ok(Some(store.add(&rows, &Made::now(data))?))
}
