//! Tests of the store on real files, and what they share.

mod damage;
mod files;
mod finders;
mod guard;
mod joins;
mod runs;
mod watch;
mod whole;

use std::path::PathBuf;

use exec::data::{Dataset, Task};
use lang::Hash128;

use super::record::*;
use super::{Access, RunId, Store};
use crate::code::{Code, Hash128Text, solver_name};
use crate::generation::{Counters, DifferNote, Generation, OpCount};
use crate::kept::{Kept, Origin, ProgramRow};
use crate::mutate::{Mutation, Operator};
use crate::standing::Standing;

/// A folder with stores, removed at the end of the test.
pub struct Folder(judge::Scratch);

impl Folder {
    pub fn new(test: &str) -> Folder {
        Folder(judge::Scratch::new(&format!("store-{test}")))
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub fn store(&self, name: &str) -> Store {
        Store::open(&self.path(name), Access::Create).unwrap()
    }

    pub fn read(&self, name: &str) -> Store {
        Store::open(&self.path(name), Access::Read).unwrap()
    }
}

/// A new store in a folder of its own.
pub fn fresh(test: &str) -> (Folder, Store) {
    let folder = Folder::new(test);
    let store = folder.store("a.db");
    (folder, store)
}

/// A new store with a run.
pub fn started(test: &str) -> (Folder, Store, RunId) {
    let (folder, mut store) = fresh(test);
    let run = start(&mut store, 1, &[0]);
    (folder, store, run)
}

/// A program of its own for every number.
pub fn program(number: u64) -> ProgramRow {
    let ops = ["vmirror", "hmirror", "rot90", "dmirror", "tophalf", "lefthalf"];
    let (mut lines, mut last, mut rest) = (String::new(), "I".to_string(), number + 1);
    for line in 1.. {
        let op = ops[(rest % 6) as usize];
        lines += &format!("    x{line} = {op}({last})\n");
        last = format!("x{line}");
        rest /= 6;
        if rest == 0 {
            break;
        }
    }
    let text = format!("def solve_t(I):\n{lines}    return {last}\n");
    let parsed = lang::parse(text.as_bytes(), "", None);
    let code = Code::of_program(&parsed.programs[0]);
    ProgramRow { hash: code.hash(), dialect: code.dialect(), text, size: code.size() as u32 }
}

pub fn hash(number: u64) -> Hash128 {
    program(number).hash
}

pub fn standing(demo_score: u32, cost: u64) -> Standing {
    Standing {
        demo_score,
        demo_right: 1,
        demo_count: 3,
        solved: false,
        cost,
        outputs: Hash128Text(Hash128(u128::from(demo_score) << 64 | u128::from(cost))),
        test_right: 0,
        test_count: 1,
    }
}

pub fn mutation(line: u32) -> Mutation {
    Mutation {
        operator: Operator::Op,
        line,
        argument: None,
        before: "vmirror".into(),
        after: "hmirror".into(),
    }
}

/// A program kept for a task, made from others in a generation.
pub fn kept(task: &str, number: u64, demo_score: u32, parents: &[u64]) -> Kept {
    let mut program = program(number);
    program.text = program.text.replace("solve_t", &solver_name(task));
    let origin = Origin {
        parents: parents.iter().map(|&p| Hash128Text(hash(p))).collect(),
        mutations: parents.iter().map(|&p| mutation(p as u32)).collect(),
        seed: u64::MAX,
        generation: number,
        candidate: 7,
        strategy: parents.is_empty().then(|| "layers".into()),
        simplified: number % 2 == 1,
    };
    Kept { task: task.into(), program, standing: standing(demo_score, 100 + number), origin }
}

pub fn made() -> Made {
    Made { engine: "1".into(), data: "set".into(), data_version: "set@1".into() }
}

pub fn run_row(seed: u64, pool: &[u64]) -> RunRow {
    RunRow {
        seed,
        settings: RunSettings {
            engine: "1".into(),
            data: "set".into(),
            data_version: "set@1".into(),
            tasks: vec!["a".into(), "b".into()],
            population: 10,
            mutation_rate: 0.1 + 0.2,
            ..RunSettings::default()
        },
        pool: pool.iter().map(|&p| Hash128Text(hash(p))).collect(),
        ..RunRow::default()
    }
}

/// A run whose pool is saved.
pub fn start(store: &mut Store, seed: u64, pool: &[u64]) -> RunId {
    let rows: Vec<ProgramRow> = pool.iter().map(|&p| program(p)).collect();
    store.save_pool(&rows).unwrap();
    store.start_run(&run_row(seed, pool)).unwrap()
}

pub fn generation(number: u64, added: Vec<Kept>) -> Generation {
    let counters = Counters { candidates: 10, seconds: 0.5, ..Counters::default() };
    Generation { number, added, counters, ..Generation::default() }
}

pub fn task(id: &str, cell: u8) -> Task {
    let text = format!(
        r#"{{"{id}":{{"train":[{{"input":[[{cell}]],"output":[[1]]}}],"test":[{{"input":[[2]]}}]}}}}"#
    );
    Dataset::parse("set", text.as_bytes()).unwrap().tasks.remove(0)
}
