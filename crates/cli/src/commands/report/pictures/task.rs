//! A task with what its best program gives.

use serde_json::Value;

use super::program::verdict;
use super::{WIDTH, heading, list, number, picture, text};
use crate::output::plural;
use crate::render::Picture;
use crate::render::figure::{Figure, SOFT, Size};
use crate::render::samples::{Column, Made, samples_figure};

/// Samples that are drawn.
const SAMPLES: usize = 20;
/// Pixels of a grid, about.
const TARGET: usize = 190;

/// Samples in columns: input, expected output, output of the best program.
pub fn figure(task: &Value) -> Figure {
    let best = &task["outputs"][0];
    let columns: Vec<Column> = [("demo", &task["demo"]), ("test", &task["test"])]
        .into_iter()
        .flat_map(|(kind, samples)| list(samples).iter().enumerate().map(move |s| (kind, s)))
        .take(SAMPLES)
        .filter_map(|(kind, (at, sample))| column(&format!("{kind} {}", at + 1), sample, best))
        .collect();
    samples_figure(head(task, best), &columns, TARGET, WIDTH)
}

fn head(task: &Value, best: &Value) -> Figure {
    let programs = plural(list(&task["programs"]).len() as u64, "program");
    let points = format!("{} of {} points", number(&task["best"]), number(&task["perfect"]));
    let data = task["data_version"].as_str().or(task["data"].as_str()).unwrap_or("unknown");
    let head = heading(
        &format!("task {}", text(&task["task"])),
        &format!("data {data}; {programs} kept, best {points}"),
    );
    let more = (list(&task["demo"]).len() + list(&task["test"]).len()).saturating_sub(SAMPLES);
    let from = match text(&task["programs"][0]["from"]) {
        "" => String::new(),
        from => format!(" (from: {from})"),
    };
    let said = match (text(&best["short"]), more) {
        ("", _) => text(&task["remark"]).to_string(),
        (short, 0) => format!("below: what program {short}{from} gives"),
        (short, more) => format!("below: what program {short}{from} gives; {more} more samples"),
    };
    if said.is_empty() { head } else { head.above(6, Figure::text(&said, Size::Small, SOFT)) }
}

fn column(name: &str, sample: &Value, best: &Value) -> Option<Column> {
    let made = list(&best["samples"]).iter().find(|made| text(&made["name"]) == name).map(made);
    Some(Column {
        title: name.to_string(),
        input: picture(&sample["input"])?,
        output: picture(&sample["output"]),
        made,
    })
}

fn made(sample: &Value) -> Made {
    let (remark, ink) = verdict(sample);
    let fault = text(&sample["fault"]["kind"]);
    let remark = if fault.is_empty() { remark } else { format!("fails: {fault}") };
    let output: Option<Picture> = picture(&sample["output"]["picture"]["rows"]);
    Made { picture: output, remark, ink }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn outputs_stand_below_their_samples() {
        let output = |rows: &[&str]| json!({ "picture": { "rows": rows, "top": 0, "left": 0 } });
        let samples = json!([
            { "name": "demo 1", "output": output(&["21"]), "right": false, "wrong": 2 },
            { "name": "demo 2", "output": null, "right": false, "fault": { "kind": "empty" } },
        ]);
        let pair = json!({ "input": ["3"], "output": ["12"] });
        let task = json!({
            "task": "<t>", "data": "set", "best": 5, "perfect": 2000, "programs": [{ "from": "layers" }],
            "demo": [pair, pair], "test": [{ "input": ["4"], "output": null }],
            "outputs": [{ "short": "abc", "samples": samples }],
        });
        let svg = figure(&task).svg();
        for said in [
            "task &lt;t&gt;",
            "2 cells differ",
            "fails: empty",
            "test 1",
            "program abc (from: layers)",
        ] {
            assert!(svg.contains(said), "{said}: {svg}");
        }
        assert_eq!(svg.matches("stroke=\"#000000\"").count(), 2, "two cells are marked");
        assert!(figure(&json!({ "task": "t", "remark": "no data" })).svg().contains("no data"));
    }
}
