//! A program at work, in one picture: every step with what it gives, as many beside each other as there is room.

use exec::data::{Sample, Task};
use exec::lines::{Line, State};
use exec::run::Rules;
use lang::Program;

use super::{INDENT, ROWS, Shown, traced};
use crate::failure::Told;
use crate::output::{Output, printable};
use crate::render::{Block, Canvas, Picture, flow};

/// Columns between steps.
const GAP: usize = 3;

/// Draws a program on the first demo sample of a task.
pub fn at_work(program: &Program, task: &Task, output: &mut Output) -> Told {
    let Some(sample) = task.demo.first() else { return Ok(()) };
    let width = output.width.saturating_sub(INDENT);
    let canvas = Canvas { rows: ROWS, width, ..Canvas::of(output) };
    for (at, row) in flow(steps(program, task, sample, canvas), GAP, width).into_iter().enumerate()
    {
        output.text(if at > 0 { "\n" } else { "" })?;
        output.text(&Block::line("").beside(INDENT, row).text())?;
    }
    Ok(())
}

/// The input, the steps, and the expected output where it is another than the result.
fn steps(program: &Program, task: &Task, sample: &Sample, canvas: Canvas) -> Vec<Block> {
    let trace = traced(program, task, sample, Rules::default(), canvas);
    let titled = |title: &str, picture: &Picture| Block::line(title).above(canvas.picture(picture));
    let mut blocks = vec![titled("I", &Picture::from(&sample.input))];
    blocks.extend(trace.lines.iter().map(step));
    let wrong = sample.output.as_ref().filter(|_| trace.ending.equal == Some(false));
    blocks.extend(wrong.map(|output| titled("expected", &Picture::from(output))));
    blocks
}

fn step(line: &Line<Shown>) -> Block {
    let title = Block::line(&printable(&line.text));
    match &line.state {
        State::Done(shown) | State::Replaced(_, shown) => match &shown.drawn.picture {
            Some(picture) => title.above(picture.clone()),
            None => title.above(Block::line(&shown.drawn.about)),
        },
        State::Failed(fault) => title.above(Block::line(&format!("failed with {fault}"))),
        State::NotRun => title.above(Block::line("not run")),
    }
}
