//! What is told of a task that was made: where it comes from, and how hard it may be.

use exec::data::TaskGrid;
use exec::value::View;
use serde_json::{Map, Value, json};

use super::material::Material;
use super::weights::BIT;
use crate::code::Code;

/// All of an output.
const WHOLE: u64 = 1000;

/// The cells that the best simple program leaves wrong, in thousandths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Left(u64);

impl Default for Left {
    fn default() -> Self {
        Left(WHOLE)
    }
}

impl Left {
    /// The share of an output that a value leaves wrong: all of it where the size is another.
    pub fn wrong(&self, value: Option<View<'_>>, output: Option<&TaskGrid>) -> u64 {
        let (Some(View::Grid(grid)), Some(output)) = (value, output) else { return WHOLE };
        if (grid.height, grid.width) != (output.height(), output.width()) {
            return WHOLE;
        }
        let wrong = grid.cells.iter().zip(output.cells()).filter(|(a, b)| a != b).count();
        WHOLE * wrong as u64 / output.cells().len() as u64
    }

    /// A program that leaves so much of all outputs together.
    pub fn offer(&mut self, wrong: u64, outputs: usize) {
        self.0 = self.0.min(wrong / outputs.max(1) as u64);
    }
}

/// What is told of a task.
#[derive(Clone, PartialEq, Debug)]
pub struct Told(pub Map<String, Value>);

impl Told {
    /// With how each input was made.
    pub(super) fn with_inputs(mut self, inputs: Vec<String>) -> Told {
        self.0.insert("inputs".into(), inputs.into());
        self
    }
}

/// Puts together what is known.
///
/// The difficulty is the bits of the program (see [`super::weights`]), half of them in any case and the other half as
/// far as the best program of no line or one leaves cells wrong.
pub(super) fn facts(
    material: &Material,
    code: &Code,
    parents: &[usize],
    made: &[String],
    left: Left,
    cost: u64,
) -> Told {
    let parent = |&number: &usize| {
        let parent = &material.parents[number];
        json!({ "name": parent.name, "hash": parent.code.hash().to_string() })
    };
    let bits = material.weights.program(code);
    let difficulty = bits * (WHOLE + left.0) / (2 * WHOLE);
    let tenths = |bits: u64| (10 * bits / u64::from(BIT)) as f64 / 10.0;
    let told = json!({
        "program_hash": code.hash().to_string(),
        "dialect": code.dialect().name(),
        "lines": code.size(),
        "cost": cost,
        "bits": tenths(bits),
        "left": left.0 as f64 / WHOLE as f64,
        "difficulty": tenths(difficulty),
        "parents": parents.iter().map(parent).collect::<Vec<_>>(),
        "made": made,
    });
    match told {
        Value::Object(map) => Told(map),
        _ => Told(Map::new()),
    }
}
