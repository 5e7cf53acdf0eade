//! The search loop, the batt file and the store.

use std::fs;
use std::path::Path;
use std::time::Instant;

use evolve::card::{Card, Deal, Entrant, Rivals, choose_tasks};
use evolve::code::{Code, Hash128Text};
use evolve::differs;
use evolve::drive::{Evolution, Options as Wish};
use evolve::generation::{Counters, Generation};
use evolve::kept::{Kept, Origin, ProgramRow};
use evolve::search::Settings;
use evolve::standing::Standing;
use evolve::store::record::{RunRow, RunSettings};
use evolve::store::{Access, Store};
use exec::data::{Dataset, Task};
use lang::{Dialect, Hash128, Program};

use crate::data::{self, Files};
use crate::options::Options;
use crate::report::{CardTime, Evolve, Search, StoreTime};

/// The store that is filled.
pub const LARGE_STORE: &str = "store.db";

/// Measures all three; leaves the store that it fills in the folder.
pub fn all(options: &Options, files: &Files, folder: &Path) -> Result<Search, String> {
    let (programs, tasks) = (data::parse(&files.source()?)?, data::tasks(files)?);
    Ok(Search {
        evolve: evolve(options, &programs, &tasks, &folder.join("evolve.db"))?,
        card: card(options, &programs, &tasks, &folder.join("batt.py"))?,
        store: store(options.store_results(), &folder.join(LARGE_STORE))?,
    })
}

fn said(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// The first tasks of the set with all programs as pool, for some seconds after the pool was run.
fn evolve(
    options: &Options,
    programs: &[Program],
    tasks: &Dataset,
    path: &Path,
) -> Result<Evolve, String> {
    let chosen: Vec<&Task> = tasks.tasks.iter().take(options.search_tasks()).collect();
    let pool: Vec<Code> = programs.iter().map(Code::of_program).collect();
    // As fast as mutants are made and run: tasks that are solved go on.
    let (population, solve_units) = (options.search_population(), 0);
    let search =
        Settings { population, threads: 2, solve_units, beyond: true, ..Settings::default() };
    let wish = Wish { search, ..Wish::default() };
    let mut store = Store::open(path, Access::Create).map_err(said)?;
    let count = pool.len();
    let mut evolution = Evolution::start(&mut store, tasks, &chosen, pool, &wish).map_err(said)?;
    let ended = || "time was not limited".to_string();
    let seeded = evolution.step().map_err(said)?.ok_or_else(ended)?;
    let (started, mut total) = (Instant::now(), Counters::default());
    let (mut generations, mut solved) = (0, seeded.solved);
    while started.elapsed().as_secs_f64() < options.search_seconds() || generations == 0 {
        let progress = evolution.step().map_err(said)?.ok_or_else(ended)?;
        total.add(&progress.last);
        generations += 1;
        solved = progress.solved;
    }
    let seconds = started.elapsed().as_secs_f64();
    let of_mutants = |n: u64| 100.0 * n as f64 / total.mutants.max(1) as f64;
    Ok(Evolve {
        tasks: chosen.len(),
        pool: count,
        population,
        generations,
        pool_seconds: seeded.last.seconds,
        seconds,
        candidates: total.candidates,
        candidate_samples: total.candidate_samples,
        rate: total.candidate_samples as f64 / seconds,
        typed: of_mutants(total.mutants_typed),
        ok: of_mutants(total.mutants_ok),
        changed: of_mutants(total.mutants_changed),
        known: 100.0 * total.steps_known as f64
            / (total.steps_known + total.steps_run).max(1) as f64,
        new_programs: total.new_programs,
        solved,
    })
}

/// All programs with the built-in differs in one frozen batt, written with its step table.
fn card(
    options: &Options,
    programs: &[Program],
    tasks: &Dataset,
    path: &Path,
) -> Result<CardTime, String> {
    let deal = Deal {
        seed: 1,
        dialect: Dialect::Arc,
        freeze_solvers: true,
        freeze_differs: true,
        mutation_rate: 0.01,
    };
    let entrant = |program: &Program| {
        let (task, name) = (program.id.clone(), program.name.clone());
        Entrant { task, name, code: Code::of_program(program), score: 0, cost: 0 }
    };
    let rivals = Rivals::new(programs.iter().map(entrant));
    let mut best = f64::INFINITY;
    let mut sizes = (0, 0);
    for _ in 0..options.repeat {
        let started = Instant::now();
        let ids = choose_tasks(&rivals, None, None, Some(tasks), 1);
        let differs = differs::builtin(Dialect::Arc);
        let card = Card::deal(&deal, &rivals, &ids, differs, Some(tasks)).map_err(said)?;
        fs::write(path, card.python()).map_err(said)?;
        fs::write(path.with_extension("json"), card.table()).map_err(said)?;
        best = best.min(started.elapsed().as_secs_f64());
        sizes = (card.merged.lines.len(), card.merged.shared());
    }
    let (steps, shared) = sizes;
    Ok(CardTime { programs: programs.len(), ms: best * 1e3, steps, shared })
}

/// Programs of a task.
const PER_TASK: u64 = 32;

fn task_id(number: u64) -> String {
    format!("{number:08x}")
}

/// Programs of a generation at once.
const GENERATION: u64 = 10_000;

/// Fills a store and opens it again.
fn store(results: u64, path: &Path) -> Result<StoreTime, String> {
    let mut store = Store::open(path, Access::Create).map_err(said)?;
    let run = store.start_run(&run_row(results)).map_err(said)?;
    let mut seconds = 0.0;
    for number in 0..results.div_ceil(GENERATION) {
        let numbers = number * GENERATION..((number + 1) * GENERATION).min(results);
        let generation =
            Generation { number, added: numbers.map(kept).collect(), ..Generation::default() };
        let started = Instant::now();
        store.commit(run, &generation).map_err(said)?;
        seconds += started.elapsed().as_secs_f64();
    }
    drop(store);
    let started = Instant::now();
    let store = Store::open(path, Access::Read).map_err(said)?;
    let first = store.kept("00000000").map_err(said)?.len();
    let open_ms = started.elapsed().as_secs_f64() * 1e3;
    if first == 0 {
        return Err("the store has nothing for its first task".into());
    }
    Ok(StoreTime { results, rate: results as f64 / seconds, open_ms })
}

fn run_row(results: u64) -> RunRow {
    let tasks = (0..results.div_ceil(PER_TASK)).map(task_id).collect();
    let settings = RunSettings {
        engine: "bench".into(),
        data: "none".into(),
        data_version: "none".into(),
        tasks,
        population: 0,
        mutation_rate: 0.0,
        ..RunSettings::default()
    };
    let (pool, counters) = (Vec::new(), Counters::default());
    RunRow { seed: 1, settings, pool, generation: None, counters, finished: false, plan: None }
}

/// A program of the usual length that is like no other.
fn program(task: &str, number: u64) -> ProgramRow {
    let line = |i: u64| format!("    x{i} = fill(x{}, TWO, x1)\n", i - 1);
    let lines: String = (2..12).map(line).collect();
    let text = format!(
        "def solve_{task}(S, I, C):\n    x1 = f_ofcolor(I, {number})\n{lines}    return x11\n"
    );
    let parsed = lang::parse(text.as_bytes(), "bench", Some(Dialect::Batt));
    ProgramRow::new(&Code::of_program(&parsed.programs[0]), text)
}

/// A program with what it is worth, 32 for each task.
fn kept(number: u64) -> Kept {
    let task = task_id(number / PER_TASK);
    let program = program(&task, number);
    let outputs = (u128::from(number) + 1).wrapping_mul(0x1234_5678_9abc_def1).rotate_left(64);
    let hash = program.hash;
    Kept {
        program,
        standing: Standing {
            demo_score: (number % 3000) as u32,
            demo_right: 0,
            demo_count: 3,
            solved: false,
            cost: number,
            outputs: Hash128Text(Hash128(outputs)),
            test_right: 0,
            test_count: 1,
        },
        origin: Origin { parents: vec![Hash128Text(hash); 2], seed: 1, ..Origin::default() },
        task,
    }
}
