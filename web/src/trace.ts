/** A program step by step: the chosen step's value drawn large, its operands beside it; or all steps at once. */

import { Drawn, Step, Trace } from "./answers";
import { Child, h, VNode } from "./dom";
import { drawValue, Frame, gridOf } from "./drawn";
import { count, counted } from "./format";
import { drawGrid, spoken } from "./grid";
import { page } from "./page";
import { faultText } from "./parts";
import { link, Route } from "./routes";
import { bar } from "./table";
import { verdict } from "./taskview";

const LARGE = 340;
const MIDDLE = 200;
const SMALL = 120;

/** What programs are given besides their input. */
const GIVEN: Record<string, string> = { S: "the demo pairs", C: "the expected output" };

/** The step that the address names, or the first. */
export function chosenStep(trace: Trace, route: Route): number {
  return Math.max(0, Math.min(trace.steps.length - 1, route.step ?? 0));
}

/** Lists whose chosen step was brought into sight once; after that the reader scrolls. */
const placed = new WeakSet<Element>();

function place(list: HTMLElement): void {
  if (placed.has(list)) return;
  placed.add(list);
  const chosen = list.querySelector<HTMLElement>("[aria-current]");
  if (chosen) list.scrollTop = Math.max(0, chosen.offsetTop - list.offsetTop - list.clientHeight / 2);
}

/** Where a key leads; nothing if it is none of ours. */
export function stepFor(key: string, at: number, length: number): number | null {
  if (key === "j" || key === "ArrowDown" || key === "ArrowRight") return Math.min(length - 1, at + 1);
  if (key === "k" || key === "ArrowUp" || key === "ArrowLeft") return Math.max(0, at - 1);
  if (key === "Home") return 0;
  if (key === "End") return length - 1;
  return null;
}

/** Goes to a step; the address names it, so that it can be shared. */
export function goStep(trace: Trace, route: Route, step: number, focus: boolean): void {
  page.go({ ...route, step }, true);
  const chosen = document.getElementById(`step-${step}`);
  chosen?.scrollIntoView({ block: "nearest" });
  if (focus) chosen?.focus({ preventScroll: true });
  const { name, value, fault } = trace.steps[step]!;
  page.announce(`${name}: ${value?.about ?? fault?.kind ?? "no value"}`);
}

export function drawTrace(trace: Trace, route: Route): VNode {
  const at = chosenStep(trace, route);
  const frame: Frame = { height: trace.frame[0], width: trace.frame[1] };
  const dearest = trace.steps.reduce((m, step) => Math.max(m, step.cost), 0);
  const arrows = (event: KeyboardEvent) => {
    const to =
      event.key.length > 1 && !event.altKey && !event.ctrlKey && !event.metaKey
        ? stepFor(event.key, at, trace.steps.length)
        : null;
    if (to === null) return;
    event.preventDefault();
    goStep(trace, route, to, true);
  };
  if (trace.steps.length === 0) return h("div", { class: "trace" }, result(trace, frame));
  const more = trace.steps_more > 0 && h("p", { class: "note" }, `and ${counted(trace.steps_more, "step")} more`);
  if (route.all) {
    return h(
      "div",
      { class: "trace whole", key: "all" },
      h("div", { class: "steps" }, mover(trace, route, at), legend(dearest)),
      h(
        "ol",
        { class: "allsteps" },
        trace.steps.map((step, i) => wholeStep(trace, step, i, i === at && route.step !== null, frame, dearest)),
      ),
      more,
      result(trace, frame),
    );
  }
  return h(
    "div",
    { class: "trace", key: "one" },
    h(
      "div",
      { class: "steps" },
      mover(trace, route, at),
      legend(dearest),
      h(
        "ol",
        { class: "steplist", start: 1, draw: place, on: { keydown: arrows } },
        trace.steps.map((step, i) => stepItem(trace, step, route, i, at, dearest)),
      ),
      more,
    ),
    h("div", { class: "stage" }, stage(trace, at, frame), result(trace, frame)),
  );
}

/** What the bars of the steps mean. */
function legend(dearest: number): VNode {
  return h(
    "p",
    { class: "quiet costs" },
    bar(1, 1),
    ` cost of a step; a full bar is the dearest one's, ${counted(dearest, "unit")}`,
  );
}

function mover(trace: Trace, route: Route, at: number): VNode {
  const last = trace.steps.length - 1;
  const go = (to: number) => () => goStep(trace, route, to, false);
  return h(
    "div",
    { class: "mover" },
    h(
      "button",
      {
        type: "button",
        class: "previous",
        "aria-disabled": at === 0 ? "true" : null,
        on: { click: go(Math.max(0, at - 1)) },
        "aria-keyshortcuts": "k",
      },
      "\u25b4 Previous",
    ),
    h(
      "button",
      {
        type: "button",
        class: "next",
        "aria-disabled": at === last ? "true" : null,
        on: { click: go(Math.min(last, at + 1)) },
        "aria-keyshortcuts": "j",
      },
      "Next \u25be",
    ),
    h("span", { class: "quiet" }, `step ${at + 1} of ${count(last + 1)}`),
    h(
      "button",
      {
        type: "button",
        class: "all",
        "aria-pressed": route.all ? "true" : "false",
        on: { click: () => page.go({ ...route, all: !route.all }, true) },
      },
      "All steps at once",
    ),
  );
}

function stepItem(trace: Trace, step: Step, route: Route, i: number, at: number, dearest: number): VNode {
  const click = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    goStep(trace, route, i, true);
  };
  return h(
    "li",
    { key: i },
    h(
      "a",
      {
        id: `step-${i}`,
        class: `step ${step.state.replace(" ", "-")}`,
        href: link({ ...route, step: i }),
        "aria-current": i === at ? "step" : null,
        tabindex: i === at ? 0 : -1,
        on: { click },
      },
      h("code", null, step.text),
      step.state !== "done" && h("span", { class: "state" }, step.state),
      h(
        "span",
        { class: "cost", title: `cost ${counted(step.cost, "unit")}` },
        bar(step.cost, dearest),
        h("span", { class: "unseen" }, `, cost ${counted(step.cost, "unit")}`),
      ),
    ),
  );
}

/** The chosen step: what it does, its value and what that was made from. */
function stage(trace: Trace, at: number, frame: Frame): VNode {
  const step = trace.steps[at]!;
  return h(
    "section",
    { class: "chosen", "aria-labelledby": "chosen-title" },
    h("h3", { id: "chosen-title" }, h("code", null, step.text)),
    worked(trace, step, frame, LARGE),
  );
}

/** A step among all of them. */
function wholeStep(trace: Trace, step: Step, i: number, now: boolean, frame: Frame, dearest: number): VNode {
  return h(
    "li",
    { key: i, id: `step-${i}`, class: `chosen ${step.state.replace(" ", "-")}`, "aria-current": now ? "step" : null },
    h("h3", null, h("span", { class: "number" }, `${i + 1} `), h("code", null, step.text), bar(step.cost, dearest)),
    worked(trace, step, frame, MIDDLE),
  );
}

/** What a step does, costs and gives, and beside it what it was made from. */
function worked(trace: Trace, step: Step, frame: Frame, side: number): Child {
  return [
    step.doc && h("p", { class: "doc" }, step.doc),
    h(
      "p",
      { class: "quiet" },
      `cost ${counted(step.cost, "unit")}`,
      step.state !== "done" && `, ${step.state}`,
      step.value && `, gives ${step.value.about}`,
    ),
    step.fault && h("p", { class: "no-value" }, faultText(step.fault)),
    h(
      "div",
      { class: "beside" },
      step.value &&
        h(
          "figure",
          { class: "value large" },
          h("figcaption", null, h("code", null, step.name)),
          drawValue(step.value, frame, side),
        ),
      operands(trace, step, frame),
    ),
  ];
}

function operands(trace: Trace, step: Step, frame: Frame): Child {
  const uses = [...new Set(step.uses)];
  if (uses.length === 0) return null;
  return h(
    "div",
    { class: "operands" },
    h("h4", null, "made from"),
    uses.map((name) => {
      const value = valueOf(trace, name);
      return h(
        "figure",
        { class: "value", key: name },
        h("figcaption", null, h("code", null, name), value && value.picture !== null && ` ${value.about}`),
        value ? drawValue(value, frame, SMALL) : h("span", { class: "quiet" }, GIVEN[name] ?? "no value"),
      );
    }),
  );
}

function valueOf(trace: Trace, name: string): Drawn | null {
  const step = trace.steps.find((s) => s.name === name);
  if (step) return step.value;
  if (name !== "I") return null;
  return { kind: "grid", about: "the input", picture: { rows: trace.input, top: 0, left: 0 } };
}

function result(trace: Trace, frame: Frame): VNode {
  const { value, fault } = trace.result;
  const rows = gridOf(value);
  return h(
    "section",
    { class: "result", "aria-labelledby": "result-title" },
    h("h3", { id: "result-title" }, "Result", verdict(trace.result)),
    h("p", { class: "quiet" }, `cost ${counted(trace.result.cost, "unit")} in all`),
    fault && h("p", { class: "no-value" }, faultText(fault)),
    h(
      "div",
      { class: "row" },
      h(
        "figure",
        { class: "value" },
        h("figcaption", null, "input"),
        drawGrid(trace.input, { side: SMALL, label: `input: ${spoken(trace.input)}` }),
      ),
      value &&
        h(
          "figure",
          { class: "value" },
          h("figcaption", null, "made"),
          drawValue(value, frame, SMALL, rows && trace.expected),
        ),
      h(
        "figure",
        { class: "value" },
        h("figcaption", null, "expected"),
        trace.expected
          ? drawGrid(trace.expected, { side: SMALL, label: `expected: ${spoken(trace.expected)}` })
          : h("div", { class: "hidden-grid" }, "not known"),
      ),
    ),
  );
}
