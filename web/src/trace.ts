/** A program step by step: the list of steps, the chosen one's value drawn large, its operands beside it. */

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
const SMALL = 120;

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
  if (key === "j" || key === "ArrowDown") return Math.min(length - 1, at + 1);
  if (key === "k" || key === "ArrowUp") return Math.max(0, at - 1);
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
  return h(
    "div",
    { class: "trace" },
    h(
      "div",
      { class: "steps" },
      mover(trace, route, at),
      h(
        "ol",
        { class: "steplist", start: 1, draw: place, on: { keydown: arrows } },
        trace.steps.map((step, i) => stepItem(trace, step, route, i, at, dearest)),
      ),
      trace.steps_more > 0 && h("p", { class: "note" }, `and ${counted(trace.steps_more, "step")} more`),
    ),
    h("div", { class: "stage" }, stage(trace, at, frame), result(trace, frame)),
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
        { class: "cost" },
        bar(step.cost, dearest),
        h("span", { class: "unseen" }, `, cost ${counted(step.cost, "unit")}`),
      ),
    ),
  );
}

/** The chosen step: what it does, its value and its operands. */
function stage(trace: Trace, at: number, frame: Frame): VNode {
  const step = trace.steps[at]!;
  return h(
    "section",
    { class: "chosen", "aria-labelledby": "chosen-title" },
    h("h3", { id: "chosen-title" }, h("code", null, step.text)),
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
          drawValue(step.value, frame, LARGE),
        ),
      operands(trace, step, frame),
    ),
  );
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
        value ? drawValue(value, frame, SMALL) : h("span", { class: "quiet" }, "no value"),
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
