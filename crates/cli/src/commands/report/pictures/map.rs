//! All tasks: grey to solved.

use serde_json::Value;

use super::{MARGIN, WIDTH, heading, list, number, text};
use crate::output::plural;
use crate::render::Rgb;
use crate::render::figure::{Figure, GOOD, INK, SOFT, Shape, Size, rows_of};

/// With more tasks than this they have no names.
const NAMED: usize = 80;
const ROOM: usize = WIDTH - 2 * MARGIN;
/// Light to dark: the share of points.
const LIGHT: Rgb = [0xEA, 0xEE, 0xF2];
const DARK: Rgb = [0x6E, 0x77, 0x81];

/// One tile per task of the run, or of the store if there is no run.
pub fn figure(overview: &Value) -> Figure {
    let map = &overview["map"];
    let tiles: Vec<Tile> = list(&map["task"]).iter().enumerate().map(|t| tile(map, t)).collect();
    let drawn = if tiles.len() <= NAMED { named(&tiles) } else { squares(&tiles) };
    let more = number(&overview["map_more"]);
    let more = (more > 0).then(|| {
        Figure::text(&format!("{} not drawn", plural(more, "more task")), Size::Small, SOFT)
    });
    let sheet = head(overview, &tiles).above(16, legend()).above(20, drawn);
    more.into_iter().fold(sheet, |sheet, more| sheet.above(12, more)).padded(MARGIN)
}

struct Tile<'v> {
    task: &'v str,
    fill: Rgb,
    solved: bool,
}

fn tile<'v>(map: &'v Value, (at, task): (usize, &'v Value)) -> Tile<'v> {
    let value = |of: &str| number(&map[of][at]);
    let solved = value("solved") > 0;
    let share = value("best") as f64 / value("perfect").max(1) as f64;
    let fill = if solved { GOOD } else { shade(share) };
    Tile { task: text(task), fill, solved }
}

/// In steps of 5 %, so that a picture has few colours.
fn shade(share: f64) -> Rgb {
    let part = (share.clamp(0.0, 1.0) * 20.0).floor() / 20.0;
    let mixed = |at: usize| {
        (f64::from(LIGHT[at]) + part * (f64::from(DARK[at]) - f64::from(LIGHT[at]))) as u8
    };
    [mixed(0), mixed(1), mixed(2)]
}

fn head(overview: &Value, tiles: &[Tile]) -> Figure {
    let solved = tiles.iter().filter(|tile| tile.solved).count();
    let name = text(&overview["store"]["name"]);
    let title = match overview["run"]["id"].as_u64() {
        Some(run) => format!("{name}, run {run}"),
        None => name.to_string(),
    };
    let tasks = plural(tiles.len() as u64, "task");
    heading(&title, &format!("{tasks}, {solved} of them solved"))
}

/// What the colours mean.
fn legend() -> Figure {
    let label = |text: &str| Figure::text(text, Size::Small, SOFT);
    let ramp = (0..=19).map(|at| Figure::rect(6, 12, shade(f64::from(at) / 20.0)));
    let ramp = ramp.fold(Figure::default(), |all, one| all.beside(0, one));
    label("0 %")
        .beside(8, ramp)
        .beside(8, label("100 % of the points"))
        .beside(28, Figure::rect(24, 12, GOOD))
        .beside(8, label("solved"))
}

/// Tiles with the ids of tasks.
fn named(tiles: &[Tile]) -> Figure {
    let longest = tiles.iter().map(|tile| tile.task.chars().count()).max().unwrap_or(0).min(24);
    let width = longest * Size::Small.advance() + 12;
    let one = |tile: &Tile| {
        let name: String = tile.task.chars().take(longest).collect();
        let ink = if tile.solved || is_dark(tile.fill) { [0xFF; 3] } else { INK };
        Figure::rect(width, 28, tile.fill).with(6, 8, Figure::text(&name, Size::Small, ink))
    };
    let rows = rows_of(tiles.iter().map(one).collect(), 6, ROOM);
    rows.into_iter().fold(Figure::blank(ROOM, 0), |all, row| all.above(6, row))
}

fn is_dark(fill: Rgb) -> bool {
    fill.iter().map(|part| u32::from(*part)).sum::<u32>() < 3 * 150
}

/// Squares, the smaller the more there are.
fn squares(tiles: &[Tile]) -> Figure {
    let side = ((ROOM * ROOM * 2 / 3 / tiles.len()).isqrt()).clamp(4, 24);
    let across = ROOM / side;
    let height = tiles.len().div_ceil(across) * side;
    let mut figure = Figure::blank(ROOM, height);
    let gap = if side > 8 { 2 } else { 1 };
    for (at, tile) in tiles.iter().enumerate() {
        let (x, y) = (at % across * side, at / across * side);
        let size = side - gap;
        figure.put(x, y, Shape::Rect { width: size, height: size, fill: tile.fill });
    }
    figure
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn map(count: usize) -> Figure {
        let ids: Vec<String> = (0..count).map(|at| format!("{at:08x}")).collect();
        let (ones, best) = (vec![1000; count], (0..count as u64).collect::<Vec<_>>());
        let map = json!({ "task": ids, "best": best, "perfect": ones, "solved": [1, 0], "programs": ones });
        figure(
            &json!({ "store": { "name": "a.db" }, "run": { "id": 3 }, "map": map, "map_more": 7 }),
        )
    }

    #[test]
    fn few_tasks_have_names_and_many_have_not() {
        let svg = map(10).svg();
        assert!(svg.contains("00000009") && svg.contains("a.db, run 3"));
        assert!(
            svg.contains("10 tasks, 1 of them solved") && svg.contains("7 more tasks not drawn")
        );
        assert!(!map(400).svg().contains("00000009"));
        for count in [0, 1, 80, 81, 400, 40_000] {
            assert!(map(count).width <= WIDTH, "{count}");
        }
    }
}
