/** A program: its source, its trace, where it is kept and where it came from. */

import { Ancestor, Program, Trace } from "./answers";
import { Child, h, VNode } from "./dom";
import { count, counted, foundBy, made, share } from "./format";
import { page } from "./page";
import { panel } from "./panel";
import { chip, programLink, section, sourceLines, taskLink } from "./parts";
import { paths } from "./paths";
import { link, Route } from "./routes";
import { Refused } from "./source";
import { table } from "./table";
import { testsAsked, testsButton } from "./taskview";
import { chosenStep, drawTrace, goStep, stepFor } from "./trace";
import { View } from "./view";

interface Answer {
  program: Program;
  trace: Trace | null;
  /** Why there is no trace. */
  refused: Refused | null;
  /** Whether there is none because nobody asked for what programs give on test inputs. */
  hidden: boolean;
}

export const program: View<Answer> = {
  async load({ route, get }) {
    const answer = await get<Program>(paths.program(route.store, route.id, route.task));
    const task = route.task ?? answer.task;
    const none = { program: answer, trace: null, refused: null, hidden: false };
    if (task === null || answer.samples.length === 0) return none;
    const test = testsAsked(route.store, task);
    if (onTest(answer, route) && !test) return { ...none, hidden: true };
    try {
      const trace = await get<Trace>(paths.trace(route.store, route.id, task, route.sample, test));
      return { ...none, trace };
    } catch (error) {
      if (error instanceof Refused) return { ...none, refused: error };
      throw error;
    }
  },
  title: (answer) => `Program ${answer.program.short}`,
  show({ program: p, trace, refused, hidden }, route) {
    return [
      h(
        "header",
        { class: "head" },
        h("h1", { tabindex: -1 }, "Program ", h("code", null, p.short)),
        h(
          "p",
          { class: "quiet" },
          `${p.dialect}, ${counted(p.size, "line")}`,
          p.lineage[0] && [", ", h("span", { class: "found-by" }, foundBy(p.lineage[0].from))],
          p.task !== null && [", on task ", taskLink(route.task ?? p.task, route)],
        ),
      ),
      section(
        "trace",
        "Step by step",
        p.samples.length > 0 && samples(p, hidden, route),
        refused && h("p", { class: "note" }, refused.message, refused.hint && ` ${refused.hint}`),
        trace ? drawTrace(trace, route) : !refused && h("p", { class: "quiet" }, noTrace(hidden, p, route)),
      ),
      section("source", "Source", source(p, trace, route)),
      section("kept", "Where it is kept", kept(p, route)),
      section("lineage", "Where it came from", lineage(p, route)),
    ];
  },
  key(event, { trace }, route) {
    // Home and End scroll the page, and so do arrows where all steps are in sight.
    const named = event.key.length > 1;
    if (!trace || trace.steps.length === 0 || (named && (route.all || !event.key.startsWith("Arrow")))) return false;
    const to = stepFor(event.key, chosenStep(trace, route), trace.steps.length);
    if (to !== null) goStep(trace, route, to, named);
    return to !== null;
  },
};

/** Whether the chosen sample is one of the task's tests. */
const onTest = (p: Program, route: Route): boolean => p.samples[route.sample]?.startsWith("test") ?? false;

/** Whether there can be a trace on the chosen sample once tests are asked for. */
function canAsk(p: Program, route: Route): boolean {
  return page.has(paths.trace(route.store, route.id, route.task ?? p.task, route.sample, true));
}

function noTrace(hidden: boolean, p: Program, route: Route): string {
  if (!hidden) return "There is no task to trace this program on.";
  return canAsk(p, route)
    ? "What the program gives on a test input is hidden."
    : "What programs give on test inputs is not part of this report; make it with --test to put it in.";
}

function samples(p: Program, hidden: boolean, route: Route): VNode {
  const task = route.task ?? p.task;
  const change = (event: Event) =>
    page.go({ ...route, sample: Number((event.target as HTMLSelectElement).value), step: route.step }, true);
  const option = (name: string, i: number) => h("option", { value: i, key: i }, name);
  return h(
    "p",
    { class: "controls" },
    h(
      "label",
      null,
      "Sample ",
      h("select", { class: "sample", value: String(route.sample), on: { change } }, p.samples.map(option)),
    ),
    task !== null && onTest(p, route) && canAsk(p, route) && testsButton(route.store, task, hidden),
    h(
      "span",
      { class: "quiet keys" },
      "keys ",
      h("kbd", null, "j"),
      " and ",
      h("kbd", null, "k"),
      route.all ? " go from step to step" : " or the arrow keys go from step to step",
    ),
  );
}

/** The source with line numbers; the line of the chosen step is marked. */
function source(p: Program, trace: Trace | null, route: Route): VNode {
  const step = trace?.steps[chosenStep(trace, route)];
  const start = step ? `${step.name} = ` : null;
  return sourceLines(p.text, (line) => start !== null && line.trimStart().startsWith(start));
}

function kept(p: Program, route: Route): Child {
  if (p.kept.length === 0) return h("p", { class: "quiet" }, "It is kept for no task.");
  return [
    table(
      "kept",
      "Tasks for which the store keeps this program",
      [
        { title: "task", head: true, by: (k) => k.task, cell: (k) => taskLink(k.task, route) },
        { title: "points", number: true, by: (k) => k.score, cell: (k) => `${count(k.score)} of ${count(k.perfect)}` },
        {
          title: "share",
          number: true,
          by: (k) => k.score / Math.max(1, k.perfect),
          cell: (k) => share(k.score, k.perfect),
        },
        {
          title: "fits, demos",
          number: true,
          by: (k) => k.right,
          cell: (k) => `${count(k.right)} of ${count(k.count)}`,
        },
        { title: "cost, units", number: true, by: (k) => k.cost, cell: (k) => count(k.cost) },
        { title: "found by", by: (k) => k.from, cell: (k) => k.from },
        { title: "generation", number: true, by: (k) => k.generation ?? -1, cell: (k) => made(k.generation) },
        { title: "fits", cell: (k) => k.fits_demos && chip("fits", "good") },
        {
          title: "trace",
          cell: (k) =>
            page.has(paths.trace(route.store, route.id, k.task, 0, false)) &&
            h(
              "a",
              {
                href: link({ ...route, task: k.task, sample: 0, step: null }),
                "aria-label": `trace on task ${k.task}`,
              },
              "trace",
            ),
        },
      ],
      p.kept,
      10,
    ),
    p.kept_more ? h("p", { class: "note" }, `and ${counted(p.kept_more, "task")} more`) : null,
  ];
}

function lineage(p: Program, route: Route): Child {
  if (p.lineage.length === 0) return h("p", { class: "quiet" }, "Nothing is recorded about its ancestors.");
  return [
    h(
      "ol",
      { class: "lineage" },
      p.lineage.map((a) => ancestor(a, p, route)),
    ),
    p.lineage_more > 0 && h("p", { class: "note" }, `and ${counted(p.lineage_more, "ancestor")} more`),
  ];
}

function ancestor(a: Ancestor, p: Program, route: Route): VNode {
  const name =
    a.hash === p.hash
      ? h("strong", null, h("code", null, a.short), " (this program)")
      : a.known
        ? programLink(a.hash, a.short, route, p.task)
        : h("code", null, a.short);
  return h(
    "li",
    { key: a.hash },
    h("p", { class: "who" }, name, born(a)),
    a.mutations.length > 0 &&
      h(
        "ul",
        { class: "mutations" },
        a.mutations.map((m) =>
          h(
            "li",
            null,
            h("strong", null, m.operator),
            ` at ${m.place}: `,
            h("del", null, h("code", null, m.before)),
            " \u2192 ",
            h("ins", null, h("code", null, m.after)),
          ),
        ),
      ),
    a.text !== null &&
      a.hash !== p.hash &&
      panel(`source-${a.hash}`, "Source", () => h("pre", { tabindex: 0 }, a.text!)),
  );
}

function born(a: Ancestor): VNode {
  const parts: string[] = [];
  if (!a.known) parts.push("not kept any more");
  if (a.damage) parts.push(`damaged: ${a.damage}`);
  if (a.generation) parts.push(`generation ${count(a.generation)}, candidate no. ${count(a.candidate ?? 0)}`);
  if (!a.generation || a.from !== "mutation") parts.push(foundBy(a.from));
  if (a.others.length > 0) parts.push(`merged with ${a.others.join(", ")}`);
  if (a.mutations.length > 0) parts.push(counted(a.mutations.length, "mutation"));
  return h("span", { class: "quiet" }, ` ${parts.join(", ")}`);
}
