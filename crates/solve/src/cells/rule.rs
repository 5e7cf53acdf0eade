//! Learned trees as rules for pictures, and as programs.

use exec::planes::{Facts, TABLE, clean};

use super::features::Feature;
use super::frame::{Base, Frame, Grid};
use super::table::{Action, Table};
use super::tree::{Test, Tree};
use crate::problem::Picture;

/// A tree that stands alone.
pub struct Rule<'a> {
    /// What its bases are.
    pub frame: &'a Frame,
    /// The table that its tree speaks of.
    pub table: &'a Table,
    /// The tree.
    pub tree: Tree,
}

/// Planes of one input, computed when asked for.
struct Planes<'a> {
    facts: Vec<Facts<'a>>,
    known: Vec<(usize, Vec<i8>)>,
}

impl Rule<'_> {
    /// What the rule makes of an input; nothing where a base cannot be made.
    pub fn apply(&self, input: &Picture) -> Option<Picture> {
        let input = Grid::from(input);
        let bases: Vec<Grid> = self.frame.iter().map(|b| b.make(&input)).collect::<Option<_>>()?;
        let first = bases.first()?;
        let mut planes = Planes {
            facts: bases.iter().map(|b| Facts::new(b.plane())).collect(),
            known: Vec::new(),
        };
        let cells: Vec<u32> = (0..first.cells.len() as u32).collect();
        let mut out = vec![0; cells.len()];
        self.walk(&self.tree, &cells, &mut planes, &mut out);
        Some(Picture { height: first.height, width: first.width, cells: clean(&out) })
    }

    fn walk(&self, tree: &Tree, cells: &[u32], planes: &mut Planes, out: &mut [i8]) {
        if cells.is_empty() {
            return;
        }
        match tree {
            Tree::Leaf(action) => match self.table.actions[*action] {
                Action::Paint(colour) => cells.iter().for_each(|&cell| out[cell as usize] = colour),
                Action::Copy(feature) => {
                    let plane = planes.get(feature, &self.table.features[feature]);
                    cells.iter().for_each(|&cell| out[cell as usize] = plane[cell as usize]);
                }
            },
            Tree::Split(test, yes, no) => {
                let plane = planes.get(test.feature, &self.table.features[test.feature]);
                let (hold, fail): (Vec<u32>, Vec<u32>) =
                    cells.iter().partition(|&&c| test.holds(plane[c as usize]));
                self.walk(yes, &hold, planes, out);
                self.walk(no, &fail, planes, out);
            }
        }
    }

    /// How complicated the tree is, in bits.
    pub fn bits(&self, columns: usize) -> f64 {
        bits(&self.tree, self.table, columns as f64)
    }

    /// The program that applies the rule so many times: one call per line, the last one assigns `O`.
    pub fn program(&self, steps: usize) -> Vec<String> {
        let mut writer = Writer { lines: Vec::new(), input: "I".to_string() };
        for _ in 1..steps {
            let result = self.write(&self.tree, &mut writer);
            writer.input = writer.call(format!("grid_p({result})"));
        }
        let result = self.write(&self.tree, &mut writer);
        writer.lines.push(format!("O = grid_p({result})"));
        writer.lines
    }

    fn write(&self, tree: &Tree, writer: &mut Writer) -> String {
        match tree {
            Tree::Leaf(action) => match self.table.actions[*action] {
                Action::Paint(colour) => {
                    let base = writer.base(&self.frame[0]);
                    writer.call(format!("flat_p({base}, {colour})"))
                }
                Action::Copy(feature) => self.write_feature(feature, writer),
            },
            Tree::Split(test, yes, no) => {
                let plane = self.write_feature(test.feature, writer);
                let Test { value, least, .. } = *test;
                let question = writer.call(format!(
                    "{}({plane}, {value})",
                    if least { "least_p" } else { "same_p" }
                ));
                let yes = self.write(yes, writer);
                let no = self.write(no, writer);
                writer.call(format!("where_p({question}, {yes}, {no})"))
            }
        }
    }

    fn write_feature(&self, feature: usize, writer: &mut Writer) -> String {
        let Feature { base, code, k, .. } = self.table.features[feature];
        let base = writer.base(&self.frame[base]);
        writer.call(format!("{}({base}, {k})", TABLE[code as usize].name))
    }
}

impl Planes<'_> {
    fn get(&mut self, feature: usize, what: &Feature) -> &[i8] {
        let at = match self.known.iter().position(|(f, _)| *f == feature) {
            Some(at) => at,
            None => {
                let facts = &self.facts[what.base];
                let mut plane = vec![0; facts.grid.cells.len()];
                (TABLE[what.code as usize].fill)(facts, what.k, &mut plane);
                self.known.push((feature, plane));
                self.known.len() - 1
            }
        };
        &self.known[at].1
    }
}

fn bits(tree: &Tree, table: &Table, columns: f64) -> f64 {
    match tree {
        Tree::Leaf(action) => 1.0 + if *action <= 10 { 1.0 } else { 3.0 },
        Tree::Split(test, yes, no) => {
            let own = 2.0 + columns.max(1.0).log2() + table.features[test.feature].cost as f64;
            own + bits(yes, table, columns) + bits(no, table, columns)
        }
    }
}

/// Lines of a program, each call once.
struct Writer {
    lines: Vec<String>,
    /// What the input is called.
    input: String,
}

impl Writer {
    /// The name of what a call gives.
    fn call(&mut self, call: String) -> String {
        let known = self
            .lines
            .iter()
            .position(|line| line.split_once(" = ").is_some_and(|(_, c)| c == call));
        let at = known.unwrap_or_else(|| {
            self.lines.push(format!("x{} = {call}", self.lines.len() + 1));
            self.lines.len() - 1
        });
        format!("x{}", at + 1)
    }

    fn base(&mut self, base: &Base) -> String {
        match base.call() {
            None => self.input.clone(),
            Some(call) => self.call(call),
        }
    }
}
