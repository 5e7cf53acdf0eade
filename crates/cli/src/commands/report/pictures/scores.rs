//! The curves of a run.

use serde_json::Value;

use super::{MARGIN, WIDTH, heading, number, numbers, text};
use crate::render::chart::Chart;
use crate::render::figure::{BLUE, Figure, GOOD, SOFT, Size};

const HEIGHT: usize = 250;
const GAP: usize = 20;

/// Tasks that programs fit and mean score over search time.
pub fn figure(overview: &Value) -> Figure {
    let run = &overview["run"];
    let store = text(&overview["store"]["name"]);
    if run.is_null() {
        let said = Figure::text("this store has no run of a search", Size::Small, SOFT);
        return heading(store, "scores over time").above(GAP, said).padded(MARGIN);
    }
    let series = &run["series"];
    let seconds = numbers(&series["seconds"]);
    let (unit, size) = unit(seconds.last().copied().unwrap_or(0.0));
    let times: Vec<f64> = seconds.iter().map(|second| second / size).collect();
    let (fits, scores) = (numbers(&series["fits_demos"]), numbers(&series["score_percent"]));
    let curve = |title: String, y: &[f64], ink| {
        let along = format!("search time, {unit}");
        Chart { title, along, x: &times, y, ink }.figure(WIDTH - 2 * MARGIN, HEIGHT)
    };
    let tasks = number(&run["tasks"]);
    head(store, run)
        .above(GAP, curve(format!("tasks whose demos are fitted, of {tasks}"), &fits, GOOD))
        .above(GAP, curve("mean score, % of all points".into(), &scores, BLUE))
        .padded(MARGIN)
}

fn head(store: &str, run: &Value) -> Figure {
    let (id, seed) = (number(&run["id"]), text(&run["seed"]));
    let (fits, tasks) = (number(&run["fits_demos"]), number(&run["tasks"]));
    let score = run["score_percent"].as_f64().unwrap_or(0.0);
    heading(
        &format!("{store}, run {id}"),
        &format!(
            "data {}, seed {seed}: {fits} of {tasks} tasks fitted, mean score {score:.1} %",
            text(&run["data"])
        ),
    )
}

/// Seconds, minutes or hours, and how many seconds they have.
fn unit(longest: f64) -> (&'static str, f64) {
    match longest {
        l if l < 300.0 => ("seconds", 1.0),
        l if l < 4.0 * 3600.0 => ("minutes", 60.0),
        _ => ("hours", 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn axes_have_units() {
        let series = json!({ "seconds": [0, 600, 1200], "fits_demos": [0, 3, 4], "score_percent": [5.5, 7, 7.25] });
        let run = json!({ "id": 2, "tasks": 10, "fits_demos": 4, "data": "set", "series": series });
        let svg = figure(&json!({ "store": { "name": "a.db" }, "run": run })).svg();
        for said in [
            "search time, minutes",
            "tasks whose demos are fitted, of 10",
            "mean score, %",
            ">20<",
            "a.db, run 2",
        ] {
            assert!(svg.contains(said), "{said}: {svg}");
        }
        assert_eq!(svg.matches("<polyline").count(), 2);
        let none = figure(&json!({ "store": { "name": "a.db" }, "run": null }));
        assert!(none.svg().contains("no run of a search"));
    }
}
