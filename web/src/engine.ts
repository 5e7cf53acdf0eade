/** The engine: where a run's time went, what was shared, what ran on the device. */

import { Devices, Engine, OpUse } from "./answers";
import { Child, h } from "./dom";
import { bytes, count, counted, duration, percent, share } from "./format";
import { errorBars, Fact, facts, section } from "./parts";
import { paths } from "./paths";
import { bar, table } from "./table";
import { View } from "./view";

export const engine: View<Engine> = {
  load: ({ route, get }) => get(paths.engine(route.store, route.run as number | null)),
  title: () => "Engine",
  show(answer) {
    return [
      h(
        "header",
        { class: "head" },
        h("h1", { tabindex: -1 }, "Engine"),
        h(
          "p",
          { class: "quiet" },
          answer.run
            ? `run ${answer.run.id}: ${answer.run.data}, seed ${answer.run.seed}`
            : "No run is recorded in this store.",
        ),
      ),
      numbers(answer),
      section("ops", "Operations", ops(answer.ops)),
      h(
        "div",
        { class: "columns" },
        section("devices", "CPU and GPU", devices(answer)),
        section("patterns", "Batch patterns", patterns(answer)),
      ),
      h(
        "div",
        { class: "columns" },
        section("operators", "Mutation operators", operators(answer)),
        section("errors", "Errors", errorBars(answer.errors, null)),
      ),
    ];
  },
};

function numbers(e: Engine): Child {
  const d = e.devices;
  const calls = e.ops.reduce((sum, op) => sum + op.calls, 0);
  const list: Fact[] = [
    ["Search time", duration(e.seconds)],
    ["Steps computed", counted(e.steps_run, "step")],
    ["Steps shared", percent(e.shared_percent), `${counted(e.steps_known, "step")} known from before`],
    ["Calls of operations", counted(calls, "call"), counted(e.ops.length, "operation")],
    ["Values, high-water mark", e.values_high_bytes === null ? "not recorded" : bytes(e.values_high_bytes)],
    d && ["On the GPU", share(d.gpu_ops, d.gpu_ops + d.cpu_ops), "of steps"],
  ];
  return facts(list, "strip");
}

function ops(list: OpUse[]): Child {
  if (list.length === 0) return h("p", { class: "quiet" }, "No operations are recorded for this run.");
  const most = (pick: (op: OpUse) => number) => list.reduce((m, op) => Math.max(m, pick(op)), 0);
  const [calls, seconds] = [most((op) => op.calls), most((op) => op.seconds)];
  return table(
    "ops",
    "Operations by time and by calls",
    [
      { title: "operation", head: true, by: (op) => op.name, cell: (op) => h("code", null, op.name) },
      { title: "dialect", by: (op) => op.dialect, cell: (op) => op.dialect },
      { title: "time", number: true, by: (op) => op.seconds, cell: (op) => duration(op.seconds) },
      { title: "of all time", number: true, by: (op) => op.seconds_percent, cell: (op) => percent(op.seconds_percent) },
      { title: "", cell: (op) => bar(op.seconds, seconds) },
      { title: "calls", number: true, by: (op) => op.calls, cell: (op) => count(op.calls) },
      { title: "of all calls", number: true, by: (op) => op.calls_percent, cell: (op) => percent(op.calls_percent) },
      { title: "", cell: (op) => bar(op.calls, calls, "second") },
      {
        title: "per call",
        number: true,
        by: (op) => op.seconds / Math.max(1, op.calls),
        cell: (op) => duration(op.calls ? op.seconds / op.calls : 0),
      },
    ],
    list,
    20,
  );
}

function devices(e: Engine): Child {
  const falls =
    e.fallbacks.length > 0 &&
    table(
      "fallbacks",
      "Why steps were left to the CPU",
      [
        { title: "reason", head: true, by: (f) => f.reason, cell: (f) => f.reason },
        { title: "times", number: true, by: (f) => f.count, cell: (f) => count(f.count) },
        {
          title: "",
          cell: (f) =>
            bar(
              f.count,
              e.fallbacks.reduce((m, x) => Math.max(m, x.count), 0),
            ),
        },
      ],
      e.fallbacks,
    );
  return e.devices
    ? [split(e.devices), facts(deviceNumbers(e.devices)), falls]
    : [h("p", { class: "quiet" }, "No device took part: all steps ran on the CPU."), falls];
}

function split(d: Devices): Child {
  const all = d.gpu_ops + d.cpu_ops;
  return h(
    "p",
    { class: "split" },
    bar(d.gpu_ops, all, "wide"),
    ` GPU ${share(d.gpu_ops, all)}, CPU ${share(d.cpu_ops, all)} of steps`,
  );
}

function deviceNumbers(d: Devices): Fact[] {
  return [
    ["GPU steps", counted(d.gpu_ops, "step")],
    ["CPU steps", counted(d.cpu_ops, "step")],
    ["Coverage", percent(d.coverage_percent), "of steps have a kernel"],
    ["Launches", counted(d.launches, "launch", "launches")],
    ["Device time", duration(d.device_seconds)],
    ["To the device", bytes(d.bytes_up), counted(d.transfers_up, "transfer")],
    ["From the device", bytes(d.bytes_down), counted(d.transfers_down, "transfer")],
    ["Memory, high-water mark", bytes(d.memory_high_bytes)],
  ];
}

function patterns(e: Engine): Child {
  if (e.patterns.length === 0) return h("p", { class: "quiet" }, "No batch patterns are recorded.");
  const most = e.patterns.reduce((m, p) => Math.max(m, p.seconds), 0);
  return table(
    "patterns",
    "Time by batch pattern",
    [
      { title: "pattern", head: true, by: (p) => p.name, cell: (p) => p.name },
      { title: "time", number: true, by: (p) => p.seconds, cell: (p) => duration(p.seconds) },
      { title: "calls", number: true, by: (p) => p.calls, cell: (p) => count(p.calls) },
      { title: "", cell: (p) => bar(p.seconds, most) },
    ],
    e.patterns,
  );
}

function operators(e: Engine): Child {
  if (e.operators.length === 0) return h("p", { class: "quiet" }, "No edits are recorded.");
  const most = e.operators.reduce((m, o) => Math.max(m, o.count), 0);
  return table(
    "operators",
    "Edits of candidates by operator",
    [
      { title: "operator", head: true, by: (o) => o.name, cell: (o) => o.name },
      { title: "edits", number: true, by: (o) => o.count, cell: (o) => count(o.count) },
      { title: "", cell: (o) => bar(o.count, most) },
    ],
    e.operators,
  );
}
