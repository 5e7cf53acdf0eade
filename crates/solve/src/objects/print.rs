//! Rules as programs: one call per line.

use exec::bodies::act::{KEEP, MOVE};

use super::acts::Source;
use super::crops::Crop;
use super::masks::Test;
use super::rule::{Deed, Finish, Rule};
use crate::writer::needed;

/// Lines of a program on the way; equal calls are written once.
pub struct Printer {
    calls: Vec<String>,
    scene: String,
}

impl Printer {
    /// A program that starts by cutting the input.
    pub fn new(way: usize) -> Printer {
        let mut printer = Printer { calls: Vec::new(), scene: String::new() };
        printer.scene = printer.call(format!("scene_b(I, {way})"));
        printer
    }

    fn bodies(&mut self) -> String {
        self.call(format!("bodies_b({})", self.scene))
    }

    fn call(&mut self, call: String) -> String {
        let at = self.calls.iter().position(|c| *c == call).unwrap_or_else(|| {
            self.calls.push(call);
            self.calls.len() - 1
        });
        format!("x{}", at + 1)
    }

    fn attribute(&mut self, attribute: usize) -> String {
        self.call(format!("attribute_b({}, {attribute})", self.scene))
    }

    fn values(&mut self, test: &Test) -> String {
        let values = self.attribute(test.attribute);
        match test.derived {
            0 => values,
            how => self.call(format!("derive_b({values}, {how})")),
        }
    }

    fn test(&mut self, test: &Test) -> String {
        let values = self.values(test);
        self.call(format!("test_b({values}, {}, {})", test.how, test.with))
    }

    /// The bodies that pass all tests; `1` stands for all bodies.
    fn mask(&mut self, tests: &[Test]) -> String {
        let masks: Vec<String> = tests.iter().map(|t| self.test(t)).collect();
        self.all_of(masks)
    }

    fn all_of(&mut self, masks: Vec<String>) -> String {
        let both =
            |a: String, b: String, printer: &mut Printer| printer.call(format!("both_b({a}, {b})"));
        let mut masks = masks.into_iter();
        let first = masks.next().unwrap_or_else(|| "1".to_string());
        masks.fold(first, |a, b| both(a, b, self))
    }

    fn deed(&mut self, mask: &str, deed: &Deed) -> String {
        if deed.kind == KEEP {
            return self.bodies();
        }
        let values = match deed.source {
            Source::Constant(value) => value.to_string(),
            Source::Attribute(a) => self.attribute(a),
        };
        self.call(format!("act_b({}, {mask}, {}, {values})", self.scene, deed.kind))
    }

    /// The grid of a rule.
    fn finished(&mut self, finish: Finish, after: &str) {
        let call = match finish {
            Finish::Matrix => format!("matrix_b({after})"),
            finish => {
                let over = (finish == Finish::Over) as u8;
                format!("draw_b({}, {after}, {over})", self.scene)
            }
        };
        self.call(call);
    }

    /// The lines; the last call gives the output.
    fn finish(self) -> Vec<String> {
        let last = self.calls.len();
        let name = |i: usize| if i + 1 == last { "O".to_string() } else { format!("x{}", i + 1) };
        self.calls.iter().enumerate().map(|(i, call)| format!("{} = {call}", name(i))).collect()
    }
}

fn tuple(values: &[i64]) -> String {
    let parts: Vec<String> = values.iter().map(|v| format!("{v}, ")).collect();
    format!("({})", parts.concat().trim_end_matches(' '))
}

/// One act whose constant depends on one attribute.
struct ActTable {
    kind: usize,
    default: i64,
    keys: Vec<i64>,
    results: Vec<i64>,
}

/// A rule as such a table, if it is one.
fn as_table(rule: &Rule) -> Option<ActTable> {
    let constant = |deed: &Deed| match deed.source {
        Source::Constant(value) => Some(value),
        Source::Attribute(_) => None,
    };
    let kind = rule.otherwise.kind;
    if rule.also.is_some() {
        return None;
    }
    let default = constant(&rule.otherwise)?;
    let first = *rule.branches.get(1)?.tests.first()?;
    let alike =
        |t: &Test| t.attribute == first.attribute && t.derived == first.derived && t.how == 0;
    let fits =
        |b: &super::rule::Branch| b.deed.kind == kind && b.tests.len() == 1 && alike(&b.tests[0]);
    if !rule.branches.iter().all(fits) || (MOVE..MOVE + 8).contains(&kind) || kind == KEEP {
        return None;
    }
    let keys = rule.branches.iter().map(|b| b.tests[0].with).collect();
    let results: Option<Vec<i64>> = rule.branches.iter().map(|b| constant(&b.deed)).collect();
    Some(ActTable { kind, default, keys, results: results? })
}

/// The program of a rule.
pub fn rule(way: usize, rule: &Rule) -> Vec<String> {
    let mut p = Printer::new(way);
    if let Some(ActTable { kind, default, keys, results }) = as_table(rule) {
        let test = rule.branches[0].tests[0];
        let values = p.values(&test);
        let found = p.call(format!(
            "look_up_b({values}, {}, {}, {})",
            tuple(&keys),
            tuple(&results),
            default
        ));
        let after = p.call(format!("act_b({}, 1, {}, {found})", p.scene, kind));
        p.finished(rule.finish, &after);
        return needed(p.finish());
    }
    let (mut masks, mut nots): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    for branch in &rule.branches {
        let own = p.mask(&branch.tests);
        let mut parts = vec![own.clone()];
        parts.extend(nots.iter().cloned());
        masks.push(p.all_of(parts));
        nots.push(p.call(format!("test_b({own}, 0, 0)")));
    }
    let rest = p.all_of(nots);
    let mut after = p.deed(&rest, &rule.otherwise);
    for (mask, branch) in masks.iter().zip(&rule.branches) {
        let done = p.deed(mask, &branch.deed);
        after = p.call(format!("choose_b({mask}, {done}, {after})"));
    }
    if let Some(deed) = &rule.also {
        let more = p.deed("1", deed);
        after = p.call(format!("join_each_b({after}, {more})"));
    }
    p.finished(rule.finish, &after);
    needed(p.finish())
}

/// The program of a crop.
pub fn crop(way: usize, tests: &[Test], crop: &Crop) -> Vec<String> {
    let mut p = Printer::new(way);
    let mask = p.mask(tests);
    let bodies = match &crop.deed {
        None => p.bodies(),
        Some(deed) => p.deed(&mask, deed),
    };
    let list = p.call(format!("sort_b({bodies}, {mask}, 0, 0)"));
    let body = p.call(format!("get_nth_t({list}, 0)"));
    let mut grid = p.call(format!("cut_b({}, {body}, {})", p.scene, crop.how));
    for (bit, op) in [(4, "dmirror_t"), (1, "hmirror_t"), (2, "vmirror_t")] {
        if crop.turn & bit != 0 {
            grid = p.call(format!("{op}({grid})"));
        }
    }
    if crop.scale > 1 {
        p.call(format!("upscale_t({grid}, {})", crop.scale));
    }
    needed(p.finish())
}

/// The program of a list.
pub fn list(
    way: usize,
    tests: &[Test],
    (attribute, down): (usize, bool),
    how: usize,
) -> Vec<String> {
    let mut p = Printer::new(way);
    let mask = p.mask(tests);
    let values = p.attribute(attribute);
    let bodies = p.bodies();
    let list = p.call(format!("sort_b({bodies}, {mask}, {values}, {})", down as u8));
    p.call(format!("join_b({}, {list}, {how})", p.scene));
    needed(p.finish())
}
