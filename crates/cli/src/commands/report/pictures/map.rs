//! All tasks, from grey to green.

use serde_json::Value;

use super::{MARGIN, WIDTH, heading, list, number, text};
use crate::output::plural;
use crate::render::Rgb;
use crate::render::figure::{Figure, INK, SOFT, Size, rows_of};

/// With more tasks than this they have no names.
const NAMED: usize = 80;
const ROOM: usize = WIDTH - 2 * MARGIN;
/// The colours of the dashboard's map, in its light theme.
const NONE: Rgb = [0xD9, 0xDC, 0xE0];
const LOW: Rgb = [0x8D, 0xB8, 0xE6];
const HIGH: Rgb = [0x2F, 0x78, 0xC4];
const FITS: Rgb = [0x17, 0x81, 0x3F];
/// Points from which a task counts as nearly fitted, in percent.
const NEARLY: u64 = 80;

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

/// A task: as far as it has points its tile is filled, from below.
struct Tile<'v> {
    task: &'v str,
    /// Points of the best program, in percent.
    percent: u64,
    fits: bool,
}

fn tile<'v>(map: &'v Value, (at, task): (usize, &'v Value)) -> Tile<'v> {
    let value = |of: &str| number(&map[of][at]);
    let percent = (value("best") * 100 / value("perfect").max(1)).min(100);
    Tile { task: text(task), percent, fits: value("fits_demos") > 0 }
}

impl Tile<'_> {
    fn ink(&self) -> Rgb {
        match self {
            Tile { fits: true, .. } => FITS,
            tile if tile.percent >= NEARLY => HIGH,
            _ => LOW,
        }
    }

    fn figure(&self, width: usize, height: usize) -> Figure {
        let full = if self.fits { 100 } else { self.percent as usize };
        let tall = height * full / 100;
        let filled = Figure::rect(width, tall, self.ink());
        Figure::rect(width, height, NONE).with(0, height - tall, filled)
    }
}

fn head(overview: &Value, tiles: &[Tile]) -> Figure {
    let fits = tiles.iter().filter(|tile| tile.fits).count();
    let name = text(&overview["store"]["name"]);
    let title = match overview["run"]["id"].as_u64() {
        Some(run) => format!("{name}, run {run}"),
        None => name.to_string(),
    };
    let tasks = plural(tiles.len() as u64, "task");
    heading(&title, &format!("{tasks}, {fits} of them fitted"))
}

/// What the colours mean, in the words of the dashboard.
fn legend() -> Figure {
    let key = |percent, fits, said: &str| {
        let figure = Tile { task: "", percent, fits }.figure(14, 14);
        figure.beside(6, Figure::text(said, Size::Small, SOFT))
    };
    key(0, false, "nothing kept")
        .beside(20, key(50, false, "some of the points"))
        .beside(20, key(NEARLY, false, "80 % or more"))
        .beside(20, key(100, true, "fits the demos"))
}

/// Tiles with the ids of tasks.
fn named(tiles: &[Tile]) -> Figure {
    let longest = tiles.iter().map(|tile| tile.task.chars().count()).max().unwrap_or(0).min(24);
    let width = longest * Size::Small.advance() + 12;
    let one = |tile: &Tile| {
        let name: String = tile.task.chars().take(longest).collect();
        let ink = if tile.ink() == LOW { INK } else { [0xFF; 3] };
        tile.figure(width, 28).with(6, 8, Figure::text(&name, Size::Small, ink))
    };
    let rows = rows_of(tiles.iter().map(one).collect(), 6, ROOM);
    rows.into_iter().fold(Figure::blank(ROOM, 0), |all, row| all.above(6, row))
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
        figure = figure.with(x, y, tile.figure(size, size));
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
        let map = json!({ "task": ids, "best": best, "perfect": ones, "fits_demos": [1, 0], "programs": ones });
        figure(
            &json!({ "store": { "name": "a.db" }, "run": { "id": 3 }, "map": map, "map_more": 7 }),
        )
    }

    #[test]
    fn few_tasks_have_names_and_many_have_not() {
        let svg = map(10).svg();
        assert!(svg.contains("00000009") && svg.contains("a.db, run 3"));
        assert!(
            svg.contains("10 tasks, 1 of them fitted") && svg.contains("7 more tasks not drawn")
        );
        assert!(!map(400).svg().contains("00000009"));
        for count in [0, 1, 80, 81, 400, 40_000] {
            assert!(map(count).width <= WIDTH, "{count}");
        }
    }

    #[test]
    fn colours_are_those_of_the_page() {
        let css = include_str!("../../../../../../web/dist/app.css");
        for (name, [r, g, b]) in [("none", NONE), ("low", LOW), ("high", HIGH), ("fits", FITS)] {
            let rule = format!(".shade-{name}{{background:light-dark(#{r:02x}{g:02x}{b:02x},");
            assert!(css.contains(&rule), "{rule}");
        }
    }

    #[test]
    fn tiles_are_filled_as_far_as_there_are_points() {
        let filled = |percent, fits| {
            let tile = Tile { task: "", percent, fits };
            (tile.ink(), tile.figure(10, 10).svg().matches("<rect").count())
        };
        assert_eq!((filled(79, false).0, filled(80, false).0), (LOW, HIGH));
        assert_eq!(filled(0, true).0, FITS);
        let svg = Tile { task: "", percent: 30, fits: false }.figure(10, 10).svg();
        assert!(svg.contains(r#"y="7""#) && svg.contains(r#"height="3""#), "{svg}");
    }
}
