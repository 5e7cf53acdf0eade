//! A program step by step.

use serde_json::{Value, json};

use super::value::Room;
use super::{MARGIN, WIDTH, heading, list, number, picture, text};
use crate::output::plural;
use crate::render::Rgb;
use crate::render::figure::{BAD, Figure, GOOD, INK, PAPER, SOFT, Size, paragraph, stacked};
use crate::render::samples::marked;

/// Cards side by side.
const COLUMNS: usize = 3;
const GAP: usize = 16;
const PAD: usize = 14;
/// Steps that are drawn; a picture is to be looked at.
const STEPS: usize = 60;

/// One card per step, from the input to the output.
pub fn figure(program: &Value, trace: &Value) -> Figure {
    let width = (WIDTH - 2 * MARGIN - (COLUMNS - 1) * GAP) / COLUMNS;
    let side = |at: usize| trace["frame"][at].as_u64().unwrap_or(1).clamp(1, 1000) as usize;
    let room = Room { width: width - 2 * PAD, height: 160, frame: (side(0), side(1)) };
    let steps = list(&trace["steps"]);
    let input = picture(&trace["input"]).map(|grid| input(&room, grid));
    let mut cards: Vec<Figure> = input.into_iter().chain(step_cards(&room, trace)).collect();
    end(&room, trace, &mut cards);
    let sheets = cards.chunks(COLUMNS).map(|row| sheet(row, width));
    let sheet = Figure::blank(WIDTH - 2 * MARGIN, 0).above(0, head(program, trace, steps.len()));
    stacked([sheet].into_iter().chain(sheets), GAP).padded(MARGIN)
}

fn head(program: &Value, trace: &Value, steps: usize) -> Figure {
    let (task, name) = (text(&trace["task"]), text(&trace["name"]));
    let steps = plural(steps as u64 + number(&trace["steps_more"]), "step");
    let cost = number(&trace["result"]["cost"]);
    let (short, dialect) = (text(&program["short"]), text(&program["dialect"]));
    heading(
        &format!("a program for task {task}, on {name}"),
        &format!("program {short}, dialect {dialect}, {steps}, cost {cost}"),
    )
}

/// Cards of one height side by side.
fn sheet(cards: &[Figure], width: usize) -> Figure {
    let height = cards.iter().map(|card| card.height).max().unwrap_or(0);
    let on = |card: &Figure| card.clone().padded(PAD).on(width, height + 2 * PAD, PAPER);
    cards.iter().map(on).fold(Figure::default(), |row, card| row.beside(GAP, card))
}

fn input(room: &Room, grid: crate::render::Picture) -> Figure {
    let about = format!("grid {} x {}", grid.height(), grid.width());
    let head = Figure::text("I", Size::Small, INK);
    let grid = room.picture(grid).above(10, Figure::text(&about, Size::Small, SOFT));
    head.above(10, grid)
}

/// A card per step; of very many the first ones, a card that says how many are missing, and the
/// output.
fn step_cards(room: &Room, trace: &Value) -> Vec<Figure> {
    let steps = list(&trace["steps"]);
    let all = steps.len() as u64 + number(&trace["steps_more"]);
    let more = all.saturating_sub(STEPS as u64);
    let first = if more > 0 { STEPS - 1 } else { STEPS };
    let mut cards: Vec<Figure> = steps.iter().take(first).map(|step| card(room, step)).collect();
    if more > 0 {
        let said = format!("{} not drawn", plural(more, "more step"));
        cards.push(paragraph(&said, room.width, Size::Small, SOFT));
        cards.push(output(room, trace));
    }
    cards
}

/// The last step; where the trace does not reach so far, the result, which is the same value.
fn output(room: &Room, trace: &Value) -> Figure {
    let last = list(&trace["steps"]).last().filter(|_| number(&trace["steps_more"]) == 0);
    let result = &trace["result"];
    let beyond = || json!({ "text": "output", "value": result["value"], "fault": result["fault"] });
    card(room, &last.cloned().unwrap_or_else(beyond))
}

/// The line of the program and what it gave.
fn card(room: &Room, step: &Value) -> Figure {
    let failed = !step["fault"].is_null();
    let line = paragraph(text(&step["text"]), room.width, Size::Small, INK);
    let value = (!step["value"].is_null()).then(|| room.value(&step["value"]));
    let fault = failed.then(|| fault(room, &step["fault"]));
    let rest =
        (text(&step["state"]) == "not run").then(|| Figure::text("not run", Size::Small, SOFT));
    stacked([Some(line), fault, value, rest].into_iter().flatten(), 10)
}

fn fault(room: &Room, fault: &Value) -> Figure {
    let said = format!("{}: {}", text(&fault["kind"]), text(&fault["explain"]));
    paragraph(&said, room.width, Size::Small, BAD)
}

/// Says whether the output is right, on the last card; where it is not, another card has what
/// should have come out, with the cells marked that did not.
fn end(room: &Room, trace: &Value, cards: &mut Vec<Figure>) {
    let result = &trace["result"];
    let (said, ink) = verdict(result);
    let said = Figure::text(&said, Size::Small, ink);
    let expected = picture(&trace["expected"]).filter(|_| result["right"] != true);
    match (expected, cards.pop()) {
        (None, last) => cards.push(last.unwrap_or_default().above(6, said)),
        (Some(expected), last) => {
            cards.extend(last);
            let made = picture(&result["value"]["picture"]["rows"]);
            let cell = cell_of(&room.picture(expected.clone()), expected.width());
            let head = Figure::text("expected output", Size::Small, INK);
            cards.push(head.above(10, marked(&expected, made.as_ref(), cell)).above(10, said));
        }
    }
}

fn cell_of(figure: &Figure, columns: usize) -> usize {
    figure.width.saturating_sub(1).max(1).div_ceil(columns.max(1))
}

/// Whether the output is right, in words and in a colour.
pub fn verdict(result: &Value) -> (String, Rgb) {
    let failed = !result["fault"].is_null();
    match (result["right"].as_bool(), result["wrong"].as_u64()) {
        _ if failed => ("no output".into(), BAD),
        (Some(true), _) => ("right".into(), GOOD),
        (Some(false), Some(1)) => ("1 cell differs".into(), BAD),
        (Some(false), Some(wrong)) => (format!("{wrong} cells differ"), BAD),
        (Some(false), None) => ("wrong shape".into(), BAD),
        (None, _) => ("not known".into(), SOFT),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::figure::Shape;

    #[test]
    fn verdicts_in_words() {
        let said = |value: Value| verdict(&value).0;
        assert_eq!(said(json!({ "right": true, "wrong": 0 })), "right");
        assert_eq!(said(json!({ "right": false, "wrong": 1 })), "1 cell differs");
        assert_eq!(said(json!({ "right": false, "wrong": null })), "wrong shape");
        assert_eq!(said(json!({ "right": false, "fault": { "kind": "type" } })), "no output");
        assert_eq!(said(json!({ "right": null })), "not known");
    }

    fn step(text: &str, value: &str) -> Value {
        let value = json!({ "about": value, "picture": null });
        json!({ "text": text, "state": "done", "fault": null, "value": value })
    }

    fn drawn(trace: &Value) -> Figure {
        figure(&json!({ "short": "abc", "dialect": "arc" }), trace)
    }

    #[test]
    fn every_step_has_its_card() {
        let steps: Vec<Value> = (0..70).map(|at| step(&format!("x{at} = f(I)"), "3")).collect();
        let trace = json!({
            "task": "t", "name": "demo 1", "input": ["12"], "expected": ["1"], "frame": [1, 2],
            "steps": steps, "steps_more": 5, "result": { "right": false, "wrong": null },
        });
        let figure = drawn(&trace);
        assert_eq!(figure.width, WIDTH);
        let svg = figure.svg();
        assert!(svg.contains("x58 = f(I)") && !svg.contains("x59 = f(I)"));
        assert!(svg.contains("15 more steps not drawn") && svg.contains("75 steps"));
    }

    /// The lines of text, in the order of the cards.
    fn texts(figure: &Figure) -> Vec<&str> {
        let texts = figure.items.iter().filter_map(|item| match &item.shape {
            Shape::Text { text, .. } => Some(text.as_str()),
            _ => None,
        });
        texts.collect()
    }

    #[test]
    fn the_verdict_stands_on_the_output() {
        for (count, more, last) in [
            (2, 0, ["x0 = f(I)", "3", "x1 = f(I)", "7", "right"]),
            (60, 0, ["x58 = f(I)", "3", "x59 = f(I)", "7", "right"]),
            (61, 0, ["3", "1 more step not drawn", "x60 = f(I)", "7", "right"]),
            (400, 9, ["3", "349 more steps not drawn", "output", "7", "right"]),
        ] {
            let steps = (0..count).map(|at| {
                let value = if at + 1 == count && more == 0 { "7" } else { "3" };
                step(&format!("x{at} = f(I)"), value)
            });
            let result = json!({ "right": true, "value": { "about": "7", "picture": null } });
            let trace = json!({
                "task": "t", "name": "demo 1", "input": ["12"], "expected": ["1"],
                "frame": [1, 2], "steps": steps.collect::<Vec<Value>>(), "steps_more": more,
                "result": result,
            });
            let figure = drawn(&trace);
            let texts = texts(&figure);
            assert_eq!(texts[texts.len() - 5..], last, "{count} steps");
            assert_eq!(texts.iter().filter(|text| **text == "right").count(), 1);
        }
    }
}
