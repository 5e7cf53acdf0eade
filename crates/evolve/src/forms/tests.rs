//! What goes out comes back, and what was changed can be undone.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use exec::data::{Dataset, Sample, Task, TaskGrid};
use exec::run::Worker;
use judge::material::{programs, random_grid, tasks};
use judge::{Random, Scratch};
use lang::Dialect;
use serde_json::{Map, Value};

use super::{Change, Exported, Form, Record, Symmetry, Wish, Writer, shard, undo};
use crate::code::Code;
use crate::files::WriteError;
use crate::score::{named, standing};
use crate::stream::Stream;

fn change(random: &mut Random) -> Change {
    Change::draw(&mut Stream::new(random.bits(), 0, "", 0))
}

fn random_task(id: &str, random: &mut Random) -> Task {
    let pair = |random: &mut Random, known: bool| {
        let input = random_grid(random);
        Sample { input, output: known.then(|| random_grid(random)) }
    };
    let demo = (0..1 + random.below(4)).map(|_| pair(random, true)).collect();
    let test = (0..random.below(3)).map(|_| {
        let known = random.chance(60);
        pair(random, known)
    });
    Task { id: id.into(), demo, test: test.collect() }
}

/// Ids of all kinds: what people write, what would be a path, what JSON escapes.
fn random_set(seed: u64) -> Dataset {
    let mut random = Random::new(seed);
    let ids = ["a", "007bbfb7", "x y", "set/b", "../c", "\"q\\", "\u{e9}\n", "~", "1"];
    let mut tasks: Vec<Task> = ids.iter().map(|id| random_task(id, &mut random)).collect();
    tasks.sort_by(|a, b| a.id.cmp(&b.id));
    Dataset { name: "my set".into(), version: "v".into(), tasks, bad: Vec::new() }
}

fn wish(form: Form, augment: u32, threads: usize) -> Wish<'static> {
    Wish { form, augment, seed: 7, programs: programs(Dialect::Arc), threads }
}

fn export(data: &Dataset, folder: &Path, wish: &Wish<'_>) -> Result<Exported, WriteError> {
    super::export(data, folder, wish, &AtomicBool::new(false))
        .map(|done| done.expect("not stopped"))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

#[test]
fn undoing_what_was_done_gives_the_grid_again() {
    let mut random = Random::new(1);
    for _ in 0..2000 {
        let (first, second) = (change(&mut random), change(&mut random));
        let grid = random_grid(&mut random);
        assert_eq!(first.inverse().grid(&first.grid(&grid)), grid);
        if first != Change::NONE {
            let id = first.id("some~task");
            assert_eq!(Change::of_id(&id), Ok(("some~task", first)));
            assert_eq!(undo(&id, &first.grid(&grid)).unwrap(), grid);
        }
        assert_eq!(first.then(&second).grid(&grid), second.grid(&first.grid(&grid)));
        assert_eq!(first.then(&first.inverse()), Change::NONE);
    }
    let grid = random_grid(&mut random);
    assert_eq!(undo("007bbfb7", &grid).unwrap(), grid, "nothing was done to it");
}

#[test]
fn equal_ids_are_equal_tasks() {
    let mut random = Random::new(2);
    for _ in 0..300 {
        let task = random_task("t", &mut random);
        let (first, second) = (change(&mut random), change(&mut random));
        let changed = second.task(&first.task(&task));
        let (base, both) = Change::of_id(&changed.id).unwrap();
        assert_eq!(base, "t");
        assert_eq!(both.task(&task), changed, "what the id tells makes the same task");
        assert_eq!(both.inverse().task(&changed), task);
    }
}

#[test]
fn edited_ids_are_refused() {
    let id = Change::new(Symmetry::Rot90, [0, 2, 1, 3, 4, 5, 6, 7, 9, 8]).unwrap().id("007bbfb7");
    assert_eq!(id, "007bbfb7~rot90~0213456798~6dda4c12");
    let grid = random_grid(&mut Random::new(1));
    let cases = [
        ("007bbfb7~rot90", "no id of a changed task"),
        ("007bbfb7~", "no id of a changed task"),
        ("007bbfb7~rot91~0213456798~6dda4c12", "no symmetry `rot91`: there are same, rot90"),
        ("007bbfb7~rot90~0213456799~6dda4c12", "is no permutation"),
        ("007bbfb7~rot90~021345679~6dda4c12", "is no permutation"),
        ("007bbfb7~rot90~0213456798x~6dda4c12", "is no permutation"),
        ("007bbfb7~rot90~0213456789~6dda4c12", "the id was edited"),
        ("007bbfb8~rot90~0213456798~6dda4c12", "the id was edited"),
        ("007bbfb7~rot270~0213456798~6dda4c12", "the id was edited"),
        ("007bbfb7~rot90~0213456798~6DDA4C12", "the id was edited"),
        ("007bbfb7~rot90~0213456798~", "the id was edited"),
    ];
    for (id, expected) in cases {
        let told = undo(id, &grid).unwrap_err().to_string();
        assert!(told.contains(expected) && told.contains("007bbfb"), "{told}");
    }
    let mut random = Random::new(5);
    for _ in 0..2000 {
        let mut edited: Vec<char> = id.chars().collect();
        let at = random.below(edited.len());
        edited[at] = random.pick(&['~', '0', '9', 'a', '\0', '\u{1f600}', 'r']);
        let edited: String = edited.into_iter().collect();
        assert_eq!(Change::of_id(&edited).is_ok(), edited == id, "{edited}");
    }
    assert!(undo(&"~".repeat(1 << 20), &grid).unwrap_err().to_string().len() < 300);
}

#[test]
fn programs_follow_the_change() {
    let (mut random, mut worker) = (Random::new(4), Worker::default());
    let solved = |code: &Code, task: &Task, worker: &mut Worker| {
        let standing = standing(code, task, named(), worker);
        standing.is_all_right() && standing.test_right == standing.test_count
    };
    let mut followed = [0, 0];
    for (at, dialect) in [(0, Dialect::Arc), (1, Dialect::Batt)] {
        for program in programs(dialect) {
            let Some(task) = tasks().iter().find(|task| task.id == program.id) else { continue };
            let code = Code::of_program(program);
            if !solved(&code, task, &mut worker) {
                continue;
            }
            let change = change(&mut random);
            let Some(now) = change.code(&code) else { continue };
            assert!(solved(&now, &change.task(task), &mut worker), "{}", now.text("solve_t"));
            followed[at] += 1;
        }
    }
    assert!(followed.iter().all(|&count| count >= 10), "{followed:?}");
}

#[test]
fn every_form_that_holds_tasks_comes_back() {
    for seed in 0..10 {
        let data = random_set(seed);
        for form in [Form::Kaggle, Form::Jsonl, Form::Pairs] {
            let folder = Scratch::new("forms");
            let done = export(&data, &folder, &wish(form, 0, 2)).unwrap();
            assert_eq!((done.written.tasks, done.copies()), (9, 0));
            let back = Dataset::load(&done.written.files[0]).unwrap();
            assert_eq!((&back.tasks, &back.bad), (&data.tasks, &vec![]), "{}", form.name());
            let copies = export(&data, &folder, &wish(form, 3, 2)).unwrap();
            let back = Dataset::load(&copies.written.files[0]).unwrap();
            assert_eq!((back.tasks.len(), back.bad.len()), (copies.written.tasks, 0));
            for task in &back.tasks {
                let (first, change) = Change::first(&task.id);
                assert_eq!(&change.inverse().task(task), data.get(first).unwrap());
            }
        }
    }
}

#[test]
fn files_are_the_same_on_any_number_of_threads() {
    let data = Dataset { tasks: tasks().to_vec(), ..random_set(0) };
    for form in Form::ALL {
        let folders = [1, 2, 5].map(|threads| {
            let folder = Scratch::new("threads");
            let done = export(&data, &folder, &wish(form, 5, threads)).unwrap();
            assert_eq!(done.written.files, form.files(&folder, "my set"));
            let files: Vec<Vec<u8>> =
                done.written.files.iter().map(|file| fs::read(file).unwrap()).collect();
            (files, done.tasks, done.copies(), done.with_programs)
        });
        assert_eq!(folders[0], folders[1], "{}", form.name());
        assert_eq!(folders[0], folders[2], "{}", form.name());
        let other = Scratch::new("seed");
        let seeded = Wish { seed: 8, ..wish(form, 5, 2) };
        let file = &export(&data, &other, &seeded).unwrap().written.files[0];
        assert_ne!(fs::read(file).unwrap(), folders[0].0[0], "another seed, other copies");
    }
}

#[test]
fn copies_differ_from_each_other_and_from_the_task() {
    let one = TaskGrid::new(1, 1, vec![0]).unwrap();
    let sample = Sample { input: one.clone(), output: Some(one) };
    let dull = Task { id: "dull".into(), demo: vec![sample], test: vec![] };
    let data = Dataset { tasks: vec![dull], ..random_set(0) };
    let folder = Scratch::new("dull");
    let done = export(&data, &folder, &wish(Form::Jsonl, 100, 1)).unwrap();
    assert_eq!(done.copies(), 0, "black stays black, and a cell has no sides");
    let data = Dataset { tasks: tasks().to_vec(), ..random_set(0) };
    let done = export(&data, &folder, &wish(Form::Jsonl, 20, 1)).unwrap();
    let back = Dataset::load(&done.written.files[0]).unwrap();
    let mut seen: Vec<_> = back.tasks.iter().map(|task| (&task.demo, &task.test)).collect();
    seen.sort_by_key(|pairs| format!("{pairs:?}"));
    seen.dedup();
    assert_eq!(seen.len(), done.written.tasks);
}

#[test]
fn lines_and_messages_have_programs_and_facts() {
    let task = &tasks()[0];
    let facts = Map::from_iter([("cost".to_string(), Value::from(12))]);
    let record = Record {
        program: Some("def solve_a(I):\n    return I\n"),
        facts: Some(&facts),
        ..Record::of(task)
    };
    for form in [Form::Jsonl, Form::Messages] {
        let folder = Scratch::new("facts");
        let mut writer = Writer::create(form, &folder, "f").unwrap();
        writer.add(&record).unwrap();
        writer.add(&Record::of(task)).unwrap();
        let text = read(&writer.finish().unwrap().files[0]);
        let lines: Vec<Value> = text.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
        assert_eq!(lines[0]["facts"]["cost"], 12);
        assert_eq!((&lines[0]["id"], lines[1].get("facts")), (&Value::from(&*task.id), None));
        if form == Form::Jsonl {
            assert_eq!(lines[0]["program"], record.program.unwrap());
        } else {
            let chat = lines[0]["messages"].as_array().unwrap();
            assert_eq!(
                (&chat[1]["role"], &chat[1]["content"]),
                (&"assistant".into(), &record.program.unwrap().into())
            );
            assert_eq!(lines[1]["messages"].as_array().unwrap().len(), 1, "nothing is made up");
            let question = chat[0]["content"].as_str().unwrap();
            assert_eq!(question.matches("Demo").count(), 2 * task.demo.len());
            assert_eq!(question.matches("Test").count(), task.test.len(), "inputs alone");
        }
    }
}

#[test]
fn shards_are_there_or_not() {
    let folder = Scratch::new("shards");
    let inner = folder.join("deep/er");
    for form in Form::ALL {
        let mut writer = Writer::create(form, &inner, &shard("s", 3)).unwrap();
        writer.add(&Record::of(&tasks()[0])).unwrap();
        assert!(!form.is_there(&inner, "s-00003"));
        drop(writer);
        assert_eq!(fs::read_dir(&inner).unwrap().count(), 0, "an unfinished shard leaves nothing");
        let empty = Writer::create(form, &inner, &shard("s", 3)).unwrap().finish().unwrap();
        assert!(form.is_there(&inner, "s-00003") && empty.tasks == 0);
        empty.files.iter().for_each(|file| fs::remove_file(file).unwrap());
    }
}

#[test]
fn what_is_stopped_writes_nothing() {
    let folder = Scratch::new("stopped");
    let data = random_set(0);
    let stopped = super::export(&data, &folder, &wish(Form::Kaggle, 2, 1), &AtomicBool::new(true));
    assert!(stopped.unwrap().is_none());
    assert_eq!(fs::read_dir(&*folder).unwrap().count(), 0);
}

#[test]
fn arrays_have_numpys_head_and_groups() {
    let folder = Scratch::new("arrays");
    let data = Dataset { tasks: tasks()[..3].to_vec(), ..random_set(0) };
    let done = export(&data, &folder, &wish(Form::Arrays, 2, 1)).unwrap();
    let samples = done.written.samples;
    let bytes = fs::read(&done.written.files[0]).unwrap();
    assert_eq!((bytes.len(), &bytes[..8]), (128 + samples * 900, &b"\x93NUMPY\x01\x00"[..]));
    let head =
        format!("{{'descr': '|u1', 'fortran_order': False, 'shape': ({samples}, 30, 30), }}");
    assert!(bytes[10..].starts_with(head.as_bytes()) && bytes[127] == b'\n');
    let groups = fs::read(&done.written.files[6]).unwrap();
    let groups: Vec<u64> =
        groups[128..].chunks(8).map(|b| u64::from_le_bytes(b.try_into().unwrap())).collect();
    assert_eq!(groups, [0, 3, 6, 9], "each task with its two copies");
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_leaves_what_was_there() {
    let folder = Scratch::new("full");
    let data = Dataset { tasks: tasks().to_vec(), ..random_set(0) };
    let before = export(&data, &folder, &wish(Form::Kaggle, 0, 1)).unwrap().written.files;
    let challenges = read(&before[0]);
    fs::remove_file(&before[1]).unwrap();
    std::os::unix::fs::symlink("/dev/full", &before[1]).unwrap();
    let told = export(&data, &folder, &wish(Form::Kaggle, 30, 1)).unwrap_err().to_string();
    assert!(told.contains("_solutions.json"), "{told}");
    assert_eq!(read(&before[0]), challenges);
    assert_eq!(fs::read_dir(&*folder).unwrap().count(), 2, "no files aside are left");
}
