//! Views of real stores, compared with what store and engine say themselves.

mod finders;
mod hidden;
mod library;
mod programs;
mod runs;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use evolve::code::{Code, Hash128Text};
use evolve::drive::{Evolution, Options};
use evolve::generation::{Counters, Generation};
use evolve::kept::{Kept, Origin, ProgramRow};
use evolve::mutate;
use evolve::search::Settings;
use evolve::standing::Standing;
use evolve::store::record::{RunRow, RunSettings};
use evolve::store::{Access, RunId, Store};
use exec::data::{Dataset, Task};
use judge::Scratch;
use lang::{Dialect, Hash128};
use serde_json::Value as Json;

use super::{Library, View, ViewError, Viewed};
use crate::sources::{embedded, embedded_programs};

pub fn folder() -> Scratch {
    Scratch::new("views")
}

/// A folder, and where a store in it may be.
pub fn fresh() -> (Scratch, PathBuf) {
    let folder = folder();
    let path = folder.join("a.db");
    (folder, path)
}

/// The embedded programs of both dialects.
pub fn pool() -> Vec<Code> {
    let sources = embedded_programs();
    let programs =
        sources.iter().flat_map(|source| lang::parse(&source.bytes, &source.name, None).programs);
    programs.map(|program| Code::of_program(&program)).collect()
}

pub fn options(seed: u64, generations: u64) -> Options {
    let search = Settings {
        seed,
        population: 20,
        mutation: mutate::Settings::of_search(0.1),
        threads: 2,
        memory: 64 << 20,
        solve_units: 0,
        beyond: true,
        ..Settings::default()
    };
    Options { search, generations: Some(generations), ..Options::default() }
}

/// Evolves the first few embedded tasks.
pub fn evolve(path: &Path, seed: u64, generations: u64) {
    let data = embedded().expect("good data");
    let tasks: Vec<&Task> = data.tasks.iter().take(6).collect();
    let mut store = Store::open(path, Access::Create).expect("a store");
    store.settle_tasks(&data.version, &tasks, false).expect("room");
    let options = options(seed, generations);
    let mut evolution =
        Evolution::start(&mut store, &data, &tasks, pool(), &options).expect("a run");
    evolution.run(&options, &AtomicBool::new(false), |_| ()).expect("a good end");
}

pub fn library(path: &Path) -> Library {
    Library::open(vec![path.to_path_buf()], None).expect("good stores")
}

pub fn asked(library: &Library, address: &str) -> Viewed<Json> {
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let view = View::parse(path, query).unwrap_or_else(|| panic!("no address: {address}"));
    let json = library.json(&view)?;
    Ok(serde_json::from_slice(&json).expect("good JSON"))
}

pub fn get(library: &Library, address: &str) -> Json {
    asked(library, address).unwrap_or_else(|error| panic!("{address}: {error:?}"))
}

pub fn open(path: &Path) -> Store {
    Store::open(path, Access::Read).expect("a store")
}

pub fn list(json: &Json) -> &[Json] {
    json.as_array().unwrap_or_else(|| panic!("no list: {json}"))
}

pub fn texts(json: &Json) -> Vec<&str> {
    list(json).iter().map(|text| text.as_str().expect("text")).collect()
}

pub fn number(json: &Json) -> u64 {
    json.as_u64().unwrap_or_else(|| panic!("no number: {json}"))
}

pub fn data() -> Dataset {
    embedded().expect("good data")
}

/// A run that nobody made, on tasks that need not exist.
pub fn run_row(tasks: &[&str]) -> RunRow {
    RunRow {
        seed: 3,
        settings: RunSettings {
            engine: "engine".into(),
            data: "embedded".into(),
            data_version: "v".into(),
            tasks: tasks.iter().map(|task| task.to_string()).collect(),
            population: 10,
            mutation_rate: 0.5,
            ..RunSettings::default()
        },
        ..RunRow::default()
    }
}

/// A result that nobody made, of a program of its own for every number.
pub fn kept(task: &str, number: u64, score: u32) -> Kept {
    let text = format!("def solve_x(I):\n    x1 = canvas({number}, UNITY)\n    return x1\n");
    let parsed = lang::parse(text.as_bytes(), "", Some(Dialect::Arc));
    let program = ProgramRow::new(&Code::of_program(&parsed.programs[0]), text);
    let hash = program.hash;
    Kept {
        task: task.to_string(),
        program,
        standing: Standing {
            demo_score: score,
            demo_right: score / 1000,
            demo_count: 3,
            solved: score == 3000,
            cost: number,
            outputs: Hash128Text(hash),
            test_right: 0,
            test_count: 1,
        },
        origin: Origin::default(),
    }
}

/// Commits a generation of such results.
pub fn commit(store: &mut Store, run: RunId, number: u64, added: Vec<Kept>, counters: Counters) {
    let generation = Generation { number, added, counters, ..Generation::default() };
    store.commit(run, &generation).expect("room");
}
