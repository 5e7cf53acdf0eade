//! The same table for any threads, plans and parts; bytes that come back.

use std::sync::OnceLock;

use exec::data::Dataset;
use exec::plan::Plan;
use lang::Parsed;

use super::batts::batt_size;
use super::*;

const TASKS: &str = r#"{
    "a": {"train": [{"input": [[1, 2]], "output": [[2, 1]]}, {"input": [[3, 4]], "output": [[4, 3]]}],
          "test": [{"input": [[5, 6]]}]},
    "b": {"train": [{"input": [[1], [2]], "output": [[1, 2]]}], "test": []}}"#;

const PROGRAMS: &str = "
def solve_a(I):
    return vmirror(I)
def solve_same(I):
    x = vmirror(I)
    return x
def solve_b(I):
    return rot270(I)
def solve_c(I):
    return objects(I, T, F, F)
def solve_d(I):
    return crop(I, I, I)
def solve_e(I):
    x1 = upscale(I, TEN)
    x2 = upscale(x1, TEN)
    return x2
def solve_f(S, I, C):
    return vmirror_t(I)
def differ_g(S, I, C):
    return equality(I, C)
";

fn parsed() -> Parsed {
    lang::parse(PROGRAMS.as_bytes(), "t.py", None)
}

fn data() -> Dataset {
    Dataset::parse("t", TASKS.as_bytes()).expect("two tasks")
}

/// Programs with their ids.
type Named<'a> = (Option<Entry<'a>>, Option<&'a str>);

/// Which programs run on which tasks.
#[derive(Clone, Copy, Debug)]
enum Pairing {
    All,
    Name,
}

fn batts<'a>(
    programs: &[Named<'a>],
    tasks: &[&Task],
    pairing: Pairing,
    threads: usize,
) -> Batts<'a> {
    let entries: Vec<_> = programs.iter().map(|(entry, _)| *entry).collect();
    match pairing {
        Pairing::All => Batts::for_all(&entries, tasks, threads),
        Pairing::Name => {
            Batts::for_each(&entries, by_name(programs.iter().map(|(_, id)| *id), tasks))
        }
    }
}

fn request<'a>(tasks: &'a [&'a Task], threads: usize) -> Request<'a> {
    Request { outputs: true, ..Request::new(tasks, Rules::default(), threads) }
}

fn run(programs: &[Named<'_>], tasks: &[&Task], pairing: Pairing, threads: usize) -> Table {
    let (batts, stop) = (batts(programs, tasks, pairing, threads), AtomicBool::new(false));
    let seen = std::sync::atomic::AtomicUsize::new(0);
    let done = batts.run(&request(tasks, threads), &mut Engine::cpu(), &stop, |_, _| {
        seen.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        Vec::new()
    });
    assert_eq!(seen.into_inner(), batts.count(&request(tasks, threads)));
    assert!(!done.is_cut(), "nobody stopped it");
    done.table
}

/// Good programs with an unreadable one in their middle.
fn with_gap(parsed: &Parsed) -> Vec<Named<'_>> {
    let mut programs: Vec<Named<'_>> =
        parsed.programs.iter().map(|p| (Some(p.into()), Some(&*p.id))).collect();
    programs.insert(2, (None, None));
    programs
}

#[test]
fn rows_say_what_each_program_gave() {
    let (parsed, data) = (parsed(), data());
    assert_eq!(parsed.programs.len(), 8, "{:?}", parsed.errors);
    let tasks: Vec<&Task> = data.tasks.iter().collect();
    let table = run(&with_gap(&parsed), &tasks, Pairing::All, 1);
    assert_eq!(table.len(), 9 * 4);
    let row =
        |sample: usize, program: usize| table.row(9 * sample + program, sample).expect("a row");
    assert_eq!(row(0, 0).output, Some(Output::Grid(1, 2, &[2, 1])));
    assert_eq!([row(0, 0), row(2, 0), row(3, 0)].map(|r| r.right), [Some(true), None, Some(false)]);
    assert_eq!((row(0, 2).error, row(0, 2).right, row(0, 2).output), (UNREAD, Some(false), None));
    assert!(matches!(row(0, 4).output, Some(Output::Json(text)) if text.starts_with("{\"set\"")));
    assert_eq!((ERRORS[row(0, 5).error as usize], row(0, 5).output), ("index", None));
    assert!(row(0, 6).too_large && row(0, 6).output.is_none() && row(0, 6).error == 0);
    assert_eq!(row(0, 8).right, None, "a differ gives no output");
    assert_eq!(table.fits_demos(), [vec![0, 1, 7], vec![3]]);
    assert_eq!(table.outputs[0].len(), 4, "each output once: two grids, a set, a number");
}

#[test]
fn threads_and_plans_make_no_difference() {
    let (parsed, data) = (parsed(), data());
    let tasks: Vec<&Task> = data.tasks.iter().collect();
    let many = with_gap(&parsed).repeat(40);
    let one = run(&many, &tasks, Pairing::All, 1);
    assert_eq!(batt_size(320, 4, 1), 320);
    assert!(batt_size(320, 4, 4) < 320);
    assert_eq!(one, run(&many, &tasks, Pairing::All, 4));
}

#[test]
fn no_threads_are_the_callers() {
    let (parsed, data) = (parsed(), data());
    let (programs, tasks) = (with_gap(&parsed), data.tasks.iter().collect::<Vec<&Task>>());
    let caller = std::thread::current().id();
    let here = batts(&programs, &tasks, Pairing::All, 0);
    let stop = AtomicBool::new(false);
    let here = here.run(&request(&tasks, 0), &mut Engine::cpu(), &stop, |_, _| {
        assert_eq!(std::thread::current().id(), caller);
        Vec::new()
    });
    assert_eq!(here.table, run(&programs, &tasks, Pairing::All, 2));
}

#[test]
fn callers_choose_samples_and_what_is_noted() {
    let (parsed, data) = (parsed(), data());
    let tasks: Vec<&Task> = data.tasks.iter().collect();
    let entries: Vec<_> = parsed.programs.iter().map(|p| Some(p.into())).collect();
    let batts = Batts::for_all(&entries, &tasks, 4);
    let request =
        Request { samples: |task, at| task.demo.len() > at && at > 0, ..request(&tasks, 4) };
    let done = batts.run(&request, &mut Engine::cpu(), &AtomicBool::new(false), |meeting, run| {
        assert!(meeting.is_demo() && meeting.at == 1 && meeting.task.id == "a");
        run.outcomes().iter().map(|outcome| Some(outcome.cost)).collect()
    });
    let rows: Vec<Rows> = done.table.by_task().collect();
    assert_eq!([rows[0].samples, rows[0].demo, rows[1].samples], [1, 1, 0]);
    for place in 0..entries.len() {
        let row = done.table.of_program(rows[0], place).next().expect("one sample");
        assert_eq!(*row.more, Some(row.cost));
        assert_eq!(row.fault().is_some(), place == 4, "{place}");
    }
}

#[test]
fn parts_joined_are_the_whole() {
    let (parsed, data) = (parsed(), data());
    let (programs, tasks) = (with_gap(&parsed), data.tasks.iter().collect::<Vec<&Task>>());
    for pairing in [Pairing::All, Pairing::Name] {
        let whole = run(&programs, &tasks, pairing, 2);
        for at in 0..=programs.len() {
            let (a, b) = programs.split_at(at);
            let parts = [run(a, &tasks, pairing, 1), run(b, &tasks, pairing, 1)];
            let joined = Table::join_programs(&[&parts[0], &parts[1]]);
            assert_eq!(joined.as_ref(), Some(&whole), "{pairing:?} {at}");
        }
        for at in 0..=tasks.len() {
            let (a, b) = tasks.split_at(at);
            let parts = [run(&programs, a, pairing, 1), run(&programs, b, pairing, 1)];
            assert_eq!(Table::join_tasks(&[&parts[0], &parts[1]]).as_ref(), Some(&whole));
        }
        let half = run(&programs[..3], &tasks[..1], pairing, 1);
        assert_eq!(Table::join_tasks(&[&whole, &half]), None);
        assert_eq!(Table::join_programs(&[&whole, &half]), None);
    }
}

#[test]
fn by_name_each_program_runs_on_its_own_task() {
    let (parsed, data) = (parsed(), data());
    let tasks: Vec<&Task> = data.tasks.iter().collect();
    let table = run(&with_gap(&parsed), &tasks, Pairing::Name, 2);
    assert_eq!(table.len(), 3 + 1);
    assert_eq!((table.place(0, 0), table.place(0, 3), table.place(1, 3)), (Some(0), None, Some(0)));
    assert_eq!((table.program_at(1, 0), table.fits_demos()), (3, vec![vec![0], vec![3]]));
}

#[test]
fn plans_that_are_kept_make_no_difference() {
    let (parsed, data) = (parsed(), data());
    let tasks: Vec<&Task> = data.tasks.iter().collect();
    let plans: Vec<OnceLock<Plan>> = parsed.programs.iter().map(|_| OnceLock::new()).collect();
    let mut keeping = Vec::new();
    for (program, plan) in parsed.programs.iter().zip(&plans) {
        let entry = Entry { plan: Some(plan), ..Entry::from(program) };
        keeping.push((Some(entry), Some(&*program.id)));
    }
    let plain: Vec<_> = parsed.programs.iter().map(|p| (Some(p.into()), Some(&*p.id))).collect();
    for pairing in [Pairing::Name, Pairing::All, Pairing::Name] {
        assert_eq!(run(&keeping, &tasks, pairing, 2), run(&plain, &tasks, pairing, 2));
    }
    let made: Vec<bool> = plans.iter().map(|plan| plan.get().is_some()).collect();
    let named: Vec<bool> =
        parsed.programs.iter().map(|p| ["a", "b"].contains(&p.id.as_str())).collect();
    assert_eq!(made, named, "those that ran alone");
}

#[test]
fn tasks_that_a_stop_cuts_are_told() {
    let (parsed, data) = (parsed(), data());
    let (programs, tasks) = (with_gap(&parsed), data.tasks.iter().collect::<Vec<&Task>>());
    let batts = batts(&programs, &tasks, Pairing::All, 1);
    let (stop, ran) = (AtomicBool::new(false), std::sync::Mutex::new(0));
    let stopped = batts.run(&request(&tasks, 1), &mut Engine::cpu(), &stop, |_, _| -> Vec<()> {
        let mut ran = ran.lock().expect("nobody panicked");
        *ran += 1;
        stop.store(*ran == 2 * 3, std::sync::atomic::Ordering::Relaxed);
        Vec::new()
    });
    // The three samples of the first task ran, in both dialects.
    assert_eq!((stopped.cut.as_slice(), stopped.is_cut()), ([false, true].as_slice(), true));
}

#[test]
fn tables_come_back_from_bytes_and_nothing_else_does() {
    let (parsed, data) = (parsed(), data());
    let tasks: Vec<&Task> = data.tasks.iter().collect();
    for pairing in [Pairing::All, Pairing::Name] {
        let table = run(&with_gap(&parsed), &tasks, pairing, 1);
        let bytes = table.to_bytes();
        assert_eq!(Table::from_bytes(&bytes).as_ref(), Some(&table));
        for end in 0..bytes.len() {
            assert_eq!(Table::from_bytes(&bytes[..end]), None, "{end}");
        }
        // A changed byte gives another table or none; whatever it gives can be read.
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 0x81;
            let Some(table) = Table::from_bytes(&changed) else { continue };
            let last = table.outputs.len().saturating_sub(1);
            let rows = (0..table.len()).filter_map(|row| table.row(row, row.min(last)));
            assert!(rows.count() <= table.len());
            let _ = (table.fits_demos(), table.memory());
        }
    }
}
