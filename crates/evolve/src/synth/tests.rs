//! Tasks that are made are what they say, in the same order on any number of threads, and none is half written.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ::judge::Scratch;
use ::judge::material::{programs, tasks};
use exec::data::{Dataset, Task, TaskGrid};
use exec::run::Worker;
use lang::{Dialect, Input};
use serde_json::Value;

use super::filter::{Grade, grade, together};
use super::index::Index;
use super::*;
use crate::forms::{Change, Form, undo};
use crate::prior::{Guide, Priors};
use crate::score::{named, standing};
use crate::simplify::simplified;

fn data() -> Dataset {
    Dataset { name: "own".into(), version: "own@1".into(), tasks: tasks().to_vec(), bad: vec![] }
}

fn parents() -> Vec<Parent> {
    let all = Dialect::ALL.into_iter().flat_map(programs);
    let parent = |program: &lang::Program| Parent {
        name: program.name.clone(),
        task: program.id.clone(),
        code: Code::of_program(program),
    };
    all.map(parent).collect()
}

fn material(data: &Dataset) -> Arc<Material> {
    Arc::new(Material::new(parents(), data))
}

fn of_text(text: &str) -> Parent {
    let parsed = lang::parse(text.as_bytes(), "t", None);
    assert!(parsed.errors.is_empty(), "{:?}", parsed.errors);
    let program = &parsed.programs[0];
    let code = Code::of_program(program);
    Parent { name: program.name.clone(), task: program.id.clone(), code }
}

const SETTINGS: Settings = Settings { seed: 5, pairs: 4, budget: 1 << 16 };

fn wish(form: Form, count: u64, threads: usize) -> Wish {
    Wish { settings: SETTINGS, form, count, shard_size: 20, augment: 0, threads }
}

fn go() -> AtomicBool {
    AtomicBool::new(false)
}

fn make(folder: &Path, wish: &Wish) -> Result<Summary, SynthError> {
    let data = data();
    super::write(&material(&data), folder, wish, &go(), |_| {})
}

/// A prior that knows mirrors and hardly anything else.
fn mirrors() -> Guide {
    let text = r#"{"other": 0.001, "any": {"hmirror": 1, "hmirror_t": 1}}"#;
    Guide::by(Priors::read(text).unwrap())
}

fn some(count: usize, settings: Settings) -> Vec<Made> {
    guided(count, settings, Guide::NONE)
}

fn guided(count: usize, settings: Settings, guide: Guide) -> Vec<Made> {
    let data = data();
    let material = Arc::new(Material::new(parents(), &data).by(guide));
    let mut feed = Feed::new(&material, settings, 2, Position::default(), []);
    let next = || feed.next(&go()).unwrap().map(|(made, _)| made);
    std::iter::from_fn(next).take(count).collect()
}

/// By name, what is in the files of a folder; the lock is a process's.
fn content(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().flatten();
    let named = entries
        .map(|e| (e.file_name().to_string_lossy().into_owned(), fs::read(e.path()).unwrap()));
    named.filter(|(name, _)| name != "synth.lock").collect()
}

#[test]
fn every_task_is_what_its_program_gives_and_no_line_of_that_can_go() {
    let (all, mut worker) = (some(120, SETTINGS), Worker::default());
    let (mut ids, mut hashes) = (HashSet::new(), HashSet::new());
    assert_eq!(all.len(), 120);
    for Made { task, code, facts } in &all {
        let text = code.text("solve_t");
        let standing = standing(code, task, named(), &mut worker);
        assert!(standing.solved && standing.test_right == standing.test_count, "{text}");
        assert!(standing.test_count == 1 && standing.demo_count >= SETTINGS.pairs - 1);
        assert_eq!(simplified(code, task, named(), &mut worker).size(), code.size(), "{text}");
        assert!(code.reads(Input::I) && !code.reads(Input::S), "{text}");
        assert!(ids.insert(task.id.clone()) && hashes.insert(code.hash()), "{text}");
        for sample in task.samples() {
            let output = sample.output.as_ref().unwrap();
            assert!(*output != sample.input && output.height() <= 30 && output.width() <= 30);
            assert!(output.cells().iter().all(|cell| (0..10).contains(cell)));
        }
        assert_eq!(facts.0["program_hash"], code.hash().to_string());
        assert_eq!(facts.0["inputs"].as_array().unwrap().len(), task.samples().count());
        assert!(!facts.0["parents"].as_array().unwrap().is_empty());
        let [bits, difficulty] = ["bits", "difficulty"].map(|name| facts.0[name].as_f64().unwrap());
        assert!(bits > 0.0 && (bits / 2.0 - 0.1..=bits).contains(&difficulty), "{facts:?}");
    }
    let dialects: HashSet<_> = all.iter().map(|made| made.code.dialect()).collect();
    assert_eq!(dialects.len(), 2, "programs of both dialects");
}

#[test]
fn what_a_prior_holds_likely_is_drawn_more_often() {
    let mirrored = |made: &[Made]| {
        let texts = made.iter().map(|made| made.code.text("solve_t"));
        texts.filter(|text| text.contains("hmirror")).count()
    };
    let ids = |made: &[Made]| made.iter().map(|m| m.task.id.clone()).collect::<Vec<_>>();
    let plain = some(80, SETTINGS);
    let empty = guided(80, SETTINGS, Guide::by(Priors::read("{}").unwrap()));
    assert_eq!(ids(&plain), ids(&empty), "a prior that says nothing");
    let guided = guided(80, SETTINGS, mirrors());
    assert!(mirrored(&guided) > 2 * mirrored(&plain), "{}", mirrored(&guided));
}

#[test]
fn any_number_of_threads_gives_the_same_files() {
    let [one, three] = [1, 3].map(|threads| {
        let folder = Scratch::new("synth-threads");
        let wish = Wish { augment: 2, ..wish(Form::Jsonl, 50, threads) };
        make(&folder, &wish).unwrap();
        content(&folder)
    });
    assert_eq!(one, three);
    assert_eq!(one.len(), 1 + 2 * 3, "an index, and for each shard its keys");
    let other = Scratch::new("synth-seed");
    let settings = Settings { seed: 6, ..SETTINGS };
    make(&other, &Wish { settings, ..wish(Form::Jsonl, 50, 2) }).unwrap();
    assert_ne!(content(&other)["synth-00000.jsonl"], one["synth-00000.jsonl"]);
}

#[test]
fn every_form_has_the_tasks_and_their_programs() {
    for form in Form::ALL {
        let folder = Scratch::new("synth-forms");
        let done = make(&folder, &wish(form, 25, 2)).unwrap();
        assert_eq!((done.tasks(), done.shards.len()), (25, 2));
        let name =
            if form == Form::Jsonl { "synth-00000.jsonl" } else { "synth-00000_programs.jsonl" };
        let name = if form == Form::Messages { "synth-00000_messages.jsonl" } else { name };
        let lines = String::from_utf8(content(&folder)[name].clone()).unwrap();
        let first: Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
        assert_eq!((lines.lines().count(), first["facts"]["made"].is_array()), (20, true));
        let program = first.pointer("/messages/1/content").unwrap_or(&first["program"]);
        assert!(program.as_str().unwrap().starts_with("def solve_"), "{first}");
        if !matches!(form, Form::Arrays | Form::Messages) {
            let path = &form.files(&folder, "synth-00000")[0];
            assert_eq!(Dataset::load(path).unwrap().tasks.len(), 20);
        }
    }
}

#[test]
fn copies_can_be_undone_and_their_programs_are_right() {
    let folder = Scratch::new("synth-copies");
    make(&folder, &Wish { augment: 3, ..wish(Form::Jsonl, 20, 2) }).unwrap();
    let text = String::from_utf8(content(&folder)["synth-00000.jsonl"].clone()).unwrap();
    let all = Dataset::parse_lines("t", text.as_bytes()).unwrap();
    let (mut copies, mut worker) = (0, Worker::default());
    for line in text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()) {
        let task = all.get(line["id"].as_str().unwrap()).unwrap();
        let (first, change) = Change::of_id(&task.id).unwrap();
        copies += usize::from(change != Change::NONE);
        for (sample, before) in task.samples().zip(all.get(first).unwrap().samples()) {
            assert_eq!(undo(&task.id, &sample.input).unwrap(), before.input);
        }
        let code = of_text(line["program"].as_str().unwrap()).code;
        assert!(standing(&code, task, named(), &mut worker).solved, "{line}");
    }
    assert_eq!(copies, 60);
}

/// A run that ends in the middle of a shard, without a chance to clean up what it has begun.
fn killed_after(folder: &Path, wish: &Wish, tasks: u64) {
    let data = data();
    let material = material(&data);
    let killed = catch_unwind(AssertUnwindSafe(|| {
        super::write(&material, folder, wish, &go(), |made| assert!(made < tasks, "killed"))
    }));
    assert!(killed.is_err());
    fs::write(folder.join(".synth-00001.jsonl.1.0"), "half a sha").unwrap();
}

#[test]
fn a_killed_run_makes_the_files_of_one_that_was_not() {
    let whole = Scratch::new("synth-whole");
    make(&whole, &wish(Form::Jsonl, 70, 1)).unwrap();
    // Within the first shard, within a later one, and several times.
    for kills in [&[1][..], &[25], &[20, 40, 61]] {
        let folder = Scratch::new("synth-killed");
        kills.iter().for_each(|&tasks| killed_after(&folder, &wish(Form::Jsonl, 70, 2), tasks));
        let done = make(&folder, &wish(Form::Jsonl, 70, 2)).unwrap();
        assert_eq!((done.tasks(), done.before < 4), (70, true));
        assert_eq!(content(&folder), content(&whole), "{kills:?}");
    }
    // Between a shard and the index: the index of before lies beside the shard.
    let folder = Scratch::new("synth-between");
    make(&folder, &wish(Form::Jsonl, 20, 1)).unwrap();
    let index = fs::read(Index::path(&folder)).unwrap();
    make(&folder, &wish(Form::Jsonl, 40, 1)).unwrap();
    fs::write(Index::path(&folder), index).unwrap();
    make(&folder, &wish(Form::Jsonl, 70, 1)).unwrap();
    assert_eq!(content(&folder), content(&whole));
}

#[test]
fn shards_can_be_added_and_lost_ones_are_made_again() {
    let (whole, folder) = (Scratch::new("synth-once"), Scratch::new("synth-more"));
    make(&whole, &wish(Form::Kaggle, 70, 2)).unwrap();
    for count in [5, 30, 50, 70] {
        make(&folder, &wish(Form::Kaggle, count, 2)).unwrap();
    }
    assert_eq!(content(&folder), content(&whole));
    let done = make(&folder, &wish(Form::Kaggle, 70, 2)).unwrap();
    assert_eq!((done.before, done.shards.len()), (4, 4), "there was nothing to do");
    fs::remove_file(folder.join("synth-00001_solutions.json")).unwrap();
    fs::write(folder.join("synth-00002_keys.bin"), "cut").unwrap();
    assert_eq!(make(&folder, &wish(Form::Kaggle, 70, 2)).unwrap().before, 1);
    assert_eq!(content(&folder), content(&whole));
}

#[test]
fn other_settings_are_refused_and_named() {
    let folder = Scratch::new("synth-other");
    make(&folder, &wish(Form::Jsonl, 20, 1)).unwrap();
    let before = content(&folder);
    let base = wish(Form::Jsonl, 40, 1);
    let others = [
        ("form", Wish { form: Form::Pairs, ..base.clone() }),
        ("seed", Wish { settings: Settings { seed: 9, ..SETTINGS }, ..base.clone() }),
        ("pairs", Wish { settings: Settings { pairs: 3, ..SETTINGS }, ..base.clone() }),
        ("budget", Wish { settings: Settings { budget: 9, ..SETTINGS }, ..base.clone() }),
        ("augment", Wish { augment: 1, ..base.clone() }),
        ("shard-size", Wish { shard_size: 10, ..base.clone() }),
    ];
    for (name, wish) in others {
        let told = make(&folder, &wish).unwrap_err().to_string();
        assert!(told.contains(&format!("made with {name} ")), "{told}");
    }
    let data = data();
    let few = Arc::new(Material::new(parents().into_iter().skip(1), &data));
    let told = super::write(&few, &folder, &base, &go(), |_| {}).unwrap_err().to_string();
    assert!(told.contains("made with programs "), "{told}");
    let guided = Arc::new(Material::new(parents(), &data).by(mirrors()));
    let told = super::write(&guided, &folder, &base, &go(), |_| {}).unwrap_err().to_string();
    assert!(told.contains("made with prior \"none\", not"), "{told}");
    assert_eq!(content(&folder), before);
    fs::write(Index::path(&folder), "{").unwrap();
    assert!(matches!(make(&folder, &base), Err(SynthError::Unreadable(..))));
    fs::remove_file(Index::path(&folder)).unwrap();
    assert!(matches!(make(&folder, &base), Err(SynthError::NoIndex(_))));
}

#[test]
fn one_process_at_a_time() {
    let folder = Scratch::new("synth-busy");
    let data = data();
    let material = material(&data);
    let mut met = None;
    super::write(&material, &folder, &wish(Form::Jsonl, 20, 1), &go(), |_| {
        met = met.take().or(Some(make(&folder, &wish(Form::Jsonl, 20, 1))));
    })
    .unwrap();
    assert!(matches!(met, Some(Err(SynthError::Busy(..)))), "{met:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_leaves_whole_shards_alone() {
    let folder = Scratch::new("synth-full");
    make(&folder, &wish(Form::Pairs, 20, 1)).unwrap();
    let before = content(&folder);
    for name in ["synth-00001_pairs.json", "synth-00001_keys.bin", "synth-00001_programs.jsonl"] {
        std::os::unix::fs::symlink("/dev/full", folder.join(name)).unwrap();
        let told = make(&folder, &wish(Form::Pairs, 60, 1)).unwrap_err();
        assert!(matches!(told, SynthError::Write(_)) && told.to_string().contains(name), "{told}");
        fs::remove_file(folder.join(name)).unwrap();
        assert_eq!(content(&folder), before, "nothing is half written");
    }
    assert_eq!(make(&folder, &wish(Form::Pairs, 60, 1)).unwrap().tasks(), 60);
}

#[test]
fn a_stop_ends_between_shards() {
    let (folder, stop) = (Scratch::new("synth-stop"), go());
    let data = data();
    let material = material(&data);
    let wish = wish(Form::Jsonl, 70, 2);
    let see = |made| stop.store(made >= 30, Ordering::Relaxed);
    let done = super::write(&material, &folder, &wish, &stop, see).unwrap();
    assert!(done.stopped && done.tasks() == 40, "{done:?}");
    assert_eq!(content(&folder).len(), 1 + 2 * 2);
}

#[test]
fn poor_material_ends() {
    let (folder, data) = (Scratch::new("synth-poor"), data());
    let wish = wish(Form::Jsonl, 1 << 40, 1);
    let write = |parents: Vec<Parent>, data: &Dataset| {
        super::write(&Arc::new(Material::new(parents, data)), &folder, &wish, &go(), |_| {})
    };
    assert!(matches!(write(vec![], &data), Err(SynthError::NoPrograms(0))));
    let reads_s = of_text("def solve_a(S, I, C):\n    O = first(first(S))\n    return O\n");
    assert!(matches!(write(vec![reads_s], &data), Err(SynthError::NoPrograms(1))));
    let none = Dataset { tasks: vec![], ..data.clone() };
    assert!(matches!(write(parents(), &none), Err(SynthError::NoTasks)));
    assert_eq!(fs::read_dir(&*folder).unwrap().count(), 0);
    // Inputs of one cell, and a program that leaves them alone: nothing can come of it for long.
    let cell = TaskGrid::new(1, 1, vec![0]).unwrap();
    let sample = exec::data::Sample { input: cell.clone(), output: Some(cell) };
    let bare = Task { id: "bare".into(), demo: vec![sample], test: vec![] };
    let bare = Dataset { tasks: vec![bare], ..data };
    let idle = of_text("def solve_a(I):\n    return I\n");
    let material = Arc::new(Material::new([idle], &bare));
    let mut feed = Feed::new(&material, SETTINGS, 1, Position::default(), []);
    assert!(feed.next(&AtomicBool::new(true)).unwrap().is_none(), "stopped");
    assert_eq!(feed.position(), Position::default());
    assert!(feed.next(&go()).unwrap().is_none() && feed.position().round > 1000, "dry");
}

#[test]
fn outputs_are_judged_one_by_one() {
    let input = TaskGrid::new(2, 3, vec![0, 1, 2, 3, 4, 5]).unwrap();
    let look = |body: &str| {
        let parent = of_text(&format!("def solve_a(I):\n    return {body}\n"));
        let plan = exec::plan::Plan::new(parent.code.dag());
        let inputs = exec::run::Inputs { demo: &[], input: &input, target: None };
        Worker::default()
            .run(&plan, inputs, named(), |run| grade(run.outcomes()[0].result.unwrap(), &input))
    };
    let good = Grade { coloured: true, hardly: false, thin: false };
    assert_eq!(look("vmirror(I)"), Ok(good));
    assert_eq!(look("canvas(3, (2, 2))"), Ok(Grade { coloured: false, ..good }));
    assert_eq!(look("fill(I, 9, initset((0, 0)))"), Ok(Grade { hardly: true, ..good }));
    assert_eq!(look("crop(I, (0, 0), (1, 2))"), Ok(Grade { thin: true, ..good }));
    assert_eq!(look("crop(upscale(I, 3), (0, 0), (1, 9))"), Ok(Grade { thin: true, ..good }));
    assert_eq!(look("replace(I, 9, 8)"), Err(Reason::Input));
    assert_eq!(look("palette(I)"), Err(Reason::NoGrid));
    assert_eq!(look("hupscale(I, 11)"), Err(Reason::Sides));
    assert_eq!(look("vupscale(I, 16)"), Err(Reason::Sides));
    assert_eq!(look("hupscale(I, 0)"), Err(Reason::Sides));
    assert_eq!(look("replace(I, 5, 10)"), Err(Reason::Colours));
    assert_eq!(look("replace(I, 5, -1)"), Err(Reason::Colours));
}

#[test]
fn outputs_are_judged_together() {
    let good = Grade { coloured: true, hardly: false, thin: false };
    let all = |prints: [u128; 4], few: Grade| {
        together(&[(prints[0], good), (prints[1], few), (prints[2], few), (prints[3], few)])
    };
    assert_eq!(all([1, 2, 3, 4], good), Ok(()));
    assert_eq!(all([1, 2, 3, 3], good), Ok(()));
    assert_eq!(all([1, 2, 2, 2], good), Err(Reason::Alike));
    assert_eq!(all([1, 1, 1, 1], good), Err(Reason::Alike));
    assert_eq!(all([1, 2, 3, 4], Grade { coloured: false, ..good }), Err(Reason::OneColour));
    assert_eq!(all([1, 2, 3, 4], Grade { hardly: true, ..good }), Err(Reason::Hardly));
    assert_eq!(all([1, 2, 3, 4], Grade { thin: true, ..good }), Err(Reason::Thin));
    assert_eq!(together(&[]), Err(Reason::Alike));
}

/// How often a reason was met until so many tasks were made.
fn times(reason: Reason, parents: Vec<Parent>, settings: Settings, count: usize) -> u64 {
    let material = Arc::new(Material::new(parents, &data()));
    let mut feed = Feed::new(&material, settings, 1, Position::default(), []);
    (0..count).for_each(|_| drop(feed.next(&go()).unwrap()));
    feed.reasons.iter().find(|(met, _)| *met == reason).map_or(0, |(_, times)| times)
}

#[test]
fn programs_are_left_out_for_the_reason_that_is_told() {
    let with = |text: &str| [parents(), vec![of_text(text)]].concat();
    let plain = |reason| times(reason, parents(), SETTINGS, 300);
    for reason in [Reason::Fails, Reason::Given, Reason::Repeats, Reason::SameProgram] {
        assert!(plain(reason) > 0, "{reason:?}");
    }
    let constant = "def solve_e4d14648(I):\n    return canvas(3, (2, 2))\n";
    assert!(times(Reason::NoInput, with(constant), SETTINGS, 300) > plain(Reason::NoInput));
    let small = Settings { budget: 300, ..SETTINGS };
    assert!(times(Reason::Cost, parents(), small, 20) > 0);
    let dot =
        |n: usize| format!("    x{} = fill(x{n}, 7, initset(({}, {})))\n", n + 1, n / 6, n % 6);
    let dots: String = (1..24).map(dot).collect();
    let long = format!("def solve_e4d14648(I):\n    x1 = rot180(I)\n{dots}    return x24\n");
    assert!(times(Reason::Long, vec![of_text(&long)], SETTINGS, 30) > 0);
}

#[test]
fn no_task_is_one_of_the_data_or_like_another() {
    let (data, mut seen) = (data(), HashSet::new());
    for Made { task, code, .. } in some(400, SETTINGS) {
        let pairs: Vec<_> = task.samples().collect();
        let of = |known: &Task| pairs.iter().all(|pair| known.samples().any(|own| own == *pair));
        assert!(!data.tasks.iter().any(of), "{}", task.id);
        let keys = Keys::of(&task, &code);
        assert!(seen.insert(keys.pairs) && seen.insert(keys.program), "{}", task.id);
    }
}
