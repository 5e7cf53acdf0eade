//! What several tests of devices share.

#![allow(dead_code)] // Not every test uses all of it.

pub mod batts;
pub mod host;
pub mod host_device;
#[path = "../../../../testdata/needs.rs"]
pub mod needs;

use std::collections::BTreeMap;
use std::fmt;

use exec::arena::Arena;
use exec::cx::Cx;
use exec::vectors;
use gpu::calls::{Calls, Reason, Said, default_limit};
use gpu::device::{self, Backend, Device};
use judge::vectors::{Named, same};

/// The first OpenCL device, where there is one.
pub fn opencl() -> Option<Box<dyn Device + Send>> {
    let opened = device::open(Backend::OpenCl, 0);
    opened.map_err(|e| needs::missing("opencl", format!("no OpenCL device: {e}"))).ok()
}

/// A call of a function value, with the name it is listed under.
pub type Call<'a> = Named<'a>;

/// The calls of all golden vectors of a dialect; `ONLY=name,name` keeps some.
pub fn vector_calls<'a>(cx: &Cx<'a>) -> Vec<Call<'a>> {
    let only = std::env::var("ONLY").ok();
    let wanted = |op: &str| only.as_ref().is_none_or(|o| o.split(',').any(|n| n == op));
    judge::vectors::calls(cx).into_iter().filter(|c| wanted(&c.0)).collect()
}

/// What became of many calls.
#[derive(Default)]
pub struct Tally {
    /// By name: calls done, and calls handed back by reason.
    pub by_name: BTreeMap<String, (usize, BTreeMap<Reason, usize>)>,
    /// Calls that the device answered differently.
    pub wrong: Vec<String>,
}

impl Tally {
    /// The first of the wrong answers.
    pub fn shown(&self, most: usize) -> String {
        self.wrong[..self.wrong.len().min(most)].join("\n")
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let done: usize = self.by_name.values().map(|t| t.0).sum();
        let back: usize = self.by_name.values().flat_map(|t| t.1.values()).sum();
        for (name, (done, back)) in self.by_name.iter().filter(|(_, t)| !t.1.is_empty()) {
            writeln!(f, "{name}: {done} done, handed back {back:?}")?;
        }
        write!(f, "{done} done, {back} handed back, {} wrong", self.wrong.len())
    }
}

/// Makes calls on a device and on the engine and compares values, faults and costs.
pub fn compare_calls<'a>(
    cx: &Cx<'a>,
    calls: &[Call<'a>],
    tally: &mut Tally,
    run: impl FnOnce(&Calls) -> Vec<u32>,
) {
    let dialect = cx.lay.dialect;
    let list: Vec<_> = calls.iter().map(|(_, f, args)| (*f, &args[..])).collect();
    let buffer = Calls::new(dialect, &list, default_limit());
    let words = run(&buffer);
    let (first, end) = buffer.answers();
    let arena = Arena::new();
    let own = Cx::new(&arena, dialect);
    for (i, (name, f, args)) in calls.iter().enumerate() {
        let said = buffer.said(&own, &words[first..end], i);
        cx.start_step(default_limit());
        let wanted = cx.call(*f, args);
        let cost = cx.spent().min(default_limit());
        let entry = tally.by_name.entry(name.clone()).or_default();
        match said {
            Said::HandedBack(reason) => *entry.1.entry(reason).or_default() += 1,
            Said::Done(got, c) if same(got, wanted) && c == cost => entry.0 += 1,
            Said::Done(got, c) => tally.wrong.push(format!(
                "{name}{} gives {} for {c}, not {} for {cost}",
                args.iter()
                    .map(|&a| format!(" {}", vectors::describe(cx, Ok(a))))
                    .collect::<String>(),
                vectors::describe(&own, got),
                vectors::describe(cx, wanted)
            )),
        }
    }
}
