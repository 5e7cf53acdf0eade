//! The same table for any threads, plans and parts; bytes that come back.

use exec::data::Dataset;
use lang::Parsed;

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

fn run(programs: &[Option<Entry<'_>>], tasks: &[&Task], pairing: Pairing, threads: usize) -> Table {
    let rules = Rules::default();
    let request = Request { programs, tasks, pairing, outputs: true, rules, threads };
    let stop = AtomicBool::new(false);
    let done = evaluate(&request, &mut Engine::cpu(), &stop, |_, _| {});
    done.expect("nobody stopped it").table
}

/// Good programs with an unreadable one in their middle.
fn with_gap(parsed: &Parsed) -> Vec<Option<Entry<'_>>> {
    let mut programs: Vec<_> = parsed.programs.iter().map(|p| Some(p.into())).collect();
    programs.insert(2, None);
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
    assert_eq!(table.solved(), [vec![0, 1, 7], vec![3]]);
    assert_eq!(table.outputs[0].len(), 4, "each output once: two grids, a set, a number");
}

#[test]
fn threads_and_plans_make_no_difference() {
    let (parsed, data) = (parsed(), data());
    let tasks: Vec<&Task> = data.tasks.iter().collect();
    let many = with_gap(&parsed).repeat(40);
    let one = run(&many, &tasks, Pairing::All, 1);
    assert_eq!(group_size(320, 4, 1), 320);
    assert!(group_size(320, 4, 4) < 320);
    assert_eq!(one, run(&many, &tasks, Pairing::All, 4));
}

#[test]
fn no_threads_are_the_callers() {
    let (parsed, data) = (parsed(), data());
    let (programs, tasks) = (with_gap(&parsed), data.tasks.iter().collect::<Vec<&Task>>());
    let (rules, pairing) = (Rules::default(), Pairing::All);
    let request =
        Request { programs: &programs, tasks: &tasks, pairing, outputs: true, rules, threads: 0 };
    let caller = std::thread::current().id();
    let seen = |_, _| assert_eq!(std::thread::current().id(), caller);
    let here = evaluate(&request, &mut Engine::cpu(), &AtomicBool::new(false), seen);
    assert_eq!(here.map(|here| here.table), Some(run(&programs, &tasks, pairing, 2)));
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
    assert_eq!((table.program_at(1, 0), table.solved()), (3, vec![vec![0], vec![3]]));
}

#[test]
fn plans_that_are_kept_make_no_difference() {
    let (parsed, data) = (parsed(), data());
    let tasks: Vec<&Task> = data.tasks.iter().collect();
    let plans: Vec<OnceLock<Plan>> = parsed.programs.iter().map(|_| OnceLock::new()).collect();
    let both = parsed.programs.iter().zip(&plans);
    let keeping: Vec<_> =
        both.map(|(program, plan)| Some(Entry { program, plan: Some(plan) })).collect();
    let plain: Vec<_> = parsed.programs.iter().map(|p| Some(p.into())).collect();
    for pairing in [Pairing::Name, Pairing::All, Pairing::Name] {
        assert_eq!(run(&keeping, &tasks, pairing, 2), run(&plain, &tasks, pairing, 2));
    }
    let made: Vec<bool> = plans.iter().map(|plan| plan.get().is_some()).collect();
    let named: Vec<bool> =
        parsed.programs.iter().map(|p| ["a", "b"].contains(&p.id.as_str())).collect();
    assert_eq!(made, named, "those that ran alone");
}

#[test]
fn a_stop_leaves_no_half_table() {
    let (parsed, data) = (parsed(), data());
    let (programs, tasks) = (with_gap(&parsed), data.tasks.iter().collect::<Vec<&Task>>());
    let (rules, pairing) = (Rules::default(), Pairing::All);
    let request =
        Request { programs: &programs, tasks: &tasks, pairing, outputs: false, rules, threads: 1 };
    let stop = AtomicBool::new(true);
    assert!(evaluate(&request, &mut Engine::cpu(), &stop, |_, _| {}).is_none());
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
            let _ = (table.solved(), table.memory());
        }
    }
}
