/** A task: its samples, the best programs and what they make of it. */

import { Growth, Kept, Outputs, Rows, SampleOutput, Task } from "./answers";
import { chart } from "./chart";
import { Child, h, VNode } from "./dom";
import { drawValue, gridOf } from "./drawn";
import { count, counted, foundBy, made as generation, points, rounded, share } from "./format";
import { drawGrid, spoken } from "./grid";
import { page } from "./page";
import { panel } from "./panel";
import { chip, facts, faultText, programLink, section, sourceLines } from "./parts";
import { paths } from "./paths";
import { Route } from "./routes";
import { Column, table } from "./table";
import { View } from "./view";

const SIDE = 150;
const THUMB = 36;
const THUMBS = 4;

/** Tasks whose test outputs were asked for. Not in the address: a shared link does not give them away. */
const asked = new Set<string>();

export const testsAsked = (store: number, task: string): boolean => asked.has(`${store} ${task}`);

/** The button that asks for a task's test outputs, or puts them away. */
export function testsButton(store: number, task: string, hidden: boolean): VNode {
  const click = () => {
    if (hidden) asked.add(`${store} ${task}`);
    else asked.delete(`${store} ${task}`);
    page.announce(hidden ? "Test outputs are shown" : "Test outputs are hidden");
    page.reload();
  };
  return h(
    "button",
    { type: "button", class: "tests", on: { click } },
    hidden ? "Show test outputs" : "Hide test outputs",
  );
}

export const task: View<Task> = {
  load: ({ route, get }) => get(paths.task(route.store, route.id, testsAsked(route.store, route.id))),
  title: (answer) => `Task ${answer.task}`,
  show(answer, route) {
    const [best, ...others] = answer.outputs;
    return [
      heading(answer, route),
      answer.remark && h("p", { class: "note" }, answer.remark),
      answer.fits_demos && solution(answer, route),
      answer.demo.length > 0 &&
        section(
          "demo",
          "Demonstrations",
          h(
            "div",
            { class: "pairs" },
            answer.demo.map((pair, i) => drawPair(`demo ${i + 1}`, pair.input, pair.output)),
          ),
        ),
      !answer.fits_demos && nearest(answer, best, route),
      answer.test.length > 0 && tests(answer, route),
      section("programs", "Best programs", programs(answer, route)),
      answer.fits_demos && best && section("outputs", "What they make of it", drawAll(answer.outputs, answer, route, 0)),
      !answer.fits_demos &&
        others.length > 0 &&
        section("outputs", "What the next ones make of it", drawAll(others, answer, route, 1)),
      answer.growth.length > 0 && section("growth", "How the score grew", growth(answer)),
    ];
  },
};

function heading(answer: Task, route: Route): VNode {
  const first = answer.programs[0];
  return h(
    "header",
    { class: "head" },
    h("h1", { tabindex: -1 }, "Task ", h("code", null, answer.task)),
    chip(answer.fits_demos ? "fits the demos" : "nothing fits yet", answer.fits_demos ? "good" : "plain"),
    first && onTests(first),
    h(
      "p",
      { class: "quiet" },
      `best ${points(answer.best, answer.perfect)} (${share(answer.best, answer.perfect)})`,
      first && [
        ", ",
        h("span", { class: "found-by" }, foundBy(first.from)),
        ": program ",
        programLink(first.hash, first.short, route, answer.task),
      ],
      answer.data && `, from ${dataName(answer.data, answer.data_version)}`,
    ),
  );
}

/** Whether the best program is right on the tests; nothing where that is hidden or not known. */
function onTests({ test_right, test_count }: Kept): Child {
  if (!test_count) return null;
  return test_right === test_count ? chip("right on the tests", "good") : chip("wrong on the tests", "bad");
}

/** The program that fits the demos. */
function solution(answer: Task, route: Route): Child {
  const first = answer.programs[0];
  if (!first || answer.text === null) return null;
  return section("solution", "The program that fits", told(first, answer, route), shortSource(answer.text));
}

/** The kept program with the most points: what it gives, beside what it should give. */
function nearest(answer: Task, outputs: Outputs | undefined, route: Route): Child {
  const first = answer.programs[0];
  if (!first) return null;
  return section(
    "nearest",
    "Nearest candidate",
    told(first, answer, route),
    outputs && drawOutputs(outputs, answer, h("h3", null, "What it gives, and what it should give")),
    answer.text !== null && panel(`text-${first.hash}`, "Source", () => shortSource(answer.text!)),
  );
}

const shortSource = (text: string): VNode => sourceLines(text, undefined, true);

function told(first: Kept, answer: Task, route: Route): VNode {
  const right = `right on ${count(first.right)} of ${counted(first.count, "demo")}`;
  return h(
    "p",
    null,
    "Program ",
    programLink(first.hash, first.short, route, answer.task),
    ", ",
    h("span", { class: "found-by" }, foundBy(first.from)),
    `: ${points(first.score, answer.perfect)}, ${right}, ${counted(first.size, "line")}`,
  );
}

/** A data set and its version, which often begins with its name. */
function dataName(name: string, version: string | null): string {
  if (!version) return name;
  return version.startsWith(name) ? version : `${name}, version ${version}`;
}

function gridFigure(title: string, rows: Rows | null, side = SIDE): VNode {
  return h(
    "figure",
    { class: "value" },
    h("figcaption", null, title),
    rows ? drawGrid(rows, { side, label: `${title}: ${spoken(rows)}` }) : h("div", { class: "hidden-grid" }, "hidden"),
  );
}

function drawPair(name: string, input: Rows, output: Rows | null): VNode {
  return h(
    "article",
    { class: "pair", key: name },
    h("h3", null, name),
    h(
      "div",
      { class: "row" },
      gridFigure("input", input),
      h("span", { class: "to", "aria-hidden": "true" }, "\u2192"),
      gridFigure("output", output),
    ),
  );
}

function tests(answer: Task, route: Route): VNode {
  const button = !page.has(paths.task(route.store, route.id, true))
    ? answer.tests_hidden &&
      h(
        "p",
        { class: "note" },
        "Test outputs are not part of this report; make it with ",
        h("code", null, "--test"),
        " to put them in.",
      )
    : h("p", null, testsButton(route.store, route.id, answer.tests_hidden));
  return section(
    "test",
    "Tests",
    button,
    h(
      "div",
      { class: "pairs" },
      answer.test.map((pair, i) => drawPair(`test ${i + 1}`, pair.input, pair.output)),
    ),
  );
}

function programs(answer: Task, route: Route): Child {
  if (answer.programs.length === 0) return h("p", { class: "quiet" }, "No program is kept for this task yet.");
  const tested = answer.programs.some((p) => p.test_count !== null);
  const bred = answer.programs.some((p) => p.generation || p.parent);
  return table<Kept>(
    "programs",
    `Programs kept for this task, best first`,
    [
      { title: "program", head: true, cell: (p) => programLink(p.hash, p.short, route, answer.task) },
      ...(answer.outputs.length > 0 ? [{ title: "gives on demos", cell: (p: Kept) => thumbnails(answer, p) }] : []),
      {
        title: "points",
        number: true,
        by: (p) => p.score,
        cell: (p) => `${count(p.score)} of ${count(answer.perfect)}`,
      },
      { title: "fits, demos", number: true, by: (p) => p.right, cell: (p) => `${count(p.right)} of ${count(p.count)}` },
      ...(tested
        ? [
            {
              title: "right, tests",
              number: true,
              cell: (p: Kept) =>
                p.test_count === null ? "\u2013" : `${count(p.test_right ?? 0)} of ${count(p.test_count)}`,
            },
          ]
        : []),
      { title: "cost, units", number: true, by: (p) => p.cost, cell: (p) => count(p.cost) },
      { title: "size, lines", number: true, by: (p) => p.size, cell: (p) => count(p.size) },
      { title: "found by", by: (p) => p.from, cell: (p) => p.from },
      ...(bred ? breeding(answer, route) : []),
      { title: "dialect", by: (p) => p.dialect, cell: (p) => p.dialect },
    ],
    answer.programs,
    10,
  );
}

/** What one of the best programs gives on the first demos, small; others were not run. */
function thumbnails(answer: Task, p: Kept): Child {
  const outputs = answer.outputs.find((outputs) => outputs.hash === p.hash);
  if (!outputs) return "\u2013";
  const one = (sample: SampleOutput) => {
    const rows = gridOf(sample.output);
    const drawn = rows && drawGrid(rows, { side: THUMB, label: `on ${sample.name}: ${spoken(rows)}` });
    return drawn ?? h("span", null, sample.fault?.kind ?? "no grid");
  };
  return h("div", { class: "thumbs" }, outputs.samples.slice(0, Math.min(THUMBS, answer.demo.length)).map(one));
}

/** Where mutants came from; programs of solve alone have neither. */
function breeding(answer: Task, route: Route): Column<Kept>[] {
  return [
    { title: "generation", number: true, by: (p) => p.generation ?? -1, cell: (p) => generation(p.generation) },
    { title: "parent", cell: (p) => (p.parent ? programLink(p.parent, p.parent, route, answer.task) : "\u2013") },
  ];
}

/** The output that a sample should have, if it may be shown. */
function expectedOf(answer: Task, name: string): Rows | null {
  const [, kind, no] = /^(demo|test) (\d+)$/.exec(name) ?? [];
  const list = kind === "demo" ? answer.demo : answer.test;
  return kind ? (list[Number(no) - 1]?.output ?? null) : null;
}

/** What programs give, one after the other; the first of them has this place among all. */
function drawAll(list: Outputs[], answer: Task, route: Route, place: number): VNode[] {
  return list.map((outputs, i) => {
    const name = programLink(outputs.hash, outputs.short, route, answer.task);
    return drawOutputs(outputs, answer, h("h3", null, `no. ${place + i + 1}: program `, name));
  });
}

function drawOutputs(outputs: Outputs, answer: Task, title: VNode): VNode {
  return h(
    "article",
    { class: "outputs", key: outputs.hash },
    title,
    h(
      "div",
      { class: "pairs" },
      outputs.samples.map((sample) => drawSample(sample, expectedOf(answer, sample.name))),
    ),
    outputs.samples.some((sample) => sample.differs.length > 0) &&
      panel(`differs-${outputs.hash}`, "Differ scores", () => differs(outputs)),
  );
}

function drawSample(sample: SampleOutput, expected: Rows | null): VNode {
  const frame = { height: expected?.length ?? 1, width: expected?.[0]?.length ?? 1 };
  return h(
    "div",
    { class: "pair", key: sample.name },
    h("h4", null, sample.name, verdict(sample)),
    h(
      "div",
      { class: "row" },
      h("figure", { class: "value" }, h("figcaption", null, "made"), made(sample, frame, expected)),
      gridFigure("expected", expected, SIDE),
    ),
    h(
      "p",
      { class: "quiet" },
      sample.points !== null && `${counted(sample.points, "point")}, `,
      `cost ${counted(sample.cost, "unit")}`,
    ),
  );
}

function made(sample: SampleOutput, frame: { height: number; width: number }, expected: Rows | null): Child {
  if (sample.fault) return h("p", { class: "no-value" }, faultText(sample.fault));
  if (!sample.output) return h("p", { class: "no-value" }, "no value");
  return drawValue(sample.output, frame, SIDE, gridOf(sample.output) ? expected : null);
}

export function verdict(sample: { right: boolean | null; wrong: number | null; fault?: unknown }): Child {
  if (sample.right === true) return chip("right", "good");
  if (sample.fault) return chip("error", "bad");
  if (sample.right === null) return null;
  return chip(sample.wrong === null ? "other shape" : `${counted(sample.wrong, "cell")} wrong`, "bad");
}

function differs(outputs: Outputs): VNode {
  const rows = outputs.samples.flatMap((sample) =>
    sample.differs.map((differ) => ({ sample: sample.name, ...differ })),
  );
  const number = (n: number | null) => (n === null ? "\u2013" : rounded(n));
  return table(
    `differs-${outputs.hash}`,
    `Scores of program ${outputs.short} by differ, in points`,
    [
      { title: "sample", head: true, by: (d) => d.sample, cell: (d) => d.sample },
      { title: "differ", by: (d) => d.name, cell: (d) => h("code", null, d.name) },
      {
        title: "score",
        number: true,
        by: (d) => d.score ?? -Infinity,
        cell: (d) => (d.fault ? `error: ${d.fault}` : number(d.score)),
      },
      {
        title: "input's score",
        number: true,
        by: (d) => d.input_score ?? -Infinity,
        cell: (d) => number(d.input_score),
      },
      { title: "improvement", number: true, by: (d) => d.improvement ?? -Infinity, cell: (d) => number(d.improvement) },
    ],
    rows,
  );
}

/** Lines by run: search times of different runs cannot be put after each other. */
function growth(answer: Task): VNode {
  const time = answer.growth.every((g) => g.seconds !== null);
  const ids = [...new Set(answer.growth.map((g) => g.run))];
  const x = (g: Growth) => (time ? g.seconds! : (g.generation ?? 0));
  const lines = ids.slice(-6).map((id) => {
    const mine = answer.growth.filter((g) => g.run === id);
    return { name: id === null ? "added by hand" : `run ${id}`, x: mine.map(x), y: mine.map((g) => g.best) };
  });
  return h(
    "div",
    { class: "charts one" },
    chart({
      id: "growth",
      title: "Best score",
      steps: true,
      dots: answer.growth.length <= 60,
      x: { label: time ? "search time" : "generation", time },
      y: { label: "points", max: answer.perfect },
      lines,
    }),
    facts([
      ["Perfect", counted(answer.perfect, "point")],
      ["Best", counted(answer.best, "point"), share(answer.best, answer.perfect)],
    ]),
  );
}
