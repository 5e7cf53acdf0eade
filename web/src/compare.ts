/** Two runs or stores side by side. */

import { Compare, Series, Side, Stores } from "./answers";
import { chart, Line } from "./chart";
import { Child, h, VNode } from "./dom";
import { count, counted, duration, percent, rounded, signed } from "./format";
import { page } from "./page";
import { chip, section } from "./parts";
import { paths } from "./paths";
import { link, Route, route as to } from "./routes";
import { Refused } from "./source";
import { table } from "./table";
import { View } from "./view";

/** The comparison, or why there is none. */
type Answer = Compare | Refused | null;

export const compare: View<Answer> = {
  async load({ route, stores, get }) {
    const [a, b] = sides(route, stores);
    if (!a || !b) return null;
    try {
      return await get<Compare>(paths.compare(a, b));
    } catch (error) {
      // The choosers stay, so that something else can be chosen.
      if (error instanceof Refused) return error;
      throw error;
    }
  },
  title: () => "Compare",
  watches: (route) => [route.a, route.b].map((side) => (side ? Number(side.split(":")[0]) : -1)),
  show(answer, route, stores) {
    const [a, b] = sides(route, stores);
    return [
      h(
        "header",
        { class: "head" },
        h("h1", { tabindex: -1 }, "Compare"),
        h("p", { class: "quiet" }, "Two runs, or two stores as a whole, side by side."),
      ),
      h(
        "div",
        { class: "controls sides" },
        chooser("a", "First", a, route, stores),
        chooser("b", "Second", b, route, stores),
      ),
      answer instanceof Refused
        ? h("p", { class: "note" }, answer.message, answer.hint && ` ${answer.hint}`)
        : answer
          ? [
              section("sides", "Numbers", numbers(answer)),
              section("curves", "Curves", curves(answer)),
              section("differing", "Tasks that differ", differing(answer)),
            ]
          : h("p", { class: "note" }, "There is nothing to compare yet: it takes two runs or two stores."),
    ];
  },
};

/** What is compared: what the address says, else the first of the likely wishes that there is an answer to. */
export function sides(route: Route, { stores }: Stores): [string | null, string | null] {
  const runs = stores.map((store) => store.runs.map((run) => `${store.id}:${run.id}`));
  const newest = runs.flatMap((list) => list.slice(0, 1));
  const whole = stores.map((store) => `${store.id}:-`);
  const wishes = [
    newest.slice(0, 2),
    whole.slice(0, 2),
    ...runs.map((list) => [list[1], list[0]]),
    [newest[0], whole[0]],
  ];
  const [a, b] = wishes.find(([x, y]) => x && y && page.has(paths.compare(x, y))) ?? [];
  return [route.a ?? a ?? null, route.b ?? b ?? null];
}

function chooser(side: "a" | "b", label: string, value: string | null, route: Route, { stores }: Stores): VNode {
  const change = (event: Event) => page.go({ ...route, [side]: (event.target as HTMLSelectElement).value });
  const options = stores.map((store) =>
    h(
      "optgroup",
      { key: store.id, label: store.name },
      h("option", { value: `${store.id}:-` }, `${store.name}, whole store`),
      store.runs.map((run) =>
        h(
          "option",
          { key: run.id, value: `${store.id}:${run.id}` },
          `${stores.length > 1 ? `${store.name}, ` : ""}run ${run.id}: ${run.data}, seed ${run.seed}`,
        ),
      ),
    ),
  );
  return h(
    "label",
    { key: side },
    h("span", { class: `key line-${side === "a" ? 0 : 1}` }),
    `${label} `,
    h("select", { class: `side-${side}`, value: value ?? "", on: { change } }, options),
  );
}

function nameOf(side: Side, other: Side): string {
  const what = side.run === null ? "whole store" : `run ${side.run}`;
  return side.store === other.store ? what : `${side.store_name}, ${what}`;
}

interface Row {
  name: string;
  pick: (side: Side) => number | string | null;
  write: (n: number) => string;
  /** How a difference is written, if not like that. */
  apart?: (n: number) => string;
}

const seconds = (n: number) => duration(n);

const ROWS: Row[] = [
  { name: "data", pick: (s) => s.data, write: count },
  { name: "data version", pick: (s) => s.data_version, write: count },
  { name: "seed", pick: (s) => s.seed, write: count },
  { name: "population", pick: (s) => s.population, write: (n) => `${count(n)} programs` },
  { name: "mutation rate", pick: (s) => s.mutation_rate, write: (n) => percent(100 * n) },
  { name: "tasks", pick: (s) => s.tasks, write: (n) => counted(n, "task") },
  { name: "fits the demos", pick: (s) => s.fits_demos, write: (n) => counted(n, "task") },
  { name: "mean score", pick: (s) => s.score_percent, write: percent, apart: (n) => `${percent(n)} points` },
  { name: "generation", pick: (s) => s.generation, write: (n) => counted(n, "generation") },
  { name: "search time", pick: (s) => s.seconds, write: seconds },
  { name: "candidates", pick: (s) => s.candidates, write: (n) => counted(n, "program") },
  { name: "speed", pick: (s) => s.candidates_per_second, write: (n) => `${rounded(n)} programs/s` },
  { name: "results kept", pick: (s) => s.results, write: (n) => counted(n, "result") },
];

function numbers({ a, b }: Compare): VNode {
  const shown = (row: Row, side: Side) => {
    const value = row.pick(side);
    return value === null ? "\u2013" : typeof value === "string" ? value : row.write(value);
  };
  const rows = [...ROWS, ...errorRows(a, b)];
  return table(
    "sides",
    "Second minus first in the last column",
    [
      { title: "what", head: true, cell: (row) => row.name },
      { title: nameOf(a, b), number: true, cell: (row) => shown(row, a) },
      { title: nameOf(b, a), number: true, cell: (row) => shown(row, b) },
      { title: "difference", number: true, cell: (row) => difference(row, a, b) },
    ],
    rows,
  );
}

function difference(row: Row, a: Side, b: Side): Child {
  const [x, y] = [row.pick(a), row.pick(b)];
  if (typeof x === "string" || typeof y === "string") return x === y ? "same" : "differs";
  return x === null || y === null ? "\u2013" : x === y ? "same" : signed(y - x, row.apart ?? row.write);
}

function errorRows(a: Side, b: Side): Row[] {
  const kinds = [...new Set([...a.errors, ...b.errors].map((error) => error.kind))];
  return kinds.map((kind) => ({
    name: `errors: ${kind}`,
    pick: (side) => side.errors.find((error) => error.kind === kind)?.count ?? 0,
    write: (n) => `${count(n)} failed runs`,
  }));
}

function curves({ a, b }: Compare): VNode {
  const x = { label: "search time", time: true };
  const lines = (pick: (series: Series) => number[]): Line[] =>
    [a, b].map((side, i) => ({
      name: nameOf(side, i === 0 ? b : a),
      x: side.series?.seconds ?? [],
      y: side.series ? pick(side.series) : [],
    }));
  return h(
    "div",
    { class: "charts" },
    chart({
      id: "both-fits",
      title: "Tasks fitted",
      x,
      y: { label: "tasks fitted", whole: true },
      steps: true,
      lines: lines((s) => s.fits_demos),
    }),
    chart({
      id: "both-score",
      title: "Mean score",
      x,
      y: { label: "% of all points" },
      lines: lines((s) => s.score_percent),
    }),
    chart({
      id: "both-rate",
      title: "Speed",
      x,
      y: { label: "candidates/s" },
      lines: lines((s) => s.candidates_per_second),
    }),
  );
}

function differing(answer: Compare): Child {
  const { a, b } = answer;
  const open = (side: Side, id: string) =>
    h("a", { href: link(to("task", { id, store: side.store, run: side.run })) }, h("code", null, id));
  const state = (best: number, fits: boolean) => [count(best), fits && [" ", chip("fits", "good")]];
  return [
    h(
      "p",
      null,
      `${counted(answer.same, "task")} alike`,
      answer.only_a > 0 && `, ${counted(answer.only_a, "task")} in the first alone`,
      answer.only_b > 0 && `, ${counted(answer.only_b, "task")} in the second alone`,
      ".",
    ),
    answer.tasks.length > 0 &&
      table(
        "differing",
        "Best scores that differ, in points",
        [
          { title: "task", head: true, by: (t) => t.task, cell: (t) => open(t.b_best > 0 ? b : a, t.task) },
          { title: "first", number: true, by: (t) => t.a_best, cell: (t) => state(t.a_best, t.a_fits_demos) },
          { title: "second", number: true, by: (t) => t.b_best, cell: (t) => state(t.b_best, t.b_fits_demos) },
          {
            title: "difference",
            number: true,
            by: (t) => t.b_best - t.a_best,
            cell: (t) => signed(t.b_best - t.a_best, count),
          },
          { title: "perfect", number: true, by: (t) => t.perfect, cell: (t) => count(t.perfect) },
        ],
        answer.tasks,
        50,
      ),
    answer.tasks_more > 0 && h("p", { class: "note" }, `and ${counted(answer.tasks_more, "task")} more`),
  ];
}
