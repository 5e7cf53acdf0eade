//! What a live comparison found, for people and for machines.

use std::path::PathBuf;

use lang::ParseError;
use serde_json::{Value as Json, json};

use super::calls::{self, Called};
use super::programs::{self, Compared, SetOrder};
use super::shortened;
use crate::failure::{Exit, Told};
use crate::output::{Output, printable};

/// Differences listed for people; JSON has them all.
const LIST_AT_MOST: usize = 20;

/// Everything there is to report.
pub struct Report {
    /// The comparison of programs.
    pub programs: Compared,
    /// The random calls.
    pub calls: Called,
    /// Functions that we cannot read.
    pub unreadable: Vec<ParseError>,
    /// The seed of the random calls.
    pub seed: u64,
    /// The version of the tasks.
    pub data_version: String,
    /// The reference's `dsl.py`.
    pub dsl: PathBuf,
    /// Python's version.
    pub python: String,
}

impl Report {
    /// Bad if something differs that must not.
    pub fn exit(&self) -> Exit {
        let differences = self.programs.different.len() + self.calls.different.len();
        if differences + self.unreadable.len() == 0 { Exit::Ok } else { Exit::Bad }
    }

    /// Prints it in the form that is asked for.
    pub fn print(&self, output: &mut Output) -> Told {
        if output.json { output.value(&self.json()) } else { self.show(output) }
    }

    fn json(&self) -> Json {
        let Report { programs, calls, .. } = self;
        let unreadable: Vec<Json> = self.unreadable.iter().map(parse_error_json).collect();
        json!({
            "programs": programs.programs,
            "samples": programs.samples,
            "equal": programs.equal,
            "skipped": programs.skipped,
            "unreadable": unreadable,
            "set_order": programs.set_order.iter().map(set_order_json).collect::<Vec<_>>(),
            "documented": programs.documented.iter().map(program_json).collect::<Vec<_>>(),
            "different": programs.different.iter().map(program_json).collect::<Vec<_>>(),
            "seconds": { "ours": programs.our_seconds, "reference": programs.their_seconds },
            "calls": self.calls_json(calls),
            "data_version": self.data_version,
            "reference": self.dsl.display().to_string(),
            "python": self.python,
        })
    }

    fn calls_json(&self, calls: &Called) -> Json {
        json!({
            "calls": calls.calls,
            "seed": self.seed,
            "equal": calls.equal,
            "both_fail": calls.both_fail,
            "ops": calls.ops,
            "without_calls": calls.without,
            "documented": calls.documented.iter().map(call_json).collect::<Vec<_>>(),
            "different": calls.different.iter().map(call_json).collect::<Vec<_>>(),
            "seconds": { "ours": calls.our_seconds, "reference": calls.their_seconds },
        })
    }

    fn show(&self, output: &mut Output) -> Told {
        self.show_programs(output)?;
        self.show_calls(output)?;
        self.show_totals(output)
    }

    fn show_programs(&self, output: &mut Output) -> Told {
        let Compared { set_order, documented, different, .. } = &self.programs;
        section(output, "Set order: Python's accidental order of sets decides", set_order, |s| {
            let step = s.step.as_deref().unwrap_or("no single step");
            let (plain, canonical) = (shortened(&s.plain, 60), shortened(&s.canonical, 60));
            let values = format!("{plain} in Python, {canonical} in canonical order");
            format!("{}  {}\n    {step}: {values}", s.program, s.samples.join(", "))
        })?;
        section(output, "Documented differences", documented, program_line)?;
        section(output, "Programs that differ", different, program_line)
    }

    fn show_calls(&self, output: &mut Output) -> Told {
        section(output, "Calls that differ", &self.calls.different, |d| {
            let args = shortened(&d.args, 300);
            format!("{}({args})\n    ours       {}\n    reference  {}", d.op, d.ours, d.theirs)
        })?;
        let without = &self.calls.without;
        if self.calls.calls > 0 && !without.is_empty() {
            let names = format!("no calls of {}", without.join(", "));
            output.line(&output.dim(&shortened(&names, 500)))?;
        }
        Ok(())
    }

    fn show_totals(&self, output: &mut Output) -> Told {
        let Report { programs: p, calls: c, .. } = self;
        let of_order: usize = p.set_order.iter().map(|s| s.samples.len()).sum();
        output.line(&format!(
            "programs: {} on {} samples: {} equal, {of_order} by set order ({} programs), \
             {} documented, {} different",
            p.programs,
            p.samples,
            p.equal,
            p.set_order.len(),
            p.documented.len(),
            p.different.len(),
        ))?;
        output.line(&format!(
            "calls: {} of {} ops (seed {}): {} equal ({} of them failures of both), \
             {} documented, {} different",
            c.calls,
            c.ops,
            self.seed,
            c.equal,
            c.both_fail,
            c.documented.len(),
            c.different.len(),
        ))?;
        self.show_time(output)
    }

    fn show_time(&self, output: &mut Output) -> Told {
        let p = &self.programs;
        let ratio = p.their_seconds / p.our_seconds.max(1e-9);
        output.line(&format!(
            "time: programs {:.1} ms here, {:.1} ms in Python {}: {ratio:.0} times faster",
            p.our_seconds * 1e3,
            p.their_seconds * 1e3,
            self.python,
        ))?;
        let versions = format!("data {}, reference {}", self.data_version, self.dsl.display());
        output.line(&output.dim(&printable(&versions)))
    }
}

fn section<T>(output: &mut Output, title: &str, items: &[T], line: impl Fn(&T) -> String) -> Told {
    if items.is_empty() {
        return Ok(());
    }
    output.line(&output.bold(title))?;
    for item in items.iter().take(LIST_AT_MOST) {
        output.line(&format!("  {}", line(item)))?;
    }
    if items.len() > LIST_AT_MOST {
        output.line(&format!("  and {} more (--json has them all)", items.len() - LIST_AT_MOST))?;
    }
    output.line("")
}

fn program_line(d: &programs::Difference) -> String {
    let reason = d.reason.map_or(String::new(), |reason| format!("  {reason}"));
    let (ours, theirs) = (&d.ours, &d.theirs);
    format!("{} {}{reason}\n    ours       {ours}\n    reference  {theirs}", d.program, d.sample)
}

fn parse_error_json(error: &ParseError) -> Json {
    json!({ "function": error.function, "line": error.line, "message": error.message })
}

fn set_order_json(s: &SetOrder) -> Json {
    json!({
        "program": s.program, "samples": s.samples, "step": s.step,
        "python": s.plain, "canonical": s.canonical,
    })
}

fn program_json(d: &programs::Difference) -> Json {
    json!({
        "program": d.program, "sample": d.sample, "ours": d.ours, "reference": d.theirs,
        "reason": d.reason,
    })
}

fn call_json(d: &calls::Difference) -> Json {
    json!({
        "op": d.op, "vector": d.vector, "ours": d.ours, "reference": d.theirs, "reason": d.reason,
    })
}
