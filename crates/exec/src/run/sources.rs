//! What programs read: parameters, constants and literals as values; and what answers are compared
//! with.

use lang::{ConstValue, Input, Lit};

use super::Inputs;
use crate::cx::Cx;
use crate::data::{Sample, TaskGrid};
use crate::plan::Source;
use crate::value::{Grid, R, Value, View};

/// What a source gives.
pub(crate) fn source_value<'a>(cx: &Cx<'a>, source: &Source, inputs: Inputs<'a>) -> R<'a> {
    match source {
        Source::Input(input) => input_value(cx, *input, inputs),
        _ => constant_value(cx, source).unwrap_or(Ok(Value::UNIT)),
    }
}

/// What a source gives; nothing for a parameter.
pub fn constant_value<'a>(cx: &Cx<'a>, source: &Source) -> Option<R<'a>> {
    match source {
        Source::Input(_) => None,
        Source::Const(ConstValue::Int(n)) => Some(Ok(Value::Int(*n))),
        Source::Const(ConstValue::Pair(a, b)) => Some(Ok(cx.pair(*a, *b))),
        Source::Lit(lit) => Some(literal(cx, lit)),
        Source::Op(op) => Some(Ok(Value::Op(*op))),
    }
}

/// What a program reads as S, I or C.
pub fn input_value<'a>(cx: &Cx<'a>, input: Input, inputs: Inputs<'a>) -> R<'a> {
    match input {
        Input::I => task_grid(cx, inputs.input),
        Input::C => inputs.target.map_or(Ok(Value::UNIT), |g| task_grid(cx, g)),
        Input::S => demo_pairs(cx, inputs.demo),
    }
}

/// A task's grid as a value; shares the task's memory.
pub fn task_grid<'a>(cx: &Cx<'a>, grid: &'a TaskGrid) -> R<'a> {
    cx.grid(grid.height(), grid.width(), grid.cells())
}

/// What a program reads as S.
pub(super) fn demo_pairs<'a>(cx: &Cx<'a>, demo: &'a [Sample]) -> R<'a> {
    let mut pairs = cx.buffer();
    for sample in demo {
        let output = match &sample.output {
            Some(output) => task_grid(cx, output)?,
            None => Value::UNIT,
        };
        pairs.push(cx.two(task_grid(cx, &sample.input)?, output)?);
    }
    let out = cx.tuple(&pairs);
    cx.recycle(pairs);
    out
}

/// Literals nest as deep as the parser lets them, which is far below what the stack holds.
fn literal<'a>(cx: &Cx<'a>, lit: &Lit) -> R<'a> {
    match lit {
        Lit::Int(n) => Ok(Value::Int(*n)),
        Lit::Tuple(items) => {
            let items: Result<Vec<_>, _> = items.iter().map(|l| literal(cx, l)).collect();
            cx.tuple(&items?)
        }
    }
}

/// Whether a value is exactly this grid.
pub fn is_grid(v: Value<'_>, grid: &TaskGrid) -> bool {
    let shape = |g: Grid<'_>| (g.height, g.width) == (grid.height(), grid.width());
    matches!(v.view(), View::Grid(g) if shape(g) && g.cells == grid.cells())
}
