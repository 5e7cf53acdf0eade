//! `batt devices --ops`: what a step of each op takes, and where it should go.

use gpu::ops::{OpCost, OpCosts, priority};
use lang::Kernel;
use serde_json::{Value, json};

/// A table, the ops first that devices were made for, then by what the device saves.
pub fn table(costs: &OpCosts, threads: usize) -> Vec<Vec<String>> {
    let mut rows: Vec<(Kernel, OpCost)> = costs.measured().collect();
    rows.sort_by(|(a, x), (b, y)| {
        let gain = |cost: &OpCost| cost.cpu / cost.device;
        priority(*a).cmp(&priority(*b)).then(gain(y).total_cmp(&gain(x)))
    });
    let row = |(kernel, cost): &(Kernel, OpCost)| {
        let place = if cost.pays(priority(*kernel), threads) { "device" } else { "cpu" };
        vec![
            kernel.name().to_string(),
            class(*kernel).to_string(),
            priority(*kernel).to_string(),
            format!("{:.0} ns", 1e9 * cost.device),
            format!("{:.0} ns", 1e9 * cost.cpu),
            place.to_string(),
        ]
    };
    let head = ["op", "class", "priority", "device", "cpu thread", "counts for"];
    [head.map(String::from).to_vec()].into_iter().chain(rows.iter().map(row)).collect()
}

/// The same for machines, in the order of the op table.
pub fn json(costs: &OpCosts, threads: usize) -> Value {
    let row = |(kernel, cost): (Kernel, OpCost)| {
        json!({
            "op": kernel.name(),
            "class": class(kernel),
            "priority": priority(kernel),
            "device_seconds": cost.device,
            "cpu_seconds": cost.cpu,
            "on_device": cost.pays(priority(kernel), threads),
        })
    };
    costs.measured().map(row).collect()
}

/// How devices run an op, in a word or two.
fn class(kernel: Kernel) -> &'static str {
    kernel.info().gpu.doc().split(':').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ops_are_sorted_by_priority_and_gain() {
        let cost = |device, cpu| OpCost { device, cpu };
        let costs = [
            (Kernel::Add, cost(1e-7, 1e-7)),
            (Kernel::Hmirror, cost(1e-7, 4e-7)),
            (Kernel::Objects, cost(1.5e-6, 2e-6)),
        ];
        let costs = OpCosts::new(costs.into());
        let rows: Vec<String> = table(&costs, 2).iter().map(|row| row.join(" ")).collect();
        assert_eq!(
            rows,
            [
                "op class priority device cpu thread counts for",
                "objects components 1 1500 ns 2000 ns device",
                "hmirror grid map 4 100 ns 400 ns device",
                "add scalar 4 100 ns 100 ns cpu",
            ]
        );
        assert_eq!(json(&costs, 2)[0]["op"], "add");
        assert_eq!(OpCosts::read(&costs.json()), Some(costs));
    }
}
