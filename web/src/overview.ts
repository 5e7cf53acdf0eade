/** The overview: how far a run is, what it found, where the tasks stand. */

import { Finder, Overview, Run } from "./answers";
import { chart } from "./chart";
import { Child, h, VNode } from "./dom";
import { bytes, count, counted, duration, FILE, finderName, percent, rounded, share } from "./format";
import { chip, errorBars, Fact, facts, section, taskLink } from "./parts";
import { page } from "./page";
import { panel } from "./panel";
import { paths } from "./paths";
import { link, Route } from "./routes";
import { bar, table } from "./table";
import { moveOnMap, taskMap } from "./taskmap";
import { View } from "./view";

/** What the counts of a run are, in the order they are shown. */
const COUNTS: [name: string, unit: string, text: string][] = [
  ["candidates", "programs", "programs tried"],
  ["candidate_samples", "runs", "runs of a program on a sample"],
  ["mutants", "programs", "made by mutation"],
  ["copies", "draws", "draws that gave no mutant: no edit ran and changed something"],
  ["mutants_typed", "programs", "mutants that are well typed"],
  ["mutants_ok", "programs", "mutants that run without an error on all demo inputs"],
  ["mutants_changed", "programs", "mutants whose value differs from their parent's"],
  ["dropped", "programs", "dropped after the first sample, since they could not beat what is kept"],
  ["too_dear", "programs", "given up because they cost too much"],
  ["new_programs", "programs", "programs added to the store"],
  ["probes", "lines", "lines run while edits were looked for"],
  ["steps_run", "steps", "steps computed"],
  ["steps_known", "steps", "steps known from before"],
];

let fittedBefore: { run: number; fits: number } | null = null;

export const overview: View<Overview> = {
  load: ({ route, get }) => get(paths.overview(route.store, route.run)),
  title: () => "Overview",
  ages: (answer) => answer.run?.state === "running",
  key: (event) => moveOnMap(event),
  show(answer, route) {
    tell(answer.run);
    return [
      heading(answer),
      numbers(answer),
      answer.run && charts(answer.run),
      answer.finders.length > 0 && section("finders", "Found by", finders(answer.finders, route)),
      section(
        "map",
        "Tasks",
        answer.map.task.length > 0
          ? taskMap(answer.map, answer.map_more, answer.finders, route)
          : h("p", { class: "quiet" }, "The store holds no tasks yet."),
      ),
      answer.outside > 0 && outside(answer.outside, route),
      h("div", { class: "columns" }, closest(answer, route), answer.run && recent(answer, route)),
      answer.run &&
        h(
          "div",
          { class: "columns" },
          section("errors", "Errors", errorBars(answer.run.errors, answer.run.counts["candidate_samples"] ?? null)),
          about(answer.run),
        ),
    ];
  },
};

/** Says it when more tasks are fitted; nothing else is worth a word every second. */
function tell(run: Run | null): void {
  if (run && fittedBefore?.run === run.id && run.fits_demos > fittedBefore.fits) {
    page.announce(`${count(run.fits_demos)} of ${counted(run.tasks, "task")} fitted`);
  }
  fittedBefore = run && { run: run.id, fits: run.fits_demos };
}

/** The map of a run does not hold everything: `solve` may have worked on other tasks. */
function outside(tasks: number, route: Route): Child {
  const whole = { ...route, run: "-" as const };
  if (!page.has(paths.overview(route.store, "-"))) return null;
  return h(
    "p",
    { class: "quiet" },
    `${counted(tasks, "task")} with programs ${tasks === 1 ? "is" : "are"} not of this run: `,
    h("a", { href: link(whole) }, "the whole store"),
  );
}

function heading({ run, runs, store }: Overview): VNode {
  return h(
    "header",
    { class: "head" },
    h("h1", { tabindex: -1 }, run ? `Run ${run.id}` : store.name),
    run && chip(run.state, run.state === "running" ? "busy" : run.state === "finished" ? "good" : "plain"),
    h(
      "p",
      { class: "quiet" },
      run
        ? `${run.data}, seed ${run.seed}, population ${count(run.population)} programs, ` +
            `mutation rate ${percent(100 * run.mutation_rate)}`
        : runs.length > 0
          ? "The store as a whole, whatever its runs: the map shows all its tasks."
          : "No run is recorded in this store: its programs are from batt solve or from files. The map shows all its tasks.",
    ),
  );
}

function numbers({ run, store, totals }: Overview): VNode {
  const list: Fact[] = run ? runNumbers(run, totals) : howFar(totals);
  return facts(
    [
      ...list,
      ["Results kept", counted(store.results, "result"), `for ${counted(store.tasks, "task")}`],
      ["Store", bytes(store.bytes), store.name],
    ],
    "strip",
  );
}

/** How far the tasks are; nothing where there are none. What was there at the start is counted apart from what was found. */
function howFar({ tasks, fits_demos, score_percent, fitted }: Overview["totals"]): Fact[] {
  if (tasks === 0) return [];
  const found = fitted && fits_demos - fitted.from_files;
  return [
    [
      "Fits the demos",
      `${count(fits_demos)} of ${counted(tasks, "task")}`,
      fitted && fitted.from_files > 0
        ? `${count(fitted.from_files)} by programs from files, ${count(found ?? 0)} found`
        : share(fits_demos, tasks),
    ],
    fitted &&
      fits_demos > 0 && [
        "Right on the tests",
        fitted.tests_known > 0 ? `${count(fitted.right_on_tests)} of ${counted(fitted.tests_known, "task")}` : "not known",
        fitted.tests_known > 0 ? "of those that fit" : "no test outputs",
      ],
    ["Mean score", percent(score_percent), "of all points"],
  ];
}

function runNumbers(run: Run, totals: Overview["totals"]): Fact[] {
  const rates = run.series.candidates_per_second;
  const now = rates[rates.length - 1];
  return [
    ...howFar(totals),
    [
      "Candidates",
      counted(run.candidates, "program"),
      now !== undefined && `${rounded(now)} programs/s ${run.state === "running" ? "now" : "last"}`,
    ],
    ["Generation", run.generation === null ? "none yet" : `no. ${count(run.generation)}`],
    [
      "Search time",
      duration(run.seconds),
      run.state === "running" && run.changed_seconds_ago !== null && `written ${duration(run.changed_seconds_ago)} ago`,
    ],
    run.left && [
      "Time left",
      duration(run.left.seconds),
      run.left.by === "time" ? "about; until its time is over" : "about; until its last generation",
    ],
  ];
}

function charts(run: Run): VNode {
  const s = run.series;
  const x = { label: "search time", time: true };
  return section(
    "progress",
    "Progress",
    h(
      "div",
      { class: "charts" },
      chart({
        id: "fits",
        title: "Tasks fitted",
        x,
        y: { label: "tasks fitted", whole: true },
        lines: [{ name: "fits the demos", x: s.seconds, y: s.fits_demos }],
        steps: true,
      }),
      chart({
        id: "score",
        title: "Mean score",
        x,
        y: { label: "% of all points" },
        lines: [{ name: "score", x: s.seconds, y: s.score_percent }],
      }),
      chart({
        id: "rate",
        title: "Speed",
        x,
        y: { label: "candidates/s" },
        lines: [{ name: "rate", x: s.seconds, y: s.candidates_per_second }],
      }),
    ),
  );
}

/** Tasks by what found their best program. Each name is a link to the map of its tasks, and back to that of all. */
function finders(list: Finder[], route: Route): Child {
  const most = list.reduce((m, finder) => Math.max(m, finder.fits_demos), 0);
  const given = list.filter((finder) => finder.name === FILE);
  const found = list.filter((finder) => finder.name !== FILE);
  const item = (finder: Finder) => {
    const chosen = route.from === finder.name;
    const href = link({ ...route, from: chosen ? null : finder.name });
    return h(
      "li",
      { key: finder.name },
      h("a", { href, "aria-current": chosen ? "true" : null }, finderName(finder.name)),
      bar(finder.fits_demos, most, "good"),
      h(
        "span",
        { class: "quiet" },
        `${count(finder.fits_demos)} fitted of ${counted(finder.tasks, "task")}`,
      ),
    );
  };
  const group = (name: string, list: Finder[]) =>
    list.length > 0 && h("ul", { class: "finders", "aria-label": name, key: name }, list.map(item));
  return [
    group("Tasks by what found their best program", found),
    given.length > 0 && h("p", { class: "quiet", key: "given" }, "Not found but given, as what a search starts from:"),
    group("Tasks whose best program is from a file", given),
  ];
}

function closest(answer: Overview, route: Route): Child {
  return section(
    "closest",
    "Nearest to fitting",
    answer.closest.length === 0
      ? h("p", { class: "quiet" }, "No other task has a result yet.")
      : table(
          "closest",
          "Tasks that nothing fits yet, by their share of points",
          [
            { title: "task", head: true, by: (t) => t.task, cell: (t) => taskLink(t.task, route) },
            {
              title: "points",
              number: true,
              by: (t) => t.best,
              cell: (t) => `${count(t.best)} of ${count(t.perfect)}`,
            },
            {
              title: "share",
              number: true,
              by: (t) => t.best / Math.max(1, t.perfect),
              cell: (t) => share(t.best, t.perfect),
            },
            ...(answer.finders.length > 0
              ? [
                  {
                    title: "found by",
                    by: (t: { from: string | null }) => t.from ?? "",
                    cell: (t: { from: string | null }) => h("span", { class: "wrap" }, t.from ?? "\u2013"),
                  },
                ]
              : []),
            { title: "", cell: (t) => bar(t.best, t.perfect) },
          ],
          answer.closest,
        ),
  );
}

function recent(answer: Overview, route: Route): Child {
  return section(
    "recent",
    "Latest gains",
    answer.recent.length === 0
      ? h("p", { class: "quiet" }, "No gains recorded yet.")
      : table(
          "recent",
          "Tasks whose best score grew, newest first",
          [
            { title: "task", head: true, by: (t) => t.task, cell: (t) => taskLink(t.task, route) },
            {
              title: "points",
              number: true,
              by: (t) => t.best,
              cell: (t) => `${count(t.from)} \u2192 ${count(t.best)} of ${count(t.perfect)}`,
            },
            { title: "generation", number: true, by: (t) => t.generation, cell: (t) => count(t.generation) },
            {
              title: "search time",
              number: true,
              by: (t) => t.seconds ?? 0,
              cell: (t) => (t.seconds === null ? "\u2013" : duration(t.seconds)),
            },
            { title: "fits", cell: (t) => t.fits_demos && chip("fits", "good") },
          ],
          answer.recent,
          8,
        ),
  );
}

function about(run: Run): Child {
  const known = COUNTS.filter(([name]) => run.counts[name] !== undefined);
  return section(
    "counts",
    "Counts",
    table(
      "counts",
      "What the search did",
      [
        { title: "what", head: true, cell: ([, , text]) => h("span", { class: "wrap" }, text) },
        {
          title: "number",
          number: true,
          by: ([name]) => run.counts[name]!,
          cell: ([name, unit]) => `${count(run.counts[name]!)} ${unit}`,
        },
      ],
      known,
    ),
    panel("about-run", "About this run", () =>
      facts([
        ["Data", run.data, run.data_version ? `version ${run.data_version}` : null],
        ["Engine", run.engine ?? "not recorded"],
        ["Seed", run.seed],
        ["Population", counted(run.population, "program")],
        ["Mutation rate", percent(100 * run.mutation_rate), "of functions and arguments"],
      ]),
    ),
  );
}
