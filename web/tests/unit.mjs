// Modules that need no browser: numbers, addresses, axes, pictures, reports.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { load } from "./load.mjs";

const format = await load("format");
const routes = await load("routes");
const { paths } = await load("paths");
const ticks = await load("ticks");
const grid = await load("grid");
const drawn = await load("drawn");
const source = await load("source");
const taskmap = await load("taskmap");
const trace = await load("trace");
const table = await load("table");
const chart = await load("chart");
const compare = await load("compare");
const live = await load("live");

const each = (call, cases) =>
  cases.forEach(([input, expected]) => assert.equal(call(input), expected, `${call.name} ${input}`));

describe("numbers", () => {
  test("counts are grouped", () => {
    each(format.count, [
      [0, "0"],
      [999, "999"],
      [1000, "1,000"],
      [1234567, "1,234,567"],
      [-1234, "\u22121,234"],
      [1e15, "1,000,000,000,000,000"],
      [-0.2, "0"],
    ]);
    assert.equal(format.counted(1, "task"), "1 task");
    assert.equal(format.counted(0, "task"), "0 tasks");
    assert.equal(format.counted(2000, "launch", "launches"), "2,000 launches");
    assert.equal(format.points(2400, 3000), "2,400 of 3,000 points");
  });
  test("numbers keep the digits that matter", () => {
    each(format.rounded, [
      [0, "0"],
      [1.5, "1.5"],
      [12.34, "12.3"],
      [123.4, "123"],
      [0.1234, "0.123"],
      [0.00004, "0"],
      [1234.5, "1,235"],
      [-2.5, "\u22122.5"],
      [NaN, "\u2013"],
    ]);
    each(format.percent, [
      [0, "0 %"],
      [41.23, "41.2 %"],
      [100, "100 %"],
      [-1.5, "\u22121.5 %"],
    ]);
    assert.equal(format.share(1, 0), "0 %");
    each(format.short, [
      [0, "0"],
      [1500, "1,500"],
      [15000, "15 k"],
      [1500000, "1.5 M"],
      [2e9, "2 G"],
    ]);
    assert.equal(format.signed(5, format.count), "+5");
    assert.equal(format.signed(-5, format.count), "\u22125");
  });
  test("times have at most two units", () => {
    each(format.duration, [
      [0, "0 s"],
      [0.0000021, "2.1 \u00b5s"],
      [0.35, "350 ms"],
      [0.9999, "1 s"],
      [3.21, "3.2 s"],
      [9.96, "10 s"],
      [42, "42 s"],
      [59.7, "1 min"],
      [125, "2 min 5 s"],
      [3599.6, "1 h"],
      [7500, "2 h 5 min"],
      [86399, "1 d"],
      [100000, "1 d 4 h"],
      [-125, "\u22122 min 5 s"],
      [Infinity, "\u2013"],
    ]);
  });
  test("bytes have units of a thousand", () => {
    each(format.bytes, [
      [0, "0 bytes"],
      [1, "1 byte"],
      [999, "999 bytes"],
      [999.6, "1 kB"],
      [1234, "1.23 kB"],
      [45678901, "45.7 MB"],
      [2e9, "2 GB"],
      [3e15, "3,000 TB"],
    ]);
  });
});

describe("addresses", () => {
  test("links are read as they are written", () => {
    for (const link of [
      "#/",
      "#/?store=1&run=3",
      "#/?run=-",
      "#/task/t?run=-",
      "#/?from=layers%2C%20colours",
      "#/?from=%22%3E%3Cimg%3E%26from%3D%23%3F%25&store=1",
      "#/task/007bbfb7",
      "#/task/a%2Fb%20%3Cc%3E?store=1",
      "#/program/00ff?task=t%26u&sample=2&step=3&run=1",
      "#/program/00ff?task=t&step=3&all=1",
      "#/engine?run=2",
      "#/compare?a=0:1&b=1:-",
    ]) {
      assert.equal(routes.link(routes.parse(link)), link);
    }
  });
  test("what cannot be read is the overview, or left out", () => {
    for (const hash of ["", "#", "#/nowhere", "#/task", "#/task/", "#//"])
      assert.equal(routes.parse(hash).name, "overview", hash);
    assert.equal(routes.parse("#/task/%E0%A4").id, "%E0%A4");
    const odd = routes.parse("#/compare?a=javascript:1&b=0:x&store=-1&run=1e9");
    assert.deepEqual([odd.a, odd.b, odd.store, odd.run], [null, null, 0, null]);
    assert.equal(routes.parse("#/engine?run=-").run, null);
    assert.equal(routes.parse("#/?from=").from, null);
    assert.equal(routes.parse("#/?from=%E0%A4").from, "\ufffd");
    assert.equal(routes.link(routes.route("task", { id: "t", from: "layers" })), "#/task/t", "only maps have it");
  });
  test("answers are asked for in the one form", () => {
    assert.equal(paths.overview(0, null), "/api/0/overview");
    assert.equal(paths.overview(0, "-"), "/api/0/overview?run=-");
    assert.equal(paths.engine(1, 12), "/api/1/engine?run=12");
    assert.equal(paths.task(0, "a/b <c>", true), "/api/0/task/a%2Fb%20%3Cc%3E?test=1");
    for (const [name, part] of [
      [".", "~."],
      ["..", "~.."],
      ["~.", "~~."],
      ["~~..", "~~~.."],
      ["...", "..."],
      ["~a.", "~a."],
    ]) {
      assert.equal(paths.task(0, name, false), `/api/0/task/${part}`);
      assert.equal(new URL(paths.task(0, name, false), "http://host/").pathname, `/api/0/task/${part}`);
    }
    assert.equal(paths.trace(0, "00ff", "t", 0, false), "/api/0/trace/00ff?task=t");
    assert.equal(paths.trace(0, "00ff", "t&u", 2, true), "/api/0/trace/00ff?task=t%26u&sample=2&test=1");
    assert.equal(paths.compare("0:1", "1:-"), "/api/compare?a=0%3A1&b=1%3A-");
  });
});

describe("axes", () => {
  test("steps are round", () => {
    each(ticks.niceStep, [
      [0.03, 0.05],
      [1, 1],
      [1.1, 2],
      [6, 10],
      [250, 500],
      [0, 1],
      [NaN, 1],
      [Infinity, 1],
    ]);
  });
  test("value axes reach the highest value, and count whole things in whole steps", () => {
    assert.deepEqual(ticks.ticks(3, 4, true), [0, 1, 2, 3]);
    assert.deepEqual(ticks.ticks(0, 4, true), [0, 1]);
    assert.deepEqual(ticks.ticks(93.2, 4, false), [0, 50, 100]);
    assert.deepEqual(ticks.ticks(0.3, 4, false), [0, 0.1, 0.2, 0.3]);
    for (const max of [1e-9, 0.7, 9, 123, 4e6, 1e300]) {
      const marks = ticks.ticks(max, 4, false);
      assert.ok(marks.at(-1) >= max && marks.length >= 2 && marks.length <= 7, `${max}: ${marks}`);
    }
  });
  test("time axes use what clocks use, and end with the data", () => {
    assert.deepEqual(ticks.timeTicks(100, 5), [0, 30, 60, 90]);
    assert.deepEqual(ticks.timeTicks(7200, 4), [0, 1800, 3600, 5400, 7200]);
    assert.deepEqual(ticks.timeTicks(0.5, 5), [0, 0.1, 0.2, 0.3, 0.4, 0.5]);
    for (const max of [0, 1e-6, 59, 90000, 1e9, Infinity]) assert.ok(ticks.timeTicks(max, 5).length <= 100);
  });
});

describe("pictures", () => {
  test("runs of one colour are one rectangle each", () => {
    assert.equal(grid.runs(["110", "011"], "1"), "M0 0h2v1h-2zM1 1h2v1h-2z");
    assert.equal(grid.runs(["00"], "1"), "");
  });
  test("differing cells are found where the shapes agree", () => {
    assert.deepEqual(grid.differing(["12", "34"], ["12", "35"]), { path: "M1 1h1M1 2h1M1 1v1M2 1v1", count: 1 });
    assert.equal(grid.differing(["12"], ["1"]), null);
    assert.equal(grid.differing(["1"], ["1", "1"]), null);
  });
  test("borders run around groups, not through them", () => {
    const rows = [".1.", "11."];
    const path = grid.border(rows, (y, x) => rows[y][x] !== ".");
    assert.equal(path.match(/M/g).length, 8);
    assert.ok(!path.includes("M1 1v1"));
  });
  test("grids are said in words, small ones row by row", () => {
    assert.equal(grid.spoken(["000", "020", "000"]), "grid 3 x 3, colours 0, 2; rows 000 020 000");
    assert.equal(grid.spoken(Array(10).fill("1".repeat(10))), "grid 10 x 10, colours 1");
    assert.equal(grid.spoken([]), "grid 0 x 0");
  });
  test("cells are whole pixels", () => {
    assert.deepEqual(
      [
        grid.cellSize(3, 3, 150),
        grid.cellSize(30, 30, 150),
        grid.cellSize(1, 1, 10000),
        grid.cellSize(60, 10, 60),
        grid.cellSize(0, 0, 100),
      ],
      [28, 5, 28, 2, 28],
    );
  });
  test("patches lie in their place, and widen the frame where they leave it", () => {
    const patches = [
      { rows: ["3.", "33"], top: 1, left: -1 },
      { rows: ["#"], top: 0, left: 3 },
    ];
    const box = drawn.around(patches, { height: 2, width: 3 });
    assert.deepEqual(box, { top: 0, left: -1, height: 3, width: 5 });
    assert.deepEqual(drawn.laid(patches, box), ["....#", "3....", "33..."]);
  });
  test("patches far away do not make huge pictures", () => {
    const box = drawn.around([{ rows: ["1"], top: 1e9, left: -1e9 }], { height: 3, width: 3 });
    assert.ok(box.height <= 120 && box.width <= 120);
    assert.equal(
      drawn
        .laid([{ rows: ["1"], top: 1e9, left: -1e9 }], box)
        .join("")
        .includes("1"),
      false,
    );
  });
  test("only grids have rows to compare", () => {
    assert.deepEqual(drawn.gridOf({ kind: "grid", about: "", picture: { rows: ["1"], top: 0, left: 0 } }), ["1"]);
    assert.equal(drawn.gridOf({ kind: "object", about: "", picture: { rows: ["1"], top: 0, left: 0 } }), null);
    assert.equal(drawn.gridOf(null), null);
  });
});

describe("the map of tasks", () => {
  const map = {
    task: ["007bbfb7", "00d62c1b", "a<b>"],
    best: [2400, 0, 3000],
    perfect: [3000, 5000, 3000],
    fits_demos: [0, 0, 1],
    programs: [4, 0, 2],
    from: [2, 0, 1],
  };
  const finders = [
    { name: "layers", tasks: 1, fits_demos: 1 },
    { name: "file", tasks: 1, fits_demos: 0 },
  ];
  test("tasks are said in words", () => {
    assert.equal(taskmap.said(map, 0), "task 007bbfb7, 2,400 of 3,000 points, nothing fits yet");
    assert.equal(taskmap.said(map, 1), "task 00d62c1b, 0 of 5,000 points, nothing kept yet");
    assert.equal(taskmap.said(map, 2), "task a<b>, 3,000 of 3,000 points, fits the demos");
    assert.equal(
      taskmap.said(map, 2, finders),
      "task a<b>, 3,000 of 3,000 points, fits the demos, best program found by layers",
    );
    assert.match(taskmap.said(map, 0, finders), /, nothing fits yet, best program from a file$/);
    assert.match(taskmap.said(map, 1, finders), /, nothing kept yet$/);
    const unknown = { ...map, perfect: [0, 0, 0], from: [] };
    assert.equal(taskmap.said(unknown, 1, finders), "task 00d62c1b, nothing kept yet");
  });
  test("keys move within the map", () => {
    const go = (key, at) => taskmap.moved(key, at, 4, 10);
    assert.deepEqual(
      [
        go("ArrowRight", 9),
        go("ArrowLeft", 0),
        go("ArrowDown", 5),
        go("ArrowDown", 7),
        go("ArrowUp", 5),
        go("Home", 5),
        go("End", 5),
        go("PageDown", 0),
        go("x", 1),
      ],
      [9, 0, 9, 7, 1, 0, 9, 9, null],
    );
  });
  test("Enter opens what was typed, else what is marked, else the first", () => {
    const all = [0, 1, 2];
    assert.equal(taskmap.meant(map, all, " 00D62C1B ", "a<b>"), 1);
    assert.equal(taskmap.meant(map, all, "", "a<b>"), 2);
    assert.equal(taskmap.meant(map, [1, 2], "0", "007bbfb7"), 1, "the marked one is not shown");
  });
  test("the filter looks for ids", () => {
    assert.deepEqual(taskmap.matching(map, " 00D "), [1]);
    assert.deepEqual(taskmap.matching(map, ""), [0, 1, 2]);
    assert.deepEqual(taskmap.matching(map, "zz"), []);
  });
  test("the filter looks for what found the best program", () => {
    const wanted = (from) => taskmap.wantedFinder(finders, from);
    assert.deepEqual([wanted(null), wanted("layers"), wanted("file"), wanted("cells")], [null, 1, 2, -1]);
    assert.equal(taskmap.wantedFinder([], "layers"), null, "not known: all are shown");
    assert.deepEqual(taskmap.matching(map, "", 1), [2]);
    assert.deepEqual(taskmap.matching(map, "007", 2), [0]);
    assert.deepEqual(taskmap.matching(map, "007", 1), []);
    assert.deepEqual(taskmap.matching(map, "", -1), []);
  });
});

describe("lists, charts and sides", () => {
  test("keys go through steps and stop at the ends", () => {
    assert.deepEqual(
      [
        trace.stepFor("j", 0, 3),
        trace.stepFor("j", 2, 3),
        trace.stepFor("ArrowUp", 0, 3),
        trace.stepFor("ArrowRight", 0, 3),
        trace.stepFor("ArrowLeft", 2, 3),
        trace.stepFor("End", 0, 3),
        trace.stepFor("q", 0, 3),
      ],
      [1, 2, 0, 1, 1, 2, null],
    );
  });
  test("sorting keeps equal rows in order", () => {
    const rows = [
      { n: 1, i: 0 },
      { n: 2, i: 1 },
      { n: 1, i: 2 },
    ];
    assert.deepEqual(
      table.sort(rows, { by: (r) => r.n }, true).map((r) => r.i),
      [1, 0, 2],
    );
    assert.deepEqual(
      rows.map((r) => r.i),
      [0, 1, 2],
    );
  });
  test("charts are summed up in words", () => {
    const spec = { lines: [{}], y: { label: "tasks fitted" }, x: { label: "search time", time: true } };
    assert.equal(
      chart.summary(spec, [{ name: "a", x: [0, 125], y: [0, 12] }]),
      "0 to 12 tasks fitted, after 2 min 5 s",
    );
    assert.equal(chart.summary(spec, []), "nothing recorded yet");
    assert.equal(chart.nearest([0, 10, 20], 14), 1);
  });
  test("the newest runs are compared if nothing else is said", () => {
    const at = routes.route("compare");
    const store = (id, ...runs) => ({ id, runs: runs.map((run) => ({ id: run })) });
    assert.deepEqual(compare.sides(at, { stores: [store(0, 5, 4, 3)] }), ["0:4", "0:5"]);
    assert.deepEqual(compare.sides(at, { stores: [store(0, 5, 4), store(1, 2)] }), ["0:5", "1:2"]);
    assert.deepEqual(compare.sides(at, { stores: [store(0), store(1)] }), ["0:-", "1:-"]);
    assert.deepEqual(compare.sides(at, { stores: [store(0, 3)] }), ["0:3", "0:-"]);
    assert.deepEqual(compare.sides(at, { stores: [] }), [null, null]);
    assert.deepEqual(compare.sides({ ...at, a: "0:1" }, { stores: [store(0, 5, 4)] }), ["0:1", "0:5"]);
  });
  test("events name their store", () => {
    assert.equal(live.storeOf('{"store": 2, "change": 17}'), 2);
    assert.equal(live.storeOf("nonsense"), -1);
    assert.equal(live.storeOf("null"), -1);
  });
});

describe("reports", () => {
  const views = { "/api/stores": { live: false }, "/api/0/task/</script>": { x: "<img>" } };
  test("packed and plain maps are read", async () => {
    const packed = gzipSync(JSON.stringify(views)).toString("base64");
    assert.deepEqual(await source.unpacked(`\n${packed.replace(/(.{60})/g, "$1\n")}\n`), views);
    assert.deepEqual(await source.unpacked(JSON.stringify(views)), views);
    await assert.rejects(source.unpacked("!"));
    await assert.rejects(source.unpacked(packed.slice(0, 20)));
  });
  test("a missing answer says so, and how to get test outputs", async () => {
    const report = source.report(views);
    assert.deepEqual(await report.get("/api/stores"), { live: false });
    await assert.rejects(report.get("/api/0/overview"), { message: "This is not part of this report.", status: 404 });
    await assert.rejects(report.get("/api/0/task/a?test=1"), { hint: /--test/ });
    await assert.rejects(report.get("toString"), { status: 404 });
  });
  test("an answer under the bare address counts if it is of the task", () => {
    const map = { "/api/0/program/00ff": { task: "a&b" }, "/api/0/trace/00ff?sample=1": { task: "t" } };
    assert.deepEqual(source.lookup(map, "/api/0/program/00ff?task=a%26b"), { task: "a&b" });
    assert.equal(source.lookup(map, "/api/0/program/00ff?task=c"), undefined);
    assert.deepEqual(source.lookup(map, "/api/0/trace/00ff?task=t&sample=1"), { task: "t" });
  });
});
