/** Line charts: axes with units, a legend, a summary in words and a table. */

import { Child, h, render, VNode } from "./dom";
import { count, duration, rounded, short } from "./format";
import { ticks, timeTicks } from "./ticks";
import { panel } from "./panel";

export interface Line {
  name: string;
  x: number[];
  y: number[];
}

export interface Chart {
  id: string;
  title: string;
  /** What the lines show and its unit: `tasks fitted`. */
  y: { label: string; whole?: boolean; max?: number };
  x: { label: string; time: boolean };
  lines: Line[];
  /** Values hold until the next one. */
  steps?: boolean;
  /** Each value is marked, for lines of few. */
  dots?: boolean;
}

const HEIGHT = 190;
const EDGE = { top: 10, right: 16, bottom: 38, left: 56 };

/** A figure with a line chart. */
export function chart(spec: Chart): VNode {
  const lines = spec.lines.filter((line) => line.x.length > 0);
  return h(
    "figure",
    { class: spec.lines.length > 1 ? "chart several" : "chart", key: spec.id },
    h("figcaption", null, h("h3", null, spec.title), h("p", { class: "summary" }, summary(spec, lines))),
    lines.length > 0 && h("div", { class: "plot", draw: (el) => plot(el, spec, lines, null), on: hover(spec, lines) }),
    spec.lines.length > 1 && legend(spec.lines),
    lines.length > 0 && panel(`table-${spec.id}`, "Show as table", () => chartTable(spec, lines)),
  );
}

function legend(lines: Line[]): VNode {
  const entry = (line: Line, i: number) => h("li", null, h("span", { class: `key line-${i}` }), line.name);
  return h("ul", { class: "legend" }, lines.map(entry));
}

/** The chart in words: where each line begins, ends and is highest. */
export function summary(spec: Chart, lines: Line[]): string {
  if (lines.length === 0) return "nothing recorded yet";
  if (lines.length > 1) return `${lines.map((line) => `${line.name}: ${span(line)}`).join("; ")} ${spec.y.label}`;
  const line = lines[0]!;
  const last = line.y[line.y.length - 1]!;
  const high = line.y.reduce((a, b) => Math.max(a, b), last);
  const top = high > last ? `, highest ${rounded(high)}` : "";
  return `${span(line)} ${spec.y.label}${top}, after ${xText(spec, line.x[line.x.length - 1]!)}`;
}

function span(line: Line): string {
  const [from, to] = [rounded(line.y[0]!), rounded(line.y[line.y.length - 1]!)];
  return from === to ? to : `${from} to ${to}`;
}

function xText(spec: Chart, x: number): string {
  return spec.x.time ? duration(x) : `${spec.x.label} ${count(x)}`;
}

interface Scale {
  width: number;
  x: (n: number) => number;
  y: (n: number) => number;
  xs: number[];
  ys: number[];
}

function scale(width: number, spec: Chart, lines: Line[]): Scale {
  const all = (pick: (line: Line) => number[]) =>
    lines.reduce((m, line) => pick(line).reduce((a, b) => Math.max(a, b), m), 0);
  const high = Math.max(
    spec.y.max ?? 0,
    all((line) => line.y),
  );
  const far = all((line) => line.x) || 1;
  const ys = ticks(high, 4, spec.y.whole ?? false);
  const most = Math.max(2, Math.floor((width - EDGE.left - EDGE.right) / 85));
  const xs = spec.x.time ? timeTicks(far, most) : ticks(far, most, true).filter((x) => x <= far);
  const top = ys[ys.length - 1]!;
  const across = width - EDGE.left - EDGE.right;
  const up = HEIGHT - EDGE.top - EDGE.bottom;
  return { width, xs, ys, x: (n) => EDGE.left + (across * n) / far, y: (n) => HEIGHT - EDGE.bottom - (up * n) / top };
}

/** Draws into the box as wide as it is; `at` is the place that the pointer reads. */
function plot(el: HTMLElement, spec: Chart, lines: Line[], at: number | null): void {
  const width = Math.max(220, Math.floor(el.clientWidth));
  const s = scale(width, spec, lines);
  render(
    el,
    h(
      "svg",
      {
        role: "img",
        width,
        height: HEIGHT,
        viewBox: `0 0 ${width} ${HEIGHT}`,
        "aria-label": `${spec.title}, ${spec.y.label} against ${spec.x.label}: ${summary(spec, lines)}`,
      },
      axes(s, spec),
      lines.map((line) =>
        h("path", { class: `line line-${spec.lines.indexOf(line)}`, d: trail(s, line, spec.steps ?? false) }),
      ),
      spec.dots &&
        lines.map((line) =>
          dots(
            s,
            spec,
            line,
            line.x.map((_, i) => i),
          ),
        ),
      at !== null && reading(s, spec, lines, at),
    ),
  );
}

function axes(s: Scale, spec: Chart): Child {
  const base = HEIGHT - EDGE.bottom;
  const mid = (EDGE.left + s.width - EDGE.right) / 2;
  return [
    s.ys.map((y) =>
      h("path", { class: "rule", d: `M${EDGE.left} ${Math.round(s.y(y)) + 0.5}H${s.width - EDGE.right}` }),
    ),
    s.ys.map((y) => h("text", { class: "tick y", x: EDGE.left - 6, y: s.y(y) + 4 }, short(y))),
    h("path", { class: "axis", d: `M${EDGE.left} ${base + 0.5}H${s.width - EDGE.right}` }),
    s.xs.map((x) => h("path", { class: "axis", d: `M${Math.round(s.x(x)) + 0.5} ${base}v4` })),
    s.xs.map((x) =>
      h(
        "text",
        { class: s.x(x) > s.width - 32 ? "tick x last" : "tick x", x: Math.min(s.x(x), s.width - 1), y: base + 16 },
        spec.x.time ? duration(x) : count(x),
      ),
    ),
    h("text", { class: "title x", x: mid, y: HEIGHT - 4 }, spec.x.label),
    h("text", { class: "title y", x: -(EDGE.top + base) / 2, y: 11, transform: "rotate(-90)" }, spec.y.label),
  ];
}

function trail(s: Scale, line: Line, steps: boolean): string {
  let out = "";
  let before = 0;
  line.x.forEach((x, i) => {
    const [px, py] = [s.x(x).toFixed(1), s.y(line.y[i]!).toFixed(1)];
    out += i === 0 ? `M${px} ${py}` : steps ? `L${px} ${before.toFixed(1)}L${px} ${py}` : `L${px} ${py}`;
    before = s.y(line.y[i]!);
  });
  // A single point would not be seen.
  return line.x.length === 1 ? `${out}h3` : out;
}

function hover(spec: Chart, lines: Line[]): Record<string, (event: PointerEvent) => void> {
  const move = (event: PointerEvent) => {
    const el = (event.currentTarget as HTMLElement | null) ?? (event.target as Element).closest<HTMLElement>(".plot");
    if (el) plot(el, spec, lines, event.clientX - el.getBoundingClientRect().left);
  };
  const leave = (event: PointerEvent) => plot(event.target as HTMLElement, spec, lines, null);
  return { pointermove: move, pointerleave: leave };
}

/** The values at the pointer. */
function reading(s: Scale, spec: Chart, lines: Line[], at: number): Child {
  const picks = lines.map((line) => ({ line, i: nearest(line.x.map(s.x), at) }));
  const first = picks[0]!;
  const x = s.x(first.line.x[first.i]!);
  const right = x > s.width * 0.6;
  const text = picks.map(({ line, i }) => rounded(line.y[i]!)).join(" / ");
  const label = `${text} ${spec.y.label}, ${xText(spec, first.line.x[first.i]!)}`;
  return [
    h("path", { class: "cursor", d: `M${x} ${EDGE.top}V${HEIGHT - EDGE.bottom}` }),
    picks.map(({ line, i }) => dots(s, spec, line, [i])),
    h("text", { class: `reading ${right ? "end" : ""}`, x: right ? x - 6 : x + 6, y: EDGE.top + 10 }, label),
  ];
}

function dots(s: Scale, spec: Chart, line: Line, which: number[]): VNode[] {
  return which.map((i) =>
    h("circle", { class: `dot line-${spec.lines.indexOf(line)}`, r: 3.5, cx: s.x(line.x[i]!), cy: s.y(line.y[i]!) }),
  );
}

export function nearest(xs: number[], at: number): number {
  let best = 0;
  xs.forEach((x, i) => {
    if (Math.abs(x - at) < Math.abs(xs[best]! - at)) best = i;
  });
  return best;
}

function chartTable(spec: Chart, lines: Line[]): VNode {
  const body = lines.flatMap((line) =>
    line.x.map((x, i) =>
      h(
        "tr",
        null,
        lines.length > 1 && h("td", null, line.name),
        h("td", null, spec.x.time ? duration(x) : count(x)),
        h("td", null, rounded(line.y[i]!)),
      ),
    ),
  );
  const head = h(
    "tr",
    null,
    lines.length > 1 && h("th", { scope: "col" }, "line"),
    h("th", { scope: "col" }, spec.x.label),
    h("th", { scope: "col" }, spec.y.label),
  );
  return h(
    "div",
    { class: "scroll short", tabindex: 0, role: "region", "aria-label": `${spec.title}, table` },
    h(
      "table",
      { class: "numbers" },
      h("caption", { class: "unseen" }, spec.title),
      h("thead", null, head),
      h("tbody", null, body),
    ),
  );
}
