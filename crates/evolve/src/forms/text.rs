//! Records as JSON and as text to read.

use std::fmt::Write;

use exec::data::{Sample, Task, TaskGrid};
use serde_json::{Value, json};

use super::Record;

/// `"<id>": {"train": ..., "test": inputs}` and `"<id>": [outputs]`.
pub fn kaggle(task: &Task) -> Vec<Vec<u8>> {
    let mut challenge = quoted(&task.id) + ": ";
    push_task(&mut challenge, task, false);
    let mut solution = quoted(&task.id) + ": ";
    push_list(&mut solution, &task.test, |text, sample| match &sample.output {
        Some(output) => push_grid(text, output, ","),
        None => text.push_str("null"),
    });
    vec![challenge.into_bytes(), solution.into_bytes()]
}

/// A line with the task, its id and what is known of it.
pub fn line(record: &Record<'_>) -> Vec<u8> {
    let mut text = format!("{{\"id\": {}, ", quoted(&record.task.id));
    let mut task = String::new();
    push_task(&mut task, record.task, true);
    text.push_str(task.trim_start_matches('{').trim_end_matches('}'));
    push_known(&mut text, record);
    text.into_bytes()
}

/// A line with what is known of a task, by its id: for forms that have no place for it.
pub fn known(record: &Record<'_>) -> Vec<u8> {
    let mut text = format!("{{\"id\": {}", quoted(&record.task.id));
    push_known(&mut text, record);
    text.into_bytes()
}

fn push_known(text: &mut String, record: &Record<'_>) {
    if let Some(program) = record.program {
        let _ = write!(text, ", \"program\": {}", quoted(program));
    }
    push_facts(text, record);
    text.push_str("}\n");
}

fn push_facts(text: &mut String, record: &Record<'_>) {
    if let Some(facts) = record.facts.filter(|facts| !facts.is_empty()) {
        let _ = write!(text, ", \"facts\": {}", Value::Object(facts.clone()));
    }
}

/// `"<id>": [pair, ...]`, demo pairs first.
pub fn pairs(task: &Task) -> Vec<u8> {
    let mut text = quoted(&task.id) + ": ";
    let all: Vec<(&Sample, &str)> = task.demo.iter().map(|sample| (sample, "")).collect();
    let test = task.test.iter().map(|sample| (sample, ", \"test\": true"));
    let all: Vec<(&Sample, &str)> = all.into_iter().chain(test).collect();
    push_list(&mut text, &all, |text, (sample, mark)| push_pair(text, sample, true, mark));
    text.into_bytes()
}

fn push_task(text: &mut String, task: &Task, outputs: bool) {
    text.push_str("{\"train\": ");
    push_list(text, &task.demo, |text, sample| push_pair(text, sample, true, ""));
    text.push_str(", \"test\": ");
    push_list(text, &task.test, |text, sample| push_pair(text, sample, outputs, ""));
    text.push('}');
}

fn push_pair(text: &mut String, sample: &Sample, with_output: bool, mark: &str) {
    text.push_str("{\"input\": ");
    push_grid(text, &sample.input, ",");
    if let Some(output) = sample.output.as_ref().filter(|_| with_output) {
        text.push_str(", \"output\": ");
        push_grid(text, output, ",");
    }
    text.push_str(mark);
    text.push('}');
}

fn push_list<T>(text: &mut String, items: &[T], item: impl Fn(&mut String, &T)) {
    text.push('[');
    for (at, one) in items.iter().enumerate() {
        text.push_str(if at == 0 { "" } else { ", " });
        item(text, one);
    }
    text.push(']');
}

/// A grid as lists of numbers, with something between them.
pub fn push_grid(text: &mut String, grid: &TaskGrid, between: &str) {
    text.reserve(grid.cells().len() * (between.len() + 1) + 4 * grid.height());
    text.push('[');
    for (at, row) in grid.rows().enumerate() {
        text.push_str(if at == 0 { "" } else { between });
        text.push('[');
        push_row(text, row, between);
        text.push(']');
    }
    text.push(']');
}

fn push_row(text: &mut String, row: &[i8], between: &str) {
    for (at, &cell) in row.iter().enumerate() {
        text.push_str(if at == 0 { "" } else { between });
        match cell {
            0..=9 => text.push((b'0' + cell as u8) as char),
            _ => drop(write!(text, "{cell}")),
        }
    }
}

fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// A line with a chat: the task in words, and the program where there is one.
pub fn messages(record: &Record<'_>) -> Vec<u8> {
    let task = record.task;
    let mut chat = vec![json!({ "role": "user", "content": question(task) })];
    chat.extend(record.program.map(|text| json!({ "role": "assistant", "content": text })));
    let mut text = format!("{{\"id\": {}, \"messages\": {}", quoted(&task.id), Value::Array(chat));
    push_facts(&mut text, record);
    text.push_str("}\n");
    text.into_bytes()
}

fn question(task: &Task) -> String {
    let mut text =
        String::from("One rule makes every output grid from its input grid. Digits are colours.\n");
    for (number, sample) in (1..).zip(&task.demo) {
        show(&mut text, "Demo", number, "input", &sample.input);
        if let Some(output) = &sample.output {
            show(&mut text, "Demo", number, "output", output);
        }
    }
    for (number, sample) in (1..).zip(&task.test) {
        show(&mut text, "Test", number, "input", &sample.input);
    }
    let name = crate::code::solver_name(&task.id);
    let _ = write!(
        text,
        "\nWrite the rule as a program of the ARC DSL, a function {name} that takes the input grid and returns the output grid."
    );
    text
}

fn show(text: &mut String, kind: &str, number: usize, what: &str, grid: &TaskGrid) {
    let _ = write!(text, "\n{kind} {number}, {what}, {} x {}:\n", grid.height(), grid.width());
    for row in grid.rows() {
        push_row(text, row, " ");
        text.push('\n');
    }
}
