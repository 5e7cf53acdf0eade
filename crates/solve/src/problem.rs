//! A task as strategies see it: pictures without the test outputs.

use exec::data::{Task, TaskGrid};

/// A grid of colours 0..=9 as plain bytes.
///
/// Invariant: `cells.len() == height * width`, both at least 1.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Picture {
    /// Number of rows.
    pub height: usize,
    /// Number of columns.
    pub width: usize,
    /// The colours, rows one after the other.
    pub cells: Vec<u8>,
}

impl Picture {
    /// A picture of one colour.
    pub fn plain(height: usize, width: usize, colour: u8) -> Picture {
        Picture { height, width, cells: vec![colour; height * width] }
    }

    /// The colour at a place inside.
    #[inline]
    pub fn at(&self, row: usize, col: usize) -> u8 {
        self.cells[row * self.width + col]
    }

    /// The colour at a place, if it is inside.
    #[inline]
    pub fn get(&self, row: isize, col: isize) -> Option<u8> {
        let inside =
            (0..self.height as isize).contains(&row) && (0..self.width as isize).contains(&col);
        inside.then(|| self.cells[row as usize * self.width + col as usize])
    }

    /// Rows and columns.
    pub fn size(&self) -> (usize, usize) {
        (self.height, self.width)
    }
}

impl From<&TaskGrid> for Picture {
    fn from(grid: &TaskGrid) -> Picture {
        let cells = grid.cells().iter().map(|&cell| cell as u8).collect();
        Picture { height: grid.height(), width: grid.width(), cells }
    }
}

impl Picture {
    /// As a grid of task data.
    pub fn to_grid(&self) -> TaskGrid {
        let cells = self.cells.iter().map(|&cell| cell as i8).collect();
        TaskGrid::new(self.height as u16, self.width as u16, cells)
            .expect("pictures are rectangles")
    }
}

/// A demo pair.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Demo {
    /// What the rule is given.
    pub input: Picture,
    /// What it makes of it.
    pub output: Picture,
}

/// A task without the answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The pairs that show the rule.
    pub demos: Vec<Demo>,
    /// The inputs to answer.
    pub tests: Vec<Picture>,
}

impl Problem {
    /// What may be seen of a task.
    pub fn of(task: &Task) -> Problem {
        let demo = |sample: &exec::data::Sample| {
            let output = sample.output.as_ref()?;
            Some(Demo { input: (&sample.input).into(), output: output.into() })
        };
        Problem {
            demos: task.demo.iter().filter_map(demo).collect(),
            tests: task.test.iter().map(|sample| (&sample.input).into()).collect(),
        }
    }

    /// All inputs: those of the demos, then those of the tests.
    pub fn inputs(&self) -> impl Iterator<Item = &Picture> {
        self.demos.iter().map(|demo| &demo.input).chain(&self.tests)
    }

    /// Whether every demo output is as large as its input.
    pub fn same_size(&self) -> bool {
        self.demos.iter().all(|demo| demo.input.size() == demo.output.size())
    }
}
