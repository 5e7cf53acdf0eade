//! Where the work is: the functions and lines of the source that take most instructions, or move most bytes that nobody asked for.

use std::fmt::Write;

use serde_json::Value;

/// What a place does, in instructions of warps, sectors and bytes used of global memory, sectors of local memory, sectors that memory behind the
/// caches moves.
type Work = [f64; 5];

/// Lines of each table.
const MOST: usize = 20;

/// By what places are ordered.
type Order = fn(&Work) -> f64;

/// Three ways to be the worst.
const ORDERS: [(&str, Order); 3] = [
    ("most instructions", |w| w[0]),
    ("most bytes moved for nothing", |w| 32.0 * w[1] - w[2]),
    ("most bytes from behind the caches", |w| w[4]),
];

/// Tables for a line of the simulator's report. Lines of `source` are there if the PTX names them.
pub fn tables(report: &str, source: &str) -> Result<String, String> {
    let json: Value = serde_json::from_str(report).map_err(|e| e.to_string())?;
    let rows = |name: &str| json[name].as_array().cloned().unwrap_or_default();
    let functions: Vec<_> = rows("functions").iter().map(function).collect();
    let texts: Vec<&str> = source.lines().collect();
    let lines: Vec<_> = rows("lines").iter().map(|row| line(row, &texts)).collect();
    let mut text = String::new();
    for (what, places) in [("functions", functions), ("lines", lines)] {
        for (how, by) in ORDERS {
            let _ = writeln!(text, "\n{what} with {how}, in percent:");
            text += &table(&places, by);
        }
    }
    Ok(text)
}

fn function(row: &Value) -> (String, Work) {
    let number = |v: &Value| v.as_f64().unwrap_or(0.0);
    let (global, local) = (&row["global"], &row["local"]);
    let name = row["name"].as_str().unwrap_or_default().to_string();
    let memory = number(&global["memory_sectors"]) + number(&local["memory_sectors"]);
    let [instructions, sectors, used, local] =
        [&row["warp_instructions"], &global["sectors"], &global["bytes_used"], &local["sectors"]]
            .map(number);
    (name, [instructions, sectors, used, local, memory])
}

fn line(row: &Value, source: &[&str]) -> (String, Work) {
    let number = |i: usize| row[i].as_f64().unwrap_or(0.0);
    let at = number(0) as usize;
    let text = source.get(at.wrapping_sub(1)).map_or("", |text| text.trim());
    (format!("{at}: {}", text.chars().take(100).collect::<String>()), [1, 2, 3, 4, 5].map(number))
}

fn table(places: &[(String, Work)], by: Order) -> String {
    let mut sorted: Vec<_> = places.iter().collect();
    sorted.sort_by(|a, b| by(&b.1).total_cmp(&by(&a.1)));
    let mut all = [0.0; 5];
    places.iter().for_each(|(_, w)| (0..5).for_each(|i| all[i] += w[i]));
    let mut text = "  instructions  sectors  wasted  used  local  memory\n".to_string();
    for (name, w) in sorted.iter().take(MOST) {
        let wasted = (32.0 * w[1] - w[2]) / (32.0 * all[1] - all[2]);
        let parts = [
            w[0] / all[0],
            w[1] / all[1],
            wasted,
            w[2] / (32.0 * w[1]),
            w[3] / all[3],
            w[4] / all[4],
        ];
        let [instructions, sectors, wasted, used, local, memory] =
            parts.map(|p| 100.0 * if p.is_nan() { 0.0 } else { p });
        let _ = writeln!(
            text,
            "  {instructions:12.2} {sectors:8.2} {wasted:7.2} {used:5.1} {local:6.2} {memory:7.2}  {name}"
        );
    }
    text
}
