//! Rows and stacks as programs.

use exec::layers::{Kind, TABLE};

use super::moves::Frame;
use super::rows::{Origin, RowId, Rows};
use super::sizes::{Side, SizeRule};
use super::stack::{Action, Rule};
use crate::writer::Writer;

/// Writes rows of one search; `size` is the rule that sizes outputs, over rows of another one.
pub struct Printer<'r, 'm> {
    writer: Writer,
    rows: &'r Rows<'m>,
    probe: &'r Rows<'m>,
    size: Option<SizeRule>,
}

impl<'r, 'm> Printer<'r, 'm> {
    /// Nothing written yet.
    pub fn new(rows: &'r Rows<'m>, probe: &'r Rows<'m>, size: Option<SizeRule>) -> Printer<'r, 'm> {
        Printer { writer: Writer::new(), rows, probe, size }
    }

    /// The program of a row.
    pub fn row(mut self, row: RowId) -> Vec<String> {
        let layer = self.layer(self.rows, row);
        let picture = self.writer.call("picture_l", &[&layer]);
        self.writer.finish(&picture)
    }

    /// The program of a stack.
    pub fn stack(mut self, rules: &[Rule]) -> Vec<String> {
        let mut below = self.blank();
        for rule in rules.iter().rev() {
            let mut layer = self.layer(self.rows, rule.row);
            if rule.at_origin {
                layer = self.writer.call("origin_l", &[&layer]);
            }
            below = match rule.action {
                Action::CopyAll => {
                    let blank = self.blank();
                    self.writer.call("embed_l", &[&layer, &blank, &0])
                }
                Action::CopySet => self.writer.call("over_l", &[&layer, &below]),
                Action::CopyEmpty => self.writer.call("hollow_l", &[&layer, &below]),
                Action::PaintSet(c) => self.writer.call("stain_l", &[&layer, &below, &c]),
                Action::PaintEmpty(c) => self.writer.call("around_l", &[&layer, &below, &c]),
            };
        }
        let picture = self.writer.call("picture_l", &[&below]);
        self.writer.finish(&picture)
    }

    /// The line of a row, after those it needs.
    fn layer(&mut self, rows: &Rows<'_>, row: RowId) -> String {
        match rows.row(row).origin {
            Origin::Input => "I".to_string(),
            Origin::Blank => self.blank(),
            Origin::Shown(demo) => self.writer.call("shown_l", &[&"S", &"I", &demo]),
            Origin::Made(from, number) => {
                let x = self.layer(rows, from);
                let step = rows.moves.get(number as usize);
                let function = &TABLE[step.function];
                let frame = match (function.kind, step.frame) {
                    (Kind::Fit(_), Frame::Input) => Some("I".to_string()),
                    (Kind::Fit(_), Frame::Output) => Some(self.blank()),
                    _ => None,
                };
                let mut args: Vec<&dyn std::fmt::Display> = vec![&x];
                args.extend(frame.as_ref().map(|frame| frame as &dyn std::fmt::Display));
                if function.takes_param {
                    args.push(&step.param);
                }
                self.writer.call(function.name, &args)
            }
        }
    }

    /// The line of an empty layer of the output's size.
    fn blank(&mut self) -> String {
        let Some(SizeRule(height, width)) = self.size else { return "I".to_string() };
        let (height, width) = (self.side(height), self.side(width));
        self.writer.call("blank_l", &[&height, &width])
    }

    fn side(&mut self, side: Side) -> String {
        let Side::Of { row, width, times: (times, by), plus } = side else {
            let Side::Constant(n) = side else { unreachable!("sides are of two kinds") };
            return n.to_string();
        };
        let of = self.layer(self.probe, row);
        let mut side = self.writer.call(if width { "width_l" } else { "height_l" }, &[&of]);
        if times != 1 {
            side = self.writer.call("multiply", &[&side, &times]);
        }
        if by != 1 {
            side = self.writer.call("divide", &[&side, &by]);
        }
        if plus != 0 {
            side = self.writer.call("add", &[&side, &plus]);
        }
        side
    }
}
